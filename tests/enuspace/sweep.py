"""Pages with one enuSpace symbol each, and inputs that fit it, from `sweep.txt`."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np

from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.document.pages import Block, Document, Page, Wire, new_document
from blockloom.blocks.enuspace import symbols

# Inputs of the training ops that are single numbers.
SCALARS = {
    "lr",
    "alpha",
    "rho",
    "epsilon",
    "l1",
    "l2",
    "momentum",
    "beta1_power",
    "beta2_power",
    "beta1",
    "beta2",
    "lr_power",
    "rh",
}
PLAIN = {"DT_STRING": "abc", "DT_BOOL": "true", "DT_INT32": "1", "DT_INT64": "1", "DT_FLOAT": "1.0", "DT_DOUBLE": "1.0"}
GIF = (
    b"GIF89a\x01\x00\x01\x00\x80\x00\x00\xff\xff\xff\x00\x00\x00,\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x02D\x01\x00;"
)
BMP = (
    b"BM:\x00\x00\x00\x00\x00\x00\x006\x00\x00\x00(\x00\x00\x00\x01\x00\x00\x00\x01\x00\x00\x00\x01\x00\x18\x00\x00"
    b"\x00\x00\x00\x04\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x01\x02\x03\x00"
)
STRINGS = {"%gif": repr(GIF), "%bmp": repr(BMP), "%json": '"{\\"features\\": {}}"'}


def record(data: bytes) -> bytes:
    """One record of a TFRecord file: its length and its data, each with a masked CRC-32C."""

    def masked(part: bytes) -> bytes:
        crc = 0xFFFFFFFF
        for byte in part:
            crc ^= byte
            for _ in range(8):
                crc = crc >> 1 ^ (0x82F63B78 if crc & 1 else 0)
        crc ^= 0xFFFFFFFF
        return (((crc >> 15 | crc << 17) + 0xA282EAD8) & 0xFFFFFFFF).to_bytes(4, "little")

    length = len(data).to_bytes(8, "little")
    return length + masked(length) + data + masked(data)


class Sweep:
    """The lines of `sweep.txt`: `specs` in their order, `helpers`, and `left_out` with reasons."""

    def __init__(self, folder: str):
        self.folder = folder
        (Path(folder) / "data").write_bytes(b"abcdefgh")
        (Path(folder) / "records").write_bytes(record(b"abc"))
        self.specs: dict[str, str] = {}
        self.helpers: dict[str, str] = {}
        self.left_out: dict[str, str] = {}
        for line in (Path(__file__).parent / "sweep.txt").read_text("utf-8").splitlines():
            name, _, rest = line.strip().partition(" ")
            if name.startswith("@"):
                self.helpers[name[1:]] = rest
            elif name.startswith("!"):
                self.left_out[name[1:]] = rest
            elif name and not name.startswith("#"):
                assert name in symbols.rows(), f"sweep.txt: there is no symbol {name}"
                self.specs[name] = rest

    def order(self) -> list[str]:
        """All symbols, those of the file first."""
        return [*self.specs, *(name for name in symbols.rows() if name not in self.specs)]

    def page(self, name: str, catalogue: Catalogue) -> Document:
        """Return a page with the symbol as block X, its inputs, and a ClientSession S for all of its outputs."""
        document = new_document()
        page = document.page("main")
        page.blocks["S"] = Block("S", "enu.ClientSession")
        parts = re.split(r"\s;\s", f"{name} {self.specs.get(name, '')}")
        for number, part in enumerate(parts):
            self._block(page, catalogue, f"X{number or ''}", part)
        for number in range(len(parts)):
            block = page.blocks[f"X{number or ''}"]
            for out in catalogue[block.type].outputs:
                pin = {"operation": "run_outputs", "feed": "inputs"}.get(out.kind, "fetch_outputs")
                if block.type != "enu.ClientSession":
                    page.put_wire(Wire(block.id, out.name, "S", pin, out.kind))
        return document

    def _block(self, page: Page, catalogue: Catalogue, own: str, spec: str) -> None:
        name, *words = spec.split()
        if name == "ClientSession":
            own = "S"
            page.blocks["X"] = Block("X", "enu.Const")
        kind = name[1:] if name[0] == ":" else f"enu.{name}"
        given = dict(word.split("=", 1) for word in words)
        values = {}
        page.blocks[own] = Block(own, kind)
        for pin, text in given.items():
            if text.startswith("@"):
                for one in text.split(","):
                    self._wire(page, catalogue, one[1:], own, pin)
            else:
                values[pin] = self._value(text)
        for pin in catalogue[kind].inputs:
            if pin.name not in given and not pin.optional:
                text = self._default(page, own, name, pin)
                if text:
                    values[pin.name] = text
        page.blocks[own] = Block(own, kind, values=values)

    def _wire(self, page: Page, catalogue: Catalogue, wanted: str, target: str, pin: str) -> None:
        name, _, output = wanted.partition(".")
        if name not in page.blocks:
            self._block(page, catalogue, name, self.helpers[name])
        outputs = catalogue[page.blocks[name].type].outputs
        out = next(o for o in outputs if o.name == (output or outputs[0].name))
        page.put_wire(Wire(name, out.name, target, pin, out.kind))

    def _value(self, text: str) -> str:
        if not text.startswith("%"):
            text = re.sub(r"\b([FDQ])(\d+(?:,\d+)*)\b(?=[\],]|$)", self._numbers, text)
        return STRINGS.get(text, text).replace("%tmp", self.folder).replace("%sp", " ")

    @staticmethod
    def _numbers(match: re.Match) -> str:
        shape = tuple(map(int, match[2].split(",")))
        array = np.arange(1, int(np.prod(shape)) + 1).reshape(shape)
        text = str(array.tolist()).replace(" ", "")
        return text if match[1] == "Q" else re.sub(r"(\d+)", r"\1.0f" if match[1] == "F" else r"\1.0", text)

    @staticmethod
    def _default(page: Page, own: str, symbol: str, pin) -> str:
        if pin.kind == "ref" and pin.dtype != "DT_STRING":
            name = f"V_{own}_{pin.name}"
            page.blocks[name] = Block(
                name,
                "enu.Variable",
                values={"initvalues": "[[1.0f,2.0f],[3.0f,4.0f]]", "dtype": "DT_FLOAT", "shape": "{2,2}"},
            )
            page.put_wire(Wire(name, "ref", own, pin.name, "ref"))
            return ""
        if pin.dtype == "DT_RESOURCE":
            name = f"V_{own}_{pin.name}"
            page.blocks[name] = Block(name, "loom.ResourceVariable", values={"initvalues": "[[1.0f,2.0f],[3.0f,4.0f]]"})
            page.put_wire(Wire(name, "handle", own, pin.name))
            return ""
        if "Apply" in symbol and pin.name in SCALARS:
            return "0.5f"
        if "Apply" in symbol and pin.name == "indices":
            return "[0,1]"
        plain = PLAIN.get(pin.dtype or "", "[[1.0f,2.0f],[3.0f,4.0f]]")
        return f"[{plain},{plain}]" if pin.list else plain
