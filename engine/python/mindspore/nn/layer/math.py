# SPDX-License-Identifier: Apache-2.0
"""Mathematical functions as layers."""
import numpy as np

from mindspore import ops
from mindspore.common.dtype import float16, float32
from mindspore.common.tensor import Tensor
from mindspore.nn.cell import Cell
from mindspore.nn.checks import check_bool

__all__ = ["ReduceLogSumExp", "Range", "Moments", "MatMul", "MatDet", "MatInverse", "LGamma", "DiGamma", "IGamma",
           "LBeta"]


class ReduceLogSumExp(Cell):
    """log(sum(exp(x))) over an axis, some axes, or all (an empty tuple)."""

    def __init__(self, axis, keep_dims=False):
        super().__init__()
        self.axis = axis
        self.keep_dims = check_bool(self.cls_name, "keep_dims", keep_dims)

    def construct(self, x):
        axis = tuple(range(x.ndim)) if self.axis == () else self.axis
        return ops.logsumexp(x, axis, self.keep_dims)


class Range(Cell):
    """The numbers from start to limit (without it) in steps of delta; from 0 to start when there is no limit."""

    def __init__(self, start, limit=None, delta=1):
        super().__init__()
        if delta == 0:
            raise ValueError("For 'Range', the 'delta' can not be zero.")
        values = np.arange(start, limit, delta) if limit is not None else np.arange(0, start, delta)
        self.result = Tensor(values.astype(np.float32 if values.dtype == np.float64 else np.int32))

    def construct(self):
        return self.result


class Moments(Cell):
    """(mean, variance) over an axis, some axes, or all; float16 is computed as float32."""

    def __init__(self, axis=None, keep_dims=None):
        super().__init__()
        self.axis = () if axis is None else axis
        self.keep_dims = False if keep_dims is None else check_bool(self.cls_name, "keep_dims", keep_dims)

    def construct(self, x):
        axis = tuple(range(x.ndim)) if self.axis == () else self.axis
        values = x.astype(float32) if x.dtype == float16 else x
        mean = values.mean(axis, keep_dims=True)
        variance = ops.square(values - mean).mean(axis, keep_dims=True)
        if not self.keep_dims:
            mean, variance = mean.squeeze(axis), variance.squeeze(axis)
        return mean.astype(x.dtype), variance.astype(x.dtype)


class MatMul(Cell):
    """The matrix product of x1 and x2, of which either may be transposed first; see ops.matmul."""

    def __init__(self, transpose_x1=False, transpose_x2=False):
        super().__init__()
        self.transpose_x1 = check_bool(self.cls_name, "transpose_x1", transpose_x1)
        self.transpose_x2 = check_bool(self.cls_name, "transpose_x2", transpose_x2)

    def construct(self, x1, x2):
        if self.transpose_x1 and x1.ndim > 1:
            x1 = x1.swapaxes(-2, -1)
        if self.transpose_x2 and x2.ndim > 1:
            x2 = x2.swapaxes(-2, -1)
        return ops.matmul(x1, x2)


class MatDet(Cell):
    """The determinants of matrices (..., n, n)."""

    def construct(self, a):
        return ops.det(a)


class MatInverse(Cell):
    """The inverses of matrices (..., n, n)."""

    def construct(self, a):
        return ops.inverse(a)


class LGamma(Cell):
    """log(|gamma(x)|)"""

    def construct(self, x):
        return ops.lgamma(x)


class DiGamma(Cell):
    """The derivative of log(gamma(x))."""

    def construct(self, x):
        return ops.digamma(x)


class IGamma(Cell):
    """The regularized lower incomplete gamma function of a and x."""

    def construct(self, a, x):
        return ops.igamma(a, x)


class LBeta(Cell):
    """log(|beta(x, y)|)"""

    def construct(self, x, y):
        return ops.lgamma(x) + ops.lgamma(y) - ops.lgamma(x + y)
