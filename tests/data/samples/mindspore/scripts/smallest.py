"""The smallest graph, of which all stages are kept."""
import numpy as np
import mindspore as ms
from mindspore import Tensor

ms.set_context(mode=ms.PYNATIVE_MODE, device_target="CPU")


@ms.jit
def shifted(x, y):
    return x * y + 1.0


print("shifted", shifted(Tensor(np.ones((2, 3), np.float32)), Tensor(np.ones(3, np.float32))).asnumpy().tolist())
