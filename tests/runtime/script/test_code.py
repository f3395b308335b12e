"""Python text of scripts: calls, lines, texts and names."""

import ast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blockloom.runtime.script import code


def test_calls_are_pieces_with_commas_between_them():
    assert code.call("f") == ["f()"]
    assert code.call("f", ["a"]) == ["f(", "a)"]
    assert code.call("f", ["a", "+ b"], ["c"], d=["[1,", "2]"]) == ["f(", "a", "+ b,", "c,", "d=[1,", "2])"]
    assert code.listed([["a"], ["b"]]) == ["[", "a,", "b]"] and code.listed([]) == ["[]"]
    assert code.assigned("x", ["a", "+ b"]) == ["x = a", "+ b"] and code.assigned("", ["a"]) == ["a"]


def test_a_statement_is_broken_within_brackets_alone():
    assert code.lines(code.call("f", ["a"], ["b"])) == ["f(a, b)"]
    arguments = [f"argument_{i}" for i in range(20)]
    long = code.call("function", *([one] for one in arguments))
    found = code.lines(code.assigned("x", long), 4)
    assert len(found) == 3 and max(map(len, found)) <= code.WIDTH
    assert [len(line) - len(line.lstrip()) for line in found] == [4, 8, 8]
    assert ast.unparse(ast.parse("".join(found).strip())) == f"x = function({', '.join(arguments)})"
    open_ended = ["x", *["+ xxxxxxxxx"] * 20]
    assert len(code.lines(open_ended)) == 1 and len(code.lines(open_ended, within=True)) == 3
    exact = ["f(", "a" * 117, "b)"]
    assert code.lines(exact) == [f"f({'a' * 117}", "    b)"] and code.lines(["f(", "a" * 114, "b)"]) == [
        f"f({'a' * 114} b)"
    ]
    assert code.lines(["f(')', ", *["b" * 50] * 3]) == [f"f(')',  {'b' * 50} {'b' * 50}", f"    {'b' * 50}"]


@given(st.one_of(st.text(), st.binary(), st.text("ab\n\"'\\\u202e\xe9\u6f22", min_size=60)))
def test_a_text_is_itself_again_in_whatever_pieces(text):
    pieces = code.quoted(text)
    assert ast.literal_eval(f"({' '.join(pieces)})") == ast.literal_eval(code.literal(text)) == text
    assert all(len(piece) <= 83 and piece.isprintable() for piece in pieces)


@pytest.mark.parametrize(
    "text, shown",
    [
        ("plain", ["# plain"]),
        ("two\nlines\r\n\rmore", ["# two", "# lines", "#", "# more"]),
        ("", ["#"]),
        ("tab\there", ["# tab here"]),
        ("turned\u202e", ["# turned\\u202e"]),
        ("word " * 40, None),
    ],
)
def test_comments(text, shown):
    found = code.comment(text, 4)
    assert found == [f"    {line}" for line in shown] if shown else len(found) == 2
    assert all(len(line) <= code.WIDTH for line in found)


def test_names_are_python_names_and_each_is_given_once():
    names = code.PythonNames(["taken"])
    given = {
        "a": "a",
        "b c": "b_c",
        "taken": "taken_",
        "1st": "n1st",
        "": "n",
        "print": "print_",
        "l": "l_",
        "class": "class_",
        "_x": "x",
        "x" * 99: "x" * 48,
    }
    assert [names.new(text) for text in given] == [*given.values()]
    assert (names.new("a"), names.new("a")) == ("a_", "a__")
