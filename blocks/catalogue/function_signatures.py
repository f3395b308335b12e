"""What each op with functions gives to them and takes from them, in the words of its own pins and attrs: its trait
`functions`.

Of each attribute that is a function, a line says what the Args of its page are and, behind `->`, its Retvals:

    PIN         what is given to this input, tensor by tensor
    PIN:        the same, without its first dimension
    element PIN  the components of an element of the dataset that is given to this input
    scalar PIN  as many numbers of the dtypes of what is given to this input
    pairs PIN   the same, each twice
    =ATTR       what this attribute lists: dtypes, of which the op gives as many
    of ATTR     what the page gives that is the value of this attribute
    DT_X NAME   a scalar
    any         whatever it may be, any number of it

The sources are the kernels of TensorFlow and tf.data's Python.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from blockloom.blocks.catalogue.block_types import BlockType
from blockloom.blocks.catalogue.op_traits import traits_of
from blockloom.blocks.document.literal_cache import read_attr
from blockloom.blocks.document.pages import Block
from blockloom.blocks.values.literals import ValueSyntaxError


class SignaturePart(NamedTuple):
    """A part of what a function takes or gives. `kind` is `pin`, `rows`, `element`, `scalar`, `pairs`, `attr`, `of`,
    `any` or a dtype; `name` is that of the pin or attr, or says what a scalar is.
    """

    kind: str
    name: str = ""


class FunctionSignature(NamedTuple):
    """What a function takes and what it gives, in order."""

    args: tuple[SignaturePart, ...]
    results: tuple[SignaturePart, ...]


def named(block: Block, block_type: BlockType) -> Iterator[tuple[str, str]]:
    """The pages that a block names as functions, each with the attr. Values that cannot be read are passed over."""
    for attr in lines(block_type.op):
        text, of = block.values.get(attr), block_type.attr(attr)
        try:
            value = read_attr(text, of.type) if text and of is not None else ()
        except ValueSyntaxError:
            continue
        yield from ((attr, page) for page in ([value] if isinstance(value, str) else value))


def attrs_given(op: str | None, attrs: Mapping[str, Any], gives: Mapping[str, list[str | None]]) -> dict[str, Any]:
    """The attrs of an op, such as Tout, that follow from the dtypes which its functions' pages give. `attrs` are those
    that are known and stay; `gives` has the dtypes by attr, of the first page where it names several.
    """
    inferred: dict[str, Any] = {}
    for attr, (_, results) in lines(op).items():
        given = gives.get(attr)
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
    """The attrs of an op that follow from pages: each with the func attrs that name these pages."""
    found: dict[str, list[str]] = {}
    for attr, (_, results) in lines(op).items():
        for part in results:
            if part.kind == "attr":
                found.setdefault(part.name, []).append(attr)
    return found


_SINGLE = {"DstT"}  # attrs that are one dtype
_LISTS = {"initial_state": "Tstate"}  # what counts a list that stands before one that follows


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
    """What each function of an op takes and gives, by the attr that names it."""
    traits = traits_of(op or "")
    return {
        attr: FunctionSignature(*map(_parts, text.split("->")))
        for attr, text in (*traits.functions.items(), *traits.differentiated.items())
    }
