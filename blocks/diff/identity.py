"""Who is who in two documents: pages and items that have another name, and blocks that moved to another page.

What has the same name is the same. Of what is gone in one and new in the other:

- pages with 60 % equal ids are one page with another name, and so are those of which one has nearly all of the other,
  or half of it with the new pages that it uses, and what is new where nothing else is gone but an empty page;
- blocks of one type are one block with another id where they have the same name of a node, else the same place, else
  the same values and wires, or wires that lead into them, or most of both; frames and notes, where they have the same
  place or text. Without the node or the place an id that was numbered since others were there is something new: MUL_2;
- blocks, frames and notes of a page that are on a new page under their ids, or at their places, are there now, where an
  instance of that page stands in their place ("Make a block of the selection"), even under the id of one of them, or
  where that page has little else, and the other way round ("Unpack").
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from typing import Any

from blockloom.blocks.catalogue.signature import SIGNATURE, page_of_type
from blockloom.blocks.diff.renaming import MARK, Names, Place
from blockloom.blocks.document.pages import Block, Document, Frame, Item, Page

_ALIKE = 0.6  # of the ids of two pages, where they are one with another name
_NEARLY = 0.8  # of the ids of the smaller one
_FEW = 3  # ids that say nothing
_HALF, _QUARTER = 0.5, 0.25  # of what a page had, with the blocks that were made of it, and without
_MOST = 0.5  # of the values and wires of two blocks
_PAIRS = 10_000  # of blocks of one type that are compared


def identify(a: Document, b: Document) -> Names:
    """The names that lead from B to A: of B's pages and items that A has under another name or elsewhere."""
    pages = dict(_pages(a, b))  # by B's name
    partner = {name: name for name in b.pages if name in a.pages} | pages
    gone = {name: page for name, page in a.pages.items() if name not in partner.values()}
    new = {name: page for name, page in b.pages.items() if name not in partner}
    items: dict[Place, Place] = {}
    for name, other in partner.items():
        mine, theirs = a.pages[other], b.pages[name]
        nodes = _by_nodes(mine, theirs)
        left, come = _unpaired(mine, theirs, nodes)
        alias = [*_in_place(mine, theirs, new), *_in_place(theirs, mine, gone)]
        left.update((item, mine.blocks[item]) for item in alias)
        come.update((item, theirs.blocks[item]) for item in alias)
        if not left and not come:
            continue
        elsewhere: set[str] = set()
        used = _used(theirs, new)
        for there, page in _near(used, new):
            for was, now in _moved(mine, left, page, there in used).items():
                items[there, now] = other, was
                left.pop(was, None)
                elsewhere.add(was)
        used = _used(mine, gone)
        for there, page in _near(used, gone):
            for now, was in _moved(theirs, come, page, there in used).items():
                items[name, now] = there, was
                come.pop(now, None)
        for item in alias:
            if item in left and item in come:
                del left[item], come[item]
        nodes |= _renamed(mine, theirs, left, come)
        items.update(((name, now), (other, was)) for was, now in nodes.items())
        items.update(((name, now), (other, now + MARK)) for now in come if now in nodes or now in elsewhere)
    for old, mine in gone.items():
        for name, theirs in new.items():
            known = {*items.values()}
            left = {item: one for item, one in mine.items().items() if (old, item) not in known}
            for was, now in _moved(mine, left, theirs, False).items():
                items.setdefault((name, now), (old, was))
    return Names(pages, items)


def _pages(a: Document, b: Document) -> Iterator[tuple[str, str]]:
    gone, new = ([name for name in one.pages if name not in other.pages] for one, other in ((a, b), (b, a)))
    if not gone or not new:
        return
    rated, rests = [], sorted(_rests(a, b, gone, new))
    inside = {(old, its) for _, old, name in rests for its in _used(b.pages[name], {one: b.pages[one] for one in new})}
    for old in gone:
        ids = a.pages[old].ids()
        for name in new:
            there = b.pages[name].ids()
            same = len(ids & there)
            rate = 2 * same / (len(ids) + len(there) or 1)
            alike = rate >= _ALIKE or same >= max(_FEW, _NEARLY * min(len(ids), len(there)))
            if alike and (old, name) not in inside:
                rated.append((-rate, old, name))
    for _, old, name in [*sorted(rated), *rests]:
        if old in gone and name in new:
            gone.remove(old)
            new.remove(name)
            yield name, old
    if len(gone) == len(new) == 1 and not a.pages[gone[0]].ids():
        yield new[0], gone[0]


def _rests(a: Document, b: Document, gone: list[str], new: list[str]) -> Iterator[tuple[int, str, str]]:
    """Pages that are gone, with new ones on which half of what they had is, or a quarter and the rest on new pages that
    these use; how much it is, as a negative number.
    """
    here, there = ({name: one.pages[name] for name in names} for one, names in ((a, gone), (b, new)))
    for name, page in there.items():
        parts = [there[its] for its in _used(page, there) if its != name]
        for old, was in here.items():
            had = [was, *(here[its] for its in _used(was, here) if its != old)]
            same = len(set[Any]().union(*map(_sorts, had)) & set[Any]().union(*map(_sorts, (page, *parts))))
            own = len(_sorts(page) & _sorts(was))
            if own and _HALF * len(was.ids()) <= same and _QUARTER * len(was.ids()) <= own:
                yield -same, old, name


def alike(a: Page, b: Page, base: Document) -> bool:
    """Whether two pages of one name that two people added are one page: most of their ids are the same, of items of
    one kind. Two copies of a page of `base` are two, where not all are: nobody can tell what either took away.
    """
    mine, theirs, *others = (_sorts(page) for page in (a, b, *base.pages.values()))
    return mine == theirs or (
        _are_most(mine, theirs) and not any(_are_most(mine, one) and _are_most(theirs, one) for one in others)
    )


def _sorts(page: Page) -> set[tuple[str, str]]:
    return {(item.id, _sort(item)) for item in page.items().values()}


def _are_most(one: set[tuple[str, str]], other: set[tuple[str, str]]) -> bool:
    return 2 * len(one & other) >= _ALIKE * (len(one) + len(other))


def _sort(item: Item) -> str:
    """What two items have in common that may be one: the type of a block, else whether it is a frame or a note."""
    return item.type if isinstance(item, Block) else type(item).__name__


def _by_nodes(a: Page, b: Page) -> dict[str, str]:
    """Blocks of A -> blocks of B that have another id, where both name one node and one of the ids is another block on
    the other page: in models, ids are counted (MatMul, MatMul_2), and a new layer moves all that follow it on.
    """
    if a.blocks is b.blocks or not any(block.names for block in a.blocks.values()):
        return {}
    mine, theirs = ({block.names[""]: block for block in page.blocks.values() if "" in block.names} for page in (a, b))
    return {
        block.id: now.id
        for node, block in mine.items()
        if (now := theirs.get(node)) is not None
        and now.id != block.id
        and now.type == block.type
        and (block.id in b.blocks or now.id in a.blocks)
    }


def _unpaired(a: Page, b: Page, known: Mapping[str, str]) -> tuple[dict[str, Item], dict[str, Item]]:
    """The items of each page that the other has not under their ids, but for those that are known."""
    found: tuple[dict[str, Item], dict[str, Item]] = {}, {}
    taken = set(known.values())
    for mine, theirs in ((a.blocks, b.blocks), (a.frames, b.frames), (a.notes, b.notes)):
        if known or mine.keys() != theirs.keys():
            found[0].update((i, one) for i, one in mine.items() if i not in known and (i not in theirs or i in taken))
            found[1].update((i, one) for i, one in theirs.items() if i not in taken and (i not in mine or i in known))
    return found


def _in_place(a: Page, b: Page, new: Mapping[str, Page]) -> Iterator[str]:
    """Ids of blocks of A that are on B those of instances of a new page, which has what they were: LOSS is in the block
    that was made of LOSS and others, and is called so.
    """
    for name, block in b.blocks.items() if new else ():
        its = new.get(page_of_type(block.type))
        was = a.blocks.get(name) if its is not None else None
        if its is not None and was is not None and name in its.blocks and its.blocks[name].type == was.type:
            yield name


def _near(first: list[str], among: Mapping[str, Page]) -> Iterator[tuple[str, Page]]:
    """Some pages, these first."""
    yield from ((name, among[name]) for name in first)
    yield from ((name, other) for name, other in among.items() if name not in first)


def _used(page: Page, among: Mapping[str, Page]) -> list[str]:
    """The pages among these of which a page has instances, or one that it uses."""
    found: dict[str, None] = {}
    todo = [page] if among else []
    while todo:
        for block in todo.pop().blocks.values():
            name = page_of_type(block.type)
            if name in among and name not in found:
                found[name] = None
                todo.append(among[name])
    return list(found)


def _moved(page: Page, left: Mapping[str, Item], to: Page, used: bool) -> dict[str, str]:
    """Ids of what is no longer on a page -> ids of the same on another one: those that it had, else at its place. None
    where the other page is rather a copy, which has more of what is still here; where it is not `used`, that is has no
    instance in the place of what went, it must have no more than what went, and mostly that.
    """
    if not left or not (used or any(to.item(name) is not None for name in left)):
        return {}
    there = to.items()
    found = {name: name for name, item in left.items() if name in there and _is_there(item, there[name])}
    here = {name: _sort(item) for name, item in page.items().items() if name not in left}
    own = {name: item for name, item in there.items() if _sort(item) not in SIGNATURE}
    still = sum(here.get(name) == _sort(item) for name, item in own.items())
    lie = sum((item.x, item.y) == (left[name].x, left[name].y) for name, item in own.items() if name in found)
    if still > len(found) if used else still or 2 * lie < len(own):
        return {}
    rest, come = ({name: item for name, item in one.items() if name not in found} for one in (left, there))
    return found | _renamed(page, to, rest, come, by_wires=False)


def _is_there(item: Item, other: Item) -> bool:
    """Whether an item is that of its id on another page: of one kind, or at one place with another type. Pins of a page
    are its own, but for those that lie as they did.
    """
    if not isinstance(item, Block) or not isinstance(other, Block):
        return type(item) is type(other)
    is_pin = item.type in SIGNATURE or other.type in SIGNATURE
    return (
        (item.x, item.y) == (other.x, other.y)
        and (not is_pin or item.type == other.type)
        or (item.type == other.type and not is_pin)
    )


def _renamed(a: Page, b: Page, left: dict[str, Item], come: dict[str, Item], by_wires: bool = True) -> dict[str, str]:
    """Ids of A -> ids of B, of what is the same. It is taken out of `left` and `come`."""
    found: dict[str, str] = {}
    sure = _by_node, _by_place

    def pair(mark: Callable[[Page, Item], Hashable]) -> None:
        rows = [_by_mark(page, items.values(), mark) for page, items in ((a, left), (b, come))]
        for key, mine in rows[0].items():
            theirs = rows[1].get(key, [])
            if len(mine) == len(theirs) == 1 and (mark in sure or not _is_copy(a, theirs[0])):
                found[mine[0]] = theirs[0]
                del left[mine[0]], come[theirs[0]]

    for mark in sure:
        if left and come:
            pair(mark)
    known: dict[str, str] = {}
    for ends in (2, 1) if by_wires else ():
        wired = 0
        while left and come and wired != (wired := len(left)):  # a block that is known tells of those it is wired to
            known.update((new, old) for old, new in found.items())
            pair(lambda page, item, ends=ends: _by_wires(page, item, known if page is b else {}, ends))  # type: ignore[misc]
    if left and come and by_wires:
        known.update((new, old) for old, new in found.items())
        for old, new in _most_alike(a, b, left, come, known):
            found[old] = new
            del left[old], come[new]
    return found


def _is_copy(page: Page, name: str) -> bool:
    """Whether an id was made while one of a page was taken: MUL_2, where there was a MUL, as `Page.free_ids` does."""
    stem, _, number = name.rpartition("_")
    if not stem or not number.isdecimal() or int(number) < 2:
        return False
    return page.item(stem) is not None or page.item(f"{stem}_{int(number) - 1}") is not None


def _most_alike(
    a: Page, b: Page, left: Mapping[str, Item], come: Mapping[str, Item], known: Mapping[str, str]
) -> list[tuple[str, str]]:
    """Ids of A, ids of B: blocks of one type that have most of their values and wires in common, best first; of those
    that are as much alike, the nearest.
    """
    rows = [_by_type(left.values()), _by_type(item for item in come.values() if not _is_copy(a, item.id))]
    rated = []
    for type_, mine in rows[0].items():
        theirs = rows[1].get(type_, [])
        if len(mine) * len(theirs) <= _PAIRS:
            marks = {block.id: _marks(b, block, known) for block in theirs}
            for block in mine:
                has = _marks(a, block, {})
                for other in theirs:
                    same, sum_ = len(has & marks[other.id]), len(has) + len(marks[other.id])
                    if same > 1 and 2 * same >= _MOST * sum_ or same and len(mine) == len(theirs) == 1:
                        rate = 2 * same / sum_
                        far = abs(block.x - other.x) + abs(block.y - other.y)
                        rated.append((-rate, far, block.id, other.id))
    found: dict[str, str] = {}
    for _, _, old, new in sorted(rated):
        if old not in found and new not in found.values():
            found[old] = new
    return [*found.items()]


def _by_type(items: Iterable[Item]) -> dict[str, list[Block]]:
    found: dict[str, list[Block]] = defaultdict(list)
    for item in items:
        if isinstance(item, Block):
            found[item.type].append(item)
    return found


def _marks(page: Page, block: Block, known: Mapping[str, str]) -> set[Hashable]:
    """What a block is known by: its values, but for dtypes, and the blocks that it is wired to."""
    return {
        *((pin, text) for pin, text in block.values.items() if text[:3] != "DT_"),
        *(("from", known.get(w.source, w.source), w.target_pin) for w in page.wires_into(block.id)),
        *(("to", known.get(w.target, w.target), w.target_pin, w.source_pin) for w in page.wires_from(block.id)),
    }


def _by_mark(page: Page, items: Iterable[Item], mark: Callable[[Page, Item], Any]) -> dict[Any, list[str]]:
    found = defaultdict(list)
    for item in items:
        key = mark(page, item)
        if key is not None:
            found[_sort(item), key].append(item.id)
    return found


def _by_node(page: Page, item: Item) -> Hashable:
    return item.names.get("") if isinstance(item, Block) else None


def _by_place(page: Page, item: Item) -> Hashable:
    if isinstance(item, Block):
        return item.x, item.y
    if isinstance(item, Frame):
        return item.x, item.y, item.width, item.height
    return item.x, item.y, item.text


def _by_wires(page: Page, item: Item, known: Mapping[str, str], ends: int = 2) -> Hashable:
    """Its values with the wires that lead into a block, and, with 2 `ends`, those from it: others come to use it."""
    if not isinstance(item, Block):
        return (item.title,) if isinstance(item, Frame) else item.text
    wires = (
        frozenset((known.get(w.source, w.source), w.source_pin, w.target_pin) for w in page.wires_into(item.id)),
        frozenset((w.source_pin, known.get(w.target, w.target), w.target_pin) for w in page.wires_from(item.id)),
    )[:ends]
    return (frozenset(item.values.items()), *wires) if item.values or any(wires) else None


def same_addition(a: Page, b: Page, name: str, its: str = "", known: Mapping[str, str] = {}) -> bool:
    """Whether what two people added under one id (`its`: another one in B) is one thing, as after a cherry-pick: of one
    kind, and at one place or, a block, with the same values and wires, of which it has some. `known`: what those of
    B's ids are called that are another thing than A's.
    """
    mine, theirs = a.item(name), b.item(its or name)
    if mine is None or theirs is None or _sort(mine) != _sort(theirs):
        return False
    if _by_place(a, mine) == _by_place(b, theirs):
        return True
    # Blocks that nothing is wired to all begin alike; frames with one title, and notes with none.
    wired = isinstance(mine, Block) and bool(a.wires_into(name) or a.wires_from(name))
    return wired and _by_wires(a, mine, {}) == _by_wires(b, theirs, known)
