"""Dtypes that no kernel accepts: TensorFlow compiles such a page, but cannot run it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from blockloom.blocks.catalogue.block_types import BlockType


class Misfit(NamedTuple):
    """An attr whose value no kernel accepts with the block's other attrs, and the accepted values."""

    attr: str
    value: Any
    accepted: tuple[Any, ...]


def misfit(block_type: BlockType, attrs: Mapping[str, Any]) -> Misfit | None:
    """Return the attr for whose value no kernel exists; None if a kernel accepts all attrs.

    A check warns about ops without a CPU kernel.
    """
    if "CPU" not in block_type.kernels:
        return None
    for rows in block_type.kernels.values():
        for row in rows:
            if all(_takes(values, attrs.get(name)) for name, values in row.items()):
                return None
    rows = [row for rows in block_type.kernels.values() for row in rows]
    names = [a.name for a in block_type.attrs if any(a.name in row for row in rows)]
    others = {
        name: [row for row in rows if all(_takes(values, attrs.get(n)) for n, values in row.items() if n != name)]
        for name in names
    }
    name = next((n for n in names if others[n]), names[0])
    takes = dict.fromkeys(v for row in others[name] or rows for v in row.get(name, ()))
    refused = next((v for v in _each(attrs.get(name)) if v not in takes), None)
    return Misfit(name, refused, tuple(takes))


def _takes(values: list[Any], value: Any) -> bool:
    if isinstance(value, str):  # the usual case, which must be fast
        return value in values
    return all(one is None or one in values for one in _each(value))


def _each(value: Any) -> Iterator[Any]:
    for one in value if isinstance(value, list) else [value]:
        yield one.decode("utf-8", "backslashreplace") if isinstance(one, bytes) else one
