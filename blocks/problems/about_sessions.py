"""What is said of sessions and feeds, and of blocks that wait for what no session gives them."""

from __future__ import annotations

from blockloom.blocks.document.addresses import Address
from blockloom.blocks.problems.problem_registry import WARNING, Said, kind
from blockloom.blocks.text.phrases import join, phrase, plural


@kind("anew-each-step", WARNING)
def anew_each_step(at: Address, session: str) -> Said:
    """What begins data anew is run in every step."""
    return (
        phrase("{} runs it in every step, so that the data begins anew each time", session),
        phrase("Wire it to start_outputs of {}, or to nothing: then it runs once, when the session begins", session),
    )


@kind("idle-session", WARNING)
def idle_session(at: Address) -> Said:
    """A session fetches and runs nothing."""
    return (
        phrase("the session fetches and runs nothing"),
        phrase("Wire outputs to fetch_outputs, or operations to run_outputs"),
    )


@kind("bad-validation")
def bad_validation(at: Address, sessions: int) -> Said:
    """There is not just one Session whose variables a Validation could share, or there are several Validations."""
    if sessions == 1:
        return phrase("the page has several of these"), phrase("Keep one of them")
    return (
        phrase("it validates what the Session of its page trains, and there is not just one"),
        phrase("Leave one Session beside it, which runs what trains"),
    )


@kind("validation-apart", WARNING)
def validation_apart(at: Address, page: str) -> Said:
    """A page that this one uses, as an instance or a function, has a Validation."""
    return (
        phrase("the Validation of page {} does not run here: only where that page is run by itself", page),
        phrase("Put a Validation on this page, which validates what its Session trains"),
    )


@kind("bad-monitor")
def bad_monitor(at: Address, shape: str) -> Said:
    """What a Validation watches is no single number; `shape` is its shape, "" where it is no number at all."""
    return (
        phrase("what is monitored has the shape {}, and one number is wanted", shape)
        if shape not in ("", "[]")
        else phrase("what is monitored is no number"),
        phrase("Wire a loss or a metric to it"),
    )


@kind("fed-twice")
def fed_twice(at: Address, source: str, first: str, session: str) -> Said:
    """Two Feeds feed the same output in a session ("" for the implied one); `first` is the other."""
    source, _, output = source.partition(".")
    return (
        phrase("{}.{} is fed by {} already{}", source, output, first, _in(session)),
        phrase("Remove one of the two"),
    )


@kind("not-fed", WARNING)
def not_fed(at: Address, session: str) -> Said:
    """A placeholder that a session needs is fed by nothing on the page."""
    return (
        phrase("nothing feeds it{}", _in(session)),
        phrase("Wire a Feed block to it and to the session's inputs, or run with --feed {}=VALUE", at.block),
    )


@kind("idle-feed", WARNING)
def idle_feed(at: Address) -> Said:
    """A Feed that no session takes."""
    return phrase("it feeds no session"), phrase("Wire feed to the inputs of a Session")


@kind("wired-feed")
def wired_feed(at: Address) -> Said:
    """A wire to the value of a Feed."""
    return phrase("the value of a Feed is typed in, not wired"), phrase("Remove the wire and type the value")


@kind("fed-initial-value")
def fed_initial_value(at: Address, placeholder: str) -> Said:
    """The initial value of a variable depends on a placeholder."""
    return (
        phrase("the initial value depends on {}, and variables are initialised before anything is fed", placeholder),
        phrase("Take a constant, or assign in a step"),
    )


@kind("never-supplied", WARNING)
def never_supplied(at: Address, giver: str, handle: bool) -> Said:
    """A block takes from a shared thing, and no session runs a block that gives to it. `giver` is the op to add, on
    the same handle, or where there is none with the same container and shared_name.
    """
    gives = (
        phrase("enqueues to its queue")
        if giver == "QueueEnqueue"
        else phrase("inserts into its barrier")
        if giver == "BarrierInsertMany"
        else phrase("stages for it")
    )
    return (
        phrase("it waits for ever: nothing that this session runs {}", gives),
        phrase("Add a {} on the same handle to what the session runs, unless another process does it", giver)
        if handle
        else phrase(
            "Add a {} with the same container and shared_name to what the session runs, unless another process does it",
            giver,
        ),
    )


@kind("never-supplied:gradients", WARNING)
def too_few_supplied(at: Address, required: int, total: int, several: bool, supplied: int, apply: str) -> Said:
    """One step applies fewer gradients to an accumulator than are taken from it: `required` by this block, `total` by
    all where there are `several`. `apply` is the op that applies them.
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
def race(at: Address, variable: str, other: str, writes: bool) -> Said:
    """A block writes a reference variable that `other` reads or `writes`, too, and nothing says which comes first."""
    return (
        phrase("it writes {}, and so does {}: which of the two comes first is left to chance", variable, other)
        if writes
        else phrase("it writes {} while {} reads it: what is read is left to chance", variable, other),
        phrase("Wire one to the other by a control wire: what begins there comes first"),
    )


@kind("shared-name")
def shared_name(at: Address, name: str, other: str, attr: str, here: tuple[str, ...], there: tuple[str, ...]) -> Said:
    """Two blocks share a queue, an accumulator, or a variable by its name, and an attr with dtypes differs."""
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
def never_filled(at: Address, reference: bool) -> Said:
    """A table is used in a session that does not fill it. `reference`: its handle is one."""
    first, then = (f"InitializeTable{kind}{'' if reference else 'V2'}" for kind in ("", "FromTextFile"))
    return phrase("it is used, and nothing fills it"), phrase("Add an {} or {} on the same handle", first, then)


@kind("stale-step", WARNING)
def stale_step(at: Address, local: int, step: int) -> Said:
    """A typed-in local_step that the accumulator's own step leaves behind in step `step`."""
    return (
        phrase(
            "local_step is {} in every step, but each take counts the accumulator's step up: from step {} on "
            "these gradients are older than that and ignored",
            local,
            step,
        ),
        phrase("Wire local_step to a variable that counts the steps"),
    )


def _in(session: str) -> str:
    return phrase(" in {}", session) if session else ""
