"""Values that are written in place: each step back shows what the tensor held then.

Stop in `momentum` (F9), change `rate` in the call stack (F2) and go on (F5): the result differs accordingly.
"""
import numpy as np
import mindspore as ms
from mindspore import Parameter, Tensor, ops

ms.set_context(mode=ms.PYNATIVE_MODE, device_target="CPU")

weight = Parameter(Tensor(np.full((3,), 2.0, np.float32)), name="weight")
velocity = Parameter(Tensor(np.zeros((3,), np.float32)), name="velocity")


def momentum(gradient, rate):
    ops.assign(velocity, velocity * 0.25 + gradient)
    ops.assign_sub(weight, velocity * rate)
    return weight * 1.0


for turn in range(3):
    gradient = weight * 2.0
    result = momentum(gradient, 0.25)
print("weight", result.asnumpy().tolist())
