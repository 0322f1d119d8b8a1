# SPDX-License-Identifier: Apache-2.0
"""Minima of functions of a vector, and the cheapest assignment of rows to columns, with SciPy's names and arguments."""
from mindspore.scipy.optimize.line_search import line_search
from mindspore.scipy.optimize.linear_sum_assignment import linear_sum_assignment
from mindspore.scipy.optimize.minimize import minimize
from mindspore._missing import missing_names

__all__ = ["line_search", "linear_sum_assignment", "minimize"]
__getattr__ = missing_names("mindspore.scipy.optimize")
