# MindIR: a file that real MindSpore wrote, and networks that are written and read again.
import os
import tempfile

import numpy as np

import mindspore as ms
from mindspore import Tensor, nn, ops

folder = os.path.dirname(os.path.abspath(__file__))
x = Tensor(np.random.RandomState(6).randn(2, 1, 6, 6).astype(np.float32))


def told(outputs):
    return [np.round(output.asnumpy(), 3).ravel()[:6].tolist() for output in (outputs if isinstance(outputs, tuple) else (outputs,))]


net = nn.GraphCell(ms.load(os.path.join(folder, "mindspore.mindir")))
ms.set_context(mode=ms.GRAPH_MODE)
print(told(net(x)), sorted(parameter.name for parameter in net.trainable_params()))


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.conv, self.bn, self.fc = nn.Conv2d(1, 4, 3, has_bias=True), nn.BatchNorm2d(4), nn.Dense(6, 5, activation="tanh")
        self.norm, self.table, self.gelu = nn.LayerNorm((5,)), nn.Embedding(7, 5), nn.GELU(approximate=False)
        self.shift = Tensor([[1.0, 2.0, 3.0, 4.0, 5.0]])

    def construct(self, x):
        y = self.fc(ops.relu(self.bn(self.conv(x))))
        z = self.norm(ops.concat((y, y), 1)[:, 1:3].mean((1, 2))) + self.shift
        rows = self.table(Tensor([1, 6]))
        return (z, self.gelu(z) / 2, ops.matmul(z, rows.T), y[..., None, 1], ops.where(y > 0, y, 0.5)[:, :, ::2],
                z.astype(ms.int32) * 2.5, ops.split(x, 3, 2)[1].max() if False else x.sum(), 3 - z, ops.softmax(z, -1))


ms.set_context(mode=ms.PYNATIVE_MODE)
net, random = Net(), np.random.RandomState(7)
for parameter in net.get_parameters():
    parameter.set_data(Tensor((np.abs(random.randn(*parameter.shape)) * 0.5).astype(np.float32)))
net.set_train(False)


def mark(model):
    model.producer_name = "mine"
    model.user_info["version"] = "1"


with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "net")
    ms.export(net, x, file_name=path, file_format="MINDIR", custom_func=mark)
    ms.export(net, x, file_name=f"{path}.mindir", file_format="MINDIR")
    print(os.listdir(folder))
    expected = net(x)
    ms.set_context(mode=ms.GRAPH_MODE)
    loaded = nn.GraphCell(ms.load(f"{path}.mindir"))
    outputs = loaded(x)
    print([np.allclose(a.asnumpy(), b.asnumpy(), 1e-4, 1e-5) and a.dtype == b.dtype and a.shape == b.shape
           for a, b in zip(expected, outputs)])
    other = nn.GraphCell(ms.load(f"{path}.mindir"), {name: value * 2 for name, value in loaded.parameters_dict().items()})
    print(told(other(x))[0] != told(outputs)[0])
    for what in (lambda: ms.load("nothing.mindir"), lambda: ms.load("nothing"), lambda: ms.load(3), lambda: nn.GraphCell(3),
                 lambda: ms.export(net, x, file_name=3, file_format="MINDIR"),
                 lambda: ms.export(net, x, file_name="a", file_format="B")):
        try:
            what()
        except (TypeError, ValueError) as problem:
            print(type(problem).__name__)
