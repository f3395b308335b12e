"""Muted and bypassed blocks: the remaining page."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from blockloom.blocks.checks import check
from blockloom.blocks.document.pages import (
    BYPASS,
    CONTROL,
    MODES,
    MUTE,
    REF,
    Block,
    Placed,
    Wire,
    control,
    new_document,
)
from blockloom.blocks.edits import Insert, SetField
from blockloom.blocks.files import documents
from blockloom.blocks.lower.muting import active, left_out
from tests.blocks.small import SMALL
from tests.blocks.strategies import consistent, grow, seeds
from tests.extent import examples
from tests.pages import document


def muted(blocks, wires, **modes):
    """Return a page whose blocks have these modes."""
    made = document(SMALL, blocks, wires)
    SetField("main", "mode", modes).apply(made)
    return made.pages["main"]


def wires(page):
    return sorted(map(str, page.wires()))


@given(seeds)
@settings(max_examples=examples(60), deadline=None)
def test_what_is_left_touches_nothing_that_is_left_out(seed):
    made = new_document()
    grow(made, seed, 40)
    for page in made.pages.values():
        gone = left_out(page, SMALL)
        left = active(page, SMALL)
        assert (left is page) == (not gone) == (not any(b.mode for b in page.blocks.values()))
        assert left.blocks == {n: b for n, b in page.blocks.items() if n not in gone}
        assert not gone & {end for w in left.wires() for end in (w.source, w.target)}
        assert active(left, SMALL) is left
        alone = new_document()
        alone.pages = {page.name: left}
        assert consistent(alone)


@given(st.lists(st.sampled_from(MODES), min_size=1, max_size=60))
@settings(max_examples=examples(60), deadline=None)
def test_chains_of_negs(modes):
    """A Neg that is muted takes all after it along; a bypassed one passes on what the last one gave."""
    names = [f"N{i}" for i in range(len(modes))]
    made = document(
        SMALL,
        {"A": ("Const", {"value": "1"}), **dict.fromkeys(names, "Sort")},
        "\n".join(f"{a} -> {b}.x" for a, b in zip(["A.output", *(f"{n}.y" for n in names)], names, strict=False)),
    )
    SetField("main", "mode", dict(zip(names, modes, strict=True))).apply(made)
    end = modes.index(MUTE) if MUTE in modes else len(modes)
    kept = ["A", *(n for n, mode in zip(names[:end], modes[:end], strict=True) if not mode)]
    left = active(made.pages["main"], SMALL)
    assert set(left.blocks) == set(kept)
    assert [(w.source, w.target) for w in sorted(left.wires(), key=lambda w: kept.index(w.target))] == list(
        zip(kept, kept[1:], strict=False)
    )


def test_a_long_chain_of_bypasses():
    names = [f"N{i}" for i in range(3000)]
    made = new_document()
    wires_ = [Wire(a, "y", b, "x") for a, b in zip(["A", *names], [*names, "Z"], strict=True)]
    wires_[0] = wires_[0]._replace(source_pin="output")
    Insert(
        "main",
        (Block("A", "Const"), *(Block(n, "Sort", mode=BYPASS) for n in names), Block("Z", "Sort")),
        tuple(Placed(w, 0) for w in wires_),
    ).apply(made)
    assert wires(active(made.pages["main"], SMALL)) == ["A.output -> Z.x"]


ADDED = {"A": ("Const", {"value": "1"}), "B": ("Const", {"value": "2"}), "C": "AddV2", "D": "Sort", "E": "Sort"}
INTO = "A.output -> C.x\nB.output -> C.y\nC.z -> D.x\nB.output -> E.x"


def test_mute_takes_along_what_cannot_be_without_it():
    page = muted(ADDED, INTO, A=MUTE)
    assert left_out(page, SMALL) == {"A", "C", "D"} and wires(active(page, SMALL)) == ["B.output -> E.x"]


def test_a_typed_value_stands_in():
    page = muted({**ADDED, "C": ("AddV2", {"x": "5"})}, INTO, A=MUTE)
    assert left_out(page, SMALL) == {"A"}
    assert wires(active(page, SMALL)) == ["B.output -> C.y", "B.output -> E.x", "C.z -> D.x"]


def test_bypass_takes_the_first_input_that_is_there():
    assert "A.output -> D.x" in wires(active(muted(ADDED, INTO, C=BYPASS), SMALL))
    page = muted(ADDED, INTO, C=BYPASS, A=MUTE)
    assert left_out(page, SMALL) == {"A", "C"} and wires(active(page, SMALL)) == ["B.output -> D.x", "B.output -> E.x"]
    assert left_out(muted(ADDED, INTO, C=BYPASS, A=MUTE, B=BYPASS), SMALL) == set(ADDED)


def test_lists_get_shorter_and_keep_their_order():
    made = document(
        SMALL,
        {**ADDED, "S": "loom.Session"},
        INTO
        + """
        C.z -> S.fetch_outputs
        A.output -> S.fetch_outputs
        D.y -> S.fetch_outputs
        E.y -> S.fetch_outputs""",
    )
    SetField("main", "mode", {"A": MUTE, "E": BYPASS}).apply(made)
    left = active(made.pages["main"], SMALL)
    assert set(left.blocks) == {"B", "S"}
    assert [w.source for w in left.wires_into("S", "fetch_outputs")] == ["B"]
    SetField("main", "mode", {"A": "", "D": BYPASS}).apply(made)
    left = active(made.pages["main"], SMALL)
    assert [str(w.source) for w in left.wires_into("S", "fetch_outputs")] == ["C", "A", "C", "B"]
    SetField("main", "mode", dict.fromkeys(ADDED, MUTE)).apply(made)
    assert set(active(made.pages["main"], SMALL).blocks) == {"S"}  # a session stays


def test_a_bypassed_block_hands_on_the_kind_of_its_source():
    """A reference stays one only where its source is one."""
    made = document(
        SMALL,
        "V loom.Variable initvalues=1; A Const value=1; I Sort x=<V.ref; J Sort x=<A.output; X Sort x=<I.y; "
        "Y Sort x=<J.y",
    )
    SetField("main", "mode", {"I": BYPASS, "J": BYPASS}).apply(made)
    left = active(made.pages["main"], SMALL)
    assert [w.kind for w in left.wires_into("X")] == [REF] and [w.kind for w in left.wires_into("Y")] != [REF]


def test_control_wires():
    page = muted(ADDED, INTO + "\nE -> C\nC -> E\nC -> A", C=BYPASS)
    left = active(page, SMALL)
    assert {str(w) for w in left.wires() if w.kind == CONTROL} == {"A -> E", "B -> E", "B -> A", "E -> A"}
    assert not any(w.kind == CONTROL for w in active(muted(ADDED, INTO + "\nE -> C\nC -> E", C=MUTE), SMALL).wires())
    twice = muted(ADDED, INTO + "\nA -> E\nC -> E", C=BYPASS)
    assert active(twice, SMALL).wires_into("E", "") == [control("A", "E"), control("B", "E")]


def test_what_is_left_out_has_no_problems():
    made = document(SMALL, "A Const value=1; BAD AddV2; N Sort window=1, 1 x=<A.output")
    assert {p.block for p in check(made, SMALL)} == {"BAD"}
    SetField("main", "mode", {"BAD": MUTE}).apply(made)
    assert check(made, SMALL) == []
    SetField("main", "mode", dict.fromkeys(made.pages["main"].blocks, MUTE)).apply(made)
    assert [p.code for p in check(made, SMALL)] == ["empty-page"]


@pytest.mark.parametrize("mode", MODES)
def test_the_file_keeps_modes(mode):
    made = new_document()
    Insert("main", (Block("A", "Sort", mode=mode),)).apply(made)
    text = documents.dumps(made)
    assert documents.loads(text).pages["main"].blocks["A"].mode == mode and ('"mode"' in text) == bool(mode)
    assert documents.loads(documents.fragment(made.pages["main"], ["A"])).pages["main"].blocks["A"].mode == mode


def test_an_unknown_mode_is_refused():
    made = new_document()
    Insert("main", (Block("A", "Sort", mode=MUTE),)).apply(made)
    with pytest.raises(documents.FileError, match=r"block A.*asleep"):
        documents.loads(documents.dumps(made).replace('"mode": "mute"', '"mode": "asleep"'))
