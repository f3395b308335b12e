"""Three-way merge of sequences (diff3), for list pins that both sides changed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from typing import Any, TypeVar

T = TypeVar("T")


def merge_sequences(
    base: Sequence[T], ours: Sequence[T], theirs: Sequence[T], together: bool = False
) -> list[T] | None:
    """Return ours with the changes of theirs since base; None if both changed one place differently.

    Elements equal in all three cut the sequences into parts; a part that only one side changed is taken from that side.
    See S. Khanna, K. Kunal and B. C. Pierce, A Formal Investigation of Diff3 (2007).

    Args:
        together: Keep additions of both sides at one place, those of ours first.
    """
    found: list[T] = []
    for part, mine, other in _parts(base, ours, theirs):
        if mine in (part, other):
            found += other
        elif other == part:
            found += mine
        elif together and not part:
            found += [*mine, *(one for one in other if one not in mine)]
        else:
            return None
    return found


def append_additions(now: Sequence[T], theirs: Sequence[T], known: Counter[T]) -> list[T]:
    """Return a sequence with the unknown elements of theirs added, each after its predecessor in theirs."""
    found, seen = list(now), Counter[T]()
    for index, one in enumerate(theirs):
        seen[one] += 1
        if seen[one] > known[one]:
            before = next((at for at in reversed(theirs[:index]) if at in found), None)
            found.insert(0 if before is None else len(found) - found[::-1].index(before), one)
    return found


def _parts(base: Sequence[T], ours: Sequence[T], theirs: Sequence[T]) -> Iterator[tuple[list[T], list[T], list[T]]]:
    """Split three sequences at the elements that all have, and yield the parts and these elements, in order."""
    mine, other = _matches(base, ours), _matches(base, theirs)
    at = b = c = 0
    for i in [*(i for i in range(len(base)) if i in mine and i in other), None]:
        j, k = (len(ours), len(theirs)) if i is None else (mine[i], other[i])
        yield list(base[at:i]), list(ours[b:j]), list(theirs[c:k])
        if i is not None:
            yield [base[i]], [base[i]], [base[i]]
            at, b, c = i + 1, j + 1, k + 1


def _matches(a: Sequence[Any], b: Sequence[Any]) -> dict[int, int]:
    """Return matching elements by an alignment: index in A -> index in B."""
    blocks = SequenceMatcher(None, a, b, autojunk=False).get_matching_blocks()
    return {i + n: j + n for i, j, size in blocks for n in range(size)}
