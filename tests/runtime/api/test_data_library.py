"""Pages of the library "data": files read by instances on another page."""

import numpy as np
import pytest

from blockloom import RunFailed, preview
from blockloom.blocks import checks
from blockloom.blocks.catalogue.parameters import signature
from blockloom.blocks.document.pages import Block, Placed, Wire
from blockloom.blocks.edits import Insert
from blockloom.blocks.files import documents, library
from tests.datasets import rows, write_csv, write_tfrecord
from tests.pages import document

PAGES = documents.load(library.FOLDER / "data.loom").pages


@pytest.fixture
def look(catalogue, worker):
    """Return a function that returns the elements of an instance of a page, or of batches of them."""

    def work(page, values, batches=None):
        made = document(catalogue, {})
        made.pages.update(PAGES)
        (dataset,) = signature(PAGES[page]).retvals
        Insert("main", (Block("DATA", f"page:{page}", values=values),)).apply(made)
        if batches is None:
            return preview(made, f"DATA.{dataset.id}", "main", worker=worker)
        wire = Wire("DATA", dataset.id, "MANY", "data")
        Insert("main", (Block("MANY", "page:Batches", values=batches),), (Placed(wire, 0),)).apply(made)
        return preview(made, "MANY.batches", "main", worker=worker)

    return work


def test_rows_of_csv_files(look, tmp_path):
    write_csv(tmp_path / "a.csv", 5)
    x, y = rows(5)
    values = {"files": f'"{tmp_path}/a.csv"', "columns": "[0.0f, 0.0f, 0.0f, 0.0f]"}
    np.testing.assert_allclose(look("CSVFile", values), np.column_stack([x, y]), rtol=1e-6)
    (one,) = look("CSVFile", values, batches={"size": "5", "shuffle": "1"})
    np.testing.assert_allclose(np.transpose(one), np.column_stack([x, y]), rtol=1e-6)
    first = look("CSVFile", values, batches={"size": "2", "drop_remainder": "true", "seed": "7"})
    assert [one[0].shape for one in first] == [(2,), (2,)]
    assert np.concatenate([one[3] for one in first]).tolist() != y[:4].tolist()


def test_examples_of_tfrecord_files(look, tmp_path):
    write_tfrecord(tmp_path / "a.tfrecord", 5)
    x, y = rows(5)
    found = look(
        "TFRecordFile",
        {
            "files": f'"{tmp_path}/a.tfrecord"',
            "keys": "[x, y]",
            "shapes": "[[3], []]",
            "dtypes": "[DT_FLOAT, DT_FLOAT]",
            "defaults": "[[], []]",
            "read_at_once": "2",
        },
    )
    np.testing.assert_array_equal([one[0] for one in found], x)
    np.testing.assert_array_equal([one[1] for one in found], y)


def test_lines_of_text_files(look, tmp_path):
    for name in "ab":
        (tmp_path / name).write_text(f"1 {name}\n2 {name}\n")
    assert look("TextFile", {"files": f'["{tmp_path}/a", "{tmp_path}/b"]'}) == [[b"1 a"], [b"2 a"], [b"1 b"], [b"2 b"]]


def test_rows_of_npy_files(look, tmp_path):
    table = np.arange(12.0).reshape(4, 3)
    np.save(tmp_path / "a.npy", table)
    found = look("NpyFile", {"file": f'"{tmp_path}/a.npy"', "dtype": "DT_DOUBLE", "shape": "[-1, 3]"})
    np.testing.assert_array_equal([one[0] for one in found], table)


def _mapped(path, array):
    mapped = np.lib.format.open_memmap(path, "w+", array.dtype, array.shape)
    mapped[:] = array
    mapped.flush()


def _of_version(*version):
    def write(path, array):
        with open(path, "wb") as file:
            np.lib.format.write_array(file, array, version)

    return write


def _cut(path, array):
    np.save(path, array)
    path.write_bytes(path.read_bytes()[:-8])


BOX = np.arange(24.0).reshape(2, 3, 4)


def test_what_the_heading_of_an_npy_file_tells_is_heeded(look, tmp_path):
    path = tmp_path / "a.npy"

    def rows(array, shape, write=np.save, dtype="DT_DOUBLE"):
        write(path, array)
        found = look("NpyFile", {"file": f'"{path}"', "dtype": dtype, "shape": str(shape)})
        return np.reshape([one[0] for one in found], [len(found), *shape[1:]])

    dtype = {"float64": "DT_DOUBLE", "int16": "DT_INT16", "bool": "DT_BOOL", "complex128": "DT_COMPLEX128"}
    whole, flat = (-1, 3, 4), (-1, 4)  # all of it, be it put together otherwise
    for array, shape in (
        (BOX, whole),
        (BOX, flat),
        (np.asfortranarray(BOX), flat),
        (np.asfortranarray(BOX.astype("i2")), whole),
        (BOX % 2 == 1, flat),
        (BOX * 1j, whole),
        (BOX[:0], flat),
    ):
        np.testing.assert_array_equal(
            rows(array, shape, dtype=dtype[array.dtype.name]), array.reshape(-1 if array.size else 0, *shape[1:])
        )
    for write in _mapped, _of_version(1, 0), _of_version(2, 0), _of_version(3, 0):
        np.testing.assert_array_equal(rows(BOX, BOX.shape, write), BOX)
    assert rows(np.array(5.0), [1]) == [5.0]
    for array, write, said in (
        (BOX.astype(">f8"), np.save, "its numbers are not in the byte order"),
        (BOX.astype("f4"), np.save, "it holds f4"),
        (np.array([1, None]), np.save, "it holds O"),
        (np.array(["ab"]), np.save, "it holds U2"),
        (np.zeros(3, [("x", "<f8")]), np.save, "[('x', '<f8')]"),
        (BOX, _cut, "has 23 elements"),
        (b"", lambda path, array: path.write_bytes(array), "does not begin as an .npy file does"),
        (b"PK\x03\x04" * 40, lambda path, array: path.write_bytes(array), "does not begin as an .npy file"),
    ):
        with pytest.raises(RunFailed) as caught:
            rows(array, [-1], write)
        assert said in str(caught.value).replace("\\", "")


def test_pictures_of_folders(look, tmp_path):
    import tensorflow as tf

    shades = {"cat": 0.2, "dog": 0.6}
    for name, shade in shades.items():
        (tmp_path / name).mkdir()
        with tf.Graph().as_default(), tf.compat.v1.Session() as session:
            picture = tf.io.encode_png(np.full((5, 7, 3), round(255 * shade), np.uint8))
            (tmp_path / name / "1.png").write_bytes(session.run(picture))
    found = look("ImageFolder", {"pattern": f'"{tmp_path}/*/*.png"', "size": "[4, 6]"})
    assert {label.item().decode(): (image.shape, round(float(image.mean()), 3)) for image, label in found} == {
        name: ((4, 6, 3), shade) for name, shade in shades.items()
    }


@pytest.mark.parametrize("page", PAGES)
def test_pages_are_sound_as_they_come(catalogue, page):
    made = document(catalogue, {})
    made.pages.update(PAGES)
    assert not checks.check(made, catalogue, page)
