"""Problems of sessions and feeds, and of blocks that wait for data without a source in any session."""

from __future__ import annotations

from blockloom.blocks.document.addresses import Address
from blockloom.blocks.problems.problem_registry import WARNING, ProblemTexts, kind
from blockloom.blocks.text.phrases import join, phrase, plural


@kind("anew-each-step", WARNING)
def anew_each_step(address: Address, session: str) -> ProblemTexts:
    """Report that an op that restarts data runs in every step."""
    return (
        phrase("{} runs it in every step, which restarts the data each time", session),
        phrase("Wire it to start_outputs of {}, or to nothing, to run it once at the start of the session", session),
    )


@kind("idle-session", WARNING)
def idle_session(address: Address) -> ProblemTexts:
    """Report that a session fetches and runs nothing."""
    return (
        phrase("the session fetches and runs nothing"),
        phrase("Wire outputs to fetch_outputs, or operations to run_outputs"),
    )


@kind("bad-validation")
def bad_validation(address: Address, sessions: int) -> ProblemTexts:
    """Report that a Validation needs exactly one Session to share variables with, and no other Validation."""
    if sessions == 1:
        return phrase("the page has several Validations"), phrase("Keep one of them")
    return (
        phrase("it validates the variables that the Session of its page trains, and needs exactly one Session"),
        phrase("Keep one Session, which runs the training"),
    )


@kind("validation-apart", WARNING)
def validation_apart(address: Address, page: str) -> ProblemTexts:
    """Report that a page that this one uses, as an instance or a function, has a Validation."""
    return (
        phrase("the Validation of page {} does not run here, only if that page runs by itself", page),
        phrase("Add a Validation to this page, which validates the variables that its Session trains"),
    )


@kind("bad-monitor")
def bad_monitor(address: Address, shape: str) -> ProblemTexts:
    """Report that the monitored output of a Validation is not a single number.

    Args:
        shape: The shape of the output, "" if its dtype is not numeric.
    """
    return (
        phrase("the monitored output has the shape {} instead of one number", shape)
        if shape not in ("", "[]")
        else phrase("the monitored output is not a number"),
        phrase("Wire a loss or a metric to it"),
    )


@kind("fed-twice")
def fed_twice(address: Address, source: str, first: str, session: str) -> ProblemTexts:
    """Report that a session ("" for the implied one) has two Feeds of an output; `first` is the other."""
    source, _, output = source.partition(".")
    return (
        phrase("{}.{} is fed by {} already{}", source, output, first, _in(session)),
        phrase("Remove one of the two"),
    )


@kind("not-fed", WARNING)
def not_fed(address: Address, session: str) -> ProblemTexts:
    """Report that nothing on the page feeds a placeholder that a session needs."""
    return (
        phrase("nothing feeds it{}", _in(session)),
        phrase("Wire a Feed block to it and to the session's inputs"),
        phrase("run with --feed {}=VALUE", address.block),
    )


@kind("not-fed:arg", WARNING)
def arg_without_default(address: Address) -> ProblemTexts:
    """Report that an Arg has no value if its page runs alone."""
    return (
        phrase("it has no default: a run of this page has no value for it"),
        phrase("Type a default"),
        phrase("run with --feed {}=VALUE", address.block),
    )


@kind("idle-feed", WARNING)
def idle_feed(address: Address) -> ProblemTexts:
    """Report that no session uses a Feed."""
    return phrase("no session uses it"), phrase("Wire feed to the inputs of a Session")


@kind("wired-feed")
def wired_feed(address: Address) -> ProblemTexts:
    """Report that a wire ends at the value of a Feed."""
    return phrase("the value of a Feed is typed in, not wired"), phrase("Remove the wire and type the value")


@kind("fed-initial-value")
def fed_initial_value(address: Address, placeholder: str) -> ProblemTexts:
    """Report that the initial value of a variable depends on a placeholder."""
    return (
        phrase("the initial value depends on {}, and variables are initialised before anything is fed", placeholder),
        phrase("Take a constant, or assign in a step"),
    )


@kind("never-supplied", WARNING)
def never_supplied(address: Address, giver: str, handle: bool) -> ProblemTexts:
    """Report that a block takes from a shared resource, and no session runs a block that supplies it.

    Args:
        giver: The op to add, on the same handle or with the same container and shared_name.
    """
    gives = (
        phrase("enqueues to its queue")
        if giver == "QueueEnqueue"
        else phrase("inserts into its barrier")
        if giver == "BarrierInsertMany"
        else phrase("stages for it")
    )
    return (
        phrase("it waits for ever: no block that this session runs {}", gives),
        phrase("Add a {} on the same handle to what the session runs, unless another process does it", giver)
        if handle
        else phrase(
            "Add a {} with the same container and shared_name to what the session runs, unless another process does it",
            giver,
        ),
    )


@kind("never-supplied:gradients", WARNING)
def too_few_supplied(
    address: Address, required: int, total: int, several: bool, supplied: int, apply: str
) -> ProblemTexts:
    """Report that one step applies fewer gradients to an accumulator than blocks take from it.

    Args:
        required: The number that this block takes.
        total: The number that all blocks take, if there are `several`.
        apply: The op that applies gradients.
    """
    says = (
        phrase("num_required is {}, {} with all blocks that take from this accumulator", required, total)
        if several
        else phrase("num_required is {}", required)
    )
    gives = plural(
        "one step of this page supplies {} gradient", "one step of this page supplies {} gradients", supplied
    )
    return (
        phrase("{}, but {}", says, gives),
        phrase(
            "Lower num_required, or apply more gradients ({}) in the same session; another process may supply "
            "them where the accumulator has a shared_name",
            apply,
        ),
    )


@kind("race", WARNING)
def race(address: Address, variable: str, other: str, writes: bool) -> ProblemTexts:
    """Report that a block writes a reference variable that `other` reads or `writes` too, in no defined order."""
    return (
        phrase("it writes {}, and so does {}, in an undefined order", variable, other)
        if writes
        else phrase("it writes {} while {} reads it, in an undefined order", variable, other),
        phrase("Add a control wire from the block that runs first to the other"),
    )


@kind("shared-name")
def shared_name(
    address: Address, name: str, other: str, attr: str, here: tuple[str, ...], there: tuple[str, ...]
) -> ProblemTexts:
    """Report that two blocks share a resource by its name, and an attr with dtypes differs."""
    return (
        phrase(
            "it shares the name {} with {}, whose {} is {}; here it is {}",
            name,
            other,
            attr,
            join(", ", there),
            join(", ", here),
        ),
        phrase("Set the same {} in both blocks, or give each a shared_name", attr),
    )


@kind("never-supplied:table")
def never_filled(address: Address, reference: bool) -> ProblemTexts:
    """Report that no op fills a table that a session uses.

    Args:
        reference: Whether its handle is a reference.
    """
    first, then = (f"InitializeTable{kind}{'' if reference else 'V2'}" for kind in ("", "FromTextFile"))
    return phrase("the table is used but never filled"), phrase("Add an {} or {} on the same handle", first, then)


@kind("stale-step", WARNING)
def stale_step(address: Address, local: int, step: int) -> ProblemTexts:
    """Report that a typed-in local_step is older than the step of the accumulator from step `step` on."""
    return (
        phrase(
            "local_step is {} in every step, but each take increments the accumulator's step: from step {} on "
            "it ignores these gradients as too old",
            local,
            step,
        ),
        phrase("Wire local_step to a variable that counts the steps"),
    )


def _in(session: str) -> str:
    return phrase(" in {}", session) if session else ""
