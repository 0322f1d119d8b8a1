"""Functions that see gradients inside of compiled functions: they are called once, and may keep state. Eager numbers are the
measure; those without a compiled function are MindSpore 2.10's."""
import numpy as np
import mindspore as ms
from mindspore import Parameter, Tensor, nn, ops


def row():
    return Tensor(np.float32([1, 2, 3]))


def number(value):
    return Tensor(np.float32(value))


class Seen(nn.Cell):
    def __init__(self):
        super().__init__()
        self.w = Parameter(row(), name="w")
        self.m = Parameter(row() * 0, name="m", requires_grad=False)
        self.n = Parameter(number(0), name="n", requires_grad=False)
        self.passed = ops.InsertGradientOf(self.seen)

    def seen(self, gradient):
        ops.assign(self.m, self.m * 0.5 + gradient)
        ops.assign_add(self.n, number(1))
        return gradient * 2

    def construct(self, x):
        return (self.passed(x * self.w) * x).sum()


class SeenTwice(Seen):
    def construct(self, x):
        return (self.passed(x * self.w) * self.passed(x)).sum()


class BothCount(Seen):
    def construct(self, x):
        ops.assign_add(self.n, number(10))
        return (self.passed(x * self.w) * x).sum()


class BothWrite(Seen):
    """The gradient reads what the function wrote."""

    def construct(self, x):
        ops.assign(self.m, x * 10)
        return (self.passed(x * self.w) * x).sum()


def eager(net):
    return net, lambda function: function


def inside(net):
    net.construct = ms.jit(net.construct)
    return net, lambda function: function


def around(net):
    return net, ms.jit


def once(net, compiled):
    return compiled(ms.value_and_grad(net, 0, [net.w]))(row())


def twice(net, compiled):
    return compiled(ms.value_and_grad(lambda x: net(x) + net(x * 2), 0, [net.w]))(row())


def listed(value):
    return [item for each in value for item in listed(each)] if isinstance(value, tuple) else [value.asnumpy()]


for kind in (Seen, SeenTwice, BothCount, BothWrite):
    for calls in (once, twice):
        known = None
        for way in (eager, inside, around):
            net, compiled = way(kind())
            found = [*listed(calls(net, compiled)), net.m.asnumpy(), net.n.asnumpy()]
            known = found if known is None else known
            if not all(np.allclose(a, b, rtol=1e-5) for a, b in zip(found, known)):
                print(f"{kind.__name__} {calls.__name__} {way.__name__}: {found}, not {known}")
value, (of_x, (of_w,)) = once(*inside(Seen()))
if not (np.allclose(of_x.asnumpy(), [3, 12, 27]) and np.allclose(of_w.asnumpy(), [2, 8, 18])):
    print(f"{of_x} and {of_w}")

# A hook is not called in a graph, as in MindSpore.
hooked = ops.HookBackward(lambda gradients: (gradients[0] * 2,))
for function, expected in ((lambda x: hooked(x * 4).sum(), 8), (ms.jit(lambda x: hooked(x * 4).sum()), 4)):
    if not np.allclose(ms.grad(function)(row()).asnumpy(), expected):
        print(f"{ms.grad(function)(row())}, not {expected}")

# The layers that nn.thor needs keep the same of a gradient in either mode.
kept = []
for mode in (ms.PYNATIVE_MODE, ms.GRAPH_MODE):
    ms.set_context(mode=mode)
    layer = nn.DenseThor(4, 3, weight_init="ones")
    layer.thor = True
    x = Tensor(np.arange(20, dtype=np.float32).reshape(5, 4))
    kept.append((ms.grad(lambda x: (layer(x) ** 2).sum())(x).asnumpy(), layer.matrix_a.asnumpy(), layer.matrix_g.asnumpy()))
ms.set_context(mode=ms.PYNATIVE_MODE)
if not all(np.allclose(a, b, rtol=1e-5) for a, b in zip(*kept)):
    print(kept)
print("done")
