"""Problems that TensorFlow reports of a page: refused ops, failed steps, lost or unreachable tasks."""

from __future__ import annotations

from blockloom.blocks.document.addresses import Address
from blockloom.blocks.problems.problem_registry import WARNING, ProblemTexts, kind
from blockloom.blocks.text.phrases import Phrase, join, phrase


@kind("refused")
@kind("failed")
def as_told(
    address: Address, text: Phrase, remedy: str, ranks: bool = False, wanted: int | None = None
) -> ProblemTexts:
    """Report that TensorFlow refuses a block, or a step of it fails, and its message explains why.

    Args:
        ranks: Whether the message is about the number of dimensions.
        wanted: The expected number of dimensions if known.
    """
    return text, remedy


@kind("refused:untold")
def refused_without_a_word(address: Address, remedy: str) -> ProblemTexts:
    """Report that TensorFlow refuses a block with a message for programmers."""
    return phrase("TensorFlow rejects its inputs and values"), remedy


@kind("failed:untold")
def failed_without_a_word(address: Address, remedy: str) -> ProblemTexts:
    """Report that a step fails at a block with a message for programmers."""
    return phrase("TensorFlow fails at it without a reason"), remedy


@kind("failed:not-fed")
def placeholder_not_fed(address: Address, remedy: str) -> ProblemTexts:
    """Report that a step reads a placeholder without a feed."""
    return phrase("no value is fed to this placeholder"), remedy, phrase("run with --feed {}=VALUE", address.block)


@kind("failed:no-value")
def no_value(address: Address, remedy: str) -> ProblemTexts:
    """Report that a step reads a variable before it has a value."""
    return phrase("the variable is read before it has a value"), remedy


@kind("refused:unknown-op")
def unknown_op(address: Address) -> ProblemTexts:
    """Report that the installed TensorFlow does not register the op."""
    return phrase("the installed TensorFlow does not have this op"), phrase("Choose another block type")


@kind("refused:accumulator-shape")
def accumulator_shape(address: Address, gradient: str, maker: str, holds: str) -> ProblemTexts:
    """Report that the shapes of a gradient and of its accumulator differ."""
    return (
        phrase("gradient is {}, and the accumulator {} holds {}", gradient, maker, holds),
        phrase("Set shape of {} to the shape of the gradient, or wire a gradient of its shape", maker),
    )


@kind("not-held", WARNING)
def not_held_back(address: Address) -> ProblemTexts:
    """Report that a block in a function, or whose outputs are needed, has side effects while a run pauses."""
    return (
        phrase("it has a side effect in each step, also while the run is paused, and cannot be rolled back"),
        phrase("Mute it while you debug, or remove all breakpoints"),
    )


@kind("kills-worker")
def kills_worker(address: Address, why: str) -> ProblemTexts:
    """Report that TensorFlow's process ended at a block, or on a page without a known cause."""
    return (
        phrase("TensorFlow's process ends at it: {}", why),
        phrase("Change its values or wires") if address.block else phrase("Change the blocks that you edited last"),
    )


@kind("no-answer")
def no_answer(address: Address, seconds: float) -> ProblemTexts:
    """Report that TensorFlow exceeds the time limit for the check of a page."""
    return (
        phrase("TensorFlow has not checked the page within {:g} s", seconds),
        phrase("Look for values that need much computation"),
        phrase("allow more time with --timeout"),
    )


@kind("not-finite", WARNING)
def not_finite(address: Address, said: Phrase, when: Phrase) -> ProblemTexts:
    """Report the origin of a non-finite value that the user asked about."""
    return said, when


@kind("bad-condition")
def bad_condition(address: Address, why: Phrase) -> ProblemTexts:
    """Report that the stop condition of a run cannot be evaluated on any result."""
    return why, phrase("Choose another condition")


@kind("no-data")
def no_data(address: Address) -> ProblemTexts:
    """Report that an iterator has no element since its data began or last ended."""
    return (
        phrase("there is no data: it ends before the first step"),
        phrase(
            "Check the source of the dataset. To restart an IteratorV2, wire its MakeIterator to start_outputs "
            "of the Session; a OneShotIterator cannot restart"
        ),
    )


@kind("no-dataset")
def no_dataset(address: Address) -> ProblemTexts:
    """Report that a preview is requested for a block without elements."""
    return phrase("it has no dataset output"), phrase(
        "Choose a dataset, an iterator, or a block that takes elements from one"
    )


@kind("kept-value", WARNING)
def kept_value(address: Address) -> ProblemTexts:
    """Report that the initial value of a variable of an open session was edited."""
    return (
        phrase("{} keeps its present value: its new initial value applies from the next initialisation", address.block),
        phrase("Initialise it now, or reset the sessions"),
    )


@kind("bad-feed")
def bad_feed(address: Address, why: Phrase, dtype: str, shape: str) -> ProblemTexts:
    """Report that a value does not fit a placeholder of this dtype and shape."""
    return phrase("cannot be fed: {}", why), phrase("Feed a {} of shape {}", dtype, shape)


@kind("pinned-unfit")
def pinned_unfit(address: Address, why: Phrase) -> ProblemTexts:
    """Report that the pinned value of an output no longer fits the output."""
    return phrase("its pinned value does not fit: {}", why), phrase("Unpin it, or unpin it, run and pin again")


@kind("no-task")
def no_task(address: Address, device: str, why: Phrase) -> ProblemTexts:
    """Report that the device of a frame is on a task that the cluster does not have."""
    return (
        phrase("its device is {}, but {}", device, why),
        phrase("Give the frame the device of a task of the cluster"),
        phrase("run with another --cluster"),
    )


@kind("no-task:at-target")
def no_task_at_target(address: Address, device: str, target: str) -> ProblemTexts:
    """Report that the device of a node is on a task that the target's cluster does not have."""
    return (
        phrase("it is placed on {}, but the cluster of {} has no such task", device, target),
        phrase("Give its frame the device of an existing task"),
    )


@kind("task-unreachable")
def task_unreachable(address: Address, task: tuple[str, int, str], why: Phrase) -> ProblemTexts:
    """Report that a task does not answer.

    Args:
        task: Its job ("" for the target itself), index and address.
    """
    return (
        phrase("{} cannot be reached: {}", _task(task), why),
        phrase("Start it on its machine, correct its address in the cluster file, or choose another target"),
        phrase("start it with {}", _start(task)),
    )


@kind("task-lost")
def task_lost(address: Address, tasks: tuple[tuple[tuple[str, int, str], str], ...], restarted: bool) -> ProblemTexts:
    """Report that tasks were lost during a run.

    Args:
        tasks: Each task, as in `task_unreachable`, and the reason.
        restarted: Whether the first one runs again, as another process.
    """
    return (
        join("; ", [phrase("{} was lost during the run: {}", _task(task), why) for task, why in tasks]),
        phrase("The state of the task is lost: initialise its variables")
        if restarted
        else phrase("Start the task again on its machine. Its state is lost: then initialise its variables"),
        phrase("run the chief with --init")
        if restarted
        else phrase("start it with {} and run the chief with --init", _start(tasks[0][0])),
    )


@kind("task-restarted", WARNING)
def task_restarted(address: Address, task: tuple[str, int, str], init: bool) -> ProblemTexts:
    """Report that a task runs in another process than in the last run from here."""
    return (
        phrase(
            "the task {} was restarted since the last run: the state on it (variables, queues, accumulators) is lost",
            _named(task),
        ),
        phrase("This run initialises its variables")
        if init
        else phrase("If it had variables, this run waits until another run has initialised them"),
        "" if init else phrase("initialise them by a run with --init"),
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
