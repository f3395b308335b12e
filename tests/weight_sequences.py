"""Random sequences of user actions and accidents on documents that share weights, checked by an oracle.

`python -m tests.weight_sequences FIRST COUNT` runs them. After any sequence, every document on disk has each array of
its last save, bit for bit, from the files in its folder alone; and no other file is changed.

A save is killed in a separate process: before its n-th system call, or after a while.
"""

from __future__ import annotations

import contextlib
import json
import os
import random
import shutil
import signal
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import safetensors.numpy

from blockloom.blocks.document.pages import Block, Document, new_document
from blockloom.blocks.editing.undo_stack import UndoStack
from blockloom.blocks.edits import CompositeEdit, SetValue
from blockloom.blocks.files import documents
from blockloom.blocks.operations import add_weights
from blockloom.blocks.weights import document_weights
from blockloom.blocks.weights.store import claims

NAMES = ("net.loom", "net_2.loom", "copy.loom", "other.loom", "NET.LOOM", "a: b.bak")
BLOCKS = ("A", "B", "C")
STEPS = 14
MOST = 35  # times that a save asks the system for something, most of them
_ASKS = {"open", "os.rename", "os.remove", "os.chmod", "os.mkdir"}

Held = dict[str, bytes]  # arrays of the blocks of a document


class Window:
    """An open document, with its arrays in each state that undo can reach."""

    def __init__(self, document: Document, held: Held):
        self.history, self.states, self.at = UndoStack(document), [held], 0

    @property
    def document(self) -> Document:
        return self.history.document

    @property
    def arrays(self) -> Held:
        return self.states[self.at]


class World:
    """A folder with documents, windows, and the oracle.

    `expected` has the possible states of the document at each path, `foreign` the bytes of other files.
    """

    def __init__(self, folder: Path, seed: int):
        self.folder, self.random = folder, random.Random(seed)
        self.rows = np.random.default_rng(seed)
        self.windows: list[Window] = []
        self.expected: dict[Path, list[Held]] = {}
        self.foreign: dict[Path, bytes] = {}
        self.done: list[str] = []

    def run(self) -> str:
        """Return the loss after a sequence of actions; "" for none."""
        self.windows = [Window(blank(), {})]
        ways = (
            self.edit,
            self.edit,
            self.edit,
            self.clear,
            self.undo,
            self.redo,
            self.save,
            self.save,
            self.save,
            self.save_as,
            self.copy,
            self.rename,
            self.rename_weights,
            self.link,
            self.open,
            self.remove,
            self.foreigner,
            self.kill,
            self.kill,
            self.race,
            self.restart,
        )
        for _ in range(STEPS):
            way = self.random.choice(ways)
            self.done.append(way.__name__)
            way()
            if lost := "; ".join(self.lost()):
                return f"{' '.join(self.done)}: {lost}"
        return ""

    def window(self) -> Window:
        return self.random.choice(self.windows)

    def edit(self, window: Window | None = None) -> None:
        window, block = window or self.window(), self.random.choice(BLOCKS)
        array = self.rows.random((3, 4), np.float32)
        if window.arrays and self.random.random() < 0.2:  # one that is there already
            array = np.frombuffer(self.random.choice(list(window.arrays.values())), np.float32).reshape(3, 4)
        given, keys = add_weights(window.document, {block: array})
        set_value = SetValue("main", block, "initvalues", document_weights.value_of(keys[block]))
        window.history.do(CompositeEdit((given, set_value)), "edit")
        self._state(window, window.arrays | {block: array.tobytes()})

    def clear(self) -> None:
        window = self.window()
        if window.arrays:
            block = self.random.choice(list(window.arrays))
            window.history.do(SetValue("main", block, "initvalues", None), "clear")
            self._state(window, {name: held for name, held in window.arrays.items() if name != block})

    def _state(self, window: Window, held: Held) -> None:
        del window.states[window.at + 1 :]
        window.states.append(held)
        window.at += 1

    def undo(self) -> None:
        window = self.window()
        window.at -= window.history.undo()

    def redo(self) -> None:
        window = self.window()
        window.at += window.history.redo()

    def save(self, other: bool = False) -> None:
        window = self.window()
        path = self._path(window, other)
        _, kept = documents.write(window.document, path)
        assert not kept.missing
        window.document.weights.adopt_saved(kept)
        window.document.folder, window.document.path = str(self.folder), path
        self.expected[path] = [window.arrays]

    def save_as(self) -> None:
        self.save(other=True)

    def copy(self) -> None:
        if self.expected:
            path = self.random.choice(list(self.expected))
            new = path.with_name(self.random.choice(NAMES))
            if new != path:
                shutil.copyfile(path, new)
                self.expected[new] = list(self.expected[path])

    def rename(self) -> None:
        if self.expected:
            path = self.random.choice(list(self.expected))
            new = path.with_name(self.random.choice(NAMES))
            os.replace(path, new)
            self.expected[new] = self.expected.pop(path)

    def rename_weights(self) -> None:
        there = [path for path in self.folder.glob("*.safetensors") if path not in self.foreign]
        new = self.folder / f"moved{self.random.randrange(9)}.safetensors"
        if there and not new.exists():
            os.rename(self.random.choice(there), new)

    def link(self) -> None:
        """Another name for a file of weights, or a document that leads nowhere."""
        target = self.random.choice(["circle.loom", *(path.name for path in self.folder.glob("*.safetensors"))])
        name = target if target == "circle.loom" else f"link{self.random.randrange(9)}.safetensors"
        new = self.folder / name
        if not os.path.lexists(new):
            os.symlink(target, new)

    def open(self) -> None:
        if self.expected:
            path = self.random.choice(list(self.expected))
            document = documents.load(path)
            document.path = path
            window = Window(document, held_by(document))
            self.windows = [*self.windows[-1:], window]

    def remove(self) -> None:
        if len(self.expected) > 1:
            path = self.random.choice(list(self.expected))
            path.unlink()
            del self.expected[path]

    def foreigner(self) -> None:
        path = self.folder / f"{self.random.choice(NAMES).removesuffix('.loom')}.safetensors"
        if not path.exists():
            safetensors.numpy.save_file({"A": self.rows.random((3, 4), np.float32)}, path)
            self.foreign[path] = path.read_bytes()

    def kill(self) -> None:
        window = self.window()
        path = self._path(window, self.random.random() < 0.3)
        for _ in range(3):
            self.edit(window)
            self._killed([(window, path)])
            if lost := "; ".join(self.lost()):
                raise AssertionError(lost)

    def race(self) -> None:
        """Two processes save at once, and are killed perhaps."""
        one, other = self.window(), self.window()
        self._killed([(one, self._path(one)), (other, self._path(other, True))], self.random.random() < 0.5)

    def restart(self) -> None:
        """Close all windows, and remove arrays of the state folder that only they needed."""
        self.windows = []
        claims.last = ""
        claims.clean()
        if self.expected:
            self.open()
        else:
            self.windows = [Window(blank(), {})]

    def _path(self, window: Window, other: bool = False) -> Path:
        path = getattr(window.document, "path", None)
        return self.folder / self.random.choice(NAMES) if path is None or other else path

    def _killed(self, saves: list[tuple[Window, Path]], kills: bool = True) -> None:
        started = []
        for window, path in saves:
            at, within = self.random.randrange(1, MOST), self.random.random() * 0.01
            hooked = self.random.random() < 0.7
            number = os.fork()
            if not number:
                try:
                    if kills and hooked:
                        ends_before(at)
                    documents.write(window.document, path)
                    os._exit(0)
                except BaseException:
                    traceback.print_exc()
                os._exit(1)
            started.append((number, within if kills and not hooked else None))
        for number, within in started:
            if within is not None:
                time.sleep(within)
                os.kill(number, signal.SIGKILL)
        ended = [os.waitpid(number, 0)[1] for number, _ in started]
        assert not any(os.WIFEXITED(status) and os.WEXITSTATUS(status) == 1 for status in ended), "a save failed"
        for window, path in saves:
            if path.exists():
                self.expected[path] = [*self.expected.get(path, []), window.arrays]

    def lost(self) -> Iterator[str]:
        """Yield lost arrays, and record the actual state of documents that may have several."""
        with elsewhere():
            for path, states in self.expected.items():
                try:
                    held = held_by(documents.load(path))
                except ValueError as error:
                    yield f"{path.name}: {error}"
                    continue
                if held not in states:
                    yield f"{path.name}: {sorted(held)} is none of {[sorted(state) for state in states]}"
                self.expected[path] = [held]
        for path, data in self.foreign.items():
            if not path.exists() or path.read_bytes() != data:
                yield f"{path.name} of others"


def blank() -> Document:
    document = new_document()
    for name in BLOCKS:
        document.pages["main"].blocks[name] = Block(name, "loom.ResourceVariable")
    return document


def held_by(document: Document) -> Held:
    """Return the arrays of a document on disk.

    Raises: WeightsError if one is missing.
    """
    values = {name: block.values.get("initvalues", "") for name, block in document.pages["main"].blocks.items()}
    return {
        name: document.weights.find(document_weights.key_of(text), document.folder)[0].read().tobytes()
        for name, text in values.items()
        if text
    }


@contextlib.contextmanager
def elsewhere() -> Iterator[None]:
    """As on another machine: nothing is in the state folder."""
    before = os.environ["XDG_STATE_HOME"]
    os.environ["XDG_STATE_HOME"] = f"{before}/none"
    try:
        yield
    finally:
        os.environ["XDG_STATE_HOME"] = before


def ends_before(count: int) -> None:
    """Let this process end, as if it were killed, when it asks the system for something for that time."""
    left = [count]

    def asked(event: str, *_: object) -> None:
        if event in _ASKS:
            left[0] -= 1
            if not left[0]:
                os._exit(9)

    def asking(do: Callable, event: str) -> Callable:
        def wrapped(*given: object, **options: object) -> object:
            asked(event)
            return do(*given, **options)

        return wrapped

    sys.addaudithook(asked)
    for name in ("fsync", "stat", "preadv"):
        setattr(os, name, asking(getattr(os, name), "open"))


def main(first: int, count: int) -> int:
    lost, done = [], Counter[str]()
    with tempfile.TemporaryDirectory() as place:
        os.environ["XDG_STATE_HOME"] = f"{place}/state"
        for seed in range(first, first + count):
            folder = Path(place, str(seed))
            folder.mkdir()
            world = World(folder, seed)
            try:
                said = world.run()
            except Exception as error:  # nothing should raise here
                said = f"{' '.join(world.done)}: {error!r}"
            if said:
                lost.append([seed, said])
            done.update(world.done)
            world.windows = []
            claims.last = ""
            claims.clean()
            shutil.rmtree(folder)
        left = sum(file.stat().st_size for file in Path(place, "state").rglob("*.safetensors"))
        print(json.dumps({"sequences": count, "steps": done, "lost": lost, "left": left}))
    return bool(lost)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), int(sys.argv[2])))
