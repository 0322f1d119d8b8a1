# SPDX-License-Identifier: Apache-2.0
"""Networks and models made ready for the second-order optimizer `nn.thor`."""
from mindspore import nn
from mindspore.context import PYNATIVE_MODE, get_context, set_context
from mindspore.nn.layer.thor_layer import Conv2dThor, DenseThor, EmbeddingLookupThor, EmbeddingThor
from mindspore.nn.optim.thor import Thor
from mindspore.train.model import Model

_LAYERS = (Conv2dThor, DenseThor, EmbeddingLookupThor, EmbeddingThor)


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


_CONVERSIONS = {nn.Dense: _dense, nn.Conv2d: _conv2d, nn.Embedding: _embedding, nn.EmbeddingLookup: _lookup}


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
            elif not isinstance(cell, _LAYERS) and cell is not net:
                self._convert(cell, path)
        if isinstance(net, nn.SequentialCell):
            net.cell_list = tuple(net.cells())


class ThorModel(Model):
    """A Model that lets layers keep what the optimizer needs, and the optimizer invert it, at every `frequency`-th step.
    It trains outside of graphs, as layers keep gradients while they come."""

    def _run_training(self, *arguments):
        mode = get_context("mode")
        set_context(mode=PYNATIVE_MODE)
        try:
            super()._run_training(*arguments)
        finally:
            set_context(mode=mode)

    def _run_epoch(self, batches, run, context, callbacks):
        super()._run_epoch(self._switched(batches, run), run, context, callbacks)

    def _switched(self, batches, run):
        frequency = self._optimizer.get_frequency()
        for batch in batches:
            self._set_second_order(run.cur_step_num % frequency == 0)
            yield batch

    def _set_second_order(self, is_on):
        self._optimizer.thor = is_on
        for _, cell in self._network.cells_and_names():
            if isinstance(cell, _LAYERS):
                cell.thor = is_on


class ConvertModelUtils:
    """Makes a Model for `nn.thor`."""

    @staticmethod
    def convert_to_thor_model(model, network, loss_fn=None, optimizer=None, metrics=None, amp_level="O0",
                              loss_scale_manager=None, keep_batchnorm_fp32=False):
        """
        A Model that trains with the optimizer of `nn.thor`, which inverts at every `frequency`-th step; the given model for
        any other optimizer.

        Args:
            model (Model): what is given back for other optimizers.
            network, loss_fn, optimizer, metrics, amp_level, loss_scale_manager, keep_batchnorm_fp32: as of Model.
        """
        if not isinstance(optimizer, Thor):
            return model
        return ThorModel(network, loss_fn, optimizer, metrics, amp_level=amp_level, loss_scale_manager=loss_scale_manager,
                         keep_batchnorm_fp32=keep_batchnorm_fp32)
