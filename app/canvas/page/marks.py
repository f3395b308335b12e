"""Results, waiting and problems of blocks in the short form for blocks, and numbers that colour them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import Struct

from blockloom.app.canvas.scene.scene import Scene
from blockloom.app.canvas.scene.translation import in_language, tr, translated
from blockloom.blocks.document.pages import split_index
from blockloom.blocks.layout.collapsed_frames import around
from blockloom.blocks.problems import ERROR, WARNING, Problem
from blockloom.blocks.results.monitors import Watch
from blockloom.blocks.values.dtypes import dtype_text
from blockloom.runtime.run.monitor_traces import Traces

STATES = (
    ERROR,
    "waiting",
    WARNING,
    "paused",
    "overridden",
    "running",
    "pin_stale",
    "pinned",
    "stale",
)  # states, the most urgent first
CALM = ("", "pin_stale", "pinned", "stale")  # states that are less urgent than a non-finite output


def short(summary: Any) -> str:
    """Return a line for a summary of runtime/run/result_summaries.py: its text, or the reason for no value."""
    if summary is None:
        return tr("no value")
    if "list" in summary:
        return f"{len(summary['list'])}: " + ", ".join(map(short, summary["list"][:4]))
    if "text" in summary:
        return str(summary["text"])
    return translated(summary.get("about") or dtype_text(summary.get("dtype", "")))


def described(summary: Any) -> str:
    """Return the line of a summary with dtype and shape, for a tooltip."""
    if summary and "shape" in summary:
        shape = ", ".join(map(str, summary["shape"]))
        return f"{dtype_text(summary.get('dtype', ''))} [{shape}]  {short(summary)}"
    return short(summary)


def not_finite(summary: Any) -> int | None:
    """Return the first shown step in which an output or a list element is non-finite; None if finite."""
    found = [one["not_finite"] for one in ((summary or {}).get("list") or [summary]) if one and "not_finite" in one]
    return min(found, default=None)


def type_chip(summary: Any, types: Any, dtype: str) -> tuple[str, str]:
    """Return dtype and shape of an output as `float [2, 3]`, and in the short form `[2, 3]`.

    They are those of a run's summary, else of the type before a run (see `typed`), else the dtype alone.
    """
    if summary and "list" in summary or types and isinstance(types[0], (list, tuple)):
        return (f"\N{MULTIPLICATION SIGN} {len(summary['list'] if summary else types)}",) * 2
    if summary and "shape" in summary:
        dtype, shape = summary.get("dtype", ""), summary["shape"]
    else:
        dtype, shape = (types[0] or dtype, types[1]) if types else (dtype, None)
    name = dtype_text(dtype).removeprefix("DT_").lower() if dtype else ""
    if not shape:
        return (name,) * 2
    sizes = f"[{', '.join('?' if d is None else str(d) for d in shape)}]"
    return f"{name} {sizes}".strip(), sizes


def reason_text(block: str, marks: Marks) -> str:
    """Return the text that a block's results strip shows instead of a value; "" if there is none.

    The text is the reason for waiting, the first error, or that the block does not run.
    """
    if block in marks.waiting:
        return marks.waiting[block]
    errors = [p for p in marks.problems.get(block, ()) if p.severity == ERROR]
    if not errors:
        return tr("not run") if block in marks.idle and not marks.results_of(block) else ""
    (first,) = in_language(errors[:1])
    message, pin = str(first.message), first.pin
    if not pin:
        return message
    # Whether the message begins with its pin.
    begins = message.startswith(pin) and not message[len(pin) :][:1].isalnum()
    return message if begins else f"{pin}: {message}"


def typed(types: Any) -> str:
    """Return the type of an output before a run: `DT_FLOAT [2, ?]`."""
    if types and isinstance(types[0], (list, tuple)):
        return f"{len(types)}: " + ", ".join(map(typed, types[:4])) + (", …" if len(types) > 4 else "")
    dtype, shape = types[:2] if types else (None, None)
    dtype = dtype_text(dtype) if dtype else tr("unknown dtype")
    if shape is None:
        return tr("{0}, unknown shape").format(dtype)
    return f"{dtype} [{', '.join('?' if d is None else str(d) for d in shape)}]"


class Marks:
    """Results, types, states, texts and problems that blocks show, by block id.

    Setters return the blocks that look different.
    """

    def __init__(self) -> None:
        self.results: Mapping[str, Mapping[str, Any]] = {}
        self.step = 0  # step of the results, 0 if unknown
        self.older = ""  # why the results are not of the latest step, if that did not finish
        self.unreached: frozenset[str] = frozenset()  # blocks that a failed step did not reach
        self.took: Mapping[str, Mapping[str, str]] = {}  # block that failed in the step -> its inputs, as texts
        self.waiting: Mapping[str, str] = {}
        self.running: frozenset[str] = frozenset()
        self.stale: frozenset[str] = frozenset()  # blocks whose results are older than the page
        self.numbers: dict[str, BlockNumbers] = {}  # kind -> numbers, see `shown_numbers`
        self.problems: dict[str, list[Problem]] = {}
        self.types: Mapping[str, Mapping[str, Any]] = {}  # block -> output -> its type, or a list of types
        self._states: dict[str, str] | None = None  # cache of `states`; None if out of date
        self._bad: list[str] | None = None  # cache of `not_finite_blocks`
        self.traces = Traces()  # what monitors show
        self.watching: dict[str, list[Watch]] = {}  # monitor -> watches that it shows
        self.dtypes: dict[str, Mapping[str, str]] = {}  # block -> its attrs that are dtypes, as inferred
        self.reference: frozenset[str] = frozenset()  # blocks that run by the CPU reference
        self.tinted = False  # whether wires are coloured by the size of their gradients
        self.summed = False  # whether the gradients are sums over the calls of the page
        self.pinned: Mapping[str, Mapping[str, str]] = {}  # block -> pinned output -> its description
        self.pin_stale: frozenset[str] = frozenset()  # pinned blocks whose value is older than the page
        self.idle: frozenset[str] = frozenset()  # blocks that do not run because their outputs are pinned
        self.way: frozenset[str] | None = None  # blocks that are not dimmed; None for all
        self.paused = ""  # the block at which a run is paused
        self.ahead: frozenset[str] = frozenset()  # blocks that run after it
        self.pauses: Mapping[str, str] = {}  # block with a breakpoint in this instance only -> its kind
        self.overridden: frozenset[str] = frozenset()  # blocks with an overridden value, or one computed from it
        self.left_out: set[str] = set()  # blocks that are not part of the page, for example muted ones

    @property
    def shown_numbers(self) -> BlockNumbers | None:
        """The numbers that blocks show as colours; None if there are none."""
        return next((self.numbers[kind] for kind in KINDS if kind in self.numbers), None)

    def set_results(self, results: Mapping[str, Mapping[str, Any]] | None) -> set[str]:
        """Set results; None clears. Return the blocks that look different."""
        old, self.results, self._states, self._bad = self.results, results or {}, None, None
        return {b for b in old.keys() | self.results.keys() if old.get(b) != self.results.get(b)}

    def set_types(self, types: Mapping[str, Mapping[str, Any]]) -> set[str]:
        """Set the types of outputs. Return the blocks that look different."""
        old, self.types = self.types, dict(types)  # a copy, because the caller changes its mapping
        return {b for b in old.keys() | self.types.keys() if old.get(b) != self.types.get(b)}

    def set_older(self, why: str) -> set[str]:
        """Set why results are of an earlier step, "" for the latest. Return the blocks that look different."""
        old, self.older = self.older, why
        return set(self.results) if old != why else set()

    def results_of(self, block: str) -> Mapping[str, Any]:
        """Return the results of a block's outputs in the last run; {} for a block that is now left out."""
        return self.results.get(block, {}) if block not in self.left_out else {}

    def set_waiting(self, waiting: Mapping[str, str]) -> set[str]:
        """Set what blocks wait for. Return the blocks that look different."""
        old, self.waiting, self._states = self.waiting, dict(waiting), None
        return {b for b in old.keys() | self.waiting.keys() if old.get(b) != self.waiting.get(b)}

    def set_reference(self, blocks: Iterable[str]) -> set[str]:
        """Set the blocks that the CPU reference runs. Return the blocks that look different."""
        old, self.reference = self.reference, frozenset(blocks)
        return set(old ^ self.reference)

    def set_failed(self, unreached: Iterable[str], took: Mapping[str, Mapping[str, str]]) -> set[str]:
        """Set the blocks that a failed step did not reach, and the inputs of the failed block.

        Returns:
            The blocks that look different.
        """
        old, self.unreached, before, self.took = self.unreached, frozenset(unreached), self.took, took
        return {*(old ^ self.unreached), *(before.keys() | took.keys() if before != took else ())}

    def set_running(self, blocks: Iterable[str]) -> set[str]:
        """Set the sessions that run. Return the blocks that look different."""
        old, self.running, self._states = self.running, frozenset(blocks), None
        return set(old ^ self.running)

    def set_pinned(
        self, pinned: Mapping[str, Mapping[str, str]], stale: Iterable[str], idle: Iterable[str]
    ) -> set[str]:
        """Set pinned outputs, and blocks that do not run. Return the blocks that look different."""
        old, self.pinned, self.pin_stale = self.pinned, pinned, frozenset(stale)
        was, self.idle, self._states = self.idle, frozenset(idle), None
        return {b for b in old.keys() | pinned.keys() if old.get(b) != pinned.get(b)} | (was ^ self.idle)

    def set_paused(self, block: str, ahead: Iterable[str], tried: Iterable[str]) -> set[str]:
        """Set where a run is paused, "" for nowhere. Return the blocks that look different."""
        was, ahead_was, tried_was = self.paused, self.ahead, self.overridden
        self.paused, self.ahead, self.overridden, self._states = block, frozenset(ahead), frozenset(tried), None
        return {*(ahead_was ^ self.ahead), *(tried_was ^ self.overridden), *({was} ^ {block})} - {""}

    def set_pauses(self, pauses: Mapping[str, str]) -> set[str]:
        """Set the blocks with a breakpoint in the shown instance only.

        Returns:
            The blocks that look different.
        """
        old, self.pauses = self.pauses, pauses
        return {b for b in old.keys() | pauses.keys() if old.get(b) != pauses.get(b)}

    def dims(self, block: str) -> bool:
        """Return whether a block is dimmed.

        A block is dimmed if it is not part of the page, does not run, runs later, or is not on a shown path.
        """
        beside = self.way is not None and block not in self.way
        return beside or block in self.left_out or block in self.idle or block in self.ahead

    def set_stale(self, blocks: Iterable[str]) -> set[str]:
        """Set the blocks whose results are out of date. Return the blocks that look different."""
        old, self.stale, self._states = self.stale, frozenset(blocks), None
        return {b for b in old ^ self.stale if b in self.results}

    def state(self, block: str) -> str:
        """Return the first of STATES that a block has, "" if none."""
        now = (
            self.severity(block),
            "waiting" if block in self.waiting else "",
            "paused" if block == self.paused else "",
            "overridden" if block in self.overridden else "",
            "running" if block in self.running else "",
            "pin_stale" if block in self.pin_stale else "pinned" if block in self.pinned else "",
            "stale" if self.outdated(block) else "",
        )
        return next((state for state in STATES if state in now), "")

    def outline(self, block: str) -> str:
        """Return the name of the colour of a block's outline: the most urgent state, or not_finite; "" if none."""
        state = self.state(block)
        return "not_finite" if state in CALM and self.not_finite(block) else state

    def states(self) -> dict[str, str]:
        """Return the blocks with a state, the most urgent ones last."""
        if self._states is None:
            names = {
                *self.problems,
                *self.waiting,
                *self.running,
                *self.pinned,
                *self.overridden,
                *(self.stale & self.results.keys()),
            }
            names |= {self.paused} - {""}
            found = [(name, state) for name in names if (state := self.state(name))]
            self._states = dict(sorted(found, key=lambda item: -STATES.index(item[1])))
        return self._states

    def not_finite(self, block: str, pin: str = "") -> str:
        """Return an output of a block that is non-finite in the shown results, "" if there is none.

        `pin` restricts the search to one output; "" returns the first.
        """
        results = self.results_of(block)
        return next((name for name in ([pin] if pin else results) if not_finite(results.get(name)) is not None), "")

    def not_finite_blocks(self) -> list[str]:
        """Return the blocks with an output that is non-finite in the shown results."""
        if self._bad is None:
            self._bad = [b for b, pins in self.results.items() if any(not_finite(p) is not None for p in pins.values())]
        return [block for block in self._bad if block not in self.left_out]

    def fresh(self, block: str, pin: str) -> bool:
        """Return whether an output's value is of the latest step and of the page in its present state."""
        found = self.results_of(block).get(pin)
        return found is not None and "about" not in found and not self.older and not self.outdated(block)

    def outdated(self, block: str) -> bool:
        """Return whether a block's results are older than the page."""
        return block in self.stale and block in self.results and block not in self.left_out

    def set_problems(self, problems: dict[str, list[Problem]]) -> set[str]:
        """Set the problems by block. Return the blocks that look different."""
        old, self.problems, self._states = self.problems, problems, None
        return {b for b in old.keys() | self.problems.keys() if old.get(b) != self.problems.get(b)}

    def type_of(self, block: str, pin: str) -> Any:
        """Return the type of an output before a run (see `typed`); None if unknown."""
        stem, element = split_index(pin)
        known = self.types.get(block, {}).get(stem if element is not None else pin)
        if known and element is not None:
            known = known[element] if element < len(known) and isinstance(known[0], list | tuple) else None
        return known or None

    def shape_of(self, block: str, pin: str) -> list[int | None] | None:
        """Return the shape of an output before a run, with None for unknown sizes or an unknown rank."""
        known = self.type_of(block, pin)
        return known[1] if known else None

    def monitor_text(self, watch: Watch, nothing: str = "") -> str:
        """Return the text that a monitor shows for a number, or the reason for none; `nothing` at first."""
        return translated(self.traces.texts.get(watch, nothing))

    def severity(self, block: str, pin: str | None = None) -> str:
        """Return the worst severity on a block, or on one of its pins; "" if there is none."""
        found = [p.severity for p in self.problems.get(block, ()) if pin is None or (p.block, p.pin) == (block, pin)]
        return ERROR if ERROR in found else found[0] if found else ""

    def messages(self, block: str, pin: str | None = None) -> list[str]:
        """Return the texts shown on hover: message and remedy of each problem, and its address if inside."""
        mine = [p for p in self.problems.get(block, ()) if pin is None or (p.block, p.pin) == (block, pin)]
        return [
            ("" if p.block == block else f"{p.place_text}: ") + f"{p.message}. {p.remedy}".rstrip(". ") + "."
            for p in in_language(mine)
        ]


DIFFERENCES, FILE, COST, TIMES = "differences", "file", "cost", "times"
KINDS = (DIFFERENCES, FILE, COST, TIMES)  # a canvas shows the first of these that it has


class BlockNumbers(Struct, frozen=True):
    """Numbers of one kind, by block.

    Attributes:
        kind: one of KINDS.
        title: the title of the legend.
        values: by block. Times are in microseconds. Differences are relative to the largest value, or inf for another
            shape.
        is_time: the numbers are times.
    """

    kind: str
    title: str
    values: Mapping[str, float]
    is_time: bool = False

    def text(self, value: float) -> str:
        """Return a number as a text."""
        if self.kind == DIFFERENCES:
            return f"± {value:.2g}" if math.isfinite(value) else tr("shape")
        return time_text(value) if self.is_time else number_text(value)

    def share(self, value: float, low: float, high: float) -> float:
        """Return the position of a number on the scale, from 0.0 to 1.0; for differences, a log scale from 1e-6."""
        if self.kind == DIFFERENCES:
            return min(max(1.0 + math.log10(max(value, 1e-9)) / 6.0, 0.0), 1.0)
        return min(max((value - low) / (high - low), 0.0), 1.0) if high > low else 1.0

    def by_frame(self, scene: Scene) -> dict[str, float]:
        """Return the number of each frame: the sum of the blocks in it, or the largest difference."""
        direct: dict[str, list[float]] = {}
        for name, value in self.values.items():
            slot = scene.slot.get(name)
            if slot is not None and scene.blocks[slot].frame:
                direct.setdefault(scene.blocks[slot].frame, []).append(value)
        inside: dict[str, list[float]] = {}
        for frame, values in direct.items():
            for outer in around(scene.frames, frame):
                inside.setdefault(outer, []).extend(values)
        together = max if self.kind == DIFFERENCES else sum
        return {frame: together(values) for frame, values in inside.items()}

    def line(self, block: str) -> str:
        """Return the line about a block in its tooltip; "" if it has no number."""
        if block not in self.values:
            return ""
        value, whole = self.values[block], sum(self.values.values())
        if self.is_time:
            return tr("{0} per step, {1} % of all blocks").format(self.text(value), round(100 * value / (whole or 1.0)))
        return f"{self.title}: {self.text(value)}"


def time_text(micros: float) -> str:
    """Return a time in the unit that suits its size."""
    for most, factor, unit in ((1e3, 1.0, "µs"), (1e6, 1e-3, "ms")):
        if micros < most * 0.9995:
            return f"{micros * factor:.3g} {unit}"
    return f"{micros * 1e-6:.3g} s"


def number_text(value: float) -> str:
    """Return a number in few digits, large ones with a letter."""
    for size, letter in ((1e12, "T"), (1e9, "G"), (1e6, "M")):
        if abs(value) >= size:
            return f"{value / size:,.4g} {letter}"
    return f"{value:,.0f}" if value == int(value) or abs(value) >= 1e4 else f"{value:.4g}"
