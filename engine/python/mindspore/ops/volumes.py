# SPDX-License-Identifier: Apache-2.0
"""Convolution and pooling of volumes (N, C, D, H, W): what the layers of a window along D make of images, put
together."""
import math

import numpy as np

from mindspore.common.dtype import int32
from mindspore.common.tensor import Tensor
from mindspore.ops.primitive import primitive_call as call
from mindspore.ops.products import matmul
from mindspore.ops.windows import adaptive_with_places, pooled_with_places

__all__ = ["conv3d", "conv3d_transpose", "max_pool3d", "avg_pool3d", "adaptive_avg_pool3d", "adaptive_max_pool3d"]


def _triple(value):
    return tuple(value) if isinstance(value, (tuple, list)) else (value,) * 3


def _check_volume(name, x):
    if x.ndim != 5:
        raise ValueError(f"For '{name}', the dimension of the input must be 5, but got {x.ndim}.")


def _pads(pad_mode, padding, sizes, kernel, stride, dilation=(1, 1, 1)):
    """((before, after), ...) of the three axes for "valid", "same", or "pad" with padding of an int, three, or six."""
    if pad_mode == "valid":
        return ((0, 0),) * 3
    if pad_mode == "pad":
        pads = _triple(padding)
        return tuple(zip(pads, pads)) if len(pads) == 3 else tuple(zip(pads[::2], pads[1::2]))
    pads = []
    for size, window, step, gap in zip(sizes, kernel, stride, dilation):
        missing = max((math.ceil(size / step) - 1) * step + (window - 1) * gap + 1 - size, 0)
        pads.append((missing // 2, missing - missing // 2))
    return tuple(pads)


def _padded(x, pads, value):
    """x continued by a number along D, H and W."""
    sides = [size for pair in reversed(pads) for size in pair]
    return call("PadV3", x, tuple(sides), "constant", value) if any(sides) else x


def _layers(name, x, window, stride, dilation):
    """For each place in a window along D, the slices of x that stand there: (N, C, D_out, H, W)."""
    count = (x.shape[2] - (window - 1) * dilation - 1) // stride + 1
    if count < 1:
        raise ValueError(f"For '{name}', the window of {window} with dilation {dilation} is larger than the padded "
                         f"size {x.shape[2]}.")
    return [x[:, :, start:start + (count - 1) * stride + 1:stride] for start in range(0, window * dilation, dilation)]


def _by_image(volumes, function):
    """`function` of the images (N * D, C, H, W) of volumes, as volumes again."""
    n, c, d, h, w = volumes.shape
    images = function(volumes.transpose((0, 2, 1, 3, 4)).reshape((n * d, c, h, w)))
    return images.reshape((n, d, *images.shape[1:])).transpose((0, 2, 1, 3, 4))


def conv3d(input, weight, bias=None, stride=1, pad_mode="valid", padding=0, dilation=1, groups=1):
    """Slides the filters weight (C_out, C_in / groups, kd, kh, kw) over volumes input (N, C_in, D, H, W). Result
    (N, C_out, D_out, H_out, W_out)."""
    if input.ndim != 5 or weight.ndim != 5:
        raise ValueError(f"For 'conv3d', 'input' and 'weight' must have 5 dimensions, but got {input.ndim} and "
                         f"{weight.ndim}.")
    mode = pad_mode.lower()
    if mode not in ("valid", "same", "pad"):
        raise ValueError("For 'Conv3D', the 'pad_mode' must be str and must be in '['valid', 'same', 'pad']', but got "
                         f"'{pad_mode}'.")
    stride, dilation = _triple(stride), _triple(dilation)
    x = _padded(input, _pads(mode, padding, input.shape[2:], weight.shape[2:], stride, dilation), 0)
    total = None
    for place, layer in enumerate(_layers("conv3d", x, weight.shape[2], stride[0], dilation[0])):
        part = _by_image(layer, lambda images: call("Conv2D", images, weight[:, :, place], None, stride[1:], "valid", 0,
                                                    dilation[1:], groups))
        total = part if total is None else total + part
    return total if bias is None else total + bias.reshape((1, -1, 1, 1, 1))


def _transposed_size(mode, size, window, stride, pads):
    """The size of the volumes whose convolution has `size`."""
    if mode == "same":
        return size * stride
    return size * stride + (max(window - stride, 0) if mode == "valid" else window - stride - sum(pads))


def conv3d_transpose(inputs, weight, pad_mode="valid", padding=0, stride=1, dilation=1, group=1, output_padding=0):
    """The volumes whose convolution with weight (C_in, C_out / group, kd, kh, kw) has the shape of inputs
    (N, C_in, D, H, W): what each layer of the filters makes of the images, put to its places along D."""
    _check_volume("conv3d_transpose", inputs)
    mode, kernel = pad_mode.lower(), weight.shape[2:]
    stride, dilation, more = _triple(stride), _triple(dilation), _triple(output_padding)
    windows = [(size - 1) * gap + 1 for size, gap in zip(kernel, dilation)]
    given = _pads("pad", padding, None, None, None) if mode == "pad" else ((0, 0),) * 3
    sizes = [_transposed_size(mode, *part) + extra
             for *part, extra in zip(inputs.shape[2:], windows, stride, given, more)]
    pads = _pads(mode, padding, sizes, kernel, stride, dilation)
    shape = (inputs.shape[0] * inputs.shape[2], weight.shape[1] * group, *sizes[1:])
    total = None
    for layer in range(kernel[0]):
        part = _by_image(inputs, lambda images: call("Conv2DTranspose", images, weight[:, :, layer], shape, stride[1:],
                                                     "pad", (*pads[1], *pads[2]), dilation[1:], group))
        places = np.arange(inputs.shape[2])[:, None] * stride[0] + layer * dilation[0] - pads[0][0]
        moved = Tensor((places == np.arange(sizes[0])).astype(np.float32), inputs.dtype)
        part = matmul(part.transpose((0, 1, 3, 4, 2)), moved)
        total = part if total is None else total + part
    return total.transpose((0, 1, 4, 2, 3))


def _pool_pads(name, sizes, kernel, stride, padding, dilation, ceil_mode):
    """Pads of a pooling; with ceil_mode behind the end as many as the last window needs that still begins inside."""
    pads = []
    for size, window, step, pad, gap in zip(sizes, kernel, stride, _triple(padding), dilation):
        if pad * 2 > window:
            raise ValueError(f"For '{name}', the padding must be at most half of the kernel size, but got {pad} and "
                             f"{window}.")
        length, reach = size + 2 * pad, (window - 1) * gap + 1
        count = (length - reach) // step + 1
        if ceil_mode and (length - reach) % step != 0 and count * step < size + pad:
            pads.append((pad, pad + count * step + reach - length))
        else:
            pads.append((pad, pad))
    return tuple(pads)


def max_pool3d(x, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False):
    """The largest element of each window; x (N, C, D, H, W). stride is kernel_size unless given."""
    if return_indices:
        return pooled_with_places("max_pool3d", x, _triple(kernel_size), stride, padding, dilation, ceil_mode)
    _check_volume("max_pool3d", x)
    kernel, dilation = _triple(kernel_size), _triple(dilation)
    stride = kernel if stride is None else _triple(stride)
    pads = _pool_pads("max_pool3d", x.shape[2:], kernel, stride, padding, dilation, ceil_mode)
    return _largest(x, kernel, stride, dilation, pads)


def max_pooled(x, kernel_size, stride, pad_mode):
    """max_pool3d with the pads of pad_mode "valid" or "same"."""
    _check_volume("MaxPool3D", x)
    kernel, stride = _triple(kernel_size), _triple(stride)
    return _largest(x, kernel, stride, (1, 1, 1), _pads(pad_mode, 0, x.shape[2:], kernel, stride))


def _largest(x, kernel, stride, dilation, pads):
    """Of each layer of a window, and then of the layers; the first of equal ones has the gradient."""
    def of_images(images):
        return call("MaxPoolWithArgmaxV2", images, kernel[1:], stride[1:], 0, dilation[1:], False, False)
    layers = _layers("max_pool3d", _padded(x, pads, float("-inf")), kernel[0], stride[0], dilation[0])
    largest = _by_image(layers[0], of_images)
    for layer in layers[1:]:
        further = _by_image(layer, of_images)
        is_larger = call("LogicalOr", call("Greater", further, largest), call("IsNan", further))
        largest = call("Select", is_larger, further, largest)
    return largest


def avg_pool3d(input_x, kernel_size=1, stride=1, padding=0, ceil_mode=False, count_include_pad=True,
               divisor_override=0):
    """The mean of each window; input_x (N, C, D, H, W). What pads counts with count_include_pad; divisor_override
    divides the sums instead of the number of elements."""
    _check_volume("avg_pool3d", input_x)
    kernel, stride = _triple(kernel_size), _triple(stride)
    sizes, given = input_x.shape[2:], _triple(padding)
    pads = _pool_pads("avg_pool3d", sizes, kernel, stride, padding, (1, 1, 1), ceil_mode)
    ends = [(-pad, size + pad) if count_include_pad else (0, size) for size, pad in zip(sizes, given)]
    return _means(input_x, kernel, stride, pads, ends, divisor_override)


def avg_pooled(x, kernel_size, stride, pad_mode):
    """avg_pool3d with the pads of pad_mode "valid" or "same", which do not count."""
    _check_volume("AvgPool3D", x)
    kernel, stride = _triple(kernel_size), _triple(stride)
    pads = _pads(pad_mode, 0, x.shape[2:], kernel, stride)
    return _means(x, kernel, stride, pads, [(0, size) for size in x.shape[2:]])


def _means(x, kernel, stride, pads, ends, divisor=0):
    """Sums of windows of x with `pads`, divided by how many of their elements lie between `ends`, or by divisor."""
    total = None
    for layer in _layers("avg_pool3d", _padded(x, pads, 0), kernel[0], stride[0], 1):
        total = layer if total is None else total + layer
    area = kernel[1] * kernel[2]
    sums = _by_image(total, lambda images: call("AvgPool", images, kernel[1:], stride[1:], "valid") * float(area))
    if divisor:
        return sums / divisor
    counts = np.ones(())
    for axis in range(3):
        begins = np.arange(sums.shape[2 + axis]) * stride[axis] - pads[axis][0]
        inside = np.minimum(begins + kernel[axis], ends[axis][1]) - np.maximum(begins, ends[axis][0])
        counts = np.multiply.outer(counts, inside)
    return sums / Tensor(counts.astype(np.float32), x.dtype)


# --- adaptive pooling -------------------------------------------------------------------------------------------------

def _adaptive_sizes(name, output_size, shape):
    sizes = tuple(shape[2 + i] if size is None else size for i, size in enumerate(_triple(output_size)))
    if len(sizes) != 3 or not all(isinstance(size, int) and size > 0 for size in sizes):
        raise ValueError(f"For '{name}', the 'output_size' must be a positive int or three of them, but got "
                         f"{output_size}.")
    return sizes


def _windows(size, count):
    """`count` windows (start, end) of nearly equal length that cover `size`."""
    return [(i * size // count, -(-(i + 1) * size // count)) for i in range(count)]


def adaptive_avg_pool3d(input, output_size):
    """Means of windows of nearly equal size, output_size (an int or (d, h, w), None keeps a size) of them; input
    (N, C, D, H, W) or (C, D, H, W)."""
    if input.ndim == 4:
        return adaptive_avg_pool3d(call("ExpandDims", input, 0), output_size).squeeze(0)
    _check_volume("adaptive_avg_pool3d", input)
    for axis, count in enumerate(_adaptive_sizes("adaptive_avg_pool3d", output_size, input.shape), 2):
        means = np.zeros((input.shape[axis], count), np.float32)
        for place, (start, end) in enumerate(_windows(input.shape[axis], count)):
            means[start:end, place] = 1 / (end - start)
        input = matmul(input.swapaxes(axis, 4), Tensor(means, input.dtype)).swapaxes(axis, 4)
    return input


def adaptive_max_pool3d(input, output_size, return_indices=False):
    """The largest elements of windows of nearly equal size; see adaptive_avg_pool3d."""
    if input.ndim not in (4, 5):
        raise ValueError(f"For 'adaptive_max_pool3d', the dimension of the input must be 4 or 5, but got {input.ndim}.")
    sizes = _adaptive_sizes("adaptive_max_pool3d", output_size, input.shape if input.ndim == 5 else (1, *input.shape))
    found = adaptive_with_places(input, sizes, int32)
    return found if return_indices else found[0]
