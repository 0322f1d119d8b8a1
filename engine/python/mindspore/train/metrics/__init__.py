# SPDX-License-Identifier: Apache-2.0
"""Metrics: how good predictions are over many batches."""
from mindspore.train.metrics.accuracy import (Accuracy, Top1CategoricalAccuracy, Top5CategoricalAccuracy,
                                              TopKCategoricalAccuracy)
from mindspore.train.metrics.confusion import ConfusionMatrix, ConfusionMatrixMetric
from mindspore.train.metrics.curves import ROC, auc
from mindspore.train.metrics.error import MAE, MSE, Loss
from mindspore.train.metrics.metric import Metric, rearrange_inputs
from mindspore.train.metrics.occlusion import OcclusionSensitivity
from mindspore.train.metrics.precision import F1, Fbeta, Precision, Recall
from mindspore.train.metrics.similarity import CosineSimilarity, Dice
from mindspore.train.metrics.surfaces import HausdorffDistance, MeanSurfaceDistance, RootMeanSquareDistance
from mindspore.train.metrics.text import BleuScore, Perplexity
from mindspore._missing import missing_names

__all__ = ["Accuracy", "BleuScore", "ConfusionMatrix", "ConfusionMatrixMetric", "CosineSimilarity", "Dice", "F1", "Fbeta",
           "HausdorffDistance", "Loss", "MAE", "MSE", "MeanSurfaceDistance", "Metric", "OcclusionSensitivity", "Perplexity",
           "Precision", "ROC", "Recall", "RootMeanSquareDistance", "Top1CategoricalAccuracy", "Top5CategoricalAccuracy",
           "TopKCategoricalAccuracy", "auc", "get_metric_fn", "names", "rearrange_inputs"]

_BY_NAME = {"accuracy": Accuracy, "acc": Accuracy, "precision": Precision, "recall": Recall, "F1": F1, "dice": Dice,
            "roc": ROC, "auc": auc, "bleu_score": BleuScore, "cosine_similarity": CosineSimilarity, "mae": MAE,
            "mse": MSE, "loss": Loss, "perplexity": Perplexity, "confusion_matrix": ConfusionMatrix,
            "top_1_accuracy": Top1CategoricalAccuracy, "top_5_accuracy": Top5CategoricalAccuracy,
            "topk": TopKCategoricalAccuracy, "confusion_matrix_metric": ConfusionMatrixMetric,
            "hausdorff_distance": HausdorffDistance, "mean_surface_distance": MeanSurfaceDistance,
            "occlusion_sensitivity": OcclusionSensitivity, "root_mean_square_distance": RootMeanSquareDistance}

__getattr__ = missing_names("mindspore.train.metrics")


def names():
    """The names under which metrics can be asked for."""
    return sorted(_BY_NAME)


def get_metric_fn(name, *args, **kwargs):
    """A new metric of that name; KeyError for an unknown one."""
    if name not in _BY_NAME:
        raise KeyError(f"For 'get_metric_fn', unsupported metric {name}, please refer to official website for more "
                       "details about supported metrics.")
    return _BY_NAME[name](*args, **kwargs)


def get_metrics(metrics):
    """{name: Metric} of a dict of them or of a set of names."""
    if metrics is None:
        return None
    if isinstance(metrics, dict):
        for name, metric in metrics.items():
            if not isinstance(name, str):
                raise TypeError(f"For 'get_metrics', the key of 'metrics' dict must be string, but got {type(name)}.")
            if not isinstance(metric, Metric):
                raise TypeError("For 'get_metrics', the value of 'metrics' dict must be Metric, but got "
                                f"{type(metric)}.")
        return metrics
    if isinstance(metrics, set):
        return {name: get_metric_fn(name) for name in metrics}
    raise TypeError(f"For 'get_metrics', the argument 'metrics' must be None, dict or set, but got {metrics}")
