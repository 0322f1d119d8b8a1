# SPDX-License-Identifier: Apache-2.0
"""Functions of mindspore.numpy that take the elements of tensors as sets. The shape of the result depends on the
elements: they compute with NumPy and cannot be part of a graph."""
import numpy as np

from mindspore.common.tensor import Tensor
from mindspore.numpy._arguments import as_tensor, elements_of, ops

__all__ = ["intersect1d", "setdiff1d", "unique"]


def unique(x, return_inverse=False):
    """The elements once each, in the order in which they come first; (elements, the place of each element of x) with
    return_inverse."""
    found, places = ops().unique(as_tensor(x).reshape((-1,)))
    return (found, places) if return_inverse else found


def intersect1d(ar1, ar2, assume_unique=False, return_indices=False):
    """The elements that are in both, in order; with return_indices their places, too."""
    found = np.intersect1d(elements_of(ar1, "intersect1d"), elements_of(ar2, "intersect1d"), assume_unique, return_indices)
    return tuple(Tensor(np.asarray(part)) for part in found) if return_indices else Tensor(found)


def setdiff1d(ar1, ar2, assume_unique=False):
    """The elements of ar1 that are not in ar2."""
    return Tensor(np.setdiff1d(elements_of(ar1, "setdiff1d"), elements_of(ar2, "setdiff1d"), assume_unique))
