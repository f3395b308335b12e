"""Parts of tensors that leave the worker: slices of any rank, and statistics."""

import numpy as np
import pytest

from blockloom.runtime.run import slices

CUBE = np.arange(60.0).reshape(3, 4, 5)


@pytest.mark.parametrize(
    "at, part, steps",
    [
        ([0, 1, 2], CUBE[0, 1, 2], []),
        ([2, [0, 4, 9], 1], CUBE[2, :, 1], [1]),
        ([[0, 3, 3], [1, 3, 9], 4], CUBE[:, 1:3, 4], [1, 1]),
        ([[0, 3, 2], [0, 4, 2], 0], CUBE[::2, ::2, 0], [2, 2]),
        ([0, [0, 4, 4], [0, 5, 2]], CUBE[0, :, ::3], [1, 3]),
        ([[1, 99, 9], 0, 0], CUBE[1:, 0, 0], [1]),
        ([[2, 1, 9], 0, 0], CUBE[:0, 0, 0], [1]),
        ([[0, 3, 0], [0, 4, 4], 0], CUBE[::3, :, 0], [3, 1]),
    ],
)
def test_a_slice_is_numpys_thinned_out_where_it_has_too_many(at, part, steps):
    sliced = slices.cut(CUBE, at)
    np.testing.assert_array_equal(sliced.array, part)
    assert (sliced.dtype, sliced.shape, sliced.steps) == ("float64", (3, 4, 5), steps)


def test_no_peak_of_one_long_range_is_lost():
    values = np.zeros(1000, np.float32)
    values[[123, 777]] = 5.0, -5.0
    sliced = slices.cut(values, [[0, 1000, 100]])
    got = sliced.array
    assert sliced.steps == [10] and got.shape == (100,)
    assert (got.max(), got.min()) == (5.0, -5.0) and np.flatnonzero(got).tolist() == [13, 76]


@pytest.mark.parametrize("at", [[0], [0, 0, 0, 0], [3, 0, 0], [-1, 0, 0]])
def test_what_is_not_there_is_refused(at):
    with pytest.raises(IndexError):
        slices.cut(CUBE, at)


def test_statistics_are_of_what_is_finite_and_count_the_rest():
    of = slices.statistics(np.array([1.0, 3.0, 0.0, np.nan, np.inf, -np.inf, -np.inf, 0.0]), 4)
    assert of.numbers and (of.nan, of.inf, of.minus_inf, of.zeros, of.count) == (1, 1, 2, 2, 4)
    assert (of.min, of.max, of.mean) == (0.0, 3.0, 1.0) and of.std == pytest.approx(1.5**0.5)
    assert of.array.tolist() == [2, 1, 0, 1]
    text = slices.statistics(np.array([b"a"], object))
    assert (text.dtype, text.shape, text.numbers, text.array) == ("string", (1,), False, None)
