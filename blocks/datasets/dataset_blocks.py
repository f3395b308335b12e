"""Add a block for batches of a file to a page, with the pages that it needs, and a model that uses it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.catalogue.page_signature import PREFIX
from blockloom.blocks.datasets.choices import Choices
from blockloom.blocks.datasets.data_page import data_pages
from blockloom.blocks.datasets.file_scan import Found
from blockloom.blocks.datasets.sheet import PageBuilder, about, place
from blockloom.blocks.datasets.starting_model import add_model
from blockloom.blocks.document.pages import Document, Page
from blockloom.blocks.edits import AddPage, Edit, EditError, Insert
from blockloom.blocks.files.library import TYPE, of_type
from blockloom.blocks.layout.block_rows import Point
from blockloom.blocks.lower.structure import has_session
from blockloom.blocks.operations.change import PageChange, combine_edits
from blockloom.blocks.operations.group_into_page import all_placed
from blockloom.blocks.operations.library_pages import use_library_page
from blockloom.blocks.operations.measures import Measures
from blockloom.blocks.operations.page_copies import add_copy_edits
from blockloom.blocks.text.phrases import phrase

_APART = 60.0  # canvas pixels between the new blocks and the items on the page


def add_data(
    document: Document,
    catalogue: Catalogue,
    page: str,
    found: Found,
    choices: Choices,
    at: Point,
    model: bool = False,
    say: Callable[[str], str] = str,
) -> PageChange:
    """Add a block that gives batches of a file, at the free position of a page nearest to `at`.

    Args:
        page: The page for the block, which is added if the document has none of this name.
        found: The contents of the file.
        choices: The user's choices.
        at: A position on the page.
        model: Whether to add a model that learns from it.
        say: Translates notes.

    Raises:
        EditError: No block can be made, or the page has a Session, and cannot get a second model.
    """
    old = document.pages.get(page)
    if model and old is not None and has_session(old):
        raise EditError(phrase("The page has a Session: take the data without a model, or a new page"))
    made = data_pages(document, catalogue, found, choices)
    scratch = document.copy()
    scratch.pages |= {one.name: one for one, _ in made.pages}
    main = PageBuilder(page, catalogue.with_pages(scratch), old)
    data = main.add("DATA", PREFIX + made.pages[0][0].name, made.values)
    if model:
        add_model(main, data, made.facts)
    edit = insert_with_pages(document, catalogue, main.page, made.pages, at, say)
    return PageChange(edit, phrase("Data from {0}", found.path.name), (data,))


def insert_with_pages(
    document: Document,
    catalogue: Catalogue,
    blocks: Page,
    pages: Sequence[tuple[Page, str]],
    at: Point,
    say: Callable[[str], str],
) -> Edit:
    """Return the edit that adds pages, and blocks that use them, in a sufficiently large free area nearest to `at`.

    Args:
        blocks: The blocks, on a page with the name of the page to which they are added. A new name adds a page.
        pages: New pages, with the note on each; their blocks and `blocks` may have types of libraries.
        at: A position on the page. Frames that do not contain it are not free.
        say: Translates the notes.
    """
    scratch = document.copy()
    scratch.pages |= {page.name: page for page, _ in pages}
    old = document.pages.get(blocks.name)
    edits: list[Edit] = [AddPage(blocks.name)] if old is None else []
    for page in (*(page for page, _ in pages), blocks):
        edits += _with_libraries(scratch, catalogue, page)
    types = catalogue.with_pages(scratch)
    for page, note in pages:
        place(page, types)
        about(page, say(note))
        edits.append(add_copy_edits(page, page.name))
    place(blocks, types)
    return combine_edits([*edits, _inserted(old or Page(blocks.name), blocks, types, at)])


def _with_libraries(scratch: Document, catalogue: Catalogue, page: Page) -> list[Edit]:
    """Return edits that copy the library pages that a page uses; its blocks become instances of them."""
    edits = []
    for block in list(page.blocks.values()):
        if block.type.startswith(TYPE):
            found = of_type(block.type)
            assert found is not None  # the library is part of Blockloom
            change, type_ = use_library_page(scratch, catalogue.with_pages(scratch), *found)
            if change is not None:
                change.edit.apply(scratch)
                edits.append(change.edit)
            page.blocks[block.id] = block._replace(type=type_)
    return edits


def _inserted(page: Page, new: Page, types: Catalogue, at: Point) -> Edit:
    """Return the edit that adds the blocks of a page to another page, in a sufficiently large free area."""
    measures, own = Measures(page, types), Measures(new, types)
    measures.avoid_frames(*at)
    boxes = own.blocks[1]
    left, top = boxes[:, :2].min(0)
    right, bottom = (boxes[:, :2] + boxes[:, 2:]).max(0)
    x, y = measures.free(*at, float(right - left), float(bottom - top), apart=_APART)
    blocks = (block._replace(x=block.x - float(left) + x, y=block.y - float(top) + y) for block in new.blocks.values())
    return Insert(page.name, tuple(measures.housed(block) for block in blocks), all_placed(new))
