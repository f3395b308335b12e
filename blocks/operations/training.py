"""What trains a model, put behind one of its outputs."""

from __future__ import annotations

from collections.abc import Callable, Collection

from blockloom.blocks.catalogue.tensor_shapes import Shape
from blockloom.blocks.document.own_types import ADAM, MINIMIZE, SESSION
from blockloom.blocks.document.pages import OPERATION, OPTIMIZER, REF, TENSOR, Block, Placed, Wire
from blockloom.blocks.edits import EditError, Insert
from blockloom.blocks.infer.wire_rules import WireRules
from blockloom.blocks.operations.change import Change
from blockloom.blocks.operations.measures import Measures
from blockloom.blocks.text.phrases import phrase
from blockloom.blocks.values.shapes import shown

_FLOATS = ("DT_FLOAT", "DT_DOUBLE", "DT_HALF", "DT_BFLOAT16")
_GAP = 60.0  # canvas pixels between blocks
_RATE = "0.001"


def train_this(
    rules: WireRules, names: Collection[str], measures: Measures, shape_of: Callable[[str, str], Shape]
) -> Change:
    """Add a loss to a block's first output, an Adam optimizer, a session that runs it, and a Placeholder `LABELS`. For
    rows of several numbers the loss is softmax cross entropy with class numbers (a Softmax block is passed by), else
    the mean square difference from labels of the output's shape. Raises EditError where not exactly one block is
    selected, or its output is not floating point."""
    page = rules.page
    chosen = [n for n in names if n in page.blocks]
    if len(chosen) != 1:
        raise EditError(phrase("Select the block whose output is to be trained"))
    source, pin, kind = _logits(rules, chosen[0])
    dtype, shape = rules.inference.dtype(source, pin), shape_of(source, pin)
    if dtype not in _FLOATS:
        raise EditError(phrase("{0} gives no floating point numbers to train", chosen[0]))
    classes = shape is not None and len(shape) == 2 and shape[1] != 1
    labels, errors, loss, adam, train, session = page.free_ids(
        ("LABELS", "ERRORS", "LOSS", "ADAM", "TRAIN", "TRAINING")
    )
    labelled = {"dtype": "DT_INT32" if classes else dtype} | (
        {"shape": shown(shape[:1] if classes else shape)} if shape is not None else {}
    )
    error, given, other, gives = (
        ("SparseSoftmaxCrossEntropyWithLogits", "features", "labels", "loss")
        if classes
        else ("SquaredDifference", "x", "y", "z")
    )
    axes = [0] if classes else [*range(len(shape))] if shape is not None else []
    mean = {"reduction_indices": str(axes), "Tidx": "DT_INT32"}
    columns = (
        (Block(labels, "Placeholder", values=labelled),),
        (Block(errors, error), Block(adam, ADAM, values={"learning_rate": _RATE})),
        (Block(loss, "Mean", values=mean), Block(train, MINIMIZE)),
        (Block(session, SESSION),),
    )
    wires = (
        Wire(source, pin, errors, given, kind),
        Wire(labels, "output", errors, other),
        Wire(errors, gives, loss, "input"),
        Wire(loss, "output", train, "loss"),
        Wire(adam, "optimizer", train, "optimizer", OPTIMIZER),
        Wire(loss, "output", session, "fetch_outputs"),
        Wire(train, "operation", session, "run_outputs", OPERATION),
    )
    x, y, width, height = measures.drawn(source)
    blocks = []
    for place, column in enumerate(columns):
        x, below = x + width + _GAP, y + (height + _GAP if not place else 0.0)
        for block in column:
            blocks.append(measures.at(block, x, below))
            below += measures.box(block).height + _GAP
        width = max(measures.box(block).width for block in column)
    return Change(
        Insert(page.name, tuple(blocks), tuple(Placed(wire, 0) for wire in wires)),
        phrase("Train {0}", chosen[0]),
        tuple(block.id for block in blocks),
        phrase("Feed {0} and what the page takes, then run: the loss is {1}", labels, loss),
    )


def _logits(rules: WireRules, name: str) -> tuple[str, str, str]:
    """The output that is trained where one of a block is to be: block, pin and kind."""
    page = rules.page
    type_ = rules.catalogue.get(page.blocks[name].type)
    into = page.wires_into(name, "logits")
    if type_ is not None and type_.op == "Softmax" and into:
        return into[0].source, into[0].source_pin, into[0].kind
    pin = next((p for p in type_.outputs if p.kind in (TENSOR, REF)), None) if type_ is not None else None
    if pin is None:
        raise EditError(phrase("Select a block that gives a tensor"))
    return name, f"{pin.name}[0]" if pin.list else pin.name, pin.kind
