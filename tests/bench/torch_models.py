# SPDX-License-Identifier: Apache-2.0
"""The models of graph_models.py in PyTorch, written the same way: for tests/bench/compare.py."""
import torch
from torch import nn
from torch.nn import functional as F


class ResidualBlock(nn.Module):
    """Two 3x3 convolutions with batch norms around a skip connection; [N, 128, H, W]."""

    def __init__(self, channels=128):
        super().__init__()
        self.first = nn.Conv2d(channels, channels, 3, padding=1, bias=False)
        self.first_norm = nn.BatchNorm2d(channels)
        self.second = nn.Conv2d(channels, channels, 3, padding=1, bias=False)
        self.second_norm = nn.BatchNorm2d(channels)
        self.eval()  # a Cell is not in training mode until set_train() is called

    def forward(self, x):
        inner = F.relu(self.first_norm(self.first(x)))
        return F.relu(self.second_norm(self.second(inner)) + x)


class GroupedAttention(nn.Module):
    """Causal attention with rotary positions, 8 heads over 2 of keys and values; [1, N, 512]."""

    def __init__(self, width=512, heads=8, groups=2):
        super().__init__()
        self.heads, self.groups, self.size = heads, groups, width // heads
        self.query = nn.Linear(width, width, bias=False)
        self.key = nn.Linear(width, groups * self.size, bias=False)
        self.value = nn.Linear(width, groups * self.size, bias=False)
        self.out = nn.Linear(width, width, bias=False)
        self.register_buffer("frequencies", 1e4 ** (-torch.arange(0, self.size, 2) / self.size))

    def turned(self, x, cos, sin):
        half = self.size // 2
        return x * cos + torch.cat((-x[..., half:], x[..., :half]), -1) * sin

    def spread(self, x):
        b, g, n, s = x.shape
        times = self.heads // self.groups
        return x[:, :, None].expand(b, g, times, n, s).reshape(b, self.heads, n, s)

    def forward(self, x, mask, positions):
        b, n, width = x.shape
        angles = positions.reshape(n, 1).float() * self.frequencies
        angles = torch.cat((angles, angles), -1)
        cos, sin = torch.cos(angles).detach(), torch.sin(angles).detach()
        q = self.turned(self.query(x).view(b, n, self.heads, self.size).transpose(1, 2), cos, sin)
        k = self.turned(self.key(x).view(b, n, self.groups, self.size).transpose(1, 2), cos, sin)
        v = self.value(x).view(b, n, self.groups, self.size).transpose(1, 2)
        scores = torch.matmul(q, self.spread(k).transpose(2, 3)) / self.size ** 0.5 + mask
        mixed = torch.matmul(torch.softmax(scores, -1), self.spread(v))
        return self.out(mixed.transpose(1, 2).reshape(b, n, width))


class VisionTransformer(nn.Module):
    """One attention layer over the patches of images; [N, 3, 224, 224] -> [N, 100]."""

    def __init__(self, width=256, heads=8):
        super().__init__()
        self.heads, self.size = heads, width // heads
        self.patches = nn.Conv2d(3, width, 16, 16)
        self.first_token = nn.Parameter(torch.randn(1, 1, width))
        self.positions = nn.Parameter(torch.randn(1, 197, width))
        self.projections = nn.Linear(width, 3 * width)
        self.out = nn.Linear(width, width)
        self.norm = nn.LayerNorm((width,))
        self.head = nn.Linear(width, 100)

    def forward(self, x):
        b = x.shape[0]
        x = self.patches(x).flatten(2).transpose(1, 2)
        x = torch.cat([self.first_token.expand(b, -1, -1), x], 1) + self.positions
        n = x.shape[1]
        q, k, v = self.projections(x).reshape(b, n, 3, self.heads, self.size).permute(2, 0, 3, 1, 4)
        mixed = torch.softmax((q @ k.transpose(-2, -1)) * self.size ** -0.5, -1) @ v
        x = self.norm(self.out(mixed.transpose(1, 2).reshape(b, n, -1)))
        return self.head(x[:, 0])


def compiled(model, level):
    """The model compiled by torch.compile, which has no levels; as it is for "eager"."""
    return model if level == "eager" else torch.compile(model)


def forward(model, level):
    """The model without gradients."""
    return compiled(model.requires_grad_(False), level)


def forward_backward(model, level):
    """A function that returns the result and the gradients of its sum by all weights."""
    called, weights = compiled(model, level), list(model.parameters())

    def both(*inputs):
        result = called(*inputs)
        return result, torch.autograd.grad(result, weights, torch.ones_like(result))
    return both
