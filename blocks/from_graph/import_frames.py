"""Frames from the scopes of names: those of three blocks or more, in each other as the scopes are.

A constant or variable lies with those that use it. A scope that holds all that a page
computes is no frame, but what is in it; of scopes that hold the same, the outermost is. Frames are collapsed, so that a
page is seen as its layers, but for those that are opened until there is something to see.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Mapping, Sequence

from blockloom.blocks.document.pages import Frame, Page

LEAST = 3  # blocks in a frame
_DEEPEST = 16  # scopes in each other that become frames
_FEW, _MANY = 8, 40  # what is seen of a page at first, if its scopes are so: not fewer items, nor more
Scope = tuple[str, ...]


def scope_of(name: str) -> Scope:
    """The scopes of a node's name, the outermost first."""
    return tuple(name.split("/", _DEEPEST)[:-1])


def homes(
    scopes: Mapping[str, Scope], users: Mapping[str, Sequence[str]], loose: Sequence[str], shared: Container[str] = ()
) -> dict[str, Scope]:
    """The scope of each block: `loose` blocks go to the innermost scope that holds all their users. Of two loose blocks
    the user comes first. Those in `shared` stay if only the root holds all their users.
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
    """Put the blocks of a page into frames of their scopes (by id). Blocks of `outside` do not count when a frame would
    hold all others; `titles` are those of scopes that are not called as they are written. Frames of `closed` scopes
    stay collapsed.
    """
    inside: defaultdict[Scope, int] = defaultdict(int)  # blocks in a scope, and in those in it
    computing: defaultdict[Scope, int] = defaultdict(int)
    for block, scope in scopes.items():
        for depth in range(len(scope) + 1):
            inside[scope[:depth]] += 1
            computing[scope[:depth]] += block not in outside
    within: defaultdict[Scope, list[Scope]] = defaultdict(list)
    for scope in inside:
        if scope:
            within[scope[:-1]].append(scope)
    frame: dict[Scope, Scope] = {}  # scope -> that whose frame its blocks lie in, () where there is none
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
    _open(page, {ids[scope] for scope in new_scopes if scope in closed})


def _open(page: Page, stay: Container[str]) -> None:
    """Open the largest frames while little is seen, then those that hold other frames for the most part, as stages do
    and layers do not; as long as not too much becomes of it. Frames that `stay` as they are do not open.
    """
    items: defaultdict[str, list[str]] = defaultdict(list)
    for block in page.blocks.values():
        items[block.frame].append(block.id)
    for frame in page.frames.values():
        items[frame.frame].append(frame.id)
    seen = len(items[""])
    closed = [name for name in items[""] if name in page.frames and name not in stay]
    while closed:
        stages = [name for name in closed if sum(item in page.frames for item in items[name]) > len(items[name]) / 2]
        names = [max(closed, key=lambda item: len(items[item]))] if seen < _FEW else stages
        seen += sum(len(items[name]) - 1 for name in names)
        if not names or seen > _MANY:
            break
        for name in names:
            closed.remove(name)
            closed += [item for item in items[name] if item in page.frames and item not in stay]
            page.frames[name] = page.frames[name]._replace(collapsed=False)
