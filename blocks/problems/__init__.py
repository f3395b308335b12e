"""Problems of a document: severity, kind, address and named values.

The message and remedy of a problem are computed on access, by the table in `kinds`; quick fixes read the named values
only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from blockloom.blocks.document.addresses import Address, address, parse
from blockloom.blocks.problems.problem_registry import ERROR, WARNING
from blockloom.blocks.text.phrases import Phrase, phrase

__all__ = [
    "ERROR",
    "KEPT_VALUE",
    "UNFINISHED",
    "WARNING",
    "WIRE_FAULTS",
    "Facts",
    "Problem",
    "make_problem",
    "problem_sort_key",
]

KEPT_VALUE = "kept-value"  # code for an edited initial value of a variable that an open session has
# Kinds of problems of unfinished pages: blocks that are not filled in or wired yet, and empty pages.
UNFINISHED = frozenset(
    {
        "missing-input",
        "missing-attr",
        "too-few",
        "not-fed",
        "idle-feed",
        "idle-session",
        "never-supplied",
        "unused",
        "empty-page",
    }
)
# Kinds of problems of wires, each reported at the pin at one end.
WIRE_FAULTS = frozenset({"missing-block", "missing-target", "missing-pin", "missing-output", "wrong-kind", "bad-index"})
_SEVERITIES = {ERROR: phrase("error"), WARNING: phrase("warning")}
_OF_A_FILE, _NAMED = "bad-value:weights", 3
_IDLE = "idle"  # key of the fact that no session needs the block, see `is_idle`
_CALLS = "calls"  # key of the fact with the call sites of the function, outermost first, see `calls`
_PLACE = "place"  # key of the fact with line and column in a typed text, from 1


class Facts(tuple[tuple[str, Any], ...]):
    """Named values, sorted by name, with lists as tuples."""

    @classmethod
    def from_mapping(cls, values: Mapping[str, Any]) -> Facts:
        """Return facts with the values of a mapping."""
        return cls((name, _hashable(values[name])) for name in sorted(values))


class Problem(NamedTuple):
    """A finding on a document, as facts.

    Attributes:
        kind: CODE, or CODE:CASE if the texts of a code differ by case.
        facts: The named values of the kind. Any kind may have the fact `place`: line and column, from 1, in the value
            of the pin.
    """

    severity: str
    kind: str
    address: Address
    facts: Facts = Facts()

    @property
    def code(self) -> str:
        """The code of the kind, without its case."""
        return self.kind.partition(":")[0]

    @property
    def case(self) -> str:
        """The case of the kind, "" if it has none."""
        return self.kind.partition(":")[2]

    @property
    def page(self) -> str:
        return self.address.page

    @property
    def block(self) -> str:
        """The block or frame, "" for the page as a whole."""
        return self.address.block

    @property
    def pin(self) -> str:
        """The pin as wires name it, such as `output[1]`, "" for no single pin."""
        return self.address.end

    def fact(self, name: str, default: Any = None) -> Any:
        """Return the value of a fact, `default` if the problem has no such fact."""
        return next((value for key, value in self.facts if key == name), default)

    @property
    def is_idle(self) -> bool:
        """True if no session needs the block; an error then becomes a warning."""
        return bool(self.fact(_IDLE))

    @property
    def calls(self) -> list[Address]:
        """The call sites that lead to the block, outermost first, if the error occurred in a run."""
        return [parse(text) for text in self.fact(_CALLS, ())]

    def with_calls(self, blocks: Iterable[str]) -> Problem:
        """Return this problem inside a function that these call sites (addresses as texts, outermost first) run."""
        calls = tuple(text for text in blocks if parse(text) != self.address.at_pin(""))
        return self._replace(facts=Facts.from_mapping(dict(self.facts) | {_CALLS: calls})) if calls else self

    def with_address(self, **changed: Any) -> Problem:
        """Return this problem with other fields of its address, for example after a rename."""
        return self._replace(address=self.address._replace(**changed))

    def followed(self, find: Callable[[Address], Address | None]) -> Problem | None:
        """Return this problem after an edit; None if its block is gone.

        Args:
            find: Returns the address after the edit, None if there is none.
        """
        at, calls = find(self.address), self.fact(_CALLS)
        if at is None:
            return None
        facts = self.facts
        if calls is not None:
            facts = Facts.from_mapping(dict(facts) | {_CALLS: [str(find(call) or call) for call in self.calls]})
        return self._replace(address=at, facts=facts)

    def as_idle(self) -> Problem:
        """Return this problem as a warning, since no session needs its block."""
        return self._replace(severity=WARNING, facts=Facts.from_mapping(dict(self.facts) | {_IDLE: True}))

    def translate(self, address: Address, rename: Callable[[str], str]) -> Problem:
        """Return this problem at another address.

        Args:
            rename: Returns the new text for a text among the facts, such as the name of a pin.
        """

        def one(value: Any) -> Any:
            if isinstance(value, tuple):
                return tuple(map(one, value))
            if isinstance(value, Phrase):
                return value.filled(map(one, value.values))
            return rename(value) if isinstance(value, str) else value

        return self._replace(address=address, facts=Facts((name, one(value)) for name, value in self.facts))

    def _texts(self) -> tuple[str, str, str]:
        facts = dict(self.facts)
        idle, place = facts.pop(_IDLE, False), facts.pop(_PLACE, None)
        facts.pop(_CALLS, None)
        option = ""
        if "message" in facts:
            message, remedy = facts["message"], facts["remedy"]
        else:
            from blockloom.blocks.problems.kinds import KINDS

            message, remedy, option = (*KINDS[self.kind].say(self.address, **facts), "")[:3]
        if place is not None:
            message = phrase("line {}, column {}: {}", *place, message)
        return _of_idle(message) if idle else message, remedy, option

    @property
    def message(self) -> str:
        """The description of the problem: a phrase, without a full stop."""
        return self._texts()[0]

    @property
    def remedy(self) -> str:
        """The way to solve the problem: a phrase, without a full stop; "" if unknown."""
        return self._texts()[1]

    @property
    def place_text(self) -> str:
        """The known parts of `PAGE/BLOCK.PIN`, after its call sites: `PAGE/LOOP -> BODY/BLOCK.PIN`."""
        return " -> ".join(at.display_text for at in (*self.calls, self.address))

    def __str__(self) -> str:
        return self._text(self.remedy)

    @property
    def command_text(self) -> str:
        """The text of the problem for a command line: its remedies include options of commands."""
        _, remedy, option = self._texts()
        return self._text(phrase("{}, or {}", remedy, option) if option else remedy)

    def _text(self, remedy: str) -> str:
        severity, message = _SEVERITIES.get(self.severity, self.severity), self.message
        if not self.place_text:
            return phrase("{}: {}. {}", severity, message, remedy) if remedy else phrase("{}: {}", severity, message)
        return (
            phrase("{}: {}: {}. {}", severity, self.place_text, message, remedy)
            if remedy
            else phrase("{}: {}: {}", severity, self.place_text, message)
        )

    @classmethod
    def from_texts(
        cls, severity: str, code: str, page: str, block: str, pin: str, message: str, remedy: str = ""
    ) -> Problem:
        """Return a problem of which only the texts are known, for example in another language."""
        return cls(
            severity, code, address(page, block, pin), Facts.from_mapping({"message": message, "remedy": remedy})
        )

    def as_json(self) -> dict[str, str]:
        """Return the problem as JSON data, as `blockloom check --format json` prints it."""
        return {
            "severity": self.severity,
            "code": self.code,
            "page": self.page,
            "block": self.block,
            "pin": self.pin,
            "message": self.message,
            "remedy": self.remedy,
        }


def make_problem(kind: str, at: Address, /, severity: str = "", **facts: Any) -> Problem:
    """Return a problem of a kind in the table of `kinds`.

    Args:
        severity: Overrides the severity of the kind, if not "".

    Raises:
        KeyError: The kind is unknown.
        TypeError: A fact that is a text for people is not a phrase (for example Python's text of an error).
    """
    from blockloom.blocks.problems.kinds import KINDS

    for name in KINDS[kind].texts:
        if facts.get(name) and not isinstance(facts[name], Phrase):
            raise TypeError(kind, name, facts[name])
    return Problem(severity or KINDS[kind].severity, kind, at, Facts.from_mapping(facts))


def _hashable(value: Any) -> Any:
    return tuple(map(_hashable, value)) if isinstance(value, list | tuple) else value


def _of_idle(message: str) -> Phrase:
    return phrase("{} (no session needs this block: the rest of the page runs without it)", message)


def format_problems(problems: Iterable[Problem]) -> list[str]:
    """Return problems as lines of text for a command line.

    Many blocks share a weight file: its problem is listed for the first few blocks only.
    """
    texts: list[str] = []
    counts: dict[str, int] = {}
    for problem in problems:
        if problem.kind == _OF_A_FILE:
            counts[problem.message] = counts.get(problem.message, 0) + 1
            if counts[problem.message] > _NAMED:
                continue
        texts.append(problem.command_text)
    return texts + [
        phrase("... and {} more blocks: {}", count - _NAMED, message)
        for message, count in counts.items()
        if count > _NAMED
    ]


def problem_sort_key(problem: Problem) -> tuple[bool, str, str, str, str]:
    """Return the sort key of a problem: errors first, then by block and pin."""
    return problem.severity != ERROR, problem.block, problem.pin, problem.code, problem.message
