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


# --- figures of two classes -------------------------------------------------------------------------------------------

def _share(part, whole):
    """part / whole, NaN where the whole is 0."""
    part, whole = np.broadcast_arrays(np.asarray(part, float), np.asarray(whole, float))
    return np.divide(part, whole, out=np.full(part.shape, np.nan), where=whole != 0)


def _threshold(tp, fp, tn, fn):
    hit, rejected = _share(tp, tp + fn), _share(tn, fp + tn)
    return _share(np.sqrt(hit * (1 - rejected)) + rejected - 1, hit + rejected - 1)


# By its short name: the figure of true and false positives and negatives.
_FIGURES = {
    "tpr": lambda tp, fp, tn, fn: _share(tp, tp + fn),
    "tnr": lambda tp, fp, tn, fn: _share(tn, fp + tn),
    "ppv": lambda tp, fp, tn, fn: _share(tp, tp + fp),
    "npv": lambda tp, fp, tn, fn: _share(tn, tn + fn),
    "fnr": lambda tp, fp, tn, fn: _share(fn, tp + fn),
    "fpr": lambda tp, fp, tn, fn: _share(fp, fp + tn),
    "fdr": lambda tp, fp, tn, fn: _share(fp, fp + tp),
    "for": lambda tp, fp, tn, fn: _share(fn, fn + tn),
    "pt": _threshold,
    "ts": lambda tp, fp, tn, fn: _share(tp, tp + fn + fp),
    "acc": lambda tp, fp, tn, fn: _share(tp + tn, tp + fp + tn + fn),
    "ba": lambda tp, fp, tn, fn: (_share(tp, tp + fn) + _share(tn, fp + tn)) / 2,
    "f1": lambda tp, fp, tn, fn: _share(2 * tp, 2 * tp + fn + fp),
    "mcc": lambda tp, fp, tn, fn: _share(tp * tn - fp * fn, np.sqrt((tp + fp) * (tp + fn) * (tn + fp) * (tn + fn))),
    "fm": lambda tp, fp, tn, fn: np.sqrt(_share(tp, tp + fp) * _share(tp, tp + fn)),
    "bm": lambda tp, fp, tn, fn: _share(tp, tp + fn) + _share(tn, fp + tn) - 1,
    "mk": lambda tp, fp, tn, fn: _share(tp, tp + fp) + _share(tn, tn + fn) - 1,
}
_SHORT = {
    "tpr": "sensitivity recall hit_rate true_positive_rate", "tnr": "specificity selectivity true_negative_rate",
    "ppv": "precision positive_predictive_value", "npv": "negative_predictive_value", "fnr": "miss_rate false_negative_rate",
    "fpr": "fall_out false_positive_rate", "fdr": "false_discovery_rate", "for": "false_omission_rate",
    "pt": "prevalence_threshold", "ts": "threat_score critical_success_index csi", "acc": "accuracy",
    "ba": "balanced_accuracy", "f1": "f1_score", "mcc": "matthews_correlation_coefficient", "fm": "fowlkes_mallows_index",
    "bm": "informedness bookmaker_informedness", "mk": "markedness deltap",
}
_BY_NAME = {name: short for short, names in _SHORT.items() for name in (short, *names.split())}
_DECREASES = ("none", "mean", "sum", "mean_batch", "sum_batch", "mean_channel", "sum_channel")


def _means(values, counts, axis):
    """(means of the counted, 0 without any; 1 where there were some)."""
    total, count = values.sum(axis), counts.sum(axis)
    return np.divide(total, count, out=np.zeros_like(total), where=count > 0), count


def _decreased(values, how):
    """(the figures <N,C> brought together, how many of them were no NaN)."""
    counts = (~np.isnan(values)).astype(float)
    values = np.nan_to_num(values, nan=0.0)
    if how == "mean":
        by_batch, count = _means(values, counts, 1)
        result, count = _means(by_batch, (count > 0).astype(float), 0)
        return result, count
    if how in ("mean_batch", "mean_channel"):
        return _means(values, counts, 0 if how == "mean_batch" else 1)
    axis = {"sum": (0, 1), "sum_batch": 0, "sum_channel": 1}.get(how)
    return (values, counts) if axis is None else (values.sum(axis), counts.sum(axis))


class ConfusionMatrixMetric(Metric):
    """
    A figure of how two classes were told apart.

    Args:
        skip_channel (bool): False leaves the first channel, the background, out.
        metric_name (str): one of "sensitivity", "specificity", "precision", "accuracy", "f1 score", ... or its usual
            abbreviation ("tpr", "ppv", ...).
        calculation_method (bool): the mean of the figures of the samples; else the figure of all samples together.
        decrease (str): what the figures of a batch become: "none", "mean", "sum", and these of "_batch" or "_channel".
    """

    def __init__(self, skip_channel=True, metric_name="sensitivity", calculation_method=False, decrease="mean"):
        super().__init__()
        for name, value, kind in (("skip_channel", skip_channel, bool), ("calculation_method", calculation_method, bool),
                                  ("metric_name", metric_name, str), ("decrease", decrease, str)):
            if not isinstance(value, kind):
                raise TypeError(f"For 'ConfusionMatrixMetric', the type of '{name}' should be '{kind.__name__}', but "
                                f"got '{type(value).__name__}'.")
        if decrease not in _DECREASES:
            raise ValueError(f"For 'ConfusionMatrixMetric', the 'decrease' must be one of {list(_DECREASES)}, but got "
                             f"'{decrease}'.")
        self.skip_channel, self.metric_name = skip_channel, metric_name
        self.calculation_method, self.decrease = calculation_method, decrease
        self.clear()

    def clear(self):
        self._total = self._count = 0
        self._quarters = np.zeros(4)

    @rearrange_inputs
    def update(self, *inputs):
        """Prediction and truth <N,C,...> of 0 and 1."""
        predicted, truth = self._pair(inputs)
        quarters = self._counted(predicted, truth)
        has_samples = predicted.ndim > 2 and not (predicted.ndim == 3 and predicted.shape[-1] == 1)
        if not self.calculation_method:
            self._quarters += quarters.sum((0, 1))
        elif not has_samples:
            raise ValueError("For 'ConfusionMatrixMetric.update', figures of samples need predictions of more than one "
                             f"element for each class, but got the shape {predicted.shape}.")
        else:
            values, count = _decreased(self._figure(quarters), self.decrease)
            count = int(count.item())
            self._total += values.item() * count
            self._count += count

    def _counted(self, predicted, truth):
        """<N,C,4>: true and false positives, true and false negatives."""
        if not (truth.astype(np.uint8) == truth).all():
            raise ValueError("For 'ConfusionMatrix.update', the true value (input[1]) must be a binarized ndarray.")
        if predicted.ndim < 2:
            raise ValueError("For 'ConfusionMatrix.update', the predicted value (input[0]) must have at least 2 "
                             f"dimensions, but got {predicted.ndim}.")
        first = 0 if self.skip_channel else 1
        predicted, truth = (values[:, first if values.shape[1] > 1 else 0:].astype(float) for values in (predicted, truth))
        if predicted.shape != truth.shape:
            raise ValueError(f"For 'ConfusionMatrix.update', the shapes of both values must be equal, but got "
                             f"{predicted.shape} and {truth.shape}.")
        predicted, truth = (values.reshape(*values.shape[:2], -1) for values in (predicted, truth))
        both, neither = (predicted + truth == 2).sum(2), (predicted + truth == 0).sum(2)
        positive = truth.sum(2)
        return np.stack([both, truth.shape[-1] - positive - neither, neither, positive - both], -1).astype(float)

    def _figure(self, quarters):
        name = self.metric_name.replace(" ", "_").lower()
        if name not in _BY_NAME:
            raise NotImplementedError(f"The metric '{self.metric_name}' is none of {sorted(_BY_NAME)}.")
        with np.errstate(invalid="ignore"):
            return _FIGURES[_BY_NAME[name]](*np.moveaxis(quarters, -1, 0))

    def eval(self):
        """A float with calculation_method (RuntimeError without samples), else float64 of shape (1,)."""
        if not self.calculation_method:
            return self._figure(self._quarters[None])
        self._check_samples(self._count)
        return self._total / self._count
