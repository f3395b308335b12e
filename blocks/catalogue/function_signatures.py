"""Arguments and results of the functions of each op, by its pins and attrs: its trait `functions`.

For each attr that is a function, a line has the Args of its page and, behind `->`, its Retvals:

    PIN         the tensors of this input
    PIN:        the same, without their first dimension
    element PIN  the components of an element of the dataset at this input
    scalar PIN  a scalar for each tensor of this input, with its dtype
    pairs PIN   the same, each twice
    =ATTR       the dtypes that this attr lists
    of ATTR     the results of the page that this attr names
    DT_X NAME   a scalar
    any         any number of any tensors

The sources are the kernels of TensorFlow and tf.data's Python.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from msgspec import Struct

from blockloom.blocks.catalogue.block_types import BlockType
from blockloom.blocks.catalogue.op_traits import traits_of
from blockloom.blocks.document.literal_cache import read_attr
from blockloom.blocks.document.pages import Block
from blockloom.blocks.values.literals import ValueSyntaxError


class SignaturePart(Struct, frozen=True):
    """A part of the arguments or results of a function.

    `kind` is `pin`, `rows`, `element`, `scalar`, `pairs`, `attr`, `of`, `any` or a dtype; `name` is the pin or attr, or
    describes a scalar.
    """

    kind: str
    name: str = ""


class FunctionSignature(Struct, frozen=True):
    """The arguments and results of a function, in order."""

    args: tuple[SignaturePart, ...]
    results: tuple[SignaturePart, ...]


def named_functions(block: Block, block_type: BlockType) -> Iterator[tuple[str, str]]:
    """Yield the attrs with functions of a block, each with its page. Unreadable values are skipped."""
    for attr in lines(block_type.op):
        text, of = block.values.get(attr), block_type.attr(attr)
        try:
            value = read_attr(text, of.type) if text and of is not None else ()
        except ValueSyntaxError:
            continue
        yield from ((attr, page) for page in ([value] if isinstance(value, str) else value))


def attrs_given(op: str | None, attrs: Mapping[str, Any], gives: Mapping[str, list[str | None]]) -> dict[str, Any]:
    """Return the attrs of an op, such as Tout, that follow from the dtypes of its functions' results.

    Args:
        attrs: The known attrs of the op, which are not changed.
        gives: The dtypes by attr, of the first page if an attr names several.
    """
    inferred: dict[str, Any] = {}
    for attr, function in lines(op).items():
        given, results = gives.get(attr), function.results
        follows = [
            part for part in results if part.kind == "attr" and part.name not in attrs and part.name not in inferred
        ]
        if given is None or len(follows) != 1:
            continue
        at = results.index(follows[0])
        before = sum(len(attrs.get(_LISTS.get(part.name, ""), ())) for part in results[:at])
        rest = given[before:]
        if None not in rest and at == len(results) - 1:
            if follows[0].name in _SINGLE:
                inferred |= {follows[0].name: rest[0]} if len(rest) == 1 else {}
            else:
                inferred[follows[0].name] = rest
    return inferred


def follows(op: str | None) -> Mapping[str, list[str]]:
    """Return the attrs of an op that follow from pages, each with the func attrs that name these pages."""
    found: dict[str, list[str]] = {}
    for attr, function in lines(op).items():
        for part in function.results:
            if part.kind == "attr":
                found.setdefault(part.name, []).append(attr)
    return found


_SINGLE = {"DstT"}  # attrs with a single dtype
_LISTS = {"initial_state": "Tstate"}  # attr of a list -> attr with the length of the list before it


def _parts(text: str) -> tuple[SignaturePart, ...]:
    found = []
    for item in filter(None, map(str.strip, text.split(","))):
        kind, _, name = item.rpartition(" ")
        if not kind and name != "any":
            kind = "attr" if name[0] == "=" else "rows" if name[-1] == ":" else "pin"
            name = name.strip("=:")
        found.append(SignaturePart(kind or "any", name if kind else ""))
    return tuple(found)


@lru_cache(1024)
def lines(op: str | None) -> Mapping[str, FunctionSignature]:
    """Return the arguments and results of each function of an op, by the attr with the function."""
    traits = traits_of(op or "")
    return {
        attr: FunctionSignature(*map(_parts, text.split("->")))
        for attr, text in (*traits.functions.items(), *traits.differentiated.items())
    }
