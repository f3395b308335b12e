"""Problems of gradients and optimizers that cannot be built for a page."""

from __future__ import annotations

from blockloom.blocks.document.addresses import Address
from blockloom.blocks.problems.problem_registry import ProblemTexts, kind
from blockloom.blocks.text.phrases import Phrase, join, phrase

_TO_VARIABLE = phrase("Wire the ref of a Variable, or the handle of a ResourceVariable")


def _and(names: tuple[str, ...]) -> Phrase:
    return join(phrase(" and "), names)


@kind("refused:ys-without-xs")
def ys_without_xs(address: Address, number: int, source: str) -> ProblemTexts:
    """Report that the differentiated value does not depend on this element of xs, which comes from `source`."""
    return (
        phrase("ys does not depend on xs[{}] ({}) by differentiable ops", number, source),
        phrase("Wire to ys a value that differentiable ops compute from xs"),
    )


@kind("refused:no-static-shape")
def no_static_shape(address: Address, axes: str, shape: str) -> ProblemTexts:
    """Report that an op needs dimensions that are unknown before the page runs.

    Args:
        axes: The unknown axes, "" if their number is unknown too.
    """
    text = (
        phrase("the dimension {} of its input, of shape {}, is not known before the page runs", axes, shape)
        if axes
        else phrase("how many dimensions its input has is not known before the page runs")
    )
    return text, phrase("Type the shape of the Placeholder or Arg that it is computed from, or insert a Reshape")


@kind("refused:no-gradient")
def no_gradient(address: Address, op: str, source: str) -> ProblemTexts:
    """Report that the differentiated value depends on an op, of the block `source`, without a gradient."""
    return (
        phrase("TensorFlow has no gradient for {}, the op of {}, on which {} depends", op, source, address.end),
        phrase("Compute it by other ops, or put a StopGradient behind it to treat it as a constant"),
    )


@kind("refused:gradient-not-stored")
def gradient_not_stored(address: Address, attr: str, source: str) -> ProblemTexts:
    """Report that the differentiated value depends on a block whose custom gradient its model does not store."""
    return (
        phrase(
            "{} has a custom gradient, which is not stored with the model, and {} depends on it", source, address.end
        ),
        phrase(
            "Save the model with its gradients (tf.saved_model.save does) and open that. If the ops of the block have "
            "the same gradient, as for swish, delete the value of {} at it",
            attr,
        ),
    )


@kind("refused:no-gradient-of")
def no_gradient_of(address: Address, source: str, dtype: str) -> ProblemTexts:
    """Report that the dtype of the differentiated value has no gradient."""
    return (
        phrase("{} is {}, and only floating point numbers have gradients", source, dtype),
        phrase("Wire a floating point value, or insert a Cast before the ops that compute it"),
    )


_BOUNDS = {
    "positive": phrase("greater than 0"),
    "positive or zero": phrase("0 or more"),
    "negative or zero": phrase("0 or less"),
}


@kind("refused:out-of-range")
def out_of_range(address: Address, value: float, bound: str) -> ProblemTexts:
    """Report that a hyperparameter is out of the optimizer's range: `bound` is a key of `_BOUNDS`."""
    return phrase("{} is {}, and has to be {}", address.end, value, _BOUNDS[bound]), phrase("Type another number")


@kind("refused:no-number")
def no_number(address: Address, value: str) -> ProblemTexts:
    """Report that a hyperparameter is not a single number."""
    return phrase("{} is one number, not {}", address.end, value), phrase("Type a number, or wire a scalar")


@kind("refused:no-whole-number")
def no_whole_number(address: Address, value: str) -> ProblemTexts:
    """Report that a typed-in count has a fraction."""
    return phrase("{} is {}", address.end, value), phrase("Type an integer")


@kind("refused:stale-twice")
def stale_twice(address: Address, optimizer: str) -> ProblemTexts:
    """Report that a DropStaleGradientOptimizer wraps a SyncReplicasOptimizer."""
    return (
        phrase("{} is a SyncReplicasOptimizer, which drops stale gradients by itself", optimizer),
        phrase("Remove one of the two"),
    )


@kind("refused:beyond-step")
def beyond_step(address: Address, value: str, step: str, dtype: str) -> ProblemTexts:
    """Report that a number of updates is too large for the dtype of the global step `step`."""
    return (
        phrase("{} is {}, which does not fit {}, the dtype of {}", address.end, value, dtype, step),
        phrase("Type a smaller number, or set dtype of {} to DT_INT64", step),
    )


@kind("refused:typed-step")
def typed_step(address: Address) -> ProblemTexts:
    """Report that a global step is typed in instead of wired."""
    return phrase("global_step is a variable that is counted up: it cannot be typed in"), _TO_VARIABLE


@kind("refused:no-variable")
def no_variable(address: Address, source: str) -> ProblemTexts:
    """Report that the wired global step is not a variable."""
    source, _, output = source.partition(".")
    return phrase("{}.{} is not a variable", source, output), _TO_VARIABLE


@kind("refused:step-dtype")
def step_dtype(address: Address, variable: str, dtype: str) -> ProblemTexts:
    """Report that the dtype of a global step is not an integer."""
    return (
        phrase("{} is {}, but a global step must be an integer", variable, dtype),
        phrase("Set dtype of {} to DT_INT64", variable),
    )


@kind("refused:grads-count")
def grads_count(address: Address, count: int, wanted: int, about: str) -> ProblemTexts:
    """Report that the number of gradients differs from the number of variables; `about` describes the pairs."""
    return (
        phrase("{} gradients are wired to grads, but gradients has {}: {}", count, wanted, about),
        phrase("Wire one for each variable, in this order"),
    )


@kind("refused:typed-loss")
def typed_loss(address: Address) -> ProblemTexts:
    """Report that the loss is typed in instead of wired."""
    return (
        phrase("loss must be wired: a typed-in value depends on no variable"),
        phrase("Wire the output to minimize"),
    )


@kind("refused:loss-without")
def loss_without(address: Address, variables: tuple[str, ...]) -> ProblemTexts:
    """Report that the loss does not depend on variables that are to be trained."""
    return (
        phrase("loss does not depend on {} by ops that can be differentiated", _and(variables)),
        phrase("Remove it from var_list, or wire it into the loss"),
    )


@kind("refused:typed-variables")
def typed_variables(address: Address) -> ProblemTexts:
    """Report that the variables to train are typed in instead of wired."""
    return phrase("var_list takes wires, not text"), _TO_VARIABLE


@kind("refused:nothing-to-train")
def nothing_to_train(address: Address) -> ProblemTexts:
    """Report that the loss depends on no variable."""
    return (
        phrase("loss depends on no variable that can be trained"),
        phrase("Wire a Variable of a floating point dtype to an input of the ops that compute loss"),
    )


@kind("refused:trained-is-pinned")
def trained_is_pinned(address: Address) -> ProblemTexts:
    """Report that the loss depends on variables only through a pinned output, which has no gradient."""
    return (
        phrase("all variables that the loss depends on are upstream of a pinned output: nothing is left to train"),
        phrase("Unpin it, or pin an output further upstream"),
    )


@kind("refused:ref-in-function")
def ref_in_function(address: Address, variable: str, user: str) -> ProblemTexts:
    """Report that a variable with a ref is on a function page of the block `user`, on which the loss depends."""
    return (
        phrase("{}, in a function of {}, has no gradient: it is a variable with a ref", variable, user),
        phrase("Make it a ResourceVariable, or set its trainable to false"),
    )


@kind("refused:no-variables")
def no_variables(address: Address, sources: tuple[str, ...]) -> ProblemTexts:
    """Report that some of the values to train are not variables."""
    return (
        phrase("{} is not a variable", _and(sources))
        if len(sources) == 1
        else phrase("{} are not variables", _and(sources)),
        _TO_VARIABLE,
    )


@kind("refused:float-only")
def float_only(address: Address, variable: str, dtype: str, optimizer: str) -> ProblemTexts:
    """Report that the optimizer cannot train a variable of this dtype."""
    return (
        phrase(
            "{} is {}, but {} trains DT_FLOAT variables only",
            variable,
            dtype,
            optimizer,
        ),
        phrase("Set dtype of {} to DT_FLOAT, or use another optimizer", variable),
    )


@kind("refused:shape-unknown")
def shape_unknown(address: Address, variable: str, optimizer: str) -> ProblemTexts:
    """Report that the optimizer needs the shape of a variable for its slots, and the shape is unknown."""
    return (
        phrase("the shape of {} is not known before it runs, but {} needs it for its slots", variable, optimizer),
        phrase("Type shape of {}, or use another optimizer", variable),
    )


@kind("refused:no-step")
def no_step(address: Address, optimizer: str) -> ProblemTexts:
    """Report that an optimizer that drops stale gradients has no global step."""
    return (
        phrase("{} needs a global step to recognise stale gradients, and none is wired", optimizer),
        phrase("Wire a variable of dtype DT_INT64 to global_step"),
    )


@kind("refused:control-into-thread")
def control_into_thread(address: Address, optimizer: str) -> ProblemTexts:
    """Report that a control wire ends at a block that applies gradients in a separate thread."""
    return (
        phrase(
            "a control wire ends here, but {} applies gradients in a separate thread, which would run the source "
            "of the wire a second time",
            optimizer,
        ),
        phrase("Wire it to the ops that compute the loss"),
    )
