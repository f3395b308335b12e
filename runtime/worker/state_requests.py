"""Requests about the state of the open page: values of variables, recordings, and the paused step."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from blockloom.blocks.files.documents import FileError
from blockloom.blocks.text.phrases import phrase
from blockloom.runtime.model_files import value_files
from blockloom.runtime.protocol import requests
from blockloom.runtime.protocol.replies import (
    HistoryOpenedReply,
    RestoreVariablesReply,
    RollBackStepReply,
    SaveVariablesReply,
    TrainedValuesReply,
)
from blockloom.runtime.replay import history_file
from blockloom.runtime.replay.step_inspection import StepInspectionRequests
from blockloom.runtime.run import snapshots, trained_values
from blockloom.runtime.run.run_history import HistoryOrigin
from blockloom.runtime.run.runner import Runner


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

    def give_up(self, asked: requests.RollBackStepRequest) -> RollBackStepReply:
        """Roll back the paused step."""
        runner = self._runner()
        reply = self._looking.give_up()
        runner.snapshot(snapshots.MOST_BYTES)
        self._save()
        return reply

    def restore(self, asked: requests.RestoreVariablesRequest) -> RestoreVariablesReply:
        """Assign the values in a file to variables."""
        runner = self._runner()
        self._looking.leave()
        restored = value_files.restore(runner, Path(asked.path), asked.variable_map)
        self._save()
        return restored

    def store(self, asked: requests.SaveVariablesRequest) -> SaveVariablesReply:
        """Write the values of variables to a file."""
        return value_files.store(self._runner(), Path(asked.path))

    def keep_trained(self, asked: requests.GetTrainedValuesRequest) -> TrainedValuesReply:
        """Return the values of variables as weights of the document."""
        return trained_values.keep(self._runner())

    def write_history(self, asked: requests.WriteHistoryRequest) -> SaveVariablesReply:
        """Write the recording to a file."""
        try:
            runner = self._runner()
            history_file.write_history(asked.path, runner.past, self._origin(), runner.failure)
        except FileError as error:
            return SaveVariablesReply(refusal=str(error))
        return SaveVariablesReply()

    def open_history(self, asked: requests.OpenHistoryRequest) -> HistoryOpenedReply:
        """Replace the recording with that of a file."""
        runner, origin = self._runner(), self._origin()
        try:
            history = history_file.load_history(asked.path)
            if history.origin is None or history.origin.page != origin.page:
                raise history_file.HistoryError(phrase("{}: the history is of another page", asked.path))
            history_file.check_fits(history, runner.program)
        except history_file.HistoryError as error:
            return HistoryOpenedReply(refusal=str(error))
        history.budget, history.share = max(runner.past.budget, history.size), runner.past.share
        runner.past = history
        return HistoryOpenedReply(
            history.segments[-1].last_step, history.origin != origin, step_failed=history.failure is not None
        )
