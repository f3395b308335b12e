"""The table of all kinds of problems: code, or CODE:CASE -> severity, fields, how it is said, and when it is there.

Each kind is a function from the address and the named facts of a problem to (what is wrong, what to do about it). They
stand by theme in the modules imported here, those of additions in modules of theirs.
"""

from blockloom.blocks.additions import parts
from blockloom.blocks.problems import (
    about_blocks,
    about_conflicts,
    about_files,
    about_pages,
    about_runs,
    about_sessions,
    about_shapes,
    about_training,
    about_values,
    about_wires,
)
from blockloom.blocks.problems.problem_registry import KINDS, ProblemKind

parts("problems")

__all__ = [
    "KINDS",
    "ProblemKind",
    "about_blocks",
    "about_conflicts",
    "about_files",
    "about_pages",
    "about_runs",
    "about_sessions",
    "about_shapes",
    "about_training",
    "about_values",
    "about_wires",
]
