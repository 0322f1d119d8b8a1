"""A layer that nobody holds any more goes, and its graphs with it; a call that was compiled for an object is not for another
one at its place."""
import gc
import weakref
import numpy as np
import mindspore as ms
from mindspore import Tensor, nn, ops


class Net(nn.Cell):
    def __init__(self, factor=1.0):
        super().__init__()
        self.dense = nn.Dense(4, 4)
        self.factor = factor

    @ms.jit
    def construct(self, x):
        return ops.relu(self.dense(x)) * self.factor


class Bound(Net):
    @ms.jit
    def construct(self, x, *, scale):
        return self.dense(x) * self.factor * scale


@ms.jit
def applied(net, x):
    return net.dense(x) * net.factor


class Setting:
    def __init__(self, factor):
        self.factor = factor


@ms.jit
def scaled(setting, x):
    return x * setting.factor


x = Tensor(np.ones((2, 4), np.float32))
ways = {
    "jitted construct": (Net, lambda net: net(x)),
    "with a gradient around": (Net, lambda net: ms.value_and_grad(net, None, net.trainable_params())(x)),
    "with a named argument": (Bound, lambda net: net(x, scale=Tensor(2.0))),
    "of a function": (Net, lambda net: applied(net, x)),
}
for name, (kind, call) in ways.items():
    net = kind()
    call(net)
    gone = weakref.ref(net.dense.weight), weakref.ref(net)
    del net
    gc.collect()
    if any(each() is not None for each in gone):
        print(f"{name}: a layer is held by {[type(each) for each in gc.get_referrers(gone[1]() or gone[0]())]}")

# Objects at the same address, one after the other.
for factor in range(50):
    found = scaled(Setting(float(factor)), x)
    if found.asnumpy()[0, 0] != factor:
        print(f"{found} instead of {factor}")
gc.collect()
if scaled.entries:
    print(f"{len(scaled.entries)} graphs of objects that are gone")
kept = [Setting(2.0), Setting(3.0)]
for setting in kept * 2:
    if scaled(setting, x).asnumpy()[0, 0] != setting.factor:
        print(f"not times {setting.factor}")
if len(scaled.entries) != 2:
    print(f"{len(scaled.entries)} graphs for two objects")
print("done")
