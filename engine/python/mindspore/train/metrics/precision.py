# SPDX-License-Identifier: Apache-2.0
"""Precision, recall and what combines them, for each class."""
import numpy as np

from mindspore.train.metrics.metric import Metric, check_eval_type, check_shapes, class_numbers, rearrange_inputs


class _Counts(Metric):
    """
    How often each class was predicted, was true, and was both. With several labels the samples take the place of the
    classes.
    """

    def __init__(self, eval_type="classification"):
        super().__init__()
        check_eval_type(eval_type)
        self._type = eval_type
        self.clear()

    def clear(self):
        self._predicted = self._true = self._both = None
        self._classes = None

    @rearrange_inputs
    def update(self, *inputs):
        """Prediction <N,C,...> and truth, <N,...> class numbers or <N,C,...>."""
        predicted, truth = self._pair(inputs)
        check_shapes(predicted, truth, self._type)
        if self._classes is not None and predicted.shape[1] != self._classes:
            raise ValueError(f"For '{type(self).__name__}.update', class number not match, last input predicted data "
                             f"contain {self._classes} classes, but current predicted data contain "
                             f"{predicted.shape[1]} classes, please check your predicted value(inputs[0]).")
        self._classes = predicted.shape[1]
        if self._type == "classification":
            self._add(*self._of_classes(predicted, truth), np.add)
        else:
            self._add(*self._of_samples(predicted, truth), lambda old, new: np.concatenate([old, new]))

    def _of_classes(self, predicted, truth):
        found, true = class_numbers(predicted, truth)
        if true.size and not 0 <= true.min() <= true.max() < self._classes:
            raise ValueError(f"For '{type(self).__name__}.update', the true classes should be from 0 to "
                             f"{self._classes - 1}, but there are {true.min()} to {true.max()}.")
        counts = (np.bincount(numbers, minlength=self._classes) for numbers in (found, true, true[found == true]))
        return [count.astype(np.float64) for count in counts]

    @staticmethod
    def _of_samples(predicted, truth):
        rows = [np.moveaxis(array, 1, -1).reshape(-1, array.shape[1]) for array in (predicted, truth)]
        return rows[0].sum(1), rows[1].sum(1), (rows[0] * rows[1]).sum(1)

    def _add(self, predicted, true, both, join):
        if self._both is None:
            self._predicted, self._true, self._both = predicted, true, both
            return
        self._predicted, self._true = join(self._predicted, predicted), join(self._true, true)
        self._both = join(self._both, both)

    def eval(self, average=False):
        """One number for each class (or sample), or with `average` their mean; RuntimeError without samples."""
        if self._both is None:
            raise RuntimeError(f"The '{type(self).__name__}' can not be calculated, because the number of samples is "
                               "0, please check whether your inputs (predicted value, true value) are empty, or has "
                               "called update method before calling eval method.")
        if not isinstance(average, bool):
            raise TypeError(f"For '{type(self).__name__}', the type of 'average' should be 'bool', but got type "
                            f"'{type(average).__name__}'.")
        result = self._result()
        return result.mean() if average else result

    def _result(self):
        raise NotImplementedError


def _share(part, whole):
    """part / whole, 0 where there is nothing."""
    return np.divide(part, whole, out=np.zeros_like(part), where=whole != 0)


class Precision(_Counts):
    """Of what was predicted to be of a class, the share that is."""

    def _result(self):
        return _share(self._both, self._predicted)


class Recall(_Counts):
    """Of what is of a class, the share that was predicted to be."""

    def _result(self):
        return _share(self._both, self._true)


class Fbeta(_Counts):
    """The weighted harmonic mean of precision and recall: (1 + beta^2) P R / (beta^2 P + R)."""

    def __init__(self, beta):
        super().__init__()
        if not beta > 0:
            raise ValueError(f"For 'Fbeta', the argument 'beta' must be greater than 0, but got {beta}.")
        self.beta = beta

    def _result(self):
        precision, recall = _share(self._both, self._predicted), _share(self._both, self._true)
        squared = self.beta ** 2
        return _share((1 + squared) * precision * recall, squared * precision + recall)


class F1(Fbeta):
    """The harmonic mean of precision and recall."""

    def __init__(self):
        super().__init__(1.0)
