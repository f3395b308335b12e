"""Pictures of pages of other documents. That of a large page has a rectangle for each block: it takes no time."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QImage, QPainter

from blockloom.app.canvas.look.picture import Picture
from blockloom.app.canvas.paint.batch import draw_rects
from blockloom.app.canvas.scene.categories import category
from blockloom.app.canvas.scene.theme import Theme, colour
from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.document.pages import Page

_BLOCK = 160.0, 100.0  # about the size of a block, in canvas pixels


def picture_of(
    page: Page, types: Catalogue, theme: Theme, size: QSize, ratio: float, most: int, fits: bool = False
) -> QImage:
    """A page as large as it fits into `size` pixels of a screen with this pixel ratio, or, where it `fits`, as small as
    it is at 100 %. `most` are the blocks up to which they are drawn as the canvas draws them.
    """
    if len(page.blocks) > most:
        return _coarse(page, types, theme, size, ratio)
    drawn = Picture(page, types, theme)
    return drawn.sketch((drawn.area.size().toSize().boundedTo(size) if fits else size) * ratio, ratio)


def _coarse(page: Page, types: Catalogue, theme: Theme, size: QSize, ratio: float) -> QImage:
    image = QImage(size * ratio, QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(ratio)
    image.fill(colour(theme.canvas))
    blocks = list(page.blocks.values())
    at = np.array([(block.x, block.y) for block in blocks])
    low, high = at.min(0), at.max(0) + _BLOCK
    scale = float((np.array(size.toTuple()) / np.maximum(high - low, 1.0)).min())
    rows = np.hstack(((at - low) * scale, np.tile(np.maximum(np.array(_BLOCK) * scale, 1.0), (len(at), 1))))
    kinds = np.array([category(types.get(block.type)) for block in blocks])
    p = QPainter(image)
    p.setPen(Qt.PenStyle.NoPen)
    for kind in set(kinds.tolist()):
        p.setBrush(colour(theme.far(kind)))
        draw_rects(p, rows[kinds == kind])
    p.end()
    return image
