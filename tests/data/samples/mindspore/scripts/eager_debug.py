"""Eager code with prints between its lines, as somebody writes it who looks for a fault."""
import numpy as np
import mindspore as ms
from mindspore import Tensor, nn, ops

ms.set_context(mode=ms.PYNATIVE_MODE, device_target="CPU")


class Gate(nn.Cell):
    def __init__(self):
        super().__init__()
        self.scale = ms.Parameter(Tensor(np.array([0.5, 1.0, 2.0], np.float32)), name="scale")

    def construct(self, x):
        low = ops.minimum(x, self.scale)
        print("low", low.asnumpy().tolist())
        mixed = low * x - self.scale
        print("mixed", mixed.asnumpy().tolist())
        return ops.relu(mixed).sum(axis=0)


x = Tensor(np.arange(6).reshape(2, 3).astype(np.float32) - 1.0)
gate = Gate()
y = gate(x)
print("y", y.shape, y.dtype, y.asnumpy().tolist())
gradient = ms.grad(lambda x: gate(x).sum())(x)
print("gradient", gradient.asnumpy().tolist())
