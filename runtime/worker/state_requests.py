"""What the worker answers to requests about the state of the open page: files of values and histories, what was
trained, and the step at which it is paused.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from blockloom.blocks.files.documents import FileError
from blockloom.blocks.text.phrases import phrase
from blockloom.runtime.model_files import values
from blockloom.runtime.protocol import requests
from blockloom.runtime.protocol.replies import GivenUp, HistoryOpened, Restored, Stored, Trained
from blockloom.runtime.replay import history
from blockloom.runtime.replay.looking import Looking
from blockloom.runtime.run import snapshots, trained
from blockloom.runtime.run.past import Origin
from blockloom.runtime.run.runner import Runner


class StateRequests:
    """`runner` gives that of the open page, or raises where none can be asked now; `origin` says which page that is,
    and `save` writes what its variables hold for a worker that follows.
    """

    def __init__(
        self,
        runner: Callable[[], Runner],
        looking: Looking,
        origin: Callable[[], Origin],
        save: Callable[[], None],
    ):
        self._runner, self._looking, self._origin, self._save = runner, looking, origin, save

    def give_up(self, asked: requests.GiveUp) -> GivenUp:
        """Give up the step at which the run is paused."""
        runner = self._runner()
        given_up = self._looking.give_up()
        runner.snapshot(snapshots.MOST_BYTES)
        self._save()
        return given_up

    def restore(self, asked: requests.Restore) -> Restored:
        """Give variables the values in a file."""
        runner = self._runner()
        self._looking.leave()
        restored = values.restore(runner, Path(asked.path), asked.variable_map)
        self._save()
        return restored

    def store(self, asked: requests.Store) -> Stored:
        """Write what variables hold."""
        return values.store(self._runner(), Path(asked.path))

    def keep_trained(self, asked: requests.KeepTrained) -> Trained:
        """What variables hold, as weights of the document."""
        return trained.keep(self._runner())

    def write_history(self, asked: requests.WriteHistory) -> Stored:
        """Write what is kept of the steps of before."""
        try:
            runner = self._runner()
            history.write_history(asked.path, runner.past, self._origin(), runner.failure)
        except FileError as error:
            return Stored(refused=str(error))
        return Stored()

    def open_history(self, asked: requests.OpenHistory) -> HistoryOpened:
        """Take over the steps of before that a file has."""
        runner, origin = self._runner(), self._origin()
        try:
            found = history.load_history(asked.path)
            if found.origin is None or found.origin.page != origin.page:
                raise history.HistoryError(phrase("{}: it is the history of another page", asked.path))
            history.check_fits(found, runner.program)
        except history.HistoryError as error:
            return HistoryOpened(refused=str(error))
        found.budget, found.share = max(runner.past.budget, found.size), runner.past.share
        runner.past = found
        return HistoryOpened(found.segments[-1].last, found.origin != origin, half=found.failure is not None)
