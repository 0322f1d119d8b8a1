# Optimizers and losses that users write over those of nn, with what these give them.
import numpy as np

import mindspore as ms
from mindspore import Parameter, Tensor, nn, ops
from mindspore.ops import composite as C
from mindspore.ops import functional as F

def as_list(numbers):
    """Their texts as a list: NumPy 2 would add the dtype of each."""
    return "[" + ", ".join(map(str, numbers)) + "]"


_step = C.MultitypeFuncGraph("step")


@_step.register("Tensor", "Tensor", "Tensor", "Tensor", "Tensor")
def _step_tensor(momentum, rate, gradient, weight, moment):
    F.assign(moment, moment * momentum + gradient)
    return F.depend(True, F.assign_sub(weight, rate * moment))


class OwnMomentum(nn.Optimizer):
    def __init__(self, params, learning_rate, momentum=0.9, weight_decay=0.0, loss_scale=1.0):
        super().__init__(learning_rate, params, weight_decay, loss_scale)
        self.momentum = Parameter(Tensor(momentum, ms.float32), name="momentum")
        self.moments = self.parameters.clone(prefix="moments", init="zeros")

    def construct(self, gradients):
        params = self.parameters
        gradients = self.flatten_gradients(gradients)
        gradients = self.decay_weight(gradients)
        gradients = self.gradients_centralization(gradients)
        gradients = self.scale_grad(gradients)
        rate = self.get_lr()
        self.assignadd(self.global_step, self.global_step_increase_tensor)
        return self.hyper_map(F.partial(_step, self.momentum, rate), gradients, params, self.moments)


class OwnLoss(nn.LossBase):
    def __init__(self, reduction="mean"):
        super().__init__(reduction)
        self.abs = ops.Abs()

    def construct(self, base, target):
        distance = self.cast(self.abs(base - target), ms.float32)
        return self.get_loss(self.mul(distance, 2.0)) + self.reduce_mean(distance) + self.reduce_sum(distance)


random = np.random.RandomState(1)
x, y = Tensor(random.randn(4, 3).astype(np.float32)), Tensor(random.randn(4, 2).astype(np.float32))
for mode in (ms.PYNATIVE_MODE, ms.GRAPH_MODE):
    ms.set_context(mode=mode)
    for rate in (0.1, [0.1, 0.2, 0.3], nn.ExponentialDecayLR(0.1, 0.5, 1)):
        net, numbers = nn.Dense(3, 2), np.random.RandomState(0)
        for parameter in net.get_parameters():
            parameter.set_data(Tensor(numbers.randn(*parameter.shape).astype(np.float32)))
        optimizer = OwnMomentum(net.trainable_params(), rate, weight_decay=0.01, loss_scale=2.0)
        step = nn.TrainOneStepCell(nn.WithLossCell(net, OwnLoss()), optimizer)
        print(as_list(np.round(step(x, y).asnumpy(), 3) for _ in range(3)), optimizer.global_step.asnumpy(), optimizer.decay_flags)
print(OwnLoss("sum")(x, x + 1), OwnLoss("none")(x, x + 1).shape)
