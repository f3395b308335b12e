"""Breaks: where a run pauses, before a block or where a condition holds. `LOG`, `max(abs(LOG.y)) > 10`.

A block keeps one with the page, as a text: PAUSE_BEFORE, or a condition in which a pin stands for the block: `y > 10`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from blockloom.blocks.catalogue.block_types import BlockType
from blockloom.blocks.document.addresses import Address
from blockloom.blocks.document.addresses import parse as read_address
from blockloom.blocks.document.pages import PAUSE_BEFORE, Block, Page
from blockloom.blocks.results.conditions import FINITE, NOT_FINITE, Condition, ConditionError, parse, resolve
from blockloom.blocks.text.phrases import phrase


class Break(NamedTuple):
    """Where a run pauses: before the block at an address, or where a condition on it holds."""

    at: Address
    condition: Condition | None = None
    text: str = ""

    def row(self) -> list[Any]:
        """The break as JSON data for a message to another process."""
        return [str(self.at), self.condition.row() if self.condition is not None else None, self.text]

    @classmethod
    def read(cls, row: Sequence[Any]) -> Break:
        """The break that `row` wrote."""
        at, condition, text = row
        return cls(read_address(at), Condition.read(condition) if condition is not None else None, text)


def typed(text: str, page: Page, catalogue: Mapping[str, BlockType]) -> Break:
    """The break that a text means on a page: the id of a block, or a condition. Raises ConditionError."""
    name = text.strip()
    if name in page.blocks:
        return Break(Address(page.name, name), None, name)
    condition = Condition.typed(text, page, catalogue)
    return Break(condition.address.at_pin(""), condition, text.strip())


def of_block(block: Block, page: Page, catalogue: Mapping[str, BlockType]) -> Break:
    """The break that a block keeps. Raises ConditionError where its condition can be none of the block."""
    at = Address(page.name, block.id)
    if block.pause == PAUSE_BEFORE:
        return Break(at, None, block.id)
    found = parse(block.pause)
    if found.address.page or found.address.pin:
        raise ConditionError(phrase("{!r:.80} is no condition of an output of {}", block.pause, block.id))
    return Break(at, resolve(found._replace(address=at._replace(pin=found.block)), page, catalogue), block.pause)


def kept_text(condition: Condition) -> str:
    """The text by which a block keeps a condition on one of its outputs."""
    what = condition.pin + "".join(f"[{number}]" for number in condition.index)
    for name in reversed(condition.over):
        what = f"{name}({what})"
    return f"{what} {condition.test}" + ("" if condition.test in (FINITE, NOT_FINITE) else f" {condition.value!r}")


def of_page(page: Page, catalogue: Mapping[str, BlockType]) -> Iterable[Break]:
    """The breaks that the blocks of a page keep, without those that can be none."""
    for block in page.blocks.values():
        if block.pause:
            try:
                yield of_block(block, page, catalogue)
            except ConditionError:
                continue
