"""The table of all kinds of problems: code, or CODE:CASE -> severity, fields, texts and condition.

Each kind is a function from the address and the named facts of a problem to its message and remedy, in one of the
modules imported here or in a module of an addition.
"""

from blockloom.blocks.additions import load_parts
from blockloom.blocks.problems import (
    about_blocks,
    about_conflicts,
    about_pages,
    about_runs,
    about_sessions,
    about_shapes,
    about_training,
    about_values,
    about_wires,
)
from blockloom.blocks.problems.problem_registry import KINDS, ProblemKind

load_parts("problems")

__all__ = [
    "KINDS",
    "ProblemKind",
    "about_blocks",
    "about_conflicts",
    "about_pages",
    "about_runs",
    "about_sessions",
    "about_shapes",
    "about_training",
    "about_values",
    "about_wires",
]
