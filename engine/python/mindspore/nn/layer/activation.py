# SPDX-License-Identifier: Apache-2.0
"""Activation layers, and the names under which other layers take them. All keep the shape and dtype of their input
unless they say otherwise."""
import numpy as np

from mindspore import ops
from mindspore.common.dtype import float16, float32
from mindspore.common.initializer import initializer
from mindspore.common.parameter import Parameter
from mindspore.common.tensor import Tensor
from mindspore.nn.cell import Cell
from mindspore.nn.checks import check_choice, check_positive_int, check_type

__all__ = ["Softmin", "Softmax", "Softmax2d", "LogSoftmax", "ReLU", "ReLU6", "RReLU", "SeLU", "SiLU", "Tanh",
           "Tanhshrink", "Hardtanh", "GELU", "FastGelu", "Sigmoid", "Softsign", "PReLU", "get_activation", "LeakyReLU",
           "HSigmoid", "HSwish", "ELU", "LogSigmoid", "LRN", "SoftShrink", "HShrink", "CELU", "Threshold", "Mish",
           "GLU"]


class ReLU(Cell):
    """max(x, 0)"""

    def __init__(self):
        super().__init__()

    def construct(self, input):
        return ops.relu(input)


class ReLU6(Cell):
    """min(max(x, 0), 6)"""

    def __init__(self):
        super().__init__()

    def construct(self, x):
        return ops.relu6(x)


class LeakyReLU(Cell):
    """x where it is positive, alpha * x elsewhere."""

    def __init__(self, alpha=0.2):
        super().__init__()
        self.alpha = check_type(self.cls_name, "alpha", alpha, (float, int))

    def construct(self, x):
        return ops.leaky_relu(x, self.alpha)


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


class ELU(Cell):
    """x where it is positive, alpha * (exp(x) - 1) elsewhere."""

    def __init__(self, alpha=1.0):
        super().__init__()
        self.alpha = alpha

    def construct(self, x):
        return ops.elu(x, self.alpha)


class CELU(Cell):
    """max(0, x) + min(0, alpha * (exp(x / alpha) - 1))"""

    def __init__(self, alpha=1.0):
        super().__init__()
        self.alpha = check_type(self.cls_name, "alpha", alpha, (float, int))

    def construct(self, x):
        return ops.celu(x, self.alpha)


class SeLU(Cell):
    """The scaled exponential linear unit."""

    def __init__(self):
        super().__init__()

    def construct(self, input_x):
        return ops.selu(input_x)


class SiLU(Cell):
    """x * sigmoid(x)"""

    def __init__(self):
        super().__init__()

    def construct(self, x):
        return ops.silu(x)


class Mish(Cell):
    """x * tanh(log(1 + exp(x)))"""

    def __init__(self):
        super().__init__()

    def construct(self, input_x):
        return ops.mish(input_x)


class GELU(Cell):
    """x times the normal distribution function, by tanh when approximate."""

    def __init__(self, approximate=True):
        super().__init__()
        if not isinstance(approximate, bool):
            raise TypeError(f"For 'GELU', the 'approximate' must be a bool, but got {type(approximate).__name__}.")
        self.approximate = "tanh" if approximate else "none"

    def construct(self, x):
        return ops.gelu(x, approximate=self.approximate)


class FastGelu(Cell):
    """GELU by an approximation with exp."""

    def __init__(self):
        super().__init__()

    def construct(self, x):
        return ops.fast_gelu(x)


class Tanh(Cell):
    """The hyperbolic tangent."""

    def __init__(self):
        super().__init__()

    def construct(self, x):
        return ops.tanh(x)


class Tanhshrink(Cell):
    """x - tanh(x)"""

    def __init__(self):
        super().__init__()

    def construct(self, x):
        return ops.tanhshrink(x)


class Hardtanh(Cell):
    """x kept between min_val and max_val."""

    def __init__(self, min_val=-1.0, max_val=1.0):
        super().__init__()
        self.min_val, self.max_val = min_val, max_val

    def construct(self, x):
        return ops.hardtanh(x, self.min_val, self.max_val)


class Sigmoid(Cell):
    """1 / (1 + exp(-x))"""

    def __init__(self):
        super().__init__()

    def construct(self, x):
        return ops.sigmoid(x)


class LogSigmoid(Cell):
    """log(sigmoid(x))"""

    def __init__(self):
        super().__init__()

    def construct(self, input_x):
        return ops.logsigmoid(input_x)


class HSigmoid(Cell):
    """max(0, min(1, (x + 3) / 6))"""

    def __init__(self):
        super().__init__()

    def construct(self, input):
        return ops.hardsigmoid(input)


class HSwish(Cell):
    """x * relu6(x + 3) / 6"""

    def __init__(self):
        super().__init__()

    def construct(self, input):
        return ops.hardswish(input)


class Softsign(Cell):
    """x / (1 + |x|)"""

    def __init__(self):
        super().__init__()

    def construct(self, x):
        return ops.softsign(x)


class SoftShrink(Cell):
    """x moved towards 0 by lambd; 0 where it is nearer than that."""

    def __init__(self, lambd=0.5):
        super().__init__()
        self.lambd = lambd

    def construct(self, input):
        return ops.softshrink(input, self.lambd)


class HShrink(Cell):
    """x where it is further from 0 than lambd, 0 elsewhere."""

    def __init__(self, lambd=0.5):
        super().__init__()
        self.lambd = lambd

    def construct(self, input):
        return ops.hardshrink(input, self.lambd)


class Threshold(Cell):
    """x where it is greater than threshold, `value` elsewhere."""

    def __init__(self, threshold, value):
        super().__init__()
        self.threshold, self.value = threshold, value

    def construct(self, input_x):
        return ops.threshold(input_x, self.threshold, self.value)


class Softmax(Cell):
    """exp(x) / sum(exp(x)) along an axis."""

    def __init__(self, axis=-1):
        super().__init__()
        self.axis = axis

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


_BY_NAME = {"softmin": Softmin, "softmax": Softmax, "softmax2d": Softmax2d, "logsoftmax": LogSoftmax, "relu": ReLU,
            "relu6": ReLU6, "rrelu": RReLU, "silu": SiLU, "tanh": Tanh, "tanhshrink": Tanhshrink, "hardtanh": Hardtanh,
            "gelu": GELU, "fast_gelu": FastGelu, "elu": ELU, "sigmoid": Sigmoid, "softsign": Softsign, "prelu": PReLU,
            "leakyrelu": LeakyReLU, "hswish": HSwish, "hsigmoid": HSigmoid, "logsigmoid": LogSigmoid,
            "softshrink": SoftShrink, "hshrink": HShrink, "threshold": Threshold, "mish": Mish}


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
