"""Damaged files of all formats: each opens or is refused with one message, within limits of time and memory.

BLOCKLOOM_COUNT is the number of files (default 3,000), BLOCKLOOM_SEED the seed of the first.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import tempfile
import time
from collections import Counter
from pathlib import Path

from blockloom.runtime.protocol import requests

_MOST, _SECONDS = 2 << 30, 30.0  # bytes of the process that reads, all that it has, and how long it may take
_NAMES = ("dense", "conv", "lstm", "gru", "transformer", "frozen", "metagraph", "table", "module", "nested")


def trial(path: Path) -> tuple[str, str]:
    """Convert a file, and return "opened", "refused" or the kind of failure, with the message.

    The conversion must write a document or nothing.
    """
    from blockloom.app import cli
    from blockloom.blocks.weights.store import state_folder

    kept = set(state_folder().glob("*"))
    with tempfile.TemporaryDirectory() as folder:
        target, before = Path(folder, "out.loom"), sorted(path.parent.rglob("*"))
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = cli.main(["convert", str(path), str(target)])
        said, written = _own(err.getvalue()), sorted(os.listdir(folder))
        if re.search(r"Traceback|internal error", said) or "\x1b" in said:
            return "raised", said
        if sorted(path.parent.rglob("*")) != before:
            return "written beside it", said
        if code == 0:
            return _checked(target) or ("opened", said)
        if code != 2 or out.getvalue() or said.count("\n") != 1 or not said.startswith("blockloom: "):
            return f"exit {code}", said
        if written or set(state_folder().glob("*")) - kept:
            return "written", said
        return ("by Python" if re.search(r"\w(Error|Exception):", said) else "refused"), said


def _checked(target: Path) -> tuple[str, str] | None:
    """Check a converted document, and return how that fails, or None."""
    from blockloom.app import cli

    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = cli.main(["check", "--fast", str(target)])
    said = _own(err.getvalue())
    return ("unreadable", said) if code == 2 else ("raised", said) if code not in (0, 1) or said else None


def _own(said: str) -> str:
    """Return the stderr of a command without the hint at a help page."""
    return re.sub(r"^blockloom help \S+ says more\n\Z", "", said, flags=re.MULTILINE)


def memory(pid: int, reset: bool = False) -> int:
    """Return the peak memory of a process since the last reset, in bytes; 0 outside Linux."""
    if reset:
        Path(f"/proc/{pid}/clear_refs").write_text("5")
    try:
        text = Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return 0
    return int(re.search(r"VmHWM:\s*(\d+)", text)[1]) * 1024


def bench_damaged() -> bool:
    """3,000 damaged files: none takes more than 2 GB or 30 s, or ends otherwise than opened or refused."""
    from tests import models

    with tempfile.TemporaryDirectory(prefix="blockloom-damaged-") as folder:
        for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"):
            os.environ[name] = folder
        built = models.built(Path(folder, "models"), _NAMES)
        Path(folder, "net").mkdir()
        return _measured(Path(folder), built)


def _measured(folder: Path, built: Path) -> bool:
    from blockloom.runtime.worker import client
    from tests import damage
    from tests.bench.measure import NotRun
    from tests.workers import Lent

    if not Path("/proc/self/clear_refs").exists():
        raise NotRun("only Linux tells how much memory a process has had")
    client.Worker = Lent  # type: ignore[assignment,misc]
    given = damage.sources(built, folder / "net")
    count, first = int(os.environ.get("BLOCKLOOM_COUNT", 3000)), int(os.environ.get("BLOCKLOOM_SEED", 0))
    kinds: Counter[str] = Counter()
    by_source: Counter[tuple[str, str]] = Counter()
    texts: dict[str, list[str]] = {}
    slowest, largest, beyond, begun = (0.0, 0), (0, 0), 0, time.monotonic()
    for seed in range(first, first + count):
        with tempfile.TemporaryDirectory() as place:
            try:
                path = damage.damaged(seed, given, Path(place))
            except (ValueError, OSError, LookupError, TypeError, RecursionError):
                kinds["not made"] += 1
                continue
            with client.borrow_worker() as worker:
                worker.call(requests.SetDocumentRequest(owner=0))
                pid = worker._worker.pid
                base = max(memory(one, reset=True) for one in (pid, os.getpid()))  # documents are read here
            at = time.monotonic()
            kind, said = trial(path)
            took, growth = time.monotonic() - at, max(memory(pid), memory(os.getpid()))
            kinds[kind] += 1
            by_source[path.name, kind] += 1
            slowest, largest = max(slowest, (took, seed)), max(largest, (growth, seed))
            if took > _SECONDS or growth > _MOST:
                beyond += 1
                print(
                    f"  beyond: {seed} {path.name}: {took:.1f} s, {growth >> 20} MiB (from {base >> 20}): {said[:300]}",
                    flush=True,
                )
            if kind not in ("opened", "refused"):
                texts.setdefault(kind, []).append(f"{seed} {path.name}: {said.strip()[-300:]}")
                print(f"  {kind}: {texts[kind][-1]}", flush=True)
        if (seed + 1) % 100 == 0:
            print(f"{seed + 1 - first}: {dict(kinds)}, {time.monotonic() - begun:.0f} s", flush=True)
    print(
        f"{count:,} damaged files, seed {first}, {time.monotonic() - begun:.0f} s: "
        + ", ".join(f"{kind} {number}" for kind, number in kinds.most_common())
        + f"; beyond 2 GB or 30 s: {beyond}; "
        f"slowest {slowest[0]:.1f} s ({slowest[1]}), largest {largest[0] >> 20} MiB ({largest[1]})"
    )
    return not beyond and not set(kinds) - {"opened", "refused", "not made", "by Python"}
