"""Times of blocks: what TensorFlow traces of a step, told by block."""

from tensorflow.core.protobuf import config_pb2

from blockloom.blocks.document.addresses import Address
from blockloom.blocks.files import documents
from blockloom.blocks.results.run_modes import RunMode
from blockloom.runtime.protocol import requests
from blockloom.runtime.run.timing import Timer
from tests.pages import document

WORK = {"A": ("Const", {"value": "[[1.0, 2.0], [3.0, 4.0]]"}), "M": "MatMul", "E": "Exp", "OPT": ("NoOp", {})}
WIRES = """A.output -> M.a
           A.output -> M.b
           M.product -> E.x"""


def run(worker, catalogue, steps, timed=False):
    worker.call(requests.Open(document=documents.dumps(document(catalogue, WORK, WIRES)), page="main"))
    return worker.call(requests.Run(mode=RunMode(steps, timed=timed)))


def test_a_timed_run_tells_the_time_of_every_block_that_ran(worker, catalogue):
    times = run(worker, catalogue, 3, timed=True).shown.times
    assert {"M", "E"} <= times["blocks"].keys() <= WORK.keys()
    assert all(took >= 0 for took in times["blocks"].values()) and times["step"] >= 0 and 1 <= times["steps"] <= 3


def test_results_are_the_same_timed_or_not_and_an_untimed_run_tells_no_times(worker, catalogue):
    timed, plain = run(worker, catalogue, 1, timed=True), run(worker, catalogue, 1)
    assert plain.shown.times is None and timed.shown.results == plain.shown.results


class FakeProgram:
    """Nodes of a page: those of a composite lie in its scope."""

    page = "main"
    places = {"M": Address("main", "M"), **dict.fromkeys(("TRAIN/Assign", "TRAIN/Mul"), Address("main", "TRAIN"))}

    def place(self, node):
        return self.places.get(node)


def test_times_are_means_by_block_over_the_timed_steps():
    timer = Timer(FakeProgram())
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
    assert timer.told() == {"blocks": {"M": 6.0, "TRAIN": 12.0}, "step": 40.0, "steps": 2}
