"""Wires that fit on a page, and requirements of a block for a wire to an end."""

from blockloom.blocks.document.pages import CONTROL, Wire
from blockloom.blocks.infer.compatible_types import FreeEndRequirement
from blockloom.blocks.infer.wire_rules import WireEnd, WireFit, WireRules, source_of, target_of
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
    y = WireEnd("ADD", "y", "input")
    fit = known.fit(WireEnd("A", "output", "output"), y)
    assert fit == WireFit("", Wire("A", "output", "ADD", "y"), False)
    assert known.fit(WireEnd("I", "output", "output"), y).reason == "I.output gives DT_INT32, but ADD.y takes DT_FLOAT"
    assert known.fit(WireEnd("A", "none", "output"), y).reason == "A has no such pin"
    assert known.fit(WireEnd("ADD", "z", "output"), y).reason == "a block cannot feed itself"
    assert not known.fit(WireEnd("NEXT", "output", "output"), WireEnd("NEXT", "data", "input")).reason
    assert known.fit(WireEnd("SPLIT", "output", "output", "list"), y).element


def test_control_wires_go_between_blocks_of_the_graph():
    known = rules(PAGE + "A -> ADD")
    ends = [WireEnd(name, "", side, CONTROL) for name, side in (("A", "output"), ("ADD", "input"), ("NUM", "input"))]
    assert known.fit(*ends[:2]).reason == "ADD already waits for A"
    assert known.fit(ends[0], WireEnd("ADD", "x", "input")).reason.startswith("a control wire goes from block to block")
    assert known.fit(ends[0], ends[2]).reason.startswith("NUM is not part of the graph")
    assert known.fit(WireEnd("I", "", "output", CONTROL), ends[1]).wire == Wire("I", "", "ADD", "", CONTROL)


def test_the_next_element_of_a_list_and_the_inputs_that_take_one_wire():
    known = rules()
    assert known.elements(WireEnd("SPLIT", "output", "output", "list")) == (2, 1)
    assert known.single(WireEnd("ADD", "x", "input"))
    assert not known.single(WireEnd("JOIN", "inputs", "input", "list"))
    assert not known.single(WireEnd("ADD", "", "input", CONTROL))


def test_what_the_ends_of_a_wire_ask_of_a_block_between_them():
    known, wire = rules(), Wire("A", "output", "ADD", "x")
    assert (source_of(wire), target_of(wire)) == (WireEnd("A", "output", "output"), WireEnd("ADD", "x", "input"))
    source, target = known.wants(wire)
    assert source == FreeEndRequirement("output", "tensor", "DT_FLOAT")
    assert target == FreeEndRequirement("input", "tensor", None, allowed=("DT_FLOAT", "DT_DOUBLE", "DT_INT32"))
    assert known.want(WireEnd("A", "", "output", CONTROL)) == FreeEndRequirement("output", CONTROL)


def test_dtypes_are_asked_for_when_they_are_needed():
    asked = []
    page = document(PAGE).page("main")
    known = WireRules(page, SMALL, lambda: asked.append(True) or rules().inference)
    assert known.single(WireEnd("ADD", "x", "input")) and not asked
    assert known.want(WireEnd("A", "output", "output")).dtype == "DT_FLOAT" and asked
