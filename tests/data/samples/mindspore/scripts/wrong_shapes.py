"""A graph that does not compile: the shapes of a product do not fit."""
import numpy as np
import mindspore as ms
from mindspore import Tensor, ops

ms.set_context(mode=ms.PYNATIVE_MODE, device_target="CPU")


@ms.jit
def product(x, y):
    return ops.matmul(ops.relu(x), y + 1.0)


try:
    product(Tensor(np.ones((2, 3), np.float32)), Tensor(np.ones((4, 5), np.float32)))
except (RuntimeError, ValueError):
    print("refused")
