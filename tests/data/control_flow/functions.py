# SPDX-License-Identifier: Apache-2.0
"""Cases about functions that call themselves, ranges of numbers of the graph, conversions, map() and `with`: the same eagerly
and as a graph at both levels. Run with the name of one case; prints "ok"."""
import os
import sys

import numpy as np

import mindspore as ms
from mindspore import Tensor, nn, ops

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from both import both, refuses, same  # noqa: E402

three = Tensor(3.0, ms.float32)
x = Tensor(np.array([1.0, -2.0, 3.0], np.float32))


def factorial(n):
    if n <= 1:
        return n
    return n * factorial(n - 1)


def fibonacci(n):
    if n > 1:
        return fibonacci(n - 1) + fibonacci(n - 2)
    return n


def gathered(n, total):
    if n > 0:
        total = total + n
        return gathered(n - 1, total)
    return total, n


def counted(n):
    if n <= 0:
        return 0
    return counted(n - 1) + 1


def constant(n, a):
    if n == 0:
        return a
    return constant(n - 1, a * 2)


def endless(n):
    if n > 0:
        return endless(n - 1)
    return endless(n + 1)


def case_recursion():
    both(factorial, Tensor(6.0, ms.float32))
    both(lambda a: factorial(a) + factorial(a + 1), three)


def case_recursion_of_two_calls():
    both(fibonacci, Tensor(7, ms.int64))


def case_recursion_that_gathers():
    both(gathered, Tensor(5.0, ms.float32), x)


def case_deep_recursion():
    both(gathered, Tensor(600.0, ms.float32), x)


def case_recursion_on_constants():
    both(lambda a: constant(5, a), x)


def case_recursion_that_gives_numbers():
    both(counted, Tensor(4, ms.int64))


def case_recursion_of_an_inner_function():
    def function(a, b):
        def inner(n):
            if n > 5:
                return b + n
            return inner(n + 1) * 2
        return inner(a)
    both(function, three, x)


def case_recursion_without_end():
    refuses(RuntimeError, "There isn't any branch that can be evaluated", lambda: ms.jit(lambda a: endless(a))(three))


def case_ranges_of_numbers_of_the_graph():
    def function(n, b):
        for i in range(n):
            if i == 3:
                continue
            b = b + i
        else:
            b = b * 2
        for i in range(6, n, -2):
            b = b - i
        return b
    for level in ("O0", "O1"):
        graph = ms.jit(function, jit_level=level)
        for n in (5, 1):
            same(graph(ms.mutable(n), x), function(n, x))


def case_conversions():
    def function(a, b):
        n = int(a)
        if n > 2:
            n = n + 1
        return n, float(a) + 1, bool(b[0]), b[1].item(), a.item() * 2
    both(function, three, x)


def case_kinds_of_numbers():
    def function(a):
        n = int(a)
        return isinstance(n, int), isinstance(n, float), isinstance(n, (float, int)), type(n) is int, Tensor(n) + 1
    both(function, three)


def case_numbers_as_indices():
    def function(a, b):
        total, i = a * 0, 0
        while i < a:
            total = total + b[i]
            i += 1
        return total
    both(function, three, x)


def case_functions_that_a_branch_chooses():
    def function(a, b):
        run = (lambda c: c + a) if a > 2 else (lambda c: c * 5)
        if b.sum() > 2:
            scale = ops.abs
        else:
            scale = ops.square
        return run(b), scale(run(b))
    both(function, three, x)
    both(function, x.sum(), x * 2)


def case_layers_that_an_index_chooses():
    class Net(nn.Cell):
        def __init__(self):
            super().__init__()
            self.layers = nn.CellList([nn.ReLU(), nn.Dense(3, 3), nn.Sigmoid()])

        def construct(self, a, index):
            return self.layers[index](a)
    net = Net()
    rows = Tensor(np.ones((2, 3), np.float32))
    graph = ms.jit(net.construct)
    for index in (0, 1, 2, -1, -3):
        same(graph(rows, Tensor(index)), net.layers[index](rows))
    refuses(IndexError, "out of range", lambda: graph(rows, Tensor(3)))


def case_layers_that_do_not_fit():
    def pair(a):
        return a, a

    def alone(a):
        return a * 2

    def function(a, index):
        return (pair, alone)[index](a)
    for text in ("Abstract type AbstractTuple cannot join with AbstractTensor", "return a, a", "return a * 2"):
        refuses(TypeError, text, lambda: ms.jit(function)(x, Tensor(0)))


def case_with():
    class Scaled:
        def __init__(self, factor):
            self.factor = factor

        def __enter__(self):
            return self

        def __exit__(self, kind, value, trace):
            return None

    scaled = Scaled(2)

    def function(a, b):
        with scaled as manager:
            b = b * manager.factor
            if a > 2:
                return b + 1
            b = b + 2
        return b - 1
    both(function, three, x)
    both(function, x.sum(), x)


def case_map():
    def pairs(a, b):
        return tuple(map(lambda u, v=1: u + v, (a, b), (b, b)))
    both(pairs, three, x)
    both(lambda a, b: tuple(map(lambda u: u * 2, range(3))), three, x)
    refuses(TypeError, "at least two arguments", lambda: ms.jit(lambda a: tuple(map(ops.relu)))(x))
    for text, function in (("only be applied to list, tuple", lambda a: tuple(map(ops.relu, a))),
                           ("must be consistent", lambda a: tuple(map(ops.add, [a], (a,)))),
                           ("length of lists must be the same", lambda a: tuple(map(ops.add, [a], [a, a]))),
                           ("length of tuples must be the same", lambda a: tuple(map(ops.add, (a, a), (a,))))):
        refuses(RuntimeError, text, lambda function=function: ms.jit(function)(x))


if __name__ == "__main__":
    globals()[f"case_{sys.argv[1]}"]()
    print("ok")
