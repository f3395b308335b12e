"""How a run ended, in words for the status bar."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from blockloom.app.canvas.scene.translation import tr, translated
from blockloom.blocks.document.addresses import spelled
from blockloom.blocks.results import epochs
from blockloom.runtime.protocol.replies import RunEndedReply


def told(reply: RunEndedReply, until: str, initialised: Sequence[str]) -> str:
    """How a run ended that was to run `until` a condition, "" for none, or to initialise variables."""
    step, how = reply.step, reply.ended
    if until and how == "done":
        met = tr("done, step {0}: {1} holds") if reply.met else tr("done, step {0}: {1} did not hold")
        return met.format(step, until)
    if initialised and how != "done":
        return tr("not initialised: {0}").format(listed(initialised))
    if initialised:
        one, many = tr("step {0}: {1} has its initial value"), tr("{1} initialised, at step {0}")
        return (one if len(initialised) == 1 else many).format(step, listed(initialised))
    if (reply.best or reply.early) and how in ("done", "stopped"):
        why = translated(epochs.ended(reply.epochs, reply.best, reply.early, reply.back))
        return tr("step {0}: {1}").format(step, why)
    if how == "end" or how == "done" and reply.epochs:
        data = listed([reply.data] if reply.data else [])
        return tr("step {0}: the data of {1} came to its end").format(step, data)
    if reply.validates and how in ("error", "timeout"):
        return tr("the validation of epoch {0} failed or timed out").format(reply.epochs)
    if how == "error":
        return tr("step {}, failed").format(step + 1)
    return {
        "done": tr("done, step {}"),
        "stopped": tr("stopped after step {}"),
        "timeout": tr("timed out after step {}"),
    }.get(how, tr("step {}, failed")).format(step)


def listed(blocks: Iterable[str]) -> str:
    """Blocks, told by texts of their addresses, for people."""
    return ", ".join(map(spelled, blocks))
