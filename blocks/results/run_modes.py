"""What is to be run: so many steps, until stopped, or until something ends the run.

A `RunMode` goes from a command or option to `runtime.run.stepping` as one value, which nobody between them opens.
Another way to end a run is a class like `Condition` in ENDS, and its rule in `runtime.run.stepping.RULES`. A mode that
needs no question can have a command: a row of RUN_MODES, and one of that key in the table of commands.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from blockloom.blocks.catalogue.block_types import BlockType
from blockloom.blocks.document.addresses import Address
from blockloom.blocks.document.pages import Page
from blockloom.blocks.results.conditions import Condition


class RunEnd(Protocol):
    """What ends a run before its last step, such as a Condition."""

    @property
    def address(self) -> Address:
        """Where problems with it are shown."""

    @property
    def blocks(self) -> frozenset[Address]:
        """The blocks whose results its rule reads, each as an `Address.owner`."""

    def row(self) -> list[Any]:
        """The end as JSON data for a message to another process."""

    @classmethod
    def read(cls, row: Sequence[Any]) -> RunEnd:
        """The end that `row` wrote."""

    @classmethod
    def typed(cls, text: str, page: Page, catalogue: Mapping[str, BlockType]) -> RunEnd | None:
        """The end that a typed text means on a page; None where it is of another kind. Raises ConditionError."""


ENDS: dict[str, type[RunEnd]] = {"until": Condition}  # by their fields in the message that asks for a run


class RunMode(NamedTuple):
    """What is to be run: at most `steps` steps (0: any number), until the end `until`, or `epochs` times to the end of
    the data that iterators give, each epoch of at most `steps` steps. `timed` measures how long each block takes, in
    seconds; `watch` shows results during the run; `text` is the end as it was typed.
    """

    steps: int = 1
    until: RunEnd | None = None
    text: str = ""
    timed: bool = False
    watch: bool = True
    epochs: int = 0

    @property
    def single(self) -> bool:
        """Whether the mode is one step, after which everything is shown."""
        return self.steps == 1

    @property
    def blocks(self) -> frozenset[Address]:
        """The blocks whose results are needed after every step."""
        return self.until.blocks if self.until is not None else frozenset()

    def row(self) -> dict[str, Any]:
        """The mode as JSON data for the message that asks for a run."""
        ends = {name: self.until.row() for name, kind in ENDS.items() if isinstance(self.until, kind)}
        return (
            {"steps": self.steps}
            | ends
            | ({"timed": True} if self.timed else {})
            | ({} if self.watch else {"watch": False})
            | ({"epochs": self.epochs} if self.epochs else {})
        )

    @classmethod
    def read(cls, row: Mapping[str, Any]) -> RunMode:
        """The mode that `row` wrote. Raises KeyError for an unknown kind of end."""
        plain = {name: row[name] for name in ("steps", "timed", "watch", "epochs") if name in row}
        until = next((ENDS[name].read(end) for name, end in row.items() if name not in plain), None)
        return cls(until=until, **plain)


# The modes that are a command each: a key of the table of commands -> the mode.
RUN_MODES = {"step": RunMode(1), "run": RunMode(0), "epoch": RunMode(0, epochs=1)}


def mode_of(
    steps: int | None, until: str | None, page: Page, catalogue: Mapping[str, BlockType], epochs: int = 0
) -> RunMode:
    """The mode of `steps` steps (None: one), or, with the text `until` or `epochs`, of a run to that end, of at most
    `steps` steps, or so many in each epoch. Raises ConditionError.
    """
    if until is None:
        return RunMode(steps or (0 if epochs else 1), epochs=epochs)
    # The condition comes last: it says what is wrong with a text that nothing else knows.
    ends = (kind.typed(until, page, catalogue) for kind in reversed(ENDS.values()))
    return RunMode(steps or 0, next(end for end in ends if end is not None), until, epochs=epochs)
