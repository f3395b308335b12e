"""Pages written here: files in the syntax of both generations, and documents in a few words."""

from __future__ import annotations

from html import escape

from blockloom.blocks.catalogue.catalogue import Catalogue
from blockloom.blocks.document.pages import Block, Document, Wire, new_document

DECLARATION = '<?xml version="1.0" encoding="UTF-16"?>\n'


def pin(name: str, value: str = "", var_type: str = "string", shape: str = "", new: bool = False, **more: str) -> str:
    """Return a pg-set-pin; `new` as 4.x writes it."""
    told = "".join(f' {key.replace("_", "-")}="{escape(text)}"' for key, text in more.items())
    kind = "type" if new else "var-type"
    stored = "" if "save_type" in more else f' value="{escape(value)}"'
    return f'<pg-set-pin variable="#{name}{shape}" auto="true" shape="{shape}" {kind}="{var_type}"{stored}{told}/>'


def use(name: str, symbol: str, *pins: str, at: tuple = (0, 0), task: str = "tensorflow", inside: str = "") -> str:
    """Return the text of a block."""
    return (
        f'<use id="{escape(name)}" type="{task}" stroke="rgb(0,119,189)" transform="translate({at[0]},{at[1]}) '
        f'rotate(0.00) scale(1.0000, 1.0000)" xlink:href="#{symbol}" x="0" y="0">{"".join(pins)}{inside}</use>'
    )


def wire(
    source: str, target: str, color: str = "rgb(140,64,2)", points: str = "0,0 10,0", link: str = "", line: str = ""
) -> str:
    """Return the text of a wire from `BLOCK.pin` to `BLOCK.pin`."""
    a, _, a_pin = source.partition(".")
    b, _, b_pin = target.partition(".")
    return (
        f'<polyline id="L_{a}_{b}" stroke="{color}" transform="translate(5,6) rotate(0) '
        f'scale(1,1)" points="{points}" {line}><pg-link id="K" from-id="{a}" param-from="{a_pin}" to-id="{b}" '
        f'param-to="{b_pin}" {link}/></polyline>'
    )


def page(*parts: str, version: str = "3.0.2.0", style: str = "background-color:rgb(42,42,42);") -> str:
    """Return the text of a page file."""
    return (
        f'{DECLARATION}<svg id="P" style="{style}" enuspace-version="{version}" xmlns="http://www.w3.org/2000/svg" '
        f'xmlns:xlink="http://www.w3.org/1999/xlink" width="1920" height="1080">{"".join(parts)}</svg>'
    )


def write(folder, text: str, name: str = "page.svg", encoding: str = "utf-16"):
    """Write the page into a file."""
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode(encoding))
    return path


def project(*pictures: str, more: str = "") -> str:
    """Return the text of a project file."""
    listed = "".join(f'<pg-picture xlink:href="{one}"/>' for one in pictures)
    return (
        '<?xml-stylesheet type="text/css" version="1.0" encoding="UTF-16"?>\n<!--Generator-->\n<svg '
        'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" pg-classname="project" '
        f'pg-project="tensorflow">{listed}{more}</svg>'
    )


def words(catalogue: Catalogue, blocks: str, wires: str = "") -> Document:
    """Return a document written as `ID TYPE pin=text ... | ...` and `A.pin B.pin | ...`, with values without blanks.

    If wires name a block S that is not described, it is a ClientSession, `S.fetch` its fetch_outputs, `S.run`
    run_outputs.
    """
    made = new_document()
    page = made.page("main")
    for name, kind, *values in (one.split() for one in blocks.split(" | ")):
        page.blocks[name] = Block(name, kind, values=dict(value.split("=", 1) for value in values))
    if "S." in wires and "S" not in page.blocks:
        page.blocks["S"] = Block("S", "enu.ClientSession")
    for one in filter(None, map(str.strip, wires.split("|"))):
        (a, _, a_pin), (b, _, b_pin) = (end.partition(".") for end in one.split())
        out = catalogue[page.blocks[a].type].output(a_pin)
        b_pin = f"{b_pin}_outputs" if b_pin in ("fetch", "run") else b_pin
        page.put_wire(Wire(a, a_pin, b, b_pin, out.kind))
    return made
