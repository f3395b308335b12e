"""Blocks that were renamed since the worker compiled their page: it goes on calling them what they were called then."""

from __future__ import annotations

from typing import Any

from blockloom.blocks.document.addresses import Address, parse
from blockloom.blocks.problems import Problem
from blockloom.blocks.results.monitors import Watch


class Names:
    """Translates both ways, for the page that the worker holds."""

    def __init__(self) -> None:
        self._page = ""
        self._theirs: dict[str, str] = {}   # what a block is called now -> what the worker calls it, or ""

    def clear(self, page: str = "") -> None:
        """A page is compiled as it is."""
        self._page, self._theirs = page, {}

    def rename(self, old: str, new: str) -> None:
        """A block has another name."""
        theirs = self._block(old)
        self._theirs.pop(old, None)
        self._theirs[new] = theirs

    def theirs(self, at: Address) -> Address | None:
        """What the worker calls an address on the page, or in a function of it; None where it knows another block by
        this name."""
        if at.page not in ("", self._page):
            return at
        top = self._block(at.top)
        return at.moved(top) if top else None

    def _block(self, block: str) -> str:
        return self._theirs.get(block, "" if block in self._theirs.values() else block)

    def ours(self, message: dict[str, Any]) -> dict[str, Any]:
        """What the worker said of a run, by the names that blocks have now."""
        if not self._theirs:
            return message
        now = {theirs: block for block, theirs in self._theirs.items()}

        def moved(at: Address) -> Address:
            return at.moved(now.get(at.top, at.top)) if at.page in ("", self._page) else at

        def block(text: str) -> str:
            return str(moved(parse(text)))

        def by_block(found: dict) -> dict:
            return {str(moved(at)): value for text, value in found.items()
                    if (at := parse(text)).page or at.top in now or at.top not in self._theirs}

        def watched(row: list) -> list:
            watch = Watch.read(row)
            return watch.moved(now.get(watch.at.top, watch.at.top)).row()
        said = dict(message)
        for key in ("results", "values"):
            if said.get(key):
                said[key] = by_block(said[key])
        if said.get("times"):
            said["times"] = {**said["times"], "blocks": by_block(said["times"]["blocks"])}
        if "monitors" in said:
            about = said["monitors"]
            said["monitors"] = {**about, **{key: list(map(watched, about[key])) for key in ("numbers", "matrices")},
                                "missing": [[watched(row), why] for row, why in about.get("missing", ())]}
        if "blocks" in said:
            said["blocks"] = [{**row, "block": block(row["block"])} for row in said["blocks"]]
        for key in ("changed", "reset"):
            if said.get(key):
                said[key] = list(map(block, said[key]))
        if said.get("problems"):
            found = map(Problem.read, said["problems"])
            said["problems"] = [p._replace(address=moved(p.address)).row() for p in found]
        return said
