# SPDX-License-Identifier: Apache-2.0
"""Functions captured by running them: each gives what it gives when run as Python, also for other values later."""
import sys

import numpy as np

import mindspore as ms
from mindspore import Parameter, Tensor, nn, ops


def same(a, b):
    if isinstance(a, (tuple, list)):
        assert len(a) == len(b), (a, b)
        for x, y in zip(a, b):
            same(x, y)
    elif isinstance(a, dict):
        assert list(a) == list(b), (a, b)
        same(list(a.values()), list(b.values()))
    elif isinstance(a, Tensor):
        assert np.allclose(a.asnumpy(), b.asnumpy(), 1e-5, 1e-6), (a, b)
        assert a.dtype == b.dtype
    else:
        assert a == b, (a, b)


def check(function, *calls, graphs=1):
    """Each call as a graph against the call as Python; as many graphs as said."""
    traced = ms.jit(function, capture_mode="trace")
    for arguments in calls:
        for _ in range(2):
            same(traced(*arguments), function(*arguments))
    assert sum(entry.is_graph for entry in traced.entries) == graphs, traced.entries


def tensor(*shape):
    return Tensor(np.random.default_rng(len(shape)).standard_normal(shape), ms.float32)


def case_arithmetic():
    check(lambda a, b, c: a * b + c, (tensor(2, 3), tensor(2, 3), tensor(2, 3)), (tensor(3), tensor(3), tensor(3)),
          graphs=2)


def case_same_tensor_twice():
    function = ms.jit(lambda a, b: a - b, capture_mode="trace")
    x, y = Tensor([1.0, 2.0]), Tensor([5.0, 5.0])
    function(x, x)
    same(function(x, y), x - y)


def case_python_control_flow():
    def steps(x, count):
        for i in range(count):
            if i % 2:
                x = x * 2
            else:
                x = x + i
        return x
    check(steps, (tensor(3), 3), (tensor(3), 4), graphs=2)


def case_containers():
    def mixed(pair, named):
        a, b = pair
        return {"sum": a + b, "all": [a, named["c"] * 2, 7], "text": "k"}
    check(mixed, ((tensor(2), tensor(2)), {"c": tensor(4)}), ([tensor(2), tensor(2)], {"c": tensor(4)}), graphs=2)


def case_mutable_list():
    def total(inputs):
        return ops.addn(inputs), inputs
    check(total, (ms.mutable([Tensor(1), Tensor(2), Tensor(3)]),), (ms.mutable([Tensor(4), Tensor(5), Tensor(6)]),))


def case_mutable_number_is_frozen():
    check(lambda x, k: x * k, (tensor(2), ms.mutable(2)), (tensor(2), ms.mutable(3)), graphs=2)


def case_keywords():
    @ms.jit(capture_mode="trace")
    def scaled(x, *, by, shift=0):
        return x * by + shift
    for by in (tensor(3), tensor(3) + 1):
        for _ in range(2):
            same(scaled(tensor(3), by=by), tensor(3) * by)
            same(scaled(tensor(3), by=by, shift=1), tensor(3) * by + 1)


def case_layers_and_modes():
    net = nn.SequentialCell(nn.Dense(4, 8), nn.Dropout(p=0.5), nn.ReLU(), nn.Dense(8, 2))
    function = ms.jit(lambda x: net(x), capture_mode="trace")
    x = tensor(5, 4)
    net.set_train(False)
    same(function(x), net(x))
    same(function(x + 1), net(x + 1))
    net.set_train(True)
    assert np.abs((function(x) - function(x)).asnumpy()).max() > 0  # dropout draws anew in each call of the graph
    assert len(function.entries) == 2
    net.set_train(False)
    same(function(x), net(x))


def case_construct():
    class Net(nn.Cell):
        def __init__(self):
            super().__init__()
            self.w = Parameter(tensor(3), name="w")

        @ms.jit(capture_mode="trace")
        def construct(self, x):
            return x * self.w + 1
    net = Net()
    for value in (1.0, 2.0):
        net.w.set_data(Tensor([value] * 3, ms.float32))
        for _ in range(2):
            same(net(tensor(3)), tensor(3) * value + 1)


def case_parameter_updates():
    count = Parameter(Tensor([0.0, 0.0]), name="count")

    @ms.jit(capture_mode="trace")
    def add(x):
        before = count * 1
        ops.assign_add(count, x)
        return before, count + 0
    for i in range(4):
        before, after = add(Tensor([1.0, 2.0]))
        same(before, Tensor([1.0 * i, 2.0 * i]))
        same(after, Tensor([1.0 * (i + 1), 2.0 * (i + 1)]))
    same(count, Tensor([4.0, 8.0]))


def case_training_step():
    def run(wrap):
        ms.set_seed(3)
        net = nn.SequentialCell(nn.Dense(4, 8), nn.ReLU(), nn.Dense(8, 1))
        optimizer = nn.Adam(net.trainable_params(), 0.05)
        gradient = ms.value_and_grad(lambda x, y: ((net(x) - y) ** 2).mean(), None, optimizer.parameters)

        def step(x, y):
            loss, gradients = gradient(x, y)
            optimizer(gradients)
            return loss
        step = wrap(step)
        losses = [float(step(tensor(6, 4) + i, tensor(6, 1))) for i in range(5)]
        return losses
    as_python, traced = run(lambda step: step), run(lambda step: ms.jit(step, capture_mode="trace"))
    assert np.allclose(as_python, traced, 1e-4), (as_python, traced)


def case_gradient_of_a_traced_function():
    traced = ms.jit(lambda x: (x * x * x).sum(), capture_mode="trace")
    x = tensor(3)
    for _ in range(2):
        same(ms.grad(traced)(x), 3 * x * x)


def case_gradient_inside():
    def slope(x):
        return ms.grad(lambda t: (t * t * t).sum())(x) + 1
    check(slope, (tensor(3),), (tensor(3) * 2,))


def case_writes_to_own_values():
    def filled(x):
        y = x * 1
        y.add_(3)
        y[0] = 9
        y[1:] = x[1:] * 2
        return y
    check(filled, (tensor(4),), (tensor(4) + 1,))


def case_indexing():
    check(lambda x, i: (x[0], x[:, 1], x[..., 0], x[i], x[x.shape[0] - 1]), (tensor(3, 4), Tensor([0, 2])))


def case_write_through_a_view_runs_as_python():
    def written(x):
        y = x * 1
        y[0].add_(3)
        return y
    check(written, (tensor(2, 2),), graphs=0)


def case_write_to_an_argument_runs_as_python():
    traced = ms.jit(lambda x: x.add_(1), capture_mode="trace")
    x = Tensor([1.0, 2.0])
    for i in range(1, 4):
        traced(x)
        same(x, Tensor([1.0 + i, 2.0 + i]))


def case_shapes_that_depend_on_values():
    check(lambda x: ops.nonzero(x > 0), (tensor(5),), (tensor(5) + 9,), graphs=0)


def case_random_numbers():
    traced = ms.jit(lambda: ops.rand(8), capture_mode="trace")
    drawn = [traced().asnumpy() for _ in range(3)]
    assert not np.allclose(drawn[1], drawn[2])


def case_nested():
    inner_graph = ms.jit(lambda a: a * 2)
    check(lambda a: inner_graph(a) + 1, (tensor(3),))
    traced = ms.jit(lambda a: a * 2, capture_mode="trace")
    outer = ms.jit(lambda a: traced(a) + 1)
    same(outer(tensor(3)), tensor(3) * 2 + 1)


def case_changed_containers_run_as_python():
    def grow(items, named):
        items.append(items[0] * 2)
        named["k"] = items[0] + 1
        return items[-1]
    traced = ms.jit(grow, capture_mode="trace")
    items, named = [tensor(2)], {"k": tensor(2)}
    for i in range(3):
        same(traced(items, named), tensor(2) * 2)
        assert len(items) == i + 2
        same(named["k"], tensor(2) + 1)


def case_set_attributes_run_as_python():
    class Last(nn.Cell):
        @ms.jit(capture_mode="trace")
        def construct(self, x):
            self.last = x * 2
            return self.last + 1
    net = Last()
    for i in range(3):
        same(net(tensor(2) + i), (tensor(2) + i) * 2 + 1)
        same(net.last, (tensor(2) + i) * 2)

    class Makes(nn.Cell):
        @ms.jit(capture_mode="trace")
        def construct(self, x):
            return nn.ReLU()(x)
    net = Makes()
    same(net(tensor(2)), ops.relu(tensor(2)))
    assert type(net).construct.entries[0].is_graph


def case_blocks():
    from mindspore.common.jit_begin_end import _jit_begin, _jit_end

    def begun(x, y, z):
        z = z + Tensor(2)
        _jit_begin("block", x, y, z)
        a = z + x
        return a, a * y

    def ended(x, y, z):
        a = _jit_end(ops.addn(begun(x, y, z)))
        return a, a * y
    for _ in range(2):
        same(ended(Tensor(1), Tensor(2), Tensor(3)), (Tensor(18), Tensor(36)))


def case_prints():
    @ms.jit(capture_mode="trace")
    def shown(x):
        ops.Print()("x:", x + 1)
        return x * 2
    for i in range(3):
        same(shown(Tensor([1.0 * i])), Tensor([2.0 * i]))


def case_scopes_and_lines():
    net = nn.SequentialCell(nn.Dense(4, 2))
    function = ms.jit(lambda x: net(x), capture_mode="trace", jit_level="O1")
    same(function(tensor(3, 4)), net(tensor(3, 4)))


if __name__ == "__main__":
    globals()["case_" + sys.argv[1]]()
    print("ok")
