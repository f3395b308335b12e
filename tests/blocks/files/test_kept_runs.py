"""Runs that are kept under names."""

import base64
import contextlib
import csv
import json
import random
import zlib

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from blockloom.blocks.document.addresses import address
from blockloom.blocks.document.pages import Block, new_document
from blockloom.blocks.edits import Insert, Rename, RenamePage
from blockloom.blocks.files import documents, kept_runs
from blockloom.blocks.files.documents import FileError
from blockloom.blocks.files.kept_runs import (
    BYTES,
    COLOURS,
    MOST,
    PACKED,
    POINTS,
    SERIES,
    TEXT,
    KeptRuns,
    KeptRunsError,
)
from blockloom.blocks.results.monitors import Watch, without_zeros

LOSS = Watch(address("", "LOSS", "output"))
NUMBERS = st.floats(allow_nan=True)


def points(values):
    return np.stack((np.arange(1.0, len(values) + 1), np.arange(len(values)) / 8, np.asarray(values, float)), 1)


def equal_runs(a, b):
    return [(r.name, r.page, r.colour, r.is_shown) for r in a.runs] == [
        (r.name, r.page, r.colour, r.is_shown) for r in b.runs
    ] and all(
        x.series.keys() == y.series.keys()
        and all(np.array_equal(x.series[w], y.series[w], equal_nan=True) for w in x.series)
        for x, y in zip(a.runs, b.runs, strict=True)
    )


@given(
    st.lists(st.tuples(st.text(max_size=20), st.lists(NUMBERS, min_size=1, max_size=30)), max_size=6),
    st.text(min_size=1, max_size=8),
    st.text(min_size=1, max_size=8),
    st.lists(st.integers(0, 9), max_size=3),
    st.none() | st.integers(0, 9),
)
def test_what_is_written_is_read_again(named, block, pin, index, flat):
    kept = KeptRuns()
    for name, values in named:
        kept.keep(
            name,
            "p",
            {LOSS: points(values), Watch(address("", block, pin), without_zeros(tuple(index)), flat): points(values)},
        )
    again = KeptRuns.loads(kept.dumps())
    assert equal_runs(kept, again) and len({run.name for run in again.runs}) == len(named)


def test_names_are_single_colours_differ_and_a_run_has_what_was_recorded():
    kept = KeptRuns()
    for name, found in (
        ("slow", "slow"),
        ("slow", "slow 2"),
        ("slow", "slow 3"),
        (" a\nb ", "a b"),
        ("", "1"),
        ("1", "2"),
        ("run 9", "run 9"),
        ("run 9", "run 10"),
        ("rate 0.1", "rate 0.1"),
        ("rate 0.1", "rate 0.1 2"),
    ):
        assert kept.keep(name, "p", {LOSS: points([3, 2])}).name == found
    assert len({run.colour for run in kept.runs}) == len(COLOURS) and kept.runs[0].steps == 2
    kept.rename(kept.runs[0], "slow 2")
    assert kept.runs[0].name == "slow 4"
    with pytest.raises(KeptRunsError, match="nothing was recorded"):
        kept.keep("x", "p", {LOSS: points([])})
    kept.runs[1].is_shown = False


def test_runs_follow_blocks_and_pages_that_got_other_names_while_no_window_had_them():
    document = new_document("p")
    Insert("p", (Block("LOSS", "Mean"), Block("OTHER", "Mean"))).apply(document)
    kept = KeptRuns()
    other = Watch(address("", "OTHER", "o"))
    kept.keep("run", "p", {LOSS: points([3, 2]), other: points([1])})
    kept.follow(document)
    for old, new in (("LOSS", "FREE"), ("OTHER", "LOSS"), ("FREE", "OTHER")):
        Rename("p", old, new).apply(document)
    RenamePage("p", "q").apply(document)
    kept = KeptRuns.loads(kept.dumps())
    kept.follow(documents.loads(documents.dumps(document)))
    assert kept.shown_runs("p") == [] and [run.name for run in kept.shown_runs("q")] == ["run"]
    assert {w.address.block: len(points) for w, points in kept.runs[0].series.items()} == {"OTHER": 2, "LOSS": 1}


def test_a_run_is_bounded_and_keeps_its_peaks():
    values = np.ones(100_000)
    values[77_777] = 9e9
    kept = KeptRuns()
    run = kept.keep("long", "p", {Watch(address("", f"B{i}", "o")): points(values) for i in range(SERIES + 5)})
    assert len(run.series) == SERIES and sum(p.nbytes for p in run.series.values()) <= BYTES
    assert all(p[:, 2].max() == 9e9 and p[-1, 0] == 100_000 for p in run.series.values())
    run = kept.keep("gone", "p", {LOSS: points(np.full(100_000, np.nan))})
    assert 0 < len(run.series[LOSS]) <= POINTS and run.steps >= 99_900
    for _ in range(MOST - 2):
        kept.keep("more", "p", {LOSS: points([1])})
    with pytest.raises(KeptRunsError, match="remove one"):
        kept.keep("too many", "p", {LOSS: points([1])})


def test_the_document_of_a_run_is_kept_unless_it_is_too_large_or_damaged():
    kept, text = KeptRuns(), json.dumps({"blocks": ["é"] * 5000})
    kept.keep("a", "p", {LOSS: points([1])}, text)
    kept.keep("large", "p", {LOSS: points([1])}, random.Random(1).randbytes(PACKED).hex())
    read = KeptRuns.loads(kept.dumps())
    assert read.runs[0].text() == text and read.runs[1].packed == "" and len(kept.dumps()) < 1000
    bomb = base64.b64encode(zlib.compress(bytes(TEXT + 1))).decode()
    for damaged in ("!", "AAAA", read.runs[0].packed[:40], bomb):
        read.runs[0].packed = damaged
        with pytest.raises(FileError, match="with a is damaged"):
            read.runs[0].text()


DAMAGED = [
    lambda row: row.pop("name"),
    lambda row: row.update(series=5),
    lambda row: row.update(series=[[1, 2]]),
    lambda row: row["series"][0].__setitem__(0, ""),
    lambda row: row["series"][0].__setitem__(1, {"a": 1}),
    lambda row: row["series"][0].__setitem__(2, 1.5),
    lambda row: row["series"][0].__setitem__(3, "AAAA"),
    lambda row: row["series"][0].__setitem__(3, 7),
    lambda row: row["series"][0].__setitem__(0, 7),
]


@pytest.mark.parametrize("number", range(len(DAMAGED)))
def test_a_damaged_file_is_refused_with_a_reason(number):
    kept = KeptRuns()
    kept.keep("a", "p", {LOSS: points([1, 2])})
    data = json.loads(kept.dumps())
    DAMAGED[number](data["runs"][0])
    with pytest.raises(ValueError, match=r"\w{4}"):
        KeptRuns.loads(json.dumps(data).encode())


@given(
    st.binary(max_size=60)
    | st.recursive(
        st.none() | st.integers() | st.text(max_size=5),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(st.sampled_from(["blockloom-runs", "runs", "name", "series"]), inner)
        ),
    ).map(lambda value: json.dumps(value).encode())
)
def test_whatever_a_file_holds_it_is_runs_or_refused(data):
    with contextlib.suppress(ValueError):
        assert isinstance(KeptRuns.loads(data), KeptRuns)


def test_each_document_has_a_file_which_goes_with_the_last_run(tmp_path, monkeypatch):
    monkeypatch.setattr(kept_runs, "place", lambda path: tmp_path / "state" / f"{len(path)}.json")
    kept = KeptRuns()
    kept.keep("a", "p", {LOSS: points([1, 2])})
    kept_runs.save("/a.loom", kept)
    assert equal_runs(kept_runs.load("/a.loom"), kept) and kept_runs.load("/other.loom").runs == []
    kept.remove(kept.runs[0])
    kept_runs.save("/a.loom", kept)
    assert list((tmp_path / "state").iterdir()) == []
    assert kept_runs.place("/a") != kept_runs.place("/b.loom")


def test_runs_as_csv_are_a_row_for_each_point():
    kept = KeptRuns()
    kept.keep('fast, "best"', "p", {Watch(address("", "W", "value"), (0, 3)): points([0.1, np.nan])})
    rows = list(csv.reader(kept_runs.as_csv(kept.runs).splitlines()))
    assert rows == [
        ["run", "page", "output", "step", "seconds", "value"],
        ['fast, "best"', "p", "W.value[0][3]", "1", "0", "0.1"],
        ['fast, "best"', "p", "W.value[0][3]", "2", "0.125", "nan"],
    ]
