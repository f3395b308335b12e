"""Plans: the nodes of each block, without TensorFlow."""

import subprocess
import sys

import pytest

from blockloom.blocks.document.addresses import Address
from blockloom.blocks.document.pages import Block, Frame
from blockloom.blocks.infer.inference import PageInference
from blockloom.blocks.plan.plan_nodes import PagePlan, StepOutput
from blockloom.blocks.plan.planner import leave_out, make_plan
from tests.blocks.checks.test_checks import LOOP
from tests.blocks.small import SMALL, document


def planned(text: str, frames=(), **how) -> PagePlan:
    page = document(text, frames).page("main")
    return make_plan(page, SMALL, PageInference(page, SMALL), **how)


def rows(plan: PagePlan, block: str) -> list[tuple]:
    return [(node.name, node.op, node.inputs, node.control_inputs) for node in plan.nodes[block]]


def test_a_plan_is_made_without_tensorflow():
    code = (
        "from tests.blocks.plan.test_plan import planned\nfrom tests.blocks.small import SOUND\nimport sys\n"
        "assert planned(SOUND).nodes['ADD'] and not {'tensorflow', 'PySide6'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_blocks_are_nodes_and_typed_in_values_are_constants():
    plan = planned(
        "A Const value=1.5f dtype=DT_FLOAT\nADD AddV2 y=2\nS loom.Session\nA.output -> ADD.x\n"
        "ADD.z -> S.fetch_outputs\nA -> ADD"
    )
    assert plan.order == ["A", "ADD"] and not plan.steps and not plan.problems
    assert rows(plan, "ADD") == [("ADD", "AddV2", ["A", "ADD/y"], ["A"]), ("ADD/y", "Const", [], [])]
    assert plan.places == {
        "A": Address("main", "A"),
        "ADD": Address("main", "ADD"),
        "S": Address("main", "S"),
        "ADD/y": Address("main", "ADD", "y"),
    }
    add, y = plan.nodes["ADD"]
    assert add.attrs == {"T": ("type", "DT_FLOAT")} and y.attrs["dtype"] == ("type", "DT_FLOAT")
    assert y.attrs["value"][1].array == 2 and plan.nodes["A"][0].attrs["value"][1].array == 1.5


def test_outputs_of_lists_are_counted_and_one_of_them_is_taken():
    plan = planned(
        "S Split split_dim=0 value=[1.0,2.0,3.0] num_split=3\nN AddN\nB AddV2 y=1\nM Merge\nC AddV2 y=1\n"
        "S.output -> N.inputs list\nS.output[2] -> B.x\nB.z -> M.inputs\nM.value_index -> C.x"
    )
    assert rows(plan, "N")[0][2] == ["S:0", "S:1", "S:2"]
    assert rows(plan, "B")[0][2] == ["S:2", "B/y"] and rows(plan, "C")[0][2] == ["M:1", "C/y"]
    with pytest.raises(KeyError):
        plan.outputs.tensors("S", "nothing")


def test_names_are_reserved_in_the_scopes_of_frames_and_devices_are_theirs():
    frames = (Frame("F", title="träume"), Frame("G", title="in", frame="F", device="/CPU:0"))
    plan = planned(
        "a.b Const value=1 dtype=DT_FLOAT @frame=G\nC Const value=2 dtype=DT_FLOAT @frame=F\n"
        "-x Const value=3 dtype=DT_FLOAT",
        frames,
    )
    assert plan.names == {"a.b": "trxe4ume/in/a.b", "C": "trxe4ume/C", "-x": "b-x"}
    assert [plan.nodes[b][0].device for b in ("a.b", "C", "-x")] == ["/CPU:0", "", ""]


def test_two_blocks_whose_names_are_written_alike_keep_a_node_each():
    page = document("").page("main")
    page.blocks |= {name: Block(name, "Const", values={"value": "1", "dtype": "DT_FLOAT"}) for name in ("a b", "a_b")}
    plan = make_plan(page, SMALL, PageInference(page, SMALL))
    assert plan.names == {"a b": "a_b", "a_b": "a_b_"}
    assert plan.places["a_b_"] == Address("main", "a_b")


def test_composites_are_steps_that_others_refer_to():
    plan = planned(
        "V loom.Variable initvalues=[1.0,2.0]\nY AddV2 y=1\nG loom.Gradients\nZ AddV2 y=2\n"
        "P Print text=done\nV.ref -> Y.x\nY.z -> G.ys\nV.ref -> G.xs\nG.grads[0] -> Z.x\nG -> P"
    )
    step = plan.steps["G"]
    assert (step.kind, step.name, step.inputs) == ("loom.Gradients", "G", {"ys": ["Y"], "xs": ["V"]})
    assert rows(plan, "Z")[0][2] == [StepOutput("G", "grads[0]"), "Z/y"]
    assert rows(plan, "P")[0][3] == [StepOutput("G")]
    assert plan.order.index("G") < plan.order.index("Z") and "G" not in plan.nodes


def test_a_variable_has_the_ops_that_keep_its_value_unless_the_plan_is_bare():
    text = "V loom.Variable initvalues=2.5 shape=[2,2]"
    plan, bare = planned(text), planned(text, bare=True)
    assert [n.name for n in plan.nodes["V"]] == [
        "V/initvalues",
        "V",
        "V/init",
        "V/restore_value",
        "V/restore",
        "V/is_initialized",
    ]
    assert [n.name for n in bare.nodes["V"]] == ["V/initvalues", "V", "V/init"]
    known = plan.variables["V"]
    assert known.initial == "V/initvalues:0" and known.key[1:] == (False, "DT_DOUBLE", (2, 2))
    assert known.origin and not bare.variables["V"].origin
    assert plan.nodes["V"][0].attrs["value"][1].array.shape == (2, 2)


def test_an_initial_value_that_does_not_fit_is_a_problem_and_its_dependents_are_left_out():
    plan = planned(
        "V loom.Variable initvalues=[1.0,2.0,3.0] shape=[2,2]\nA AddV2 y=1\nB Const value=1 dtype=DT_FLOAT\n"
        "V.ref -> A.x"
    )
    assert [(p.code, p.block) for p in plan.problems] == [("refused", "V")]
    assert plan.left_out == {"V": "V", "A": "V"} and list(plan.nodes) == ["B"]


def test_a_variable_with_a_wired_initial_value_is_a_step():
    plan = planned("C Const value=1.0 dtype=DT_FLOAT\nV loom.Variable\nC.output -> V.initvalues")
    assert plan.steps["V"].inputs == {"initvalues": ["C"]} and not plan.variables


def test_what_is_left_out_says_because_of_which_block():
    page = document(
        "A Const value=1 dtype=DT_FLOAT\nB AddV2 y=1\nC AddV2 y=1\nD Const value=1 dtype=DT_FLOAT\n"
        "A.output -> B.x\nB.z -> C.x"
    ).page("main")
    left_out = {}
    leave_out(page, {"B"}, left_out)
    assert left_out == {"B": "B", "C": "B"}
    plan = make_plan(page, SMALL, PageInference(page, SMALL), left_out=left_out)
    assert sorted(plan.nodes) == ["A", "D"]


def test_ops_that_are_to_be_expanded_are_steps():
    plan = planned("T OnTpu\nA AddV2 y=1\nT.output -> A.x", expanded={"OnTpu"})
    assert list(plan.steps) == ["T"] and rows(plan, "A")[0][2] == [StepOutput("T", "output"), "A/y"]


def test_constants_in_a_loop_run_as_often_as_it_does():
    plan = planned(LOOP)
    inside = [
        (node.name, node.control_inputs)
        for nodes in plan.nodes.values()
        for node in nodes
        if node.op == "Const" and node.control_inputs
    ]
    assert inside and all(plan.places[after].block in plan.page.blocks for _, (after,) in inside)


@pytest.mark.parametrize("partial", [True, False])
def test_a_block_that_cannot_be_planned_stops_a_whole_plan_and_not_a_partial_one(partial):
    text = "A AddV2 x=1.0 y=2.0\nB AddV2 y=1\nA.nothing -> B.x"
    if not partial:
        with pytest.raises(KeyError):
            planned(text)
        return
    plan = planned(text, partial=True)
    assert list(plan.nodes) == ["A"] and plan.left_out == {"B": "B"} and not plan.problems


def test_planning_asks_now_and_then_whether_to_go_on():
    class Enough(Exception):
        pass

    def tick():
        raise Enough

    with pytest.raises(Enough):
        planned("A Const value=1 dtype=DT_FLOAT", tick=tick)
