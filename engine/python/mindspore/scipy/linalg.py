# SPDX-License-Identifier: Apache-2.0
"""Factorisations and systems of equations with SciPy's names and arguments."""
from mindspore._missing import missing_names
from mindspore.common.dtype import float32, float64, int32, int64
from mindspore.common.tensor import Tensor
from mindspore.ops.factors import lu_factored, permutations
from mindspore.ops.primitive import primitive_call as call
from mindspore import ops

__all__ = ["block_diag", "cho_factor", "cho_solve", "cholesky", "eigh", "inv", "lstsq", "lu", "lu_factor", "solve_triangular"]


def _turned(x):
    return call("Transpose", x, (*range(x.ndim - 2), x.ndim - 1, x.ndim - 2))


def _solved(matrix, b, upper, unit_diagonal=False):
    """x of matrix @ x = b with one triangle of matrix; b may be a vector."""
    right = call("ExpandDims", b, -1) if b.ndim < matrix.ndim else b
    x = call("SolveTriangular", matrix, right, upper, unit_diagonal)
    return call("Squeeze", x, -1) if b.ndim < matrix.ndim else x


def block_diag(*arrs):
    """The matrix with the given matrices along its diagonal and 0 elsewhere; vectors count as rows."""
    if not arrs:
        return ops.zeros((1, 0))
    blocks = [call("Reshape", block, (1, -1)) if block.ndim < 2 else block for block in arrs]
    width, rows, begin = sum(block.shape[1] for block in blocks), [], 0
    for block in blocks:
        height, end = block.shape[0], begin + block.shape[1]
        rows.append(ops.cat((ops.zeros((height, begin), block.dtype), block,
                             ops.zeros((height, width - end), block.dtype)), 1))
        begin = end
    return ops.cat(tuple(rows), 0)


def inv(a, overwrite_a=False, check_finite=True):
    """The inverse of square matrices. ValueError for a singular one."""
    return call("MatrixInverse", a)


def cholesky(a, lower=False, overwrite_a=False, check_finite=True):
    """Cholesky's triangle of positive definite matrices: U with U.T @ U = a, or L with L @ L.T = a if lower."""
    return call("Cholesky", a, not lower)


def cho_factor(a, lower=False, overwrite_a=False, check_finite=True):
    """(triangle, lower) for cho_solve."""
    return cholesky(a, lower), lower


def cho_solve(c_and_lower, b, overwrite_b=False, check_finite=True):
    """x of a @ x = b by what cho_factor gave for a; b is a matrix or a vector."""
    triangle, lower = c_and_lower
    lower_triangle = triangle if lower else _turned(triangle)
    return _solved(_turned(lower_triangle), _solved(lower_triangle, b, False), True)


def eigh(a, b=None, lower=True, eigvals_only=False, overwrite_a=False, overwrite_b=False, turbo=True, eigvals=None,
         type=1, check_finite=True):
    """(w, v): the eigenvalues of symmetric matrices, rising, and their vectors in columns; only w if eigvals_only."""
    if b is not None or eigvals is not None:
        raise ValueError("For 'eigh', the arguments 'b' and 'eigvals' must be None.")
    values, vectors = call("Eigh", a)
    return values if eigvals_only else (values, vectors)


def solve_triangular(a, b, trans=0, lower=False, unit_diagonal=False, overwrite_b=False, debug=None, check_finite=True):
    """x of a @ x = b (of a.T @ x = b for trans 1 or "T") where only one triangle of a is read."""
    if trans not in (0, 1, 2, "N", "T", "C"):
        raise ValueError(f"For 'solve_triangular', 'trans' must be one of [0, 1, 2, 'N', 'T', 'C'], but got {trans!r}.")
    if trans in (0, "N"):
        return _solved(a, b, not lower, unit_diagonal)
    return _solved(_turned(a), b, lower, unit_diagonal)


def _matrix(name, a):
    """A tensor of floats that can be factored; whole numbers become Float64. TypeError for other dtypes."""
    if a.dtype not in (int32, int64, float32, float64):
        raise TypeError(f"For '{name}', the type of `a` should be one of Int32, Int64, Float32 and Float64, but got {a.dtype}.")
    return a.astype(float64) if a.dtype in (int32, int64) else a


def lu_factor(a, overwrite_a=False, check_finite=True):
    """(L below the diagonal and U on and above it, with which row each was exchanged, from 0) of square matrices;
    rows are exchanged for the largest elements. Without gradients."""
    a = _matrix("lu_factor", a)
    if a.ndim < 2 or a.shape[-1] != a.shape[-2]:
        raise ValueError(f"For 'lu_factor', the last two dimensions of `a` should be equal, but got shape {a.shape}.")
    return lu_factored(a)


def lu(a, permute_l=False, overwrite_a=False, check_finite=True):
    """(P, L, U) with P @ L @ U = a for a matrix of no more rows than columns; (P @ L, U) with permute_l. Without
    gradients."""
    a = _matrix("lu", a)
    if a.ndim != 2:
        raise ValueError(f"For 'lu', the dimension of `a` should be 2, but got {a.ndim}.")
    rows, columns = a.shape
    if rows > columns:
        raise ValueError("last two dimensions of LU decomposition must be row less or equal to col.")
    both, pivots = lu_factored(a)
    p = Tensor(permutations(pivots, rows, 0)).astype(int32)
    lower = ops.tril(both[:, :rows], -1) + ops.eye(rows, rows, a.dtype)
    upper = ops.triu(both)
    return (ops.matmul(p.astype(a.dtype), lower), upper) if permute_l else (p, lower, upper)


_DRIVERS = ("gels", "gelsy", "gelss", "gelsd")


def lstsq(A, B, rcond=None, driver=None):
    """
    The X of least |A X - B|, and of those the shortest, by the singular values of A.

    Args:
        A (Tensor): (..., M, N), of Float32 or Float64.
        B (Tensor): (..., M, K) of the same dtype; a vector (M,) for one matrix.
        rcond: accepted; singular values below the rounding error of the largest count as 0.
        driver (str): "gels", "gelsy", "gelss" or "gelsd": which of the further results there are.

    Returns: (X, the squares of what is left of each column for M > N and full rank, the rank, the singular values); what
    the driver does not compute is an empty tensor. Raises TypeError for two dtypes, ValueError for shapes or a driver
    that do not fit.
    """
    driver = "gelsy" if driver is None else driver
    if driver not in _DRIVERS:
        raise ValueError(f"For 'lstsq', the 'driver' must be one of {_DRIVERS}, but got {driver}.")
    if A.dtype != B.dtype:
        raise TypeError(f"For 'lstsq', both tensors must have one dtype, but got {A.dtype} and {B.dtype}.")
    is_vector = A.ndim == 2 and B.ndim == 1
    right = call("ExpandDims", B, -1) if is_vector else B
    if A.ndim < 2 or right.ndim < 2 or right.shape[-2] != A.shape[-2]:
        raise ValueError(f"For 'lstsq', the shapes {A.shape} and {B.shape} do not fit.")
    singular, left, turned = ops.svd(A, False, True)
    least = max(A.shape[-2:]) * (1.2e-7 if A.dtype == float32 else 2.3e-16)
    counts = singular > least * singular.max(-1, keepdims=True)
    inverse = ops.select(counts, 1 / ops.select(counts, singular, ops.ones_like(singular)), ops.zeros_like(singular))
    found = ops.matmul(turned, call("ExpandDims", inverse, -1) * ops.matmul(_turned(left), right))
    rank, none = counts.astype(int64).sum(-1), ops.zeros((0,), A.dtype)
    rest = ops.square(ops.matmul(A, found) - right).sum(-2) if driver != "gelsy" and A.shape[-2] > A.shape[-1] else none
    if is_vector:
        found = call("Squeeze", found, -1)
    return (found, rest, ops.zeros((0,), int64) if driver == "gels" else rank,
            singular if driver in ("gelss", "gelsd") else none)


__getattr__ = missing_names("mindspore.scipy.linalg")
