# SPDX-License-Identifier: Apache-2.0
"""Models made ready for the second-order optimizer `nn.thor`; networks are by nn."""
from mindspore.context import PYNATIVE_MODE, get_context, set_context
from mindspore.nn.layer.thor_conversion import LAYERS, ConvertNetUtils
from mindspore.nn.optim.thor import Thor
from mindspore.train.model import Model

__all__ = ["ConvertModelUtils", "ConvertNetUtils"]


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
            if isinstance(cell, LAYERS):
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
