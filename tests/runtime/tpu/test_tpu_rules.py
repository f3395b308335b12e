"""The optimizers' update rules on tensors, against TensorFlow's own training ops or the documented formula."""

import numpy as np
import pytest
import tensorflow as tf
from google.protobuf import text_format
from tensorflow.core.protobuf.tpu.optimization_parameters_pb2 import OptimizationParameters

from blockloom.runtime.tpu.optimizer_rules import OP_NAMES, RULES, WITHOUT_RULE

RNG = np.random.default_rng(5)
GRADIENT, WEIGHTS, ONE, TWO, THREE = (RNG.normal(size=(5, 3)).astype(np.float32) for _ in range(5))
ONE, TWO = abs(ONE) + np.float32(0.1), abs(TWO) + np.float32(0.1)  # sums of squares
RATE = np.float32(0.3)


def ours(optimizer, parameters, *slots):
    """Return the weights and slots after one update by the rule."""
    message = getattr(text_format.Parse(f"{optimizer} {{ {parameters} }}", OptimizationParameters()), optimizer)
    with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        return session.run(RULES[optimizer].update(message, *map(tf.constant, (RATE, GRADIENT, WEIGHTS, *slots))))


def theirs(op, slots, **options):
    """Return the weights and slots after one op on resource variables; `slots` by pin."""
    with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        held = {
            pin: tf.compat.v1.Variable(value, use_resource=True) for pin, value in {"var": WEIGHTS, **slots}.items()
        }
        session.run([v.initializer for v in held.values()])
        session.run(op(**{pin: v.handle for pin, v in held.items()}, grad=GRADIENT, **options))
        return session.run(list(held.values()))


RAW = tf.raw_ops
CASES = [
    ("adagrad", "", RAW.ResourceApplyAdagrad, ["accum"], {"lr": RATE}),
    (
        "ftrl",
        "l1: 0.1 l2: 0.2 lr_power: -0.5",
        RAW.ResourceApplyFtrl,
        ["accum", "linear"],
        {"lr": RATE, "l1": 0.1, "l2": 0.2, "lr_power": -0.5},
    ),
    # beta / (2 * learning rate) is added to l2.
    (
        "ftrl",
        "l1: 0.1 l2: 0.2 lr_power: -0.7 beta: 0.6",
        RAW.ResourceApplyFtrl,
        ["accum", "linear"],
        {"lr": RATE, "l1": 0.1, "l2": 0.2 + 0.6 / (2 * RATE), "lr_power": -0.7},
    ),
    (
        "ftrl",
        "l1: 0.1 l2: 0.2 lr_power: -0.5 multiply_linear_by_lr: true",
        RAW.ResourceApplyFtrl,
        ["accum", "linear"],
        {"lr": RATE, "l1": 0.1, "l2": 0.2, "lr_power": -0.5, "multiply_linear_by_lr": True},
    ),
    (
        "adam",
        "beta1: 0.8 beta2: 0.9 epsilon: 0.01",
        RAW.ResourceApplyAdam,
        ["m", "v"],
        {"beta1_power": 0.0, "beta2_power": 0.0, "lr": RATE, "beta1": 0.8, "beta2": 0.9, "epsilon": 0.01},
    ),
    ("momentum", "momentum: 0.7", RAW.ResourceApplyMomentum, ["accum"], {"lr": RATE, "momentum": 0.7}),
    (
        "momentum",
        "momentum: 0.7 use_nesterov: true",
        RAW.ResourceApplyMomentum,
        ["accum"],
        {"lr": RATE, "momentum": 0.7, "use_nesterov": True},
    ),
    (
        "rms_prop",
        "rho: 0.9 momentum: 0.4 epsilon: 0.01",
        RAW.ResourceApplyRMSProp,
        ["ms", "mom"],
        {"lr": RATE, "rho": 0.9, "momentum": 0.4, "epsilon": 0.01},
    ),
    (
        "adadelta",
        "rho: 0.9 epsilon: 0.01",
        RAW.ResourceApplyAdadelta,
        ["accum", "accum_update"],
        {"lr": RATE, "rho": 0.9, "epsilon": 0.01},
    ),
    (
        "proximal_adagrad",
        "l1: 0.2 l2: 0.3",
        RAW.ResourceApplyProximalAdagrad,
        ["accum"],
        {"lr": RATE, "l1": 0.2, "l2": 0.3},
    ),
    ("proximal_adagrad", "l2: 0.3", RAW.ResourceApplyProximalAdagrad, ["accum"], {"lr": RATE, "l1": 0.0, "l2": 0.3}),
]


@pytest.mark.parametrize("case", CASES, ids=lambda c: f"{c[0]} {c[1]}")
def test_a_rule_does_what_the_training_op_does(case):
    optimizer, parameters, op, pins, options = case
    slots = [ONE, TWO][: len(pins)]
    for got, wanted in zip(
        ours(optimizer, parameters, *slots), theirs(op, dict(zip(pins, slots)), **options), strict=True
    ):
        np.testing.assert_allclose(got, wanted, rtol=1e-5, atol=1e-6)


def test_centered_rms_prop():
    small = np.float32(0.1) * THREE
    var, ms, mom, mg = ours("centered_rms_prop", "rho: 0.9 momentum: 0.4 epsilon: 0.01", ONE, TWO, small)
    wanted = theirs(
        RAW.ResourceApplyCenteredRMSProp,
        {"mg": small, "ms": ONE, "mom": TWO},
        lr=RATE,
        rho=0.9,
        momentum=0.4,
        epsilon=0.01,
    )
    for got, want in zip((var, mg, ms, mom), wanted):
        np.testing.assert_allclose(got, want, rtol=1e-5, atol=1e-6)


def expected(optimizer):
    """Return the formulas in the comments of optimization_parameters.proto, in float64."""
    g, w, a, b = (x.astype(np.float64) for x in (GRADIENT, WEIGHTS, ONE, TWO))
    if optimizer == "adam":
        m, v = 0.8 * a + 0.2 * g, 0.9 * b + 0.1 * g * g
        return w - RATE * m / np.sqrt(v + 0.5**2), m, v
    if optimizer == "adagrad_momentum":
        accumulators = 0.9 * a + 0.1 * g * g
        scale = (accumulators + 0.01) ** (-1 / 3)
        momenta = 0.6 * b + scale
        return w - RATE * g * (0.6 * momenta + scale), accumulators, momenta
    if optimizer == "lion":
        return w - RATE * np.sign(0.7 * a + 0.3 * g), 0.9 * a + 0.1 * g
    if optimizer == "bounded_adagrad":
        accumulators = np.minimum(a + g * g, 0.8)
        return w - RATE * g / np.sqrt(accumulators), accumulators
    if optimizer == "proximal_yogi":
        v = a - 0.1 * np.sign(a - g * g) * g * g
        m = 0.8 * b + 0.2 * g
        return w - RATE * m / (np.sqrt(v) + 0.01), v, m
    assert optimizer == "frequency_estimator"
    delta = RATE - a
    clipped = np.minimum(delta, 0.05)
    return np.where(delta >= 2 * w, clipped, w * 0.9 + clipped * 0.1), np.full_like(a, RATE)


@pytest.mark.parametrize(
    ("optimizer", "parameters"),
    [
        ("adam", "beta1: 0.8 beta2: 0.9 epsilon: 0.5 use_sum_inside_sqrt: true"),
        ("adagrad_momentum", "momentum: 0.6 use_nesterov: true exponent: 3 beta2: 0.9 epsilon: 0.01"),
        ("lion", "beta1: 0.7 beta2: 0.9"),
        ("bounded_adagrad", "update_accumulator_first: true max_accumulator: 0.8"),
        ("proximal_yogi", "beta1: 0.8 beta2: 0.9 epsilon: 0.01"),
        ("frequency_estimator", "tau: 0.1 max_delta: 0.05 outlier_threshold: 2"),
    ],
)
def test_a_rule_does_what_its_documentation_says(optimizer, parameters):
    wanted = expected(optimizer)
    slots = [ONE, TWO][: len(wanted) - 1]
    for got, want in zip(ours(optimizer, parameters, *slots), wanted, strict=True):
        np.testing.assert_allclose(got, want, rtol=1e-5, atol=1e-6)


def test_the_last_rules():
    np.testing.assert_allclose(ours("stochastic_gradient_descent", "")[0], WEIGHTS - RATE * GRADIENT, rtol=1e-6)
    np.testing.assert_array_equal(ours("assign", "")[0], GRADIENT)
    beta_one = ours("adagrad_momentum", "exponent: 2 beta2: 1", ONE, np.zeros_like(ONE))
    np.testing.assert_allclose(beta_one[0], ours("adagrad", "", ONE)[0], rtol=1e-5)  # Adagrad is the special case
    old = ours("bounded_adagrad", "", ONE)
    np.testing.assert_allclose(old[0], WEIGHTS - RATE * GRADIENT / np.sqrt(ONE), rtol=1e-5)


def test_every_optimizer_has_a_rule_or_a_reason_and_the_slots_of_its_load_op(catalogue):
    fields = {f.name for f in OptimizationParameters.DESCRIPTOR.oneofs_by_name["parameters"].fields}
    assert fields == RULES.keys() | WITHOUT_RULE.keys() and not RULES.keys() & WITHOUT_RULE.keys()
    for optimizer, name in OP_NAMES.items():
        pins = [p.name for p in catalogue[f"LoadTPUEmbedding{name}Parameters"].inputs]
        if optimizer in RULES:
            assert pins == ["parameters", *RULES[optimizer].slots]
