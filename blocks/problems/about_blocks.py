"""Problems of pages, of blocks as a whole, and of frames."""

from __future__ import annotations

from blockloom.blocks.document.addresses import Address
from blockloom.blocks.document.fields import is_own
from blockloom.blocks.problems.problem_registry import WARNING, ProblemTexts, kind
from blockloom.blocks.text.phrases import join, phrase


@kind("empty-page")
def empty_page(address: Address) -> ProblemTexts:
    """Report that a page has no blocks."""
    return (
        phrase("there is nothing to run: the page has no blocks"),
        phrase("Add blocks, or unmute those that are there"),
        phrase("name another page with --page"),
    )


@kind("empty-page:nothing-to-fetch")
def nothing_to_fetch(address: Address) -> ProblemTexts:
    """Report that a page has blocks, and none of them has a result or an effect."""
    return phrase("there is nothing to run"), phrase("Add a block that has an output")


@kind("unknown-type")
def unknown_type(address: Address, type: str, near: tuple[str, ...], version: str) -> ProblemTexts:
    """Report that the catalogue has no such block type.

    Args:
        near: Types with a similar name.
        version: The version of TensorFlow.
    """
    message = phrase("there is no block type {}", type)
    meant = phrase("Did you mean {}?", join(phrase(" or "), near))
    if is_own(type):
        return message, meant if near else phrase("Update Blockloom: this version does not have the block")
    engine = f"TensorFlow {version}".rstrip()
    library = phrase("{} has no op of this name; if the op is from a library, load it in Preferences", engine)
    return message, join(" ", (meant, library)) if near else library, phrase("run with --ops LIBRARY")


@kind("deprecated-type")
def deprecated_type(address: Address, type: str, about: str, instead: tuple[str, ...]) -> ProblemTexts:
    """Report that TensorFlow no longer supports the op.

    Args:
        about: TensorFlow's explanation.
        instead: The block types that the explanation names.
    """
    return phrase("{} is deprecated: TensorFlow no longer supports it", type), about.rstrip(".")


@kind("missing-frame", WARNING)
def missing_frame(address: Address, frame: str) -> ProblemTexts:
    """Report that a block names a frame that does not exist."""
    return (
        phrase("it is in the frame {}, which is not on this page", frame),
        phrase("Move it into a frame of this page, or out of all frames"),
    )


@kind("frame-cycle")
def frame_cycle(address: Address) -> ProblemTexts:
    """Report that a frame contains itself."""
    return phrase("the frame {} contains itself", address.block), phrase("Move it out of its frame")


@kind("bad-device")
def bad_device(address: Address, device: str) -> ProblemTexts:
    """Report that the device of a frame is not valid."""
    return (
        phrase("{!r} is not a device", device),
        phrase("Write /job:ps/task:0 for a task of a cluster, /device:CPU:0 for a device, or both in one"),
    )


@kind("no-kernel", WARNING)
def no_kernel(address: Address, op: str, devices: tuple[str, ...]) -> ProblemTexts:
    """Report that an op that runs has no kernel for this machine's kind of device."""
    if not devices:
        return (
            phrase("{} does not run on a CPU: this TensorFlow has no kernel for it", op),
            phrase("Replace it, or run it on a machine that has a kernel for it"),
        )
    return (
        phrase("{} does not run on a CPU: it has kernels for {} only", op, join(", ", devices)),
        phrase("Run it on a machine with such a device"),
    )


@kind("no-kernel-type")
def no_kernel_type(address: Address, attr: str, dtype: str, op: str, takes: tuple[str, ...]) -> ProblemTexts:
    """Report that the op has kernels, but none for this dtype of an attr; `takes` are the dtypes with one."""
    return (
        phrase("{} is {}, for which this TensorFlow has no kernel of {}", attr, dtype, op),
        phrase("It takes {}", first_names_text(takes)),
    )


@kind("cycle")
def cycle(address: Address, ring: tuple[str, ...]) -> ProblemTexts:
    """Report that wires form a cycle that is not a loop of TensorFlow; `ring` are its blocks."""
    shown = ring if len(ring) <= 8 else [*ring[:4], "...", *ring[-3:]]
    return (
        phrase("the wires form a cycle: {}", join(" -> ", [*shown, ring[0]])),
        phrase("Remove one of these wires; a loop needs a NextIteration wired to a Merge"),
    )


@kind("split-loop")
def split_loop(address: Address) -> ProblemTexts:
    """Report that a loop contains a composite block, so TensorFlow cannot import it in one piece."""
    return (
        phrase("the loop that this block closes contains a composite block"),
        phrase("Move Gradients and wired initial values out of the loop"),
    )


@kind("left-out")
def left_out(address: Address) -> ProblemTexts:
    """Report that a block to fetch or feed is muted, bypassed, or without an input because of such a block."""
    return (
        phrase("it is to be fetched or fed, but it is muted, bypassed, or without an input because of such a block"),
        phrase("Unmute it, or name another block"),
    )


def first_names_text(names: tuple[object, ...]) -> str:
    """Return the first twelve of some names."""
    return ", ".join(map(str, names[:12])) + (" ..." if len(names) > 12 else "")
