"""Kinds of resource handles, in words."""

from __future__ import annotations

from collections.abc import Mapping

from blockloom.blocks.text.phrases import Phrase, phrase

DENSE, SPARSE, RESOURCE = "dense accumulator", "sparse accumulator", "resource accumulator"
QUEUE, BARRIER, READER, STACK, ARRAY, TABLE, VARIABLE = (
    "queue",
    "barrier",
    "reader",
    "stack",
    "TensorArray",
    "table",
    "variable",
)
NAMES: Mapping[str, Phrase] = {
    DENSE: phrase("an accumulator of dense gradients"),
    SPARSE: phrase("an accumulator of sparse gradients"),
    RESOURCE: phrase("an accumulator that is a resource"),
    QUEUE: phrase("a queue"),
    BARRIER: phrase("a barrier"),
    READER: phrase("a reader"),
    STACK: phrase("a stack"),
    ARRAY: phrase("a TensorArray"),
    TABLE: phrase("a table"),
    VARIABLE: phrase("a variable"),
}
