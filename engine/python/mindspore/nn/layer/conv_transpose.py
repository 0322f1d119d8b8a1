# SPDX-License-Identifier: Apache-2.0
"""Transposed convolutions: the gradients of convolutions as layers."""
from mindspore import ops
from mindspore.common.dtype import float32
from mindspore.nn.checks import check_rank, expanded
from mindspore.nn.layer.conv import Convolution, check_format, line_padding, on_line
from mindspore.ops.primitive import primitive_call

__all__ = ["Conv1dTranspose", "Conv2dTranspose", "Conv3dTranspose"]


def _length(pad_mode, size, kernel, stride, dilation, padding):
    """The size of the images whose convolution has `size`."""
    window = (kernel - 1) * dilation + 1
    if pad_mode == "same":
        return size * stride
    if pad_mode == "valid":
        return size * stride + max(window - stride, 0)
    return size * stride - padding + window - stride


class _Transposed(Convolution):
    def _pads(self):
        padding = self.padding
        return padding if isinstance(padding, tuple) else (padding,) * 4

    def _transposed(self, x):
        """x: (N, C_in, H, W)"""
        top, bottom, left, right = self._pads()
        sizes = [_length(self.pad_mode, x.shape[2 + axis], self.kernel_size[axis], self.stride[axis],
                         self.dilation[axis], pads) for axis, pads in enumerate((top + bottom, left + right))]
        x = primitive_call("Conv2DTranspose", x, self.weight, (x.shape[0], self.out_channels, *sizes), self.stride,
                           self.pad_mode, self._pads(), self.dilation, self.group)
        return x if self.bias is None else x + self.bias.reshape((1, -1, 1, 1))


class Conv2dTranspose(_Transposed):
    """The images that a Conv2d with these sizes would take to x. x: (N, C_in, H, W), result (N, C_out, H_out, W_out).

    Sizes of the result: "same" H * stride, "valid" H * stride + max(window - stride, 0), "pad" (H - 1) * stride +
    window - padding + output_padding; the rows and columns of output_padding are zeros. weight is (C_in, C_out / group,
    kh, kw).
    """

    def __init__(self, in_channels, out_channels, kernel_size, stride=1, pad_mode="same", padding=0, output_padding=0,
                 dilation=1, group=1, has_bias=False, weight_init=None, bias_init=None, dtype=float32):
        super().__init__()
        if isinstance(padding, tuple) and len(padding) != 4:
            raise ValueError("For 'Conv2dTranspose', the length of 'padding' must be equal to 4, but got "
                             f"{len(padding)}.")
        self._check_sizes(in_channels, out_channels, expanded(kernel_size, 2), expanded(stride, 2), pad_mode, padding,
                          expanded(dilation, 2), group, has_bias)
        self.output_padding = expanded(output_padding, 2)
        if self.pad_mode != "pad" and any(self.output_padding):
            raise ValueError("For 'Conv2dTranspose', the 'output_padding' must be zero when 'pad_mode' is not 'pad', "
                             f"but got 'output_padding': {output_padding} and 'pad_mode': {pad_mode}.")
        for more, stride_, dilation_ in zip(self.output_padding, self.stride, self.dilation):
            if more and more >= max(stride_, dilation_):
                raise ValueError("For 'Conv2dTranspose', the 'output_padding' must be smaller than 'stride' or "
                                 f"'dilation', but got {output_padding}, {self.stride} and {self.dilation}.")
        self.data_format = "NCHW"
        self._make_weights((in_channels, out_channels // group, *self.kernel_size), weight_init, bias_init, dtype)

    def construct(self, x):
        x, (rows, columns) = self._transposed(x), self.output_padding
        return ops.pad(x, (0, columns, 0, rows)) if rows or columns else x


class Conv1dTranspose(_Transposed):
    """The lines that a Conv1d with these sizes would take to x. x: (N, C_in, L), result (N, C_out, L_out); see
    Conv2dTranspose. weight is (C_in, C_out / group, 1, k)."""

    def __init__(self, in_channels, out_channels, kernel_size, stride=1, pad_mode="same", padding=0, dilation=1,
                 group=1, has_bias=False, weight_init=None, bias_init=None, dtype=float32):
        super().__init__()
        line_sizes = [on_line(self.cls_name, name, value)
                      for name, value in (("kernel_size", kernel_size), ("stride", stride), ("dilation", dilation))]
        self._check_sizes(in_channels, out_channels, *line_sizes[:2], pad_mode, line_padding(self.cls_name, padding),
                          line_sizes[2], group, has_bias)
        self.data_format = "NCHW"
        self._make_weights((in_channels, out_channels // group, *self.kernel_size), weight_init, bias_init, dtype)

    def construct(self, x):
        check_rank(self.cls_name, x, (3,))
        return self._transposed(x.expand_dims(2)).squeeze(2)


class Conv3dTranspose(Convolution):
    """The volumes that a Conv3d with these sizes would take to x. x: (N, C_in, D, H, W), result
    (N, C_out, D_out, H_out, W_out); see Conv2dTranspose. weight is (C_in, C_out / group, kd, kh, kw)."""

    primitive = "Conv3DTranspose"

    def __init__(self, in_channels, out_channels, kernel_size, stride=1, pad_mode="same", padding=0, dilation=1,
                 group=1, output_padding=0, has_bias=False, weight_init=None, bias_init=None, data_format="NCDHW",
                 dtype=float32):
        super().__init__()
        self._check_sizes(in_channels, out_channels, expanded(kernel_size, 3), expanded(stride, 3), pad_mode, padding,
                          expanded(dilation, 3), group, has_bias)
        self.output_padding = expanded(output_padding, 3)
        self.data_format = check_format(self.cls_name, data_format, "NCDHW", "NDHWC")
        self._make_weights((in_channels, out_channels // group, *self.kernel_size), weight_init, bias_init, dtype)

    def construct(self, x):
        x = ops.conv3d_transpose(x, self.weight, self.pad_mode, self.padding, self.stride, self.dilation, self.group,
                                 self.output_padding)
        return x if self.bias is None else x + self.bias.reshape((1, -1, 1, 1, 1))
