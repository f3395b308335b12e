"""Requests about the state of the open page: values of variables, recordings, and the paused step."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import tensorflow as tf
from msgspec.structs import replace

from blockloom.blocks.document.literal_cache import Value
from blockloom.blocks.files.documents import FileError
from blockloom.blocks.operations.array_files import array_text
from blockloom.blocks.plan.planned_variables import origin_of
from blockloom.blocks.results.monitors import Watch
from blockloom.blocks.results.run_modes import RunMode
from blockloom.blocks.text.phrases import phrase
from blockloom.blocks.weights import document_weights
from blockloom.blocks.weights.document_weights import WeightsError
from blockloom.runtime.compile.program import HOLDER, Results
from blockloom.runtime.model_files import value_files
from blockloom.runtime.protocol import requests
from blockloom.runtime.protocol.replies import (
    DoneReply,
    HistoryOpenedReply,
    MonitorsReply,
    RestoreVariablesReply,
    RollBackStepReply,
    SaveVariablesReply,
    ShowPastStepReply,
    TrainedValuesReply,
)
from blockloom.runtime.replay import history_file
from blockloom.runtime.replay.step_inspection import StepInspectionRequests
from blockloom.runtime.run import variable_state
from blockloom.runtime.run.monitor_recorder import MonitorRecorder
from blockloom.runtime.run.run_history import HistoryOrigin
from blockloom.runtime.run.run_thread import RunThread
from blockloom.runtime.run.runner import Runner
from blockloom.runtime.run.step_fetches import Fetches


class StateRequests:
    """Handlers of these requests.

    Args:
        runner: returns the runner of the open page, or raises if it is busy or missing.
        origin: returns the identity of the page for recordings.
        save: writes the values of variables for the next worker.
    """

    def __init__(
        self,
        runner: Callable[[], Runner],
        looking: StepInspectionRequests,
        origin: Callable[[], HistoryOrigin],
        save: Callable[[], None],
    ):
        self._runner, self._looking, self._origin, self._save = runner, looking, origin, save

    def give_up(self, request: requests.RollBackStepRequest) -> RollBackStepReply:
        """Roll back the paused step."""
        runner = self._runner()
        reply = self._looking.give_up()
        runner.snapshot(variable_state.MOST_BYTES)
        self._save()
        return reply

    def restore(self, request: requests.RestoreVariablesRequest) -> RestoreVariablesReply:
        """Assign the values in a file to variables."""
        runner = self._runner()
        self._looking.leave()
        restored = value_files.restore(runner, Path(request.path), request.map_variables)
        self._save()
        return restored

    def store(self, request: requests.SaveVariablesRequest) -> SaveVariablesReply:
        """Write the values of variables to a file."""
        return value_files.store(self._runner(), Path(request.path))

    def keep_trained(self, request: requests.GetTrainedValuesRequest) -> TrainedValuesReply:
        """Return the values of variables as weights of the document."""
        return keep(self._runner())

    def write_history(self, request: requests.WriteHistoryRequest) -> SaveVariablesReply:
        """Write the recording to a file."""
        try:
            runner = self._runner()
            history_file.write_history(request.path, runner.past, self._origin(), runner.failure)
        except FileError as error:
            return SaveVariablesReply(refusal=str(error))
        return SaveVariablesReply()

    def open_history(self, request: requests.OpenHistoryRequest) -> HistoryOpenedReply:
        """Replace the recording with that of a file."""
        runner, origin = self._runner(), self._origin()
        try:
            history = history_file.load_history(request.path)
            if history.origin is None or history.origin.page != origin.page:
                raise history_file.HistoryError(phrase("{}: the history is of another page", request.path))
            history_file.check_fits(history, runner.program)
        except history_file.HistoryError as error:
            return HistoryOpenedReply(refusal=str(error))
        runner.replace_history(history)
        return HistoryOpenedReply(
            history.segments[-1].last_step, history.origin != origin, step_failed=history.failure is not None
        )


class MonitorRequests:
    """State of the window's requests, for the next run and the current one.

    Args:
        run: returns the current run, None if there is none.
        latest: returns the results of the displayed step.
    """

    def __init__(self, run: Callable[[], RunThread | None], latest: Callable[[], Results]):
        self._run, self._latest = run, latest
        self._watches: Sequence[Watch] = ()
        self.visible_blocks: Fetches | None = None  # see `SetVisibleResultsRequest`
        self.side_outputs: Fetches = frozenset()
        self._always = False

    def forget(self) -> None:
        """Reset the state for another document."""
        self._watches, self.visible_blocks, self._always = (), None, False

    def recorder(self) -> MonitorRecorder | None:
        """Return a recorder for the current monitors, None if there are none."""
        return MonitorRecorder(self._watches) if self._watches else None

    def follows(self, mode: RunMode) -> bool:
        """Return whether a run in this mode fetches only visible results."""
        return self._always or not mode.single

    def watch(self, request: requests.SetWatchesRequest) -> MonitorsReply:
        """Set the values that monitors show; between runs, return their current values."""
        self._watches = request.watches
        recorder, run = self.recorder(), self._run()
        if run is not None:
            if run.show is not None:
                run.recorder = recorder
        elif recorder is not None and (found := self._latest()):
            return MonitorsReply(recorder.take(found))
        return MonitorsReply()

    def look(self, request: requests.SetVisibleResultsRequest) -> DoneReply:
        """Set the blocks whose results are visible."""
        self.visible_blocks = None if request.visible_blocks is None else frozenset(request.visible_blocks)
        self._always = request.always
        self.side_outputs = frozenset(request.side_outputs)
        run = self._run()
        if run is not None and run.show is not None:
            run.side_outputs = self.side_outputs
            if self.follows(run.mode):
                run.visible_blocks = self.visible_blocks
        return DoneReply()

    def with_monitors(self, found: ShowPastStepReply) -> ShowPastStepReply:
        """Add the values of monitors to a replayed step."""
        recorder = self.recorder()
        if found.refusal or recorder is None:
            return found
        return replace(found, shown=replace(found.shown, monitors=recorder.take(self._latest())))


def keep(runner: Runner) -> TrainedValuesReply:
    """Write the values of variables that differ from their initial values to a file in the state folder.

    From then on these values count as the initial ones.
    """
    try:
        held = {v: array for v, array in runner.values_by_variable().items() if v.init and HOLDER.fullmatch(v.block)}
    except tf.errors.OpError as error:
        return TrainedValuesReply(refusal=error.message)
    if not held:
        return TrainedValuesReply(refusal=phrase("no variable with an initial value has a value: run the page first"))
    values, arrays, begun = {}, {}, []
    for variable, array in held.items():  # variables of blocks, without slots of optimizers
        given = variable.fed_value.value if variable.fed_value is not None else None
        if array.dtype == object or given is not None and _same(np.asarray(given.array), array):
            continue
        text = array_text(array) if given is None else None
        value = Value(array, variable.key[2])
        if text is None:
            name = given.key if given is not None else _holder(variable.block).strip("/")
            value = value._replace(key=document_weights.edited_key(name, array))
            text, arrays[value.key] = document_weights.value_of(value.key), array
        values[runner.program.address_text(variable.block)] = text
        begun.append((variable, origin_of(value)))
    try:
        sha256 = document_weights.write_state_file(arrays) if arrays else ""
    except WeightsError as error:
        return TrainedValuesReply(refusal=str(error))
    for variable, origin in begun:
        runner.begins_with(variable, origin)
    return TrainedValuesReply(values, sha256)


def _holder(block: str) -> str:
    match = HOLDER.match(block)
    return match[0] if match else block


def _same(one: np.ndarray, other: np.ndarray) -> bool:
    return one.shape == other.shape and np.array_equal(one, other, equal_nan=one.dtype.kind in "fc")
