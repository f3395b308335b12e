"""What the worker answers to requests about the state of the open page: files of values and histories, what was
trained, and the step at which it is paused.
"""

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
    """`runner` gives that of the open page, or raises where none can be asked now; `origin` says which page that is,
    and `save` writes what its variables hold for a worker that follows.
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
        """Give up the step at which the run is paused."""
        runner = self._runner()
        given_up = self._looking.give_up()
        runner.snapshot(snapshots.MOST_BYTES)
        self._save()
        return given_up

    def restore(self, asked: requests.RestoreVariablesRequest) -> RestoreVariablesReply:
        """Give variables the values in a file."""
        runner = self._runner()
        self._looking.leave()
        restored = value_files.restore(runner, Path(asked.path), asked.variable_map)
        self._save()
        return restored

    def store(self, asked: requests.SaveVariablesRequest) -> SaveVariablesReply:
        """Write what variables hold."""
        return value_files.store(self._runner(), Path(asked.path))

    def keep_trained(self, asked: requests.GetTrainedValuesRequest) -> TrainedValuesReply:
        """What variables hold, as weights of the document."""
        return trained_values.keep(self._runner())

    def write_history(self, asked: requests.WriteHistoryRequest) -> SaveVariablesReply:
        """Write what is kept of the steps of before."""
        try:
            runner = self._runner()
            history_file.write_history(asked.path, runner.past, self._origin(), runner.failure)
        except FileError as error:
            return SaveVariablesReply(refusal=str(error))
        return SaveVariablesReply()

    def open_history(self, asked: requests.OpenHistoryRequest) -> HistoryOpenedReply:
        """Take over the steps of before that a file has."""
        runner, origin = self._runner(), self._origin()
        try:
            found = history_file.load_history(asked.path)
            if found.origin is None or found.origin.page != origin.page:
                raise history_file.HistoryError(phrase("{}: it is the history of another page", asked.path))
            history_file.check_fits(found, runner.program)
        except history_file.HistoryError as error:
            return HistoryOpenedReply(refusal=str(error))
        found.budget, found.share = max(runner.past.budget, found.size), runner.past.share
        runner.past = found
        return HistoryOpenedReply(
            found.segments[-1].last, found.origin != origin, step_failed=found.failure is not None
        )
