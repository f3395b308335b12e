"""What is said of gradients and optimizers that cannot be made of a page."""

from __future__ import annotations

from blockloom.blocks.document.addresses import Address
from blockloom.blocks.problems.problem_registry import Said, kind
from blockloom.blocks.text.phrases import Phrase, join, phrase

_TO_VARIABLE = phrase("Wire the ref of a Variable, or the handle of a ResourceVariable")


def _and(names: tuple[str, ...]) -> Phrase:
    return join(phrase(" and "), names)


@kind("refused:ys-without-xs")
def ys_without_xs(at: Address, number: int, source: str) -> Said:
    """What is differentiated does not depend on the element of xs with this number, which comes from `source`."""
    return (
        phrase("ys does not depend on xs[{}] ({}) by differentiable ops", number, source),
        phrase("Wire to ys what is computed from xs by ops that can be differentiated"),
    )


@kind("refused:no-static-shape")
def no_static_shape(at: Address, axes: str, shape: str) -> Said:
    """Dimensions are asked for that are not known before the page runs; `axes` are those, "" where their number is not
    known either.
    """
    text = (
        phrase("the dimension {} of its input, of shape {}, is not known before the page runs", axes, shape)
        if axes
        else phrase("how many dimensions its input has is not known before the page runs")
    )
    return text, phrase("Type the shape of the Placeholder or Arg that it is computed from, or insert a Reshape")


@kind("refused:no-gradient")
def no_gradient(at: Address, op: str, source: str) -> Said:
    """What is differentiated is computed by an op, of the block `source`, for which TensorFlow has no gradient."""
    return (
        phrase("TensorFlow has no gradient for {}, the op of {}, on which {} depends", op, source, at.end),
        phrase("Compute it by other ops, or put a StopGradient behind it where it is to count as a constant"),
    )


@kind("refused:gradient-not-stored")
def gradient_not_stored(at: Address, attr: str, source: str) -> Said:
    """The differentiated value depends on a block with a custom gradient that its model does not hold."""
    return (
        phrase("{} has a custom gradient, which is not stored with the model, and {} depends on it", source, at.end),
        phrase(
            "Save the model with its gradients (tf.saved_model.save does) and open that. Where what the block computes "
            "has the same gradient, as for swish, delete the value of {} at it",
            attr,
        ),
    )


@kind("refused:no-gradient-of")
def no_gradient_of(at: Address, source: str, dtype: str) -> Said:
    """What is differentiated is of a dtype that has no gradient."""
    return (
        phrase("{} is {}, and only floating point numbers have gradients", source, dtype),
        phrase("Wire what is computed in floating point, or insert a Cast before what it is computed from"),
    )


_BOUNDS = {
    "positive": phrase("greater than 0"),
    "positive or zero": phrase("0 or more"),
    "negative or zero": phrase("0 or less"),
}


@kind("refused:out-of-range")
def out_of_range(at: Address, value: float, bound: str) -> Said:
    """A hyperparameter is not what an optimizer takes: `bound` is positive, positive or zero, or negative or zero."""
    return phrase("{} is {}, and has to be {}", at.end, value, _BOUNDS[bound]), phrase("Type another number")


@kind("refused:no-number")
def no_number(at: Address, value: str) -> Said:
    """A hyperparameter is not one number."""
    return phrase("{} is one number, not {}", at.end, value), phrase("Type a number, or wire a scalar")


@kind("refused:no-whole-number")
def no_whole_number(at: Address, value: str) -> Said:
    """A count that is typed in has a fraction."""
    return phrase("{} is {}", at.end, value), phrase("Type an integer")


@kind("refused:stale-twice")
def stale_twice(at: Address, optimizer: str) -> Said:
    """Report a DropStaleGradientOptimizer around a SyncReplicasOptimizer."""
    return (
        phrase("{} is a SyncReplicasOptimizer, which drops stale gradients by itself", optimizer),
        phrase("Do without one of the two"),
    )


@kind("refused:beyond-step")
def beyond_step(at: Address, value: str, step: str, dtype: str) -> Said:
    """A number of updates that the global step `step` cannot count."""
    return (
        phrase("{} is {}, which does not fit {}, the dtype of {}", at.end, value, dtype, step),
        phrase("Type a smaller number, or set dtype of {} to DT_INT64", step),
    )


@kind("refused:typed-step")
def typed_step(at: Address) -> Said:
    """A global step is typed in."""
    return phrase("global_step is a variable that is counted up: it cannot be typed in"), _TO_VARIABLE


@kind("refused:no-variable")
def no_variable(at: Address, source: str) -> Said:
    """What is wired as a global step is no variable."""
    source, _, output = source.partition(".")
    return phrase("{}.{} is no variable", source, output), _TO_VARIABLE


@kind("refused:step-dtype")
def step_dtype(at: Address, variable: str, dtype: str) -> Said:
    """A global step is no whole number."""
    return (
        phrase("{} is {}, and a global step counts in whole numbers", variable, dtype),
        phrase("Set dtype of {} to DT_INT64", variable),
    )


@kind("refused:grads-count")
def grads_count(at: Address, count: int, wanted: int, about: str) -> Said:
    """Other gradients are applied than there are variables; `about` describes the pairs."""
    return (
        phrase("{} gradients are wired to grads, but gradients has {}: {}", count, wanted, about),
        phrase("Wire one for each variable, in this order"),
    )


@kind("refused:typed-loss")
def typed_loss(at: Address) -> Said:
    """The loss is a constant that is typed in."""
    return (
        phrase("loss must be wired: a typed-in value depends on no variable"),
        phrase("Wire the output to minimize"),
    )


@kind("refused:loss-without")
def loss_without(at: Address, variables: tuple[str, ...]) -> Said:
    """The loss does not depend on variables that are to be trained."""
    return (
        phrase("loss does not depend on {} by ops that can be differentiated", _and(variables)),
        phrase("Take it from var_list, or wire it into the loss"),
    )


@kind("refused:typed-variables")
def typed_variables(at: Address) -> Said:
    """The variables to train are typed in."""
    return phrase("var_list takes wires, no text"), _TO_VARIABLE


@kind("refused:nothing-to-train")
def nothing_to_train(at: Address) -> Said:
    """The loss depends on no variable."""
    return (
        phrase("loss depends on no variable that can be trained"),
        phrase("Wire a Variable of a floating point dtype into what loss is computed from"),
    )


@kind("refused:trained-is-pinned")
def trained_is_pinned(at: Address) -> Said:
    """The loss depends on variables only by way of a pinned output, through which no gradient leads."""
    return (
        phrase("all variables that loss depends on are upstream of what is pinned: nothing is left to train"),
        phrase("Unpin it, or pin an output further upstream"),
    )


@kind("refused:ref-in-function")
def ref_in_function(at: Address, variable: str, user: str) -> Said:
    """A variable with a ref lies on a page that is a function of the block `user`, on which the loss depends."""
    return (
        phrase("{}, in a function of {}, gets no gradient: it is a variable with a ref", variable, user),
        phrase("Make it a ResourceVariable, or set its trainable to false"),
    )


@kind("refused:no-variables")
def no_variables(at: Address, sources: tuple[str, ...]) -> Said:
    """Some of the variables to train are none."""
    return (
        phrase("{} is no variable", _and(sources))
        if len(sources) == 1
        else phrase("{} are no variable", _and(sources)),
        _TO_VARIABLE,
    )


@kind("refused:float-only")
def float_only(at: Address, variable: str, dtype: str, optimizer: str) -> Said:
    """A variable of a dtype that the optimizer cannot train."""
    return (
        phrase(
            "{} is {}, but {} trains DT_FLOAT variables only: TensorFlow hands it numbers of that type",
            variable,
            dtype,
            optimizer,
        ),
        phrase("Set dtype of {} to DT_FLOAT, or take another optimizer", variable),
    )


@kind("refused:shape-unknown")
def shape_unknown(at: Address, variable: str, optimizer: str) -> Said:
    """The optimizer makes slots of the shape of a variable, and that is not known."""
    return (
        phrase("the shape of {} is not known before it runs, and {} makes slots of that shape", variable, optimizer),
        phrase("Type shape of {}, or take another optimizer", variable),
    )


@kind("refused:no-step")
def no_step(at: Address, optimizer: str) -> Said:
    """An optimizer that drops stale gradients has no global step."""
    return (
        phrase("{} tells stale gradients by the global step, and none is wired", optimizer),
        phrase("Wire a variable of dtype DT_INT64 to global_step"),
    )


@kind("refused:control-into-thread")
def control_into_thread(at: Address, optimizer: str) -> Said:
    """A control wire ends at a block that applies gradients in a thread of its own."""
    return (
        phrase(
            "a control wire ends here, and {} applies gradients in a thread of its own, which would run what "
            "the wire comes from once more",
            optimizer,
        ),
        phrase("Lead it to what computes the loss"),
    )
