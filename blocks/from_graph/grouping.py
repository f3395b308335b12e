"""Scopes of layers that belong together only by their names.

Keras names the layers of a block `conv2_block1_1_conv`, `conv2_block1_add` ..., all in one scope. If a scope has more
members than a person can survey, those whose names begin with the same words and that are computed in sequence get a
scope of these words: `conv2`, and in it `conv2_block1`. Layers that are only numbered (`dense_1`, `dense_2`) stay
apart.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping

Scope = tuple[str, ...]
_CROWD = 12  # items of a scope, up to which all are left as they are
_LEAST = 3  # blocks that are worth a scope
_WORDS = 8  # of a name that are looked at
_APART = 1.5  # how many times as many blocks may be computed between the first and the last of a group


def grouped(scopes: Mapping[str, Scope], labels: Mapping[str, str], loose: Collection[str]) -> dict[str, Scope]:
    """Return the scopes of blocks, in the order of computation, with additional scopes for groups (`conv1_...`).

    `labels` are names of blocks in their scopes; `loose` blocks have no place in the order.
    """
    new_scopes = dict(scopes)
    place = {name: number for number, name in enumerate(name for name in scopes if name not in loose)}
    levels: list[tuple[Scope, list[str]]] = [((), list(scopes))]
    while levels:
        around, inside = levels.pop()
        items: defaultdict[str, list[str]] = defaultdict(list)
        for name in inside:
            scope = new_scopes[name]
            items[scope[len(around)] if len(scope) > len(around) else labels[name]].append(name)
        if len(items) > _CROWD:
            for words, members in _groups({label: tuple(label.split("_", _WORDS)) for label in items}):
                names = [name for label in members for name in items[label]]
                if len(names) >= _LEAST and len(names) < len(inside) and _is_together(names, place):
                    for name in names:
                        new_scopes[name] = (*around, words, *new_scopes[name][len(around) :])
        deeper: defaultdict[str, list[str]] = defaultdict(list)
        for name in inside:
            if len(new_scopes[name]) > len(around):
                deeper[new_scopes[name][len(around)]].append(name)
        levels += [((*around, label), names) for label, names in deeper.items()]
    return new_scopes


def _groups(words: Mapping[str, tuple[str, ...]]) -> Iterator[tuple[str, list[str]]]:
    """Yield the labels that begin with the same words, and continue with other words than numbers."""
    todo = [list(words)]
    while todo:
        labels = todo.pop()
        common = _common([words[label] for label in labels])
        parts: defaultdict[str, list[str]] = defaultdict(list)
        for label in labels:
            if len(words[label]) > common:
                parts[words[label][common]].append(label)
        for members in parts.values():
            if len(members) > 1:
                length = _common([words[label] for label in members])
                after = {words[label][length] if len(words[label]) > length else "" for label in members}
                if all(not word or word.isdecimal() for word in after):
                    todo.append(members)
                else:
                    yield "_".join(words[members[0]][:length]), members


def _common(rows: list[tuple[str, ...]]) -> int:
    """How many words all begin with."""
    least, most = min(rows), max(rows)
    length = 0
    while length < min(len(least), len(most)) and least[length] == most[length]:
        length += 1
    return length


def _is_together(names: list[str], place: Mapping[str, int]) -> bool:
    """Return whether blocks are computed in sequence, with few others in between."""
    places = [place[name] for name in names if name in place]
    return bool(places) and max(places) - min(places) < _APART * len(places)
