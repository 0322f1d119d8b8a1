# SPDX-License-Identifier: Apache-2.0
"""The cheapest assignment of rows to columns."""
import sys

import numpy as np

from mindspore.common.dtype import int64
from mindspore.common.tensor import Tensor


def _cheapest(costs):
    """The column of each row in the cheapest assignment of a matrix that is no higher than wide: rows are added one by
    one, each by the shortest path of exchanges."""
    rows, columns = costs.shape
    row_price, column_price = np.zeros(rows), np.zeros(columns)
    owner = np.full(columns, -1)
    for row in range(rows):
        owner = _with_row(costs, row, owner, row_price, column_price)
    chosen = np.empty(rows, np.int64)
    for column, row in enumerate(owner):
        if row >= 0:
            chosen[row] = column
    return chosen


def _with_row(costs, row, owner, row_price, column_price):
    """The owners of the columns with one row more; the prices change."""
    columns = costs.shape[1]
    least, before = np.full(columns, np.inf), np.full(columns, -1)
    is_done, seen_rows, now, far = np.zeros(columns, bool), [row], row, 0.0
    while True:
        offered = far + costs[now] - row_price[now] - column_price
        is_better = ~is_done & (offered < least)
        least[is_better], before[is_better] = offered[is_better], now
        far = least[~is_done].min(initial=np.inf)
        if not np.isfinite(far):
            raise ValueError("For 'linear_sum_assignment', the cost matrix has no assignment of finite cost.")
        ends = np.flatnonzero(~is_done & (least == far))
        free = ends[owner[ends] < 0]
        column = free[0] if len(free) else ends[0]
        is_done[column] = True
        if owner[column] < 0:
            break
        now = owner[column]
        seen_rows.append(now)
    row_price[row] += far
    owned = {owner[place]: place for place in np.flatnonzero(is_done) if owner[place] >= 0}
    for other in seen_rows[1:]:
        row_price[other] += far - least[owned[other]]
    column_price[is_done] -= far - least[is_done]
    return _exchanged(owner.copy(), before, row, column)


def _exchanged(owner, before, row, column):
    """The owners after the exchanges from a column back to the row."""
    while True:
        giver = before[column]
        owner[column], previous = giver, np.flatnonzero(owner == giver)
        if giver == row:
            return owner
        column = previous[previous != column][0]


def linear_sum_assignment(cost_matrix, maximize, dimension_limit=Tensor(sys.maxsize)):
    """
    Which column goes with which row, so that the sum of their costs is least.

    Args:
        cost_matrix (Tensor): (M, N).
        maximize (bool): the largest sum instead.
        dimension_limit (Tensor): only so many columns count.

    Returns: (rows in order, their columns), Int64 of min(M, N) elements, -1 behind those that there are.

    Raises TypeError for a maximize that is no bool, ValueError for another rank than 2 or no finite assignment.
    """
    if not isinstance(maximize, bool):
        raise TypeError(f"For 'linear_sum_assignment', 'maximize' must be a bool, but got {type(maximize).__name__}.")
    if cost_matrix.ndim != 2:
        raise ValueError(f"For 'linear_sum_assignment', the rank of 'cost_matrix' must be 2, but got {cost_matrix.ndim}.")
    costs = cost_matrix.asnumpy().astype(np.float64)
    count = min(costs.shape)
    costs = costs[:, :min(costs.shape[1], int(dimension_limit.asnumpy()))] * (-1 if maximize else 1)
    is_high = costs.shape[0] > costs.shape[1]
    chosen = _cheapest(costs.T if is_high else costs)
    pairs = sorted(zip(chosen, range(len(chosen)))) if is_high else list(enumerate(chosen))
    found = np.full((2, count), -1)
    found[:, :len(pairs)] = np.array(pairs, np.int64).reshape(-1, 2).T
    return Tensor(found[0], int64), Tensor(found[1], int64)
