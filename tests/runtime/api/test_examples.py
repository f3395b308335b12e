"""Examples that read files in their folder, and the one that overfits."""

from pathlib import Path

import numpy as np
import pytest

import blockloom
from blockloom.app.formats import open_document
from blockloom.blocks.checks import of_file
from blockloom.blocks.document.pages import Block, new_document
from blockloom.blocks.edits import Insert
from blockloom.blocks.files import examples
from blockloom.runtime.api.run_errors import RunFailed
from blockloom.runtime.worker.errors import WorkerError
from tests.example_data import FILES
from tests.extent import slow_after

EXAMPLES = Path(__file__).resolve().parents[3] / "assets" / "examples"


@pytest.fixture
def run(worker, monkeypatch, tmp_path):
    """Run an example from a folder where none of its files is."""
    monkeypatch.chdir(tmp_path)
    return lambda name, **how: blockloom.run(EXAMPLES / f"{name}.loom", worker=worker, **how).results


@pytest.mark.parametrize("name", FILES)
def test_the_files_of_examples_are_what_is_written_for_them(name):
    assert (EXAMPLES / name).read_bytes() == FILES[name]()


def test_digits_are_distinguished_and_mistakes_counted(run):
    first, last = (run("digit_classifier", steps=steps) for steps in (1, 60))
    rows = np.load(EXAMPLES / "digits.npy")
    logits = last["PIXELS"]["z"] @ last["W"]["value"] + last["B"]["value"]
    guesses, digits = logits[400:].argmax(1), rows[400:, 0]
    confusion = np.zeros((10, 10), int)
    np.add.at(confusion, (digits, guesses), 1)
    np.testing.assert_allclose(last["PIXELS"]["z"], rows[:, 1:] / 255, rtol=1e-6)
    # The variables are read after the step, so a guess on the edge may differ from that of the step itself.
    assert abs(last["CONFUSION"]["product"] - confusion).sum() <= 4 and last["CONFUSION"]["product"].sum() == 100
    assert last["ACCURACY"]["output"] == pytest.approx(last["CONFUSION"]["product"].trace() / 100)
    assert last["ACCURACY"]["output"] > 0.8 > 0.3 > first["ACCURACY"]["output"]
    assert first["LOSS"]["output"] == pytest.approx(np.log(10)) and last["LOSS"]["output"] < 0.3


@pytest.mark.parametrize(("steps", "accuracy", "loss"), slow_after(1, [(20, 0.6, 1.5), (60, 0.9, 0.1)]))
def test_a_convolutional_network_of_layers_tells_digits_apart(run, steps, accuracy, loss):
    found = run("convolutional_network", steps=steps)
    confusion = found["CONFUSION"]["matrix"]
    assert confusion.sum() == 100 and confusion.trace() / 100 == pytest.approx(found["ACCURACY"]["accuracy"])
    assert found["ACCURACY"]["accuracy"] > accuracy and found["LOSS"]["loss"] < loss
    assert found["SEEN"]["output"].shape == (1, 8, 8, 8)


def test_a_table_and_an_array_are_read_from_the_folder_of_the_document(run):
    results = run("csv_and_npy")
    table = np.loadtxt(EXAMPLES / "flats.csv", delimiter=",", skiprows=1)
    factors = np.c_[table[:, :3], np.ones(len(table))]
    np.testing.assert_array_equal(results["FACTORS"]["output"], factors)
    fit = np.linalg.lstsq(factors, table[:, 3:])[0]
    np.testing.assert_allclose(results["FIT"]["output"], fit, rtol=1e-3)
    np.testing.assert_allclose(fit[:, 0], [9, 40, -2, 150], rtol=0.2)  # as its note states
    np.testing.assert_array_equal(results["HEIGHTS"]["output"], np.load(EXAMPLES / "hills.npy"))


def test_overfitting_is_seen_and_wider_bumps_cure_it(run):
    def losses(**how):
        results = run("overfitting", **how)
        return results["TRAINING_LOSS"]["output"], results["VALIDATION_LOSS"]["output"]

    early, late, wide = losses(steps=50), losses(steps=300), losses(steps=300, values={"SHARPNESS.y": "-8.0f"})
    assert late[0] < early[0] / 3 and late[1] > 2 * early[1]  # better at what it learned from, worse at the rest
    assert wide[1] < late[1] / 2 and wide[0] > late[0]
    assert losses(until="VALIDATION_LOSS < 0.1", steps=300)[1] < 0.1


def test_a_file_name_without_a_folder_is_meant_from_the_document_and_else_from_here(worker, tmp_path, monkeypatch):
    document = new_document()
    Insert("main", (Block("FILE", "ReadFile", values={"filename": '"here.txt"'}),)).apply(document)
    (tmp_path / "other").mkdir()
    (tmp_path / "here.txt").write_text("beside it")
    blockloom.save(document, tmp_path / "page.loom")
    found = blockloom.run(tmp_path / "page.loom", worker=worker).results
    assert found["FILE"]["contents"].tolist() == b"beside it"
    # It lies nowhere, or where no folder is: the worker is back in its first one.
    for folder in ("", str(tmp_path / "gone"), "no\0path"):
        document.folder = folder
        with pytest.raises(RunFailed, match=r"here\.txt"):
            blockloom.run(document, worker=worker)
        blockloom.run(tmp_path / "page.loom", worker=worker)
    (tmp_path / "page.loom").rename(tmp_path / "other" / "page.loom")
    with pytest.raises(RunFailed, match=r"here\.txt"):
        blockloom.run(tmp_path / "other" / "page.loom", worker=worker)


def test_rents_are_learned_by_epochs(run):
    losses = [run("rents_by_epochs", epochs=epochs)["LOSS"]["output"] for epochs in (1, 10)]
    assert losses[1] < losses[0] / 5 and losses[1] < 0.01


def test_epochs_of_a_page_without_data_are_refused_in_words_for_people(run):
    with pytest.raises(WorkerError, match=r"^the page has no iterator or queue runner whose data ends an epoch"):
        run("linear_regression", epochs=2)


def test_the_pages_of_examples_are_those_of_their_libraries():
    found = {name: open_document(EXAMPLES / f"{name}.loom") for name in examples.names()}
    assert not [problem for document in found.values() for problem in of_file(document)]
    users = {
        name
        for name, document in found.items()
        if any(page.origin is not None and page.origin.file == "waves.loom" for page in document.pages.values())
    }
    assert users == {"beats", "square_wave"}


def test_waves_of_a_library_swell_and_come_near_to_a_square(run):
    found, time = run("beats"), np.linspace(0, 4, 400)
    for block, difference in ("SLOW", 0.5), ("FAST", 2):
        wave = sum(np.sin(2 * np.pi * frequency * time) for frequency in (5, 5 + difference))
        np.testing.assert_allclose(found[block]["y"], wave, atol=1e-3)
    square = run("square_wave")["SUM"]["sum"]
    for start, level in (10, np.pi / 4), (110, -np.pi / 4):  # 200 points to a second
        assert abs(square[start : start + 80] - level).max() < 0.15
