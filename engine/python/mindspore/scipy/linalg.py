# SPDX-License-Identifier: Apache-2.0
"""Factorisations and systems of equations with SciPy's names and arguments."""
from mindspore._missing import missing_names
from mindspore.ops.primitive import primitive_call as call
from mindspore import ops

__all__ = ["block_diag", "cho_factor", "cho_solve", "cholesky", "eigh", "inv", "solve_triangular"]


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


__getattr__ = missing_names("mindspore.scipy.linalg")
