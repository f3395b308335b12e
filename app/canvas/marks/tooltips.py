"""Tooltips of pins, blocks and wires, and the message at the pointer about a refused action."""

from __future__ import annotations

from html import escape
from typing import Any

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtWidgets import QWidget

from blockloom.app import qt
from blockloom.app.canvas.look.hits import CanvasHit
from blockloom.app.canvas.page.marks import Marks, described, not_finite, typed
from blockloom.app.canvas.paint.boxpaint import port_text
from blockloom.app.canvas.scene.block_layout import Layout, Spot
from blockloom.app.canvas.scene.scene import Scene
from blockloom.app.canvas.scene.theme import Theme, theme_of_window
from blockloom.app.canvas.scene.translation import documented, tr
from blockloom.app.plain import Label
from blockloom.blocks.catalogue import op_docs
from blockloom.blocks.catalogue.block_types import Attr, Pin
from blockloom.blocks.checks.session_closure import faulty
from blockloom.blocks.document.pages import (
    BYPASS,
    CONTROL,
    MUTE,
    OPERATION,
    PAUSE_BEFORE,
    Block,
    Page,
    Wire,
    split_index,
)
from blockloom.blocks.infer.breakpoint_text import pauses
from blockloom.blocks.infer.inference import PageInference
from blockloom.blocks.results.run_modes import gradient_of

_LONGEST = 400
BUNDLED = 12  # most listed wires of a bundle


def tip(hit: CanvasHit, scene: Scene, page: Page, marks: Marks, inference: PageInference | None) -> str:
    """Return the tooltip for the item under the pointer, as rich text; "" if there is none."""
    if hit.wire >= 0:
        return _wire(scene.wires[hit.wire], page, marks, inference)
    slot = scene.slot.get(hit.id)
    block = page.blocks.get(hit.id)
    if hit.kind == "bundle":
        return _bundle(hit, scene)
    if hit.kind == "badge":
        return _lines([*_problems(marks, hit.id), tr("Click for fixes.")])
    if hit.id in page.frames:
        frame = page.frames[hit.id]
        return _lines([f"<b>{escape(frame.title or frame.id)}</b>", escape(frame.device)])
    if hit.id in page.notes:
        return _lines([escape(page.notes[hit.id].text).replace("\n", "<br>")])
    if slot is None or block is None:
        return ""
    if hit.kind == "control":
        before = tr("Drag it to a block that runs before this one.")
        after = tr("Drag it to a block that runs after this one.")
        type_ = scene.layouts[slot].type
        runs = hit.side == "out" and type_ is not None and type_.output(OPERATION) is not None
        return _lines(
            [
                "<b>" + tr("control port") + "</b>",
                before if hit.side == "in" else after,
                tr("Drag it to run_outputs of a Session to run this block without fetching its outputs.")
                if runs
                else "",
            ]
        )
    if hit.spot.role == "attr" and hit.spot.pin is None:
        return _lines(_attrs(block, scene.layouts[slot]))
    if hit.spot.role:
        of = [f"<b>{escape(hit.id)}</b>"] if hit.kind in ("port", "result") else []
        return _lines(of + _pin(block, hit.spot, page, marks, inference) + _problems(marks, hit.id, hit.spot.name))
    layout = scene.layouts[slot]
    pause = _pause(block, marks)
    out = _left_out(block) if hit.id in marks.left_out else _not_run(hit.id, marks)
    if hit.kind == "title" and layout.type is not None:
        name = f"<b>{escape(hit.id)}</b> {escape(layout.title)}"
        lowered = (
            tr("Runs by the CPU reference, as ordinary ops, because this machine has no TPU.")
            if hit.id in marks.reference
            else ""
        )
        doc = _cut(op_docs.as_text(documented(layout.type.doc)))
        return _lines(
            [
                name,
                doc,
                out,
                pause,
                lowered,
                *_problems(marks, hit.id),
                _stale(hit.id, marks),
                *_numbers(marks, hit.id),
            ]
        )
    return _lines(
        [
            f"<b>{escape(hit.id)}</b> {escape(layout.title)}",  # which small blocks show only if they have room
            out,
            pause,
            *_problems(marks, hit.id),
            escape(marks.waiting.get(hit.id, "")),
            _stale(hit.id, marks),
            *_numbers(marks, hit.id),
        ]
    )


def _numbers(marks: Marks, block: str) -> list[str]:
    return [escape(numbers.line(block)) for numbers in marks.numbers.values()]


def _bundle(hit: CanvasHit, scene: Scene) -> str:
    """Return the wires, or the unconnected outputs, of a port for several of them."""
    fold = scene.folds[hit.id]
    port = (fold.outs if hit.side == "out" else fold.ins)[int(hit.field)]
    wires = scene.wires_at(hit.id, hit.side == "out", int(hit.field))
    lines = [str(scene.wires[wire]) for wire in wires] or [".".join(pin) for pin in port.pins]
    more = [tr("and {0} more").format(len(lines) - BUNDLED)] if len(lines) > BUNDLED else []
    title = f"<b>{escape(port_text(port))}</b> {escape(port.neighbour)}"
    return _lines([title, *map(escape, lines[:BUNDLED]), *more, tr("Click to show each pin.")])


def _pause(block: Block, marks: Marks) -> str:
    """Return the breakpoints of a block, in all instances, in this one only, and inside."""
    kept = pauses(block.pause)
    here = marks.pauses.get(block.id, "") if "" not in kept else ""
    lines = [_paused(pause, place) for place, pause in kept.items()]
    if here:
        lines.append(_paused(here) + " " + tr("Only in this instance."))
    return "<br>".join(lines)


def _paused(pause: str, place: str = "") -> str:
    if pause == PAUSE_BEFORE:
        return (
            tr("Breakpoint: runs pause before {0} inside this block.").format(place)
            if place
            else tr("Breakpoint: runs pause before this block.")
        )
    told = tr("Conditional breakpoint: runs pause if {0}.").format(escape(pause))
    return f"{place}: {told}" if place else told


def _left_out(block: Block) -> str:
    if block.mode == MUTE:
        return tr("Muted: the page runs without it.")
    if block.mode == BYPASS:
        return tr("Bypassed: its output is its input.")
    return tr("Left out: a block that it needs is muted.")


def _not_run(block: str, marks: Marks) -> str:
    """Return the descriptions of a block's pinned outputs, or why the block does not run."""
    if block in marks.unreached:
        return tr("Not reached: the step failed earlier.")
    if block in marks.idle:
        return tr("Not run: only pinned outputs depend on it.")
    return "<br>".join(dict.fromkeys(map(escape, marks.pinned.get(block, {}).values())))


def _attrs(block: Block, layout: Layout) -> list[str]:
    """Return the lines of the pin for all attributes without their own pin."""
    lines = ["<b>attrs</b>"]
    for attr in layout.unlisted_attrs():
        typed = block.values.get(attr.name)
        lines.append(
            f"{escape(attr.name)} = <code>{_cut(typed)}</code>"
            if typed is not None
            else f"{escape(attr.name)}" + (f" = {_cut(str(attr.default))}" if attr.default is not None else "")
        )
    return lines if len(lines) > 1 else ["<b>attrs</b>", tr("No other attributes.")]


def _pin(block: Block, spot: Spot, page: Page, marks: Marks, inference: PageInference | None) -> list[str]:
    if spot.role == "scope":
        return ["<b>Scope</b>", tr("The page of the block. This pin is never wired.")]
    pin = spot.pin
    if pin is None or isinstance(pin, Pin) and pin.kind == "unknown":
        return [f"<b>{escape(spot.name)}</b>", tr("This type of block has no such pin.")]
    lines = [f"<b>{escape(spot.name)}</b> {escape(_kind(block, spot, inference))}"]
    if pin.default if isinstance(pin, Pin) else pin.default is not None:
        lines.append(tr("default: {0}").format(escape(str(pin.default))))
    if spot.role in ("result", "output"):
        lines += _known(_type(block.id, spot.name, page, marks), _value(block.id, spot.name, marks))
        if spot.role == "output" and marks.not_finite(block.id, spot.name):
            lines.append(tr("Click to find the origin of the non-finite value."))
    if spot.role == "input" and spot.name in marks.took.get(block.id, {}):
        lines.append(tr("input in the failed step: {0}").format(_cut(marks.took[block.id][spot.name])))
    typed = block.values.get(spot.name)
    if typed is not None and spot.role != "output":
        lines.append(f"<code>{escape(typed[:_LONGEST])}{'…' if len(typed) > _LONGEST else ''}</code>")
        known = inference.known.get(block.id) if inference is not None else None
        value = known.value(spot.name) if known is not None else None
        if value is not None and value.key:
            lines.append(escape(f"{value.dtype} {list(value.array.shape)}"))
    wires = page.wires_into(block.id, spot.name) if spot.role in ("input", "unknown") else []
    if len(wires) == 1:
        lines.append(tr("from {0}").format(escape(f"{wires[0].source}.{wires[0].source_pin}")))
    elif wires:
        lines += [f"{i}: {escape(w.source)}.{escape(w.source_pin)}" for i, w in enumerate(wires[:12])]
    return [*lines, _cut(op_docs.as_text(documented(pin.doc)))]


def _kind(block: Block, spot: Spot, inference: PageInference | None) -> str:
    pin = spot.pin
    if isinstance(pin, Attr):
        return f"attr: {pin.type}"
    if pin is None:
        return ""
    dtype: Any = pin.dtype
    if dtype is None and inference is not None:
        if spot.role in ("output", "result"):
            dtype = inference.dtype(block.id, spot.name)
        elif block.id in inference.known:
            dtype = inference.known[block.id].attrs.get(pin.type_attr or pin.type_list_attr or "")
    if isinstance(dtype, list):
        dtype = ", ".join(str(f or "?") for f in dtype[:6])
    return (
        f"{pin.kind}"
        + (f", {dtype}" if dtype else f", {pin.type_attr}" if pin.type_attr else "")
        + (tr(", optional") if pin.optional else "")
    )


def _type(block: str, pin: str, page: Page, marks: Marks) -> list[str]:
    """Return dtype and shape of an output as TensorFlow infers them, and the block that limits them."""
    stem, index = split_index(pin)
    mine = marks.types.get(block, {})
    types = mine.get(pin) or mine.get(stem)
    if types and pin not in mine and index is not None:
        types = types[index] if index < len(types) and isinstance(types[0], list) else None
    if not types:
        return []
    because = next((t[2] for t in (types if isinstance(types[0], list) else [types]) if t[2]), "")
    if because not in page.blocks:
        return [escape(typed(types))]
    if any(map(faulty, marks.problems.get(because, ()))):
        why = tr("{0}: because of the problem here") if because == block else tr("{0}: because of the problem at {1}")
    else:
        why = (
            tr("{0}: because it depends on values")
            if because == block
            else tr("{0}: because of {1}, where it depends on values")
        )
    return [escape(why.format(typed(types), because))]


def _wire(wire: Wire, page: Page, marks: Marks, inference: PageInference | None) -> str:
    if wire.kind == CONTROL:
        return tr("{0} runs after {1}").format(*(f"<b>{escape(end)}</b>" for end in (wire.target, wire.source)))
    dtypes = [d for d in inference.wire_dtypes(wire) if d] if inference is not None else []
    return _lines(
        [
            escape(str(wire)),
            escape(f"{wire.kind} {', '.join(dict.fromkeys(dtypes))}"),
            *_known(_type(*wire[:2], page, marks), _value(*wire[:2], marks)),
        ]
    )


def _value(block: str, pin: str, marks: Marks) -> list[str]:
    """Return the lines about the last result of an output, or of one element of a list."""
    (stem, index), results = split_index(pin), marks.results_of(block)
    more = [escape(marks.pinned.get(block, {}).get(stem, "")), *_gradient(results.get(gradient_of(stem)), index, marks)]
    if stem not in results:
        return more
    summary = results[stem]
    if summary and index is not None:
        summary = summary["list"][index] if index < len(summary.get("list", ())) else None
    step = marks.older or (tr("of step {0}").format(marks.step) if marks.step else "")
    if marks.step and summary and summary.get("set_later"):  # the variable was initialised or restored after the step
        step = tr("set after step {0}").format(marks.step)
    since = not_finite(summary)
    not_finite_since = "" if since is None else tr("not finite: first seen in step {0}").format(since)
    return [escape(described(summary)), escape(not_finite_since), escape(step), _stale(block, marks), *more]


def _gradient(summary: Any, index: int | None, marks: Marks) -> list[str]:
    """Return the lines about the gradient of the loss by an output, or by one element of a list."""
    if summary and index is not None:
        summary = summary["list"][index] if index < len(summary.get("list", ())) else None
    if not summary:
        return []
    text = tr("gradient of the loss, over all calls: {0}") if marks.summed else tr("gradient of the loss: {0}")
    told = escape(text.format(described(summary)))
    size = tr("its root mean square: {0}").format(f"{summary['size']:.4g}") if "size" in summary else ""
    return [told, escape(size)]


def _stale(block: str, marks: Marks) -> str:
    return (
        tr("Out of date: this block, or a block upstream of it, was edited since the run.")
        if marks.outdated(block)
        else ""
    )


def _known(types: list[str], values: list[str]) -> list[str]:
    """Return type and value, without the type if the value is of that type, as after most runs."""
    return values if values and types and values[0].startswith(types[0]) else [*types, *values]


def _problems(marks: Marks, block: str, pin: str | None = None) -> list[str]:
    return [f"<span style='color:{theme_of_window().error}'>{escape(m)}</span>" for m in marks.messages(block, pin)]


def _cut(text: str) -> str:
    text = text.strip()
    return escape(text if len(text) <= _LONGEST else text[:_LONGEST].rsplit(" ", 1)[0] + " …").replace("\n", " ")


def _lines(lines: list[str]) -> str:
    found = [line for line in lines if line]
    return f"<qt>{'<br>'.join(found)}</qt>" if found else ""


# Milliseconds; widget pixels: width, distance from the place, distance from the edge.
LASTS, WIDEST, APART, EDGE = 8000, 380, 14, 6


class Bubble(Label):
    """A message over the canvas that takes no events.

    A timeout, the next key or press, or `hide` removes it.
    """

    def __init__(self, parent: QWidget):
        super().__init__(parent, objectName="bubble")
        self._over = parent
        self.setWordWrap(True)
        self.setMargin(6)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._timer = qt.timer(self, self.hide, LASTS)
        self.hide()

    def tell(self, text: str, at: QRect | QPoint, theme: Theme) -> None:
        """Show a text below a point of the widget, or below a block's box; above if there is no room."""
        box, area = QRect(at, at) if isinstance(at, QPoint) else at, self._over.rect()
        self.setStyleSheet(
            f"QLabel#bubble {{ background: {theme.block}; color: {theme.label}; "
            f"border: 1px solid {theme.selection}; border-radius: 5px; }}"
        )
        self.ensurePolished()
        self.setText(text)
        self.ensurePolished()  # its height depends on the style
        room = max(60, min(WIDEST, area.width() - 2 * EDGE))
        self.setFixedWidth(min(room, self.fontMetrics().horizontalAdvance(text) + 28))
        self.setFixedHeight(self.heightForWidth(self.width()))
        x = max(EDGE, min(box.left() + APART, area.right() - EDGE - self.width()))
        y = box.bottom() + APART
        if y + self.height() > area.bottom() - EDGE:
            y = max(EDGE, box.top() - APART - self.height())
        self.move(x, y)
        self.show()
        self.raise_()
        self._timer.start()

    def stay(self) -> None:
        """Move back into the widget, after the message was scrolled with the page."""
        area = self._over.rect()
        x = max(EDGE, min(self.x(), area.right() - EDGE - self.width()))
        y = max(EDGE, min(self.y(), area.bottom() - EDGE - self.height()))
        self.move(x, y)
