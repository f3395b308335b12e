"""A NaN that is read from a file is named by the file, and its line and column, index, or record."""

import csv
import random

import numpy as np
import pytest
import tensorflow as tf

from blockloom.blocks.datasets import nonfinite_numbers
from blockloom.blocks.datasets.file_blocks import read_files
from blockloom.blocks.document.addresses import parse
from blockloom.runtime.replay.nonfinite_origin import find_origin
from tests.extent import examples
from tests.pages import page
from tests.runtime.replay.test_why import make_document, ran

DATASET = (
    "B BatchDatasetV2 batch_size=3 drop_remainder=false; I IteratorV2; "
    "MAKE MakeIterator dataset=<B.handle iterator=<I.handle; N IteratorGetNext iterator=<I.handle; "
    "A AddV2 x=<N.components[0] y=<N.components[1]; RUN loom.Session fetch_outputs=<A.z"
)
NEXT = {"output_types": "[DT_FLOAT, DT_FLOAT]", "output_shapes": "[[?], [?]]"}


def values(document, block, given, page="main"):
    """Set values that have blanks in them."""
    there = document.pages[page].blocks
    there[block] = there[block]._replace(values={**there[block].values, **given})


def find_typed_origin(catalogue, document, output="A.z", steps=1):
    runner, again = ran(catalogue, document, steps)
    found = find_origin(again, steps, parse(output))
    runner.close()
    assert found.kind == "given"
    return found


def places(found):
    return [(place["file"], place["line"], place["column"], tuple(place["index"])) for place in found.file_numbers]


def reading(catalogue, path, output):
    """Return a page with the block that dropping a file on the canvas adds, and a session for the last of them."""
    document = make_document("RUN loom.Session")
    change = read_files(document, catalogue, "main", [path], (0, 0))
    change.edit.apply(document)
    last = change.selection[-1]
    more = make_document(f"RUN loom.Session fetch_outputs=<{last}.{output}").pages["main"]
    for wire in more.wires_into("RUN"):
        document.pages["main"].put_wire(wire)
    return document, f"{last}.{output}"


def test_a_cell_of_a_table_in_the_graph_is_named(catalogue, tmp_path):
    path = tmp_path / "a table.csv"
    path.write_text("width,height\r\n1,2\r\n\r\n3,\r\n5,6\r\n")
    found = find_typed_origin(catalogue, *reading(catalogue, path, "table"))
    assert places(found) == [(str(path), 4, 2, ())]
    said = f"line 4 of {path}, column 2 (height): an empty cell"
    assert found.sentence.startswith("main/") and found.sentence.endswith(f" reads it: {said}")
    path.write_text("width,height\r\n1,2\r\n3,4\r\n-inf,6\r\n")  # the file of a page changes
    document, output = reading(catalogue, path, "table")
    assert places(find_typed_origin(catalogue, document, output)) == [(str(path), 4, 1, ())]


@pytest.mark.parametrize("order", ["C", "F"])
def test_an_element_of_an_array_is_named(catalogue, tmp_path, order):
    path = tmp_path / "numbers.npy"
    np.save(path, np.array([[1, 2, 3], [4, np.nan, 6]], np.float32, order=order))
    found = find_typed_origin(catalogue, *reading(catalogue, path, "array"))
    assert places(found) == [(str(path), 0, 0, (1, 1))]
    assert found.file_numbers[0]["sentence"] == f"element [1, 1] of {path}: nan"


def test_the_row_of_a_batch_is_named_in_any_order(catalogue, tmp_path):
    for seed in range(examples(3)):
        rng = random.Random(seed)
        path, separator = tmp_path / f"{seed}.csv", rng.choice(",;\t|")
        rows = [[round(rng.uniform(-9, 9), 3), round(rng.uniform(-9, 9), 3)] for _ in range(12)]
        bad = {rng.randrange(12): rng.choice(("nan", "inf", "-Infinity")) for _ in range(3)}
        lines = [f"{x}{separator}{bad.get(number, y)}" for number, (x, y) in enumerate(rows)]
        path.write_text("\n".join([f"x{separator}y", *lines]))
        document = make_document(
            "L TextLineDataset; S SkipDataset count=1 input_dataset=<L.handle; "
            "MIX ShuffleDataset buffer_size=12 seed=1 seed2=2 input_dataset=<S.handle; "
            f"M MapDataset f=fn input_dataset=<MIX.handle; {DATASET}; M.handle -> B.input_dataset",
        )
        values(document, "L", {"filenames": f'"{path}"', "compression_type": '""', "buffer_size": "99"})
        values(document, "N", NEXT)
        page(
            document,
            "fn",
            "x loom.Arg dtype=DT_STRING; C DecodeCSV records=<x.output; r loom.Retval input=<C.output[0]; "
            "r1 loom.Retval index=1 input=<C.output[1]",
        )
        delimiter = "\\t" if separator == "\t" else separator
        given = {"OUT_TYPE": "[DT_FLOAT, DT_FLOAT]", "record_defaults": "0.0; 0.0", "field_delim": f'"{delimiter}"'}
        values(document, "C", given, "fn")
        runner, again = ran(catalogue, document, 0)
        wanted = dict[int, set[int]]()
        for step in range(1, 5):
            runner.step(True)
            batch = runner.latest()[parse("N")]["components"][0].tolist()
            wanted[step] = {n for n in bad if np.float32(rows[n][0]) in batch}
            found = find_origin(again, step, parse("A.z"))
            assert (found.kind == "given") == bool(wanted[step])
            if wanted[step]:  # of the first of several such steps
                assert places(found) == [(str(path), n + 2, 2, ()) for n in sorted(wanted[found.step])], seed
        assert set().union(*wanted.values()) == bad.keys()
        runner.close()


def test_a_feature_of_a_record_is_named(catalogue, tmp_path):
    path = str(tmp_path / "records")
    with tf.io.TFRecordWriter(path, "GZIP") as file:
        for number in range(5):
            numbers = {"x": float(number), "y": float("nan") if number == 3 else 1.0}
            feature = {k: tf.train.Feature(float_list=tf.train.FloatList(value=[v])) for k, v in numbers.items()}
            file.write(tf.train.Example(features=tf.train.Features(feature=feature)).SerializeToString())
    document = make_document(
        f"L TFRecordDataset buffer_size=99; M MapDataset f=fn input_dataset=<L.handle; {DATASET}; "
        "M.handle -> B.input_dataset",
    )
    values(document, "L", {"filenames": f'"{path}"', "compression_type": '"GZIP"'})
    values(document, "N", NEXT)
    page(
        document,
        "fn",
        "x loom.Arg dtype=DT_STRING; C ParseSingleExample num_sparse=0 serialized=<x.output; "
        "r loom.Retval input=<C.dense_values[0]; r1 loom.Retval index=1 input=<C.dense_values[1]",
    )
    given = {"dense_keys": '["x", "y"]', "Tdense": "[DT_FLOAT, DT_FLOAT]", "dense_shapes": "[[], []]"}
    values(document, "C", {"dense_defaults": "0.0f; 0.0f", "sparse_keys": "[]", "sparse_types": "[]", **given}, "fn")
    found = find_typed_origin(catalogue, document, steps=2)
    assert found.sentence == f"main/N reads it: record 4 of {path}, feature y: nan"


def test_places_in_a_table_are_those_of_an_editor(tmp_path):
    """Lines and cells of several lines, against the csv module of Python."""
    path = tmp_path / "t.csv"
    for seed in range(examples(12)):
        rng = random.Random(seed)
        cells = ("1.5", "nan", "", "1e39", "two\nlines", 'a "quote"', "x\u2028y", "-4")
        rows = [[rng.choice(cells) for _ in range(3)] for _ in range(rng.randint(2, 9))]
        rows[0] = ["name", "other", "third"]
        with path.open("w", newline="", encoding="utf-8") as file:
            csv.writer(file, delimiter=rng.choice(",;\t"), lineterminator=rng.choice(("\n", "\r\n"))).writerows(rows)
        wanted, line = [], 1
        for row in rows:
            wanted += [(line, n, not cell) for n, cell in enumerate(row, 1) if cell in ("nan", "", "1e39")]
            line += 1 + sum(cell.count("\n") for cell in row)
        found = nonfinite_numbers.in_file(str(path), np.float32)
        assert [(place.line, place.column, place.is_empty) for place in found] == wanted, seed
        finite = nonfinite_numbers.in_file(str(path), np.float64)
        assert len(found) - len(finite) == sum(row.count("1e39") for row in rows)


@pytest.mark.parametrize(
    "data", [b"", b"\x00" * 99, b"\x93NUMPY\x01\x00", b'"' * 200_000, b"a,b\n1\n2,3,nan\n", b"\xff\xfe,"]
)
def test_any_file_is_searched_without_an_error(tmp_path, data):
    path = tmp_path / "file"
    path.write_bytes(data)
    assert len(nonfinite_numbers.in_file(str(path), np.float32)) == data.count(b"nan")
