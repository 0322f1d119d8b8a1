# SPDX-License-Identifier: Apache-2.0
"""Layers that put elements back to the places a pooling took them from, and poolings of random windows."""
from mindspore import ops
from mindspore.nn.cell import Cell

__all__ = ["MaxUnpool1d", "MaxUnpool2d", "MaxUnpool3d", "FractionalMaxPool2d", "FractionalMaxPool3d"]


class _MaxUnpool(Cell):
    """Zeros with the elements of x at `indices`, as a pooling of kernel_size told them."""

    function = ""

    def __init__(self, kernel_size, stride=None, padding=0):
        super().__init__()
        self.kernel_size, self.stride, self.padding = kernel_size, stride, padding

    def construct(self, x, indices, output_size=None):
        return getattr(ops, self.function)(x, indices, self.kernel_size, self.stride, self.padding, output_size)


class MaxUnpool1d(_MaxUnpool):
    """See ops.max_unpool1d."""

    function = "max_unpool1d"


class MaxUnpool2d(_MaxUnpool):
    """See ops.max_unpool2d."""

    function = "max_unpool2d"


class MaxUnpool3d(_MaxUnpool):
    """See ops.max_unpool3d."""

    function = "max_unpool3d"


class _FractionalMaxPool(Cell):
    """The largest elements of windows whose bounds are random."""

    function = ""

    def __init__(self, kernel_size, output_size=None, output_ratio=None, return_indices=False, _random_samples=None):
        super().__init__()
        self.kernel_size, self.output_size, self.output_ratio = kernel_size, output_size, output_ratio
        self.return_indices, self._random_samples = return_indices, _random_samples

    def construct(self, input):
        return getattr(ops, self.function)(input, self.kernel_size, self.output_size, self.output_ratio, self.return_indices,
                                           self._random_samples)


class FractionalMaxPool2d(_FractionalMaxPool):
    """See ops.fractional_max_pool2d."""

    function = "fractional_max_pool2d"


class FractionalMaxPool3d(_FractionalMaxPool):
    """See ops.fractional_max_pool3d."""

    function = "fractional_max_pool3d"
