# SPDX-License-Identifier: Apache-2.0
"""Primitives of linear algebra and of special functions."""
import sys

from mindspore.common.tensor import Tensor
from mindspore.ops.operations._rows import attrs, module_getattr, operator
from mindspore.ops.primitive import primitive_call as call


def _ops():
    return sys.modules["mindspore.ops"]


def _turned(x):
    return x.swapaxes(-1, -2)


def _triangular(prim, matrix, rhs):
    if prim.adjoint:
        return call("SolveTriangular", _turned(matrix), rhs, prim.lower, False)
    return call("SolveTriangular", matrix, rhs, not prim.lower, False)


def _tridiagonal(prim, above, middle, below, rhs):
    """The product of matrices of three diagonals and rhs; the last of `above` and the first of `below` do not count."""
    zeros = call("ZerosLike", rhs[..., :1, :])
    down = call("Concat", (rhs[..., 1:, :], zeros), -2)
    up = call("Concat", (zeros, rhs[..., :-1, :]), -2)
    return (call("ExpandDims", above[..., 0, :], -1) * down + call("ExpandDims", middle[..., 0, :], -1) * rhs
            + call("ExpandDims", below[..., 0, :], -1) * up)


def _diag_v3(prim, x, k, num_rows, num_cols, padding_value):
    return _ops().matrix_diag(x, k, num_rows, num_cols, padding_value, prim.align)


# --- special functions ------------------------------------------------------------------------------------------------

def _fraction(a, b, x):
    """The continued fraction of the incomplete beta function, by Lentz' method."""
    tiny = 1e-30

    def kept(value):
        return call("Select", call("Less", call("Abs", value), tiny), call("Full", value.shape, tiny, value.dtype), value)
    c, d = call("OnesLike", x), 1 / kept(1 - (a + b) * x / (a + 1))
    result = d
    for m in range(1, 80):
        for part in (m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
                     -((a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)))):
            d, c = 1 / kept(1 + part * d), kept(1 + part / c)
            result = result * d * c
    return result


def _betainc(prim, a, b, x):
    """The regularised incomplete beta function, by the fraction that converges: of x, or of 1 - x with a and b changed."""
    turns = call("Greater", x, (a + 1) / (a + b + 2))
    first, second = call("Select", turns, b, a), call("Select", turns, a, b)
    at = call("Select", turns, 1 - x, x)
    inner = call("LogicalAnd", call("Greater", at, 0.0), call("Less", at, 1.0))
    safe = call("Select", inner, at, call("Full", at.shape, 0.5, at.dtype))
    scale = call("Lgamma", first + second) - call("Lgamma", first) - call("Lgamma", second)
    front = call("Exp", scale + first * call("Log", safe) + second * call("Log1p", -safe)) / first
    value = call("Select", inner, front * _fraction(first, second, safe), call("ZerosLike", at))
    return call("Select", turns, 1 - value, value)


def _polygamma(prim, a, x):
    return call("Polygamma", int(a.asnumpy()) if isinstance(a, Tensor) else a, x)


Qr = operator("Qr", attrs(full_matrices=False))
Eig = operator("Eig", attrs(compute_v=False))
Svd = operator("Svd", attrs(full_matrices=False, compute_uv=True))
Geqrf = operator("Geqrf", function="geqrf")
Orgqr = operator("Orgqr", function="orgqr")
Ormqr = operator("Ormqr", attrs(left=True, transpose=False), function="ormqr")
LuSolve = operator("LuSolve", function="lu_solve")
LuUnpack = operator("LuUnpack", attrs(unpack_data=True, unpack_pivots=True), function="lu_unpack")
Lstsq = operator("Lstsq", attrs(fast=True, l2_regularizer=0.0), run=lambda prim, x, a: _ops().lstsq(x, a))
CholeskySolve = operator("CholeskySolve", attrs(upper=False), function="cholesky_solve")
MatrixSolve = operator("MatrixSolve", attrs(adjoint=False), run=lambda prim, matrix, rhs: call(
    "MatrixSolve", _ops().adjoint(matrix) if prim.adjoint else matrix, rhs))
MatrixTriangularSolve = operator("MatrixTriangularSolve", attrs(lower=True, adjoint=False), run=_triangular)
MatrixExp = operator("MatrixExp", function="matrix_exp")
TridiagonalMatMul = operator("TridiagonalMatMul", run=_tridiagonal)
_ALIGN = attrs(align="RIGHT_LEFT")
MatrixDiagV3 = operator("MatrixDiagV3", _ALIGN, run=_diag_v3)
MatrixDiagPartV3 = operator("MatrixDiagPartV3", _ALIGN, run=lambda prim, x, k, padding_value: _ops().matrix_diag_part(
    x, k, padding_value, prim.align))
MatrixSetDiagV3 = operator("MatrixSetDiagV3", _ALIGN, run=lambda prim, x, diagonal, k: _ops().matrix_set_diag(
    x, diagonal, k, prim.align))

Igamma = operator("Igamma")
Igammac = operator("Igammac")
Betainc = operator("Betainc", run=_betainc)
Mvlgamma = operator("Mvlgamma", attrs("p"), function="mvlgamma")
Polygamma = operator("Polygamma", run=_polygamma)
PopulationCount = operator("PopulationCount", function="population_count")

__getattr__ = module_getattr("mindspore.ops.operations.linalg_ops")
