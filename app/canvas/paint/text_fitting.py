"""Find the size, letter width and line breaks at which a text is whole in its room."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from msgspec import Struct
from PySide6.QtGui import QFont, QFontMetricsF

NARROW = 80  # letters are narrowed to this percentage if the whole id then fits
_WORDS = re.compile(r"[^_/.]*[_/.]+|[A-Z]*[^A-Z_/.]+(?=[A-Z])|[^_/.]+")


class FontStyle(Struct, frozen=True):
    """A size in pixels of the screen, the weight, and the width of the letters in percent."""

    size: int
    bold: bool = False
    stretch: int = 100


# Of ids and titles that are wider than their room, best first; the next smaller sizes come before them.
TIGHT_IDS = (FontStyle(10, True, NARROW), FontStyle(9, True), FontStyle(9, True, NARROW))


def shorter_numbers(text: str) -> Iterator[str]:
    """Yield a number in fewer digits; nothing for other texts."""
    try:
        number = float(text)
    except ValueError:
        return
    yield from (f"{number:.4g}", f"{number:.3g}")


class FittedText(Struct, frozen=True):
    """The lines of a text, none of which is cut, and the style in which they fit."""

    lines: tuple[str, ...]
    style: FontStyle

    @property
    def height(self) -> float:
        """The pixels of the screen that all lines take."""
        return len(self.lines) * (self.style.size + 1.0)


class TextFitter:
    """Measures texts in the fonts of the canvas. `font_of` returns the font of a weight, in any size."""

    def __init__(self, font_of: Callable[[bool], QFont]):
        self._font_of = font_of
        self._fonts: dict[FontStyle, tuple[QFont, QFontMetricsF]] = {}

    def font(self, style: FontStyle) -> QFont:
        """Return the font of a style."""
        return self._made(style)[0]

    def metrics(self, style: FontStyle) -> QFontMetricsF:
        """Return the measures of the font of a style."""
        return self._made(style)[1]

    def width(self, text: str, style: FontStyle) -> float:
        """Return the width of a text in pixels of the screen."""
        return self.metrics(style).horizontalAdvance(text)

    def fit(self, text: str, room: float, styles: Sequence[FontStyle], lines: int = 1) -> FittedText | None:
        """Return the text in the first style in which it is whole, in as few lines as possible.

        Args:
            room: the width that a line has, in pixels of the screen.
            styles: the styles, best first. One line in any of them is better than two.
            lines: the most lines. Lines break after `_`, `/` and `.`, and before a capital letter.

        Returns:
            The text with its style, or None if it has no room.
        """
        if not text or room <= 0:
            return None
        for count in range(1, lines + 1):
            for style in styles:
                broken = self._broken(text, room, style, count)
                if broken is not None:
                    return FittedText(broken, style)
        return None

    def _broken(self, text: str, room: float, style: FontStyle, lines: int) -> tuple[str, ...] | None:
        if self.width(text, style) <= room:
            return (text,)
        rows = [""]
        for word in _WORDS.findall(text) if lines > 1 else ():
            if rows[-1] and self.width(rows[-1] + word, style) > room:
                rows.append("")
            rows[-1] += word
        whole = 1 < len(rows) <= lines and all(self.width(row, style) <= room for row in rows)
        return tuple(rows) if whole else None

    def _made(self, style: FontStyle) -> tuple[QFont, QFontMetricsF]:
        if style not in self._fonts:
            font = QFont(self._font_of(style.bold))
            font.setPixelSize(style.size)
            font.setStretch(style.stretch)
            self._fonts[style] = font, QFontMetricsF(font)
        return self._fonts[style]
