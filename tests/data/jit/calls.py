# SPDX-License-Identifier: Apache-2.0
"""What mindspore.jit makes of functions, methods and layers, and when a call finds a graph that is there."""
import copy
import gc
import inspect
import os
import pickle
import sys
import weakref

import numpy as np

import mindspore as ms
from mindspore import Parameter, Tensor, nn, ops
from mindspore._jit import keptcalls


def tensor(*shape):
    return Tensor(np.arange(1, 1 + int(np.prod(shape)), dtype=np.float32).reshape(shape))


def same(a, b):
    assert np.allclose(a.asnumpy(), b.asnumpy()), (a, b)


def count(function):
    return len(function.entries)


@ms.jit
def at_top(x, k=2):
    """Its text."""
    return x * k


def case_looks_like_the_function():
    assert at_top.__name__ == "at_top" and at_top.__doc__ == "Its text." and at_top.__module__ == __name__
    assert list(inspect.signature(at_top).parameters) == ["x", "k"]
    assert inspect.unwrap(at_top) is at_top.__wrapped__ and inspect.isfunction(at_top.__wrapped__)
    assert "return x * k" in inspect.getsource(at_top)
    assert repr(at_top).startswith("<function at_top at 0x")
    at_top.mark = 3
    assert at_top.mark == 3 and callable(at_top)
    assert pickle.loads(pickle.dumps(at_top)) is at_top and copy.copy(at_top) is at_top


def case_goes_away():
    function = ms.jit(lambda x: x + 1)
    function(tensor(2))
    gone = weakref.ref(function)
    del function
    gc.collect()
    assert gone() is None
    net = ms.jit(Net())
    net(tensor(3))
    gone = weakref.ref(net)
    del net
    keptcalls.forget_calls()  # a run that is recorded keeps the layers of its last calls
    gc.collect()
    assert gone() is None


def case_keys_of_tensors():
    function = ms.jit(lambda x: x + 1)
    for argument in (tensor(2, 3), tensor(2, 3) * 5, tensor(3, 2), tensor(2, 3).astype(ms.float16), tensor(2, 3)):
        same(function(argument), argument + 1)
    assert count(function) == 3


def case_keys_of_constants():
    function = ms.jit(lambda x, k: x if k is None else x * k)
    x = tensor(3)
    for k in (1, True, 1.0, None, 1, True, 1.0, None):
        same(function(x, k), x if k is None else x * k)
    assert count(function) == 4
    keyed = ms.jit(lambda x, k: x)
    for k in (0.0, -0.0, float("nan"), float("nan"), 0.0, "a", "a", ms.float32, ms.float32):
        keyed(x, k)
    assert count(keyed) == 5


def case_keys_of_containers():
    function = ms.jit(lambda pair, named: pair[0] * named["k"] + len(pair))
    x = tensor(2)
    for pair, named in (((x, x), {"k": x}), ((x, x), {"k": x}), ([x, x], {"k": x}), ((x,), {"k": x}),
                        ((x, 3), {"k": x}), ((x, 4), {"k": x}), ((x, 4), {"k": 2.0})):
        same(function(pair, named), pair[0] * named["k"] + len(pair))
    assert count(function) == 6


def case_keywords_and_defaults():
    function = ms.jit(lambda x, y=2, *rest, by=1: (x * y + sum(rest)) * by)
    x = tensor(2)
    for args, kwargs in (((x,), {}), ((x, 2), {}), ((x,), {"y": 3}), ((x, 3), {}), ((x, 1, x), {}), ((x,), {"by": 4}),
                         ((x,), {"by": x}), ((x,), {"by": x + 1})):
        same(function(*args, **kwargs), function.__wrapped__(*args, **kwargs))
    assert count(function) == 4


class Scaler:
    def __init__(self, factor):
        self.factor = factor

    @ms.jit
    def scaled(self, x):
        return x * self.factor


def case_methods():
    two, three = Scaler(2), Scaler(3)
    for _ in range(2):
        same(two.scaled(tensor(2)), tensor(2) * 2)
        same(three.scaled(tensor(2)), tensor(2) * 3)
    assert count(Scaler.scaled) == 2

    class Plain:
        def add(self, x):
            return x + 1
    bound = ms.jit(Plain().add)
    same(bound(tensor(2)), tensor(2) + 1)
    assert inspect.ismethod(bound)


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.w = Parameter(tensor(3), name="w")
        self.drop = nn.Dropout(p=0.5)

    def construct(self, x):
        return self.drop(x * self.w)


def case_layers():
    net = ms.jit(Net())
    net.set_train(False)
    for _ in range(3):
        same(net(tensor(3)), tensor(3) * tensor(3))
    assert count(net.compiled().__func__) == 1
    net.set_train(True)
    net(tensor(3))
    net.set_train(False)
    net(tensor(3))
    assert count(net.compiled().__func__) == 2


def case_class_of_layers():
    @ms.jit
    class Doubled(nn.Cell):
        def construct(self, x):
            return x * 2
    first, second = Doubled(), Doubled()
    same(first(tensor(2)), tensor(2) * 2)
    same(second(tensor(2)), tensor(2) * 2)
    assert count(Doubled.construct) == 2


def case_replaced_data():
    net = ms.jit(Net())
    net.set_train(False)
    net(tensor(3))
    net.w.set_data(Tensor(np.zeros(3, np.float32)))
    same(net(tensor(3)), Tensor(np.zeros(3, np.float32)))
    same(net(tensor(3)), Tensor(np.zeros(3, np.float32)))
    assert count(net.compiled().__func__) == 1  # the graph with the old data is gone


def case_graph_mode():
    ms.set_context(mode=ms.GRAPH_MODE)
    net = Net()
    net.set_train(False)
    same(net(tensor(3)), tensor(3) * tensor(3))
    assert count(net.compiled().__func__) == 1
    eager = ms.jit(lambda x: x + 1, capture_mode="bytecode")
    same(eager(tensor(2)), tensor(2) + 1)
    assert count(eager) == 0  # the decorator is passed over in GRAPH_MODE


def case_levels_of_the_context():
    ms.set_context(mode=ms.GRAPH_MODE)
    function = Net()
    function.set_train(False)
    assert function.compiled().__func__.__jitscope_graphs__.settings()[0] == "O0"
    ms.set_context(jit_config={"jit_level": "O1"})
    assert function.compiled().__func__.__jitscope_graphs__.settings()[0] == "O1"
    function(tensor(3))
    ms.set_context(jit_config={"jit_level": "O0"})
    function(tensor(3))
    assert count(function.compiled().__func__) == 2
    function.set_jit_config(ms.JitConfig(jit_level="O1"))
    assert function.compiled().__func__.__jitscope_graphs__.settings()[0] == "O1"
    function(tensor(3))
    assert count(function.compiled().__func__) == 2


def case_gradient_through_it():
    function = ms.jit(lambda x: (x * x).sum())
    same(ms.grad(function)(tensor(3)), tensor(3) * 2)
    same(function(tensor(3)), (tensor(3) * tensor(3)).sum())


def case_operators_and_callables():
    same(ms.jit(ops.tanh)(tensor(2)), ops.tanh(tensor(2)))
    same(ms.jit(ops.ReLU())(tensor(2)), tensor(2))


def case_switched_off():
    os.environ["MS_JIT"] = "0"
    try:
        def plain(x):
            return x
        assert ms.jit(plain) is plain
    finally:
        del os.environ["MS_JIT"]


def case_backend():
    same(ms.jit(lambda x: x * 2, backend="GE")(tensor(2)), tensor(2) * 2)
    same(ms.jit(lambda x: x * 2, backend="ms_backend", jit_level="O1")(tensor(2)), tensor(2) * 2)


def case_dynamic_shapes():
    def scaled(x, y):
        return ops.tanh(x * y + 1) * 2 - x.sum()
    function = ms.jit(scaled, dynamic=1, jit_level="O1")
    for rows in (2, 3, 4, 5, 2, 1):
        same(function(tensor(rows, 3), tensor(3)), scaled(tensor(rows, 3), tensor(3)))
    assert count(function) == 2
    same(function(tensor(1, 4), tensor(2, 4)), scaled(tensor(1, 4), tensor(2, 4)))
    assert count(function) == 3  # an argument of another rank


def case_dynamic_where_shapes_matter():
    def mean(x):
        return x.sum() / x.shape[0] if x.shape[0] > 2 else x
    function = ms.jit(mean, dynamic=1)
    for rows in (2, 3, 4, 5, 2):
        same(function(tensor(rows)), mean(tensor(rows)))
    assert count(function) == 4


def case_recursion_of_graphs():
    inner = ms.jit(lambda x: x * 2)
    outer = ms.jit(lambda x: inner(x) + inner(x + 1))
    same(outer(tensor(2)), tensor(2) * 2 + (tensor(2) + 1) * 2)
    assert count(inner) == 0  # part of the outer graph


def case_conditions_that_comments_say():
    def never(x):
        raise AssertionError("the condition is not evaluated")

    def one_line(x):
        if never(x):  # @jit.cond: True
            return x + 1
        return x + 2

    def above(x):
        # @jit.cond: False
        if never(x):
            return x + 1
        elif (x.sum() > 100
              or never(x)):  # @jit.cond: True
            return x + 3
        return x + 2

    def inner(x):
        if x.sum() > 0:
            if never(x):  # @jit.cond: False
                return x + 1
            # @jit.cond: True
            x = x + 4
        return x
    for function, more in ((one_line, 1), (above, 3), (inner, 4)):
        same(ms.jit(function)(tensor(2)), tensor(2) + more)
    same(ms.jit(inner)(-tensor(2)), -tensor(2))  # the outer condition is its own

    def in_words(x):
        if x.sum() > 100:  # perhaps @jit.cond: True
            return x + 1
        return x + 2
    same(ms.jit(in_words)(tensor(2)), tensor(2) + 2)


def case_seeds_are_shaped_like_the_results():
    gradient = ops.GradOperation(get_all=True, sens_param=True)

    def seeded(function):
        return ms.jit(lambda x, seeds: gradient(function)(x, seeds))
    both = seeded(lambda x: (x * 2, x * 3))
    same(both(tensor(2), (tensor(2), tensor(2)))[0], tensor(2) * 5)
    for function, seeds, kinds in ((both, tensor(2), "AbstractTensor cannot join with AbstractTuple"),
                                   (seeded(lambda x: x * 2), (tensor(2),) * 2,
                                    "AbstractTuple cannot join with AbstractTensor")):
        try:
            function(tensor(2), seeds)
        except TypeError as failure:
            assert f"Type Join Failed: Abstract type {kinds}." in str(failure), failure
        else:
            raise AssertionError("no TypeError")


def case_mod_takes_no_two_numbers():
    mod = ops.operations.Mod()
    same(ms.jit(lambda x, y: mod(x, y))(tensor(3), 2), tensor(3) % 2)
    for function in (mod, ms.jit(lambda x, y: mod(x, y))):
        try:
            function(19, 2)
        except TypeError as failure:
            assert "For 'Mod', the element of 'x' must be one of Tensor" in str(failure), failure
        else:
            raise AssertionError("no TypeError")


def kinds(value):
    """A result with its containers told apart."""
    if isinstance(value, Tensor):
        return value.asnumpy().tolist()
    if isinstance(value, (tuple, list)):
        return [type(value).__name__, *map(kinds, value)]
    return {key: kinds(item) for key, item in value.items()} if isinstance(value, dict) else value


def case_iterators_come_as_tuples_and_lists():
    x, y = Tensor(1.0), Tensor(3.0)
    rows = ((lambda x, y: zip((x, y), (y, x)), ["tuple", ["tuple", 1, 3], ["tuple", 3, 1]]),
            (lambda x, y: map(lambda a: a * 2, (x, y)), ["tuple", 2, 6]),
            (lambda x, y: map(lambda a: a * 2, [x, y]), ["list", 2, 6]),
            (lambda x, y: map(lambda a, b: a + b, (x, y), (y, y)), ["tuple", 4, 6]),
            (lambda x, y: filter(lambda a: a > 1, (1, 2, 3)), ["list", 2, 3]),
            (lambda x, y: range(1, 7, 2), ["tuple", 1, 3, 5]),
            (lambda x, y: enumerate([x, y], 2), ["tuple", ["tuple", 2, 1], ["tuple", 3, 3]]),
            (lambda x, y: {"a": x, "b": y}.keys(), ["tuple", "a", "b"]),
            (lambda x, y: {"a": x, "b": y}.values(), ["tuple", 1, 3]),
            (lambda x, y: {"a": x}.items(), ["list", ["tuple", "a", 1]]),
            (lambda x, y: iter((x, y)), ["tuple", 1, 3]),
            (lambda x, y: (a for a in (x, y)), ["list", 1, 3]),
            (lambda x, y: (range(3), [zip((x,), (y,)), x]), ["tuple", ["tuple", 0, 1, 2],
                                                             ["list", ["tuple", ["tuple", 1, 3]], 1]]),
            (lambda x, y: {"k": range(2)}, {"k": ["tuple", 0, 1]}))
    for function, expected in rows:
        compiled = ms.jit(function)
        for _ in range(2):
            found = kinds(compiled(x, y))
            assert found == expected, (found, expected)
    compiled = ms.jit(lambda x, y: reversed((x, y)))
    assert [kinds(list(compiled(x, y))) for _ in range(2)] == [["list", 3, 1]] * 2


def _added(x, y):
    x.add_(y)
    return x


def _added_twice(x, y):
    x.add_(y)
    y.add_(x)
    return x, [y, x]


def _written(x, y):
    x[0] = y[1]
    return x


def _as_view(x, y):
    return x.view(2, 1)


def _unchanged(x, y):
    return x, y


def case_results_are_the_callers_own():
    """What a call gave stays as it is, whatever the next call or the caller writes."""
    rows = ((_added, [4, 7], [7, 12]), (_added_twice, [4, 7], [11, 19]), (_written, [5, 2], [5, 2]),
            (_as_view, [[1], [2]], [[1], [2]]), (_unchanged, [1, 2], [1, 2]))
    for function, first, second in rows:
        compiled, x, y = ms.jit(function), Tensor([1.0, 2.0]), Tensor([3.0, 5.0])
        results = [compiled(x, y), compiled(x, y)]
        given = [result[0] if isinstance(result, tuple) else result for result in results]
        x[0] = 100.0
        assert [kinds(tensor) for tensor in given] == [first, second], (function.__name__, *given)
        given[0][0] = -7.0
        assert float(x[0]) == 100, function.__name__


def case_an_argument_alone_is_given_back():
    compiled, x = ms.jit(lambda x: x), Tensor([1.0, 2.0])
    result = compiled(x)
    x[0] = 5.0
    assert kinds(result) == [5, 2]


class _Weighted(ms.nn.Cell):
    def __init__(self):
        super().__init__()
        self.w = ms.Parameter(Tensor([2.0]), name="w")

    @ms.jit
    def construct(self, x):
        ops.assign_add(self.w, x)
        return self.w, self.w


def case_weights_that_are_results_are_copies():
    net = _Weighted()
    first, second = net(Tensor([1.0])), net(Tensor([1.0]))
    assert [kinds(result[0]) for result in (first, second)] == [[3], [4]] and kinds(net.w) == [4]


def case_other_values_of_a_weight_go_into_its_graph():
    """A target network takes the weights of another one before each call: that is no reason to compile anew."""
    net, given = nn.Dense(3, 2), Tensor(np.full((2, 3), 2, np.float32))
    compiled = ms.jit(net.construct)
    compiled(tensor(2, 3))
    net.weight.set_data(given)
    same(compiled(tensor(2, 3)), ops.matmul(tensor(2, 3), given.T) + net.bias)
    net.weight.set_data(ops.zeros((2, 3), ms.float64))
    same(compiled(tensor(2, 3)), ops.zeros((2, 2)) + net.bias)
    assert count(compiled) == 1 and net.weight.dtype == ms.float32
    same(given, Tensor(np.full((2, 3), 2, np.float32)))  # it was copied, so later values do not reach it
    net.weight.set_data(net.weight.T.reshape(2, 3))
    compiled(tensor(2, 3))
    plain = Parameter(Tensor([1.0, 2.0]))  # in no graph: it takes the memory, as the gradient of a view needs
    other = Tensor([3.0, 4.0])
    plain.set_data(other)
    other[0] = 5.0
    same(plain, Tensor([5.0, 4.0]))


if __name__ == "__main__":
    globals()["case_" + sys.argv[1]]()
    print("ok")
