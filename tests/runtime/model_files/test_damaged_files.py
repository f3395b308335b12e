"""Damaged files of all formats open, or are refused with one message: `python -m tests.bench damaged` tries many."""

import os

from tests import damage
from tests.bench.damaged import trial
from tests.extent import examples

_SEEDS = [*range(int(os.environ.get("BLOCKLOOM_COUNT", examples(40))))]


def test_damaged_files_open_or_are_refused(models, tmp_path):
    (tmp_path / "net").mkdir()
    given = damage.sources(models, tmp_path / "net")
    failed = []
    for seed in _SEEDS:
        (folder := tmp_path / str(seed)).mkdir()
        kind, said = trial(damage.damaged(seed, given, folder))
        if kind not in ("opened", "refused"):
            failed.append((seed, kind, said))
    assert not failed
