"""The channel to a worker: no call waits longer than its deadline, whatever the process does."""

import io
import json
import os
import pickle
import signal
import struct
import subprocess
import sys
import threading
import time
from pathlib import Path

import numpy as np
import pytest

from blockloom import TimedOut
from blockloom.app.cli import main
from blockloom.blocks.document.pages import Block, Page, new_document
from blockloom.blocks.edits import Insert
from blockloom.blocks.files import documents
from blockloom.blocks.text import programs
from blockloom.runtime.api import checking, running
from blockloom.runtime.protocol import messages, requests
from blockloom.runtime.protocol.events import ProgressEvent, SilentEvent
from blockloom.runtime.protocol.records import Deadline
from blockloom.runtime.protocol.replies import DoneReply
from blockloom.runtime.worker import client
from blockloom.runtime.worker.errors import WorkerDied, WorkerError, WorkerTimeout
from blockloom.runtime.worker.process import Process
from tests.clusters import ROOT
from tests.extent import slow, slow_after
from tests.runtime.puppet import (
    PUPPET,
    AnswerArray,
    Babble,
    Echo,
    Freeze,
    Hold,
    Lines,
    Silence,
    Sleep,
    Starve,
    Trickle,
    Whereabouts,
    Write,
)
from tests.waiting import until
from tests.workers import Real

LINUX = pytest.mark.skipif(sys.platform != "linux", reason="what only Linux tells, or does")


@pytest.fixture
def puppet():
    """Yield a worker that obeys test requests, with its events, prints and deaths."""
    heard, printed, died = [], [], []
    worker = Real(heard.append, died.append, printed.append, keep_state=False, command=PUPPET)
    worker.heard, worker.printed, worker.died = heard, printed, died
    worker.start()
    yield worker
    worker.close()


def has_ended(pid):
    """Return whether a process has ended, even if it has not been waited for."""
    try:
        return Path(f"/proc/{pid}/stat").read_bytes().rpartition(b")")[2].split()[0] == b"Z"
    except OSError:
        return True


def in_thread(work):
    """Run `work` in a thread; return a list that receives its result or exception."""
    out = []

    def run():
        try:
            out.append(work())
        except Exception as error:
            out.append(error)

    threading.Thread(target=run, daemon=True).start()
    return out


@pytest.mark.parametrize("request_", [Silence(), Hold(600.0), Freeze()])
def test_a_request_has_a_deadline_and_a_worker_that_misses_it_is_ended(puppet, request_):
    other = in_thread(lambda: puppet.call(Echo("after")))
    with pytest.raises(WorkerTimeout, match=f"{request_.wire_name!r} within 1 s|stopped by a signal"):
        puppet.call(request_, 1)
    until(lambda: puppet.died)  # once
    until(lambda: other)  # whoever else waited is answered, too
    assert isinstance(other[0], WorkerDied) or other[0].word == "after"
    puppet.start()
    assert puppet.call(Echo("here")).word == "here"


def test_what_is_sent_without_waiting_has_its_deadline_too(puppet, monkeypatch):
    monkeypatch.setattr(Silence, "deadline", Deadline(0.5))
    puppet.send(Silence())
    until(lambda: puppet.died)
    assert "'silence' within" in puppet.died[0]


@slow
def test_a_request_that_waits_for_another_one_does_not_age(puppet, monkeypatch):
    monkeypatch.setattr(Echo, "deadline", Deadline(0.5))
    puppet.send(Sleep(2.0))
    assert puppet.call(Echo("last")).word == "last"


def test_who_is_about_to_leave_does_not_wait_for_what_others_asked(puppet):
    puppet.send(Sleep(600.0))
    with pytest.raises(WorkerTimeout, match="'close' within 1 s"):
        puppet.call(requests.CloseRequest(), 1)


@slow
def test_a_deadline_is_for_the_work_and_not_for_the_way_of_its_answer(puppet):
    assert puppet.call(Trickle(3.0), 1).array.nbytes == 16 << 20


def test_asking_never_waits_for_the_worker_to_read(puppet):
    puppet.call(Echo())
    os.kill(puppet.pid, signal.SIGSTOP)
    answered = []

    def ask():
        for number in range(4):
            puppet.send(Echo("", number, [np.zeros(1 << 22)])).add_done_callback(
                lambda answer: answered.append(answer.result())
            )

    asked = in_thread(ask)
    until(lambda: asked)  # 128 MB, of which no pipe holds more than a little
    os.kill(puppet.pid, signal.SIGCONT)
    until(lambda: len(answered) == 4)
    assert [(one.number, one.bytes) for one in answered] == [(number, 8 << 22) for number in range(4)]


@pytest.mark.parametrize("end", ["kill", "close", "replace"])
def test_a_call_whose_worker_goes_is_answered(puppet, end):
    puppet.call(Echo())
    waiting = in_thread(lambda: puppet.call(Silence()))
    until(lambda: puppet._process._pending)
    if end == "replace":
        os.kill(puppet.pid, signal.SIGKILL)
        until(lambda: not puppet.alive)
        puppet.start()
    else:
        getattr(puppet, end)()
    until(lambda: waiting)
    assert isinstance(waiting[0], WorkerDied) and "SIGKILL" in str(waiting[0])


def test_nothing_of_a_worker_that_was_replaced_is_heard(puppet):
    puppet.call(Babble())
    until(lambda: isinstance(puppet.heard[-1], ProgressEvent))
    puppet.kill()
    puppet.start()
    puppet.heard.clear()
    puppet.call(Babble())
    until(lambda: len(puppet.heard) > 100)
    assert {event.step for event in puppet.heard if isinstance(event, ProgressEvent)} == {puppet.pid}


def test_what_has_not_begun_is_withdrawn_by_stop(puppet):
    puppet.send(Sleep(1.0))
    waiting = in_thread(lambda: puppet.call(requests.OpenRequest(document="", page="")))
    until(lambda: len(puppet._process._pending) == 2)
    puppet.send(requests.StopRequest())
    until(lambda: waiting)
    assert isinstance(waiting[0], WorkerError) and "stopped before it started" in str(waiting[0])


def test_what_cannot_be_sent_is_refused_and_nothing_else(puppet):
    with pytest.raises(WorkerError, match="TypeError: object"):
        puppet.call(Echo(object()))
    assert puppet.call(Echo("next")).word == "next"


@LINUX
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGSTOP])
@pytest.mark.parametrize("state", slow_after(2, ["running", "starting", "opening", "answering"]))
def test_a_signal_in_any_state_keeps_nobody_waiting(puppet, state, number):
    if state == "answering":
        puppet.call(Echo())
        before = puppet._process._bytes
        waiting = in_thread(lambda: puppet.call(Trickle(600.0), 3))
        until(lambda: puppet._process._bytes > before + 1000)
    elif state != "starting":
        puppet.call(Echo())
        asked = requests.OpenRequest("", "slow") if state == "opening" else Silence()
        waiting = in_thread(lambda: puppet.call(asked, 0.3))
        until(lambda: puppet._process._pending)
    os.kill(puppet.pid, number)
    if state == "starting":
        waiting = in_thread(lambda: puppet.call(Echo(), 0.3))
    until(lambda: waiting)
    assert isinstance(waiting[0], WorkerDied)
    until(lambda: puppet.died and not puppet.alive)
    puppet.start()
    assert puppet.call(Echo("here")).word == "here"


def silent(worker):
    return [event for event in worker.heard if isinstance(event, SilentEvent)]


@slow
@LINUX
def test_a_worker_that_was_stopped_is_reported_and_goes_on(puppet):
    puppet.call(Echo())
    answer = in_thread(lambda: puppet.call(Freeze()))
    until(lambda: silent(puppet))
    first = silent(puppet)[0]
    assert first.seconds <= 5 and f"kill -CONT {puppet.pid}" in first.text
    os.kill(puppet.pid, signal.SIGCONT)
    until(lambda: answer)
    assert isinstance(answer[0], DoneReply)
    until(lambda: silent(puppet)[-1] == SilentEvent(0, ""))


def test_a_silence_is_reported_once_and_the_next_one_again():
    said = []
    hear = client.report_silence(said.append)
    for text in ("no word for 4 s", "no word for 5 s", "", "", "no word for 4 s"):
        hear(SilentEvent(len(text), text))
        hear(ProgressEvent(1))
    assert said == ["no word for 4 s"] * 2


@slow
def test_a_worker_that_an_operation_keeps_busy_is_reported_and_goes_on(puppet):
    puppet.call(Echo())
    puppet.call(Hold(6.0))
    until(lambda: len(silent(puppet)) > 1 and silent(puppet)[-1].seconds == 0)
    assert "an operation is running" in silent(puppet)[0].text


def head(header, behind=0, begin=b"BLM\x01", length=None):
    header = header if isinstance(header, bytes) else json.dumps(header).encode()
    return struct.pack("<4sIQ", begin, len(header) if length is None else length, behind) + header


GARBAGE = {
    "text": b"an operation wrote this into the channel",
    "another beginning": head([{}, []], begin=b"XXXX"),
    "no JSON": head(b"\xff{"),
    "brackets": head(b"[" * 100_000),
    "no message": head([[], []]),
    "a header too long": head(b"", length=(1 << 31)),
    "other bytes than said": head([{}, [["|u1", [4], 4, None]]], behind=3) + b"abc",
    "another shape": head([{}, [["|u1", [5], 4, None]]], behind=4) + b"abcd",
    "a negative shape": head([{}, [["|u1", [-1], 4, None]]], behind=4) + b"abcd",
    "an unknown dtype": head([{}, [["nonsense", [4], 4, None]]], behind=4) + b"abcd",
    "objects": head([{}, [["|O", [1], 8, None]]], behind=8) + b"abcdefgh",
    "lengths": head([{}, [["bytes", [2], 4, [1, 2]]]], behind=4) + b"abcd",
    "no array": head([{}, [None]]),
    **{f"elements without bytes: {dtype}": head([{}, [[dtype, [3], 0, None]]]) for dtype in ("V0", "S0", "U0")},
    "arrays for elements": head([{}, [["(0,3)f4", [3], 0, None]]]),
    "more elements than a machine counts": head([{}, [["<f4", [0, 1 << 62, 1 << 62], 0, None]]]),
    "more texts than a machine counts": head([{}, [["bytes", [0, 1 << 62, 1 << 62], 0, []]]]),
    "dimensions of many digits": head([{}, [["<f4", [0, 10**4000, 10**4000], 0, None]]]),
    "more dimensions than numpy has": head([{}, [["<f4", [1] * 65, 4, None]]], behind=4) + b"abcd",
}


@pytest.mark.parametrize("what", GARBAGE)
def test_what_cannot_be_read_is_garbage(what):
    with pytest.raises(messages.MalformedMessageError):
        messages.read_message(io.BytesIO(GARBAGE[what]))


@pytest.mark.parametrize(
    "said",
    [
        GARBAGE["text"],
        head([{"event": "nonsense"}, []]),
        head([{"event": "silent", "fields": {"seconds": "many", "text": ""}}, []]),
        head([{"event": "progress", "fields": {"step": 1, "more": 2}}, []]),
        head([{"reply": 2, "fields": {"number": "5"}}, []]),
        head([{}, []]),
    ],
)
def test_a_worker_that_writes_garbage_is_ended_and_waiting_calls_fail(puppet, said):
    puppet.call(Echo())
    with pytest.raises(WorkerDied, match="sent an invalid message"):
        puppet.call(Write(np.frombuffer(said, np.uint8)))
    until(lambda: puppet.died)
    puppet.start()
    assert puppet.call(Echo("here")).word == "here"


def test_a_call_fails_if_its_reply_finds_no_memory(puppet, monkeypatch):
    puppet.call(Echo())

    def array(*_):
        raise MemoryError

    monkeypatch.setattr(messages, "_array", array)
    waiting = in_thread(lambda: puppet.call(AnswerArray()))
    until(lambda: waiting)
    assert isinstance(waiting[0], WorkerDied) and "invalid message, and was ended: MemoryError" in str(waiting[0])
    monkeypatch.undo()
    until(lambda: puppet.died)
    puppet.start()
    assert puppet.call(Echo("here")).word == "here"


def test_a_worker_that_finds_no_memory_for_what_it_is_asked_ends(puppet):
    puppet.call(Starve())
    waiting = in_thread(lambda: puppet.call(Echo(arrays=[np.zeros(3)])))
    until(lambda: waiting)
    assert isinstance(waiting[0], WorkerDied) and "cannot be read: MemoryError" in str(waiting[0])


def test_no_memory_is_taken_for_what_is_only_announced():
    size = 1 << 62
    assert messages.read_message(io.BytesIO(head([{}, [["|u1", [size], size, None]]], behind=size) + b"abc")) is None
    assert messages.read_message(io.BytesIO(head(b"[", length=1 << 30))) is None


@LINUX
def test_no_operation_can_open_the_channel_by_its_name(puppet):
    puppet.call(Echo())
    for number in os.listdir(f"/proc/{puppet.pid}/fd"):
        path = Path(f"/proc/{puppet.pid}/fd/{number}")
        kind = os.readlink(path).partition(":")[0]
        assert kind in ("socket", "pipe", "anon_inode") or kind.startswith("/"), kind
        if kind == "pipe":  # its output
            assert number in ("1", "2")
        if kind == "socket":
            with pytest.raises(OSError, match="No such device"):
                path.open("rb")


def test_a_listener_that_raises_does_not_end_the_listening(monkeypatch):
    seen, heard = [], []
    monkeypatch.setattr(threading, "excepthook", lambda args: seen.append(args.exc_type))

    def raises(*_):
        heard.append(1)
        raise ZeroDivisionError

    worker = Real(raises, on_output=raises, keep_state=False, command=PUPPET)
    worker.start()
    worker.send(Lines(1))
    until(lambda: len(heard) >= 2)
    assert worker.call(Echo("still")).word == "still"
    worker.close()
    assert set(seen) == {ZeroDivisionError}


@slow
def test_a_blocking_listener_is_not_blamed_on_the_worker(puppet):
    """The reader of the output of `blockloom run` may pause."""
    puppet.call(Echo())
    go_on = threading.Event()
    puppet.send(Echo()).add_done_callback(lambda _: go_on.wait())
    time.sleep(0.1)
    answer = in_thread(lambda: puppet.call(Echo("late"), 1))
    assert not go_on.wait(3) and not answer
    go_on.set()
    until(lambda: answer)
    assert answer[0].word == "late" and not puppet.died


def test_lines_are_reported_whole_in_few_messages_and_before_the_end(puppet):
    puppet.call(Lines(200_000))
    puppet.close()
    assert "\n".join(puppet.printed) == "\n".join(f"line {n}" for n in range(200_000))
    assert len(puppet.printed) < 20_000


PRINTED = (
    "*** epoch 1\n    @ indent\nPC: @ home\n\n\nW1234 tensor\nE0001 cuda\n2026-01-01 report: I am\n"
    "Instructions for me\nspaces  \n\n"
)


def test_printed_output_of_ops_is_reported_unchanged(puppet):
    puppet.call(Lines(1, PRINTED))
    puppet.call(Lines(1, "\n"))
    puppet.close()
    assert "".join(f"{text}\n" for text in puppet.printed) == PRINTED + "\n"


def test_start_messages_and_crash_stacks_of_tensorflow_are_not_reported(puppet):
    puppet.call(
        Lines(
            1,
            (
                "WARNING: All log messages before absl::InitializeLog() is called are written to STDERR\n"
                "I0000 00:00:1700000000.123456    4242 cpu_feature_guard.cc:210] This TensorFlow binary is optimized\n"
                "E0000 00:00:1700000000.123456    4242 cuda_dnn.cc:8579] Unable to register cuDNN factory\n"
                "E0000 00:00:1700000000.123456    4242 meta_optimizer.cc:967] model_pruner failed: INVALID_ARGUMENT: "
                "Graph does not contain terminal node _SOURCE.\n"
                "E0000 00:00:1700000000.123456    4242 util.cc:131] oneDNN supports DT_UINT8 only on platforms with "
                "AVX-512. Falling back to the default Eigen-based implementation if present.\n"
                "W1122 11:10:21.123456    4242 device.cc:1] low\n2026-11-22 11:10:21.123456: I tensorflow/core/a.cc:1] "
                "hello\nTo enable the following instructions: AVX2 FMA\nprinted\n"
                "F1122 11:10:21.123456    4242 tensor.cc:12] Check failed: a  \n*** Check failure stack trace: ***\n\n"
            ),
        )
    )
    puppet.call(Lines(1, "    @     0x7f0000000000  (unknown)\n    @ 0x1 b\n"))
    puppet.close()
    assert "\n".join(puppet.printed) == "printed\nCheck failed: a"


def test_a_line_without_an_end_is_reported_in_pieces(puppet):
    puppet.call(Lines(30, "x" * 100_000))
    puppet.close()
    assert "".join(puppet.printed).replace("\n", "") == "x" * 3_000_000
    assert max(map(len, puppet.printed)) < 3_000_000


PARENT = """
import subprocess, sys, time
from blockloom.runtime.worker.client import Worker
from tests.runtime.puppet import (
    PUPPET,
    AnswerArray,
    Babble,
    Echo,
    Freeze,
    Hold,
    Lines,
    Silence,
    Sleep,
    Starve,
    Trickle,
    Whereabouts,
    Write,
)
worker, other = (Worker(keep_state=False, command=PUPPET) for _ in range(2))
worker.start()
other.start()   # whoever is started after it must not hold its lifeline
sleep = subprocess.Popen(["sleep", "600"], close_fds=False)
for one in (worker, other):
    one.call(Echo())
    one.send(Hold(600.0))
print(worker.pid, other.pid, sleep.pid, flush=True)
time.sleep(600)
"""


@LINUX
@pytest.mark.parametrize("stopped", [False, True])
def test_a_worker_that_an_operation_keeps_busy_ends_with_its_parent(stopped):
    parent = subprocess.Popen(
        [sys.executable, "-c", PARENT],
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
    )
    pids = [int(word) for word in parent.stdout.readline().split()]
    try:
        if stopped:
            parent.send_signal(signal.SIGSTOP)
        assert len(pids) == 3 and not any(map(has_ended, pids))
        parent.kill()
        until(lambda: has_ended(pids[0]) and has_ended(pids[1]), "the end of both workers")
    finally:
        parent.kill()
        parent.wait()
        parent.stdout.close()
        for pid in pids:
            if not has_ended(pid):
                os.kill(pid, signal.SIGKILL)


@pytest.fixture
def hostile(tmp_path):
    """Create a folder with modules named like our imports, each of which leaves a file when it runs."""
    folder, ran = tmp_path / "here", tmp_path / "ran"
    code = f"open({str(ran)!r}, 'a').write(__name__ + '\\n')\nraise SystemExit(77)\n"
    for name in (
        "tensorflow",
        "numpy",
        "json",
        "argparse",
        "networkx",
        "typing",
        "app/__init__",
        "blocks/__init__",
        "runtime/__init__",
        "assets/__init__",
    ):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / f"{name}.py").write_text(code)
    return folder, ran


@slow
@pytest.mark.parametrize("path", ["", os.pathsep, "."])
def test_no_file_of_the_current_folder_runs(hostile, monkeypatch, path):
    folder, ran = hostile
    monkeypatch.chdir(folder)
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(ROOT), path]))
    own = {"cwd": folder, "capture_output": True}
    layout = os.environ | {"PYTHONPATH": programs.python_path()}
    script = folder.with_name("blockloom")  # as an installation makes it
    script.write_text("import sys\nfrom blockloom.__main__ import main\nsys.exit(main())\n")
    commands = [
        ([sys.executable, "-m", "blockloom", "check", "--help"], {}),
        ([sys.executable, str(script), "check", "--help"], {}),
        (programs.python("blockloom", "check", "--help"), {"env": layout}),
        (programs.python("blockloom.blocks.layout"), {"env": layout, "input": pickle.dumps((Page("p"), {}, None))}),
    ]
    for command, more in commands:
        done = subprocess.run(command, **own, **more)
        assert (done.returncode, ran.exists()) == (0, False), done
    worker = Real(keep_state=False, command=PUPPET)
    worker.start()
    names = ["tensorflow", "numpy", "blockloom", "blockloom.blocks", "blockloom.runtime"]
    found = worker.call(Whereabouts(names)).origins
    worker.close()
    assert not ran.exists() and not any(Path(origin).is_relative_to(folder) for origin in found)


@pytest.fixture
def puppets(monkeypatch):
    """Replace the runtime's workers by puppets, for which pages named "slow" never open."""
    monkeypatch.setattr(client, "Worker", lambda *args, **more: Real(*args, **more, command=PUPPET))


def pages(*names):
    document = new_document()
    document.pages.clear()
    for name in names:
        document.pages[name] = Page(name)
        Insert(name, (Block("N", "NoOp"),), ()).apply(document)
    return document


def test_a_page_that_is_not_open_in_time_is_a_problem_of_that_page(puppets):
    found = checking.check(pages("slow", "quick"), timeout=0.5)
    assert [(p.page, p.code) for p in found] == [("slow", "no-answer")]
    assert "within 0.5 s" in found[0].message


@slow
@LINUX
def test_the_command_line_says_that_its_worker_was_stopped_and_ends(puppets, tmp_path, capfd, monkeypatch):
    """A page named "frozen" stops its puppet, and nobody lets it go on."""
    made = pages("frozen")
    documents.save(made, tmp_path / "page.loom")
    assert main(["check", str(tmp_path / "page.loom"), "--timeout", "4"]) == 1
    out, err = capfd.readouterr()
    assert "stopped by a signal and has not answered for 3 s" in err and "kill -CONT" in err
    assert "frozen" in out and "within 4 s" in out


def test_a_time_out_covers_the_opening(puppets, monkeypatch):
    monkeypatch.setattr(running, "OPENING", 0.5)
    with pytest.raises(TimedOut, match=r"page slow was still being opened after 0\.5 s"):
        running.run(pages("slow"), timeout=0.1)


def test_the_death_of_a_process_that_ends_at_once_is_reported_and_another_one_can_be_started(monkeypatch):
    class Slow(Process):
        """A process that has ended and reported so before its constructor returns, if that is possible."""

        def __init__(self, *more):
            super().__init__(*more)
            self.join(1)

    monkeypatch.setattr(client, "Process", Slow)
    died = []

    def again(reason):
        died.append(reason)
        if len(died) == 1:
            worker.start()

    worker = Real(on_death=again, keep_state=False, command=[sys.executable, "-c", "raise SystemExit(7)"])
    worker.start()
    until(lambda: len(died) == 2, "the second death")
    worker.close()
    assert all("exit code 7" in reason for reason in died)


def test_a_process_that_cannot_be_killed_keeps_nobody(monkeypatch):
    """One in the kernel's hands, say: it is given up."""
    over = []
    process = Process(PUPPET, lambda *_: None, lambda _: None, lambda *_: over.append(1))
    monkeypatch.setattr(process.popen, "kill", lambda: None)
    answer = process.ask(1, Silence(), within=0.5)
    until(lambda: answer.done() and over)
    assert isinstance(answer.exception(), WorkerTimeout)
    monkeypatch.undo()
    process.kill()
    process.popen.wait()
