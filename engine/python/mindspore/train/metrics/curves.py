# SPDX-License-Identifier: Apache-2.0
"""The ROC curve and the area under a curve."""
import numpy as np

from mindspore.train.metrics.metric import Metric, rearrange_inputs


def auc(x, y, reorder=False):
    """The area under the curve through the points, by trapezoids; `reorder` sorts them by x first."""
    x, y = np.asarray(x), np.asarray(y)
    if x.ndim != 1 or y.ndim != 1 or len(x) != len(y):
        raise ValueError("For 'auc', the argument 'x' and 'y' must be arrays of one axis and of the same length, but "
                         f"got shapes {x.shape} and {y.shape}.")
    if len(x) < 2:
        raise ValueError(f"For 'auc', at least 2 points are needed to compute the area, but got {len(x)}.")
    if reorder:
        order = np.lexsort((y, x))
        x, y = x[order], y[order]
    steps = np.diff(x)
    if (steps < 0).any() and not (steps <= 0).all():
        raise ValueError("For 'auc', the argument 'x' must be increasing or decreasing, but got 'x' that is neither.")
    return np.abs((steps * (y[1:] + y[:-1]) / 2).sum())


class ROC(Metric):
    """
    The share of true positives against that of false positives for every threshold.

    Args:
        class_num (int): the number of classes, if there are more than two.
        pos_label (int): the label that counts as positive of two; 1 by default.
    """

    def __init__(self, class_num=None, pos_label=None):
        super().__init__()
        for name, value in (("class_num", class_num), ("pos_label", pos_label)):
            if value is not None and (not isinstance(value, int) or isinstance(value, bool)):
                raise TypeError(f"The type of '{name}' should be 'int', but got type '{type(value).__name__}'.")
        self.class_num = class_num
        self.pos_label = 1 if pos_label is None else pos_label
        self.clear()

    def clear(self):
        self._scores, self._labels = [], []

    @rearrange_inputs
    def update(self, *inputs):
        """Scores and labels of one shape; with class_num scores <N,C> and labels <N>."""
        scores, labels = self._pair(inputs)
        if self.class_num is None:
            scores, labels = scores.reshape(-1), labels.reshape(-1)
        wanted = (len(labels),) if self.class_num is None else (len(labels), self.class_num)
        if scores.shape != wanted:
            raise ValueError(f"For 'ROC.update', the predicted value (inputs[0]) should be of the shape {wanted}, but "
                             f"got {scores.shape}.")
        self._scores.append(scores)
        self._labels.append(labels)

    def eval(self):
        """(false positive rates, true positive rates, thresholds); with class_num a list of each."""
        if not self._scores:
            raise RuntimeError("Please call the 'update' method before calling 'eval' method.")
        scores, labels = np.concatenate(self._scores), np.concatenate(self._labels)
        if self.class_num is None:
            return _curve(scores, labels == self.pos_label)
        curves = [_curve(scores[:, i], labels == i) for i in range(self.class_num)]
        return tuple(list(part) for part in zip(*curves))


def _curve(scores, is_positive):
    order = np.argsort(-scores, kind="stable")
    scores, is_positive = scores[order], is_positive[order]
    # One point for each different score: the last sample that has it.
    ends = np.append(np.nonzero(np.diff(scores))[0], len(scores) - 1)
    true = np.append(0, np.cumsum(is_positive)[ends])
    false = np.append(0, ends + 1 - true[1:])
    for name, count in (("negative", false[-1]), ("positive", true[-1])):
        if count == 0:
            raise ValueError(f"For 'ROC.eval', there is no {name} samples in true value, "
                             f"{'false' if name == 'negative' else 'true'} positive value is meaningless.")
    return false / false[-1], true / true[-1], np.append(scores[0] + 1, scores[ends])
