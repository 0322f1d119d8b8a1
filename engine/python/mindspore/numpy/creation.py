# SPDX-License-Identifier: Apache-2.0
"""Functions of mindspore.numpy that make tensors."""
import math

from mindspore.common.dtype import float32, int32
from mindspore.common.tensor import Tensor
from mindspore.numpy._arguments import as_tensor, axis_of, call, cast, dtype_of, ops, sizes_of
from mindspore.ops.random import sizes_of as shape_of_arguments

__all__ = ["array", "asarray", "asfarray", "zeros", "ones", "full", "empty", "zeros_like", "ones_like", "full_like",
           "empty_like", "arange", "linspace", "logspace", "geomspace", "eye", "identity", "tri", "tril", "triu",
           "diag", "diagflat", "diagonal", "trace", "meshgrid", "mgrid", "ogrid", "vander", "rand", "randn", "randint",
           "bartlett", "blackman", "hamming", "hanning", "indices", "tril_indices", "triu_indices",
           "tril_indices_from", "triu_indices_from", "diag_indices", "ix_", "copy"]


def array(obj, dtype=None, copy=True, ndmin=0):
    """A tensor of a list, an array, a number or a tensor; with at least ndmin axes."""
    value = cast(as_tensor(obj), dtype)
    if copy and value is obj:
        value = value.copy()
    return value.reshape((1,) * (ndmin - value.ndim) + value.shape) if value.ndim < ndmin else value


def asarray(a, dtype=None):
    """A tensor of a list, an array, a number; a tensor as it is."""
    return cast(as_tensor(a), dtype)


def asfarray(a, dtype=float32):
    """As asarray, of a floating dtype."""
    wanted = dtype_of(dtype)
    return cast(as_tensor(a), wanted if wanted is not None and wanted.is_floating_point else float32)


def copy(a):
    """A copy with elements of its own."""
    return as_tensor(a).copy()


# --- filled -----------------------------------------------------------------------------------------------------------

def zeros(shape, dtype=float32):
    """Zeros of a shape."""
    return call("Zeros", sizes_of(shape), dtype_of(dtype))


def ones(shape, dtype=float32):
    """Ones of a shape."""
    return call("Ones", sizes_of(shape), dtype_of(dtype))


def empty(shape, dtype=float32):
    """A tensor whose elements nobody should rely on; they are 0."""
    return zeros(shape, dtype)


def full(shape, fill_value, dtype=None):
    """fill_value in a shape; it may broadcast."""
    value = cast(as_tensor(fill_value), dtype)
    return call("BroadcastTo", value, sizes_of(shape)).copy()


def _like(value, prototype, dtype, shape):
    prototype = as_tensor(prototype)
    return full(prototype.shape if shape is None else shape, value, dtype or prototype.dtype)


def zeros_like(a, dtype=None, shape=None):
    """Zeros of the shape and dtype of a, unless others are given."""
    return _like(0, a, dtype, shape)


def ones_like(a, dtype=None, shape=None):
    """Ones of the shape and dtype of a, unless others are given."""
    return _like(1, a, dtype, shape)


def empty_like(prototype, dtype=None, shape=None):
    """empty() of the shape and dtype of prototype, unless others are given."""
    return _like(0, prototype, dtype, shape)


def full_like(a, fill_value, dtype=None, shape=None):
    """fill_value in the shape and dtype of a, unless others are given."""
    return _like(fill_value, a, dtype, shape)


# --- ranges -----------------------------------------------------------------------------------------------------------

def arange(start, stop=None, step=None, dtype=None):
    """start, start + step, ... below stop; arange(stop) begins at 0. Int32 of ints, else Float32."""
    if stop is None:
        start, stop = 0, start
    step = 1 if step is None else step
    values = [value.item() if isinstance(value, Tensor) else value for value in (start, stop, step)]
    if values[2] == 0:
        raise ZeroDivisionError("division by zero")
    if (values[1] - values[0]) / values[2] <= 0:
        values[1] = values[0]
    is_whole = all(isinstance(value, int) for value in values)
    return call("Range", *values, dtype_of(dtype) or (int32 if is_whole else float32))


def linspace(start, stop, num=50, endpoint=True, retstep=False, dtype=None, axis=0):
    """num numbers evenly from start to stop, without stop unless endpoint; (numbers, step) with retstep. The bounds may
    be tensors, then the numbers run along a new axis."""
    parts = num - 1 if endpoint else num
    if isinstance(start, (int, float)) and isinstance(stop, (int, float)):
        step = (stop - start) / parts if parts > 0 else math.nan
        numbers = call("LinSpace", float(start), float(stop) if endpoint else start + step * (num - 1), num, float32)
    else:
        start, stop = cast(as_tensor(start), float32), cast(as_tensor(stop), float32)
        step = (stop - start) / parts if parts > 0 else Tensor(math.nan)
        start, gap = start + stop * 0, stop - start
        places = call("Range", 0, num, 1, float32) / max(parts, 1)
        place = axis_of(axis, start.ndim + 1)
        spread = places.reshape((num,) + (1,) * (start.ndim - place))
        numbers = call("ExpandDims", start, place) + call("ExpandDims", gap, place) * spread
    numbers = cast(numbers, dtype)
    return (numbers, step if isinstance(step, Tensor) else Tensor(step)) if retstep else numbers


def logspace(start, stop, num=50, endpoint=True, base=10.0, dtype=None, axis=0):
    """Powers of base whose exponents are linspace(start, stop, num)."""
    exponents = linspace(start, stop, num, endpoint, axis=axis)
    return cast(call("Exp", exponents * math.log(base)), dtype)


def geomspace(start, stop, num=50, endpoint=True, dtype=None, axis=0):
    """num numbers from start to stop, each the same multiple of the one before."""
    start, stop = cast(as_tensor(start), float32), cast(as_tensor(stop), float32)
    exponents = linspace(call("Log", start), call("Log", stop), num, endpoint, axis=axis)
    return cast(call("Exp", exponents), dtype)


# --- matrices ---------------------------------------------------------------------------------------------------------

def _distance(rows, columns):
    """The column less the row, for every place of a matrix."""
    return call("Range", 0, columns, 1, int32).reshape((1, columns)) - call("Range", 0, rows, 1,
                                                                            int32).reshape((rows, 1))


def eye(N, M=None, k=0, dtype=float32):
    """Ones on the k-th diagonal of N rows and M (without it N) columns."""
    return cast(call("Equal", _distance(N, N if M is None else M), k), dtype)


def identity(n, dtype=float32):
    """Ones on the diagonal of n rows and columns."""
    return eye(n, dtype=dtype)


def tri(N, M=None, k=0, dtype=float32):
    """Ones on and below the k-th diagonal."""
    return cast(call("LessEqual", _distance(N, N if M is None else M), k), dtype)


def tril(m, k=0):
    """m with 0 above the k-th diagonal of its last two axes."""
    m = as_tensor(m)
    return call("Select", call("LessEqual", _distance(*m.shape[-2:]), k), m, call("ZerosLike", m))


def triu(m, k=0):
    """m with 0 below the k-th diagonal of its last two axes."""
    m = as_tensor(m)
    return call("Select", call("GreaterEqual", _distance(*m.shape[-2:]), k), m, call("ZerosLike", m))


def diagonal(a, offset=0, axis1=0, axis2=1):
    """The elements of a diagonal of two axes, along a new last axis."""
    return call("Diagonal", as_tensor(a), offset, axis1, axis2)


def trace(a, offset=0, axis1=0, axis2=1, dtype=None):
    """The sum of a diagonal."""
    return cast(call("ReduceSum", diagonal(a, offset, axis1, axis2), -1), dtype)


def diagflat(v, k=0):
    """A matrix with the elements of v on its k-th diagonal."""
    v = as_tensor(v).reshape((-1,))
    size = v.size + abs(k)
    above, below = max(k, 0), max(-k, 0)
    column = call("Concat", (call("Zeros", (below,), v.dtype), v, call("Zeros", (above,), v.dtype)), 0) if k else v
    return cast(eye(size, k=k, dtype=v.dtype) * column.reshape((size, 1)), v.dtype)


def diag(v, k=0):
    """The k-th diagonal of a matrix, or a matrix with the vector on it."""
    v = as_tensor(v)
    if v.ndim not in (1, 2):
        raise ValueError("Input must be 1- or 2-d.")
    return diagflat(v, k) if v.ndim == 1 else diagonal(v, k)


def vander(x, N=None, increasing=False):
    """The powers of x as columns, falling unless increasing."""
    x = as_tensor(x)
    count = x.size if N is None else N
    powers = range(count) if increasing else range(count - 1, -1, -1)
    return call("Stack", tuple(call("Cast", call("Pow", x, power), x.dtype) for power in powers), 1)


# --- grids ------------------------------------------------------------------------------------------------------------

def meshgrid(*xi, sparse=False, indexing="xy"):
    """Each vector stretched over the axes of all (not stretched when sparse)."""
    if indexing not in ("xy", "ij"):
        raise ValueError("Valid values for `indexing` are 'xy' and 'ij'.")
    vectors = [as_tensor(x).reshape((-1,)) for x in xi]
    order = list(range(len(vectors)))
    if indexing == "xy" and len(vectors) > 1:
        order[:2] = [1, 0]
    shape = [0] * len(vectors)
    for axis, vector in zip(order, vectors):
        shape[axis] = vector.size
    placed = [vector.reshape((1,) * axis + (vector.size,) + (1,) * (len(vectors) - axis - 1))
              for axis, vector in zip(order, vectors)]
    return placed if sparse else [call("BroadcastTo", vector, tuple(shape)).copy() for vector in placed]


class _Grid:
    """Ranges written as slices: grid[0:3, 0:1:5j] (an imaginary step is a number of points)."""

    def __init__(self, is_sparse):
        self._is_sparse = is_sparse

    def __getitem__(self, keys):
        slices = keys if isinstance(keys, tuple) else (keys,)
        vectors = [self._vector(part) for part in slices]
        if not isinstance(keys, tuple):
            return vectors[0]
        grids = meshgrid(*vectors, sparse=self._is_sparse, indexing="ij")
        return grids if self._is_sparse else call("Stack", tuple(grids), 0)

    @staticmethod
    def _vector(part):
        start = part.start or 0
        if isinstance(part.step, complex):
            return linspace(float(start), float(part.stop), int(abs(part.step)))
        return arange(start, part.stop, part.step)


mgrid, ogrid = _Grid(False), _Grid(True)


def indices(dimensions, dtype=int32, sparse=False):
    """For each axis the place along it, for every element of a shape, as a list; along its axis alone when sparse."""
    if not dimensions:
        return []
    return list(meshgrid(*(arange(size, dtype=dtype) for size in dimensions), sparse=sparse, indexing="ij"))


def ix_(*args):
    """Vectors placed on axes of their own, to index the cross product."""
    return tuple(meshgrid(*args, sparse=True, indexing="ij"))


def _pair(record, n, k, m):
    places = call(record, n, n if m is None else m, k, int32)
    return places[0], places[1]


def tril_indices(n, k=0, m=None):
    """(rows, columns) on and below the k-th diagonal."""
    return _pair("TrilIndices", n, k, m)


def triu_indices(n, k=0, m=None):
    """(rows, columns) on and above the k-th diagonal."""
    return _pair("TriuIndices", n, k, m)


def tril_indices_from(arr, k=0):
    """tril_indices for the shape of a matrix."""
    return tril_indices(arr.shape[0], k, arr.shape[1])


def triu_indices_from(arr, k=0):
    """triu_indices for the shape of a matrix."""
    return triu_indices(arr.shape[0], k, arr.shape[1])


def diag_indices(n, ndim=2):
    """The places of the diagonal of n elements along ndim axes."""
    return (arange(n),) * ndim


# --- windows and random numbers ---------------------------------------------------------------------------------------

def _window(function, M):
    return Tensor([1.0] * M) if M == 1 else getattr(ops(), function)(M, False, dtype=float32)


def bartlett(M):
    """The window of Bartlett, a triangle of M numbers."""
    return _window("bartlett_window", M)


def blackman(M):
    """The window of Blackman, M numbers."""
    return _window("blackman_window", M)


def hamming(M):
    """The window of Hamming, M numbers."""
    return _window("hamming_window", M)


def hanning(M):
    """The window of Hann, M numbers."""
    return _window("hann_window", M)


def rand(*shape, dtype=float32):
    """Numbers evenly in [0, 1)."""
    return call("UniformReal", shape_of_arguments(shape), dtype_of(dtype))


def randn(*shape, dtype=float32):
    """Normal numbers of mean 0 and deviation 1."""
    return call("StandardNormal", shape_of_arguments(shape), dtype_of(dtype))


def randint(minval, maxval=None, shape=None, dtype=int32):
    """Whole numbers in [minval, maxval), or below minval from 0 on."""
    low, high = (0, minval) if maxval is None else (minval, maxval)
    return call("UniformInt", (1,) if shape is None else sizes_of(shape), low, high, dtype_of(dtype))
