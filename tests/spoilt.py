"""Faulty pages: every block type unwired, with wires that do not fit, and with invalid values.

Also valid pages in which one wire or value was removed or exchanged.
"""

from __future__ import annotations

import contextlib
import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from blockloom.blocks import checks
from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.document.pages import CONTROL, Block, Document, Placed, Wire, new_document
from blockloom.blocks.edits import Edit, EditError, Insert, Remove, SetValue, connect
from blockloom.blocks.files import documents
from blockloom.blocks.files.library import BlockLibrary, libraries
from blockloom.blocks.operations import use_library_page
from blockloom.blocks.problems import ERROR, Problem
from blockloom.runtime.protocol.requests import GetTypesRequest, OpenRequest
from tests.enuspace.sweep import Sweep

EXAMPLES = Path(__file__).parent.parent / "assets" / "examples"
# Sources of wires: block type, its values, and the output.
SOURCES = {
    "TEXT": ("Const", {"value": '["a", "b"]'}, "output"),
    "FLOAT": ("Const", {"value": "[[1.5f, 2.5f]]"}, "output"),
    "INT": ("Const", {"value": "7"}, "output"),
    "HANDLE": ("VarHandleOp", {"dtype": "DT_FLOAT", "shape": "[2]"}, "resource"),
    "REF": ("loom.Variable", {"initvalues": "[1.0, 2.0]"}, "ref"),
    "DATASET": ("RangeDataset", {"start": "0", "stop": "3", "step": "1"}, "handle"),
    "FED": ("Placeholder", {"dtype": "DT_FLOAT"}, "output"),
}
ODD = ("x", "", "DT_FLAOT", "[", "-1", "1e400", "[1, [2]]", '"a"', "[]", "99999999999", "nan", "=1/0")
# Words of Python, and words of TensorFlow for authors of nodes.
NOT_FOR_PEOPLE = re.compile(
    r"NodeDef|AttrValue|Op<|\{\{|Traceback|\b[A-Z]\w+(?:Error|Exception)\b|NoneType|unpack|has no attribute|unhashable|"
    r"subscriptable|iterable|positional arg|keyword arg|invalid literal|could not convert|out of range$|"
    r"index out of|empty sequence|<class|<dtype|object at|\bTensor\(|\bdict\b|\btuple\b|math domain|was passed|"
    r"None\b"
)


class Case(NamedTuple):
    """A page by name, with the function that builds it."""

    name: str
    make: Callable[[], Document]


def library_pages() -> list[tuple[BlockLibrary, str]]:
    """Return all pages of the libraries, by name."""
    return [(source, name) for source in libraries("") for name in source.document.pages]


def of_library_page(source: BlockLibrary, name: str, catalogue: Catalogue) -> list[Case]:
    """Return faulty pages with an instance of a page of a library; in the first, nothing is wired."""

    def begin() -> tuple[Document, str]:
        made = new_document()
        change, kind = use_library_page(made, catalogue, source, name)
        change.edit.apply(made)
        return made, kind

    return list(_of_type(name, begin, catalogue))


def of_type(name: str, catalogue: Catalogue) -> list[Case]:
    """Return faulty pages with a block of a type; in the first, nothing is wired."""
    return list(_of_type(name, lambda: (new_document(), name), catalogue))


def _of_type(name: str, begin: Callable[[], tuple[Document, str]], catalogue: Catalogue) -> Iterator[Case]:
    made, kind = begin()
    type_ = catalogue.with_pages(made)[kind]

    def page(values: dict[str, str], source: str = "", pins: tuple[str, ...] = ()) -> Document:
        made, kind = begin()
        blocks = [Block("X", kind, values=values)]
        wires: tuple[Placed, ...] = ()
        if source:
            type_, typed, output = SOURCES[source]
            blocks.append(Block(source, type_, values=typed))
            wires = tuple(
                Placed(Wire(source, output, "X", pin, catalogue[type_].output(output).kind), 0) for pin in pins
            )
        Insert("main", tuple(blocks), wires).apply(made)
        return made

    inputs = tuple(pin.name for pin in type_.inputs)
    yield Case(f"{name} unwired", lambda: page({}))
    for source in SOURCES if inputs else ():
        for pins in dict.fromkeys((*((pin,) for pin in inputs), inputs)):
            yield Case(f"{name} {source} -> {pins}", lambda source=source, pins=pins: page({}, source, pins))
    for text in ODD:
        for pins in dict.fromkeys((*((pin,) for pin in (*inputs, *(attr.name for attr in type_.attrs))), inputs)):
            yield Case(f"{name} {pins} = {text}", lambda text=text, pins=pins: page(dict.fromkeys(pins, text)))


def spoilt(chance: random.Random, catalogue: Catalogue, folder: str) -> Case:
    """Return a valid page, of an example or with one of enuSpace's symbols, with one fault."""
    if chance.random() < 0.5:
        sweep = Sweep(folder)
        name = chance.choice([name for name in sweep.order() if name not in sweep.left_out])
        made = sweep.page(name, catalogue)
    else:
        path = chance.choice(sorted(EXAMPLES.glob("*.loom")))
        name, made = path.stem, documents.load(path)
    page = chance.choice(list(made.pages.values()))
    wires = [
        (wire, place) for pins in page.into.values() for wires in pins.values() for place, wire in enumerate(wires)
    ]
    how = chance.randrange(4)
    block = chance.choice(list(page.blocks.values()))
    types = catalogue.with_pages(made)
    edit: Edit
    if how == 0 or block.type not in types:
        edit = Remove(page.name, (block.id,))
    elif how == 1 and wires:
        edit = Remove(page.name, wires=(Placed(*chance.choice(wires)),))
    elif how == 2 and wires:
        wire, _ = chance.choice(wires)
        source = chance.choice([one for one in page.blocks.values() if one.type in types and types[one.type].outputs])
        out = chance.choice(types[source.type].outputs)
        control = wire.kind == CONTROL
        edit = connect(
            page,
            wire._replace(
                source=source.id, source_pin="" if control else out.name, kind=CONTROL if control else out.kind
            ),
        )
    else:
        pins = [*(pin.name for pin in types[block.type].inputs), *(attr.name for attr in types[block.type].attrs)]
        edit = SetValue(page.name, block.id, chance.choice(pins or ["x"]), chance.choice((None, *ODD)))
    with contextlib.suppress(EditError):
        edit.apply(made)
    return Case(f"{name}: {edit}", lambda: made)


def message_fault(case: Case, catalogue: Catalogue, ask: Callable[..., list[Problem]]) -> str:
    """Return the fault of the messages for a page, "" for none.

    `ask` returns the problems that the worker reports for a page that is opened or typed.
    """
    made = case.make()
    for page in made.pages:
        found = {"check": checks.check(made, catalogue, page)}
        errors = any(one.severity == ERROR for one in found["check"])
        for request in (GetTypesRequest,) if errors else (GetTypesRequest, OpenRequest):
            found[request.wire_name] = ask(request, made, page)
        for face, problems in found.items():
            for one in problems:
                said = f"{one.message} | {one.remedy}"
                if NOT_FOR_PEOPLE.search(said):
                    return f"{face} of {case.name}: {one.kind} at {one.place_text}: {said}"
            at = [one.address for one in problems if one.severity == ERROR]
            within = [
                one
                for one in problems
                if one.severity == ERROR
                and any(one.address.path[: len(other.path) + 1] == (*other.path, other.block) for other in at)
            ]
            if within:
                return f"{face} of {case.name}: {within[0]} is listed beside what it follows from"
    return ""
