# SPDX-License-Identifier: Apache-2.0
"""Dense layers, dropout, and layers that change a tensor's shape or pad it."""
import functools
import math

from mindspore import _log, ops
from mindspore.common.dtype import float32
from mindspore.common.initializer import HeUniform, Uniform, initializer
from mindspore.common.parameter import Parameter
from mindspore.common.tensor import Tensor
from mindspore.nn.cell import Cell
from mindspore.nn.checks import check_bool, check_choice, check_positive_int, check_probability, check_type
from mindspore.nn.layer.activation import activation_of
from mindspore.ops.primitive import primitive

__all__ = ["Dropout", "Flatten", "Dense", "ClipByNorm", "Norm", "OneHot", "Pad", "Unfold", "Tril", "Triu", "Identity",
           "Dropout1d", "Dropout2d", "Dropout3d", "Upsample", "Roll", "Unflatten", "L1Regularizer"]

# Looked up once: a dense layer is called often, and on small tensors.
_matmul, _bias_add = primitive("MatMul"), primitive("BiasAdd")


class Dense(Cell):
    """x @ weight.T + bias, then an activation. x: (..., in_channels), result: (..., out_channels).

    weight is (out_channels, in_channels), bias (out_channels,). Both are uniform between -1 / sqrt(in_channels) and
    1 / sqrt(in_channels) unless weight_init and bias_init say otherwise.
    """

    def __init__(self, in_channels, out_channels, weight_init=None, bias_init=None, has_bias=True, activation=None,
                 dtype=float32):
        super().__init__()
        self.in_channels = check_positive_int(self.cls_name, "in_channels", in_channels)
        self.out_channels = check_positive_int(self.cls_name, "out_channels", out_channels)
        self.has_bias = check_bool(self.cls_name, "has_bias", has_bias)
        if isinstance(weight_init, Tensor) and weight_init.shape != (out_channels, in_channels):
            raise ValueError(f"For '{self.cls_name}', weight init shape error. The ndim of 'weight_init' must be equal "
                             "to 2, and the first dim must be equal to 'out_channels', and the second dim must be "
                             f"equal to 'in_channels'. But got 'weight_init': {weight_init}, 'out_channels': "
                             f"{out_channels}, 'in_channels': {in_channels}.")
        weight_init = HeUniform(math.sqrt(5)) if weight_init is None else weight_init
        self.weight = Parameter(initializer(weight_init, (out_channels, in_channels), dtype), name="weight")
        self.bias = None
        if has_bias:
            if isinstance(bias_init, Tensor) and bias_init.shape != (out_channels,):
                raise ValueError(f"For '{self.cls_name}', bias init shape error. The ndim of 'bias_init' must be equal "
                                 "to 1, and the first dim must be equal to 'out_channels'. But got 'bias_init': "
                                 f"{bias_init}, 'out_channels': {out_channels}.")
            bias_init = Uniform(1 / math.sqrt(in_channels)) if bias_init is None else bias_init
            self.bias = Parameter(initializer(bias_init, (out_channels,), dtype), name="bias")
        self.activation = activation_of(self.cls_name, activation)
        self.activation_flag = self.activation is not None

    @functools.cached_property
    def matmul(self):
        """The primitive that subclasses run on a weight of their own: matmul(x, weight) is x @ weight.T."""
        return ops.MatMul(transpose_b=True)

    @functools.cached_property
    def bias_add(self):
        """The primitive BiasAdd: bias_add(x, bias)."""
        return ops.BiasAdd()

    def construct(self, x):
        is_matrix = x.ndim == 2
        if not is_matrix:  # of matrices no size is looked at: they can be one graph for all (dynamic=1)
            shape = x.shape
            x = x.reshape((-1, shape[-1]))
        x = _matmul(x, self.weight, False, True)
        if self.has_bias:
            x = _bias_add(x, self.bias)
        if self.activation_flag:
            x = self.activation(x)
        return x if is_matrix else x.reshape((*shape[:-1], self.out_channels))

    def extend_repr(self):
        text = f"input_channels={self.in_channels}, output_channels={self.out_channels}"
        if self.has_bias:
            text += ", has_bias=True"
        if self.activation_flag:
            text += f", activation={self.activation}"
        return text


class Dropout(Cell):
    """In training, sets elements to 0 with probability p and divides the others by 1 - p; otherwise its input. The
    older keep_prob is 1 - p."""

    def __init__(self, keep_prob=0.5, p=None, dtype=float32):
        super().__init__()
        if p is None:
            _log.warning(f"For {self.cls_name}, this parameter `keep_prob` will be deprecated, please use `p` instead.")
            check_type(self.cls_name, "keep_prob", keep_prob, (float,))
            if not 0 < keep_prob <= 1:
                raise ValueError(f"For '{self.cls_name}', the 'keep_prob' must be a number in range (0, 1], but got "
                                 f"{keep_prob}.")
            self._probability = 1 - keep_prob
        else:
            self._probability = check_probability(self.cls_name, "p", p)
        # Set to 0 (or 1) later, they switch it off; other numbers change nothing, as in MindSpore.
        self.p, self.keep_prob = p, keep_prob

    @functools.cached_property
    def dropout(self):
        """The primitive: dropout(x) is what is left and which elements that are."""
        return ops.Dropout(1 - self._probability)

    def construct(self, x):
        if not self.training or self.keep_prob == 1 or self.p == 0:
            return x
        return ops.dropout(x, self._probability, True)

    def extend_repr(self):
        return f"keep_prob={self.keep_prob}" if self.p is None else f"p={self.p}"


class _ChannelDropout(Cell):
    """Whole channels at once."""

    def __init__(self, p=0.5):
        super().__init__()
        self.p = check_probability(self.cls_name, "p", p, includes_one=True)


class Dropout1d(_ChannelDropout):
    """In training, sets whole channels of (N, C, L) or (C, L) to 0 with probability p."""

    def construct(self, x):
        return ops.dropout1d(x, self.p, True) if self.training and self.p else x


class Dropout2d(_ChannelDropout):
    """In training, sets whole channels of (N, C, H, W) to 0 with probability p."""

    def construct(self, x):
        return ops.dropout2d(x, self.p, True) if self.training and self.p else x

    def extend_repr(self):
        return f"p={self.p}"


class Dropout3d(_ChannelDropout):
    """In training, sets whole channels of (N, C, D, H, W) to 0 with probability p."""

    def construct(self, x):
        return ops.dropout3d(x, self.p, True) if self.training and self.p else x

    def extend_repr(self):
        return f"p={self.p}"


class Flatten(Cell):
    """All axes from start_dim to end_dim as one."""

    def __init__(self, start_dim=1, end_dim=-1):
        super().__init__()
        for name, value in (("start_dim", start_dim), ("end_dim", end_dim)):
            if not isinstance(value, int) or isinstance(value, bool):
                raise TypeError(f"For 'Flatten', the '{name}' must be int, but got '{type(value).__name__}'")
        self.start_dim, self.end_dim = start_dim, end_dim

    def construct(self, x):
        rank = max(x.ndim, 1)
        if not -rank <= self.start_dim < rank or not -rank <= self.end_dim < rank:
            raise ValueError("'start_dim' or 'end_dim' out of range.")
        if x.ndim == 0:
            return x.reshape((1,))
        return ops.flatten(x, start_dim=self.start_dim, end_dim=self.end_dim)


class Unflatten(Cell):
    """One axis as several of the sizes unflattened_size."""

    def __init__(self, axis, unflattened_size):
        super().__init__()
        self.axis = check_type(self.cls_name, "axis", axis, (int,))
        self.unflattened_size = tuple(check_type(self.cls_name, "unflattened_size", unflattened_size, (tuple, list)))

    def construct(self, input_x):
        axis = self.axis % input_x.ndim
        shape = input_x.shape
        return input_x.reshape((*shape[:axis], *self.unflattened_size, *shape[axis + 1:]))


class Identity(Cell):
    """Its input; arguments of the constructor say nothing."""

    def __init__(self, *args, **kwargs):
        super().__init__()

    def construct(self, input):
        return input


class Norm(Cell):
    """The square root of the sum of squares over an axis, some axes, or all."""

    def __init__(self, axis=(), keep_dims=False):
        super().__init__()
        self.axis = axis
        self.keep_dims = check_bool(self.cls_name, "keep_dims", keep_dims)

    def construct(self, x):
        axis = None if self.axis == () else self.axis
        return ops.sqrt(ops.square(x).sum(axis, keepdims=self.keep_dims))


class OneHot(Cell):
    """For each index a vector of length depth along `axis` with on_value in the index's place, off_value elsewhere."""

    def __init__(self, axis=-1, depth=1, on_value=1.0, off_value=0.0, dtype=float32):
        super().__init__()
        self.axis, self.depth, self.dtype = axis, depth, dtype
        self.on_value, self.off_value = Tensor(on_value, dtype), Tensor(off_value, dtype)

    def construct(self, indices):
        return ops.one_hot(indices, self.depth, self.on_value, self.off_value, self.axis)


class Pad(Cell):
    """paddings ((before, after), ...) for each axis; mode "CONSTANT" (0), "REFLECT" (without the edge) or "SYMMETRIC"
    (with it)."""

    def __init__(self, paddings, mode="CONSTANT"):
        super().__init__()
        if not isinstance(paddings, tuple):
            raise TypeError(
                f"For '{self.cls_name}', the type of 'paddings' must be tuple, but got {type(paddings).__name__}.")
        for item in paddings:
            if len(item) != 2:
                raise ValueError(
                    f"For '{self.cls_name}', the dimension of 'paddings' must be (n, 2), but got {paddings}.")
        if len(paddings) > 4:
            raise ValueError(f"For '{self.cls_name}', only 'paddings' up to 4 dims is supported, but got {len(paddings)}.")
        check_choice(self.cls_name, "mode", mode, ("CONSTANT", "REFLECT", "SYMMETRIC"))
        self.paddings, self.mode = paddings, mode

    def construct(self, x):
        if len(self.paddings) != x.ndim:
            raise ValueError(f"For 'Pad', the length of 'paddings' must be equal to the rank of 'input_x', but got "
                             f"{len(self.paddings)} vs {x.ndim}")
        if self.mode == "CONSTANT" and min(size for pair in self.paddings for size in pair) < 0:
            raise ValueError(f"For 'Pad', all elements of 'paddings' must be >= 0, but got {self.paddings}")
        if self.mode == "CONSTANT":
            return ops.pad(x, [size for pair in reversed(self.paddings) for size in pair])
        for axis, (before, after) in enumerate(self.paddings):
            x = mirrored(x, axis, before, after, self.mode == "SYMMETRIC")
        return x


def mirrored(x, axis, before, after, with_edge):
    """x continued beyond both ends of an axis by its own mirror image."""
    size = x.shape[axis]
    limit = size if with_edge else size - 1
    if before > limit or after > limit:
        raise ValueError(f"For 'MirrorPad', the paddings of axis {axis} must not be greater than {limit}, but got "
                         f"({before}, {after}).")
    start = 0 if with_edge else 1
    places = [start + i for i in reversed(range(before))] + list(range(size))
    places += [size - 1 - start - i for i in range(after)]
    return picked(x, axis, places)


def picked(x, axis, places):
    """The slices of x at some places of an axis."""
    return x if places == list(range(x.shape[axis])) else ops.gather(x, Tensor(places), axis)


class Upsample(Cell):
    """Images enlarged to `size` or by scale_factor: see ops.interpolate."""

    def __init__(self, size=None, scale_factor=None, mode="nearest", align_corners=None, recompute_scale_factor=None):
        super().__init__()
        self.size, self.scale_factor, self.mode = size, scale_factor, mode
        self.align_corners, self.recompute_scale_factor = align_corners, recompute_scale_factor

    def construct(self, x):
        return ops.interpolate(x, self.size, self.scale_factor, self.mode, self.align_corners,
                               self.recompute_scale_factor)


class Unfold(Cell):
    """Patches of (N, C, H, W) along the channels: result (N, C * kh * kw, rows, columns). ksizes, strides and rates are
    [1, y, x, 1]; padding "valid" or "same"."""

    def __init__(self, ksizes, strides, rates, padding="valid"):
        super().__init__()
        for name, value in (("ksize", ksizes), ("stride", strides), ("rate", rates)):
            if not isinstance(value, (tuple, list)) or len(value) != 4 or value[0] != 1 or value[3] != 1:
                raise ValueError(f"For '{self.cls_name}' the format of '{name}s' must be [1, {name}_row, {name}_col, "
                                 f"1], but got {value}.")
        self.window, self.steps, self.rates = ksizes[1:3], strides[1:3], rates[1:3]
        self.padding = check_choice(self.cls_name, "padding", padding.lower(), ("valid", "same"))

    def construct(self, input_x):
        if self.padding == "same":
            pads = []
            for size, window, step, rate in reversed(list(zip(input_x.shape[2:], self.window, self.steps, self.rates))):
                missing = max((math.ceil(size / step) - 1) * step + (window - 1) * rate + 1 - size, 0)
                pads += [missing // 2, missing - missing // 2]
            input_x = ops.pad(input_x, pads)
        rows, columns = [range(0, size - (window - 1) * rate, step)
                         for size, window, step, rate in zip(input_x.shape[2:], self.window, self.steps, self.rates)]
        patches = [input_x[:, :, y * self.rates[0]:y * self.rates[0] + rows[-1] + 1:self.steps[0],
                           x * self.rates[1]:x * self.rates[1] + columns[-1] + 1:self.steps[1]]
                   for y in range(self.window[0]) for x in range(self.window[1])]
        return ops.concat(patches, 1)


class Roll(Cell):
    """Elements moved along axes by `shift` places; what falls off one end comes back at the other."""

    def __init__(self, shift, axis):
        super().__init__()
        self.shift = check_type(self.cls_name, "shift", shift, (int, tuple, list))
        self.axis = check_type(self.cls_name, "axis", axis, (int, tuple, list))

    def construct(self, input_x):
        return ops.roll(input_x, self.shift, self.axis)


class Tril(Cell):
    """The lower triangle of matrices, 0 above the diagonal k."""

    def __init__(self):
        super().__init__()

    def construct(self, x, k=0):
        return ops.tril(x, k)


class Triu(Cell):
    """The upper triangle of matrices, 0 below the diagonal k."""

    def __init__(self):
        super().__init__()

    def construct(self, x, k=0):
        return ops.triu(x, k)


class ClipByNorm(Cell):
    """x scaled so that its norm (over `axis`, or all of it) is at most clip_norm."""

    def __init__(self, axis=None):
        super().__init__()
        self.axis = axis

    def construct(self, x, clip_norm):
        values = x.astype(float32)
        norm = ops.sqrt(ops.square(values).sum(self.axis, keepdims=True))
        if self.axis is None:
            norm = norm.reshape(())
        return (values * clip_norm / ops.maximum(norm, clip_norm * ops.ones_like(norm))).astype(x.dtype)


class L1Regularizer(Cell):
    """scale times the sum of the weights' absolute values."""

    def __init__(self, scale):
        super().__init__()
        check_type(self.cls_name, "scale", scale, (int, float))
        if scale <= 0:
            raise ValueError(f"For '{self.cls_name}', the 'scale' must be greater than 0, but got {scale}.")
        if math.isinf(scale) or math.isnan(scale):
            raise ValueError(f"For '{self.cls_name}', the 'scale' can not be INF or NAN, but got {scale}.")
        self.scale = scale

    def construct(self, weights):
        return ops.abs(weights).sum() * self.scale
