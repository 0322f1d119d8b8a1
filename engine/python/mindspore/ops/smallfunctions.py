# SPDX-License-Identifier: Apache-2.0
"""Functions of mindspore.ops that are a step or two of others: parts replaced, matrices cut to bands, distances,
dumps."""
import sys

from mindspore.common.dtype import int32
from mindspore.common.tensor import Tensor
from mindspore.ops.primitive import primitive_call as call

__all__ = ["bernoulli_", "clamp_", "exponential_", "identity", "inplace_add", "inplace_sub", "inplace_update",
           "intopk", "is_nonzero", "matrix_band_part", "normal_", "padding", "pdist", "random_", "renorm",
           "tensordump", "type_as", "uniform_", "view_as", "zero_"]


def _ops():
    return sys.modules["mindspore.ops"]


def identity(x):
    """x itself."""
    return x


def is_nonzero(input):
    """Whether the only element is not 0. Raises ValueError if there are more."""
    if input.size != 1:
        raise ValueError("For 'is_nonzero', the numel of 'input' must be 1, but got "
                         f"{input.size}.")
    return bool(input.item())


def type_as(input, other):
    """input converted to the dtype of other."""
    return call("Cast", input, other.dtype)


def view_as(input, other):
    """The same elements in the shape of other."""
    return call("Reshape", input, other.shape)


# --- in place: the methods of Tensor as functions ---------------------------------------------------------------------

def uniform_(input, from_=0, to=1, *, generator=None):
    """Elements become random numbers evenly in [from_, to)."""
    return input.uniform_(from_, to, generator=generator)


def normal_(input, mean=0, std=1, *, generator=None):
    """Elements become normal random numbers."""
    return input.normal_(mean, std, generator=generator)


def random_(input, from_=0, to=None, *, generator=None):
    """Elements become whole random numbers in [from_, to)."""
    return input.random_(from_, to, generator=generator)


def bernoulli_(input, p=0.5, *, generator=None):
    """Elements become 1 with probability p, else 0."""
    return input.bernoulli_(p, generator=generator)


def exponential_(input, lambd=1, *, generator=None):
    """Elements become exponentially distributed random numbers of a rate."""
    return input.exponential_(lambd, generator=generator)


def zero_(input):
    """Elements become 0."""
    return input.zero_()


def clamp_(input, min=None, max=None):
    """Elements become not less than min and not more than max."""
    return input.clamp_(min, max)


# --- rows replaced ----------------------------------------------------------------------------------------------------

def _rows(name, x, v, indices):
    if not isinstance(indices, (tuple, int)) or isinstance(indices, bool):
        raise TypeError(f"For '{name}', the type of 'indices' should be one of '['tuple', 'int']', but got type "
                        f"'{type(indices).__name__}'.")
    places = [indices] if isinstance(indices, int) else list(indices)
    if v.shape[0] != len(places) or v.shape[1:] != x.shape[1:]:
        raise ValueError(f"For '{name}', the shape of 'v' must be {(len(places), *x.shape[1:])}, but got {v.shape}.")
    if any(not 0 <= place < x.shape[0] for place in places):
        raise ValueError(f"For '{name}', the value of 'indices' must be in [0, {x.shape[0]}), but got {indices}.")
    return places


def _by_rows(name, x, v, indices, change):
    """x with change(row, row of v) at the places of indices."""
    rows = [x[i] for i in range(x.shape[0])]
    for row, place in enumerate(_rows(name, x, v, indices)):
        rows[place] = change(rows[place], v[row])
    return call("Stack", tuple(rows), 0)


def inplace_add(x, v, indices):
    """x with the rows of v added to those at the places of indices."""
    return _by_rows("InplaceAdd", x, v, indices, lambda old, new: old + new)


def inplace_sub(x, v, indices):
    """x with the rows of v taken from those at the places of indices."""
    return _by_rows("InplaceSub", x, v, indices, lambda old, new: old - new)


def inplace_update(x, v, indices):
    """x with the rows of v at the places of indices."""
    if isinstance(indices, Tensor):
        indices = tuple(indices.tolist())
    return _by_rows("InplaceUpdate", x, v, indices, lambda old, new: new)


# --- matrices, distances, places --------------------------------------------------------------------------------------

def matrix_band_part(x, lower, upper):
    """x with 0 outside of `lower` diagonals below and `upper` above the main one; negative: all of them."""
    rows, columns = x.shape[-2:]
    lower, upper = (int(part.item()) if isinstance(part, Tensor) else part for part in (lower, upper))
    distance = call("Range", 0, columns, 1, int32) - call("Range", 0, rows, 1, int32).reshape((rows, 1))
    inside = call("LessEqual", -distance, rows if lower < 0 else lower)
    inside = call("LogicalAnd", inside, call("LessEqual", distance, columns if upper < 0 else upper))
    return call("Select", inside, x, call("ZerosLike", x))


def renorm(input, p, axis, maxnorm):
    """Each slice along axis scaled down to a norm of order p of at most maxnorm."""
    axis = axis % input.ndim
    others = tuple(i for i in range(input.ndim) if i != axis)
    norm = call("Pow", call("ReduceSum", call("Pow", call("Abs", input), float(p)), others, True), 1 / p)
    scale = call("Select", call("Greater", norm, maxnorm), maxnorm / (norm + 1e-7), call("OnesLike", norm))
    return input * scale


def pdist(input, p=2.0):
    """The distances of order p of each pair of rows: row 0 to 1, 2, ..., row 1 to 2, ..."""
    count = input.shape[-2]
    first = [i for i in range(count) for _ in range(i + 1, count)]
    second = [j for i in range(count) for j in range(i + 1, count)]
    gap = call("Abs", call("Gather", input, Tensor(first, int32), -2) - call("Gather", input, Tensor(second, int32),
                                                                             -2))
    if p == 0:
        return call("ReduceSum", call("Cast", call("NotEqual", gap, 0), input.dtype), -1)
    if p == float("inf"):
        return call("ReduceMax", gap, -1)
    return call("Pow", call("ReduceSum", call("Pow", gap, float(p)), -1), 1 / p)


def padding(x, pad_dim_size=8):
    """x, whose last axis has size 1, with zeros after it up to pad_dim_size."""
    if x.ndim < 2 or x.shape[-1] != 1:
        raise ValueError(f"For 'Padding', the last dimension of 'x' must be 1 and its rank at least 2, but got "
                         f"{x.shape}.")
    rest = call("Zeros", (*x.shape[:-1], pad_dim_size - 1), x.dtype)
    return call("Concat", (x, rest), -1) if pad_dim_size > 1 else x


def intopk(x1, x2, k):
    """For each row of x1 whether the class x2 is among the k largest."""
    chosen = call("Gather", x1.reshape((-1,)), x2 + call("Range", 0, x1.shape[0], 1, x2.dtype) * x1.shape[1], 0)
    larger = call("ReduceSum", call("Cast", call("Greater", x1, call("ExpandDims", chosen, 1)), int32), 1)
    return call("Less", larger, k)


def tensordump(file_name, tensor, mode="out"):
    """Writes a tensor to a file of NumPy's format, named with the dtype and a number: "name_float32_0.npy"."""
    import numpy as np
    global _dumps
    if mode not in ("out", "in", "all"):
        raise ValueError(f"For 'tensordump', the 'mode' must be 'out', 'in' or 'all', but got {mode!r}.")
    name = file_name[:-4] if file_name.endswith(".npy") else file_name
    array = tensor.asnumpy()
    np.save(f"{name}_{array.dtype.name}_{_dumps}.npy", array)
    _dumps += 1


_dumps = 0
