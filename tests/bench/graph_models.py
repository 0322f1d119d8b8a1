# SPDX-License-Identifier: Apache-2.0
"""The models that tests/bench/graph_table.py and compare.py time: a residual block, grouped attention, a small vision transformer."""
import numpy as np

import mindspore as ms
from mindspore import Tensor, nn, ops


class ResidualBlock(nn.Cell):
    """Two 3x3 convolutions with batch norms around a skip connection; [N, 128, H, W]."""

    def __init__(self, channels=128):
        super().__init__()
        self.first = nn.Conv2d(channels, channels, 3, pad_mode="pad", padding=1)
        self.first_norm = nn.BatchNorm2d(channels)
        self.second = nn.Conv2d(channels, channels, 3, pad_mode="pad", padding=1)
        self.second_norm = nn.BatchNorm2d(channels)
        self.relu = nn.ReLU()

    def construct(self, x):
        inner = self.relu(self.first_norm(self.first(x)))
        return self.relu(self.second_norm(self.second(inner)) + x)


class GroupedAttention(nn.Cell):
    """Causal attention with rotary positions, 8 heads over 2 of keys and values; [1, N, 512]."""

    def __init__(self, width=512, heads=8, groups=2):
        super().__init__()
        self.heads, self.groups, self.size = heads, groups, width // heads
        self.query = nn.Dense(width, width, has_bias=False)
        self.key = nn.Dense(width, groups * self.size, has_bias=False)
        self.value = nn.Dense(width, groups * self.size, has_bias=False)
        self.out = nn.Dense(width, width, has_bias=False)
        self.frequencies = Tensor(1e4 ** (-np.arange(0, self.size, 2, dtype=np.float32) / self.size))

    def turned(self, x, cos, sin):
        half = self.size // 2
        return x * cos + ops.cat((-x[..., half:], x[..., :half]), -1) * sin

    def spread(self, x):
        b, g, n, s = x.shape
        times = self.heads // self.groups
        return x[:, :, None].broadcast_to((b, g, times, n, s)).reshape(b, self.heads, n, s)

    def construct(self, x, mask, positions):
        b, n, width = x.shape
        angles = positions.reshape(n, 1).astype(ms.float32) * self.frequencies
        angles = ops.cat((angles, angles), -1)
        cos, sin = ops.stop_gradient(ops.cos(angles)), ops.stop_gradient(ops.sin(angles))
        q = self.turned(self.query(x).view(b, n, self.heads, self.size).swapdims(1, 2), cos, sin)
        k = self.turned(self.key(x).view(b, n, self.groups, self.size).swapdims(1, 2), cos, sin)
        v = self.value(x).view(b, n, self.groups, self.size).swapdims(1, 2)
        scores = ops.matmul(q, self.spread(k).swapdims(2, 3)) / self.size ** 0.5 + mask
        mixed = ops.matmul(ops.softmax(scores, -1), self.spread(v))
        return self.out(mixed.swapdims(1, 2).reshape(b, n, width))


class VisionTransformer(nn.Cell):
    """One attention layer over the patches of images; [N, 3, 224, 224] -> [N, 100]."""

    def __init__(self, width=256, heads=8):
        super().__init__()
        self.heads, self.size = heads, width // heads
        self.patches = nn.Conv2d(3, width, 16, 16)
        self.first_token = ms.Parameter(Tensor(np.random.randn(1, 1, width).astype(np.float32)), "first_token")
        self.positions = ms.Parameter(Tensor(np.random.randn(1, 197, width).astype(np.float32)), "positions")
        self.projections = nn.Dense(width, 3 * width)
        self.out = nn.Dense(width, width)
        self.norm = nn.LayerNorm((width,))
        self.head = nn.Dense(width, 100)

    def construct(self, x):
        b = x.shape[0]
        x = self.patches(x).flatten(2).transpose(0, 2, 1)
        x = ops.concat([self.first_token.broadcast_to((b, 1, -1)), x], 1) + self.positions
        n = x.shape[1]
        q, k, v = self.projections(x).reshape(b, n, 3, self.heads, self.size).permute(2, 0, 3, 1, 4)
        mixed = ops.softmax((q @ k.transpose(-2, -1)) * self.size ** -0.5, -1) @ v
        x = self.norm(self.out(mixed.transpose(0, 2, 1, 3).reshape(b, n, -1)))
        return self.head(x[:, 0])


def compiled(function, level):
    """The function at O0 or O1; as it is for "eager"."""
    return function if level == "eager" else ms.jit(function, jit_level=level)


def forward(model, level):
    """A function of its own each time, so that it is compiled each time."""
    def called(*inputs):
        return model(*inputs)
    return compiled(called, level)


def forward_backward(model, level):
    """The result and the gradients of its sum by all weights."""
    both = ms.value_and_grad(model, None, model.trainable_params())

    def called(*inputs):
        return both(*inputs)
    return compiled(called, level)


def transformer_step(level, batch=32):
    """A training step of the transformer with Adam and its data; `level` "" is eager."""
    model = VisionTransformer()
    loss_of, optimizer = nn.CrossEntropyLoss(), nn.Adam(model.trainable_params(), 1e-3)
    gradients = ms.value_and_grad(lambda x, label: loss_of(model(x), label), None, optimizer.parameters)

    def step(x, label):
        loss, grads = gradients(x, label)
        optimizer(grads)
        return loss
    data = (Tensor(np.random.randn(batch, 3, 224, 224).astype(np.float32)),
            Tensor(np.random.randint(0, 100, batch).astype(np.int32)))
    return (ms.jit(step, jit_level=level) if level else step), data
