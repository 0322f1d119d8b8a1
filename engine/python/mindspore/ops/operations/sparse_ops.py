# SPDX-License-Identifier: Apache-2.0
"""Primitives of tensors that are given by places and values."""
import numpy as np

from mindspore.common.tensor import Tensor
from mindspore.ops.operations._rows import attrs, module_getattr, operator
from mindspore.ops.primitive import primitive_call as call
from mindspore.ops.sparse import coalesced, rows_of, row_starts, sparse_segment_mean


def _sizes(shape):
    return tuple(shape.tolist()) if isinstance(shape, Tensor) else tuple(shape)


def _coalesce(prim, indices, values, shape):
    """Places stand in columns here."""
    places, sums = coalesced(indices.T, values, _sizes(shape))
    return places.T, sums, shape


def _to_dense(prim, indices, values, shape):
    return call("TensorScatterAdd", call("Zeros", _sizes(shape), values.dtype), indices, values)


def _dense_product(prim, indices, values, shape, dense):
    first = _to_dense(prim, indices, values, shape)
    return call("MatMul", first.T if prim.adjoint_st else first, dense.T if prim.adjoint_dt else dense)


def _dense_sum(prim, indices, values, shape, dense):
    return call("TensorScatterAdd", dense, indices, values)


def _slice(prim, indices, values, shape, start, size):
    """(places within the box, their values, the box's size)"""
    places, first, whole = indices.asnumpy(), start.asnumpy(), shape.asnumpy()
    box = np.minimum(first + size.asnumpy(), whole) - first
    inside = np.flatnonzero(((places >= first) & (places < first + box)).all(1))
    return (Tensor((places[inside] - first).astype(places.dtype)),
            call("Gather", values, Tensor(inside.astype(np.int64)), 0), Tensor(box.astype(whole.dtype)))


Coalesce = operator("Coalesce", run=_coalesce)
SparseToDense = operator("SparseToDense", run=_to_dense)
SparseTensorDenseMatmul = operator("SparseTensorDenseMatmul", attrs(adjoint_st=False, adjoint_dt=False),
                                   run=_dense_product)
SparseTensorDenseAdd = operator("SparseTensorDenseAdd", run=_dense_sum)
SparseSlice = operator("SparseSlice", run=_slice)
SparseSegmentMean = operator("SparseSegmentMean", run=lambda prim, x, indices, ids: sparse_segment_mean(x, indices, ids))
COO2CSR = operator("COO2CSR", run=lambda prim, rows, height: row_starts(rows, height))
CSR2COO = operator("CSR2COO", run=lambda prim, indptr, count: rows_of(indptr, count))

__getattr__ = module_getattr("mindspore.ops.operations.sparse_ops")
