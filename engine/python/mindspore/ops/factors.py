# SPDX-License-Identifier: Apache-2.0
"""Factors of matrices that are computed on their elements (LU, Householder reflections, exponentials), and what is solved
with them."""
import numpy as np

from mindspore.common.tensor import Tensor
from mindspore.ops.primitive import primitive_call as call
from mindspore.ops.products import matmul

__all__ = ["geqrf", "orgqr", "ormqr", "lu_solve", "lu_unpack", "matrix_exp"]


def _each(function, *arrays):
    """The function's results for each matrix of a batch, stacked."""
    lead = arrays[0].shape[:-2]
    if not lead:
        return function(*arrays)
    flat = [array.reshape(-1, *array.shape[len(lead):]) for array in arrays]
    found = [function(*parts) for parts in zip(*flat)]
    if not isinstance(found[0], tuple):
        return np.stack(found).reshape(*lead, *found[0].shape)
    return tuple(np.stack(part).reshape(*lead, *part[0].shape) for part in zip(*found))


def _check_matrices(name, x):
    if x.ndim < 2:
        raise ValueError(f"For '{name}', the dimension of the input must be at least 2, but got {x.ndim}.")


# --- Householder reflections ------------------------------------------------------------------------------------------

def _reflected(matrix):
    """(R above the diagonal and the reflections' vectors below it, their factors)"""
    a = matrix.astype(np.float64).copy()
    count = min(a.shape)
    factors = np.zeros(count)
    for k in range(count):
        rest = np.linalg.norm(a[k + 1:, k])
        if rest == 0:
            continue
        beta = -np.copysign(np.hypot(a[k, k], rest), a[k, k])
        factors[k] = (beta - a[k, k]) / beta
        vector = np.concatenate([[1], a[k + 1:, k] / (a[k, k] - beta)])
        a[k:, k + 1:] -= factors[k] * np.outer(vector, vector @ a[k:, k + 1:])
        a[k, k], a[k + 1:, k] = beta, vector[1:]
    return a.astype(matrix.dtype), factors.astype(matrix.dtype)


def geqrf(input):
    """(reflections, their factors) of the QR decomposition of matrices (..., M, N): R on and above the diagonal, the
    vectors of the reflections below it, and the factors (..., min(M, N))."""
    _check_matrices("geqrf", input)
    return tuple(map(Tensor, _each(_reflected, input.asnumpy())))


def _product(reflections, factors):
    """Q of M rows and columns, of reflections I - factor * v v.T."""
    size = reflections.shape[0]
    q = np.eye(size)
    for k, factor in enumerate(factors):
        vector = np.zeros(size)
        vector[k], vector[k + 1:] = 1, reflections[k + 1:, k]
        q -= factor * np.outer(q @ vector, vector)
    return q


def orgqr(input, input2):
    """The first N columns of Q (..., M, N) that the reflections `input` and their factors `input2` make."""
    _check_matrices("orgqr", input)
    found = _each(lambda a, factors: _product(a.astype(np.float64), factors)[:, :a.shape[1]].astype(a.dtype),
                  input.asnumpy(), input2.asnumpy())
    return Tensor(found)


def ormqr(input, tau, other, left=True, transpose=False):
    """Q @ other (other @ Q if not left) for the Q of reflections, turned if asked."""
    _check_matrices("ormqr", input)

    def product(a, factors, given):
        q = _product(a.astype(np.float64), factors)
        q = q.T if transpose else q
        return (q @ given if left else given @ q).astype(given.dtype)
    return Tensor(_each(product, input.asnumpy(), tau.asnumpy(), other.asnumpy()))


# --- LU ---------------------------------------------------------------------------------------------------------------

def factored(matrix):
    """(L below the diagonal and U on and above it, the row that each row was changed with, from 0)"""
    a = matrix.astype(np.float64).copy()
    pivots = np.arange(min(a.shape))
    for k in range(min(a.shape)):
        best = k + int(np.argmax(np.abs(a[k:, k])))
        pivots[k] = best
        a[[k, best]] = a[[best, k]]
        if a[k, k] != 0:
            a[k + 1:, k] /= a[k, k]
            a[k + 1:, k + 1:] -= np.outer(a[k + 1:, k], a[k, k + 1:])
    return a.astype(matrix.dtype), pivots.astype(np.int32)


def lu_factored(a):
    """The same of tensors."""
    _check_matrices("lu_factor", a)
    return tuple(map(Tensor, _each(factored, a.asnumpy())))


def _order(pivots, size):
    """The order of rows that exchanges make."""
    order = np.arange(size)
    for row, other in enumerate(pivots):
        order[[row, other]] = order[[other, row]]
    return order


def permutations(pivots, size, first):
    """Matrices P with P.T @ x = x in the order of the exchanges; their numbers begin at `first`."""
    given = pivots.asnumpy() - first
    if given.size and (given.min() < 0 or given.max() >= size):
        raise ValueError(f"The pivots of an LU decomposition must be from {first} to {size - 1 + first}, but got "
                         f"{pivots.asnumpy().tolist()}.")
    flat = given.reshape(-1, given.shape[-1])
    found = np.stack([np.eye(size)[:, _order(row, size)] for row in flat])
    return found.reshape(*given.shape[:-1], size, size)


def lu_unpack(LU_data, LU_pivots, unpack_data=True, unpack_pivots=True):
    """(P, L, U) of an LU decomposition whose pivots count from 1; what is not to be unpacked is None."""
    _check_matrices("lu_unpack", LU_data)
    rows, columns = LU_data.shape[-2:]
    count = min(rows, columns)
    p = lower = upper = None
    if unpack_pivots:
        p = Tensor(permutations(LU_pivots, rows, 1)).astype(LU_data.dtype)
    if unpack_data:
        lower = call("Tril", LU_data[..., :count], -1) + Tensor(np.eye(rows, count), LU_data.dtype)
        upper = call("Triu", LU_data[..., :count, :], 0)
    return p, lower, upper


def lu_solve(b, LU_data, LU_pivots):
    """x of A @ x = b for the LU decomposition of A, whose pivots count from 1."""
    _check_matrices("lu_solve", LU_data)
    p = Tensor(permutations(LU_pivots, LU_data.shape[-1], 1)).astype(LU_data.dtype)
    ordered = matmul(p.swapaxes(-1, -2), b)
    lower = call("SolveTriangular", LU_data, ordered, False, True)
    return call("SolveTriangular", LU_data, lower, True, False)


def matrix_exp(input):
    """The exponentials of square matrices: a Pade quotient of the halved matrix, squared again."""
    _check_matrices("matrix_exp", input)
    values = input.asnumpy()
    size = np.abs(values).sum(-1).max() if values.size else 0
    halvings = max(0, int(np.ceil(np.log2(size))) + 1) if size > 0 else 0
    x = input / float(2 ** halvings)
    eye = Tensor(np.eye(input.shape[-1]), input.dtype)
    factor, power, above, below = 1.0, eye, eye, eye
    degree = 8
    for k in range(1, degree + 1):
        factor *= (degree - k + 1) / (k * (2 * degree - k + 1))
        power = matmul(power, x)
        above = above + power * factor
        below = below + power * (factor if k % 2 == 0 else -factor)
    result = call("MatrixSolve", call("BroadcastTo", below, input.shape), call("BroadcastTo", above, input.shape))
    for _ in range(halvings):
        result = matmul(result, result)
    return result
