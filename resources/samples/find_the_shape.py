"""A network that runs, but whose output has the wrong shape. Find the layer that is to blame.

Step perspective: filter the events by `shape(out)[0] != 16`, or stop on that condition: the first row is it.
"""
import numpy as np
import mindspore as ms
from mindspore import Tensor, nn, ops

ms.set_context(mode=ms.PYNATIVE_MODE, device_target="CPU")


class Features(nn.Cell):
    def __init__(self):
        super().__init__()
        self.convolution = nn.Conv2d(1, 4, 3, pad_mode="same")

    def construct(self, images):
        return ops.relu(self.convolution(images))


class Head(nn.Cell):
    def __init__(self):
        super().__init__()
        self.dense = nn.Dense(64, 10)

    def construct(self, features):
        # 4 channels of 8 by 8 are 256 numbers an image; rows of 64 make four of each.
        rows = ops.reshape(features, (-1, 64))
        return self.dense(rows)


class Network(nn.Cell):
    def __init__(self):
        super().__init__()
        self.features = Features()
        self.head = Head()

    def construct(self, images):
        return self.head(self.features(images))


network = Network()
images = Tensor(np.random.default_rng(5).standard_normal((16, 1, 8, 8)).astype(np.float32))
scores = network(images)
print("16 images, but scores of shape", scores.shape)
