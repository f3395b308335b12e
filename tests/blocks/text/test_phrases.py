"""Phrases: plain English as text, with their parts kept up to the window."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blockloom.blocks.text.phrases import Phrase, article, file_error_reason, join, packed, phrase, plural, unpacked

WORDS = st.text(max_size=8)
PHRASES = st.recursive(
    st.builds(phrase, st.just("{!r:.4} is no {}"), WORDS, st.integers())
    | st.builds(phrase, st.just("is { no } format")),
    lambda inner: (
        st.builds(phrase, st.just("{1}: {0}"), inner, WORDS)
        | st.builds(plural, st.just("{} wire to {}"), st.just("{} wires to {}"), st.integers(0, 3), inner)
        | st.builds(join, WORDS, st.lists(inner | WORDS, max_size=3))
    ),
)


def parts(text):
    return str.__str__(text), text.template, text.many, [parts(v) if isinstance(v, Phrase) else v for v in text.values]


@given(PHRASES)
def test_a_phrase_is_its_english_text_and_comes_whole_through_json(text):
    assert json.loads(json.dumps([text])) == [text] and f"<{text}>" == "<" + str.__str__(text) + ">"
    back = json.loads(json.dumps(packed(text)), object_hook=unpacked)
    assert back == text and parts(back) == parts(text)


KEYS = WORDS | st.sampled_from(["<phrase>", "phrase>"])
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | WORDS,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(KEYS, inner, max_size=2)
        | st.builds(lambda key, *of: {key: list(of)}, KEYS, WORDS, WORDS, WORDS, st.lists(inner, max_size=2))
    ),
)


@given(JSON)
def test_nothing_that_is_sent_fails_to_be_read(value):
    json.loads(json.dumps(value), object_hook=unpacked)


@given(PHRASES, WORDS)
def test_what_a_phrase_is_part_of_remembers_it(text, word):
    with pytest.raises(ValueError) as raised:
        raise ValueError(text)
    assert parts(str(raised.value)) == parts(text)
    assert parts(phrase("{}", raised.value).values[0]) == parts(text)
    for sum_, plain in (
        (text + word, f"{text}{word}"),
        (word + text, f"{word}{text}"),
        (join(word, [text, text]), word.join([text, text])),
    ):
        assert sum_ == plain and parts(text) in [parts(v) for v in sum_.values if isinstance(v, Phrase)]


def test_numbers_articles_and_errors_of_the_system():
    assert [plural("{} wire of {}", "{} wires of {}", n, "A") for n in (0, 1, 2)] == [
        "0 wires of A",
        "1 wire of A",
        "2 wires of A",
    ]
    assert [article(kind) for kind in ("ref", "operation", "")] == ["a ref", "an operation", "a "]
    error = FileNotFoundError(2, "No such file or directory")
    assert (file_error_reason(error), file_error_reason(error, as_is=True)) == (
        "no such file or directory",
        "No such file or directory",
    )
    assert (
        file_error_reason(error, as_is=True).template
        == file_error_reason(error).template
        == "no such file or directory"
    )
    assert (
        file_error_reason(PermissionError(13, phrase("the file is write-protected"))).template
        == "the file is write-protected"
    )
