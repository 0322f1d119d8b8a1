# SPDX-License-Identifier: Apache-2.0
"""The transposed convolution of images."""
from mindspore.ops.primitive import primitive_call as call

__all__ = ["conv_transpose2d"]


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
