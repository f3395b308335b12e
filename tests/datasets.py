"""Pages that train a linear model on the rows of a file, and such files: for tests and figures."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.document.pages import Document
from tests.pages import document

RATE, BATCH = 0.05, 4


def rows(count: int) -> tuple[np.ndarray, np.ndarray]:
    """Return inputs of shape `(count, 3)` and targets of shape `(count,)`, float32."""
    found = np.random.default_rng(3).normal(size=(count, 3)).astype(np.float32)
    return found, (found @ np.array([1, -2, 0.5]) + 0.25).astype(np.float32)


def write_csv(path: Path, count: int) -> None:
    """Write the rows as lines `x0,x1,x2,y` below a header."""
    table = np.column_stack(rows(count))
    path.write_text("a,b,c,y\n" + "".join(",".join(f"{v:.9g}" for v in row) + "\n" for row in table))


def write_tfrecord(path: Path, count: int) -> None:
    """Write the rows as examples with the features x, of 3 floats, and y."""
    import tensorflow as tf

    def floats(values):
        return tf.train.Feature(float_list=tf.train.FloatList(value=values))

    with tf.io.TFRecordWriter(str(path)) as writer:
        for x, y in zip(*rows(count)):
            example = tf.train.Example(features=tf.train.Features(feature={"x": floats(x), "y": floats([y])}))
            writer.write(example.SerializeToString())


def training_page(catalogue: Catalogue, path: Path, logs: Path | None = None, batch: int = BATCH) -> Document:
    """Return a page that trains on a .csv or .tfrecord file, and writes the loss of each step to event files."""
    source = (
        {
            "LINES": ("TextLineDataset", {"filenames": f'"{path}"', "compression_type": '""', "buffer_size": "0"}),
            "ROWS": ("SkipDataset", {"count": "1"}),
        }
        if path.suffix == ".csv"
        else {"ROWS": ("TFRecordDataset", {"filenames": f'"{path}"', "compression_type": '""', "buffer_size": "0"})}
    )
    blocks = source | {
        "READ": ("MapDataset", {"f": "read"}),
        "BATCHES": ("BatchDatasetV2", {"batch_size": str(batch), "drop_remainder": "true"}),
        "AHEAD": ("PrefetchDataset", {"buffer_size": "2"}),
        "ITER": "IteratorV2",
        "MAKE": "MakeIterator",
        "NEXT": "IteratorGetNext",
        "W": ("loom.Variable", {"initvalues": "[[0.0], [0], [0]]", "dtype": "DT_FLOAT"}),
        "B": ("loom.Variable", {"initvalues": "0.0", "dtype": "DT_FLOAT"}),
        "XW": "MatMul",
        "FLAT": ("Reshape", {"shape": "[-1]"}),
        "GUESS": "AddV2",
        "ERROR": "SquaredDifference",
        "LOSS": ("Mean", {"reduction_indices": "0"}),
        "STEP": ("loom.Variable", {"initvalues": "0", "dtype": "DT_INT64"}),
        "NUMBER": "Identity",
        "SGD": ("loom.GradientDescentOptimizer", {"learning_rate": str(RATE)}),
        "TRAIN": "loom.Minimize",
        "SESSION": "loom.Session",
    }
    wires = """ROWS.handle -> READ.input_dataset
               READ.handle -> BATCHES.input_dataset
               BATCHES.handle -> AHEAD.input_dataset
               AHEAD.handle -> MAKE.dataset
               ITER.handle -> MAKE.iterator
               ITER.handle -> NEXT.iterator
               NEXT.components[0] -> XW.a
               W.ref -> XW.b
               XW.product -> FLAT.tensor
               FLAT.output -> GUESS.x
               B.ref -> GUESS.y
               GUESS.z -> ERROR.x
               NEXT.components[1] -> ERROR.y
               ERROR.z -> LOSS.input
               SGD.optimizer -> TRAIN.optimizer
               LOSS.output -> TRAIN.loss
               STEP.ref -> TRAIN.global_step
               STEP.ref -> NUMBER.input
               LOSS.output -> SESSION.fetch_outputs
               TRAIN.operation -> SESSION.run_outputs
               MAKE.operation -> SESSION.start_outputs"""
    if path.suffix == ".csv":
        wires += "\nLINES.handle -> ROWS.input_dataset"
    if logs is not None:
        blocks |= {
            "EVENTS": ("SummaryWriter", {"shared_name": "events"}),
            "OPEN": (
                "CreateSummaryFileWriter",
                {"logdir": f'"{logs}"', "max_queue": "10", "flush_millis": "120000", "filename_suffix": '".v2"'},
            ),
            "WRITE": ("WriteScalarSummary", {"tag": '"loss"'}),
        }
        wires += """
            EVENTS.writer -> OPEN.writer
            EVENTS.writer -> WRITE.writer
            NUMBER.output -> WRITE.step
            LOSS.output -> WRITE.value
            OPEN.operation -> SESSION.start_outputs
            WRITE.operation -> SESSION.run_outputs"""
    made = document(catalogue, blocks, wires)
    made.pages["read"] = (_csv_row if path.suffix == ".csv" else _example)(catalogue).pages["read"]
    return made


def _csv_row(catalogue: Catalogue) -> Document:
    return document(
        catalogue,
        {
            "line": ("loom.Arg", {"dtype": "DT_STRING", "shape": "[]"}),
            "FIELDS": (
                "DecodeCSV",
                {"record_defaults": "[0.0, 0.0, 0.0, 0.0]", "OUT_TYPE": "[float, float, float, float]"},
            ),
            "X": "Pack",
            "x": "loom.Retval",
            "y": ("loom.Retval", {"index": "1"}),
        },
        """line.output -> FIELDS.records
           FIELDS.output[0] -> X.values
           FIELDS.output[1] -> X.values
           FIELDS.output[2] -> X.values
           X.output -> x.input
           FIELDS.output[3] -> y.input""",
        "read",
    )


def _example(catalogue: Catalogue) -> Document:
    return document(
        catalogue,
        {
            "record": ("loom.Arg", {"dtype": "DT_STRING", "shape": "[]"}),
            "FEATURES": (
                "ParseSingleExample",
                {
                    "dense_keys": "[x, y]",
                    "dense_shapes": "[[3], []]",
                    "dense_defaults": "[[], []]",
                    "Tdense": "[float, float]",
                    "sparse_keys": "[]",
                    "sparse_types": "[]",
                    "num_sparse": "0",
                },
            ),
            "x": "loom.Retval",
            "y": ("loom.Retval", {"index": "1"}),
        },
        """record.output -> FEATURES.serialized
           FEATURES.dense_values[0] -> x.input
           FEATURES.dense_values[1] -> y.input""",
        "read",
    )
