"""Add a block for batches of a file to a page, with the pages that it needs, and a first model that uses it."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from blockloom.blocks.catalogue import monitor_types
from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.catalogue.parameters import PREFIX
from blockloom.blocks.datasets.choices import Choices
from blockloom.blocks.datasets.columns import PageBuilder, about, place
from blockloom.blocks.datasets.data_page import BatchFacts, data_pages
from blockloom.blocks.datasets.data_scan import Found
from blockloom.blocks.datasets.row_pages import number
from blockloom.blocks.document.fields import ADAM, MINIMIZE, SESSION, VALIDATION
from blockloom.blocks.document.pages import TENSOR, Document, Page
from blockloom.blocks.edits import AddPage, Edit, EditError, Insert
from blockloom.blocks.files.library import BUILT_IN, TYPE, of_type
from blockloom.blocks.infer.wire_rules import WireRules
from blockloom.blocks.layout.block_rows import Point
from blockloom.blocks.lower.structure import has_session
from blockloom.blocks.operations.change import PageChange, combine_edits
from blockloom.blocks.operations.copies import add_copy_edits
from blockloom.blocks.operations.group_into_page import all_placed
from blockloom.blocks.operations.library_pages import use_library_page
from blockloom.blocks.operations.measures import Measures
from blockloom.blocks.operations.validation import (
    CROSS_ENTROPY,
    Source,
    TrainedSession,
    make_validation,
    validation_ids,
)
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


# It has layers for the kind of data, a loss and a metric for the target, a session that trains and one that
# validates.


UNITS = 64  # units of the hidden dense layer
_FILTERS = 16, 32  # filters of the convolutions
_FLAT = 4096  # most outputs of the convolutions that a dense layer reads directly
_PATIENCE = "10"
_RATES = {"pictures": "0.003", "rows": "0.005"}
_LAYERS, _METRICS = (f"{TYPE}{BUILT_IN}{file}.loom#" for file in ("layers", "metrics"))


def add_model(sheet: PageBuilder, data: str, facts: BatchFacts) -> None:
    """Add the model to a page that has the block."""
    outputs = _layers(sheet, f"{data}.features", facts)
    find = _classifies if facts.classes else _measures
    errors, given = find(sheet, data, outputs, facts)
    loss = sheet.add("LOSS", "Mean", {"reduction_indices": "0"}, input=errors)
    rate = {"learning_rate": _RATES["pictures" if len(facts.shape) == 3 else "rows"]}
    adam = sheet.add("ADAM", ADAM, rate)
    train = sheet.add("TRAIN", MINIMIZE, loss=f"{loss}.output", optimizer=f"{adam}.optimizer")
    session = sheet.add("TRAINING", SESSION, run_outputs=f"{train}.operation")
    compared = (_source(f"{data}.labels"), _source(given)) if facts.classes else (None, None)
    trained = TrainedSession(session, _source(errors), bool(facts.classes), *compared)
    free = tuple(map(sheet.free, validation_ids(bool(facts.classes))))
    parts = make_validation(WireRules(sheet.page, sheet.catalogue), trained, free)
    patient = (block._replace(values={"patience": _PATIENCE}) for block in parts.validation if block.type == VALIDATION)
    added = (*parts.metrics, *parts.validation, *patient, parts.chart, *filter(None, [parts.flag]))
    sheet.page.blocks |= {block.id: block for block in added}
    for wire in parts.wires:
        sheet.page.put_wire(wire)
    if not facts.classes:
        _tells_error(sheet, data, given, parts.validation[0].id)


def _source(output: str) -> Source:
    """Return an output as a Source for `make_validation`."""
    block, _, pin = output.partition(".")
    return block, pin, TENSOR


def _layers(sheet: PageBuilder, source: str, facts: BatchFacts) -> str:
    """Add the layers from the inputs to the input of the loss, and return their output."""
    if len(facts.shape) == 3:
        height, width, _ = facts.shape
        for filters in _FILTERS:
            values = {"filters": str(filters), "padding": "SAME", "activation": "relu"}
            source = f"{sheet.add('CONV', f'{_LAYERS}Conv2D', values, x=source)}.y"
            if min(height, width) >= 2:
                source = f"{sheet.add('POOL', f'{_LAYERS}MaxPooling2D', x=source)}.y"
                height, width = height // 2, width // 2
        if height * width * _FILTERS[-1] <= _FLAT:
            flat = {"shape": f"[-1, {height * width * _FILTERS[-1]}]"}
            source = f"{sheet.add('FLAT', 'Reshape', flat, tensor=source)}.output"
        else:
            source = f"{sheet.add('MEANS', f'{_LAYERS}GlobalAveragePooling2D', x=source)}.y"
    else:
        if len(facts.shape) > 1:
            flat = {"shape": f"[-1, {math.prod(facts.shape)}]"}
            source = f"{sheet.add('FLAT', 'Reshape', flat, tensor=source)}.output"
        values = {"units": str(UNITS), "activation": "relu"}
        source = f"{sheet.add('HIDDEN', f'{_LAYERS}Dense', values, x=source)}.y"
    units = {"units": str(len(facts.classes) or 1)}
    return f"{sheet.add('OUTPUTS', f'{_LAYERS}Dense', units, x=source)}.y"


def _classifies(sheet: PageBuilder, data: str, logits: str, facts: BatchFacts) -> tuple[str, str]:
    """Add the cross entropy, and return the errors of a batch and the logits."""
    errors = sheet.add("ERRORS", CROSS_ENTROPY, features=logits, labels=f"{data}.labels")
    return f"{errors}.loss", logits


def _measures(sheet: PageBuilder, data: str, outputs: str, facts: BatchFacts) -> tuple[str, str]:
    """Add squared errors, and return those of a batch and the predictions.

    The errors are in units of the labels' deviation, so that their mean begins at about 1 for any unit.
    """
    flat = sheet.add("OUTPUT", "Reshape", {"shape": "[-1]"}, tensor=outputs)
    stretched = sheet.add("STRETCHED", "Mul", {"y": number(facts.deviation)}, x=f"{flat}.output")
    prediction = sheet.add("PREDICTION", "AddV2", {"y": number(facts.mean)}, x=f"{stretched}.z")
    off = sheet.add("OFF", "Sub", x=f"{prediction}.z", y=f"{data}.labels")
    scaled = sheet.add("OFF_SCALED", "Div", {"y": number(facts.deviation)}, x=f"{off}.z")
    return f"{sheet.add('ERRORS', 'Square', x=f'{scaled}.z')}.y", f"{prediction}.z"


def _tells_error(sheet: PageBuilder, data: str, prediction: str, validation: str) -> None:
    """Add the mean absolute error to the validation, in units of the labels.

    It has its own monitor, since it would hide the loss in a shared chart.
    """
    labels = f"{data}.labels"
    error = sheet.add("ERROR", f"{_METRICS}MeanAbsoluteError", predictions=prediction, labels=labels)
    sheet.wire(f"{error}.error", validation, "fetch_outputs")
    shown = {"title": "mean absolute error", "format": "%.4g"}
    sheet.add("ERROR_NOW", monitor_types.NUMBER, shown, value=f"{error}.error")
