"""Python text of scripts: calls, lines, texts and names."""

import ast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blockloom.runtime.script import tensors


def test_calls_are_pieces_with_commas_between_them():
    assert tensors.call("f") == ["f()"]
    assert tensors.call("f", ["a"]) == ["f(", "a)"]
    assert tensors.call("f", ["a", "+ b"], ["c"], d=["[1,", "2]"]) == ["f(", "a", "+ b,", "c,", "d=[1,", "2])"]
    assert tensors.listed([["a"], ["b"]]) == ["[", "a,", "b]"] and tensors.listed([]) == ["[]"]
    assert tensors.assigned("x", ["a", "+ b"]) == ["x = a", "+ b"] and tensors.assigned("", ["a"]) == ["a"]


def test_a_statement_is_broken_within_brackets_alone():
    assert tensors.lines(tensors.call("f", ["a"], ["b"])) == ["f(a, b)"]
    arguments = [f"argument_{i}" for i in range(20)]
    long = tensors.call("function", *([one] for one in arguments))
    found = tensors.lines(tensors.assigned("x", long), 4)
    assert len(found) == 3 and max(map(len, found)) <= tensors.WIDTH
    assert [len(line) - len(line.lstrip()) for line in found] == [4, 8, 8]
    assert ast.unparse(ast.parse("".join(found).strip())) == f"x = function({', '.join(arguments)})"
    open_ended = ["x", *["+ xxxxxxxxx"] * 20]
    assert len(tensors.lines(open_ended)) == 1 and len(tensors.lines(open_ended, within=True)) == 3
    exact = ["f(", "a" * 117, "b)"]
    assert tensors.lines(exact) == [f"f({'a' * 117}", "    b)"] and tensors.lines(["f(", "a" * 114, "b)"]) == [
        f"f({'a' * 114} b)"
    ]
    assert tensors.lines(["f(')', ", *["b" * 50] * 3]) == [f"f(')',  {'b' * 50} {'b' * 50}", f"    {'b' * 50}"]


@given(st.one_of(st.text(), st.binary(), st.text("ab\n\"'\\\u202e\xe9\u6f22", min_size=60)))
def test_a_text_is_itself_again_in_whatever_pieces(text):
    pieces = tensors.quoted(text)
    assert ast.literal_eval(f"({' '.join(pieces)})") == ast.literal_eval(tensors.literal(text)) == text
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
    found = tensors.comment(text, 4)
    assert found == [f"    {line}" for line in shown] if shown else len(found) == 2
    assert all(len(line) <= tensors.WIDTH for line in found)


def test_names_are_python_names_and_each_is_given_once():
    names = tensors.PythonNames(["taken"])
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
