# SPDX-License-Identifier: Apache-2.0
"""Primitives of tensors that are given by places and values."""
import numpy as np

from mindspore.common.dtype import int64
from mindspore.common.tensor import Tensor
from mindspore.ops.operations._rows import attrs, module_getattr, operator
from mindspore.ops.primitive import primitive_call as call
from mindspore.ops.sparse import (coalesced, divided_by_counts, rows_of, row_starts, segment_sums,
                                   sparse_segment_mean)


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


def _dense_sum_of_product(prim, indices, values, shape, dense, added, alpha, beta):
    """alpha * (the sparse matrix @ dense) + beta * added."""
    return alpha * call("MatMul", _to_dense(prim, indices, values, shape), dense) + beta * added


def _with_default(prim, indices, shape, values, default):
    """The values at their places, the default elsewhere; places of one axis may be a list of numbers."""
    places = indices.reshape((-1, 1)) if indices.ndim < 2 else indices
    values = call("BroadcastTo", values, (places.shape[0],)) if values.ndim == 0 else values
    whole = call("BroadcastTo", default.astype(values.dtype), _sizes(shape))
    return call("TensorScatterUpdate", whole, places, values)


def _flat(indices, shape):
    """The places as one number each, in the order of the elements."""
    return np.ravel_multi_index(tuple(indices.asnumpy().T), _sizes(shape))


def _chosen(values, places):
    return call("Gather", values, Tensor(np.asarray(places, np.int64)), 0)


def _in_dtype(places, like):
    return Tensor(np.ascontiguousarray(places).astype(like.asnumpy().dtype))


def _reorder(prim, indices, values, shape):
    """Places in the order of the elements, with their values."""
    order = np.argsort(_flat(indices, shape), kind="stable")
    return _chosen(indices, order), _chosen(values, order)


def _reshape(prim, indices, shape, new_shape):
    """(places in the new shape, that shape); one of its sizes may be -1."""
    sizes, total = list(_sizes(new_shape)), int(np.prod(_sizes(shape)))
    if sizes.count(-1) == 1:
        sizes[sizes.index(-1)] = total // max(int(np.prod([size for size in sizes if size != -1])), 1)
    if int(np.prod(sizes)) != total:
        raise ValueError(f"For 'SparseReshape', {_sizes(shape)} does not have as many elements as {tuple(sizes)}.")
    places = np.stack(np.unravel_index(_flat(indices, shape), tuple(sizes)), 1).reshape(-1, len(sizes))
    return _in_dtype(places, indices), _in_dtype(sizes, shape)


def _union(first_indices, first_values, second_indices, second_values, shape):
    """(the places of either, the values of each of both there: 0 where it has none)."""
    first, second = _flat(first_indices, shape), _flat(second_indices, shape)
    both, slots = np.unique(np.concatenate([first, second]), return_inverse=True)
    zeros = call("Zeros", (len(both),), first_values.dtype)
    spread = [call("TensorScatterAdd", zeros, Tensor(part.reshape(-1, 1).astype(np.int64)), values)
              for part, values in ((slots[:len(first)], first_values), (slots[len(first):], second_values))]
    places = np.stack(np.unravel_index(both, _sizes(shape)), 1).reshape(len(both), -1)
    return (_in_dtype(places, first_indices), *spread)


def _sum(prim, indices, values, shape, other_indices, other_values, other_shape, thresh):
    """(places, sums, shape) of two sparse tensors, without sums that are smaller than thresh."""
    places, first, second = _union(indices, values, other_indices, other_values, shape)
    sums = first + second
    kept = np.flatnonzero(np.abs(sums.asnumpy()) >= thresh.asnumpy())
    return _chosen(places, kept), _chosen(sums, kept), shape


def _extreme(name):
    def run(prim, indices, values, shape, other_indices, other_values, other_shape):
        places, first, second = _union(indices, values, other_indices, other_values, shape)
        return places, call(name, first, second)
    return run


def _with_dense(name):
    """The values and the elements of a dense tensor at their places."""
    def run(prim, indices, values, shape, dense):
        whole = call("BroadcastTo", dense, _sizes(shape))
        return call(name, values, call("GatherNd", whole, indices))
    return run


def _softmax(prim, indices, values, shape):
    """The softmax of the values of each row of the last axis."""
    rows, slots = np.unique(_flat(indices, shape) // _sizes(shape)[-1], return_inverse=True)
    slots = Tensor(slots.astype(np.int64))
    most = call("UnsortedSegmentMax", values, slots, len(rows))
    powers = call("Exp", values - call("Gather", most, slots, 0))
    sums = call("UnsortedSegmentSum", powers, slots, len(rows))
    return powers / call("Gather", sums, slots, 0)


def _split(prim, split_dim, indices, values, shape):
    """num_split parts along an axis: a tuple of their places, of their values, of their shapes."""
    sizes, axis = _sizes(shape), int(split_dim.asnumpy().reshape(-1)[0]) if isinstance(split_dim, Tensor) else split_dim
    at, found = indices.asnumpy(), ([], [], [])
    each, longer = divmod(sizes[axis], prim.num_split)
    start = 0
    for part in range(prim.num_split):
        stop = start + each + (part < longer)
        kept = np.flatnonzero((at[:, axis] >= start) & (at[:, axis] < stop))
        moved = at[kept] - np.where(np.arange(len(sizes)) == axis, start, 0)
        found[0].append(_in_dtype(moved, indices))
        found[1].append(_chosen(values, kept))
        found[2].append(_in_dtype([*sizes[:axis], stop - start, *sizes[axis + 1:]], shape))
        start = stop
    return tuple(map(tuple, found))


def _counts(prim, indices, values, dense_shape, weights):
    """(places, sums of weights, shape): how often each number stands in each row; 1 for each with binary_output."""
    at, numbers, weighs = indices.asnumpy(), values.asnumpy(), weights.asnumpy()
    if len(at) != len(numbers) or weighs.size not in (0, len(numbers)):
        raise RuntimeError(f"For 'SparseCountSparseOutput', there must be as many places and weights as values, but got "
                         f"{indices.shape}, {weights.shape} and {values.shape}.")
    rows = at[:, 0] if at.shape[1] > 1 else np.zeros(len(at), at.dtype)
    kept = (numbers >= 0) if prim.maxlength < 0 else (numbers >= 0) & (numbers < prim.maxlength)
    width = max(int(numbers.max(initial=-1)) + 1, prim.minlength)
    width = min(width, prim.maxlength) if prim.maxlength >= 0 else width
    amounts = weighs[kept] if weighs.size else np.ones(int(kept.sum()), weighs.dtype)
    places, slots = np.unique(np.stack([rows[kept], numbers[kept]], 1).astype(np.int64), axis=0, return_inverse=True)
    sums = np.zeros(len(places), weighs.dtype)
    np.add.at(sums, slots.reshape(-1), amounts)
    sums = np.ones_like(sums) if prim.binary_output else sums
    sizes = [_sizes(dense_shape)[0], width] if at.shape[1] > 1 else [width]
    return Tensor(places if at.shape[1] > 1 else places[:, 1:]), Tensor(sums), Tensor(sizes, int64)


def _scalar(value):
    return int(value.asnumpy().reshape(-1)[0]) if isinstance(value, Tensor) else value


def _segments(power, is_told=False):
    """Sums of the rows of a segment, by a power of their number; is_told says that their count is an input."""
    def run(prim, x, indices, segment_ids, num_segments=None):
        sums, counts = segment_sums(prim.name, x, indices, segment_ids, _scalar(num_segments) if is_told else None)
        return sums if power == 0 else divided_by_counts(sums, counts ** power)
    return run


def _segments_back(power):
    """The gradient of x, of output_dim0 rows, of the sums of segments by a power of their number."""
    def run(prim, grad, indices, segment_ids, output_dim0):
        counts = np.bincount(segment_ids.asnumpy(), minlength=grad.shape[0])
        parts = call("Gather", grad if power == 0 else divided_by_counts(grad, counts ** power), segment_ids, 0)
        zeros = call("Zeros", (_scalar(output_dim0), *grad.shape[1:]), grad.dtype)
        return call("TensorScatterAdd", zeros, indices.reshape((-1, 1)), parts)
    return run


def _slice_back(prim, backprop, indices, start, new_indices):
    """The gradient of the values of a slice, 0 for those that are outside of it."""
    place_of = {tuple(place): number for number, place in enumerate((new_indices.asnumpy() + start.asnumpy()).tolist())}
    at = [place_of.get(tuple(place), len(place_of)) for place in indices.asnumpy().tolist()]
    return _chosen(call("Concat", (backprop, call("Zeros", (1,), backprop.dtype)), 0), at)


Coalesce = operator("Coalesce", run=_coalesce)
SparseToDense = operator("SparseToDense", run=_to_dense)
SparseTensorDenseMatmul = operator("SparseTensorDenseMatmul", attrs(adjoint_st=False, adjoint_dt=False),
                                   run=_dense_product)
SparseTensorDenseAdd = operator("SparseTensorDenseAdd", run=_dense_sum)
SparseSlice = operator("SparseSlice", run=_slice)
SparseAddmm = operator("SparseAddmm", run=_dense_sum_of_product)
SparseToDenseV2 = operator("SparseToDenseV2", attrs(validate_indices=True), run=_with_default)
SparseReorder = operator("SparseReorder", run=_reorder)
SparseReshape = operator("SparseReshape", run=_reshape)
SparseAdd = operator("SparseAdd", run=_sum)
SparseSparseMaximum = operator("SparseSparseMaximum", run=_extreme("Maximum"))
SparseSparseMinimum = operator("SparseSparseMinimum", run=_extreme("Minimum"))
SparseDenseCwiseAdd = operator("SparseDenseCwiseAdd", run=_with_dense("Add"))
SparseDenseCwiseMul = operator("SparseDenseCwiseMul", run=_with_dense("Mul"))
SparseDenseCwiseDiv = operator("SparseDenseCwiseDiv", run=_with_dense("Div"))
SparseSoftmax = operator("SparseSoftmax", run=_softmax)
SparseSplit = operator("SparseSplit", attrs(num_split=1), run=_split)
SparseCountSparseOutput = operator("SparseCountSparseOutput", attrs(binary_output=False, minlength=-1, maxlength=-1),
                                   run=_counts)
SparseSegmentSum = operator("SparseSegmentSum", run=_segments(0))
SparseSegmentSumWithNumSegments = operator("SparseSegmentSumWithNumSegments", run=_segments(0, True))
SparseSegmentMeanWithNumSegments = operator("SparseSegmentMeanWithNumSegments", run=_segments(1, True))
SparseSegmentSqrtN = operator("SparseSegmentSqrtN", run=_segments(0.5))
SparseSegmentSqrtNWithNumSegments = operator("SparseSegmentSqrtNWithNumSegments", run=_segments(0.5, True))
SparseSegmentSumGrad = operator("SparseSegmentSumGrad", run=_segments_back(0))
SparseSegmentMeanGrad = operator("SparseSegmentMeanGrad", run=_segments_back(1))
SparseSegmentSqrtNGrad = operator("SparseSegmentSqrtNGrad", run=_segments_back(0.5))
SparseSliceGrad = operator("SparseSliceGrad", run=_slice_back)
SparseSegmentMean = operator("SparseSegmentMean", run=lambda prim, x, indices, ids: sparse_segment_mean(x, indices, ids))
COO2CSR = operator("COO2CSR", run=lambda prim, rows, height: row_starts(rows, height))
CSR2COO = operator("CSR2COO", run=lambda prim, indptr, count: rows_of(indptr, count))

__getattr__ = module_getattr("mindspore.ops.operations.sparse_ops")
