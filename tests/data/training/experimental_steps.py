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

# A rate that somebody changes between two steps counts; a number in its place stays, whatever a scheduler gives.
schedules = optim.lr_scheduler
for kind, given in ((schedules.StepLR, (3, 0.5)), (schedules.ExponentialLR, (0.9,)), (schedules.MultiStepLR, ([2, 5], 0.3)),
                    (schedules.LinearLR, (0.3,)), (schedules.ConstantLR, (0.5, 3)), (schedules.CosineAnnealingLR, (4,)),
                    (schedules.PolynomialLR, (6, 2.0)), (schedules.MultiplicativeLR, (lambda step: 0.95,)),
                    (schedules.LambdaLR, (lambda step: 0.9 ** step,))):
    for is_written in (True, False):
        optimizer = optim.SGD(weights(), lr=0.1)
        scheduler, rates = kind(optimizer, *given), []
        for number in range(7):
            optimizer(gradients(number))
            scheduler.step()
            group = optimizer.param_groups[0]
            if number == 2 and is_written:
                ops.assign(group["lr"], Tensor(0.02))
            elif number == 2:
                group["lr"] = 0.02
            rates.append((round(float(group["lr"]), 5), round(float(scheduler.get_last_lr()[0]), 5)))
        print(kind.__name__, rates, rounded(optimizer.parameters[1]))
