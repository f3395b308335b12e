"""Reader of one enuSpace page: its elements become blocks, wires, monitors and notes.

Elements without an equivalent in a document are reported, never dropped silently. Nothing is run: scripts are stored as
text.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from blockloom.blocks.catalogue.monitor_types import NUMBER, TREND
from blockloom.blocks.document.pages import BENDS, REACH, Block, Look, Page, Wire
from blockloom.blocks.enuspace import drawing, enuspace_literals, symbols, widgets
from blockloom.blocks.enuspace.draft import (
    CHANGED,
    FAULT,
    LEFT_OUT,
    NOTE,
    PLAIN,
    DrawnWire,
    ImportedDocument,
    PageDraft,
)
from blockloom.blocks.enuspace.drawing import Transform
from blockloom.blocks.enuspace.lower import split_attrs
from blockloom.blocks.enuspace.xml import XmlElement
from blockloom.blocks.text.phrases import article, phrase
from blockloom.blocks.values.literals import ValueSyntaxError
from blockloom.blocks.values.literals import shape as shape_of

_SHAPES = ("rect", "line", "circle", "ellipse", "path", "polygon", "polyline")
_ELEMENT = re.compile(r"(result_\w+)((?:\[\d+\])+)")
_BOTH_NAMES = {("Output", "output"): "output_op"}  # (type, name in the library) -> name in the program


def _holds_value(symbol: str) -> str | None:
    """Return the pin of a symbol that takes a typed array in the dtype of the block; None if there is none."""
    return "initvalues" if symbol == "Variable" else "val" if symbol.partition("_")[0] == "Const" else None


class PageReader(PageDraft):
    """Reads the tree of a page into `page`, with a report and stored results in `to`."""

    def __init__(self, root: XmlElement, name: str, data: bytes | None, to: ImportedDocument):
        super().__init__(name, to)
        self.root, self.data = root, data
        self.symbols: dict[str, str] = {}  # block id -> symbol
        self.links: list[tuple[XmlElement, XmlElement, Transform]] = []
        self.drawn_wires: list[DrawnWire] = []
        self.stored: dict[str, dict[str, Any]] = {}

    def read(self) -> Page:
        """Read the page: sheet, elements, wires, widgets and stored results."""
        self.sheet()
        self.children(self.root, Transform(), 0)
        for line, link, at in self.links:
            self.wire(line, link, at)
        widgets.feed(self)
        self.wired_literals()
        self.to.drawn_wires[self.name], self.to.stored[self.name] = self.drawn_wires, self.stored
        self.plainly()
        return self.page

    def plainly(self) -> None:
        """Report once for each page the properties that documents do not store."""
        results = sum(map(len, self.stored.values()))
        lines = sum(
            drawing.number(line.get("stroke-width"), 3) not in (1, 3)
            for line, link, _ in self.links
            if line.get("visibility") != "hidden" and (link.get("hidden") != "true" or drawing.dashed(line))
        )
        shapes = sum(1 for e in self.root.children if e.tag in (*_SHAPES, "text") and not any(e.all("pg-link")))
        for count, message in (
            (results, phrase("{} stored results: a document holds none, they come with a run")),
            (lines, phrase("{} wires with another width: drawn like others")),
            (shapes, phrase("{} texts and shapes: without their fonts, line widths and dashes")),
        ):
            if count:
                self.say(PLAIN, "", phrase(message, count))

    def sheet(self) -> None:
        """Read the size and background of the page."""
        style = dict(part.split(":", 1) for part in self.root.get("style").split(";") if ":" in part)
        width, height = (drawing.number(self.root.get(side)) for side in ("width", "height"))
        if width > 0 and height > 0:
            self.page.size = width, height
        self.page.background = drawing.color(style.get("background-color", ""))

    def children(self, parent: XmlElement, at: Transform, depth: int) -> None:
        """Read the elements in a group, `depth` groups deep."""
        for element in parent.children:
            here = drawing.transform(element, at)
            links = list(element.all("pg-link"))
            if links:
                self.links += [(element, link, here) for link in links]
            elif element.tag == "use":
                self.use(element, here)
            elif element.tag == "text":
                self.text(element, here)
            elif element.tag in _SHAPES:
                self.shape(element, here)
            elif element.tag == "script":
                self.script(element, parent.get("id") if parent is not self.root else "", here)
            elif element.tag == "g":
                self.children(element, here, depth + 1)
            elif element.tag in widgets.ELEMENTS:
                widgets.ELEMENTS[element.tag](self, element, here)
            elif element.tag not in ("defs", "metadata", "title", "desc") or element.children:
                self.say(LEFT_OUT, element.get("id"), phrase("{}: there is nothing like it", article(element.tag)))
                self.own_scripts(element, here)

    def text(self, element: XmlElement, at: Transform) -> None:
        """Read a text: a number that a script writes becomes a monitor, others notes."""
        name = self.free(element.get("id"), "TEXT")
        if at.turn % 360:
            self.say(CHANGED, name, phrase("the text is turned by {:g} degrees: shown upright", at.turn))
        if not widgets.number_text(self, element, name, at):
            self.note(drawing.text_note(element, name, at))
            self.say(NOTE, name, phrase("a text"))
        self.own_scripts(element, at)

    def shape(self, element: XmlElement, at: Transform) -> None:
        name = self.free(element.get("id"), element.tag.upper())
        note = drawing.shape_note(element, name, at)
        if note is None:
            self.say(LEFT_OUT, name, phrase("{} without a shape that is known", article(element.tag)))
        else:
            self.note(note)
            self.say(NOTE, name, article(element.tag))
        self.own_scripts(element, at)

    def use(self, element: XmlElement, at: Transform) -> None:
        """Read a block, with its values and results."""
        symbol = element.get("href").removeprefix("#").strip()
        element_id = element.get("id")
        if not symbol:
            self.say(LEFT_OUT, element_id, phrase("a block without a symbol"))
            return
        name = self.free(element_id, re.sub(r"\W", "_", symbol).upper())
        if element_id in self.names:
            self.say(
                CHANGED,
                name,
                phrase("the id {} is used twice: this one is {}, and wires stay with the first", element_id, name),
            )
        else:
            self.names[element_id] = name
            if name != element_id:
                self.say(CHANGED, name, phrase("{!r:.60} is not a valid block name: it becomes {}", element_id, name))
        x, y = self.inside(
            name, *(round(n, 2) for n in at.point(drawing.number(element.get("x")), drawing.number(element.get("y"))))
        )
        if at.turn % 360 or at.scale != (1.0, 1.0):
            self.say(CHANGED, name, phrase("the block is turned or scaled: shown as others are"))
        self.symbols[name] = symbol
        if symbol in widgets.WIDGETS:
            block = widgets.widget(self, element, symbol, Block(name, "", x, y))
        else:
            known = symbols.symbol(symbol)
            if known is None:
                self.say(
                    CHANGED, name, phrase("{} is not a symbol of enuSpace-Tensorflow: kept as a placeholder", symbol)
                )
            own_color = drawing.color(element.get("stroke"), element.get("stroke-opacity"))
            block = Block(
                name,
                symbols.PREFIX + symbol,
                x,
                y,
                self.values(element, known, name),
                color="" if own_color == drawing.BLOCK_COLOR else own_color,
            )
        self.page.blocks[name] = block
        for other in element.children:
            if other.tag not in ("pg-set-pin", "pg-set-attribute", "script", "title", "desc"):
                self.say(LEFT_OUT, name, phrase("{} of the block", article(other.tag)))
        for attribute in element.all("pg-set-attribute"):
            if attribute.get("value").strip() and symbol not in widgets.WIDGETS:
                self.say(
                    LEFT_OUT,
                    name,
                    phrase("the attribute {} = {!r:.60}", attribute.get("variable"), attribute.get("value")),
                )
        self.own_scripts(element, at)

    def values(self, element: XmlElement, symbol: symbols.Symbol | None, name: str) -> dict[str, str]:
        """Return the typed values of a block; its stored results go to `stored`."""
        texts: dict[str, str] = {}
        pins: dict[str, XmlElement] = {}
        constant: Callable[[], None] | None = None
        for pin in element.all("pg-set-pin"):
            pin_name = pin.get("variable", "name").removeprefix("#").partition("[")[0].strip()
            pins[pin_name] = pin
        for pin_name, pin in pins.items():
            value = self.value(pin, name, pin_name)
            if value is None:
                continue
            if pin_name.startswith("result_"):
                output = symbol.result(pin_name) if symbol is not None else pin_name.removeprefix("result_")
                self.stored.setdefault(name, {})[output or pin_name] = value
                continue
            kind = symbol.pins.get(pin_name) if symbol is not None else symbols.INPUT
            if symbol is not None and symbol.outputs.get(pin_name):
                continue
            if kind == symbols.ATTRS or pin_name == "attrs" or pin_name.startswith("attrs_"):
                self.attrs(texts, str(value[()]) if value.ndim == 0 else "", symbol)
            elif symbol is not None and _holds_value(symbol.name) == pin_name:
                var_type = pin.get("var-type", "type") or "string"
                constant = partial(_constant, texts, symbol.name, pin_name, var_type, value)
            elif kind not in (symbols.SCOPE, symbols.UNUSED) and pin_name != "scope":
                self.typed(texts, symbol, pin_name, value)
            elif kind == symbols.UNUSED and value.ndim == 0 and str(value[()]).strip():
                self.say(LEFT_OUT, name, phrase("{} = {!r:.60}: the op has no such input", pin_name, value[()]))
        if constant is not None:
            constant()  # after the loop, which finds the dtype
        return texts

    def value(self, pin: XmlElement, name: str, pin_name: str) -> np.ndarray | None:
        """Return the value of a pin; None for an invalid one, which is reported."""
        var_type = pin.get("var-type", "type") or "string"
        try:
            shape = enuspace_literals.dims(pin.get("shape") or pin.get("variable")[1 + len(pin_name) :])
            if pin.get("save-type") == "binary":
                return enuspace_literals.binary(self.data, pin.get("binary-pos"), var_type, shape)
            return enuspace_literals.array(pin.get("value", "default-value", "initial"), var_type, shape)
        except enuspace_literals.LiteralError as error:
            binary, result = pin.get("save-type") == "binary", pin_name.startswith("result_")
            if not pin.get("value").strip() and not binary or binary and result and self.data is None:
                return None  # there is no typed value, or the missing file of results is reported elsewhere
            self.say(LEFT_OUT if result else FAULT, name, phrase("the value of {}: {}", pin_name, error))
            return None

    def attrs(self, texts: dict[str, str], text: str, symbol: symbols.Symbol | None) -> None:
        """Add the attrs of an `attrs` text to the values of a block."""
        given = dict(split_attrs(text))
        for attr, value in given.items():
            plain = symbols.MISSPELT.get(attr, attr)
            if value and plain not in texts:
                texts[plain] = value
        for attr, value in (symbol.row.get("omitted", {}) if symbol is not None else {}).items():
            if not given.get(attr):
                texts[attr] = str(value).lower() if isinstance(value, bool) else str(value)

    @staticmethod
    def typed(texts: dict[str, str], symbol: symbols.Symbol | None, pin_name: str, value: np.ndarray) -> None:
        """Add an attribute or a literal as typed text."""
        if symbol is not None and symbol.is_list(pin_name):
            # One text for each element of the list; an element may be an array.
            parts = (
                [enuspace_literals.literal(str(v)) for v in value.reshape(-1)]
                if value.dtype == object
                else [enuspace_literals.typed(v, True) for v in np.atleast_1d(value)]
            )
            if any(part.strip() for part in parts):
                texts[pin_name] = f"[{', '.join(part for part in parts if part.strip())}]"
        elif value.dtype != object:
            texts[pin_name] = enuspace_literals.typed(value, True)
        elif value.ndim:
            texts[pin_name] = enuspace_literals.typed(value)
        elif str(value[()]).strip() or pin_name == "dtype":
            texts[pin_name] = enuspace_literals.literal(str(value[()]))

    def wired_literals(self) -> None:
        """Remove invalid literals of wired pins, which ignore them."""
        for name, block in self.page.blocks.items():
            symbol = symbols.of_type(block.type)
            for pin in self.page.into.get(name, {}):
                text = block.values.get(pin)
                if text is not None and symbol is not None and not enuspace_literals.is_value(text):
                    values = {k: v for k, v in block.values.items() if k != pin}
                    self.page.blocks[name] = block = block._replace(values=values)
                    self.say(LEFT_OUT, name, phrase("{} = {!r:.60}: it is wired, and this is not a value", pin, text))

    def wire(self, line: XmlElement, link: XmlElement, at: Transform) -> None:
        """Read a wire, or report why it is left out."""
        wire_id = link.get("id") or line.get("id")
        ends = []
        for side in ("from", "to"):
            block, pin = self.names.get(link.get(f"{side}-id")), link.get(f"param-{side}").removeprefix("#").strip()
            if block is None or not pin:
                missing = link.get(f"{side}-id") if block is None else ""
                self.say(
                    LEFT_OUT,
                    wire_id,
                    phrase(
                        "the wire from {}.{} to {}.{}: there is no {}",
                        link.get("from-id"),
                        link.get("param-from"),
                        link.get("to-id"),
                        link.get("param-to"),
                        missing or phrase("such pin"),
                    ),
                )
                return
            ends.append((block, pin))
        (source, source_pin), (target, target_pin) = ends
        element = _ELEMENT.fullmatch(source_pin)  # for example `result_y[0][3]`, if a monitor shows one element
        out, kind = self.output(source, element[1] if element else source_pin)
        into = self.input(target, target_pin)
        if not out or not into:
            why = phrase("nothing comes from there") if not out else phrase("no input is there")
            self.say(
                LEFT_OUT,
                wire_id,
                phrase("the wire from {}.{} to {}.{}: {}", source, source_pin, target, target_pin, why),
            )
            return
        corners = drawing.points(line.get("points"))
        path = [at.point(*corner) for corner in corners]
        shown = drawing.color(line.get("stroke"), line.get("stroke-opacity"))
        unseen, dashed = line.get("visibility") == "hidden", drawing.dashed(line)
        hidden = unseen or link.get("hidden").lower() == "true" and not dashed
        look = Look("" if shown == drawing.WIRE_COLOR else shown, self.route(path), hidden, dashed and not unseen)
        wire = Wire(source, out, target, into, kind, look)
        self.page.put_wire(wire)
        if element and self.page.blocks[target].type in (TREND, NUMBER):
            index = "[" + ", ".join(re.findall(r"\d+", element[2])) + "]"
            monitor = self.page.blocks[target]
            self.page.blocks[target] = monitor._replace(values={"index": index, **monitor.values})
        if path:
            self.drawn_wires.append(
                DrawnWire(wire, element[1] if element else source_pin, target_pin, path[0], path[-1])
            )
        for other in line.children:
            if other.tag not in ("pg-link", "script"):
                self.say(LEFT_OUT, wire_id, phrase("{} of the wire", article(other.tag)))
        self.own_scripts(line, at)

    @staticmethod
    def route(path: list[tuple[float, float]]) -> tuple[tuple[float, float], ...]:
        """Return the bends of a path of points, relative to the first one; () for none."""
        if len(path) < 2:
            return ()
        if len(path) == 2:  # a straight line in any direction
            return ((0.0, 0.0),)
        x, y = path[0]
        bends = tuple((round(a - x, 2), round(b - y, 2)) for a, b in path[1:-1])
        return bends if len(bends) <= BENDS and all(abs(n) <= REACH for bend in bends for n in bend) else ()

    def input(self, block: str, pin: str) -> str:
        """Return Blockloom's name of an input; "" if the op has no such input."""
        kind = self.page.blocks[block].type
        symbol = symbols.of_type(kind)
        if symbol is not None and symbol.pins.get(pin) in (symbols.SCOPE, symbols.ATTRS, symbols.UNUSED):
            return ""
        return _BOTH_NAMES.get((self.symbols.get(block, ""), pin)) or widgets.input_pin(kind, pin)


def _constant(texts: dict[str, str], symbol: str, pin: str, var_type: str, value: np.ndarray) -> None:
    """Add the value of a Const, Const_ex or Variable, and its dtype if the array determines it."""
    dtype = texts.get("dtype", "").strip()
    own_dtype = enuspace_literals.DTYPES.get(var_type, "DT_DOUBLE")
    if symbol == "Const" or not dtype and value.dtype != object and (symbol == "Variable" or "dtype" in texts):
        dtype = texts["dtype"] = own_dtype
    dtype = dtype or ("DT_INT32" if symbol == "Const_ex" else "DT_DOUBLE")
    if value.dtype != object:
        if dtype == "DT_STRING" and own_dtype != "DT_STRING":
            value = value.astype("U").astype(object)
        texts[pin] = enuspace_literals.typed(enuspace_literals.cast(value, dtype))
        shape = texts.get("shape", "")
        if symbol == "Variable" and value.ndim and not _fits(shape, value.size):
            texts["shape"] = "[" + ", ".join(map(str, value.shape)) + "]"
    elif dtype == "DT_STRING" and (value.ndim or symbol == "Const" or str(value[()]).strip()[:1] not in ("{", '"')):
        texts[pin] = enuspace_literals.typed(value)
    elif value.ndim:
        texts[pin] = enuspace_literals.rows(value, str)
    elif str(value[()]).strip():
        texts[pin] = enuspace_literals.literal(str(value[()]))


def _fits(shape: str, size: int) -> bool:
    """Return whether a shape, as typed, has this number of elements."""
    try:
        found = shape_of(shape)
    except ValueSyntaxError:
        return False
    return bool(shape.strip()) and found is not None and int(np.prod([abs(n) for n in found], dtype=np.int64)) == size
