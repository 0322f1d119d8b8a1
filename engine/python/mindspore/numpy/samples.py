# SPDX-License-Identifier: Apache-2.0
"""Functions that are known at some places: lines through points, angles without jumps."""
import math

from mindspore.numpy._arguments import axis_of, call, floating
from mindspore.numpy.reductions import cumsum, diff
from mindspore.numpy.shaping import searchsorted, take

__all__ = ["interp", "unwrap"]


def interp(x, xp, fp, left=None, right=None):
    """The line through the points (xp, fp), xp rising, at the places x; beyond them left and right, or the last fp."""
    x, xp, fp = floating(x), floating(xp), floating(fp)
    after = searchsorted(xp, x, "right")
    after = call("Minimum", call("Maximum", after, 1), xp.size - 1) if xp.size > 1 else after * 0
    before = call("Maximum", after - 1, 0)
    x0, x1, y0, y1 = take(xp, before), take(xp, after), take(fp, before), take(fp, after)
    gap = call("Select", call("Equal", x1, x0), call("OnesLike", x0), x1 - x0)
    result = y0 + (y1 - y0) * (x - x0) / gap
    low = fp[0] if left is None else call("Full", (), float(left), fp.dtype)
    high = fp[-1] if right is None else call("Full", (), float(right), fp.dtype)
    result = call("Select", call("Less", x, xp[0]), low + result * 0, result)
    return call("Select", call("Greater", x, xp[-1]), high + result * 0, result)


def unwrap(p, discont=3.141592653589793, axis=-1):
    """Angles without jumps of more than discont: whole turns are added along the axis."""
    p = floating(p)
    axis = axis_of(axis, p.ndim)
    step = diff(p, axis=axis)
    rest = call("FloorMod", step + math.pi, 2 * math.pi) - math.pi
    is_half = call("LogicalAnd", call("Equal", rest, -math.pi), call("Greater", step, 0))
    rest = call("Select", is_half, -rest, rest)
    turn = call("Select", call("Less", call("Abs", step), discont), call("ZerosLike", step), rest - step)
    before = (slice(None),) * axis
    first = p[(*before, slice(0, 1))]
    return call("Concat", (first, p[(*before, slice(1, None))] + cumsum(turn, axis)), axis)
