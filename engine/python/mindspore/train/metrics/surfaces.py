# SPDX-License-Identifier: Apache-2.0
"""How far the surfaces of two regions are apart."""
import numpy as np

from mindspore.train.metrics.metric import Metric, rearrange_inputs

_LENGTHS = {"euclidean": lambda steps: np.sqrt((steps * steps).sum(-1)),
            "chessboard": lambda steps: np.abs(steps).max(-1),
            "taxicab": lambda steps: np.abs(steps).sum(-1)}
_PAIRS_AT_ONCE = 1 << 20


def _edges(region):
    """The elements of a region of which a neighbour along an axis is outside of it."""
    padded = np.pad(region, 1)
    inside = region.copy()
    for axis in range(region.ndim):
        for step in (-1, 1):
            inside &= np.roll(padded, step, axis)[(slice(1, -1),) * region.ndim]
    return inside ^ region


def _distances(sources, targets, metric):
    """For each True of `sources` the way to the nearest True of `targets`, inf without any; <number>."""
    begins, ends = np.argwhere(sources), np.argwhere(targets)
    if not len(ends):
        return np.full(len(begins), np.inf)
    rows = max(1, _PAIRS_AT_ONCE // len(ends))
    parts = [_LENGTHS[metric](begins[i:i + rows, None] - ends[None]).min(1) for i in range(0, len(begins), rows)]
    dtype = float if metric == "euclidean" else np.int32  # steps are counted, as MindSpore does
    return np.concatenate(parts).astype(dtype) if parts else np.array([])


def _cropped(predicted, truth):
    """Both within the smallest box around their elements, without its axes of length 1."""
    places = np.argwhere(predicted | truth)
    if not len(places):
        return predicted, truth
    box = tuple(slice(begin, end + 1) for begin, end in zip(places.min(0), places.max(0)))
    return np.squeeze(predicted[box]), np.squeeze(truth[box])


def _check_type(name, value, kind):
    if not isinstance(value, kind) or kind is not bool and isinstance(value, bool):
        raise TypeError(f"For 'Metric', the type of '{name}' should be '{kind.__name__}', but got "
                        f"'{type(value).__name__}'.")


class _SurfaceMetric(Metric):
    """What metrics of surfaces share: the edges of the two regions that carry a label."""

    _label_error = ValueError

    def __init__(self, distance_metric):
        super().__init__()
        _check_type("distance_metric", distance_metric, str)
        if distance_metric not in _LENGTHS:
            raise ValueError(f"For '{type(self).__name__}', the 'distance_metric' must be one of {list(_LENGTHS)}, but "
                             f"got '{distance_metric}'.")
        self.distance_metric = distance_metric
        self.clear()

    def clear(self):
        self._both = None

    @rearrange_inputs
    def update(self, *inputs):
        """Prediction and truth of one shape, and the label of the regions; they take the place of earlier ones."""
        name = type(self).__name__
        if len(inputs) != 3:
            raise ValueError(f"For '{name}.update', it needs 3 inputs (predicted value, true value, label index), but "
                             f"got {len(inputs)}.")
        predicted, truth, label = self._convert_data(inputs[0]), self._convert_data(inputs[1]), inputs[2]
        if not isinstance(label, (int, float)):
            raise self._label_error(f"For '{name}.update', the label index (input[2]) must be int or float, but got "
                                    f"{type(label)}.")
        if label not in predicted and label not in truth:
            raise ValueError(f"For '{name}.update', the label index (input[2]) must be in predicted value (input[0]) "
                             f"or true value (input[1]), but {label} is not.")
        if not predicted.size or predicted.shape != truth.shape:
            raise ValueError(f"For '{name}.update', predicted value (input[0]) and true value (input[1]) must have "
                             f"elements and the same shape, but got {predicted.shape} and {truth.shape}.")
        self._both = self._surfaces(*(self._region(values, label) for values in (predicted, truth)))

    def _region(self, values, label):
        return values if values.dtype == bool else values == label

    def _surfaces(self, predicted, truth):
        return _edges(predicted), _edges(truth)

    def _ways(self, is_reversed=False):
        """The distances from the prediction's surface to the true one, or back; RuntimeError without data."""
        if self._both is None:
            raise RuntimeError("Please call the 'update' method before calling 'eval' method.")
        predicted, truth = reversed(self._both) if is_reversed else self._both
        return _distances(predicted, truth, self.distance_metric)


class MeanSurfaceDistance(_SurfaceMetric):
    """
    The mean way from the prediction's surface to the nearest place of the true one.

    Args:
        symmetric (bool): the mean of both directions.
        distance_metric (str): "euclidean", "chessboard" or "taxicab".
    """

    def __init__(self, symmetric=False, distance_metric="euclidean"):
        super().__init__(distance_metric)
        _check_type("symmetric", symmetric, bool)
        self.symmetric = symmetric

    def eval(self):
        """A float, inf where a surface is missing; RuntimeError without data."""
        directions = (False, True) if self.symmetric else (False,)
        return np.mean([ways.mean() if len(ways) else np.inf for ways in map(self._ways, directions)])


class RootMeanSquareDistance(MeanSurfaceDistance):
    """The mean square of the ways of MeanSurfaceDistance; with `symmetric` the root of the mean of both directions."""

    _label_error = TypeError

    def eval(self):
        """A float, inf where a surface is missing; RuntimeError without data."""
        squares = [(ways ** 2).mean() if len(ways) else np.inf
                   for ways in map(self._ways, (False, True) if self.symmetric else (False,))]
        return np.sqrt(np.mean(squares)) if self.symmetric else squares[0]


class HausdorffDistance(_SurfaceMetric):
    """
    The longest way from one surface to the nearest place of the other.

    Args:
        distance_metric (str): "euclidean", "chessboard" or "taxicab".
        percentile (float): this percentile of the ways in place of the longest.
        directed (bool): from the prediction to the truth alone; else the longer one of both directions.
        crop (bool): the regions are cut to the box around them before their surfaces are looked for.
    """

    def __init__(self, distance_metric="euclidean", percentile=None, directed=False, crop=True):
        super().__init__(distance_metric)
        for name, value, kind in (("percentile", percentile, float), ("directed", directed, bool), ("crop", crop, bool)):
            if value is not None:
                _check_type(name, value, kind)
        self.percentile, self.directed, self.crop = percentile, directed, crop

    def _region(self, values, label):
        return values == label

    def _surfaces(self, predicted, truth):
        return super()._surfaces(*(_cropped(predicted, truth) if self.crop else (predicted, truth)))

    def _extreme(self, ways):
        if not len(ways):
            return np.inf
        if not self.percentile:
            return ways.max()
        if not 0 <= self.percentile <= 100:
            raise ValueError("For 'HausdorffDistance', the value of the argument 'percentile' must be [0, 100], but got "
                             f"{self.percentile}.")
        return np.percentile(ways, self.percentile)

    def eval(self):
        """A float, inf where a surface is missing; RuntimeError without data."""
        first = self._extreme(self._ways())
        return first if self.directed else max(first, self._extreme(self._ways(is_reversed=True)))
