"""Texts on small blocks are whole: no letter is lost, and no line is wider than its room."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blockloom.app.canvas.paint.text_fitting import FittedText, FontStyle, TextFitter
from blockloom.app.canvas.scene.block_layout import fonts

STYLES = (FontStyle(12, True), FontStyle(10), FontStyle(10, True, 80), FontStyle(9))


@pytest.fixture(scope="module")
def texts(qapp):
    return TextFitter(lambda bold: fonts().title if bold else fonts().type)


@given(
    text=st.text("ABcdef_/.1é한", min_size=1, max_size=40),
    room=st.floats(-5, 200),
    lines=st.integers(1, 3),
)
def test_all_letters_are_there_and_lines_fit(texts, text, room, lines):
    fitted = texts.fit(text, room, STYLES, lines)
    if fitted is None:
        assert all(texts.width(text, style) > room for style in STYLES)
        return
    assert "".join(fitted.lines) == text and len(fitted.lines) <= lines
    assert all(texts.width(line, fitted.style) <= room for line in fitted.lines)


def test_a_type_breaks_before_a_capital_and_an_id_after_a_line(texts):
    style = (FontStyle(10),)
    room = texts.width("SparseAccumulator", *style) + 1
    assert texts.fit("SparseAccumulatorTakeGradient", room, style, 2).lines == ("SparseAccumulator", "TakeGradient")
    room = texts.width("moving_", *style) + 1
    assert texts.fit("moving_mean", room, style, 2).lines == ("moving_", "mean")
    assert texts.fit("moving_mean", room, style) is None


def test_one_smaller_line_is_better_than_two(texts):
    room = texts.width("LOGITS_OF", FontStyle(10)) + 0.5
    assert texts.fit("LOGITS_OF", room, STYLES, 2) == FittedText(("LOGITS_OF",), FontStyle(10))
