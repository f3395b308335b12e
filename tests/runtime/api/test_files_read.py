"""Files dropped on a page: the new blocks read them, in the document's folder or elsewhere."""

import contextlib
from pathlib import Path

import numpy as np
import pytest
import tensorflow as tf
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import blockloom
from blockloom.blocks.datasets.file_blocks import read_files
from blockloom.blocks.document.pages import Block, Placed, Wire, new_document
from blockloom.blocks.edits import EditError, Insert
from blockloom.blocks.operations import Measures


@pytest.fixture
def dropped(catalogue):
    """Return a function that returns a document on whose page files were dropped."""

    def drop(*paths, folder=""):
        document = new_document()
        document.folder = str(folder)
        read_files(document, catalogue, "main", [Path(path) for path in paths], (0, 0)).edit.apply(document)
        return document

    return drop


def read(document, worker, *pins):
    """Return outputs of the only block in a run."""
    (block,) = document.page("main").blocks
    wires = tuple(Placed(Wire(block, pin, "S", "fetch_outputs"), i) for i, pin in enumerate(pins))
    Insert("main", (Block("S", "loom.Session", 900, 400),), wires).apply(document)
    assert blockloom.check(document, tensorflow=False) == []
    results = blockloom.run(document, steps=1, worker=worker).results[block]
    return [results[pin] for pin in pins]


@pytest.mark.parametrize(
    "array",
    [
        np.arange(6, dtype=np.float32).reshape(2, 3),
        np.arange(24).reshape(2, 3, 4),
        np.float64(2.5),
        np.asfortranarray(np.arange(6, dtype=np.int16).reshape(2, 3)),
        np.array([[True, False]]),
        np.arange(4, dtype=">i4"),
        np.array([1 + 2j], np.complex64),
    ],
    ids=lambda a: f"{a.dtype}{a.shape}",
)
def test_an_array_is_what_numpy_wrote(dropped, tmp_path, worker, array):
    np.save(tmp_path / "array.npy", array)
    document = dropped(tmp_path / "array.npy", folder=tmp_path)
    (block,) = document.page("main").blocks.values()
    assert (block.id, block.type, block.values["file"]) == ("ARRAY", "page:NpyArray", '"array.npy"')
    (got,) = read(document, worker, "array")
    assert got.dtype == array.dtype.newbyteorder("=")
    np.testing.assert_array_equal(got, array)


def test_a_picture_and_a_sound_are_one_block_each(dropped, tmp_path, worker):
    pixels = np.arange(24, dtype=np.uint8).reshape(2, 4, 3)
    (tmp_path / "a.png").write_bytes(tf.io.encode_png(pixels).numpy())
    (got,) = read(dropped(tmp_path / "a.png"), worker, "image")
    np.testing.assert_array_equal(got, pixels)
    sound = np.array([[0], [0.5], [-0.5]], np.float32)
    (tmp_path / "a.wav").write_bytes(tf.audio.encode_wav(sound, 8000).numpy())
    audio, rate = read(dropped(tmp_path / "a.wav"), worker, "audio", "sample_rate")
    np.testing.assert_allclose(audio, sound, atol=1e-4)
    assert rate == 8000


@pytest.mark.parametrize(
    "text, rows",
    [
        ("a,b,c\n1,2,3\n4,5.5,\n", [[1, 2, 3], [4, 5.5, np.nan]]),
        ("1,2\r\n3,4\r\n", [[1, 2], [3, 4]]),
        ("1;2\n3;4", [[1, 2], [3, 4]]),
        ("x\ty\n1\t2\n\n3\t4\n", [[1, 2], [3, 4]]),
        ("\ufeffn\n7\n8\n", [[7], [8]]),
        ("1,3000000000\n2,4", [[1, 3000000000], [2, 4]]),
    ],
)
def test_a_table_of_numbers_is_one_tensor(dropped, tmp_path, worker, text, rows):
    (tmp_path / "table.csv").write_bytes(text.encode())
    (got,) = read(dropped(tmp_path / "table.csv", folder=tmp_path), worker, "table")
    np.testing.assert_array_equal(got, np.array(rows, got.dtype))
    assert got.dtype == (np.float32 if "." in text else np.int64 if "3000000000" in text else np.int32)


def test_a_table_with_words_has_an_output_for_each_column(dropped, tmp_path, worker):
    (tmp_path / "table.csv").write_text('name,size in m2\n"Ada, B.",3\nBen,4\n')
    names, sizes = read(dropped(tmp_path / "table.csv"), worker, "name", "size_in_m2")
    assert names.tolist() == [b"Ada, B.", b"Ben"] and sizes.tolist() == [3, 4]


def test_several_files_become_a_block_each_that_cover_nothing(dropped, tmp_path, catalogue):
    for name in ("a.csv", "b.csv", "c.csv"):
        (tmp_path / name).write_text("x,y\n1,2\n")
    np.save(tmp_path / "d.npy", [1])
    document = dropped(*(tmp_path / name for name in ("a.csv", "b.csv", "c.csv", "d.npy")))
    page = document.page("main")
    assert [block.type for block in page.blocks.values()] == ["page:a", "page:b", "page:c", "page:NpyArray"]
    measures = Measures(page, catalogue.with_pages(document))
    boxes = [(b.x, b.y, *measures.box(b)[:2]) for b in page.blocks.values()]
    assert not any(
        ax < bx + bw and bx < ax + aw and ay < by + bh and by < ay + ah
        for i, (ax, ay, aw, ah) in enumerate(boxes)
        for bx, by, bw, bh in boxes[:i]
    )


def test_files_in_the_folder_of_the_document_are_named_from_there(dropped, tmp_path):
    (tmp_path / "data").mkdir()
    for place in (tmp_path / "data" / "a.csv", tmp_path.parent / "b.csv"):
        place.write_text("1,2\n")
    inside, outside = (
        dropped(p, folder=tmp_path).page("main").blocks
        for p in (tmp_path / "data" / "a.csv", tmp_path.parent / "b.csv")
    )
    assert inside["A"].values == {"file": '"data/a.csv"'}
    assert outside["B"].values == {"file": f'"{tmp_path.parent / "b.csv"}"'}


@pytest.mark.parametrize(
    "name, data, says",
    [
        ("a.csv", b"", "no rows"),
        ("a.csv", b"1,2\n3\n", "rows 2 and 1 have 1 and 2 cells"),
        ("a.csv", b"1,2\0", "UTF-8"),
        ("a.csv", b"1" + 600 * b",1", "601 columns"),
        ("a.csv", b"\xef\xbb\xbf1,2", "byte order mark"),
        ("a.npy", b"", "does not begin"),
        ("a.npy", b"\x93NUMPY\x01\x00\xff\xff", "header is broken"),
        ("a.npz", b"PK\x03\x04", "several arrays: save each"),
        ("a.txt", b"1", "no block reads"),
        ("gone.npy", None, "cannot be read"),
    ],
)
def test_what_cannot_be_read_says_why(dropped, tmp_path, name, data, says):
    if data is not None:
        (tmp_path / name).write_bytes(data)
    with pytest.raises(EditError, match=says) as caught:
        dropped(tmp_path / name)
    assert name in str(caught.value)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.sampled_from(["a.csv", "a.npy"]),
    st.binary(max_size=60) | st.text('",;\t\r\n1.a\x0b\u2028').map(str.encode),
    st.sampled_from([b"", b"\x93NUMPY\x01\x00", b"1,2\n"]),
)
def test_any_file_becomes_a_block_or_says_why_not(dropped, tmp_path, name, data, begins):
    (tmp_path / name).write_bytes(begins + data)
    with contextlib.suppress(EditError):
        dropped(tmp_path / name)


@pytest.mark.parametrize(
    "array, says",
    [
        (np.arange(3, dtype=np.uint64), "DT_UINT64, which no block"),
        (np.array(["text"]), "no block"),
        (np.array([{}]), "object"),
    ],
)
def test_arrays_that_no_block_reads(dropped, tmp_path, array, says):
    np.save(tmp_path / "a.npy", array, allow_pickle=True)
    with pytest.raises(EditError, match=says):
        dropped(tmp_path / "a.npy")
