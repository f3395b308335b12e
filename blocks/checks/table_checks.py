"""Checks of tables that nothing fills: every lookup in them fails.

Only tables that are filled once are checked; those that ops change (MutableHashTable ...) begin empty.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable

from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.catalogue.op_traits import traits_of
from blockloom.blocks.catalogue.page_signature import types_on
from blockloom.blocks.document.addresses import address
from blockloom.blocks.document.pages import CONTROL, Block, Page
from blockloom.blocks.infer.inference import PageInference, known_values
from blockloom.blocks.infer.page_uses import reached, used_pages, uses
from blockloom.blocks.lower.structure import SessionPlan
from blockloom.blocks.problems import Problem, make_problem


def check(page: Page, inference: PageInference, plans: Iterable[SessionPlan]) -> list[Problem]:
    """Return an error for each table that a session uses without filling it.

    A page that others use has none: they may fill the table.
    """
    catalogue = inference.catalogue
    tables = [block for block in page.blocks.values() if traits_of(block.type).table == "filled_once"]
    if not tables or uses(catalogue.document, page.name, catalogue):
        return []
    problems = []
    for plan in plans:
        run = plan.closure | plan.initial
        if not _fills_within(page, run, catalogue):
            filled = {_key(page.blocks[table]) for block in run for table in _tables_of(page, block, fills=True)}
            asked = {
                table
                for block in plan.closure
                for table in _tables_of(page, block, fills=False)
                if traits_of(page.blocks[block].type).table == "asks" or used_pages(page.blocks[block], catalogue)
            }
            problems += [
                make_problem("never-supplied:table", address(page.name, table.id), reference=table.type == "HashTable")
                for table in tables
                if table.id in asked and _key(table) not in filled
            ]
    return list(dict.fromkeys(problems))


def _tables_of(page: Page, block: str, fills: bool) -> Iterable[str]:
    """Return the tables that are wired to a block that fills them, or that reads them."""
    user = page.blocks.get(block)
    if user is None:
        return []
    role = traits_of(user.type).table
    if (role == "fills") != fills or role == "size":  # an op that returns the size may use an empty table
        return []
    return [
        wire.source
        for wires in page.into.get(block, {}).values()
        for wire in wires
        if wire.kind != CONTROL
        and wire.source in page.blocks
        and traits_of(page.blocks[wire.source].type).table == "filled_once"
    ]


def _key(table: Block) -> tuple[str, ...]:
    """Return the identity of a table: its container and shared name, else its block."""
    name = table.values.get("shared_name", "").strip(" '\"")
    return (table.values.get("container", "").strip(" '\""), name) if name else (table.id,)


def _fills_within(page: Page, run: Collection[str], catalogue: Catalogue) -> bool:
    """Return whether a function of the running blocks fills tables."""
    pages = {name for block in run if block in page.blocks for name in used_pages(page.blocks[block], catalogue)}
    return any(
        traits_of(type_).table == "fills"
        for name in reached(catalogue.document, pages, catalogue)
        for type_ in types_on(catalogue.document.pages[name])
    )


def missing_files(page: Page, inference: PageInference) -> list[Problem]:
    """Return an error for each table that is filled from a missing file. This reads the disk.

    Only typed names are checked, and only if no control wire waits for a block that may write the file.
    """
    problems = []
    reading = {name for name in types_on(page) if traits_of(name).file}
    for block in page.blocks.values() if reading else ():
        known, pin = inference.known.get(block.id), traits_of(block.type).file
        if not pin or known is None or page.into.get(block.id, {}).get(""):
            continue
        for value in known_values(inference, block.id, pin):
            path = os.fsdecode(value.array.item()) if value.dtype == "DT_STRING" and value.array.size == 1 else ""
            if path and not os.path.isfile(path):
                problems.append(make_problem("missing-file", address(page.name, block.id, pin), path=path))
    return problems
