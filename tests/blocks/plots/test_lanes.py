"""Intervals in lanes."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from blockloom.blocks.plots.lanes import lanes


@given(st.lists(st.tuples(st.integers(0, 30), st.integers(1, 9)), max_size=40))
def test_nothing_overlaps_in_a_lane_and_there_are_as_few_as_can_be(spans):
    begins = np.array([begin for begin, _ in spans], int)
    ends = begins + np.array([size for _, size in spans], int)
    found = lanes(begins, ends)
    for lane in set(found.tolist()):
        here = np.sort(begins[found == lane]), np.sort(ends[found == lane])
        assert (here[0][1:] >= here[1][:-1]).all()
    most = max((int(((begins <= at) & (ends > at)).sum()) for at in range(40)), default=0)
    assert max(found, default=-1) + 1 == most
