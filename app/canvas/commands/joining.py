"""Wires and selections without a mouse: which wires the selected blocks could get, and the block beside another."""

from __future__ import annotations

from heapq import nsmallest
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSizeF
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent

from blockloom.app.canvas.words import tr
from blockloom.blocks.document import CONTROL
from blockloom.blocks.wire_rules import End, Fit

if TYPE_CHECKING:
    from blockloom.app.canvas.widget import Canvas

PAIRS = 600         # of blocks that are offered wires: of those that lie nearest to each other
ROOM, GAP = (160.0, 110.0), 80.0    # for a block that is added by keyboard, and between it and the one before
NAMED = 12          # selected blocks that are named to a screen reader, besides their number
TELL = 50           # milliseconds until a screen reader hears of a new selection


class Joint(NamedTuple):
    """A wire that could be: what it is called, and from which end."""

    text: str
    source: End
    fit: Fit


class Joining:
    """Mixed into the canvas."""

    def joints(self: Canvas) -> list[Joint]:
        """The wires that fit: between the selected blocks, or of the one that is selected, nearest first. Inputs that
        have their wire already and control wires come last."""
        page, scene = self.page, self.scene
        mine = sorted(n for n in self.selection() if n in scene.slot)[:PAIRS // 2]
        slots = np.array([scene.slot[n] for n in mine], np.intp) if len(mine) > 1 else self._seen()
        pairs = [(m, o) for m in mine for o in self._nearest(m, slots, PAIRS // max(2, len(mine)))]
        found: list[tuple[bool, bool, int, Joint]] = []
        for rank, (here, there) in enumerate(pairs):
            for a, b in ((here, there), (there, here)) if len(mine) == 1 else ((here, there),):
                for source in self._ends(a, "output"):
                    for target in self._ends(b, "input"):
                        if (source.kind == CONTROL) != (target.kind == CONTROL):
                            continue
                        fit = self.rules().fit(source, target)
                        have = page.wires_into(b, target.pin)
                        if fit.reason or fit.wire in have:
                            continue
                        control = source.kind == CONTROL
                        text = tr("{0} before {1}").format(a, b) if control else f"{a}.{source.pin} → {b}.{target.pin}"
                        text += f"  ·  {self._title(there)}"
                        taken = bool(have) and self.rules().single(target)
                        found.append((control, taken, rank, Joint(text, source, fit)))
        return [row[-1] for row in sorted(found, key=lambda row: row[:3])]

    def join(self: Canvas, joint: Joint) -> None:
        """Put the wire; of a list output the element is asked for where there are several."""
        if joint.fit.element:
            self.choose_element(joint.source, joint.fit.wire, None)
        else:
            self.put_wire(joint.fit.wire)

    def _title(self: Canvas, block: str) -> str:
        type_ = self.catalogue.get(self.page.blocks[block].type)
        return type_.title if type_ is not None else self.page.blocks[block].type

    def _ends(self: Canvas, block: str, side: str) -> list[End]:
        type_ = self.catalogue.get(self.page.blocks[block].type)
        pins = (type_.outputs if side == "output" else type_.inputs) if type_ is not None else ()
        return [*(End(block, pin.name, side, pin.kind) for pin in pins), End(block, "", side, CONTROL)]

    def _seen(self: Canvas) -> np.ndarray:
        """The slots of the blocks that no collapsed frame conceals."""
        scene = self.scene
        return np.flatnonzero(scene.alive[:scene.count] & (scene.fold[:scene.count] == 0))

    def _nearest(self: Canvas, block: str, slots: np.ndarray, count: int) -> list[str]:
        """Of some blocks, those nearest to another."""
        scene, slot = self.scene, self.scene.slot[block]
        centres = scene.pos[slots] + scene.size[slots] / 2
        far = np.abs(centres - (scene.pos[slot] + scene.size[slot] / 2)).sum(axis=1)
        near = slots[np.argsort(far, kind="stable")[:count + 1]].tolist()
        return [scene.blocks[s].id for s in near if s != slot][:count]

    def step(self: Canvas, dx: int, dy: int, add: bool) -> bool:
        """Select the block that lies nearest in a direction, the first one where none is selected; `add` keeps the
        others selected. False where there is none."""
        scene, slots = self.scene, self._seen()
        centres = scene.pos[slots] + scene.size[slots] / 2
        last = self._last if self._last in self.selection() else min(self.selection() & scene.slot.keys(), default="")
        if not len(slots):
            return False
        if not last:
            nearest = int(np.argmin(centres.sum(axis=1)))       # the top left one
        else:
            slot = scene.slot[last]
            away = centres - (scene.pos[slot] + scene.size[slot] / 2)
            along, aside = away @ np.array([dx, dy]), np.abs(away @ np.array([dy, dx]))
            cost = np.where(along > 1, along + 2 * aside, np.inf)
            nearest = int(np.argmin(cost))
            if cost[nearest] == np.inf:
                return False
        self._last = scene.blocks[int(slots[nearest])].id
        self.choose({self._last} | (self.selection() if add else set()))
        self._show(self._last)
        return True

    def beside(self: Canvas) -> QPointF:
        """Where a block that is added by keyboard goes: right of what is selected, below what lies there; in view."""
        slots = [self.scene.slot[n] for n in self.selection() if n in self.scene.slot]
        if slots:
            box = self.scene.extent(np.array(slots, np.intp))
            at = QPointF(box.right() + GAP, box.top())
        else:
            at = self.view.to_canvas(QPointF(self.width() / 2, self.height() / 2)) - QPointF(*ROOM) / 2
        while len(self.scene.visible(at.x(), at.y(), at.x() + ROOM[0], at.y() + ROOM[1])):
            at += QPointF(0, GAP / 2)
        if not self.view.rect_to_canvas(QRectF(self.rect())).contains(QRectF(at, QSizeF(*ROOM))):
            self.center_on(at)
        return at

    _last = ""      # the block that was stepped to

    def tell(self: Canvas) -> None:
        """Tell screen readers the page and what is selected on it; of a single block its wires and problems, too."""
        page, names = self.page, self.selection()
        named = [f"{n} ({self._title(n)})" if n in page.blocks else n for n in nsmallest(NAMED, names)]
        text = (tr("{0} selected: {1}").format(len(names), ", ".join(named)) if names else
                tr("{0} blocks, nothing selected").format(len(page.blocks)))
        if len(names) == 1 and names <= page.blocks.keys():
            block = min(names)
            wires = [w for ws in page.into.get(block, {}).values() for w in ws] + list(page.out.get(block, ()))
            text = ". ".join([named[0], ", ".join(str(w).replace("->", "→") for w in wires[:NAMED])
                              or tr("without wires"), *self.marks.messages(block)])
        self.setAccessibleName(tr("Page {0}").format(self.page_name))
        if text != self.accessibleDescription():
            self.setAccessibleDescription(text)
            if QAccessible.isActive() and self.hasFocus():
                QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, text))
