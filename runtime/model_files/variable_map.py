"""Files that map variables to their names in a checkpoint: two columns, the variable and its name there."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import NamedTuple, cast

from blockloom.blocks.files.documents import FileError
from blockloom.blocks.io import bounded_io
from blockloom.blocks.text.phrases import file_error_reason, phrase
from blockloom.blocks.values.dtypes import DTYPES
from blockloom.runtime.run.variable_state import Sought

_COMMENT = re.compile(r"(^|\s)#.*")
_COLUMNS = re.compile(r"\s*,\s*|\s+")
_MOST_PAIRS = 300_000  # most pairs of names to compare for proposals: these take 10 s
_MOST_NAMES = 2000  # most names among which an error searches a similar one
_LONGEST = 200  # most characters of a name to compare

Kind = tuple[str, tuple[int, ...]]  # (dtype, shape)
Described = Callable[[str], Kind]
Wanted = tuple[str, tuple[int | None, ...] | None, bool]  # the description of a variable in `Sought`


class Line(NamedTuple):
    """The name of a variable in a checkpoint, and the position of the line in the file."""

    name: str
    place: str


class VariableMap:
    """The lines of a file, by variable."""

    def __init__(self, path: Path):
        """Read a file.

        Raises:
            FileError: The file cannot be read, a line does not have two columns, or a variable has two lines.
        """
        self.lines: dict[str, Line] = {}
        self._unused: set[str] = set()
        try:
            text = bounded_io.read(path, "settings").decode("utf-8-sig")
        except (OSError, UnicodeDecodeError) as error:
            reason = file_error_reason(error) if isinstance(error, OSError) else phrase("it is not text in UTF-8")
            raise FileError(phrase("{}: cannot be read: {}", path, reason)) from None
        for number, line in enumerate(text.splitlines(), 1):
            line, place = _COMMENT.sub("", line).strip(), phrase("{}, line {}", path, number)
            if not line:
                continue
            columns = line.split("\t") if "\t" in line else _COLUMNS.split(line)
            names = [one.strip() for one in columns]
            if len(names) != 2 or not all(names):
                raise FileError(
                    phrase(
                        "{}: write a variable of the graph and its name in the checkpoint, not {!r:.100}", place, line
                    )
                )
            variable = names[0].removesuffix(":0")
            if variable in self.lines:
                raise FileError(
                    phrase(
                        "{}: the variable {:.200} has a line already: {}", place, variable, self.lines[variable].place
                    )
                )
            self.lines[variable] = Line(names[1], place)
        self._unused = set(self.lines)

    def keys(self, sought: Iterable[str], names: Mapping[str, str], checkpoint: Path) -> dict[str, str]:
        """Return the keys in the checkpoint for those variables that have a line.

        Raises:
            ValueError: A name is not among the `names` of the checkpoint.
        """
        keys = {}
        for variable in sought:
            if (line := self.lines.get(variable)) is None:
                continue
            self._unused.discard(variable)
            if line.name not in names:
                raise ValueError(
                    phrase(
                        "{}: {} has no {:.200}; it has: {}", line.place, checkpoint, line.name, _like(line.name, names)
                    )
                )
            keys[variable] = names[line.name]
        return keys

    def place(self, variable: str) -> str:
        """Return the position of the line of a variable; "" if it has none."""
        return self.lines[variable].place if variable in self.lines else ""

    def check_used(self, known: Iterable[str]) -> None:
        """Raise ValueError if a line names a variable that is neither sought nor `known`."""
        known = set(known)
        unused = [variable for variable in self.lines if variable in self._unused - known]
        if unused:
            there = known | self.lines.keys() - self._unused
            raise ValueError(
                phrase(
                    "{}: the graph has no variable {:.200}; it has: {}",
                    self.lines[unused[0]].place,
                    unused[0],
                    _like(unused[0], there),
                )
            )


def _like(name: str, names: Iterable[str], most: int = 5) -> str:
    """Return some names, similar ones first."""
    names = sorted(names)[:_MOST_NAMES]
    close = difflib.get_close_matches(name[:_LONGEST], names, most, 0.5)
    found = [*close, *(one for one in names if one not in close)]
    return ", ".join([*(one[:_LONGEST] for one in found[:most]), *(["..."] if len(found) > most else [])]) or phrase(
        "none"
    )


def proposed(
    missing: Iterable[str], sought: Sought, names: Mapping[str, str], taken: Iterable[str], described: Described
) -> str:
    """Return lines for a file that map variables without values to names in the checkpoint.

    Each variable gets the most similar name of its dtype and shape that no other variable has.

    Args:
        missing: The variables without values.
        sought: The dtypes and shapes of variables.
        names: The names of the checkpoint, with their keys.
        taken: The keys in use.
        described: Returns the dtype and shape of a key.
    """
    taken = set(taken)
    # If a key has several names, the last one counts.
    free = {key: name for name, key in names.items() if key not in taken}
    of_kind: dict[Kind, list[str]] = {}
    for key in free:
        label, shape = described(key)
        of_kind.setdefault((label, tuple(shape)), []).append(key)
    pairs: list[tuple[float, str, str]] = []
    missing = list(missing)
    for variable in missing:
        matcher = difflib.SequenceMatcher(None, b=variable[:_LONGEST], autojunk=False)
        for key in _of_kind(sought[variable], of_kind)[: _MOST_PAIRS - len(pairs)]:
            matcher.set_seq1(free[key][:_LONGEST])
            pairs.append((-matcher.ratio(), variable, key))
    found: dict[str, str] = {}
    for _, variable, key in sorted(pairs):
        if variable not in found and key in free:
            found[variable] = free.pop(key)
    return "\n".join(
        f"{variable}\t{found[variable]}" if variable in found else f"# {variable}\t{_kind(sought[variable])}"
        for variable in missing
    )


def _of_kind(wanted: Wanted, of_kind: Mapping[Kind, list[str]]) -> list[str]:
    """Return the keys of the kinds that fit a variable."""
    dtype, shape, _ = wanted
    if shape is not None and not {-1, None} & {*shape}:
        return of_kind.get((DTYPES[dtype].label, cast(tuple[int, ...], tuple(shape))), [])
    return [key for kind, keys in of_kind.items() if is_compatible(wanted, *kind) for key in keys]


def is_compatible(wanted: Wanted, label: str, shape: tuple[int, ...]) -> bool:
    """Return whether a variable can have a value of this dtype and shape."""
    dtype, own, _ = wanted
    return DTYPES[dtype].label == label and (
        own is None or len(own) == len(shape) and all(want in (-1, have) for want, have in zip(own, shape))
    )


def _kind(wanted: Wanted) -> str:
    """Return the dtype and shape of a variable as text."""
    dtype, shape, _ = wanted
    return f"{DTYPES[dtype].label} {'?' if shape is None else list(shape)}"
