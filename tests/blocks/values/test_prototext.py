"""Protobuf text under way: tokens, places of the cursor, and where messages begin."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blockloom.blocks.values.prototext import cursor, line_column, messages, tokens


@pytest.mark.parametrize(
    ("text", "path", "field", "word", "there"),
    [
        ("", (), "", "", ""),
        ("mo", (), "", "mo", ""),
        ("mode: TR", (), "mode", "TR", "mode"),
        ("mode: TRAINING ba", (), "", "ba", "mode"),
        ("t { o { ada", ("t", "o"), "", "ada", ""),
        ("t: < o: { a: 1 b", ("t", "o"), "", "b", "a"),
        ("t { a: 1 } ", (), "", "", "t"),
        ("s: [1, 2", (), "s", "2", "s"),
        ("s: [A, B] m", (), "", "m", "s"),
        ('n: "{ a" m', (), "", "m", "n"),
        ("# t {\nm", (), "", "m", ""),
        ("} } a", (), "", "a", ""),
    ],
)
def test_where_the_cursor_stands(text, path, field, word, there):
    found = cursor(text + " never: read", len(text))
    assert (found.path, found.field, found.word, found.present) == (path, field, word, frozenset(there.split()))
    assert not found.quiet


@pytest.mark.parametrize("text", ['name: "tab', "# comment", "a: 1 # more { of it", "n: 'x"])
def test_nothing_is_offered_in_comments_and_texts(text):
    assert cursor(text, len(text)).quiet


def test_messages_of_the_outermost_level():
    text = 'table { table { } }\n# table { }\nother { table {} } name: "table {" table { '
    assert [line_column(text, at) for at in messages(text, "table")] == [(1, 1), (3, 36)]


@given(st.text(alphabet="ab:{}<>[]\"'#,; \n\\1.-é"), st.integers(0, 40))
def test_any_text_is_read(text, at):
    covered = {i for t in tokens(text) for i in range(t.start, t.end)}
    assert all(i in covered or text[i].isspace() for i in range(len(text)))
    assert all(text[t.start : t.end] == t.text for t in tokens(text))
    cursor(text, min(at, len(text)))
