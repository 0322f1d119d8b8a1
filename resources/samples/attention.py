"""One attention block, run eagerly and then as a compiled graph: the sample that JitScope opens with."""
import time

import numpy as np
import mindspore as ms
from mindspore import Tensor, nn, ops

ms.set_context(mode=ms.PYNATIVE_MODE, device_target="Ascend")


class Attention(nn.Cell):
    def __init__(self, dim, heads):
        super().__init__()
        self.heads = heads
        self.head_dim = dim // heads
        self.scale = self.head_dim ** -0.5
        self.qkv = nn.Dense(dim, dim * 3)
        self.proj = nn.Dense(dim, dim)

    def split(self, x, part):
        batch, length, dim = x.shape[0], x.shape[1], self.heads * self.head_dim
        rows = ops.slice(x, (0, 0, part * dim), (batch, length, dim))
        return ops.transpose(ops.reshape(rows, (batch, length, self.heads, self.head_dim)), (0, 2, 1, 3))

    def construct(self, x):
        batch, length, dim = x.shape
        qkv = self.qkv(x)
        q, k, v = self.split(qkv, 0), self.split(qkv, 1), self.split(qkv, 2)
        scores = ops.matmul(q, ops.transpose(k, (0, 1, 3, 2))) * self.scale
        weights = ops.softmax(scores, axis=-1)
        mixed = ops.transpose(ops.matmul(weights, v), (0, 2, 1, 3))
        return self.proj(ops.reshape(mixed, (batch, length, dim)))


class Block(nn.Cell):
    def __init__(self, dim, heads):
        super().__init__()
        self.attention = Attention(dim, heads)
        self.up = nn.Dense(dim, dim * 2)
        self.down = nn.Dense(dim * 2, dim)
        self.relu = nn.ReLU()

    def construct(self, x):
        x = x + self.attention(x)
        hidden = self.relu(self.up(x))
        gate = ops.sigmoid(hidden * 1.702) * hidden + 0.0
        return x + self.down(gate)


block = Block(dim=128, heads=4)
x = Tensor(np.random.default_rng(7).standard_normal((2, 64, 128)).astype(np.float32))

eager = block(x)
print("eager   ", eager.shape, eager.asnumpy().std())


@ms.jit(jit_level="O1")
def compiled(x):
    return block(x)


graph = compiled(x)
print("compiled", graph.shape, "largest difference", np.abs(graph.asnumpy() - eager.asnumpy()).max())

start = time.time()
for _ in range(20):
    compiled(x)
print(f"20 calls of the compiled block: {(time.time() - start) * 1000:.2f} ms")
