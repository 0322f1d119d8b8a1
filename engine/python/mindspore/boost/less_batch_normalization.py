# SPDX-License-Identifier: Apache-2.0
"""LessBN: a network whose last dense layers compare directions instead of lengths."""
import numpy as np

from mindspore import nn, ops
from mindspore.common.dtype import float32
from mindspore.common.initializer import initializer
from mindspore.common.parameter import Parameter
from mindspore.common.tensor import Tensor

__all__ = ["CommonHeadLastFN", "LessBN"]


class CommonHeadLastFN(nn.Cell):
    """multiplier * (x / |x| @ (weight / |weight|).T + bias): x (N, in_channels), result (N, out_channels). The multiplier
    is a parameter that begins with 1."""

    def __init__(self, in_channels, out_channels, weight_init="normal", bias_init="zeros", has_bias=True):
        super().__init__()
        self.weight = Parameter(initializer(weight_init, (out_channels, in_channels)), name="weight")
        self.normalize = ops.L2Normalize(axis=1)
        self.multiplier = Parameter(Tensor(np.ones(1), float32), name="multiplier")
        self.has_bias = has_bias
        if has_bias:
            self.bias = Parameter(initializer(bias_init, (out_channels,)), name="bias")

    def construct(self, x):
        x = ops.matmul(self.normalize(x), self.normalize(self.weight).T)
        return self.multiplier * (ops.bias_add(x, self.bias) if self.has_bias else x)


class LessBN(nn.Cell):
    """
    A network as it is, or with fn_flag with CommonHeadLastFN in the place of the last Dense of each of its layers.

    Args:
        network (Cell): the network; with fn_flag it is changed.
        fn_flag (bool): whether it is.

    Inputs and outputs: those of the network.
    """

    def __init__(self, network, fn_flag=False):
        super().__init__()
        self.network = network
        if fn_flag:
            self._convert(network, "network")

    def _convert(self, net, prefix):
        last = None
        for name, cell in list(net.name_cells().items()):
            if isinstance(cell, nn.Dense):
                last = name, cell
            elif cell is not net:
                self._convert(cell, f"{prefix}.{name}")
        if last is not None:
            name, cell = last
            new = CommonHeadLastFN(cell.in_channels, cell.out_channels, cell.weight, has_bias=False)
            new.update_parameters_name(f"{prefix}.{name}.")
            net._keep_cell(name, new)
            if isinstance(net, nn.SequentialCell):
                net.cell_list = tuple(net.cells())

    def construct(self, *inputs):
        return self.network(*inputs)
