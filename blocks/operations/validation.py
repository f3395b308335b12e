"""Validation after each epoch, added to training: metrics over an epoch, a Validation, and a chart of both."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from blockloom.blocks.catalogue.monitor_types import LINES
from blockloom.blocks.catalogue.op_traits import traits_of
from blockloom.blocks.document.fields import FEED_BLOCK, SESSION, VALIDATION
from blockloom.blocks.document.pages import FEED, LIST, TENSOR, Block, Page, Placed, Wire
from blockloom.blocks.edits import CompositeEdit, EditError, Insert, SetValue
from blockloom.blocks.files.library import BUILT_IN, TYPE
from blockloom.blocks.infer.wire_rules import WireRules
from blockloom.blocks.operations.change import PageChange
from blockloom.blocks.operations.measures import Measures
from blockloom.blocks.text.phrases import Phrase, phrase

GAP = 60.0  # canvas pixels between blocks
_METRICS = f"{TYPE}{BUILT_IN}metrics.loom#"
CROSS_ENTROPY = "SparseSoftmaxCrossEntropyWithLogits"
_FLAG = {"input": "true", "dtype": "DT_BOOL", "shape": "[]"}
_CHART = {"begin": "1", "axis": "epoch", "width": "600", "height": "260"}

Source = tuple[str, str, str]  # (block, pin, kind of wire)


class TrainedSession(NamedTuple):
    """Training in a session.

    Attributes:
        errors: The loss is the mean of these.
        classes: Whether a metric compares classes, not distances.
        labels, predictions: The labels and predictions that a metric compares, None if unknown.
    """

    session: str
    errors: Source
    classes: bool = False
    labels: Source | None = None
    predictions: Source | None = None


class ValidationBlocks(NamedTuple):
    """The blocks to add, with their wires.

    Attributes:
        metrics: Metrics over an epoch.
        validation: The Validation with its feeds.
        flag: The placeholder that switches blocks between training and validation, if the page has none.
    """

    metrics: tuple[Block, ...]
    validation: tuple[Block, ...]
    chart: Block
    flag: Block | None
    wires: tuple[Wire, ...]


class FitSettings(NamedTuple):
    """Settings of the Validation `block` of a page; `monitored` is the monitored output, "" for none."""

    block: str
    monitored: str
    patience: int
    keep_best: bool
    higher: bool


def read_fit_settings(page: Page) -> FitSettings | None:
    """Return the settings of the Validation of a page, None if there is none."""
    block = next((b for b in page.blocks.values() if b.type == VALIDATION), None)
    if block is None:
        return None
    wires = page.wires_into(block.id, "monitor")
    typed = block.values.get("patience", "").strip()
    return FitSettings(
        block.id,
        f"{wires[0].source}.{wires[0].source_pin}" if wires else "",
        int(typed) if typed.isdecimal() else 0,
        block.values.get("keep_best", "true").strip().lower() != "false",
        block.values.get("better", "").strip("\"' ") == "higher",
    )


def change_fit_settings(page: Page, patience: int, keep_best: bool) -> PageChange | None:
    """Set early stopping of the Validation of a page; None if nothing changes.

    Args:
        patience: The number of epochs without improvement, 0 for no early stopping.
        keep_best: Whether to keep the best variables.
    """
    now = read_fit_settings(page)
    if now is None or (now.patience, now.keep_best) == (patience, keep_best):
        return None
    edits = (
        SetValue(page.name, now.block, "patience", str(patience) if patience else None),
        SetValue(page.name, now.block, "keep_best", None if keep_best else "false"),
    )
    return PageChange(CompositeEdit(edits), phrase("Change when a run ends"), None)


def unwired_training_inputs(rules: WireRules) -> list[tuple[str, str]]:
    """Return the unwired inputs, as (block, pin), that switch blocks between training and validation."""
    page = rules.page
    found = []
    for block in page.blocks.values():
        type_ = rules.catalogue.get(block.type)
        pin = type_.input("training") if type_ is not None else None
        if pin is not None and pin.dtype == "DT_BOOL" and not page.wires_into(block.id, "training"):
            found += [(block.id, "training")] if "training" not in block.values else []
    return found


def _flag(page: Page) -> str:
    """Return the placeholder that switches blocks between training and validation, "" if there is none."""
    wires = (w for name in sorted(page.blocks) for w in page.wires_into(name, "training"))
    return next((w.source for w in wires if w.source in page.blocks and _may(page.blocks[w.source])), "")


def _may(block: Block) -> bool:
    return traits_of(block.type).fed == "may"


def validation_ids(classes: bool) -> tuple[str, ...]:
    """Return the default ids of blocks for validation."""
    return "EPOCH_LOSS", "ACCURACY" if classes else "ERROR", "IS_TRAINING", "NOT_TRAINING", "VALIDATION", "EPOCHS"


def make_validation(rules: WireRules, trained: TrainedSession, free: tuple[str, ...]) -> ValidationBlocks:
    """Return the blocks that validate the training of a session; `free` are free ids for `validation_ids`."""
    loss, metric, flag, feed, validation, chart = free
    numbers, names = [(loss, "mean")], ["loss"]
    metrics, wires = [Block(loss, f"{_METRICS}EpochMean")], [_wire(trained.errors, loss, "values")]
    if trained.labels is not None and trained.predictions is not None:
        page, out, name = (
            ("EpochAccuracy", "accuracy", "accuracy")
            if trained.classes
            else ("MeanAbsoluteError", "error", "mean_absolute_error")
        )
        metrics.append(Block(metric, f"{_METRICS}{page}"))
        wires += [_wire(trained.labels, metric, "labels"), _wire(trained.predictions, metric, "predictions")]
        numbers.append((metric, out))
        names.append(name)
    wires += [Wire(*one, session, "fetch_outputs") for session in (trained.session, validation) for one in numbers]
    wires.append(Wire(loss, "mean", validation, "monitor"))
    # The ops at `start_outputs` restart the data, which the training epoch has consumed.
    begins = rules.page.wires_into(trained.session, "start_outputs") if trained.session in rules.page.blocks else ()
    renewing = (w for w in begins if traits_of(rules.page.blocks[w.source].type).renews)
    wires += [Wire(w.source, w.source_pin, validation, "start_outputs", w.kind) for w in renewing]
    have, tells = _flag(rules.page), unwired_training_inputs(rules)
    sessions, added = [Block(validation, VALIDATION)], None
    if have or tells:
        added = None if have else Block(flag, "PlaceholderWithDefault", values=_FLAG)
        wires += [Wire(have or flag, "output", block, pin) for block, pin in tells]
        wires += [Wire(have or flag, "output", feed, "placeholder"), Wire(feed, "feed", validation, "inputs", FEED)]
        sessions.append(Block(feed, FEED_BLOCK, values={"value": "false"}))
    labels = ", ".join(f'"{of}{name}"' for name in names for of in ("", "val_"))
    shown = Block(chart, LINES, values=_CHART | {"title": '"epochs"', "labels": f"[{labels}]"})
    wires.append(Wire(validation, "history", chart, "value", LIST))
    return ValidationBlocks(tuple(metrics), tuple(sessions), shown, added, tuple(wires))


def place_columns(measures: Measures, columns: Iterable[tuple[Block, ...]], x: float, y: float) -> Iterator[Block]:
    """Yield blocks at free places in columns from (x, y) to the right."""
    for column in filter(None, columns):
        below = y
        for block in column:
            yield measures.block_at(block, x, below)
            below += measures.box(block).height + GAP
        x += max(measures.box(block).width for block in column) + GAP


def place_flag(measures: Measures, parts: ValidationBlocks) -> Iterator[Block]:
    """Yield the flag, if there is one to add, at a free place left of the first block that it switches."""
    if parts.flag is not None:
        told = [w.target for w in parts.wires if w.source == parts.flag.id and w.target in measures.page.blocks]
        x, y, _, height = min(measures.drawn_rect(name) for name in told)
        box = measures.box(parts.flag)
        yield measures.block_at(parts.flag, x - box.width - GAP, y + height - box.height)


def validate_epochs(rules: WireRules, measures: Measures) -> PageChange:
    """Add a validation after each epoch for the Session of the page.

    It consists of the loss and a metric over an epoch, a Validation that fetches them, and a chart.

    Raises:
        EditError: There is not exactly one Session with a loss, or there is a Validation.
    """
    page = rules.page
    sessions = [b.id for b in page.blocks.values() if b.type == SESSION]
    if any(b.type == VALIDATION for b in page.blocks.values()):
        raise EditError(phrase("The page already has a Validation"))
    trains = [b.id for b in page.blocks.values() if traits_of(b.type).step in ("minimize", "compute")]
    losses = [w for name in sorted(trains) for w in page.wires_into(name, "loss")]
    if len(sessions) != 1 or not losses:
        raise EditError(phrase("A Validation needs one Session, and a loss that Minimize takes"))
    trained = _trained(page, sessions[0], losses[0])
    free = tuple(page.free_ids(validation_ids(trained.classes)))
    parts = make_validation(rules, trained, free)
    x, y, width, _ = measures.drawn_rect(sessions[0])
    blocks = tuple(place_columns(measures, (parts.metrics, parts.validation, (parts.chart,)), x + width + GAP, y))
    blocks += tuple(place_flag(measures, parts))
    return PageChange(
        Insert(page.name, blocks, tuple(Placed(wire, 0) for wire in parts.wires)),
        phrase("Validate after each epoch"),
        tuple(block.id for block in blocks),
        validation_note(parts),
    )


def validation_note(parts: ValidationBlocks) -> Phrase:
    """Return instructions for the added blocks."""
    return phrase("Run > Fit the Model runs epochs: {0} validates after each of them", parts.validation[0].id)


def _trained(page: Page, session: str, loss: Wire) -> TrainedSession:
    """Return the training of a session by a loss, the mean of errors whose op determines the labels."""
    mean = page.wires_into(loss.source, "input") if page.blocks[loss.source].type == "Mean" else ()
    errors = (mean or (loss,))[0]
    pins = {CROSS_ENTROPY: ("labels", "features"), "SquaredDifference": ("y", "x")}
    labels, given = pins.get(page.blocks[errors.source].type, ("", ""))
    ends = [page.wires_into(errors.source, pin)[:1] if pin else () for pin in (labels, given)]
    return TrainedSession(
        session,
        (errors.source, errors.source_pin, errors.kind),
        page.blocks[errors.source].type == CROSS_ENTROPY,
        *((w[0].source, w[0].source_pin, w[0].kind) if w else None for w in ends),
    )


def _wire(source: Source, target: str, pin: str) -> Wire:
    block, output, kind = source
    return Wire(block, output, target, pin, kind or TENSOR)
