"""Checks of a document: errors (a page cannot run) and warnings (it runs, but not as expected)."""

from blockloom.blocks.checks.page_checks import Faults, as_part, check, check_page, conflicts, faults, of_file

__all__ = ["Faults", "as_part", "check", "check_page", "conflicts", "faults", "of_file"]
