# SPDX-License-Identifier: Apache-2.0
"""Cases about jit(capture_mode="bytecode"): results, prints, changes and failures are those of plain Python at both
levels, and the graphs and breaks are as many as stated. Run with the name of one case; prints "ok"."""
import collections
import contextlib
import copy
import functools
import io
import os
import sys
import traceback

import numpy as np

import mindspore as ms
from mindspore import Parameter, Tensor, nn, ops
from mindspore._bytecode import functions
from mindspore._c_expression import get_code_extra, jit_mode_pi_disable, jit_mode_pi_enable
from mindspore.common._pijit_context import Unsupported

scale = 2.0
table = {"k": 3}
counter = 0


def t(*values):
    return Tensor(np.array(values, np.float32))


def plain(value):
    """A value that can be compared: tensors as lists."""
    if isinstance(value, Tensor):
        return ("tensor", str(value.dtype), value.shape, np.round(value.asnumpy(), 4).tolist())
    if isinstance(value, (list, tuple)):
        return (type(value).__name__, [plain(item) for item in value])
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, np.ndarray):
        return ("array", value.tolist())
    return value


def outcome(function, args, kwargs):
    """(result or failure, what was printed, the arguments afterwards)."""
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        try:
            result = plain(function(*args, **kwargs))
        except Exception as failure:
            places = traceback.extract_tb(failure.__traceback__)
            lines = [place.lineno for place in places if place.filename == __file__]
            result = (type(failure).__name__, str(failure).splitlines()[:1], lines[1:])
    return result, printed.getvalue(), plain(args)


def same(function, *calls, breaks=0, graphs=1, kwargs=None, reset=lambda: None):
    """Every call eagerly, and by bytecode at both levels."""
    expected = []
    reset()
    for args in calls:
        expected.append(outcome(function, copied(args), kwargs or {}))
    for level in ("O0", "O1"):
        reset()
        compiled = ms.jit(function, capture_mode="bytecode", jit_level=level)
        for args, wanted in zip(calls, expected):
            found = outcome(compiled, copied(args), kwargs or {})
            assert found == wanted, f"{level}: {found} instead of {wanted}"
        extra = get_code_extra(function)
        counts = (len(extra["breaks"]), extra["graph_count_"]) if extra else (0, 0)
        if breaks is not None:
            assert counts == (breaks, graphs), f"{counts} breaks and graphs, not {(breaks, graphs)}: {extra['breaks']}"


def copied(args):
    return tuple(arg if callable(arg) else copy.deepcopy(arg) for arg in args)


def twice(args):
    return args, args


x, y, z = t(1, 2, 3), t(4, 5, 6), t(-1, -2, -3)


def case_straight_lines():
    def f(a, b, c):
        return a * b + c
    same(f, (x, y, z), (y, x, z))


def case_other_shapes_and_types_compile_again():
    def f(a):
        return a + 1
    same(f, (x,), (t(1, 2),), (Tensor([1, 2, 3], ms.int32),), (x,), graphs=3)


def case_python_numbers_are_constants():
    def f(a, n, unused):
        return a * n
    same(f, (x, 2, 1), (x, 2, 7), (x, 3, 1), (x, 2.0, 1), (x, True, 1), graphs=4)


def case_signs_of_zero_differ():
    def f(a, n):
        return 1 / (a * n)
    same(f, (x, 0.0), (x, -0.0), (x, 0.0), graphs=2)


def case_calls_are_walked():
    def inner(a, *rest, k=2, **more):
        return a * k + sum(rest) + more.get("m", 0)

    def f(a, b):
        pair = (b, 1)
        return inner(a) + inner(a, b, 3, k=4) + inner(*pair, **{"m": a}) + (lambda q=3: q * a)()
    same(f, *twice((x, y)))


def case_own_signatures():
    def f(a, b=2, *rest, k, m=3, **more):
        return a * b + k * m + sum(rest) + sum(more.values())
    for args, kwargs in (((x,), {"k": y}), ((x, y, 1, z), {"k": 2, "m": 4, "p": x}), ((x, 5), {"k": 1})):
        same(f, *twice(args), kwargs=kwargs, breaks=None)


def case_wrong_arguments_fail_as_in_python():
    def f(a, b):
        return a + b
    compiled = ms.jit(f, capture_mode="bytecode")
    for args in ((), (x,), (x, y, z)):
        try:
            compiled(*args)
        except TypeError:
            continue
        raise AssertionError("no TypeError")


def case_loops_over_constants_unroll():
    def f(a, n):
        for i in range(n):
            if i == 1:
                continue
            a = a + i
            if i == 4:
                break
        else:
            a = a * 100
        k = 0
        while k < 3:
            k += 1
            a = a * k
        for name, (p, q) in zip("ab", ((1, 2), (3, 4))):
            a = a + p * q
        return [a for _ in range(2)], {str(i): a + i for i in range(2)}, sum(a * i for i in range(3))
    same(f, *twice((x, 3)), *twice((x, 9)), graphs=2)


def case_conditions_on_tensors_break():
    def f(a):
        b = a * 2
        if b.sum() > 0:
            b = b + 1
        else:
            b = b - 1
        return b * 3
    same(f, (x,), (z,), (x,), (z,), breaks=1, graphs=3)


def case_loops_on_tensors_break():
    def f(a):
        n = 0
        while a.sum() < 100:
            a = a * 2
            n = n + 1
        return a, n
    same(f, (x,), (y,), breaks=None)


def case_print_breaks():
    def f(a):
        b = a + 1
        print("now", b.shape, end="!\n")
        return b * a
    same(f, *twice((x,)), breaks=1, graphs=2)


def case_print_in_inner_functions():
    def inner(a):
        b = a * 2
        print("inner")
        return b + 1

    def f(a):
        b = a - 1
        return inner(b) + a
    same(f, *twice((x,)), breaks=1, graphs=2)
    assert get_code_extra(inner)["graph_count_"] == 2


def case_prints_in_loops():
    def f(a):
        for i in range(3):
            print("round", i)
            a = a + 1
        return a
    same(f, *twice((x,)), breaks=None)


def case_values_are_read():
    def f(a):
        b = a * 2
        array = b.asnumpy() + 1
        item = float(b[0])
        return Tensor(array) + item, array
    same(f, *twice((x,)), (y,), breaks=None)


def case_attributes_are_set():
    class Net(nn.Cell):
        def __init__(self):
            super().__init__()
            self.last, self.factor, self.names = None, 3, []

        def construct(self, a):
            self.last = a * self.factor
            b = self.last + 1
            self.names = [b, "x"]
            return b

    for level in ("O0", "O1"):
        net = Net()
        run = ms.jit(Net.construct, capture_mode="bytecode", jit_level=level)
        for value in (x, y, x):
            result = run(net, value)
            np.testing.assert_allclose(net.last.asnumpy(), value.asnumpy() * net.factor)
            np.testing.assert_allclose(result.asnumpy(), net.last.asnumpy() + 1)
            np.testing.assert_allclose(net.names[0].asnumpy(), result.asnumpy())
            assert net.names[1] == "x" and len(net.names) == 2
        net.factor = 5
        np.testing.assert_allclose(run(net, x).asnumpy(), x.asnumpy() * 5 + 1)
        extra = get_code_extra(Net.construct)
        assert extra["breaks"] == [] and extra["graph_count_"] == 2, extra


def case_containers_of_the_caller_change():
    def f(a, items, names):
        items.append(a + 1)
        items[0] = items[0] * 2
        names["new"] = a
        names["old"] += 1
        del items[1]
        items += [a]
        return items[-1] + len(items)
    same(f, *twice((x, [y, z], {"old": 1})), (y, [y, z], {"old": 1}))


def case_long_lists_are_appended_to():
    history = [x] * 6

    def f(a):
        history.append(a * 2)
        return a + 1
    compiled = ms.jit(f, capture_mode="bytecode")
    for i in range(5):
        compiled(x)
    assert len(history) == 11
    np.testing.assert_allclose(history[-1].asnumpy(), [2, 4, 6])
    assert get_code_extra(f)["graph_count_"] == 1


def case_globals_and_free_variables():
    global scale, counter
    factor = 3

    def f(a):
        global counter
        counter = counter + 1
        return a * scale + factor + table["k"]
    compiled = ms.jit(f, capture_mode="bytecode")

    def check():
        np.testing.assert_allclose(compiled(x).asnumpy(), x.asnumpy() * scale + factor + table["k"])
    counter = 0
    check()
    assert counter == 1
    counter = 0
    check()
    scale = 4.0
    counter = 0
    check()
    factor = 7
    counter = 0
    check()
    table["k"] = 11
    counter = 0
    check()
    assert counter == 1
    scale, table["k"] = 2.0, 3


def case_nonlocal_variables():
    def make():
        total = 0

        def f(a):
            nonlocal total
            total += 1
            return a * total
        return f
    eager, compiled = make(), ms.jit(make(), capture_mode="bytecode")
    for _ in range(3):
        assert plain(eager(x)) == plain(compiled(x))


def case_closures_live_on_behind_breaks():
    def f(a):
        count = 1

        def add(b):
            nonlocal count
            count += 1
            return b + count
        c = add(a)
        print("break", count)
        d = add(c)
        count = count * 10
        return d, add(d), count
    same(f, *twice((x,)), (y,), breaks=None)


def case_try_with_and_raise_run_in_python():
    class Context:
        def __enter__(self):
            print("in")
            return 2

        def __exit__(self, *failure):
            print("out", failure[0])
            return True

    def f(a, fails):
        b = a * 2
        try:
            b = b + 1
            if fails:
                raise ValueError("no")
        except ValueError as failure:
            b = b - 5
            print(failure)
        finally:
            b = b * 2
        with Context() as factor:
            b = b * factor
            if fails:
                raise KeyError("k")
        return b
    same(f, (x, False), (x, True), (y, False), breaks=None)


def case_failures_are_those_of_python():
    def inner(a, n):
        b = a + 1
        return b / (1 // n)

    def f(a, n):
        b = a * 2
        c = inner(b, n)
        return c.no_such_name

    def g(a):
        b = a + 1
        return ops.matmul(b, b.reshape(3, 1).T @ b)

    def h(a, items):
        b = a + items[5]
        return b

    def u(a):
        if a.shape[0] == 7:
            late = 1
        return a + late

    def e(a):
        raise RuntimeError("mine")
    same(f, (x, 1), (x, 0), (x, 2), breaks=None)
    same(g, (x,), breaks=None)
    same(h, (x, [1, 2]), breaks=None)
    same(u, (x,), breaks=None)
    same(e, (x,), breaks=None)


def case_objects_of_the_user():
    class Point:
        kind = 2

        def __init__(self, value):
            self.value = value

        @property
        def double(self):
            return self.value * 2

        @staticmethod
        def three():
            return 3

        @classmethod
        def of(cls):
            return cls.kind

        def __getitem__(self, index):
            return self.value[index]

        def __call__(self, a):
            return a + self.value

        def __add__(self, other):
            print("added")
            return self.value + other

        def __len__(self):
            return 5

    point = Point(y)

    def f(a):
        return point.double + point.three() + point.of() + point[0] + point(a) + len(point), (point + a) * Point.kind
    same(f, *twice((x,)), breaks=None)
    Point.kind = 4
    point.value = z
    same(f, *twice((x,)), breaks=None)


def case_identity_of_arguments():
    def f(a, items):
        b = a + 1
        return a, items, [items], b, a is b, a is None
    compiled = ms.jit(f, capture_mode="bytecode")
    for _ in range(2):
        items = [y]
        result = compiled(x, items)
        assert result[0] is x and result[1] is items and result[2][0] is items and result[1][0] is y
        assert result[4] is False and result[5] is False


def case_two_names_of_one_list():
    def f(a, b, c):
        a.append(c)
        return len(b), b[-1] + 1
    items = [x]
    for level in ("O0", "O1"):
        compiled = ms.jit(f, capture_mode="bytecode", jit_level=level)
        for first, second in (([x], [y]), (items, items), ([x], [y]), (items, items)):
            first, second = (first, second) if first is not second else ([x],) * 2
            expected = plain(f(list(first), list(second), z) if first is not second else (2, z + 1))
            assert plain(compiled(first, second, z)) == expected
            assert len(first) == 2


def case_writes_in_place():
    def f(a):
        b = a * 1
        b[0] = 7
        b.add_(1)
        c = b.view(3)
        c.mul_(2)
        return b, c, a

    def g(a):
        a[1] = 9
        return a + 1
    same(f, *twice((x,)), breaks=None)
    for _ in range(2):
        given = t(1, 2, 3)
        result = ms.jit(g, capture_mode="bytecode")(given)
        assert given.asnumpy().tolist() == [1, 9, 3] and result.asnumpy().tolist() == [2, 10, 4]


def case_views_keep_their_memory_behind_breaks():
    def f(a, n):
        c = d = None
        b = a + 2
        c = b * n
        d = b.view(3)
        e = a[1:]
        print("break")
        d.add_(1)
        e.mul_(2)
        return a, b, c, d, e
    same(f, *twice((x, 1)), *twice((x, 2)), breaks=None)


def case_layers():
    class Block(nn.Cell):
        def __init__(self, inner=None):
            super().__init__()
            self.dense, self.norm = nn.Dense(3, 3), nn.BatchNorm1d(3)
            self.blocks = nn.CellList([nn.Dense(3, 3), nn.ReLU()])
            self.body = nn.SequentialCell(nn.Dense(3, 3), nn.Tanh())
            self.weight = Parameter(t(1, 2, 3), name="own")
            self.count = Parameter(Tensor(0, ms.int32), name="count", requires_grad=False)
            self.inner = inner

        def construct(self, a):
            a = self.norm(self.dense(a)) * self.weight
            for block in self.blocks:
                a = block(a)
            if self.inner is not None:
                a = a + self.inner(a)
            ops.assign_add(self.count, Tensor(1, ms.int32))
            return self.body(a)

    class Derived(Block):
        def construct(self, a):
            return super().construct(a) * 2

    given = Tensor(np.random.default_rng(1).normal(size=(4, 3)).astype(np.float32))
    for level in ("O0", "O1"):
        net = Derived(Block())
        run = ms.jit(Derived.construct, capture_mode="bytecode", jit_level=level)
        for training in (False, True, False):
            net.set_train(training)
            before = int(net.count.asnumpy())
            means = net.norm.moving_mean.asnumpy().copy()
            eager = net(given).asnumpy()
            net.norm.moving_mean.set_data(Tensor(means))
            np.testing.assert_allclose(run(net, given).asnumpy(), eager, rtol=1e-4, atol=1e-5)
            assert int(net.count.asnumpy()) == before + 2
        extra = get_code_extra(Derived.construct)
        assert extra["breaks"] == [], extra
        net.weight.set_data(t(5, 5, 5))
        np.testing.assert_allclose(run(net, given).asnumpy(), net(given).asnumpy(), rtol=1e-4, atol=1e-5)


def case_gradients_inside():
    net = nn.Dense(3, 2)

    def f(a, b):
        first = ms.grad(lambda c: ops.tanh(c) * b)(a)
        value, (of_input, of_weights) = ms.value_and_grad(net, 0, net.trainable_params())(a.reshape(1, 3))
        return first, value, of_input, of_weights
    same(f, *twice((x, y)))


def case_gradients_around():
    @ms.jit(capture_mode="bytecode")
    def f(a):
        return a * a * a
    np.testing.assert_allclose(ms.grad(f)(x).asnumpy(), 3 * x.asnumpy() ** 2)


def case_generators_and_builtins():
    def pairs(n):
        for i in range(n):
            yield i, i + 1

    def f(a, items):
        total = a
        for i, j in pairs(3):
            total = total + i * j
        for k, item in enumerate(reversed(items)):
            total = total + k * item
        total = total + sum(map(lambda v: v * 2, items)) + max(1, 2) + len(items) + abs(-1)
        first, *rest = items
        return total, sorted([3, 1]), list(filter(None, [0, 1])), isinstance(a, Tensor), rest, type(a) is Tensor
    same(f, *twice((x, [y, z])))


def case_texts():
    def f(a, n):
        name = f"{n:>4}|{a.shape}" + "%d" % n + "{}".format(n) + str(n)
        return a + len(name), name
    same(f, *twice((x, 3)))

    def g(a):
        return f"{a}", str([a])
    same(g, *twice((x,)), breaks=None)


def case_generator_functions_run_in_python():
    def f(a):
        yield a + 1
    assert plain(list(ms.jit(f, capture_mode="bytecode")(x))) == plain([x + 1])


def case_frames_that_are_read():
    def f(a):
        b = a + 1
        names = sorted(locals())
        return b, names
    same(f, *twice((x,)), breaks=None)


def case_pattern_matching_and_imports():
    def f(a, what):
        import math
        match what:
            case {"k": v}:
                a = a + v
            case [p, q]:
                a = a * p + q
            case _:
                a = a - 1
        return a + math.sqrt(4)
    same(f, (x, {"k": 1}), (x, [1, 2]), (x, None), breaks=None)


def case_deleted_names():
    def f(a):
        b = a + 1
        del b
        c = a * 2
        print("break")
        return c
    same(f, *twice((x,)), breaks=1, graphs=2)


def case_recursion():
    def f(a, n):
        if n == 0:
            return a
        print(n)
        return f(a + n, n - 1) * 2
    same(f, *twice((x, 3)), breaks=None)


def case_many_variants_go_on_in_python():
    def f(a, n):
        print("n")
        return a * n
    same(f, *((x, n) for n in range(60)), breaks=None)


def case_numpy_and_time_are_not_folded():
    values = iter(range(100))

    def f(a):
        return a + next(values), np.sqrt(4.0), np.ones(2)
    compiled = ms.jit(f, capture_mode="bytecode")
    assert [compiled(x)[0].asnumpy()[0] for _ in range(3)] == [1, 2, 3]


def case_defaults_of_functions():
    def inner(a, items=[]):
        items.append(1)
        return a + len(items)

    def f(a):
        return inner(a) + inner(a)
    first = plain([f(x), f(x)])
    inner.__defaults__[0].clear()
    compiled = ms.jit(f, capture_mode="bytecode")
    assert plain([compiled(x), compiled(x)]) == first


def case_functions_as_arguments():
    def make(n):
        return lambda a: a * n

    def f(a, g):
        return g(a) + 1
    compiled = ms.jit(f, capture_mode="bytecode")
    for n in (2, 3, 2, 5):
        assert plain(compiled(x, make(n))) == plain(x * n + 1)


def case_fullgraph_says_why():
    def inner(a):
        print("text")
        return a

    @ms.jit(capture_mode="bytecode", fullgraph=True)
    def f(a):
        return inner(a + 1)
    try:
        f(x)
    except Unsupported as failure:
        lines = str(failure).splitlines()
    assert lines[0] == "Unsupported function", lines
    assert lines[1].startswith("  Hint: ") and lines[3] == "From user code:", lines
    places = [line.strip() for line in lines if "inner(a + 1)" in line or 'print("text")' in line]
    assert places == ["return inner(a + 1)", 'print("text")'], lines

    @ms.jit(capture_mode="bytecode", fullgraph=True)
    def g(a):
        return a + 1 if a.sum() > 0 else a
    try:
        g(x)
    except Unsupported as failure:
        assert str(failure).startswith("Data-dependent conditional control flow is not supported"), failure


def case_graph_mode_ignores_bytecode():
    def f(a):
        return a + 1
    ms.set_context(mode=ms.GRAPH_MODE)
    assert plain(ms.jit(f, capture_mode="bytecode")(x)) == plain(x + 1)
    ms.set_context(mode=ms.PYNATIVE_MODE)
    assert get_code_extra(f) is None


def case_results_of_graphs_are_not_shared():
    def f(a):
        return Tensor([1.0, 2.0]), [a + 1], {"k": [1]}
    compiled = ms.jit(f, capture_mode="bytecode")
    first = compiled(x)
    first[0].add_(5)
    first[1].append(1)
    first[2]["k"].append(2)
    assert plain(compiled(x)) == plain(f(x))


def case_containers_of_other_kinds():
    Pair = collections.namedtuple("Pair", "left right")

    def f(a, pair, ordered, kept, part, picked):
        b = pair.left + pair[1] + sum(pair)
        for name, value in ordered.items():
            b = b + value
        first, second = kept
        return part(b + first * second)[picked], pair._replace(left=b), type(ordered).__name__, list(ordered)

    def scaled(k, a, m=1):
        return a * k + m
    compiled = ms.jit(f, capture_mode="bytecode")
    for one, other in ((x, y), (y, z), (z, x)):
        given = (Pair(one, other), collections.OrderedDict(p=one, q=other), ms.mutable([one, other]),
                 functools.partial(scaled, other, m=one), slice(0, 2))
        assert plain(compiled(x, *given)) == plain(f(x, *given))
        one.add_(1)
        assert plain(compiled(x, *given)) == plain(f(x, *given))
        one.add_(-1)
    assert get_code_extra(f)["compile_count_"] <= 2, get_code_extra(f)


def case_elements_of_parameters_are_not_constants():
    weight = Parameter(t(2), name="w")

    def f(a):
        return a * weight.item() + float(weight[0]) + weight.asnumpy()[0] + len(weight.tolist()), int(weight)
    compiled = ms.jit(f, capture_mode="bytecode")
    for value in (2, 3, 4):
        weight.set_data(t(value))
        assert plain(compiled(x)) == plain(f(x))


def case_layers_that_change():
    net = nn.SequentialCell(nn.Dense(3, 3), nn.ReLU(), nn.Dropout(p=0.5))

    def f(a):
        grads = ms.grad(lambda b: net(b).sum(), None, net.trainable_params())(a)
        return net(a), len(grads)
    compiled = ms.jit(f, capture_mode="bytecode")
    given = Tensor(np.ones((2, 3), np.float32))

    def check():
        assert plain(compiled(given)) == plain(f(given))
    check()
    net[0].weight.requires_grad = False
    check()
    net[0].has_bias = False
    check()
    net[1] = nn.Tanh()
    check()
    net.append(nn.Sigmoid())
    check()
    calls = []
    handle = net[0].register_forward_hook(lambda cell, args, output: calls.append(1))
    check()
    check()
    handle.remove()
    assert len(calls) == 8, calls


def case_operators_that_change():
    operator = ops.ReduceSum(keep_dims=False)

    def f(a):
        return operator(a, 0)
    compiled = ms.jit(f, capture_mode="bytecode")
    assert compiled(x).shape == () == f(x).shape
    operator.keep_dims = True
    assert compiled(x).shape == f(x).shape


def case_what_runs_ahead_is_not_captured():
    def f(a, items):
        def drain():
            while items:
                yield items.pop()
        source = drain()
        first = next(source)
        return a * first, len(items), next((item for item in items if item > 1), None)
    same(f, *twice((x, [3, 1, 2])), breaks=None)


def case_iterators_that_are_seen_are_pythons():
    def f(a, items):
        lazily = (a * item for item in items)
        pairs = zip(items, [1, 2])
        items.append(5)
        for i, item in enumerate(items):
            print(i, item)
            a = a + item
        for k in (j * 2 for j in items):
            print(k)
            a = a + k
        return type(lazily).__name__, [*lazily], type(pairs).__name__, list(pairs), a, type(iter(items)).__name__
    same(f, *twice((x, [1, 2])), breaks=None)


def case_properties_are_not_run_by_hasattr():
    class Noisy:
        @property
        def value(self):
            print("asked")
            return 3
    noisy = Noisy()

    def f(a):
        return a + 1 if hasattr(noisy, "value") else a, getattr(noisy, "other", 2), hasattr(noisy, "other")
    same(f, *twice((x,)), breaks=None)
    noisy.other = 5
    same(f, *twice((x,)), breaks=None)


def case_many_objects_do_not_stay():
    class Net(nn.Cell):
        def construct(self, a):
            return a + 1
    run = ms.jit(Net.construct, capture_mode="bytecode")
    nets = [Net() for _ in range(70)]
    for net in nets:
        assert plain(run(net, x)) == plain(x + 1)
    assert len(functions.units_of(Net.construct.__code__)[0].segments[0, 0]) <= 24


def case_logs_and_the_switch():
    def f(a):
        b = a + 1
        print("out")
        return b * scale
    os.environ["MS_JIT_BYTECODE_LOGS"] = "graph_break,guard"
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        ms.jit(f, capture_mode="bytecode")(x)
    del os.environ["MS_JIT_BYTECODE_LOGS"]
    lines = printed.getvalue().splitlines()
    assert "generated guard at a: tensor f32[3]" in lines and "generated guard at scale: equals 2.0" in lines, lines
    assert any(line.startswith("graph break: Unsupported function") for line in lines), lines

    def g(a):
        return a + 1
    jit_mode_pi_disable()
    assert plain(ms.jit(g, capture_mode="bytecode")(x)) == plain(x + 1) and get_code_extra(g)["graph_count_"] == 0
    jit_mode_pi_enable()
    assert plain(ms.jit(g, capture_mode="bytecode")(x)) == plain(x + 1) and get_code_extra(g)["graph_count_"] == 1


def case_reasons_name_what_differs():
    reasons = []
    original = functions.compile_graph

    def compile_graph(captured, name, key, level, reason, start, mode, *others):
        reasons.append(reason)
        return original(captured, name, key, level, reason, start, mode, *others)
    functions.compile_graph = compile_graph

    class Box:
        n = 1
    box = Box()

    def f(a, k, items):
        return a * k + len(items) + box.n
    compiled = ms.jit(f, capture_mode="bytecode")
    compiled(x, 1, [1])
    compiled(t(1, 2), 1, [1])
    compiled(t(1, 2), 2, [1])
    compiled(t(1, 2), 2, [1, 2])
    box.n = 2
    compiled(t(1, 2), 2, [1, 2])
    functions.compile_graph = original
    nearest = " in the nearest graph, for a: f32[2]"
    assert reasons == ["first call", "a: f32[2] instead of f32[3]", "k: 2 instead of 1" + nearest,
                       "items: 2 items instead of 1" + nearest, "Box.n: 2 instead of 1" + nearest], reasons


def case_generators_that_yield_from_others():
    def inner(a):
        yield a
        yield a * 2

    def outer(a):
        yield from inner(a)
        last = yield from [a + 1, 7]
        yield last
        yield from (i for i in range(2))

    def f(a):
        return list(outer(a))
    same(f, (x,), (y,))
    assert get_code_extra(f)["break_count_"] == 0


def case_the_environment_is_guarded():
    def f(a):
        if os.environ.get("JITSCOPE_CASE"):
            return a * 2
        return a + len(os.getenv("JITSCOPE_CASE", "none"))
    for value in ("1", "", None, "1"):
        os.environ.pop("JITSCOPE_CASE", None)
        if value is not None:
            os.environ["JITSCOPE_CASE"] = value
        same(f, (x,), breaks=None)
    assert get_code_extra(f)["break_count_"] == 0


if __name__ == "__main__":
    globals()["case_" + sys.argv[1]]()
    print("ok")
