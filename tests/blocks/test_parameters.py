"""Expressions of parameters: what they give, and what none of them can do."""

import pytest

from blockloom.blocks.parameters import ParameterError, evaluate


@pytest.mark.parametrize(("text", "given", "value"), [
    ("=a", '["x"]', '["x"]'), ("=[4*a, a]", "2", "[8, 2]"), ("=a + [1]", "[0.5]", "[0.5, 1]"),
    ("=[a]", "[True, 1e999]", "[[True, inf]]"), ("=max(a, 1) // 2", "7", "3")])
def test_an_expression_of_a_parameter(text, given, value):
    assert evaluate(text, {"a": given}) == value


@pytest.mark.parametrize("given", ['["x"]', "[None]", "[{1: 2}]", "[1j]", "-" * 2000 + "1",
                                   f"[{'1, ' * 5000}]", "a", ""])
def test_nothing_is_computed_with_what_is_no_number(given):
    with pytest.raises(ParameterError):
        evaluate("=[a, a]", {"a": given})


def test_lists_of_lists_have_an_end():
    text = "1"
    with pytest.raises(ParameterError, match="too large"):
        for _ in range(9):
            text = evaluate(f"=[{','.join('a' * 100)}]", {"a": text})
