"""Numbers of blocks from JSON and CSV files; messages about malformed files name the row."""

import pytest

from blockloom.app.window.measure.number_files import read_numbers
from blockloom.blocks.io.bounded_io import FileError


@pytest.mark.parametrize(
    "name, text, wanted",
    [
        ("loss.json", '{"a/b": 1, "c": 2.5}', {"loss": {"a/b": 1.0, "c": 2.5}}),
        ("x.csv", "name,flops,ms\na/b,1e3,2\n\nc,,0.5\n", {"flops": {"a/b": 1000.0}, "ms": {"a/b": 2.0, "c": 0.5}}),
        ("x.csv", '\ufeffname, \r\n"a, b",-1\r\n', {"2": {"a, b": -1.0}}),
        ("X.CSV", "name,empty,full\na,,1\n", {"full": {"a": 1.0}}),
    ],
)
def test_columns_of_numbers_by_name(tmp_path, name, text, wanted):
    (tmp_path / name).write_text(text, "utf-8", newline="")
    assert read_numbers(tmp_path / name) == wanted


@pytest.mark.parametrize(
    "name, text, why",
    [
        ("x.csv", "name,n\na,1\nb,two\n", "row 3, n: “two” is not a number"),
        ("x.csv", "name,n\na,nan\n", "row 2, n: the number is not finite"),
        ("x.csv", "name,n\na,1\na,2\n", "row 3, a: the name occurs twice"),
        ("x.csv", "name,n\n,1\n", "row 2: it has no name"),
        ("x.csv", "name,n\na,1,2\n", "row 2: it has 3 cells, row 1 has 2"),
        ("x.csv", "name,n\n\na\n", "row 3: it has 1 cells, row 1 has 2"),
        ("x.csv", "name,n,n\na,1,2\n", "row 1: a title occurs twice"),
        ("x.csv", "name\na\n", "row 1: it has no titles"),
        ("x.csv", "", "row 1: it has no titles"),
        ("x.csv", "name,n\n", "it has no numbers"),
        ("x.csv", 'name,n\n"a"b,1\n', "x.csv: "),
        ("x.json", '{"a": 1, "b": "2"}', "entry 2, b: the value is not a number"),
        ("x.json", '{"a": true}', "entry 1, a: the value is not a number"),
        ("x.json", '{"a": 1, "a": 2}', "entry 2, a: the name occurs twice"),
        ("x.json", '{"a": NaN}', "entry 1, a: the number is not finite"),
        ("x.json", '{"a": 1' + "0" * 350 + "}", "entry 1, a: the number is not finite, or too large"),
        ("x.json", "[1]", "it has no object of names and numbers"),
        ("x.json", '{"a": ', "x.json: "),
        ("x.json", "{}", "it has no numbers"),
        ("none.json", None, "cannot be read"),
    ],
)
def test_a_message_says_what_is_wrong_and_in_which_row(tmp_path, name, text, why):
    if text is not None:
        (tmp_path / name).write_text(text, "utf-8")
    with pytest.raises(FileError) as caught:
        read_numbers(tmp_path / name)
    assert why in str(caught.value) and name in str(caught.value)


def test_a_file_that_is_not_text(tmp_path):
    (tmp_path / "x.csv").write_bytes(b"name,n\n\xff,1\n")
    with pytest.raises(FileError, match="UTF-8"):
        read_numbers(tmp_path / "x.csv")
