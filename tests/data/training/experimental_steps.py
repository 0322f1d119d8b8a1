# What optimizers give, keep and print, above all those of experimental.optim whose rates a scheduler changes.
import numpy as np

import mindspore as ms
from mindspore import Parameter, Tensor, nn, ops
from mindspore.experimental import optim


def weights():
    return [Parameter(Tensor([1.0, -2.0], ms.float32), name="p"), Parameter(Tensor([0.5], ms.float32), name="q")]


def gradients(step):
    return Tensor([0.1, 0.2 * step], ms.float32), Tensor([-0.3], ms.float32)


def rounded(tensor):
    return np.round(tensor.asnumpy().astype(np.float64), 5).tolist()


optimizer = optim.ASGD(weights(), 0.1, lambd=0.1, alpha=0.6, t0=2.0, weight_decay=0.1)
scheduler = optim.lr_scheduler.ExponentialLR(optimizer, 0.5)
for number in range(6):
    optimizer(gradients(number))
    scheduler.step()
    print([rounded(parameter) for parameter in optimizer.get_parameters()])

for kind in (optim.SGD, optim.Adam, optim.AdamW, optim.Adagrad, optim.RMSprop, optim.NAdam, optim.RAdam, optim.Adadelta, optim.Adamax,
             optim.Rprop):
    optimizer = kind(weights(), lr=0.1)
    print(optimizer)
    print(sorted(optimizer.param_groups[0]))
    print([parameter.name for parameter in optimizer.get_parameters()])

for kind in (nn.SGD, nn.Adam, nn.RMSProp, nn.Adagrad, nn.FTRL, nn.AdaMax, nn.Adadelta, nn.ASGD, nn.Rprop, nn.AdamWeightDecay):
    print(kind.__name__, kind(weights(), learning_rate=0.1)(gradients(1)))

given = [Tensor([3.0, 4.0]), Tensor([1.0])]
for clipped in (ops.clip_by_norm(given, 0.5), ops.clip_by_global_norm(given, 0.5), ops.clip_by_value(given, -1.0, 1.5)):
    print(type(clipped).__name__, [rounded(tensor) for tensor in clipped])
