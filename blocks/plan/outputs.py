"""The tensors that an output of a block stands for, by name."""

from __future__ import annotations

from collections.abc import Container, Mapping
from typing import NamedTuple, TypeVar

from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.document.pages import Page, split_index
from blockloom.blocks.infer.inference import PageInference


class StepOutput(NamedTuple):
    """An output of a step, which is any number of tensors; pin "" is the end of the step."""

    block: str
    pin: str = ""


Ref = str | StepOutput  # name of a tensor, `NODE` or `NODE:1`, or an output of a step


T = TypeVar("T")


class Outputs:
    """The tensors of the outputs of a page's blocks; `made` has those that are not outputs of the block's node."""

    def __init__(
        self,
        page: Page,
        catalogue: Catalogue,
        inference: PageInference,
        names: Mapping[str, str],
        steps: Container[str],
    ):
        self.page, self.catalogue, self.inference, self.names, self.steps = page, catalogue, inference, names, steps
        self.made: dict[str, dict[str, list[Ref]]] = {}
        self._found: dict[str, dict[str, list[Ref]]] = {}
        self._endings: dict[str, dict[str, str]] = {}

    def tensors(self, block: str, pin: str) -> list[Ref]:
        """Return the tensors of an output, `NODE` or `NODE:1`, several for a list.

        If the block is a step, the result is a `StepOutput`.

        Raises:
            KeyError: if there is no such output.
        """
        mine = self._found.get(block)
        if mine is None:
            mine = self._found[block] = {}
        refs = mine.get(pin)
        if refs is None:
            if block in self.made:
                return picked(self.made[block], pin)
            if block in self.steps:
                refs = [StepOutput(block, pin)]
            else:
                ends = self._ends(self.page.blocks[block].type)
                refs = [self.names[block] + ends[pin]] if ends and pin in ends else self._counted(block, pin)
            mine[pin] = refs
        return refs

    def forget(self, block: str) -> None:
        """Remove the cached outputs of a block."""
        self.made.pop(block, None)
        self._found.pop(block, None)

    def _ends(self, type_: str) -> dict[str, str]:
        """Return the suffix of a node's name for each output of a type that has no lists."""
        found = self._endings.get(type_)
        if found is None:
            pins = self.catalogue[type_].outputs
            found = (
                {}
                if any(pin.list for pin in pins)
                else {pin.name: f":{number}" if number else "" for number, pin in enumerate(pins)}
            )
            self._endings[type_] = found
        return found

    def _counted(self, block: str, pin: str) -> list[Ref]:
        """Return the same as `tensors`, by counting the tensors of the outputs before the pin."""
        name, at, attrs = self.names[block], 0, self.inference.known[block].attrs
        stem, index = pin, None
        pins = self.catalogue[self.page.blocks[block].type].outputs
        if all(out.name != pin for out in pins):
            stem, index = split_index(pin)
        for out in pins:
            many = attrs[out.number_attr or out.type_list_attr or ""] if out.list else 1
            count: int = len(many) if isinstance(many, list) else many
            if out.name == stem:
                if index is not None:
                    at, count = at + index, 1
                return [f"{name}:{at + i}" for i in range(count)] if at or count != 1 else [name]
            at += count
        raise KeyError(pin)


def picked(made: Mapping[str, list[T]], pin: str) -> list[T]:
    """Return the tensors of an output of a step, or the single one of `pin[2]`.

    Raises:
        KeyError: if there is no such output.
    """
    if pin in made:
        return made[pin]
    stem, index = split_index(pin)
    if index is None:
        raise KeyError(pin)
    return [made[stem][index]]
