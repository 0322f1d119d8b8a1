# SPDX-License-Identifier: Apache-2.0
"""How alike vectors and regions are."""
import numpy as np

from mindspore.train.metrics.metric import Metric, rearrange_inputs


def _check_in(name, value, choices):
    if value not in choices:
        raise ValueError(f"For 'CosineSimilarity', the argument '{name}' must be in {choices}, but got {value}.")


class CosineSimilarity(Metric):
    """
    How alike the rows of a matrix are to each other: by the cosine of their angle, or by their "dot" product. Rows of
    the result are reduced by "mean" or "sum", or stay with "none".
    """

    def __init__(self, similarity="cosine", reduction="none", zero_diagonal=True):
        super().__init__()
        _check_in("similarity", similarity, ["dot", "cosine"])
        _check_in("reduction", reduction, ["none", "sum", "mean"])
        self.similarity, self.reduction, self.zero_diagonal = similarity, reduction, zero_diagonal
        self.clear()

    def clear(self):
        self._matrix = None

    @rearrange_inputs
    def update(self, inputs):
        """A matrix <N,M>; it takes the place of an earlier one."""
        data = self._convert_data(inputs)
        if self.similarity == "cosine":
            data = data / np.linalg.norm(data, 2, axis=-1, keepdims=True)
        self._matrix = data @ data.T

    def eval(self):
        """<N,N>, or <N> with a reduction; RuntimeError without data."""
        if self._matrix is None:
            raise RuntimeError("Please call the 'update' method before calling 'eval' method.")
        matrix = self._matrix.copy()
        if self.zero_diagonal:
            np.fill_diagonal(matrix, 0)
        return matrix if self.reduction == "none" else getattr(matrix, self.reduction)(-1)


class Dice(Metric):
    """The Dice coefficient: twice what two regions share, divided by what they are together."""

    def __init__(self, smooth=1e-5):
        super().__init__()
        if not isinstance(smooth, float) or smooth <= 0:
            raise ValueError(f"For 'Dice', the argument 'smooth' must be a float greater than 0, but got {smooth}.")
        self.smooth = smooth
        self.clear()

    def clear(self):
        self._sum = 0.0
        self._samples = 0

    @rearrange_inputs
    def update(self, *inputs):
        """Prediction and truth of one shape <N,...>."""
        predicted, truth = self._pair(inputs)
        if predicted.shape != truth.shape:
            raise ValueError("For 'Dice.update', predicted value (inputs[0]) and true value (inputs[1]) should have "
                             f"same shape, but got predicted value shape: {predicted.shape}, true value shape: "
                             f"{truth.shape}.")
        shared = float((predicted * truth).sum())
        together = float((predicted * predicted).sum() + (truth * truth).sum())
        self._sum += 2 * shared / (together + self.smooth)
        self._samples += truth.shape[0]

    def eval(self):
        """A float; RuntimeError without samples."""
        self._check_samples(self._samples)
        return self._sum / self._samples
