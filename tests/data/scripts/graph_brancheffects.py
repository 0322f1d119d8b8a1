"""Gradients through branches and loops that write to Parameters, print or draw numbers: it happens once, and what a gradient
does not need for its numbers is not done again. The numbers are MindSpore 2.10's (compiled `construct`, gradient around
it), but for `LoopState`, whose are its eager ones."""
import contextlib
import io
import numpy as np
import mindspore as ms
from mindspore import Parameter, Tensor, nn, ops


def row():
    return Tensor(np.float32([1, 2, 3]))


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.w = Parameter(row(), name="w")
        self.n = Parameter(Tensor(np.float32(0)), name="n", requires_grad=False)
        self.m = Parameter(row(), name="m", requires_grad=False)


class Counts(Net):
    gives, state = [98, [2, 16, 54], [2, 16, 54]], (1, [1, 2, 3])

    def construct(self, x):
        if x.sum() > 0:
            ops.assign_add(self.n, Tensor(np.float32(1)))
            y = x * self.w
        else:
            y = x + self.w
        return (y * y).sum()


class Averages(Net):
    gives, state = [98, [2, 16, 54], [2, 16, 54]], (0, [1, 3, 6])

    def construct(self, x):
        if x.sum() > 0:
            y = x * self.w
            ops.assign(self.m, self.m * 0.5 + y * 0.5)
        else:
            y = x
        return (y * y).sum()


class Loop(Net):
    gives, state = [121, [1, 8, 27], [6, 29, 88]], (3, [1, 2, 3])

    def construct(self, x):
        y = x
        while y.sum() < 100:
            y = y * self.w + 1
            ops.assign_add(self.n, Tensor(np.float32(1)))
        return y.sum()


class LoopState(Net):
    gives, state = [2.5197, [0.16768, 0.0001, 0], [0.90796, 0.08978, 0.0104]], (0, [0.56627, 0.95856, 0.99491])

    def construct(self, x):
        y = x
        i = Tensor(np.float32(0))
        while i < 3:
            y = ops.tanh(y * self.w)
            ops.assign(self.m, y)
            i += 1
        return y.sum()


class Prints(Net):
    gives, state = [98, [2, 16, 54], [2, 16, 54]], (0, [1, 2, 3])

    def construct(self, x):
        if x.sum() > 0:
            print("positive")
            y = x * self.w
        else:
            y = x
        return (y * y).sum()


class Noise(Net):
    gives, state = [14, [1, 2, 3], [1, 2, 3]], (0, [1, 2, 3])

    def construct(self, x):
        if x.sum() > 0:
            y = x * self.w + ops.standard_normal((3,)) * 0
        else:
            y = x
        return y.sum()


class Reads(Net):
    gives, state = [28, [2, 4, 6], [0, 0, 0]], (0, [2, 4, 6])

    def construct(self, x):
        if x.sum() > 0:
            ops.assign(self.m, x * 2)
            y = x * self.m
        else:
            y = x
        return y.sum()


class NeedsWritten(Net):
    gives, state = [72, [4, 16, 36], [0, 0, 0]], (0, [2, 4, 6])

    def construct(self, x):
        if x.sum() > 0:
            ops.assign(self.m, x * 2)
            y = x * x * self.m
        else:
            y = x
        return y.sum()


class NeedsDrawn(Net):
    def construct(self, x):
        if x.sum() > 0:
            y = x * ops.standard_normal((3,))
        else:
            y = x
        return y.sum()


def inside(net):
    return ms.jit(ms.value_and_grad(net, 0, net.trainable_params()), fullgraph=True)(row())


def around(net):
    net.construct = ms.jit(net.construct, fullgraph=True)
    return ms.value_and_grad(net, 0, net.trainable_params())(row())


def eager(net):
    return ms.value_and_grad(net, 0, net.trainable_params())(row())


for kind in (Counts, Averages, Loop, LoopState, Prints, Noise, Reads, NeedsWritten):
    for way in (inside, around, eager):
        net = kind()
        told = io.StringIO()
        with contextlib.redirect_stdout(told):
            value, (of_input, (of_weight,)) = way(net)
        for name, found, expected in (("value", value, kind.gives[0]), ("gradient of x", of_input, kind.gives[1]),
                                      ("gradient of w", of_weight, kind.gives[2]), ("n", net.n, kind.state[0]),
                                      ("m", net.m, kind.state[1])):
            if not np.allclose(found.asnumpy(), expected, rtol=1e-3, atol=1e-4):
                print(f"{kind.__name__} {way.__name__}: {name} is {found}, not {expected}")
        if told.getvalue() != ("positive\n" if kind is Prints else ""):
            print(f"{kind.__name__} {way.__name__} printed {told.getvalue()!r}")


for way in (inside, around, eager):
    value, (of_input, _) = way(NeedsDrawn())
    if not np.allclose(value.asnumpy(), (row() * of_input).sum().asnumpy(), rtol=1e-5):
        print(f"NeedsDrawn {way.__name__}: the gradient {of_input} is of other numbers than {value}")


class ReadsInside(Net):
    """A branch in a branch reads what is written to behind both, and its result is needed once more."""

    def construct(self, x):
        if x.sum() > 0:
            if x.sum() > 1:
                y = x * self.m
            else:
                y = x
            z = y * y
        else:
            z = x
        ops.assign(self.m, self.m * 2)
        return z.sum()


for way in (inside, around):
    try:
        print(f"ReadsInside {way.__name__} gave {way(ReadsInside())}")
    except ValueError:
        pass
print("done")
