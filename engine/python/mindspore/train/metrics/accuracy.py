# SPDX-License-Identifier: Apache-2.0
"""How many predictions are right."""
import numpy as np

from mindspore.train.metrics.metric import Metric, check_eval_type, check_shapes, class_numbers, rearrange_inputs


class Accuracy(Metric):
    """
    The share of right predictions. For a "classification" the likeliest class counts, for "multilabel" all labels of
    a sample must be right.
    """

    def __init__(self, eval_type="classification"):
        super().__init__()
        check_eval_type(eval_type)
        self._type = eval_type
        self.clear()

    def clear(self):
        self._right = 0
        self._samples = 0
        self._classes = None

    @rearrange_inputs
    def update(self, *inputs):
        """Prediction <N,C,...> and truth, <N,...> class numbers or <N,C,...>."""
        if len(inputs) != 2:
            raise ValueError("For 'Accuracy.update', it needs 2 inputs (predicted value, true value), but got "
                             f"{len(inputs)}")
        predicted, truth = self._pair(inputs)
        check_shapes(predicted, truth, self._type)
        if self._classes is not None and predicted.shape[1] != self._classes:
            raise ValueError("For 'Accuracy.update', class number not match, last input predicted data contain "
                             f"{self._classes} classes, but current predicted data contain {predicted.shape[1]} "
                             "classes, please check your predicted value(inputs[0]).")
        self._classes = predicted.shape[1]
        if self._type == "classification":
            found, true = class_numbers(predicted, truth)
            right = found == true
        else:
            right = (np.moveaxis(predicted, 1, -1) == np.moveaxis(truth, 1, -1)).all(-1)
        self._right += right.sum()
        self._samples += right.size

    def eval(self):
        """float64 from 0 to 1; RuntimeError without samples."""
        self._check_samples(self._samples)
        return self._right / self._samples


class TopKCategoricalAccuracy(Metric):
    """The share of samples whose true class is among the k likeliest."""

    def __init__(self, k):
        super().__init__()
        if not isinstance(k, int) or isinstance(k, bool):
            raise TypeError("For 'TopKCategoricalAccuracy', the type of the argument 'k' should be int, but got 'k' "
                            f"type: {type(k)}.")
        if k < 1:
            raise ValueError("For 'TopKCategoricalAccuracy', the argument 'k' must be at least 1, but got 'k' value: "
                             f"{k}.")
        self.k = k
        self.clear()

    def clear(self):
        self._right = 0
        self._samples = 0

    @rearrange_inputs
    def update(self, *inputs):
        """Prediction <N,C> and truth, <N> class numbers or <N,C> one-hot."""
        if len(inputs) != 2:
            raise ValueError("For 'TopKCategoricalAccuracy.update', it needs 2 inputs (predicted value, true value), "
                             f"but got 'inputs' size: {len(inputs)}.")
        predicted, truth = self._pair(inputs)
        check_shapes(predicted, truth, "classification")
        truth = truth.argmax(1) if truth.ndim == predicted.ndim else truth
        likeliest = (-predicted).argsort(axis=1, kind="stable")[:, :self.k]
        self._right += (likeliest == truth.reshape(-1, 1)).any(1).sum()
        self._samples += truth.shape[0]

    def eval(self):
        """float64 from 0 to 1; RuntimeError without samples."""
        self._check_samples(self._samples)
        return self._right / self._samples


class Top1CategoricalAccuracy(TopKCategoricalAccuracy):
    """The share of samples whose true class is the likeliest."""

    def __init__(self):
        super().__init__(1)


class Top5CategoricalAccuracy(TopKCategoricalAccuracy):
    """The share of samples whose true class is among the five likeliest."""

    def __init__(self):
        super().__init__(5)
