# SPDX-License-Identifier: Apache-2.0
"""Pooling layers."""
import functools

from mindspore import ops
from mindspore.nn.cell import Cell
from mindspore.nn.checks import check_bool, check_choice, check_type, is_int
from mindspore.ops.primitive import primitive_call
from mindspore.ops.volumes import avg_pooled, max_pooled

__all__ = ["AvgPool2d", "MaxPool2d", "AvgPool1d", "MaxPool1d", "LPPool1d", "LPPool2d", "AdaptiveAvgPool1d",
           "AdaptiveMaxPool1d", "AdaptiveAvgPool2d", "AdaptiveMaxPool2d", "MaxPool3d", "AvgPool3d", "AdaptiveAvgPool3d",
           "AdaptiveMaxPool3d"]


def _window(layer, name, value, axes=2):
    """A size as the user gave it: a positive int, or a tuple of at most `axes` such."""
    check_type(layer, name, value, (int, tuple))
    items = value if isinstance(value, tuple) else (value,)
    if not all(is_int(item) and item > 0 for item in items):
        raise ValueError(f"For '{layer}', the '{name}' must be an positive int number or a tuple, but got {value}")
    if len(items) > axes:
        raise ValueError(f"For '{layer}' attr '{name}' must be an positive int number or a tuple of two positive int "
                         f"numbers, but got {value}")
    return value


class _Pooling(Cell):
    """Windows slide over images."""

    axes = 2

    def __init__(self, kernel_size, stride, pad_mode):
        super().__init__()
        self.kernel_size = _window(self.cls_name, "kernel_size", kernel_size, self.axes)
        self.stride = _window(self.cls_name, "stride", stride, self.axes)
        check_type(self.cls_name, "pad_mode", pad_mode, (str,))
        self.pad_mode = check_choice(self.cls_name, "pad_mode", pad_mode.upper(), ("VALID", "SAME", "PAD"))

    def _refuse_without_pad(self, names, is_set):
        """Some arguments mean something in pad_mode "pad" only."""
        if self.pad_mode != "PAD" and is_set:
            raise ValueError(f"For {self.cls_name}, the parameter {names} can not be set to non-default value when "
                             f"pad_mode is not 'pad', but got pad_mode:{self.pad_mode.lower()}.")

    def extend_repr(self):
        return f"kernel_size={self.kernel_size}, stride={self.stride}, pad_mode={self.pad_mode}"


def _check_layout(layer, data_format):
    if data_format == "NHWC":
        raise ValueError(f"For '{layer}', the \"NHWC\" format only support in GPU target, but got the 'data_format' is "
                         "NHWC and the platform is CPU.")
    return check_choice(layer, "data_format", data_format, ("NCHW", "NHWC"))


def _on_images(x, pool):
    """pool(x) of (N, C, H, W); (C, H, W) is one image."""
    if x.ndim != 3:
        return pool(x)
    result = pool(x.expand_dims(0))
    return tuple(part.squeeze(0) for part in result) if isinstance(result, tuple) else result.squeeze(0)


class _MaxPool(_Pooling):
    def __init__(self, kernel_size, stride, pad_mode, padding, dilation, return_indices, ceil_mode):
        super().__init__(kernel_size, stride, pad_mode)
        self.padding, self.dilation = padding, dilation
        self.return_indices = check_bool(self.cls_name, "return_indices", return_indices)
        self.ceil_mode = check_bool(self.cls_name, "ceil_mode", ceil_mode)
        self._refuse_without_pad("'padding', 'dilation', 'return_indices', 'ceil_mode'",
                                 padding != 0 or dilation != 1 or return_indices or ceil_mode)

    def _pooled(self, x):
        if self.pad_mode == "PAD":
            return ops.max_pool2d(x, self.kernel_size, self.stride, self.padding, self.dilation, self.return_indices,
                                  self.ceil_mode)
        return primitive_call("MaxPool", x, self.kernel_size, self.stride, self.pad_mode)


class MaxPool2d(_MaxPool):
    """The largest element of each window. x: (N, C, H, W) or (C, H, W).

    pad_mode "valid" takes whole windows only, "same" keeps H and W at stride 1, "pad" pads by `padding` and knows
    dilation, ceil_mode (windows that stand over) and return_indices, then the result is (values, indices).
    """

    def __init__(self, kernel_size=1, stride=1, pad_mode="valid", padding=0, dilation=1, return_indices=False,
                 ceil_mode=False, data_format="NCHW"):
        super().__init__(kernel_size, stride, pad_mode, padding, dilation, return_indices, ceil_mode)
        self.data_format = _check_layout(self.cls_name, data_format)

    @functools.cached_property
    def max_pool(self):
        """The primitive, of images: max_pool(x)."""
        return ops.MaxPool(self.kernel_size, self.stride, self.pad_mode, self.data_format)

    def construct(self, x):
        return _on_images(x, self._pooled)


class MaxPool1d(_MaxPool):
    """The largest element of each window. x: (N, C, L) or (C, L); see MaxPool2d."""

    def __init__(self, kernel_size=1, stride=1, pad_mode="valid", padding=0, dilation=1, return_indices=False,
                 ceil_mode=False):
        sizes = [_line("MaxPool1d", *named) for named in (("kernel_size", kernel_size), ("stride", stride))]
        super().__init__(*sizes, pad_mode, (0, padding) if padding else 0, (1, dilation) if dilation != 1 else 1,
                         return_indices, ceil_mode)

    def construct(self, x):
        return _on_line(x, self._pooled)


def _line(layer, name, value):
    """(1, size) of an int or a tuple of one."""
    check_type(layer, name, value, (int, tuple))
    size = value[0] if isinstance(value, tuple) and len(value) == 1 else value
    if not is_int(size) or size < 1:
        raise ValueError(f"For '{layer}', the '{name}' must be int and must > 0, but got '{value}' with type "
                         f"'{type(value).__name__}'.")
    return (1, size)


def _on_line(x, pool):
    """pool(x) of (N, C, L) or (C, L), each line as an image of one row."""
    if x.ndim not in (2, 3):
        raise ValueError(f"For one dimensional pooling, the input must have 2 or 3 dimensions, but got {x.ndim}.")
    image = x.expand_dims(-2) if x.ndim == 3 else x.expand_dims(-2).expand_dims(0)
    result = pool(image)

    def line(part):
        return part.squeeze(-2) if x.ndim == 3 else part.squeeze(-2).squeeze(0)
    return tuple(line(part) for part in result) if isinstance(result, tuple) else line(result)


class _AvgPool(_Pooling):
    def __init__(self, kernel_size, stride, pad_mode, padding, ceil_mode, count_include_pad, divisor_override=None):
        super().__init__(kernel_size, stride, pad_mode)
        self.padding, self.divisor_override = padding, divisor_override
        self.ceil_mode = check_bool(self.cls_name, "ceil_mode", ceil_mode)
        self.count_include_pad = check_bool(self.cls_name, "count_include_pad", count_include_pad)
        if divisor_override is not None and divisor_override <= 0:
            raise ValueError(f"For '{self.cls_name}', the 'divisor_override' must be > 0, but got {divisor_override}.")
        self._refuse_without_pad("'padding', 'ceil_mode', 'count_include_pad', 'divisor_override'",
                                 padding != 0 or ceil_mode or not count_include_pad or divisor_override is not None)

    def _pooled(self, x):
        if self.pad_mode == "PAD":
            return ops.avg_pool2d(x, self.kernel_size, self.stride, self.padding, self.ceil_mode,
                                  self.count_include_pad,
                                  self.divisor_override or 0)
        return primitive_call("AvgPool", x, self.kernel_size, self.stride, self.pad_mode)


class AvgPool2d(_AvgPool):
    """The mean of each window. x: (N, C, H, W) or (C, H, W).

    pad_mode "valid" takes whole windows only, "same" keeps H and W at stride 1 (what it pads does not count), "pad"
    pads by `padding` and knows ceil_mode, count_include_pad and divisor_override.
    """

    def __init__(self, kernel_size=1, stride=1, pad_mode="valid", padding=0, ceil_mode=False, count_include_pad=True,
                 divisor_override=None, data_format="NCHW"):
        super().__init__(kernel_size, stride, pad_mode, padding, ceil_mode, count_include_pad, divisor_override)
        self.data_format = _check_layout(self.cls_name, data_format)

    @functools.cached_property
    def avg_pool(self):
        """The primitive, of images: avg_pool(x)."""
        return ops.AvgPool(self.kernel_size, self.stride, self.pad_mode, self.data_format)

    def construct(self, x):
        return _on_images(x, self._pooled)


class AvgPool1d(_AvgPool):
    """The mean of each window. x: (N, C, L) or (C, L); see AvgPool2d."""

    def __init__(self, kernel_size=1, stride=1, pad_mode="valid", padding=0, ceil_mode=False, count_include_pad=True):
        sizes = [_line("AvgPool1d", *named) for named in (("kernel_size", kernel_size), ("stride", stride))]
        super().__init__(*sizes, pad_mode, (0, padding) if padding else 0, ceil_mode, count_include_pad)

    def construct(self, x):
        return _on_line(x, self._pooled)


class LPPool1d(Cell):
    """The sum of the powers norm_type of each window, and the root of it. x: (N, C, L) or (C, L)."""

    def __init__(self, norm_type, kernel_size, stride=None, ceil_mode=False):
        super().__init__()
        self.norm_type, self.kernel_size, self.stride, self.ceil_mode = norm_type, kernel_size, stride, ceil_mode

    def construct(self, x):
        stride = self.kernel_size if self.stride is None else self.stride
        return _on_line(x, lambda image: _power_pool(image, self.norm_type, (1, self.kernel_size), (1, stride),
                                                     self.ceil_mode))


class LPPool2d(Cell):
    """The sum of the powers norm_type of each window, and the root of it. x: (N, C, H, W) or (C, H, W)."""

    def __init__(self, norm_type, kernel_size, stride=None, ceil_mode=False):
        super().__init__()
        self.norm_type, self.kernel_size, self.stride, self.ceil_mode = norm_type, kernel_size, stride, ceil_mode

    def construct(self, x):
        kernel = self.kernel_size if isinstance(self.kernel_size, tuple) else (self.kernel_size,) * 2
        stride = kernel if self.stride is None else self.stride
        return _on_images(x, lambda image: _power_pool(image, self.norm_type, kernel, stride, self.ceil_mode))


def _power_pool(image, norm_type, kernel, stride, ceil_mode):
    powers = image ** norm_type
    mean = ops.avg_pool2d(powers, kernel, stride, 0, ceil_mode)
    sums = mean * float(kernel[0] * kernel[1])
    return ops.sign(sums) * ops.relu(ops.abs(sums)) ** (1.0 / norm_type)


def _line_size(layer, output_size):
    """A positive int."""
    if not is_int(output_size):
        raise TypeError(f"For '{layer}', the 'output_size' must be int, but got '{type(output_size).__name__}'")
    if output_size < 1:
        raise ValueError(f"For '{layer}', the 'output_size' must be int and must >= 1, but got '{output_size}' with "
                         "type 'int'.")
    return output_size


class AdaptiveAvgPool1d(Cell):
    """Means of windows of (nearly) equal size, so that output_size of them cover L. x: (N, C, L)."""

    def __init__(self, output_size):
        super().__init__()
        self.output_size = _line_size(self.cls_name, output_size)

    def construct(self, input):
        return ops.adaptive_avg_pool1d(input, self.output_size)


class AdaptiveAvgPool2d(Cell):
    """Means of windows of (nearly) equal size, so that output_size (an int or (h, w), None keeps a size) of them cover
    the image. x: (N, C, H, W) or (C, H, W)."""

    def __init__(self, output_size):
        super().__init__()
        self.output_size = output_size

    def construct(self, input):
        return ops.adaptive_avg_pool2d(input, self.output_size)


class AdaptiveMaxPool1d(Cell):
    """The largest elements of windows of (nearly) equal size. x: (N, C, L)."""

    def __init__(self, output_size):
        super().__init__()
        self.output_size = _line_size(self.cls_name, output_size)

    def construct(self, x):
        return ops.adaptive_max_pool1d(x, self.output_size)


class AdaptiveMaxPool2d(Cell):
    """The largest elements of windows of (nearly) equal size; see AdaptiveAvgPool2d. With return_indices the result is
    (values, indices in H * W)."""

    def __init__(self, output_size, return_indices=False):
        super().__init__()
        self.output_size, self.return_indices = output_size, return_indices

    def construct(self, input):
        return ops.adaptive_max_pool2d(input, self.output_size, self.return_indices)


def _on_volumes(x, pool):
    """pool(x) of (N, C, D, H, W); (C, D, H, W) is one volume."""
    return pool(x.expand_dims(0)).squeeze(0) if x.ndim == 4 else pool(x)


class MaxPool3d(_MaxPool):
    """The largest element of each window. x: (N, C, D, H, W) or (C, D, H, W); see MaxPool2d."""

    axes = 3

    def __init__(self, kernel_size=1, stride=1, pad_mode="valid", padding=0, dilation=1, return_indices=False,
                 ceil_mode=False):
        super().__init__(kernel_size, stride, pad_mode, padding, dilation, return_indices, ceil_mode)

    def _pooled(self, x):
        if self.pad_mode == "PAD":
            return ops.max_pool3d(x, self.kernel_size, self.stride, self.padding, self.dilation, self.ceil_mode,
                                  self.return_indices)
        return max_pooled(x, self.kernel_size, self.stride, self.pad_mode.lower())

    def construct(self, x):
        return _on_volumes(x, self._pooled)


class AvgPool3d(_AvgPool):
    """The mean of each window. x: (N, C, D, H, W) or (C, D, H, W); see AvgPool2d."""

    axes = 3

    def __init__(self, kernel_size=1, stride=1, pad_mode="valid", padding=0, ceil_mode=False, count_include_pad=True,
                 divisor_override=None):
        super().__init__(kernel_size, stride, pad_mode, padding, ceil_mode, count_include_pad, divisor_override)

    def _pooled(self, x):
        if self.pad_mode == "PAD":
            return ops.avg_pool3d(x, self.kernel_size, self.stride, self.padding, self.ceil_mode,
                                  self.count_include_pad,
                                  self.divisor_override or 0)
        return avg_pooled(x, self.kernel_size, self.stride, self.pad_mode.lower())

    def construct(self, x):
        return _on_volumes(x, self._pooled)


class AdaptiveAvgPool3d(Cell):
    """Means of windows of (nearly) equal size, so that output_size (an int or (d, h, w), None keeps a size) of them
    cover the volume. x: (N, C, D, H, W) or (C, D, H, W)."""

    def __init__(self, output_size):
        super().__init__()
        self.output_size = output_size

    def construct(self, input):
        return _on_volumes(input, lambda x: ops.adaptive_avg_pool3d(x, self.output_size))


class AdaptiveMaxPool3d(Cell):
    """The largest elements of windows of (nearly) equal size; see AdaptiveAvgPool3d."""

    def __init__(self, output_size, return_indices=False):
        super().__init__()
        self.output_size, self.return_indices = output_size, return_indices

    def construct(self, input):
        return ops.adaptive_max_pool3d(input, self.output_size, self.return_indices)
