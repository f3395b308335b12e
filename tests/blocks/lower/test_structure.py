"""Closures, order, cycles and the plan of sessions."""

import random

from hypothesis import given
from hypothesis import strategies as st

from blockloom.blocks.catalogue.op_traits import traits_of
from blockloom.blocks.document import scopes
from blockloom.blocks.document.pages import Block, Frame, Page, Wire
from blockloom.blocks.lower.structure import (
    SessionPlan,
    Structure,
    downstream,
    in_loops,
    session_plans,
    sinks,
    upstream,
)
from tests.blocks.checks.test_checks import LOOP
from tests.blocks.small import SMALL, Counted, document


def page(text: str) -> Page:
    return document(text).page("main")


def test_upstream_and_downstream_follow_wires_of_every_kind():
    p = page(
        "A Const\nB AddV2\nC AddV2\nD Print\nE Const\nA.output -> B.x\nB.z -> C.x\nD -> C\nE.output -> GONE.x\n"
        "GONE.x -> B.y"
    )
    assert upstream(p, ["C"]) == {"A", "B", "C", "D"}
    assert upstream(p, ["E", "GONE", "NO"]) == {"E"}
    assert downstream(p, ["A"]) == {"A", "B", "C"}
    assert downstream(p, ["D", "E"]) == {"C", "D", "E"}


def test_a_page_without_sessions_fetches_what_nothing_uses_and_runs_operations():
    p = page(
        "A Const value=1\nB AddV2\nC AddV2\nP Print\nX NoSuchType\nM Merge\nF loom.Feed\nH Placeholder\n"
        "A.output -> B.x\nB.z -> C.x\nC.z -> GONE.x\nH.output -> F.placeholder"
    )
    assert sinks(p) == ["C", "F", "H", "M", "P", "X"]
    (only,) = session_plans(p, SMALL)
    assert only == SessionPlan(
        "", (("C", "z"), ("H", "output"), ("M", "output"), ("M", "value_index")), ("P",), ("F",), frozenset("ABCHMP")
    )


def test_sessions_run_in_id_order_each_with_its_wires():
    p = page(
        "A Const value=1\nB AddV2\nC Print\nF loom.Feed\nS2 loom.Session\nS1 loom.Session\nA.output -> B.x\n"
        "B.z -> S2.fetch_outputs\nA.output -> S2.fetch_outputs\nB.z -> S2.fetch_outputs\n"
        "C.operation -> S2.run_outputs\nB.z -> S2.run_outputs\nF.feed -> S2.inputs\n"
        "A.output -> S1.fetch_outputs\nGONE.x -> S1.fetch_outputs"
    )
    first, second = session_plans(p, SMALL)
    assert first == SessionPlan("S1", (("A", "output"),), (), (), frozenset("A"))
    assert second == SessionPlan("S2", (("B", "z"), ("A", "output")), ("C", "B"), ("F",), frozenset("ABC"))


def test_a_loop_is_not_a_cycle_and_has_an_order():
    structure = Structure(page(LOOP))
    assert structure.cycles == []
    assert structure.order == ["START", "IN", "M", "STEP", "BACK", "OUT"]
    assert in_loops(page(LOOP)) == {"M", "STEP", "BACK"}


def test_every_knot_gives_one_cycle():
    p = page(
        "A AddV2\nB AddV2\nC AddV2\nD AddV2\nE AddV2\nF AddV2\nA.z -> B.x\nB.z -> A.x\nC.z -> C.x\nD.z -> C.y\n"
        "E.z -> D.x\nB.z -> F.x"
    )
    assert Structure(p).cycles == [["A", "B"], ["C"]]
    assert Structure(p).order == ["E", "D", "A", "B", "C", "F"]


def test_an_empty_page():
    structure = Structure(Page("main"))
    assert structure.order == structure.cycles == []
    assert session_plans(Page("main"), SMALL) == [SessionPlan("", (), (), (), frozenset())]


@given(st.integers(0, 2**32), st.integers(1, 12), st.integers(0, 24))
def test_order_and_cycles_on_random_pages(seed, blocks, wires):
    chance, p = random.Random(seed), Page("main")
    for i in range(blocks):
        p.blocks[f"B{i}"] = Block(f"B{i}", chance.choice(["AddV2", "NextIteration"]))
    for i in range(wires):
        p.put_wire(Wire(f"B{chance.randrange(blocks)}", "z", f"B{chance.randrange(blocks + 1)}", str(i)))
    structure = Structure(p)
    place = {block: at for at, block in enumerate(structure.order)}
    assert sorted(place) == sorted(p.blocks)
    forward = {
        (w.source, w.target)
        for w in p.wires()
        if w.target in p.blocks and traits_of(p.blocks[w.source].type).flow != "next_iteration"
    }
    if not structure.cycles:
        assert all(place[a] < place[b] for a, b in forward)
    for ring in structure.cycles:
        assert ring[0] == min(ring) and len(set(ring)) == len(ring)
        assert all((a, b) in forward for a, b in zip(ring, [*ring[1:], ring[0]], strict=True))
    other = Page("main")
    for name in reversed(p.blocks):
        other.blocks[name] = p.blocks[name]
    for wire in reversed(list(p.wires())):
        other.put_wire(wire)
    assert Structure(other).order == structure.order


@given(st.randoms(use_true_random=False), st.sampled_from(["", "F7", "F199"]))
def test_what_frames_inherit_is_found_once_for_each_however_deep(order, last):
    names = [f"F{i}" for i in range(200)]
    frames = [
        Frame(name, f"t{i}", device=f"/device:CPU:{i}" if i == 150 else "", frame=names[i - 1] if i else last)
        for i, name in enumerate(names)
    ]
    order.shuffle(frames)
    page = Counted((frame.id, frame) for frame in frames)
    ring = set(names[: int(last[1:]) + 1]) if last else set()
    assert scopes.frames_in_cycles(page) == ring
    devices = scopes.devices(page)
    made = scopes.scopes(page, str)
    assert page.looked <= 4 * len(frames) * 2
    if not last:
        assert devices["F199"] == devices["F150"] == "/device:CPU:150" and devices["F149"] == ""
        assert made["F2"] == "t0/t1/t2/" and made["F199"] == made["F99"]
