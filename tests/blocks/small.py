"""A small catalogue made by hand, and pages written in a few words."""

from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.catalogue.entries import own_entries
from blockloom.blocks.document.pages import Document, Frame, new_document
from blockloom.blocks.infer.inference import PageInference
from tests.pages import page


def pin(name, kind="tensor", **more):
    return {"name": name, "kind": kind, "list": kind == "list", **more}


def attr(name, type_, default=None, **more):
    return {"name": name, "type": type_, "default": default, "allowed": None, **more}


def op(name, inputs=(), outputs=(), attrs=(), devices=("CPU",), **more):
    outputs = list(outputs) or [{"name": "operation", "kind": "operation", "list": False}]
    return {
        "name": name,
        "op": name,
        "category": "Test",
        "inputs": list(inputs),
        "outputs": outputs,
        "attrs": list(attrs),
        "devices": list(devices),
        "doc": f"{name} does something.",
        **more,
    }


FLOAT = attr("T", "type", required=True, allowed=["DT_FLOAT", "DT_DOUBLE", "DT_INT32"])
SHARED = (attr("container", "string", ""), attr("shared_name", "string", ""))
HANDLE = pin("handle", "ref", dtype="DT_STRING")
ENTRIES = [
    op(
        "Const",
        (),
        [pin("output", type_attr="dtype")],
        [attr("value", "tensor", required=True), attr("dtype", "type", required=True)],
    ),
    op("AddV2", [pin("x", type_attr="T"), pin("y", type_attr="T")], [pin("z", type_attr="T")], [FLOAT]),
    op(
        "AddN",
        [pin("inputs", "list", type_attr="T", number_attr="N")],
        [pin("sum", type_attr="T")],
        [attr("N", "int", required=True, minimum=1), FLOAT],
    ),
    op(
        "ConcatV2",
        [pin("values", "list", type_attr="T", number_attr="N"), pin("axis", dtype="DT_INT32")],
        [pin("output", type_attr="T")],
        [attr("N", "int", required=True, minimum=2), FLOAT],
    ),
    op(
        "Pack",
        [pin("values", "list", type_attr="T", number_attr="N")],
        [pin("output", type_attr="T")],
        [attr("N", "int", required=True, minimum=1), attr("axis", "int", 0), FLOAT],
    ),
    op(
        "Split",
        [pin("split_dim", dtype="DT_INT32"), pin("value", type_attr="T")],
        [pin("output", "list", type_attr="T", number_attr="num_split")],
        [attr("num_split", "int", required=True, minimum=1), FLOAT],
    ),
    op(
        "Sort",
        [pin("x", type_attr="T")],
        [pin("y", type_attr="T")],
        [
            FLOAT,
            attr("order", "string", "UP", allowed=["UP", "DOWN"]),
            attr("window", "list(int)", required=True, minimum=2),
        ],
    ),
    op(
        "Assign",
        [pin("ref", "ref", type_attr="T"), pin("value", type_attr="T")],
        [pin("output_ref", "ref", type_attr="T")],
        [FLOAT],
    ),
    op("Print", [pin("text", dtype="DT_STRING")], (), ()),
    op(
        "Tee",
        [pin("data", "list", type_list_attr="Ts")],
        [pin("first", dtype="DT_FLOAT")],
        [attr("Ts", "list(type)", required=True, minimum=0)],
    ),
    op("Map", [pin("x", type_attr="T")], [pin("y", type_attr="T")], [FLOAT, attr("f", "func", required=True)]),
    op("MaybeMap", [pin("x", type_attr="T")], [pin("y", type_attr="T")], [FLOAT, attr("fs", "list(func)", [])]),
    op("OldAdd", [pin("x", type_attr="T")], [pin("y", type_attr="T")], [FLOAT], deprecated="Use AddV2 instead."),
    op("OnTpu", (), [pin("output", dtype="DT_FLOAT")], (), ("TPU_SYSTEM",)),
    op("Nowhere", (), [pin("output", dtype="DT_FLOAT")], (), ()),
    op(
        "Placeholder",
        (),
        [pin("output", type_attr="dtype")],
        [attr("dtype", "type", required=True), attr("shape", "shape")],
    ),
    op("Abort", (), (), [attr("error_msg", "string", "")]),
    *(
        op(name, [pin("data", type_attr="T")], [pin("output", type_attr="T")], [FLOAT])
        for name in ("NextIteration", "Enter", "Exit")
    ),
    op(
        "Merge",
        [pin("inputs", "list", type_attr="T", number_attr="N")],
        [pin("output", type_attr="T"), pin("value_index", dtype="DT_INT32")],
        [attr("N", "int", required=True, minimum=1), FLOAT],
    ),
    op(
        "ConditionalAccumulator",
        (),
        [HANDLE],
        [attr("dtype", "type", required=True), attr("shape", "shape", required=True), *SHARED],
        stateful=True,
    ),
    op(
        "AccumulatorApplyGradient",
        [HANDLE, pin("local_step", dtype="DT_INT64"), pin("gradient", type_attr="dtype")],
        (),
        [attr("dtype", "type", required=True)],
    ),
    op(
        "AccumulatorTakeGradient",
        [HANDLE, pin("num_required", dtype="DT_INT32")],
        [pin("average", type_attr="dtype")],
        [attr("dtype", "type", required=True)],
    ),
    op("FIFOQueue", (), [HANDLE], [attr("component_types", "list(type)", required=True, minimum=1), *SHARED]),
    op(
        "QueueEnqueue",
        [HANDLE, pin("components", "list", type_list_attr="Tcomponents")],
        (),
        [attr("Tcomponents", "list(type)", required=True, minimum=1)],
    ),
    op(
        "QueueDequeue",
        [HANDLE],
        [pin("components", "list", type_list_attr="component_types")],
        [attr("component_types", "list(type)", required=True, minimum=1)],
    ),
    op(
        "Stage",
        [pin("values", "list", type_list_attr="dtypes")],
        (),
        [attr("dtypes", "list(type)", required=True, minimum=1), *SHARED],
    ),
    op(
        "Unstage",
        (),
        [pin("values", "list", type_list_attr="dtypes")],
        [attr("dtypes", "list(type)", required=True, minimum=1), *SHARED],
    ),
]
SMALL = Catalogue(own_entries() + ENTRIES, PageInference, "2.21.0")
# A page without a problem, for `document`.
SOUND = """
A Const value=1.5f dtype=DT_FLOAT
ADD AddV2 y=2
S loom.Session
A.output -> ADD.x
ADD.z -> S.fetch_outputs
"""


class Counted(dict):
    """Frames, and how often one was looked up."""

    looked = 0

    def __getitem__(self, name):
        self.looked += 1
        return super().__getitem__(name)


def document(text: str, frames: tuple[Frame, ...] = ()) -> Document:
    """Return a document with a page as in `tests.pages`, of types of this catalogue."""
    made = new_document()
    page(made, "main", text, catalogue=SMALL).frames.update((f.id, f) for f in frames)
    return made
