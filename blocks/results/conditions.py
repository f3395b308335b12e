"""Conditions that end a run, or pause it.

Examples: `LOSS < 0.01`, `STEP.value[0] >= 100`, `LOSS is not finite`, `max(abs(LOG.y)) > 10`, `PAGE/LOSS < 0.01`.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterable, Mapping
from itertools import islice
from typing import Any

from msgspec import Struct, structs

from blockloom.blocks.catalogue.block_types import BlockType
from blockloom.blocks.catalogue.monitor_types import MONITORS
from blockloom.blocks.catalogue.search import SearchEntry, find, name_of
from blockloom.blocks.document.addresses import Address
from blockloom.blocks.document.addresses import parse as read_address
from blockloom.blocks.document.pages import LIST, OPTIMIZER, REF, TENSOR, Page
from blockloom.blocks.lower.muting import left_out
from blockloom.blocks.text.phrases import phrase

COMPARED: dict[str, Callable[[Any, Any], Any]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "==": operator.eq,
    "!=": operator.ne,
}
# Functions of the compared elements, see `runtime.run.run_thread`.
OVER = "abs", "max", "mean", "min", "norm", "sum"
_MOST_OVER = 8
_COMPARED_MOST = 1000  # most names to compare with a wrong one, since each typed letter is checked
FINITE, NOT_FINITE = "is finite", "is not finite"
_WHERE = r"\s*(?P<at>/?(?:[^\W_][^/\\<>=!]*/){0,50}\w[\w-]*(?:\.[^\s\[\]()<>=!]+)?)(?P<index>(?:\s*\[[\d\s,]*\])*)"
_OVER = rf"\s*(?P<over>(?:(?:{'|'.join(OVER)})\s*\(\s*)*)"
_FORM = (
    _OVER
    + _WHERE
    + r"\s*(?P<closed>(?:\)\s*)*)\s*(?:(?P<test><=|>=|==|!=|<|>)\s*(?P<value>\S+)|is(?P<not>\s+not)?\s+finite)\s*"
)
_VALUES = {"true": 1.0, "false": 0.0}


class ConditionError(ValueError):
    """Raised for a condition that cannot be read or evaluated; the text has the reason."""


class Condition(Struct, frozen=True):
    """A test of an output.

    `test` is a key of COMPARED, with `value` on its right side, or FINITE or NOT_FINITE. The test applies to all
    elements at `index`, which may be shorter than the rank; for a list output the first index selects the tensor.
    `over` are functions of OVER, the outermost first, which are applied before the test.
    """

    address: Address
    index: tuple[int, ...]
    test: str
    value: float = 0.0
    over: tuple[str, ...] = ()

    @property
    def block(self) -> str:
        return self.address.block

    @property
    def pin(self) -> str:
        """The output; "" if the condition names none."""
        return self.address.end

    @property
    def blocks(self) -> frozenset[Address]:
        """The addresses, as `owner`, of the blocks whose results it tests: one."""
        return frozenset({self.owner})

    @property
    def owner(self) -> Address:
        """The address under which the results of its block are kept, on the page that runs."""
        return self.address.owner_on(self.address.page)

    @classmethod
    def typed(cls, text: str, page: Page, catalogue: Mapping[str, BlockType]) -> Condition:
        """Return the condition that a text means on a page.

        Raises:
            ConditionError: if the text is not a condition on the page.
        """
        return resolve(parse(text), page, catalogue)


def parse(text: str) -> Condition:
    """Parse a condition; its pin is "" if the text names none. Raises ConditionError."""
    match = re.fullmatch(_FORM, text)
    if match is None:
        raise ConditionError(
            phrase(
                "{!r:.80} is not a condition: write BLOCK.PIN, one of < <= > >= == != and a number, "
                "such as LOSS < 0.01, or LOSS is not finite",
                text,
            )
        )
    at = read_address(match["at"])
    numbers = re.findall(r"\d+", match["index"])
    if any(len(number) > 18 for number in numbers):
        raise ConditionError(phrase("{!r:.80}: no result has so many elements", text))
    index = tuple(map(int, numbers))
    over = tuple(re.findall(r"\w+", match["over"]))
    if len(over) != match["closed"].count(")") or len(over) > _MOST_OVER:
        raise ConditionError(phrase("{!r:.80}: each ( needs its )", text))
    if not match["test"]:
        return Condition(at, index, NOT_FINITE if match["not"] else FINITE, over=over)
    value = match["value"].lower()
    try:
        number = _VALUES[value] if value in _VALUES else float(value)
    except ValueError:
        raise ConditionError(phrase("{} is not a number", match["value"])) from None
    return Condition(at, index, match["test"], number, over)


def partial_condition(text: str, page: Page, catalogue: Mapping[str, BlockType]) -> Condition | None:
    """Return a condition on the output at the beginning of a text, which may be unfinished, or None."""
    match = re.match(_OVER + _WHERE, text)
    try:
        return Condition.typed(f"{match['at']}{match['index']} {FINITE}", page, catalogue) if match else None
    except ConditionError:
        return None


def testable_outputs(type_: BlockType | None) -> list[str]:
    """Return the outputs of a type that a condition can test: tensors, except those of monitors."""
    if type_ is None or type_.name in MONITORS:
        return []
    return [p.name for p in type_.outputs if p.kind in (TENSOR, REF, LIST)]


def resolve(condition: Condition, page: Page, catalogue: Mapping[str, BlockType]) -> Condition:
    """Return the condition with its page, and with a pin if it named none.

    Raises:
        ConditionError: if the page has no such output.
    """
    at = condition.address._replace(page=condition.address.page or page.name)
    block = page.blocks.get(at.block)
    if at.page != page.name or at.path:
        raise ConditionError(phrase("there is no block {} on page {}", at.display_text, page.name))
    if block is None:
        from blockloom.blocks.text.similar_names import similar_names

        near = similar_names(condition.block, islice(page.blocks, _COMPARED_MOST))
        raise ConditionError(
            phrase("there is no block {} on page {}; did you mean {}?", condition.block, page.name, near[0])
            if near
            else phrase("there is no block {} on page {}", condition.block, page.name)
        )
    if block.id in left_out(page, catalogue):
        raise ConditionError(
            phrase("{} is left out: muted, bypassed, or without an input because of a block that is", block.id)
        )
    type_ = catalogue.get(block.type)
    names = testable_outputs(type_)
    # Slots of an optimizer are results too, but are known only after compiling.
    if (
        condition.pin in names
        or condition.pin
        and type_ is not None
        and any(p.kind == OPTIMIZER for p in type_.outputs)
    ):
        return structs.replace(condition, address=at)
    if not condition.pin and len(names) == 1:
        return structs.replace(condition, address=at._replace(pin=names[0]))
    if not names:
        raise ConditionError(phrase("{} has no output that a condition could test", block.id))
    if condition.pin:
        raise ConditionError(phrase("{} has no output {}; it has: {}", block.id, condition.pin, ", ".join(names)))
    raise ConditionError(
        phrase("{} has several outputs: name one of {}", block.id, ", ".join(f"{block.id}.{name}" for name in names))
    )


MOST = 50  # most completions of a word
_PAGE = r"\s*(?:[^\W_][^/\\<>=!]*/)?"
_BLOCK = rf"({_PAGE})([\w-]*)"
_PIN = rf"({_PAGE}([\w-]+)\.)([^\s\[\]<>=!]*)"
_TEST = rf"({_PAGE}([\w-]+)(?:\.[^\s\[\]<>=!]+)?(?:\s*\[[\d\s,]*\])*)\s*(\S{{0,2}}|i[a-z ]*)"


class ConditionWords:
    """Completes the text of a condition, by the blocks of a page in its present state."""

    def __init__(self, page: Page, catalogue: Mapping[str, BlockType]):
        self._pins = {
            block.id: pins for block in page.blocks.values() if (pins := testable_outputs(catalogue.get(block.type)))
        }
        fetched = {w.source for pins in page.into.values() for w in pins.get("fetch_outputs", ())}
        # Outputs that sessions fetch come first, because most conditions use these.
        self._blocks = _entries(sorted(self._pins, key=lambda name: (name not in fetched, name)))

    def completions(self, text: str, at: int) -> list[str]:
        """Return the texts that `text` becomes by completing the word before character `at`, best first."""
        head, tail = text[:at], text[at:]
        if re.match(r"[\w-]", tail):
            return []  # the cursor is in the middle of a word
        opened = re.match(_OVER, head)
        before = opened[0] if opened else ""
        found = [before + word for word in self._found(head[len(before) :])]
        if tail.strip():
            found = [word.rstrip(" .") + tail for word in found]
        return [word for word in found if word != text]

    def _found(self, head: str) -> list[str]:
        """Return the completions of a text that ends in a word."""
        if match := re.fullmatch(_BLOCK, head):
            names = find(self._blocks, match[2])[:MOST]
            return [f"{match[1]}{name}{'. '[len(self._pins[name]) == 1]}" for name in names]
        if match := re.fullmatch(_PIN, head):
            return [f"{match[1]}{pin} " for pin in find(_entries(self._pins.get(match[2], ())), match[3])[:MOST]]
        match = re.fullmatch(_TEST, head)
        if match is None or match[2] not in self._pins:
            return []
        return [
            f"{match[1]} {test}"
            for test in (*(f"{sign} " for sign in COMPARED), FINITE, NOT_FINITE)
            if test.startswith(match[3])
        ]


def _entries(names: Iterable[str]) -> list[SearchEntry[str]]:
    return [SearchEntry(name, (name_of(name),)) for name in names]
