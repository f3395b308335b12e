"""Frames from the scopes of names: those of three blocks or more, nested as the scopes are.

A constant or variable is in the frame of its users. A scope with all computing blocks of a page does not become a
frame, but the scopes in it do; of scopes with the same content, the outermost does. Frames are collapsed, so that a
page appears as its layers, unless the page has room for all blocks.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Container, Iterator, Mapping, Sequence

from blockloom.blocks.document.pages import Frame, Page
from blockloom.blocks.document.scopes import inherited

LEAST = 3  # fewest blocks in a frame
_DEEPEST = 16  # most nested scopes that become frames
_FEW = 40  # most visible blocks for which all frames are expanded
Scope = tuple[str, ...]


def scope_of(name: str) -> Scope:
    """Return the scopes of a node's name, the outermost first."""
    return tuple(name.split("/", _DEEPEST)[:-1])


def homes(
    scopes: Mapping[str, Scope], users: Mapping[str, Sequence[str]], loose: Sequence[str], shared: Container[str] = ()
) -> dict[str, Scope]:
    """Return the scope of each block: `loose` blocks go to the innermost scope that contains all their users.

    Args:
        scopes: by block.
        users: of each block.
        loose: blocks without a scope; of two, the user comes first.
        shared: loose blocks that stay if only the root contains all their users.
    """
    scope_of_block = dict(scopes)
    for name in loose:
        around: Scope | None = None
        for user in users.get(name, ()):
            theirs = scope_of_block[user]
            if around is None:
                around = theirs
            else:
                same = 0
                while same < min(len(around), len(theirs)) and around[same] == theirs[same]:
                    same += 1
                around = around[:same]
        if around or around is not None and not (name in shared and scope_of_block[name]):
            scope_of_block[name] = around
    return scope_of_block


def put_frames(
    page: Page,
    scopes: Mapping[str, Scope],
    outside: set[str],
    titles: Mapping[str, str],
    closed: Container[Scope] = (),
) -> None:
    """Put the blocks of a page into frames of their scopes.

    Args:
        scopes: by block id.
        outside: blocks that do not count when a frame would contain all others.
        titles: of scopes whose titles differ from their names.
        closed: scopes whose frames stay collapsed in any case.
    """
    inside: defaultdict[Scope, int] = defaultdict(int)  # number of blocks in a scope, including inner scopes
    computing: defaultdict[Scope, int] = defaultdict(int)
    for block, scope in scopes.items():
        for depth in range(len(scope) + 1):
            inside[scope[:depth]] += 1
            computing[scope[:depth]] += block not in outside
    within: defaultdict[Scope, list[Scope]] = defaultdict(list)
    for scope in inside:
        if scope:
            within[scope[:-1]].append(scope)
    frame: dict[Scope, Scope] = {}  # scope -> the scope whose frame contains its blocks, () if none does
    todo: list[Scope] = [()]
    while todo:
        scope = todo.pop()
        around = frame[scope[:-1]] if scope else ()
        whole = not around and computing[scope] == computing[()]
        same = bool(around) and inside[scope] == inside[scope[:-1]]
        frame[scope] = around if inside[scope] < LEAST or whole or same else scope
        todo += reversed(within[scope])
    new_scopes = list(dict.fromkeys(scope for scope in frame.values() if scope))
    ids = dict(zip(new_scopes, page.free_ids(scope[-1] for scope in new_scopes)))
    for scope in new_scopes:
        title = titles.get("/".join(scope), scope[-1])
        page.frames[ids[scope]] = Frame(ids[scope], title, frame=ids.get(frame[scope[:-1]], ""), collapsed=True)
    for block, scope in scopes.items():
        if frame[scope]:
            page.blocks[block] = page.blocks[block]._replace(frame=ids[frame[scope]])
    _expand(page, {ids[scope] for scope in new_scopes if scope in closed})


def _expand(page: Page, closed: Container[str]) -> None:
    """Expand all frames of a page if few blocks are visible then. Frames in `closed` and inside them stay collapsed."""
    hidden = inherited(page.frames, False, lambda frame, outer: outer or frame.id in closed)
    visible = sum(not hidden.get(block.frame, False) for block in page.blocks.values())
    visible += sum(not hidden.get(frame.frame, False) for name, frame in page.frames.items() if hidden[name])
    if visible <= _FEW:
        page.frames |= {name: frame._replace(collapsed=hidden[name]) for name, frame in page.frames.items()}


# Scopes of layers that belong together only by their names. Keras names the layers of a block `conv2_block1_1_conv`,
# `conv2_block1_add` ..., all in one scope. If a scope has more than a few members, those whose names begin with the
# same words, and that are computed in sequence, get a scope named by these words: `conv2`, and in it `conv2_block1`.
# Layers that are only numbered (`dense_1`, `dense_2`) are not grouped.

_CROWD = 12  # scopes with at most this many items are not grouped
_LEAST = 3  # fewest blocks of a new scope
_WORDS = 8  # most words of a name that are compared
_APART = 1.5  # most blocks computed between the first and last of a group, as a multiple of its size


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
    """Return the number of words at the beginning that all have in common."""
    least, most = min(rows), max(rows)
    length = 0
    while length < min(len(least), len(most)) and least[length] == most[length]:
        length += 1
    return length


def _is_together(names: list[str], place: Mapping[str, int]) -> bool:
    """Return whether blocks are computed in sequence, with few others in between."""
    places = [place[name] for name in names if name in place]
    return bool(places) and max(places) - min(places) < _APART * len(places)
