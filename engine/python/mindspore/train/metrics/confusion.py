# SPDX-License-Identifier: Apache-2.0
"""Which classes are taken for which."""
import numpy as np

from mindspore.train.metrics.metric import Metric, rearrange_inputs


class ConfusionMatrix(Metric):
    """
    How often samples of each true class (rows) were predicted to be of each class (columns).

    Args:
        num_classes (int): the number of classes.
        normalize (str): "no_norm" for counts, "target" for shares of a row, "prediction" of a column, "all" of all.
        threshold (float): predictions of two classes that are one fraction count as class 1 from here on.
    """

    def __init__(self, num_classes, normalize="no_norm", threshold=0.5):
        super().__init__()
        if not isinstance(num_classes, int) or isinstance(num_classes, bool):
            raise TypeError(f"The type of 'num_classes' should be 'int', but got type '{type(num_classes).__name__}'.")
        if normalize not in ("target", "prediction", "all", "no_norm", None):
            raise ValueError("For 'ConfusionMatrix', the argument 'normalize' must be in ['all', 'prediction', "
                             f"'label', 'no_norm'(None)], but got {normalize}.")
        if not isinstance(threshold, float):
            raise TypeError(f"The type of 'threshold' should be 'float', but got type '{type(threshold).__name__}'.")
        self.num_classes, self.normalize, self.threshold = num_classes, normalize, threshold
        self.clear()

    def clear(self):
        self.confusion_matrix = np.zeros((self.num_classes, self.num_classes))
        self._is_updated = False

    @rearrange_inputs
    def update(self, *inputs):
        """Prediction, <N,C,...> or class numbers or fractions like the truth, and truth <N,...>."""
        predicted, truth = self._pair(inputs)
        if predicted.ndim == truth.ndim + 1:
            predicted = predicted.argmax(1)
        elif predicted.ndim != truth.ndim or predicted.shape != truth.shape:
            raise ValueError("For 'ConfusionMatrix.update', predicted value (inputs[0]) and true value (inputs[1]) "
                             "should have the same dimensions, or the dimension of predicted value equals the "
                             f"dimension of true value add 1, but got shapes {predicted.shape} and {truth.shape}.")
        elif predicted.dtype.kind == "f":
            predicted = predicted >= self.threshold
        places = truth.astype(np.int64).reshape(-1) * self.num_classes + predicted.astype(np.int64).reshape(-1)
        both = np.concatenate([truth.reshape(-1), predicted.reshape(-1)])
        if both.size and not 0 <= both.min() <= both.max() < self.num_classes:
            raise ValueError(f"For 'ConfusionMatrix.update', the classes should be from 0 to {self.num_classes - 1}, "
                             f"but there are {both.min()} to {both.max()}.")
        counts = np.bincount(places, minlength=self.num_classes ** 2)
        self.confusion_matrix += counts.reshape(self.num_classes, self.num_classes)
        self._is_updated = True

    def eval(self):
        """float64 of (num_classes, num_classes); RuntimeError without samples."""
        if not self._is_updated:
            raise RuntimeError("Please call the 'update' method before calling 'eval' method.")
        axis = {"target": 1, "prediction": 0, "all": None}
        if self.normalize not in axis:
            return self.confusion_matrix
        whole = self.confusion_matrix.sum(axis[self.normalize], keepdims=True)
        return np.divide(self.confusion_matrix, whole, out=np.zeros_like(self.confusion_matrix), where=whole != 0)
