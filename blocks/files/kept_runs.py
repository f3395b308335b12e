"""Saved runs for comparisons: the recorded points of charts, monitors and plots over steps.

They are in the user's state folder, a file for each document, and not in the document, which goes into git:
measurements of one machine would change it with every save. A file that is unreadable or of another kind has no runs;
nothing in it is executed.
"""

from __future__ import annotations

import base64
import hashlib
import io
import json
import zlib
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from msgspec import Struct

from blockloom.blocks.document.addresses import parse
from blockloom.blocks.document.pages import Document
from blockloom.blocks.document.uids import LONGEST_UID, page_uid, uid_of
from blockloom.blocks.files import documents
from blockloom.blocks.io import bounded_io
from blockloom.blocks.plots import axes
from blockloom.blocks.results.monitors import Watch, without_zeros
from blockloom.blocks.text.phrases import Json, phrase

MOST = 24  # most saved runs of a document
SERIES = 64  # most series of a run
BYTES = 1 << 19  # most bytes of the points of a run, so that a file has at most 20 MB
PACKED = 128 * 1024  # most characters of a run's compressed document; of a larger one only the points are saved
TEXT = 64 * 1024 * 1024  # most characters of the document, uncompressed
POINTS = 2000  # most points of a series: more than a chart has pixels
LONGEST = 100  # most characters of a name
# Colours that most colour-blind people can distinguish (Okabe and Ito, https://jfly.uni-koeln.de/color/). The last one
# is the blue that the current run usually has.
COLOURS = ("#E69F00", "#009E73", "#CC79A7", "#F0E442", "#D55E00", "#0072B2", "#999999", "#56B4E9")
_KEY, _FORMAT = "blockloom-runs", 1


class KeptRunsError(ValueError):
    """Raised for a run that cannot be saved; `str()` of it is the reason."""


class KeptRun(Struct):
    """A saved run of a page.

    Attributes:
        series: The points (n, 3) for each Watch, with columns step, seconds, value.
        packed: The document that ran; "" if it was too large.
        uids: The uid of the page, under "", and those of its blocks by id.
    """

    name: str
    page: str
    colour: str
    is_shown: bool = True
    series: dict[Watch, np.ndarray] = {}
    packed: str = ""
    uids: dict[str, str] = {}

    def text(self) -> str:
        """Return the text of the document that ran.

        Raises:
            FileError: It is damaged.
        """
        try:
            unpacking = zlib.decompressobj()
            data = unpacking.decompress(base64.b64decode(self.packed, validate=True), TEXT)
            if not unpacking.eof:
                raise ValueError
            return data.decode()
        except (ValueError, zlib.error):
            raise documents.FileError(phrase("what was kept of the document with {} is damaged", self.name)) from None

    @property
    def steps(self) -> int:
        """The last recorded step."""
        return int(max((points[-1, 0] for points in self.series.values()), default=0))


class KeptRuns:
    """The saved runs of a document, oldest first."""

    def __init__(self, runs: Iterable[KeptRun] = ()):
        self.runs = list(runs)

    def shown_runs(self, page: str) -> list[KeptRun]:
        """Return the runs that charts of a page show."""
        return [run for run in self.runs if run.page == page and run.is_shown]

    def keep(self, name: str, page: str, series: Mapping[Watch, np.ndarray], document: str = "") -> KeptRun:
        """Save a run of a page, with points (n, 3) for each Watch, and the text of the document that ran.

        Raises:
            KeptRunsError: No points were recorded, or too many runs are saved.
        """
        full = {watch: points for watch, points in list(series.items())[:SERIES] if len(points)}
        if not full:
            raise KeptRunsError(
                phrase("nothing was recorded of this page: give it a chart, or view an output over steps, and run it")
            )
        if len(self.runs) >= MOST:
            raise KeptRunsError(phrase("{} runs are kept of this document: remove one of them first", MOST))
        most = min(POINTS, BYTES // (24 * len(full)))
        used = [run.colour for run in self.runs]
        run = KeptRun(
            self._free(name),
            page,
            min(COLOURS, key=used.count),
            True,
            {watch: _thinned(points, most) for watch, points in full.items()},
            _packed(document),
        )
        self.runs.append(run)
        return run

    def rename(self, run: KeptRun, name: str) -> None:
        """Rename a run, with a number if another run has that name."""
        run.name = ""
        run.name = self._free(name)

    def remove(self, run: KeptRun) -> None:
        """Remove a run."""
        self.runs = [one for one in self.runs if one is not run]

    def follow(self, document: Document) -> None:
        """Update the names of pages and blocks in the runs from the document, by uid."""
        pages = {page_uid(page): name for name, page in document.pages.items()}
        for run in self.runs:
            run.page = pages.get(run.uids.get("", ""), run.page)
            page = document.pages.get(run.page)
            if page is None:
                continue
            now = {uid_of(page, block): name for name, block in page.blocks.items()}
            names = {old: now[uid] for old, uid in run.uids.items() if old and now.get(uid, old) != old}
            run.series = {
                w.with_top(names.get(w.address.top, w.address.top)): points for w, points in run.series.items()
            }
            known = {names.get(name, name): uid for name, uid in run.uids.items()}
            tops = {w.address.top for w in run.series} & page.blocks.keys()
            run.uids = {"": page_uid(page)} | {name: uid_of(page, page.blocks[name]) for name in tops} | known

    def suggestion(self, form: str) -> str:
        """Return a free name from a format such as `run {}`, with the number of the run."""
        return self._free(form.format(len(self.runs) + 1))

    def _free(self, name: str) -> str:
        """Return a free name in one line."""
        name = " ".join(name.split())[:LONGEST] or "1"
        used = {run.name for run in self.runs}
        stem, _, number = name.rpartition(" ")
        # `run 9` is followed by `run 10`, but `rate 0.1` by `rate 0.1 2`.
        if not (number.isdecimal() and len(number) < 10):
            stem, number = name, "1"
        while name in used:
            number = str(int(number) + 1)
            name = f"{stem} {number}".strip()
        return name

    def dumps(self) -> bytes:
        """Return the runs as the bytes of a file: JSON, with the points as float64 in base64."""
        rows = [
            {
                "name": run.name,
                "page": run.page,
                "colour": run.colour,
                "shown": run.is_shown,
                "series": [
                    [str(w.address), list(w.index), w.flat, base64.b64encode(_bytes(points)).decode()]
                    for w, points in run.series.items()
                ],
                "uids": run.uids,
                **({"document": run.packed} if run.packed else {}),
            }
            for run in self.runs
        ]
        return json.dumps({_KEY: _FORMAT, "runs": rows}).encode()

    @classmethod
    def loads(cls, data: bytes) -> KeptRuns:
        """Read the bytes that `dumps` wrote.

        Raises:
            ValueError: The bytes are not saved runs.
        """
        try:
            found = bounded_io.parsed(data)
            if found[_KEY] != _FORMAT:
                raise ValueError(phrase("it was written by another version"))
            return cls([_run(row) for row in found["runs"][:MOST]])
        except (TypeError, KeyError, IndexError, AttributeError) as error:
            raise ValueError(phrase("it contains no saved runs")) from error


def _run(row: Json) -> KeptRun:
    """Return a run from a row of a file, after checks. Raises various exceptions for an invalid row."""
    name, page, colour = (str(row[key]) for key in ("name", "page", "colour"))
    series = {}
    for at, index, flat, data in row["series"][:SERIES]:
        points = np.frombuffer(base64.b64decode(data, validate=True), "<f8").reshape(-1, 3)
        places = (*index, *(() if flat is None else (flat,)))
        if any(type(place) is not int for place in places) or len(points) > POINTS:
            raise ValueError(phrase("it contains no saved runs"))
        if len(points) and np.isfinite(points[:, :2]).all():
            series[Watch(parse(at), without_zeros(tuple(index)), flat)] = points
    return KeptRun(
        " ".join(name.split())[:LONGEST],
        page,
        colour if colour in COLOURS else COLOURS[0],
        row["shown"] is True,
        series,
        packed if isinstance(packed := row.get("document", ""), str) and len(packed) <= PACKED else "",
        {str(name): str(uid)[:LONGEST_UID] for name, uid in list(row.get("uids", {}).items())[: SERIES + 1]},
    )


def _packed(text: str) -> str:
    """Return a document's text as stored in a file of runs; "" if it is too large."""
    packed = base64.b64encode(zlib.compress(text.encode("utf-8", "replace"), 9)).decode() if text else ""
    return packed if len(packed) <= PACKED else ""


def _bytes(points: np.ndarray) -> bytes:
    return points.astype("<f8").tobytes()


def _thinned(points: np.ndarray, most: int) -> np.ndarray:
    """Return at most `most` of the points, including peaks."""
    if len(points) > most:
        points = axes.thinned(points[:, [0, 2, 1]], max(1, most // 4))[:, [0, 2, 1]]
    return points[:: -(-len(points) // most)].copy()  # a slice, because thinning keeps all non-finite points


def as_csv(runs: Sequence[KeptRun]) -> str:
    """Return the points of runs as CSV with the columns run, page, output, step, seconds, value."""
    import csv  # late, because it is rarely needed

    out = io.StringIO()
    rows: Any = csv.writer(out, lineterminator="\n")
    rows.writerow(("run", "page", "output", "step", "seconds", "value"))
    for run in runs:
        for watch, points in run.series.items():
            name = output(watch)
            rows.writerows(
                (run.name, run.page, name, f"{step:g}", f"{seconds:.6g}", repr(float(value)))
                for step, seconds, value in points
            )
    return out.getvalue()


def output(watch: Watch) -> str:
    """Return the name of a watch's output for people: `W.value[0][3]`; `W.value[7]` for a flat index."""
    return watch.address.local + "".join(
        f"[{i}]" for i in (*watch.index, *(() if watch.flat is None else (watch.flat,)))
    )


def place(path: str) -> Path:
    """Return the path of the file with the runs of the document at `path`."""
    from platformdirs import user_state_dir  # importing it takes longer than importing this module

    name = hashlib.sha256(path.encode(errors="replace")).hexdigest()
    return Path(user_state_dir("blockloom")) / "runs" / f"{name}.json"


def load(path: str) -> KeptRuns:
    """Return the saved runs of the document at `path`.

    Raises:
        OSError, ValueError: The file is unreadable.
    """
    try:
        return KeptRuns.loads(bounded_io.read(place(path), "runs"))
    except FileNotFoundError:
        return KeptRuns()


def save(path: str, kept: KeptRuns) -> None:
    """Write the saved runs of the document at `path`.

    Raises:
        OSError, documents.FileError: The file cannot be written.
    """
    file = place(path)
    if kept.runs:
        file.parent.mkdir(parents=True, exist_ok=True)
        documents.write_atomic(file, kept.dumps())
    else:
        file.unlink(missing_ok=True)
