"""What a worker process answers, with TensorFlow; `runtime.worker.service` starts it.

The main thread takes requests and looks after the run, which goes on in a thread of its own. Live types and slow looks
at results have threads, too: none of them holds up the others.
"""

from __future__ import annotations

import contextlib
import os
import queue
import threading
import time
from collections.abc import Collection
from pathlib import Path
from typing import Any

import numpy as np
import tensorflow as tf

from blockloom.blocks.additions import parts
from blockloom.blocks.catalogue.catalogue import make_catalogue
from blockloom.blocks.catalogue.op_traits import traits_of
from blockloom.blocks.document.addresses import Address, parse
from blockloom.blocks.files import documents
from blockloom.blocks.infer.inference import Inference
from blockloom.blocks.results.monitors import Watch
from blockloom.blocks.results.run_modes import RunMode
from blockloom.blocks.text import programs
from blockloom.blocks.text.phrases import phrase
from blockloom.runtime.compile import registry
from blockloom.runtime.compile.program import HOLDER, Results
from blockloom.runtime.compile.variables import Begun
from blockloom.runtime.model_files import values, write
from blockloom.runtime.run import results, snapshots, trained
from blockloom.runtime.run.comparing import Cancelled, Side, compare
from blockloom.runtime.run.opening import Asked, open_page, reopen, reply
from blockloom.runtime.run.preview import Previews
from blockloom.runtime.run.recorder import Recorder
from blockloom.runtime.run.result_requests import SLOW, ResultRequests
from blockloom.runtime.run.runner import Runner, merged
from blockloom.runtime.run.session import Wanted
from blockloom.runtime.run.state import State
from blockloom.runtime.run.stepping import Run
from blockloom.runtime.run.timing import Timer
from blockloom.runtime.run.watchdog import Watchdog
from blockloom.runtime.types.types_service import TypesService
from blockloom.runtime.worker import catalogue_cache
from blockloom.runtime.worker.channel import Channel

_TICK = 0.05    # seconds between two looks at a run
_TOLD_EVERY = 0.1   # seconds between two words on how far reading a model is


class RequestHandler:
    """Answers what the parent asks, until that goes. Each `do_NAME` answers the request NAME: it gets its arrays and
    fields, and gives the reply, with arrays or without; what it raises is the answer, too."""

    def __init__(self, channel: Channel, state: str | None = None):
        self._send, self.requests = channel.send, channel.requests
        self.catalogue: Any = None
        self.runner: Runner | None = None
        self.signature: Any = None
        self.home = programs.current_folder()
        self.owner = 0      # the document whose sessions these are
        self.watchdog: Watchdog | None = None       # of the run under way
        self.state_file = Path(state) if state else None
        self.result_requests = ResultRequests(self._latest, self._send)
        self.previews = Previews()
        self._cancelled: set[int] = set()   # comparisons, by the numbers of those who asked
        self.watches: list[Watch] = []
        self.looked: Wanted | None = None   # see do_look
        self.always = False
        self.types = TypesService(self._catalogue, self._send, self._tell, self._begun)

    def serve(self) -> None:
        """The first word says that TensorFlow is imported, so that the window asks about types before anything runs."""
        self._send({"event": "ready"})
        while True:
            try:
                got = self.requests.get(timeout=_TICK if self.watchdog else None)
            except queue.Empty:
                got = None
            if got is not None:
                self._answer(*got)
            if self.watchdog is not None and self.watchdog.look():
                self.watchdog = None

    def _answer(self, message: dict, arrays: list[np.ndarray]) -> None:
        number, do = message.pop("id"), message.pop("do")
        try:
            if do == "run":
                self._begin(number, **message)
            elif do == "initialise":
                self._initialise(number, **message)
            elif do in ("types", "try"):
                self.types.ask(number, do, **message)
            elif do in SLOW or do in ("preview", "compare", "read_model"):
                if do == "compare":
                    self._refuse_during_run()
                    message["state"] = self._state_of(message.pop("trained", False), message["page"])
                if do == "preview":
                    folder = message.get("folder", "")
                    if os.path.realpath(folder or self.home) != os.path.realpath(os.curdir):
                        self._refuse_during_run()   # its files would be looked for in the folder of another document
                    self._enter(folder)
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
            self.catalogue = make_catalogue(types, Inference, tf.__version__)
        return self.catalogue

    def do_catalogue(self, arrays: list) -> dict:
        """The entries themselves go along only where the cache could not be written."""
        catalogue = self._catalogue()
        stored = catalogue_cache.cached_catalogue() is not None
        return {"path": str(catalogue_cache.cache_path()), "tensorflow": catalogue.version,
                "types": None if stored else list(catalogue.entries.values())}

    def do_open(self, arrays: list[np.ndarray], document: str, page: str, fetch: list | None = None,
                feed: list | None = None, target: dict | None = None, owner: int = 0, careful: bool = False,
                folder: str = "", tapped: Collection[str] = ()) -> dict:
        """Open a page; one that is open already goes on where nothing of it has changed that matters to a run.

        `owner` is a number that tells one document of the parent from another: see `do_own`. For `fetch`, `feed`,
        `target` and `tapped` see opening.Asked; here addresses are texts, and of `feed` each is an address and a text
        or {"array": place in `arrays`}. For `careful` see `_tell`. `folder` is where the document lies, "": nowhere;
        it becomes the current one, so that files beside a document are found from anywhere.
        """
        self.do_own([], owner)
        self._enter(folder)
        feeds = {parse(at, page): arrays[value["array"]] if isinstance(value, dict) else value
                 for at, value in feed or ()}
        fetches = [parse(at, page) for at in fetch or ()]
        opened = documents.loads(document, folder)
        asked, old = Asked(opened, page, fetches, feeds, target, frozenset(tapped)), self.runner
        signature = asked.signature(self._catalogue())
        if old is not None and old.program.ok and not arrays and signature == self.signature:
            return reply(reopen(old))
        opened = open_page(asked, old, self._catalogue(), lambda: self._saved(page), self._tell if careful else None)
        if opened.ok or old is None:
            self.result_requests.run_begins()
            self.runner, self.signature = opened.runner, signature
        return reply(opened)

    def _enter(self, folder: str) -> None:
        """Find files beside the document, which lies there."""
        try:
            os.chdir(folder or self.home)
        except (OSError, ValueError):   # it is gone, or no path at all: then not where the last document lies
            with contextlib.suppress(OSError):
                os.chdir(self.home)

    def _saved(self, page: str) -> State:
        return snapshots.load(self.state_file, self.owner, page) if self.state_file else {}

    def do_own(self, arrays: list, owner: int) -> dict:
        """Whatever is opened from now on is of this document: the sessions of another end, with all that they gave."""
        self._refuse_during_run()
        if owner != self.owner:
            if self.runner is not None:
                self.runner.close()
            self.owner, self.runner, self.signature, self.watches, self.looked, self.always = \
                owner, None, None, [], None, False
            self.result_requests.forget()
        return {}

    def do_stop(self, arrays: list) -> dict:
        if self.watchdog is not None:
            self.watchdog.run.stop.set()
        return {}

    def do_watch(self, arrays: list, watches: list) -> dict | tuple[dict, list[np.ndarray]]:
        """What monitors show from now on: rows of monitors.Watch. Between runs it tells what they show now."""
        self.watches = list(map(Watch.read, watches))
        recorder = self._recorder()
        if self.watchdog is not None:
            if self.watchdog.run.show is not None:
                self.watchdog.run.recorder = recorder
        elif recorder is not None and (found := self._latest()):
            about, data = recorder.take(found)
            return {"monitors": about}, data
        return {}

    def do_look(self, arrays: list, blocks: list[str] | None, always: bool = False) -> dict:
        """The blocks, as texts of addresses, whose results can be looked at from now on, None: all. They are what runs
        of several steps show of a large page, the run under way included; a run of one step shows everything, unless
        they are `always` what is shown, as of a model, whose results together are large."""
        self.looked, self.always = None if blocks is None else frozenset(map(parse, blocks)), always
        run = self.watchdog.run if self.watchdog is not None else None
        if run is not None and run.show is not None and (always or not run.mode.single):
            self.watchdog.run.looked = self.looked
        return {}

    def do_call(self, arrays: list, page: str, call: int) -> dict:
        """Look at another call of a page that is a function, counted from 0, or back from the last: -1. Gives its
        `results` and, as runs do, `calls`."""
        for tap in self._taps(page):
            tap.chosen = call
            return {"results": self.runner.told(tap.results()), "calls": {page: [tap.call, tap.seen.count]}}
        return {"results": {}, "calls": {}}

    def do_over_calls(self, arrays: list, page: str, path: list[str], watches: list) -> tuple[dict, list[np.ndarray]]:
        """What monitors on a page show that is a function, or in it the instance to which `path` leads: numbers over
        the calls that are kept, counted from 1, and matrices of the one that is looked at. `watches` are rows of
        monitors.Watch, as on that page by itself."""
        recorder = Recorder(map(Watch.read, watches))
        blocks = {watch.at.owner._replace(page=page, path=tuple(path)) for watch in recorder.watches}
        for tap in self._taps(page):
            def alone(call: int | None, tap: Any = tap) -> Results:
                return {at._replace(page="", path=()): pins for at, pins in tap.results(call, blocks).items()}
            for call in tap.seen.kept:
                recorder.record(call + 1, 0, alone(call))
            about, data = recorder.take(alone(None))
            return {"monitors": about}, data
        return {}, []

    def _taps(self, page: str) -> list[Any]:
        return [tap for tap in self.runner.program.taps if tap.page == page] if self.runner is not None else []

    def do_reset(self, arrays: list) -> dict:
        self._refuse_during_run()
        if self.runner is not None:
            self.runner.reset()
            self._save()
        return {}

    def do_restore(self, arrays: list, path: str) -> dict:
        """Give the variables of the open page the values in a file: see values.restore."""
        reply = values.restore(self._runs(), Path(path))
        self._save()
        return reply

    def do_store(self, arrays: list, path: str) -> dict:
        """Write the values of the variables of the open page into a file, by its extension: see values.store."""
        return values.store(self._runs(), Path(path))

    def do_keep(self, arrays: list) -> dict:
        """What the variables of the open page hold, as weights that they begin with: see trained.keep."""
        self._refuse_during_run()
        return trained.keep(self._runs())

    def do_tensor(self, arrays: list, output: str, start: int = 0, count: int = 1000) -> dict:
        return results.piece(self._latest(), parse(output), start, count)

    def do_slice(self, arrays: list, **fields: Any) -> tuple[dict, list[np.ndarray]]:
        return self.result_requests.slice(**fields)

    def do_about(self, arrays: list, **fields: Any) -> tuple[dict, list[np.ndarray]]:
        return self.result_requests.about(**fields)

    def do_odd(self, arrays: list, **fields: Any) -> tuple[dict, list[np.ndarray]]:
        return self.result_requests.odd(**fields)

    def do_save(self, arrays: list, **fields: Any) -> tuple[dict, list[np.ndarray]]:
        return self.result_requests.save(**fields)

    def do_preview(self, arrays: list, document: str, at: str, count: int = 10, seconds: float = 10.0,
                   whole: bool = False, job: int = 0, folder: str = "") -> tuple[dict, list[np.ndarray]]:
        """The first elements of a dataset, at the text of an address; see Previews.take."""
        return self.previews.take(documents.loads(document, folder), parse(at), self._catalogue(), count, seconds,
                                  whole,
                                  job)

    def do_compare(self, arrays: list[np.ndarray], was: list[str], document: str, page: str, folder: str, state: State,
                   feed: list | None = None, job: int = 0) -> dict:
        """What page `page` computes other than `was` does, the text, page and folder of another document; see
        comparing.compare. `feed` is as of `do_open`; `state` are the values that variables have, of which "trained"
        tells how many there are."""
        def told(done: int, of: int) -> None:
            if job in self._cancelled:
                raise Cancelled
            self._send({"event": "comparing", "job": job, "done": done, "of": of})
        feeds = {parse(at, page): arrays[value["array"]] if isinstance(value, dict) else value
                 for at, value in feed or ()}
        (text, was_page, was_folder), trained = was, sum(map(len, state.values()))
        sides = (Side(documents.loads(text, was_folder), was_page, {}),
                 Side(documents.loads(document, folder), page, state))
        try:
            return {**compare(*sides, feeds, self._catalogue(), self._enter, told), "trained": trained}
        finally:
            self._cancelled.discard(job)

    def do_cancel_compare(self, arrays: list, job: int) -> dict:
        self._cancelled.add(job)
        return {}

    def do_read_model(self, arrays: list, path: str, signatures: list[str]) -> dict:
        """The document that a model's file or folder is: `document` and `report`, or why it is `refused`. Says how far
        it is by {"event": "reading", "what", "done"}; who wants it no more ends the process."""
        from blockloom.runtime.model_files.opening import opened  # with Keras and h5py, which are rarely needed

        last = 0.0, ""

        def told(what: str, done: float) -> None:
            nonlocal last
            if what != last[1] or time.monotonic() - last[0] > _TOLD_EVERY:
                last = time.monotonic(), what
                self._send({"event": "reading", "what": what, "done": done})
        return opened(path, signatures, self._catalogue(), told)

    def do_trace(self, arrays: list, path: str, function: str, specs: list[str]) -> dict:
        """The document that a function of a Python file is, as of `do_read_model`. The file runs: only who was asked
        for that asks for it."""
        from blockloom.runtime.model_files.opening import of_function

        return of_function(path, function, specs, self._catalogue())

    def _state_of(self, trained: bool, page: str) -> State:
        """The values that the variables of an open page have, where they are asked for."""
        open_ = trained and self.runner is not None and self.runner.program.page == page
        return self.runner.snapshot() if open_ else {}

    def do_cancel_preview(self, arrays: list, job: int) -> dict:
        self.previews.cancel(job)
        return {}

    def do_cancel(self, arrays: list, job: int) -> tuple[dict, list[np.ndarray]]:
        return self.result_requests.cancel(job)

    def do_results(self, arrays: list) -> tuple[dict, list[np.ndarray]]:
        """Everything, whole: `results`, the last session's where several show a block, and those of functions that are
        looked into, as lists over their calls; and `sessions`."""
        out: list[np.ndarray] = []
        assert self.runner is not None
        per_session = {name: results.whole(found, out) for name, found in self.runner.results.items()}
        of_calls = [results.whole(tap.whole(), out) for tap in self.runner.program.taps]
        return {"results": merged(dict(enumerate((merged(per_session), *of_calls)))), "sessions": per_session,
                "steps": self.runner.steps}, out

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
        """The fields and enums that a `config` may hold."""
        return parts("configs")[0].schema()

    def do_check_config(self, arrays: list, text: str) -> dict:
        """What is wrong with such a text: rows of severity, line, column, message and remedy."""
        return {"findings": parts("configs")[0].check(text)}

    def do_export(self, arrays: list, document: str, page: str, path: str, signatures: list[str] | None = None,
                  folder: str = "", frozen: bool = False, checkpoint: str = "", careful: bool = False) -> dict:
        """Write what becomes of a page, or of those that are the signatures of a model: see `model_files.write`."""
        self._enter(folder)
        return write.export(documents.loads(document, folder), signatures or [page], Path(path), self._catalogue(),
                            frozen,
                            Path(checkpoint) if checkpoint else None, self._tell if careful else None)

    def do_script(self, arrays: list, document: str, page: str, path: str, beside: str, name: str, way: str = "",
                  folder: str = "", check: bool = False, careful: bool = False) -> dict:
        """Write a page as a Python script, and with `check` compare the graph that it builds: see `script.export`."""
        from blockloom.runtime.script import export as script  # few need it

        self._enter(folder)
        return script.export(documents.loads(document, folder), page, Path(path), self._catalogue(), Path(beside), name,
                             way, check, self._tell if careful else None)

    def _tell(self, at: Address) -> None:
        """Say which block TensorFlow is given next: of a request that is `careful`, since it ended a worker before, so
        that the parent knows which block it was."""
        self._send({"event": "building", "at": str(at)})

    def _latest(self) -> Results:
        return self.runner.latest() if self.runner is not None else {}

    # --- runs -----------------------------------------------------------------------------------------------------

    def _begin(self, number: int, timeout: float | None = None, looked: list[str] | None = None,
               **fields: Any) -> None:
        """`fields` are a RunMode's, `looked` texts of the addresses that are looked at where nobody watches. What runs
        on a target is not timed: of callables, a target traces nothing."""
        runner, mode = self._runs(), RunMode.read(**fields)
        if mode.epochs and not any(
                traits_of(op.type).family == "iterator" for op in runner.program.graph.get_operations()):
            raise RuntimeError(phrase("an epoch ends with the data, and the page has no iterator that gives some"))
        self.result_requests.run_begins()
        runner.timer = Timer(runner.program) if mode.timed and runner.remote is None else None
        only = None if looked is None else frozenset(map(parse, looked))
        self._look_after(number, Run(runner, mode, timeout, self._show if mode.watch else None, self._wake,
                                     self._recorder() if mode.watch else None,
                                     looked=self.looked if mode.watch and (self.always or not mode.single) else only))

    def _initialise(self, number: int, blocks: list[str], timeout: float | None = None) -> None:
        """Give these variables of the open page, by texts of their addresses, their initial values, between steps;
        answered as a run is."""
        runner = self._runs()
        there = {runner.program.told(v.block): v.block for s in runner.program.sessions for v in s.variables
                 if v.init and HOLDER.fullmatch(v.block)}
        for block in blocks:
            if block not in there:
                raise RuntimeError(phrase("{} is no variable with an initial value in a session", block))
        self._look_after(number, Run(runner, RunMode(0), timeout, None, self._wake,
                                     instead=lambda: runner.initialise([there[block] for block in blocks])))

    def _look_after(self, number: int, run: Run) -> None:
        self.watchdog = Watchdog(run, number, self._send, self._save if self.state_file is not None else None)

    def _wake(self) -> None:
        """An empty request lets the main thread look at the run, which has ended."""
        self.requests.put(None)

    def _refuse_during_run(self) -> None:
        if self.watchdog is not None:
            raise RuntimeError(phrase("a run is under way"))

    def _runs(self) -> Runner:
        """The runner of the open page, which can run and does not now."""
        self._refuse_during_run()
        if self.runner is None or not self.runner.program.ok:
            raise RuntimeError(phrase("no page that can run is open"))
        return self.runner

    def _begun(self, page: str) -> Begun:
        """What is known of the values of a page's variables, as far as there are sessions of it."""
        runner = self.runner
        return runner.begun() if runner is not None and runner.program.page == page else {}

    def _recorder(self) -> Recorder | None:
        return Recorder(self.watches) if self.watches else None

    def _show(self, run: Run) -> None:
        message, arrays = run.told()
        self._send({"event": "results", "step": run.runner.steps, **message}, arrays)

    def _save(self) -> None:
        """Write what is kept of the variables, so that a worker that follows this one can resume."""
        if self.state_file is not None and self.runner is not None:
            snapshots.save(self.state_file, self.owner, self.runner.program.page, self.runner.state)


def prepare() -> None:
    """Once per process, before anything is compiled."""
    # `cond` on reference variables fails under control flow v2, and pages are graphs of the first kind anyway.
    tf.compat.v1.disable_control_flow_v2()
    tf.compat.v1.disable_eager_execution()
    tf.compat.v1.logging.set_verbosity("ERROR")  # its advice on what scripts should write helps nobody here
