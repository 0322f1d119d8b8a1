# SPDX-License-Identifier: Apache-2.0
"""Cases about gradients of integers and truths: the values of MindSpore, eagerly and in graphs, and that both agree on
random programs. Run with the name of one case; prints "ok"."""
import importlib.util
import os
import sys
import tempfile

import numpy as np

import mindspore as ms
from mindspore import Tensor, ops

HERE = os.path.dirname(os.path.abspath(__file__))


def functions(expressions):
    """A function of x for each expression, with source that a graph can be captured from."""
    text = "import mindspore as ms\nfrom mindspore import Tensor, mint, ops\n"
    text += "".join(f"def f{i}(x):\n    return {expression}\n" for i, expression in enumerate(expressions))
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "jitscope_expressions.py")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        spec = importlib.util.spec_from_file_location("jitscope_expressions", path)
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        for i in range(len(expressions)):
            yield getattr(module, f"f{i}")


def both(function, x):
    """The gradient, after a check that the graph gives the same."""
    eager, graph = ms.grad(function)(x), ms.jit(ms.grad(function))(x)
    assert eager.dtype == graph.dtype, (eager.dtype, graph.dtype)
    np.testing.assert_array_equal(eager.asnumpy(), graph.asnumpy())
    return eager


def case_values_of_mindspore():
    with open(os.path.join(HERE, "integers.txt"), encoding="utf-8") as file:
        rows = [line.strip().split(" -> ") for line in file if line.strip() and not line.startswith("#")]
    assert len(rows) > 50
    for (text, expected), function in zip(rows, functions([row[0] for row in rows])):
        found = both(function, Tensor(np.array([3, 1, 2]), ms.int32))
        dtype, _, values = expected.partition(" ")
        assert str(found.dtype) == dtype, f"{text}: {found.dtype} instead of {dtype}"
        np.testing.assert_allclose(found.asnumpy(), eval(values), atol=1e-4, err_msg=text)


STEPS = ("{0} * {1}", "{0} + {1}", "{0} - {1}", "-{0}", "ops.square({0})", "{0} ** 2", "{0} ** 3",
         "{0}.reshape(-1)[::2].sum() * {1}", "ops.concat(({0}, {1}))[1:5]", "ops.stack(({0}, {1})).sum(0)",
         "ops.flip({0}, (0,))", "ops.where({0} > {1}, {0}, {1} * 2)", "ops.cumsum({0}, 0)",
         "ops.gather({0}, Tensor([0, 2, 2, 1]), 0)", "ops.tile({0}, (2,))[2:6]", "{0} * 3", "2 - {0}",
         "{0}.expand_dims(0).squeeze(0)", "ops.matmul({0}, {1}) * {0}", "ops.relu({0})", "ops.abs({0} * 2 + 1)")


def programs(count):
    """Expressions of x, nested at random, that stay integers for integers."""
    choose = np.random.default_rng(13)
    for _ in range(count):
        known = ["x"]
        for _ in range(int(choose.integers(2, 5))):
            step = STEPS[int(choose.integers(len(STEPS)))]
            known.append("(" + step.format(known[-1], known[int(choose.integers(len(known)))]) + ")")
        yield known[-1]


def case_integers_as_floats_on_random_programs():
    """What stays integers has the gradient of the same floating numbers, eagerly and in graphs."""
    numbers = np.array([3, -2, 1, 2])
    texts = [text for text in programs(60) if len(text) < 600]
    for text, function in zip(texts, functions(texts)):
        found = both(function, Tensor(numbers, ms.int64)).asnumpy()
        floating = ms.grad(function)(Tensor(numbers, ms.float64)).asnumpy()
        if np.abs(floating).max() < 2**24:  # rules may go through Float32
            np.testing.assert_array_equal(found, floating.astype(np.int64), err_msg=text)


def case_finite_differences_of_random_programs():
    numbers = np.array([3.25, -2.5, 1.125, 2.0625])
    texts = [text for text in programs(60) if len(text) < 300]
    for text, function in zip(texts, functions(texts)):
        found = both(function, Tensor(numbers, ms.float64)).asnumpy()
        for place in range(4):
            step = np.zeros(4)
            step[place] = 1e-5
            after, before = (function(Tensor(numbers + sign * step, ms.float64)).asnumpy().sum() for sign in (1, -1))
            expected = (after - before) / 2e-5
            assert abs(found[place] - expected) <= 1e-3 * (1 + abs(expected)), (text, place, found[place], expected)


def case_branches_and_loops():
    def branch(x):
        if x.sum() > 3:
            return x * x
        return x * 3

    def loop(x):
        y = x
        i = Tensor(0)
        while i < 3:
            y = y * x
            i = i + 1
        return y
    for start in ([3, 1, 2], [0, 1, 0]):
        x = Tensor(np.array(start), ms.int32)
        np.testing.assert_array_equal(both(branch, x).asnumpy(), 2 * x.asnumpy() if sum(start) > 3 else [3, 3, 3])
        np.testing.assert_array_equal(both(loop, x).asnumpy(), 4 * x.asnumpy() ** 3)


def case_writes_to_weights():
    x, y, index = np.array([[3, 1], [2, 5]]), Tensor([[4], [6]], ms.int32), Tensor([1], ms.int32)
    for write, of_weight in ((lambda w, y: ops.index_add(w, index, y, 1) * 2, [[2, 2], [2, 2]]),
                             (lambda w, y: ops.assign_add(w, y.broadcast_to((2, 2))) * 2, [[2, 2], [2, 2]]),
                             (lambda w, y: ops.assign(w, y.broadcast_to((2, 2))) * 2, [[2, 2], [2, 2]])):
        found = []
        for wrap in (lambda function: function, ms.jit):
            weight = ms.Parameter(Tensor(x, ms.int32), name="weight")
            found.append(wrap(ms.grad(lambda y: write(weight, y), 0, weight))(y))
        for pair in zip(*found):
            np.testing.assert_array_equal(*(part.asnumpy() for part in pair))
        np.testing.assert_array_equal(found[0][1].asnumpy(), of_weight)


def case_through_integers_to_floats():
    def function(x):
        return x.astype(ms.int32).astype(ms.float32) * 3
    np.testing.assert_array_equal(both(function, Tensor([1.5, 2.5])).asnumpy(), [3, 3])


def case_truths():
    for function, expected in ((lambda x: x, [True, True]), (lambda x: x > False, [False, False])):
        np.testing.assert_array_equal(ms.grad(function)(Tensor([True, False])).asnumpy(), expected)


def case_counters_take_no_part():
    """What no gradient passes costs nothing: integers that are not asked for are not followed."""
    def function(x, n):
        return x * n.astype(ms.float32)
    gradient = ms.grad(function)(Tensor([1.0, 2.0]), Tensor([3, 4]))
    np.testing.assert_array_equal(gradient.asnumpy(), [3, 4])


globals()["case_" + sys.argv[1]]()
print("ok")
