# SPDX-License-Identifier: Apache-2.0
"""Activation layers, and the names under which other layers take them. All keep the shape and dtype of their input
unless they say otherwise. Those that are a function of their input and of numbers are made of the rows of
ops/activationnames.py."""
import functools
import importlib
import types

import numpy as np

from mindspore import ops
from mindspore._missing import missing_names
from mindspore.common.dtype import float16, float32
from mindspore.common.initializer import initializer
from mindspore.common.parameter import Parameter
from mindspore.common.tensor import Tensor
from mindspore.nn.cell import Cell
from mindspore.nn.checks import check_choice, check_positive_int, check_type
from mindspore.ops.activationnames import ROWS
from mindspore.ops.operations._rows import bound_attributes, constructor_of


# --- written out ------------------------------------------------------------------------------------------------------

class RReLU(Cell):
    """x where it is positive, elsewhere x times a random number between lower and upper."""

    def __init__(self, lower=1 / 8, upper=1 / 3):
        super().__init__()
        for name, value in (("upper", upper), ("lower", lower)):
            check_type(self.cls_name, name, value, (float, int))
        if lower > upper:
            raise ValueError(f"For {self.cls_name}, the value of 'upper' must be greater than or equal to 'lower', but "
                             f"got upper: {upper}, lower: {lower}. ")
        self.lower, self.upper = lower, upper

    def construct(self, x):
        return ops.rrelu(x, self.lower, self.upper)


class PReLU(Cell):
    """x where it is positive, elsewhere x times a weight that is learned: one, or one for each channel (axis 1)."""

    def __init__(self, channel=1, w=0.25):
        super().__init__()
        check_positive_int(self.cls_name, "channel", channel)
        if isinstance(w, Tensor):
            if w.dtype not in (float16, float32):
                raise ValueError("For 'PReLU', the dtype of 'w' must be float16 or float32 when the 'w' is a tensor, "
                                 f"but got {w.dtype}.")
            if w.ndim != 1 or w.shape[0] != channel:
                raise ValueError("For 'PReLU', the dimension of 'w' must be 1, and the elements number must be equal "
                                 f"to the 'channel' when the 'w' is a tensor, but got 'w' shape {w.shape}, the "
                                 f"'channel' {channel}.")
            values = w
        elif isinstance(w, list):
            if len(w) != channel:
                raise ValueError("For 'PReLU', the length of 'w' must be equal to the 'channel' when the 'w' is a "
                                 f"list, but got the length of 'w' {len(w)}, the 'channel' {channel}.")
            values = Tensor(np.array(w, np.float32))
        else:
            check_type(self.cls_name, "w", w, (float, int))
            values = initializer(w, (channel,), float32)
        self.w = Parameter(values, name="a")

    def construct(self, x):
        return ops.prelu(x, self.w)


class GELU(Cell):
    """x times the normal distribution function, by tanh when approximate."""

    def __init__(self, approximate=True):
        super().__init__()
        if not isinstance(approximate, bool):
            raise TypeError(f"For 'GELU', the 'approximate' must be a bool, but got {type(approximate).__name__}.")
        self.approximate = "tanh" if approximate else "none"

    def construct(self, x):
        return ops.gelu(x, approximate=self.approximate)


class Softmax(Cell):
    """exp(x) / sum(exp(x)) along an axis."""

    def __init__(self, axis=-1):
        super().__init__()
        self.axis = axis

    @functools.cached_property
    def softmax(self):
        """The primitive: softmax(x)."""
        return ops.Softmax(self.axis)

    def construct(self, input):
        return ops.softmax(input, self.axis)


class Softmax2d(Cell):
    """Softmax over the channels of (N, C, H, W) or (C, H, W)."""

    def __init__(self):
        super().__init__()

    def construct(self, x):
        if x.ndim not in (3, 4):
            raise ValueError(f"For 'Softmax2d', the dimension of 'x' must be 3 or 4, but got {x.ndim}.")
        return ops.softmax(x, -3)


class Softmin(Cell):
    """exp(-x) / sum(exp(-x)) along an axis."""

    def __init__(self, axis=-1):
        super().__init__()
        self.axis = axis

    def construct(self, x):
        return ops.softmax(-x, self.axis)


class LogSoftmax(Cell):
    """log(softmax(x)) along an axis."""

    def __init__(self, axis=-1):
        super().__init__()
        self.axis = axis

    @functools.cached_property
    def log_softmax(self):
        """The primitive: log_softmax(x)."""
        return ops.LogSoftmax(self.axis)

    def construct(self, x):
        return ops.log_softmax(x, self.axis)


class GLU(Cell):
    """The first half of an axis times the sigmoid of the second; that axis becomes half as long."""

    def __init__(self, axis=-1):
        super().__init__()
        self.axis = axis

    def construct(self, x):
        return ops.glu(x, self.axis)


class LRN(Cell):
    """x / (bias + alpha * sum of squares over depth_radius channels on both sides) ** beta, for (N, C, H, W)."""

    def __init__(self, depth_radius=5, bias=1.0, alpha=1.0, beta=0.5, norm_region="ACROSS_CHANNELS"):
        super().__init__()
        self.depth_radius, self.bias, self.alpha, self.beta = depth_radius, bias, alpha, beta
        self.norm_region = check_choice(self.cls_name, "norm_region", norm_region, ("ACROSS_CHANNELS",))

    def construct(self, input_x):
        return ops.lrn(input_x, self.depth_radius, self.bias, self.alpha, self.beta, self.norm_region)


# --- made of rows -----------------------------------------------------------------------------------------------------

class _OfX(Cell):
    """A function of mindspore.ops of one input and of the numbers that the constructor was given."""

    _function = None
    _row = None

    def _keep(self, args, kwargs):
        values = bound_attributes(self._row.name, self._row.attributes, args, kwargs)
        for name, value in values.items():
            setattr(self, name, check_type(self.cls_name, name, value, (float, int)) if name in self._row.numbers
                    else value)
        self._numbers = tuple(values.values())

    def construct(self, x):
        return self._function(x, *self._numbers)


class _OfInput(_OfX):
    """One that calls its input so."""

    def construct(self, input):
        return self._function(input, *self._numbers)


class _OfInputX(_OfX):
    """One that calls its input so."""

    def construct(self, input_x):
        return self._function(input_x, *self._numbers)


_BASES = {"x": _OfX, "input": _OfInput, "input_x": _OfInputX}


def _named(function, name, owner):
    """The function as a method of a class that it was not written in."""
    copy = types.FunctionType(function.__code__, function.__globals__, name, None, function.__closure__)
    copy.__qualname__ = f"{owner}.{name}"
    return copy


def _primitive_of(record):
    """The primitive of a layer of a row, made when it is asked for by the name that MindSpore's layer keeps it under."""
    return functools.cached_property(lambda layer: getattr(ops, record.name)(*(getattr(layer, name)
                                                                               for name in record.attributes or ())))


def _made(row, function, record):
    """The layer of a row; `record`, if it is one primitive of that."""
    def keep(self, *args, **kwargs):
        Cell.__init__(self)
        self._keep(args, kwargs)
    base = _BASES[row.input]
    primitives = {} if record is None else {row.short or row.name.lower(): _primitive_of(record)}
    return type(row.name, (base,), {
        "__doc__": row.doc, "__module__": __name__, "_function": staticmethod(function), "_row": row,
        "__init__": constructor_of(row.attributes, _named(keep, "__init__", row.name)),
        "construct": _named(base.construct, "construct", row.name), **primitives})


for _row in ROWS:
    if _row.layer is not None and _row.layer.name not in globals():
        globals()[_row.layer.name] = _made(_row.layer, getattr(ops, _row.function), _row.operator)

_BY_NAME = {_row.layer.short: globals()[_row.layer.name] for _row in ROWS if _row.layer and _row.layer.short}

__all__ = [*(_row.layer.name for _row in ROWS if _row.layer), "LRN", "get_activation"]


def get_activation(name, prim_name=None):
    """A new layer for a name ("relu"), None for None; KeyError with all names for an unknown one."""
    if name is None:
        return None
    if name not in _BY_NAME:
        layer = f"For '{prim_name}', the" if prim_name else "The"
        raise KeyError(f"{layer} 'name' must be in {list(_BY_NAME)}, but got {name}.")
    return _BY_NAME[name]()


def activation_of(layer, activation):
    """What a layer's argument `activation` means: a name, a layer, a function, or None."""
    found = get_activation(activation) if isinstance(activation, str) else activation
    if found is not None and not callable(found):
        raise TypeError(f"For '{layer}', the 'activation' must be str or Cell or Primitive, but got "
                        f"{type(activation).__name__}.")
    return found


def __getattr__(name):
    """PReLUExt is looked for here by MindSpore's pages; it is a layer of mint, which is read after nn."""
    if name in ("LogSoftmaxExt", "PReLUExt"):
        return getattr(importlib.import_module("mindspore.nn"), name)
    return missing_names("mindspore.nn.layer.activation")(name)
