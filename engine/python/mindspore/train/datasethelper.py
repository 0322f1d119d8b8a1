# SPDX-License-Identifier: Apache-2.0
"""The batches of a dataset for training loops of one's own."""
from mindspore.common.dtype import pytype_to_dtype
from mindspore.dataset.dataset import Dataset
from mindspore.train.checks import check_bool, check_is


class DatasetHelper:
    """
    Iterates over the batches of a dataset, one epoch for each `for`. Sink mode is accepted; batches are not sent to a
    device beforehand here.
    """

    def __init__(self, dataset, dataset_sink_mode=True, sink_size=-1, epoch_num=1):
        check_is("dataset", dataset, Dataset, "'Dataset'")
        check_bool("dataset_sink_mode", dataset_sink_mode)
        self._dataset = dataset
        self._batches = dataset.create_tuple_iterator(num_epochs=epoch_num)

    def __iter__(self):
        return (tuple(batch) for batch in self._batches)

    def types_shapes(self):
        """(dtypes of the columns, their shapes)"""
        return [pytype_to_dtype(dtype) for dtype in self._dataset.output_types()], self._dataset.output_shapes()

    def sink_size(self):
        """The steps of a loop: one."""
        return 1

    def stop_send(self):
        """Nothing is sent."""

    def continue_send(self):
        """Nothing is sent."""

    def release(self):
        """Nothing is held."""
