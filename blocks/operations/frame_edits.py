"""Frames as scopes: put around blocks, entered and left by blocks, collapsed and expanded."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from blockloom.blocks.document.pages import Block, Frame, Page
from blockloom.blocks.document.scopes import inherited
from blockloom.blocks.edits import CompositeEdit, EditError, Enclose, Insert
from blockloom.blocks.layout.collapsed_frames import ports
from blockloom.blocks.operations.change import PageChange, combine_edits, count_label
from blockloom.blocks.operations.frame_layout import FrameLayout
from blockloom.blocks.operations.measures import Measures
from blockloom.blocks.text.phrases import phrase
from blockloom.blocks.walks import reached

TITLE, MARGIN = 26.0, 20.0  # canvas pixels of a frame above its content, and around it


def with_frame_members(page: Page, names: Iterable[str]) -> set[str]:
    """Return these ids with those of everything in the frames among them."""
    names = set(names)
    todo = names & page.frames.keys()
    if todo:
        inside: dict[str, list[str]] = {}
        items: list[Block | Frame] = [*page.blocks.values(), *page.frames.values()]
        for item in items:
            if item.frame:
                inside.setdefault(item.frame, []).append(item.id)
        names.update(reached(todo, lambda one: inside.get(one, ())))
    return names


def add_frame(page: Page, names: Collection[str], measures: Measures) -> PageChange:
    """Put a frame around blocks and frames, and select it.

    Raises:
        EditError: There are none.
    """
    inside = [n for n in names if n in page.blocks or n in page.frames]
    if not inside:
        raise EditError(phrase("Select the blocks for the frame"))
    # A collapsed frame counts with its expanded size.
    rects = [measures.rect(n) if n in page.blocks else page.frames[n][2:6] for n in inside]
    left, top = min(r[0] for r in rects) - MARGIN, min(r[1] for r in rects) - MARGIN - TITLE
    right, bottom = (max(r[i] + r[i + 2] for r in rects) + MARGIN for i in (0, 1))
    outer = {(page.blocks.get(n) or page.frames[n]).frame for n in inside}
    name = page.free_id("FRAME")
    new = Frame(name, name.title(), left, top, right - left, bottom - top)
    if len(outer) == 1:
        new = new._replace(frame=outer.pop())
    edit = CompositeEdit((Insert(page.name, frames=(new,)), Enclose(page.name, dict.fromkeys(inside, name))))
    return PageChange(edit, count_label(inside, phrase("Frame {0}"), phrase("Frame {0} items")), (name,))


def unframe(page: Page, names: Collection[str]) -> PageChange | None:
    """Move blocks and frames out of their frame, into the one around it; None if they are in none."""
    homes = {}
    for name in names:
        item = page.blocks.get(name) or page.frames.get(name)
        if item is not None and item.frame:
            outer = page.frames.get(item.frame)
            homes[name] = outer.frame if outer is not None else ""
    if not homes:
        return None
    return PageChange(
        Enclose(page.name, homes), count_label(homes, phrase("Take {0} out"), phrase("Take {0} items out"))
    )


def collapse(page: Page, names: Iterable[str], measures: Measures, collapsed: bool = True) -> PageChange | None:
    """Collapse or expand frames, and move items to the right and below; None if nothing changes."""
    frames = {name: page.frames[name] for name in sorted(names) if page.frames[name].collapsed != collapsed}
    if not frames:
        return None
    room, small = FrameLayout(page, measures), ports(page, measures.outputs, frames)
    depth = inherited(page.frames, 0, lambda frame, outer: outer + 1)
    order = sorted(frames, key=lambda name: -depth[name])  # inner frames expand first, and collapse last
    for name in order[::-1] if collapsed else order:
        (room.collapsed.add if collapsed else room.collapsed.discard)(name)
        room.resize(name, *(small[name].size if collapsed else room.size(frames[name])))
    label = (
        (phrase("Collapse {0}"), phrase("Collapse {0} frames"))
        if collapsed
        else (phrase("Expand {0}"), phrase("Expand {0} frames"))
    )
    return PageChange(combine_edits(room.edits(dict.fromkeys(frames, collapsed))), count_label(list(frames), *label))


def frames_overlap(page: Page, names: Collection[str], measures: Measures) -> bool:
    """Return whether any of these frames, expanded in its place, would cover an item or exceed its outer frame."""
    room = FrameLayout(page, measures) if names else None
    return room is not None and any(room.crowded(page.frames[name]) for name in names)
