# SPDX-License-Identifier: Apache-2.0
"""Minima of functions of a vector, and the cheapest assignment of rows to columns, with SciPy's names and arguments."""
import sys
from typing import NamedTuple, Optional

import numpy as np

from mindspore import ops
from mindspore._missing import missing_names, not_yet
from mindspore.common.dtype import int64
from mindspore.common.tensor import Tensor

__all__ = ["line_search", "linear_sum_assignment", "minimize"]


# --- along a line -----------------------------------------------------------------------------------------------------

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


# --- minima -----------------------------------------------------------------------------------------------------------

class OptimizeResults(NamedTuple):
    """What minimize found: x, whether it is a minimum, 0 for one, 1 for too many iterations, 2 and more for a search
    along a line that failed; the value, the gradient, the inverse of the Hessian (of BFGS), and what it took."""

    x: Tensor
    success: bool
    status: int
    fun: float
    jac: Tensor
    hess_inv: Optional[Tensor]
    nfev: int
    njev: int
    nit: int


class _Dense:
    """The inverse of the Hessian, brought nearer by each step."""

    def __init__(self, size):
        self.matrix = np.eye(size)

    def product(self, gradient):
        return self.matrix @ gradient

    def learn(self, step, change):
        along = float(step @ change)
        if along == 0 or not np.isfinite(1 / along):
            return
        half = np.eye(len(step)) - np.outer(step, change) / along
        self.matrix = half @ self.matrix @ half.T + np.outer(step, step) / along


class _Recent:
    """The same of the last steps alone."""

    def __init__(self, most):
        self._most, self._steps = most, []

    def product(self, gradient):
        found, weights = gradient.copy(), []
        for step, change in reversed(self._steps):
            weights.append(step @ found / (step @ change))
            found -= weights[-1] * change
        if self._steps:
            step, change = self._steps[-1]
            found *= step @ change / (change @ change)
        for (step, change), weight in zip(self._steps, reversed(weights)):
            found += (weight - change @ found / (step @ change)) * step
        return found

    def learn(self, step, change):
        if step @ change > 0:
            self._steps = [*self._steps, (step, change)][-self._most:]


def _minimized(f, x0, jac, hessian, maxiter, norm, gtol, line_search_maxiter):
    jac = ops.grad(f) if jac is None else jac
    maxiter = x0.size * 200 if maxiter is None else maxiter
    x, value, gradient = x0, float(f(x0).asnumpy()), jac(x0)
    evaluations, gradients, rounds, status = 1, 1, 0, 0
    slopes = gradient.asnumpy().astype(np.float64)
    while np.linalg.norm(slopes, norm) >= gtol:
        if rounds == maxiter:
            status = 1
            break
        direction = -hessian.product(slopes)
        found = line_search(f, x, Tensor(direction, x0.dtype), jac, gradient, value, maxiter=line_search_maxiter)
        evaluations, gradients = evaluations + found.nfev, gradients + found.ngev
        if found.failed:
            status = 2 + found.status
            break
        rounds += 1
        step, new = found.a_k * direction, found.g_k.asnumpy().astype(np.float64)
        hessian.learn(step, new - slopes)
        x, value, gradient, slopes = x + Tensor(step, x0.dtype), found.f_k, found.g_k, new
    return x, value, gradient, status, evaluations, gradients, rounds


def minimize(func, x0, args=(), method=None, jac=None, hess=None, hessp=None, bounds=None, constraints=(), tol=None,
             callback=None, options=None):
    """
    A minimum of a function near a place.

    Args:
        func (function): of a tensor (n,), and args, to a number.
        x0 (Tensor): where to begin.
        args (tuple): further arguments of func.
        method (str): "BFGS" or "LBFGS".
        jac (function): the gradient; by default that of func.
        options (dict): maxiter, norm, gtol, line_search_maxiter, and history_size for LBFGS.
        others: NotImplementedError for constraints.

    Returns: OptimizeResults. Raises TypeError for args that are no tuple, ValueError for another method.
    """
    if not isinstance(args, tuple):
        raise TypeError(f"args argument to mindspore.scipy.optimize.minimize must be a tuple, got {args}")
    kind, options = str(method).lower(), dict(options or {})
    if kind == "lagrange":
        raise not_yet("minimize with method 'LAGRANGE'")
    if kind not in ("bfgs", "lbfgs"):
        raise ValueError(f"Method {method} not recognized")
    hessian = _Dense(x0.size) if kind == "bfgs" else _Recent(options.pop("history_size", 20))
    settings = {"maxiter": None, "norm": np.inf, "gtol": 1e-5, "line_search_maxiter": 10 if kind == "bfgs" else 20}
    for name, value in options.items():
        if name not in settings:
            raise TypeError(f"For 'minimize', there is no option '{name}'.")
        settings[name] = value
    x, value, gradient, status, evaluations, gradients, rounds = _minimized(lambda x: func(x, *args), x0, jac, hessian,
                                                                            **settings)
    inverse = Tensor(hessian.matrix, x0.dtype) if kind == "bfgs" else None
    return OptimizeResults(x, status == 0, status, value, gradient, inverse, evaluations, gradients, rounds)


# --- assignments ------------------------------------------------------------------------------------------------------

def _cheapest(costs):
    """The column of each row in the cheapest assignment of a matrix that is no higher than wide: rows are added one by
    one, each by the shortest path of exchanges."""
    rows, columns = costs.shape
    row_price, column_price = np.zeros(rows), np.zeros(columns)
    owner = np.full(columns, -1)
    for row in range(rows):
        owner = _with_row(costs, row, owner, row_price, column_price)
    chosen = np.empty(rows, np.int64)
    for column, row in enumerate(owner):
        if row >= 0:
            chosen[row] = column
    return chosen


def _with_row(costs, row, owner, row_price, column_price):
    """The owners of the columns with one row more; the prices change."""
    columns = costs.shape[1]
    least, before = np.full(columns, np.inf), np.full(columns, -1)
    is_done, seen_rows, now, far = np.zeros(columns, bool), [row], row, 0.0
    while True:
        offered = far + costs[now] - row_price[now] - column_price
        is_better = ~is_done & (offered < least)
        least[is_better], before[is_better] = offered[is_better], now
        far = least[~is_done].min(initial=np.inf)
        if not np.isfinite(far):
            raise ValueError("For 'linear_sum_assignment', the cost matrix has no assignment of finite cost.")
        ends = np.flatnonzero(~is_done & (least == far))
        free = ends[owner[ends] < 0]
        column = free[0] if len(free) else ends[0]
        is_done[column] = True
        if owner[column] < 0:
            break
        now = owner[column]
        seen_rows.append(now)
    row_price[row] += far
    owned = {owner[place]: place for place in np.flatnonzero(is_done) if owner[place] >= 0}
    for other in seen_rows[1:]:
        row_price[other] += far - least[owned[other]]
    column_price[is_done] -= far - least[is_done]
    return _exchanged(owner.copy(), before, row, column)


def _exchanged(owner, before, row, column):
    """The owners after the exchanges from a column back to the row."""
    while True:
        giver = before[column]
        owner[column], previous = giver, np.flatnonzero(owner == giver)
        if giver == row:
            return owner
        column = previous[previous != column][0]


def linear_sum_assignment(cost_matrix, maximize, dimension_limit=Tensor(sys.maxsize)):
    """
    Which column goes with which row, so that the sum of their costs is least.

    Args:
        cost_matrix (Tensor): (M, N).
        maximize (bool): the largest sum instead.
        dimension_limit (Tensor): only so many columns count.

    Returns: (rows in order, their columns), Int64 of min(M, N) elements, -1 behind those that there are.

    Raises TypeError for a maximize that is no bool, ValueError for another rank than 2 or no finite assignment.
    """
    if not isinstance(maximize, bool):
        raise TypeError(f"For 'linear_sum_assignment', 'maximize' must be a bool, but got {type(maximize).__name__}.")
    if cost_matrix.ndim != 2:
        raise ValueError(f"For 'linear_sum_assignment', the rank of 'cost_matrix' must be 2, but got {cost_matrix.ndim}.")
    costs = cost_matrix.asnumpy().astype(np.float64)
    count = min(costs.shape)
    costs = costs[:, :min(costs.shape[1], int(dimension_limit.asnumpy()))] * (-1 if maximize else 1)
    is_high = costs.shape[0] > costs.shape[1]
    chosen = _cheapest(costs.T if is_high else costs)
    pairs = sorted(zip(chosen, range(len(chosen)))) if is_high else list(enumerate(chosen))
    found = np.full((2, count), -1)
    found[:, :len(pairs)] = np.array(pairs, np.int64).reshape(-1, 2).T
    return Tensor(found[0], int64), Tensor(found[1], int64)


__getattr__ = missing_names("mindspore.scipy.optimize")
