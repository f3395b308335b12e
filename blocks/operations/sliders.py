"""Sliders: typed-in numbers of pins and attrs, dragged between limits that the user set."""

from __future__ import annotations

import math
from decimal import Decimal

from blockloom.blocks.catalogue.block_types import Attr
from blockloom.blocks.document.pages import LARGEST, TENSOR, Page, Slider, is_slider
from blockloom.blocks.edits import EditError, SetSlider
from blockloom.blocks.infer.wire_rules import WireRules
from blockloom.blocks.operations.change import PageChange
from blockloom.blocks.operations.paste_text import WHOLE
from blockloom.blocks.operations.typed_values import required_dtype, set_value
from blockloom.blocks.text.phrases import phrase
from blockloom.blocks.values import literals
from blockloom.blocks.values.dtypes import DTYPES
from blockloom.blocks.values.grammar import ValueSyntaxError

_FINE = 1000  # steps of a slider without a step size
_MOST = 30  # most digits after the decimal point


def parse_number(text: str) -> float | None:
    """Return the number in a text, None if it is not a finite number."""
    try:
        array, dtype = literals.tensor(text, "DT_INT64" if WHOLE.fullmatch(text.strip()) else None)
    except ValueSyntaxError:
        return None
    if array.ndim or DTYPES[dtype].family not in "iuf" or not math.isfinite(array):
        return None
    return float(array)


def can_slide(rules: WireRules, block: str, pin: str) -> bool:
    """Return whether a pin or attr can have a slider: it takes one number, has no wire, and its value is a number."""
    have = rules.page.blocks.get(block)
    type_ = have and rules.catalogue.get(have.type)
    kind = type_ and (type_.input(pin) or type_.attr(pin))
    if have is None or kind is None or rules.page.wires_into(block, pin):
        return False
    if isinstance(kind, Attr):
        fits = kind.type in ("int", "float", "tensor") and not kind.allowed
    else:
        fits = kind.kind == TENSOR and not kind.list and (kind.dtype is None or DTYPES[kind.dtype].family in "iuf")
    return fits and parse_number(have.values.get(pin, "")) is not None


def is_whole(rules: WireRules, block: str, pin: str) -> bool:
    """Return whether a pin or attr is known to take integers only."""
    type_ = rules.catalogue.get(rules.page.blocks[block].type)
    if type_ is None:
        return False
    attr = type_.attr(pin)
    if attr is not None and attr.type != "tensor":
        return attr.type == "int"
    known = rules.inference.known.get(block)
    dtype = required_dtype(rules, block, pin) if attr is None else known and known.attrs.get("dtype")
    return isinstance(dtype, str) and dtype in DTYPES and DTYPES[dtype].family in "iu"


def set_slider(page: Page, block: str, pin: str, slider: Slider | None) -> PageChange | None:
    """Set the slider of a value, or remove it (None). None if nothing changes, or the block no longer exists."""
    have = page.blocks.get(block)
    if have is None or have.sliders.get(pin) == slider:
        return None
    return PageChange(
        SetSlider(page.name, block, pin, slider),
        phrase("Slider of {0}", f"{block}.{pin}") if slider else phrase("No slider for {0}", f"{block}.{pin}"),
    )


def default_slider(text: str, whole: bool = False) -> Slider:
    """Return a slider for a number: from 0 to the next power of ten; for a negative number, from minus this power."""
    value = min(max(parse_number(text) or 0.0, -LARGEST), LARGEST)
    most = 10.0 ** math.ceil(math.log10(max(abs(value), 10.0 if whole else 1.0)))
    return Slider(-most if value < 0 else 0.0, most, 1.0 if whole else 0.0)


def typed_slider(least: str, most: str, step: str, whole: bool = False) -> Slider:
    """Return the slider of typed limits and step; an empty step means any number, with `whole` any integer.

    Raises:
        EditError: A text is not a number, or the limits do not fit.
    """
    numbers = []
    for name, text in (
        (phrase("the minimum"), least),
        (phrase("the maximum"), most),
        (phrase("the step"), step or "0"),
    ):
        value = parse_number(text)
        if value is None or whole and not value.is_integer():
            raise EditError(
                phrase("{0}: {1!r:.40} is not a whole number", name, text)
                if whole
                else phrase("{0}: {1!r:.40} is not a number", name, text)
            )
        numbers.append(value)
    if not numbers[0] < numbers[1]:
        raise EditError(phrase("The minimum must be less than the maximum"))
    if not 0 <= numbers[2] <= numbers[1] - numbers[0]:
        raise EditError(phrase("The step must be between 0 and the range of the slider"))
    if not is_slider(*numbers):
        raise EditError(phrase("A slider goes from {0} to {1} at most", -LARGEST, LARGEST))
    return Slider(numbers[0], numbers[1], 1.0 if whole and not numbers[2] else numbers[2])


def place_of(slider: Slider, text: str) -> float:
    """Return the place of a number on its slider, from 0 to 1."""
    value = parse_number(text)
    place = 0.0 if value is None else (value - slider.least) / (slider.most - slider.least)
    return min(max(place, 0.0), 1.0)


def slider_text(slider: Slider, place: float, was: str = "", whole: bool = False) -> str:
    """Return the text of the number at a place from 0 to 1.

    It is an integer, or has a point and a trailing f, like the text `was`.
    """
    least, most, step = slider
    value = least + min(max(place, 0.0), 1.0) * (most - least)
    if step > (most - least) / LARGEST:  # a smaller step has no effect
        value = min(least + round((value - least) / step) * step, most)
    if whole or WHOLE.fullmatch(was.strip()) and step and all(float(n).is_integer() for n in slider):
        return str(round(value))
    digits = (
        max(_digits(step), _digits(least))
        if step
        else -math.floor(math.log10(max((most - least) / _FINE, 10.0**-_MOST)))
    )
    text = f"{value:.{min(max(digits, 1), _MOST)}f}"  # with a decimal point, so that the value stays a float
    return text + ("f" if was.strip().endswith("f") else "")


def slider_steps(slider: Slider) -> int:
    """Return the number of steps of a slider: its own, or as many as are distinguishable."""
    count = (slider.most - slider.least) / slider.step if slider.step else _FINE
    return max(1, round(min(count, _FINE)))


def slide(page: Page, block: str, pin: str, place: float, whole: bool = False) -> PageChange | None:
    """Move a slider's number to a place from 0 to 1; None if it is there, or there is no slider."""
    have = page.blocks[block]
    slider, was = have.sliders.get(pin), have.values.get(pin, "")
    text = slider_text(slider, place, was, whole) if slider is not None else was
    return set_value(page, block, pin, text) if text != was else None


def _digits(value: float) -> int:
    """Return the number of digits after the point."""
    return -int(Decimal(repr(value)).normalize().as_tuple().exponent)
