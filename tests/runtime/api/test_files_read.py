"""Files dropped on a page: the new blocks read them, in the document's folder or elsewhere."""

import contextlib
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import blockloom
from blockloom.blocks import operations
from blockloom.blocks.document.pages import Block, Placed, Wire, new_document
from blockloom.blocks.edits import EditError, Insert
from blockloom.blocks.operations import Measures


def dropped(path, folder=""):
    """Return a document on whose page a file was dropped."""
    document = new_document()
    document.folder = str(folder)
    page = document.page("main")
    operations.read_files(page, [Path(path)], (0, 0), Measures(page, {}), document.folder).edit.apply(document)
    return document


def read(document, worker, kind="tensor"):
    """Return the output of the last block in a run."""
    last = list(document.page("main").blocks.values())[-1]
    pin, last = "y" if last.type == "Transpose" else "output", last.id
    Insert(
        "main", (Block("S", "loom.Session", 900, 400),), (Placed(Wire(last, pin, "S", "fetch_outputs", kind), 0),)
    ).apply(document)
    assert blockloom.check(document, tensorflow=False) == []
    return blockloom.run(document, steps=1, worker=worker).results[last][pin]


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
def test_an_array_is_what_numpy_wrote(tmp_path, worker, array):
    np.save(tmp_path / "array.npy", array)
    got = read(dropped(tmp_path / "array.npy", tmp_path), worker)
    assert got.dtype == array.dtype.newbyteorder("=")
    np.testing.assert_array_equal(got, array)


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
def test_a_table_of_numbers_is_one_tensor(tmp_path, worker, text, rows):
    (tmp_path / "table.csv").write_bytes(text.encode())
    got = read(dropped(tmp_path / "table.csv", tmp_path), worker)
    np.testing.assert_array_equal(got, np.array(rows, got.dtype))
    assert got.dtype == (np.float32 if "." in text else np.int64 if "3000000000" in text else np.int32)


def test_a_table_with_words_has_an_output_for_each_column(tmp_path, worker):
    (tmp_path / "table.csv").write_text('name,size\n"Ada, B.",3\nBen,4\n')
    names, sizes = read(dropped(tmp_path / "table.csv"), worker, "list")
    assert names.tolist() == [b"Ada, B.", b"Ben"] and sizes.tolist() == [3, 4]


def test_the_blocks_of_files_are_in_rows_with_level_wires(tmp_path):
    for name in ("a.csv", "b.csv"):
        (tmp_path / name).write_text("x,y\n1,2\n")
    page = new_document().page("main")
    measures = Measures(page, {})
    edit = operations.read_files(page, [tmp_path / "a.csv", tmp_path / "b.csv"], (30, 40), measures).edit
    blocks = {b.id: b for b in edit.blocks}
    page.put_all(p.wire for p in edit.wires)
    assert min(b.x for b in blocks.values()) == 30 and min(b.y for b in blocks.values()) == 40
    boxes = [(b.x, b.y, *measures.box(b)[:2]) for b in blocks.values()]
    assert not any(
        ax < bx + bw and bx < ax + aw and ay < by + bh and by < ay + ah
        for i, (ax, ay, aw, ah) in enumerate(boxes)
        for bx, by, bw, bh in boxes[:i]
    )
    assert all(
        blocks[w.source].y + measures.box(blocks[w.source]).outlet(w.source_pin)[1]
        == blocks[w.target].y + measures.box(blocks[w.target]).inlet(w.target_pin)[1]
        for w in page.wires()
    )


def test_files_in_the_folder_of_the_document_are_named_from_there(tmp_path):
    (tmp_path / "data").mkdir()
    for place in (tmp_path / "data" / "a.csv", tmp_path.parent / "b.csv"):
        place.write_text("1,2\n")
    inside, outside = (
        dropped(p, tmp_path).page("main").blocks for p in (tmp_path / "data" / "a.csv", tmp_path.parent / "b.csv")
    )
    assert inside["A"].values == {"filename": '"data/a.csv"'}
    assert outside["B"].values == {"filename": f'"{tmp_path.parent / "b.csv"}"'}


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
        ("a.txt", b"1", "no block reads"),
        ("gone.npy", None, "cannot be read"),
    ],
)
def test_what_cannot_be_read_says_why(tmp_path, name, data, says):
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
def test_any_file_becomes_blocks_or_says_why_not(tmp_path, name, data, begins):
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
def test_arrays_that_no_block_reads(tmp_path, array, says):
    np.save(tmp_path / "a.npy", array, allow_pickle=True)
    with pytest.raises(EditError, match=says):
        dropped(tmp_path / "a.npy")
