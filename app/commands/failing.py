"""Error messages of commands, with the page of the documentation about the error, if there is one."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from blockloom.blocks.problems import Problem
from blockloom.blocks.text import terminal


def fail(error: BaseException, code: int, where: str = "", say: Callable[[str], None] = terminal.say) -> int:
    """Print an error, and its page. Returns the exit code."""
    say(f"blockloom: {where}{error}")
    name_page(error, say)
    return code


def name_page(of: BaseException | Iterable[Problem], say: Callable[[str], None] = terminal.say) -> None:
    """Print a line with the page about an error or problems, if there is one."""
    from blockloom.app.help import help_pages

    page = help_pages.page_of_error(of) if isinstance(of, BaseException) else help_pages.page_of_problems(of)
    if page:
        say(f"blockloom help {page} says more")
