"""What a page shows of the changes on it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from blockloom.app.canvas.page.compared import PageChanges
from blockloom.app.window.comparison.change_labels import LONGEST
from blockloom.blocks.diff.change_format import short
from blockloom.blocks.diff.changes import ADDED, CellChange
from blockloom.blocks.document.pages import PLAIN, Block, Frame, Item, Note, Page, Wire

NOTHING = "\N{EMPTY SET}"  # what stands for a value that is not there


def compared(page: Page, changes: Iterable[CellChange]) -> PageChanges:
    """What differs on a page of the open document, by changes of it: those of other pages are skipped."""
    added, gone = set[str](), dict[str, Item]()
    changed, moved = dict[str, dict[str, str]](), dict[str, tuple[float, float]]()
    here, there = list[Wire](), list[Wire]()
    for change in changes:
        name = change.item
        if change.page != page.name or not name:
            continue
        if not change.field:
            if change.kind == ADDED:
                gone[name] = _ghost(change.now)
            else:
                added.add(name)
        elif change.name in ("at", "box"):
            moved[name] = change.now[:2]
        elif change.name == "wires":
            if change.was and change.now:
                was, now = Counter(change.was), Counter(change.now)
                here += (was - now).elements()
                there += (now - was).elements()
            else:
                here += change.was or ()
                there += change.now or ()
            changed.setdefault(name, {})
        elif not change.layout:
            texts = changed.setdefault(name, {})
            if change.name == "value":
                texts[change.pin] = NOTHING if change.now is None else short(str(change.now), LONGEST)
    here += [wire._replace(look=PLAIN) for name in added for wire in page.wires_into(name)]  # they came with it
    ghosts = Page(page.name)
    for name, item in gone.items():
        _home(ghosts, item)[name] = item
    ends = {end for wire in there for end in (wire.source, wire.target)} - gone.keys()
    ghosts.blocks.update({end: page.blocks[end]._replace(frame="") for end in ends if end in page.blocks})
    ghosts.put_all(w for w in there if w.source in ghosts.blocks and w.target in ghosts.blocks)
    changes_here = {name: texts for name, texts in changed.items() if name not in gone and name not in added}
    return PageChanges(frozenset(added), changes_here, moved, frozenset(here), ghosts, frozenset(gone))


def _ghost(item: Any) -> Item:
    """An item that is gone, as it is painted: alone, and expanded."""
    made: Item = item
    if isinstance(made, Note):
        return made
    return made._replace(frame="") if isinstance(made, Block) else made._replace(frame="", collapsed=False)


def _home(page: Page, item: Item) -> dict[str, Any]:
    return page.blocks if isinstance(item, Block) else page.frames if isinstance(item, Frame) else page.notes
