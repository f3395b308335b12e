"""Notes on instances that one side of a merge unpacked, while the other edited their page."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator

from blockloom.blocks.catalogue.page_signature import SIGNATURE, page_of_type
from blockloom.blocks.diff.renaming import MARK
from blockloom.blocks.document.addresses import address
from blockloom.blocks.document.pages import Block, Document
from blockloom.blocks.merge.merge_sides import MergeSide
from blockloom.blocks.text.phrases import Phrase, phrase

_MOST = 0.6  # least share of a page's blocks that replace an unpacked instance
_NAMED = 8  # most places that a note lists


def notes_on_lost_edits(base: Document, ours: MergeSide, theirs: MergeSide) -> Iterator[Phrase]:
    """Yield notes on instances that one side unpacked and whose page the other changed, in names of base."""
    for one, other in ((ours, theirs), (theirs, ours)):
        changed: dict[str, dict[str, None]] = defaultdict(dict)
        for change in other.changes.values():
            if change == one.changes.get(change.key):
                continue
            if change.page in base.pages and change.item and not change.layout and change.name not in ("id", "frame"):
                at = address(change.page, change.item, change.pin if change.field else "").display_text
                changed[change.page][at.replace(MARK, "")] = None
        for (page, its), gone in _gone(one).items():
            if its in changed and its in base.pages and _came(one, page, base.pages[its].blocks.values()):
                places = [*changed[its]]
                yield phrase(
                    "{}: unpacked by one side, without what the other changed on its page: {}",
                    ", ".join(address(page, item).display_text for item in gone),
                    ", ".join(places[:_NAMED]) + (" ..." if places[_NAMED:] else ""),
                )


def _gone(side: MergeSide) -> dict[tuple[str, str], list[str]]:
    """Return the instances that a side removed, by page and the page of the instance."""
    found: dict[tuple[str, str], list[str]] = defaultdict(list)
    for change in side.changes.values():
        if not change.field and change.new is None and isinstance(change.old, Block):
            found[change.page, page_of_type(change.old.type)].append(change.item)
    return found


def _came(side: MergeSide, page: str, blocks: Iterable[Block]) -> bool:
    """Return whether a side added most of these blocks to a page."""
    wanted = Counter(block.type for block in blocks if block.type not in SIGNATURE)
    new = Counter(change.new.type for change in side.added(page))
    return bool(wanted) and (wanted & new).total() >= _MOST * wanted.total()
