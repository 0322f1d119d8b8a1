# SPDX-License-Identifier: Apache-2.0
"""The network and the data set that examples of MindSpore's docstrings name without making them."""
import numpy as np

from mindspore import dataset, nn


class LeNet5(nn.Cell):
    """Two convolutions and three dense layers for pictures of 32x32 pixels."""

    def __init__(self, num_class=10, num_channel=1, include_top=True):
        super().__init__()
        self.conv1 = nn.Conv2d(num_channel, 6, 5, pad_mode="valid")
        self.conv2 = nn.Conv2d(6, 16, 5, pad_mode="valid")
        self.relu = nn.ReLU()
        self.max_pool2d = nn.MaxPool2d(kernel_size=2, stride=2)
        self.include_top = include_top
        self.flatten = nn.Flatten()
        self.fc1 = nn.Dense(16 * 5 * 5, 120)
        self.fc2 = nn.Dense(120, 84)
        self.fc3 = nn.Dense(84, num_class)

    def construct(self, x):
        x = self.max_pool2d(self.relu(self.conv1(x)))
        x = self.max_pool2d(self.relu(self.conv2(x)))
        if not self.include_top:
            return x
        x = self.relu(self.fc1(self.flatten(x)))
        return self.fc3(self.relu(self.fc2(x)))


def create_dataset(num_samples=4, batch_size=32):
    """Batches of pictures and labels; the numbers are always the same."""
    random = np.random.RandomState(1)
    samples = [(random.rand(1, 32, 32).astype(np.float32), np.int32(random.randint(10)))
               for _ in range(num_samples * batch_size)]
    return dataset.GeneratorDataset(samples, ["data", "label"], shuffle=False).batch(batch_size)
