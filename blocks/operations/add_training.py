"""Training for an output: a loss, an optimizer and a session."""

from __future__ import annotations

from collections.abc import Callable, Collection

from blockloom.blocks.catalogue.tensor_shapes import Shape, shape_text
from blockloom.blocks.document.fields import ADAM, MINIMIZE, SESSION
from blockloom.blocks.document.pages import OPERATION, OPTIMIZER, REF, TENSOR, Block, Placed, Wire
from blockloom.blocks.edits import EditError, Insert
from blockloom.blocks.infer.wire_rules import WireRules
from blockloom.blocks.lower.structure import upstream
from blockloom.blocks.operations.change import PageChange
from blockloom.blocks.operations.measures import Measures
from blockloom.blocks.operations.validation import (
    CROSS_ENTROPY,
    GAP,
    TrainedSession,
    make_validation,
    place_columns,
    place_flag,
    validation_ids,
    validation_note,
)
from blockloom.blocks.text.phrases import phrase

_FLOATS = ("DT_FLOAT", "DT_DOUBLE", "DT_HALF", "DT_BFLOAT16")
_INTEGERS = ("DT_INT32", "DT_INT64")
_RATE = "0.001"


def train_this(
    rules: WireRules, names: Collection[str], measures: Measures, shape_of: Callable[[str, str], Shape]
) -> PageChange:
    """Add a loss to a block's first output, an Adam optimizer, and a session that runs it.

    For rows of several numbers the loss is softmax cross entropy with class numbers (skipping a Softmax block), else
    the mean square difference from labels. If the output depends on a block with data, the labels come from that block,
    and a validation after each epoch is added; else the labels come from a new Placeholder `LABELS`.

    Raises:
        EditError: Not exactly one block is selected, its output is not floating point, or the labels do not fit.
    """
    page = rules.page
    chosen = [n for n in names if n in page.blocks]
    if len(chosen) != 1:
        raise EditError(phrase("Select the block whose output to train"))
    source, pin, kind = _logits(rules, chosen[0])
    dtype, shape = rules.inference.dtype(source, pin), shape_of(source, pin)
    if dtype not in _FLOATS:
        raise EditError(phrase("{0} gives no floating point numbers to train", chosen[0]))
    classes = shape is not None and len(shape) == 2 and shape[1] != 1
    data = _data(rules, source)
    if data and rules.inference.dtype(data, "labels") in _INTEGERS and not classes:
        raise EditError(phrase("The labels are classes: let {0} give a number for each class", chosen[0]))
    if data and rules.inference.dtype(data, "labels") not in _INTEGERS:
        classes = False
    labels, errors, loss, adam, train, session, *more = page.free_ids(
        ("LABELS", "ERRORS", "LOSS", "ADAM", "TRAIN", "TRAINING", *validation_ids(classes))
    )
    error, given, other, gives = (
        (CROSS_ENTROPY, "features", "labels", "loss") if classes else ("SquaredDifference", "x", "y", "z")
    )
    axes = [0] if classes else [*range(len(shape))] if shape is not None else []
    known = (labels, "output", TENSOR)  # labels in the form that the loss compares
    first: tuple[Block, ...] = ()
    wires: tuple[Wire, ...] = ()
    if not data:
        labelled = {"dtype": "DT_INT32" if classes else dtype} | (
            {"shape": shape_text(shape[:1] if classes else shape)} if shape is not None else {}
        )
        first = (Block(labels, "Placeholder", values=labelled),)
    elif shape is not None and not classes and len(shape) - 1 == len(shape_of(data, "labels") or shape):
        first = (Block(labels, "ExpandDims", values={"dim": "-1"}),)
        wires = (Wire(data, "labels", labels, "input"),)
    else:
        known = (data, "labels", TENSOR)
    wires += (
        Wire(source, pin, errors, given, kind),
        Wire(*known[:2], errors, other),
        Wire(errors, gives, loss, "input"),
        Wire(loss, "output", train, "loss"),
        Wire(adam, "optimizer", train, "optimizer", OPTIMIZER),
        Wire(train, "operation", session, "run_outputs", OPERATION),
    )
    parts = None
    if data:
        trained = TrainedSession(session, (errors, gives, TENSOR), classes, known, (source, pin, kind))
        parts = make_validation(rules, trained, tuple(more))
        wires += parts.wires
    else:
        wires += (Wire(loss, "output", session, "fetch_outputs"),)
    x, y, width, height = measures.drawn_rect(source)
    columns = (
        (Block(errors, error), Block(adam, ADAM, values={"learning_rate": _RATE})),
        (
            Block(loss, "Mean", values={"reduction_indices": str(axes), "Tidx": "DT_INT32"}),
            Block(train, MINIMIZE),
        ),
        parts.metrics if parts is not None else (),
        (Block(session, SESSION), *(parts.validation if parts is not None else ())),
        (parts.chart,) if parts is not None else (),
    )
    below = () if data else tuple(place_columns(measures, (first,), x + width + GAP, y + height + GAP))
    right = max((measures.box(block).width for block in below), default=-GAP) + GAP
    blocks = below + tuple(place_columns(measures, (first if data else (), *columns), x + width + GAP + right, y))
    blocks += tuple(place_flag(measures, parts)) if parts is not None else ()
    return PageChange(
        Insert(page.name, blocks, tuple(Placed(wire, 0) for wire in wires)),
        phrase("Train {0}", chosen[0]),
        tuple(block.id for block in blocks),
        validation_note(parts)
        if parts is not None
        else phrase("Feed {0} and what the page takes, then run: the loss is {1}", labels, loss),
    )


def _data(rules: WireRules, block: str) -> str:
    """Return the only upstream block with labels and a switch between training and validation rows, or ""."""
    page = rules.page
    types = {name: rules.catalogue.get(page.blocks[name].type) for name in upstream(page, [block])}
    names = [n for n, type_ in types.items() if type_ and type_.input("training") and type_.output("labels")]
    return names[0] if len(names) == 1 else ""


def _logits(rules: WireRules, name: str) -> tuple[str, str, str]:
    """Return the output to train for a block: block, pin and kind."""
    page = rules.page
    type_ = rules.catalogue.get(page.blocks[name].type)
    into = page.wires_into(name, "logits")
    if type_ is not None and type_.op == "Softmax" and into:
        return into[0].source, into[0].source_pin, into[0].kind
    pin = next((p for p in type_.outputs if p.kind in (TENSOR, REF)), None) if type_ is not None else None
    if pin is None:
        raise EditError(phrase("Select a block that gives a tensor"))
    return name, f"{pin.name}[0]" if pin.list else pin.name, pin.kind
