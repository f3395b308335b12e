"""Checks of a document: errors (a page cannot run) and warnings (it runs, but not as expected)."""

from blockloom.blocks.checks.conflict_checks import conflicts
from blockloom.blocks.checks.page_checks import Faults, check, check_page, faults, of_file
from blockloom.blocks.checks.parts import as_part

__all__ = ["Faults", "as_part", "check", "check_page", "conflicts", "faults", "of_file"]
