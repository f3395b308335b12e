"""A build of a page that is being edited: what is wrong is left out, and the rest goes on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from blockloom.blocks.catalogue import Catalogue
from blockloom.blocks.document import Block
from blockloom.runtime.build import Build
from blockloom.runtime.errors import node_named
from blockloom.runtime.program import Place

_RETRIES = 2        # imports of a whole wave; then node by node, which is slower but sure to end


class PartialBuild(Build):
    """A build that goes on whatever happens. `suspects` are the nodes that the last one refused: they are tried one by
    one after the others, so that they do not spoil every import."""

    def __init__(self, page, catalogue: Catalogue, suspects: set[str], tick: Callable[[], None]):
        super().__init__(page, catalogue, bare=True)
        self.suspects, self.tick = suspects, tick
        self.refused: set[str] = set()
        self.roots: dict[str, str] = {}     # broken block -> the block because of which it is

    def leave_out(self, blocks: set[str]) -> None:
        """Leave out blocks and what hangs on them, ways back of loops included."""
        for block in blocks - self.roots.keys():
            self.roots[block] = block
            todo = [block]
            while todo:
                for wire in self.page.out.get(todo.pop(), ()):
                    if wire.target not in self.roots and wire.target not in blocks:
                        self.roots[wire.target] = block
                        todo.append(wire.target)
        self.broken.update(self.roots)

    def _is_broken(self, block: Block) -> bool:
        if super()._is_broken(block) and block.id not in self.roots:
            source = next((w.source for w in self.page.wires_into(block.id) if w.source in self.broken), block.id)
            self.roots[block.id] = self.roots.get(source, source)
        return block.id in self.broken

    def _write(self, block: Block) -> None:
        self.tick()
        before = len(self._wave)
        try:
            super()._write(block)
        except ValueError:
            raise
        except Exception:  # what checks call an error may stop it anywhere; they have said so
            for name in list(self._wave)[before:]:
                del self._wave[name]
            self.broken.add(block.id)

    def _import(self) -> None:
        wave, self._wave = self._wave, {}
        late = _with_dependents(wave, self.suspects if self.tell is None else set(wave))
        late |= {name for name in wave if name.rpartition("/")[0] in late}  # their typed-in values: see `groups`
        for _ in range(_RETRIES):
            main = {name: node for name, node in wave.items() if name not in late}
            if not main:
                break
            self.tick()
            try:
                self._import_nodes(main.values(), main)
                for name in main:
                    del wave[name]
                break
            except Exception as error:
                bad = node_named(str(error), main)
                if bad is None:
                    break
                self._refuse(wave, bad, error)
        self._import_groups(wave)

    def _begin(self, place: Place) -> None:
        self.tick()
        super()._begin(place)

    def _refuse(self, wave: dict[str, Any], bad: str, error: Exception) -> None:
        self.refused.add(bad)
        block = self.place(bad).block
        before = set(self.broken)
        super()._refuse(wave, bad, error)
        for name in self.broken - before:
            self.roots.setdefault(name, block)


def _with_dependents(wave: dict[str, Any], names: set[str]) -> set[str]:
    """Those of the nodes that are in the wave, and everything in it that needs them."""
    found = names & wave.keys()
    if not found:
        return found
    users: dict[str, list[str]] = {}
    for name, node in wave.items():
        for source in node.input:
            users.setdefault(source.lstrip("^").partition(":")[0], []).append(name)
    todo = list(found)
    while todo:
        fresh = [name for name in users.get(todo.pop(), ()) if name not in found]
        found.update(fresh)
        todo += fresh
    return found
