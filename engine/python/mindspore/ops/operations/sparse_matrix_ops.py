# SPDX-License-Identifier: Apache-2.0
"""Primitives of matrices, or stacks of them, that are given as rows of places and values: (shape, where each matrix
begins, where each row begins within its matrix, columns, values)."""
import numpy as np

from mindspore.common.dtype import int32
from mindspore.common.tensor import Tensor
from mindspore.ops.operations._rows import attrs, module_getattr, operator
from mindspore.ops.primitive import primitive_call as call


def _like(value, tensor):
    return Tensor(np.ascontiguousarray(value).astype(tensor.asnumpy().dtype))


def _places(shape, batch_pointers, row_pointers, columns):
    """The place of each value, (values, 2 or 3 axes)."""
    sizes, starts = shape.tolist(), row_pointers.asnumpy()
    height = sizes[-2]
    per_row = np.diff(starts.reshape(-1, height + 1), axis=1).reshape(-1)
    row = np.repeat(np.arange(len(per_row)), per_row)
    parts = [row % height, columns.asnumpy()]
    return np.stack(parts if len(sizes) == 2 else [row // height, *parts], 1)


def _rows(places, sizes):
    """(where each matrix begins, where each row begins, columns, the order of the values) of places."""
    batches, height = (sizes[0], sizes[1]) if len(sizes) == 3 else (1, sizes[0])
    order = np.lexsort(places.T[::-1])
    ordered = places[order]
    matrix = ordered[:, 0] if len(sizes) == 3 else np.zeros(len(ordered), np.int64)
    counts = np.zeros((batches, height), np.int64)
    np.add.at(counts, (matrix, ordered[:, -2]), 1)
    starts = np.concatenate([np.zeros((batches, 1), np.int64), np.cumsum(counts, 1)], 1)
    pointers = np.concatenate([[0], np.cumsum(counts.sum(1))])
    return pointers, starts.reshape(-1), ordered[:, -1], order


def _matrix(shape, places, values, like):
    pointers, starts, columns, order = _rows(places, shape.tolist())
    return (shape, _like(pointers, like), _like(starts, like), _like(columns, like),
            call("Gather", values, Tensor(order.astype(np.int64)), 0))


def _from_sparse(prim, indices, values, shape):
    return _matrix(shape, indices.asnumpy().astype(np.int64), values, indices)


def _from_dense(prim, dense, indices):
    shape = _like(dense.shape, indices)
    return _matrix(shape, indices.asnumpy().astype(np.int64), call("GatherNd", dense, indices), indices)


def _to_sparse(prim, shape, batch_pointers, row_pointers, columns, values):
    return _like(_places(shape, batch_pointers, row_pointers, columns), columns), values, shape


def _to_dense(prim, shape, batch_pointers, row_pointers, columns, values):
    zeros = call("Zeros", tuple(shape.tolist()), values.dtype)
    places = Tensor(_places(shape, batch_pointers, row_pointers, columns).astype(np.int64))
    return call("TensorScatterAdd", zeros, places, values)


def _turned(x):
    return x.swapaxes(-1, -2)


def _product(prim, shape, batch_pointers, row_pointers, columns, values, dense):
    first = _to_dense(prim, shape, batch_pointers, row_pointers, columns, values)
    first = _turned(first) if prim.transpose_x1 or prim.adjoint_x1 else first
    dense = _turned(dense) if prim.transpose_x2 or prim.adjoint_x2 else dense
    found = call("MatMul" if first.ndim == 2 else "BatchMatMul", first, dense)
    return _turned(found) if prim.transpose_output else found


def _count(prim, shape, batch_pointers, *rest):
    """How many values each matrix has."""
    return Tensor(np.diff(batch_pointers.asnumpy()), int32)


def _transposed(prim, shape, batch_pointers, row_pointers, columns, values):
    places = _places(shape, batch_pointers, row_pointers, columns)
    places[:, [-2, -1]] = places[:, [-1, -2]]
    sizes = shape.tolist()
    return _matrix(_like([*sizes[:-2], sizes[-1], sizes[-2]], shape), places, values, columns)


def _softmax(prim, shape, batch_pointers, row_pointers, columns, values):
    """The softmax of the values of each row."""
    if prim.dtype is not None and prim.dtype != values.dtype:
        raise TypeError(f"For 'SparseMatrixSoftmax', the values must be {prim.dtype}, but got {values.dtype}.")
    starts = row_pointers.asnumpy().reshape(-1, shape.tolist()[-2] + 1)
    per_row = np.diff(starts, axis=1).reshape(-1)
    row = Tensor(np.repeat(np.arange(len(per_row)), per_row).astype(np.int64))
    powers = call("Exp", values - call("Gather", call("UnsortedSegmentMax", values, row, len(per_row)), row, 0))
    sums = call("UnsortedSegmentSum", powers, row, len(per_row))
    return shape, batch_pointers, row_pointers, columns, powers / call("Gather", sums, row, 0)


def _sum(prim, shape, batch_pointers, row_pointers, columns, values, other_shape, other_batch, other_rows, other_columns,
         other_values, alpha, beta):
    """alpha * the first + beta * the second, with the places of either."""
    first = _places(shape, batch_pointers, row_pointers, columns)
    both = np.concatenate([first, _places(other_shape, other_batch, other_rows, other_columns)])
    places, slots = np.unique(both, axis=0, return_inverse=True)
    scaled = call("Concat", (alpha * values, beta * other_values), 0)
    sums = call("TensorScatterAdd", call("Zeros", (len(places),), scaled.dtype),
                Tensor(slots.reshape(-1, 1).astype(np.int64)), scaled)
    return _matrix(shape, places, sums, columns)


DenseToCSRSparseMatrix = operator("DenseToCSRSparseMatrix", run=_from_dense)
SparseTensorToCSRSparseMatrix = operator("SparseTensorToCSRSparseMatrix", run=_from_sparse)
CSRSparseMatrixToSparseTensor = operator("CSRSparseMatrixToSparseTensor", run=_to_sparse)
CSRSparseMatrixToDense = operator("CSRSparseMatrixToDense", run=_to_dense)
SparseMatrixMatMul = operator("SparseMatrixMatMul", attrs(transpose_x1=False, transpose_x2=False, adjoint_x1=False,
                                                          adjoint_x2=False, transpose_output=False,
                                                          conjugate_output=False), run=_product)
SparseMatrixNNZ = operator("SparseMatrixNNZ", run=_count)
SparseMatrixTranspose = operator("SparseMatrixTranspose", attrs(conjugate=False), run=_transposed)
SparseMatrixSoftmax = operator("SparseMatrixSoftmax", attrs("dtype"), run=_softmax)
SparseMatrixAdd = operator("SparseMatrixAdd", run=_sum)

__getattr__ = module_getattr("mindspore.ops.operations.sparse_matrix_ops")
