"""The steps of the guide, judged by pages alone, and where its bubble goes."""

from hypothesis import given
from hypothesis import strategies as st

from blockloom.blocks.guide import COMMAND, PALETTE, STEPS, GuidePlace, GuideState, bubble_place, current
from tests import pages

WIRE = "A.output -> B.x"


def guide_state(catalogue, blocks, wires="", **what):
    return GuideState(pages.document(catalogue, blocks, wires).pages["main"], catalogue, **what)


def test_each_step_is_done_by_what_is_on_the_page(catalogue):
    empty, typed = {"A": "Const", "B": "Square"}, {"A": ("Const", {"value": "3"}), "B": "Square"}
    results = {"A", "B"}
    assert [
        current(one)
        for one in (
            guide_state(catalogue, {}),
            guide_state(catalogue, {"A": "Const"}),
            guide_state(catalogue, empty),
            guide_state(catalogue, empty, WIRE),
            guide_state(catalogue, typed, WIRE),
            guide_state(catalogue, typed, WIRE, results=results),
            guide_state(catalogue, typed, WIRE, results=results, opened={"B"}),
        )
    ] == [0, 0, 1, 2, 3, 4, 5]


def test_other_blocks_will_do_and_monitors_and_sessions_alone_will_not(catalogue):
    assert current(guide_state(catalogue, {"T": "loom.Table", "S": "loom.Session", "A": "Const"})) == 0
    assert current(guide_state(catalogue, {"A": "Const", "T": "loom.Table", "B": "Neg"}, "A.output -> T.value")) == 1
    variable = {"V": ("loom.Variable", {"dtype": "DT_FLOAT", "initvalues": "1.0"}), "B": "AddV2"}
    assert current(guide_state(catalogue, variable, "V.ref -> B.x")) == 3
    both = {"A": "Placeholder", "B": ("AddV2", {"y": "1.0"})}
    assert current(guide_state(catalogue, both, WIRE)) == 3
    shown = {"A": ("Const", {"value": "3"}), "B": "Neg", "T": "loom.Number"}
    assert current(guide_state(catalogue, shown, f"{WIRE}\nB.y -> T.value", results={"A", "B"})) == 5


def test_what_was_undone_is_to_be_done_again_and_looking_needs_a_result(catalogue):
    typed = {"A": ("Const", {"value": "3"}), "B": "Square"}
    assert current(guide_state(catalogue, typed, results={"A", "B"}, opened={"B"})) == 1
    assert current(guide_state(catalogue, typed, WIRE, results={"B"}, opened={"C"})) == 4


def test_every_step_says_where_it_is_done(catalogue):
    def about(step, *what, **more):
        one = guide_state(catalogue, *what, **more)
        return STEPS[step].about(one), STEPS[step].say(one)

    blocks = {"B": "Square", "A": "Const"}
    assert about(0, {})[0] == GuidePlace(kind=PALETTE)
    place, text = about(1, blocks)
    assert place == GuidePlace("A", "output") and "output" in text and "of A" in text and "of B" in text
    place, text = about(2, blocks, WIRE)
    assert place == GuidePlace("A", "value") and "value of A" in text
    place, text = about(2, {"A": "Placeholder", "B": "Square"}, WIRE)
    assert place == GuidePlace("A") and "Const" in text
    assert about(3, blocks, WIRE)[0] == GuidePlace(pin="step", kind=COMMAND)
    place, text = about(4, blocks, WIRE, results={"A", "B"})
    assert place == GuidePlace("B") and text.startswith("B ")


def test_a_bubble_covers_no_block_where_there_is_room():
    pin, room, blocks = (220, 100, 10, 10), (0, 0, 800, 600), [(100, 80, 125, 100), (300, 80, 120, 100)]
    assert bubble_place(pin, (250, 90), room) == (244, 100)  # on the second block
    assert bubble_place(pin, (250, 90), room, blocks) == (434, 80)  # right of both
    assert bubble_place(pin, (250, 90), (0, 0, 500, 600), blocks) == (100, 194)
    target = (300, 200, 100, 100)
    assert bubble_place(target, (250, 90), room, [target, (0, 100, 800, 400)]) == (550, 510)  # a corner, below all
    assert bubble_place(pin, (250, 90), (90, 70, 410, 120), [*blocks, (90, 70, 410, 120)]) == (244, 100)


numbers = st.integers(0, 900)


@given(
    st.tuples(numbers, numbers, st.integers(1, 300), st.integers(1, 300)), st.integers(40, 300), st.integers(40, 200)
)
def test_a_bubble_stays_in_the_room_and_covers_its_target_only_without_another_place(target, wide, high):
    room = (0, 0, 800, 600)
    x, y = bubble_place(target, (wide, high), room)
    assert 0 <= x <= 800 - wide and 0 <= y <= 600 - high
    left, top, w, h = target
    apart = x >= left + w or x + wide <= left or y >= top + h or y + high <= top
    roomy = max(left - 14, 800 - left - w - 14) >= wide or max(top - 14, 600 - top - h - 14) >= high
    assert apart or not roomy or left + w > 800 or top + h > 600
