"""Sliders: which values can have one, what they are dragged to, and how a document keeps them."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blockloom.blocks import operations
from blockloom.blocks.document.pages import Slider, new_document
from blockloom.blocks.editing.undo_stack import UndoStack
from blockloom.blocks.edits import EditError, Insert, SetSlider, SetValue
from blockloom.blocks.edits.edit_json import from_json, to_json
from blockloom.blocks.files import documents
from blockloom.blocks.files.documents import FileError
from blockloom.blocks.infer.wire_rules import WireRules
from blockloom.blocks.operations import Measures
from tests.blocks.small import SMALL, document

PAGE = """
A Const value=2.0f dtype=DT_FLOAT
N Const value=3 dtype=DT_INT32
L Const value=[1,2] dtype=DT_INT32
C AddV2 y=1.5
A.output -> C.x
"""


def opened():
    made = document(PAGE)
    return made, made.page("main"), UndoStack(made)


def test_values_that_are_one_number_can_have_a_slider():
    _, page, _ = opened()
    rules = WireRules(page, SMALL)
    assert operations.can_slide(rules, "A", "value") and operations.can_slide(rules, "C", "y")
    assert not any(
        operations.can_slide(rules, *at)
        for at in (("L", "value"), ("A", "dtype"), ("C", "x"), ("C", "nothing"), ("GONE", "value"))
    )
    assert operations.is_whole(rules, "N", "value") and not operations.is_whole(rules, "A", "value")
    assert not operations.is_whole(WireRules(page, {}), "N", "value")  # an unknown type


@pytest.mark.parametrize(
    "slider, place, was, text",
    [
        (Slider(0, 1), 0.5, "0.25", "0.500"),
        (Slider(0, 1), 2.0, "", "1.000"),
        (Slider(0, 1), -1.0, "", "0.000"),
        (Slider(0, 1, 0.1), 0.34, "0.1", "0.3"),
        (Slider(0, 1, 0.25), 0.3, "0.0f", "0.25f"),
        (Slider(-10, 10, 1), 0.7, "3", "4"),
        (Slider(-10, 10, 1), 0.7, "3.0", "4.0"),
        (Slider(0, 10, 3), 1.0, "1", "9"),
        (Slider(0, 1e-5), 0.5, "0.0", "0.00000500"),
        (Slider(0, 1e9), 0.5, "1.0", "500000000.0"),
        (Slider(0, 5e-324), 0.3, "1.0", "0." + 30 * "0"),
        (Slider(0, 1e15, 5e-324), 0.5, "3.0", "5" + 14 * "0" + "." + 30 * "0"),
        (Slider(-1e15, 1e15, 1e-300), 1.0, "3", "1" + 15 * "0" + "." + 30 * "0"),
    ],
)
def test_the_number_at_a_place(slider, place, was, text):
    assert operations.slider_text(slider, place, was) == text


@given(
    st.floats(-1e6, 1e6),
    st.floats(1e-3, 1e6),
    st.sampled_from([0.0, 0.01, 0.1, 1.0]),
    st.floats(0, 1),
    st.sampled_from(["1", "1.0", "1.0f", ""]),
)
def test_a_dragged_value_is_clamped_to_the_ends_and_at_the_pointer(least, wide, step, place, was):
    slider = Slider(least, least + wide, min(step, wide))
    text = operations.slider_text(slider, place, was)
    value = operations.parse_number(text)
    room = max(slider.step, (slider.most - slider.least) / 500)
    assert slider.least - 1e-3 * wide - 0.06 <= value <= slider.most + 1e-3 * wide + 0.06
    assert abs(operations.place_of(slider, text) - place) * (slider.most - slider.least) <= room + 0.06


@pytest.mark.parametrize(
    "texts, says",
    [
        (("0", "x", ""), "the maximum: 'x' is not a number"),
        (("1", "1", ""), "less than the maximum"),
        (("0", "1", "2"), "between 0"),
        (("0", "1", "-0.1"), "between 0"),
        (("0", "nan", ""), "not a number"),
    ],
)
def test_an_invalid_slider_names_the_reason(texts, says):
    with pytest.raises(EditError, match=says):
        operations.typed_slider(*texts)


def test_whole_numbers_have_whole_sliders():
    assert operations.parse_number("3000000000") == 3e9  # of an int attr: more than a Const takes without a dtype
    assert operations.typed_slider("0", "9", "", whole=True) == Slider(0.0, 9.0, 1.0)
    with pytest.raises(EditError, match="not a whole number"):
        operations.typed_slider("0", "9.5", "", whole=True)


def test_a_slider_is_kept_copied_undone_and_written():
    made, page, history = opened()
    before = documents.dumps(made)
    change = operations.set_slider(page, "A", "value", Slider(0.0, 5.0, 0.5))
    history.do(change.edit, change.label)
    assert operations.set_slider(page, "A", "value", Slider(0.0, 5.0, 0.5)) is None
    text = documents.dumps(made)
    assert text.startswith('{"blockloom": 5') and '"sliders": {"value": [0, 5, 0.5]}' in text
    assert documents.dumps(documents.loads(text)) == text
    copy = operations.paste(page, documents.excerpt(page, {"A"}), Measures(page, SMALL), (0, 900)).edit
    assert from_json(json.loads(json.dumps(to_json(copy)))) == copy
    history.do(copy)
    assert page.blocks["A_2"].sliders == {"value": Slider(0.0, 5.0, 0.5)}
    history.do(operations.rename(page, "A_2", "OTHER").edit)
    assert page.blocks["OTHER"].sliders
    while history.undo():
        pass
    assert documents.dumps(made) == before


@pytest.mark.parametrize(
    "sliders",
    [
        "[]",
        '{"value": 1}',
        '{"value": [1]}',
        '{"value": [1, 0]}',
        '{"value": [0, 0]}',
        '{"value": [0, 1, 2]}',
        '{"value": [0, 1, -1]}',
        '{"value": [0, 1e16]}',
        '{"value": [0, true]}',
        '{"value": [0, "1"]}',
        '{"value": [0, 1, 0.1, 1]}',
        '{"value": [0, 1' + 300 * "0" + "]}",
    ],
)
def test_a_file_with_an_odd_slider_is_refused_by_name(sliders):
    with pytest.raises(FileError, match="block A"):
        documents.loads(
            '{"blockloom": 5, "pages": [{"name": "main", "blocks": [{"id": "A", "type": "Const", '
            '"at": [0, 0], '
            f'"sliders": {sliders}}}]}}]}}'
        )


def test_edits_put_no_odd_slider_into_a_document():
    made = new_document()
    Insert("main", document(PAGE).page("main").blocks.values()).apply(made)
    for slider in (Slider(1, 0), Slider(0, float("inf")), Slider(float("nan"), 1), Slider(0, 1, 2)):
        with pytest.raises(EditError, match="not a slider"):
            SetSlider("main", "A", "value", slider).apply(made)
        block = made.page("main").blocks["A"]._replace(id="NEW", sliders={"value": slider})
        with pytest.raises(EditError, match="not a slider"):
            Insert("main", (block,)).apply(made)


def test_values_that_follow_each_other_can_be_one_step():
    _, page, history = opened()
    told = []
    history.listeners.append(told.append)
    history.do(SetValue("main", "A", "value", "1.0"), "Set")
    history.mark_saved()
    for number in range(5):
        history.do(SetValue("main", "A", "value", f"{number}.5"), "Slide", merge=number > 0)
    history.do(SetValue("main", "N", "value", "7"), "Other", merge=True)
    assert history.labels()[0] == ["Set", "Slide", "Other"] and len(told) == 7 and history.dirty
    history.undo(), history.undo()
    assert page.blocks["A"].values["value"] == "1.0" and not history.dirty
    history.redo()
    assert page.blocks["A"].values["value"] == "4.5"
    history.mark_saved()
    history.do(SetValue("main", "A", "value", "9.5"), "Slide", merge=True)
    assert history.dirty and history.labels()[0] == ["Set", "Slide"]
    history.undo()
    assert page.blocks["A"].values["value"] == "1.0" and history.dirty
