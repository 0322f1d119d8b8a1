# Layers for nn.thor as real MindSpore computes them, and the optimizer beside its formula.
import numpy as np

import mindspore as ms
from mindspore import Tensor, nn

random = np.random.RandomState(0)
dense = nn.DenseThor(3, 4, activation="relu")
dense.weight.set_data(Tensor(random.randn(4, 3).astype(np.float32)))
x = Tensor(random.randn(5, 3).astype(np.float32))
print(np.round(dense(x).asnumpy(), 4))
found = ms.grad(lambda a: (dense(a) ** 2).sum(), 0, dense.trainable_params())(x)
print(np.round(found[0].asnumpy(), 3), [np.round(value.asnumpy(), 3) for value in found[1]])
print(np.round(dense.matrix_a.asnumpy(), 4), np.round(dense.matrix_g.asnumpy(), 2))
table = nn.EmbeddingThor(6, 2)
table.embedding_table.set_data(Tensor(random.randn(6, 2).astype(np.float32)))
ids = Tensor(np.array([[1, 5], [1, 0]], np.int32))
print(np.round(table(ids).asnumpy(), 4))
print(np.round(ms.grad(lambda a: (table(a) ** 2).sum(), None, table.trainable_params())(ids)[0].asnumpy(), 3))
print(table.matrix_a.asnumpy(), np.round(table.matrix_g.asnumpy(), 3))
print(nn.EmbeddingLookupThor(6, 2)(ids).shape, nn.EmbeddingLookupThor(6, 2).embedding_table.dtype)


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.fc = nn.Dense(5, 3)

    def construct(self, x):
        return self.fc(x)


net = Net()
weight, bias = net.fc.weight.asnumpy().copy(), net.fc.bias.asnumpy().copy()
optimizer = nn.thor(net, Tensor([0.1, 0.1], ms.float32), Tensor([0.2, 0.2], ms.float32), 0.0, batch_size=8.0, loss_scale=2.0,
                    frequency=2)
print(type(net.fc).__name__, [parameter.name for parameter in net.trainable_params()], optimizer.get_frequency())
inputs = random.randn(8, 5).astype(np.float32)
gradients = ms.value_and_grad(lambda a: (net(a) ** 2).mean() * 2, None, optimizer.parameters)(Tensor(inputs))[1]
optimizer(gradients)
outputs = inputs @ weight.T + bias
slope = 2 * outputs / outputs.size * 2
damped = [matrix + np.sqrt(0.2) * np.eye(len(matrix))
          for matrix in (inputs.T @ inputs / 5, slope.T @ slope / 8 * 8 ** 2 / 2 ** 2)]
step = np.linalg.inv(damped[1]) @ (slope.T @ inputs / 2) @ np.linalg.inv(damped[0])
print(np.allclose(net.fc.weight.asnumpy(), weight - 0.1 * step, atol=1e-5))

data = ms.dataset.NumpySlicesDataset((random.randn(64, 5).astype(np.float32), random.randint(0, 3, 64).astype(np.int32)),
                                     ["x", "y"], shuffle=False).batch(8)
loss = nn.SoftmaxCrossEntropyWithLogits(sparse=True, reduction="mean")
for mode in (ms.PYNATIVE_MODE, ms.GRAPH_MODE):
    ms.set_context(mode=mode)
    net = Net()
    optimizer = nn.thor(net, Tensor([0.2] * 40, ms.float32), Tensor([0.3] * 40, ms.float32), 0.9, batch_size=8, frequency=4)
    model = ms.train.ConvertModelUtils.convert_to_thor_model(None, net, loss, optimizer)
    losses = []

    class Watch(ms.train.Callback):
        def step_end(self, run_context):
            losses.append(float(run_context.original_args().net_outputs))
    model.train(4, data, callbacks=[Watch()])
    print(np.mean(losses[-8:]) < np.mean(losses[:8]), ms.get_context("mode") == mode, int(optimizer.cov_step.asnumpy()[0]))
for options in ({"momentum": 1}, {"momentum": -0.1}, {"frequency": 1}, {"learning_rate": 0.1}):
    try:
        nn.thor(Net(), **{"learning_rate": Tensor([0.1]), "damping": Tensor([0.1]), "momentum": 0.9, **options})
    except (TypeError, ValueError) as problem:
        print(type(problem).__name__)
