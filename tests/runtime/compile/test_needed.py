"""Pages with faults that no session needs: they run, and tell of them."""

import pytest

from blockloom.blocks.document.pages import Frame, Wire
from blockloom.blocks.edits import SetValue
from blockloom.blocks.edits.edit_json import to_json
from blockloom.blocks.problems import ERROR, WARNING
from blockloom.runtime.api import running
from blockloom.runtime.protocol.requests import TryFixesRequest
from blockloom.runtime.types.types_service import DocumentTypes
from tests.enuspace.pages import words
from tests.pages import document

PAGE = "A Const value=2.0; N Neg x=<A.output; S loom.Session fetch_outputs=<N.y\n"
SAYS = "no session needs this block: the rest of the page runs without it"
FAULTS = {
    "missing-input": "B Neg",
    "unknown-type": "B NoSuchOp",
    "refused": "B MatMul a=[[1.0, 2.0]] b=[[1.0, 2.0]]",
    "refused behind": "B MatMul a=[[1.0, 2.0]] b=[[1.0, 2.0]]; C Neg x=<B.product",
    "refused by a composite": "B loom.Gradients ys=<C.output xs=<A.output; C Const value=1.0",
    "refused by an accumulator": """
        B AccumulatorApplyGradient local_step=0 gradient=[1f, 2f, 3f] handle=<C.handle
        C ConditionalAccumulator dtype=DT_FLOAT shape=[2]""",
    "split-loop": """
        B NextIteration data=<G.grads[0]; E Enter data=1.0 frame_name=w; M Merge inputs=<E.output,B.output
        G loom.Gradients ys=<M.output xs=<M.output""",
}


def fault(catalogue, name):
    return document(catalogue, PAGE + FAULTS[name])


@pytest.mark.parametrize("name", FAULTS)
def test_the_rest_of_the_page_runs(catalogue, worker, name):
    made = fault(catalogue, name)
    done = running.run(made, worker=worker)
    assert {block: list(pins) for block, pins in done.results.items()} == {"A": ["output"], "N": ["y"]}
    assert done.results["N"]["y"] == -2.0
    told = [p for p in done.warnings if SAYS in p.message]
    assert {p.block for p in told} == {"B"} and {p.severity for p in done.warnings} == {WARNING}
    assert told[0].code == name.partition(" ")[0]


@pytest.mark.parametrize("name", FAULTS)
def test_what_is_fetched_all_the_same_is_needed(catalogue, worker, name):
    with pytest.raises(running.BadPage) as caught:
        running.run(fault(catalogue, name), worker=worker, fetch=["B"])
    if name == "split-loop":
        assert "inside a while loop" in str(caught.value)
        return
    assert [p.block for p in caught.value.problems if p.severity == ERROR] and SAYS not in str(caught.value)


def test_live_types_say_the_same_and_know_the_rest(catalogue):
    for name in FAULTS:
        live = DocumentTypes()
        live._document = fault(catalogue, name)
        reply = live.types("main", catalogue)
        assert tuple(reply.types["N"]["y"])[:2] == ("float64", [])
        problems = reply.problems
        assert {p.block for p in problems if SAYS in p.message} == {"B"}, name
        assert not [p for p in problems if p.severity == ERROR], name


def test_a_fix_of_what_nobody_needs_is_tried_as_any_other(catalogue):
    live = DocumentTypes()
    live._document = document(catalogue, PAGE + "B AddV2 x=1.0")
    fixes = [to_json(SetValue("main", "B", "y", text)) for text in ("2.0", "nonsense(")]
    good, bad = live.tries(
        TryFixesRequest("main", block="B", pin="y", code="missing-input", fixes=fixes), catalogue
    ).tries
    assert good.is_valid and not good.remaining_problems and not bad.is_valid


@pytest.mark.parametrize(
    "text",
    [
        "B QuantizedReluX features=[1] Tinput=DT_QUINT8 max_value=1f min_features=0f max_features=1f",
        "B Const value=1.0 @frame=PS",
    ],
)
def test_what_this_machine_has_no_device_for_stops_no_page_that_does_not_need_it(catalogue, worker, text):
    made = document(catalogue, PAGE + text, frames=(Frame("PS", "ps", device="/job:ps/task:0"),))
    assert running.run(made, worker=worker).results["N"]["y"] == -2.0


def test_a_page_of_enuspace_runs_with_a_fault_next_to_it(catalogue, worker):
    made = words(
        catalogue,
        "A enu.Const val=2.0 dtype=DT_DOUBLE | N enu.Negate | B enu.Add | O enu.Operation | Q enu.Square",
        "A.output N.x | N.y S.fetch | Q.y O.operation",
    )
    made.page("main").put_wire(Wire("B", "z", "Q", "x", "tensor"))
    done = running.run(made, worker=worker)
    assert done.results["N"]["y"] == -2.0 and done.results.keys() == {"A", "N"}
    assert {p.block for p in done.warnings} == {"B"} and all(SAYS in p.message for p in done.warnings)
