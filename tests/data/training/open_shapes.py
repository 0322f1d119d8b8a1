# Inputs that are not known yet: shapes with open sizes, symbols for them, and what nn.Cell.set_inputs makes of them.
import numpy as np

import mindspore as ms
from mindspore import Symbol, Tensor, nn, ops


def told(what):
    try:
        print(what())
    except (TypeError, ValueError) as problem:
        print(type(problem).__name__, str(problem).splitlines()[0])


class Net(nn.Cell):
    def construct(self, x):
        return ops.relu(x)


ones = Tensor(np.ones((3, 2), np.float32))
known = Tensor(shape=[3, None], dtype=ms.float32)
print(repr(known), known.shape, known.dtype, known.ndim, isinstance(known, Tensor))
told(lambda: Tensor(shape=[3, None]))
net = Net()
net.set_inputs(known)
print(net.get_inputs())
print(net(ones).shape, net(Tensor(np.ones((2, 2), np.float32))).shape)
ms.set_context(mode=ms.GRAPH_MODE)
print(net(ones).shape, net(Tensor(np.ones((3, 5), np.float32))).shape)
told(lambda: net(Tensor(np.ones((2, 2), np.float32))))
told(lambda: net(Tensor(np.ones((3, 2), np.int32))))
told(lambda: Net().set_inputs(known, known))
named = Net()
named.set_inputs(x=known)
print(named(ones).shape)
odd, same = Symbol(divisor=8, remainder=1), Symbol(max=32, unique=True)
print(odd, Symbol(min=3, max=10), Symbol(max=3, min=5), Symbol())
shaped = Tensor(shape=(None, odd, odd, same, same), dtype=ms.float32)
print(shaped.shape)
net = Net()
net.set_inputs(shaped)
print(net(Tensor(np.ones((1, 9, 17, 4, 4), np.float32))).shape, net(Tensor(np.ones((2, 25, 9, 3, 3), np.float32))).shape)
for options in ({"divisor": 0}, {"divisor": 4, "remainder": 5}, {"max": "a"}, {"min": 0}, {"unique": 3}):
    told(lambda: Symbol(**options))
