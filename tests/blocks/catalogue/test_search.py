"""Search for block types by users' words."""

import json
import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blockloom.blocks.catalogue.entries import ASSETS
from blockloom.blocks.catalogue.search import KEPT, SearchEntry, counted, find, name_of, usage

NAMES = (
    "SparseAccumulatorApplyGradient",
    "SparseAccumulatorTakeGradient",
    "AccumulatorApplyGradient",
    "SparseAdd",
    "Softmax",
    "LogSoftmax",
    "Conv2D",
    "Max",
    "TAKE_GRADIENT_2",
    "Select All of the Same Type",
    "한국어 글",
)


def entries(names=NAMES, **more):
    return [SearchEntry(name, (name_of(name),), **more) for name in names]


@pytest.mark.parametrize(
    "typed, found",
    [
        ("saag", "SparseAccumulatorApplyGradient"),
        ("sparseaccapp", "SparseAccumulatorApplyGradient"),
        ("spaccta", "SparseAccumulatorTakeGradient"),
        ("aag", "AccumulatorApplyGradient"),
        ("SPARSE add", "SparseAdd"),
        ("gradient take", "SparseAccumulatorTakeGradient"),
        ("tg2", "TAKE_GRADIENT_2"),
        ("sast", "Select All of the Same Type"),
        ("take_gradient_2", "TAKE_GRADIENT_2"),
        ("c2", "Conv2D"),
        ("softmax", "Softmax"),
        ("ogsof", "LogSoftmax"),
        ("ㅎ", "한국어 글"),
        ("한ㄱ", "한국어 글"),
        ("ㄱ", "한국어 글"),
        ("sofmtax", "Softmax"),
        ("sotfmax", "Softmax"),
        ("softmx", "Softmax"),
        ("softtmax", "Softmax"),
        ("coxv2d", "Conv2D"),
        ("spradd", "SparseAdd"),
    ],
)
def test_a_name_is_found_by_parts_of_its_words_and_with_a_letter_wrong(typed, found):
    assert find(entries(), typed)[0] == found


@pytest.mark.parametrize("typed", ["sgaa", "xxsoftmax", "mnist", "tdoc", "zz", "?"])
def test_what_fits_nothing_finds_nothing(typed):
    assert find(entries(), typed) == []


def test_what_fits_better_comes_first_then_what_is_used_then_what_is_in_order():
    some = entries(("Upgrade", "TakeGrad", "Gradient", "Grad", "GradTwo", "GoodReadAndDo"))
    assert find(some, "grad") == ["Grad", "Gradient", "GradTwo", "TakeGrad", "GoodReadAndDo", "Upgrade"]
    used = {"Upgrade": 50, "GradTwo": 1}
    assert find(some, "grad", used) == ["Grad", "GradTwo", "Gradient", "TakeGrad", "GoodReadAndDo", "Upgrade"]
    assert find(some, "", used)[:3] == ["Upgrade", "GradTwo", "TakeGrad"]


def test_what_few_want_comes_last_unless_it_is_named():
    some = [
        SearchEntry("Old", (name_of("Add"),), demotion=1),
        SearchEntry("Internal", (name_of("Add"),), demotion=2),
        SearchEntry("AddMore", (name_of("AddMore"),)),
        SearchEntry("Sum", (name_of("Sum"),), {"add": 1}),
        SearchEntry("Plus", (name_of("Plus"),), {"add": 0}),
    ]
    assert find(some, "add") == ["Old", "Plus", "Sum", "AddMore", "Internal"]
    assert find(some, "ad") == ["AddMore", "Old", "Internal"]


def test_words_for_a_thing_are_found_whole_begun_among_more_words_and_in_any_order():
    some = [
        SearchEntry("read", (name_of("ReadFile"),), {"image file": 0}),
        SearchEntry("csv", (name_of("Decode"),), {"csv": 0}),
    ]
    for typed in ("image file", "image fi", "file image", "Image"):
        assert find(some, typed) == ["read"]
    assert find(some, "read csv table") == ["csv"] and find(some, "ima file xyz") == []


def test_a_text_is_searched_for_every_word_its_first_paragraph_before_the_rest():
    some = [
        SearchEntry("late", (name_of("A"),), text="about this.\n\nlabels and rows"),
        SearchEntry("early", (name_of("B"),), text="labels of rows.\n\nmore"),
    ]
    assert find(some, "rows labels") == ["early", "late"] and find(some, "rows zebra") == []


@given(st.lists(st.text(string.ascii_letters + "_ 2한é", max_size=30), max_size=8), st.text(max_size=80))
def test_any_name_and_any_query_are_fine_and_a_name_finds_itself(names, query):
    some = [SearchEntry(i, (name_of(name),)) for i, name in enumerate(names)]
    assert set(find(some, query)) <= set(range(len(names)))
    for i, name in enumerate(names):
        if name_of(name).plain and len(name_of(name).plain) <= 64:
            assert i in find(some, name)


def test_long_names_of_one_letter_take_no_time_to_tell_of():
    """A search that went back and forth in `a_a_a_...` would not end."""
    assert find(entries(("a_" * 500,)), "a" * 40 + "bb") == []
    assert find(entries(("ab_" * 500,)), "abab" * 15 + "cc") == []


def test_uses_are_counted_for_so_many_things_and_weighed_with_favourites_and_the_last():
    counts = {}
    for number in range(KEPT + 50):
        counts = counted(counts, number % 7)
        counts = counted(counts, number + 100)
    assert len(counts) == KEPT and all(counts[n] > 30 for n in range(7))
    weights = usage({"a": 3, "b": 1000}, ["c", "a"], ["d"])
    assert weights == {"a": 4, "b": 50, "c": 2, "d": 10}


@pytest.mark.parametrize("file", ["words.json", "command_words.json"])
def test_words_are_sorted_and_written_as_they_are_compared(file):
    words = list(json.loads((ASSETS / "catalogue" / file).read_text("utf-8")))
    assert words == sorted(words) and all(word == " ".join(word.casefold().split()) for word in words)
