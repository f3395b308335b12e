"""What is said of what TensorFlow does with a page: it refuses it, fails in a step, ends, or is out of reach."""

from __future__ import annotations

from blockloom.blocks.document.addresses import Address
from blockloom.blocks.problems.problem_registry import WARNING, Said, kind
from blockloom.blocks.text.phrases import Phrase, join, phrase


@kind("refused")
@kind("failed")
def as_told(at: Address, text: Phrase, remedy: str, ranks: bool = False, wanted: int | None = None) -> Said:
    """TensorFlow refuses a block, or a step of it fails, and the text says why. `ranks` where it is of the number of
    dimensions, of which `wanted` are wanted as far as it is told.
    """
    return text, remedy


@kind("refused:untold")
def refused_without_a_word(at: Address, remedy: str) -> Said:
    """TensorFlow refuses a block, and what it says is for programmers."""
    return phrase("TensorFlow cannot make it of what is wired to it and typed in"), remedy


@kind("failed:untold")
def failed_without_a_word(at: Address, remedy: str) -> Said:
    """A step fails over a block, and what TensorFlow says is for programmers."""
    return phrase("TensorFlow fails over it, and does not say why"), remedy


@kind("failed:not-fed")
def placeholder_not_fed(at: Address, remedy: str) -> Said:
    """A placeholder is read that nothing feeds."""
    return phrase("no value is fed to this placeholder"), remedy


@kind("failed:no-value")
def no_value(at: Address, remedy: str) -> Said:
    """A variable is read before it has a value."""
    return phrase("the variable is read before it has a value"), remedy


@kind("refused:unknown-op")
def unknown_op(at: Address) -> Said:
    """The op is not registered with the installed TensorFlow."""
    return phrase("the installed TensorFlow does not have this op"), phrase("Choose another block type")


@kind("refused:accumulator-shape")
def accumulator_shape(at: Address, gradient: str, maker: str, holds: str) -> Said:
    """A gradient of another shape than its accumulator holds."""
    return (
        phrase("gradient is {}, and the accumulator {} holds {}", gradient, maker, holds),
        phrase("Set shape of {} to that of the gradient, or wire a gradient of its shape", maker),
    )


@kind("not-held", WARNING)
def not_held_back(at: Address) -> Said:
    """A block acts outside also while a run may pause: in a function, or since a step needs its outputs."""
    return (
        phrase("it acts outside in each step, also while the run is paused, and cannot be rolled back"),
        phrase("Mute it while you look for a fault, or let runs pause nowhere"),
    )


@kind("kills-worker")
def kills_worker(at: Address, why: str) -> Said:
    """TensorFlow's process ended over a block, or over a page of which no block is known to be at fault."""
    return (
        phrase("TensorFlow's process ends over it: {}", why),
        phrase("Change its values, or what is wired to it")
        if at.block
        else phrase("Change the blocks that were edited last"),
    )


@kind("no-answer")
def no_answer(at: Address, seconds: float) -> Said:
    """TensorFlow takes longer to check a page than it is given."""
    return (
        phrase("TensorFlow has not checked the page within {:g} s", seconds),
        phrase("look for values that make it compute a lot, or give it more time (--timeout)"),
    )


@kind("not-finite", WARNING)
def not_finite(at: Address, said: Phrase, when: Phrase) -> Said:
    """A value that was asked about is not finite, and this is where that began."""
    return said, when


@kind("bad-condition")
def bad_condition(at: Address, why: Phrase) -> Said:
    """No result can answer the condition that is to end a run."""
    return why, phrase("Run until something else")


@kind("no-data")
def no_data(at: Address) -> Said:
    """Nothing could be taken from an iterator since its data began, or since it ended last."""
    return (
        phrase("there is no data: it ends before the first step"),
        phrase(
            "Check what the dataset reads. IteratorV2 begins anew by its MakeIterator, wired to start_outputs "
            "of the Session; OneShotIterator cannot"
        ),
    )


@kind("no-dataset")
def no_dataset(at: Address) -> Said:
    """Elements are asked of a block that gives none."""
    return phrase("it gives no dataset"), phrase("Look at a dataset, an iterator, or what takes elements from one")


@kind("kept-value", WARNING)
def kept_value(at: Address) -> Said:
    """The initial value of a variable of a session under way was edited."""
    return (
        phrase("{} keeps the value that it has: its new initial value counts from the next initialisation", at.block),
        phrase("Initialise it now, or reset the sessions"),
    )


@kind("bad-feed")
def bad_feed(at: Address, why: Phrase, dtype: str, shape: str) -> Said:
    """A value cannot be fed to a placeholder of this dtype and shape."""
    return phrase("cannot be fed: {}", why), phrase("Feed a {} of shape {}", dtype, shape)


@kind("pinned-unfit")
def pinned_unfit(at: Address, why: Phrase) -> Said:
    """The pinned value of an output cannot be fed in its place any more."""
    return phrase("its pinned value cannot stand in for it: {}", why), phrase(
        "Unpin it, or unpin it, run and pin again"
    )


@kind("no-task")
def no_task(at: Address, device: str, why: Phrase) -> Said:
    """The device of a frame is on a task that the cluster does not have."""
    return (
        phrase("its device is {}, but {}", device, why),
        phrase("Give the frame the device of a task of the cluster, or run with another --cluster"),
    )


@kind("no-task:at-target")
def no_task_at_target(at: Address, device: str, target: str) -> Said:
    """A node is placed on a task that the target's cluster does not have."""
    return (
        phrase("it is placed on {}, but the cluster of {} has no such task", device, target),
        phrase("Give its frame the device of a task that there is"),
    )


@kind("task-unreachable")
def task_unreachable(at: Address, task: tuple[str, int, str], why: Phrase) -> Said:
    """A task (its job, "" for the target itself; index; address) does not answer."""
    return (
        phrase("{} cannot be reached: {}", _task(task), why),
        phrase("Start it with {}, or correct its address", _start(task)),
    )


@kind("task-lost")
def task_lost(at: Address, tasks: tuple[tuple[tuple[str, int, str], str], ...], anew: bool) -> Said:
    """Tasks were lost during a run: for each, what `task_unreachable` has, and why. `anew` where the
    first one is there again, as another process.
    """
    return (
        join("; ", [phrase("{} was lost during the run: {}", _task(task), why) for task, why in tasks]),
        phrase("The state on it is gone: run the chief with --init after that")
        if anew
        else phrase(
            "Start it again with {}. The state on it is gone: run the chief with --init after that", _start(tasks[0][0])
        ),
    )


@kind("task-restarted", WARNING)
def task_restarted(at: Address, task: tuple[str, int, str], init: bool) -> Said:
    """A task is another process than it was in the last run from here."""
    return (
        phrase(
            "the task {} was started anew since the last run: the state on it (variables, queues, accumulators) "
            "is gone",
            _named(task),
        ),
        phrase("This run initialises its variables")
        if init
        else phrase("Where it held variables, this run waits until a run with --init has initialised them"),
    )


def _named(task: tuple[str, int, str]) -> str:
    job, index, address = task
    return f"/job:{job}/task:{index} ({address})" if address else f"/job:{job}/task:{index}"


def _task(task: tuple[str, int, str]) -> str:
    return phrase("the task {}", _named(task)) if task[0] else phrase("the target grpc://{}", task[2])


def _start(task: tuple[str, int, str]) -> str:
    job, index, _ = task
    command = f"--job {job} --index {index}" if job else "--job NAME --index N"
    return f"`blockloom serve --cluster FILE {command} --expose`"
