# SPDX-License-Identifier: Apache-2.0
"""Networks made ready for the second-order optimizer `nn.thor`."""
from mindspore.nn.layer.basic import Dense
from mindspore.nn.layer.container import SequentialCell
from mindspore.nn.layer.conv import Conv2d
from mindspore.nn.layer.embedding import Embedding, EmbeddingLookup
from mindspore.nn.layer.thor_layer import Conv2dThor, DenseThor, EmbeddingLookupThor, EmbeddingThor

LAYERS = (Conv2dThor, DenseThor, EmbeddingLookupThor, EmbeddingThor)


def _dense(cell):
    new = DenseThor(cell.in_channels, cell.out_channels, cell.weight, has_bias=cell.has_bias)
    new.activation, new.activation_flag = cell.activation, cell.activation_flag
    return new


def _conv2d(cell):
    return Conv2dThor(cell.in_channels, cell.out_channels, cell.kernel_size, cell.stride, cell.pad_mode, cell.padding,
                      cell.dilation, cell.group, cell.has_bias, cell.weight)


def _embedding(cell):
    return EmbeddingThor(cell.vocab_size, cell.embedding_size)


def _lookup(cell):
    return EmbeddingLookupThor(cell.vocab_size, cell.embedding_size, target=cell.target)


_CONVERSIONS = {Dense: _dense, Conv2d: _conv2d, Embedding: _embedding, EmbeddingLookup: _lookup}


def _converted(cell, prefix):
    """The layer for `nn.thor` with the cell's own parameters."""
    new = _CONVERSIONS[type(cell)](cell)
    new.update_parameters_name(f"{prefix}.")
    for name in ("weight", "bias", "embedding_table"):
        if getattr(cell, name, None) is not None:
            setattr(new, name, getattr(cell, name))
    return new


def _is_trained(cell):
    weight = cell.embedding_table if hasattr(cell, "embedding_table") else cell.weight
    return weight.requires_grad


class ConvertNetUtils:
    """Puts the layers for `nn.thor` into a network."""

    def convert_to_thor_net(self, net):
        """
        Puts DenseThor, Conv2dThor, EmbeddingThor and EmbeddingLookupThor into the place of the layers of a network that
        they stand for and whose weights are trained; the parameters stay the same ones. `nn.thor` calls it.

        Args:
            net (Cell): the network; it is changed. A layer that is a network by itself stays as it is.
        """
        self._convert(net, "")

    def _convert(self, net, prefix):
        for name, cell in list(net.name_cells().items()):
            path = f"{prefix}.{name}" if prefix else name
            if type(cell) in _CONVERSIONS and _is_trained(cell):
                net._keep_cell(name, _converted(cell, path))
            elif not isinstance(cell, LAYERS) and cell is not net:
                self._convert(cell, path)
        if isinstance(net, SequentialCell):
            net.cell_list = tuple(net.cells())
