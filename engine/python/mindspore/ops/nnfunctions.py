# SPDX-License-Identifier: Apache-2.0
"""Functions of layers that are several operators: normalization, transposed convolution, products, adaptive pooling."""
import numpy as np

from mindspore.common.tensor import Tensor
from mindspore.ops import composed
from mindspore.ops.primitive import primitive_call as call

__all__ = ["batch_norm", "layer_norm", "conv_transpose2d", "dense", "bidense", "adaptive_avg_pool1d",
           "adaptive_avg_pool2d", "adaptive_max_pool1d", "adaptive_max_pool2d", "lrn"]


# --- normalization ----------------------------------------------------------------------------------------------------

def batch_norm(input_x, running_mean, running_var, weight, bias, training=False, momentum=0.1, eps=1e-5):
    """(input_x - mean) / sqrt(variance + eps) * weight + bias for each channel (axis 1).

    In training by the moments of the batch, of which running_mean and running_var (Parameters) take the part momentum;
    otherwise by these.
    """
    result = call("BatchNorm", input_x, weight, bias, running_mean, running_var, training, eps, momentum)
    if training:
        for running, batch in ((running_mean, result[1]), (running_var, result[2])):
            new = call("StopGradient", batch).astype(running.dtype)
            call("Assign", running, running * (1.0 - momentum) + new * momentum)
    return result[0]


def layer_norm(input, normalized_shape, weight=None, bias=None, eps=1e-5):
    """(input - mean) / sqrt(variance + eps) * weight + bias over the last axes, which have the shape
    normalized_shape."""
    axis = input.ndim - len(normalized_shape)
    if axis < 0 or tuple(input.shape[axis:]) != tuple(normalized_shape):
        raise ValueError(f"For 'layer_norm', the last axes of the input must be {tuple(normalized_shape)}, but got "
                         f"{input.shape}.")
    weight = call("Ones", tuple(normalized_shape), input.dtype) if weight is None else weight
    bias = call("Zeros", tuple(normalized_shape), input.dtype) if bias is None else bias
    return call("LayerNorm", input, weight, bias, axis, axis, eps)[0]


# --- convolutions and products ----------------------------------------------------------------------------------------

def conv_transpose2d(input, weight, bias=None, stride=1, padding=0, output_padding=0, groups=1, dilation=1):
    """The images whose convolution with weight (C_in, C_out / groups, kh, kw) has the shape of input (N, C_in, H,
    W)."""
    stride, padding, more, dilation = [tuple(value) if isinstance(value, (tuple, list)) else (value, value)
                                       for value in (stride, padding, output_padding, dilation)]
    sizes = [(size - 1) * step - 2 * pad + gap * (window - 1) + extra + 1
             for size, step, pad, gap, window, extra in zip(input.shape[2:], stride, padding, dilation,
                                                            weight.shape[2:], more)]
    shape = (input.shape[0], weight.shape[1] * groups, *sizes)
    pads = (padding[0], padding[0], padding[1], padding[1])
    result = call("Conv2DTranspose", input, weight, shape, stride, "pad", pads, dilation, groups)
    return result if bias is None else result + bias.reshape((1, -1, 1, 1))


def dense(input, weight, bias=None):
    """input @ weight.T + bias; input (..., in), weight (out, in) or (in,), bias (out,)."""
    result = composed.matmul(input, weight if weight.ndim == 1 else weight.swapaxes(0, 1))
    return result if bias is None else result + bias


def bidense(input1, input2, weight, bias=None):
    """input1 @ weight[o] @ input2 + bias[o] for each output o. Inputs (..., in1) and (..., in2), weight (out, in1,
    in2), result (..., out)."""
    if input1.shape[:-1] != input2.shape[:-1]:
        raise ValueError(f"For 'bidense', the leading axes of the inputs must be the same, but got {input1.shape} and "
                         f"{input2.shape}.")
    out, in1, in2 = weight.shape
    # (n, in1) @ (in1, out * in2), then the products with input2 summed up.
    mixed = composed.matmul(input1.reshape((-1, in1)), weight.transpose((1, 0, 2)).reshape((in1, out * in2)))
    result = (mixed.reshape((-1, out, in2)) * input2.reshape((-1, 1, in2))).sum(-1)
    result = result if bias is None else result + bias
    return result.reshape((*input1.shape[:-1], out))


# --- adaptive pooling -------------------------------------------------------------------------------------------------

def _windows(size, count):
    """`count` windows (start, end) of nearly equal length that cover `size`."""
    return [(i * size // count, -(-(i + 1) * size // count)) for i in range(count)]


def _mean_matrix(size, count, dtype):
    """(size, count): a product with it takes the means of the windows."""
    matrix = np.zeros((size, count), np.float32)
    for place, (start, end) in enumerate(_windows(size, count)):
        matrix[start:end, place] = 1 / (end - start)
    return Tensor(matrix, dtype)


def _sizes_of(name, output_size, shape):
    """(height, width) of an int or of a tuple in which None keeps the size."""
    if isinstance(output_size, (tuple, list)):
        if len(output_size) != 2:
            raise ValueError(f"For '{name}', the 'length of output_size' must be int and must = 2, but got "
                             f"'{len(output_size)}' with type 'int'.")
        sizes = output_size
    else:
        sizes = (output_size, output_size)
    result = tuple(shape[-2 + i] if size is None else size for i, size in enumerate(sizes))
    if not all(isinstance(size, int) and not isinstance(size, bool) and size > 0 for size in result):
        raise ValueError(f"For '{name}', the 'output_size' must be positive, but got {output_size}.")
    return result


def _check_images(name, input):
    if input.ndim not in (3, 4):
        raise ValueError(f"For '{name}', the dimension of the input must be 3 or 4, but got {input.ndim}.")


def adaptive_avg_pool2d(input, output_size):
    """Means of windows of nearly equal size, output_size (an int or (h, w), None keeps a size) of them; input
    (N, C, H, W) or (C, H, W)."""
    _check_images("AdaptiveAvgPool2D", input)
    h, w = _sizes_of("AdaptiveAvgPool2D", output_size, input.shape)
    if (h, w) == (1, 1):
        return input.mean((-2, -1), keep_dims=True)
    by_columns = composed.matmul(input, _mean_matrix(input.shape[-1], w, input.dtype))
    by_rows = composed.matmul(by_columns.swapaxes(-2, -1), _mean_matrix(input.shape[-2], h, input.dtype))
    return by_rows.swapaxes(-2, -1)


def _check_line(name, input, output_size):
    if input.ndim not in (2, 3):
        raise ValueError(f"For {name} input must have 2 or 3 dims, but got {input.ndim}.")
    if not isinstance(output_size, int) or isinstance(output_size, bool):
        raise TypeError(f"For '{name}', the type of 'output_size' must be int, but got {type(output_size).__name__}.")
    if output_size <= 0:
        raise ValueError(f"For '{name}', the 'output_size' must be positive, but got {output_size}.")
    length = input.shape[-1]
    if length < output_size:
        raise ValueError(f"For {name} input's last dimension must be greater or equal to output size {output_size}, "
                         f"but got {length}.")
    if length % output_size != 0:
        raise ValueError(f"For {name} input's last dimension must be divisible by output size {output_size}, but got "
                         f"{length}.")


def _line_windows(input, output_size):
    """(..., L) as (..., output_size, L / output_size)."""
    return input.reshape((*input.shape[:-1], output_size, input.shape[-1] // output_size))


def adaptive_avg_pool1d(input, output_size):
    """Means of output_size windows that cover L; input (N, C, L) or (C, L)."""
    _check_line("adaptive_avg_pool1d", input, output_size)
    return _line_windows(input, output_size).mean(-1)


def adaptive_max_pool1d(input, output_size):
    """The largest elements of output_size windows that cover L; input (N, C, L) or (C, L)."""
    _check_line("adaptive_max_pool1d", input, output_size)
    return call("ReduceMax", _line_windows(input, output_size), -1, False)


def adaptive_max_pool2d(input, output_size, return_indices=False):
    """The largest elements of windows of nearly equal size; see adaptive_avg_pool2d. With return_indices also their
    places in H * W."""
    _check_images("adaptive_max_pool2d", input)
    h, w = _sizes_of("adaptive_max_pool2d", output_size, input.shape)
    rows, columns = _windows(input.shape[-2], h), _windows(input.shape[-1], w)
    lines = [call("ReduceMax", input[..., start:end, :], -2, False) for start, end in rows]
    by_rows = call("Stack", tuple(lines), -2)
    values = call("Stack", tuple(call("ReduceMax", by_rows[..., start:end], -1, False) for start, end in columns), -1)
    return (values, _largest_places(input, rows, columns)) if return_indices else values


def _largest_places(input, rows, columns):
    width = input.shape[-1]
    places = []
    for top, bottom in rows:
        for left, right in columns:
            window = input[..., top:bottom, left:right].reshape((*input.shape[:-2], (bottom - top) * (right - left)))
            found = call("Argmax", window, -1)
            place = np.arange(top, bottom)[:, None] * width + np.arange(left, right)
            places.append(call("Gather", Tensor(place.reshape(-1).astype(np.int64)), found, 0))
    return call("Stack", tuple(places), -1).reshape((*input.shape[:-2], len(rows), len(columns)))


# --- across channels --------------------------------------------------------------------------------------------------

def lrn(x, depth_radius=5, bias=1.0, alpha=1.0, beta=0.5, norm_region="ACROSS_CHANNELS"):
    """x / (bias + alpha * the sum of squares of up to depth_radius channels on both sides) ** beta; x (N, C, H, W)."""
    if norm_region != "ACROSS_CHANNELS":
        raise ValueError(f"For 'LRN', the 'norm_region' must be str and must be in '['ACROSS_CHANNELS']', but got "
                         f"'{norm_region}'.")
    if x.ndim != 4:
        raise ValueError(f"For 'LRN', the dimension of 'x' must be 4, but got {x.ndim}.")
    n, channels, h, w = x.shape
    places = np.arange(channels)
    near = Tensor((abs(places[:, None] - places) <= depth_radius).astype(np.float32), x.dtype)
    sums = composed.matmul(near, (x * x).reshape((n, channels, h * w))).reshape(x.shape)
    return x / (bias + alpha * sums) ** beta
