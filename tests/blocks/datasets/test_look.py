"""Files as sources of training data: columns, arrays, folders of pictures."""

import csv
import io
import os
import statistics
import struct

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from blockloom.blocks.datasets.choices import suggested
from blockloom.blocks.datasets.columns import SPACE, Gathered
from blockloom.blocks.datasets.data_page import refusal
from blockloom.blocks.datasets.data_scan import scan_file
from blockloom.blocks.io import bounded_io

PLAIN = st.text(st.characters(codec="utf-8", exclude_characters='\r\n\0\ufeff"'), max_size=6)
CELLS = st.one_of(
    PLAIN, st.integers(-(10**6), 10**6).map(str), st.sampled_from(["", "x", 'say "x"', "a\nb", "1.5", "NA"])
)


@st.composite
def tables(draw):
    """Return rows of cells, a file with them, separator, heading, byte order mark, and whether cells are quoted."""
    wide = draw(st.integers(2, 4))
    rows = draw(st.lists(st.lists(CELLS, min_size=wide, max_size=wide), min_size=2, max_size=8))
    separator, header = draw(st.sampled_from(",;\t|")), draw(st.booleans())
    file = io.StringIO()
    quoting = draw(st.sampled_from([csv.QUOTE_MINIMAL, csv.QUOTE_ALL]))
    writer = csv.writer(
        file, delimiter=separator, lineterminator=draw(st.sampled_from(["\n", "\r\n"])), quoting=quoting
    )
    writer.writerows(rows)
    text = file.getvalue()
    text = text if draw(st.booleans()) else text.rstrip("\r\n")
    return (
        list(csv.reader(io.StringIO(text, newline=""), delimiter=separator)),
        text,
        separator,
        header,
        draw(st.sampled_from(["", "\ufeff"])),
        quoting == csv.QUOTE_ALL,
    )


@given(tables())
def test_a_table_has_the_cells_that_pythons_csv_module_reads(tmp_path, given):
    rows, text, separator, header, mark, every = given
    path = tmp_path / "t.csv"
    path.write_bytes((mark + text).encode())
    kept = [row for row in rows if every or separator.join(row).strip(" \t\f")]
    if len(kept) <= header or len(kept) < len(rows) and "\n" in "".join(map("".join, rows)):
        with pytest.raises(ValueError, match=r"no rows|several lines"):
            scan_file(path, separator, header)
        return
    found = scan_file(path, separator, header)
    body = kept[header:]
    assert found.rows == len(body) and found.complete and found.marked == bool(mark)
    assert found.sample == tuple(map(tuple, body[:6]))
    assert found.lines == (not any("\n" in cell for row in rows for cell in row))
    for column, cells in zip(found.columns, zip(*body), strict=True):
        if column.number:
            numbers = [float(cell) for cell in cells if _is_number(cell)]
            assert column.missing == len(cells) - len(numbers)
            assert (column.low, column.high) == (min(numbers), max(numbers))
            assert column.mean == pytest.approx(statistics.fmean(numbers))
            assert column.deviation == pytest.approx(statistics.pstdev(numbers), abs=1e-6)
            assert column.values == tuple(sorted(set(numbers)))
        else:
            assert column.values == tuple(sorted({cell for cell in cells if cell.strip(SPACE)}))
            assert column.missing == sum(not cell.strip(SPACE) for cell in cells)


def _is_number(cell):
    column = Gathered("", False)
    column.add([cell])
    return column.column().number


@pytest.mark.parametrize(
    "text, separator, header",
    [
        ("a,b\n1,2\n3,4\n", ",", True),
        ("1,2\n3,4\n", ",", False),
        ("a;b\n1,5;2\n3;4,5\n", ";", True),
        ("x\ty\nred\t1\n", "\t", True),
        ("red|dog\nblue|cat\nred|cat\nblue|dog\n", "|", False),
        ("5.1 3.5  setosa\n 4.9 10.0 lily \n", " ", False),
        ("a   b\n1,5  2,5\n3,5  4\n", " ", True),
        ("x\ty z\na b\t1\nc d\t2\n", "\t", True),
        ("0.5\t 1  red\n1.5\t 2  blue\n", " ", False),
        ("a bird\na cat\n", ";", False),
        ("colour,animal\nred,cat\nblue,cat\nred,dog\nblue,dog\n", ",", True),
    ],
)
def test_separator_and_heading_are_found(tmp_path, text, separator, header):
    (tmp_path / "t.csv").write_text(text)
    found = scan_file(tmp_path / "t.csv")
    assert (found.separator, found.header) == (separator, header)


def test_runs_of_blanks_separate_and_long_names_are_cut(tmp_path):
    (tmp_path / "t.dat").write_text("\ufeff" + "n" * 100_000 + "   kind\n  1\t \tred  \n\n20  ?\n")
    found = scan_file(tmp_path / "t.dat")
    assert [len(c.name) <= 60 for c in found.columns] == [True, True] and found.columns[0].name.startswith("nnn")
    assert (found.separator, found.header, found.rows, found.blank) == (" ", True, 2, True)
    assert found.sample == (("1", "red"), ("20", "?")) and found.columns[0].high == 20.0


def test_every_row_is_looked_at(tmp_path):
    (tmp_path / "t.csv").write_text("n\n" + "".join(f"{n}\n" for n in range(9000)))
    found = scan_file(tmp_path / "t.csv")
    assert found.rows == 9000


def test_what_columns_are_for(tmp_path):
    rows = [f"{n},{n % 7}.5,{'red' if n % 2 else 'blue'},word{n},{n % 3},{'yes' if n % 5 else 'no'}" for n in range(40)]
    (tmp_path / "t.csv").write_text("id,size,colour,note,kind,label\n" + "\n".join(rows))
    found = scan_file(tmp_path / "t.csv")
    assert suggested(found).roles == ("", "number", "categories", "", "number", "target") and suggested(found).classes
    (tmp_path / "t.csv").write_text("target,size\n" + "\n".join(f"{n * n},{n % 7}" for n in range(40)))
    choices = suggested(scan_file(tmp_path / "t.csv"))
    assert choices.roles == ("target", "number") and not choices.classes


@pytest.mark.parametrize(
    "data, why",
    [
        (b"", "has no rows"),
        (b"a,b\n1,2\n3\n", "line 3 has 1 cells, and the first has 2"),
        (b"a,b\n\xff,2\n", "not text in UTF-8"),
        ("a,b\n1,2\n".encode("utf-16"), "not text in UTF-8"),
        (b"a\x00,b\n1,2\n", "not text in UTF-8"),
        (b"a,b\r1,2\r", "CR alone"),
        (b"x" * (bounded_io.MIB + 2), "more than 1048576 characters"),
        (b"a,b\n1," + b"x" * 200_000 + b"\n", "a cell has more than"),
        (b",".join([b"1"] * 600), "600 columns"),
        (b"a,b\n" + b'"\n",' * bounded_io.MIB, "more than 1048576 characters"),  # a row
    ],
)
def test_tables_that_cannot_be_read_are_refused(tmp_path, data, why):
    (tmp_path / "t.csv").write_bytes(data)
    with pytest.raises(ValueError, match=why):
        scan_file(tmp_path / "t.csv")


def test_a_quote_inside_a_cell_is_a_letter(tmp_path):
    (tmp_path / "t.csv").write_text('size,price\n5",1\n7",2\n')
    found = scan_file(tmp_path / "t.csv")
    assert not found.quotes and found.columns[0].values == ('5"', '7"')


def test_folders_and_devices_are_refused(tmp_path):
    os.mkfifo(tmp_path / "pipe.csv")
    (tmp_path / "loop.csv").symlink_to(tmp_path / "loop.csv")
    for name in ("pipe.csv", "loop.csv", "none.csv"):
        with pytest.raises(ValueError, match="cannot be read"):
            scan_file(tmp_path / name)
    with pytest.raises(ValueError, match="save its data as"):
        scan_file(tmp_path / "a.npz")


def test_what_no_document_can_hold_is_left_out_or_refused(tmp_path):
    rows = [f"{n},{n}e99,{'ab'[n % 2] * 201},{n % 2}" for n in range(20)]
    (tmp_path / "t.csv").write_text("a,b,c,d\n" + "\n".join(rows))
    found = scan_file(tmp_path / "t.csv")
    assert [column.number for column in found.columns] == [True, False, False, True]  # 1e99 does not fit float32
    assert found.columns[2].values is None
    odd = os.fsdecode(b"\xff")
    (tmp_path / f"{odd}.csv").write_text("a,b\n1,2\n")
    with pytest.raises(ValueError, match="its name is not text"):
        scan_file(tmp_path / f"{odd}.csv")
    (tmp_path / "photos" / odd).mkdir(parents=True)
    (tmp_path / "photos" / odd / "a.png").write_bytes(b"")
    with pytest.raises(ValueError, match="the name of its folder"):
        scan_file(tmp_path / "photos")


def test_a_look_can_be_ended(tmp_path):
    (tmp_path / "t.csv").write_text("a,b\n" + "1,2\n" * 5000)

    def stop(share):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        scan_file(tmp_path / "t.csv", going=stop)


@pytest.mark.parametrize("order", ["C", "F"])
def test_columns_of_an_array(tmp_path, order):
    rng = np.random.default_rng(1)
    array = rng.normal(size=(50, 3)).astype(np.float32)
    array[:, 2] = np.arange(50) % 4
    array[3, 0] = np.nan
    np.save(tmp_path / "a.npy", np.asarray(array, order=order))
    found = scan_file(tmp_path / "a.npy")
    assert (found.rows, found.shape, found.dtype, found.missing) == (50, (50, 3), "DT_FLOAT", 1)
    for i, column in enumerate(found.columns):
        assert column.mean == pytest.approx(np.nanmean(array[:, i], dtype=float))
        assert column.deviation == pytest.approx(np.nanstd(array[:, i], dtype=float))
    assert found.columns[2].values == (0, 1, 2, 3)
    choices = suggested(found)
    assert choices.roles == ("number", "number", "target") and choices.classes


def test_the_labels_of_an_array_are_found_whichever_file_is_chosen(tmp_path):
    np.save(tmp_path / "train_images.npy", np.zeros((6, 8, 8), np.uint8))
    np.save(tmp_path / "train_labels.npy", np.arange(6) % 3)
    np.save(tmp_path / "test_labels.npy", np.arange(6) % 3)
    for name in ("train_images.npy", "train_labels.npy"):
        found = scan_file(tmp_path / name)
        assert (found.path, found.labels) == (tmp_path / "train_images.npy", tmp_path / "train_labels.npy")
    assert scan_file(tmp_path / "test_labels.npy").labels is None
    choices = suggested(found, scan_file(tmp_path / "test_labels.npy"))
    assert choices.picture == (8, 8, 1) and choices.classes


@pytest.mark.parametrize(
    "array, why",
    [
        (np.zeros((0, 3)), "no rows"),
        (np.array(["a", "b"]), "no block can read"),
        (np.zeros((2, 2), ">f4"), "big-endian"),
        (np.zeros((2, 2), complex), "no block can read"),
        (np.zeros(()), "no rows"),
        (np.zeros((1, 200_000), np.uint8), "200000 columns"),
    ],
)
def test_arrays_that_no_block_reads_are_refused(tmp_path, array, why):
    np.save(tmp_path / "a.npy", array)
    with pytest.raises(ValueError, match=why):
        scan_file(tmp_path / "a.npy")


def test_a_header_that_promises_too_much_is_refused(tmp_path):
    np.save(tmp_path / "a.npy", np.zeros((4, 4)))
    data = (tmp_path / "a.npy").read_bytes()
    (tmp_path / "a.npy").write_bytes(data.replace(b"(4, 4)", b"(9, 9)"))
    with pytest.raises(ValueError, match="promises"):
        scan_file(tmp_path / "a.npy")


def png(width, height):
    """Return the first bytes of a PNG picture of a size."""
    return b"\x89PNG\r\n\x1a\n" + struct.pack(">I4sII", 13, b"IHDR", width, height)


def test_a_folder_of_pictures(tmp_path):
    for folder, count in (("cat", 3), ("dog [2]", 2), (".ipynb_checkpoints", 4), ("empty", 0)):
        (tmp_path / folder).mkdir()
        for n in range(count):
            (tmp_path / folder / f"{n}.PNG").write_bytes(png(300, 200))
    (tmp_path / "cat" / "notes.txt").write_text("no picture")
    (tmp_path / "cat" / "._0.png").write_text("of another system")
    found = scan_file(tmp_path)
    assert found.classes == (("cat", 3), ("dog [2]", 2)) and found.rows == 5
    assert (found.suffixes, found.size, found.alike) == ((".PNG",), (200, 300), True)
    assert suggested(found).picture == (85, 128, 3)


def test_folders_without_classes_are_refused(tmp_path):
    (tmp_path / "a.png").write_bytes(png(3, 3))
    with pytest.raises(ValueError, match="a separate folder"):
        scan_file(tmp_path)
    (tmp_path / "cat").mkdir()
    os.mkfifo(tmp_path / "cat" / "a.png")
    with pytest.raises(ValueError, match=r"cat/a\.png is not a file"):
        scan_file(tmp_path)
    (tmp_path / "odd[1]" / "cat").mkdir(parents=True)
    with pytest.raises(ValueError, match="rename it"):
        scan_file(tmp_path / "odd[1]")


def test_long_cells_take_no_longer_than_short_ones(tmp_path):
    for cell in ("1" * 100_000 + "x", " " * 100_000 + "x"):  # minutes, where an expression tries each place of both
        (tmp_path / "t.csv").write_text(f"a,b\n{cell},1\n" * 4)
        assert not scan_file(tmp_path / "t.csv").columns[0].number


@pytest.mark.parametrize(
    "shape, dtype, why",
    [
        ((1, 2**12, 2**13), "|u1", "a row has 33554432 numbers"),
        ((4,), "<f16", "float128"),
        ((4,), "<u4", "uint32"),
    ],
)
def test_what_arrays_say_of_themselves_is_bounded(tmp_path, shape, dtype, why):
    with open(tmp_path / "a.npy", "wb") as file:
        np.lib.format.write_array_header_1_0(file, {"descr": dtype, "fortran_order": False, "shape": shape})
        file.truncate(2**26)
    with pytest.raises(ValueError, match=why):
        scan_file(tmp_path / "a.npy")


def test_numbers_that_are_equal_as_float32_are_not_classes(tmp_path):
    (tmp_path / "t.csv").write_text("x,kind\n" + "".join(f"{n * n % 7},{10**9 + n % 3}\n" for n in range(30)))
    np.save(tmp_path / "a.npy", np.array([[n * n % 7, 2.0**24 + n % 2] for n in range(30)]))
    for name in ("t.csv", "a.npy"):
        found = scan_file(tmp_path / name)
        choices = suggested(found)
        assert found.columns[1].values is None and not choices.classes
        assert "for classes" in refusal(found, choices._replace(classes=True))
        assert "for classes" in refusal(found, choices._replace(roles=("target", "categories")))
