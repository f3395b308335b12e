"""Answer requests for results: whole results, slices, statistics, the next NaN, files, and calls of functions."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Container

import numpy as np

from blockloom.blocks.document.addresses import Address
from blockloom.blocks.text.phrases import file_error_reason, phrase
from blockloom.runtime.compile.program import Results
from blockloom.runtime.compile.taps import Tap
from blockloom.runtime.protocol import requests
from blockloom.runtime.protocol.events import Event, SaveProgressEvent
from blockloom.runtime.protocol.replies import (
    CallChosenReply,
    MonitorsReply,
    NonfiniteReply,
    SaveResultReply,
    SliceReply,
    TensorStatisticsReply,
    WholeResultsReply,
)
from blockloom.runtime.run import result_summaries, slices
from blockloom.runtime.run.monitor_recorder import MonitorRecorder
from blockloom.runtime.run.runner import Runner, by_id, merged

_KEPT = 1 << 30  # most bytes of results of the previous run that are kept for comparison
_TOLD_EVERY = 0.2  # seconds between two progress events


class ResultRequests:
    """Answers requests for the results of the shown step, or of the previous run up to a size.

    `runner` returns the runner of the open page; `cancelled` are the jobs to abandon.
    """

    def __init__(self, runner: Callable[[], Runner | None], tell: Callable[[Event], None], cancelled: Container[int]):
        self._runner, self._tell, self._cancelled = runner, tell, cancelled
        self.previous_results: Results = {}

    def latest(self) -> Results:
        """Return the results of the shown step."""
        runner = self._runner()
        return runner.latest() if runner is not None else {}

    def run_begins(self) -> None:
        """Keep the present results as those of the previous run."""
        latest = self.latest()
        if not latest:
            return  # the page was compiled after the last run, and keeps the results of that run
        arrays = itertools.chain.from_iterable(
            value if isinstance(value, list) else [value] for pins in latest.values() for value in pins.values()
        )
        small = sum(a.nbytes for a in arrays if isinstance(a, np.ndarray)) <= _KEPT
        self.previous_results = {at: dict(pins) for at, pins in latest.items()} if small else {}

    def forget(self) -> None:
        """Drop the results of the previous run, since another document is opened."""
        self.previous_results = {}

    def whole(self, request: requests.GetResultsRequest) -> WholeResultsReply:
        """Return all results of the shown step."""
        arrays: list[np.ndarray] = []
        runner = self._runner()
        assert runner is not None
        back = runner.looked_back
        shown = runner.results if back is None else back.results
        per_session = {name: result_summaries.whole(found, arrays) for name, found in shown.items()}
        of_calls = [result_summaries.whole(tap.whole(), arrays) for tap in runner.program.taps if back is None]
        if back is not None and back.kind == "paused":
            of_calls = [result_summaries.whole(tap.whole(tap.until), arrays) for tap in runner.program.taps]
        failed = back and back.failed_op and result_summaries.failed_op(back.failed_op, runner.program.page, arrays)
        step = runner.steps if back is None else back.step
        return WholeResultsReply(merged([*by_id(per_session), *of_calls]), per_session, step, arrays, failed)

    def choose_call(self, request: requests.ChooseCallRequest) -> CallChosenReply:
        """Show another call of a page that runs as a function, with its results."""
        for runner, tap in self._taps(request.page):
            tap.choose_call(request.call)
            return CallChosenReply(runner.summarise(tap.results()), {request.page: (tap.call, tap.shown_calls.count)})
        return CallChosenReply({}, {})

    def over_calls(self, request: requests.GetCallSeriesRequest) -> MonitorsReply:
        """Return the data of monitors over the recorded calls of a page."""
        recorder = MonitorRecorder(request.watches)
        blocks = {
            watch.address.owner._replace(page=request.page, path=tuple(request.path)) for watch in recorder.watches
        }
        for _, tap in self._taps(request.page):

            def alone(call: int | None, tap: Tap = tap) -> Results:
                return {at._replace(page="", path=()): pins for at, pins in tap.results(call, blocks).items()}

            for call in tap.shown_calls.values:
                recorder.record(call + 1, 0, alone(call))
            return MonitorsReply(recorder.take(alone(None)))
        return MonitorsReply()

    def _taps(self, page: str) -> list[tuple[Runner, Tap]]:
        runner = self._runner()
        return [(runner, tap) for tap in runner.program.taps if tap.page == page] if runner is not None else []

    def slice(self, request: requests.GetSliceRequest) -> SliceReply:
        """Return a slice of a result, or only dtype and shape if the previous run had another shape.

        Raises:
            IndexError: the slice is outside the result.
        """
        value = self._find(request.output, request.previous_run)
        if value is None:
            return SliceReply()
        try:
            return slices.cut(value, request.index)
        except IndexError:
            if not request.previous_run:
                raise
            return SliceReply(str(value.dtype), value.shape)

    def statistics(self, request: requests.GetStatisticsRequest) -> TensorStatisticsReply:
        """Return statistics of a tensor."""
        value = self._find(request.output, request.previous_run)
        return TensorStatisticsReply() if value is None else slices.statistics(value)

    def next_nonfinite(self, request: requests.FindNonFiniteRequest) -> NonfiniteReply:
        """Return the index of the next NaN or infinity."""
        value = self._find(request.output)
        return NonfiniteReply(None if value is None else slices.next_nonfinite(value, request.after_index))

    def save(self, request: requests.SaveResultRequest) -> SaveResultReply:
        """Write a result to a file, unless its job is cancelled meanwhile."""
        value = self._find(request.output)
        if value is None:
            return SaveResultReply(False, phrase("this result no longer exists"))
        last = 0.0

        def told(done: float) -> None:
            nonlocal last
            if request.job in self._cancelled:
                raise slices.SaveCancelled
            if time.monotonic() - last > _TOLD_EVERY:
                last = time.monotonic()
                self._tell(SaveProgressEvent(request.job, done))

        try:
            slices.save(value, request.path, told)
        except slices.SaveCancelled:
            return SaveResultReply(False)
        except (OSError, ValueError, MemoryError) as error:
            return SaveResultReply(False, file_error_reason(error, as_is=True))
        return SaveResultReply(True)

    def _find(self, output: Address, before: bool = False) -> np.ndarray | None:
        return slices.find(self.previous_results if before else self.latest(), output)
