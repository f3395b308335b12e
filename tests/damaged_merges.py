"""Merges of damaged files: the exit code and message fit the outcome, and a failure leaves OURS unchanged."""

from __future__ import annotations

import contextlib
import io
import json
import random
import shutil
import subprocess
import sys
import time
from functools import cache
from pathlib import Path

from blockloom.app import cli
from blockloom.blocks.files import documents
from blockloom.blocks.files.documents import FileError
from tests.bases import ROOT, bases
from tests.blocks.mutation import mutate, scratched
from tests.blocks.strategies import example_text
from tests.human_edits import two

SIDES = "base", "ours", "theirs"
_SMALL = 12_000  # bytes of documents that are damaged
_LONGEST = 20.0  # seconds for one merge


@cache
def _sound(seed: int) -> tuple[str, ...]:
    """Three documents that belong together."""
    from blockloom.runtime.worker.client import ensure_catalogue

    if seed % 6 == 0:
        return (example_text(),) * 3  # one with conflicts in it, and with something of everything
    small = [base for base in bases().values() if len(documents.dumps(base)) < _SMALL]
    base = small[seed % len(small)]
    people = two(base, seed, 3, ensure_catalogue())
    return tuple(documents.dumps(document) for document in (base, *(who.document for who in people)))


def damaged(chance: random.Random, folder: Path) -> list[Path]:
    """Three files that were to be merged, of which one or more are damaged: as bytes, or as JSON."""
    files = []
    hit = {chance.choice(SIDES) for _ in range(chance.choice((1, 1, 2)))}
    for side, text in zip(SIDES, _sound(chance.randrange(24)), strict=True):
        data = text.encode()
        if side in hit:
            how = chance.randrange(8)
            if how == 0:
                data = data[: chance.randrange(len(data) + 1)]
            elif how == 1:
                data = chance.choice((b"", b"\x00" * 9, b"{}", b"[]", b"null", b'{"blockloom": 99}', b"[" * 100_000))
            elif how == 2:
                data = scratched(chance, data)
            elif how == 3:  # marks of a merge by others
                lines = data.splitlines(keepends=True)
                at = chance.randrange(len(lines))
                data = b"".join([*lines[:at], b"<<<<<<< HEAD\n=======\n>>>>>>> b\n", *lines[at:]])
            else:
                for _ in range(1 if how == 4 else 20):  # mostly what opens nevertheless
                    raw = json.loads(text)
                    for _ in range(chance.choice((1, 1, 2, 5))):
                        raw = mutate(chance, raw)
                    data = json.dumps(raw).encode()
                    with contextlib.suppress(FileError):
                        documents.loads(data)
                        break
        files.append(folder / f"{side}.loom")
        files[-1].write_bytes(data)
    return files


def harm(chance: random.Random, folder: Path, process: bool = False) -> str:
    """Merge damaged files, and return the fault of the merge, "" for none.

    `process`: run the command in a separate process.
    """
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    files = damaged(chance, folder)
    before = [file.read_bytes() for file in files]
    arguments = ["merge", *map(str, files), *chance.choice(([], [], ["--favor", "union"], ["--path", "net.loom"]))]
    began = time.monotonic()
    code, said = _process(arguments) if process else _here(arguments)
    if time.monotonic() - began > _LONGEST:
        return "raised: it took too long"
    if code not in (0, 1, 2) or "Traceback" in said or "internal error" in said:
        return f"raised: {code}, {said[-300:]}"
    after = [file.read_bytes() for file in files]
    if code == 2:
        if after != before or sorted(folder.iterdir()) != sorted(files):
            return "lost: it failed, and files are others"
        return "" if said.strip() else "silent: it failed and did not say why"
    if (after[0], after[2]) != (before[0], before[2]):
        return "lost: BASE or THEIRS is another file"
    try:
        document = documents.loads(after[1])
    except FileError as error:
        return f"unreadable: {error}"
    if documents.dumps(document).encode() != after[1]:
        return "unequal"
    return "" if (code == 1) == bool(document.conflicts) else f"silent: {code} with {len(document.conflicts)} conflicts"


def _here(arguments: list[str]) -> tuple[int, str]:
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        return cli.main(arguments), err.getvalue() + out.getvalue()


def _process(arguments: list[str]) -> tuple[int, str]:
    command = [sys.executable, "-m", "blockloom", *arguments]
    done = subprocess.run(
        command, cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=_LONGEST, check=False
    )
    return done.returncode, done.stderr + done.stdout
