"""Progress of a run of epochs, and the outcome of a validated one, in words."""

from __future__ import annotations

from collections.abc import Sequence

from blockloom.blocks.text.phrases import Phrase, join, phrase


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
