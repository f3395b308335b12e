"""What is wrong, where, and what to do about it.

A problem is facts: a severity, a kind, an address, and named values. Its message and remedy are made from them when
somebody reads them, by the table in `kinds`; quick fixes read the facts alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from blockloom.blocks.document.addresses import Address, address, parse
from blockloom.blocks.problems.problem_registry import ERROR, WARNING, Said
from blockloom.blocks.text.phrases import Phrase, phrase

__all__ = ["ERROR", "KEPT_VALUE", "UNFINISHED", "WARNING", "WIRE_FAULTS", "Facts", "Problem", "order", "problem"]

KEPT_VALUE = "kept-value"  # said of a variable in a session under way whose initial value was edited
# What is said of a wire, at the pin of the block at one of its ends.
# What is said of a block that has merely not been filled in and wired yet, and of a page with nothing else on it.
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
WIRE_FAULTS = frozenset({"missing-block", "missing-target", "missing-pin", "missing-output", "wrong-kind", "bad-index"})
_SEVERITIES = {ERROR: phrase("error"), WARNING: phrase("warning")}
_OF_A_FILE, _NAMED = "bad-value:weights", 3
_IDLE = "idle"  # the fact that no session needs the block: see `idle`
_CALLS = "calls"  # the fact of which blocks, the outermost first, run the function that is at fault: see `calls`
_PLACE = "place"  # the fact of where in a typed-in text it is wrong: line and column, counted from 1


class Facts(tuple[tuple[str, Any], ...]):
    """Named values, sorted by name, with lists as tuples."""

    @classmethod
    def of(cls, values: Mapping[str, Any]) -> Facts:
        """Return these values."""
        return cls((name, _hashable(values[name])) for name in sorted(values))


class Problem(NamedTuple):
    """A finding on a document, as facts. `kind` is CODE, or CODE:CASE where the texts of a code differ by case; `facts`
    are the named values of the kind. The fact `place`, which any kind may have, is the line and column, from 1, in the
    value of the pin.
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
        """The case of the kind, "" where it has none."""
        return self.kind.partition(":")[2]

    @property
    def page(self) -> str:
        return self.address.page

    @property
    def block(self) -> str:
        """The block, or the frame; "" where the page as a whole is meant."""
        return self.address.block

    @property
    def pin(self) -> str:
        """The pin as wires name it, such as `output[1]`; "" where no single one is meant."""
        return self.address.end

    def fact(self, name: str, default: Any = None) -> Any:
        """The value of a fact; `default` where the problem has no such fact."""
        return next((value for key, value in self.facts if key == name), default)

    @property
    def idle(self) -> bool:
        """Whether no session needs the block: an error then is a warning."""
        return bool(self.fact(_IDLE))

    @property
    def calls(self) -> list[Address]:
        """The blocks whose functions lead to the block, the outermost first, where the error came up in a run."""
        return [parse(text) for text in self.fact(_CALLS, ())]

    def called_from(self, blocks: Iterable[str]) -> Problem:
        """This problem inside a function that these blocks (texts of addresses, the outermost first) run."""
        calls = tuple(text for text in blocks if parse(text) != self.address.at_pin(""))
        return self._replace(facts=Facts.of(dict(self.facts) | {_CALLS: calls})) if calls else self

    def moved(self, **changed: Any) -> Problem:
        """This problem with other fields of its address, say after a block was renamed."""
        return self._replace(address=self.address._replace(**changed))

    def renamed_block(self, page: str, old: str, new: str) -> Problem:
        """This problem after a block of a page got another id."""

        def one(at: Address) -> Address:
            return at.moved(new) if (at.page, at.top) == (page, old) else at

        found = self._replace(address=one(self.address))
        calls = self.fact(_CALLS)
        return (
            found
            if calls is None
            else found._replace(facts=Facts.of(dict(self.facts) | {_CALLS: [str(one(at)) for at in self.calls]}))
        )

    def made_idle(self) -> Problem:
        """This problem as a warning, since no session needs its block."""
        return self._replace(severity=WARNING, facts=Facts.of(dict(self.facts) | {_IDLE: True}))

    def renamed(self, at: Address, told: Callable[[str], str]) -> Problem:
        """This problem at another address; `told` gives new texts for the texts among its facts, such as names of
        pins.
        """

        def one(value: Any) -> Any:
            if isinstance(value, tuple):
                return tuple(map(one, value))
            if isinstance(value, Phrase):
                return value.filled(map(one, value.values))
            return told(value) if isinstance(value, str) else value

        return self._replace(address=at, facts=Facts((name, one(value)) for name, value in self.facts))

    def _said(self) -> Said:
        facts = dict(self.facts)
        idle, place = facts.pop(_IDLE, False), facts.pop(_PLACE, None)
        facts.pop(_CALLS, None)
        if "message" in facts:
            message, remedy = facts["message"], facts["remedy"]
        else:
            from blockloom.blocks.problems.kinds import KINDS

            message, remedy = KINDS[self.kind].say(self.address, **facts)
        if place is not None:
            message = phrase("line {}, column {}: {}", *place, message)
        return _of_idle(message) if idle else message, remedy

    @property
    def message(self) -> str:
        """What is wrong: a phrase, without a full stop."""
        return self._said()[0]

    @property
    def remedy(self) -> str:
        """What to do about it: a phrase, without a full stop; "" where nothing is known."""
        return self._said()[1]

    @property
    def where(self) -> str:
        """`PAGE/BLOCK.PIN` as far as it is known, after the blocks that run its function: `PAGE/LOOP ->
        BODY/BLOCK.PIN`.
        """
        return " -> ".join(at.shown for at in (*self.calls, self.address))

    def __str__(self) -> str:
        severity = _SEVERITIES.get(self.severity, self.severity)
        message, remedy = self._said()
        if not self.where:
            return phrase("{}: {}. {}", severity, message, remedy) if remedy else phrase("{}: {}", severity, message)
        return (
            phrase("{}: {}: {}. {}", severity, self.where, message, remedy)
            if remedy
            else phrase("{}: {}: {}", severity, self.where, message)
        )

    @classmethod
    def told(cls, severity: str, code: str, page: str, block: str, pin: str, message: str, remedy: str = "") -> Problem:
        """A problem of which only the texts are known, for example in another language."""
        return cls(severity, code, address(page, block, pin), Facts.of({"message": message, "remedy": remedy}))

    def as_json(self) -> dict[str, str]:
        """The problem as JSON data, as `blockloom check --format json` prints it."""
        return {
            "severity": self.severity,
            "code": self.code,
            "page": self.page,
            "block": self.block,
            "pin": self.pin,
            "message": self.message,
            "remedy": self.remedy,
        }


def problem(kind: str, at: Address, /, severity: str = "", **facts: Any) -> Problem:
    """A problem of a kind in the table of `kinds`, with the severity of that kind unless another is given. Raises
    KeyError for an unknown kind, TypeError where a fact that is a text for people is no phrase (such as Python's text
    of an error).
    """
    from blockloom.blocks.problems.kinds import KINDS

    for name in KINDS[kind].texts:
        if facts.get(name) and not isinstance(facts[name], Phrase):
            raise TypeError(kind, name, facts[name])
    return Problem(severity or KINDS[kind].severity, kind, at, Facts.of(facts))


def _hashable(value: Any) -> Any:
    return tuple(map(_hashable, value)) if isinstance(value, list | tuple) else value


def _of_idle(message: str) -> Phrase:
    return phrase("{} (no session needs this block: the rest of the page runs without it)", message)


def lines(problems: Iterable[Problem]) -> list[str]:
    """Problems as lines of text. A problem of a weights file, which many blocks share, is written for the first few
    blocks.
    """
    texts: list[str] = []
    alike: dict[str, int] = {}
    for problem in problems:
        if problem.kind == _OF_A_FILE:
            alike[problem.message] = alike.get(problem.message, 0) + 1
            if alike[problem.message] > _NAMED:
                continue
        texts.append(str(problem))
    return texts + [
        phrase("... and {} more blocks: {}", count - _NAMED, message)
        for message, count in alike.items()
        if count > _NAMED
    ]


def order(problem: Problem) -> tuple[bool, str, str, str, str]:
    """The sort key of problems: errors first, then by block and pin."""
    return problem.severity != ERROR, problem.block, problem.pin, problem.code, problem.message
