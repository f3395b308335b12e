"""What is wrong, where, and what to do about it."""

from __future__ import annotations

from typing import NamedTuple

from blockloom.blocks.phrases import phrase

ERROR, WARNING = "error", "warning"
KEPT_VALUE = "kept-value"   # said of a variable in a session under way whose initial value was edited
# What is said of a wire, at the pin of the block at one of its ends.
WIRE_FAULTS = frozenset({"missing-block", "missing-target", "missing-pin", "missing-output", "wrong-kind", "bad-index"})
_SEVERITIES = {ERROR: phrase("error"), WARNING: phrase("warning")}


class Problem(NamedTuple):
    """One finding on a document. `code` names the kind of finding; `block` and `pin` may be empty."""

    severity: str
    code: str
    page: str
    block: str
    pin: str
    message: str
    remedy: str = ""

    @property
    def where(self) -> str:
        """`PAGE/BLOCK.PIN`, as far as known."""
        place = f"{self.page}/{self.block}" if self.block else self.page
        return f"{place}.{self.pin}" if self.pin else place

    def __str__(self) -> str:
        severity = _SEVERITIES.get(self.severity, self.severity)
        return phrase("{}: {}: {}. {}", severity, self.where, self.message, self.remedy) if self.remedy else \
            phrase("{}: {}: {}", severity, self.where, self.message)


def kills_worker(page: str, block: str, reason: str) -> Problem:
    """What is said of a block, of a page where that is "", over which a worker ended; `reason` tells how."""
    return Problem(ERROR, "kills-worker", page, block, "", phrase("TensorFlow's process ends over it: {}", reason),
                   phrase("Change its values, or what is wired to it") if block else
                   phrase("Change the blocks that were edited last"))
