"""Additions to the core. The core names no addition, but requests parts of all additions here.

A part is an object in a module of the addition, of a kind that the core defines at the point of use. It is imported
only then, so that each process imports what it uses, the window no TensorFlow.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any

from msgspec import Struct


class Addition(Struct, frozen=True):
    """Places of the parts of an addition by kind: each `module:object`, or a module to import."""

    name: str
    block_types: tuple[str, ...] = ()  # names of AddedTypes of catalogue.block_types
    # Names of functions lower.lowering.Lower, which lower the block types of the addition to native types.
    lowering: tuple[str, ...] = ()
    problems: tuple[str, ...] = ()  # names of modules with kinds of problems, see problems.problem_registry
    fixes: tuple[str, ...] = ()  # names of quickfixes.context.Fixes for these problems
    files: tuple[str, ...] = ()  # names of files.added_files.AddedFile: file formats that can be read
    ops: tuple[str, ...] = ()  # names of AddedOps of runtime.compile.expanders
    configs: tuple[str, ...] = ()  # names of modules with schema() and check(text) for texts of a `config`


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
def load_parts(kind: str) -> tuple[Any, ...]:
    """Return the parts of a kind, a field of `Addition`, of all additions in their order."""
    return tuple(_part(*where.split(":")) for addition in ADDITIONS for where in getattr(addition, kind))


def _part(module: str, name: str = "") -> Any:
    found = import_module(module)
    return getattr(found, name) if name else found
