"""Pasted text from other programs: a literal or a table becomes a Const block."""

import csv
import io

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from blockloom.blocks import operations
from blockloom.blocks.datasets.file_blocks import read_files
from blockloom.blocks.editing.undo_stack import UndoStack
from blockloom.blocks.edits import EditError
from blockloom.blocks.operations import Measures, paste_text
from blockloom.blocks.text.phrases import Phrase
from blockloom.blocks.values import literals
from blockloom.blocks.values.dtypes import DTYPES
from blockloom.blocks.values.grammar import quoted
from tests.blocks.small import SMALL, document


@pytest.mark.parametrize(
    "text, value, dtype",
    [
        ("3", "3", "DT_INT32"),
        ("3000000000", "3000000000", "DT_INT64"),
        ("1.5", "1.5", "DT_FLOAT"),
        ("1e300", "1e300", "DT_DOUBLE"),
        ("2.0f", "2.0f", "DT_FLOAT"),
        (" true\n", "true", "DT_BOOL"),
        ("[[1, 2], [3, 4]]", "[[1, 2], [3, 4]]", "DT_INT32"),
        ("[[1.0, 2],\r\n [3, 4]]", "[[1.0, 2], [3, 4]]", "DT_FLOAT"),
        ("{{1,2},{3,4}}", "{{1,2},{3,4}}", "DT_INT32"),
        ("'a  b'", "'a  b'", "DT_STRING"),
        ('["x", "y"]', '["x", "y"]', "DT_STRING"),
        ("1+2j", "1+2j", "DT_COMPLEX128"),
        ("1\t2\n3\t4\n", "[[1, 2], [3, 4]]", "DT_INT32"),
        ("1\t2.5\r\n3\t4\r\n", "[[1, 2.5], [3, 4]]", "DT_FLOAT"),
        ("1\n2\n3\n", "[1, 2, 3]", "DT_INT32"),
        ("1\t2\t3", "[1, 2, 3]", "DT_INT32"),
        ("1,2\n3,4", "[[1, 2], [3, 4]]", "DT_INT32"),
        ("a\tb\n1\t2", '[["a", "b"], ["1", "2"]]', "DT_STRING"),
        ("TRUE\tFALSE\nFALSE\tTRUE", "[[true, false], [false, true]]", "DT_BOOL"),
        ('"one\ntwo"\tb\n', '["one\\ntwo", "b"]', "DT_STRING"),
        ("x\t\ny\tz", '[["x", ""], ["y", "z"]]', "DT_STRING"),
    ],
)
def test_a_text_is_a_value(text, value, dtype):
    assert operations.parse_pasted_text(text) == (value, dtype)


@pytest.mark.parametrize(
    "text, says",
    [
        ("", "no value"),
        ("some words", "put text in quotes"),
        ("[1, 2", "never closed"),
        ("[[1, 2], [3]]", "rectangular"),
        ("1\t2\n3", "rows 2 and 1 have 1 and 2 cells"),
        ("1\t2\n\t4", "no value in row 2, column 1"),
        ("Dear all,\nhow are you", "no value"),
        ("x" * (paste_text.MOST + 1), "at most"),
    ],
)
def test_an_invalid_value_names_the_reason(text, says):
    with pytest.raises(EditError, match=says):
        operations.parse_pasted_text(text)


def test_commas_part_cells_where_the_program_says_so():
    assert operations.parse_pasted_text("a,b\nc,d", comma=True) == ('[["a", "b"], ["c", "d"]]', "DT_STRING")
    assert operations.parse_pasted_text('"1","2"', comma=True) == ("[1, 2]", "DT_INT32")


@given(
    st.lists(
        st.lists(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0")), min_size=2, max_size=2),
        min_size=2,
        max_size=4,
    )
)
def test_every_table_of_texts_keeps_its_cells(rows):
    out = io.StringIO()
    csv.writer(out, "excel-tab", quoting=csv.QUOTE_ALL).writerows([[f"x{cell}x" for cell in row] for row in rows])
    value, dtype = operations.parse_pasted_text(out.getvalue())
    assert dtype == "DT_STRING"
    assert literals.tensor(value, dtype)[0].tolist() == [[f"x{cell}x".encode() for cell in row] for row in rows]


@given(st.lists(st.floats(width=32, allow_subnormal=False), min_size=2, max_size=9))
def test_numbers_are_those_of_the_table(numbers):
    value, dtype = operations.parse_pasted_text("\n".join(map(repr, numbers)))
    assert dtype == "DT_FLOAT"
    np.testing.assert_array_equal(literals.tensor(value, dtype)[0], np.array(numbers, DTYPES[dtype].via))


@given(st.text())
def test_any_text_is_a_value_or_says_why_not(text):
    try:
        value, dtype = operations.parse_pasted_text(text)
    except EditError:
        return
    literals.tensor(value, dtype)


def test_a_cell_that_is_too_large_is_reported_in_words_that_can_be_translated(tmp_path):
    table = f"a,b\n1,{'x' * (csv.field_size_limit() + 1)}\n"
    path = tmp_path / "rows.csv"
    path.write_text(table)
    there = document("")
    for read in (
        lambda: operations.parse_pasted_text(table.replace(",", "\t")),
        lambda: read_files(there, SMALL, "main", [path], (0, 0)),
    ):
        with pytest.raises(EditError) as refused:
            read()
        assert [(v.template, v.values) for v in str(refused.value).values if isinstance(v, Phrase)] == [
            ("a cell has more than {0} characters", (csv.field_size_limit(),))
        ]


def test_a_text_that_is_quoted_is_read_as_it_was():
    for text in ("rows.csv", r"C:\new\table.csv", 'a "b" c', "it's"):
        assert literals.tensor(quoted(text))[0].item() == text.encode()


def test_a_value_is_pasted_as_a_block_and_taken_back():
    there = document("CONST Const value=1 dtype=DT_INT32")
    page, history = there.page("main"), UndoStack(there)
    change = operations.paste(page, operations.const_document("[1.5, 2]"), Measures(page, SMALL), (100, 50))
    history.do(change.edit, change.label)
    assert page.blocks["CONST_2"].values == {"value": "[1.5, 2]", "dtype": "DT_FLOAT"}
    history.undo()
    assert set(page.blocks) == {"CONST"}
