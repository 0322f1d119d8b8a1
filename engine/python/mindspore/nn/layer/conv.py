# SPDX-License-Identifier: Apache-2.0
"""Convolution layers."""
import functools
import math

from mindspore import ops
from mindspore.common.dtype import float32
from mindspore.common.initializer import HeUniform, Uniform, initializer
from mindspore.common.parameter import Parameter
from mindspore.nn.cell import Cell
from mindspore.nn.checks import check_bool, check_non_negative_int, check_positive_int, check_rank, check_type, expanded

__all__ = ["Conv1d", "Conv2d", "Conv3d"]

_PAD_MODES = ["valid", "same", "pad"]


class Convolution(Cell):
    """What all convolutions share: their sizes, the filters `weight` and the `bias` of the output channels.

    Both are uniform between -1 / sqrt(fan_in) and 1 / sqrt(fan_in) unless weight_init and bias_init say otherwise.
    """

    primitive = "Conv2D"

    def _check_sizes(self, in_channels, out_channels, kernel_size, stride, pad_mode, padding, dilation, group,
                     has_bias):
        """Keeps the sizes, each a tuple with one int for an axis; TypeError and ValueError for what cannot be."""
        layer = self.cls_name
        self.in_channels = check_positive_int(layer, "in_channels", in_channels)
        self.out_channels = check_positive_int(layer, "out_channels", out_channels)
        self.group = check_positive_int(layer, "group", group)
        for name, sizes in (("kernel_size", kernel_size), ("stride", stride), ("dilation", dilation)):
            for size in sizes:
                check_positive_int(layer, f"{name} item", size)
        for size in padding if isinstance(padding, tuple) else (padding,):
            check_non_negative_int(layer, "padding" if size is padding else "padding item", size)
        if in_channels % group != 0 or out_channels % group != 0:
            raise ValueError("The argument 'group' should be divisible by 'in_channels' and 'out_channels', but got "
                             f"group:{group}, in_channels:{in_channels}, out_channels:{out_channels}.")
        self.has_bias = check_bool(layer, "has_bias", has_bias)
        self.kernel_size, self.stride, self.dilation, self.padding = kernel_size, stride, dilation, padding
        self.pad_mode = self._check_padding(pad_mode, padding)

    def _check_padding(self, pad_mode, padding):
        mode = pad_mode.lower() if isinstance(pad_mode, str) else pad_mode
        if mode not in _PAD_MODES:
            raise ValueError(f"For '{self.primitive}', the 'pad_mode' must be str and must be in '{_PAD_MODES}', but "
                             f"got '{pad_mode}'.")
        if mode != "pad" and padding != 0 and any(padding if isinstance(padding, tuple) else (padding,)):
            raise ValueError(f"For '{self.primitive}', the 'pad' must be zero when 'pad_mode' is not 'pad', but got "
                             f"'pad': {padding} and 'pad_mode': {mode}.")
        return mode

    def _make_weights(self, shape, weight_init, bias_init, dtype):
        """shape[1:] are the inputs of one output."""
        self.weight_init = HeUniform(math.sqrt(5)) if weight_init is None else weight_init
        self.weight = Parameter(initializer(self.weight_init, shape, dtype), name="weight")
        self.bias, self.bias_init = None, bias_init
        if self.has_bias:
            if bias_init is None:
                self.bias_init = Uniform(1 / math.sqrt(math.prod(shape[1:])))
            self.bias = Parameter(initializer(self.bias_init, (self.out_channels,), dtype), name="bias")

    def extend_repr(self):
        return (f"input_channels={self.in_channels}, output_channels={self.out_channels}, "
                f"kernel_size={self.kernel_size}, stride={self.stride}, pad_mode={self.pad_mode}, "
                f"padding={self.padding}, dilation={self.dilation}, group={self.group}, has_bias={self.has_bias}, "
                f"weight_init={self.weight_init}, bias_init={self.bias_init}, format={self.data_format}")


def check_format(layer, data_format, first, second):
    """NCHW and its like; the form with channels last is of other devices."""
    if data_format == second:
        raise ValueError(f"For '{layer}', the \"{second}\" format only support in GPU target, but got the 'format' is "
                         f"{second} and the platform is CPU.")
    if data_format != first:
        raise ValueError(f"For '{layer}', the 'format' must be str and must be in '{[first, second]}', but got "
                         f"'{data_format}'.")
    return data_format


class _WithPrimitives(Convolution):
    """A convolution of images whose primitives subclasses run on a weight of their own, as MindSpore's layers have them."""

    @functools.cached_property
    def conv2d(self):
        """The primitive Conv2D with the sizes of the layer: conv2d(x, weight)."""
        return ops.Conv2D(self.out_channels, self.kernel_size, 1, self.pad_mode, self.padding, self.stride, self.dilation,
                          self.group, self.data_format)

    @functools.cached_property
    def bias_add(self):
        """The primitive BiasAdd: bias_add(x, bias)."""
        return ops.BiasAdd(self.data_format)


class Conv2d(_WithPrimitives):
    """Filters slide over images. x: (N, C_in, H, W), result (N, C_out, H_out, W_out).

    pad_mode "same" keeps H and W (at stride 1), "valid" takes whole windows only, "pad" pads by `padding`: an int or
    (top, bottom, left, right). weight is (C_out, C_in / group, kh, kw), bias (C_out,).
    """

    def __init__(self, in_channels, out_channels, kernel_size, stride=1, pad_mode="same", padding=0, dilation=1,
                 group=1, has_bias=False, weight_init=None, bias_init=None, data_format="NCHW", dtype=float32):
        super().__init__()
        self._check_sizes(in_channels, out_channels, expanded(kernel_size, 2), expanded(stride, 2), pad_mode, padding,
                          expanded(dilation, 2), group, has_bias)
        self.data_format = check_format(self.cls_name, data_format, "NCHW", "NHWC")
        self._make_weights((out_channels, in_channels // group, *self.kernel_size), weight_init, bias_init, dtype)

    def construct(self, x):
        return ops.conv2d(x, self.weight, self.bias, self.stride, self.pad_mode, self.padding, self.dilation,
                          self.group)


class Conv1d(_WithPrimitives):
    """Filters slide over lines. x: (N, C_in, L), result (N, C_out, L_out); see Conv2d. weight is
    (C_out, C_in / group, 1, k)."""

    def __init__(self, in_channels, out_channels, kernel_size, stride=1, pad_mode="same", padding=0, dilation=1,
                 group=1, has_bias=False, weight_init=None, bias_init=None, dtype=float32):
        super().__init__()
        line_sizes = [on_line(self.cls_name, name, value)
                      for name, value in (("kernel_size", kernel_size), ("stride", stride), ("dilation", dilation))]
        self._check_sizes(in_channels, out_channels, *line_sizes[:2], pad_mode, line_padding(self.cls_name, padding),
                          line_sizes[2], group, has_bias)
        self.data_format = "NCHW"
        self._make_weights((out_channels, in_channels // group, *self.kernel_size), weight_init, bias_init, dtype)

    @functools.cached_property
    def expand_dims(self):
        """The primitive: expand_dims(x, 2) makes images of one line."""
        return ops.ExpandDims()

    @functools.cached_property
    def squeeze(self):
        """The primitive that makes lines of images again: squeeze(x)."""
        return ops.Squeeze(2)

    def construct(self, x):
        check_rank(self.cls_name, x, (3,))
        x = ops.conv2d(x.expand_dims(2), self.weight, self.bias, self.stride, self.pad_mode, self.padding,
                       self.dilation,
                       self.group)
        return x.squeeze(2)


def on_line(layer, name, value):
    """(1, size): a line is an image of one row."""
    check_type(layer, name, value, (int,))
    return (1, check_positive_int(layer, name, value))


def line_padding(layer, padding):
    """(top, bottom, left, right) of an int or (left, right)."""
    check_type(layer, "padding", padding, (int, tuple))
    left, right = padding if isinstance(padding, tuple) else (padding, padding)
    return (0, 0, check_non_negative_int(layer, "padding", left), check_non_negative_int(layer, "padding", right))


class Conv3d(Convolution):
    """Filters slide over volumes. x: (N, C_in, D, H, W), result (N, C_out, D_out, H_out, W_out); see Conv2d. `padding`
    is an int or (head, tail, top, bottom, left, right)."""

    primitive = "Conv3D"

    def __init__(self, in_channels, out_channels, kernel_size, stride=1, pad_mode="same", padding=0, dilation=1,
                 group=1, has_bias=False, weight_init=None, bias_init=None, data_format="NCDHW", dtype=float32):
        super().__init__()
        self._check_sizes(in_channels, out_channels, expanded(kernel_size, 3), expanded(stride, 3), pad_mode, padding,
                          expanded(dilation, 3), group, has_bias)
        self.data_format = check_format(self.cls_name, data_format, "NCDHW", "NDHWC")
        self._make_weights((out_channels, in_channels // group, *self.kernel_size), weight_init, bias_init, dtype)

    def construct(self, x):
        return ops.conv3d(x, self.weight, self.bias, self.stride, self.pad_mode, self.padding, self.dilation,
                          self.group)
