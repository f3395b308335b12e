"""Modes of a run: a number of steps, until stopped, or until a condition ends the run.

A `RunMode` is passed from a command or option to `runtime.run.run_thread` as one value. A mode without parameters can
have a command: a row of RUN_MODES, and a row of that key in the table of commands.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from blockloom.blocks.catalogue.block_types import BlockType
from blockloom.blocks.document.addresses import Address
from blockloom.blocks.document.pages import Page
from blockloom.blocks.results.conditions import Condition
from blockloom.blocks.text.phrases import Phrase, join, phrase


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


# Key of a command that starts a run -> its mode.
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


def epoch_progress(step: int, epoch: int, epochs: int, validates: bool, left: float | None) -> Phrase:
    """Return the progress of a run: its epoch, counted from 1, or the validation. `left` are seconds."""
    text = (
        phrase("validating epoch {0} of {1}", epoch, epochs)
        if validates
        else phrase("epoch {0} of {1}, step {2}", epoch, epochs, step)
    )
    return text if left is None else phrase("{0}, about {1} left", text, _time(left))


def _time(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes // 60}:{minutes % 60:02}:{rest:02}" if minutes >= 60 else f"{minutes}:{rest:02}"


def epochs_outcome(epochs: int, best: int, early: bool, back: bool) -> Phrase:
    """Return the outcome of a run of epochs, of which one was the `best`.

    Args:
        epochs: the number of epochs.
        best: the best epoch; 0 if unknown.
        early: whether the run stopped early, since no later epoch was better.
        back: whether the variables were restored to their values after the best epoch.
    """
    text = phrase("ended early after epoch {0}", epochs) if early else phrase("epoch {0}", epochs)
    said = (
        phrase("{0}; the best was epoch {1}, whose variables are back", text, best)
        if back
        else phrase("{0}; the best was epoch {1}", text, best)
    )
    return said if best else text


def final_text(metrics: Sequence[tuple[str, float | None, float | None]]) -> Phrase:
    """Return metrics of an epoch as a text: the name, training and validation value of each."""
    return join("; ", [_metric(*metric) for metric in metrics])


def _metric(name: str, training: float | None, validation: float | None) -> Phrase:
    if validation is None:
        return phrase("{0} {1}", name, _number(training))
    if training is None:
        return phrase("{0} {1} in validation", name, _number(validation))
    return phrase("{0} {1}, {2} in validation", name, _number(training), _number(validation))


def _number(value: float | None) -> str:
    return "nan" if value is None else f"{value:.4g}"


PREFIX = "gradient:"  # prefix of the name of an output
SIZES = (0.0, 1e-6, 1e-4, 1e-2, 1.0)  # least root mean square of each level of the scale


def gradient_of(pin: str) -> str:
    """Return the name of the result that is d LOSS of an output."""
    return PREFIX + pin


def output_of(result: str) -> str:
    """Return the output whose d LOSS a result is; "" for other results."""
    return result[len(PREFIX) :] if result.startswith(PREFIX) else ""


def step(size: float) -> int:
    """Return the level, from 0, of a root mean square on the scale of SIZES; -1 if it is not finite."""
    return sum(size >= least for least in SIZES[1:]) if size < float("inf") else -1
