"""The host's display widgets as monitor blocks, and the results that feed them."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

from blockloom.blocks.catalogue.monitor_types import CHART, HEAT_MAP, MONITORS, NUMBER, PICK, TREND
from blockloom.blocks.document.pages import Block, Look, Wire
from blockloom.blocks.enuspace import drawing
from blockloom.blocks.enuspace.draft import LEFT_OUT, NOTE, PLAIN, PageDraft
from blockloom.blocks.enuspace.drawing import Transform
from blockloom.blocks.enuspace.xml import XmlElement
from blockloom.blocks.text.phrases import phrase

WIDGETS = {"SENSOR_TREND": TREND, "SENSOR_LCD": NUMBER, "ARAAY_3_OUT": PICK, "ARRAY_3_OUT": PICK}
_SIZES = {NUMBER: (80, 80), PICK: (160, 57)}  # a Trend needs no entry: its size equals the default
_SETTINGS = {"m_labelname": "label", "m_min": "minimum", "m_max": "maximum", "m_duration": "duration", "m_unit": "unit"}
_VARIABLE = re.compile(r"\s*([\w-]+)\.(\w+)((?:\s*\[[^\[\]]+\])*)\s*")
# Matches `data[i][j] = ID.result_x[0][i*28+j]` in a script of the map, or with the id of the map in front, of the page.
_DATA = re.compile(r"(?:\b([\w-]+)\.)?\bdata\s*\[\w+\]\s*\[\w+\]\s*=\s*([\w-]+)\.(\w+)((?:\[[^\[\]\n]+\])+)([^\n;]*)")
# Matches a script that consists only of `text = string.format("%d", ID.result_x[0])`.
_NUMBER = re.compile(
    r"function\s+_ontask(?:view)?\s*\(\s*\)\s*(?:--[^\n]*\s*)*text\s*=\s*string\.format\s*\(\s*"
    r"\"(%[-+ 0-9.]*[dfegis])\"\s*,\s*([\w-]+)\.(\w+)((?:\[\s*\d+\s*\])*)\s*\)\s*;?\s*end\s*"
)


def input_pin(block_type: str, pin: str) -> str:
    """Return the pin of a block at which a wire into `pin` ends."""
    return ("series" if block_type == CHART else "value") if block_type in MONITORS else pin


def widget(reader: PageDraft, element: XmlElement, symbol: str, block: Block) -> Block:
    """Return the monitor block of a logic widget; its settings are values of pins or attributes."""
    kind = WIDGETS[symbol]
    values = {side: f"{n}" for side, n in zip(("width", "height"), _SIZES.get(kind, ()))}
    allowed = {TREND: ("label", "minimum", "maximum", "duration", "unit"), NUMBER: ("unit",)}.get(kind, ())
    for setting in (*element.all("pg-set-pin"), *element.all("pg-set-attribute")):
        name = setting.get("variable").removeprefix("#").partition("[")[0]
        text = setting.get("value").strip()
        attr = _SETTINGS.get(name, name)
        if attr in allowed and text:
            values[attr] = text if attr in ("label", "unit") else f"{drawing.number(text):g}"
        elif text and setting.tag == "pg-set-attribute":
            reader.say(LEFT_OUT, block.id, phrase("the attribute {} = {!r:.60}", name, text))
    return block._replace(type=kind, values=values)


def chart(reader: PageDraft, element: XmlElement, at: Transform) -> None:
    """pg-trend: a chart with a line for each series."""
    name = _named(reader, element, "CHART")
    x, y, width, height = _box(reader, name, element, at)
    values = {"width": f"{width:g}", "height": f"{height:g}"}
    title = next((t.get("title") for t in element.all("pg-trendtitle")), "")
    if title:
        values["title"] = title
    if element.get("auto-scale") != "on":
        values |= {
            "minimum": f"{drawing.number(element.get('yview-min')):g}",
            "maximum": f"{drawing.number(element.get('yview-max'), 1):g}",
        }
    if drawing.number(element.get("duration")) > 0:
        values["duration"] = f"{drawing.number(element.get('duration')):g}"
    reader.say(PLAIN, name, phrase("a chart: with axes, legend and fonts as all charts have them"))
    series = list(element.all("pg-trendseries"))
    reader.page.blocks[name] = Block(name, CHART, x, y, values, "", drawing.color(element.get("stroke")))
    reader.later.append(lambda: _series(reader, name, series))
    reader.own_scripts(element, at)


def _series(reader: PageDraft, name: str, series: list[XmlElement]) -> None:
    indices, labels, colors = [], [], []
    for line in series:
        connected = _connect(reader, line.get("variable"), name, "series")
        if connected is not None:
            indices.append(connected)
            labels.append(line.get("id"))
            colors.append(drawing.color(line.get("stroke")) or "#00ff00")
    block = reader.page.blocks[name]
    lists = {"indices": indices, "labels": labels, "colors": colors} if indices else {}
    reader.page.blocks[name] = block._replace(
        values={**block.values, **{k: json.dumps(v, ensure_ascii=False) for k, v in lists.items()}}
    )


def heat_map(reader: PageDraft, element: XmlElement, at: Transform) -> None:
    """Read pg-trend-contour: a matrix as colours; scripts determine its source."""
    name = _named(reader, element, "MAP")
    x, y, width, height = _box(reader, name, element, at)
    values = {
        "width": f"{width:g}",
        "height": f"{height:g}",
        "minimum": f"{drawing.number(element.get('minElevation')):g}",
        "maximum": f"{drawing.number(element.get('maxElevation'), 1):g}",
    }
    rows, _, columns = element.get("subdivision").partition(",")
    if rows.strip().isdecimal() and columns.strip().isdecimal():
        values |= {"rows": rows.strip(), "columns": columns.strip()}
    colors = [c for c in map(drawing.color, element.get("colorElevation").split(";")) if c]
    if colors:
        values["colors"] = json.dumps(colors)
    if at.turn % 360:
        values["rotation"] = f"{at.turn % 360:g}"
    reader.page.blocks[name] = Block(name, HEAT_MAP, x, y, values)
    reader.say(PLAIN, name, phrase("a map of colours: without its axes, lines and numbers"))
    reader.own_scripts(element, at)


def edit_box(reader: PageDraft, element: XmlElement, at: Transform) -> None:
    """pg-editbox: a text that was typed."""
    name = reader.free(element.get("id"), "EDIT")
    reader.note(drawing.text_note(element, name, at)._replace(text=element.get("text") or element.text.strip()))
    reader.say(NOTE, name, phrase("a field to type into"))
    reader.own_scripts(element, at)


ELEMENTS: dict[str, Callable[[PageDraft, XmlElement, Transform], None]] = {
    "pg-trend": chart,
    "pg-trend-contour": heat_map,
    "pg-editbox": edit_box,
}


def number_text(reader: PageDraft, element: XmlElement, name: str, at: Transform) -> bool:
    """Replace a text whose script only writes a number into it by a Number monitor; return whether it does."""
    match = next((m for script in element.all("script") if (m := _NUMBER.fullmatch(script.text.strip()))), None)
    if match is None:
        return False
    note = drawing.text_note(element, name, at)
    written, source, pin, index = match.groups()
    values = {
        "format": written,
        "size": f"{note.font:g}",
        "width": f"{max(note.width, 0.8 * note.font):g}",
        "height": f"{note.height:g}",
    } | ({"color": note.color} if note.color else {})
    x, y = reader.inside(name, round(note.x, 2), round(note.y, 2))
    reader.page.blocks[name] = Block(name, NUMBER, x, y, values)
    reader.say(PLAIN, name, phrase("a text that a script fills with {}.{}: it is a Number now", source, pin))
    reader.later.append(lambda: _shown(reader, name, f"{source}.{pin}{index}"))
    return True


def feed(reader: PageDraft) -> None:
    """Connect monitors to their sources, once all blocks are read."""
    for job in reader.later:
        job()
    for owner, text in reader.scripts:
        for match in _DATA.finditer(text):
            name = match[1] or owner
            block = reader.page.blocks.get(reader.names.get(name, name))
            if block is None or block.type != HEAT_MAP:
                continue
            if reader.page.into.get(block.id):
                reader.say(PLAIN, block.id, phrase("several results are shown by its scripts: it shows the first"))
                continue
            indices = re.findall(r"\[([^\]]+)\]", match[4])
            fixed = indices[:-1] if len(indices) > 1 else []
            while fixed and not fixed[-1].strip().isdecimal():
                fixed.pop()
            _shown(reader, block.id, f"{match[2]}.{match[3]}" + "".join(f"[{i}]" for i in fixed))
            rest = match[5].strip()
            if rest and not rest.startswith("--"):
                reader.say(
                    PLAIN, block.id, phrase("it shows {} without {!r:.60}, which its script adds", match[2], rest)
                )
    for block in reader.page.blocks.values():
        if block.type in ELEMENT_TYPES and not reader.page.into.get(block.id):
            reader.say(
                PLAIN,
                block.id,
                phrase("nothing says plainly what it shows: wire an output to its {}", input_pin(block.type, "")),
            )


ELEMENT_TYPES = (CHART, HEAT_MAP)


def _shown(reader: PageDraft, name: str, variable: str) -> None:
    found = _connect(reader, variable, name, "value")
    if found:
        block = reader.page.blocks[name]
        reader.page.blocks[name] = block._replace(values={**block.values, "index": found})


def _connect(reader: PageDraft, variable: str, target: str, pin: str) -> str | None:
    """Add a hidden wire from `ID.result_x[0][3]` to a monitor; return the index, or None for a missing result."""
    match = _VARIABLE.fullmatch(variable)
    source = reader.names.get(match[1]) if match else None
    out, kind = reader.output(source, match[2]) if match and source is not None else ("", "")
    if match is None or source is None or not out or reader.page.blocks[source].type in MONITORS:
        reader.say(LEFT_OUT, target, phrase("its variable {!r:.80} is not a result of a block", variable))
        return None
    reader.page.put_wire(Wire(source, out, target, pin, kind, Look(hidden=True)))
    index = re.findall(r"\[\s*(\d+)\s*\]", match[3])
    return "[" + ", ".join(index) + "]" if index else ""


def _named(reader: PageDraft, element: XmlElement, stem: str) -> str:
    name = reader.free(element.get("id"), stem)
    reader.names.setdefault(element.get("id"), name)
    return name


def _box(reader: PageDraft, name: str, element: XmlElement, at: Transform) -> tuple[float, ...]:
    numbers = (drawing.number(element.get(side)) for side in ("x", "y", "width", "height"))
    return reader.inside(name, *(round(n, 2) for n in at.box(*numbers)))
