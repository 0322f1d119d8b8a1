"""Products and convolutions by weights see every write, whoever writes: layouts of weights are kept from call to call."""
import copy

import numpy as np

import mindspore as ms
from mindspore import Parameter, Tensor, nn, ops

random = np.random.RandomState(7)


def numbers(*shape):
    return random.uniform(-1, 1, shape).astype(np.float32)


ROWS = (1, 3, 7, 40, 150)  # read where they lie, turned, in bands
XS = [Tensor(numbers(rows, 96)) for rows in ROWS]
IMAGE = Tensor(numbers(1, 32, 20, 20))


def product(x, w):
    return ops.matmul(x, w.swapaxes(0, 1))


def straight(x, w):
    return ops.matmul(x, w)


def convolution(x, w):
    return ops.conv2d(x, w, pad_mode="same")


compiled = {level: {function: ms.jit(lambda x, w, f=function: f(x, w), jit_level=level)
                    for function in (product, straight, convolution)} for level in ("O0", "O1")}


class Case:
    """A weight, what reads it, and the same of a plain copy, by which nothing is kept."""

    def __init__(self, function, inputs, shape):
        self.function, self.inputs = function, inputs
        self.weight = Parameter(Tensor(numbers(*shape)), "w")

    def check(self, what):
        values = self.weight.copy()  # not by an array, for which layouts would be left
        for x in self.inputs:
            expected = self.function(x, values).asnumpy()
            for run in (self.function, compiled["O0"][self.function], compiled["O1"][self.function]):
                for turn in range(3):
                    assert np.array_equal(run(x, self.weight).asnumpy(), expected), (what, self.function, x.shape, turn)


def cases():
    return [Case(product, XS, (200, 96)), Case(straight, XS, (96, 400)), Case(convolution, [IMAGE], (48, 32, 3, 3))]


def by_array(w):
    w.asnumpy()[1] += 1


def by_array_held(w):
    held.append(w.asnumpy())
    held[-1][0, 0] = 3


def by_held_array(w):
    held.pop()[1] -= 2  # the last array: layouts are kept again


def by_buffer(w):
    memoryview(w).cast("B").cast("f")[5] = 9.0


def by_dlpack(w):
    Tensor.from_dlpack(w.to_dlpack())[2] = 4.0


def by_item(w):
    w[3] = 0.5


def by_view(w):
    w.data[1:2] *= 3


def by_method(w):
    w.mul_(Tensor(0.5, ms.float32))
    w.uniform_(-1, 1)


def by_assign(w):
    ops.assign(w, Tensor(numbers(*w.shape)))


def by_data(w):
    w.set_data(Tensor(numbers(*w.shape)))


def by_optimizer(w):
    nn.Adam([w], learning_rate=0.1)((Tensor(numbers(*w.shape)),))
    nn.Momentum([w], learning_rate=0.1, momentum=0.9)((Tensor(numbers(*w.shape)),))


def by_graph(w):
    @ms.jit
    def write():
        return ops.assign_add(w, Tensor(np.ones(w.shape, np.float32)))
    write()


def by_scatter(w):
    rows = Tensor(np.ones((1,) + w.shape[1:], np.float32))
    ops.scatter_add(w, Tensor([2], ms.int32), rows)


WRITERS = (by_array, by_array_held, by_held_array, by_buffer, by_dlpack, by_item, by_view, by_method, by_assign, by_data,
           by_optimizer, by_graph, by_scatter)

held = []
for case in cases():
    case.check("new")
    for writer in WRITERS:
        before = case.weight.copy()
        writer(case.weight)
        assert (before != case.weight).any(), (writer.__name__, "wrote nothing")
        case.check(writer.__name__)
    case.check("a copy")
    copied = copy.deepcopy(case.weight)
    case.weight = copied
    case.check("copied")

# Halves are multiplied as float32.
for dtype in (ms.float16, ms.bfloat16):
    weight = Parameter(Tensor(numbers(200, 96)).astype(dtype), "half")
    for turn in range(6):
        if turn == 3:
            weight[1] = 0.5
        values = weight.copy()
        for x in XS:
            assert (product(x.astype(dtype), weight) == product(x.astype(dtype), values)).all(), (dtype, x.shape, turn)

# A loop writes the weight in between, in one graph.
weight = Parameter(Tensor(numbers(64, 96)), "loop")


def steps(x, count):
    total = x[:, :64] * 0
    for _ in range(count):
        total = total + ops.matmul(x, weight.swapaxes(0, 1))
        ops.assign_add(weight, ops.ones_like(weight))
    return total


start = weight.asnumpy().copy()
x = XS[2]
eager = steps(x, 4).asnumpy()
weight.set_data(Tensor(start))
for level in ("O0", "O1"):
    weight.set_data(Tensor(start))
    assert np.allclose(ms.jit(steps, jit_level=level)(x, 4).asnumpy(), eager, 1e-5, 1e-5), level

# Gradients go by the same weights, and a step is seen by the next.
dense = nn.Dense(96, 128)
step = ms.value_and_grad(lambda x: dense(x).sum(), None, dense.trainable_params())
optimizer = nn.SGD(dense.trainable_params(), 0.01)
for _ in range(4):
    for _ in range(3):
        value, gradients = step(XS[3])
        plain = XS[3].asnumpy() @ dense.weight.asnumpy().T + dense.bias.asnumpy()
        assert np.allclose(value.asnumpy(), plain.sum(), 1e-3, 1e-2)
        assert np.allclose(ms.grad(lambda x: dense(x).sum())(XS[3]).asnumpy(),
                           np.ones((40, 128), np.float32) @ dense.weight.asnumpy(), 1e-4, 1e-4)
    optimizer(gradients)

print("done")
