"""Gradients in graphs of what reads a Parameter before it is written to: they need the value from before. The numbers are
MindSpore 2.10's (jit at O0), but for `Itself`, where it gives what stands there afterwards."""
import numpy as np
import mindspore as ms
from mindspore import Parameter, Tensor, nn, ops


def row():
    return Tensor(np.float32([1, 2, 3]))


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.w = Parameter(row(), name="w")
        self.m = Parameter(row(), name="m", requires_grad=False)


class MovingAverage(Net):
    gives = [1, 4, 9], [1, 4, 9]

    def construct(self, x):
        y = self.w * x * self.m
        ops.assign(self.m, self.m * 0.9 + x * 10)
        return y.sum()


class Sine(Net):
    gives = [0.841471, 0.9092974, 0.14112], [0.5403023, -0.8322936, -2.9699774]

    def construct(self, x):
        y = ops.sin(self.w) * x
        ops.assign_add(self.w, x)
        return y.sum()


class Twice(Net):
    gives = [1, 4, 9], [2, 8, 18]

    def construct(self, x):
        y = self.w * self.w * x
        ops.assign(self.w, x * 5)
        return y.sum()


class BeforeAndAfter(Net):
    gives = [5, 18, 39], [5, 18, 39]

    def construct(self, x):
        y = (self.w * x).sum()
        self.w += x
        return y + (self.w * self.w * x).sum()


class Itself(Net):
    gives = [1, 2, 3], [1, 2, 3]

    def construct(self, x):
        y = (self.w * x).sum()
        ops.assign(self.w, x * 7)
        return y


class WrittenInBranch(Net):
    gives = [21, 84, 189], [10, 40, 90]

    def construct(self, x):
        if x.sum() > 0:
            ops.assign(self.w, x * 7)
        y = x * self.w
        ops.assign(self.w, x * 3)
        return (y * self.w).sum()


class Rounds(Net):
    gives = [6, 48, 162], [11, 88, 297]

    def construct(self, x):
        y = x
        for _ in range(3):
            y = y * self.w
            self.w += x
        return y.sum()


class Part(Net):
    gives = [6, 6, 6], [6, 6, 6]

    def construct(self, x):
        y = self.w.reshape(3, 1) * x
        self.w[0] = 7
        return y.sum()


for net in (MovingAverage, Sine, Twice, BeforeAndAfter, Itself, WrittenInBranch, Rounds, Part):
    for level in ("O0", "O1"):
        made = net()
        gradient = ms.jit(ms.grad(made, 0, made.trainable_params()), jit_level=level, fullgraph=True)
        of_input, (of_weight,) = gradient(row())
        for name, found, expected in zip("xw", (of_input, of_weight), net.gives):
            if not np.allclose(found.asnumpy(), expected, rtol=1e-5):
                print(f"{net.__name__} at {level}: the gradient of {name} is {found}, not {expected}")


class ReadInBranch(Net):
    def construct(self, x):
        if x.sum() > 0:
            y = self.w * x * x
        else:
            y = x
        ops.assign(self.w, x * 7)
        return y.sum()


# The gradient of a branch computes it once more, where the value from before is not at hand any more: that is refused.
made = ReadInBranch()
try:
    print(ms.jit(ms.grad(made, 0, made.trainable_params()), fullgraph=True)(row()))
except ValueError:
    pass
print("done")
