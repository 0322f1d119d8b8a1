# SPDX-License-Identifier: Apache-2.0
"""Cases about gradients through branches, loops and recursion: taken inside of a graph and by the eager tape.
Run with the name of one case; prints "ok"."""
import os
import sys

import numpy as np

import mindspore as ms
from mindspore import Parameter, Tensor, nn, ops

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from both import both  # noqa: E402

x = Tensor(np.array([0.3, -0.7, 0.9], np.float32))
weight = Parameter(Tensor(np.array([0.5, -1.5, 2.0], np.float32)), name="weight")


def both_gradients(function, *args, weights=None):
    """The gradients of the first argument and of the weights, eagerly and as a graph at both levels."""
    both(lambda *given: ms.value_and_grad(function, 0, weights)(*given), *args)


def case_branch():
    def function(a):
        if a.sum() > 0:
            return ops.exp(a) * weight
        return a * a
    both_gradients(function, x, weights=[weight])
    both_gradients(function, -x, weights=[weight])


def case_branch_of_several_values():
    def function(a):
        b = a * 2
        if a[0] > 0:
            a, b = ops.sin(a), ops.cos(b)
        else:
            b = b * b
        return a * b
    both_gradients(function, x)
    both_gradients(function, -x)


def case_loop():
    def function(a, n):
        i = Tensor(0)
        while i < n:
            a = ops.sin(a) * weight
            i = i + 1
        return a
    for rounds in (0, 1, 5):
        both_gradients(function, x, Tensor(rounds), weights=[weight])


def case_branch_in_a_loop_with_break():
    def function(a):
        total = a * 0
        for i in range(6):
            if total.sum() > 3:
                break
            if a.sum() > i:
                total = total + a * a * i
            else:
                total = total + ops.exp(a) * weight
        return total
    both_gradients(function, x, weights=[weight])
    both_gradients(function, x * 3, weights=[weight])


def case_loop_in_a_loop():
    def function(a):
        while a.sum() < 20:
            b = a
            while b.sum() < 5:
                b = b * 1.5 + 0.1
            a = a + b
        return a
    both_gradients(function, x)


def case_recursion():
    def function(a):
        if a.sum() > 10:
            return a
        return function(a * 1.5 + 1)
    both_gradients(function, x)


def case_second_derivative():
    def function(a):
        while a.sum() < 5:
            a = a * a + 1
        return a
    both(lambda a: ms.grad(lambda b: ms.grad(function)(b))(a), x)


def case_layer_in_a_loop():
    class Net(nn.Cell):
        def __init__(self):
            super().__init__()
            self.dense = nn.Dense(3, 3)

        def construct(self, a):
            b = self.dense(a)
            while b.sum() < 5:
                b = b + ops.exp(self.dense(b) * 0.1)
            return b
    net = Net()
    both(lambda a: ms.value_and_grad(net, None, net.trainable_params())(a), x.reshape(1, 3))


def case_what_would_happen_twice_is_left_to_python():
    seen = Parameter(x * 0, name="seen")

    def function(a):
        if a.sum() > 0:
            ops.assign(seen, a)
            a = ops.exp(a)
        return a
    both_gradients(function, x)  # no graph may write on the way back: the gradient is Python's


if __name__ == "__main__":
    globals()[f"case_{sys.argv[1]}"]()
    print("ok")
