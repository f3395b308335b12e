"""Pages of libraries, copied into a document and updated there."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.catalogue.parameters import PREFIX
from blockloom.blocks.document.pages import Document, Page, free_page_name
from blockloom.blocks.document.uids import derived_uid, page_uids, with_uids_by_id
from blockloom.blocks.edits import Edit, Insert, Remove, SetBookmark, SetOrigin, SetSheet
from blockloom.blocks.edits.content import dangling_wires_on, flatten_edits
from blockloom.blocks.files.library import BlockLibrary, library, of_type, origin
from blockloom.blocks.infer.page_uses import reached, renamed
from blockloom.blocks.operations.array_files import bring_weights
from blockloom.blocks.operations.change import PageChange, combine_edits
from blockloom.blocks.operations.copies import add_copy_edits
from blockloom.blocks.operations.group_into_page import all_placed
from blockloom.blocks.text.phrases import phrase


def use_library_page(
    document: Document, catalogue: Catalogue, source: BlockLibrary, name: str
) -> tuple[PageChange | None, str]:
    """Add a page of a library, and the pages that it uses, to the document.

    Existing copies are reused.

    Returns:
        The change, None if the document has all pages, and the type of the instances.

    Raises:
        KeyError: The library has no such page.
    """
    needed, names = _needed(document, catalogue, source, name)
    weights, source = _with_weights(document, source)
    edits = [
        _added(document, source, _copy(source, page, names, catalogue), page)
        for page in needed
        if names[page] not in document.pages
    ]
    edits += [SetOrigin(names[page], origin(source, page)) for page in needed if names[page] not in document.pages]
    change = (
        PageChange(combine_edits([*weights, *edits]), phrase("Use {} of {}", name, source.title)) if edits else None
    )
    return change, PREFIX + names[name]


def with_libraries(document: Document, catalogue: Catalogue, change: PageChange) -> PageChange:
    """Complete a change that adds blocks of library types (see `library.types`) with the pages of the types."""
    edits, types, with_pages = [], {}, document
    for name in dict.fromkeys(block.type for touched in change.edit.touched() for block in touched.added):
        library_page = of_type(name, document.folder)
        if library_page is not None:
            used, types[name] = use_library_page(with_pages, catalogue, *library_page)
            if used is not None:
                edits.append(used.edit)
                with_pages = document.copy() if with_pages is document else with_pages
                used.edit.apply(with_pages)  # the next library page may need the same pages
    if not types:
        return change
    return replace(
        change,
        edit=combine_edits(
            [
                *edits,
                *(
                    edit._replace(
                        blocks=tuple(block._replace(type=types.get(block.type, block.type)) for block in edit.blocks)
                    )
                    if isinstance(edit, Insert)
                    else edit
                    for edit in flatten_edits(change.edit)
                ),
            ]
        ),
    )


def update_library_page(document: Document, catalogue: Catalogue, name: str) -> PageChange | None:
    """Replace a copy of a library's page, and the pages that it uses, by their present versions.

    Instances follow. None if no library has the page.
    """
    old = document.pages[name].origin
    source = library(old.file, document.folder) if old is not None else None
    if old is None or source is None or old.page not in source.document.pages:
        return None
    needed, names = _needed(document, catalogue, source, old.page)
    names[old.page] = name  # this copy, since there may be several
    weights, source = _with_weights(document, source)
    edits: list[Edit] = []
    for page in needed:
        new, present = _copy(source, page, names, catalogue), document.pages.get(names[page])
        if present is not None and present.origin == origin(source, page):
            continue
        edits += _replaced(present, new) if present is not None else [_added(document, source, new, page)]
        edits.append(SetOrigin(names[page], origin(source, page)))
    return (
        PageChange(combine_edits([*weights, *edits]), phrase("Update {} from {}", name, source.title))
        if edits
        else None
    )


def keep_copy(name: str) -> PageChange:
    """Detach a copied page from its library."""
    return PageChange(SetOrigin(name, None), phrase("Keep {} as an independent copy", name))


def _with_weights(document: Document, source: BlockLibrary) -> tuple[tuple[Edit, ...], BlockLibrary]:
    """Return the edits that add the weights of a library, and the library with their keys in the document."""
    edits, brought = bring_weights(document, source.document)
    return edits, replace(source, document=brought)


def _needed(
    document: Document, catalogue: Catalogue, source: BlockLibrary, name: str
) -> tuple[list[str], dict[str, str]]:
    """Return the pages of a library that one of them needs, and the name of each in a document.

    That is the name of its copy, or a free one.
    """
    if name not in source.document.pages:
        raise KeyError(name)
    needed = reached(source.document, [name], catalogue.with_pages(source.document))
    copies = {
        (page.origin.file, page.origin.page): page.name
        for page in reversed(document.pages.values())
        if page.origin is not None
    }
    names: dict[str, str] = {}
    taken = dict.fromkeys(document.pages)
    for page_name in needed:
        names[page_name] = copies.get((source.file, page_name)) or free_page_name(page_name, taken)
        taken[names[page_name]] = None
    return needed, names


def _copy(source: BlockLibrary, name: str, names: dict[str, str], catalogue: Catalogue) -> Page:
    """Return a page of a library whose blocks name other pages as the document does."""
    page, types = source.document.pages[name], catalogue.with_pages(source.document)
    return page.replaced(
        name=names[name], origin=None, blocks={block.id: renamed(block, names, types) for block in page.blocks.values()}
    )


def _added(document: Document, source: BlockLibrary, page: Page, of: str) -> Edit:
    """Return the edit that adds a copy of a page of a library. Two people who add it get the same uids."""
    uid = derived_uid("library", source.file, of)
    return add_copy_edits(page, page.name, uid="" if uid in page_uids(document.pages.values()) else uid)


def _replaced(old: Page, new: Page) -> Iterable[Edit]:
    """Yield the edits that give a page the content of another. Items keep their uids by their ids."""
    name, new = old.name, with_uids_by_id(new, old)
    yield Remove(name, tuple(old.blocks), tuple(dangling_wires_on(old)), tuple(old.frames), tuple(old.notes))
    yield SetSheet(name, new.size, new.background)
    yield Insert(
        name, tuple(new.blocks.values()), all_placed(new), tuple(new.frames.values()), tuple(new.notes.values())
    )
    for number in old.bookmarks.keys() | new.bookmarks.keys():
        yield SetBookmark(name, number, new.bookmarks.get(number))
