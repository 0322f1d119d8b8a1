# Steps of a training that users write over those of nn, with what these give them.
import numpy as np

import mindspore as ms
from mindspore import Tensor, nn, ops
from mindspore.ops import composite as C
from mindspore.ops import functional as F

def as_list(numbers):
    """Their texts as a list: NumPy 2 would add the dtype of each."""
    return "[" + ", ".join(map(str, numbers)) + "]"


class Step(nn.TrainOneStepCell):
    def __init__(self, network, optimizer, sens=1.0):
        super().__init__(network, optimizer, sens)
        self.cast = ops.Cast()

    def construct(self, *inputs):
        loss = self.network(*inputs)
        sens = F.fill(loss.dtype, loss.shape, self.sens)
        grads = self.grad(self.network, self.weights)(*inputs, sens)
        grads = self.grad_reducer(grads)
        return F.depend(loss, self.optimizer(grads))


class ScaledStep(nn.TrainOneStepWithLossScaleCell):
    def construct(self, *inputs):
        weights = self.weights
        loss = self.network(*inputs)
        scaling_sens = self.scale_sense
        status, scaling_sens = self.start_overflow_check(loss, scaling_sens)
        scaling_sens_filled = C.ones_like(loss) * F.cast(scaling_sens, F.dtype(loss))
        grads = self.grad(self.network, weights)(*inputs, scaling_sens_filled)
        grads = self.hyper_map(F.partial(_scaled, scaling_sens), grads)
        grads = self.grad_reducer(grads)
        cond = self.get_overflow_status(status, grads)
        overflow = self.process_loss_scale(cond)
        if not overflow:
            loss = F.depend(loss, self.optimizer(grads))
        return loss, cond, scaling_sens


_scaled = C.MultitypeFuncGraph("scaled")


@_scaled.register("Tensor", "Tensor")
def _scaled_tensor(scale, grad):
    return grad * F.cast(ops.Reciprocal()(scale), F.dtype(grad))


def made():
    net, random = nn.Dense(3, 2), np.random.RandomState(0)
    for parameter in net.get_parameters():
        parameter.set_data(Tensor(random.randn(*parameter.shape).astype(np.float32)))
    return net, nn.WithLossCell(net, nn.MSELoss()), nn.Momentum(net.trainable_params(), 0.1, 0.9)


random = np.random.RandomState(1)
x, y = Tensor(random.randn(4, 3).astype(np.float32)), Tensor(random.randn(4, 2).astype(np.float32))
for mode in (ms.PYNATIVE_MODE, ms.GRAPH_MODE):
    ms.set_context(mode=mode)
    net, loss, optimizer = made()
    step = Step(loss, optimizer, 2.0)
    print(as_list(np.round(step(x, y).asnumpy(), 4) for _ in range(3)), np.round(net.weight.asnumpy().ravel(), 4))
    for scale in (Tensor([8.0]), nn.DynamicLossScaleUpdateCell(8.0, 2, 2), nn.FixedLossScaleUpdateCell(4.0)):
        net, loss, optimizer = made()
        step = ScaledStep(loss, optimizer, scale)
        for inputs in (x, x, Tensor(np.full((4, 3), np.inf, np.float32))):
            value, overflow, sens = step(inputs, y)
            print(np.round(value.asnumpy(), 4), overflow, np.round(sens.asnumpy(), 3), end="; ")
        print(np.round(net.weight.asnumpy().ravel()[:2], 4))
net, loss, optimizer = made()
print(nn.TrainOneStepCell(loss, optimizer))
print(nn.TrainOneStepCell(loss, optimizer).reducer_flag)
