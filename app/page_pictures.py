"""Picture files of a page: each function returns the bytes of a file, with the page drawn at a scale."""

from __future__ import annotations

import math

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMarginsF, QRectF, QSize, QSizeF
from PySide6.QtGui import QImage, QPageLayout, QPageSize, QPdfWriter

from blockloom.app import qt
from blockloom.app.canvas.look.picture import Picture
from blockloom.blocks.files.documents import FileError
from blockloom.blocks.text.phrases import phrase

MOST = 10_000 * 10_000  # most pixels of a PNG: viewers open no larger ones
SIDE = 16_384  # most pixels of the longer side of a PNG


def fitting(drawn: Picture, scale: float) -> float:
    """Return the scale, or the largest one at which a PNG is not too large."""
    width, height = drawn.area.width(), drawn.area.height()
    return min(scale, (SIDE - 1) / max(width, height), math.sqrt(MOST / (width * height)))


def png(drawn: Picture, scale: float) -> bytes:
    """Draw a PNG of `scale` pixels per canvas pixel, or fewer if it would be too large.

    Raises:
        FileError: there is not enough memory.
    """
    scale = fitting(drawn, scale)
    width, height = math.ceil(drawn.area.width() * scale), math.ceil(drawn.area.height() * scale)
    image = QImage(width, height, QImage.Format.Format_RGB32)
    if image.isNull():
        raise FileError(
            phrase("there is no memory for a PNG of {} x {} pixels: use a smaller --scale, or .svg", width, height)
        )
    image.setDotsPerMeterX(round(96 * scale / 0.0254))
    image.setDotsPerMeterY(round(96 * scale / 0.0254))
    drawn.paint_on(image, scale)
    return qt.png(image)


def svg(drawn: Picture, scale: float) -> bytes:
    """Draw an SVG, in which texts are texts."""
    from PySide6.QtSvg import QSvgGenerator

    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    svg = QSvgGenerator()
    svg.setOutputDevice(buffer)
    svg.setResolution(96)
    area = drawn.area
    svg.setSize(QSize(math.ceil(area.width() * scale), math.ceil(area.height() * scale)))
    svg.setViewBox(QRectF(0, 0, area.width() * scale, area.height() * scale))
    svg.setTitle("Blockloom")
    drawn.paint_on(svg, scale)
    return bytes(data.data())


def pdf(drawn: Picture, scale: float) -> bytes:
    """Draw a PDF of one sheet."""
    area, data = drawn.area, QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    pdf = QPdfWriter(buffer)
    pdf.setCreator("Blockloom")
    # 96 pixels are 72 points.
    size = QPageSize(QSizeF(area.width(), area.height()) * scale * 0.75, QPageSize.Unit.Point)
    pdf.setPageLayout(QPageLayout(size, QPageLayout.Orientation.Portrait, QMarginsF()))
    pdf.setResolution(96 * 8)  # fine enough for hairlines; texts are vectors in any case
    drawn.paint_on(pdf, 8 * scale)
    return bytes(data.data())
