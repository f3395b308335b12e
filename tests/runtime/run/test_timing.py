"""Times of blocks: what TensorFlow traces of a step, told by block."""

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tensorflow.core.protobuf import config_pb2

import blockloom
from blockloom.blocks.document.addresses import Address
from blockloom.blocks.files import documents
from blockloom.blocks.results.run_modes import RunMode
from blockloom.runtime.api.results import as_chrome, assign_lanes
from blockloom.runtime.protocol import requests
from blockloom.runtime.run.block_timer import BlockTimer
from tests.pages import document

WORK = {"A": ("Const", {"value": "[[1.0, 2.0], [3.0, 4.0]]"}), "M": "MatMul", "E": "Exp", "OPT": ("NoOp", {})}
WIRES = """A.output -> M.a
           A.output -> M.b
           M.product -> E.x"""


def run(worker, catalogue, steps, timed=False):
    worker.call(requests.OpenRequest(document=documents.dumps(document(catalogue, WORK, WIRES)), page="main"))
    return worker.call(requests.RunRequest(mode=RunMode(steps, timed=timed)))


def test_a_timed_run_tells_the_time_of_every_block_that_ran(worker, catalogue):
    times = run(worker, catalogue, 3, timed=True).shown.times
    assert {"M", "E"} <= times["blocks"].keys() <= WORK.keys()
    assert all(took >= 0 for took in times["blocks"].values()) and times["step"] >= 0 and 1 <= times["steps"] <= 3


def test_results_are_the_same_timed_or_not_and_an_untimed_run_tells_no_times(worker, catalogue):
    timed, plain = run(worker, catalogue, 1, timed=True), run(worker, catalogue, 1)
    assert plain.shown.times is None and timed.shown.results == plain.shown.results


class FakeProgram:
    """Nodes of a page: those of a composite are in its scope."""

    page = "main"
    places = {"M": Address("main", "M"), **dict.fromkeys(("TRAIN/Assign", "TRAIN/Mul"), Address("main", "TRAIN"))}

    def place(self, node):
        return self.places.get(node)


def test_times_are_means_by_block_over_the_timed_steps():
    timer = BlockTimer(FakeProgram())
    for begin, took in ((100, 5000), (900, 7000)):
        metadata = config_pb2.RunMetadata()
        cpu = metadata.step_stats.dev_stats.add(device="/job:localhost/replica:0/task:0/device:CPU:0")
        for i, node in enumerate(("M", "TRAIN/Assign", "TRAIN/Mul", "_SOURCE")):
            cpu.node_stats.add(
                node_name=node,
                all_start_micros=begin + 10 * i,
                all_end_rel_micros=10,
                op_start_rel_nanos=1000,
                op_end_rel_nanos=1000 + took,
            )
        again = metadata.step_stats.dev_stats.add(device="/device:GPU:0/stream:all")
        again.node_stats.add(node_name="M", all_start_micros=begin, op_end_rel_nanos=1_000_000)
        timer.add(metadata)
        timer.steps += 1
    assert timer.mean_times() == {"blocks": {"M": 6.0, "TRAIN": 12.0}, "step": 40.0, "steps": 2}


def traced(*nodes):
    """Return a timer with one step, of nodes with their begin and duration in ns and their allocations (ns, bytes)."""
    timer, metadata = BlockTimer(FakeProgram()), config_pb2.RunMetadata()
    cpu = metadata.step_stats.dev_stats.add(device="/device:CPU:0")
    for name, begin, took, allocations in nodes:
        node = cpu.node_stats.add(
            node_name=name,
            timeline_label=f"{name} = Op{name[0]}(a, b)",
            all_start_nanos=1_795_724_408_270_000_000 + begin,
            op_end_rel_nanos=took,
        )
        for when, size in allocations:
            memory = node.memory.add(total_bytes=max(size, 0))
            memory.allocation_records.add(alloc_micros=1_795_724_408_270_000 + when // 1000, alloc_bytes=size)
    timer.add(metadata)
    timer.steps, timer.step = 1, 7
    return timer


STEP = (("M", 0, 5000, [(1000, 400)]), ("TRAIN/Mul", 2000, 7001, [(3000, 80), (9000, -80)]), ("_SOURCE", 5000, 10, []))


def test_a_trace_has_every_op_in_lanes_and_as_much_time_as_tensorflow_reported():
    trace = traced(*STEP).trace()
    data = json.loads(as_chrome(trace, "main"))
    ops = [row for row in data["traceEvents"] if row["ph"] == "X"]
    assert data["otherData"] == {"page": "main", "step": 7, "left_out": 0, "left_out_us": 0}
    assert [(r["name"], r["cat"], r["ts"], r["dur"], r["tid"], r["args"]["bytes"]) for r in ops] == [
        ("M", "OpM", 0, 5, 0, 400),
        ("TRAIN", "OpT", 2, 7.001, 1, 80),
        ("_SOURCE", "Op_", 5, 0.01, 0, 0),
    ]
    names = {(r["pid"], r["tid"]): r["args"]["name"] for r in data["traceEvents"] if r["name"] == "thread_name"}
    assert names == {(0, 0): "lane 1", (0, 1): "lane 2"}
    assert [(r["ts"], r["args"]["bytes"]) for r in data["traceEvents"] if r["ph"] == "C"] == [
        (1, 400),
        (3, 480),
        (9, 400),
    ]


def test_of_too_many_ops_the_longest_are_in_a_trace_and_the_others_are_reported():
    trace = traced(*STEP).trace(most=2)
    assert [trace.nodes[row[0]][0] for row in trace.events.tolist()] == ["M", "TRAIN/Mul"]
    assert (trace.omitted_count, trace.omitted_ns) == (1, 10) and trace.memory[:, 2].max() == 480


@pytest.mark.parametrize("options", [{"steps": 3}, {"until": "E.y > 1"}])
def test_a_run_writes_the_trace_of_its_last_step_with_every_op_of_the_closure(worker, catalogue, tmp_path, options):
    """Fed, since TensorFlow computes what hangs on constants alone before the step."""
    path, made = (
        tmp_path / "trace.json",
        document(catalogue, WORK | {"A": ("Placeholder", {"dtype": "DT_FLOAT"})}, WIRES),
    )
    options = options | {"feed": {"A": "[[1.0, 2.0], [3.0, 4.0]]"}, "worker": worker}
    result = blockloom.run(made, trace=path, **options)
    data = json.loads(path.read_bytes())
    ops = [row for row in data["traceEvents"] if row["ph"] == "X"]
    assert data["otherData"]["step"] == result.steps
    assert {"M", "E"} <= {row["args"]["block"] for row in ops} <= {*WORK, ""}
    assert {row["cat"] for row in ops if row["args"]["block"]} >= {"MatMul", "Exp"}
    timed = worker.call(requests.GetStepTraceRequest()).trace
    assert sum(row["dur"] for row in ops) == pytest.approx(timed.events[:, 3].sum() / 1000)
    plain = blockloom.run(made, **options)
    assert plain.results["E"]["y"].tolist() == result.results["E"]["y"].tolist()
    assert worker.call(requests.GetStepTraceRequest()).trace is None


def test_a_run_on_a_target_is_not_traced(catalogue, tmp_path):
    with pytest.raises(blockloom.ClusterError, match="cannot be traced"):
        blockloom.run(document(catalogue, WORK, WIRES), trace=tmp_path / "t.json", target="grpc://localhost:1")


@given(st.lists(st.tuples(st.integers(0, 30), st.integers(1, 9)), max_size=40))
def test_nothing_overlaps_in_a_lane_and_there_are_as_few_as_can_be(spans):
    begins = np.array([begin for begin, _ in spans], int)
    ends = begins + np.array([size for _, size in spans], int)
    found = assign_lanes(begins, ends)
    for lane in set(found.tolist()):
        here = np.sort(begins[found == lane]), np.sort(ends[found == lane])
        assert (here[0][1:] >= here[1][:-1]).all()
    most = max((int(((begins <= at) & (ends > at)).sum()) for at in range(40)), default=0)
    assert max(found, default=-1) + 1 == most
