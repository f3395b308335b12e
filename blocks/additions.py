"""What is added to the core, by one seam: the core names no addition, it asks here for the parts that it can use.

A part is an object in a module of the addition, of a kind that the core defines where it asks for it. It is imported
then, and not before: each process imports what it uses, the window no TensorFlow.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any, NamedTuple


class Addition(NamedTuple):
    """Where the parts of an addition are, by kind: each `module:object`, or a module, which is imported."""

    name: str
    block_types: tuple[str, ...] = ()  # AddedTypes of catalogue.added_types
    lowering: tuple[str, ...] = ()  # lower.lowering.Lower: a page with its block types becomes one of native types
    problems: tuple[str, ...] = ()  # modules with kinds of problems: see problems.registry
    fixes: tuple[str, ...] = ()  # quickfixes.context.Fixes: what mends those
    files: tuple[str, ...] = ()  # files.added_files.AddedFile: a format that is read
    ops: tuple[str, ...] = ()  # AddedOps of runtime.compile.added_ops
    configs: tuple[str, ...] = ()  # a module with schema() and check(text): what may be typed as a `config`


ADDITIONS = (
    Addition(
        "enuSpace",
        block_types=("blockloom.blocks.enuspace.symbols:TYPES",),
        lowering=("blockloom.blocks.enuspace.lower:lower",),
        problems=("blockloom.blocks.enuspace.about_symbols",),
        files=(
            "blockloom.blocks.enuspace.enuspace_formats:PAGES",
            "blockloom.blocks.enuspace.enuspace_formats:PROJECTS",
        ),
    ),
    Addition(
        "TPU embedding",
        problems=("blockloom.blocks.tpu.about_tables", "blockloom.blocks.tpu.about_config"),
        fixes=("blockloom.blocks.tpu.fixes:FIXES",),
        ops=("blockloom.runtime.tpu.ops:OPS",),
        configs=("blockloom.runtime.tpu.schema",),
    ),
)


@cache
def parts(kind: str) -> tuple[Any, ...]:
    """The parts of a kind, a field of Addition, of all additions in their order."""
    return tuple(_part(*where.split(":")) for one in ADDITIONS for where in getattr(one, kind))


def _part(module: str, name: str = "") -> Any:
    found = import_module(module)
    return getattr(found, name) if name else found
