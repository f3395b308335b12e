"""Modes of a run: a number of steps, until stopped, or until a condition ends the run.

A `RunMode` is passed from a command or option to `runtime.run.run_thread` as one value. A mode without parameters can
have a command: a row of RUN_MODES, and a row of that key in the table of commands.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from blockloom.blocks.catalogue.block_types import BlockType
from blockloom.blocks.document.addresses import Address
from blockloom.blocks.document.pages import Page
from blockloom.blocks.results.conditions import Condition


class RunMode(NamedTuple):
    """Mode of a run: its end, measurements and display.

    The run has at most `steps` steps (0: any number), ends at `until`, or runs `epochs` times to the end of the data of
    iterators, with at most `steps` steps per epoch. `timed` measures the execution time of each block, in seconds;
    `watch` shows results during the run; `text` is the condition as typed.
    """

    steps: int = 1
    until: Condition | None = None
    text: str = ""
    timed: bool = False
    watch: bool = True
    epochs: int = 0

    @property
    def single(self) -> bool:
        """True for a mode of one step, after which all results are shown."""
        return self.steps == 1

    @property
    def blocks(self) -> frozenset[Address]:
        """The blocks whose results are needed after every step."""
        return self.until.blocks if self.until is not None else frozenset()


# The modes that are a command each: a key of the table of commands -> the mode.
RUN_MODES = {"step": RunMode(1), "run": RunMode(0), "epoch": RunMode(0, epochs=1)}


def mode_of(
    steps: int | None, until: str | None, page: Page, catalogue: Mapping[str, BlockType], epochs: int = 0
) -> RunMode:
    """Return the mode of `steps` steps (None: one), or of a run to `until` or for `epochs`.

    In the latter case `steps` limits the run, or each epoch.

    Raises:
        ConditionError: if `until` is not a condition on the page.
    """
    if until is None:
        return RunMode(steps or (0 if epochs else 1), epochs=epochs)
    return RunMode(steps or 0, Condition.typed(until, page, catalogue), until, epochs=epochs)
