# mindspore.boost: parts of the parameters that stand still, groups, optimizers made anew.
import numpy as np

from mindspore import Tensor, boost, context, nn, ops
from mindspore.boost.grad_freeze import FreezeOpt, freeze_cell


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.conv, self.bn, self.flatten = nn.Conv2d(1, 4, 3), nn.BatchNorm2d(4), nn.Flatten()
        self.fc1, self.fc2 = nn.Dense(64, 8), nn.Dense(8, 3)

    def construct(self, x):
        return self.fc2(self.fc1(self.flatten(self.bn(self.conv(x)))))


def made():
    net, random = Net(), np.random.RandomState(1)
    for parameter in net.trainable_params():
        parameter.set_data(Tensor((random.randn(*parameter.shape) * 0.1).astype(np.float32)))
    return net


x = Tensor(np.random.RandomState(0).randn(5, 1, 4, 4).astype(np.float32))
y = Tensor(np.random.RandomState(3).randn(5, 3).astype(np.float32))
net, freeze = made(), boost.GradientFreeze(3, 0, 0.5, 20)
print([[parameter.name for parameter in part] for part in freeze.split_parameters_groups(net, 2)])
print(freeze.generate_freeze_index_sequence(3, 0, 0.5, 20), freeze.generate_freeze_index_sequence(4, 0, 0.7, 20))
np.random.seed(0)
print(freeze.generate_freeze_index_sequence(4, 1, 0.5, 20), freeze.generate_freeze_index_sequence(1, 0, 0.7, 5))
with_loss, optimizer = freeze.freeze_generate(nn.WithLossCell(net, nn.MSELoss()), nn.Momentum(net.trainable_params(), 0.1, 0.9))
print(type(optimizer).__name__, [len(part.parameters) for part in optimizer.opts], optimizer.train_strategy.asnumpy().tolist())
cells = freeze_cell(False, with_loss, optimizer, 1.0, ops.GradOperation(get_by_list=True, sens_param=True), False, None, None, 1)
print(np.round(cells[1](x, y).asnumpy(), 4), np.round(net.fc2.weight.asnumpy().ravel()[:3], 4))

net = made()
process = boost.OptimizerProcess(nn.Momentum([{"params": net.trainable_params(), "weight_decay": 0.01}], 0.1, 0.9))
process.add_grad_centralization(net)
print(type(process.generate_new_optimizer()).__name__, [value.name for value in process.generate_new_optimizer().parameters])
first, rest = net.trainable_params()[:1], net.trainable_params()[1:]
for groups in (boost.ParameterProcess.generate_group_params(net.trainable_params()[:2], [{"params": first, "lr": 0.1}, {"params": rest}]),
               boost.ParameterProcess.generate_group_params(first, net.trainable_params())):
    print([{key: [item.name for item in value] if isinstance(value, list) else value for key, value in group.items()}
           for group in groups])
print([value.comm_fusion for value in boost.ParameterProcess().assign_parameter_group(net.trainable_params())])

net = made()
less = boost.LessBN(net, True)
print([type(cell).__name__ for _, cell in less.cells_and_names()], np.round(less(x).asnumpy()[0], 4))
net = made()
train = boost.BoostTrainOneStepCell(nn.WithLossCell(net, nn.MSELoss()), nn.Momentum(net.trainable_params(), 0.1, 0.9))
train(x, y)
train(x, y)
print(np.round(net.fc2.weight.asnumpy().ravel()[:3], 4))
momentum = nn.Momentum(made().trainable_params(), 0.1, 0.9)
for what in (lambda: FreezeOpt(3), lambda: FreezeOpt(momentum, None, [1]), lambda: FreezeOpt(momentum, [[]], "a"),
             lambda: FreezeOpt(momentum, 3), lambda: FreezeOpt(momentum, [3]),
             lambda: boost.ParameterProcess.generate_group_params([], []),
             lambda: freeze.generate_freeze_index_sequence(4, 2, 0.5, 20)):
    try:
        what()
    except (TypeError, ValueError) as problem:
        print(type(problem).__name__, problem)

# The mean of the gradients of two steps as one step, also by an optimizer's own way to remember how it was made.
from mindspore.nn.optim.optimizer import opt_init_args_register


class Plain(nn.Optimizer):
    @opt_init_args_register
    def __init__(self, params, learning_rate=0.5, factor=2):
        super().__init__(learning_rate, params)
        self.factor = factor

    def construct(self, gradients):
        return nn.SGD.construct(self, gradients)


class Accumulated(nn.Cell):
    def __init__(self, net, optimizer):
        super().__init__()
        self.net, self.accumulate = net, boost.GradientAccumulation(2, optimizer)
        self.grad, self.weights = ops.GradOperation(get_by_list=True), optimizer.parameters

    def construct(self, x):
        return self.accumulate(self.net(x).sum(), self.grad(self.net, self.weights)(x))


for mode in (0, 1):
    context.set_context(mode=mode)
    net = nn.Dense(2, 1, weight_init="ones", bias_init="zeros")
    step = Accumulated(net, nn.SGD(net.trainable_params(), 0.1))
    for i in range(3):
        loss = step(Tensor(np.full((1, 2), i + 1.0, np.float32)))
        print(loss, net.weight.asnumpy(), step.accumulate._accumulation_step.asnumpy())
made = Plain([net.weight], factor=3)
print(sorted(made.init_args.items()), made.init_learning_rate, [value.name for value in made.init_params["params"]])
scaled = ops.MultitypeFuncGraph("scaled")
scaled.register("Tensor", "RowTensor")(lambda scale, rows: scale)
scaled.register("Tensor", "Tensor")(lambda scale, value: scale * value)
print(scaled(Tensor(2.0), Tensor(3.0)))
