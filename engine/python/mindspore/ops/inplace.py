# SPDX-License-Identifier: Apache-2.0
"""Tensors changed in place, the methods of Tensor as functions; and tensors with some of their rows
changed, under MindSpore's names for that."""
from mindspore.common.tensor import Tensor
from mindspore.ops.primitive import primitive_call as call

__all__ = ["bernoulli_", "clamp_", "exponential_", "inplace_add", "inplace_sub", "inplace_update", "normal_", "random_",
           "uniform_", "zero_"]


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
