"""A web page with the changes between two documents, in one file for any browser.

The page has no scripts and loads nothing, which its policy also forbids, and every text is escaped. Each page of the
document has a picture of B with marks for the changes, a list whose lines lead to places in the picture, and the
pictures of A and B next to each other.
"""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

import numpy as np
from PySide6.QtCore import QRectF

from blockloom.app.diff_pictures import ADDED, CHANGED, GONE, DiffOverlay, DiffPicture, DiffSpot, PageViews, draw
from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.diff.array_differences import ArrayPair
from blockloom.blocks.diff.differences import Diff
from blockloom.blocks.diff.renaming import Place
from blockloom.blocks.diff.text_report import DiffLine, DiffSection, report_sections
from blockloom.blocks.results.output_differences import OutputDifference
from blockloom.blocks.text.terminal import printable

_PICTURED = 30  # most pages with pictures; other pages have only lists
_MOST = 20_000  # most blocks of a page that is drawn
_SAID = 1_000  # most characters of a text about a place
_PLACES = 2_000  # most places that are marked in the picture of a page
_KINDS = {"+": "added", "-": "gone", "~": "changed", "x": "gone", ".": "moved"}
_STYLE = """
:root { --added: #1b7f45; --gone: #a14e78; --changed: #b07c00; --moved: #6b7280; --line: #d5d8dd; }
* { box-sizing: border-box; }
body { margin: 0; font: 14px/1.45 system-ui, "Segoe UI", "Noto Sans", sans-serif; color: #1c1e21; background: #fff; }
header { padding: 16px 24px; border-bottom: 1px solid var(--line); background: #f6f7f9; }
h1 { margin: 0 0 4px; font-size: 18px; } h2 { margin: 0 0 10px; font-size: 16px; }
header p { margin: 0; color: #555b66; overflow-wrap: anywhere; }
.key span { margin-right: 16px; white-space: nowrap; }
section { padding: 20px 24px; border-bottom: 1px solid var(--line); }
.parts { display: grid; grid-template-columns: minmax(260px, 1fr) minmax(0, 2.4fr); gap: 20px; align-items: start; }
.parts.bare { grid-template-columns: 1fr; }
ul { margin: 0; padding: 0; list-style: none; font: 13px/1.5 ui-monospace, "DejaVu Sans Mono", Consolas, monospace; }
.list { max-height: 75vh; overflow: auto; }
li { padding: 1px 0 1px 1.6em; text-indent: -1.6em; overflow-wrap: anywhere; }
li ul { padding-left: 1.6em; } li ul li { text-indent: -1.6em; }
li > b { display: inline-block; width: 1.6em; text-indent: 0; }
li a { color: inherit; text-decoration: none; } li a:hover { text-decoration: underline; }
.added > b { color: var(--added); } .gone > b { color: var(--gone); } .changed > b { color: var(--changed); }
.moved > b { color: var(--moved); } .unsaid { color: #6b7280; }
.zoom { display: flex; gap: 12px; margin-bottom: 6px; color: #555b66; font-size: 13px; }
.view > input { position: absolute; opacity: 0; }
.view > input:focus-visible + label { outline: 2px solid #2563eb; }
.view > label { display: inline-block; padding: 2px 10px; margin: 0 4px 8px 0; border: 1px solid var(--line);
  border-radius: 4px; font-size: 13px; cursor: pointer; }
.view > input:checked + label { background: #1c1e21; color: #fff; }
.scroll { overflow: auto; max-height: 75vh; border: 1px solid var(--line); background: #f4f5f7; }
.stage { position: relative; container-type: size; overflow: hidden; width: min(100%, var(--wide)); }
.view > .half:checked ~ .scroll .stage { width: calc(var(--wide) / 2); }
.view > .full:checked ~ .scroll .stage { width: var(--wide); }
.picture { position: absolute; background-size: 100% 100%; -webkit-print-color-adjust: exact;
  print-color-adjust: exact; }
.ghost { opacity: 0.45; }
.stage svg { position: absolute; inset: 0; width: 100%; height: 100%; overflow: visible; pointer-events: none; }
polyline { fill: none; stroke-linejoin: round; }
polyline.added { stroke: var(--added); stroke-width: 7; opacity: 0.4; }
polyline.gone { stroke: var(--gone); stroke-width: 2.5; stroke-dasharray: 8 5; }
.spot { --edge: clamp(1px, 400cqw / var(--n), 3px); --tab: clamp(7px, 2400cqw / var(--n), 20px); position: absolute;
  margin: calc(-2 * var(--edge)); padding: var(--edge); box-sizing: content-box; border: var(--edge) solid;
  border-radius: calc(3 * var(--edge)); }
.spot.added { color: var(--added); background: #1b7f4522; } .spot.gone { color: var(--gone); border-style: dashed; }
.spot.changed { color: var(--changed); background: #e0a40024; }
.spot.moved { color: var(--moved); border-style: dotted; }
.spot:target { outline: 5px solid #2563eb; outline-offset: 2px; z-index: 2; }
.spot b { position: absolute; top: calc(-0.6 * var(--tab)); left: calc(-0.6 * var(--tab)); width: var(--tab);
  height: var(--tab); border-radius: 50%; background: currentColor; z-index: 1; text-align: center;
  font: bold calc(0.75 * var(--tab)) / var(--tab) sans-serif; }
.spot.gone b { left: auto; right: calc(-0.6 * var(--tab)); }
.spot b i { color: #fff; font-style: normal; }
details { margin-top: 14px; } summary { cursor: pointer; color: #555b66; }
.two { display: grid; grid-template-columns: 1fr 1fr; gap: 12px; margin-top: 8px; }
figure { margin: 0; } figcaption { color: #555b66; overflow-wrap: anywhere; }
figure .stage { border: 1px solid var(--line); }
.whole { margin: 4px 0; } .whole summary { color: inherit; } .whole ul { display: inline-block; vertical-align: top; }
@media (max-width: 900px) { .parts, .two { grid-template-columns: minmax(0, 1fr); } }
@media print { .scroll, .list { max-height: none; overflow: visible; } .view > label { display: none; } }
"""


def diff_page(
    found: Diff,
    arrays: Mapping[ArrayPair, OutputDifference],
    names: tuple[str, str],
    catalogue: Catalogue,
    layout: bool = False,
    whole: bool = False,
) -> str:
    """Return the HTML of the changes between two documents, which are called `names`."""
    made = _Page(found, names, catalogue)
    body = "".join(made.section(section) for section in report_sections(found, layout, whole, arrays))
    was, now = map(_text, names)
    title = f"{was} and {now}"
    key = " ".join(
        f'<span class="{kind}"><b>{sign}</b> {said}</span>'
        for sign, kind, said in (
            ("+", "added", "new"),
            ("\N{MINUS SIGN}", "gone", "gone"),
            ("~", "changed", "changed"),
        )
    )
    return f"""<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>{_STYLE}{"".join(made.styles)}</style></head>
<body><header><h1>What differs</h1><p>{was} \N{RIGHTWARDS ARROW} {now}</p><p class="key">{key}</p></header>
<main>{body or "<section><p>Nothing differs.</p></section>"}</main></body></html>
"""


class _Page:
    """A writer of sections. `styles` are the CSS rules that contain pictures, each of them once."""

    def __init__(self, found: Diff, names: tuple[str, str], catalogue: Catalogue):
        self._found, self._names, self._catalogue = found, names, catalogue
        self.styles: list[str] = []
        self._pictured = 0

    def section(self, section: DiffSection) -> str:
        """Return a section with its pictures."""
        if any(not item for line in section.lines for _, item in line.items) and not section.page:
            return self._whole_pages(section)
        views = self._views(section.page) if section.page and section.lines else None
        if views is None or views.a is None or views.b is None:
            return _section(section, _list(section, {}), "")
        overlay = views.overlay(section.lines)
        anchors = {
            place: f"s{self._pictured}-{number}"
            for number, spot in enumerate(overlay.spots[:_PLACES])
            for place in spot.places
        }
        was, now = draw(views.a), draw(views.b)
        view = self._view(now, overlay)
        return _section(section, _list(section, anchors), view + self._two(was, now))

    def _whole_pages(self, section: DiffSection) -> str:
        parts = []
        for line in section.lines:
            views = self._views(line.items[0][0])
            drawn = (views.a or views.b) if views is not None else None
            shown = self._stage(draw(drawn)) if drawn is not None else ""
            item = f"<ul>{_item(line, {})}</ul>"
            picture = f'<details class="whole"><summary>{item}</summary><div class="scroll">{shown}</div></details>'
            parts.append(picture if shown else item)
        return f"<section><h2>{_text(section.title)}</h2>{''.join(parts)}</section>"

    def _views(self, page: str) -> PageViews | None:
        """Return the pictures of a page; None if it is too large, or if enough pages have pictures."""
        there = self._found.in_b(page)
        pages = [self._found.a.pages.get(page), self._found.b.pages.get(there[0]) if there else None]
        if self._pictured >= _PICTURED or any(one is not None and len(one.blocks) > _MOST for one in pages):
            return None
        self._pictured += 1
        return PageViews(self._found, self._catalogue, page)

    def _view(self, now: DiffPicture, overlay: DiffOverlay) -> str:
        """Return the picture of B with the marks of the overlay."""
        area, number = QRectF(now.area), self._pictured
        for ways in overlay.wires.values():
            for way in ways:
                low, high = way.min(0), way.max(0)
                area = area.united(QRectF(*low, *(high - low)).adjusted(-12, -12, 12, 12))
        if overlay.ghosts is not None:
            area = area.united(overlay.ghosts.area)
        inner = [self._layer(now, area)]
        if overlay.ghosts is not None:
            inner.insert(now.opaque, self._layer(overlay.ghosts, area, " ghost"))
        lines = "".join(
            f'<polyline class="{kind}" points="{_points(way)}"/>'
            for kind in (ADDED, GONE)
            for way in overlay.wires.get(kind, ())
        )
        inner.append(f'<svg viewBox="{area.x():g} {area.y():g} {area.width():g} {area.height():g}">{lines}</svg>')
        inner += [_spot(spot, f"s{number}-{place}", area) for place, spot in enumerate(overlay.spots[:_PLACES])]
        choices = "".join(
            f'<input type="radio" name="z{number}" id="z{number}{kind}" class="{kind}"{checked}>'
            f'<label for="z{number}{kind}">{said}</label>'
            for kind, said, checked in (("fit", "fit", " checked"), ("half", "50 %", ""), ("full", "100 %", ""))
        )
        return f'<div class="view">{choices}<div class="scroll">{_framed("".join(inner), area, now.ground)}</div></div>'

    def _two(self, was: DiffPicture, now: DiffPicture) -> str:
        figures = "".join(
            f"<figure><figcaption>{_text(name)}</figcaption>{self._stage(drawn)}</figure>"
            for name, drawn in zip(self._names, (was, now), strict=True)
        )
        return f'<details><summary>Before and after</summary><div class="two">{figures}</div></details>'

    def _stage(self, drawn: DiffPicture) -> str:
        return _framed(self._layer(drawn, drawn.area), drawn.area, drawn.ground)

    def _layer(self, drawn: DiffPicture, area: QRectF, more: str = "") -> str:
        rule = f'{{background-image:url("{drawn.url}")}}\n'
        known = next((n for n, text in enumerate(self.styles) if text.endswith(rule)), len(self.styles))
        if known == len(self.styles):
            self.styles.append(f".p{known}{rule}")
        return f'<div class="picture p{known}{more}" style="{_place(drawn.area, area)}"></div>'


def _section(section: DiffSection, items: str, pictures: str) -> str:
    bare = "" if pictures else " bare"
    right = f"<div>{pictures}</div>" if pictures else ""
    parts = f'<div class="parts{bare}"><div class="list">{items}</div>{right}</div>'
    return f"<section><h2>{_text(section.title)}</h2>{parts}</section>"


def _list(section: DiffSection, anchors: Mapping[Place, str]) -> str:
    items = "".join(_item(line, anchors) for line in section.lines)
    if section.unsaid:
        items += f'<li class="unsaid"><b>.</b>{section.unsaid:,} more of layout and looks</li>'
    return f"<ul>{items}</ul>"


def _item(line: DiffLine, anchors: Mapping[Place, str]) -> str:
    anchor = next((anchors[place] for place in line.items if place in anchors), "")
    text = f'<a href="#{anchor}">{_text(line.text)}</a>' if anchor else _text(line.text)
    below = f"<ul>{''.join(_item(one, anchors) for one in line.below)}</ul>" if line.below else ""
    sign = "\N{MINUS SIGN}" if line.sign == "-" else line.sign
    return f'<li class="{_KINDS[line.sign]}"><b>{sign}</b>{text}{below}</li>'


def _spot(spot: DiffSpot, anchor: str, area: QRectF) -> str:
    sign = {ADDED: "+", GONE: "\N{MINUS SIGN}", CHANGED: "~"}.get(spot.kind, "")
    tab = f"<b><i>{sign}</i></b>" if sign else ""
    said = "\n".join(spot.lines)
    title = said if len(said) <= _SAID else f"{said[:_SAID]}…"
    place = _place(spot.rect, area)
    return f'<div class="spot {spot.kind}" id="{anchor}" title="{_text(title)}" style="{place}">{tab}</div>'


def _framed(inner: str, area: QRectF, ground: str) -> str:
    wide, high = f"{area.width():.0f}", f"{area.height():.0f}"
    style = f"--wide:{wide}px;--n:{wide};aspect-ratio:{wide}/{high};background:{ground}"
    return f'<div class="stage" style="{style}">{inner}</div>'


def _place(rect: QRectF, area: QRectF) -> str:
    """Return the position of a part of an area, as CSS."""
    x, y = (rect.x() - area.x()) / area.width(), (rect.y() - area.y()) / area.height()
    width, height = rect.width() / area.width(), rect.height() / area.height()
    return f"left:{x:.3%};top:{y:.3%};width:{width:.3%};height:{height:.3%}"


def _points(way: np.ndarray) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in way.tolist())


def _text(text: str) -> str:
    return escape(printable(text))
