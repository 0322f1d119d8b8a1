# SPDX-License-Identifier: Apache-2.0
"""Tensors cut, joined, turned and put on the diagonal: functions composed of views and joins."""
import builtins
import itertools
import math

import numpy as np

import _jitscope
from mindspore.common.dtype import bool_, int64
from mindspore.common.tensor import Tensor
from mindspore.ops.primitive import primitive_call as call

__all__ = ["split", "tensor_split", "hsplit", "vsplit", "dsplit", "hstack", "vstack", "dstack", "column_stack",
           "row_stack", "repeat_elements", "repeat_interleave", "rot90", "fliplr", "flipud", "movedim", "moveaxis",
           "ravel", "expand", "expand_as", "meshgrid", "atleast_1d", "atleast_2d", "atleast_3d", "t", "block_diag",
           "cartesian_prod", "combinations", "pad", "pixel_shuffle", "pixel_unshuffle", "channel_shuffle",
           "space_to_batch_nd", "batch_to_space_nd", "reverse_sequence", "diag", "diagflat", "diagonal_scatter",
           "select_scatter", "slice_scatter", "padding"]


def _is_int(value):
    return isinstance(value, int) and not isinstance(value, bool)


def _check_tensor(name, value, argument="input"):
    if not isinstance(value, _jitscope.Tensor):
        raise TypeError(f"For '{name}', '{argument}' must be a Tensor, but got {type(value)}.")


def _axis(name, axis, rank):
    """axis counted from the front."""
    if not _is_int(axis):
        raise TypeError(f"For '{name}', the axis must be an int, but got {type(axis)}.")
    if not -rank <= axis < rank:
        raise ValueError(f"For '{name}', the axis must be in [{-rank}, {rank}), but got {axis}.")
    return axis % rank


# --- cutting ----------------------------------------------------------------------------------------------------------

def split(tensor, split_size_or_sections, axis=0):
    """Parts of one size (an int; the last part is what is left), or of the given sizes; a tuple of views."""
    _check_tensor("split", tensor, "tensor")
    if _is_int(split_size_or_sections):
        return call("SplitTensor", tensor, split_size_or_sections, axis)
    if isinstance(split_size_or_sections, (tuple, list)):
        return call("SplitWithSize", tensor, tuple(split_size_or_sections), axis)
    raise TypeError("Type of Argument `split_size_or_sections` should be integer, tuple(int) or list(int), but got "
                    f"{type(split_size_or_sections)}")


def tensor_split(input, indices_or_sections, axis=0):
    """As many parts as the int says, as equal as possible; or the parts between the given places; a tuple of views."""
    _check_tensor("tensor_split", input)
    axis = _axis("tensor_split", axis, input.ndim)
    size = input.shape[axis]
    if _is_int(indices_or_sections):
        if indices_or_sections <= 0:
            raise ValueError("For tensor_split, the value of 'indices_or_sections' must be more than zero but got "
                             f"{indices_or_sections}")
        least, more = divmod(size, indices_or_sections)
        return call("SplitWithSize", input, (least + 1,) * more + (least,) * (indices_or_sections - more), axis)
    if not isinstance(indices_or_sections, (tuple, list)) or not all(map(_is_int, indices_or_sections)):
        raise TypeError("Type of Argument `indices_or_sections` should be integer, tuple(int) or list(int), but got "
                        f"{type(indices_or_sections)}")
    places = [0, *(builtins.slice(place).indices(size)[1] for place in indices_or_sections), size]
    return tuple(call("Narrow", input, axis, begin, max(end - begin, 0)) for begin, end in itertools.pairwise(places))


def hsplit(input, indices_or_sections):
    """tensor_split along the second axis (the first of a vector)."""
    return tensor_split(input, indices_or_sections, 0 if input.ndim == 1 else 1)


def vsplit(input, indices_or_sections):
    """tensor_split along the first axis."""
    return tensor_split(input, indices_or_sections, 0)


def dsplit(input, indices_or_sections):
    """tensor_split along the third axis."""
    return tensor_split(input, indices_or_sections, 2)


# --- joining ----------------------------------------------------------------------------------------------------------

def _tensors(name, tensors):
    if not isinstance(tensors, (tuple, list)):
        raise TypeError(f"For '{name}', the input must be a tuple or list of Tensors, but got {type(tensors)}.")
    if not tensors:
        raise ValueError(f"For '{name}', at least one tensor is needed.")
    for tensor in tensors:
        _check_tensor(name, tensor, "tensors")
    return tuple(tensors)


def hstack(tensors):
    """Joined along the second axis (the first of vectors)."""
    tensors = tuple(atleast_1d(tensor) for tensor in _tensors("hstack", tensors))
    return call("Concat", tensors, 0 if tensors[0].ndim == 1 else 1)


def vstack(inputs):
    """Joined along the first axis; vectors are rows."""
    return call("Concat", tuple(atleast_2d(tensor) for tensor in _tensors("vstack", inputs)), 0)


def row_stack(tensors):
    """Joined along the first axis; vectors are rows."""
    return vstack(tensors)


def dstack(tensors):
    """Joined along the third axis; vectors and matrices get one."""
    return call("Concat", tuple(atleast_3d(tensor) for tensor in _tensors("dstack", tensors)), 2)


def column_stack(tensors):
    """Joined along the second axis; vectors are columns."""
    columns = (call("Reshape", tensor, (-1, 1)) if tensor.ndim < 2 else tensor
               for tensor in _tensors("column_stack", tensors))
    return call("Concat", tuple(columns), 1)


def block_diag(*inputs):
    """The matrices along the diagonal of one matrix of zeros."""
    blocks = [atleast_2d(block) for block in inputs]
    if any(block.ndim != 2 for block in blocks):
        raise ValueError("For 'block_diag', the dimension of the input tensors must be at most 2.")
    columns = sum(block.shape[1] for block in blocks)
    rows, before = [], 0
    for block in blocks:
        rows.append(call("PadV3", block, (before, columns - before - block.shape[1]), "constant", 0))
        before += block.shape[1]
    return call("Concat", tuple(rows), 0)


def meshgrid(*inputs, indexing="xy"):
    """Each vector stretched over the grid that all of them span; a tuple. 'xy' has the first two axes swapped."""
    if indexing not in ("xy", "ij"):
        raise ValueError(f"For 'meshgrid', the argument 'indexing' must be 'xy' or 'ij', but got {indexing!r}.")
    if len(inputs) == 1 and isinstance(inputs[0], (tuple, list)):
        inputs = inputs[0]
    vectors = _tensors("meshgrid", tuple(inputs))
    for vector in vectors:
        if vector.ndim > 1:
            raise ValueError(f"For 'meshgrid', each input must have at most one dimension, but got the shape {vector.shape}.")
    sizes = [vector.size for vector in vectors]
    order = list(range(len(sizes)))
    if indexing == "xy" and len(sizes) > 1:
        order[0], order[1] = 1, 0
    shape = tuple(sizes[axis] for axis in order)
    grids = []
    for k, vector in enumerate(vectors):
        line = call("Reshape", vector, tuple(-1 if axis == k else 1 for axis in order))
        grids.append(call("BroadcastTo", line, shape))
    return tuple(grids)


def cartesian_prod(*inputs):
    """All rows with one element of each vector."""
    grids = [call("Reshape", grid, (-1,)) for grid in meshgrid(*inputs, indexing="ij")]
    return grids[0] if len(grids) == 1 else call("Stack", tuple(grids), 1)


def combinations(input, r=2, with_replacement=False):
    """All rows of r elements of a vector, in the order of their places."""
    choose = itertools.combinations_with_replacement if with_replacement else itertools.combinations
    places = list(choose(range(input.shape[0]), r))
    if not places:
        return call("Zeros", (0, r), input.dtype)
    return call("Gather", input, Tensor(places, int64), 0)


# --- repeating --------------------------------------------------------------------------------------------------------

def repeat_interleave(input, repeats, axis=None):
    """Each slice of an axis (of the flat tensor for None) as often as repeats says, an int or one for each slice."""
    _check_tensor("repeat_interleave", input)
    if axis is None:
        input, axis = call("Reshape", input, (-1,)), 0
    axis = _axis("repeat_interleave", axis, input.ndim)
    size = input.shape[axis]
    if _is_int(repeats) and repeats >= 0:
        shape = input.shape
        longer = call("BroadcastTo", call("ExpandDims", input, axis + 1), (*shape[:axis + 1], repeats, *shape[axis + 1:]))
        return call("Reshape", longer, (*shape[:axis], size * repeats, *shape[axis + 1:]))
    if isinstance(repeats, _jitscope.Tensor):
        repeats = repeats.tolist()
    counts = [repeats] if _is_int(repeats) else list(repeats)
    if any(not _is_int(count) or count < 0 for count in counts):
        raise ValueError(f"For 'repeat_interleave', 'repeats' must be ints that are at least 0, but got {repeats}.")
    if len(counts) == 1:
        counts = counts * size
    if len(counts) != size:
        raise ValueError(f"For 'repeat_interleave', 'repeats' must have the same size as input along axis {axis}, "
                         f"{size}, but got {len(counts)}.")
    return call("IndexSelect", input, axis, Tensor(np.repeat(np.arange(size), counts), int64))


def repeat_elements(x, rep, axis=0):
    """Each slice of an axis rep times."""
    return repeat_interleave(x, rep, axis)


# --- turning ----------------------------------------------------------------------------------------------------------

def rot90(input, k, dims):
    """Turned k times by 90 degrees, from the first of two axes to the second."""
    _check_tensor("rot90", input)
    if not isinstance(dims, (tuple, list)) or len(dims) != 2:
        raise ValueError(f"For 'rot90', 'dims' must be two axes, but got {dims}.")
    first, second = (_axis("rot90", axis, input.ndim) for axis in dims)
    if first == second:
        raise ValueError(f"For 'rot90', the axes in 'dims' must differ, but got {dims}.")
    order = list(range(input.ndim))
    order[first], order[second] = second, first
    turned = {0: (), 1: (second,), 2: (first, second), 3: (first,)}[k % 4]
    flipped = call("ReverseV2", input, turned)
    return call("Transpose", flipped, tuple(order)) if k % 2 else flipped


def fliplr(input):
    """The columns in reverse order."""
    return call("ReverseV2", input, (1,))


def flipud(input):
    """The rows in reverse order."""
    return call("ReverseV2", input, (0,))


def movedim(x, source, destination):
    """Axes moved to other places; the others keep their order. A view."""
    _check_tensor("movedim", x, "x")
    sources, places = ((axes,) if _is_int(axes) else tuple(axes) for axes in (source, destination))
    if len(sources) != len(places):
        raise ValueError("For 'movedim', 'source' and 'destination' must have the same number of elements, but got "
                         f"{source} and {destination}.")
    sources = [_axis("movedim", axis, x.ndim) for axis in sources]
    places = [_axis("movedim", axis, x.ndim) for axis in places]
    if len(set(sources)) < len(sources) or len(set(places)) < len(places):
        raise ValueError(f"For 'movedim', the axes must differ, but got {source} and {destination}.")
    order = [axis for axis in range(x.ndim) if axis not in sources]
    for place, axis in sorted(zip(places, sources)):
        order.insert(place, axis)
    return call("Transpose", x, tuple(order))


def moveaxis(x, source, destination):
    """Axes moved to other places; the others keep their order. A view."""
    return movedim(x, source, destination)


def ravel(input):
    """All elements as a vector; a view where the elements lie so."""
    return call("Reshape", input, (-1,))


def expand(input, size):
    """input stretched to a shape, a Tensor or a tuple; -1 keeps a size."""
    return call("BroadcastTo", input, tuple(size.tolist() if isinstance(size, _jitscope.Tensor) else size))


def expand_as(input, other):
    """input stretched to the shape of other."""
    return call("BroadcastTo", input, other.shape)


def _each(function, inputs):
    if isinstance(inputs, (tuple, list)):
        return tuple(function(tensor) for tensor in inputs)
    return function(inputs)


def atleast_1d(inputs):
    """Tensors of rank 0 as vectors; of one tensor or of each in a tuple."""
    return _each(lambda x: call("Reshape", x, (1,)) if x.ndim == 0 else x, inputs)


def atleast_2d(inputs):
    """Vectors as rows; of one tensor or of each in a tuple."""
    return _each(lambda x: call("Reshape", x, (1, -1)) if x.ndim < 2 else x, inputs)


def _three_axes(x):
    if x.ndim == 2:
        return call("ExpandDims", x, -1)
    return call("Reshape", x, (1, -1, 1)) if x.ndim < 2 else x


def atleast_3d(inputs):
    """Vectors as (1, n, 1), matrices as (m, n, 1); of one tensor or of each in a tuple."""
    return _each(_three_axes, inputs)


def t(input):
    """A matrix with its axes swapped; vectors and numbers stay."""
    if input.ndim > 2:
        raise ValueError(f"For 't', the dimension of tensor must be less than 3, but got {input.ndim}.")
    return call("Transpose", input, (1, 0)) if input.ndim == 2 else input


# --- surrounding ------------------------------------------------------------------------------------------------------

_PADDED_AXES = {2: (2, 3), 4: (3, 4), 6: (4, 5)}


def _check_padding(padding, mode, rank):
    if not isinstance(padding, (tuple, list)) or not all(map(_is_int, padding)):
        raise TypeError(f"For 'pad', the 'padding' must be a tuple or list of ints, but got {padding}.")
    if len(padding) % 2:
        raise ValueError(f"For 'pad', the size of padding must be divisible by 2, but got {len(padding)}")
    if len(padding) // 2 > rank:
        raise ValueError(f"For 'pad', the 'padding' names {len(padding) // 2} dimensions, but the input has {rank}.")
    if mode != "constant" and rank not in _PADDED_AXES.get(len(padding), ()):
        ranks = " or ".join(map(str, _PADDED_AXES.get(len(padding), (2, 3, 4, 5))))
        raise ValueError(f"For 'pad' of mode '{mode}', a padding of {len(padding)} values needs an input of {ranks} "
                         f"dimensions, but it has {rank}.")


def _padded_and_cut(x, padding, mode):
    """Padding with elements of x, where negative amounts cut off: around what is left only in a circle."""
    amounts = list(builtins.zip(padding[::2], padding[1::2]))[::-1]
    for (before, after), size in builtins.zip(amounts, x.shape[x.ndim - len(amounts):]):
        if builtins.min(before, after) < -size:
            raise ValueError("For primitive[PadV3], the paddings_value must be greater than or equal to "
                             f"{-size}, but got {builtins.min(before, after)}.")
        if size + before + after <= 0:
            raise ValueError(f"For primitive[PadV3], the output size must be greater than 0, but got {size + before + after}.")
    added = tuple(builtins.max(amount, 0) for amount in padding)
    if mode == "circular":
        return call("PadV3", _cut(x, amounts), added, mode, 0)
    return _cut(call("PadV3", x, added, mode, 0), amounts)


def _cut(x, amounts):
    """x without the elements that negative amounts (before, after) of its last axes stand for."""
    parts = [builtins.slice(builtins.max(-before, 0), builtins.min(after, 0) or None) for before, after in amounts]
    return x[(..., *parts)]


def pad(input_x, padding, mode="constant", value=None):
    """input_x with elements before and after its last axes: (last before, last after, last but one before, ...). mode:
    'constant' (value, 0 for None), 'reflect', 'replicate' or 'circular'; negative amounts cut off."""
    _check_tensor("pad", input_x, "input_x")
    if isinstance(padding, _jitscope.Tensor):
        padding = padding.tolist()
    if not padding:
        return input_x
    if mode not in ("constant", "reflect", "replicate", "circular"):
        raise ValueError("For 'PadV3', the 'mode' must be str and must be in '['constant', 'reflect', 'edge', "
                         f"'circular']', but got '{mode}'.")
    _check_padding(padding, mode, input_x.ndim)
    if mode != "constant" and value is not None:
        raise ValueError(f"For 'pad', the padding mode '{mode}' can not set value, but got value {value}.")
    mode = "edge" if mode == "replicate" else mode
    if mode != "constant" and min(padding) < 0:
        return _padded_and_cut(input_x, padding, mode)
    return call("PadV3", input_x, tuple(padding), mode, 0 if value is None else value)


# --- blocks against channels ------------------------------------------------------------------------------------------

def pixel_shuffle(input, upscale_factor):
    """(..., C * r * r, H, W) as (..., C, H * r, W * r)."""
    r, (*batch, channels, height, width) = upscale_factor, _images("pixel_shuffle", input)
    if not _is_int(r) or r <= 0 or channels % (r * r):
        raise ValueError("For 'pixel_shuffle', 'upscale_factor' must be positive and its square must divide the number "
                         f"of channels, {channels}, but got {r}.")
    count, c = math.prod(batch), channels // (r * r)
    x = call("Reshape", input, (count, c, r, r, height, width))
    x = call("Transpose", x, (0, 1, 4, 2, 5, 3))
    return call("Reshape", x, (*batch, c, height * r, width * r))


def pixel_unshuffle(input, downscale_factor):
    """(..., C, H * r, W * r) as (..., C * r * r, H, W)."""
    r, (*batch, channels, height, width) = downscale_factor, _images("pixel_unshuffle", input)
    if not _is_int(r) or r <= 0 or height % r or width % r:
        raise ValueError("For 'pixel_unshuffle', 'downscale_factor' must be positive and divide height and width, "
                         f"{height} and {width}, but got {r}.")
    x = call("Reshape", input, (math.prod(batch), channels, height // r, r, width // r, r))
    x = call("Transpose", x, (0, 1, 3, 5, 2, 4))
    return call("Reshape", x, (*batch, channels * r * r, height // r, width // r))


def _images(name, input):
    _check_tensor(name, input)
    if input.ndim < 3:
        raise ValueError(f"For '{name}', the dimension of the input must be at least 3, but got {input.ndim}.")
    return input.shape


def channel_shuffle(x, groups):
    """The channels (axis 1) dealt from groups, one of each in turn."""
    _check_tensor("channel_shuffle", x, "x")
    n, channels, *rest = x.shape
    if not _is_int(groups) or groups <= 0 or channels % groups:
        raise ValueError(f"For 'channel_shuffle', 'groups' must divide the number of channels, {channels}, but got "
                         f"{groups}.")
    split_up = call("Reshape", x, (n, groups, channels // groups, math.prod(rest)))
    return call("Reshape", call("Transpose", split_up, (0, 2, 1, 3)), x.shape)


def space_to_batch_nd(input_x, block_size, paddings):
    """Blocks of the last axes as batches: paddings are pairs, one for each axis of the block."""
    block = (block_size,) * len(paddings) if _is_int(block_size) else tuple(block_size)
    flat = tuple(amount for pair in reversed(paddings) for amount in pair)
    x = call("PadV3", input_x, flat, "constant", 0)
    kept, sizes = x.shape[:x.ndim - len(block)], x.shape[x.ndim - len(block):]
    if any(size % b for size, b in zip(sizes, block)):
        raise ValueError(f"For 'space_to_batch_nd', the padded axes {sizes} must be divisible by the block {block}.")
    n, others, last = kept[0], kept[1:], len(block)
    x = call("Reshape", x, (n, math.prod(others), *(part for size, b in zip(sizes, block) for part in (size // b, b))))
    inner, outer = [3 + 2 * k for k in range(last)], [2 + 2 * k for k in range(last)]
    x = call("Transpose", x, (*inner, 0, 1, *outer))
    return call("Reshape", x, (n * math.prod(block), *others, *(size // b for size, b in zip(sizes, block))))


def batch_to_space_nd(input_x, block_shape, crops):
    """Batches back as blocks of the last axes, without the crops: pairs, one for each axis of the block."""
    block = (block_shape,) * len(crops) if _is_int(block_shape) else tuple(block_shape)
    n, others = input_x.shape[0], input_x.shape[1:input_x.ndim - len(block)]
    sizes, count, last = input_x.shape[input_x.ndim - len(block):], math.prod(block), len(block)
    if n % count:
        raise ValueError(f"For 'batch_to_space_nd', the first axis, {n}, must be divisible by the size of the block, "
                         f"{count}.")
    x = call("Reshape", input_x, (*block, n // count, math.prod(others), *sizes))
    pairs = [axis for k in range(last) for axis in (last + 2 + k, k)]
    x = call("Transpose", x, (last, last + 1, *pairs))
    x = call("Reshape", x, (n // count, *others, *(size * b for size, b in zip(sizes, block))))
    return call("PadV3", x, tuple(-amount for pair in reversed(crops) for amount in pair), "constant", 0)


def reverse_sequence(x, seq_lengths, seq_dim, batch_dim=0):
    """The first seq_lengths[i] slices along seq_dim in reverse order, for each slice i of batch_dim."""
    _check_tensor("reverse_sequence", x, "x")
    seq_dim, batch_dim = (_axis("reverse_sequence", axis, x.ndim) for axis in (seq_dim, batch_dim))
    size, shape = x.shape[seq_dim], [1] * x.ndim
    shape[batch_dim] = x.shape[batch_dim]
    lengths = call("Reshape", call("Cast", seq_lengths, int64), tuple(shape))
    shape = [1] * x.ndim
    shape[seq_dim] = size
    places = Tensor(list(range(size)), int64).reshape(shape)
    turned = call("Select", call("Less", places, lengths), lengths - 1 - places, call("BroadcastTo", places, tuple(
        size if axis == seq_dim else x.shape[axis] if axis == batch_dim else 1 for axis in range(x.ndim))))
    return call("GatherD", x, seq_dim, call("BroadcastTo", turned, x.shape))


# --- diagonals and parts ----------------------------------------------------------------------------------------------

def diag(input):
    """The elements on the diagonal of a tensor of zeros whose shape is that of input twice: a vector gives a matrix."""
    _check_tensor("diag", input)
    if input.ndim == 0:
        raise ValueError("For primitive[Diag], the input rank must be greater than or equal to 1, but got 0.")
    return call("Reshape", diagflat(input), input.shape * 2)


def diagflat(input, offset=0):
    """All elements on the diagonal of a matrix of zeros."""
    return call("DiagEmbed", call("Reshape", input, (-1,)), offset, -2, -1)


def diagonal_scatter(input, src, offset=0, dim1=0, dim2=1):
    """input with src on a diagonal."""
    ones = call("Ones", call("Diagonal", input, offset, dim1, dim2).shape, input.dtype)
    if src.shape != ones.shape:
        raise ValueError(f"For 'diagonal_scatter', the shape of src must be {ones.shape}, but got {src.shape}.")
    place = (input.shape, offset, dim1, dim2)
    chosen = call("Cast", call("DiagonalBackward", ones, *place), bool_)
    return call("Select", chosen, call("DiagonalBackward", call("Cast", src, input.dtype), *place), input)


def _written(x, value, axis, begin, end, step):
    """x with value in a range of one axis."""
    whole = (0,) * axis
    mask = (1 << axis) - 1
    steps = (1,) * axis + (step,)
    return call("TensorCopySlices", x, value, (*whole, begin), (*whole, end), steps, mask, mask, 0, 0, 0)


def _scattered(input, src, axis, begin, end, step):
    """The same for a src of the range's very shape."""
    shape = (*input.shape[:axis], len(range(begin, end, step)), *input.shape[axis + 1:])
    if tuple(src.shape) != shape:
        raise ValueError("For slice_scatter, src shape should be equal to the slice size,but got src shape "
                         f"{tuple(src.shape)} and slice shape {shape}")
    return _written(input, src, axis, begin, end, step)


def select_scatter(input, src, axis, index):
    """input with src at one index of an axis."""
    _check_tensor("select_scatter", input)
    _check_tensor("select_scatter", src, "src")
    axis = _axis("select_scatter", axis, input.ndim)
    size = input.shape[axis]
    if not -size <= index < size:
        raise ValueError(f"For 'select_scatter', the index must be in [{-size}, {size}), but got {index}.")
    return _scattered(input, call("ExpandDims", src, axis), axis, index % size, index % size + 1, 1)


def slice_scatter(input, src, axis=0, start=None, end=None, step=1):
    """input with src in input[start:end:step] of an axis."""
    _check_tensor("slice_scatter", input)
    _check_tensor("slice_scatter", src, "src")
    axis = _axis("slice_scatter", axis, input.ndim)
    begin, stop, step = builtins.slice(start, end, step).indices(input.shape[axis])
    return _scattered(input, src, axis, begin, stop, step)


def padding(x, pad_dim_size=8):
    """x, whose last axis has size 1, with zeros after it up to pad_dim_size."""
    if x.ndim < 2 or x.shape[-1] != 1:
        raise ValueError(f"For 'Padding', the last dimension of 'x' must be 1 and its rank at least 2, but got "
                         f"{x.shape}.")
    rest = call("Zeros", (*x.shape[:-1], pad_dim_size - 1), x.dtype)
    return call("Concat", (x, rest), -1) if pad_dim_size > 1 else x
