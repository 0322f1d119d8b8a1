# SPDX-License-Identifier: Apache-2.0
"""Cases about branches on values of the graph: the same eagerly and as a graph at both levels.
Run with the name of one case; prints "ok"."""
import collections
import os
import sys

import numpy as np

import mindspore as ms
from mindspore import Parameter, Tensor, nn, ops

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from both import both, refuses, same  # noqa: E402

small, large = Tensor(1.0, ms.float32), Tensor(5.0, ms.float32)
x = Tensor(np.array([1.0, -2.0, 3.0], np.float32))
y = Tensor(np.array([4.0, 5.0, 6.0], np.float32))


def both_ways(function, *arguments):
    """With a condition that holds, and with one that does not."""
    both(function, small, *arguments)
    both(function, large, *arguments)


def case_if_and_else():
    def function(a, b):
        if a > 2:
            c = b + 1
        else:
            c = b * 2
        return c
    both_ways(function, x)


def case_if_alone():
    def function(a, b):
        c = b
        if a > 2:
            c = c + 1
        return c
    both_ways(function, x)


def case_elif():
    def function(a, b):
        if a < 0:
            b = b - 1
        elif a < 2:
            b = b - 2
        elif a < 4:
            b = b - 3
        else:
            b = b - 4
        return b
    for value in (-1.0, 1.0, 3.0, 5.0):
        both(function, Tensor(value, ms.float32), x)


def case_several_names():
    def function(a, b, c):
        if a > 2:
            b, c = c, b
            d = b + c
        else:
            d = b - c
        return b, c, d
    both_ways(function, x, y)


def case_a_bool_and_an_int_tensor_as_condition():
    def function(a, b):
        if a:
            b = b + 1
        return b
    for condition in (Tensor(True), Tensor(False), Tensor(0), Tensor(3), Tensor([0.5], ms.float32)):
        both(function, condition, x)


def case_early_return_in_one_branch():
    def function(a, b):
        if a > 2:
            return b * 10
        b = b + 1
        return b
    both_ways(function, x)


def case_early_return_in_both_branches():
    def function(a, b):
        if a > 2:
            return b * 10
        else:
            return b + 1
    both_ways(function, x)


def case_guards_one_after_the_other():
    def function(a, b):
        if a < 0:
            return b
        b = b + 1
        if a < 2:
            return b * 2
        b = b + 1
        if a < 4:
            return b * 3
        return b * 4
    for value in (-1.0, 1.0, 3.0, 5.0):
        both(function, Tensor(value, ms.float32), x)


def case_return_in_an_inner_branch():
    def function(a, b):
        if a > 0:
            b = b + 1
            if a > 2:
                return b * 2
            b = b + 3
        return b - 1
    for value in (-1.0, 1.0, 5.0):
        both(function, Tensor(value, ms.float32), x)


def case_returns_of_tuples():
    def function(a, b):
        if a > 2:
            return b, (a, 3)
        return b + 1, (a * 2, 3)
    both_ways(function, x)


def case_returns_of_lists_and_dictionaries():
    def function(a, b):
        if a > 2:
            return [b, {"k": a}]
        return [b + 1, {"k": a * 2}]
    both_ways(function, x)


def case_nested_branches():
    def function(a, b, c):
        if a > 2:
            if b.sum() > 2:
                c = c + 1
            else:
                c = c + 2
        else:
            if b.sum() > 3:
                c = c + 3
            d = c * 2
            c = d
        return c
    both_ways(function, x, y)
    both_ways(function, y, x)


def case_constants_that_differ():
    def function(a, b):
        if a > 2:
            n, flag, scale = 1, True, 0.5
        else:
            n, flag, scale = 2, False, 1.5
        return b * n + scale, n, flag, scale
    both_ways(function, x)


def case_constants_that_agree_stay_constants():
    def function(a, b):
        if a > 2:
            n, b = 2, b + 1
        else:
            n = 2
        for _ in range(n):
            b = b * 2
        return b.reshape((n + 1, 1))
    both_ways(function, x)


def case_arithmetic_of_variable_numbers():
    def function(a, b):
        n = 7 if a > 2 else -3
        truths = n > 0, n == 7, n != 7, n <= 1.5
        return n + 2, n - 2, n * 3, n / 2, n // 2, n % 4, n ** 2, -n, +n, truths, b + n, n * b, b / n
    both_ways(function, x)


def case_conditional_expression():
    def function(a, b):
        return (b + 1 if a > 2 else b - 1) * (2 if a > 3 else 3)
    both_ways(function, x)


def case_and_or_not():
    def function(a, b):
        if a > 2 and b.sum() > 1:
            b = b + 1
        if a > 2 or b.sum() > 100:
            b = b + 10
        if not a > 2:
            b = b + 100
        if not (a > 2 and not b.sum() > 1) or a > 7:
            b = b + 1000
        return b
    both_ways(function, x)
    both_ways(function, y)


def case_and_or_as_values():
    def function(a, b):
        return (a > 2) and (b.sum() > 1), (a > 2) or (b.sum() > 100)
    both_ways(function, x)
    assert bool(ms.jit(lambda a: not a)(small)) is False


def case_chained_comparison():
    def function(a, b):
        if 0 < a < 3:
            b = b + 1
        if 2 < a <= 5 < 6:
            b = b + 10
        return b, 0 < a < 3, 2 < a <= 5
    both_ways(function, x)


def case_containers_that_branches_change():
    def function(a, b):
        items, names = [b, 1], {"k": b}
        if a > 2:
            items.append(b + 1)
            items[1] = 2
            names["k"] = b * 2
        else:
            items.append(b + 2)
        return items, names
    both_ways(function, x)


def case_lists_made_in_branches():
    def function(a, b):
        if a > 2:
            items = [b, b + 1]
        else:
            items = [b + 2, b]
        items.append(a)
        return items
    both_ways(function, x)


def case_named_tuples():
    Pair = collections.namedtuple("Pair", "left right")

    def function(a, b):
        pair = Pair(b, 1)
        if a > 2:
            pair = Pair(b + 1, 2)
        return pair.left + pair.right
    both_ways(function, x)


def case_branches_in_called_functions():
    def inner(a, b):
        if a > 2:
            return b + 1
        return b - 1

    def function(a, b):
        return inner(a, b) * inner(b.sum(), a)
    both_ways(function, x)


def case_functions_defined_inside_see_the_joined_value():
    def function(a, b):
        c = b
        if a > 2:
            c = c + 1
        return (lambda d: d * c)(b)
    both_ways(function, x)


def case_breaks_in_unrolled_loops():
    def function(a, b):
        for i in range(5):
            if a + i > 4:
                break
            b = b + a
        return b
    both_ways(function, x)
    both(function, Tensor(-9.0, ms.float32), x)


def case_continue_in_unrolled_loops():
    def function(a, b):
        for i in range(4):
            if a + i > 4:
                continue
            b = b + i
        return b
    both_ways(function, x)


def case_break_and_else_of_a_loop():
    def function(a, b):
        for i in range(3):
            if a > i + 3:
                break
            b = b + 1
        else:
            b = b * 100
        return b
    both_ways(function, x)


def case_breaks_of_nested_unrolled_loops():
    def function(a, b):
        for i in range(4):
            for j in range(4):
                if a + j > i + 3:
                    break
                if a + i == 3:
                    continue
                b = b + j
            b = b * 1.5
        return b
    both_ways(function, x)


def case_return_out_of_an_unrolled_loop():
    def function(a, b):
        for i in range(4):
            b = b + i
            if b.sum() > a + 3:
                return b * 2
        return b
    both_ways(function, x)


def case_loop_over_a_tensor():
    def function(a, b):
        total = a
        for item in b:
            if item > 0:
                total = total + item
        return total
    both_ways(function, x)


def case_comprehensions_with_conditional_values():
    def function(a, b):
        return [b + i if a > i else b - i for i in range(4)]
    both_ways(function, x)


def case_writes_in_branches():
    weight = Parameter(Tensor([1.0, 2.0, 3.0], ms.float32), name="weight")

    def function(a, b):
        weight.set_data(Tensor([1.0, 2.0, 3.0], ms.float32))
        return run(a, b)

    def eager(a, b):
        before = weight * 1
        if a > 2:
            ops.assign(weight, b)
            c = weight + 1
        else:
            ops.assign_add(weight, b)
            c = weight * 2
        return before, c, weight + 0
    run = eager
    expected = [[item.asnumpy().copy() for item in function(a, x)] for a in (small, large)]
    for level in ("O0", "O1"):
        run = ms.jit(eager, jit_level=level)
        for a, wanted in zip((small, large), expected):
            for actual, value in zip(function(a, x), wanted):
                np.testing.assert_allclose(actual.asnumpy(), value)


def case_layers_with_branches():
    class Net(nn.Cell):
        def __init__(self):
            super().__init__()
            self.dense = nn.Dense(3, 3)
            self.relu = nn.ReLU()

        def construct(self, a, b):
            if a > 2:
                b = self.dense(b)
            elif a > 0:
                b = self.relu(b)
            if self.training:
                b = b + 1
            return b
    net = Net()
    rows = Tensor(np.ones((2, 3), np.float32))
    for a in (small, large, Tensor(-1.0, ms.float32)):
        eager = net(a, rows)
        np.testing.assert_allclose(ms.jit(net.construct)(a, rows).asnumpy(), eager.asnumpy(), rtol=1e-6)


def case_none_or_a_tensor():
    def function(a, b):
        if a > 2:
            return b
    both_ways(function, x)


def case_raising_branches():
    def function(a, b):
        if a > 2:
            raise ValueError("too large")
        return b + 1
    both(function, small, x)
    for run in (function, ms.jit(function), ms.jit(function, jit_level="O1")):
        refuses(ValueError, "too large", lambda run=run: run(large, x))


def case_a_branch_that_raises_and_one_that_goes_on():
    def function(a, b):
        if a > 2:
            raise ValueError("too large")
        else:
            b, c = b + 1, [b * 2, 3]
        return b, c
    both(function, small, x)
    for level in ("O0", "O1"):
        refuses(ValueError, "too large", lambda level=level: ms.jit(function, jit_level=level)(large, x))


def case_assert():
    def function(a, b):
        assert a < 2, "not small"
        return b + 1
    both(function, small, x)
    for run in (function, ms.jit(function)):
        refuses(AssertionError, "not small", lambda run=run: run(large, x))


def case_a_name_of_one_branch():
    def function(a, b):
        if a > 2:
            c = b
        return c
    refuses(UnboundLocalError, "The local variable 'c' is not defined in false branch, but defined in true branch.",
            lambda: ms.jit(function)(large, x))


def case_a_name_of_one_branch_that_is_not_read():
    def function(a, b):
        if a > 2:
            c = b
            b = c + 1
        return b
    both_ways(function, x)


def case_dtypes_that_differ():
    def function(a, b):
        if a > 2:
            c = b
        else:
            c = b.astype(ms.float16)
        return c
    refuses(TypeError, "Cannot join the return values of different branches, perhaps you need to make them equal.\n"
            "Type Join Failed: dtype1 = Float32, dtype2 = Float16.", lambda: ms.jit(function)(large, x))


def case_shapes_that_differ():
    def function(a, b):
        return b if a > 2 else b[1:]

    def of_names(a, b):
        if a > 2:
            c = b[:1]
        else:
            c = b
        c = c * 2
        return c.sum(), ops.relu(c), c.shape

    def squared(a, b):
        return (function(a, b) ** 2).sum()
    for each in (function, of_names, squared):
        both_ways(each, x)
    for a in (large, small):
        same(ms.jit(ms.grad(squared, 1))(a, x), ms.grad(squared, 1)(a, x))
        same(ms.grad(ms.jit(squared), 1)(a, x), ms.grad(squared, 1)(a, x))
    refuses(TypeError, "Shape Join Failed: shape1 = (3), shape2 = (2).", lambda: ms.jit(function, fullgraph=True)(large, x))


def case_kinds_that_differ():
    def function(a, b):
        if a > 2:
            return b
        return b, b
    refuses(TypeError, "Type Join Failed: Abstract type AbstractTensor cannot join with AbstractTuple.",
            lambda: ms.jit(function)(large, x))


def case_an_int_and_a_float():
    def function(a):
        return 1 if a > 2 else 2.0
    refuses(TypeError, "Type Join Failed: dtype1 = Int64, dtype2 = Float32.", lambda: ms.jit(function)(large))


def case_a_condition_of_several_elements():
    def function(a):
        if a:
            return a
        return a + 1
    refuses(ValueError, "Only tensor which shape is () or (1,) can be converted to bool, but got tensor shape is (3)",
            lambda: ms.jit(function)(x))


def case_a_condition_in_a_comprehension():
    def function(a):
        return [i for i in range(4) if a > i]
    refuses(NotImplementedError, "in a comprehension, whose length would depend on it", lambda: ms.jit(function)(large))


if __name__ == "__main__":
    globals()[f"case_{sys.argv[1]}"]()
    print("ok")
