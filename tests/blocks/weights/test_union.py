"""Merges of weight files that diverged: the result has every array that a merged document may name."""

import numpy as np
import pytest
import safetensors.numpy
from hypothesis import given
from hypothesis import strategies as st

from blockloom.blocks.document.pages import Block, new_document
from blockloom.blocks.edits import Insert
from blockloom.blocks.files import documents
from blockloom.blocks.operations import add_weights
from blockloom.blocks.weights.document_weights import value_of
from blockloom.blocks.weights.merge_files import is_weights, merge_files
from blockloom.blocks.weights.weight_files import WeightsFile, write
from blockloom.blocks.weights.weight_format import WeightsError

SIDES = ("base", "ours", "theirs")


def array(number):
    return np.full(2, number, np.float32)


@pytest.fixture
def merged(tmp_path):
    """Return a function that merges files with arrays, key -> number, and returns the result and the conflicts."""

    def merge(**sides):
        for name in SIDES:
            (tmp_path / name).unlink(missing_ok=True)
            write({key: array(number) for key, number in sides[name].items()}, tmp_path / name, owner="net.loom")
        before = {name: (tmp_path / name).read_bytes() for name in SIDES}
        clashes = merge_files(*(tmp_path / name for name in SIDES), tmp_path / "ours")
        assert {path.name for path in tmp_path.iterdir()} == {*SIDES}
        found = WeightsFile(tmp_path / "ours", "")
        assert all(found.stored(key).verify() == found.hashes[key] for key in found.entries)
        for one, other, wanted in (("base", "theirs", "ours"), ("base", "ours", "theirs"), ("ours", "theirs", "ours")):
            if sides[one] == sides[other]:
                assert (tmp_path / "ours").read_bytes() == before[wanted], "nothing is to be merged"
        return {key: int(found.stored(key)[0]) for key in sorted(found.entries)}, clashes

    return merge


def test_keys_merge_like_cells(merged):
    assert merged(base={"a": 1, "b": 5}, ours={"a": 2, "b": 5}, theirs={"a": 1, "b": 3, "c": 4}) == (
        {"a": 2, "a.base": 1, "b": 3, "b.base": 5, "c": 4},
        [],
    )
    assert merged(base={"a": 1}, ours={"a": 2}, theirs={"a": 3}) == ({"a": 2, "a.base": 1, "a.theirs": 3}, ["a"])
    assert merged(base={}, ours={"a": 2, "a.theirs": 9}, theirs={"a": 3}) == (
        {"a": 2, "a.theirs": 9, "a.theirs2": 3},
        ["a"],
    )
    assert merged(base={"a": 1, "b": 1}, ours={"a": 1}, theirs={"a": 1, "b": 1, "c": 2})[0] == {"a": 1, "b": 1, "c": 2}


def test_training_gives_keys_of_their_own_and_clashes_all_the_same(merged):
    assert merged(base={"w": 1}, ours={"w.11111111": 2}, theirs={"w.22222222": 3}) == (
        {"w": 1, "w.11111111": 2, "w.22222222": 3},
        ["w"],
    )
    added = merged(base={"w": 1}, ours={"w": 1, "w.11111111": 2}, theirs={"w": 1, "w.22222222": 3})
    assert added == ({"w": 1, "w.11111111": 2, "w.22222222": 3}, [])
    assert merged(base={"w": 1}, ours={"w.11111111": 2, "v": 5}, theirs={"w.11111111": 2})[1] == []


ARRAYS = st.dictionaries(st.sampled_from(("a", "b", "a.11111111")), st.integers(1, 3))


@given(ARRAYS, ARRAYS, ARRAYS)
def test_no_array_of_a_side_is_lost_where_both_changed(tmp_path_factory, base, ours, theirs):
    folder = tmp_path_factory.mktemp("files")
    for name, side in zip(SIDES, (base, ours, theirs)):
        write({key: array(number) for key, number in side.items()}, folder / name)
    merge_files(*(folder / name for name in SIDES), folder / "out")
    found = WeightsFile(folder / "out", "")
    held = {int(found.stored(key)[0]) for key in found.entries}
    wanted = (
        {*theirs.values()}
        if base == ours
        else {*ours.values()}
        if base == theirs
        else {*ours.values(), *theirs.values()}
    )
    assert wanted <= held
    for key in ours.keys() & theirs.keys():
        assert found.stored(key)[0] == (theirs if base.get(key) == ours[key] else ours)[key]


def test_both_added_the_file(tmp_path):
    (tmp_path / "base").touch()
    for name, number in (("ours", 1), ("theirs", 2)):
        write({"a": array(number)}, tmp_path / name)
    assert merge_files(*(tmp_path / name for name in SIDES), tmp_path / "ours") == ["a"]
    assert safetensors.numpy.load_file(tmp_path / "ours").keys() == {"a", "a.theirs"}


@pytest.mark.parametrize("bad", [b"", b"version https://git-lfs.github.com/spec/v1\n", b"\x10\0\0\0\0\0\0\0{"])
@pytest.mark.parametrize("side", SIDES)
def test_ours_stays_where_a_file_cannot_be_merged(tmp_path, bad, side):
    for number, name in enumerate(SIDES):
        write({"a": array(number)}, tmp_path / name)
    (tmp_path / side).write_bytes(bad)
    before = (tmp_path / "ours").read_bytes()
    if not bad:
        merge_files(*(tmp_path / name for name in SIDES), tmp_path / "ours")
        return
    with pytest.raises(WeightsError):
        merge_files(*(tmp_path / name for name in SIDES), tmp_path / "ours")
    assert (tmp_path / "ours").read_bytes() == before and {path.name for path in tmp_path.iterdir()} == {*SIDES}


def test_files_of_other_programs_have_no_such_rule(tmp_path):
    for number, name in enumerate(SIDES):
        safetensors.numpy.save_file({"a": array(number)}, tmp_path / name)
        assert is_weights(tmp_path / name)
    with pytest.raises(WeightsError, match="another program"):
        merge_files(*(tmp_path / name for name in SIDES), tmp_path / "ours")
    (tmp_path / "document").write_text('{"blockloom": 2,\n"pages": []}')
    assert not is_weights(tmp_path / "document") and not is_weights(tmp_path / "nowhere")


def test_a_document_finds_arrays_in_files_elsewhere_and_brings_them_along(tmp_path):
    document = new_document()
    edit, _ = add_weights(document, {"w": array(7)})
    edit.apply(document)
    Insert("main", (Block("V", "Variable", 0.0, 0.0, {"initial_value": value_of("w")}),)).apply(document)
    for folder in ("a", "b", "c"):
        (tmp_path / folder).mkdir()
    documents.save(document, tmp_path / "a/net.loom")
    (tmp_path / "b/net.loom").write_bytes((tmp_path / "a/net.loom").read_bytes())
    alone = documents.load(tmp_path / "b/net.loom")
    alone.weights.sources = ((str(tmp_path / "a"), ""),)
    documents.save(alone.copy(), tmp_path / "c/net.loom")
    back = documents.load(tmp_path / "c/net.loom")
    assert back.weights.find("w", back.folder)[0][0] == 7 and (tmp_path / "c/net.safetensors").exists()


def test_a_pointer_of_git_lfs_is_called_so(tmp_path):
    (tmp_path / "net.safetensors").write_text("version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 1\n")
    with pytest.raises(WeightsError, match="git lfs pull"):
        WeightsFile(tmp_path / "net.safetensors", "")
