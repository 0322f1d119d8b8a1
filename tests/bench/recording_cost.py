#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What recording costs a run: the same loops with nothing recorded and with times and memory of operators (no values).

    tests/bench/recording_cost.py [--jitscope build/bin/jitscope] [--rounds 15] [WORKLOAD ...]

Each round starts a process for either way, in turn; which comes first changes from round to round. A figure is the
median over rounds of the ratio of the two of a round, so what the machine does meanwhile falls on both. The spread is
half the distance between the quartiles. Times are those of the loop alone, without start, capture and compile.
"""
import argparse
import json
import pathlib
import statistics
import subprocess
import tempfile

SCRIPT = '''
import json, sys, time
import numpy as np
import mindspore as ms
from mindspore import Tensor, nn, ops

WORKLOAD, LOOPS = {workload!r}, {loops}

class Block(nn.Cell):
    """Attention of a vision transformer: 197 tokens of 256 features, 8 heads."""
    def __init__(self, dim=256, heads=8):
        super().__init__()
        self.heads, self.size = heads, dim // heads
        self.qkv, self.out, self.norm = nn.Dense(dim, 3 * dim), nn.Dense(dim, dim), nn.LayerNorm((dim,))
        self.head = nn.Dense(dim, 100)

    def construct(self, x):
        b, n, c = x.shape
        qkv = self.qkv(x).reshape(b, n, 3, self.heads, self.size).transpose(2, 0, 3, 1, 4)
        weights = ops.softmax(ops.matmul(qkv[0], qkv[1].transpose(0, 1, 3, 2)) * self.size ** -0.5, -1)
        x = x + self.out(ops.matmul(weights, qkv[2]).transpose(0, 2, 1, 3).reshape(b, n, c))
        return self.head(self.norm(x)[:, 0])

def vit():
    net, loss = Block(), nn.CrossEntropyLoss()
    adam = nn.Adam(net.trainable_params(), 1e-3)
    grad = ms.value_and_grad(lambda x, y: loss(net(x), y), None, net.trainable_params())
    def step(x, y):
        value, grads = grad(x, y)
        adam(grads)
        return value
    run = ms.jit(step) if WORKLOAD == "vit_graph" else step
    x, y = Tensor(np.ones((4, 197, 256), np.float32)), Tensor(np.arange(4), ms.int32)
    return lambda: run(x, y)

def small():
    a, b = Tensor(np.ones((2, 3), np.float32)), Tensor(np.ones((2, 3), np.float32))
    def loop():
        for _ in range(1000):
            a + b
    return loop

loop = small() if WORKLOAD == "small_eager" else vit()
for _ in range(3):
    loop()
begin = time.perf_counter()
for _ in range(LOOPS):
    loop()
print(json.dumps((time.perf_counter() - begin) / LOOPS))
'''

WORKLOADS = {  # name: (loops, operators of a loop, what a loop is)
    "vit_graph": (10, None, "training step of a ViT block as a graph"),
    "vit_eager": (10, None, "training step of a ViT block, eager"),
    "small_eager": (20, 1000, "1000 additions of 2x3, eager"),
}


def seconds(jitscope, script, record):
    """Of one loop, in a process of its own."""
    done = subprocess.run([jitscope, "run", str(script), "--record", record], capture_output=True, text=True, check=True)
    return json.loads(done.stdout.strip().splitlines()[-1])


def spread(values):
    quartiles = statistics.quantiles(values, n=4)
    return (quartiles[2] - quartiles[0]) / 2


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--jitscope", default="build/bin/jitscope")
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("workloads", nargs="*", default=list(WORKLOADS))
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        for name in asked.workloads:
            loops, operators, title = WORKLOADS[name]
            script = pathlib.Path(folder) / f"{name}.py"
            script.write_text(SCRIPT.format(workload=name, loops=loops))
            plain, recorded = [], []
            for number in range(asked.rounds):
                for record in ("none", "ops") if number % 2 == 0 else ("ops", "none"):
                    (plain if record == "none" else recorded).append(seconds(asked.jitscope, script, record))
            ratios = [after / before for before, after in zip(plain, recorded)]
            line = (f"{title}: {statistics.median(plain) * 1e3:.3f} ms, recorded "
                    f"{statistics.median(ratios):.3f} x (+- {spread(ratios):.3f})")
            if operators:
                more = [(after - before) / operators * 1e9 for before, after in zip(plain, recorded)]
                line += f", {statistics.median(more):.0f} ns an operator (+- {spread(more):.0f})"
            print(line, flush=True)


if __name__ == "__main__":
    main()
