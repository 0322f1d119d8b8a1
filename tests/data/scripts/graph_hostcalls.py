"""Graphs that call Python in between give what plain Python gives, at each level; "done" where nothing is to be told."""
import contextlib
import io

import numpy as np
import mindspore as ms
from mindspore import Tensor, nn, ops

X = Tensor(np.arange(6).reshape(2, 3).astype(np.float32))
Y = Tensor(np.full((2, 3), 2.0, np.float32))


def printed(function, *args):
    text = io.StringIO()
    with contextlib.redirect_stdout(text):
        result = function(*args)
    return text.getvalue() + str(result)


def check(function, *args):
    expected = printed(function, *args)
    for level in ("O0", "O1"):
        graph = ms.jit(function, jit_level=level)
        for again in range(3):
            actual = printed(graph, *args)
            if actual != expected:
                print(f"{function.__name__} at {level}, call {again}: {actual!r} instead of {expected!r}")


def one_value(x, y):
    z = x * y
    print(f"z: {z}")
    return z + x


def many_values(x, y):
    z = x + y
    print(f"{x} and {y}{{}}{z} {x.shape} {1.5:.2f}", f"{z}", "z")
    return z


def forms(x, y):
    n = x.shape[1]
    s = ops.sum(x)
    print(f"{x!r:>40}|{x!s}|{n:>{n}}|{x.dtype}|{'é✓'}|{s.item():.{n}f}")
    return x


def nested(x, y):
    inner = f"<{x}>"
    outer = f"{inner} {y} {inner}"
    print(outer, f"{(x, y)}")
    return outer, x * y


def surrogates(x, y):
    print(f"\ud800 {x}".encode("utf-8", "surrogatepass"))
    return x


def several_results(x, y):
    a = x * y + 1
    b = a * y - x
    print(f"{a}|{b}")
    return a, b


def nothing_computed(x, y):
    print(f"{x}")
    return y


def a_long_row(x, y):
    for step in range(12):
        x = ops.tanh(x) * y
        print(f"{step}: {x}")
    return x


def values_of_branches(x, y):
    n, text, more = Tensor(y.asnumpy()), f"{x}", ""
    if x.sum() > 0:
        more = text + "q"
        x = x + 1
    print(more)
    if y.sum() > 100:
        return x, n
    return n + 1, x


for function in (one_value, many_values, forms, nested, surrogates, several_results, nothing_computed, a_long_row,
                 values_of_branches):
    check(function, X, Y)
    check(function, X.T, Y.T)


class Weighted(nn.Cell):
    def __init__(self):
        super().__init__()
        self.weight = ms.Parameter(Tensor(np.full(3, 0.5, np.float32)), name="weight")

    def construct(self, x, y):
        z = x * self.weight
        print(f"{z} {y}")
        return z + y


check(Weighted().construct, X, Y)

# An argument that Python replaces meanwhile is for the graph what it was given.
class Replacing(io.StringIO):
    def write(self, text):
        argument.assign_value(Tensor(np.full((4, 4), 100.0, np.float32)))
        return len(text)


def disturbed(x, y):
    z = x * y
    print(f"{z}")
    return z + x


for level in ("O0", "O1"):
    graph = ms.jit(disturbed, jit_level=level)
    for again in range(3):
        argument = X.copy()
        with contextlib.redirect_stdout(Replacing()):
            result = graph(argument, Y)
        if argument.shape != (4, 4) or not np.array_equal(result.asnumpy(), X.asnumpy() * 3):
            print(f"disturbed at {level}: {result}")


# What a branch of a loop writes is written once, also where the gradient goes back through the loop.
COUNT = ms.Parameter(Tensor(np.zeros(1, np.float32)), name="count")


def counted(x, y):
    i = x.sum() * 0
    while i < 3:
        if x.sum() > -100:
            COUNT.add_(1)
            x = y
        i = i + 1
        x = ops.stop_gradient(x)
    return x.sum()


def with_gradient(x, y):
    return ms.value_and_grad(counted, (0, 1))(x, y)


ms.jit(with_gradient)(X, Y)
if COUNT.asnumpy() != 3:
    print(f"the branch was counted {COUNT.asnumpy()} times")


# What fails says where, and the next call is as the first.
def fails(x, y):
    z = x * y
    text = f"{z:q}"
    return z, text


for level in ("O0", "O1"):
    graph = ms.jit(fails, jit_level=level)
    for again in range(2):
        try:
            graph(X, Y)
            print(f"fails at {level}: it did not")
        except TypeError as error:
            if "unsupported format string" not in str(error):
                print(f"fails at {level}: {error}")
print("done")
