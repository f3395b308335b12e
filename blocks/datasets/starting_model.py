"""A model behind a block that gives batches: layers for the kind of the data, loss and metric for what is learned, and
a session that trains it beside one that validates it."""

from __future__ import annotations

import math

from blockloom.blocks.catalogue import monitor_types
from blockloom.blocks.datasets.data_page import Facts
from blockloom.blocks.datasets.row_pages import number, texts
from blockloom.blocks.datasets.sheet import Sheet
from blockloom.blocks.document.own_types import ADAM, FEED_BLOCK, MINIMIZE, SESSION, VALIDATION
from blockloom.blocks.files.library import BUILT_IN, TYPE

UNITS = 64  # of the dense layer in the middle
_FILTERS = 16, 32  # of the convolutions
_FLAT = 4096  # numbers of a picture behind them that a dense layer takes as they are
_RATES = {"pictures": "0.003", "rows": "0.005"}
_LAYERS, _METRICS = (f"{TYPE}{BUILT_IN}{file}.loom#" for file in ("layers", "metrics"))


def add_model(sheet: Sheet, data: str, facts: Facts) -> None:
    """Add the model to a page that has the block."""
    training = sheet.add("TRAINING", "PlaceholderWithDefault", {"input": "true", "dtype": "DT_BOOL", "shape": "[]"})
    sheet.wire(f"{training}.output", data, "training")
    feed = sheet.add("VALIDATING", FEED_BLOCK, {"value": "false"}, placeholder=f"{training}.output")
    outputs = _layers(sheet, f"{data}.features", facts)
    loss, told, also = _classifies(sheet, data, outputs) if facts.classes else _measures(sheet, data, outputs, facts)
    rate = {"learning_rate": _RATES["pictures" if len(facts.shape) == 3 else "rows"]}
    adam = sheet.add("ADAM", ADAM, rate)
    train = sheet.add("TRAIN", MINIMIZE, loss=loss, optimizer=f"{adam}.optimizer")
    sheet.add("SESSION", SESSION, fetch_outputs=told, run_outputs=f"{train}.operation")
    validation = sheet.add(
        "VALIDATION", VALIDATION, {"patience": "10"}, fetch_outputs=told + also, inputs=f"{feed}.feed", monitor=told[0]
    )
    names = ("loss", "accuracy")[: len(told)]
    labels = texts(f"{of}{name}" for name in names for of in ("", "validation "))
    chart = {"title": '"epochs"', "labels": labels, "begin": "1", "axis": "epoch", "width": "760", "height": "280"}
    sheet.add("EPOCHS", monitor_types.LINES, chart, value=f"{validation}.history")


def _layers(sheet: Sheet, source: str, facts: Facts) -> str:
    """From inputs to the numbers that the loss takes: one for each class, or one."""
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


def _classifies(sheet: Sheet, data: str, logits: str) -> tuple[str, list[str], list[str]]:
    """Cross entropy and accuracy; gives the loss of a batch, what both sessions tell of an epoch, and what validation
    alone does."""
    labels = f"{data}.labels"
    errors = sheet.add("ERRORS", "SparseSoftmaxCrossEntropyWithLogits", features=logits, labels=labels)
    loss, mean = _loss(sheet, f"{errors}.loss")
    right = sheet.add("ACCURACY", f"{_METRICS}EpochAccuracy", predictions=logits, labels=labels)
    return loss, [mean, f"{right}.accuracy"], []


def _measures(sheet: Sheet, data: str, outputs: str, facts: Facts) -> tuple[str, list[str], list[str]]:
    """The mean square error, in units of the labels' deviation, so that it begins at about 1 whatever these measure;
    and the mean absolute error, in units of the labels, which would hide it on one chart."""
    labels = f"{data}.labels"
    flat = sheet.add("OUTPUT", "Reshape", {"shape": "[-1]"}, tensor=outputs)
    stretched = sheet.add("STRETCHED", "Mul", {"y": number(facts.deviation)}, x=f"{flat}.output")
    prediction = sheet.add("PREDICTION", "AddV2", {"y": number(facts.mean)}, x=f"{stretched}.z")
    off = sheet.add("OFF", "Sub", x=f"{prediction}.z", y=labels)
    scaled = sheet.add("OFF_SCALED", "Div", {"y": number(facts.deviation)}, x=f"{off}.z")
    errors = sheet.add("ERRORS", "Square", x=f"{scaled}.z")
    loss, mean = _loss(sheet, f"{errors}.y")
    error = sheet.add("ERROR", f"{_METRICS}MeanAbsoluteError", predictions=f"{prediction}.z", labels=labels)
    shown = {"title": "mean absolute error", "format": "%.4g"}
    sheet.add("ERROR_NOW", monitor_types.NUMBER, shown, value=f"{error}.error")
    return loss, [mean], [f"{error}.error"]


def _loss(sheet: Sheet, errors: str) -> tuple[str, str]:
    """The mean over a batch, which is minimised, and that over an epoch, which is told."""
    loss = sheet.add("BATCH_LOSS", "Mean", {"reduction_indices": "0"}, input=errors)
    return f"{loss}.output", f"{sheet.add('LOSS', f'{_METRICS}EpochMean', values=errors)}.mean"
