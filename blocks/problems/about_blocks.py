"""What is said of pages, of blocks as a whole, and of frames."""

from __future__ import annotations

from blockloom.blocks.document.addresses import Address
from blockloom.blocks.document.own_types import is_own
from blockloom.blocks.problems.problem_registry import WARNING, Said, kind
from blockloom.blocks.text.phrases import join, phrase


@kind("empty-page")
def empty_page(at: Address) -> Said:
    """A page has no blocks."""
    return (
        phrase("there is nothing to run: the page has no blocks"),
        phrase("Add blocks, unmute those that are there, or name another page with --page"),
    )


@kind("empty-page:nothing-to-fetch")
def nothing_to_fetch(at: Address) -> Said:
    """A page has blocks, and none of them gives or does anything."""
    return phrase("there is nothing to run"), phrase("Add a block that gives something")


@kind("unknown-type")
def unknown_type(at: Address, type: str, near: tuple[str, ...], version: str) -> Said:
    """The catalogue has no such block type. `near` are those that are called nearly so, `version` is TensorFlow's."""
    meant = phrase("Did you mean {}?", join(phrase(" or "), near))
    if is_own(type):
        hint = meant if near else phrase("Update Blockloom, which knows no such block")
    else:
        engine = f"TensorFlow {version}".rstrip()
        library = phrase("{} has no op of this name; one of a library needs that library (--ops, Preferences)", engine)
        hint = join(" ", (meant, library)) if near else library
    return phrase("there is no block type {}", type), hint


@kind("deprecated-type")
def deprecated_type(at: Address, type: str, about: str, instead: tuple[str, ...]) -> Said:
    """TensorFlow no longer takes the op. `about` is what it says of that, `instead` the block types named there."""
    return phrase("{} is deprecated: TensorFlow no longer takes it", type), about.rstrip(".")


@kind("missing-frame", WARNING)
def missing_frame(at: Address, frame: str) -> Said:
    """A block is in a frame that is not there."""
    return (
        phrase("it is in the frame {}, which is not on this page", frame),
        phrase("Put it into a frame that is there, or into none"),
    )


@kind("frame-cycle")
def frame_cycle(at: Address) -> Said:
    """A frame lies in itself."""
    return phrase("the frame {} lies in itself", at.block), phrase("Take it out of the frame that it is in")


@kind("bad-device")
def bad_device(at: Address, device: str) -> Said:
    """The device of a frame is none."""
    return (
        phrase("{!r} is no device", device),
        phrase("Write /job:ps/task:0 for a task of a cluster, /device:CPU:0 for a device, or both in one"),
    )


@kind("no-kernel", WARNING)
def no_kernel(at: Address, op: str, devices: tuple[str, ...]) -> Said:
    """This machine's kind of device has no kernel for an op that is run."""
    if not devices:
        return (
            phrase("{} does not run on a CPU: this TensorFlow has no kernel for it", op),
            phrase("Replace it, or run it where it has one"),
        )
    return (
        phrase("{} does not run on a CPU: it has kernels for {} only", op, join(", ", devices)),
        phrase("Run it where such a device is"),
    )


@kind("no-kernel-type")
def no_kernel_type(at: Address, attr: str, dtype: str, op: str, takes: tuple[str, ...]) -> Said:
    """There are kernels for the op, and none for this dtype of an attr. `takes` are those that there are."""
    return (
        phrase("{} is {}, for which this TensorFlow has no kernel of {}", attr, dtype, op),
        phrase("It takes {}", first_of(takes)),
    )


@kind("cycle")
def cycle(at: Address, ring: tuple[str, ...]) -> Said:
    """Wires go in a circle that is no loop of TensorFlow's. `ring` are its blocks."""
    shown = ring if len(ring) <= 8 else [*ring[:4], "...", *ring[-3:]]
    return (
        phrase("the wires go in a circle: {}", join(" -> ", [*shown, ring[0]])),
        phrase("Remove one of these wires; a loop goes back by a NextIteration into a Merge"),
    )


@kind("split-loop")
def split_loop(at: Address) -> Said:
    """A loop holds a composite block: it cannot be imported in one piece."""
    return (
        phrase("the loop that this block closes holds a composite block"),
        phrase("Move Gradients and wired initial values out of the loop"),
    )


@kind("left-out")
def left_out(at: Address) -> Said:
    """What is to be fetched or fed is muted, bypassed, or without an input because of a block that is."""
    return (
        phrase(
            "it is to be fetched or fed, and is left out: muted, bypassed, or without an input because of one that is"
        ),
        phrase("Unmute it, or name another block"),
    )


def first_of(names: tuple[object, ...]) -> str:
    """The first twelve of some names."""
    return ", ".join(map(str, names[:12])) + (" ..." if len(names) > 12 else "")
