"""What a worker process answers, with TensorFlow; `runtime.service` starts it.

The main thread takes requests and watches; a run goes on in a thread of its own. When a run must end (Stop, time-out),
the worker first asks what every block waits for, saves the variables, closes the sessions, and where an op ignores
even that, answers and ends itself: the parent starts another one.
"""

from __future__ import annotations

import contextlib
import os
import queue
import threading
import time
from pathlib import Path
from typing import Any

import numpy as np
import tensorflow as tf

from blockloom.blocks import files
from blockloom.blocks.catalogue import make_catalogue
from blockloom.blocks.cluster import tasks_of_page
from blockloom.blocks.conditions import Condition
from blockloom.blocks.document import Page
from blockloom.blocks.monitors import MONITORS, Watch
from blockloom.blocks.muting import active
from blockloom.blocks.phrases import phrase
from blockloom.blocks.problems import ERROR
from blockloom.runtime import catalogue_cache, registry, results, snapshots
from blockloom.runtime.channel import Channel
from blockloom.runtime.compiler import compile_page
from blockloom.runtime.errors import run_problem
from blockloom.runtime.folding import unmarked
from blockloom.runtime.program import Place
from blockloom.runtime.remote import Remote
from blockloom.runtime.runner import Runner, merged
from blockloom.runtime.stepping import Run
from blockloom.runtime.timing import Timer
from blockloom.runtime.tpu import reference, schema
from blockloom.runtime.types_service import TypesService
from blockloom.runtime.variables import Begun, kept_values
from blockloom.runtime.viewing import SLOW, Viewing
from blockloom.runtime.watching import Recorder

_TICK = 0.05          # seconds between two looks at a run
_WAIT_SHOWN = 0.3     # a step that takes longer is asked what it waits for
_SLOW_STEP = 0.9      # a step that waits for nothing may take so long to come to its own end after Stop
_GRACE = 1.0          # for a closed session to end its step
_SNAPSHOT_EVERY = 5.0
_TOLD_EVERY = 0.5     # how far a run has come


class Worker:
    """Answers requests until its parent goes."""

    def __init__(self, channel: Channel, state: str | None = None):
        self._send, self.requests = channel.send, channel.requests
        self.catalogue: Any = None
        self.runner: Runner | None = None
        self.signature: Any = None
        self.owner = 0      # the document whose sessions these are
        self.run: Run | None = None
        self.state_file = Path(state) if state else None
        self.viewing = Viewing(self._latest, self._send)
        self.watches: list[Watch] = []
        self.types = TypesService(self._catalogue, self._send, self._tell, self._begun)

    def serve(self) -> None:
        """The first word says that TensorFlow is imported, so that the window asks about types before anything runs."""
        self._send({"event": "ready"})
        while True:
            try:
                got = self.requests.get(timeout=_TICK if self.run else None)
            except queue.Empty:
                got = None
            if got is not None:
                self._answer(*got)
            if self.run is not None:
                self._watch(self.run)

    def _answer(self, message: dict, arrays: list[np.ndarray]) -> None:
        number, do = message.pop("id"), message.pop("do")
        try:
            if do == "run":
                self._begin(number, **message)
            elif do == "initialise":
                self._initialise(number, **message)
            elif do in ("types", "try"):
                self.types.ask(number, do, **message)
            elif do in SLOW:
                threading.Thread(target=self._reply, args=(number, do, arrays, message), daemon=True).start()
            else:
                self._reply(number, do, arrays, message)
        except Exception as error:  # the parent shows it; the worker goes on
            self._send({"reply": number, "failed": phrase("{}: {}", type(error).__name__, error)})

    def _reply(self, number: int, do: str, arrays: list[np.ndarray], fields: dict) -> None:
        try:
            answer = getattr(self, f"do_{do}")(arrays, **fields)
            reply, data = answer if isinstance(answer, tuple) else (answer, None)
            self._send({"reply": number, **reply}, data)
        except Exception as error:  # the parent shows it; the worker goes on
            self._send({"reply": number, "failed": phrase("{}: {}", type(error).__name__, error)})

    # --- requests -------------------------------------------------------------------------------------------------

    def _catalogue(self) -> Any:
        if self.catalogue is None:
            self.catalogue = catalogue_cache.cached_catalogue()
        if self.catalogue is None:
            types = registry.read_types()
            with contextlib.suppress(OSError):  # next time again
                catalogue_cache.store(types, tf.__version__)
            self.catalogue = make_catalogue(types, tf.__version__)
        return self.catalogue

    def do_catalogue(self, arrays: list) -> dict:
        """The entries themselves go along only where the cache could not be written."""
        catalogue = self._catalogue()
        stored = catalogue_cache.cached_catalogue() is not None
        return {"path": str(catalogue_cache.cache_path()), "tensorflow": catalogue.version,
                "types": None if stored else list(catalogue.entries.values())}

    def do_open(self, arrays: list[np.ndarray], document: str, page: str, fetch: list | None = None,
                feed: list | None = None, target: dict | None = None, owner: int = 0, careful: bool = False) -> dict:
        """Compile a page; its variables keep their values where id, dtype and shape are unchanged.

        `owner` is a number that tells one document of the parent from another: see `do_own`. `target` is
        {"address": "grpc://HOST:PORT", "init": bool, "cluster": job -> addresses or None}. For `careful` see `_tell`.
        """
        self.do_own([], owner)
        loaded = files.loads(document)
        feeds = {(block, pin): arrays[value["array"]] if isinstance(value, dict) else value
                 for block, pin, value in feed or ()}
        signature = _signature(loaded.pages[page]), page, fetch, feed, target
        old = self.runner
        if old is None or signature != self.signature or not old.program.ok or arrays:
            # On a target its own TPUs may be there: only what runs here is lowered to the CPU reference.
            lowered = "reference" if target is None and reference.wanted(loaded.pages[page]) else "native"
            program = compile_page(loaded, page, self._catalogue(), fetch=[tuple(f) for f in fetch or ()], feed=feeds,
                                   target=lowered, tell=self._tell if careful else None)
            same_page = old is not None and old.program.page == page
            state, lost = ({}, []) if old is None else (old.snapshot(), old.stateful())
            carried: dict = {}
            if old is not None and program.ok:
                carried = old.carry() if same_page and target is None else {}
                old.close()
            if not same_page:
                state = snapshots.load(self.state_file, owner, page) if self.state_file and old is None else {}
            remote = Remote(target["address"], target["init"], target["cluster"]) if target is not None else None
            if remote is not None and remote.cluster:
                program.problems += tasks_of_page(active(loaded.pages[page], self._catalogue()),
                                                  remote.cluster)[1]
            met = remote.connect(program) if remote is not None and program.ok else []
            if remote is not None and same_page and old is not None and not met:
                remote.follow(old.remote, program, old.program)
            program.problems += [p for p in met if p.severity == ERROR]
            if program.ok or old is None:
                self.viewing.run_begins()
                self.runner, self.signature = Runner(program, state if target is None else {}, remote), signature
                if same_page:
                    self.runner.steps, self.runner.shown, self.runner.carried = old.steps, old.shown, carried
            problems = program.problems + [p for p in met if p.severity != ERROR]
        else:
            program, state, lost, carried = old.program, old.state, [], {}
            met = old.remote.connect(program) if old.remote is not None else []
            if met:     # its sessions know tasks that are gone
                old.close()
                old.remote.initialised.clear()
            problems = program.problems + met
        if program.ok:
            problems = problems + list(kept_values(page, (v for s in program.sessions for v in s.variables),
                                                   self.runner.begun()))
        keys = {v.block: v.key for s in program.sessions for v in s.variables}
        # A slot of an optimizer is told by its block: OPT.momentum:W is state of OPT.
        kept = {b.partition(".")[0] for held in state.values() for b, one in held.items() if keys.get(b) == one.key}
        dropped = {b.partition(".")[0] for held in state.values() for b, one in held.items()
                   if keys.get(b, one.key) != one.key}
        moved = {b for s in program.sessions for one in s.accumulators for b in one.blocks
                 if b in carried.get(s.id, {}) and carried[s.id][b].key == one.key}
        still = {b for s in program.sessions for b in s.stateful} - moved
        return {"problems": [list(p) for p in problems], "kept": sorted(kept | moved) if program.ok else [],
                "reset": sorted({*(b for b in lost if b in still), *dropped}) if program.ok else [],
                "blocks": sorted({b for s in program.sessions for b in (*s.shown, *s.reads)}),
                "reference": program.reference,
                "sessions": [s.id for s in program.sessions]}

    def do_own(self, arrays: list, owner: int) -> dict:
        """Whatever is opened from now on is of this document: the sessions of another end, with all that they gave."""
        if self.run is not None:
            raise RuntimeError(phrase("a run is under way"))
        if owner != self.owner:
            if self.runner is not None:
                self.runner.close()
            self.owner, self.runner, self.signature, self.watches = owner, None, None, []
            self.viewing.forget()
        return {}

    def do_stop(self, arrays: list) -> dict:
        if self.run is not None:
            self.run.stop.set()
        return {}

    def do_watch(self, arrays: list, watches: list) -> dict | tuple[dict, list[np.ndarray]]:
        """What monitors show from now on: rows of monitors.Watch. Between runs it tells what they show now."""
        self.watches = [Watch(block, pin, tuple(index), *rest) for block, pin, index, *rest in watches]
        if self.run is None:
            return _watched({}, self._recorder() if self._latest() else None, self._latest())
        if self.run.show is not None:
            self.run.recorder = self._recorder()
        return {}

    def do_reset(self, arrays: list) -> dict:
        if self.run is not None:
            raise RuntimeError(phrase("a run is under way"))
        if self.runner is not None:
            self.runner.reset()
            self._save(self.runner)
        return {}

    def do_tensor(self, arrays: list, block: str, pin: str, element: int | None = None, start: int = 0,
                  count: int = 1000) -> dict:
        return results.piece(self._latest(), block, pin, element, start, count)

    def do_slice(self, arrays: list, **fields: Any) -> tuple[dict, list[np.ndarray]]:
        return self.viewing.slice(**fields)

    def do_about(self, arrays: list, **fields: Any) -> tuple[dict, list[np.ndarray]]:
        return self.viewing.about(**fields)

    def do_odd(self, arrays: list, **fields: Any) -> tuple[dict, list[np.ndarray]]:
        return self.viewing.odd(**fields)

    def do_save(self, arrays: list, **fields: Any) -> tuple[dict, list[np.ndarray]]:
        return self.viewing.save(**fields)

    def do_cancel(self, arrays: list, job: int) -> tuple[dict, list[np.ndarray]]:
        return self.viewing.cancel(job)

    def do_results(self, arrays: list) -> tuple[dict, list[np.ndarray]]:
        """Everything, whole: `results`, the last session's where several show a block, and `sessions`."""
        out: list[np.ndarray] = []
        assert self.runner is not None
        per_session = {name: results.whole(found, out) for name, found in self.runner.results.items()}
        return {"results": merged(per_session), "sessions": per_session, "steps": self.runner.steps}, out

    def do_close(self, arrays: list) -> dict:
        """End the sessions of the page: on a target they would outlive this process."""
        if self.runner is not None:
            self.runner.close()
        return {}

    def do_serve(self, arrays: list, cluster: dict, job: str, index: int) -> dict:
        """Be a task of a cluster, until this process ends."""
        self.server = tf.distribute.Server(tf.train.ClusterSpec(cluster), job_name=job, task_index=index)
        return {}

    def do_config_schema(self, arrays: list) -> dict:
        """The fields and enums that a TPU's `config` may hold."""
        return schema.schema()

    def do_check_config(self, arrays: list, text: str) -> dict:
        """What is wrong with such a text: rows of severity, line, column, message and remedy."""
        return {"findings": schema.check(text)}

    def do_export(self, arrays: list, document: str, page: str, path: str, careful: bool = False) -> dict:
        """Write a page's graph as a GraphDef: text where the name ends in .pbtxt, else binary."""
        program = compile_page(files.loads(document), page, self._catalogue(), bare=True,
                               tell=self._tell if careful else None)
        if program.ok:
            graph_def = unmarked(program.graph.as_graph_def())
            data = str(graph_def).encode() if path.endswith(".pbtxt") else graph_def.SerializeToString()
            files.write_atomic(path, data)
        return {"problems": [list(p) for p in program.problems]}

    def _tell(self, place: Place) -> None:
        """Say which block TensorFlow is given next: of a request that is `careful`, since it ended a worker before, so
        that the parent knows which block it was."""
        self._send({"event": "building", "block": place.block, "pin": place.pin})

    def _latest(self) -> results.Results:
        return self.runner.latest() if self.runner is not None else {}

    # --- runs -----------------------------------------------------------------------------------------------------

    def _begin(self, number: int, steps: int = 1, timeout: float | None = None, watch: bool = True,
               timed: bool = False, until: list | None = None) -> None:
        """`until` is a Condition as a row; with one, and for 0 steps, the run ends when it holds. What runs on a target
        is not `timed`: of callables, a target traces nothing."""
        if self.run is not None:
            raise RuntimeError(phrase("a run is under way"))
        if self.runner is None or not self.runner.program.ok:
            raise RuntimeError(phrase("no page that can run is open"))
        self.viewing.run_begins()
        self.runner.timer = Timer(self.runner.program) if timed and self.runner.remote is None else None
        # An empty request wakes the watching thread when the run has ended.
        self.run = Run(self.runner, number, steps, timeout, self._show if watch else None,
                       lambda: self.requests.put(None), self._recorder() if watch else None,
                       Condition(until[0], until[1], tuple(until[2]), *until[3:]) if until else None)

    def _initialise(self, number: int, blocks: list[str], timeout: float | None = None) -> None:
        """Give these variables of the open page their initial values, between steps; answered as a run is."""
        if self.run is not None:
            raise RuntimeError(phrase("a run is under way"))
        runner = self.runner
        if runner is None or not runner.program.ok:
            raise RuntimeError(phrase("no page that can run is open"))
        for block in blocks:
            if not any(v.block == block and v.init for s in runner.program.sessions for v in s.variables):
                raise RuntimeError(phrase("{} is no variable with an initial value in a session", block))
        self.run = Run(runner, number, 0, timeout, None, lambda: self.requests.put(None),
                       instead=lambda: runner.initialise(blocks))

    def _begun(self, page: str) -> Begun:
        """What is known of the values of a page's variables, as far as there are sessions of it."""
        runner = self.runner
        return runner.begun() if runner is not None and runner.program.page == page else {}

    def _recorder(self) -> Recorder | None:
        return Recorder(self.watches) if self.watches else None

    def _show(self, run: Run) -> None:
        found = run.runner.latest()
        message = {"event": "results", "step": run.runner.steps, "results": results.summaries(found)}
        self._send(*_watched(message | _timed(run.runner), run.recorder, found))

    def _watch(self, run: Run) -> None:
        now = time.monotonic()
        if run.over:
            run.thread.join()
            self._finish(run)
            return
        if run.closing is not None:
            if now - run.closing > _GRACE:
                self._finish(run, stuck=True)
            return
        lost = run.runner.remote and run.runner.remote.lost(run.runner.program.page, now - run.step_began)
        if lost:
            run.ended, run.problem, run.closing = "error", lost, now
            run.stop.set()
            threading.Thread(target=run.runner.close, daemon=True).start()
            return
        overdue = run.deadline is not None and now >= run.deadline
        took = now - run.step_began
        if took > _WAIT_SHOWN and now - run.asked > _WAIT_SHOWN or overdue:
            self._ask(run, now)
        if overdue or (run.stop.is_set() and took > (_WAIT_SHOWN if run.waiting else _SLOW_STEP)):
            run.ended = "timeout" if overdue else "stopped"
            run.stop.set()
            if run.cancelled is None:
                run.cancelled = now
                if not run.runner.cancel():
                    run.cancelled = -_GRACE
                # What an op had taken of the elements that it needs goes with it.
                run.lost = sorted({row["spills"] for row in run.waiting if "spills" in row})
            if run.cancelled is not None and now - run.cancelled < _GRACE / 2:
                return
            run.runner.snapshot()
            self._save(run.runner)
            run.closing = time.monotonic()
            run.lost = run.runner.stateful()
            threading.Thread(target=run.runner.close, daemon=True).start()
        elif run.steps != 1 and now - run.told > _TOLD_EVERY:
            run.told = now
            self._send({"event": "progress", "step": run.runner.steps})
        if self.state_file and run.closing is None and now - run.saved > _SNAPSHOT_EVERY:
            run.saved = now
            run.runner.snapshot()
            self._save(run.runner)

    def _ask(self, run: Run, now: float) -> None:
        waiting = run.runner.waiting()
        run.asked = now
        if waiting != run.waiting:
            run.waiting = waiting
            self._send({"event": "waiting", "blocks": waiting})

    def _finish(self, run: Run, stuck: bool = False) -> None:
        self.run = None
        runner = run.runner
        closed = run.closing is not None or run.cancelled is not None
        reply: dict[str, Any] = {
            "reply": run.request, "ended": run.ended or "error", "step": runner.steps, "problems": [], "stuck": stuck,
            "met": run.met, "waiting": run.waiting if closed else [], "reset": run.lost if closed else []}
        reply |= {"changed": [b for b in runner.changed() if b not in reply["reset"]], "half": runner.half,
                  "shown": runner.shown}
        if run.error is not None or run.problem is not None:
            reply["problems"] = [list(run.problem or run_problem(run.error, runner.program))]
        if not stuck:
            if run.closing is None and runner.started:
                runner.snapshot()
                self._save(runner)
            found = runner.latest()
            reply |= {"results": results.summaries(found), **_timed(runner)}
            self._send(*_watched(reply, run.recorder, found))
        else:
            self._send(reply)
        if stuck:
            os._exit(0)  # an op ignores that its session was closed: nothing else ends it

    def _save(self, runner: Runner) -> None:
        if self.state_file is not None:
            snapshots.save(self.state_file, self.owner, runner.program.page, runner.state)


def _watched(message: dict, recorder: Recorder | None, found: results.Results) -> tuple[dict, list[np.ndarray]]:
    """A message with what was recorded for monitors since the last one, and its arrays."""
    if recorder is None:
        return message, []
    about, arrays = recorder.take(found)
    return {**message, "monitors": about}, arrays


def _timed(runner: Runner) -> dict:
    return {} if runner.timer is None else {"times": runner.timer.told()}


def _signature(page: Page) -> tuple:
    """What compiling depends on: everything but places, looks, notes and monitors."""
    watching = {b.id for b in page.blocks.values() if b.type in MONITORS}
    blocks = sorted((b.id, b.type, sorted(b.values.items()), b.frame, b.mode) for b in page.blocks.values()
                    if b.id not in watching)
    frames = sorted((f.id, f.title, f.device, f.frame) for f in page.frames.values())
    wires = [(target, pin, [w[:5] for w in wires]) for target in sorted(page.into.keys() - watching)
             for pin, wires in sorted(page.into[target].items())]
    return blocks, frames, wires


def prepare() -> None:
    """Once per process, before anything is compiled."""
    # `cond` on reference variables fails under control flow v2, and pages are graphs of the first kind anyway.
    tf.compat.v1.disable_control_flow_v2()
    tf.compat.v1.disable_eager_execution()
    tf.compat.v1.logging.set_verbosity("ERROR")  # its advice on what scripts should write helps nobody here
