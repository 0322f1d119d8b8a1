"""A compiled training step: loss, gradients and an optimizer in one function."""
import numpy as np
import mindspore as ms
from mindspore import Tensor, nn, ops

ms.set_context(mode=ms.PYNATIVE_MODE, device_target="CPU")


def numbers(*shape):
    return Tensor(np.cos(np.arange(np.prod(shape), dtype=np.float32)).reshape(shape))


net = nn.SequentialCell(nn.Dense(6, 5, weight_init=numbers(5, 6), bias_init="zeros"), nn.ReLU(),
                        nn.Dense(5, 3, weight_init=numbers(3, 5), bias_init="zeros"))
optimizer = nn.SGD(net.trainable_params(), learning_rate=0.01)


def forward(x, wanted):
    return ops.square(net(x) - wanted).mean()


value_and_grad = ms.value_and_grad(forward, None, optimizer.parameters)


@ms.jit
def train_step(x, wanted):
    loss, gradients = value_and_grad(x, wanted)
    optimizer(gradients)
    return loss


x, wanted = numbers(4, 6), numbers(4, 3) * 0.5
for step in range(3):
    print("step", step, round(float(train_step(x, wanted).asnumpy()), 4))
