# SPDX-License-Identifier: Apache-2.0
"""The base of all metrics, and the checks that they share."""
import functools

import numpy as np

from mindspore.common.tensor import Tensor


class Metric:
    """
    Counts over batches: `update` takes in one, `eval` gives the result over all since `clear`. A subclass clears
    itself in __init__ and in `clear`.
    """

    def __init__(self):
        self._indexes = None

    @property
    def indexes(self):
        """Which of the inputs of `update` are meant, in which order; None for all."""
        return self._indexes

    def set_indexes(self, indexes):
        """Lets update(*inputs) take the inputs of these numbers, where it is decorated with rearrange_inputs."""
        if not isinstance(indexes, list) or not all(isinstance(i, int) and not isinstance(i, bool) for i in indexes):
            raise ValueError("For 'set_indexes', the argument 'indexes' must be a list and all its elements must be "
                             "int, please check whether it is correct.")
        self._indexes = indexes
        return self

    def clear(self):
        """Forgets all batches."""
        raise NotImplementedError(f"{type(self).__name__} does not say how it is cleared.")

    def update(self, *inputs):
        """Takes in one batch."""
        raise NotImplementedError(f"{type(self).__name__} does not say how it is updated.")

    def eval(self):
        """The result over all batches since `clear`."""
        raise NotImplementedError(f"{type(self).__name__} does not say what it gives.")

    def _convert_data(self, data):
        """A NumPy array; TypeError for other kinds of data than users have."""
        if isinstance(data, Tensor):
            return data.asnumpy()
        if isinstance(data, (list, np.ndarray)):
            return np.asarray(data)
        raise TypeError("For 'Metric' and its derived classes, the input data type must be tensor, list or "
                        f"numpy.ndarray, but got {type(data)}.")

    def _pair(self, inputs):
        """(prediction, truth) as arrays; ValueError unless there are two inputs."""
        if len(inputs) != 2:
            raise ValueError(f"For '{type(self).__name__}.update', it needs 2 inputs (predicted value, true value), "
                             f"but got {len(inputs)}.")
        return self._convert_data(inputs[0]), self._convert_data(inputs[1])

    def _check_samples(self, count):
        if not count:
            raise RuntimeError(f"The '{type(self).__name__}' can not be calculated, because the number of samples is "
                               "0, please check whether your inputs(predicted value, true value) are empty, or has "
                               "called update method before calling eval method.")


def rearrange_inputs(method):
    """Decorates `update` of a metric so that it gets the inputs that set_indexes names, in that order."""
    @functools.wraps(method)
    def update(self, *inputs):
        indexes = self.indexes
        return method(self, *(inputs if indexes is None else [inputs[i] for i in indexes]))
    return update


def check_eval_type(eval_type):
    """TypeError unless it is one of the two kinds of tasks that have classes."""
    if eval_type not in ("classification", "multilabel"):
        raise TypeError("The argument 'eval_type' must be in {'multilabel', 'classification'}, but got "
                        f"{eval_type}")


def check_shapes(predicted, truth, eval_type):
    """
    ValueError unless the shapes go together: for a classification the truth is <N,...> numbers of classes or one-hot
    like the prediction <N,C,...>, for several labels both are <N,C,...> of 0 and 1.
    """
    if eval_type == "classification":
        if predicted.ndim != truth.ndim and predicted.ndim != truth.ndim + 1:
            raise ValueError("In classification case, the dimension of y_pred (predicted value) should equal to the "
                             "dimension of y (true value), or y_pred dimension should equal to y dimension plus 1, but "
                             f"got y_pred dimension: {predicted.ndim} and y dimension: {truth.ndim}.")
        if predicted.ndim == truth.ndim + 1 and predicted.shape[:1] + predicted.shape[2:] != truth.shape:
            raise ValueError("In classification case, y_pred (predicted value) shape and y (true value) shape can not "
                             "match, y shape should be equal to y_pred shape that the value at index 1 is deleted. "
                             "Such as y_pred shape (1, 2, 3), then y shape should be (1, 3). But got y_pred shape "
                             f"{predicted.shape} and y shape {truth.shape}")
    elif predicted.ndim != truth.ndim:
        raise ValueError("In multilabel case, the dimension of y_pred (predicted value) should equal to the dimension "
                         f"of y (true value), but got y_pred dimension: {predicted.ndim} and y dimension: "
                         f"{truth.ndim}.")
    if predicted.ndim == truth.ndim and predicted.shape != truth.shape:
        raise ValueError(f"In {eval_type} case, the shape of y_pred (predicted value) should equal to the shape of y "
                         f"(true value), but got y_pred shape: {predicted.shape} and y shape: {truth.shape}.")
    if eval_type == "multilabel" and not (np.isin(predicted, (0, 1)).all() and np.isin(truth, (0, 1)).all()):
        raise ValueError("In multilabel case, all elements in y_pred (predicted value) and y (true value) should be 0 "
                         "or 1.Please check whether your inputs y_pred and y are correct.")
    if predicted.ndim < 2:
        raise ValueError(f"In {eval_type} case, the dimension of y_pred (predicted value) should be at least 2, but "
                         f"got {predicted.ndim}.")


def class_numbers(predicted, truth):
    """(numbers of the likeliest classes, numbers of the true classes), both flat."""
    truth = truth.argmax(1) if truth.ndim == predicted.ndim else truth
    return predicted.argmax(1).reshape(-1), truth.reshape(-1).astype(np.int64)
