"""Which wires fit on a page, and what a block must have to be wired to an end."""

from blockloom.blocks.document.pages import CONTROL, Wire
from blockloom.blocks.infer.compatible_types import Want
from blockloom.blocks.infer.wire_rules import End, WireRules, source_of, target_of
from tests.blocks.small import SMALL, document

PAGE = """
A Const value=1.5f dtype=DT_FLOAT
I Const value=1 dtype=DT_INT32
ADD AddV2
SPLIT Split split_dim=0 num_split=2 T=DT_FLOAT
JOIN AddN
NEXT NextIteration
NUM loom.Number
A.output -> ADD.x
SPLIT.output[0] -> JOIN.inputs
"""


def rules(text=PAGE):
    return WireRules(document(text).page("main"), SMALL)


def test_a_wire_fits_where_kinds_and_dtypes_do():
    known = rules()
    y = End("ADD", "y", "input")
    fit = known.fit(End("A", "output", "output"), y)
    assert fit == ("", Wire("A", "output", "ADD", "y"), False)
    assert known.fit(End("I", "output", "output"), y).reason == "I.output gives DT_INT32, but ADD.y takes DT_FLOAT"
    assert known.fit(End("A", "none", "output"), y).reason == "A has no such pin"
    assert known.fit(End("ADD", "z", "output"), y).reason == "a block cannot feed itself"
    assert not known.fit(End("NEXT", "output", "output"), End("NEXT", "data", "input")).reason
    assert known.fit(End("SPLIT", "output", "output", "list"), y).element


def test_control_wires_go_between_blocks_of_the_graph():
    known = rules(PAGE + "A -> ADD")
    ends = [End(name, "", side, CONTROL) for name, side in (("A", "output"), ("ADD", "input"), ("NUM", "input"))]
    assert known.fit(*ends[:2]).reason == "ADD already waits for A"
    assert known.fit(ends[0], End("ADD", "x", "input")).reason.startswith("a control wire goes from block to block")
    assert known.fit(ends[0], ends[2]).reason.startswith("NUM is no part of the graph")
    assert known.fit(End("I", "", "output", CONTROL), ends[1]).wire == Wire("I", "", "ADD", "", CONTROL)


def test_the_next_element_of_a_list_and_the_inputs_that_take_one_wire():
    known = rules()
    assert known.elements(End("SPLIT", "output", "output", "list")) == (2, 1)
    assert known.single(End("ADD", "x", "input"))
    assert not known.single(End("JOIN", "inputs", "input", "list"))
    assert not known.single(End("ADD", "", "input", CONTROL))


def test_what_the_ends_of_a_wire_ask_of_a_block_between_them():
    known, wire = rules(), Wire("A", "output", "ADD", "x")
    assert (source_of(wire), target_of(wire)) == (End("A", "output", "output"), End("ADD", "x", "input"))
    source, target = known.wants(wire)
    assert source == Want("output", "tensor", "DT_FLOAT")
    assert target == Want("input", "tensor", None, allowed=("DT_FLOAT", "DT_DOUBLE", "DT_INT32"))
    assert known.want(End("A", "", "output", CONTROL)) == Want("output", CONTROL)


def test_dtypes_are_asked_for_when_they_are_needed():
    asked = []
    page = document(PAGE).page("main")
    known = WireRules(page, SMALL, lambda: asked.append(True) or rules().inference)
    assert known.single(End("ADD", "x", "input")) and not asked
    assert known.want(End("A", "output", "output")).dtype == "DT_FLOAT" and asked
