"""Merges of damaged files."""

import random

from tests.damaged_merges import harm
from tests.extent import SEED, slow


@slow
def test_damaged_files_are_merged_or_refused_and_ours_is_as_it_was_where_that_fails(catalogue, tmp_path):
    for seed in range(SEED, SEED + 12):
        assert not harm(random.Random(seed), tmp_path / "files", process=seed == SEED), seed
