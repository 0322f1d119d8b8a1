# SPDX-License-Identifier: Apache-2.0
"""Functions of tensors that keep only some elements: those of one element each run on the values alone; what looks for
places reads the elements, so that it is no part of a graph."""
import sys

import numpy as np


from mindspore.common.dtype import float16, float32, int32
from mindspore.common.sparse_tensor import COOTensor, CSRTensor
from mindspore.common.tensor import Tensor
from mindspore.ops.primitive import primitive_call as call

_ELEMENTWISE = ("abs acos acosh asin asinh atan atanh ceil cos cosh exp expm1 floor inv isfinite isinf isnan log log1p neg "
                "relu relu6 round sigmoid sin sinh softsign sqrt square tan tanh")

__all__ = ["coalesce", "coalesced", "row_starts", "rows_of", "coo_add", "coo_concat", "coo_tensor_get_dense_shape",
           "coo_tensor_get_indices", "coo_tensor_get_values", "make_coo_tensor", "make_sparse_tensor", "make_csr_tensor",
           "coo2csr", "csr2coo", "csr_add", "csr_div", "csr_gather", "csr_mm", "csr_mul", "csr_mv", "csr_reduce_sum",
           "csr_softmax", "csr_tensor_get_dense_shape", "csr_tensor_get_indices", "csr_tensor_get_indptr",
           "csr_tensor_get_values", "csr_to_coo", "csr_to_dense", "dense_to_sparse_coo", "dense_to_sparse_csr",
           "sparse_segment_mean"]
__all__ += [f"{kind}_{name}" for kind in ("coo", "csr") for name in _ELEMENTWISE.split()]


def _on_values(kind, name, owner):
    def function(x):
        if not isinstance(x, owner):
            raise TypeError(f"For '{kind}_{name}', the input must be a {owner.__name__}, but got {type(x).__name__}.")
        return x.with_values(getattr(sys.modules["mindspore.ops"], name)(x.values))
    function.__name__ = f"{kind}_{name}"
    function.__doc__ = f"ops.{name} of each element that the {owner.__name__} keeps; the others stay 0."
    return function


globals().update({f"{kind}_{name}": _on_values(kind, name, owner) for name in _ELEMENTWISE.split()
                  for kind, owner in (("coo", COOTensor), ("csr", CSRTensor))})


# --- by places --------------------------------------------------------------------------------------------------------

def coalesced(indices, values, shape):
    """(places in order and each once, the sums of the values there)."""
    places = indices.asnumpy()
    flat = np.ravel_multi_index(tuple(places.T), tuple(shape))
    order, slots = np.unique(flat, return_inverse=True)
    kept = np.stack(np.unravel_index(order, tuple(shape)), 1).astype(places.dtype).reshape(-1, places.shape[1])
    zeros = call("Zeros", (len(order),), values.dtype)
    return Tensor(kept), call("TensorScatterAdd", zeros, Tensor(slots.reshape(-1, 1).astype(np.int64)), values)


def coalesce(x_indices, x_values, x_shape):
    """(places, values, shape) with the places, which are the columns of a tensor (axes, count), in order and each once;
    values of one place are added up. ValueError for places outside of the shape."""
    indices, values = coalesced(x_indices.swapaxes(0, 1), x_values, tuple(x_shape.tolist()))
    return indices.swapaxes(0, 1), values, x_shape


def make_coo_tensor(indices, values, dense_shape):
    """COOTensor(indices, values, dense_shape)."""
    return COOTensor(indices, values, dense_shape)


make_sparse_tensor = make_coo_tensor


def coo_tensor_get_dense_shape(x):
    """The shape of the whole tensor."""
    return x.shape


def coo_tensor_get_indices(x):
    """The places of the elements."""
    return x.indices


def coo_tensor_get_values(x):
    """The elements."""
    return x.values


def coo_add(x1, x2, thresh):
    """The sum of two COOTensors of one shape; what is smaller than thresh in size is left out."""
    if x1.shape != x2.shape:
        raise ValueError(f"For 'coo_add', the shapes must be the same, but got {x1.shape} and {x2.shape}.")
    joined = COOTensor(call("Concat", (x1.indices, x2.indices), 0), call("Concat", (x1.values, x2.values), 0),
                       x1.shape).coalesce()
    kept = np.flatnonzero(np.abs(joined.values.asnumpy()) >= np.asarray(thresh.asnumpy()))
    kept = Tensor(kept.astype(np.int64))
    return COOTensor(call("Gather", joined.indices, kept, 0), call("Gather", joined.values, kept, 0), x1.shape)


def coo_concat(sp_input, concat_dim=0):
    """COOTensors put behind each other along an axis; places come in order."""
    axis, shape, moved = concat_dim % len(sp_input[0].shape), list(sp_input[0].shape), []
    shape[axis] = 0
    for part in sp_input:
        places = part.indices.asnumpy().copy()
        places[:, axis] += shape[axis]
        shape[axis] += part.shape[axis]
        moved.append(places)
    places = np.concatenate(moved)
    order = np.lexsort(places.T[::-1])
    values = call("Concat", tuple(part.values for part in sp_input), 0)
    return COOTensor(Tensor(places[order]), call("Gather", values, Tensor(order.astype(np.int64)), 0), tuple(shape))


def dense_to_sparse_coo(tensor):
    """The elements of a tensor that are not 0, as a COOTensor."""
    places = np.argwhere(tensor.asnumpy())
    kept = Tensor(places.astype(np.int64))
    return COOTensor(kept, call("GatherNd", tensor, kept), tensor.shape)


# --- row by row -------------------------------------------------------------------------------------------------------

def row_starts(rows, height):
    """Where each of `height` rows begins among elements whose rows these are, in order."""
    return Tensor(np.searchsorted(rows.asnumpy(), np.arange(height + 1)).astype(np.int32))


def rows_of(indptr, count):
    """The row of each of `count` elements."""
    starts = indptr.asnumpy()
    rows = np.repeat(np.arange(len(starts) - 1), np.diff(starts))
    if len(rows) != count:
        raise ValueError(f"The 'indptr' of a CSRTensor tells of {len(rows)} elements, but it has {count}.")
    return Tensor(rows.astype(np.int32))


coo2csr = row_starts
csr2coo = rows_of


def make_csr_tensor(indptr, indices, values, dense_shape):
    """CSRTensor(indptr, indices, values, dense_shape)."""
    return CSRTensor(indptr, indices, values, dense_shape)


csr_tensor_get_dense_shape = coo_tensor_get_dense_shape
csr_tensor_get_indices = coo_tensor_get_indices
csr_tensor_get_values = coo_tensor_get_values


def csr_tensor_get_indptr(x):
    """Where the elements of each row begin."""
    return x.indptr


def csr_to_coo(tensor):
    """The same elements as a COOTensor."""
    return tensor.to_coo()


def csr_to_dense(csr_tensor):
    """The whole tensor."""
    return csr_tensor.to_dense()


def dense_to_sparse_csr(tensor):
    """The elements of a matrix that are not 0, as a CSRTensor."""
    return dense_to_sparse_coo(tensor).to_csr()


def csr_add(a, b, alpha, beta):
    """alpha * a + beta * b of two CSRTensors of one shape."""
    if a.shape != b.shape:
        raise ValueError(f"For 'csr_add', the shapes must be the same, but got {a.shape} and {b.shape}.")
    first, second = a.to_coo(), b.to_coo()
    return COOTensor(call("Concat", (first.indices, second.indices), 0),
                     call("Concat", (first.values * alpha, second.values * beta), 0), a.shape).to_csr()


def csr_mul(x, y):
    """A CSRTensor times a dense tensor or a number; the kept places stay."""
    return (x * y).values


def csr_div(x, y):
    """A CSRTensor divided by a dense tensor or a number; the kept places stay."""
    return (x / y).values


def csr_gather(indptr, indices, dense, sparse_shape):
    """The elements of a dense tensor at the places of a CSRTensor."""
    return CSRTensor(indptr, indices, call("Zeros", (indices.shape[0],), dense.dtype), sparse_shape)._at_places(dense)


def csr_mm(a, b, trans_a=False, trans_b=False, adjoint_a=False, adjoint_b=False):
    """The product of a CSRTensor and a CSRTensor (gives a CSRTensor) or a dense matrix, each turned if asked."""
    if not (trans_a or trans_b or adjoint_a or adjoint_b):
        return a.mm(b)
    first, second = (part.to_dense() if isinstance(part, CSRTensor) else part for part in (a, b))
    product = call("MatMul", first.T if trans_a or adjoint_a else first, second.T if trans_b or adjoint_b else second)
    return dense_to_sparse_csr(product) if isinstance(b, CSRTensor) else product


def csr_mv(csr_tensor, dense):
    """The product of a CSRTensor and a vector (columns, 1)."""
    return csr_tensor.mv(dense)


def csr_reduce_sum(csr_tensor, axis):
    """The sums of the rows."""
    return csr_tensor.sum(axis)


def csr_softmax(logits, dtype):
    """The softmax of the kept elements of each row."""
    if dtype not in (float16, float32) and str(dtype) != "Float64":
        raise TypeError(f"For 'csr_softmax', the 'dtype' must be a float, but got {dtype}.")
    values, rows = logits.values.astype(dtype), rows_of(logits.indptr, logits.values.shape[0]).astype(int32)
    largest = call("Full", (logits.shape[0],), float("-inf"), values.dtype)
    largest = call("TensorScatterMax", largest, rows.reshape((-1, 1)), values)
    powers = call("Exp", values - call("Gather", largest, rows, 0))
    sums = call("TensorScatterAdd", call("Zeros", (logits.shape[0],), values.dtype), rows.reshape((-1, 1)), powers)
    return logits.with_values(powers / call("Gather", sums, rows, 0))


def segment_sums(name, x, indices, segment_ids, num_segments=None):
    """
    The sums of the rows x[indices] that have one number in segment_ids, and how many rows each of them has.

    Args:
        name (str): the operator, for errors.
        segment_ids (Tensor): whole numbers in order, one for each of indices.
        num_segments (int): the number of sums; one more than the last number without it.

    Returns:
        (Tensor of shape (num_segments, ...), array of the counts).

    Raises ValueError for numbers that are out of order or not below num_segments.
    """
    numbers = segment_ids.asnumpy()
    if len(numbers) and (np.diff(numbers) < 0).any():
        raise ValueError(f"For '{name}', the 'segment_ids' must be in order, but got {numbers.tolist()}.")
    count = (int(numbers[-1]) + 1 if len(numbers) else 0) if num_segments is None else num_segments
    if len(numbers) and numbers[-1] >= count:
        raise ValueError(f"For '{name}', the 'segment_ids' must be below {count}, but got {numbers[-1]}.")
    zeros = call("Zeros", (count, *x.shape[1:]), x.dtype)
    sums = call("TensorScatterAdd", zeros, segment_ids.reshape((-1, 1)), call("Gather", x, indices, 0))
    return sums, np.bincount(numbers, minlength=count)


def divided_by_counts(sums, counts):
    """Each sum by the number that belongs to it; by 1 where that is 0."""
    amounts = np.where(counts == 0, 1, counts).reshape((-1,) + (1,) * (sums.ndim - 1))
    return sums / Tensor(amounts, sums.dtype)


def sparse_segment_mean(x, indices, segment_ids):
    """The means of the rows x[indices] that have one number in segment_ids (in order); 0 for numbers in between."""
    return divided_by_counts(*segment_sums("sparse_segment_mean", x, indices, segment_ids))
