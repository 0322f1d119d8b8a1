# What programs of model zoos do: the numbers, names and modes are MindSpore 2.10's, but for steps with loss scale in graphs,
# which its processor kernels lack.
import os
import tempfile

import numpy as np

import mindspore as ms
from mindspore import Parameter, Tensor, amp, nn, ops
from mindspore import dataset as ds
from mindspore.train import Model


def filled(net, scale=0.2):
    random = np.random.RandomState(3)
    for parameter in net.get_parameters():
        if "moving" not in parameter.name:
            parameter.set_data(Tensor((random.randn(*parameter.shape) * scale).astype(np.float32)))
    return net


def told(*tensors):
    print(*(np.round(tensor.asnumpy().astype(np.float64), 3).tolist() for tensor in tensors))


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.conv, self.norm = nn.Conv2d(1, 2, 3), nn.BatchNorm2d(2)
        self.head = nn.SequentialCell(nn.Dense(32, 3), nn.LayerNorm((3,)))

    def construct(self, x):
        return self.head(ops.relu(self.norm(self.conv(x))).reshape(x.shape[0], -1))


# Mixed precision keeps the names of parameters.
x = Tensor(np.random.RandomState(0).randn(2, 1, 4, 4).astype(np.float32))
for level in ("O0", "O1", "O2", "O3", "auto"):
    net = amp.auto_mixed_precision(filled(Net()), level)
    print(level, [parameter.name for parameter in net.get_parameters()], [name for name, _ in net.parameters_and_names()])
    if level in ("O0", "O1", "O2"):
        print(net(x).dtype)
        told(net(x))

# Loss scale.
scaler = amp.DynamicLossScaler(8.0, 2, 3)
for finite in (True, True, True, True, False, True):
    scaler.adjust(Tensor(finite))
    told(scaler.scale_value, scaler.counter, scaler.scale(Tensor(2.0, ms.float32)))


def loss_scaled():
    net = filled(nn.Dense(3, 2))
    step = nn.TrainOneStepWithLossScaleCell(nn.WithLossCell(net, nn.MSELoss()), nn.SGD(net.trainable_params(), 0.05),
                                            nn.DynamicLossScaleUpdateCell(4096, 2, 2))
    for factor in (1, 1, 1, 1e30, 1, 1, 1):
        loss, overflow, _ = step(Tensor(np.full((2, 3), factor, np.float32)), Tensor(np.ones((2, 2), np.float32)))
        print(f"{float(loss):.4g}", bool(overflow), float(step.scale_sense))


def scaled_in_a_graph():
    scaler = amp.DynamicLossScaler(8.0, 2, 3)
    adjust = ms.jit(lambda finite: scaler.adjust(finite))
    for finite in (True, True, True, True, False, True):
        adjust(Tensor(finite))
        told(scaler.scale_value, scaler.counter)


if hasattr(ms, "_run"):
    scaled_in_a_graph()
    for mode in (ms.PYNATIVE_MODE, ms.GRAPH_MODE):
        ms.set_context(mode=mode)
        loss_scaled()
    ms.set_context(mode=ms.PYNATIVE_MODE)

# In training or not, after each of a Model's ways.
net = filled(nn.SequentialCell(nn.Dense(3, 4), nn.BatchNorm1d(4), nn.Dense(4, 1)))


def data():
    rows = np.random.RandomState(0).randn(8, 3).astype(np.float32)
    return ds.NumpySlicesDataset((rows, np.ones((8, 1), np.float32)), ["x", "y"], shuffle=False).batch(4)


class Evaluates(ms.train.Callback):
    """Between two steps."""

    def on_train_step_begin(self, run_context):
        print("step", net.training)

    def on_train_step_end(self, run_context):
        model.eval(data())


model = Model(net, nn.MSELoss(), nn.SGD(net.trainable_params(), 0.1), metrics={"mse"})
model.train(1, data(), callbacks=Evaluates())
print("trained", net.training)
model.train(1, data())
print("trained", net.training)
model.fit(1, data(), data())
print("fitted", net.training)
model.predict(Tensor(np.ones((2, 3), np.float32)))
print("predicted", net.training)

# Parameters that are loaded from others share their memory; what is made of them has its own.
first, second = filled(nn.Dense(3, 2)), nn.Dense(3, 2)
ms.load_param_into_net(second, first.parameters_dict())
copied, plain = first.bias.copy(), first.bias.asnumpy().copy()
nn.SGD(first.trainable_params(), 1.0)((ops.ones_like(first.weight), ops.ones_like(first.bias)))
print(bool((second.bias == first.bias).all()), bool((copied == Tensor(plain)).all()))

# An export does not run the network.
net = filled(nn.SequentialCell(nn.BatchNorm1d(3), nn.Dense(3, 2)))
with tempfile.TemporaryDirectory() as folder:
    ms.export(net, Tensor(np.ones((2, 3), np.float32)), file_name=os.path.join(folder, "net"), file_format="MINDIR")
    print(os.listdir(folder), net.training)
    net.set_train(True)
    try:
        ms.export(net, Tensor(np.ones((2, 3), np.float32)), file_name=os.path.join(folder, "other"), file_format="MINDIR")
    except NotImplementedError:
        pass
told(net[0].moving_mean)

# Gradients that are given as numbers, arguments by name.
for sens in (1.0, 2, Tensor([3.0])):
    told(ops.GradOperation(sens_param=True)(lambda x: (x * x).sum())(Tensor([1.0, 2.0]), sens))
x = Tensor(np.float32([[1, 2, 5], [4, 0, 7]]))
told(x.std(1), x.std(1, correction=1), x.std(axis=1, ddof=1), x.unsqueeze(axis=1), x.reshape(shape=(3, 2)), x.tile(reps=(2, 1)))
attention = filled(nn.MultiheadAttention(4, 2, batch_first=True))
given = Tensor((np.arange(24).reshape(2, 3, 4) / 24).astype(np.float32))
told(*attention(given, given, given))
told(*attention(given, given, given, need_weights=False))
