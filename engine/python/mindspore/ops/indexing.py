# SPDX-License-Identifier: Apache-2.0
"""Elements by index, order and count: functions whose signatures differ from their operators, and those composed of
several."""
import _jitscope
from mindspore.common.dtype import bfloat16, bool_, complex64, complex128, float16, float32, float64, int32, int64
from mindspore.common.parameter import Parameter
from mindspore.common.tensor import Tensor
from mindspore.ops.primitive import primitive_call as call

__all__ = ["take", "take_along_axis", "nonzero", "argwhere", "scatter", "index_add", "index_fill", "index_put", "argsort", "topk",
           "top_k", "msort", "unique_consecutive", "unique_with_pad", "searchsorted", "bucketize", "bincount", "cumsum",
           "cumprod", "logcumsumexp", "sequence_mask", "embedding", "space_to_depth", "depth_to_space", "intopk",
           "strided_slice"]


def _check_tensor(name, value, argument="input"):
    if not isinstance(value, _jitscope.Tensor):
        raise TypeError(f"For '{name}', '{argument}' must be a Tensor, but got {type(value)}.")


def strided_slice(input_x, begin, end, strides, begin_mask=0, end_mask=0, ellipsis_mask=0, new_axis_mask=0,
                  shrink_axis_mask=0):
    """The elements from begin to end in steps, along each axis; the bounds are tuples or Tensors of one axis. Bits of the
    masks leave bounds out, stand for all axes in between, add or drop an axis."""
    bounds = (tuple(part.tolist()) if isinstance(part, Tensor) else part for part in (begin, end, strides))
    return call("StridedSlice", input_x, *bounds, begin_mask, end_mask, ellipsis_mask, new_axis_mask, shrink_axis_mask)


# --- by index ---------------------------------------------------------------------------------------------------------

def take(input, index):
    """The elements at places of the flat tensor, in the shape of index."""
    _check_tensor("take", input)
    return call("Gather", call("Reshape", input, (-1,)), index, 0)


def take_along_axis(arr, indices, axis):
    """For each place of indices the element with the coordinate along axis replaced by the index."""
    if axis is None:
        return call("GatherD", call("Reshape", arr, (-1,)), 0, call("Reshape", indices, (-1,)))
    return call("GatherD", arr, axis, indices)


def nonzero(input, *, as_tuple=False):
    """The coordinates of the elements that are not zero: a row each (Int64), or a tuple of a vector for each axis."""
    _check_tensor("nonzero", input)
    if input.ndim == 0 and as_tuple:
        input = call("Reshape", input, (1,))
    places = call("NonZero", input)
    return call("Unstack", places, 1) if as_tuple else places


def argwhere(input):
    """The coordinates of the elements that are not zero, a row each; Int64."""
    return nonzero(input)


def scatter(input, axis, index, src):
    """input with the elements of src (a tensor or number) where the coordinate along axis is the index."""
    _check_tensor("scatter", input)
    if not isinstance(src, _jitscope.Tensor):
        src = call("Full", index.shape, src, input.dtype)
    elif src.shape != index.shape and src.ndim == index.ndim:
        src = call("Slice", src, (0,) * src.ndim, index.shape)
    return call("TensorScatterElements", input, index, src, axis, "none")


def index_add(x, indices, y, axis, use_lock=True, check_index_bound=True):
    """x with the slices of y added at the indices of an axis. A Parameter is changed in place, as in MindSpore."""
    _check_tensor("index_add", x, "x")
    return call("InplaceIndexAdd" if isinstance(x, Parameter) else "IndexAdd", x, indices, y, axis)


def index_fill(x, axis, index, value):
    """x with value at the indices of one axis, which may be a tensor of one integer; any dtype."""
    if isinstance(axis, _jitscope.Tensor) and axis.ndim == 0 and not axis.dtype.is_floating_point:
        axis = int(axis.item())
    return call("IndexFill", x, axis, index, value)


def index_put(input, indices, values, accumulate=False):
    """input with values stored (or added) at the places that the index tensors of the first axes name together."""
    tensors = tuple(indices)
    if any(index.dtype == bool_ for index in tensors):
        places = []
        for index in tensors:
            places.extend(nonzero(index, as_tuple=True) if index.dtype == bool_ else (index,))
        tensors = tuple(places)
    return call("IndexPut", input, tensors, values, tuple(range(len(tensors))), bool(accumulate))


def embedding(input, weight, padding_idx=None, max_norm=None, norm_type=2.0, scale_grad_by_freq=False):
    """The rows of weight at input. Rows padding_idx get no gradient; those longer than max_norm are shortened."""
    _check_tensor("embedding", input)
    _check_tensor("embedding", weight, "weight")
    rows = weight.shape[0]
    if padding_idx is not None and not -rows <= padding_idx < rows:
        raise ValueError(f"For 'embedding', the 'padding_idx' must be in [{-rows}, {rows}), but got {padding_idx}.")
    if max_norm is not None:
        _shorten(weight, input, max_norm, norm_type)
    picked = call("Gather", weight, input, 0)
    if padding_idx is None:
        return picked
    is_padding = call("ExpandDims", call("Equal", input, padding_idx % rows), -1)
    return call("Select", is_padding, call("StopGradient", picked), picked)


def _shorten(weight, ids, max_norm, norm_type):
    places = call("Unique", ids)[0]
    picked = call("StopGradient", call("Gather", weight, places, 0))
    norms = call("ReduceSum", call("Pow", call("Abs", picked), norm_type), (1,), True) ** (1.0 / norm_type)
    factors = call("Select", call("Greater", norms, max_norm), max_norm / (norms + 1e-7), call("OnesLike", norms))
    weight[places] = picked * factors


# --- by order ---------------------------------------------------------------------------------------------------------

def argsort(input, axis=-1, descending=False):
    """The places of the elements in their order along an axis; Int32."""
    return call("Sort", input, axis, descending)[1]


def msort(input):
    """The elements in order along the first axis."""
    return call("Sort", input, 0, False)[0]


def topk(input, k, dim=None, largest=True, sorted=True):
    """The k largest (or smallest) elements along an axis (the last one for None), and their places, Int32; in the order of
    the places unless sorted."""
    dim = -1 if dim is None else dim
    k = int(k.item()) if isinstance(k, Tensor) else k
    found = call("TopkExt", input, k, dim, largest, sorted)
    if sorted or input.ndim == 0:
        return found
    places = call("Sort", found[1], dim, False)[0]
    return call("GatherD", input, dim % input.ndim, places.astype(int64)), places


def top_k(input_x, k, sorted=True):
    """The k largest elements along the last axis, and their places; in the order of the places unless sorted."""
    return topk(input_x, k, None, True, sorted)


def unique_consecutive(input, return_inverse=False, return_counts=False, dim=None):
    """The elements (or slices of dim) without those that repeat the one before; places and counts if wanted."""
    _check_tensor("unique_consecutive", input)
    values, inverse, counts = call("UniqueConsecutive", input, dim)
    parts = (values, *((inverse,) if return_inverse else ()), *((counts,) if return_counts else ()))
    return parts[0] if len(parts) == 1 else parts


def unique_with_pad(x, pad_num):
    """The different elements of a vector filled up with pad_num, and the place of each element among them."""
    values, places = call("Unique", x)
    missing = x.size - values.size
    return call("PadV3", values, (0, missing), "constant", pad_num), places


def searchsorted(sorted_sequence, values, *, out_int32=False, right=False, side=None, sorter=None):
    """Where each of values would stand in the sorted sequence: before its equals, or behind (right, side='right')."""
    if side not in (None, "left", "right"):
        raise ValueError(f"For 'searchsorted', 'side' must be 'left' or 'right', but got {side!r}.")
    if side == "left" and right:
        raise ValueError("For 'searchsorted', side was set to 'left' but right was set to True.")
    values = values if isinstance(values, _jitscope.Tensor) else Tensor(values)
    if sorter is not None:
        sorted_sequence = call("GatherD", sorted_sequence, -1, sorter)
    return call("SearchSorted", sorted_sequence, values, int32 if out_int32 else int64, right or side == "right")


def bucketize(input, boundaries, *, right=False):
    """The interval between the sorted boundaries in which each element lies; right: intervals hold their upper end."""
    if not isinstance(boundaries, (list, tuple)):
        raise TypeError(f"For 'bucketize', the 'boundaries' must be a list, but got {type(boundaries)}.")
    return call("SearchSorted", Tensor([float(value) for value in boundaries], float32), input, int32, right)


def bincount(input, weights=None, minlength=0):
    """How often each number from 0 on occurs in a vector, or the sums of the weights there; Float32."""
    _check_tensor("bincount", input)
    if input.ndim != 1:
        raise ValueError(f"For 'math.bincount', the dimension of 'input' must be 1, but got {input.ndim}.")
    if isinstance(minlength, bool) or not isinstance(minlength, int) or minlength < 0:
        raise ValueError(f"For 'math.bincount', 'minlength' must be an int that is at least 0, but got {minlength}.")
    if weights is not None and weights.shape != input.shape:
        raise ValueError("For 'math.bincount', the shape of 'weights' must be that of 'input', but got "
                         f"{weights.shape} and {input.shape}.")
    ids = call("Cast", input, int64)
    most, least = (int(ids.max()), int(ids.min())) if input.size else (-1, 0)
    if least < 0:
        raise ValueError("For 'math.bincount', the elements of 'input' must be at least 0.")
    counted = call("OnesLike", call("Cast", ids, float32)) if weights is None else call("Cast", weights, float32)
    return call("UnsortedSegmentSum", counted, ids, max(most + 1, minlength))


def sequence_mask(lengths, maxlen=None):
    """Truths that say which places of a sequence lie before its length: lengths.shape + (maxlen,)."""
    _check_tensor("sequence_mask", lengths, "lengths")
    if maxlen is None:
        maxlen = int(lengths.max()) if lengths.size else 0
    if isinstance(maxlen, bool) or not isinstance(maxlen, int) or maxlen < 0:
        raise ValueError(f"For 'sequence_mask', 'maxlen' must be an int that is at least 0, but got {maxlen}.")
    places = Tensor(list(range(maxlen)), int64) if maxlen else call("Zeros", (0,), int64)
    return call("Less", places, call("ExpandDims", lengths, -1))


# --- running reductions ----------------------------------------------------------------------------------------------------

def cumsum(x, axis, dtype=None):
    """The running sums along an axis, converted to dtype before."""
    return call("CumSum", x if dtype is None else call("Cast", x, dtype), axis, False, False)


def cumprod(input, dim, dtype=None):
    """The running products along an axis, converted to dtype before; those of bools and integers are Int64."""
    if dtype is None and input.dtype not in (float16, bfloat16, float32, float64, complex64, complex128):
        dtype = int64
    return call("CumProd", input if dtype is None else call("Cast", input, dtype), dim, False, False)


def logcumsumexp(input, axis):
    """The logarithms of the running sums of exponentials along an axis."""
    return call("CumulativeLogsumexp", input, axis, False, False)


# --- blocks against channels ------------------------------------------------------------------------------------------

def space_to_depth(x, block_size):
    """Blocks of the last two axes of (N, C, H, W) as channels: (N, C * b * b, H / b, W / b)."""
    n, c, h, w = x.shape
    if h % block_size or w % block_size:
        raise ValueError(f"For 'space_to_depth', height and width, {h} and {w}, must be divisible by {block_size}.")
    x = call("Reshape", x, (n, c, h // block_size, block_size, w // block_size, block_size))
    return call("Reshape", call("Transpose", x, (0, 3, 5, 1, 2, 4)),
                (n, c * block_size ** 2, h // block_size, w // block_size))


def depth_to_space(x, block_size):
    """Channels of (N, C * b * b, H, W) as blocks of the last two axes: (N, C, H * b, W * b)."""
    n, c, h, w = x.shape
    if c % block_size ** 2:
        raise ValueError(f"For 'depth_to_space', the number of channels, {c}, must be divisible by the square of "
                         f"{block_size}.")
    x = call("Reshape", x, (n, block_size, block_size, c // block_size ** 2, h, w))
    return call("Reshape", call("Transpose", x, (0, 3, 4, 1, 5, 2)),
                (n, c // block_size ** 2, h * block_size, w * block_size))


def intopk(x1, x2, k):
    """For each row of x1 (N, C) whether the class x2 (N,) is among the k largest. ValueError for other shapes."""
    if x1.ndim != 2 or x2.ndim != 1 or x1.shape[0] != x2.shape[0]:
        raise ValueError(f"For 'InTopK', 'x1' must have the shape (N, C) and 'x2' (N,), but got {x1.shape} and {x2.shape}.")
    chosen = call("Gather", x1.reshape((-1,)), x2 + call("Range", 0, x1.shape[0], 1, x2.dtype) * x1.shape[1], 0)
    larger = call("ReduceSum", call("Cast", call("Greater", x1, call("ExpandDims", chosen, 1)), int32), 1)
    return call("Less", larger, k)
