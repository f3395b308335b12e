"""What TensorFlow lets through where a value is, before numpy decides."""

import random

import ml_dtypes
import numpy as np
import tensorflow as tf

from blockloom.blocks.document.addresses import Address
from blockloom.blocks.results.conditions import COMPARED, FINITE, NOT_FINITE, OVER, Condition, ConditionError
from blockloom.runtime.replay.may_hold import may_hold
from blockloom.runtime.run.conditions import holds
from tests.extent import slow

DTYPES = ["float32", "float64", "float16", "bfloat16", "int8", "int32", "int64", "uint8", "uint64", "bool", "complex64"]
NUMBERS = [0, 1, -1, 0.5, 2, -3, 0.1, 10, 1e5, 1e30]


def an_array(rng, name):
    shape = [rng.choice((0, 1, 2, 3, 5)) if rng.random() < 0.3 else rng.randint(1, 4) for _ in range(rng.randint(0, 3))]
    values = np.array([rng.choice(NUMBERS) for _ in range(int(np.prod(shape)))], float).reshape(shape)
    if name[0] in "fbc" and name != "bool" and rng.random() < 0.3 and values.size:
        values.flat[rng.randrange(values.size)] = rng.choice((np.nan, np.inf, -np.inf))
    dtype = ml_dtypes.bfloat16 if name == "bfloat16" else name
    with np.errstate(all="ignore"):
        return (np.clip(values, 0, 100) if name[0] in "iu" else values).astype(dtype)


def asked(condition, array):
    try:
        with np.errstate(all="ignore"):
            return holds(condition, {Address(block="X"): {"y": array}})
    except ConditionError:
        return None


@slow
def test_it_never_says_no_where_numpy_says_yes_and_seldom_yes_in_vain():
    rng = random.Random(7)
    cases, fetched = [], []
    with tf.Graph().as_default() as graph:
        for _ in range(700):
            name = rng.choice(DTYPES)
            array = an_array(rng, name)
            over = tuple(rng.choice(OVER) for _ in range(rng.choice((0, 0, 1, 1, 2))))
            index = tuple(rng.randint(0, 3) for _ in range(rng.choice((0, 0, 0, 1, 2))))
            test = rng.choice([*COMPARED, FINITE, NOT_FINITE])
            value = float(array.flat[0]) if array.size and name[0] != "c" and rng.random() < 0.3 else None
            value = float(rng.choice(NUMBERS)) if value is None else value
            condition = Condition(Address("", "X", "y"), index, test, value, over)
            unknown = rng.random() < 0.3
            fed = (
                tf.constant(array) if not unknown else tf.compat.v1.placeholder_with_default(array, [None] * array.ndim)
            )
            may = may_hold(condition, fed)
            cases.append((condition, array, may is None))
            fetched.append(tf.constant(True) if may is None else may)
    with tf.compat.v1.Session(graph=graph) as session:
        found = session.run(fetched)
    vain = known = 0
    for (condition, array, always), may in zip(cases, found):
        held = asked(condition, array)
        assert may.shape == () and (may or held is False), (condition, array)
        known += not always
        vain += bool(may and held is False and not always and array.size)
    assert known > 400 and vain < known / 20, (known, vain)


@slow
def test_sums_that_numpy_and_tensorflow_round_otherwise_are_asked_in_numpy():
    rng = np.random.default_rng(3)
    with tf.Graph().as_default() as graph:
        cases, fetched = [], []
        for over in ("sum",), ("mean",), ("norm",), ("abs", "sum"):
            for _ in range(4):
                array = rng.normal(size=1000).astype(np.float32)
                fed = tf.constant(array)
                total = {"sum": array.sum(), "mean": array.mean(), "norm": np.linalg.norm(array)}[over[-1]]
                for test in "<", "<=", ">", ">=", "==":
                    for value in np.nextafter(total, np.float32(-9)), total, np.nextafter(total, np.float32(9)):
                        condition = Condition(Address("", "X", "y"), (), test, float(value), over)
                        cases.append((condition, array))
                        fetched.append(may_hold(condition, fed))
    with tf.compat.v1.Session(graph=graph) as session:
        for (condition, array), may in zip(cases, session.run(fetched)):
            assert may or not asked(condition, array), condition
