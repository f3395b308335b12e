"""The man page of `blockloom`: argparse-manpage makes it from the parsers."""

from __future__ import annotations

import importlib.metadata
import re

from argparse_manpage.manpage import Manpage

from blockloom.app.completion import whole_parser


def man_page() -> str:
    """Return the man page, section 1, as roff."""
    page = Manpage(whole_parser()[0])
    page.date, page.source = "", f"blockloom {importlib.metadata.version('blockloom')}"
    page.manual = "User Commands"
    return re.sub(r"(?m)^\.(?=[a-z])", r"\\&.", str(page))  # file extensions at the start of a line are not macros
