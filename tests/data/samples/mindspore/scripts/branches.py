"""Branches and a loop that depend on values: a graph with several subgraphs."""
import numpy as np
import mindspore as ms
from mindspore import Tensor, ops

ms.set_context(mode=ms.PYNATIVE_MODE, device_target="CPU")


@ms.jit
def settled(x, limit):
    rounds = Tensor(0, ms.int32)
    while ops.abs(x).max() > limit:
        if x.sum() > 0:
            x = x * 0.5 - 0.25
        else:
            x = x * 0.25 + 0.125
        rounds = rounds + 1
    return x, rounds


for values in ([1.0, 4.0, -2.0], [-3.0, 0.5, 1.0]):
    x, rounds = settled(Tensor(np.array(values, np.float32)), Tensor(0.5, ms.float32))
    print("settled", np.round(x.asnumpy(), 4).tolist(), "after", int(rounds.asnumpy()))
