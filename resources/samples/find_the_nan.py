"""A small classifier whose loss becomes NaN. Find the operator that makes the first one, and why.

Step perspective: F10 starts, Ctrl+Alt+N runs to the next NaN, and "Where from?" in Values leads to its origin.
"""
import numpy as np
import mindspore as ms
from mindspore import Tensor, nn, ops

ms.set_context(mode=ms.PYNATIVE_MODE, device_target="CPU")
random = np.random.default_rng(3)


class Classifier(nn.Cell):
    def __init__(self):
        super().__init__()
        self.hidden = nn.Dense(8, 16)
        self.output = nn.Dense(16, 3)

    def construct(self, x):
        return ops.softmax(self.output(ops.relu(self.hidden(x))), axis=-1)


def cross_entropy(probabilities, labels):
    # A probability that is sure to be wrong is exactly 0 after rounding, and 0 * log(0) is no number.
    return -(labels * ops.log(probabilities)).sum(axis=-1).mean()


net = Classifier()
weights = list(net.trainable_params())


def loss_of(x, labels):
    return cross_entropy(net(x), labels)


step = ms.value_and_grad(loss_of, None, weights)
inputs = random.standard_normal((12, 8)).astype(np.float32)
labels = np.eye(3, dtype=np.float32)[random.integers(0, 3, 12)]
for batch in range(4):
    # The third batch was not scaled as the others were.
    scale = 400.0 if batch == 2 else 1.0
    loss, gradients = step(Tensor(inputs * scale), Tensor(labels))
    for weight, gradient in zip(weights, gradients):
        ops.assign(weight, weight - 0.1 * gradient)
    print("batch", batch, "loss", loss)
