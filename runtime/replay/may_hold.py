"""Whether a condition may hold for a tensor, computed by TensorFlow where the tensor is.

It is asked in each turn of a loop, and what it lets through is asked again in numpy, which decides. So it never says no
where the condition holds or cannot be answered, and may say yes in vain.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import tensorflow as tf

from blockloom.blocks.results.conditions import FINITE, NOT_FINITE, Condition

_INTEGERS = {tf.bool, tf.int8, tf.int16, tf.int32, tf.int64, tf.uint8, tf.uint16, tf.uint32, tf.uint64}
_SMALL, _FLOATS, _COMPLEX = {tf.float16, tf.bfloat16}, {tf.float32, tf.float64}, {tf.complex64, tf.complex128}
_ROUNDING = 1000  # by so many times eps two sums of the same numbers may differ, of the sum of their absolutes
_OVERFLOW = 4  # so many times below the largest number no order of summing overflows


def may_hold(condition: Condition, tensor: tf.Tensor) -> tf.Tensor | None:
    """Whether a condition may hold for a tensor, as a bool [], in the graph of that; None: it always may."""
    dtype, over, index = tensor.dtype.base_dtype, [*reversed(condition.over)], condition.index
    if dtype not in _INTEGERS | _SMALL | _FLOATS | _COMPLEX:
        return None
    if dtype in _COMPLEX and (over or condition.test[0] in "<>"):
        return None
    if index and (tensor.shape.rank is None or tensor.shape.rank < len(index)):
        return None
    part = tensor[tuple(slice(number, number + 1) for number in index)] if index else tensor
    with np.errstate(over="ignore"):
        limit = float(np.float64(condition.value).astype(dtype.as_numpy_dtype)) if dtype in _SMALL else condition.value
    whole = not over and dtype in _INTEGERS - {tf.bool} and _fits(condition.value, dtype)
    if dtype in _INTEGERS | _SMALL and not whole:
        part = tf.cast(part, tf.float64 if dtype in _INTEGERS else tf.float32)
    if {*over[:-1]} <= {"abs"}:
        found = _of_elements(condition, over, part, sorted({limit, condition.value}))
    else:
        found = None
    if found is None and dtype not in _SMALL:
        found = _of_a_number(condition, over, part)
    return tf.logical_or(found, tf.equal(tf.size(part), 0)) if found is not None and index else found


def _of_elements(
    condition: Condition, over: Sequence[str], part: tf.Tensor, limits: Sequence[float]
) -> tf.Tensor | None:
    """What needs no sum; a maximum is above a limit where any element is. None: it is not known so."""
    last, test = over[-1] if over else "abs", condition.test
    if last not in ("abs", "max", "min"):
        return None
    if "abs" in over:
        part = tf.abs(part)
    dtype = part.dtype.as_numpy_dtype
    with np.errstate(over="ignore"):
        low, high = (tf.constant(np.asarray(one).astype(dtype)) for one in (limits[0], limits[-1]))
    fudged, one_of = len(limits) > 1, last != "abs"
    if test in (FINITE, NOT_FINITE):
        if part.dtype.is_integer:
            return tf.constant(test == FINITE)
        finite = _finite(part)
        return _any(finite) if test == FINITE and one_of else _all(finite) if test == FINITE else _any(~finite)
    if test in (">", ">="):
        held, one_of = (part >= low if fudged or test == ">=" else part > low), last == "max"
    elif test in ("<", "<="):
        held, one_of = (part <= high if fudged or test == "<=" else part < high), last == "min"
    elif fudged:
        return None if test == "!=" else _any(tf.logical_and(part >= low, part <= high))
    else:
        held = tf.equal(part, low) if test == "==" else tf.not_equal(part, low)
    return _any(held) if one_of else _all(held)


def _of_a_number(condition: Condition, over: Sequence[str], part: tf.Tensor) -> tf.Tensor | None:
    """What is asked of a sum or such, which another order of summing may give otherwise in the last bits."""
    test, info = condition.test, np.finfo(part.dtype.as_numpy_dtype)
    if test in ("!=", FINITE):
        return None
    margin, risk, one = tf.zeros([], part.dtype), tf.constant(False), False
    for name in over:
        if name == "abs" or one and name == "norm":
            part = tf.abs(part)
        elif not one:
            one = True
            whole = tf.reduce_sum(part * part if name == "norm" else tf.abs(part))
            risk = ~(whole < info.max / _OVERFLOW)  # also where it is NaN
            if name == "norm":
                part = tf.sqrt(whole)
                margin = _ROUNDING * info.eps * part + float(np.sqrt(info.tiny))
            elif name in ("sum", "mean"):
                count = tf.cast(tf.size(part), part.dtype) if name == "mean" else 1.0
                margin = _ROUNDING * info.eps * whole / count
                part = tf.reduce_sum(part) / count
            else:
                part = tf.reduce_max(part) if name == "max" else tf.reduce_min(part)
    if test == NOT_FINITE:
        return tf.logical_or(risk, ~_all(_finite(part)))
    with np.errstate(over="ignore"):
        limit = tf.constant(np.asarray(condition.value).astype(part.dtype.as_numpy_dtype))
    held = (
        part + margin >= limit
        if test in (">", ">=")
        else part - margin <= limit
        if test in ("<", "<=")
        else tf.abs(part - limit) <= margin
    )
    return tf.logical_or(risk, _all(held))


def _fits(value: float, dtype: tf.DType) -> bool:
    """Whether a number is one of an integer dtype, and of float64."""
    return value.is_integer() and max(dtype.min, -(1 << 52)) <= value <= min(dtype.max, 1 << 52)


def _finite(part: tf.Tensor) -> tf.Tensor:
    parts = (tf.math.real(part), tf.math.imag(part)) if part.dtype.is_complex else (part,)
    found = [tf.math.is_finite(one) for one in parts]
    return tf.logical_and(*found) if len(found) > 1 else found[0]


def _any(held: tf.Tensor) -> tf.Tensor:
    return held if held.shape.rank == 0 else tf.reduce_any(tf.reshape(held, [-1]), 0)


def _all(held: tf.Tensor) -> tf.Tensor:
    return held if held.shape.rank == 0 else tf.reduce_all(tf.reshape(held, [-1]), 0)
