"""What the window shows of steps, as it told the worker: what monitors record, and the blocks that can be looked at."""

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
    """Knows it for runs that begin, and tells the one under way (`run()`) of changes. `latest()` are the results of
    the step that is shown.
    """

    def __init__(self, run: Callable[[], RunThread | None], latest: Callable[[], Results]):
        self._run, self._latest = run, latest
        self._watches: Sequence[Watch] = ()
        self.looked: Wanted | None = None  # see requests.SetLooked
        self.opened: Wanted = frozenset()
        self._always = False

    def forget(self) -> None:
        """Another document is opened."""
        self._watches, self.looked, self._always = (), None, False

    def recorder(self) -> MonitorRecorder | None:
        """What records for the monitors that there are."""
        return MonitorRecorder(self._watches) if self._watches else None

    def follows(self, mode: RunMode) -> bool:
        """Whether a run of this mode fetches no more than can be looked at."""
        return self._always or not mode.single

    def watch(self, asked: requests.SetWatchesRequest) -> MonitorsReply:
        """Take over what monitors show. Between runs the answer has what they show now."""
        self._watches = asked.watches
        recorder, run = self.recorder(), self._run()
        if run is not None:
            if run.show is not None:
                run.recorder = recorder
        elif recorder is not None and (found := self._latest()):
            return MonitorsReply(recorder.take(found))
        return MonitorsReply()

    def look(self, asked: requests.SetVisibleResultsRequest) -> DoneReply:
        """Take over what can be looked at."""
        self.looked, self._always = None if asked.blocks is None else frozenset(asked.blocks), asked.always
        self.opened = frozenset(asked.opened)
        run = self._run()
        if run is not None and run.show is not None:
            run.opened = self.opened
            if self.follows(run.mode):
                run.looked = self.looked
        return DoneReply()

    def with_monitors(self, found: ShowPastStepReply) -> ShowPastStepReply:
        """A step of before, with what monitors show of it."""
        recorder = self.recorder()
        if found.refusal or recorder is None:
            return found
        return replace(found, shown=replace(found.shown, monitors=recorder.take(self._latest())))
