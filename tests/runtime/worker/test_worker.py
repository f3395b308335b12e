"""The worker process: nothing hangs, nothing is lost, and it can be killed at any time."""

import itertools
import os
import signal
import threading
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from blockloom import TimedOut, run
from blockloom.blocks.document.addresses import parse
from blockloom.blocks.editing.identities import NO_NAMES
from blockloom.blocks.edits import Move, SetValue
from blockloom.blocks.files import documents
from blockloom.blocks.plan.plan_nodes import VariableKey
from blockloom.blocks.results.conditions import Condition
from blockloom.blocks.results.monitors import Watch
from blockloom.blocks.results.run_modes import RunMode
from blockloom.runtime.protocol import messages, requests
from blockloom.runtime.protocol.events import ReadyEvent, StepResultsEvent, WaitingEvent
from blockloom.runtime.protocol.replies import DoneReply
from blockloom.runtime.protocol.requests import Request
from blockloom.runtime.run import variable_state
from blockloom.runtime.run.variable_state import KeptVariable
from blockloom.runtime.worker import client
from blockloom.runtime.worker.client import ensure_catalogue
from blockloom.runtime.worker.errors import WorkerDied, WorkerError
from tests.extent import examples, slow_after
from tests.pages import document
from tests.waiting import until
from tests.workers import Real

TAKE = (
    "V loom.Variable initvalues=0.0f; UP AssignAdd ref=<V.ref value=1.0; "
    "ACC ConditionalAccumulator dtype=DT_FLOAT shape=[]; "
    "APPLY AccumulatorApplyGradient handle=<ACC.handle gradient=<UP.output_ref local_step=1000; "
    "TAKE AccumulatorTakeGradient handle=<ACC.handle num_required={} dtype=DT_FLOAT; "
    "S loom.Session run_outputs=<APPLY.operation fetch_outputs=<TAKE.average"
)
COUNT = "V loom.Variable initvalues=0; UP AssignAdd ref=<V.ref value=1"


@pytest.fixture
def own(worker):
    """Return a worker with lists of its events and deaths."""
    worker.heard, worker.died = [], []
    worker.on_event = worker.heard.append
    worker.on_death = worker.died.append
    return worker


def _open(worker, made, **more):
    return worker.call(requests.OpenRequest(document=documents.dumps(made), page="main", **more))


@pytest.mark.parametrize(
    ("blocks", "text"),
    [
        (
            TAKE.format(3),
            "1 of 3 gradients. A step adds 1 (APPLY) and takes 3 (TAKE)",
        ),
        (
            "ACC ResourceConditionalAccumulator dtype=DT_FLOAT shape=[]; "
            "TAKE ResourceAccumulatorTakeGradient num_required=2 dtype=DT_FLOAT handle=<ACC.handle",
            "0 of 2 gradients. No block of the page adds gradients to ACC",
        ),
        (
            "Q FIFOQueueV2 component_types=DT_INT32 shapes=[[]]; "
            "TAKE QueueDequeueManyV2 n=4 component_types=DT_INT32 handle=<Q.handle",
            "0 of 4 elements. No block of the page adds elements to Q",
        ),
        (
            "Q FIFOQueue component_types=DT_INT32; TAKE QueueDequeue component_types=DT_INT32 handle=<Q.handle",
            "0 of 1 elements. No block of the page adds elements to Q",
        ),
        (
            "B Barrier component_types=DT_INT32 shapes=[[]]; "
            "TAKE BarrierTakeMany num_elements=2 component_types=DT_INT32 handle=<B.handle",
            "0 of 2 complete elements. No block of the page adds complete elements to B",
        ),
        (
            "N loom.Variable initvalues=5; ADD AddV2 x=<N.ref y=1; "  # only reads the reference
            "Q FIFOQueueV2 component_types=DT_INT32 shapes=[[]]; "
            "TAKE QueueDequeueManyV2 component_types=DT_INT32 handle=<Q.handle n=<ADD.z",
            "0 of 6 elements. No block of the page adds elements to Q",
        ),
    ],
)
def test_a_time_out_says_what_each_blocked_block_has_and_needs(catalogue, worker, blocks, text):
    with pytest.raises(TimedOut) as caught:
        run(document(catalogue, blocks), timeout=0.4, worker=worker)
    assert caught.value.waiting == {"TAKE": text}
    assert run(document(catalogue, COUNT), worker=worker).results["V"]["ref"] == 1


def test_a_run_that_was_ended_at_the_end_of_a_step_does_not_end_the_next_one(catalogue, worker):
    made = document(
        catalogue,
        "Q FIFOQueueV2 component_types=[DT_FLOAT]; PUT QueueEnqueueV2 components=[1.0f] handle=<Q.handle; "
        "TAKE QueueDequeueV2 component_types=[DT_FLOAT] handle=<Q.handle; PUT -> TAKE",
    )
    assert not _open(worker, made).problems
    for number in range(examples(15)):  # some of these time-outs fall between a step's last op and the next step
        ended = worker.call(
            requests.RunRequest(
                0.02 + 0.005 * (number % 4), RunMode(0, Condition(parse("TAKE.components"), (0,), "<", 0.0))
            )
        )
        after = worker.call(requests.RunRequest(mode=RunMode(1)))
        assert (ended.outcome, after.outcome, after.step) == ("timeout", "done", ended.step + 1)


def test_ops_that_ignore_time_outs_and_closing_end_all_the_same(catalogue, own):
    made = document(
        catalogue,
        "UNSTAGE Unstage dtypes=DT_FLOAT; PEEK StagePeek dtypes=DT_FLOAT index=2; "
        "MAP MapUnstage dtypes=DT_FLOAT key=1 indices=[0]; "
        "NO_KEY OrderedMapUnstageNoKey dtypes=DT_FLOAT indices=[0]",
    )
    own.call(requests.WriteCatalogueRequest())  # TensorFlow is imported
    with pytest.raises(TimedOut) as caught:
        run(made, timeout=0.5, worker=own)
    assert caught.value.waiting == {
        name: f"{has}. No block of the page adds staged elements to the staging area of its container and shared_name"
        for name, has in (
            ("UNSTAGE", "0 of 1 staged elements"),
            ("PEEK", "0 of 3 staged elements"),
            ("MAP", "0 of 1 staged elements"),
            ("NO_KEY", "0 of 1 staged elements"),
        )
    }
    until(lambda: not own.alive)
    own.start()
    assert run(document(catalogue, COUNT), worker=own).results["V"]["ref"] == 1


def test_stop_ends_a_continuous_run_between_steps(catalogue, own):
    assert not _open(own, document(catalogue, COUNT)).problems
    run = own.send(requests.RunRequest(mode=RunMode(0)))
    until(lambda: sum(isinstance(event, StepResultsEvent) for event in own.heard) >= 3)
    own.send(requests.StopRequest())
    ended = run.result(20)
    assert ended.outcome == "stopped"
    assert ended.step > 3
    assert ended.shown.results["V"]["ref"]["text"] == str(ended.step)  # shown is what the last step gave
    assert ended.reset == []
    assert own.call(requests.RunRequest(mode=RunMode(1))).shown.results["V"]["ref"]["text"] == str(ended.step + 1)


NUMBERS = {  # ops that change N, from 5, with what N is after one of them
    "AssignAdd": ("value=2", "output_ref", 7),
    "AssignSub": ("value=2", "output_ref", 3),
    "CountUpTo": ("limit=9", "output", 6),
    "Assign": ("value=4", "output_ref", 4),
}
BLOCKED = {
    "AccumulatorTakeGradient": ("num_required", "dtype=DT_FLOAT", "ConditionalAccumulator"),
    "SparseAccumulatorTakeGradient": ("num_required", "dtype=DT_FLOAT", "SparseConditionalAccumulator"),
    "ResourceAccumulatorTakeGradient": ("num_required", "dtype=DT_FLOAT", "ResourceConditionalAccumulator"),
    "QueueDequeueManyV2": ("n", "component_types=DT_INT32", "FIFOQueueV2"),
    "BarrierTakeMany": ("num_elements", "component_types=DT_INT32", "Barrier"),
}


PAIRS = [*zip(BLOCKED, itertools.cycle(NUMBERS))]  # each of both once; the other pairs are slow
OTHERS = [pair for pair in itertools.product(BLOCKED, NUMBERS) if pair not in PAIRS]


@pytest.mark.parametrize(("taker", "number"), slow_after(len(PAIRS), PAIRS + OTHERS))
def test_a_look_at_a_blocked_run_runs_none_of_its_ops(catalogue, own, taker, number):
    pin, attrs, maker = BLOCKED[taker]
    values, output, after = NUMBERS[number]
    made = f"{attrs} shape=[]" if attrs.startswith("dtype") else f"{attrs} shapes=[[]]"
    text = "N loom.Variable initvalues=5"
    opened = _open(
        own,
        document(
            catalogue,
            f"{text}; UP {number} ref=<N.ref {values}; LEAST Minimum x=<UP.{output} y=100; OF {maker} {made}; "
            f"TAKE {taker} {attrs} {pin}=<LEAST.z handle=<OF.handle",
        ),
    )
    assert not [problem for problem in opened.problems if problem.severity == "error"]
    run = own.send(requests.RunRequest(mode=RunMode(1)))
    looks = lambda: [event for event in own.heard if isinstance(event, WaitingEvent) and event.blocks]  # noqa: E731
    until(looks)
    own.send(requests.StopRequest())
    assert run.result(20).outcome == "stopped"
    (row,) = looks()[0].blocks
    assert row["block"] == "TAKE" and "the required number is unknown" in row["text"]
    assert "N" in _open(own, document(catalogue, f"{text}; READ Identity input=<N.ref")).retained
    assert own.call(requests.RunRequest(mode=RunMode(1))).shown.results["N"]["ref"]["text"] == str(after)


def test_stop_of_a_blocked_run_keeps_variables_and_accumulators(catalogue, own):
    _open(own, document(catalogue, TAKE.format(2)))
    run = own.send(requests.RunRequest(mode=RunMode(5)))
    until(lambda: any(isinstance(event, WaitingEvent) and event.blocks for event in own.heard))
    own.send(requests.StopRequest())
    ended = run.result(20)
    assert (ended.outcome, ended.reset) == ("stopped", [])
    made = document(catalogue, TAKE.format(1))
    reply = _open(own, made)
    assert reply.retained == ["ACC", "V"]
    assert own.call(requests.RunRequest(mode=RunMode(1))).shown.results["V"]["ref"]["text"] == "2"


def test_state_after_an_edit(catalogue, own):
    made = document(catalogue, TAKE.format(1))
    _open(own, made)
    own.call(requests.RunRequest(mode=RunMode(3)))
    Move("main", {"V": (5.0, 5.0)}).apply(made)
    assert _open(own, made).reset == []  # a place is nothing that compiling depends on
    SetValue("main", "UP", "value", "0.5").apply(made)
    reply = _open(own, made)
    assert (reply.retained, reply.reset) == (["ACC", "V"], [])
    assert own.call(requests.RunRequest(mode=RunMode(1))).shown.results["V"]["ref"]["text"] == "3.5"
    SetValue("main", "V", "initvalues", "[0.0f, 0.0f]").apply(made)
    SetValue("main", "UP", "value", "[0.5, 0.5]").apply(made)
    SetValue("main", "ACC", "shape", "[2]").apply(made)
    assert _open(own, made).reset == ["ACC", "V"]  # another shape
    assert own.call(requests.RunRequest(mode=RunMode(1))).shown.results["V"]["ref"]["text"] == "[0.5 0.5]"
    own.call(requests.ResetRequest())
    assert own.call(requests.RunRequest(mode=RunMode(1))).step == 1


def test_sessions_are_of_one_document(catalogue, worker):
    made = document(catalogue, TAKE.format(1))
    _open(worker, made, owner=1)
    worker.call(requests.RunRequest(mode=RunMode(3)))
    worker.call(requests.SetWatchesRequest(watches=[Watch(parse("V.ref"))]))
    assert _open(worker, made, owner=1).retained == ["V"]
    reply = _open(worker, made, owner=2)
    assert (reply.retained, reply.reset) == ([], [])
    ended = worker.call(requests.RunRequest(mode=RunMode(1)))
    assert (ended.step, ended.shown.results["V"]["ref"]["text"]) == (1, "1")
    assert ended.shown.monitors is None
    worker.call(requests.SetDocumentRequest(owner=3))
    assert worker.call(requests.GetSliceRequest(parse("V.ref"), [])).array is None
    with pytest.raises(WorkerError, match="no page that can run is open"):
        worker.call(requests.RunRequest(mode=RunMode(1)))
    worker.call(requests.SetDocumentRequest(owner=0))


def test_each_run_reads_files_in_the_folder_of_its_document(catalogue, worker, tmp_path):
    made = document(catalogue, "FILE ReadFile filename=words.txt")
    for text in "beside it", "changed since the last run":
        (tmp_path / "words.txt").write_text(text)
        _open(worker, made, folder=str(tmp_path), owner=1)
        ended = worker.call(requests.RunRequest(mode=RunMode(1)))
        assert ended.shown.results["FILE"]["contents"]["text"] == f'"{text}"'
    _open(worker, made, owner=2)
    assert worker.call(requests.RunRequest(mode=RunMode(1))).outcome == "error"
    worker.call(requests.SetDocumentRequest(owner=0))


def test_an_edit_that_breaks_the_page_keeps_the_state_and_what_the_run_before_gave(catalogue, own):
    made = document(catalogue, COUNT)
    _open(own, made)
    own.call(requests.RunRequest(mode=RunMode(3)))
    own.call(requests.RunRequest(mode=RunMode(1)))
    SetValue("main", "UP", "value", "nonsense").apply(made)
    assert _open(own, made).problems
    assert [own.call(requests.GetSliceRequest(parse("V.ref"), [], before)).array for before in (True, False)] == [3, 4]
    SetValue("main", "UP", "value", "1").apply(made)
    assert not _open(own, made).problems
    assert own.call(requests.RunRequest(mode=RunMode(1))).shown.results["V"]["ref"]["text"] == "5"


def test_a_killed_worker_is_reported_and_the_next_one_resumes(catalogue, own):
    made = document(catalogue, COUNT)
    _open(own, made)
    own.call(requests.RunRequest(mode=RunMode(7)))
    failed = []

    def go():
        try:
            own.call(requests.RunRequest(mode=RunMode(0)))
        except WorkerDied as error:
            failed.append(str(error))

    thread = threading.Thread(target=go)
    thread.start()
    until(lambda: any(isinstance(event, StepResultsEvent) for event in own.heard))
    os.kill(own.pid, signal.SIGKILL)
    thread.join(10)
    until(lambda: own.died)
    assert "SIGKILL" in failed[0]
    assert "SIGKILL" in own.died[0]
    own.start()
    assert _open(own, made, owner=7).retained == []  # another document, a page of the same name
    assert _open(own, made).retained == ["V"]
    assert int(own.call(requests.RunRequest(mode=RunMode(1))).shown.results["V"]["ref"]["text"]) >= 8


def test_an_abort_op_is_a_message(catalogue, own):
    _open(own, document(catalogue, {"A": ("Abort", {"error_msg": "on purpose"})}))
    with pytest.raises(WorkerDied, match=r"SIGABRT.*on purpose"):
        own.call(requests.RunRequest(mode=RunMode(1)))
    own.start()
    assert own.call(requests.WriteCatalogueRequest()).tensorflow


def test_a_request_that_makes_no_sense_is_refused_and_the_worker_goes_on(worker):
    class Nothing(Request[DoneReply]):
        rubbish: int = 0

    rubbish = requests.SaveResultRequest(parse("A.x"), "path", "no number")
    nonsense = requests.GetSliceRequest(parse("A.x"), "no list")
    for asked in (Nothing(), Nothing(1), rubbish, nonsense, requests.OpenRequest("{", "x")):
        with pytest.raises(WorkerError):
            worker.call(asked)
    assert worker.call(requests.WriteCatalogueRequest()).tensorflow


def test_only_the_slice_shown_leaves_the_worker(catalogue, worker):
    made = document(catalogue, "R Range start=0 limit=1000000 delta=1")
    _open(worker, made)
    worker.call(requests.RunRequest(mode=RunMode(1)))
    got = worker.call(requests.GetSliceRequest(parse("R.output"), [[999_990, 1_000_090, 100]]))
    assert got.shape == [1_000_000]
    assert got.array.tolist() == list(range(999_990, 1_000_000))
    assert worker.call(requests.GetSliceRequest(parse("R.nope"), [[0, 1, 1]])).array is None


_ARRAYS = st.one_of(
    hnp.arrays(
        st.sampled_from([np.float32, np.int64, np.bool_, np.complex128]), hnp.array_shapes(min_dims=0, min_side=0)
    ),
    st.lists(st.binary(max_size=20), max_size=5).map(lambda items: np.array([*items, None], object)[:-1]),
)


@given(st.dictionaries(st.text(), st.integers() | st.text() | st.none()), st.lists(_ARRAYS, max_size=3))
def test_messages_arrive_as_they_were_sent(message, arrays):
    import io

    got, back = messages.read_message(io.BytesIO(b"".join(messages.encode_message(message, arrays))))
    assert got == message
    for sent, come in zip(arrays, back, strict=True):
        assert sent.shape == come.shape
        assert sent.tobytes() == come.tobytes() if sent.dtype != object else sent.tolist() == come.tolist()


@given(
    hnp.arrays(
        st.sampled_from([np.float16, np.float32, np.float64, np.int8, np.uint64, np.bool_, np.complex64]),
        hnp.array_shapes(min_dims=1, max_dims=3, min_side=1, max_side=8),
    ),
    st.integers(1, 100),
)
def test_the_text_of_a_result_is_what_numpy_makes_of_its_elements(value, limit):
    of_numpy = np.array2string(
        value, max_line_width=10**9, threshold=24, edgeitems=3, separator=" ", formatter={"all": messages.element_text}
    )
    wanted = " ".join(of_numpy.split())
    assert messages.array_text(value, 10**9) == wanted
    assert messages.array_text(value, limit) == (wanted if len(wanted) <= limit else wanted[: limit - 1] + "…")


def test_the_text_of_a_result_keeps_the_spaces_of_strings_and_reads_no_more_than_it_shows():
    assert messages.array_text(np.array([b"a  b"] * 25, object)) == '["a  b" "a  b" "a  b" ... "a  b" "a  b" "a  b"]'

    class Read(bytes):
        """An element that counts how often it is read."""

        count = 0

        def __getitem__(self, at):
            Read.count += 1
            return super().__getitem__(at)

    many = np.empty((9, 9, 9, 9), object)
    many.fill(Read(b"word"))
    assert len(messages.array_text(many)) == 96
    assert 0 < Read.count < 100


@given(st.lists(_ARRAYS, min_size=1, max_size=2), st.data())
def test_a_message_cut_short_is_the_end_and_no_error(arrays, data):
    import io

    whole = b"".join(messages.encode_message({"a": 1}, arrays))
    assert messages.read_message(io.BytesIO(whole[: data.draw(st.integers(0, len(whole) - 1))])) is None


def test_snapshots_hold_every_dtype(tmp_path):
    import ml_dtypes

    state = {
        "S": {
            "A": KeptVariable(
                VariableKey("A", False, "DT_BFLOAT16", (2,)), np.array([1.5, 2], ml_dtypes.bfloat16), "of two"
            ),
            "B": KeptVariable(VariableKey("B", True, "DT_STRING", None), np.array([b"x", b"\xff\x00"], object)),
        }
    }
    path = tmp_path / "state"
    variable_state.save(path, 3, "main", NO_NAMES, state)
    back = variable_state.load(path, 3, "main", NO_NAMES)
    assert (back["S"]["A"].key, back["S"]["A"].origin) == (state["S"]["A"].key, "of two")
    assert back["S"]["A"].value.dtype == ml_dtypes.bfloat16
    assert back["S"]["A"].value.tolist() == [1.5, 2]
    assert back["S"]["B"].value.tolist() == [b"x", b"\xff\x00"]
    assert variable_state.load(path, 3, "another", NO_NAMES) == variable_state.load(path, 4, "main", NO_NAMES) == {}
    assert variable_state.load(tmp_path / "none", 3, "main", NO_NAMES) == {}


def test_a_worker_says_that_it_is_there_unasked_and_knows_block_types_where_no_cache_can_be_written(
    monkeypatch, tmp_path, catalogue
):
    heard = []

    class Told(Real):
        def __init__(self, **more):
            super().__init__(heard.append, **more)

        def start(self):
            super().start()
            until(lambda: heard)
            assert heard == [ReadyEvent()]
            if (maps := Path(f"/proc/{self.pid}/maps")).exists():
                assert "tensorflow" in maps.read_text() and "libQt" not in maps.read_text()

    blocked = tmp_path / "file"
    blocked.touch()
    monkeypatch.setenv("BLOCKLOOM_CACHE", str(blocked))
    monkeypatch.setattr(client, "Worker", Told)
    assert ensure_catalogue().entries.keys() == catalogue.entries.keys()
    assert heard
