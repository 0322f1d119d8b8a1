# SPDX-License-Identifier: Apache-2.0
"""A step along a line that makes a function fall and become flat."""
from typing import NamedTuple

from mindspore import ops
from mindspore.common.tensor import Tensor


class LineSearchResults(NamedTuple):
    """What line_search found: a_k is the step, f_k and g_k the function's value and gradient there; of a search that failed
    the lowest step that was tried."""

    failed: bool
    nit: int
    nfev: int
    ngev: int
    k: int
    a_k: float
    f_k: float
    g_k: Tensor
    status: int


class _Line:
    """A function and its slope along a line, counted."""

    def __init__(self, f, gradient, start, direction):
        self._f, self._gradient, self._start, self._direction = f, gradient, start, direction
        self.count, self.lowest = 0, None

    def at(self, step):
        """(value, slope, gradient) at a step."""
        self.count += 1
        x = self._start + self._direction * step
        gradient, value = self._gradient(x), float(self._f(x).asnumpy())
        if self.lowest is None or value < self.lowest[1]:
            self.lowest = (step, value, gradient)
        return value, float((gradient * self._direction).sum().asnumpy()), gradient


def _cubic_minimum(a, fa, slope, b, fb, c, fc):
    """Where the cubic through three points with a slope in the first is least, or None."""
    db, dc = b - a, c - a
    scale = (db * dc) ** 2 * (db - dc)
    if scale == 0:
        return None
    rest_b, rest_c = fb - fa - slope * db, fc - fa - slope * dc
    cubic = (dc * dc * rest_b - db * db * rest_c) / scale
    square = (-dc ** 3 * rest_b + db ** 3 * rest_c) / scale
    under = square * square - 3 * cubic * slope
    return a + (-square + under ** 0.5) / (3 * cubic) if cubic != 0 and under >= 0 else None


def _parabola_minimum(a, fa, slope, b, fb):
    d = b - a
    bend = (fb - fa - slope * d) / (d * d)
    return a - slope / (2 * bend) if bend > 0 else None


def _inside(low, high, margin, place):
    """Whether a place lies between two, not close to either."""
    first, last = min(low, high), max(low, high)
    return place is not None and first + margin <= place <= last - margin


def _between(low, high, previous):
    """The next place to try between (step, value, slope) of the lower end and of the higher one."""
    width = abs(high[0] - low[0])
    if previous is not None:
        place = _cubic_minimum(low[0], low[1], low[2], high[0], high[1], previous[0], previous[1])
        if _inside(low[0], high[0], 0.2 * width, place):
            return place
    place = _parabola_minimum(low[0], low[1], low[2], high[0], high[1])
    return place if _inside(low[0], high[0], 0.1 * width, place) else (low[0] + high[0]) / 2


def _zoomed(line, begin, low, high, c1, c2):
    """(a step between two ends that fulfils both conditions, its value, its gradient); None where none is found."""
    previous = None
    for _ in range(10):
        step = _between(low, high, previous)
        value, slope, gradient = line.at(step)
        if value > begin[0] + c1 * step * begin[1] or value >= low[1]:
            previous, high = high, (step, value, slope)
            continue
        if abs(slope) <= -c2 * begin[1]:
            return step, value, gradient
        if slope * (high[0] - low[0]) >= 0:
            previous, high = high, low
        else:
            previous = low
        low = (step, value, slope)
    return None


def _searched(line, begin, c1, c2, maxiter):
    """(rounds, (step, value, gradient) or None, status) from (value, slope) at 0."""
    last, step = (0.0, *begin), 1.0
    for number in range(1, maxiter + 1):
        value, slope, gradient = line.at(step)
        now = (step, value, slope)
        if value > begin[0] + c1 * step * begin[1] or number > 1 and value >= last[1]:
            found = _zoomed(line, begin, last, now, c1, c2)
            return number, found, 0 if found else 1
        if abs(slope) <= -c2 * begin[1]:
            return number, (step, value, gradient), 0
        if slope >= 0:
            found = _zoomed(line, begin, now, last, c1, c2)
            return number, found, 0 if found else 1
        last, step = now, 2 * step
    return maxiter, None, 3


def line_search(f, xk, pk, jac=None, gfk=None, old_fval=None, old_old_fval=None, c1=1e-4, c2=0.9, maxiter=20):
    """
    A step along pk from xk that fulfils the strong conditions of Wolfe.

    Args:
        f (function): of a tensor (n,) to a number.
        xk, pk (Tensor): the start and the direction, in which f must fall.
        jac (function): the gradient; by default that of f.
        gfk (Tensor), old_fval: gradient and value at xk, where they are known.
        old_old_fval: accepted.
        c1, c2 (float): how much f must fall, and how flat it must become.
        maxiter (int): how often the step is doubled.

    Returns: LineSearchResults.
    """
    jac = ops.grad(f) if jac is None else jac
    line = _Line(f, jac, xk, pk)
    gradient = jac(xk) if gfk is None else gfk
    value = float((f(xk) if old_fval is None else Tensor(old_fval)).asnumpy())
    begin = value, float((gradient * pk).sum().asnumpy())
    number, found, status = _searched(line, begin, c1, c2, maxiter)
    step, value, gradient = line.lowest if found is None else found
    rounds = number + 1
    count = line.count + (gfk is None)
    return LineSearchResults(found is None, rounds - 1, line.count + (old_fval is None), count, rounds, step, value,
                             gradient, status)
