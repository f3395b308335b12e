"""Results of pages with muted and bypassed blocks."""

import pytest

from blockloom.blocks.document.pages import BYPASS, MUTE
from blockloom.blocks.edits import SetField
from blockloom.runtime.api import running
from tests.pages import document

PAGE = """
A Const value=[1.0, 2.0]; B Const value=[3.0, 4.0]; N Neg x=<A.output; S AddV2 x=<N.y y=<B.output
L AddN inputs=<A.output,B.output,S.z; END Neg x=<S.z"""

ENDS = {"L", "END", "SUM", "ASSIGN"}


@pytest.fixture
def run(catalogue, worker):
    def run(modes, text=PAGE, fetch=()):
        made = document(catalogue, text)
        SetField("main", "mode", modes).apply(made)
        found = running.run(made, worker=worker, fetch=fetch).results
        assert not found.keys() & ({name for name, mode in modes.items() if mode})
        return {name: value.tolist() for name in found if name in ENDS for value in found[name].values()}

    return run


def test_without_modes(run):
    assert run({}) == {"L": [6.0, 8.0], "END": [-2.0, -2.0]}


def test_a_bypassed_neg_gives_its_input(run):
    assert run({"N": BYPASS}) == {"L": [8.0, 12.0], "END": [-4.0, -6.0]}
    assert run({"N": BYPASS, "S": BYPASS, "END": BYPASS}) == {"L": [5.0, 8.0]}


def test_a_muted_branch_takes_along_what_needs_it_and_shortens_lists(run):
    assert run({"N": MUTE}) == {"L": [4.0, 6.0]}
    assert run({"A": MUTE}) == {"L": [3.0, 4.0]}
    assert run({"A": MUTE, "S": BYPASS}) == {"L": [6.0, 8.0], "END": [-3.0, -4.0]}


def test_a_session_stays(run):
    text = PAGE + "\nSESSION loom.Session fetch_outputs=<END.y,L.sum"
    assert run({"N": MUTE}, text) == {"L": [4.0, 6.0]}
    assert run({"END": BYPASS}, text) == {"L": [6.0, 8.0]}


def test_a_bypassed_block_between_variable_and_assign(run):
    """A reference goes through a bypassed block as one."""
    text = "V loom.Variable initvalues=1.0; R RefIdentity input=<V.ref; ASSIGN AssignAdd value=2.0 ref=<R.output"
    assert run({"R": BYPASS}, text) == {"ASSIGN": 3.0}


def test_enuspace_symbols(run):
    """Left out before they are lowered."""
    text = """
        A Const value=2.0; LIST enu.InputList outputlist=<A.output,N.y; N Neg x=<A.output
        SUM AddN inputs=<LIST.output"""
    assert run({}, text) == {"SUM": 0.0}
    assert run({"N": MUTE}, text) == {"SUM": 2.0}


def test_nothing_is_left(run):
    with pytest.raises(running.BadPage) as caught:
        run(dict.fromkeys(["A", "B", "N", "S", "L", "END"], MUTE))
    assert [p.code for p in caught.value.problems] == ["empty-page"]


def test_what_is_left_out_cannot_be_fetched(run):
    with pytest.raises(running.BadPage) as caught:
        run({"N": MUTE}, fetch=["S"])
    assert [(p.code, p.block) for p in caught.value.problems] == [("left-out", "S")]


def test_muting_between_runs_is_compiled(catalogue, worker):
    """The worker opens the page again, and keeps its state."""
    made = document(catalogue, PAGE)
    for modes, wanted in (({}, [6.0, 8.0]), ({"N": BYPASS}, [8.0, 12.0]), ({"N": ""}, [6.0, 8.0])):
        SetField("main", "mode", modes).apply(made)
        assert running.run(made, worker=worker).results["L"]["sum"].tolist() == wanted
