"""What is to be run: so many steps, until stopped, or until something ends the run.

A `RunMode` goes from a command or option to `runtime.run.run_thread` as one value, which nobody between them opens. A
mode that needs no question can have a command: a row of RUN_MODES, and one of that key in the table of commands.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from blockloom.blocks.catalogue.block_types import BlockType
from blockloom.blocks.document.addresses import Address
from blockloom.blocks.document.pages import Page
from blockloom.blocks.results.conditions import Condition


class RunMode(NamedTuple):
    """What is to be run: at most `steps` steps (0: any number), until the end `until`, or `epochs` times to the end of
    the data that iterators give, each epoch of at most `steps` steps. `timed` measures how long each block takes, in
    seconds; `watch` shows results during the run; `text` is the end as it was typed.
    """

    steps: int = 1
    until: Condition | None = None
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
    return RunMode(steps or 0, Condition.typed(until, page, catalogue), until, epochs=epochs)
