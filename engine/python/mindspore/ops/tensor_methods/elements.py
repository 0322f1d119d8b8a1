# SPDX-License-Identifier: Apache-2.0
"""Tensor methods that compute, choose or change single elements and give a new tensor."""
import math

import numpy as np

import _jitscope
from mindspore.ops import catalogue as ops
from mindspore.common import dtype as dtypes
from mindspore.ops.primitive import primitive_call as call

_bool = bool  # the method of that name below hides it

__all__ = ["add", "sub", "subtract", "div", "divide", "remainder", "clamp", "clip", "square", "round", "positive",
           "matmul", "bmm", "mm", "where", "fill", "fills", "gather", "scatter", "scatter_add", "index_add",
           "index_select", "select", "take", "diag", "repeat_interleave", "isclose", "fill_diagonal", "astype", "to",
           "type_as", "type", "float", "half", "double", "int", "long", "bool", "short", "byte", "bfloat16",
           "__round__", "msort", "equal", "xdivy", "choose", "inplace_update", "unsorted_segment_max",
           "unsorted_segment_min", "unsorted_segment_prod", "cauchy", "log_normal"]


def _operand(self, other):
    """`other` of a method that takes lists and tuples, too, as tensors of its own dtype."""
    return _jitscope.Tensor(other, self.dtype) if isinstance(other, (list, tuple)) else other


def add(self, other, *, alpha=1):
    """self + alpha * other."""
    other = _operand(self, other)
    return ops.add(self, other) if alpha == 1 else call("AddExt", self, other, alpha)


def sub(self, other=None, *, y=None, alpha=1):
    """self - alpha * other."""
    other = _operand(self, y if other is None else other)
    return ops.sub(self, other) if alpha == 1 else call("SubExt", self, other, alpha)


def subtract(self, other, *, alpha=1):
    """self - alpha * other."""
    return sub(self, other, alpha=alpha)


def div(self, other=None, *, value=None, rounding_mode=None):
    """self / other; rounded towards zero ("trunc") or down ("floor")."""
    return ops.div(self, value if other is None else other, rounding_mode=rounding_mode)


def divide(self, other, *, rounding_mode=None):
    """self / other; rounded towards zero ("trunc") or down ("floor")."""
    return ops.div(self, other, rounding_mode=rounding_mode)


def remainder(self, other=None, *, divisor=None):
    """The remainder of the division by other, of the sign of other."""
    return ops.remainder(self, divisor if other is None else other)


def _is_bool(value):
    return value.dtype == dtypes.bool_ if isinstance(value, _jitscope.Tensor) else isinstance(value, _bool)


def clamp(self, min=None, max=None):
    """Each element not below min and not above max.

    Args:
        min (number or Tensor, optional): Of the same kind as max when both are given.
        max (number or Tensor, optional): Like min.

    Raises:
        ValueError: If neither is given, or elements or bounds are bools.
        TypeError: If one is a number and the other a tensor.
    """
    bounds = [bound for bound in (min, max) if bound is not None]
    if not bounds:
        raise ValueError("For Clamp, at least one of 'min' or 'max' must not be None.")
    if any(_is_bool(value) for value in (self, *bounds)):
        raise ValueError("For Clamp, the dtype of 'input', 'min' and 'max' must not be bool.")
    are_tensors = [isinstance(bound, _jitscope.Tensor) for bound in bounds]
    if len(set(are_tensors)) > 1:
        raise TypeError("Failed calling clamp with one number and one Tensor. The valid calling should be: "
                        "\"Tensor.clamp(min=<Number>, max=<Number>)\", \"Tensor.clamp(min=<Tensor>, max=<Tensor>)\".")
    return ops.clamp(self, min, max)


def clip(self, min=None, max=None):
    """Each element not below min and not above max; like clamp, but one may be a number and the other a tensor."""
    are_mixed = None not in (min, max) and isinstance(min, _jitscope.Tensor) != isinstance(max, _jitscope.Tensor)
    return ops.clip_by_value(self, min, max) if are_mixed else clamp(self, min, max)


def square(self):
    """The elements times themselves."""
    return ops.square(self)


def round(self, decimals=0):
    """Each element rounded to a number of decimals, halves to even."""
    return ops.round(self, decimals=decimals)


def __round__(self):
    """What round(tensor) gives."""
    return ops.round(self)


def positive(self):
    """The tensor itself."""
    return self


def matmul(self, tensor2):
    """The matrix product."""
    return ops.matmul(self, tensor2)


def mm(self, mat2):
    """The product of two matrices."""
    return ops.mm(self, mat2)


def bmm(self, mat2):
    """The products of two batches of matrices."""
    return ops.bmm(self, mat2)


def where(self, condition, y):
    """The elements where condition holds, those of y elsewhere."""
    return ops.where(condition, self, y)


def fill(self, value):
    """A tensor of the same shape and dtype whose elements are value."""
    return ops.full_like(self, value)


def fills(self, value):
    """A tensor of the same shape and dtype whose elements are a number or a tensor of one element."""
    if isinstance(value, _jitscope.Tensor):
        if value.ndim:
            raise ValueError("For 'Tensor.fills', if the argument 'value' is a tensor, the number of its dimension "
                             f"must be 0, but got {value.ndim}.")
        value = value.item()
    return ops.full_like(self, value)


def fill_diagonal(self, fill_value, wrap=False):
    """A copy whose main diagonal is fill_value; with wrap the diagonal of a tall matrix begins anew after its last
    column.

    Raises:
        ValueError: If there are fewer than two axes, or more than two of different sizes.
    """
    if self.ndim < 2 or (self.ndim > 2 and len(set(self.shape)) > 1):
        raise ValueError("For 'FillDiagonal', the tensor must have two axes, or more of the same size, but got the "
                         f"shape {self.shape}.")
    step, stride = 0, 1
    for size in reversed(self.shape):
        step += stride
        stride *= size
    columns = self.shape[-1]
    end = self.size if wrap or self.ndim > 2 else columns * columns
    places = np.zeros(self.size, np.bool_)
    places[:end:step] = True
    return ops.masked_fill(self, _jitscope.Tensor(places.reshape(self.shape)), fill_value)


def gather(self, *arguments, **named):
    """gather(dim, index): an element of each place along dim. gather(input_indices, axis, batch_dims=0): slices of
    axis."""
    first_is_tensor = _bool(arguments) and isinstance(arguments[0], _jitscope.Tensor)
    if first_is_tensor or "input_indices" in named or "axis" in named:
        return ops.gather(self, *arguments, **named)
    return ops.gather_elements(self, *arguments, **named)


def scatter(self, axis=None, index=None, src=None, *, dim=None, value=None):
    """A copy in which elements of src (or a number) stand at the places of index along an axis."""
    along = axis if dim is None else dim
    source = value if src is None else src
    if not isinstance(source, _jitscope.Tensor):
        source = ops.full(index.shape, source, dtype=self.dtype)
    return ops.scatter(self, along, index, source)


def scatter_add(self, *arguments, **named):
    """scatter_add(dim, index, src): src added at the places of index along dim. scatter_add(indices, updates): slices
    added."""
    if "indices" in named or (arguments and isinstance(arguments[0], _jitscope.Tensor)):
        return ops.tensor_scatter_add(self, *arguments, **named)

    def added(dim, index, src):
        return ops.tensor_scatter_elements(self, index, src, dim, "add")
    return added(*arguments, **named)


def index_add(self, *arguments, **named):
    """index_add(dim, index, source, *, alpha=1) or index_add(indices, y, axis, ...): slices added at places along an
    axis."""
    if "indices" in named or (arguments and isinstance(arguments[0], _jitscope.Tensor)):
        def older(indices, y, axis, use_lock=True, check_index_bound=True):
            return ops.index_add(self, indices, y, axis)
        return older(*arguments, **named)

    def newer(dim, index, source, *, alpha=1):
        return ops.index_add(self, index, source if alpha == 1 else source * alpha, dim)
    return newer(*arguments, **named)


def index_select(self, axis=None, index=None, *, dim=None):
    """The slices of an axis at the places of index."""
    return ops.index_select(self, axis if dim is None else dim, index)


def select(self, *arguments, **named):
    """select(dim, index): one slice of an axis, without it. select(condition, y): elements where condition holds, those
    of y elsewhere."""
    if "condition" in named or (arguments and isinstance(arguments[0], _jitscope.Tensor)):
        def chosen(condition, y):
            return ops.where(condition, self, y)
        return chosen(*arguments, **named)

    def sliced(dim, index):
        if not -self.ndim <= dim < self.ndim:
            raise ValueError(f"For 'select', the axis must be in [{-self.ndim}, {self.ndim}), but got {dim}.")
        return self[(slice(None),) * (dim % self.ndim) + (index,)]
    return sliced(*arguments, **named)


def take(self, indices=None, axis=None, mode="clip", *, index=None):
    """The elements at places in row-major order, or the slices of an axis.

    Args:
        indices (Tensor): Of any shape.
        axis (int, optional): Without it the tensor counts as one axis.
        mode (str): What becomes of places out of range: "clip" takes the nearest, "wrap" counts on from the start,
            "raise" is "clip" here as in MindSpore.
    """
    if mode not in ("raise", "wrap", "clip"):
        raise ValueError("For 'Tensor.take', the argument 'mode' should be one of in ['raise', 'wrap', 'clip'], but "
                         f"got {mode}.")
    places = index if indices is None else indices
    source, along = (self.reshape(-1), 0) if axis is None else (self, axis)
    size = source.shape[along]
    if mode == "wrap":
        places = ops.floor_mod(places, size)
    elif indices is not None:
        places = ops.clamp(places, -size, size - 1)
    places = ops.where(places < 0, places + size, places)
    return ops.gather(source, places, along)


def diag(self, diagonal=0):
    """The matrix with these elements on a diagonal, or the diagonal of a matrix."""
    if diagonal == 0:
        return ops.diag(self)
    if self.ndim != 1:
        return ops.diagonal(self, diagonal)
    matrix = ops.diag(self)
    shift = abs(diagonal)
    rows, columns = (0, shift) if diagonal > 0 else (shift, 0)
    return ops.pad(matrix, (columns, shift - columns, rows, shift - rows))


def repeat_interleave(self, repeats, dim=None, *, output_size=None):
    """Each element (or slice of an axis) as often as repeats says."""
    return ops.repeat_interleave(self, repeats, dim)


def isclose(self, other=None, rtol=1e-05, atol=1e-08, equal_nan=False, *, x2=None):
    """Whether elements are equal within |self - other| <= atol + rtol * |other|."""
    return ops.isclose(self, x2 if other is None else other, rtol, atol, equal_nan)


def equal(self, other):
    """Whether elements are equal."""
    return ops.equal(self, other)


def msort(self):
    """The elements sorted along the first axis."""
    return ops.sort(self, 0)[0]


def xdivy(self, y):
    """self / y, and 0 where self is 0."""
    return ops.xdivy(self, y)


def choose(self, choices, mode="clip"):
    """Of each place the element of the choice whose number stands there."""
    options = choices if isinstance(choices, _jitscope.Tensor) else ops.stack(
        [option if isinstance(option, _jitscope.Tensor) else _jitscope.Tensor(option) for option in choices])
    count = options.shape[0]
    places = ops.floor_mod(self, count) if mode == "wrap" else ops.clamp(self, 0, count - 1)
    shape = places.shape if options.ndim == 1 else ops.broadcast_to(places, options.shape[1:]).shape
    options = ops.broadcast_to(options.reshape((count, *(1,) * (len(shape) - options.ndim + 1), *options.shape[1:])),
                               (count, *shape))
    return ops.gather_elements(options, 0, ops.broadcast_to(places, shape).reshape((1, *shape)))[0]


def inplace_update(self, v, indices):
    """A copy whose slices of the first axis at indices are those of v."""
    return ops.inplace_update(self, v, indices)


def unsorted_segment_max(self, segment_ids, num_segments):
    """The largest elements of each segment."""
    return ops.unsorted_segment_max(self, segment_ids, num_segments)


def unsorted_segment_min(self, segment_ids, num_segments):
    """The smallest elements of each segment."""
    return ops.unsorted_segment_min(self, segment_ids, num_segments)


def unsorted_segment_prod(self, segment_ids, num_segments):
    """The products of the elements of each segment."""
    return ops.unsorted_segment_prod(self, segment_ids, num_segments)


_NAMES = ("bool_", "int8", "byte", "int16", "short", "int32", "intc", "int64", "long", "intp", "uint8", "ubyte",
          "uint16", "ushort", "uint32", "uintc", "uint64", "uintp", "float16", "half", "float32", "single", "float64",
          "double")


def astype(self, dtype, copy=True):
    """Converted to a dtype, given as such, by its name, or as a Python or NumPy type."""
    wanted = dtypes.as_dtype(dtype)
    if wanted is None:
        kind = "string input type" if isinstance(dtype, str) else "input type"
        raise TypeError(f"For Tensor.astype, the {kind} must be one of {list(_NAMES)}, but got '{dtype}'.")
    return self if wanted == self.dtype and not copy else call("Cast", self, wanted)


def to(self, *arguments, dtype=None, device=None, other=None, non_blocking=False, copy=False):
    """to(dtype), to(other), to(device, dtype): converted to a dtype, to that of another tensor; a device is accepted,
    all are this one's memory."""
    for argument in arguments:
        if isinstance(argument, dtypes.Type):
            dtype = argument
        elif isinstance(argument, _jitscope.Tensor):
            other = argument
        elif isinstance(argument, str):
            device = argument
        elif argument is not None and not isinstance(argument, _bool):
            raise TypeError(f"For 'Tensor.to', the 'dtype' must be a mindspore dtype, but got '{argument}'.")
    if device is not None and str(device).split(":")[0] not in ("CPU", "Ascend", "GPU", "cpu", "npu", "ascend"):
        raise ValueError(f"Failed to convert the value \"{device}\" of input 'device' of 'to' to enum.")
    wanted = other.dtype if other is not None else dtype
    if wanted is not None and wanted != self.dtype:
        return call("Cast", self, wanted)
    return call("Clone", self) if copy else self


def type_as(self, other):
    """Converted to the dtype of another tensor."""
    return to(self, other.dtype)


def type(self, dtype=None):
    """The dtype's name, or converted to a dtype."""
    return str(self.dtype) if dtype is None else astype(self, dtype)


def float(self):
    """Converted to float32."""
    return to(self, dtypes.float32)


def half(self):
    """Converted to float16."""
    return to(self, dtypes.float16)


def double(self):
    """Converted to float64."""
    return to(self, dtypes.float64)


def bfloat16(self):
    """Converted to bfloat16."""
    return to(self, dtypes.bfloat16)


def int(self):
    """Converted to int32."""
    return to(self, dtypes.int32)


def long(self):
    """Converted to int64."""
    return to(self, dtypes.int64)


def short(self):
    """Converted to int16."""
    return to(self, dtypes.int16)


def byte(self):
    """Converted to uint8."""
    return to(self, dtypes.uint8)



def bool(self):
    """Converted to bool."""
    return to(self, dtypes.bool_)


def cauchy(self, median=0.0, sigma=1.0):
    """New random numbers of Cauchy's distribution, in the shape and dtype of the tensor."""
    return (ops.tan((ops.rand(self.shape) - 0.5) * math.pi) * sigma + median).astype(self.dtype)


def log_normal(self, mean=1.0, std=2.0):
    """New random numbers: e to the power of normally distributed ones, in the shape and dtype of the tensor."""
    return ops.exp(ops.randn(self.shape) * std + mean).astype(self.dtype)
