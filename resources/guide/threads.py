"""Two threads load data while the program computes: the panel Threads says who works and who waits."""
import queue
import threading
import time

import numpy as np

import mindspore as ms
from mindspore import nn, ops

BATCHES = 12
batches = queue.Queue(maxsize=2)


def load(first):
    """Every second batch: reading takes a while, then the pictures are scaled."""
    random = np.random.default_rng(first)
    for _ in range(first, BATCHES, 2):
        time.sleep(0.04)
        pictures = ms.Tensor(random.standard_normal((32, 3, 64, 64)).astype(np.float32))
        batches.put(ops.clamp(pictures * 0.5, -1.0, 1.0))


loaders = [threading.Thread(target=load, args=(first,), name=f"loader {first}") for first in range(2)]
for loader in loaders:
    loader.start()

net = nn.SequentialCell(nn.Conv2d(3, 16, 3), nn.ReLU(), nn.Flatten(), nn.Dense(16 * 64 * 64, 10))
total = 0.0
for _ in range(BATCHES):
    total += float(net(batches.get()).sum())
for loader in loaders:
    loader.join()
print(f"sum of {BATCHES} batches: {total:.3f}")
