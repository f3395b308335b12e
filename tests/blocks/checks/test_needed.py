"""Errors in blocks that no session needs are warnings."""

import pytest
from hypothesis import example, given

from blockloom.blocks.checks import check, check_page
from blockloom.blocks.checks.session_closure import needed, spoilt, weighed
from blockloom.blocks.document.pages import Frame, Page, new_document
from blockloom.blocks.lower.muting import active
from blockloom.blocks.problems import ERROR, WARNING
from tests.blocks.small import SMALL, SOUND, Counted, document
from tests.blocks.strategies import grow, seeds

BAD = {
    "a missing input": "B AddV2 x=1",
    "an unknown type": "B AddV3",
    "a value that cannot be read": "B AddV2 x=[1 y=2",
    "a block behind": "B AddV3\nC AddV2 y=1\nB.z -> C.x",
    "a circle": "B AddV2 y=1\nC AddV2 y=1\nB.z -> C.x\nC.z -> B.x",
    "a dtype that clashes": "B Const value='a' dtype=DT_STRING\nC AddV2 y=1f T=DT_FLOAT\nB.output -> C.x",
    "behind what is needed": "B AddV2\nADD.z -> B.x",
    "a wire to nowhere": "A.output -> GONE.x tensor",
    "a wire from nowhere to nowhere": "GONE.z -> LOST.x tensor",
    "a feed of no session": "B Placeholder dtype=DT_FLOAT\nF loom.Feed value=[1\nB.output -> F.placeholder",
}


def severities(text: str, frames=()) -> set[str]:
    return {p.severity for p in check(document(text, frames), SMALL)}


@pytest.mark.parametrize("bad", BAD.values(), ids=BAD)
def test_an_error_in_what_no_session_needs_is_a_warning(bad):
    assert severities(SOUND.replace("S loom.Session", "").replace("ADD.z -> S.fetch_outputs", "") + bad) >= {ERROR}
    problems = check(document(SOUND + bad), SMALL)
    assert {p.severity for p in problems} == {WARNING}
    told = [p for p in problems if p.code != "idle-feed"]
    assert told and all("no session needs this block: the rest of the page runs without it" in p.message for p in told)


@pytest.mark.parametrize("wire", ["B.z -> S.fetch_outputs", "B.z -> ADD.y", "B -> ADD", "B -> S.run_outputs operation"])
def test_it_stays_an_error_where_a_session_depends_on_it(wire):
    text = SOUND.replace(" y=2", "" if "ADD.y" in wire else " y=2") + "B AddV2 x=1\n" + wire
    missing = {p.block: p.severity for p in check(document(text), SMALL) if p.code == "missing-input"}
    assert missing["B"] == ERROR


def test_what_a_session_feeds_is_needed():
    text = SOUND + "P Placeholder\nF loom.Feed value=1.5f\nP.output -> F.placeholder\nF.feed -> S.inputs"
    assert [(p.severity, p.block) for p in check(document(text), SMALL) if p.code == "missing-attr"] == [(ERROR, "P")]


def test_an_output_that_is_not_there_is_weighed_by_the_blocks_that_its_wire_ends_at():
    idle = SOUND + "B AddV2 y=1\nA.nothing -> B.x tensor"
    assert severities(idle) == {WARNING}
    assert severities(idle + "\nB.z -> S.fetch_outputs") == {ERROR}


def test_an_element_that_is_not_there_is_weighed_by_its_own_wire():
    split = "P Split split_dim=0 value=[1,2] num_split=2\nB AddV2 y=1\nC AddV2 y=1\nC.z -> S.fetch_outputs\n"
    for needed_, idle in (("P.output[1]", "P.output[2]"), ("A.output", "A.output[0]")):
        assert severities(f"{SOUND}{split}{needed_} -> C.x\n{idle} -> B.x tensor") == {WARNING}
        assert severities(f"{SOUND}{split}{idle} -> C.x tensor\n{needed_} -> B.x") == {ERROR}


def test_a_frame_is_weighed_by_what_is_in_it():
    frames = (Frame("OUTER", "o", device="nonsense"), Frame("INNER", "i", frame="OUTER"))
    assert severities(SOUND + "B Const value=1 @frame=INNER", frames) == {WARNING}
    assert severities(SOUND.replace("y=2", "y=2 @frame=INNER"), frames) == {ERROR}


def test_frames_are_weighed_in_one_walk_however_deep():
    names = [f"F{i}" for i in range(200)]
    frames = tuple(Frame(name, "", device="nonsense", frame=outer) for name, outer in zip(names, ["", *names]))
    made = document(SOUND.replace("y=2", "y=2 @frame=F99") + "B Const value=1 @frame=F199", frames)
    page = made.pages["main"]
    problems = [p for p in check(made, SMALL) if p.code == "bad-device"]
    assert [p.severity for p in problems] == [ERROR] * 100 + [WARNING] * 100
    page.frames = Counted(page.frames)
    errors = [p._replace(severity=ERROR) for p in problems]
    assert [p.severity for p in weighed(page, errors, needed(page))] == [ERROR] * 100 + [WARNING] * 100
    assert spoilt(page, errors) == {"ADD", "B"} and spoilt(page, errors[100:]) == {"B"}
    assert page.frames.looked <= 6 * len(frames)


def test_sessions_that_are_muted_need_nothing():
    made = document(SOUND + "B AddV2 x=1\nT loom.Session\nB.z -> T.fetch_outputs")
    page = made.pages["main"]
    assert {p.severity for p in check(made, SMALL)} == {ERROR}
    page.blocks["T"] = page.blocks["T"]._replace(mode="mute")
    assert {p.severity for p in check(made, SMALL)} == {WARNING}


@given(seeds)
@example(6398)  # an output that is not there, of the name of an input that is
def test_the_errors_of_a_page_are_those_of_its_needed_part(seed):
    made = new_document()
    grow(made, seed, 25)
    for name in made.pages:
        page = active(made.pages[name], SMALL)
        need = needed(page)
        if need is None or len(need) == len(page.blocks):
            continue
        part = new_document(name)
        kept = part.pages[name] = Page(name)
        kept.frames, kept.blocks = page.frames, {b: block for b, block in page.blocks.items() if b in need}
        kept.put_wires([(w, None) for w in page.wires() if w.target in need])
        errors = {(p.code, p.block, p.pin) for p in check_page(made, name, SMALL) if p.severity == ERROR}
        assert errors == {(p.code, p.block, p.pin) for p in check_page(part, name, SMALL) if p.severity == ERROR}
