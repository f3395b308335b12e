"""Instances that one side of a merge unpacked, while the other edited their page: the edits are not in what was
unpacked, and that is told.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator

from blockloom.blocks.catalogue.page_signature import SIGNATURE, page_of_type
from blockloom.blocks.diff.renaming import MARK
from blockloom.blocks.document.addresses import address
from blockloom.blocks.document.pages import Block, Document
from blockloom.blocks.merge.merge_sides import MergeSide
from blockloom.blocks.text.phrases import Phrase, phrase

_MOST = 0.6  # of the blocks of a page, that came where an instance went: it was unpacked
_NAMED = 8  # places that a note names


def notes_on_lost_edits(base: Document, ours: MergeSide, theirs: MergeSide) -> Iterator[Phrase]:
    """Tell of instances that one side unpacked and whose page the other changed. All is in the names of base."""
    for one, other in ((ours, theirs), (theirs, ours)):
        changed: dict[str, dict[str, None]] = defaultdict(dict)
        for change in other.changes.values():
            if change.page in base.pages and change.item and not change.layout and change.name not in ("id", "frame"):
                at = address(change.page, change.item, change.pin if change.field else "").shown
                changed[change.page][at.replace(MARK, "")] = None
        for (page, its), gone in _gone(one).items():
            if its in changed and its in base.pages and _came(one, page, base.pages[its].blocks.values()):
                places = [*changed[its]]
                yield phrase(
                    "{}: unpacked by one side, without what the other changed on its page: {}",
                    ", ".join(address(page, item).shown for item in gone),
                    ", ".join(places[:_NAMED]) + (" ..." if places[_NAMED:] else ""),
                )


def _gone(side: MergeSide) -> dict[tuple[str, str], list[str]]:
    """The instances that a side removed, by page and the page that they are of."""
    found: dict[tuple[str, str], list[str]] = defaultdict(list)
    for change in side.changes.values():
        if not change.field and change.now is None and isinstance(change.was, Block):
            found[change.page, page_of_type(change.was.type)].append(change.item)
    return found


def _came(side: MergeSide, page: str, blocks: Iterable[Block]) -> bool:
    """Whether a side added most of these blocks to a page."""
    wanted = Counter(block.type for block in blocks if block.type not in SIGNATURE)
    new = Counter(change.now.type for change in side.added(page))
    return bool(wanted) and (wanted & new).total() >= _MOST * wanted.total()
