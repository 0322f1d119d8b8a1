"""Three training steps under MindSpore's profiler."""
import sys
import numpy as np
import mindspore as ms
from mindspore import Tensor, nn, ops
from mindspore.profiler import ProfilerActivity, ProfilerLevel, _ExperimentalConfig, profile, schedule
from mindspore.profiler import tensorboard_trace_handler

ms.set_context(mode=ms.PYNATIVE_MODE, device_target="CPU")
net = nn.SequentialCell(nn.Dense(6, 5), nn.ReLU(), nn.Dense(5, 3))
x = Tensor(np.ones((4, 6), np.float32))


@ms.jit
def compiled(x):
    return ops.softmax(net(x), axis=-1)


with profile(activities=[ProfilerActivity.CPU], schedule=schedule(wait=0, warmup=0, active=3, repeat=1),
             profile_memory=True, on_trace_ready=tensorboard_trace_handler(sys.argv[1]),
             experimental_config=_ExperimentalConfig(profiler_level=ProfilerLevel.Level2)) as profiler:
    for step in range(3):
        compiled(x).asnumpy()
        ops.exp(net(x)).sum().asnumpy()
        profiler.step()
