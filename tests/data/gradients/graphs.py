# SPDX-License-Identifier: Apache-2.0
"""Cases about gradients, writes and prints inside of graphs: the same as the eager run, at both levels.
Run with the name of one case; prints "ok"."""
import sys

import numpy as np

import mindspore as ms
from mindspore import Parameter, Tensor, nn, ops

x = Tensor(np.array([1.0, 2.0, 3.0], np.float32))
y = Tensor(np.array([4.0, 5.0, 6.0], np.float32))


def tensors(value):
    if isinstance(value, Tensor):
        return [value.asnumpy().copy()]
    return [tensor for item in value for tensor in tensors(item)]


def both(function, *arguments):
    """The function eagerly and as a graph at both levels; all must give the same."""
    eager = tensors(function(*arguments))
    for level in ("O0", "O1"):
        graph = tensors(ms.jit(function, jit_level=level)(*arguments))
        assert len(graph) == len(eager)
        for actual, expected in zip(graph, eager):
            np.testing.assert_allclose(actual, expected, rtol=1e-5, atol=1e-6)
    return eager


def refuses(kind, text, action):
    try:
        action()
    except kind as failure:
        assert text in str(failure), str(failure)
        return
    raise AssertionError(f"no {kind.__name__}")


def case_gradient_of_a_function():
    (gradient,) = both(lambda a: ms.grad(lambda b: ops.tanh(b) * b)(a), x)
    np.testing.assert_allclose(gradient, np.tanh([1, 2, 3]) + np.array([1, 2, 3]) * (1 - np.tanh([1, 2, 3]) ** 2), rtol=1e-5)


def case_positions_values_and_further_results():
    both(lambda a, b: ms.grad(lambda c, d: c * d * d, (0, 1))(a, b), x, y)
    both(lambda a: ms.value_and_grad(lambda b: ((b * b).sum(), b + 1), has_aux=True)(a), x)
    both(lambda a, b: ops.GradOperation(get_all=True, sens_param=True)(lambda c, d: c * d)(a, b, a), x, y)


def case_gradients_of_gradients():
    both(lambda a: ms.grad(lambda b: ms.grad(lambda c: c * c * b)(b.copy()) * b)(a), x)
    both(lambda a: ms.grad(lambda b: ms.grad(lambda c: c * b)(b.copy()))(a), x)


def case_what_stands_before_is_constant():
    def function(a):
        before = a * a
        return ms.grad(lambda b: b * before)(a)
    both(function, x)


def case_stopped_and_unused_values():
    both(lambda a, b: ms.grad(lambda c, d: ops.stop_gradient(c * c) * c, (0, 1))(a, b), x, y)

    def paused(a):
        def inside(b):
            with ms._no_grad():
                factor = b * b
            return factor * b
        return ms.grad(inside)(a)
    np.testing.assert_allclose(tensors(paused(x))[0], [1.0, 4.0, 9.0])


def case_branches_of_constants_and_inner_functions():
    def helper(a, twice):
        return a * a if twice else a

    def function(a):
        def inner(b):
            total = helper(b, True)
            for i in range(3):
                total = total + helper(b, i == 1) * i
            return total
        return ms.grad(inner)(a)
    both(function, x)


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.fc1 = nn.Dense(3, 4, activation="relu")
        self.norm = nn.LayerNorm((4,))
        self.fc2 = nn.Dense(4, 2)

    def construct(self, x):
        return self.fc2(self.norm(self.fc1(x)))


def training(as_graph, level, make):
    """The losses of some steps and the weights after them."""
    ms.set_seed(3)
    net, loss = Net(), nn.MSELoss()
    optimizer = make(net.trainable_params())
    forward = ms.value_and_grad(lambda data, label: (loss(net(data), label), label), None, optimizer.parameters, has_aux=True)

    def step(data, label):
        (value, _), gradients = forward(data, label)
        optimizer(gradients)
        return value
    step = ms.jit(step, jit_level=level) if as_graph else step
    rng = np.random.RandomState(0)
    data, label = Tensor(rng.randn(6, 3).astype(np.float32)), Tensor(rng.randn(6, 2).astype(np.float32))
    losses = [float(step(data, label)) for _ in range(5)]
    return losses, [parameter.asnumpy().copy() for parameter in optimizer.get_parameters()]


def case_training_steps_are_those_of_the_eager_run():
    for make in (lambda p: nn.Momentum(p, 0.1, 0.9), lambda p: nn.SGD(p, [0.1, 0.2, 0.05]), lambda p: nn.Adam(p, 0.01),
                 lambda p: nn.AdamWeightDecay(p, 0.01, weight_decay=0.1), lambda p: nn.RMSProp(p, 0.01),
                 lambda p: nn.Lamb(p, 0.01), lambda p: nn.Rprop(p, 0.01),
                 lambda p: nn.Momentum(p, nn.ExponentialDecayLR(0.1, 0.9, 2), 0.9, weight_decay=0.01, loss_scale=2.0)):
        losses, weights = training(False, "O0", make)
        for level in ("O0", "O1"):
            graph_losses, graph_weights = training(True, level, make)
            np.testing.assert_allclose(graph_losses, losses, rtol=1e-4)
            for actual, expected in zip(graph_weights, weights):
                np.testing.assert_allclose(actual, expected, rtol=1e-3, atol=1e-5)


def case_train_one_step_cell_in_graph_mode():
    ms.set_context(mode=ms.GRAPH_MODE)
    try:
        net = Net()
        step = nn.TrainOneStepCell(nn.WithLossCell(net, nn.MSELoss()), nn.SGD(net.trainable_params(), 0.1)).set_train()
        data, label = Tensor(np.ones((2, 3), np.float32)), Tensor(np.zeros((2, 2), np.float32))
        losses = [float(step(data, label)) for _ in range(5)]
        assert losses[-1] < losses[0], losses
    finally:
        ms.set_context(mode=ms.PYNATIVE_MODE)


def case_moving_statistics_are_written():
    class Normed(nn.Cell):
        def __init__(self):
            super().__init__()
            self.norm = nn.BatchNorm1d(3)

        def construct(self, x):
            return self.norm(x)
    data = Tensor(np.random.RandomState(0).randn(8, 3).astype(np.float32))
    moved = []
    for as_graph in (False, True):
        net = Normed().set_train()
        run = ms.jit(net.construct) if as_graph else net
        run(data)
        moved.append(net.norm.moving_mean.asnumpy())
    np.testing.assert_allclose(moved[0], moved[1], rtol=1e-5)
    assert np.abs(moved[0]).max() > 0


def case_writes_come_in_the_order_of_the_program():
    def make():
        p = Parameter(Tensor(np.array([1.0, 1.0, 1.0], np.float32)), name="p")

        def function(a):
            before = p * 2
            written = ops.assign(p, a)
            between = p * 3 + written
            ops.assign_add(p, a)
            return before, between, p * 1
        return p, function
    p, function = make()
    eager, kept = tensors(function(x)), p.asnumpy().copy()
    for level in ("O0", "O1"):
        p, function = make()
        for actual, expected in zip(tensors(ms.jit(function, jit_level=level)(x)), eager):
            np.testing.assert_allclose(actual, expected)
        np.testing.assert_allclose(p.asnumpy(), kept)


def case_functions_that_only_write_are_called():
    p = Parameter(Tensor(np.zeros(3, np.float32)), name="p")

    def store(a):
        ops.assign_add(p, a)

    @ms.jit
    def function(a):
        store(a)
        store(a)
        return a
    function(x)
    np.testing.assert_allclose(p.asnumpy(), [2.0, 4.0, 6.0])


def case_layers_with_a_bprop_of_their_own():
    class Twice(nn.Cell):
        def construct(self, a, b):
            return a * b, a + b

        def bprop(self, a, b, out, dout):
            return dout[0] * 10 + dout[1], dout[0] * 20 + out[0]
    first, second = Twice(), Twice()

    def function(a, b):
        c, d = first(a, b * 2)
        e, f = second(c + 1, a)
        return (e * d).sum() + (f * b).sum()
    expected = ms.grad(function, (0, 1))(x, x + 1)
    for found in (ms.jit(ms.grad(function, (0, 1)))(x, x + 1), ms.grad(ms.jit(function), (0, 1))(x, x + 1)):
        for one, other in zip(found, expected):
            np.testing.assert_allclose(one.asnumpy(), other.asnumpy(), rtol=1e-5)


def case_second_gradients_through_a_bprop():
    class Cube(nn.Cell):
        def construct(self, a):
            return a ** 3

        def bprop(self, a, out, dout):
            return (dout * 3 * a * a,)
    cube = Cube()

    def slope(a):
        return ms.grad(lambda b: cube(b).sum())(a).sum()
    np.testing.assert_allclose(ms.jit(ms.grad(slope))(x).asnumpy(), (6 * x).asnumpy(), rtol=1e-5)


def case_layers_with_a_bprop_in_a_branch_are_refused():
    class Own(nn.Cell):
        def construct(self, a):
            return a * a

        def bprop(self, a, out, dout):
            return (dout,)
    own = Own()

    def function(a):
        if a.sum() > 0:
            a = own(a)
        return a
    refuses(NotImplementedError, "a layer with a bprop of its own", lambda: ms.jit(lambda a: ms.grad(function)(a))(x))


def modes(function):
    """Functions that give what `function` gives: eagerly, and in graphs of both front ends."""
    bytecode = [ms.jit(function, capture_mode="bytecode")] if sys.version_info < (3, 12) else []
    return [function, ms.jit(function), *bytecode]


def unit_layer():
    net = nn.Dense(3, 3, has_bias=False)
    net.weight.set_data(Tensor(np.eye(3), ms.float32))
    return net


def case_hooks_of_arguments():
    """A gradient that is taken in a graph goes through them, also where they come, change and go between calls."""
    def double(gradient):
        return gradient * 2

    def by_sign(gradient):
        if gradient.sum() > 0:
            return gradient * 3
        return -gradient
    every = ops.GradOperation(get_all=True)

    def function(a, b):
        return every(lambda c, d: c * d)(a, b)

    def deeper(a, b):
        return function(a, b)
    for run in (*modes(function), *modes(deeper)):
        a, b = Tensor(x.asnumpy()), Tensor(y.asnumpy())
        for hooks, factors in (((), (1, 1)), ((double,), (2, 1)), ((), (1, 1)), ((double, by_sign), (6, 1))):
            handles = [a.register_hook(hook) for hook in hooks]
            for found, factor, other in zip(run(a, b), factors, (y, x)):
                np.testing.assert_allclose(found.asnumpy(), factor * other.asnumpy())
            for handle in handles:
                handle.remove()


def case_hooks_of_weights():
    net = unit_layer()
    take = ms.grad(net, None, net.trainable_params())

    def function(a):
        return take(a)
    for run in modes(function):
        expected = run(x.reshape(1, 3))[0].asnumpy()
        handle = net.weight.register_hook(lambda gradient: gradient * 2)
        np.testing.assert_allclose(run(x.reshape(1, 3))[0].asnumpy(), 2 * expected)
        handle.remove()
        np.testing.assert_allclose(run(x.reshape(1, 3))[0].asnumpy(), expected)


def case_hooks_that_are_registered_inside():
    def of_value(a):
        b = a * 2
        b.register_hook(lambda gradient: gradient * 3)
        return (b * b).sum()

    def of_argument(a):
        a.register_hook(lambda gradient: gradient * 2)
        return (a * a).sum()

    def removed(a):
        b = a * 2
        b.register_hook(lambda gradient: gradient * 3).remove()
        return (b * b).sum()
    for function, factor in ((of_value, 24), (of_argument, 4), (removed, 8)):
        for run in (*modes(ms.grad(function)), ms.grad(ms.jit(function))):
            np.testing.assert_allclose(run(x.copy()).asnumpy(), factor * x.asnumpy())  # a hook stays on it

    def in_branch(a):
        b = a * 2
        if a.sum() > 0:
            b.register_hook(lambda gradient: gradient * 3)
        return b.sum()
    refuses(NotImplementedError, "A hook that is registered in a loop or branch",
            lambda: ms.jit(lambda a: ms.grad(in_branch)(a))(x))
    weight = Parameter(Tensor([1.0]), name="w")

    def of_weight(a):
        weight.register_hook(lambda gradient: gradient)
        return a * weight
    refuses(ValueError, "Register hook for Parameter inside graph is not supported", lambda: ms.jit(of_weight)(x))


if __name__ == "__main__":
    globals()["case_" + sys.argv[1]]()
    print("ok")
