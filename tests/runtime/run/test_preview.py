"""A look at the first elements of a dataset, without a run."""

import json
import threading

import numpy as np
import pytest

from blockloom import BadPage, RunFailed, TimedOut, preview
from blockloom.app.cli import main
from blockloom.blocks.document.addresses import parse
from blockloom.blocks.files import documents
from blockloom.runtime.protocol import requests
from tests.datasets import rows, training_page, write_csv, write_tfrecord
from tests.pages import document
from tests.workers import Lent


@pytest.mark.parametrize("suffix", [".csv", ".tfrecord"])
def test_elements_at_every_stage_of_a_page_that_trains(catalogue, worker, tmp_path, suffix):
    path, logs = tmp_path / f"rows{suffix}", tmp_path / "logs"
    (write_csv if suffix == ".csv" else write_tfrecord)(path, 6)
    made, (x, y) = training_page(catalogue, path, logs), rows(6)
    found = preview(made, "READ", "main", count=2, worker=worker)
    np.testing.assert_allclose([one[0] for one in found], x[:2], rtol=1e-6)
    np.testing.assert_allclose([one[1] for one in found], y[:2], rtol=1e-6)
    for name in ("BATCHES.handle", "ITER", "NEXT"):
        (one,) = preview(made, name, "main", worker=worker)  # 2 rows are left, which make no batch
        np.testing.assert_allclose(one[1], y[:4], rtol=1e-6)
    assert not logs.exists()  # nothing else of the page was run


def test_what_a_dataset_needs_is_there_for_it(catalogue, worker):
    made = document(
        catalogue,
        """
        TABLE HashTableV2 key_dtype=DT_STRING value_dtype=DT_INT64
        FILL InitializeTableV2 keys=["a", "b"] values=[7, 9] table_handle=<TABLE.table_handle
        FIND LookupTableFindV2 keys=["b", "a"] default_value=0 table_handle=<TABLE.table_handle
        ADD AddV2 x=<FIND.values y=<W.ref; W loom.Variable initvalues=100 dtype=DT_INT64
        DATA TensorSliceDataset components=<ADD.z; BAD MatMul a=[[1.0]] b=[1.0]""",
    )
    assert preview(made, "DATA", worker=worker) == [[109], [107]]


def test_problems_name_the_block(catalogue, worker, tmp_path):
    made = document(
        catalogue,
        f'LINES TextLineDataset filenames="{tmp_path}/none.txt" compression_type="" buffer_size=0; '
        "ONE Neg x=1.0; HALF BatchDatasetV2",
    )
    with pytest.raises(RunFailed, match=r"main/LINES.*none\.txt"):
        preview(made, "LINES", worker=worker)
    with pytest.raises(BadPage, match="main/ONE: it has no dataset output"):
        preview(made, "ONE", worker=worker)
    with pytest.raises(BadPage, match="main/HALF"):
        preview(made, "HALF", worker=worker)
    with pytest.raises(BadPage, match="no block 'NOPE'"):
        preview(made, "NOPE", worker=worker)


def test_a_dataset_that_gives_nothing_and_does_not_end(catalogue, worker):
    made = document(
        catalogue,
        "DATA RangeDataset start=0 stop=1000000000000 step=1; "
        "NONE FilterDataset predicate=never input_dataset=<DATA.handle",
        never="n loom.Arg dtype=DT_INT64 shape=[]; LESS Less y=0 x=<n.output; out loom.Retval input=<LESS.z",
    )
    with pytest.raises(TimedOut, match=r"NONE gave 0 of 10 elements within 0\.2 s"):
        preview(made, "NONE", "main", timeout=0.2, worker=worker)
    assert preview(made, "DATA", "main", count=2, worker=worker) == [[0], [1]]


def test_a_look_is_cancelled(catalogue, worker):
    made = document(
        catalogue,
        "DATA RangeDataset start=0 stop=9 step=1; "
        "SLOW SleepDataset sleep_microseconds=3600000000 input_dataset=<DATA.handle",
    )
    found = []
    look = threading.Thread(
        target=lambda: found.append(
            worker.call(
                requests.PreviewDatasetRequest(documents.dumps(made), parse("main/SLOW"), seconds=3600.0, job=5)
            )
        )
    )
    look.start()
    worker.call(requests.CancelRequest(job=5))
    look.join(60)
    assert [(one.end_reason, one.elements, one.problems) for one in found] == [("", [], [])]


def test_on_the_command_line(catalogue, tmp_path, capsys, monkeypatch):
    monkeypatch.setattr("blockloom.runtime.worker.client.Worker", Lent)
    documents.save(
        document(catalogue, "DATA TensorSliceDataset components=[[1.5,2],[[1,2],[3,4]]]; NEG Neg x=1.0"),
        tmp_path / "page.loom",
    )
    assert main(["preview", str(tmp_path / "page.loom"), "DATA"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split() == ["Element", "Tensor", "Type", "Value"] and lines[-1].split() == [
        "2",
        "1",
        "DT_INT32[2]",
        "[3",
        "4]",
    ]
    assert main(["preview", str(tmp_path / "page.loom"), "DATA", "--count", "1", "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["elements"] == [
        [{"dtype": "float64", "shape": [], "value": 1.5}, {"dtype": "int32", "shape": [2], "value": [1, 2]}]
    ]
    assert main(["preview", str(tmp_path / "page.loom"), "NEG"]) == 2
    assert "it has no dataset output" in capsys.readouterr().err
