"""Run one TensorFlow session of a page: its variables, its steps, and the results of a step.

Two threads use a session: one runs steps; the other reads what a step waits for, reads variables, and closes the
session to end the step.
"""

from __future__ import annotations

import contextlib
import math
import operator
import threading
import time
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import tensorflow as tf
from tensorflow.core.protobuf import config_pb2

from blockloom.blocks.catalogue.op_traits import traits_of
from blockloom.blocks.document.addresses import spelled
from blockloom.blocks.text.phrases import phrase
from blockloom.blocks.values.dtypes import DTYPES
from blockloom.runtime.compile.probes import waiting_text, with_reason
from blockloom.runtime.compile.program import (
    DescribedResult,
    ExternalInputs,
    Probe,
    Program,
    Results,
    SessionProgram,
    Variable,
    reached,
)
from blockloom.runtime.compile.protos import array_of
from blockloom.runtime.compile.step_effects import MutableResources, changes_state
from blockloom.runtime.protocol.records import WaitingBlock
from blockloom.runtime.resources import resource_transfer
from blockloom.runtime.resources.accumulators import Accumulator
from blockloom.runtime.resources.resource import CapturedResource, SessionRunner
from blockloom.runtime.run.external_input_recorder import ExternalInputRecorder, Tape
from blockloom.runtime.run.held_back import HeldBack
from blockloom.runtime.run.run_history import LARGE, Packing, VariableValues
from blockloom.runtime.run.session_calls import (
    UNOPTIMIZED,
    QueueRunners,
    SessionCalls,
    is_large,
    only_computes,
    session_config,
    taking,
)
from blockloom.runtime.run.step_fetches import (
    FAILURES,
    Fetches,
    PostStepEvaluation,
    ReferenceBuffers,
    StepFetches,
    as_array,
    names,
    select_outputs,
    writes_anywhere,
)
from blockloom.runtime.run.variable_state import KeptVariable, in_pieces, independent_variables, pieces

if TYPE_CHECKING:
    from blockloom.runtime.run.block_timer import BlockTimer
    from blockloom.runtime.run.remote import RemoteTarget

_LOOK_EVERY = 0.1  # seconds between two reads of a variable that another run initialises
_PAYS = 100  # steps after which optimizing the graph pays off; it takes as long as a few hundred steps
_LONG = 0.2  # seconds; resources that take longer to read are left out of snapshots
_SETS_KEPT = 4  # most callables in the cache, one for each set of outputs
_shape = operator.attrgetter("shape")


class _VariableReader(NamedTuple):
    """Reads variables, as copies if TensorFlow may overwrite them, and packed if they are small."""

    run: Any
    blocks: tuple[str, ...]
    copied: bool
    packing: Packing | None

    def read(self) -> VariableValues:
        """Return the values."""
        arrays = self.run()
        if self.packing is not None and self.packing.shapes == list(map(_shape, arrays)):
            return VariableValues(self.blocks, b"".join(arrays), self.packing)
        return VariableValues(self.blocks, tuple([np.array(one) if self.copied else np.asarray(one) for one in arrays]))


class OpenSession:
    """An open TensorFlow session for one session of a page.

    With `within`, it uses the TensorFlow session and the variables of another open session.
    """

    def __init__(
        self,
        program: Program,
        share: SessionProgram,
        kept: dict[str, KeptVariable],
        remote: RemoteTarget | None = None,
        carried: dict[str, CapturedResource] | None = None,
        within: OpenSession | None = None,
    ):
        self.own, self.remote, self.within = share, remote, within
        optimizes = is_large(program)
        self._inline = remote is None and not optimizes and only_computes(program.graph)
        holding = sum(
            traits_of(op.type).waits == "stage" for op in (program.graph.get_operations() if share.probes else ())
        )
        config = session_config(optimizes, holding)
        self.session: tf.compat.v1.Session = (
            within.session
            if within is not None
            else tf.compat.v1.Session(graph=program.graph, config=config)
            if remote is None
            else remote.session(program.graph, config)
        )
        self._calls = SessionCalls(self.session, optimizes, remote is not None, share.feeds)
        self._reads_files = any(traits_of(op.type).read_once for op in program.graph.get_operations())
        self._values = list(share.feeds.values())
        self._moment: _VariableReader | None = None
        self._looks = (
            remote is None and within is None and not share.runners
        )  # queue runners would change resources while they are read
        self._looked = False
        self.input_recorder = ExternalInputRecorder(share.external_inputs if remote is None else ExternalInputs())
        self._light: Any = None  # callable that runs a step without results
        self._unseen = 0  # number of calls of `_light`
        self._renewing: list[Any] | None = None  # callables that restart the data
        self._fetches: dict[tuple[Fetches | None, bool, Fetches], StepFetches] = {}
        self._again: dict[tuple[tuple[str, ...], ...], Any] = {}  # the latest callable that repeats a step
        self.held_back: HeldBack | None = None  # the side effects that wait, if any
        # Values before the latest step, while it is paused.
        self._values_before_step: Mapping[str, np.ndarray] | None = None
        ours = Counter(probe.accumulator for probe in share.probes if probe.accumulator)
        # Number of times that a step increases the global step if no other session does.
        self._takes = {
            probe.accumulator: probe.take_count for probe in share.probes if probe.take_count == ours[probe.accumulator]
        }
        self._accumulators = {
            own.op.name: own for own in share.resources if isinstance(own, Accumulator) and own.op.name in self._takes
        }
        for accumulator in self._accumulators.values():
            accumulator.global_step = 0
        self._blocked: set[str] = set()  # accumulators whose take is blocked in the current step
        self._program = program
        self._unset: list[Variable] = []
        self.origins: dict[str, str] = {}  # variable -> origin of its value
        self._kept = kept
        # Values from a target are copies, so they need no buffers.
        self._buffers = ReferenceBuffers(
            (*share.variables, *share.shared) if remote is None else (),
            remote is None and writes_anywhere(program.graph),
            self._calls.reading,
        )
        self._evaluation = PostStepEvaluation(
            program, share, lambda names, feeds: self._calls.apart(names, feeds=feeds, aside=self._inline, within=0)
        )
        self._unwatched: dict[str, DescribedResult] = {}  # failed variables that only monitors need -> error
        self._closed = threading.Event()
        self.failed: Exception | None = None  # error of a queue runner
        self._ended = False  # whether the last step is incomplete
        self._stopped = False  # whether the last step was cancelled, perhaps after its end
        self.is_stale = False  # whether the data of the session ended or was interrupted
        self._runners: QueueRunners | None = None
        # Sessions that share a TensorFlow session share the counts.
        self.calls: SessionRunner = SessionRunner(
            self._calls.apart, Counter[str]() if within is None else within.calls.start_counts
        )
        self.goes_on = False  # whether the data continues from the session before
        if remote is None:
            given = resource_transfer.match_resources(share.resources, carried or {})
            self.goes_on = resource_transfer.data_continues(share.resources, given)
            self._initialise(kept)
            for resource, held in given:
                resource.prepare(self.calls, held.content)
            got = {block for resource, held in given if held.ready for block in resource.blocks}
            self._start({name for name, blocks in share.prepares.items() if blocks <= got})
            self.put_back(carried or {})

    def begin(self) -> None:
        """Initialise the variables on a target, or wait until another run has."""
        assert self.remote is not None
        if self.remote.init:
            self._initialise(self._kept)
            self._start()
            return
        self._unset = [v for v in self.own.variables if v.init]
        while self._unset:
            has = self.session.run([v.is_initialized for v in self._unset])
            self._unset = [v for v, yes in zip(self._unset, has) if not yes]
            if self._unset and self._closed.wait(_LOOK_EVERY):
                raise tf.errors.CancelledError(None, None, "the run was ended")
        self._start()

    def _start(self, done: Container[str] = ()) -> None:
        """Run the ops after the initialisation, such as the hook of SyncReplicasOptimizer, except those in `done`."""
        for name in self.own.starts:
            if name not in done:
                self._calls.run_once(targets=[name])
        if self.within is None:  # a Validation starts its data with each validation instead
            self.calls.start_counts.update(name for name in self.own.renews if name not in done)
        if self.own.runners:
            self._runners = QueueRunners(self.session, self._calls, self.own.feeds, self._thread_failed)
            self._runners.start(self.own.runners)

    def _thread_failed(self, error: Exception) -> None:
        """End the session. The step that waits for the thread, or the next one, reports the error."""
        self.failed = self.failed or error
        self.session.close()

    def ran_out(self, operation: tf.Operation | None) -> bool:
        """Return whether an operation failed because a queue is closed and empty."""
        return operation is not None and self.failed is None and self.own.takes_queued(operation)

    @property
    def spent(self) -> bool:
        """Return whether the queues are closed: only a new session can read the data again."""
        return self.is_stale and self.remote is None and self._takes_queued

    @cached_property
    def _takes_queued(self) -> bool:
        return any(map(self.own.takes_queued, self.session.graph.get_operations()))

    def restore(self, kept: Mapping[str, KeptVariable]) -> list[Variable]:
        """Restore variables from `kept`, except those that restart with each epoch if the data restarts.

        Returns:
            The variables whose key fits.
        """
        restored = [
            v
            for v in self.own.variables
            if v.block in kept and kept[v.block].key == v.key and (self.goes_on or not v.each_epoch)
        ]
        if restored:
            self._calls.run_once(
                targets=[v.restore for v in restored], feeds={v.feed: kept[v.block].value for v in restored}
            )
            self.origins.update((v.block, kept[v.block].origin) for v in restored)
            self._have_values(restored)
        if self.remote:
            self.remote.initialised |= {v.node for v in restored}
        return restored

    def _initialise(self, kept: Mapping[str, KeptVariable]) -> None:
        restored = self.restore(kept)
        # Sessions of a page share variables on a target, which only the first must initialise.
        done = {v.node for v in restored} | (self.remote.initialised if self.remote else set())
        todo = [v for v in self.own.variables if v.init and v.node not in done]
        self.initialise([v for v in todo if v.block not in self.own.watched])
        self._initialise_watched([v for v in todo if v.block in self.own.watched])

    def _initialise_watched(self, todo: list[Variable]) -> None:
        """Initialise variables that only monitors need; a failure affects nothing else."""
        while todo:
            ready = independent_variables(self.session.graph, todo)
            for variable in ready:
                try:
                    self.initialise([variable])
                except FAILURES as error:
                    if self._closed.is_set():
                        raise
                    self._unwatched[variable.block] = self._evaluation.error_result(error)
            todo = [v for v in todo if v not in ready]

    def _have_values(self, variables: Sequence[Variable]) -> None:
        for variable in variables:
            self._unwatched.pop(variable.block, None)

    def initialise(self, todo: list[Variable], begun: set[str] | None = None) -> None:
        """Initialise variables in the order of dependence; add blocks that may have changed to `begun`."""
        while todo:  # an initial value may be computed from other variables
            ready = independent_variables(self.session.graph, todo)
            if begun is not None:
                begun.update(v.block for v in ready)
            for some in filter(None, in_pieces(ready)):
                self._calls.run_once(
                    targets=[v.init for v in some],
                    feeds=self.own.feeds
                    | {v.feed: array_of(v.fed_value.value) for v in some if v.fed_value is not None},
                )
            self.origins.update((v.block, v.origin) for v in ready)
            self._have_values(ready)
            todo = [v for v in todo if v not in ready]
            if self.remote:
                self.remote.initialised |= {v.node for v in ready}

    def step(
        self, fetches: Fetches | None, timer: BlockTimer | None = None, side_outputs: Fetches = frozenset()
    ) -> Results:
        """Run the session once, timed if there is a timer.

        Args:
            fetches: the outputs to return; None for all.
            timer: gets the trace of the step.
            side_outputs: outputs to return that no step needs, see `PostStepEvaluation`.

        Returns:
            The results by block and pin.
        """
        if self._ended or self._stopped or self.is_stale:
            self._prepare()
        self._ended = True
        self._blocked = set()
        try:
            results = self._step(fetches, timer, side_outputs)
        except (tf.errors.OpError, RuntimeError):
            for name, accumulator in self._accumulators.items():
                if name not in self._blocked or self._takes[name] > 1:  # some takes may have succeeded
                    accumulator.global_step = None
            self._broke()
            raise
        self._ended = False
        for name, accumulator in self._accumulators.items():
            if accumulator.global_step is not None:
                accumulator.global_step += self._takes[name]
        return results

    def _prepare(self) -> None:
        if (self._ended or self._stopped) and self.own.cancel is not None and self.remote is None:
            self._stopped = False
            (left,) = self._calls.run_once([self.own.cancel.remaining], feeds={})
            for _ in range(left):
                self._calls.run_once([self.own.cancel.take], feeds={})
        self.renew()

    def _broke(self) -> None:
        """Record the external inputs of the failed step."""
        with contextlib.suppress(tf.errors.OpError, RuntimeError):  # the session may be closed
            self.input_recorder.record_failure(self._calls.read, self._buffers.apart)

    def hold_back(self, holds: bool) -> None:
        """Start or stop holding back side effects of steps."""
        if holds == (self.held_back is not None) or self.remote is not None:
            return
        self.held_back = HeldBack(self._program, self.own, self.calls) if holds else None
        self._fetches.clear()
        self._light = None

    def renew(self) -> None:
        """Restart the data if it ended, with the variables that restart with each epoch."""
        if not self.is_stale:
            return
        self._renew()
        self.is_stale = False

    def _renew(self) -> None:
        if self.remote is not None:
            for name in self.own.renews:
                self._calls.run_once(targets=[name])
            self.initialise(self.own.each_epoch)
            return
        if self._renewing is None:
            targets = [[name] for name in self.own.renews]
            todo = list(self.own.each_epoch)
            while todo:
                ready = independent_variables(self.session.graph, todo)
                targets.append([v.init for v in ready])
                todo = [v for v in todo if v not in ready]
            self._renewing = [self._calls.apart(targets=some, feeds=list(self.own.feeds)) for some in targets]
        for run in self._renewing:
            run(*self._values)
        self.calls.start_counts.update(self.own.renews)

    def cancel(self) -> bool:
        """Cancel the current step from another thread, and keep the session; return False if that is impossible."""
        if self.own.cancel is None or self.remote is not None:
            return False
        self._calls.run_once(targets=[self.own.cancel.stop], feeds={}, aside=True)
        self._stopped = self.is_stale = True
        return True

    def read_files_again(self) -> None:
        """Let the next step read files with constant names again, which TensorFlow reads once for each callable."""
        if self._reads_files:
            self._fetches.clear()
            self._light = None

    def take_out(self, ends: bool = False) -> dict[str, CapturedResource]:
        """Return the contents of queues, tables, iterators and accumulators between two steps, by block.

        See `resource_transfer.capture_resources`.
        """
        if self.remote is not None or self.within is not None:
            return {}
        found = resource_transfer.capture_resources(self.calls, self.own.resources, ends)
        return resource_transfer.restarted_data(self.own.resources, found) if self.is_stale else found

    def put_back(self, held: Mapping[str, CapturedResource]) -> None:
        """Restore contents that `take_out` of this or another session returned."""
        resource_transfer.restore_resources(self.calls, self.own.resources, held)

    @cached_property
    def changing(self) -> MutableResources:
        """The resources and side effects of its steps."""
        return MutableResources(self.session.graph, self.own)

    def read_resources(self) -> dict[str, CapturedResource]:
        """Return the contents of restorable resources that steps change, by block; {} if that takes long."""
        own = self.changing.known if self._looks else ()
        if not own:
            return {}
        began, first = time.perf_counter(), not self._looked  # the first read also creates the callables
        found = {
            block: one
            for block, one in resource_transfer.peek_resources(self.calls, own).items()
            if one.key is not None and one.ready
        }
        self._looks, self._looked = first or time.perf_counter() - began < _LONG, True
        return found

    def set_variables(self, values: Mapping[str, np.ndarray]) -> None:
        """Set the values of variables, by block."""
        for some in pieces((v for v in self.own.variables if v.block in values), lambda v: values[v.block].nbytes):
            self._calls.run_once(targets=[v.restore for v in some], feeds={v.feed: values[v.block] for v in some})

    def repeat_step(self, tape: Tape) -> bool:
        """Repeat a step with the feeds of `changing`; return whether its other external inputs were as recorded."""
        feeds = {name: tape[name] for name in self.changing.fed}
        names = [name for name in self.changing.checked if name in tape]
        found = self._once_more(names, self.own.targets, feeds)
        return all(np.array_equal(as_array(one), as_array(tape[name])) for name, one in zip(names, found))

    def run_with_overrides(self, given: Mapping[str, Any], tape: Tape) -> None:
        """Run a step with `given` values for tensors, and the external inputs of the tape that can be fed."""
        self._prepare()
        self._ended = True
        fed = {name: tape[name] for name in self.changing.fed if name in tape}
        effects = [op.name for op in reached(self.session.graph, self.own.targets, self.own.feeds) if changes_state(op)]
        self._once_more((), dict.fromkeys([*self.own.targets, *effects]), fed | dict(given))
        self._ended = False

    def _once_more(self, names: Sequence[str], targets: Iterable[str], feeds: Mapping[str, Any]) -> Sequence[Any]:
        """Run a step with additional feeds; return the fetched values."""
        targets = [*targets, *(self.own.cancel.targets if self.own.cancel is not None else ())]
        feeds = self.own.feeds | dict(feeds)
        key = tuple(names), tuple(targets), tuple(feeds)
        if key not in self._again:
            self._again = {key: self._calls.apart(names, targets, list(feeds))}
        return self._again[key](*feeds.values())

    def _step(self, fetches: Fetches | None, timer: BlockTimer | None, side_outputs: Fetches) -> Results:
        if side_outputs:
            side_outputs = frozenset(at for at in side_outputs if at.owner in self.own.side_sources)
        has_fetches = fetches is None or fetches or side_outputs or timer is not None
        step_fetches = self._step_fetches(fetches, timer is not None, side_outputs) if has_fetches else None
        if (
            step_fetches is None
            or (fetches or side_outputs)
            and timer is None
            and not (step_fetches.shown or step_fetches.post_step or step_fetches.reads)
        ):
            self._unseen += 1
            if self._light is None or self._unseen == _PAYS:
                self._light = self._callable(self.input_recorder.fetched, optimized=self._unseen >= _PAYS)
            found = self._light(*self._values)
            if self.input_recorder.keeps:
                self.input_recorder.record_step(found, self._calls.read, self._buffers.apart)
            return {}
        metadata = config_pb2.RunMetadata() if timer is not None else None
        found = step_fetches.run(*self._values, run_metadata=metadata)
        if self.input_recorder.keeps:
            self.input_recorder.record_step(
                [found[at] for at in step_fetches.input_positions], self._calls.read, self._buffers.apart
            )
        arrays = self._buffers.apart(found[: len(step_fetches.fetched)])
        arrays_by_name = self.own.feeds | dict(zip(step_fetches.fetched, arrays))
        if timer is not None:
            timer.add(metadata)
        results = {
            at: {pin: self._value(source, arrays_by_name, step_fetches.quantized) for pin, source in pins.items()}
            for at, pins in step_fetches.shown.items()
        }
        if step_fetches.post_step:
            results |= self._evaluation.results(step_fetches.post_step, arrays_by_name)
            if self._closed.is_set():  # closing the session may be why the evaluation failed
                raise tf.errors.CancelledError(None, None, "the run was ended")
        values: dict[str, Any] = self._unwatched | self.variable_values(step_fetches.variables)
        held = {v.read: values[v.block] for v in step_fetches.variables if v.block in values}
        for at, pins in step_fetches.reads.items():
            order = results.setdefault(at, {})
            order |= {pin: held.get(source, DescribedResult(phrase("not initialised"))) for pin, source in pins.items()}
        return results

    def _step_fetches(self, fetches: Fetches | None, timed: bool, side_outputs: Fetches) -> StepFetches:
        """Return the step that fetches the wanted outputs, from a cache of the latest ones."""
        key = fetches, timed, side_outputs
        step_fetches = self._fetches.get(key)
        if step_fetches is None:
            program = self.own
            for old in [old for old in self._fetches if old[0] is not None or old[2]][: 1 - _SETS_KEPT]:
                del self._fetches[old]
            shown, reads = (select_outputs(some, fetches) for some in (program.sources, program.reads))
            post_step = select_outputs(program.side_sources, side_outputs)
            tensor_names = program.fetched if fetches is None else [n for n in names(shown) if n not in program.feeds]
            tensor_names = [*tensor_names, *self._evaluation.fetched(post_step)]
            fetched = list(
                dict.fromkeys([*tensor_names, *(program.alive[n] for n in tensor_names if n in program.alive)])
            )
            read = {source for pins in reads.values() for source in pins.values()}
            tensors = map(self.session.graph.get_tensor_by_name, fetched)
            # A tensor must not be fetched twice: TensorFlow identifies the handles of tensors by name.
            input_names = [name for name in self.input_recorder.fetched if name not in fetched]
            all_fetched = [*fetched, *input_names]
            step_fetches = self._fetches[key] = StepFetches(
                self._callable(all_fetched, timed),
                fetched,
                [all_fetched.index(name) for name in self.input_recorder.fetched],
                shown,
                post_step,
                reads,
                [v for v in (*program.variables, *program.shared) if v.read in read],
                {t.name: t.dtype.base_dtype.name for t in tensors if t.dtype.base_dtype.is_quantized},
            )
        return step_fetches

    def _callable(self, fetches: list[str], timed: bool = False, optimized: bool = False) -> Any:
        """Return a step as a function of the fed values.

        `optimized` is for steps that fetch nothing. If a step fetches all outputs of a page, no node can be left out,
        and the graph optimizer takes several times as long as the step.
        """
        if not fetches and not self.own.targets:
            return lambda *values, **_: []  # all blocks are in loops without an Exit
        # Session.make_callable is slow if there are feeds.
        targets = [*self.own.targets, *self.input_recorder.keeps]
        if self.own.cancel is not None and self.remote is None:
            targets += self.own.cancel.targets
        if self.held_back is not None:
            fetches, targets = (list(map(self.held_back.replacement, some)) for some in (fetches, targets))
        if self._calls.optimizes and not optimized and self.remote is None:
            targets.append(UNOPTIMIZED)
        options = config_pb2.CallableOptions(feed=list(self.own.feeds), fetch=fetches, target=targets)
        if timed:
            options.run_options.trace_level = config_pb2.RunOptions.FULL_TRACE
        if self._inline:  # runs in the calling thread: waking other threads would take most of the time of a small step
            options.run_options.inter_op_thread_pool = -1
        return taking(self.session, options)

    def _value(self, source: Any, found: dict[str, Any], quantized: dict[str, str]) -> Any:
        if isinstance(source, list):
            return [self._value(one, found, quantized) for one in source]
        if isinstance(source, DescribedResult):
            return source
        alive = self.own.alive.get(source)
        if alive is not None and found[alive] != 0:
            return None
        return as_array(found[source], quantized.get(source))

    def pause(self, values: Mapping[str, np.ndarray]) -> None:
        """Pause the latest step: show these values of the variables, which are those before it."""
        self._values_before_step = values

    def end_pause(self) -> None:
        """Show the values of the variables as they are."""
        self._values_before_step = None

    @contextlib.contextmanager
    def after_step(self) -> Iterator[None]:
        """Context manager in which a paused step shows the values after it."""
        before, self._values_before_step = self._values_before_step, None
        try:
            yield
        finally:
            self._values_before_step = before

    def expire_data(self) -> None:
        """Restart the data with the next step."""
        self.is_stale = True

    def resume_data(self) -> None:
        """Continue the data, which was restored, with the next step."""
        self.is_stale = False

    def variable_values(self, variables: list[Variable]) -> dict[str, np.ndarray]:
        """Return the values of those variables that have one, by block; before the latest step if it is paused.

        Arrays of resource variables share memory with TensorFlow, which copies them on write.
        """
        if self._values_before_step is not None:
            before, paused = self._values_before_step, [v for v in variables if v.block not in self.own.watched]
            found = {v.block: as_array(before[v.block], DTYPES[v.key[2]].label) for v in paused if v.block in before}
            return found | self._held([v for v in variables if v.block in self.own.watched])
        return self._held(variables)

    def _held(self, variables: list[Variable]) -> dict[str, np.ndarray]:
        if self._unwatched:
            variables = [v for v in variables if v.block not in self._unwatched]
        unsure = [v for v in variables if not v.init]
        if unsure:
            has = self._calls.read(tuple(v.is_initialized for v in unsure))
            missing = {v.block for v, yes in zip(unsure, has) if not yes}
            variables = [v for v in variables if v.block not in missing]
        if not variables:
            return {}
        arrays = self._calls.read(tuple(v.read for v in variables))
        apart = self.remote is not None  # values from a target are copies
        return {
            v.block: as_array(
                value if apart or v.key[1] and not self._buffers.anywhere else np.array(value), DTYPES[v.key[2]].label
            )
            for v, value in zip(variables, arrays)
        }

    def read_variables(self) -> VariableValues:
        """Return the values of all variables that steps need and that have one."""
        if self._moment is None:
            variables = [v for v in self.own.variables if v.block not in self.own.watched]
            unsure = [v for v in variables if not v.init]
            has = dict(zip(unsure, self._calls.read(tuple(v.is_initialized for v in unsure)))) if unsure else {}
            there = [v for v in variables if has.get(v, True)]
            tensors = {v: self.session.graph.get_tensor_by_name(v.read) for v in there}
            there.sort(key=lambda v: -tensors[v].dtype.size)  # large elements first, so that each array is aligned
            run = self._calls.apart([v.read for v in there], aside=True, within=0) if there else list
            copied = self._buffers.anywhere or any(not v.key.resource for v in there)
            moment = _VariableReader(run, tuple(v.block for v in there), copied, _packing([tensors[v] for v in there]))
            if len(there) < len(variables):
                return moment.read()
            self._moment = moment
        return self._moment.read()

    def waiting(self) -> list[WaitingBlock]:
        """Return what each blocked block has and needs."""
        if self._unset:
            return [
                {
                    "block": self._program.address_text(v.block),
                    "available": 0,
                    "required": 1,
                    "text": phrase("not initialised yet: wait for the chief, or initialise the variables in a run"),
                }
                for v in self._unset
            ]
        probes = self.own.probes
        if not probes:
            return []
        wanted = tuple(n for p in probes for n in (p.has, p.required) if isinstance(n, str))
        numbers = dict(zip(wanted, self._calls.read(wanted, self.own.feeds)))
        rows: list[WaitingBlock] = []
        waiting, callers = list[Probe](), dict[str, WaitingBlock]()
        for probe in probes:
            has = int(numbers[probe.has])
            needs = int(numbers[probe.required]) if isinstance(probe.required, str) else probe.required
            if text := waiting_text(has, needs, probe):
                self._blocked.add(probe.accumulator)
                waiting.append(probe)
                *calls, block = self._ways(probe)
                rows.append({"block": block, "available": has, "text": text})
                if needs is not None:
                    rows[-1]["required"] = needs
                if probe.spills:
                    rows[-1]["spills"] = self._program.address_text(probe.spills)
                for call in calls:
                    callers[call] = {"block": call, "text": phrase("for {}, inside it", spelled(block))}
        if self.remote is None:  # on a target, other tasks may supply what this step waits for
            blocked = [probe.block for probe in waiting]
            for probe, row in zip(waiting, rows, strict=True):
                accumulator = self._accumulators.get(probe.accumulator)
                step = accumulator.global_step if accumulator is not None else None
                row["text"] = with_reason(row["text"], probe, step, blocked, self._named)
        return [*rows, *callers.values()]

    def _ways(self, probe: Probe) -> list[str]:
        """Return the addresses, as texts, of the calls that lead to the block of a probe, and of the block."""
        program = self._program
        ways = [str(at.owner_on(program.page)) for node in probe.nodes for at in program.way(node)]
        return list(dict.fromkeys(ways)) or [program.address_text(probe.block)]

    def _named(self, block: str) -> str:
        """Return the name of a block for people."""
        return spelled(self._program.address_text(block))

    def finish(self) -> None:
        """Complete files that the run wrote."""
        for name in self.own.ends:
            self._calls.run_once(targets=[name], feeds={}, aside=True)

    def close(self) -> None:
        """Close the session, which cancels a blocked step; wait for ops that ignore cancellation."""
        self._closed.set()
        if self._runners is not None:
            self._runners.stop()
        if self.within is None:
            self.session.close()
        if self._runners is not None:
            self._runners.join()


def _packing(tensors: Sequence[tf.Tensor]) -> Packing | None:
    """Return how to pack the values of tensors; None unless they are known to be small."""
    dtypes = [np.dtype(tensor.dtype.base_dtype.as_numpy_dtype) for tensor in tensors]
    if not all(dtype.kind in "biufc" and tensor.shape.is_fully_defined() for dtype, tensor in zip(dtypes, tensors)):
        return None
    shapes = [tuple(tensor.shape.as_list()) for tensor in tensors]
    size = sum(math.prod(shape) * dtype.itemsize for shape, dtype in zip(shapes, dtypes))
    return Packing(dtypes, shapes) if 0 < size <= LARGE else None
