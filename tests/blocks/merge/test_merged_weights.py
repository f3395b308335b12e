"""Weights in a merge: one key means one array, and all that the merged document names is found."""

import contextlib
import os

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from blockloom.blocks.checks.page_checks import conflicts
from blockloom.blocks.document.addresses import address_of
from blockloom.blocks.document.pages import Block, Conflict, Document, Page, new_document
from blockloom.blocks.editing.undo_stack import UndoStack
from blockloom.blocks.edits import Insert, Remove, Rename, RenamePage, SetValue
from blockloom.blocks.files import documents
from blockloom.blocks.merge.conflict_resolution import resolve_conflict
from blockloom.blocks.merge.merge_documents import merge_documents
from blockloom.blocks.merge.merge_weights import keys_lost_by_git_merge, set_weights, with_unique_keys
from blockloom.blocks.operations import add_weights
from blockloom.blocks.quickfixes import fixes
from blockloom.blocks.weights.document_weights import StateFolderArray, value_of
from blockloom.blocks.weights.merge_files import merge_files
from blockloom.blocks.weights.store import write_state_file
from blockloom.blocks.weights.weight_files import WeightsFile, file_hash, hash_of, write
from blockloom.blocks.weights.weight_format import WeightsError
from tests.extent import examples


def array(number):
    return np.full(2, number, np.float32)


@pytest.fixture
def save_variables(tmp_path):
    """Return a function that saves a document with a variable for each key, with that initial value."""

    def make(folder: str, **numbers: int) -> Document:
        document = new_document()
        add_weights(document, {key: array(number) for key, number in numbers.items()})[0].apply(document)
        blocks = tuple(
            Block(f"V_{key.replace('.', '_')}", "loom.Variable", 0.0, 0.0, {"initvalues": value_of(key)})
            for key in numbers
        )
        Insert("main", blocks).apply(document)
        path = tmp_path / folder / "net.loom"
        path.parent.mkdir()
        documents.save(document, path)
        return documents.load(path)

    return make


def values(document):
    return {
        name: block.values["initvalues"].removeprefix("weights:")
        for name, block in document.page("main").blocks.items()
    }


def numbers(document):
    weights = document.weights
    return {key: int(weights.find(key, document.folder)[0][0]) for key in {*weights.arrays, *weights.added}}


@pytest.mark.parametrize(
    "base, ours, theirs, keys",
    [
        ({"w": 1}, {"w": 1}, {"w": 1}, ("w", "w", "w")),
        ({"w": 1}, {"w": 2}, {"w": 2}, ("w.base", "w", "w")),
        ({"w": 1}, {"w": 1}, {"w": 2}, ("w.base", "w.base", "w")),
        ({"w": 1}, {"w": 2}, {"w": 1}, ("w.base", "w", "w.base")),
        ({"w": 1}, {"w": 2}, {"w": 3}, ("w.base", "w", "w.theirs")),
        ({}, {"w": 2}, {"w": 3}, (None, "w", "w.theirs")),
        ({"w": 1}, {"w": 2}, {}, ("w.base", "w", None)),
        ({"w": 1}, {"w": 2, "w.theirs": 5}, {"w": 3}, ("w.base", "w", "w.theirs2")),
    ],
)
def test_one_key_means_one_array(save_variables, base, ours, theirs, keys):
    sides = save_variables("base", **base), save_variables("ours", **ours), save_variables("theirs", **theirs)
    before = [documents.dumps(side) for side in sides]
    apart = with_unique_keys(*sides)
    assert tuple(values(side).get("V_w") for side in apart) == keys
    assert [documents.dumps(side) for side in sides] == before
    found = dict[str, int]()
    for side in apart:
        for key, number in numbers(side).items():
            assert found.setdefault(key, number) == number


def test_a_merge_finds_all_arrays_in_any_folder_and_copies_them(save_variables, tmp_path):
    apart = with_unique_keys(
        save_variables("base", w=1, old=7),
        save_variables("ours", w=2, old=7, mine=4),
        save_variables("theirs", w=3, other=5),
    )
    merged = apart[1].copy()
    Insert("main", tuple(apart[2].page("main").blocks[name] for name in ("V_other",))).apply(merged)
    sides = ("weights:w.base", "weights:w", "weights:w.theirs")
    merged.conflicts = (
        Conflict("main/V_w.initvalues", "value", *sides),
        Conflict("main/V_old.initvalues", "value", "1", "2", "weights:old"),
    )
    set_weights(merged, *apart)
    assert [conflict.what for conflict in merged.conflicts] == ["weights", "value"]
    (tmp_path / "out").mkdir()
    documents.save(merged, tmp_path / "out/net.loom")
    back = documents.load(tmp_path / "out/net.loom")
    assert numbers(back) == {"w": 2, "w.base": 1, "w.theirs": 3, "old": 7, "mine": 4, "other": 5}
    assert {path.name for path in (tmp_path / "out").iterdir()} == {"net.loom", "net.safetensors"}


def test_weights_that_one_side_changed_are_those_of_that_side(save_variables):
    base, other = save_variables("base", w=1, v=2), save_variables("other", w=1, u=3)
    for sides, wanted in (((base, base, other), other), ((base, other, base), other), ((base, other, other), other)):
        apart = with_unique_keys(*sides)
        merged = wanted.copy()
        set_weights(merged, *apart)
        assert documents.dumps(merged) == documents.dumps(wanted)


def test_a_document_of_an_older_format_names_its_file_as_a_whole(save_variables, tmp_path):
    def older(document):
        sha256 = file_hash(tmp_path / document.folder / "net.safetensors")
        document.weights.arrays, document.weights.sha256 = {}, sha256
        return document

    base = older(save_variables("base", w=1, v=2))
    apart = with_unique_keys(base, base, older(save_variables("same", w=1, v=2)))
    merged = base.copy()
    set_weights(merged, *apart)
    assert documents.dumps(merged) == documents.dumps(base)
    apart = with_unique_keys(base, older(save_variables("ours", w=2, v=2)), older(save_variables("theirs", w=3, v=2)))
    assert [values(side)["V_w"] for side in apart] == ["w.base", "w", "w.theirs"]
    merged = apart[1].copy()
    merged.conflicts = (Conflict("main/V_w.initvalues", "value", "weights:w.base", "weights:w", "weights:w.theirs"),)
    set_weights(merged, *apart)
    assert numbers(merged) == {"w": 2, "w.base": 1, "w.theirs": 3, "v": 2} and not merged.weights.sha256


@pytest.mark.parametrize("key, theirs_key", [("w", "w.theirs"), ("w.22222222", "w.33333333")])
def test_both_trained_is_a_conflict_that_either_side_solves(save_variables, key, theirs_key):
    """Arrays under the same key, and under different keys as *Store Trained Values as Initial Values* writes them."""
    base, ours, theirs = (
        save_variables("base", w=1, v=1),
        save_variables("ours", w=2, v=1),
        save_variables("theirs", w=3, v=1),
    )
    if key != "w":
        for side, name in ((ours, key), (theirs, theirs_key)):
            side.weights.arrays[name] = side.weights.arrays.pop("w")
            SetValue("main", "V_w", "initvalues", value_of(name)).apply(side)
    merged = merge_documents(base, ours, theirs).document
    (conflict,) = merged.conflicts
    assert conflict[:2] == ("main/V_w.initvalues", "weights")
    assert conflict.sides[1:] == (value_of(key), value_of(theirs_key))
    assert values(merged) == {"V_w": key, "V_v": "v"}
    for side, number in (("ours", 2), ("theirs", 3), ("base", 1)):
        solved_one = merged.copy()
        resolve_conflict(solved_one, conflict, side).apply(solved_one)
        kept = values(solved_one)["V_w"]
        assert solved_one.weights.find(kept, solved_one.folder)[0][0] == number


TRAINED = st.lists(st.sampled_from((0, 1, 2)), min_size=5, max_size=5)  # times that a side trained each array


@settings(max_examples=examples(40))
@given(TRAINED, TRAINED, st.booleans(), st.booleans(), st.sampled_from(("net", "other", "")))
def test_no_result_mixes_arrays_that_both_sides_trained(tmp_path_factory, ours, theirs, same_keys, has_base, layer):
    """Three variables on a page, and two on a page that uses it, or not, or on the same page."""
    base = new_document()
    add_weights(base, {f"w{n}": array(n) for n in range(5)})[0].apply(base)
    blocks = [Block(f"V{n}", "loom.Variable", 0.0, 200.0 * n, {"initvalues": value_of(f"w{n}")}) for n in range(5)]
    page = base.page("main")
    page.blocks = {block.id: block for block in blocks[: 3 if layer else 5]}
    if layer:
        other = base.pages["other"] = Page("other")
        other.blocks = {block.id: block for block in blocks[3:]}
        if layer == "net":
            page.blocks["NET"] = Block("NET", "page:other", 500.0)
    sides = [base.copy() for _ in range(3)]
    for number, (side, times) in enumerate(zip(sides[1:], (ours, theirs))):
        for n, count in enumerate(times):
            if count:
                name = f"w{n}" if same_keys else f"w{n}.{count:08x}"
                value = array(10 * count + (count == 1) * number)  # trained twice, both have the same
                side.weights.add({name: StateFolderArray(write_state_file({name: value}), name)})
                place = next(page.name for page in side.pages.values() if f"V{n}" in page.blocks)
                SetValue(place, f"V{n}", "initvalues", value_of(name)).apply(side)
    wanted = {side: trained(document) for side, document in zip(("base", "ours", "theirs"), sides)}
    merged = merge_documents(sides[0] if has_base else Document(), *sides[1:]).document
    networks = [range(3), range(3, 5)] if layer == "other" else [range(5)]
    for network in networks:
        was, mine, other = ({n: arrays[n] for n in network} for arrays in wanted.values())
        differing = [n for n in network if mine[n] != other[n]]
        both_trained = all(not has_base or any(side[n] != was[n] for n in differing) for side in (mine, other))
        if differing and both_trained:
            assert has_conflict(merged, network) and trained(merged, network) == mine
        else:
            assert not has_conflict(merged, network) and trained(merged, network) in (mine, other)
    assert len(merged.conflicts) <= len(networks)
    for side, arrays in wanted.items():
        if side == "base" and not has_base:
            continue
        chosen = merged.copy()
        for conflict in merged.conflicts:
            resolve_conflict(chosen, conflict, side).apply(chosen)
        for network in networks:
            if has_conflict(merged, network):
                assert trained(chosen, network) == {n: arrays[n] for n in network}
    folder = tmp_path_factory.mktemp("out")
    documents.save(merged, folder / "net.loom")
    assert trained(documents.load(folder / "net.loom")) == trained(merged)


def test_the_conflict_of_a_network_follows_renamed_blocks_and_pages(save_variables, catalogue):
    merged = merge_documents(
        save_variables("base", w=1, v=1), save_variables("ours", w=2, v=1), save_variables("theirs", w=3, v=4)
    ).document
    history = UndoStack(merged)
    history.do(Rename("main", "V_w", "KERNEL"))
    history.do(RenamePage("main", "net"))
    (problem,) = conflicts(history.document)
    assert problem.address.page == "net" and "KERNEL.initvalues, V_v.initvalues" in problem.message
    labels = [str(fix.label) for fix in fixes(history.document, catalogue, problem)]
    assert labels == [
        "Ours: weights:w, weights:v.base",
        "Theirs: weights:w.theirs, weights:v",
        "Base: weights:w.base, weights:v.base",
    ]
    history.do([*fixes(history.document, catalogue, problem)][1].edit)
    document = history.document
    keys = [document.pages["net"].blocks[name].values["initvalues"] for name in ("KERNEL", "V_v")]
    assert keys == ["weights:w.theirs", "weights:v"] and not document.conflicts
    history.undo()
    assert len(history.document.conflicts) == 1


def has_conflict(document, network):
    pages = [document.pages[address_of(one.at).page] for one in document.conflicts]
    return any(f"V{n}" in page.blocks for page in pages for n in network)


def trained(document, network=range(5)):
    """Return the number with which each array begins."""
    blocks = {name: block for page in document.pages.values() for name, block in page.blocks.items()}
    keys = {n: blocks[f"V{n}"].values["initvalues"].removeprefix("weights:") for n in network}
    return {n: int(document.weights.find(key, document.folder)[0][0]) for n, key in keys.items()}


STEPS = st.lists(st.tuples(st.sampled_from(("train", "overwrite", "copy", "remove")), st.integers(0, 2)), max_size=4)


def stepped(document, steps, side):
    """Train, copy, remove and overwrite variables of a document."""
    page = document.page("main")
    for number, (what, variable) in enumerate(steps):
        block = page.blocks.get(f"V{variable}")
        if block is None:
            continue
        key, new = block.values["initvalues"].removeprefix("weights:"), 10 * (number + 1) + 100 * side
        if what == "train":
            edit, keys = add_weights(document, {f"{key.partition('.')[0]}.{new:08x}": array(new)})
            edit.apply(document)
            SetValue("main", block.id, "initvalues", value_of(*keys.values())).apply(document)
        elif what == "overwrite" and key not in document.weights.added:
            made = write_state_file({key: array(new)})
            document.weights.add({key: StateFolderArray(made, key)})
            del document.weights.arrays[key]
        elif what == "copy":
            Insert("main", (block._replace(id=f"{block.id}_{side}_{number}"),)).apply(document)
        elif what == "remove":
            Remove("main", (block.id,)).apply(document)


@example([("train", 0)], [("train", 1), ("remove", 0)])  # the base of w0 is in neither file, and a conflict names it
@given(STEPS, STEPS)
def test_a_merged_weight_file_has_the_arrays_of_the_document_or_the_loss_is_reported(tmp_path_factory, ours, theirs):
    """A document and its weight file are merged separately, as git does, in a separate folder."""
    root = tmp_path_factory.mktemp("sides")
    base = new_document()
    add_weights(base, {f"w{number}": array(number) for number in range(3)})[0].apply(base)
    blocks = [Block(f"V{n}", "loom.Variable", 0.0, 200.0 * n, {"initvalues": value_of(f"w{n}")}) for n in range(3)]
    Insert("main", tuple(blocks)).apply(base)
    sides = []
    for number, (name, steps) in enumerate({"base": (), "ours": ours, "theirs": theirs}.items()):
        (root / name).mkdir()
        path = root / name / "net.loom"
        documents.save(base, path)
        document = documents.load(path)
        stepped(document, steps, number)
        documents.save(document, path)
        sides.append(documents.load(path))
    merged = merge_documents(*sides).document
    (root / "out").mkdir()
    files = [root / name / "net.safetensors" for name in ("base", "ours", "theirs")]
    for file in files:
        file.touch()  # of a document without weights there is none
    before, mine, other = (file.read_bytes() for file in files)
    merge_files(*files, root / "out/net.safetensors")
    if before in (mine, other) or mine == other:  # then git does not ask the driver
        (root / "out/net.safetensors").write_bytes(other if before == mine else mine)
    (root / "out/net.loom").write_text(documents.dumps(merged))
    back = documents.load(root / "out/net.loom")
    gone = set()
    for key in sorted(back.keys()):
        with contextlib.suppress(WeightsError):
            found = back.weights.find(key, back.folder)[0]
            if found.file.path.parent == root / "out" and found.verify() == back.weights.arrays[key]:
                continue  # else the state folder has the array
        gone.add(key)
    assert gone == {*keys_lost_by_git_merge(merged, *sides)} and (back.weights.file or not back.keys())


def test_arrays_left_by_a_merge_are_removed_by_the_next_save_unless_another_document_needs_them(
    save_variables, tmp_path
):
    document = save_variables("net", w=1)
    folder = tmp_path / "net"
    write({"w": array(1), "old": array(2)}, folder / "both.safetensors", owner="net.loom", merged=True)
    os.replace(folder / "both.safetensors", folder / "net.safetensors")
    other = documents.load(folder / "net.loom")
    other.weights.arrays = {"w": hash_of(array(2))}
    (folder / "net_BASE.loom").write_text(documents.dumps(other))
    documents.save(document, folder / "net.loom")
    assert WeightsFile(folder / "net.safetensors", "").entries.keys() == {"w", "old"}
    (folder / "net_BASE.loom").unlink()
    documents.save(document, folder / "net.loom")
    assert WeightsFile(folder / "net.safetensors", "").entries.keys() == {"w"}
    assert {path.name for path in folder.iterdir()} == {"net.loom", "net.safetensors"}
