"""How commands say that they failed: what it is, and which page of the documentation helps, where one is about it."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from blockloom.blocks.problems import Problem
from blockloom.blocks.text import terminal


def fail(error: BaseException, code: int, where: str = "", say: Callable[[str], None] = terminal.say) -> int:
    """Say an error, and its page. Gives the exit code."""
    say(f"blockloom: {where}{error}")
    name_page(error, say)
    return code


def name_page(of: BaseException | Iterable[Problem], say: Callable[[str], None] = terminal.say) -> None:
    """Say which page is about an error or problems, in a line of its own; nothing where there is none."""
    from blockloom.app.help import of_errors

    page = of_errors.page_of(of) if isinstance(of, BaseException) else of_errors.page_of_problems(of)
    if page:
        say(f"blockloom help {page} says more")
