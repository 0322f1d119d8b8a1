# SPDX-License-Identifier: Apache-2.0
"""Minima of functions of a vector, by their gradients alone."""
from typing import NamedTuple, Optional

import numpy as np

from mindspore import ops
from mindspore._missing import not_yet
from mindspore.common.tensor import Tensor
from mindspore.scipy.optimize.line_search import line_search


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
