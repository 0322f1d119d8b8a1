# SPDX-License-Identifier: Apache-2.0
"""Derivatives of higher order along a curve: what goes into a function moves with a number t, and so does its result."""
import math

from mindspore.common.tensor import Tensor
from mindspore.ops.gradient import jvp
from mindspore.ops.primitive import primitive_call as call

__all__ = ["jet", "derivative"]


def _curve(start, series):
    """What t gives: start + series[0] t + series[1] t**2 / 2 + ..."""
    def at(t):
        moved, power = start, t
        for order in range(series.shape[0]):
            moved = moved + series[order] * power / math.factorial(order + 1)
            power = power * t
        return moved
    return at


def _slope(function):
    """The derivative of a function of t."""
    def slope(t):
        return jvp(function, t, call("OnesLike", t))[1]
    return slope


def _results(function, order):
    """The value at t = 0 and the first derivatives, in a list."""
    now, found = Tensor(0.0), []
    for _ in range(order + 1):
        found.append(function(now))
        function = _slope(function)
    return found


def _checked(name, primals, series):
    is_one = isinstance(primals, Tensor)
    starts, curves = ((primals,), (series,)) if is_one else (tuple(primals), tuple(series))
    if len(starts) != len(curves):
        raise ValueError(f"For '{name}', there must be a series for each of the {len(starts)} primals, but got "
                         f"{len(curves)}.")
    for start, curve in zip(starts, curves):
        if not isinstance(start, Tensor) or not isinstance(curve, Tensor) or curve.shape[1:] != start.shape:
            raise ValueError(f"For '{name}', the series of a primal must be a Tensor of its shape behind an axis of orders.")
    return starts, curves


def _parts(found):
    """(values, stacked derivatives); tuples of them for a function of several results."""
    if isinstance(found[0], Tensor):
        return found[0], call("Stack", tuple(found[1:]), 0)
    values, stacked = zip(*(_parts(list(each)) for each in zip(*found)))
    return values, stacked


def jet(fn, primals, series):
    """
    The derivatives of fn's result by t at 0, while its arguments move by t.

    Args:
        fn (Cell or function): of tensors to tensors.
        primals (Tensor or tuple of Tensor): the arguments at t = 0.
        series (Tensor or tuple of Tensor): for each the derivatives of the first to the n-th order, along axis 0.

    Returns: (results, their derivatives of the same orders along axis 0).

    Raises ValueError for a series that does not fit its primal.
    """
    starts, curves = _checked("jet", primals, series)
    movers = [_curve(*pair) for pair in zip(starts, curves)]
    return _parts(_results(lambda t: fn(*(mover(t) for mover in movers)), max(curve.shape[0] for curve in curves)))


def derivative(fn, primals, order):
    """
    The order-th derivative of fn's result while all of its arguments grow evenly.

    Returns: (result, derivative). Raises ValueError for an order below 1.
    """
    if isinstance(order, bool) or not isinstance(order, int) or order < 1:
        raise ValueError(f"For 'derivative', the 'order' must be a positive int, but got {order}.")
    starts = (primals,) if isinstance(primals, Tensor) else tuple(primals)
    found = _results(lambda t: fn(*(start + t for start in starts)), order)
    return found[0], found[-1]
