# SPDX-License-Identifier: Apache-2.0
"""Primitives of arithmetic, reductions and linear algebra."""
import sys

import _jitscope
from mindspore.common import dtype as mstype
from mindspore.common.tensor import Tensor
from mindspore.ops import reductions
from mindspore.ops.axes import from_front
from mindspore.ops.frequencies import pieces_transformed
from mindspore.ops.operations._rows import CatalogueOperator, attrs, module_getattr, operator, plain
from mindspore.ops.primitive import primitive, primitive_call as call


def _ops():
    return sys.modules["mindspore.ops"]


def _transform_of_size(prim, x):
    """Along the last axes, as many as signal_ndim says; signal_sizes counts where half a spectrum becomes real numbers."""
    axes = tuple(range(x.ndim - prim.signal_ndim, x.ndim))
    name = "IFFTN" if prim.inverse else "FFTN"
    if prim.real and prim.onesided:
        name = "IRFFTN" if prim.inverse else "RFFTN"
    sizes = (tuple(prim.signal_sizes) or None) if name == "IRFFTN" else None
    if name == "IRFFTN" and sizes is None and x.shape[-1] == 1:
        raise ValueError("For 'FFTWithSize', the last dimension of the input cannot be 1, but got: 1")
    found = call(name, x, sizes, axes, prim.norm)
    return call("Real", found) if prim.real and prim.inverse and not prim.onesided else found


def _all_of(values, function):
    """The fold of a tuple of tensors."""
    total = values[0]
    for value in values[1:]:
        total = function(total, value)
    return total


def _add_n(prim, inputs):
    if isinstance(inputs, Tensor):
        return inputs
    if not isinstance(inputs, (tuple, list)) or not inputs:
        raise TypeError("For 'AddN', the input must be a tuple or list of at least one Tensor.")
    return _all_of(inputs, lambda x, y: call("Add", x, y))


def _square_sum_all(prim, x, y):
    if x.dtype != y.dtype or not x.dtype.is_floating_point:
        raise TypeError("For 'SquareSumAll', both inputs must be of one floating-point dtype, but got "
                        f"{x.dtype} and {y.dtype}.")
    if x.shape != y.shape:
        raise ValueError(f"For 'SquareSumAll', both inputs must have one shape, but got {x.shape} and {y.shape}.")
    return call("ReduceSum", x * x), call("ReduceSum", y * y)


def _lp_norm(prim, x):
    power = call("Pow", call("Abs", x), prim.p)
    total = call("ReduceSum", power, prim.axis, prim.keep_dims)
    return call("Pow", total, 1 / prim.p)


def _float_status(prim, *inputs):
    return Tensor([0.0] * 8)


def _matrix_inverse(prim, x):
    return _ops().inverse(_ops().adjoint(x) if prim.adjoint else x)


def _cumulative(record):
    """CumSum and CumProd have the axis as an input, exclusive and reverse as attributes."""
    def run(prim, x, axis):
        if not prim.exclusive and not prim.reverse:
            return call(record, x, axis)
        axis = from_front(axis, x.ndim)
        forth = _reversed(x, axis) if prim.reverse else x
        result = call(record, forth, axis)
        if prim.exclusive:
            result = _shifted(result, axis, 0 if record == "CumSum" else 1)
        return _reversed(result, axis) if prim.reverse else result
    return run


def _reversed(x, axis):
    return _ops().flip(x, (axis,))


def _shifted(x, axis, first):
    """Each element at the place of the next, `first` at the first."""
    before = (slice(None),) * axis
    head = call("Full", (*x.shape[:axis], 1, *x.shape[axis + 1:]), first, x.dtype)
    return call("Concat", (head, x[(*before, slice(0, -1))]), axis)


def _linspace(prim, start, stop, num):
    return _ops().linspace(start, stop, num)


def _index_add(prim, x, indices, y):
    return _ops().index_add(x, indices, y, prim.axis)


def _is_close(prim, x, y):
    return call("IsClose", x, y, prim.rtol, prim.atol, prim.equal_nan)


def _mod(prim, x, y):
    """The remainder with the sign of x. Unlike other operators of arithmetic it takes no two numbers."""
    if isinstance(x, _NUMBERS) and isinstance(y, _NUMBERS):
        raise TypeError("For 'Mod', the element of 'x' must be one of Tensor where 'y' is none, but got two numbers.")
    return call("TruncateMod", x, y)


_NUMBERS = (bool, int, float, _jitscope.Scalar)
_REDUCTION = attrs(keep_dims=False)
_EPSILONS = {mstype.float16: 2.0**-10, mstype.float32: 2.0**-23, mstype.float64: 2.0**-52}

globals().update(plain(
    "Abs ACos Acosh Add Addcdiv Addcmul Asin Asinh Atan Atan2 Atanh BesselI0 BesselI0e BesselI1 BesselI1e "
    "BesselJ0 "
    "BesselJ1 BesselK0 BesselK0e BesselK1 BesselK1e BesselY0 BesselY1 BitwiseAnd BitwiseOr BitwiseXor Ceil CopySign "
    "Cos Cosh "
    "Digamma Div DivNoNan Equal Erf Erfc Erfinv Exp Expm1 Floor FloorDiv FloorMod Gcd Greater GreaterEqual Heaviside "
    "Hypot IsFinite IsInf IsNan Lcm LeftShift Lerp Less LessEqual Lgamma Log Log1p LogicalAnd LogicalNot LogicalOr "
    "LogicalXor Maximum Minimum Mul Neg NextAfter NotEqual Pow Reciprocal RightShift Round Rsqrt Sign Sin "
    "Sinc Sinh "
    "Sqrt Square SquaredDifference Sub Tan Tanh Trunc TruncateDiv TruncateMod Xdivy Xlogy Zeta"))

AddN = operator("AddN", run=_add_n)


class STFT(CatalogueOperator):
    """STFT(n_fft, hop_length, win_length, normalized, onesided, return_complex)(x, window): the Fourier transform of each
    piece of a signal, as ops.stft without padding. Raises TypeError for attributes of other types."""

    attributes = attrs("n_fft", "hop_length", "win_length", "normalized", "onesided", "return_complex")

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        for at, (name, value) in enumerate(self.attrs.items()):
            wanted = int if at < 3 else bool
            if type(value) is not wanted:
                raise TypeError(f"For 'STFT', the type of '{name}' should be '{wanted.__name__}', but got type "
                                f"'{type(value).__name__}'.")

    def __call__(self, x, window):
        return pieces_transformed(x, window, self.n_fft, self.hop_length, self.win_length, self.normalized, self.onesided,
                                  self.return_complex)


AccumulateNV2 = operator("AccumulateNV2", run=_add_n)
TensorAdd = operator("TensorAdd", record="Add")
AddV2 = operator("AddV2", record="Add")
RealDiv = operator("RealDiv", record="Div")
Mod = operator("Mod", run=_mod)
Inv = operator("Inv", function="inv")
Invert = operator("Invert", record="BitwiseNot")
Rint = operator("Rint", record="Round")
Fmax = operator("Fmax", function="fmax")
Fmin = operator("Fmin", function="fmin")
MulNoNan = operator("MulNoNan", run=lambda prim, x, y: call("Select", call("Equal", y, 0), call("ZerosLike", x * y),
                                                            x * y))
IsClose = operator("IsClose", attrs(rtol=1e-05, atol=1e-08, equal_nan=False), run=_is_close)
ApproximateEqual = operator("ApproximateEqual", attrs(tolerance=1e-05), function="approximate_equal")
NanToNum = operator("NanToNum", attrs(nan=None, posinf=None, neginf=None), function="nan_to_num")
Logit = operator("Logit", attrs(eps=-1.0), function="logit")
Cross = operator("Cross", attrs(dim=-65530), function="cross")
Cdist = operator("Cdist", attrs(p=2.0), function="cdist")

MatMul = operator("MatMul", attrs(transpose_a=False, transpose_b=False))
BatchMatMul = operator("BatchMatMul", attrs(transpose_a=False, transpose_b=False))
Ger = operator("Ger", function="ger")
Trace = operator("Trace", function="trace")
MatrixInverse = operator("MatrixInverse", attrs(adjoint=False), run=_matrix_inverse)
MatrixDeterminant = operator("MatrixDeterminant", function="det")
LogMatrixDeterminant = operator("LogMatrixDeterminant", function="slogdet")
Angle = operator("Angle", record="Angle")
Complex, ComplexAbs = operator("Complex", record="Complex"), operator("ComplexAbs", record="ComplexAbs")
Conj = operator("Conj", record="Conj")
Polar = operator("Polar", function="polar")
ConjugateTranspose = operator("ConjugateTranspose", run=lambda prim, x, perm: call("Conj", call("Transpose", x, perm)))
FFTWithSize = operator("FFTWithSize", attrs("signal_ndim", "inverse", "real", norm="backward", onesided=True,
                                            signal_sizes=()), run=_transform_of_size)
Real = operator("Real", function="real")
Imag = operator("Imag", function="imag")
MatrixPower = operator("MatrixPower", attrs("n"), function="matrix_power")
Cholesky = operator("Cholesky", attrs(upper=False), function="cholesky")
CholeskyInverse = operator("CholeskyInverse", attrs(upper=False), function="cholesky_inverse")
LpNorm = operator("LpNorm", attrs("axis", p=2, keep_dims=False, epsilon=1e-12), run=_lp_norm)



def _axes(axis):
    """Axes, which may also be given as a Tensor."""
    return tuple(axis.reshape(-1).tolist()) if isinstance(axis, Tensor) else axis


def _fold(record):
    return lambda prim, x, axis=(): primitive(record)(x, _axes(axis), prim.keep_dims)


ReduceSum = operator("ReduceSum", attrs(keep_dims=False, skip_mode=False),
                     run=lambda prim, x, axis=(): reductions.reduce_sum(x, _axes(axis), prim.keep_dims))
ReduceMean = operator("ReduceMean", _REDUCTION, run=_fold("ReduceMean"))
ReduceMax = operator("ReduceMax", _REDUCTION, run=_fold("ReduceMax"))
ReduceMin = operator("ReduceMin", _REDUCTION, run=_fold("ReduceMin"))
ReduceProd = operator("ReduceProd", _REDUCTION,
                      run=lambda prim, x, axis=(): reductions.reduce_prod(x, _axes(axis), prim.keep_dims))
ReduceAll = operator("ReduceAll", _REDUCTION, run=_fold("ReduceAll"))
ReduceAny = operator("ReduceAny", _REDUCTION, run=_fold("ReduceAny"))
SquareSumAll = operator("SquareSumAll", run=_square_sum_all)
CumSum = operator("CumSum", attrs(exclusive=False, reverse=False), run=_cumulative("CumSum"))
CumProd = operator("CumProd", attrs(exclusive=False, reverse=False), run=_cumulative("CumProd"))
Cummax = operator("Cummax", attrs("axis"), function="cummax")
Cummin = operator("Cummin", attrs("axis"), function="cummin")
CountNonZero = operator("CountNonZero", attrs(dims=None), run=lambda prim, x: _ops().count_nonzero(x, prim.dims or ()))
Argmax = operator("Argmax", attrs(axis=-1, output_type=mstype.int32),
                  run=lambda prim, x: call("Cast", call("Argmax", x, prim.axis), prim.output_type))
Argmin = operator("Argmin", attrs(axis=-1, output_type=mstype.int32),
                  run=lambda prim, x: call("Cast", call("Argmin", x, prim.axis), prim.output_type))
ArgMaxWithValue = operator("ArgMaxWithValue", attrs(axis=0, keep_dims=False), run=lambda prim,
                           x: _with_place(prim, x, "max"))
ArgMinWithValue = operator("ArgMinWithValue", attrs(axis=0, keep_dims=False), run=lambda prim,
                           x: _with_place(prim, x, "min"))
Median = operator("Median", attrs(global_median=False, axis=0, keep_dims=False, ignore_nan=False),
                  run=lambda prim, x: _median(prim, x))

LinSpace = operator("LinSpace", run=_linspace)
LogSpace = operator("LogSpace", attrs(steps=10, base=10, dtype=mstype.float32), function="logspace")
IndexAdd = operator("IndexAdd", attrs("axis", use_lock=True, check_index_bound=True), run=_index_add)
InplaceIndexAdd = operator("InplaceIndexAdd", attrs("axis"), run=lambda prim, var, indices, updates: call(
    "Assign", var, _index_add(prim, var, indices, updates)))
InplaceAdd = operator("InplaceAdd", attrs("indices"), run=lambda prim, x, v: _ops().inplace_add(x, v, prim.indices))
InplaceSub = operator("InplaceSub", attrs("indices"), run=lambda prim, x, v: _ops().inplace_sub(x, v, prim.indices))
InplaceUpdate = operator("InplaceUpdate", attrs("indices"), run=lambda prim, x, v: _ops().inplace_update(x, v,
                                                                                                         prim.indices))

EuclideanNorm = operator("EuclideanNorm", attrs(keep_dims=False), run=lambda prim, x, axes: call(
    "Sqrt", call("ReduceSum", x * x, tuple(axes.tolist()) if isinstance(axes, Tensor) else axes, prim.keep_dims)))
ReduceStd = operator("ReduceStd", attrs(axis=(), unbiased=True, keep_dims=False), run=lambda prim,
                     x: _std_and_mean(prim, x))
LerpScalar = operator("LerpScalar", record="Lerp")
Eps = operator("Eps", run=lambda prim, x: call("Full", x.shape, _EPSILONS[x.dtype], x.dtype))
EqualCount = operator("EqualCount", run=lambda prim, x, y: call(
    "Cast", call("ReduceSum", call("Cast", call("Equal", x, y), mstype.int32)), x.dtype).reshape((1,)))
CheckNumerics = operator("CheckNumerics", run=lambda prim, x: _checked_numbers(x))
MatrixBandPart = operator("MatrixBandPart", function="matrix_band_part")
Renorm = operator("Renorm", attrs("p", "dim", "maxnorm"), run=lambda prim, x: _ops().renorm(x, prim.p, prim.dim,
                                                                                            prim.maxnorm))
Pdist = operator("Pdist", attrs(p=2.0), function="pdist")
Bincount = operator("Bincount", run=lambda prim, x, size, weights: _weighted_counts(x, int(size), weights))
Bucketize = operator("Bucketize", attrs("boundaries"), run=lambda prim, x: _below(
    Tensor(prim.boundaries, mstype.float32), x, "LessEqual", mstype.int32))

# There is no overflow flag on a CPU: nothing has overflowed.
NPUAllocFloatStatus = operator("NPUAllocFloatStatus", run=_float_status)
NPUGetFloatStatus = operator("NPUGetFloatStatus", run=_float_status)
NPUClearFloatStatus = operator("NPUClearFloatStatus", run=_float_status)
FloatStatus = operator("FloatStatus", run=lambda prim, x: call("Cast", call("ReduceAny", call(
    "LogicalNot", call("IsFinite", x))), mstype.float32).reshape((1,)))


def _with_place(prim, x, which):
    """(places, values) of the largest or smallest elements along an axis."""
    values, places = getattr(_ops(), which)(x, prim.axis, prim.keep_dims)
    return call("Cast", places, mstype.int32), values


def _std_and_mean(prim, x):
    axis = prim.axis if prim.axis not in ((), []) else None
    mean = call("ReduceMean", x, axis, True)
    squares = call("ReduceSum", (x - mean) * (x - mean), axis, prim.keep_dims)
    count = x.size // max(mean.size, 1) - (1 if prim.unbiased else 0)
    return call("Sqrt", squares / count), call("ReduceMean", x, axis, prim.keep_dims)


def _checked_numbers(x):
    """x itself. Raises RuntimeError where it is not finite."""
    for record, text in (("IsNan", "NaN"), ("IsInf", "Inf")):
        if bool(call("ReduceAny", call(record, x)).item()):
            raise RuntimeError(f": Tensor had {text} values")
    return x


def _weighted_counts(x, size, weights):
    """The sum of the weights of each whole number below size."""
    hits = call("Equal", x.reshape((1, -1)), call("Range", 0, size, 1, x.dtype).reshape((size, 1)))
    return call("ReduceSum", call("Cast", hits, weights.dtype) * weights.reshape((1, -1)), 1)


def _below(bounds, x, comparison, dtype):
    """How many of the ordered bounds (along the last axis) are below each x."""
    hits = call(comparison, call("ExpandDims", bounds, -2), call("ExpandDims", x, -1))
    return call("ReduceSum", call("Cast", hits, dtype), -1)


def _median(prim, x):
    median = _ops().nanmedian if prim.ignore_nan else _ops().median
    if prim.global_median and x.size == 0:
        return Tensor(float("nan") if x.dtype.is_floating_point else 0, x.dtype), Tensor(0)
    if prim.global_median:
        return median(x.reshape(-1))[0], Tensor(0)
    return median(x, prim.axis, prim.keep_dims)


__getattr__ = module_getattr("mindspore.ops.operations.math_ops")
