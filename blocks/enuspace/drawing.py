"""Drawings of a page: places, colours, texts and shapes, as notes."""

from __future__ import annotations

import math
import re
from typing import NamedTuple

from blockloom.blocks.document.pages import REACH, SHAPE, Note
from blockloom.blocks.enuspace.xml import XmlElement

WIRE_COLOR, BLOCK_COLOR = "#8c4002", "#0077bd"  # the default colours of enuSpace
_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
_NAMED = {
    "black": "#000000",
    "white": "#ffffff",
    "red": "#ff0000",
    "green": "#008000",
    "blue": "#0000ff",
    "yellow": "#ffff00",
    "gray": "#808080",
    "grey": "#808080",
    "orange": "#ffa500",
    "cyan": "#00ffff",
    "magenta": "#ff00ff",
    "lime": "#00ff00",
}


class Transform(NamedTuple):
    """Placement of an element: origin on the page, rotation in degrees clockwise, and scale."""

    x: float = 0.0
    y: float = 0.0
    turn: float = 0.0
    scale: tuple[float, float] = (1.0, 1.0)

    def point(self, x: float, y: float) -> tuple[float, float]:
        """Return the position on the page of a point of the element."""
        x, y = x * self.scale[0], y * self.scale[1]
        if self.turn:
            c, s = math.cos(math.radians(self.turn)), math.sin(math.radians(self.turn))
            x, y = x * c - y * s, x * s + y * c
        return self.x + x, self.y + y

    def box(self, x: float, y: float, width: float, height: float) -> tuple[float, float, float, float]:
        """Return the upright bounding box (x, y, width, height), on the page, of a box of the element."""
        corners = [self.point(a, b) for a in (x, x + width) for b in (y, y + height)]
        left, top = min(c[0] for c in corners), min(c[1] for c in corners)
        return left, top, max(c[0] for c in corners) - left, max(c[1] for c in corners) - top


def number(text: str, default: float = 0.0) -> float:
    """Return a number within the canvas, or the default."""
    match = _NUMBER.match(text.strip())
    value = float(match[0]) if match else default
    return value if abs(value) <= REACH else default


def dashed(line: XmlElement) -> bool:
    """Return whether a line is drawn with dashes."""
    return line.get("stroke-dasharray").strip() not in ("", "none", "0")


_PAGE = Transform()


def transform(element: XmlElement, inside: Transform = _PAGE) -> Transform:
    """Return the transform of an element inside that of its group."""
    by_name = {
        name: [number(n) for n in _NUMBER.findall(rest)]
        for name, rest in re.findall(r"(\w+)\s*\(([^)]*)\)", element.get("transform"))
    }
    x, y = (*by_name.get("translate", []), 0.0, 0.0)[:2]
    scale = by_name.get("scale") or [1.0]
    turn = (by_name.get("rotate") or [0.0])[0]
    return Transform(
        *inside.point(x, y),
        inside.turn + turn,
        (inside.scale[0] * scale[0], inside.scale[1] * (scale[1] if len(scale) > 1 else scale[0])),
    )


def color(text: str, opacity: str = "") -> str:
    """Return `rgb(140,64,2)`, `#8c4002` or a name as `#rrggbb`, with opacity as `#rrggbbaa`; "" for none."""
    text = text.strip().lower()
    parts = re.fullmatch(r"rgba?\(([^)]*)\)", text)
    plain = _NAMED.get(text, text)
    if parts:
        levels = [min(max(int(number(p)), 0), 255) for p in parts[1].split(",")[:3]]
        plain = "#" + "".join(f"{level:02x}" for level in levels) if len(levels) == 3 else ""
    if not re.fullmatch(r"#[0-9a-f]{6}", plain):
        return ""
    clear = number(opacity, 1.0)
    return plain if clear >= 1 else "" if clear <= 0 else f"{plain}{round(clear * 255):02x}"


def points(text: str) -> list[tuple[float, float]]:
    """Return a text such as `0,0 54,0 54,103` as points."""
    numbers = [number(n) for n in _NUMBER.findall(text)]
    return list(zip(numbers[::2], numbers[1::2]))


def _shifted(path: str, dx: float, dy: float) -> str:
    """Return path data of absolute commands, moved by (dx, dy)."""
    moved = ""
    for command, rest in re.findall(r"([A-DF-Za-df-z])([^A-DF-Za-df-z]*)", path):
        numbers = [float(n) for n in _NUMBER.findall(rest)]
        for i, _ in enumerate(numbers):
            if command != "A" or i % 7 > 4:
                across = i % 2 == 0 if command != "A" else i % 7 == 5
                numbers[i] += dx if across else dy
        moved += command + " ".join(f"{round(n, 2):g}" if abs(n) < 1e5 else f"{n:.2f}" for n in numbers)
    return moved


def text_note(element: XmlElement, name: str, at: Transform) -> Note:
    """Return a page text as a note; its colour is that of its stroke."""
    whole = "\n".join(part.text.strip("\r\n\t ") for part in (element, *element.all("tspan")) if part.text.strip())
    text = "\n".join(line.rstrip() for line in whole.splitlines())
    size = number(element.get("font-size"), 14.0)
    line = number(element.get("pg-oneline-height"), size * 1.15) or size * 1.15
    x, y = at.point(number(element.get("x")), number(element.get("y")) + number(element.get("baseline-height"), -line))
    lines = text.split("\n")
    return Note(
        name,
        text,
        x,
        y,
        max(map(len, lines)) * size * 0.62 + 8,
        len(lines) * line + 4,
        color(element.get("stroke"), element.get("stroke-opacity")),
        "",
        size,
        element.get("font-weight").lower() in ("bold", "bolder", "700", "800", "900"),
    )


def shape_note(element: XmlElement, name: str, at: Transform) -> Note | None:
    """Return a rectangle, line, circle or path as a note, or None."""
    get = element.get
    fill = color(get("fill"), get("fill-opacity"))
    look = (color(get("stroke"), get("stroke-opacity")), fill)
    corners: list[tuple[float, float]] = []
    if element.tag == "rect":
        box = at.box(number(get("x")), number(get("y")), number(get("width")), number(get("height")))
        return Note(name, "", *box, *look, shape="rect")
    if element.tag in ("circle", "ellipse"):
        rx, ry = number(get("rx", "r")), number(get("ry", "r"))
        left, top = number(get("cx")) - rx, number(get("cy")) - ry
        path = f"M0 {ry:g}a{rx:g} {ry:g} 0 1 0 {2 * rx:g} 0a{rx:g} {ry:g} 0 1 0 {-2 * rx:g} 0z"
        return Note(name, "", *at.box(left, top, 2 * rx, 2 * ry), *look, shape=path)
    if element.tag == "path":
        path = get("d").strip()
        # For an arc, only its end counts, not its radii.
        numbers = points(
            re.sub(
                r"([Aa])([^A-Za-z]*)",
                lambda m: " ".join(n for i, n in enumerate(_NUMBER.findall(m[2])) if i % 7 > 4),
                path,
            )
        )
        if not SHAPE.fullmatch(path) or not numbers:
            return None
        left, top = (min(p[i] for p in numbers) for i in (0, 1))
        # The path starts left of or above its origin, so move the box.
        if min(left, top) < 0 and re.fullmatch(r"[MLCSQTAZz\d\s.,+\-eE]*", path):
            width, height = (max(p[i] for p in numbers) - low for i, low in enumerate((left, top)))
            return Note(name, "", at.x + left, at.y + top, width, height, *look, shape=_shifted(path, -left, -top))
        width, height = (max(abs(p[i]) for p in numbers) for i in (0, 1))
        return Note(name, "", at.x, at.y, width, height, *look, shape=path)
    if element.tag == "line":
        corners = [(number(get("x1")), number(get("y1"))), (number(get("x2")), number(get("y2")))]
    elif element.tag in ("polyline", "polygon"):
        corners = points(get("points"))
    if len(corners) < 2:
        return None
    corners = [at.point(*corner) for corner in corners]
    left, top = min(c[0] for c in corners), min(c[1] for c in corners)
    path = "M" + "L".join(f"{round(x - left, 2):g} {round(y - top, 2):g}" for x, y in corners)
    width, height = max(c[0] for c in corners) - left, max(c[1] for c in corners) - top
    return Note(
        name,
        "",
        left,
        top,
        width,
        height,
        look[0],
        "" if element.tag != "polygon" else fill,
        shape=path + ("z" if element.tag == "polygon" else ""),
    )
