"""A first model for the batches of a data block.

It has layers for the kind of data, a loss and a metric for the target, a session that trains and one that validates.
"""

from __future__ import annotations

import math

from blockloom.blocks.catalogue import monitor_types
from blockloom.blocks.datasets.data_page import BatchFacts
from blockloom.blocks.datasets.row_pages import number
from blockloom.blocks.datasets.sheet import PageBuilder
from blockloom.blocks.document.own_types import ADAM, MINIMIZE, SESSION, VALIDATION
from blockloom.blocks.document.pages import TENSOR
from blockloom.blocks.files.library import BUILT_IN, TYPE
from blockloom.blocks.infer.wire_rules import WireRules
from blockloom.blocks.operations.validation import (
    CROSS_ENTROPY,
    Source,
    TrainedSession,
    make_validation,
    validation_ids,
)

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
