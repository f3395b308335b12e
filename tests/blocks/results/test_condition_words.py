"""Completions while a condition is typed."""

from hypothesis import given
from hypothesis import strategies as st

from blockloom.blocks.results.conditions import Condition, ConditionWords, partial_condition
from tests.pages import document

PAGE = """
A Const value=1.0; TRAIN_LOSS Neg x=<A.output; TOP TopKV2 k=1; S loom.Session fetch_outputs=<TRAIN_LOSS.y"""


def words(catalogue):
    page = document(catalogue, PAGE).pages["main"]
    return ConditionWords(page, catalogue), page


def test_blocks_then_outputs_then_comparisons_are_completed(catalogue):
    of, _ = words(catalogue)
    for text, found in (
        ("", ["TRAIN_LOSS ", "A ", "TOP."]),  # fetched values first; a session has no value
        ("loss", ["TRAIN_LOSS "]),
        ("main/tl", ["main/TRAIN_LOSS "]),
        ("TOP.", ["TOP.values ", "TOP.indices "]),
        ("TOP.ind", ["TOP.indices "]),
        ("TRAIN_LOSS.", ["TRAIN_LOSS.y "]),
        ("A ", ["A < ", "A <= ", "A > ", "A >= ", "A == ", "A != ", "A is finite", "A is not finite"]),
        ("A[0] <", ["A[0] < ", "A[0] <= "]),
        ("TOP.values is", [f"TOP.values is {what}" for what in ("finite", "not finite")]),
        ("A is finite", []),
        ("A < 3", []),
        ("WRONG ", []),
        ("A = ", []),
    ):
        assert of.completions(text, len(text)) == found, text
    assert of.completions("tl < 3", 2) == ["TRAIN_LOSS < 3"]
    assert of.completions("TRAIN < 3", 2) == []  # in the middle of a word


def test_what_a_condition_is_about_is_known_before_it_is_whole(catalogue):
    _, page = words(catalogue)
    for text, name in (
        ("A", "output"),
        ("A <", "output"),
        ("TOP.values[0] wrong", "values"),
        ("TOP", None),
        ("", None),
        ("S", None),
        ("WRONG < 3", None),
    ):
        assert getattr(partial_condition(text, page, catalogue), "pin", None) == name, text


@given(
    st.text("AT.OP values[0]<>=!i/ \\\0é", max_size=24),
    st.integers(0, 24),
    st.lists(st.integers(0, 7), min_size=3, max_size=3),
)
def test_what_is_taken_from_the_list_leads_to_a_condition(catalogue, text, at, choices):
    of, page = words(catalogue)
    of.completions(text, at)  # whatever is typed
    text = ""
    for choice in choices:
        found = of.completions(text, len(text))
        text = found[choice % len(found)] if found else text
    assert Condition.typed(text + ("" if text.endswith("finite") else "0"), page, catalogue).block in page.blocks
