"""The update rules of OptimizationParameters, as pure functions on tensors.

`update(parameters, rate, gradient, weights, *slots)` returns the new weights and the new slots. All tensors are rows of
one table, (rows, dimension) float32; `rate` is a scalar, `parameters` the message of that optimizer. The rules are
stated in optimization_parameters.proto, or by the training ops of TensorFlow that it refers to. The names and the order
of the slots are those of the Load and Retrieve ops.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import tensorflow as tf

from blockloom.blocks.text.phrases import phrase

Rows = tuple[tf.Tensor, ...]


class Rule(NamedTuple):
    """The update rule of an optimizer.

    Attributes:
        update: The function.
        slots: The names of the slots as pins of Load and Retrieve ops.
        whole: Returns for the parameters whether a step updates all rows, not only those looked up.
        undocumented: Parameters that must be 0, since their effect is not documented.
    """

    update: Callable[..., Rows]
    slots: tuple[str, ...] = ()
    whole: Callable[[Any], bool] = lambda parameters: False
    undocumented: tuple[str, ...] = ()


def adagrad(p: Any, rate: tf.Tensor, g: tf.Tensor, w: tf.Tensor, accumulators: tf.Tensor) -> Rows:
    """Adagrad: accumulated squares of gradients scale the rate."""
    accumulators = accumulators + g * g
    return w - rate * g * tf.math.rsqrt(accumulators), accumulators


def adagrad_momentum(
    p: Any, rate: tf.Tensor, g: tf.Tensor, w: tf.Tensor, accumulators: tf.Tensor, momenta: tf.Tensor
) -> Rows:
    """Adagrad with momentum and exponent."""
    square = g * g
    accumulators = accumulators + square if p.beta2 == 1 else p.beta2 * accumulators + (1 - p.beta2) * square
    scale = tf.pow(accumulators + p.epsilon, -1 / p.exponent)
    momenta = p.momentum * momenta + scale
    return w - rate * g * (p.momentum * momenta + scale if p.use_nesterov else momenta), accumulators, momenta


def bounded_adagrad(p: Any, rate: tf.Tensor, g: tf.Tensor, w: tf.Tensor, accumulators: tf.Tensor) -> Rows:
    """Adagrad with bounded accumulators."""
    new = accumulators + g * g
    if p.max_accumulator:
        new = tf.minimum(new, p.max_accumulator)
    return w - rate * g * tf.math.rsqrt(new if p.update_accumulator_first else accumulators), new


def gradient_descent(p: Any, rate: tf.Tensor, g: tf.Tensor, w: tf.Tensor) -> Rows:
    """Gradient descent: w - rate * g."""
    return (w - rate * g,)


def ftrl(p: Any, rate: tf.Tensor, g: tf.Tensor, w: tf.Tensor, accumulators: tf.Tensor, linears: tf.Tensor) -> Rows:
    """FTRL-Proximal, with l1, l2 and beta."""
    new = accumulators + g * g
    power, old_power = tf.pow(new, -p.lr_power), tf.pow(accumulators, -p.lr_power)
    # beta / (2 rate) is added to l2. With `multiply_linear_by_lr`, `linears` is the sum times the rate.
    if p.multiply_linear_by_lr:
        linears = linears + g * rate - (power - old_power) * w
        l1, quadratic = p.l1 * rate, power + 2 * p.l2 * rate + p.beta
    else:
        linears = linears + g - (power - old_power) / rate * w
        l1, quadratic = p.l1, (power + p.beta) / rate + 2 * p.l2
    w = tf.where(tf.abs(linears) > l1, (l1 * tf.sign(linears) - linears) / quadratic, tf.zeros_like(w))
    return w, new, linears


def adam(p: Any, rate: tf.Tensor, g: tf.Tensor, w: tf.Tensor, momenta: tf.Tensor, velocities: tf.Tensor) -> Rows:
    """Adam, without bias correction."""
    momenta = p.beta1 * momenta + (1 - p.beta1) * g
    velocities = p.beta2 * velocities + (1 - p.beta2) * g * g
    root = tf.sqrt(velocities + p.epsilon**2) if p.use_sum_inside_sqrt else tf.sqrt(velocities) + p.epsilon
    return w - rate * momenta / root, momenta, velocities


def momentum(p: Any, rate: tf.Tensor, g: tf.Tensor, w: tf.Tensor, momenta: tf.Tensor) -> Rows:
    """Momentum, plain or Nesterov's."""
    momenta = p.momentum * momenta + g
    return w - rate * (g + p.momentum * momenta if p.use_nesterov else momenta), momenta


def lion(p: Any, rate: tf.Tensor, g: tf.Tensor, w: tf.Tensor, momenta: tf.Tensor) -> Rows:
    """Lion: the sign of the interpolated momentum."""
    return w - rate * tf.sign(p.beta1 * momenta + (1 - p.beta1) * g), p.beta2 * momenta + (1 - p.beta2) * g


def rms_prop(p: Any, rate: tf.Tensor, g: tf.Tensor, w: tf.Tensor, ms: tf.Tensor, mom: tf.Tensor) -> Rows:
    """RMSProp with momentum."""
    ms = p.rho * ms + (1 - p.rho) * g * g
    mom = p.momentum * mom + rate * g * tf.math.rsqrt(ms + p.epsilon)
    return w - mom, ms, mom


def centered_rms_prop(
    p: Any, rate: tf.Tensor, g: tf.Tensor, w: tf.Tensor, ms: tf.Tensor, mom: tf.Tensor, mg: tf.Tensor
) -> Rows:
    """Centered RMSProp with momentum."""
    ms = p.rho * ms + (1 - p.rho) * g * g
    mg = p.rho * mg + (1 - p.rho) * g
    mom = p.momentum * mom + rate * g * tf.math.rsqrt(ms - mg * mg + p.epsilon)
    return w - mom, ms, mom, mg


def adadelta(p: Any, rate: tf.Tensor, g: tf.Tensor, w: tf.Tensor, accumulators: tf.Tensor, updates: tf.Tensor) -> Rows:
    """Adadelta."""
    accumulators = p.rho * accumulators + (1 - p.rho) * g * g
    update = tf.sqrt(updates + p.epsilon) * tf.math.rsqrt(accumulators + p.epsilon) * g
    return w - rate * update, accumulators, p.rho * updates + (1 - p.rho) * update * update


def proximal_adagrad(p: Any, rate: tf.Tensor, g: tf.Tensor, w: tf.Tensor, accumulators: tf.Tensor) -> Rows:
    """Adagrad with proximal l1 and l2."""
    accumulators = accumulators + g * g
    rates = rate * tf.math.rsqrt(accumulators)
    w = w - rates * g
    return tf.sign(w) * tf.maximum(tf.abs(w) - rates * p.l1, 0) / (1 + rates * p.l2), accumulators


def proximal_yogi(p: Any, rate: tf.Tensor, g: tf.Tensor, w: tf.Tensor, v: tf.Tensor, m: tf.Tensor) -> Rows:
    """Yogi (Algorithm 2 of the paper that the proto names), without l1 and l2."""
    square = g * g
    v = v - (1 - p.beta2) * tf.sign(v - square) * square
    m = p.beta1 * m + (1 - p.beta1) * g
    return w - rate * m / (tf.sqrt(v) + p.epsilon), v, m


def frequency_estimator(p: Any, rate: tf.Tensor, g: tf.Tensor, w: tf.Tensor, last_hit_step: tf.Tensor) -> Rows:
    """Estimate the steps between two lookups of a row; `rate` is the global step."""
    # The gradient is not used: it only marks the rows that were looked up.
    delta = rate - last_hit_step
    clipped = tf.minimum(delta, p.max_delta)
    w = tf.where(delta >= p.outlier_threshold * w, clipped, w * (1 - p.tau) + clipped * p.tau)
    return w, tf.zeros_like(last_hit_step) + rate


def assign(p: Any, rate: tf.Tensor, g: tf.Tensor, w: tf.Tensor) -> Rows:
    """Assign the gradient as the new value."""
    return (g,)


# Field of OptimizationParameters -> rule.
RULES: dict[str, Rule] = {
    "adagrad": Rule(adagrad, ("accumulators",)),
    "adagrad_momentum": Rule(adagrad_momentum, ("accumulators", "momenta")),
    "bounded_adagrad": Rule(bounded_adagrad, ("accumulators",), undocumented=("max_var_update",)),
    "stochastic_gradient_descent": Rule(gradient_descent),
    "ftrl": Rule(ftrl, ("accumulators", "linears")),
    "adam": Rule(adam, ("momenta", "velocities"), whole=lambda p: p.use_non_lazy_adam),
    "momentum": Rule(momentum, ("momenta",)),
    "lion": Rule(lion, ("momenta",), whole=lambda p: p.use_non_lazy_lion),
    "rms_prop": Rule(rms_prop, ("ms", "mom")),
    "centered_rms_prop": Rule(centered_rms_prop, ("ms", "mom", "mg")),
    "adadelta": Rule(adadelta, ("accumulators", "updates")),
    "proximal_adagrad": Rule(proximal_adagrad, ("accumulators",)),
    "proximal_yogi": Rule(proximal_yogi, ("v", "m"), undocumented=("l1", "l2")),
    "frequency_estimator": Rule(frequency_estimator, ("last_hit_step",)),
    "assign": Rule(assign),
}
# Other fields -> why they cannot run in the CPU reference.
WITHOUT_RULE = {
    "mdl_adagrad_light": phrase(
        "TensorFlow's documentation calls it a variant of a paper's algorithm and does not say which"
    ),
    "online_yogi": phrase(
        "TensorFlow's documentation does not say how it extends the algorithm of the paper that it names"
    ),
    "frequency_aware_adagrad": phrase(
        "the rule in TensorFlow's documentation contradicts itself: it multiplies by the "
        "gradient twice and leaves the learning rate out"
    ),
    "user_defined_program": phrase("it is a program for the TPU itself"),
}
# Optimizers with their own Load and Retrieve ops. The others use the ops that load and retrieve all tables.
OP_NAMES = {
    "adagrad": "Adagrad",
    "adagrad_momentum": "AdagradMomentum",
    "stochastic_gradient_descent": "StochasticGradientDescent",
    "ftrl": "FTRL",
    "adam": "ADAM",
    "momentum": "Momentum",
    "rms_prop": "RMSProp",
    "centered_rms_prop": "CenteredRMSProp",
    "mdl_adagrad_light": "MDLAdagradLight",
    "adadelta": "Adadelta",
    "proximal_adagrad": "ProximalAdagrad",
    "proximal_yogi": "ProximalYogi",
    "frequency_estimator": "FrequencyEstimator",
}
