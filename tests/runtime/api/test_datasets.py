"""Batches of blocks for data files, compared with the files as Python and numpy read them."""

import csv
import io

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from blockloom import RunFailed, preview, run
from blockloom.blocks import checks
from blockloom.blocks.datasets.choices import CATEGORIES, NUMBER, TARGET, suggested
from blockloom.blocks.datasets.data_scan import scan_file
from blockloom.blocks.datasets.dataset_blocks import add_data
from blockloom.blocks.document.pages import new_document
from blockloom.blocks.edits import EditError
from tests.blocks.datasets.files import picture_folder
from tests.extent import examples, slow

TRAINING, VALIDATION = "TRAIN_BATCHES", "VALID_BATCHES"


@pytest.fixture
def batches(catalogue, worker):
    """Return a function that returns the inputs and labels of one epoch of a file, for training and validation."""

    def work(path, choices=None, found=None, **chosen):
        found = found or scan_file(path)
        labels = scan_file(found.labels, alone=True) if getattr(found, "labels", None) else None
        made = new_document()
        made.folder = str(path.parent)
        choices = (choices or suggested(found, labels))._replace(**chosen)
        add_data(made, catalogue, "main", found, choices, (0, 0)).edit.apply(made)
        assert checks.check(made, catalogue) == []
        page = made.pages["main"].blocks["DATA"].type.removeprefix("page:")
        parts = []
        for name in (TRAINING, VALIDATION):
            some = preview(made, name, page, count=10_000, worker=worker)
            assert all(len(x) == len(y) == choices.batch for x, y in some[:-1])
            parts.append([np.concatenate(column) for column in zip(*some)] if some else None)
        return parts

    return work


def rows_of(part):
    """Return inputs with their labels, sorted."""
    x, y = part
    table = np.column_stack([x.reshape(len(x), -1), y])
    return table[np.lexsort(table.T[::-1])]


@slow
def test_the_rows_of_an_array_are_all_there_once(batches, tmp_path):
    rng = np.random.default_rng(2)
    array = rng.normal(2, 3, (5001, 4)).astype(np.float32)  # two groups
    array[:, 0] = np.arange(5001)
    np.save(tmp_path / "a.npy", np.asfortranarray(array))
    choices = suggested(scan_file(tmp_path / "a.npy"))._replace(scaled=False, batch=500)
    training, validation = batches(tmp_path / "a.npy", choices)
    assert len(validation[1]) == pytest.approx(1000, abs=3)
    both = np.concatenate([rows_of(training), rows_of(validation)])
    assert np.array_equal(both[np.argsort(both[:, 0])], array)
    assert training[0][:500, 0].max() > 3000  # in another order
    # Seeds: the same split again, and another one.
    again = batches(tmp_path / "a.npy", choices, batch=99, shuffled=False)[1]
    assert np.array_equal(rows_of(again), rows_of(validation))
    assert not np.array_equal(rows_of(batches(tmp_path / "a.npy", choices, seed=2)[1]), rows_of(validation))
    scaled = batches(tmp_path / "a.npy", choices, scaled=True)
    inputs = np.concatenate([scaled[0][0], scaled[1][0]])
    np.testing.assert_allclose(inputs.mean(0), 0, atol=1e-4)
    np.testing.assert_allclose(inputs.std(0), 1, atol=1e-4)


def test_pictures_and_labels_in_two_arrays(batches, tmp_path):
    rng = np.random.default_rng(2)
    pictures, labels = rng.integers(0, 256, (40, 7, 6)).astype(np.uint8), rng.choice([3, 5, 9], 40)
    np.save(tmp_path / "x.npy", pictures)
    np.save(tmp_path / "y.npy", labels)
    parts = batches(tmp_path / "x.npy", share=0.25)
    assert [x.shape for x, _ in parts] == [(30, 7, 6, 1), (10, 7, 6, 1)]
    wanted = rows_of((pictures.reshape(40, -1) / np.float32(255), np.searchsorted([3, 5, 9], labels)))
    found = np.concatenate([rows_of(part) for part in parts])
    np.testing.assert_allclose(found[np.lexsort(found.T[::-1])], wanted, rtol=1e-6)


def test_a_table_of_all_kinds_of_columns(batches, tmp_path):
    rows = [
        [n, "?" if n == 3 else f"{n % 7},5", ("red", "blue", "")[n % 3], n % 2 + 4, "" if n == 5 else "yn"[n % 2]]
        for n in range(50)
    ]
    lines = [";".join(map(str, row)) + "\n" * (1 + (row[0] % 10 == 0)) for row in rows]  # some are empty
    text = "\ufeffid;size;colour;kind;label\n" + "".join(lines)
    (tmp_path / "t.csv").write_text(text, newline="\r\n")
    choices = suggested(scan_file(tmp_path / "t.csv"))._replace(scaled=False)
    assert choices.roles == ("", NUMBER, CATEGORIES, NUMBER, TARGET)
    choices = choices._replace(roles=("", NUMBER, CATEGORIES, CATEGORIES, TARGET))
    parts = batches(tmp_path / "t.csv", choices)
    sizes = np.array([n % 7 + 0.5 for n in range(50) if n != 3])
    wanted = [
        [
            sizes.mean() if n == 3 else n % 7 + 0.5,
            n % 3 == 1,
            n % 3 == 0,
            n % 2 == 0,
            n % 2 == 1,
            n % 2 == 0,
        ]  # y is class 1
        for n in range(50)
        if n != 5
    ]
    wanted = np.array(wanted, float)
    found = np.concatenate([rows_of(part) for part in parts])
    np.testing.assert_allclose(found[np.lexsort(found.T[::-1])], wanted[np.lexsort(wanted.T[::-1])], rtol=1e-6)


TEXT = st.text(st.sampled_from('ab ;,|\t"\n.é\\'), max_size=4)


@settings(max_examples=examples(15))
@given(st.data())
def test_any_table_gives_what_pythons_csv_module_reads(batches, tmp_path, data):
    separator, header = data.draw(st.sampled_from(",;\t|")), data.draw(st.booleans())
    count = data.draw(st.integers(6, 12))
    texts = data.draw(st.lists(TEXT, min_size=2, max_size=3))
    numbers = st.sampled_from(["", " 7 ", "8", "NA"])
    rows = [
        [data.draw(st.integers(-99, 99)) / 4, data.draw(st.sampled_from(texts)), n % 3, data.draw(numbers)]
        for n in range(count)
    ]
    file = io.StringIO()
    quoting = data.draw(st.sampled_from([csv.QUOTE_MINIMAL, csv.QUOTE_ALL, csv.QUOTE_NONNUMERIC]))
    writer = csv.writer(
        file, delimiter=separator, lineterminator=data.draw(st.sampled_from(["\n", "\r\n"])), quoting=quoting
    )
    writer.writerows([["a", "b", "c", "d"]] * header + rows)
    marked = data.draw(st.booleans()) and not file.getvalue().startswith('"')
    path = tmp_path / "any.csv"
    path.write_bytes(("\ufeff" * marked + file.getvalue()).encode())
    found = scan_file(path, separator, header)
    kinds = [NUMBER, CATEGORIES if found.columns[1].values else "", TARGET, NUMBER if found.columns[3].number else ""]
    choices = suggested(found)._replace(roles=tuple(kinds), scaled=False, classes=True)
    read = list(csv.reader(io.StringIO(file.getvalue(), newline=""), delimiter=separator))[header:]
    given = [float(row[3]) for row in read if row[3].strip() not in ("", "NA")]
    categories = sorted({row[1] for row in read if row[1].strip(" \t\n")})
    wanted = [
        [float(row[0])]
        + ([float(row[3]) if row[3].strip() not in ("", "NA") else np.mean(given)] if given else [])
        + [float(row[1] == one) for one in categories]
        + [float(row[2])]
        for row in read
    ]
    parts = [rows_of(part) for part in batches(path, choices, found) if part is not None]
    table = np.concatenate(parts)
    wanted = np.array(wanted, np.float32)
    np.testing.assert_allclose(table[np.lexsort(table.T[::-1])], wanted[np.lexsort(wanted.T[::-1])], rtol=1e-6)


def test_pictures_of_a_folder(batches, tmp_path):
    wanted = picture_folder(tmp_path / "photos", {"cat": 12, "dog (2)": 8}, (10, 14))
    training, validation = batches(tmp_path / "photos", batch=6)
    assert [len(training[1]), len(validation[1])] == [16, 4]
    found = {(round(float(x.mean()) * 255), int(y)) for part in (training, validation) for x, y in zip(*part)}
    assert found == wanted
    assert training[0].shape[1:] == (10, 14, 3)


def test_each_epoch_has_another_order_and_the_same_rows(catalogue, worker, tmp_path):
    (tmp_path / "t.csv").write_text("a,y\n" + "".join(f"{n},{n * n + 0.5}\n" for n in range(30)))
    made = new_document()
    choices = suggested(scan_file(tmp_path / "t.csv"))._replace(
        batch=24, scaled=False, share=0.2, roles=(NUMBER, TARGET)
    )
    add_data(made, catalogue, "main", scan_file(tmp_path / "t.csv"), choices, (0, 0)).edit.apply(made)
    looked = preview(made, "DATA", "main", count=3, worker=worker)  # at what the block gives, without a run
    assert [len(labels) for _, labels in looked] == [24]
    orders = [
        run(made, page="main", epochs=epochs, worker=worker).results["DATA"]["labels"].tolist() for epochs in (1, 2, 1)
    ]
    assert orders[0] == orders[2] != orders[1] and sorted(orders[0]) == sorted(orders[1])


def test_a_class_that_was_not_there_is_an_error(catalogue, worker, tmp_path):
    (tmp_path / "t.csv").write_text("a,y\n" + "".join(f"{n % 4},{'yn'[n % 2]}\n" for n in range(30)))
    made = new_document()
    found = scan_file(tmp_path / "t.csv")
    add_data(made, catalogue, "main", found, suggested(found), (0, 0)).edit.apply(made)
    (tmp_path / "t.csv").write_text("a,y\n" + "".join(f"{n % 4},new\n" for n in range(30)))
    with pytest.raises(RunFailed, match="a label is none of the classes"):
        run(made, page="main", worker=worker)


def test_what_makes_no_block_is_refused(catalogue, tmp_path):
    (tmp_path / "t.csv").write_text("a,y\n" + "1,x\n2,z\n" * 4)
    found = scan_file(tmp_path / "t.csv")
    for chosen, why in (
        ({"roles": (NUMBER, "")}, "Choose the column"),
        ({"roles": ("", TARGET)}, "at least one column"),
        ({"classes": False}, "holds texts"),
        ({"share": 0.05}, "too few rows"),
    ):
        choices = suggested(found)._replace(**chosen)
        with pytest.raises(EditError, match=why):
            add_data(new_document(), catalogue, "main", found, choices, (0, 0))


def test_numbers_beyond_float32_are_missing_ones(batches, tmp_path):
    ends = [0, 1, np.inf, -np.inf, 1e300]
    array = np.array([[n % 7 * 1e-50, 1e300 if n == 3 else n, ends[n % 5]] for n in range(60)])
    np.save(tmp_path / "a.npy", array)
    training, validation = batches(tmp_path / "a.npy", classes=True)
    inputs, labels = (np.concatenate(parts) for parts in zip(training, validation))
    assert np.isfinite(inputs).all() and list(np.bincount(labels)) == [12, 12]
