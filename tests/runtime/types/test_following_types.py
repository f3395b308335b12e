"""Types that follow edits equal those of the edited page.

Pages have ops whose shapes depend on values, handles and references.
"""

import random

from hypothesis import given, settings

from blockloom.blocks.document.pages import MODES, Block, Placed, Wire, control, new_document
from blockloom.blocks.editing.undo_stack import UndoStack
from blockloom.blocks.edits import CompositeEdit, Insert, Remove, Rename, SetField, SetValue
from blockloom.blocks.edits.edit_json import to_json
from blockloom.blocks.files import documents
from blockloom.blocks.infer.inference import PageInference
from blockloom.runtime.protocol import requests
from tests.blocks.strategies import seeds
from tests.extent import examples
from tests.pages import document

_NUMBERS = ["1", "2", "[2]", "[1, 2]", "[2, 3]", "[0, 1]", "[-1]", "[[1, 2], [3, 4]]", "[[1, 2, 3]]", "[]", "[6]"]
_SHAPES = ["[]", "[2]", "[2, 3]", "[?, 3]", "?", "[3, ?]", "[6]", "[1, 2]"]
_DTYPES = ["DT_FLOAT", "DT_INT32", "DT_INT64", "DT_BOOL"]
_AXES = ["0", "1", "-1"]
_BOOLS = ["true", "false"]
# type -> what may be typed in
TYPES = {
    "Const": {"value": _NUMBERS, "dtype": _DTYPES[:3]},
    "Placeholder": {"dtype": _DTYPES[:3], "shape": _SHAPES},
    "PlaceholderWithDefault": {"input": _NUMBERS, "shape": _SHAPES},
    "Shape": {"out_type": _DTYPES[1:3]},
    "Rank": {},
    "Size": {},
    "ShapeN": {},
    "Identity": {},
    "Neg": {},
    "AddV2": {"y": _NUMBERS},
    "Mul": {"y": _NUMBERS},
    "MatMul": {"transpose_a": _BOOLS, "b": _NUMBERS[7:9]},
    "Cast": {"DstT": _DTYPES},
    "Equal": {"incompatible_shape_error": _BOOLS, "y": _NUMBERS},
    "Reshape": {"shape": _NUMBERS},
    "Fill": {"dims": _NUMBERS, "value": _NUMBERS},
    "Range": {"start": ["0", "0.0"], "limit": ["3", "4.0"], "delta": _NUMBERS},
    "Pack": {"axis": _AXES},
    "ConcatV2": {"axis": _AXES},
    "ExpandDims": {"dim": _AXES},
    "StridedSlice": {
        "begin": ["[0]", "[1]"],
        "end": ["[1]", "[2]"],
        "strides": ["[1]"],
        "shrink_axis_mask": ["0", "1"],
    },
    "GatherV2": {"indices": _NUMBERS, "axis": _AXES},
    "Sum": {"reduction_indices": _NUMBERS, "keep_dims": _BOOLS},
    "Prod": {"reduction_indices": _NUMBERS},
    "Transpose": {"perm": ["[1, 0]", "[0]"]},
    "Tile": {"multiples": _NUMBERS},
    "BroadcastTo": {"shape": _NUMBERS},
    "Squeeze": {"squeeze_dims": ["[0]", "[1]"]},
    "Split": {"split_dim": _AXES, "num_split": ["1", "2", "3"]},
    "Unpack": {"num": ["1", "2", "3"], "axis": _AXES},
    "IdentityN": {},
    "Switch": {"pred": ["true"]},
    "Merge": {},
    "Where": {},
    "ArgMax": {"dimension": _AXES},
    "RandomUniform": {"shape": _NUMBERS, "dtype": _DTYPES[:1]},
    "Softmax": {},
    "NoOp": {},
    "VarHandleOp": {"dtype": _DTYPES[:3], "shape": _SHAPES},
    "ReadVariableOp": {"dtype": _DTYPES[:3]},
    "VariableShape": {},
    "AssignVariableOp": {"value": _NUMBERS},
    "VariableV2": {"dtype": _DTYPES[:1], "shape": _SHAPES},
    "Assign": {"value": _NUMBERS},
    "loom.Variable": {"initvalues": _NUMBERS, "shape": _SHAPES},
    "loom.ResourceVariable": {"initvalues": _NUMBERS, "shape": _SHAPES},
    "AssignAdd": {"value": _NUMBERS},
    "FIFOQueueV2": {"component_types": ["[DT_FLOAT]", "[DT_FLOAT, DT_INT32]"], "shapes": ["[[2]]", "[[2], [3, 1]]"]},
    "QueueDequeueV2": {"component_types": ["[DT_FLOAT]", "[DT_FLOAT, DT_INT32]"]},
    "QueueSizeV2": {},
    "EmptyTensorList": {"element_shape": _NUMBERS, "max_num_elements": ["3"], "element_dtype": _DTYPES[:1]},
    "TensorListPushBack": {"tensor": _NUMBERS},
    "TensorListElementShape": {"shape_type": _DTYPES[1:2]},
    "TensorListStack": {"element_shape": _NUMBERS, "element_dtype": _DTYPES[:1]},
    "ConditionalAccumulator": {"dtype": _DTYPES[:1], "shape": _SHAPES},
    "AccumulatorApplyGradient": {"local_step": ["0"], "gradient": _NUMBERS},
    "AccumulatorTakeGradient": {"num_required": ["0", "1"], "dtype": _DTYPES[:1]},
    "loom.Gradients": {},
    "loom.Session": {},
    "loom.Feed": {"value": _NUMBERS},
}
_RARE = {"loom.Gradients": 0.1}


def block(chance, page):
    kind = chance.choice(sorted(TYPES))
    while chance.random() > _RARE.get(kind, 1):
        kind = chance.choice(sorted(TYPES))
    values = {pin: chance.choice(some) for pin, some in TYPES[kind].items() if chance.random() < 0.85}
    return Block(page.free_id("B"), kind, values=values)


def wires(chance, page, catalogue, target, only=None):
    """Wires from blocks of the page to the free inputs of one, most of which fit."""
    names, found = sorted(n for n in page.blocks if n != target.id), []
    for pin in catalogue[target.type].inputs:
        often = 0.5 if pin.name in target.values else 0.95
        if only in (None, pin.name) and names and (only or chance.random() < often):
            outs = [
                (n, out)
                for n in chance.sample(names, min(6, len(names)))
                for out in catalogue[page.blocks[n].type].outputs
            ]
            fit = [
                (n, out)
                for n, out in outs
                if (out.dtype == pin.dtype or not (out.dtype and pin.dtype)) and (out.kind == pin.kind or pin.list)
            ]
            some = min(len(fit or outs), chance.choice((1, 2, 3)) if pin.list else 1)
            for n, out in chance.sample(fit or outs, some):
                found.append(Placed(Wire(n, out.name, target.id, pin.name, out.kind), 9))
    if names and chance.random() < 0.08:
        found.append(Placed(control(chance.choice(names), target.id), 9))
    return tuple(found)


def edit(chance, page, catalogue):
    names, pick = sorted(page.blocks), chance.random()
    if not names:
        return Insert("main", (block(chance, page),))
    one = page.blocks[chance.choice(names)]
    if pick < 0.45:
        pins = TYPES.get(one.type)
        if not pins:
            return SetValue("main", one.id, "T", chance.choice([None, "DT_FLOAT", "DT_INT32"]))
        pin = chance.choice(sorted(pins))
        return SetValue("main", one.id, pin, chance.choice([None, *pins[pin]]))
    if pick < 0.6:
        made = block(chance, page)
        return Insert("main", (made,), wires(chance, page, catalogue, made))
    have = [Placed(w, i) for pins in page.into.values() for ws in pins.values() for i, w in enumerate(ws)]
    if pick < 0.72 and have:
        return Remove("main", wires=(chance.choice(have),))
    if pick < 0.88 and catalogue[one.type].inputs:
        pin = chance.choice(catalogue[one.type].inputs).name
        cut = tuple(Placed(w, i) for i, w in enumerate(page.into.get(one.id, {}).get(pin, ())))
        laid = wires(chance, page, catalogue, one, pin)
        old = {placed.wire for placed in cut}
        laid = tuple(placed for placed in laid if placed.wire not in old)
        return (
            CompositeEdit((Remove("main", wires=cut), Insert("main", wires=laid)))
            if cut
            else Insert("main", wires=laid)
        )
    if pick < 0.97:
        return Remove("main", (one.id,))
    return (
        Rename("main", one.id, page.free_id("R"))
        if pick < 0.985
        else SetField("main", "mode", {one.id: chance.choice(sorted(MODES))})
    )


def grown(chance, catalogue, count):
    made = new_document()
    page = made.pages["main"]
    for _ in range(count):
        one = block(chance, page)
        Insert("main", (one,), wires(chance, page, catalogue, one)).apply(made)
    return made


def compared(types, reply):
    return types, sorted(map(str, reply.problems))


@settings(max_examples=examples(25))
@given(seed=seeds)
def test_what_is_followed_is_what_a_fresh_look_finds(worker, catalogue, seed):
    chance = random.Random(seed)
    made = grown(chance, catalogue, chance.choice((5, 12, 25)))
    history, done = UndoStack(made), []
    history.listeners.append(lambda edit: done.append(to_json(edit)))
    reply = worker.call(requests.GetTypesRequest(document=documents.dumps(made), page="main"))
    types = reply.types
    for _ in range(6):
        if chance.random() < 0.15:
            history.undo()
        else:
            history.do(edit(chance, made.pages["main"], catalogue))
        now = worker.call(requests.GetTypesRequest(edits=list(done), page="main", known_version=reply.version))
        done.clear()
        for name, pins in (now.changed or {}).items():
            types.pop(name, None)
            types |= {name: pins} if pins else {}
        types, reply = types if now.types is None else now.types, now
    whole = worker.call(requests.GetTypesRequest(document=documents.dumps(made), page="main"))
    if PageInference(made.pages["main"], catalogue).looped:  # with loops, the order of blocks matters as well
        return
    assert compared(types, reply) == compared(whole.types, whole)


def test_partially_read_shape_inputs_exist_when_their_consumer_is_built_again(worker, catalogue):
    """Of [n, 5] the 5 is known, whatever the n: a tensor of that dtype and shape does not say as much."""
    made = document(
        catalogue,
        """
        N Placeholder dtype=DT_INT32 shape=[]; FIVE Const value=5; PACK Pack values=<N.output,FIVE.output
        LONG Cast DstT=DT_INT64 x=<PACK.output; MORE Const value=[7] dtype=DT_INT64; AXIS Const value=0
        JOIN ConcatV2 values=<LONG.y,MORE.output axis=<AXIS.output
        CUT StridedSlice begin=[0] end=[2] strides=[1] input=<PACK.output; F Fill value=1 dims=<PACK.output
        G Fill value=1 dims=<JOIN.output; H Fill value=1 dims=<CUT.output""",
    )
    reply = worker.call(requests.GetTypesRequest(document=documents.dumps(made), page="main"))
    shapes = {name: reply.types[name]["output"][1] for name in "FGH"}
    assert shapes == {"F": [None, 5], "G": [None, 5, 7], "H": [None, 5]}
    edits = [to_json(SetValue("main", name, "value", "2.5")) for name in "FGH"]
    now = worker.call(requests.GetTypesRequest(edits=edits, page="main", known_version=reply.version))
    assert {name: pins["output"][:2] for name, pins in now.changed.items()} == {
        name: ["float64", shape] for name, shape in shapes.items()
    }
