"""One head of attention: operator by operator, then as a compiled graph."""
import numpy as np
import mindspore as ms
from mindspore import Tensor, nn, ops

ms.set_context(mode=ms.PYNATIVE_MODE, device_target="CPU")


def numbers(*shape):
    return Tensor(np.sin(np.arange(np.prod(shape), dtype=np.float32)).reshape(shape))


class Head(nn.Cell):
    def __init__(self, width):
        super().__init__()
        self.query = nn.Dense(width, width, weight_init=numbers(width, width), bias_init="zeros")
        self.key = nn.Dense(width, width, weight_init=numbers(width, width) * 0.5, bias_init="zeros")
        self.value = nn.Dense(width, width, weight_init=numbers(width, width) * 0.25, bias_init="ones")
        self.scale = width ** -0.5

    def construct(self, x):
        query, key, value = self.query(x), self.key(x), self.value(x)
        scores = ops.matmul(query, ops.transpose(key, (0, 2, 1))) * self.scale
        return ops.matmul(ops.softmax(scores, axis=-1), value)


head = Head(8)
x = numbers(2, 4, 8)
eager = head(x)
print("eager", eager.shape, np.round(eager.asnumpy()[0, 0], 3).tolist())
compiled = ms.jit(head.construct)(x)
print("compiled", compiled.shape, np.allclose(compiled.asnumpy(), eager.asnumpy(), atol=1e-5))
