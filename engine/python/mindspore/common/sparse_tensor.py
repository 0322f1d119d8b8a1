# SPDX-License-Identifier: Apache-2.0
"""Tensors of which only the elements that are not 0 are kept, by their places (COOTensor) or row by row (CSRTensor)."""
import operator
import sys

from mindspore._missing import missing_names
from mindspore.common.dtype import int32, int64
from mindspore.common.tensor import Tensor

__all__ = ["COOTensor", "CSRTensor", "RowTensor", "RowTensorInner", "SparseTensor"]


def _ops():
    return sys.modules["mindspore.ops"]


def _told(tensor):
    """A tensor inside of the text of a sparse one: its elements without commas."""
    head, value, elements = repr(tensor).partition("value=")
    return head + value + elements.lstrip(" ").replace(",", "")



def _checked(kind, name, value, dtypes):
    if not isinstance(value, Tensor):
        raise TypeError(f"For '{kind}', the '{name}' must be a Tensor, but got {type(value).__name__}.")
    if dtypes and value.dtype not in dtypes:
        raise TypeError(f"For '{kind}', the dtype of '{name}' must be one of {list(dtypes)}, but got {value.dtype}.")
    return value


def _checked_shape(kind, shape):
    shape = tuple(shape) if isinstance(shape, (tuple, list)) else shape
    if not isinstance(shape, tuple) or not all(isinstance(size, int) and size > 0 for size in shape):
        raise TypeError(f"For '{kind}', the 'shape' must be a tuple of positive ints, but got {shape}.")
    return shape


class _Sparse:
    """What both kinds share: the values, the shape of the whole and what follows from them."""

    parts = ()

    def __init__(self, values, shape):
        self._values, self._shape = values, shape

    @property
    def values(self):
        """The elements that are kept."""
        return self._values

    @property
    def shape(self):
        """The shape of the whole tensor."""
        return self._shape

    @property
    def dtype(self):
        """The dtype of the elements."""
        return self._values.dtype

    @property
    def size(self):
        """How many elements are kept."""
        return self._values.size

    @property
    def itemsize(self):
        """Bytes of one element."""
        return self._values.itemsize

    @property
    def ndim(self):
        """How many axes the whole tensor has."""
        return len(self._shape)

    def with_values(self, values):
        """The same places with other elements."""
        raise NotImplementedError

    def astype(self, dtype):
        """With elements of another dtype."""
        return self.with_values(self._values.astype(dtype))

    def abs(self):
        """With the absolute elements."""
        return self.with_values(self._values.abs())

    def to_tuple(self):
        """The parts, as they are given to the constructor."""
        return tuple(getattr(self, name) for name in self.parts) + (self._shape,)

    def __repr__(self):
        parts = ", ".join(f"{name}={_told(getattr(self, name))}" for name in self.parts)
        return f"{type(self).__name__}(shape={list(self._shape)}, dtype={self.dtype}, {parts})"

    __str__ = __repr__

    def __neg__(self):
        return self.with_values(-self._values)

    def _with(self, function, other, elements):
        """function of the kept elements and those of a dense tensor (or number) that stand at their places."""
        if not isinstance(other, Tensor) or other.size == 1:
            return self.with_values(function(self._values, other))
        return self.with_values(function(self._values, elements(other)))

    def __mul__(self, other):
        return self._with(operator.mul, other, self._at_places)

    def __truediv__(self, other):
        return self._with(operator.truediv, other, self._at_places)

    def _at_places(self, dense):
        rows, columns = self._places()
        wide = _ops().broadcast_to(dense, self._shape)
        flat = wide.reshape((self._shape[0] * self._shape[1], *self._shape[2:]))
        return _ops().gather(flat, rows.astype(int64) * self._shape[1] + columns.astype(int64), 0)


class COOTensor(_Sparse):
    """COOTensor(indices, values, shape): values (N,) stand at the places indices (N, axes) of a tensor of that shape, 0
    elsewhere. Values at one place add up. COOTensor(coo_tensor=x) shares the parts of another one.

    Raises TypeError for parts of other kinds, ValueError where they do not fit together."""

    parts = ("indices", "values")

    def __init__(self, indices=None, values=None, shape=None, coo_tensor=None):
        if coo_tensor is not None:
            if not isinstance(coo_tensor, COOTensor):
                raise TypeError(f"For 'COOTensor', the 'coo_tensor' must be a COOTensor, but got "
                                f"{type(coo_tensor).__name__}.")
            indices, values, shape = coo_tensor.to_tuple()
        _checked("COOTensor", "indices", indices, (int32, int64))
        _checked("COOTensor", "values", values, ())
        super().__init__(values, _checked_shape("COOTensor", shape))
        if indices.ndim != 2 or values.ndim != 1 or indices.shape != (values.shape[0], len(self._shape)):
            raise ValueError(f"For 'COOTensor', the 'indices' must have the shape (values, axes) = ({values.size}, "
                             f"{len(self._shape)}), but got {indices.shape}.")
        self._indices = indices

    @property
    def indices(self):
        """The places of the elements, one a row."""
        return self._indices

    def _places(self):
        return self._indices[:, 0], self._indices[:, 1]

    def with_values(self, values):
        """The same places with other elements."""
        return COOTensor(self._indices, values, self._shape)

    def coalesce(self):
        """With places in order and each only once."""
        return COOTensor(*_ops().coalesced(self._indices, self._values, self._shape), self._shape)

    def to_csr(self):
        """The same elements row by row, for tensors of two axes."""
        if len(self._shape) != 2:
            raise ValueError(f"For 'to_csr', the tensor must have 2 axes, but got {len(self._shape)}.")
        ordered = self.coalesce()
        rows, columns = ordered._places()
        return CSRTensor(_ops().row_starts(rows, self._shape[0]), columns.astype(int32), ordered.values, self._shape)

    def to_dense(self):
        """The whole tensor."""
        zeros = _ops().zeros(self._shape, self.dtype)
        return _ops().tensor_scatter_add(zeros, self._indices, self._values)

    def add(self, other, thresh):
        """The sum with another one of the same shape; elements whose size is below thresh are left out."""
        return _ops().coo_add(self, other, thresh)

    def __add__(self, other):
        if isinstance(other, COOTensor):
            return _ops().coo_add(self, other, Tensor(0, self.dtype))
        return _ops().tensor_scatter_add(other, self._indices, self._values)

    def __sub__(self, other):
        return self + -other


class CSRTensor(_Sparse):
    """CSRTensor(indptr, indices, values, shape): of row i the values from indptr[i] to indptr[i + 1] are kept, which stand
    in the columns that indices says; the rest is 0. CSRTensor(csr_tensor=x) shares the parts of another one.

    Raises TypeError for parts of other kinds, ValueError where they do not fit together."""

    parts = ("indptr", "indices", "values")

    def __init__(self, indptr=None, indices=None, values=None, shape=None, csr_tensor=None):
        if csr_tensor is not None:
            if not isinstance(csr_tensor, CSRTensor):
                raise TypeError(f"For 'CSRTensor', the 'csr_tensor' must be a CSRTensor, but got "
                                f"{type(csr_tensor).__name__}.")
            indptr, indices, values, shape = csr_tensor.to_tuple()
        _checked("CSRTensor", "indptr", indptr, (int32, int64))
        _checked("CSRTensor", "indices", indices, (int32, int64))
        _checked("CSRTensor", "values", values, ())
        super().__init__(values, _checked_shape("CSRTensor", shape))
        if indptr.shape != (self._shape[0] + 1,):
            raise ValueError(f"For 'CSRTensor', the 'indptr' must have rows + 1 = {self._shape[0] + 1} elements, but got "
                             f"the shape {indptr.shape}.")
        if indices.ndim != 1 or values.shape[:1] != indices.shape:
            raise ValueError(f"For 'CSRTensor', there must be as many 'indices' as 'values', but got {indices.shape} and "
                             f"{values.shape}.")
        self._indptr, self._indices = indptr, indices

    @property
    def indptr(self):
        """Where the elements of each row begin, and behind the last one where they end."""
        return self._indptr

    @property
    def indices(self):
        """The columns of the elements."""
        return self._indices

    def _places(self):
        return _ops().rows_of(self._indptr, self._values.shape[0]), self._indices

    def with_values(self, values):
        """The same places with other elements."""
        return CSRTensor(self._indptr, self._indices, values, (*self._shape[:2], *values.shape[1:]))

    def to_coo(self):
        """The same elements with the places of each, for tensors of two axes."""
        if len(self._shape) != 2:
            raise ValueError(f"For 'to_coo', the tensor must have 2 axes, but got {len(self._shape)}.")
        rows, columns = self._places()
        return COOTensor(_ops().stack((rows.astype(int32), columns.astype(int32)), 1), self._values, self._shape)

    def to_dense(self):
        """The whole tensor."""
        places = _ops().stack([part.astype(int32) for part in self._places()], 1)
        return _ops().tensor_scatter_add(_ops().zeros(self._shape, self.dtype), places, self._values)

    def _summed(self, parts):
        """The parts of each row added up."""
        rows, _ = self._places()
        return _ops().tensor_scatter_add(_ops().zeros((self._shape[0], *parts.shape[1:]), parts.dtype),
                                         rows.astype(int32).reshape((-1, 1)), parts)

    def mv(self, dense_vector):
        """The product with a vector (columns,) or (columns, 1): (rows, 1)."""
        chosen = _ops().gather(dense_vector.reshape((-1,)), self._indices, 0)
        return self._summed(self._values * chosen).reshape((-1, 1))

    def mm(self, matrix):
        """The product with a dense matrix (columns, N), or with another CSRTensor, which gives one."""
        if isinstance(matrix, CSRTensor):
            return _ops().dense_to_sparse_csr(_ops().matmul(self.to_dense(), matrix.to_dense()))
        return self._summed(self._values.reshape((-1, 1)) * _ops().gather(matrix, self._indices, 0))

    def sum(self, axis):
        """The sums of the rows, (rows, 1); axis must be 1 or -1."""
        if axis not in (1, -1):
            raise ValueError(f"For 'CSRTensor.sum', the 'axis' must be 1 or -1, but got {axis}.")
        return self._summed(self._values).reshape((-1, 1))

    def add(self, b, alpha, beta):
        """alpha times this one and beta times another one of the same shape."""
        return _ops().csr_add(self, b, alpha, beta)

    def __add__(self, other):
        one = Tensor(1, self.dtype)
        return _ops().csr_add(self, other, one, one)

    def __sub__(self, other):
        return _ops().csr_add(self, other, Tensor(1, self.dtype), Tensor(-1, self.dtype))


class RowTensorInner:
    """RowTensorInner(indices, values, dense_shape): values[i] is row indices[i] of a tensor of that shape."""

    def __init__(self, indices=None, values=None, shape=None, row_tensor=None):
        if row_tensor is not None:
            indices, values, shape = row_tensor.indices, row_tensor.values, row_tensor.dense_shape
        self.indices, self.values, self.dense_shape = indices, values, tuple(shape)

    def __repr__(self):
        return (f"{type(self).__name__}(shape={list(self.dense_shape)}, dtype={self.values.dtype}, "
                f"indices={_told(self.indices)}, values={_told(self.values)})")


class RowTensor(RowTensorInner):
    """As RowTensorInner, under the name that older scripts use."""


SparseTensor = COOTensor

__getattr__ = missing_names("mindspore.common.sparse_tensor")
