"""Axes of line charts: ticks, labels, ranges, and points that are left out unseen."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from blockloom.blocks.plots import axes


@given(st.floats(-1e12, 1e12), st.floats(1e-9, 1e12), st.integers(2, 12))
def test_ticks_are_few_round_and_within(low, span, most):
    high = low + span
    found = axes.ticks(low, high, most)
    assert len(found) <= most + 1
    slack = 1e-6 * (high - low) + 1e-9 * max(abs(low), abs(high))
    assert all(low - slack <= n <= high + slack for n in found)


@given(st.integers(-6, 6), st.integers(0, 1000), st.sampled_from([1, 2, 5]))
def test_labels_tell_ticks_apart(exponent, first, step):
    step *= 10.0**exponent
    labels = [axes.label((first % 50 + i) * step, step) for i in range(6)]
    assert len(set(labels)) == 6


@pytest.mark.parametrize(
    ("values", "fixed", "wanted"),
    [
        ([5, 5], (None, None), lambda low, high: low < 5 < high),
        ([1, 9], (None, None), lambda low, high: low < 1 and high > 9),
        ([0.1, 9], (None, None), lambda low, high: low == 0 and high > 9),
        ([1, 9], (2, 3), lambda low, high: (low, high) == (2, 3)),
        ([np.nan], (None, None), lambda low, high: low < high),
        ([np.inf, 1e300, -1e300], (None, None), lambda low, high: np.isfinite(low) and low < high),
        ([], (None, None), lambda low, high: low < high),
        ([1, 2], (7, None), lambda low, high: low == 7 and high > 7),
    ],
)
def test_the_scale_follows_what_is_finite(values, fixed, wanted):
    points = np.stack((np.arange(len(values), dtype=float), np.array(values, float)), 1)
    assert wanted(*axes.bounds([points] if values else [], *fixed))


def test_logarithms_of_nothing_are_gaps():
    got = axes.logarithms(np.array([[1, 100.0], [2, 0.0], [3, -4.0], [4, 0.01]]))
    np.testing.assert_array_equal(got[:, 1], [2, np.nan, np.nan, -2])


@given(st.integers(1, 30_000), st.integers(1, 300), st.integers(0, 2**31))
def test_thinning_to_pixels_keeps_peaks(count, columns, seed):
    points = np.stack((np.arange(count, dtype=float), np.random.default_rng(seed).normal(size=count)), 1)
    got = axes.thinned(points, columns)
    assert len(got) <= max(count if count <= 4 * columns else 0, 4 * (columns + 1))
    assert got[:, 1].min() == points[:, 1].min() and got[:, 1].max() == points[:, 1].max()
    assert (got[0] == points[0]).all() and (got[-1] == points[-1]).all()
