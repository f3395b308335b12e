"""What is wrong, where, and what to do about it.

A problem is facts: a severity, a kind, an address, and named values. Its message and remedy are made from them when
somebody reads them, by the table in `kinds`; quick fixes read the facts alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from blockloom.blocks.document.addresses import Address, address, parse
from blockloom.blocks.problems.registry import ERROR, WARNING, Said
from blockloom.blocks.text.phrases import Phrase, phrase

__all__ = ["ERROR", "KEPT_VALUE", "WARNING", "WIRE_FAULTS", "Problem", "order", "problem"]

KEPT_VALUE = "kept-value"   # said of a variable in a session under way whose initial value was edited
# What is said of a wire, at the pin of the block at one of its ends.
WIRE_FAULTS = frozenset({"missing-block", "missing-target", "missing-pin", "missing-output", "wrong-kind", "bad-index"})
_SEVERITIES = {ERROR: phrase("error"), WARNING: phrase("warning")}
_OF_A_FILE, _NAMED = "bad-value:weights", 3
_IDLE = "idle"      # the fact that no session needs the block: see `idle`
_CALLS = "calls"    # the fact of which blocks, the outermost first, run the function that is at fault: see `calls`
_PLACE = "place"    # the fact of where in a typed-in text it is wrong: line and column, counted from 1


class Problem(NamedTuple):
    """One finding on a document. `kind` is its code, or CODE:CASE where what is said differs by case; `facts` are
    the named values of a kind, sorted by name, lists in them as tuples. Any may have a `place` among them: the line and
    column, counted from 1, of the value of its pin where that is wrong."""

    severity: str
    kind: str
    address: Address
    facts: tuple[tuple[str, Any], ...] = ()

    @property
    def code(self) -> str:
        """What kind of finding it is."""
        return self.kind.partition(":")[0]

    @property
    def case(self) -> str:
        """What is after the code in `kind`."""
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
        """One of the named values."""
        return next((value for key, value in self.facts if key == name), default)

    @property
    def idle(self) -> bool:
        """Whether no session needs the block: an error then is a warning."""
        return bool(self.fact(_IDLE))

    @property
    def calls(self) -> list[Address]:
        """The blocks whose functions lead to where it is, the outermost first: of an error in a run."""
        return [parse(text) for text in self.fact(_CALLS, ())]

    def called_from(self, blocks: Iterable[str]) -> Problem:
        """The same of a function that these blocks, texts of addresses, run."""
        calls = tuple(text for text in blocks if parse(text) != self.address.at_pin(""))
        return self._replace(facts=_frozen(dict(self.facts) | {_CALLS: calls})) if calls else self

    def moved(self, **changed: Any) -> Problem:
        """The same with another page, block or pin in its address, say after these were renamed."""
        return self._replace(address=self.address._replace(**changed))

    def renamed_block(self, page: str, old: str, new: str) -> Problem:
        """The same once a block of a page has another id."""
        def one(at: Address) -> Address:
            return at.moved(new) if (at.page, at.top) == (page, old) else at
        found = self._replace(address=one(self.address))
        calls = self.fact(_CALLS)
        return found if calls is None else found._replace(facts=_frozen(
            dict(self.facts) | {_CALLS: [str(one(at)) for at in self.calls]}))

    def made_idle(self) -> Problem:
        """The same of a block that no session needs."""
        return self._replace(severity=WARNING, facts=_frozen(dict(self.facts) | {_IDLE: True}))

    def renamed(self, at: Address, told: Callable[[str], str]) -> Problem:
        """The same at another address, with the texts among its facts as `told` gives them: names of pins, say."""
        def one(value: Any) -> Any:
            if isinstance(value, tuple):
                return tuple(map(one, value))
            if isinstance(value, Phrase):
                return value.filled(map(one, value.values))
            return told(value) if isinstance(value, str) else value
        return self._replace(address=at, facts=tuple((name, one(value)) for name, value in self.facts))

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
        """`PAGE/BLOCK.PIN`, as far as known, after the blocks that run its function: `PAGE/LOOP -> BODY/BLOCK.PIN`."""
        return " -> ".join(at.shown for at in (*self.calls, self.address))

    def __str__(self) -> str:
        severity = _SEVERITIES.get(self.severity, self.severity)
        message, remedy = self._said()
        if not self.where:
            return phrase("{}: {}. {}", severity, message, remedy) if remedy else phrase("{}: {}", severity, message)
        return phrase("{}: {}: {}. {}", severity, self.where, message, remedy) if remedy else \
            phrase("{}: {}: {}", severity, self.where, message)

    @classmethod
    def told(cls, severity: str, code: str, page: str, block: str, pin: str, message: str, remedy: str = "") -> Problem:
        """A problem of which nothing but the texts is known, or whose texts have been put into another language."""
        return cls(severity, code, address(page, block, pin), (("message", message), ("remedy", remedy)))

    def as_json(self) -> dict[str, str]:
        """The problem for other programs, as `blockloom check --format json` prints it."""
        return {"severity": self.severity, "code": self.code, "page": self.page, "block": self.block, "pin": self.pin,
                "message": self.message, "remedy": self.remedy}

    def row(self) -> list[Any]:
        """The problem for a message to another process."""
        return [self.severity, self.kind, str(self.address), dict(self.facts)]

    @classmethod
    def read(cls, row: Iterable[Any]) -> Problem:
        """What `row` made of a problem."""
        severity, kind, at, facts = row
        return cls(severity, kind, parse(at) if at else Address(), _frozen(facts))


def problem(kind: str, at: Address, /, severity: str = "", **facts: Any) -> Problem:
    """A problem of the table in `kinds`, of the severity that stands there unless another is given. Raises KeyError for
    an unknown kind, and TypeError where a fact that is a text for people is no phrase: what Python says of an error
    never gets into a problem."""
    from blockloom.blocks.problems.kinds import KINDS
    for name in KINDS[kind].texts:
        if facts.get(name) and not isinstance(facts[name], Phrase):
            raise TypeError(kind, name, facts[name])
    return Problem(severity or KINDS[kind].severity, kind, at, _frozen(facts))


def _frozen(facts: Mapping[str, Any]) -> tuple[tuple[str, Any], ...]:
    return tuple((name, _hashable(facts[name])) for name in sorted(facts))


def _hashable(value: Any) -> Any:
    return tuple(map(_hashable, value)) if isinstance(value, list | tuple) else value


def _of_idle(message: str) -> Phrase:
    return phrase("{} (no session needs this block: the rest of the page runs without it)", message)


def lines(problems: Iterable[Problem]) -> list[str]:
    """Problems as lines of text. What is wrong with a file of weights is so with all blocks that have some of it: of
    these the first are named."""
    found: list[str] = []
    alike: dict[str, int] = {}
    for one in problems:
        if one.kind == _OF_A_FILE:
            alike[one.message] = alike.get(one.message, 0) + 1
            if alike[one.message] > _NAMED:
                continue
        found.append(str(one))
    return found + [phrase("... and {} more blocks: {}", count - _NAMED, message)
                    for message, count in alike.items() if count > _NAMED]


def order(problem: Problem) -> tuple[bool, str, str, str, str]:
    """By which problems are sorted: errors first, then by block and pin."""
    return problem.severity != ERROR, problem.block, problem.pin, problem.code, problem.message
