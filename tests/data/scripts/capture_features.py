"""Python that the ast capture must understand: every line compares the graph with plain Python."""
import functools

import numpy as np
import mindspore as ms
from mindspore import Parameter, Tensor, nn, ops

x = Tensor(np.arange(6).reshape(2, 3).astype(np.float32))
y = Tensor(np.full((2, 3), 2.0, np.float32))
checked = 0


def same(a, b):
    if isinstance(a, (tuple, list)):
        return type(a) is type(b) and len(a) == len(b) and all(map(same, a, b))
    if isinstance(a, dict):
        return a.keys() == b.keys() and all(same(a[key], b[key]) for key in a)
    if isinstance(a, Tensor):
        return isinstance(b, Tensor) and a.dtype == b.dtype and np.allclose(a.asnumpy(), b.asnumpy(), rtol=1e-5, atol=1e-6)
    return type(a) is type(b) and a == b


def check(function, *args, **kwargs):
    global checked
    expected = function(*args, **kwargs)
    for level in ("O0", "O1"):
        actual = ms.jit(function, jit_level=level)(*args, **kwargs)
        if not same(expected, actual):
            print(f"{function.__name__} at {level}: {actual!r} instead of {expected!r}")
    checked += 1


def straight(a, b):
    c = a * b + 1
    d = c - a / 2
    return ops.tanh(d)


def unpacking(a, b):
    (c, d), *rest = (a, b), a + 1, b + 1
    c, d = d, c
    e = f = c - d
    e += rest[0]
    return e, f, rest


def loops(a):
    total = a
    for i in range(5):
        if i == 1:
            continue
        if i == 4:
            break
        total = total + i * a
    else:
        total = total * 100
    n = 0
    while n < 3:
        total, n = total * 2, n + 1
    for i, (k, v) in enumerate(zip([1, 2], (3.0, 4.0))):
        total = total + i + k * v
    return total


def inner_square(t):
    return t * t


def calls(a, b, scale=3, *more, flag=True, **named):
    def local(t, power=2):
        result = t
        for _ in range(power - 1):
            result = result * t
        return result * scale
    double = lambda t, by=2: t * by
    parts = [local(a), local(b, power=3), double(a), inner_square(b), *more]
    if flag and "extra" in named:
        parts.append(named["extra"])
    return functools.reduce(lambda p, q: p + q, parts[1:], parts[0])


def comprehensions(a, b):
    rows = [a * i for i in range(4) if i % 2 == 0]
    table = {name: t for name, t in zip("pq", rows)}
    picked = sum((t for t in rows), b)
    pairs = [(i, i - 1) for i in range(2) if i > 0]
    return rows, table, picked, pairs


def shapes(a):
    rows, columns = a.shape
    b = a.reshape(columns, rows).T
    c = b.reshape((-1,)) if a.ndim == 2 else a
    text = f"{rows}x{columns:>3} {a.dtype}"
    assert a.size == rows * columns, "never"
    return c.reshape(rows, columns), text, len(a), a.dtype


def indexing(a):
    first = a[0]
    return a[0, 1], a[..., 1:], a[:, None], a[::-1, -1], first[1:3], a[1:][0], [row * 2 for row in a], a[-1, ::-2]


def logic(a, flag=None):
    if flag is None and a is not None and not isinstance(a, list):
        kind = "tensor" if isinstance(a, Tensor) else "other"
    elif flag or 1 < len(a.shape) <= 2 < 3:
        kind = "flag"
    else:
        kind = "none"
    return a > 2, kind, (a >= 1) == (a < 9)


def conversions(a):
    return a.astype(ms.int32), a.to(ms.float16), ops.cast(a, ms.bool_), a.int() + 1, ops.zeros((2,), ms.int64), -a, abs(-a)


def recursive(a, depth=4):
    return a if depth == 0 else recursive(a + depth, depth - 1)


def partials(a):
    scaled = functools.partial(inner_square)
    return scaled(a), list(map(inner_square, (a, a + 1))), max(3, 4), min([2.5, 1.5])


def matrices(a):
    batch = a.reshape(1, 2, 3)
    return (a @ a.T, batch @ a.T, ops.matmul(batch, batch.swapaxes(1, 2)), a @ a[0], a[0] @ a[1], ops.softmax(a, axis=-1),
            a.sum(), a.mean(0), ops.concat((a, a), axis=1), a.transpose(1, 0), a.flatten(), ops.matmul(a[0], a.T))


class Scale(nn.Cell):
    def __init__(self, factor):
        super().__init__()
        self.factor = factor
        self.weight = Parameter(Tensor(np.ones(3, np.float32) * factor), name="weight")

    def construct(self, t):
        return t * self.weight


class Shifted(Scale):
    def construct(self, t):
        return super().construct(t) + self.factor


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.layers = nn.CellList([Scale(1.0), Shifted(2.0)])
        self.tail = nn.SequentialCell(nn.Dense(3, 4, activation="relu"), nn.Tanh())
        self.down = None

    def helper(self, t):
        return t + self.layers[0].weight

    def construct(self, t, bias=None):
        identity = t
        for index, layer in enumerate(self.layers):
            t = layer(t) + index
        if self.down is not None:
            identity = self.down(t)
        t = self.helper(t) + identity
        if bias is not None:
            t = t + bias
        return self.tail(t)


net = Net()


def closure(a):
    return net(a) + net.tail(a).sum()


def makes_cells(a):
    return nn.SequentialCell(nn.ReLU(), nn.Flatten())(a.reshape(2, 3, 1))


check(straight, x, y)
check(unpacking, x, y)
check(loops, x)
check(calls, x, y)
check(calls, x, y, 4, x, y, flag=False)
check(calls, x, y, extra=y)
check(comprehensions, x, y)
check(shapes, x)
check(indexing, x)
check(logic, x)
check(logic, x, flag=True)
check(conversions, x)
check(recursive, x)
check(partials, x)
check(matrices, x)
check(closure, x)
check(makes_cells, x)
check(lambda a, b: (a + b, {"k": [a, 3, None]}, "s"), x, y)
check(Net.construct, net, x)
check(Net.construct, net, x, bias=y[:, :1])

ms.set_context(mode=ms.GRAPH_MODE)
graph = net(x)
ms.set_context(mode=ms.PYNATIVE_MODE)
print(same(graph, net(x)), checked)
