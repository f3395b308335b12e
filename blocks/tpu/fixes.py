"""Fixes for the config of TPU embedding tables, and for blocks that do not fit it."""

from __future__ import annotations

from collections.abc import Iterator

from blockloom.blocks.document.pages import Block, Page
from blockloom.blocks.edits import SetValue
from blockloom.blocks.problems import Problem
from blockloom.blocks.quickfixes.context import Fixes, QuickFix
from blockloom.blocks.text.phrases import phrase
from blockloom.blocks.values import prototext


def config(page: Page, block: Block, problem: Problem) -> Iterator[QuickFix]:
    """Yield the most similar name, or the mode, for a config.

    A config in quotes or of bytes is left alone: positions in it differ from those in the typed text.
    """
    text = block.values.get("config", "")
    if text.lstrip()[:2].lower() in ("b'", 'b"') or text.lstrip()[:1] in ("'", '"', "@"):
        return
    near, name = problem.fact("near", ""), problem.fact("name", "")
    if near:
        start = prototext.offset(text, *problem.fact("place"))
        if text.startswith(name, start):
            yield QuickFix(
                phrase("Write {} for {}", near, name),
                SetValue(page.name, block.id, "config", text[:start] + near + text[start + len(name) :]),
            )
    if problem.case == "no-mode" and all(path[0][0] != "mode" for path, _ in prototext.fields(text)):
        yield QuickFix(
            phrase("Add mode: TRAINING"), SetValue(page.name, block.id, "config", f"{text.rstrip()}\nmode: TRAINING\n")
        )


def count(page: Page, block: Block, problem: Problem) -> Iterator[QuickFix]:
    """Yield the number that the config has for a typed number."""
    pin, wanted = problem.pin, problem.fact("wanted")
    if problem.case in ("activations", "all-tables") and pin in block.values:
        yield QuickFix(
            phrase("Set {}.{} to {}", block.id, pin, wanted), SetValue(page.name, block.id, pin, str(wanted))
        )


def same_config(page: Page, block: Block, problem: Problem) -> Iterator[QuickFix]:
    """Refer to the config that counts."""
    if problem.case == "another-config":
        other = problem.fact("other")
        yield QuickFix(phrase("Use the config of {}", other), SetValue(page.name, block.id, "config", f"@{other}"))


FIXES: Fixes = {"bad-config": config, "tpu-embedding": same_config, "wrong-count": count}
