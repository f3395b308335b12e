"""Expressions of parameters: their values, and the limits of evaluation."""

import pytest

from blockloom.blocks.catalogue.parameters import ParameterError, evaluate, parameter_values
from blockloom.blocks.document.pages import Block, Page
from tests.blocks.small import SMALL
from tests.pages import pages


@pytest.mark.parametrize(
    ("text", "typed", "value"),
    [
        ("=a", '["x"]', '["x"]'),
        ("=[4*a, a]", "2", "[8, 2]"),
        ("=a + [1]", "[0.5]", "[0.5, 1]"),
        ("=[a]", "[True, 1e999]", "[[True, inf]]"),
        ("=max(a, 1) // 2", "7", "3"),
    ],
)
def test_an_expression_of_a_parameter(text, typed, value):
    assert evaluate(text, {"a": typed}) == value


@pytest.mark.parametrize(
    "typed", ['["x"]', "[None]", "[{1: 2}]", "[1j]", "-" * 2000 + "1", f"[{'1, ' * 5000}]", "a", ""]
)
def test_nothing_is_computed_with_values_that_are_not_numbers(typed):
    with pytest.raises(ParameterError):
        evaluate("=[a, a]", {"a": typed})


@pytest.mark.parametrize("text", ["=-a", "=a * 2", "=2 - a", "=a + 1", "=max(a, 1)", "=[1, -a]"])
def test_a_list_is_not_a_number(text):
    with pytest.raises(ParameterError, match="a number is wanted, not a list"):
        evaluate(text, {"a": "[1, 2]"})


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("=1 // a", "divides by 0"),
        ("=1e300 * 1e300", "too large"),
        ("=", "not an exp"),
        ("=b", "no parameter b"),
        ("=a.real", "not an exp"),
        ("=max()", "not an exp"),
        ("=" + "1+" * 500 + "1", "longer than"),
    ],
)
def test_what_gives_nothing_says_why(text, why):
    with pytest.raises(ParameterError, match=why):
        evaluate(text, {"a": "0"})


def test_a_default_may_be_an_expression_of_others():
    page = Page("inner")
    page.blocks |= {
        name: Block(name, "loom.Parameter", values=values)
        for name, values in {
            "size": {"default": "[2, 2]"},
            "strides": {"default": "=size"},
            "twice": {"default": "=strides + size"},
            "round": {"default": "=about"},
            "about": {"default": "=round"},
            "none": {},
            "of_none": {"default": "=none"},
            "of_nothing": {"default": "=gone"},
        }.items()
    }
    without = {"round": None, "about": None, "none": None, "of_none": None, "of_nothing": None}
    assert parameter_values(page) == {"size": "[2, 2]", "strides": "[2, 2]", "twice": "[2, 2, 2, 2]"} | without
    assert parameter_values(page, {"size": "[3]"}) == {"size": "[3]", "strides": "[3]", "twice": "[3, 3]"} | without
    assert parameter_values(page, {"strides": "=outer"})["strides"] == "=outer"


def test_a_number_for_a_list_is_a_list_of_one():
    page = Page("inner")
    page.blocks |= {
        name: Block(name, "loom.Parameter", values=values)
        for name, values in {
            "size": {"default": "2", "type": "list(int)"},
            "twice": {"default": "=size + size", "type": "list(int)"},
            "count": {"default": "2", "type": "int"},
        }.items()
    }
    assert parameter_values(page) == {"size": "[2]", "twice": "[2, 2]", "count": "2"}
    assert parameter_values(page, {"size": " -3 ", "count": "4"}) == {"size": "[-3]", "twice": "[-3, -3]", "count": "4"}
    assert parameter_values(page, {"size": "[x]"})["size"] == "[x]"


def test_lists_of_lists_have_an_end():
    text = "1"
    with pytest.raises(ParameterError, match="too large"):
        for _ in range(9):
            text = evaluate(f"=[{','.join('a' * 100)}]", {"a": text})


def test_only_a_parameter_that_is_a_dtype_is_the_dtype_of_a_pin():
    document = pages(
        inner="x loom.Arg dtype==n; n loom.Parameter type=int default=1; y loom.Retval dtype==t;"
        "t loom.Parameter type=type default=DT_HALF",
    )
    made = SMALL.with_pages(document)["page:inner"]
    assert [pin.type_attr for pin in (*made.inputs, *made.outputs)] == [None, "t"]
