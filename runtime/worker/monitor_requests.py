"""Requests about what the window shows of steps: values of monitors and visible results."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from blockloom.blocks.results.monitors import Watch
from blockloom.blocks.results.run_modes import RunMode
from blockloom.runtime.compile.program import Results
from blockloom.runtime.protocol import requests
from blockloom.runtime.protocol.replies import DoneReply, MonitorsReply, ShowPastStepReply
from blockloom.runtime.run.monitor_recorder import MonitorRecorder
from blockloom.runtime.run.run_thread import RunThread
from blockloom.runtime.run.step_fetches import Wanted


class MonitorRequests:
    """State of the window's requests, for the next run and the current one.

    Args:
        run: returns the current run, None if there is none.
        latest: returns the results of the displayed step.
    """

    def __init__(self, run: Callable[[], RunThread | None], latest: Callable[[], Results]):
        self._run, self._latest = run, latest
        self._watches: Sequence[Watch] = ()
        self.visible: Wanted | None = None  # see SetVisibleResultsRequest
        self.extra_outputs: Wanted = frozenset()
        self._always = False

    def forget(self) -> None:
        """Reset the state for another document."""
        self._watches, self.visible, self._always = (), None, False

    def recorder(self) -> MonitorRecorder | None:
        """Return a recorder for the current monitors, None if there are none."""
        return MonitorRecorder(self._watches) if self._watches else None

    def follows(self, mode: RunMode) -> bool:
        """Return whether a run in this mode fetches only visible results."""
        return self._always or not mode.single

    def watch(self, asked: requests.SetWatchesRequest) -> MonitorsReply:
        """Set the values that monitors show; between runs, return their current values."""
        self._watches = asked.watches
        recorder, run = self.recorder(), self._run()
        if run is not None:
            if run.show is not None:
                run.recorder = recorder
        elif recorder is not None and (found := self._latest()):
            return MonitorsReply(recorder.take(found))
        return MonitorsReply()

    def look(self, asked: requests.SetVisibleResultsRequest) -> DoneReply:
        """Set the blocks whose results are visible."""
        self.visible, self._always = None if asked.blocks is None else frozenset(asked.blocks), asked.always
        self.extra_outputs = frozenset(asked.extra_outputs)
        run = self._run()
        if run is not None and run.show is not None:
            run.extra_outputs = self.extra_outputs
            if self.follows(run.mode):
                run.visible = self.visible
        return DoneReply()

    def with_monitors(self, found: ShowPastStepReply) -> ShowPastStepReply:
        """Add the values of monitors to a replayed step."""
        recorder = self.recorder()
        if found.refusal or recorder is None:
            return found
        return replace(found, shown=replace(found.shown, monitors=recorder.take(self._latest())))
