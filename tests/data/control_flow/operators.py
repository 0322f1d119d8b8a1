# SPDX-License-Identifier: Apache-2.0
"""Cases about loops as operators: the same eagerly and as a graph at both levels.
Run with the name of one case; prints "ok"."""
import os
import sys

import numpy as np

import mindspore as ms
from mindspore import Tensor, ops

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from both import both  # noqa: E402

three = Tensor(3.0, ms.float32)
x = Tensor(np.array([1.0, -2.0, 3.0], np.float32))


def case_while_loop():
    def function(a, b):
        return ops.WhileLoop()(lambda pair: pair[0] < 10, lambda pair: [pair[0] + 1, pair[1] * 2], [a, b])
    both(function, three, x)


def case_while_loop_of_a_number():
    def function(a):
        return ops.WhileLoop()(lambda n: n < 10, lambda n: n + 3, 1) + a
    both(function, x)


def case_fori_loop_unrolled():
    def function(a):
        return ops.ForiLoop()(0, 4, lambda i, value: value * 2 + i, a)
    both(function, x)


def case_fori_loop_as_a_loop():
    def function(a):
        return ops.ForiLoop()(0, 4, lambda i, value: value * 2 + i, a, unroll=False)
    both(function, x)


def case_fori_loop_of_tensors_as_bounds():
    def function(a, n):
        return ops.ForiLoop()(1, n, lambda i, value: value + i, a)
    both(function, x, Tensor(5))


def case_scan():
    def function(a, b):
        return ops.Scan()(lambda carry, item: (carry + item, carry * item), a, b)
    both(function, three, x)


def case_scan_of_a_length():
    def function(a):
        return ops.Scan()(lambda carry, item: (carry * 2, carry + 1), a, None, 4, False)
    both(function, three)


def case_branches_in_loop_functions():
    def function(a, b):
        def round(value):
            if value[1].sum() > 20:
                return [value[0] + 2, value[1]]
            return [value[0] + 1, value[1] * 2]
        return ops.WhileLoop()(lambda value: value[0] < 10, round, [a, b])
    both(function, three, x)


if __name__ == "__main__":
    globals()[f"case_{sys.argv[1]}"]()
    print("ok")
