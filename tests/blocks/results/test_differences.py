"""Differences between two results."""

import math

import numpy as np
import pytest

from blockloom.blocks.results.output_differences import (
    SHAPE,
    VALUES,
    OutputDifference,
    compare_arrays_at,
    largest_first,
)
from blockloom.blocks.values.dtypes import labelled


def test_the_largest_difference_and_its_place():
    was = np.arange(24, dtype=np.float32).reshape(4, 6)
    now = was.copy()
    now[1, 2], now[3, 5] = 7.5, 20.0
    found = compare_arrays_at("A.x", was, now)
    assert found == OutputDifference("A.x", VALUES, "DT_FLOAT[4,6]", "DT_FLOAT[4,6]", 3.0, 3.0 / 23.0, (3, 5), 2, 24)
    assert found.beyond(0.1) and not found.beyond(0.2)


def test_a_difference_far_out_in_a_large_result():
    was = np.zeros(2_500_000)
    now = was.copy()
    now[2_400_000] = 1e-9
    assert compare_arrays_at("A.x", was, now)[4:8] == (1e-9, math.inf, (2_400_000,), 1)


@pytest.mark.parametrize(
    "was, now, largest, differing",
    [
        ([math.nan, math.inf, -math.inf], [math.nan, math.inf, -math.inf], 0.0, 0),
        ([1.0, 2.0], [math.nan, 2.0], math.inf, 1),
        ([math.inf, 2.0], [-math.inf, 2.5], math.inf, 2),
        ([1.0 + 1.0j, 0j], [1.0 - 2.0j, 0j], 3.0, 1),
        ([True, False, True], [True, True, False], 1.0, 2),
        ([0, 255], [255, 0], 255.0, 2),
    ],
)
def test_nan_and_integers_that_wrap_around(was, now, largest, differing):
    dtype = np.uint8 if was == [0, 255] else None
    found = compare_arrays_at("A.x", np.array(was, dtype), np.array(now, dtype))
    assert (found.largest, found.differing) == (largest, differing)


def test_texts_no_values_and_other_types():
    texts = np.array([b"a", b"b", b"c", b"d"], object)
    assert compare_arrays_at("A.x", texts, np.array([b"a", b"x", b"c", b"d"], object)).relative == 0.25
    assert compare_arrays_at("A.x", texts, texts).differing == compare_arrays_at("A.x", None, None).differing == 0
    assert compare_arrays_at("A.x", None, texts).kind == SHAPE
    half = np.ones(3, np.float32)
    assert compare_arrays_at("A.x", half, labelled(half.copy(), "bfloat16"))[1:4] == (
        SHAPE,
        "DT_FLOAT[3]",
        "DT_BFLOAT16[3]",
    )


def test_the_largest_comes_first():
    rows = [
        OutputDifference("new", "new"),
        OutputDifference("small", VALUES, relative=0.1),
        OutputDifference("shape", SHAPE),
        OutputDifference("gone", "gone"),
        OutputDifference("large", VALUES, relative=math.inf),
    ]
    assert [row.at for row in largest_first(rows)] == ["shape", "large", "small", "gone", "new"]
