# SPDX-License-Identifier: Apache-2.0
"""How many elements lie in each bin; computed with NumPy on the elements, so not part of a graph."""
import numpy as np

from mindspore.common.tensor import Tensor
from mindspore.numpy._arguments import as_tensor, elements_of
from mindspore.numpy.shaping import stack

__all__ = ["histogram", "histogram_bin_edges", "histogram2d", "histogramdd"]


def histogram_bin_edges(a, bins=10, range=None, weights=None):
    """The bounds of the bins: a number of them between the smallest and the largest element (or in range), or as
    given."""
    if not isinstance(bins, (int, str)):
        return _given_edges(bins, "histogram_bin_edges")
    return Tensor(np.histogram_bin_edges(elements_of(a, "histogram_bin_edges"), bins, range).astype(np.float32))


def _given_edges(bins, name):
    """Bounds as they were given: those of integers stay integers (of 32 bits, where they are no tensor's)."""
    if isinstance(bins, Tensor):
        return bins
    edges = elements_of(bins, name)
    return Tensor(edges.astype(np.int32 if edges.dtype.kind in "iu" else np.float32))


def _plain(value, name):
    return None if value is None else elements_of(value, name)


def histogram(a, bins=10, range=None, weights=None, density=False):
    """(how many elements lie in each bin or the sum of their weights, the bounds of the bins); Float32."""
    edges = histogram_bin_edges(a, bins, range)
    counts, _ = np.histogram(elements_of(a, "histogram"), edges.asnumpy(), weights=_plain(weights, "histogram"),
                             density=density)
    return Tensor(counts.astype(np.float32)), edges


def histogramdd(sample, bins=10, range=None, weights=None, density=False):
    """(counts in the boxes of a grid, the bounds along each axis); sample is (points, axes) or a tuple of axes."""
    points = stack(sample, 1) if isinstance(sample, (tuple, list)) else sample
    edges = bins
    if not isinstance(bins, int):
        edges = [part if isinstance(part, int) else elements_of(part, "histogramdd") for part in bins]
    counts, bounds = np.histogramdd(elements_of(points, "histogramdd"), edges, range, density,
                                    _plain(weights, "histogramdd"))
    parts = (bins,) * len(bounds) if isinstance(bins, int) else bins
    return Tensor(counts.astype(np.float32)), [
        Tensor(bound.astype(np.float32)) if isinstance(part, int) else _given_edges(part, "histogramdd")
        for part, bound in zip(parts, bounds)]


def histogram2d(x, y, bins=10, range=None, weights=None, density=False):
    """(counts in a grid of x and y, the bounds along x, the bounds along y)."""
    counts, (first, second) = histogramdd((as_tensor(x), as_tensor(y)), bins, range, weights, density)
    return counts, first, second
