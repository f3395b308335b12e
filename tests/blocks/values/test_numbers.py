"""Many numbers are read faster than by the grammar, and mean what the grammar says."""

import json
import re

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from blockloom.blocks.values import literals, number_texts
from blockloom.blocks.values.dtypes import DTYPES
from blockloom.blocks.values.literals import ValueSyntaxError
from tests.extent import examples

SPELLED = (
    "1 0 -1 +3 007 00 01 300 70000 2147483648 9223372036854775807 18446744073709551615 99999999999999999999 "
    "9007199254740993 1.5 -0 -0.0 1. .5 1e5 1e-400 1e400 1e39 65520 9007199254740993.0 1f 2.5f 1.f 1e5f inf "
    "-inf INFINITY inff nan nanf true false True truefalse 0x1F 3j (1-2j) - + . e f 1e x 1_0 'a'"
)
WORDS = SPELLED.split()


@st.composite
def boxes(draw):
    """Draw a typed array in one of the styles, of words of any kind or of a few."""
    opening, closing = draw(st.sampled_from(["[]", "{}", "()"]))
    shape = draw(st.lists(st.integers(1, 3), max_size=3))
    word = st.sampled_from(draw(st.sampled_from([WORDS, WORDS[:4], WORDS[14:18], WORDS[24:30], ["true", "false"]])))

    def one(shape):
        if not shape:
            return draw(word)
        separator = draw(st.sampled_from([",", ";", ", ", " , ", ",\n\t"]))
        return opening + separator.join(one(shape[1:]) for _ in range(shape[0])) + closing

    return ";".join(one(shape) for _ in range(draw(st.integers(1, 2))))


@st.composite
def mutated(draw):
    text = draw(boxes())
    for _ in range(draw(st.integers(0, 2))):
        at = draw(st.integers(0, len(text)))
        text = (
            text[:at]
            + draw(st.sampled_from([*"[]{}(),; \t\n\v01.ef-+inx\xa0'", ""]))
            + text[at + draw(st.integers(0, 1)) :]
        )
    return text


@settings(max_examples=examples(400))
@given(mutated(), st.sampled_from([None, *DTYPES]))
@example("[-]", None)
@example("[1 f]", None)
@example("[1, 2\n3]", None)
@example("[1[,2],[3,4]]", None)
@example("[1,\n,\n]", "DT_DOUBLE")
@example("[- 5]", "DT_INT64")
@example("[[1, 2], [3]]", None)
def test_whatever_is_read_fast_is_what_the_grammar_says(text, dtype):
    fast = number_texts.array(text, dtype)
    if fast is None:
        return
    array, found = literals.by_grammar(text, dtype)
    assert (fast[1], fast[0].dtype, fast[0].shape) == (found, array.dtype, array.shape)
    np.testing.assert_array_equal(fast[0], array)
    assert (np.signbit(fast[0].real) == np.signbit(array.real)).all() or np.isnan(array).any()


@pytest.mark.parametrize(
    "write",
    [
        str,
        lambda text: text.replace("[", "{").replace("]", "}"),
        lambda text: text.replace(",", ";\n"),
        lambda text: re.sub(r"(\d)([,\]])", r"\1f\2", text),
        lambda text: re.sub(r"[][ ]", "", text),
    ],
    ids=["json", "enuspace", "semicolons", "suffixes", "bare"],
)
@pytest.mark.parametrize(
    "rows",
    [[[1, 0, -300], [7, 8, 9]], [[1.5, -0.25, 1e30], [2.0, 3.0, 0.1]], [[True, False], [False, True]]],
    ids=["whole", "real", "truths"],
)
def test_plain_arrays_of_every_style_are_read_fast(rows, write):
    text = write(json.dumps(rows))
    fast = number_texts.array(text, None)
    assert fast is not None
    array, found = literals.by_grammar(text)
    assert found == fast[1]
    np.testing.assert_array_equal(fast[0], array)


@pytest.mark.parametrize(
    "spoilt, says",
    [
        ("x", "'x' is not a number"),
        ("1.5.", "'1.5.' is not a number"),
        ("1, 2", "not rectangular"),
        ("1e400", "too large for a number"),
        (", 1", "missing"),
        ("1}", "closes nothing"),
    ],
)
def test_an_error_in_many_numbers_says_at_which_character(spoilt, says):
    row = "[" + ", ".join(["0.5"] * 100) + "]"
    before = "[" + row + ",\n [" + "0.5, " * 99
    text = before + spoilt + "],\n" + row + "]"
    with pytest.raises(ValueSyntaxError, match=says) as fast:
        literals.tensor(text)
    with pytest.raises(ValueSyntaxError) as slow:
        literals.by_grammar(text)
    assert (str(fast.value), fast.value.position) == (str(slow.value), slow.value.position)
    assert abs(fast.value.position - len(before)) <= len(row)


def test_a_long_text_is_read_once_whoever_asks(monkeypatch):
    read = []
    monkeypatch.setattr(
        number_texts, "array", lambda text, dtype, true=number_texts.array: read.append(dtype) or true(text, dtype)
    )
    text = json.dumps([[0.125 * i] * 40 for i in range(40)])
    first, dtype = literals.tensor(text)
    again, _ = literals.tensor("".join(text), "DT_DOUBLE")
    assert again is first
    assert dtype == "DT_DOUBLE"
    assert not first.flags.writeable
    assert literals.tensor(text, "DT_FLOAT")[0].dtype == np.float32
    assert read == [None, "DT_FLOAT"]


def test_the_error_of_a_long_text_is_computed_once(monkeypatch):
    read = []
    monkeypatch.setattr(literals, "parse", lambda text, true=literals.parse: read.append(text) or true(text))
    text = "[" + "1, " * 1000 + "x]"
    for _ in range(3):
        with pytest.raises(ValueSyntaxError, match="not a number"):
            literals.tensor(text)
    assert len(read) == 1
