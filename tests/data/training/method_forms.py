# Methods of tensors whose two signatures and dtypes differ: largest elements with their places, running sums of small
# integers, axes under both names; and what to_float makes of frozen weights.
import numpy as np

import mindspore as ms
from mindspore import Tensor, nn, ops

x = Tensor(np.array([[1.0, 5.0, -2.0], [4.0, 0.5, 3.0]], np.float32))


def show(name, *results):
    for result in results:
        parts = result if isinstance(result, tuple) else (result,)
        print(name, *[(str(part.dtype), np.round(part.asnumpy().astype(np.float64), 3).tolist()) for part in parts])


show("max", x.max(1), x.max(axis=1), x.max(1, return_indices=True), x.max(1, True, return_indices=True), x.max(0, initial=2.0))
show("min", x.min(-1, return_indices=True), x.min(axis=1, keepdims=True, return_indices=True))
show("places", x.argmax(None, True), x.argmin(axis=None, keepdims=True), x.argmax(1, True))
for dtype in (ms.bool_, ms.uint8, ms.int8, ms.int16, ms.int32, ms.int64, ms.float16):
    ones = Tensor(np.ones(3), dtype)
    show(str(dtype), ones.cumsum(0), ops.cumprod(ones, 0), ops.nansum(ones))
show("overflow", (Tensor(np.full(3, 100), ms.int8)).cumsum(0), ops.cumprod(Tensor(np.full(3, 100), ms.int8), 0))
show("numpy", ms.numpy.cumsum(Tensor(np.full(3, 100), ms.int8)), ms.numpy.cumprod(Tensor(np.full(3, 20), ms.int16)))
show("unique", ms.numpy.unique(Tensor([[3, 1], [2, 1]]), True), ms.numpy.searchsorted(ms.numpy.array([0.0, 1.0]), Tensor([0.5, 2.0])))
ties = Tensor([[1.0, 3.0, 1.0], [3.0, 0.0, 1.0]])
for axis in (0, 1, None):
    show("ties", ms.grad(lambda a: ops.aminmax(a, axis=axis)[0].sum() * 2 + ops.aminmax(a, axis=axis)[1].sum())(ties))
grid = Tensor(np.maximum(np.sin(np.arange(20) * 1.7), 0).reshape(1, 1, 4, 5).astype(np.float32))
show("ties", ms.grad(lambda a: (ops.adaptive_max_pool2d(a, (2, 3)) * 2).sum())(grid))
steps, middles = Tensor([0.0, 1.0, -1.0, 0.0]), Tensor([0.5, 2.0, 3.0, 4.0])
show("steps", ms.numpy.heaviside(steps, middles), ms.grad(lambda a, b: ms.numpy.heaviside(a, b).sum(), (0, 1))(steps, middles))
show("axes", x.transpose(dim0=0, dim1=1), x.diagonal(axis1=1, axis2=0), x.diagonal(1))
show("clip", x.clip(Tensor(0.0), 3.5), x.clip(-1, Tensor(2.0)))
try:
    [grid.asnumpy() for grid in ops.meshgrid(x, x)]
except ValueError:
    print("meshgrid takes vectors")

net = nn.SequentialCell(nn.Dense(3, 2, weight_init="ones"), nn.BatchNorm1d(2), nn.Dense(2, 1, weight_init="ones", bias_init="zeros"))
net[0].bias.set_data(Tensor([0.5, -0.5], ms.float32))
for parameter in net[0].get_parameters():
    parameter.requires_grad = False
net.to_float(ms.float16).set_train()
value, gradients = ms.value_and_grad(lambda a: (net(a) ** 2).sum(), None, net.trainable_params())(x)
show("half", value, net(x), *gradients, *[parameter for parameter in net.get_parameters()])

# Values with their gradients: of one input, of all inputs, of the weights.
line = nn.Dense(2, 1, weight_init="ones", bias_init="zeros")
point = Tensor(np.array([[0.5, -1.0]], np.float32))
for settings in ({}, {"get_all": True}, {"weights": line.trainable_params(), "get_by_list": True},
                 {"weights": line.trainable_params(), "get_all": True, "get_by_list": True}):
    value, gradients = nn.ForwardValueAndGrad(line, **settings)(point)
    print(value, type(gradients).__name__, gradients)
