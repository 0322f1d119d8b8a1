# SPDX-License-Identifier: Apache-2.0
"""What the benchmarks time from Python: jitscope_bench runs these rows, compare.py also in other frameworks."""
from typing import NamedTuple


class Row(NamedTuple):
    """`setup` runs once, `statement` is timed. `torch` and `torch_setup` are the same work in PyTorch: with torch.compile
    where ours is compiled, too."""

    name: str
    statement: str
    setup: str = ""
    torch: str = ""
    torch_setup: str = ""


COMMON = """
import numpy as np
import mindspore as ms
from mindspore import ops, nn, Tensor
from bench_functions import *
def randn(*shape):
    return Tensor(np.random.randn(*shape).astype(np.float32))
a, b, c = randn(2, 3), randn(2, 3), randn(2, 3)
line = randn(1000000)
m, n = randn(512, 512), randn(512, 512)
na, nb = a.asnumpy(), b.asnumpy()
nm, nn_ = m.asnumpy(), n.asnumpy()
"""

TORCH_COMMON = """
import torch
from torch import randn
from torch.nn import functional as F
a, b, c = randn(2, 3), randn(2, 3), randn(2, 3)
m, n = randn(512, 512), randn(512, 512)
def matmuls(x, y):
    for _ in range(100):
        z = torch.matmul(x, y)
    return z
def rigid(x, y):
    for _ in range(100):
        x = torch.tanh(torch.matmul(x, y))
    return x
def mul_add(a, b, c):
    return a * b + c
def written_gelu(x):
    return 0.5 * x * (1.0 + torch.tanh(0.7978845608 * (x + 0.044715 * x * x * x)))
def compiled_anew(function):
    torch.compiler.reset()
    return torch.compile(function)
line = randn(1000000)
"""

_TRAIN_STEP = """
net = nn.SequentialCell(nn.Dense(1024, 1024), nn.ReLU())
loss_fn = nn.MSELoss()
optimizer = nn.Momentum(net.trainable_params(), learning_rate=0.1, momentum=0.9)
def forward(data, label):
    logits = net(data)
    return loss_fn(logits, label), logits
grad_fn = ms.value_and_grad(forward, None, optimizer.parameters, has_aux=True)
def train_step(data, label):
    (loss, _), grads = grad_fn(data, label)
    optimizer(grads)
    return loss
data, label = randn(32, 1024), randn(32, 1024)
train_step(data, label)
"""

_TORCH_TRAIN_STEP = """
net = torch.nn.Sequential(torch.nn.Linear(1024, 1024), torch.nn.ReLU())
loss_fn = torch.nn.MSELoss()
optimizer = torch.optim.SGD(net.parameters(), lr=0.1, momentum=0.9)
def train_step(data, label):
    optimizer.zero_grad()
    loss = loss_fn(net(data), label)
    loss.backward()
    optimizer.step()
    return loss
data, label = randn(32, 1024), randn(32, 1024)
train_step(data, label)
"""



def _functions(names):
    """A row for each elementary function, of 512 x 512 elements."""
    return [Row(f"eager/{name}_512", f"ops.{name}(m)", torch=f"{theirs}(m)") for name, theirs in names.items()]


def _products(sizes):
    """A row for each size: square products (tests/bench/products.py has all shapes)."""
    rows = []
    for size in sizes:
        operands = f"x{size}, y{size} = randn({size}, {size}), randn({size}, {size})"
        rows.append(Row(f"eager/matmul_{size}", f"ops.matmul(x{size}, y{size})", operands,
                        f"torch.matmul(x{size}, y{size})", operands))
    return rows


_MODELS = {  # name of the class -> (its short name, inputs here, inputs in PyTorch)
    "GroupedAttention": ("attention", "(randn(1, 128, 512), Tensor(np.triu(np.full((1, 1, 128, 128), -1e9, np.float32), 1)), "
                                      "Tensor(np.arange(128, dtype=np.int32)))",
                         "(randn(1, 128, 512), torch.triu(torch.full((1, 1, 128, 128), -1e9), 1), torch.arange(128))"),
    "ResidualBlock": ("block", "(randn(1, 128, 28, 28),)", "(randn(1, 128, 28, 28),)"),
    "VisionTransformer": ("vit", "(randn(2, 3, 224, 224),)", "(randn(2, 3, 224, 224),)"),
}


def _models():
    """Forward and forward with backward of the models of graph_models.py, eager and compiled at both levels, and what
    preparing the compiled ones takes."""
    rows = []
    for kind, (name, inputs, torch_inputs) in _MODELS.items():
        for what in ("forward", "forward_backward"):
            for level in ("eager", "O0", "O1"):
                here = f"import graph_models; f = graph_models.{what}(graph_models.{kind}(), {level!r}); v = {inputs}; f(*v)"
                there = (f"import torch_models; f = torch_models.{what}(torch_models.{kind}(), {level!r}); "
                         f"v = {torch_inputs}; f(*v)")
                rows.append(Row(f"models/{name}_{what}_{level}", "f(*v)", here, "f(*v)", there))
        rows.append(Row(f"models/prepare_{name}_O1", "graph_models.forward(net, 'O1')(*v)",
                        f"import graph_models; net = graph_models.{kind}(); v = {inputs}",
                        "torch.compiler.reset(); torch_models.forward(net, 'O1')(*v)",
                        f"import torch_models; net = torch_models.{kind}(); v = {torch_inputs}"))
    return rows


ROWS = [
    Row("eager/add_2x3", "a + b", torch="a + b"),
    Row("eager/mul_add_2x3", "a * b + c", torch="a * b + c"),
    Row("eager/ops_add_2x3", "ops.add(a, b)", torch="torch.add(a, b)"),
    Row("eager/matmul_512", "ops.matmul(m, n)", torch="torch.matmul(m, n)"),
    *_products([64, 128, 256, 1024, 2048]),
    *_functions({"tanh": "torch.tanh", "exp": "torch.exp", "erf": "torch.erf", "sigmoid": "torch.sigmoid",
                 "gelu": "F.gelu", "silu": "F.silu"}),
    Row("eager/softmax_8x196x196", "ops.softmax(scores, -1)", "scores = randn(8, 196, 196)",
        "F.softmax(scores, -1)", "scores = randn(8, 196, 196)"),
    # Scores that a mask took out, and states that died away: what underflows must not take longer.
    Row("eager/softmax_masked_8x196x196", "ops.softmax(scores, -1)",
        "scores = ops.where(randn(8, 196, 196) < 0, -1e9, randn(8, 196, 196))",
        "F.softmax(scores, -1)", "scores = torch.where(randn(8, 196, 196) < 0, -1e9, randn(8, 196, 196))"),
    Row("eager/tanh_tiny_512", "ops.tanh(tiny)", "tiny = m * 1e-20", "torch.tanh(tiny)", "tiny = m * 1e-20"),
    Row("eager/layer_norm_2x196x256", "norm(tokens)", "norm, tokens = nn.LayerNorm((256,)), randn(2, 196, 256)",
        "norm(tokens)", "norm, tokens = torch.nn.LayerNorm((256,)).requires_grad_(False), randn(2, 196, 256)"),
    Row("eager/conv2d_128_3x3_28x28", "conv(image)",
        "conv, image = nn.Conv2d(128, 128, 3, pad_mode='pad', padding=1), randn(1, 128, 28, 28)", "conv(image)",
        "conv, image = torch.nn.Conv2d(128, 128, 3, padding=1, bias=False).requires_grad_(False), "
        "randn(1, 128, 28, 28)"),
    Row("eager/train_step_dense_1024", "train_step(data, label)", _TRAIN_STEP, "train_step(data, label)",
        _TORCH_TRAIN_STEP),
    Row("numpy/add_2x3", "na + nb"),
    Row("numpy/matmul_512", "nm @ nn_"),
    Row("numpy/tanh_512", "np.tanh(nm)"),
    Row("jit/call_mul_add_2x3_O0", "f(a, b, c)", "f = ms.jit(mul_add, jit_level='O0'); f(a, b, c)", "f(a, b, c)",
        "f = torch.compile(mul_add); f(a, b, c)"),
    Row("jit/call_mul_add_2x3_O1", "f(a, b, c)", "f = ms.jit(mul_add, jit_level='O1'); f(a, b, c)", "f(a, b, c)",
        "f = torch.compile(mul_add); f(a, b, c)"),
    Row("jit/prepare_mul_add_O0", "ms.jit(fresh_mul_add(), jit_level='O0')(a, b, c)",
        torch="compiled_anew(mul_add)(a, b, c)"),
    Row("jit/prepare_mul_add_O1", "ms.jit(fresh_mul_add(), jit_level='O1')(a, b, c)",
        torch="compiled_anew(mul_add)(a, b, c)"),
    Row("jit/gelu_written_out_1M_O1", "gelu(line)", "gelu = ms.jit(written_gelu, jit_level='O1'); gelu(line)",
        "gelu(line)", "gelu = torch.compile(written_gelu); gelu(line)"),
    Row("eager/gelu_written_out_1M", "written_gelu(line)", torch="written_gelu(line)"),
    Row("rigid/matmuls_only", "matmuls(m, n)", torch="matmuls(m, n)"),
    Row("rigid/eager", "rigid(m, n)", torch="rigid(m, n)"),
    Row("rigid/graph_O0", "g0(m, n)", "g0 = ms.jit(rigid, jit_level='O0'); g0(m, n)", "g(m, n)",
        "g = torch.compile(rigid); g(m, n)"),
    Row("rigid/graph_O1", "g1(m, n)", "g1 = ms.jit(rigid, jit_level='O1'); g1(m, n)", "g(m, n)",
        "g = torch.compile(rigid); g(m, n)"),
    Row("rigid/prepare_O0", "ms.jit(fresh_rigid(), jit_level='O0')(m, n)"),
    *_models(),
]
