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
    files = f'filenames="{path}" compression_type="" buffer_size=0'
    if path.suffix == ".csv":
        source = f"LINES TextLineDataset {files}; ROWS SkipDataset count=1 input_dataset=<LINES.handle"
    else:
        source = f"ROWS TFRecordDataset {files}"
    text = f"""
        {source}; READ MapDataset f=read input_dataset=<ROWS.handle
        BATCHES BatchDatasetV2 batch_size={batch} drop_remainder=true input_dataset=<READ.handle
        AHEAD PrefetchDataset buffer_size=2 input_dataset=<BATCHES.handle; ITER IteratorV2
        MAKE MakeIterator dataset=<AHEAD.handle iterator=<ITER.handle; NEXT IteratorGetNext iterator=<ITER.handle
        W loom.Variable initvalues=[[0.0], [0], [0]] dtype=DT_FLOAT; B loom.Variable initvalues=0.0 dtype=DT_FLOAT
        XW MatMul a=<NEXT.components[0] b=<W.ref; FLAT Reshape shape=[-1] tensor=<XW.product
        GUESS AddV2 x=<FLAT.output y=<B.ref; ERROR SquaredDifference x=<GUESS.z y=<NEXT.components[1]
        LOSS Mean reduction_indices=0 input=<ERROR.z
        STEP loom.Variable initvalues=0 dtype=DT_INT64; NUMBER Identity input=<STEP.ref
        SGD loom.GradientDescentOptimizer learning_rate={RATE}
        TRAIN loom.Minimize optimizer=<SGD.optimizer loss=<LOSS.output global_step=<STEP.ref
        SESSION loom.Session fetch_outputs=<LOSS.output run_outputs=<TRAIN.operation start_outputs=<MAKE.operation
        """
    if logs is not None:
        text += f"""
        EVENTS SummaryWriter shared_name=events
        OPEN CreateSummaryFileWriter logdir="{logs}" max_queue=10 flush_millis=120000 filename_suffix=".v2"
        WRITE WriteScalarSummary tag="loss" writer=<EVENTS.writer step=<NUMBER.output value=<LOSS.output
        EVENTS.writer -> OPEN.writer; OPEN.operation -> SESSION.start_outputs; WRITE.operation -> SESSION.run_outputs"""
    made = document(catalogue, text)
    made.pages["read"] = (_csv_row if path.suffix == ".csv" else _example)(catalogue).pages["read"]
    return made


def _csv_row(catalogue: Catalogue) -> Document:
    text = """
        line loom.Arg dtype=DT_STRING shape=[]
        FIELDS DecodeCSV record_defaults=[0.0, 0.0, 0.0, 0.0] OUT_TYPE=[float, float, float, float] records=<line.output
        X Pack values=<FIELDS.output[0],FIELDS.output[1],FIELDS.output[2]
        x loom.Retval input=<X.output; y loom.Retval index=1 input=<FIELDS.output[3]"""
    return document(catalogue, text, name="read")


def _example(catalogue: Catalogue) -> Document:
    text = """
        record loom.Arg dtype=DT_STRING shape=[]
        FEATURES ParseSingleExample dense_keys=[x, y] dense_shapes=[[3], []] dense_defaults=[[], []] \
            Tdense=[float, float] sparse_keys=[] sparse_types=[] num_sparse=0 serialized=<record.output
        x loom.Retval input=<FEATURES.dense_values[0]; y loom.Retval index=1 input=<FEATURES.dense_values[1]"""
    return document(catalogue, text, name="read")
