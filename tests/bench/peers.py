"""The canvas compared with peers: `limit`, a bare widget that paints the same, and NodeGraphQt.

The harness, the graphs and the peers are outside the project, in ../shared/bench; nothing runs without them.
NodeGraphQt takes part if NODEGRAPHQT_PYTHON names a Python that has it. Started by the harness's process, this module
is Blockloom's entry: its real document, undo and canvas.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

from tests.bench.measure import NotRun, seconds

SHARED = Path(__file__).resolve().parents[3] / "shared" / "bench"
ROUNDS, LARGE, HUGE = 7, 10_000, 100_000
NGQ_BLOCKS = 1_000  # NodeGraphQt does not finish with more


class Limit(NamedTuple):
    """The most that a measure may be: a multiple of `limit`'s, or in its own unit (milliseconds, megabytes)."""

    name: str
    key: str
    most: float
    ratio: bool = False


AT_LARGE = (
    Limit("fit-all frame", "fit_ms", 1.6, True),
    Limit("100 % frame", "z100_ms", 2.5, True),
    Limit("pan, natural", "pan_natural_ms", 1.3, True),
    Limit("pan, whole repaint", "pan_full_ms", 2.0, True),
    Limit("drag, natural", "drag_natural_ms", 2.5, True),
    Limit("drag, whole repaint", "drag_full_ms", 2.5, True),
    Limit("select all + delete + undo", "sel_del_undo_ms", 2.0, True),
    Limit("open from file / json.loads of it + build", "load_ms", 2.5, True),
    Limit("resident memory (MB)", "rss_view", 180),
)
AT_HUGE = (
    Limit("fit-all frame", "fit_ms", 33),
    Limit("100 % frame", "z100_ms", 33),
    Limit("pan, whole repaint", "pan_full_ms", 33),
    Limit("drag, whole repaint", "drag_full_ms", 33),
    Limit("open from file", "load_ms", 6000),
)


class Blockloom:
    """The interface of an editor that the harness calls."""

    name = "blockloom"

    def imports(self) -> None:
        import blockloom.app.canvas  # noqa: F401

    def window(self) -> None:
        from graphgen import OPS
        from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget

        from blockloom.app.window.faults import GcTimer
        from blockloom.blocks.catalogue.catalogue import Catalogue
        from blockloom.blocks.document.pages import new_document
        from blockloom.blocks.infer.inference import PageInference

        self.app = QApplication.instance() or QApplication([])
        ins = [{"name": f"in{i}", "kind": "tensor", "type_attr": "T"} for i in range(4)]
        self.catalogue = Catalogue(
            [
                {
                    "name": op,
                    "op": op,
                    "category": "x",
                    "devices": ["CPU"],
                    "inputs": ins,
                    "outputs": [{"name": "out", "kind": "tensor", "type_attr": "T"}],
                    "attrs": [{"name": "T", "type": "type", "required": True}],
                }
                for op in OPS
            ],
            PageInference,
        )
        self.top = QWidget()
        GcTimer(self.top)  # as in the window
        QVBoxLayout(self.top).setContentsMargins(0, 0, 0, 0)
        self._take(new_document())

    def _take(self, document) -> None:
        from blockloom.app.canvas import Canvas
        from blockloom.blocks.editing.undo_stack import UndoStack

        self.history = UndoStack(document)
        if self.top.layout().count():
            self.top.layout().takeAt(0).widget().hide()
        self.viewport = self.canvas = Canvas(self.history, "main", self.catalogue)
        self.top.layout().addWidget(self.canvas)

    def build(self, graph: dict) -> None:
        from blockloom.blocks.document.pages import Block, Placed, Wire
        from blockloom.blocks.edits import Insert

        self.names = names = graph["names"]
        blocks = (Block(*block) for block in zip(names, graph["ops"], *zip(*graph["pos"], strict=True), strict=True))
        wires = (Placed(Wire(names[a], "out", names[b], f"in{pin}"), 0) for a, b, pin in graph["edges"])
        self.history.do(Insert("main", tuple(blocks), tuple(wires)), "build")

    def fit(self) -> None:
        self.canvas.fit()

    def zoom100(self) -> None:
        self.canvas.view.zoom_to(1.0)
        self.center_on((0, 0))

    def center_on(self, point) -> None:
        from PySide6.QtCore import QPointF

        self.canvas.view.center_on(QPointF(point[0] + 80, point[1] + 55))

    def pan(self, dx: int, dy: int) -> None:
        self.canvas.view.scroll(-dx, -dy)

    def node_pos(self, number: int) -> list[float]:
        scene = self.canvas.scene
        return scene.pos[scene.slot[self.names[number]]].tolist()

    def node_point(self, number: int):
        from PySide6.QtCore import QPointF

        x, y = self.node_pos(number)
        return self.canvas.view.to_widget(QPointF(x + 60, y + 12)).toPoint()

    def save(self, path: str) -> None:
        from blockloom.blocks.files import documents

        documents.save(self.history.document, path)

    def load(self, path: str) -> None:
        from blockloom.blocks.files import documents

        self._take(documents.load(path))
        self.canvas.show()

    def select_all(self) -> None:
        self.canvas.selection.all()

    def delete(self) -> None:
        self.canvas.editing.delete_selection()

    def undo(self) -> None:
        self.history.undo()

    def counts(self) -> list[int]:
        page = self.history.document.pages["main"]
        return [len(page.blocks), page.wire_count()]

    def layout(self) -> bool:
        return False  # measured by the row `layout`


class _Runs:
    """Runs of editors on graphs, each in a separate process; files in a folder."""

    def __init__(self, folder: Path):
        self.folder = folder
        self.found: dict[tuple[str, int], dict[str, list[float]]] = {}

    def graph(self, blocks: int) -> Path:
        path = self.folder / f"graph_{blocks}.json"
        if not path.exists():
            subprocess.run(
                [sys.executable, SHARED / "graphgen.py", self.folder, str(blocks)],
                check=True,
                stdout=subprocess.DEVNULL,
                env=self._environment(),
            )
        return path

    def run(self, editor: str, command: list, blocks: int, *more: str) -> None:
        for mode in ("main", "load"):
            out = self.folder / "out.json"
            files = ["--graph", self.graph(blocks), "--out", out, "--file", self.folder / f"{editor}_{blocks}"]
            subprocess.run(
                [*command, "--mode", mode, *files, *more],
                check=True,
                timeout=600,
                env=self._environment(),
                stdout=subprocess.DEVNULL,
                cwd=Path(__file__).resolve().parents[2],
            )
            kept = self.found.setdefault((editor, blocks), {})
            for key, value in json.loads(out.read_text("utf-8"))["metrics"].items():
                if isinstance(value, (int, float)) and key.startswith("load") == (mode == "load"):
                    kept.setdefault(key, []).append(value)
        if editor == "limit":  # the editor `limit` reads no file: the lower bound is parsing the JSON
            text = (self.folder / f"blockloom_{blocks}").read_text("utf-8")
            kept["load_ms"][-1] = kept["build_ms"][-1] + seconds(lambda: json.loads(text)) * 1e3

    @staticmethod
    def _environment() -> dict[str, str]:
        own = {"PYTHONDONTWRITEBYTECODE": "1", "PYTHONPATH": str(SHARED)}
        if not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
            own["QT_QPA_PLATFORM"] = "offscreen"
        return {**os.environ, **own}

    def median(self, editor: str, blocks: int, key: str) -> float | None:
        values = self.found.get((editor, blocks), {}).get(key)
        return statistics.median(values) if values else None


def bench_peers() -> bool:
    """Blockloom, `limit` and NodeGraphQt in turns; the table on stdout."""
    if not SHARED.is_dir():
        raise NotRun(f"there is no {SHARED}")
    ours, limit = [sys.executable, "-m", "tests.bench.peers"], [sys.executable, SHARED / "bench_limit.py"]
    ngq = os.environ.get("NODEGRAPHQT_PYTHON")
    good = True
    with tempfile.TemporaryDirectory() as folder:
        runs = _Runs(Path(folder))
        for _ in range(ROUNDS):
            runs.run("blockloom", ours, LARGE)
            runs.run("limit", limit, LARGE)
        if ngq:
            runs.run("nodegraphqt", [ngq, SHARED / "bench_ngq.py"], NGQ_BLOCKS)
        runs.run("blockloom", ours, HUGE, "--skip", "del")

        def number(value: float | None) -> str:
            return "-" if value is None else f"{value:.1f}"

        print(f"| {LARGE:,} blocks; milliseconds | Blockloom | limit | ratio | at most | NodeGraphQt, {NGQ_BLOCKS:,} |")
        print("|---|---|---|---|---|---|")
        for row in AT_LARGE:
            mine, least = (runs.median(e, LARGE, row.key) for e in ("blockloom", "limit"))
            ok = (mine / least if row.ratio else mine) <= row.most
            good &= ok
            print(
                f"| {row.name} | {number(mine)} | {number(least)} | {mine / least:.2f} | {row.most:g}"
                f"{'x' if row.ratio else ''}{'' if ok else ' MISSED'} "
                f"| {number(runs.median('nodegraphqt', NGQ_BLOCKS, row.key))} |"
            )
        print(f"\n| {HUGE:,} blocks; milliseconds | Blockloom | at most |\n|---|---|---|")
        for row in AT_HUGE:
            mine = runs.median("blockloom", HUGE, row.key)
            ok = mine <= row.most
            good &= ok
            print(f"| {row.name} | {number(mine)} | {row.most:g}{'' if ok else ' MISSED'} |", flush=True)
    return good


if __name__ == "__main__":
    import harness

    harness.main(Blockloom)
