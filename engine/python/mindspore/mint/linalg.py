# SPDX-License-Identifier: Apache-2.0
"""mint.linalg: norms, inverses and decompositions."""
from mindspore import ops
from mindspore.mint._names import names_of

__all__ = ["inv", "matrix_norm", "norm", "qr", "vector_norm"]


def inv(input):
    """The inverse of a matrix, or of each matrix of a batch."""
    return ops.inverse(input)


def qr(A, mode="reduced"):
    """(Q, R) with A = Q R; "complete" gives a square Q, "r" leaves Q out."""
    return ops.qr(A, mode)


def norm(A, ord=None, dim=None, keepdim=False, *, dtype=None):
    """The norm of a matrix or vector of order `ord`."""
    return ops.norm(A, ord, dim, keepdim, dtype=dtype)


def vector_norm(x, ord=2, dim=None, keepdim=False, *, dtype=None):
    """The vector norm of order `ord` along dim (of all elements without it)."""
    return ops.vector_norm(x, ord, dim, keepdim, dtype=dtype)


def matrix_norm(A, ord="fro", dim=(-2, -1), keepdim=False, *, dtype=None):
    """The matrix norm of order `ord` of the matrices in two axes."""
    return ops.matrix_norm(A, ord, dim, keepdim, dtype=dtype)


__getattr__ = names_of("mindspore.mint.linalg", {})
