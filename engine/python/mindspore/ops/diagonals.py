# SPDX-License-Identifier: Apache-2.0
"""Bands of diagonals of matrices: taken out, put in, made to matrices."""
import numpy as np

from mindspore.common.tensor import Tensor
from mindspore.ops.primitive import primitive_call as call

__all__ = ["matrix_diag", "matrix_diag_part", "matrix_set_diag"]

_ALIGNMENTS = ("LEFT_RIGHT", "RIGHT_LEFT", "LEFT_LEFT", "RIGHT_RIGHT")


def _number(value):
    return int(value.asnumpy()) if isinstance(value, Tensor) else int(value)


def _band(name, k, align):
    """(lowest, highest) diagonal."""
    if align not in _ALIGNMENTS:
        raise ValueError(f"For '{name}', 'align' must be one of {list(_ALIGNMENTS)}, but got {align!r}.")
    given = k.asnumpy().reshape(-1).tolist() if isinstance(k, Tensor) else [k] if isinstance(k, int) else list(k)
    if len(given) not in (1, 2) or given[0] > given[-1]:
        raise ValueError(f"For '{name}', 'k' must be a diagonal or the lowest and the highest one, but got {given}.")
    return given[0], given[-1]


def _length(diagonal, rows, columns):
    return min(rows + min(diagonal, 0), columns - max(diagonal, 0))


def _shift(diagonal, length, longest, align):
    """Where a diagonal begins in its row of `longest` elements."""
    above, below = align.split("_")
    if (diagonal >= 0 and above == "LEFT") or (diagonal <= 0 and below == "LEFT"):
        return 0
    return longest - length


def _places(rows, columns, low, high, longest, align):
    """[(row, column, row of the band, place in it)] of all elements of a band."""
    for diagonal in range(low, high + 1):
        length = _length(diagonal, rows, columns)
        shift = _shift(diagonal, length, longest, align)
        for place in range(length):
            yield place - min(diagonal, 0), place + max(diagonal, 0), high - diagonal, shift + place


def _chosen(x, axes, table, filling):
    """Elements of the last axes of x by flat places, -1 for the filling."""
    lead, count = x.shape[:-axes], int(np.prod(x.shape[-axes:]))
    flat = x.reshape((*lead, count))
    value = filling.astype(x.dtype).reshape((1,) * len(lead) + (1,)) if isinstance(filling, Tensor) else None
    more = call("Full", (*lead, 1), filling, x.dtype) if value is None else call("BroadcastTo", value, (*lead, 1))
    joined = call("Concat", (flat, more), -1)
    return call("Gather", joined, Tensor(np.where(table < 0, count, table).astype(np.int64)), len(lead))


def matrix_diag(x, k=0, num_rows=-1, num_cols=-1, padding_value=0, align="RIGHT_LEFT"):
    """Matrices with the rows of x (..., diagonals, longest) as their diagonals k[1] down to k[0], or x (..., length) as one
    diagonal; elsewhere padding_value. align says at which ends shorter diagonals stand: those above, those below."""
    low, high = _band("matrix_diag", k, align)
    rows, columns, longest = _number(num_rows), _number(num_cols), x.shape[-1]
    least = longest - min(high, 0), longest + max(low, 0)
    if rows == columns == -1:
        rows = columns = max(least)
    rows, columns = rows if rows != -1 else least[0], columns if columns != -1 else least[1]
    axes = 1 if low == high else 2
    table = np.full((rows, columns), -1)
    for row, column, band, place in _places(rows, columns, low, high, longest, align):
        table[row, column] = band * longest + place
    return _chosen(x, axes, table, padding_value)


def matrix_diag_part(x, k=0, padding_value=0, align="RIGHT_LEFT"):
    """The diagonals k[1] down to k[0] of the matrices in the last two axes, as rows (..., diagonals, longest) filled up
    with padding_value; one diagonal alone is (..., length). See matrix_diag."""
    low, high = _band("matrix_diag_part", k, align)
    rows, columns = x.shape[-2:]
    longest = max(_length(diagonal, rows, columns) for diagonal in range(low, high + 1))
    table = np.full((high - low + 1, longest), -1)
    for row, column, band, place in _places(rows, columns, low, high, longest, align):
        table[band, place] = row * columns + column
    return _chosen(x, 2, table[0] if low == high else table, padding_value)


def matrix_set_diag(x, diagonal, k=0, align="RIGHT_LEFT"):
    """The matrices x with their diagonals k[1] down to k[0] replaced by the rows of `diagonal`; see matrix_diag."""
    low, high = _band("matrix_set_diag", k, align)
    rows, columns = x.shape[-2:]
    longest = diagonal.shape[-1]
    table = np.full((rows, columns), -1)
    for row, column, band, place in _places(rows, columns, low, high, longest, align):
        table[row, column] = band * longest + place
    new = _chosen(diagonal, 1 if low == high else 2, table, 0)
    return call("Select", call("BroadcastTo", Tensor(table >= 0), x.shape), new, x)
