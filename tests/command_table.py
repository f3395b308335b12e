"""Table of commands and their exit codes, with the files that they take, for every way to install Blockloom."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from blockloom.blocks.document.pages import Document
from blockloom.blocks.files import documents
from tests.pages import page


class Row(NamedTuple):
    """A command, its exit code, and its exit code without TensorFlow where that is another one.

    `starts` is whether the command starts a process of TensorFlow, which takes seconds.
    """

    words: str
    code: int
    without: int | None = None
    starts: bool = False


def runs(words: str, code: int) -> Row:
    """Return the row of a command that needs TensorFlow."""
    return Row(words, code, 2, True)


TABLE = (
    Row("--version", 0),
    Row("--help", 0),
    Row("--nonsense", 2),
    Row("nonsense", 2),
    Row("new", 0),
    Row("new made.loom", 0),
    Row("new good.loom", 2),
    Row("new --from nonsense made2.loom", 2),
    runs("run good.loom", 0),
    runs("run fails.loom", 1),
    runs("run fails.loom --on-error values", 1),
    runs("run errors.loom", 2),
    runs("run good.loom --fetch NONE", 2),
    runs("run missing.loom", 2),
    runs("run cut.loom", 2),
    runs("run folder.loom", 2),
    runs("run waits.loom --timeout 0.5", 3),
    runs("run good.loom --break NEG", 4),
    Row("run good.loom --steps 0", 2),
    Row("run good.loom --format npz", 2),
    Row("run good.loom --format json --out out.npz", 2),
    runs("run good.loom --out out.npz", 0),
    Row("run good.loom --nonsense", 2),
    runs("compare good.loom good.loom", 0),
    runs("compare good.loom other.loom", 1),
    runs("compare good.loom missing.loom", 2),
    runs("compare good.loom cut.loom", 2),
    runs("why log.loom", 0),
    runs("why good.loom", 4),
    runs("why errors.loom", 2),
    Row("why missing.loom", 2),
    Row("check good.loom", 0, starts=True),
    Row("check --fast good.loom", 0),
    Row("check --fast errors.loom", 1),
    Row("check errors.loom", 1, starts=True),
    Row("check --fast missing.loom", 2),
    Row("check --fast cut.loom", 2),
    runs("check --fast folder.loom", 2),
    runs("cost good.loom", 0),
    Row("cost missing.loom", 2),
    Row("cost cut.loom", 2),
    runs("preview data.loom DATA", 0),
    runs("preview data.loom NONE", 2),
    Row("preview missing.loom DATA", 2),
    Row("diff good.loom other.loom", 0),
    Row("diff good.loom other.loom --exit-code", 1),
    Row("diff good.loom good.loom --exit-code", 0),
    Row("diff good.loom missing.loom", 2),
    Row("diff cut.loom good.loom --exit-code", 2),
    runs("diff folder.loom good.loom --exit-code", 2),
    Row("diff good.loom", 2),
    Row("merge good.loom good.loom other.loom -o merged.loom", 0),
    Row("merge good.loom other.loom third.loom -o merged.loom", 1),
    Row("merge good.loom cut.loom third.loom -o merged.loom", 2),
    Row("merge good.loom missing.loom third.loom -o merged.loom", 2),
    runs("merge good.loom folder.loom third.loom -o merged.loom", 2),
    Row("convert good.loom copy.loom", 0),
    runs("convert good.loom graph.pb", 0),
    Row("convert good.loom graph.docx", 2),
    Row("convert missing.loom copy.loom", 2),
    Row("convert cut.loom copy.loom", 2),
    Row("text good.loom", 0),
    Row("text missing.loom", 2),
    Row("text cut.loom", 2),
    Row("render good.loom page.png", 0),
    Row("render good.loom page.docx", 2),
    Row("render cut.loom page.png", 2),
    Row("serve missing.json --job worker", 2),
    Row("ops MatMul", 0),
    Row("ops qqqqzzzz", 1),
    Row("integrate --nonsense", 2),
    Row("help", 0),
    Row("help run", 0),
    Row("help index", 0),
    Row("help about", 0),
    Row("help how-to/work-without-tensorflow", 0),
    Row("help never-supplied", 0),
    Row("help train a frozen graph", 0),
    Row("help qqqqzzzz", 1),
    Row("edit --nonsense", 2),
)

SHORT = [row for row in TABLE if not row.starts]
LONG = [row for row in TABLE if row.starts]
# One of each command that starts a process of TensorFlow.
SUCCESSES = list({row.words.split()[0]: row for row in reversed(LONG) if row.code == 0}.values())


def write_files(folder: Path) -> None:
    """Write the files that the commands of the table take."""
    net = ("NEG Neg; RUN loom.Session", "K.output -> NEG.x", "NEG.y -> RUN.fetch_outputs")
    pages = {
        "good": (f"K Const value=[1.0f,2.0f]; {net[0]}", *net[1:]),
        "other": (f"K Const value=[1.0f,3.0f]; {net[0]}", *net[1:]),
        "third": (f"K Const value=[1.0f,4.0f]; {net[0]}", *net[1:]),
        "errors": ("NEG Neg; RUN loom.Session", "NEG.y -> RUN.fetch_outputs"),
        "fails": (
            "K Const value=[1.0f,2.0f]; AT GatherV2 indices=7 axis=0; RUN loom.Session",
            "K.output -> AT.params",
            "AT.output -> RUN.fetch_outputs",
        ),
        "waits": (
            "A ResourceConditionalAccumulator dtype=DT_FLOAT shape=[2]; "
            "TAKE ResourceAccumulatorTakeGradient dtype=DT_FLOAT num_required=1; RUN loom.Session",
            "A.handle -> TAKE.handle",
            "TAKE.average -> RUN.fetch_outputs",
        ),
        "log": ("K Const value=[4.0f,-1.0f]; L Log; RUN loom.Session", "K.output -> L.x", "L.y -> RUN.fetch_outputs"),
        "data": ("DATA RangeDataset start=0 stop=3 step=1 output_types=[DT_INT64] output_shapes=[[]]",),
    }
    for name, text in pages.items():
        document = Document()
        page(document, "main", *text)
        documents.save(document, folder / f"{name}.loom")
    (folder / "cut.loom").write_text((folder / "good.loom").read_text()[:100])
    (folder / "folder.loom").mkdir()


def faults(row: Row, outcome: tuple[int, str, str], tensorflow: bool = True) -> list[str]:
    """Return how an outcome (exit code, stdout, stderr) differs from its row."""
    code, out, err = outcome
    wanted = row.code if tensorflow or row.without is None else row.without
    found = [f"ends with {code}, not {wanted}"] if code != wanted else []
    found += [f"says {word}" for word in ("internal error", "Traceback", "report it") if word in out + err]
    if wanted == 2 and not err.strip():
        found.append("says nothing")
    if not tensorflow and row.without not in (None, row.code) and "needs TensorFlow" not in err:
        found.append("does not say that TensorFlow is missing")
    return [f"{row.words}: {fault}\n{out}{err}" for fault in found]
