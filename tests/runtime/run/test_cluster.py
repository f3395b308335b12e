"""Runs on a cluster of real processes of this machine: state that is shared, tasks that are lost."""

import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from blockloom import BadPage, RunFailed, TimedOut, run
from blockloom.app.cli import main
from blockloom.blocks import checks
from blockloom.blocks import cluster as clusters
from blockloom.blocks.document.pages import Document, Frame
from blockloom.blocks.files import documents
from blockloom.blocks.files.examples import path_of
from blockloom.blocks.results.run_modes import RunMode
from blockloom.runtime.protocol import requests
from blockloom.runtime.protocol.events import WaitingEvent
from tests import fork_server
from tests.clusters import PS, ROOT, Servers, counter, drop_stale, free_ports
from tests.extent import slow, slow_after
from tests.pages import document, page
from tests.waiting import PATIENCE, until
from tests.workers import Lent


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[1]", "an object of jobs"),
        ("{}", "an object of jobs"),
        ('{"ps": [}', "line 1, column 9"),
        ('{"ps": "localhost:1"}', "'ps' wants a list"),
        ('{"ps": []}', "'ps' wants a list"),
        ('{"ps": ["localhost"]}', "/job:ps/task:0: 'localhost' is not an address"),
        ('{"ps": ["a:0"]}', "is not an address"),
        ('{"ps": ["a:70000"]}', "is not an address"),
        ('{"ps": [7]}', "7 is not an address"),
        ('{"1p": ["a:1"]}', "not a valid job name"),
        ('{"ps": ["a:1"], "worker": ["b:1", "A:1"]}', "/job:worker/task:1 and /job:ps/task:0 have the same address"),
        ('{"ps": ["a:1"], "ps": ["a:2"]}', "'ps' is there twice"),
    ],
)
def test_a_cluster_file_that_cannot_be_says_why(tmp_path, text, said):
    path = tmp_path / "cluster.json"
    path.write_text(text)
    with pytest.raises(clusters.ClusterError) as caught:
        clusters.load(path)
    assert str(caught.value).startswith(f"{path}: ")
    assert said in str(caught.value)


@pytest.mark.parametrize("device", ["ps", "/job:1x", "/job:_x/task:0", "/job:ps/task:x", "/job:ps/", "/device:CPU"])
def test_a_device_that_is_none_is_an_error_at_its_frame(catalogue, device):
    (problem,) = checks.check(counter(catalogue, "V", frame=Frame("F", "f", device=device)), catalogue)
    assert (problem.code, problem.block) == ("bad-device", "F")
    assert repr(device) in problem.message


def test_a_frame_whose_job_the_cluster_file_lacks_is_reported_where_the_page_is_opened(worker, catalogue):
    page = counter(catalogue, "V", frame=Frame("F", "f", device="/job:chief/task:0"))
    target = {"address": "grpc://localhost:1", "init": False, "cluster": {"ps": ["localhost:1"]}}
    reply = worker.call(requests.OpenRequest(document=documents.dumps(page), page="main", target=target))
    (problem,) = reply.problems
    assert (problem.severity, problem.code, problem.block) == ("error", "no-task", "F")
    assert "its jobs are: ps" in problem.message


def test_the_brackets_of_an_ipv6_address_are_taken_off():
    assert clusters.split_address("[::1]:2222") == ("::1", 2222)


@pytest.fixture
def lone(tmp_path):
    """Write a cluster file without running tasks; return it and its port."""
    (port,) = free_ports(1)
    path = tmp_path / "cluster.json"
    path.write_text(json.dumps({"ps": [f"localhost:{port}"]}))
    return path, port


def test_without_expose_serve_says_who_could_come_in_and_does_not_start(lone, capsys):
    path, port = lone
    assert main(["serve", "--cluster", str(path), "--job", "ps"]) == 2
    said = capsys.readouterr().err
    for word in ("every network interface", str(port), "firewall", "network namespace", "--expose"):
        assert word in said


@pytest.mark.parametrize(
    ("job", "index", "said"),
    [
        ("worker", 0, "no job 'worker'; its jobs are: ps"),
        ("ps", 1, "has no task 1: it has 1 task, 0"),
        ("ps", -1, "has no task -1"),
    ],
)
def test_serve_of_a_task_that_the_cluster_does_not_have(lone, capsys, job, index, said):
    assert main(["serve", "--cluster", str(lone[0]), "--job", job, "--index", str(index), "--expose"]) == 2
    assert said in capsys.readouterr().err


def test_an_address_in_use_is_a_message(lone, capsys):
    path, port = lone
    with contextlib.closing(socket.socket()) as other:
        other.bind(("", port))
        other.listen()
        assert main(["serve", "--cluster", str(path), "--job", "ps", "--expose"]) == 1
    assert f"port {port} is in use" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--target", "localhost:2223"], "write grpc://HOST:PORT"),
        (["--init"], "--init is for runs on a cluster"),
        (["--target", "grpc://localhost:x"], "is not an address"),
        (["--cluster", "no.json"], "give --target"),
        (["--target", "grpc://localhost:1", "--cluster", "no.json"], "no.json: cannot be read"),
    ],
)
def test_what_run_cannot_make_sense_of_is_bad_usage(capsys, words, said):
    page = ROOT / "assets" / "examples" / "matrix_product.loom"
    assert main(["run", str(page), *words]) == 2
    assert said in capsys.readouterr().err


def test_a_task_that_cannot_be_reached_is_named_at_once(catalogue, lone, worker):
    path, port = lone
    page = counter(catalogue, "V")
    with pytest.raises(RunFailed) as caught:
        run(page, target=f"grpc://localhost:{port}", cluster=path, worker=worker)
    (problem,) = caught.value.problems
    assert f"/job:ps/task:0 (localhost:{port}) cannot be reached: nothing listens there" in problem.message
    assert "blockloom serve" in problem.command_text and "on its machine" in problem.remedy
    with pytest.raises(RunFailed, match=f"the target grpc://localhost:{port} cannot be reached"):
        run(page, target=f"grpc://localhost:{port}", worker=worker)


def test_run_exits_1_where_the_target_cannot_be_reached(lone, capsys):
    page = ROOT / "assets" / "examples" / "matrix_product.loom"
    assert main(["run", str(page), "--target", f"grpc://localhost:{lone[1]}", "--cluster", str(lone[0])]) == 1
    assert "/job:ps/task:0" in capsys.readouterr().err


def test_a_frame_on_a_task_that_the_cluster_does_not_have(catalogue, lone, worker):
    path, port = lone
    page = counter(catalogue, "V", frame=Frame("F", "far", device="/job:ps/task:3"))
    with pytest.raises(BadPage) as caught:
        run(page, target=f"grpc://localhost:{port}", cluster=path, worker=worker)
    (problem,) = caught.value.problems
    assert (problem.block, problem.code) == ("F", "no-task")
    assert "no task 3" in problem.message
    assert problem.remedy


def test_a_page_for_a_cluster_without_one(catalogue, worker):
    with pytest.raises(RunFailed) as caught:
        run(counter(catalogue, "V"), worker=worker)
    (problem,) = caught.value.problems
    assert problem.block == "V"
    assert "grpc://HOST:PORT" in problem.remedy


@pytest.fixture(scope="module")
def servers(tmp_path_factory):
    servers = Servers(tmp_path_factory.mktemp("cluster"))
    yield servers
    servers.close()


class Client:
    """A process that runs pages on the cluster, and its messages."""

    def __init__(self):
        self.waits: list[str] = []
        self.heard = threading.Condition()
        self.worker = Lent(self._hear)
        self.worker.start()

    def _hear(self, event):
        if isinstance(event, WaitingEvent):
            with self.heard:
                self.waits += [f"{row['block']}: {row['text']}" for row in event.blocks]
                self.heard.notify_all()

    def run(self, page, **options):
        return run(page, worker=self.worker, timeout=20, **options).results

    def until(self, text):
        with self.heard:
            assert self.heard.wait_for(lambda: any(text in said for said in self.waits), 20), self.waits


@pytest.fixture(scope="module")
def processes(servers):
    """Three clients. They start while the servers do."""
    clients = [Client() for _ in range(3)]
    servers.wait()
    yield clients
    for client in clients:
        client.worker.close()


@pytest.fixture
def clients(processes):
    for client in processes:
        client.worker.start()
        client.waits.clear()
    return processes


@pytest.fixture
def go():
    """Run things at the same time; their results are asked for with `.result()`."""
    with ThreadPoolExecutor(4) as pool:
        yield pool.submit


def test_pages_share_a_variable_by_its_id_and_only_init_sets_it(catalogue, servers, clients):
    first, second, _ = clients
    one = counter(catalogue, "SHARED")
    # Another page, another frame of another name, another target: the same variable.
    other = counter(catalogue, "SHARED", "10.0", frame=Frame("F", "elsewhere", device="/job:ps/task:0"))
    assert first.run(one, steps=3, target=servers.target(), init=True)["SHARED"]["ref"] == 3
    assert second.run(other, steps=2, target=servers.target("worker", 1))["SHARED"]["ref"] == 23
    assert first.run(one, target=servers.target(), cluster=servers.path)["SHARED"]["ref"] == 24
    assert second.run(other, target=servers.target(), init=True)["SHARED"]["ref"] == 10


def test_sessions_of_a_page_share_what_is_on_the_cluster(catalogue, servers, clients):
    page = document(
        catalogue,
        "TWICE loom.ResourceVariable initvalues=1.0f; UP AssignAddVariableOp value=1.0 resource=<TWICE.handle; "
        "READ ReadVariableOp resource=<TWICE.handle; S1 loom.Session run_outputs=<UP.operation; "
        "S2 loom.Session fetch_outputs=<READ.value",
        frames=(PS,),
        framed={"TWICE": "PS"},
    )
    got = clients[0].run(page, steps=2, target=servers.target(), init=True)
    assert got["READ"]["value"] == 3
    assert clients[1].run(page, target=servers.target("ps"))["READ"]["value"] == 4


def test_a_run_waits_for_the_one_that_initialises(catalogue, servers, clients, go):
    first, second, _ = clients
    page = counter(catalogue, "LATER")
    with pytest.raises(TimedOut) as caught:
        run(page, worker=first.worker, timeout=0.6, target=servers.target())
    assert caught.value.waiting == {
        "LATER": "not initialised yet: wait for the chief, or initialise the variables in a run"
    }
    waiting = go(first.run, page, target=servers.target())
    first.until("LATER: not initialised yet")
    second.run(page, target=servers.target("worker", 1), init=True)
    assert waiting.result(20)["LATER"]["ref"] == 2


def test_a_task_that_there_is_not_without_a_cluster_file(catalogue, servers, clients):
    with pytest.raises(BadPage) as caught:
        clients[0].run(counter(catalogue, "V", frame=Frame("F", "f", device="/job:ps/task:7")), target=servers.target())
    assert caught.value.problems[0].block == "V"
    assert "no such task" in caught.value.problems[0].message


def accumulator(catalogue, blocks, tag):
    """Return a page with the accumulator `tag` on the parameter server."""
    text = f"ACC ConditionalAccumulator dtype=DT_FLOAT shape=[2] shared_name={tag}; {blocks}"
    return document(catalogue, text, frames=(PS,), framed={"ACC": "PS"})


def test_accumulators_make_three_processes_train_in_step(catalogue, servers, clients, go):
    taker, *workers = clients

    def gradient(value, step):
        apply = f"APPLY AccumulatorApplyGradient gradient={value} local_step={step} handle=<ACC.handle"
        return accumulator(catalogue, apply, "GRADS")

    take = accumulator(catalogue, "TAKE AccumulatorTakeGradient num_required=2 handle=<ACC.handle", "GRADS")
    count = accumulator(catalogue, "COUNT AccumulatorNumAccumulated handle=<ACC.handle", "GRADS")
    taken = go(taker.run, take, target=servers.target("ps"))
    taker.until("TAKE: 0 of 2 gradients")
    workers[0].run(gradient("[2.0f,4.0f]", 0), target=servers.target("worker", 0))
    taker.until("TAKE: 1 of 2 gradients")
    workers[1].run(gradient("[4.0f,10.0f]", 0), target=servers.target("worker", 1))
    assert taken.result(20)["TAKE"]["average"].tolist() == [3, 7]
    # The accumulator is at step 1 now: a gradient of step 0 is stale.
    workers[0].run(gradient("[100.0f,100.0f]", 0), target=servers.target("worker", 0))
    assert workers[0].run(count, target=servers.target())["COUNT"]["num_accumulated"] == 0
    waits = [
        go(worker.run, gradient(value, 1), target=servers.target("worker", index))
        for index, (worker, value) in enumerate(zip(workers, ("[1.0f,1.0f]", "[2.0f,5.0f]")))
    ]
    assert taker.run(take, target=servers.target("ps"))["TAKE"]["average"].tolist() == [1.5, 3]
    assert [w.result(20)["ACC"]["handle"]["dtype"] for w in waits] == ["string_ref"] * 2


@pytest.mark.parametrize(
    ("workers", "staleness"), slow_after(3, [(1, -1), (2, 1), (3, 1), (1, 0), (2, 0), (3, 0), (3, 5)])
)
def test_drop_stale_in_tensorflows_own_scenario(catalogue, servers, clients, go, workers, staleness):
    tag = f"stale_{workers}_{staleness}"
    runs = [
        go(
            client.run,
            drop_stale(catalogue, number, workers, staleness, tag),
            init=number == 0,
            target=servers.target("worker", number % 2),
        )
        for number, client in enumerate(clients[:workers])
    ]
    last = [one.result(30) for one in runs][-1]
    applied = min(workers, staleness + 1)
    assert last["STEP"]["ref"] == applied
    assert last["DROP"]["stale_counter"] == workers - applied
    assert (last["V0"]["ref"], last["V1"]["ref"]) == (applied, 1 + applied)


def test_slots_are_shared_by_the_name_of_their_variable(catalogue, servers, clients):
    def page(frame):
        return document(
            catalogue,
            "W loom.Variable initvalues=8.0f; LOSS Mul y=1.0f x=<W.ref; "
            "OPT loom.MomentumOptimizer learning_rate=1.0 momentum=0.5; "
            "MIN loom.Minimize loss=<LOSS.z optimizer=<OPT.optimizer",
            frames=(frame,),
            framed={"W": frame.id},
        )

    clients[0].run(page(PS), target=servers.target(), init=True)
    got = clients[1].run(page(Frame("F", "another", device="/job:ps/task:0")), target=servers.target("worker", 1))
    assert got["OPT"]["momentum:W"] == 1.5
    assert got["W"]["ref"] == 8 - 1 - 1.5


@slow
def test_ctrl_c_on_a_blocked_run_leaves_the_cluster_usable(catalogue, servers, clients, tmp_path):
    path = tmp_path / "page.loom"
    documents.save(
        accumulator(
            catalogue,
            "TAKE AccumulatorTakeGradient num_required=1 handle=<ACC.handle",
            "BLOCKED",
        ),
        path,
    )
    blocked = fork_server.Popen(
        [sys.executable, "-m", "blockloom", "run", str(path), "--target", servers.target("ps")],
        cwd=ROOT,
        stderr=subprocess.PIPE,
        text=True,
    )
    for line in blocked.stderr:
        if "TAKE waits" in line:
            break
    os.kill(blocked.pid, signal.SIGINT)
    blocked.communicate(timeout=PATIENCE)
    assert blocked.returncode == 130
    # The take of the ended run is gone from the accumulator's queue: this gradient is for the next one.
    both = accumulator(
        catalogue,
        "APPLY AccumulatorApplyGradient gradient=[1.0f,2.0f] local_step=9 handle=<ACC.handle; "
        "TAKE AccumulatorTakeGradient num_required=1 handle=<ACC.handle",
        "BLOCKED",
    )
    assert clients[0].run(both, target=servers.target("ps"))["TAKE"]["average"].tolist() == [1, 2]


@slow
def test_a_task_that_dies_is_named_and_after_its_return_a_rerun_works(catalogue, servers, clients, go):
    first, second, third = clients
    page = counter(catalogue, "LOST")
    blocked = accumulator(
        catalogue,
        "TAKE AccumulatorTakeGradient num_required=1 handle=<ACC.handle",
        "LOST_GRADS",
    )
    first.run(page, target=servers.target(), init=True)
    runs = [
        go(first.run, page, steps=10_000_000, target=servers.target(), cluster=servers.path),
        go(second.run, blocked, target=servers.target("worker", 1), cluster=servers.path),
        go(third.run, blocked, target=servers.target("ps")),
    ]
    second.until("TAKE: 0 of 1")
    third.until("TAKE: 0 of 1")
    servers.kill("ps", 0)
    for one, name in zip(runs, ("/job:ps/task:0", "/job:ps/task:0", "/job:ps/task:0")):
        with pytest.raises(RunFailed) as caught:
            one.result(20)
        (problem,) = caught.value.problems
        assert f"{name} ({servers.jobs['ps'][0]}) was lost during the run" in problem.message
        assert "initialise its variables" in problem.remedy
    with pytest.raises(RunFailed, match="cannot be reached"):
        first.run(page, target=servers.target(), cluster=servers.path)
    servers.start("ps", 0)
    servers.wait()
    for client in clients:
        client.worker.start()
    told = []
    with pytest.raises(TimedOut) as caught:
        run(page, worker=first.worker, timeout=0.6, target=servers.target(), tell=told.append)
    assert list(caught.value.waiting) == ["LOST"]
    assert any("/job:ps/task:0" in p.message and "is lost" in p.message for p in told)
    assert second.run(page, target=servers.target("worker", 1), init=True, steps=2)["LOST"]["ref"] == 2
    assert first.run(page, target=servers.target())["LOST"]["ref"] == 3


@slow
def test_a_task_that_is_started_again_between_two_steps_is_named(catalogue, servers, clients):
    page = {
        "document": documents.dumps(counter(catalogue, "ANEW")),
        "page": "main",
        "target": {"address": servers.target(), "init": True, "cluster": servers.jobs},
    }
    worker = clients[0].worker
    worker.call(requests.OpenRequest(**page))
    assert worker.call(requests.RunRequest(mode=RunMode(1))).outcome == "done"
    servers.kill("ps", 0)
    servers.start("ps", 0)
    servers.wait()
    ended = worker.call(requests.RunRequest(mode=RunMode(1)))
    (problem,) = ended.problems
    assert ended.outcome == "error"
    assert "/job:ps/task:0" in problem.message
    assert "restarted" in problem.message
    # The next run creates new sessions, and has to initialise.
    assert not [p for p in worker.call(requests.OpenRequest(**page)).problems if p.severity == "error"]
    assert worker.call(requests.RunRequest(mode=RunMode(2))).shown.results["ANEW"]["ref"]["text"] == "2"
    worker.call(requests.CloseRequest())


def test_serve_ends_with_130_at_ctrl_c_and_leaves_nothing(servers, clients, tmp_path):
    servers.kill("worker", 1)
    servers.start("worker", 1, tmp_path)
    process = servers.wait().processes["worker", 1]
    assert len(fork_server.working_in(tmp_path)) == 2  # the server and its worker
    os.kill(process.pid, signal.SIGINT)
    assert process.wait(PATIENCE) == 130
    until(lambda: not fork_server.working_in(tmp_path), "the end of the server's worker")
    assert "Traceback" not in "".join(servers.said["worker", 1])


def test_files_in_the_folder_of_the_document_are_read_where_the_target_runs(servers, clients, tmp_path):
    """Its processes run in another folder. The name is typed in, computed, and in the function of a dataset."""
    (tmp_path / "words.txt").write_text("beside")
    made = Document()
    made.folder = str(tmp_path)
    page(
        made,
        "main",
        "R ReadFile filename=words.txt; A Const value=words dtype=DT_STRING; B Const value=.txt dtype=DT_STRING; "
        "S StringJoin inputs=<A.output,B.output; T ReadFile filename=<S.output; "
        "D TextLineDataset filenames=words.txt compression_type= buffer_size=0; "
        "M MapDataset f=read output_types=[DT_STRING] output_shapes=[[]] input_dataset=<D.handle; "
        "G DatasetToSingleElement output_types=[DT_STRING] output_shapes=[[]] dataset=<M.handle",
    )
    page(
        made,
        "read",
        "x loom.Arg dtype=DT_STRING; N Const value=words.txt dtype=DT_STRING; R ReadFile filename=<N.output; "
        "y loom.Retval input=<R.contents",
    )
    found = clients[0].run(made, target=servers.target())
    assert found["R"]["contents"] == found["T"]["contents"] == found["G"]["components"][0] == b"beside"
    assert found["A"]["output"] == b"words"
    (tmp_path / "words.txt").unlink()
    with pytest.raises(RunFailed) as caught:
        clients[0].run(made, target=servers.target())
    (told,) = caught.value.problems
    assert str(tmp_path) in told.message and servers.target() in told.remedy


def test_a_page_for_a_tpu_is_refused_by_a_target_without_one(servers, clients):
    with pytest.raises(BadPage, match=r"only a TPU runs this op, and grpc://.* has none"):
        clients[0].run(documents.load(path_of("tpu_embedding")), target=servers.target())


def test_leftovers_of_another_page_are_reported_and_a_container_separates_them(catalogue, servers, clients):
    where = {"target": servers.target(), "init": True}
    clients[0].run(counter(catalogue, "LEFT"), **where)
    wider = counter(catalogue, "LEFT", initvalues="[0.0f, 0.0f]", step="[2.0f, 2.0f]")
    whole = document(
        catalogue,
        "LEFT loom.Variable initvalues=0; UP AssignAdd value=1 ref=<LEFT.ref",
        frames=(PS,),
        framed={"LEFT": PS.id},
    )
    for made, container, value in (wider, "wider", [2, 2]), (whole, "whole/1", 1):
        with pytest.raises(RunFailed) as caught:
            clients[1].run(made, **where)
        assert "name a container" in caught.value.problems[0].remedy and caught.value.problems[0].block == "LEFT"
        found = clients[1].run(made, container=container, **where)
        assert np.array_equal(found["LEFT"]["ref"], value)
    with pytest.raises(RunFailed, match="name a container"):
        clients[1].run(wider, target=servers.target())
    assert clients[0].run(counter(catalogue, "LEFT"), target=servers.target())["LEFT"]["ref"] == 2


@pytest.mark.parametrize(
    ("kind", "typed", "other", "wire", "init"),
    [
        ("loom.ResourceVariable", {"initvalues": "0"}, {"initvalues": "0.5f"}, "value -> USE.input", True),
        ("loom.ResourceVariable", {"initvalues": "0"}, {"initvalues": "[0]"}, "handle -> UP.resource", False),
        (
            "FIFOQueueV2",
            {"component_types": "[DT_INT32]"},
            {"component_types": "[DT_BOOL]"},
            "handle -> SIZE.handle",
            True,
        ),
        ("FIFOQueueV2", {"component_types": "[DT_INT32]"}, {"capacity": "3"}, "handle -> SIZE.handle", True),
        (
            "MutableHashTableV2",
            {"key_dtype": "DT_INT32", "value_dtype": "DT_INT32"},
            {"value_dtype": "DT_FLOAT"},
            "table_handle -> TELL.table_handle",
            True,
        ),
    ],
)
def test_whatever_another_page_left_is_said_to_be_that(catalogue, servers, clients, kind, typed, other, wire, init):
    def page(values):
        values = values | {"shared_name": f"KEPT_{kind}_{'_'.join(other)}_{init}"}
        uses = {
            "USE": "Identity",
            "UP": ("AssignAddVariableOp", {"value": values.get("initvalues", "")}),
            "SIZE": "QueueSizeV2",
            "TELL": "LookupTableSizeV2",
        }
        use = wire.partition(" -> ")[2].partition(".")[0]
        return document(catalogue, {"KEPT": (kind, values), use: uses[use]}, f"KEPT.{wire}")

    clients[0].run(page(typed), target=servers.target(), init=True)
    with pytest.raises(RunFailed, match="name a container"):
        clients[1].run(page(typed | other), target=servers.target(), init=init)
