# SPDX-License-Identifier: Apache-2.0
# Gradients that are taken eagerly around functions with @jit: the function is a graph, its gradient another. The numbers
# are MindSpore 2.10's.
import numpy as np
import mindspore as ms
from mindspore import Parameter, Tensor, jit, nn, ops

ms.set_context(mode=ms.PYNATIVE_MODE)


def check(actual, expected, what):
    actual = actual if isinstance(actual, (tuple, list)) else (actual,)
    expected = expected if isinstance(expected, tuple) else (expected,)
    assert len(actual) == len(expected), (what, actual)
    for one, other in zip(actual, expected):
        values = one.asnumpy() if isinstance(one, Tensor) else one
        assert np.allclose(values, other, rtol=1e-5, atol=1e-6, equal_nan=True), (what, actual, expected)


def graphs_of(function):
    function = getattr(function, "__func__", function)
    return [entry.is_graph for entry in function.entries]


def refuses(function, what):
    try:
        function()
    except ValueError as failure:
        assert "changed in place" in str(failure), (what, failure)
    else:
        raise AssertionError(what)


x = Tensor([1.0, 2.0], ms.float32)


@jit
def squares(x):
    return x * x


check(ms.grad(squares)(x), [2, 4], "one argument")
assert graphs_of(squares) == [True]
check(squares(x), [1, 4], "outside of a gradient")
assert graphs_of(squares) == [True, True]  # without what a gradient needs
check(ms.grad(squares)(x), [2, 4], "again")
assert len(squares.entries) == 2


@jit
def itself(x):
    return x


assert itself(x) is x
check(ms.grad(itself)(x), [1, 1], "the argument itself")


@jit
def scaled(x, n):
    return x * n


check(ms.grad(scaled)(x, 3.0), [3, 3], "a number")
check(ms.grad(scaled, (0, 1))(x, Tensor(2.0)), ([2, 2], 3), "two arguments")
check(ms.grad(scaled, 1)(x, Tensor(2.0)), 3, "the second alone")


@jit
def with_aux(x):
    return (x * 2).sum(), ops.log(x)


gradient, aux = ms.grad(with_aux, has_aux=True)(Tensor([0.0, 1.0], ms.float32))
check(gradient, [np.nan, 2], "what does not count has zeros for a gradient")
check(aux[0], [-np.inf, 0], "what does not count")


@jit
def with_integers(x):
    return x * 2, ops.cast(x, ms.int32)


check(ms.grad(with_integers)(x), [3, 3], "a conversion to integers passes the gradient on")


@jit
def loop(x):
    for _ in range(2):
        x = x * x
    i = 0
    while i < 1:
        x = x * x
        i += 1
    return x


check(ms.grad(loop)(x), [8, 1024], "a loop")


@jit
def branch(x, flag):
    if flag:
        x = x * 3
    else:
        x = x * x
    return x


check(ms.grad(branch)(x, Tensor(True)), [3, 3], "a branch")
check(ms.grad(branch)(x, Tensor(False)), [2, 4], "the other branch")


@jit
def structured(x):
    return {"o": x * 2, "l": [x, x * 3]}


check(ms.grad(lambda x: structured(x)["o"] + structured(x)["l"][1])(x), [5, 5], "containers")


class Layer(nn.Cell):
    def __init__(self):
        super().__init__()
        self.v = Parameter(Tensor([5.0, 7.0], ms.float32), name="v")

    def construct(self, x):
        return x * self.v


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.layer = Layer()
        self.w = Parameter(Tensor([2.0, 3.0], ms.float32), name="w")

    @jit
    def construct(self, x):
        return self.layer(x * self.w)


net = Net()
weights = net.trainable_params()  # w, then layer.v
check(ms.grad(net, None, weights)(x), ([5, 14], [2, 6]), "weights")
check(ms.grad(net, None, weights[:1])(x), ([5, 14],), "one of the weights")
of_x, of_weights = ms.grad(net, 0, weights)(x)
check(of_x, [10, 21], "argument and weights")
check(of_weights, ([5, 14], [2, 6]), "argument and weights")
check(ms.grad(lambda x: net(x) + net(x * 2))(x), [30, 63], "called twice")
net.w.set_data(Tensor([1.0, 1.0], ms.float32))
check(ms.grad(net)(x), [5, 7], "other data")
net.w.set_data(Tensor([2.0, 3.0], ms.float32))

# Hooks of layers, within the graphs.
hooked = Net()
handles = [hooked.layer.register_backward_hook(lambda cell, to, of: to[0] * 10),
           hooked.layer.register_backward_pre_hook(lambda cell, of: of[0] * 3)]
of_x, of_weights = ms.grad(hooked, 0, hooked.trainable_params())(x)
check(of_x, [300, 630], "hooks")
check(of_weights, ([150, 420], [6, 18]), "hooks")

# Tensors' hooks, around the graphs.
heard = []


def with_hook(x):
    y = squares(x)
    y.register_hook(lambda gradient: heard.append(gradient.asnumpy()) or gradient * 100)
    return y.sum()


check(ms.grad(with_hook)(x), [200, 400], "the hook of a result")
assert np.array_equal(heard[0], [1, 1])

# Random numbers are drawn once.
dropout = nn.Dropout(p=0.5)
dropout.set_train()


@jit
def dropped(x):
    return dropout(x)


output, gradient = ms.value_and_grad(dropped)(Tensor(np.ones(64, np.float32)))
assert np.array_equal(output.asnumpy(), gradient.asnumpy())
assert 0 < np.count_nonzero(output.asnumpy()) < 64

# A moving average is written once for each call.
averaged = nn.BatchNorm1d(2)
averaged.set_train()


@jit
def normalised(x):
    return averaged(x)


batch = Tensor([[1.0, 2.0], [3.0, 6.0]], ms.float32)
ms.grad(normalised, 0, averaged.trainable_params())(batch)
check(averaged.moving_mean.value(), [0.2, 0.4], "one step of the average")

# Gradients of gradients go through operators.
check(ms.grad(ms.grad(squares))(x), [2, 2], "second derivative")
check(ms.jvp(squares, (x,), (Tensor([1.0, 1.0], ms.float32),))[1], [2, 4], "forwards")
value, back = ms.vjp(squares, x)
check(back(Tensor([1.0, 10.0], ms.float32)), [2, 40], "by seeds")

# What was written to since the call has no gradient any more.
late = Tensor([3.0, 4.0], ms.float32)


def writes_behind(x, late):
    y = scaled(x, late)
    late[0] = 1.0
    return y


refuses(lambda: ms.grad(writes_behind)(x, late), "a stale value")


# Weights that the function writes to after it used them: the gradient knows them as they were.
@jit
def keeps_state(x):
    y = x * state
    ops.assign(state, state * 2)
    return y


@jit
def writes_a_row(x):
    view = state.reshape(2)
    y = x * view
    state[0] = 9.0
    return y


@jit
def writes_in_rounds(x):
    for _ in range(3):
        x = x * state
        ops.assign(state, state * 2)
    return x


for function, expected in ((keeps_state, [0.5, -1]), (writes_a_row, [0.5, -1]), (writes_in_rounds, [1, -8])):
    state = Parameter(Tensor([0.5, -1.0], ms.float32), name="state")
    check(ms.grad(function)(x), expected, function.__name__)
state = Parameter(Tensor([0.5, -1.0], ms.float32), name="state")
part = state[0:2]


@jit
def by_view(x, view):
    y = x * view
    ops.assign(state, state * 2)
    return y


refuses(lambda: ms.grad(by_view)(x, part), "the memory of an argument is the weight's")


# Weights in branches.
class Branching(nn.Cell):
    def __init__(self):
        super().__init__()
        self.w = Parameter(Tensor([2.0, 3.0], ms.float32), name="w")
        self.v = Parameter(Tensor([5.0, 7.0], ms.float32), name="v")

    @jit
    def construct(self, x):
        if x.sum() > 0:
            y = x * self.w
        else:
            y = x * self.v
        return y


branching = Branching()
of_x, of_weights = ms.grad(branching, 0, branching.trainable_params())(x)
check(of_x, [2, 3], "a weight in a branch")
check(of_weights, ([1, 2], [0, 0]), "a weight in a branch")
check(ms.grad(branching)(-x), [5, 7], "the weight of the other branch")
assert graphs_of(Branching.construct) == [True, True]

# What gives no gradient is followed no more, the argument itself neither.
for stops in (lambda a: ops.stop_gradient(a), lambda a: ops.stop_gradient(a) * 1, lambda a: ops.stop_gradient(a)[0:2]):
    stopped = jit(lambda a: stops(a))
    check(ms.grad(lambda a: stopped(a) * a)(x), [1, 2], "a gradient that was stopped")

# Writes to arguments reach the caller.
@jit
def doubles(a):
    a.mul_(2.0)
    return a * 1


def around(a):
    b = a * 1
    doubles(b)
    seen.append(b.asnumpy().tolist())
    return a.sum()


seen = []
ms.grad(around)(x)
assert seen == [[2, 4]], seen

# Constants that are written to between the call and its gradient.
constant = Tensor([4.0, 5.0], ms.float32)


@jit
def by_constant(x):
    return x * constant


def writes_to_constant(x):
    y = by_constant(x)
    constant[0] = 50.0
    return y


refuses(lambda: ms.grad(writes_to_constant)(x), "a constant that was written to")


# Long loops on tensors, which would need the stack on the way back.
@jit
def long_loop(x, count):
    i = 0
    while i < count:
        x = x * 1.0009765625
        i = i + 1
    return x


check(ms.grad(long_loop)(x, Tensor(3000)), [1.0009765625**3000] * 2, "3,000 rounds")


@jit
def chosen(x):
    if x.sum() > 0:
        x = x * x
    return x


check(ms.jvp(chosen, (x,), (Tensor([1.0, 1.0], ms.float32),))[1], [2, 4], "forwards through a branch")

# Arguments and weights as results, in containers.
for gives in (lambda a: (a,), lambda a: [a], lambda a: {"k": a}):
    given = jit(lambda a: gives(a))
    check(ms.grad(lambda a: next(iter(given(a).values() if isinstance(given(a), dict) else given(a))) * a)(x), [2, 4],
          "an argument in a container")
alone = Parameter(Tensor([5.0, 7.0], ms.float32), name="alone")
with_weight = jit(lambda a: (a * 2, alone))
check(ms.grad(lambda a: with_weight(a)[1] * a, None, [alone])(x), ([1, 2],), "a weight that is a result alone")


# Methods that write to a weight are followed, as outside of graphs.
@jit
def adds(a):
    first.add_(second)
    return a * first


first = Parameter(Tensor([0.5, -1.0], ms.float32), name="first")
second = Parameter(Tensor([3.0, 4.0], ms.float32), name="second")
of_x, of_weights = ms.grad(adds, 0, [first, second])(x)
check(of_x, [3.5, 3], "what was added to")
check(of_weights, ([1, 2], [1, 2]), "what was added to, and what was added")


# A counter that each of two calls writes to.
class Counting(nn.Cell):
    def __init__(self):
        super().__init__()
        self.w = Parameter(Tensor([2.0, 3.0], ms.float32), name="w")
        self.count = Parameter(Tensor([0.0, 0.0], ms.float32), name="count", requires_grad=False)

    @jit
    def construct(self, x):
        self.count += 1
        return x * self.w * self.count


counting = Counting()
check(ms.grad(lambda a: counting(a) + counting(a))(x), [6, 9], "two calls, two counts")

# Constants of graphs: what is not an argument or a Parameter.
outer = Tensor([4.0, 5.0], ms.float32)


@jit
def with_constant(x):
    return x * outer


check(ms.grad(with_constant)(x), [4, 5], "a constant")
check(ms.grad(lambda outer, x: with_constant(x))(outer, x), [0, 0], "the gradient of a constant")

# Where there is no graph, operators run.
@jit
def refused(x, flag):
    y = x * 1
    while flag < 3:
        y = ops.dropout(y, 0.0)
        flag = flag + 1
    return y


check(ms.grad(refused)(x, Tensor(1)), [1, 1], "random numbers in a loop")


@jit
def with_python(x):
    return x * float(np.sum(x.asnumpy()))


check(ms.grad(with_python)(x), [3, 3], "a number from Python")

# What runs by operators is captured once, also behind other arguments and with mutable numbers.
class Looping(nn.Cell):
    @jit
    def construct(self, x, count):
        i = 0
        while i < count:
            x = x * 2
            i = i + 1
        return x


looping = Looping()
for _ in range(3):
    check(ms.grad(looping)(x, Tensor(2)), [4, 4], "a layer with a loop")
assert graphs_of(Looping.construct) == [False]


@jit
def with_mutable(numbers, x):
    return x * numbers[0] + numbers[1]


for _ in range(3):
    check(ms.grad(with_mutable, 1)(ms.mutable((2, 3)), x), [2, 2], "mutable numbers")
assert graphs_of(with_mutable) == [True]

for capture_mode in ("bytecode", "trace"):
    other = jit(lambda x: x * x * 1.0, capture_mode=capture_mode)
    check(ms.grad(other)(x), [2, 4], capture_mode)

print("done")
