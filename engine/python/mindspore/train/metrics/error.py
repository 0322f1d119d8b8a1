# SPDX-License-Identifier: Apache-2.0
"""How far predictions are from the truth."""
import numpy as np

from mindspore.train.metrics.metric import Metric, rearrange_inputs


class _MeanError(Metric):
    """A sum of errors over all elements, divided by the number of samples."""

    def __init__(self):
        super().__init__()
        self.clear()

    def clear(self):
        self._sum = 0
        self._samples = 0

    @rearrange_inputs
    def update(self, *inputs):
        """Prediction and truth of one shape <N,...>."""
        predicted, truth = self._pair(inputs)
        self._sum = self._sum + self._errors(predicted - truth.reshape(predicted.shape)).sum()
        self._samples += truth.shape[0]

    def eval(self):
        """The mean error of a sample; RuntimeError without samples."""
        self._check_samples(self._samples)
        return self._sum / self._samples

    def _errors(self, differences):
        raise NotImplementedError


class MAE(_MeanError):
    """Absolute differences, summed over a sample's elements, as mean over the samples."""

    def _errors(self, differences):
        return np.abs(differences)


class MSE(_MeanError):
    """Squared differences, summed over a sample's elements, as mean over the samples."""

    def _errors(self, differences):
        return np.square(differences)


class Loss(Metric):
    """The mean of the losses of the batches."""

    def __init__(self):
        super().__init__()
        self.clear()

    def clear(self):
        self._sum = 0
        self._batches = 0

    @rearrange_inputs
    def update(self, *inputs):
        """The loss of a batch: a number, or a tensor whose mean counts."""
        if len(inputs) != 1:
            raise ValueError(f"For 'Loss.update', it needs 1 input (loss), but got {len(inputs)}")
        self._sum = self._sum + self._convert_data(inputs[0]).mean()
        self._batches += 1

    def eval(self):
        """The mean; RuntimeError without batches."""
        if not self._batches:
            raise RuntimeError("The 'Loss' can not be calculated, because the number of samples is 0, please check "
                               "whether has called update method before calling eval method.")
        return self._sum / self._batches
