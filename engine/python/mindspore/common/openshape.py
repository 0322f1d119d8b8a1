# SPDX-License-Identifier: Apache-2.0
"""Tensors without elements whose shape leaves sizes open: what nn.Cell.set_inputs is told of inputs to come."""
import _jitscope
from mindspore.common.dtype import Type

_LEAST = {"max": 1, "min": 1, "divisor": 1, "remainder": 0}


class Symbol:
    """
    A size that is not known yet, in the shape of a Tensor for nn.Cell.set_inputs.

    Args:
        max, min (int): the largest and the smallest that it may be, above 0.
        divisor, remainder (int): the size is a multiple of divisor and remainder more; 0 <= remainder < divisor.
        unique (bool): whether sizes of the same Symbol are equal. Without it each may be another one.

    Raises TypeError for other types, ValueError for numbers out of range.
    """

    def __init__(self, max=0, min=1, divisor=1, remainder=0, unique=False, **kwargs):
        for name, value, default in (("max", max, 0), ("min", min, 1), ("divisor", divisor, 1), ("remainder", remainder, 0)):
            if isinstance(value, bool) or not isinstance(value, int):
                raise TypeError(f"For 'Symbol', the argument '{name}' must be int, but got {type(value)}")
            if value != default and value < _LEAST[name]:
                raise ValueError(f"For 'Symbol', the '{name}' value should be positive, but got {value}")
        if not 0 <= remainder < divisor:
            raise ValueError(f"For 'Symbol', the 'remainder' value should be in the range '[0, {divisor})', but got {remainder}")
        if not isinstance(unique, bool):
            raise TypeError(f"For 'Symbol', the argument 'unique' must be bool, but got {type(unique)}")
        self.max, self.min, self.divisor, self.remainder, self.unique = max, min, divisor, remainder, unique

    def to_dict(self):
        """What was said of it: name -> number."""
        told = {"max": self.max} if self.max >= self.min else {}
        told.update({"min": self.min} if self.min > 1 else {})
        told.update({"divisor": self.divisor} if self.divisor != 1 else {})
        told.update({"remainder": self.remainder} if self.remainder else {})
        return {**told, "id": id(self)} if self.unique else told

    def __repr__(self):
        return str(self.to_dict())

    __str__ = __repr__

    def fault(self, size):
        """Why a size is none that it may be, or ""."""
        if size < self.min or self.max >= self.min and size > self.max:
            return f"must lie between {self.min} and {self.max}" if self.max >= self.min else f"must be at least {self.min}"
        if size % self.divisor != self.remainder:
            return f"must be a multiple of {self.divisor} and {self.remainder} more"
        return ""


class Tensor(_jitscope.Tensor):
    """Tensor(shape=(None, 3), dtype=float32): no elements; its shape has -1 where a size is open, or is (-2,) where
    nothing is known of it (shape=None). What needs elements raises ValueError."""

    def __init__(self, input_data=None, dtype=None, shape=None, init=None, internal=False, const_arg=False, device=None):
        if dtype is None or init is not None:
            raise ValueError("If setting dynamic shape, dtype must not be None, init must be None")
        if input_data is not None:
            raise ValueError("When initializing a tensor with 'input_data', 'shape' should be set to None.But got shape: "
                             f"{shape}.")
        for size in shape or ():
            if size is not None and not isinstance(size, (int, Symbol)):
                raise TypeError(f"For 'Tensor', a size of the 'shape' must be int, None or Symbol, but got {size!r}.")
        super().__init__(shape=(0,), dtype=dtype)
        self.symbolic_shape = [-2] if shape is None else list(shape)

    @property
    def shape(self):
        """The sizes, with -1 where they are open."""
        return tuple(size if isinstance(size, int) else -1 for size in self.symbolic_shape)

    @property
    def ndim(self):
        """The number of axes."""
        return len(self.symbolic_shape)

    def asnumpy(self):
        """There are no elements: raises ValueError."""
        raise ValueError(f"A Tensor of the open shape {self.shape} has no elements; give it to nn.Cell.set_inputs.")

    def __repr__(self):
        return f"Tensor(shape={list(self.shape)}, dtype={self.dtype}, value=\n)"

    __str__ = asnumpy
    __hash__ = _jitscope.Tensor.__hash__


Tensor.__module__ = "mindspore.common.tensor"


# --- checks of inputs -------------------------------------------------------------------------------------------------

def _fits(size, expected, seen):
    if expected is None or expected == -1:
        return True
    if isinstance(expected, int):
        return size == expected
    return not expected.fault(size) and (not expected.unique or seen.setdefault(id(expected), size) == size)


def check_inputs(expected, given):
    """
    Whether the arguments of a call are what set_inputs was told; None stands for any.

    Raises ValueError for another number of them or another shape, TypeError for another dtype.
    """
    if len(given) != len(expected):
        raise ValueError(f"For set_inputs, the number of inputs must be {len(expected)}, but got {len(given)}.")
    seen = {}
    for place, (told, value) in enumerate(zip(expected, given), 1):
        if not isinstance(told, _jitscope.Tensor) or not isinstance(value, _jitscope.Tensor):
            continue
        if told.dtype != value.dtype:
            raise TypeError(f"For set_inputs or tuple(list) in set_inputs, the {place}th type should be "
                            f"Tensor[{_named(told.dtype)}], but got Tensor[{_named(value.dtype)}]!")
        sizes = told.symbolic_shape if isinstance(told, Tensor) else told.shape
        if list(sizes) == [-2]:
            continue
        if len(sizes) != value.ndim:
            raise ValueError(f"For set_inputs and tuple(list) in set_inputs, the dims of {place}th input must be the same as "
                             f"expected, but got expected: {len(sizes)}, and input: {value.ndim}!")
        for size, wanted in zip(value.shape, sizes):
            if not _fits(size, wanted, seen):
                raise ValueError(f"For set_inputs and tuple(list) in set_inputs, the shape of {place}th input must be the "
                                 f"same as expected, but got expected: {wanted}, and input: {size}!")


def _named(dtype):
    return str(dtype) if isinstance(dtype, Type) else repr(dtype)
