"""Pages to arrange, and layouts of Graphviz dot for comparison: for tests of layouts and their benchmark."""

from __future__ import annotations

import random
import shutil
import subprocess
from pathlib import Path

from blockloom.blocks.document.pages import Block, Page, Placed, Wire, new_document
from blockloom.blocks.edits import Insert
from blockloom.blocks.layout.arrange import arrange
from blockloom.blocks.layout.block_rows import Box
from blockloom.blocks.layout.refine import crossings

SAMPLES = Path(__file__).resolve().parent.parent.parent.parent / "shared" / "enuspace" / "samples"
# Layered graphs to compare: layers, seed, share of long wires, how near to its source a wire's target is.
GRAPHS = ((10, 1, 0.0, 6.0), (40, 4, 0.1, 4.0), (20, 3, 0.3, 6.0), (20, 2, 0.1, 6.0))
INS = {"x": (16.0, 70.0), "y": (16.0, 88.0)}


def page_of(
    wires: list[tuple[int, int, str]],
    count: int,
    places: list[tuple[float, float]] | None = None,
    frames: tuple = (),
    homes: dict[int, str] | None = None,
    notes: tuple = (),
) -> Page:
    """`count` AddV2 blocks B0, B1 ... with wires (source, target, pin)."""
    document = new_document()
    blocks = tuple(
        Block(f"B{i}", "AddV2", *(places[i] if places else (0.0, 0.0)), frame=(homes or {}).get(i, ""))
        for i in range(count)
    )
    Insert(
        "main", blocks, tuple(Placed(Wire(f"B{a}", "z", f"B{b}", pin), 99) for a, b, pin in wires), frames, notes
    ).apply(document)
    return document.pages["main"]


def boxes_of(page: Page, width: float = 140.0, height: float = 120.0) -> dict[str, Box]:
    """All blocks of one size, with the pins of AddV2."""
    return {b: Box(width, height, INS, {"z": (width, 52.0)}) for b in page.blocks}


def layered_page(count: int, layers: int, seed: int, skip: float = 0.1, near: float = 6.0) -> Page:
    """Blocks in layers, each fed by one or two of a layer before (with `skip`: further back), mostly from near by."""
    chance = random.Random(seed)
    rows = [range(k * count // layers, (k + 1) * count // layers) for k in range(layers)]
    wires = []
    for k in range(1, layers):
        for j, b in enumerate(rows[k]):
            for pin in "xy"[: 1 + (chance.random() < 0.5)]:
                row = rows[k - 1] if chance.random() > skip else rows[chance.randrange(max(0, k - 4), k)]
                at = chance.gauss(j / len(rows[k]) * len(row), len(row) / near)
                wires.append((row[min(len(row) - 1, max(0, int(at)))], b, pin))
    names = list(range(count))
    chance.shuffle(names)  # the numbers of blocks tell nothing
    return page_of([(names[a], names[b], pin) for a, b, pin in wires], count)


def wide_page(count: int = 10_000, wires: int = 20_000) -> Page:
    """Blocks wired at random, from lower to higher numbers, mostly over short ways."""
    chance = random.Random(3)
    found = []
    for i in range(wires):
        b = chance.randrange(1, count)
        found.append((max(0, b - chance.randint(1, 200)), b, "xy"[i % 2]))
    return page_of(found, count)


def has_dot() -> bool:
    return shutil.which("dot") is not None


def dot_places(page: Page, boxes: dict[str, Box]) -> dict[str, tuple[float, float]]:
    """Return the places of blocks by Graphviz dot, from left to right, with boxes of the same sizes."""
    text = ['digraph {rankdir=LR; nodesep=0.4; ranksep=1; node [shape=box, fixedsize=true, label=""];']
    text += [f'"{b}" [width={boxes[b].width / 72:.5f}, height={boxes[b].height / 72:.5f}];' for b in page.blocks]
    text += [f'"{w.source}" -> "{w.target}";' for w in page.wires()] + ["}"]
    out = subprocess.run(["dot", "-Tplain"], input="\n".join(text), capture_output=True, text=True, check=True).stdout
    found = {}
    for line in out.splitlines():
        if line.startswith("node "):
            name, x, y = line.split()[1:4]
            name = name.strip('"')
            found[name] = float(x) * 72 - boxes[name].width / 2, -float(y) * 72 - boxes[name].height / 2
    return found


def beside_dot(graphs=GRAPHS) -> list[tuple[str, int, int]]:
    """Return descriptions of layered graphs of 500 blocks, with our crossings and those of dot."""
    rows = []
    for layers, seed, skip, near in graphs:
        page = layered_page(500, layers, seed, skip, near)
        boxes = boxes_of(page)
        ours = crossings(page, arrange(page, boxes).places, boxes)
        rows.append(
            (
                f"500 blocks in {layers} layers, {page.wire_count()} wires, {skip:.0%} of them long",
                ours,
                crossings(page, dot_places(page, boxes), boxes),
            )
        )
    return rows


def beside_people(boxes_for) -> list[tuple[str, int, int]]:
    """For the pages of enuSpace users: which, our crossings and theirs. `boxes_for(page)` gives the sizes."""
    from blockloom.app.formats import open_document

    rows = []
    for path in sorted(p for p in SAMPLES.rglob("*.svg") if p.parent.name != "global"):
        for page in open_document(path).pages.values():
            boxes = boxes_for(page)
            rows.append(
                (
                    f"{path.relative_to(SAMPLES)}, {len(page.blocks)} blocks, {page.wire_count()} wires",
                    crossings(page, arrange(page, boxes).places, boxes),
                    crossings(page, {b.id: (b.x, b.y) for b in page.blocks.values()}, boxes),
                )
            )
    return rows
