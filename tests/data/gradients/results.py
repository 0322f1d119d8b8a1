# SPDX-License-Identifier: Apache-2.0
"""Cases about what a function returns and what becomes of its gradient: weights and arguments themselves, nested
results, containers of tensors, writes to arguments; eagerly and in graphs. Run with the name of one case; prints
"ok"."""
import sys
import threading

import numpy as np

import mindspore as ms
from mindspore import Parameter, ParameterTuple, Tensor, context, nn, ops
from mindspore.ops.gradient import no_grad

RESULTS = {
    "with the product": lambda net, x: (x * net.w, net.w),
    "before the product": lambda net, x: (net.w, x * net.w),
    "alone": lambda net, x: net.w,
    "nested": lambda net, x: (x * net.w, (net.w, [net.w])),
    "twice": lambda net, x: (x * net.w, net.w, net.w),
    "as a value": lambda net, x: net.w.value(),
    "as a view": lambda net, x: (x, net.w.reshape(1, 1), net.w * 1),
    "in a dictionary": lambda net, x: (x * net.w, {"a": net.w}),
    "in a list": lambda net, x: [x * net.w, net.w],
    "not at all": lambda net, x: x * x,
}
OF_WEIGHT = dict(zip(RESULTS, (4, 4, 1, 5, 5, 1, 2, 4, 4, 0)))  # of w = 2 where x = 3


class Net(nn.Cell):
    def __init__(self, result):
        super().__init__()
        self.w = Parameter(Tensor([2.0]), name="w")
        self.result = result

    def construct(self, x):
        return self.result(self, x)


def number(tensor):
    return float(tensor.asnumpy().reshape(-1)[0])


def both(make):
    """What `make(wrap)` gives eagerly and in a graph."""
    return make(lambda function: function), make(ms.jit)


def case_weights_as_results():
    x = Tensor([3.0])
    for name, result in RESULTS.items():
        for wrap in (lambda function: function, ms.jit):
            net = Net(result)
            assert number(wrap(ms.grad(net, None, net.w))(x)) == OF_WEIGHT[name], name
            values, (of_x, of_w) = wrap(ms.value_and_grad(net, 0, net.w))(x)
            assert number(of_w) == OF_WEIGHT[name], name
            list_of = wrap(ops.GradOperation(get_by_list=True)(net, ParameterTuple([net.w])))(x)
            assert number(list_of[0]) == OF_WEIGHT[name], name


def case_weights_as_further_results():
    x = Tensor([3.0])
    for wrap in (lambda function: function, ms.jit):
        net = Net(RESULTS["with the product"])
        (of_x, of_w), further = wrap(ms.grad(net, 0, net.w, has_aux=True))(x)
        assert (number(of_x), number(of_w), number(further[0])) == (2, 3, 2)


def case_arguments_as_results():
    x, a = Tensor([1.0, 2.0]), Tensor([3.0, 5.0])
    rows = ((lambda x, a: (x, x), 2), (lambda x, a: x, 1), (lambda x, a: (x, (x, [x])), 3),
            (lambda x, a: {"a": x, "b": x * 2}, 3), (lambda x, a: (x.reshape(2, 1), x), 2), (lambda x, a: (x, 3), 1))
    for function, expected in rows:
        for gradient in both(lambda wrap: wrap(ms.grad(function))(x, a)):
            np.testing.assert_array_equal(gradient.asnumpy(), [expected] * 2)


def case_containers_of_tensors():
    x, a = Tensor([1.0, 2.0]), Tensor([3.0, 5.0])
    rows = ((lambda x, a: (x, x) + a, 2), (lambda x, a: a + (x, x), 2), (lambda x, a: a - [x, x], -2),
            (lambda x, a: (x, a) - a, 1), (lambda x, a: a + ((x, x), (x, a)), 3),
            (lambda x, a: ops.stack((x, x)) + a, 2))
    for function, expected in rows:
        for gradient in both(lambda wrap: wrap(ms.grad(function))(x, a)):
            np.testing.assert_array_equal(gradient.asnumpy(), [expected] * 2)
    for value in both(lambda wrap: wrap(lambda x, a: (x, x) + a)(x, a)):
        np.testing.assert_array_equal(value.asnumpy(), [[4, 7], [4, 7]])


def case_iterators_of_graphs():
    x, a = Tensor([1.0, 2.0]), Tensor([3.0, 5.0])
    for function in (lambda x, a: zip((x, a), (a, x)), lambda x, a: enumerate((x, x)),
                     lambda x, a: map(lambda e: e * 2, (x,))):
        np.testing.assert_array_equal(ms.jit(ms.grad(function))(x, a).asnumpy(), [2, 2])


def added(x, a):
    x.add_(a)
    return x


def doubled(x, a):
    x.mul_(2)
    return x, x


def set_first(x, a):
    x[0] = 5.0
    return x


def set_positive(x, a):
    x[x > 1] = 0
    return x


def assigned(x, a):
    ops.assign_add(x, a)
    return x


def case_writes_to_arguments():
    rows = ((added, [1, 1], [1, 1]), (doubled, [4, 4], [0, 0]), (set_first, [0, 1], [0, 0]),
            (set_positive, [1, 0], [0, 0]))
    for function, of_x, of_a in rows:
        for wrap in (lambda function: function, ms.jit):
            found = wrap(ms.grad(function, (0, 1)))(Tensor([1.0, 2.0]), Tensor([3.0, 5.0]))
            np.testing.assert_array_equal(found[0].asnumpy(), of_x, err_msg=function.__name__)
            np.testing.assert_array_equal(found[1].asnumpy(), of_a, err_msg=function.__name__)


def written_by(write):
    """What is computed of a tensor that `write(tensor, value)` was called with, and of what that gave."""
    def function(x, a):
        y = x * 3
        z = write(y, a * 2)
        return y * 4 + z * 5
    return function


def case_assignments_leave_variables_what_they_were():
    """As in MindSpore: nothing flows to the value; only the result of assign_add and assign_sub has a gradient of its
    own, outside of graphs, and in graphs the variable has it, too."""
    rows = ((ops.assign, [27, 27], [0, 0], [27, 27], [0, 0]), (ops.assign_add, [27, 27], [10, 10], [27, 27], [18, 18]),
            (ops.assign_sub, [27, 27], [-10, -10], [27, 27], [-18, -18]))
    for write, of_x, of_a, of_x_in_graph, of_a_in_graph in rows:
        gradient = ms.grad(written_by(write), (0, 1))
        for wrap, expected in ((lambda function: function, (of_x, of_a)), (ms.jit, (of_x_in_graph, of_a_in_graph))):
            found = wrap(gradient)(Tensor([1.0, 2.0]), Tensor([3.0, 5.0]))
            for part, wanted in zip(found, expected):
                np.testing.assert_array_equal(part.asnumpy(), wanted, err_msg=write.__name__)


def case_weights_that_were_written_are_weights():
    def assigned(weight, x):
        ops.assign(weight, x * 2)

    def replaced(weight, x):
        weight.set_data(x * 2)
    def replaced_in_place(weight, x):
        ms.jit(lambda a: a * weight)(x)  # a graph has it built in
        weight.set_data(x * 2)
    for write in (assigned, replaced, replaced_in_place):
        weight = ms.Parameter(Tensor([2.0, 3.0]), name="w")

        def function(x):
            write(weight, x)
            return x * 5 + weight * x
        of_x, of_weight = ms.grad(function, 0, weight)(Tensor([1.0, 2.0]))
        np.testing.assert_array_equal(of_x.asnumpy(), [7, 9])
        np.testing.assert_array_equal(of_weight.asnumpy(), [1, 2])


def case_a_weight_that_the_function_freezes_has_zeros():
    weight = Parameter(Tensor(3.0), name="w")

    def function(x):
        product = x * weight
        weight.requires_grad = False
        return product
    of_x, of_weight = ms.grad(function, 0, [weight])(Tensor(2.0))
    assert float(of_x) == 3 and float(of_weight[0]) == 0


class Scales(nn.Cell):
    """Weights that are used in another order than they were made in, and one that is not used."""

    def __init__(self):
        super().__init__()
        self.late, self.unused, self.early = (Parameter(Tensor(value), name=name)
                                              for name, value in (("late", 3.0), ("unused", 5.0), ("early", 7.0)))

    def construct(self, x):
        return x * self.early * self.late * self.early


def case_weights_that_are_not_named_are_those_used():
    net, x = Scales(), Tensor(2.0)

    def doubled(x):
        return net(x) * 2
    of_weights = ops.GradOperation(get_by_list=True)
    assert [float(part) for part in of_weights(net)(x)] == [84, 98]
    assert [float(part) for part in of_weights(doubled)(x)] == [168, 196]
    assert [float(part) for part in of_weights(net, net.trainable_params())(x)] == [98, 0, 84]
    every = ops.GradOperation(get_all=True, get_by_list=True)(net)(x)
    assert float(every[0][0]) == 147 and [float(part) for part in every[1]] == [84, 98]
    ms.set_context(mode=ms.GRAPH_MODE)
    assert of_weights(net)(x) == ()


def case_arguments_by_name_have_gradients():
    x, y, z = Tensor(2.0), Tensor(3.0), Tensor(5.0)

    def function(x, y, z):
        return x * y * z

    def of(wrap):
        every = ops.GradOperation(get_all=True)(function)
        return wrap(lambda x, y, z: every(x, z=z, y=y))(x, y, z)
    for found in both(of):
        assert [float(part) for part in found] == [15, 6, 10]
    assert [float(part) for part in ms.grad(function, (1, 2))(x, z=z, y=y)] == [6, 10]
    assert float(ops.GradOperation()(function)(z=z, y=y, x=x)) == 6


def case_one_position_is_no_tuple():
    for gradient in both(lambda wrap: wrap(ms.grad(lambda a, b: a * b, (1,)))(Tensor([1.0]), Tensor([2.0]))):
        assert isinstance(gradient, Tensor)


def case_hooks_of_arguments_and_weights():
    """A hook of what a gradient is asked for has the last word, until it is removed."""
    x, weight = Tensor([2.0]), Parameter(Tensor([3.0]), name="w")
    handles = [x.register_hook(lambda gradient: gradient * 10), x.register_hook(lambda gradient: None),
               weight.register_hook(lambda gradient: gradient + 1)]
    assert len(x.hooks()) == 2 and len(weight.hooks()) == 1
    take = ms.grad(lambda value: value * weight, 0, weight)
    assert [number(part) for part in take(x)] == [30, 3]
    for handle in handles:
        handle.remove()
        handle.remove()
    assert x.hooks() == weight.hooks() == []
    assert [number(part) for part in take(x)] == [3, 2]
    frozen = Parameter(Tensor([1.0]), name="f", requires_grad=False)
    try:
        frozen.register_hook(print)
        raise AssertionError("registered")
    except RuntimeError as failure:
        assert "requires grad is false" in str(failure)


def numbers(value):
    """Tensors as lists of floats."""
    if isinstance(value, (tuple, list)):
        return [numbers(item) for item in value]
    return value.asnumpy().tolist()


def case_an_argument_is_followed_as_the_object_that_it_is():
    """Values of MindSpore 2.10: what the function does with an argument that it reaches in another way, too, counts."""
    x, w = Tensor([1.0, 2.0]), Parameter(Tensor([3.0, 5.0]), name="w")
    seen = []

    def product(a, b):
        return a * b

    def outer(a):
        return ms.grad(lambda b: x * b * b)(a)
    rows = ((lambda: ms.grad(lambda a: x * a)(x), [2, 4]), (lambda: ms.grad(lambda a, b: x * a * b)(x, 3), [6, 12]),
            (lambda: ms.value_and_grad(lambda a: x * a)(x), [[1, 4], [2, 4]]),
            (lambda: ms.grad(product)(x, x), [2, 4]), (lambda: ms.grad(product, (0, 1))(x, x), [[2, 4], [2, 4]]),
            (lambda: ms.grad(lambda a, b: a * b[0], (0, 1))(x, [x]), [2, 4]),
            (lambda: ms.grad(lambda a: w * a)(w), [6, 10]),
            (lambda: ms.grad(lambda a: w * a, 0, weights=w)(w), [[6, 10], [6, 10]]),
            (lambda: ms.grad(outer)(x), [6, 12]), (lambda: ms.grad(lambda a: ms.grad(lambda b: b * b * b)(x))(x), [6, 12]),
            (lambda: ms.grad(lambda a: x)(x), [1, 1]), (lambda: ms.grad(lambda a: a * ops.stop_gradient(x))(x), [1, 2]),
            (lambda: ms.grad(lambda a: a * x.copy())(x), [2, 4]), (lambda: ms.vjp(product, x, x)[1](x), [[2, 8], [2, 8]]),
            (lambda: ops.GradOperation(get_all=True)(product)(x, x), [[2, 4], [2, 4]]),
            (lambda: ms.grad(lambda a: (seen.append(a is x), a * a)[1])(x), [2, 4]))
    for function, expected in rows:
        assert numbers(function()) == expected, (numbers(function()), expected)
    assert seen[0]
    kept = x.copy(), x.reshape(2)
    for other in kept:
        assert numbers(ms.grad(lambda a: a * other)(x)) == [1, 2]
    try:
        ms.grad(lambda a: a.nothing)(x)
        raise AssertionError("no error")
    except AttributeError:
        assert not ms.ops.gradient._jitscope.is_followed((x,))
    # Graphs, and what MindSpore computes by graphs, know the arguments apart.
    assert numbers(ms.jit(lambda a: ms.grad(lambda b: x * b)(a))(x)) == [1, 2]
    assert numbers(ms.jvp(product, (x, x), (x, x * 0))) == [[1, 4], [1, 4]]
    assert numbers(ms.jacrev(lambda a: a * x)(x)) == [[1, 0], [0, 2]] == numbers(ms.jacfwd(lambda a: a * x)(x))
    context.set_context(mode=context.GRAPH_MODE)
    try:
        assert numbers(ms.grad(lambda a: a * x)(x)) == [1, 2]
    finally:
        context.set_context(mode=context.PYNATIVE_MODE)


def case_jit_functions_inside_of_gradients_are_graphs():
    """Values of MindSpore 2.10: what a compiled function reaches otherwise than by arguments and weights is constant."""
    x, y, w = Tensor([1.0, 2.0]), Tensor([1.0, 2.0]), Parameter(Tensor([3.0, 5.0]), name="w")
    by_x, product, by_w = ms.jit(lambda a: a * x), ms.jit(lambda a, b: a * b), ms.jit(lambda a: a * w)
    inner = ms.jit(lambda a: ms.grad(lambda b: x * b)(a))
    rows = ((ms.grad(by_x), x, [1, 2]), (ms.grad(lambda a: by_x(a) * x), x, [2, 8]),
            (ms.grad(lambda a: by_x(y) * a), x, [1, 4]), (ms.grad(lambda a: product(a, a)), x, [2, 4]),
            (ms.grad(lambda a: product(a, x)), x, [2, 4]), (ms.grad(by_w, 0, weights=w), x, [[3, 5], [1, 2]]),
            (ms.grad(by_w), w, [6, 10]), (ms.grad(by_w, 0, weights=w), w, [[6, 10], [6, 10]]),
            (ms.grad(lambda a: product(b=a * a, a=a)), x, [3, 12]), (ms.grad(lambda a: inner(a) * a), x, [1, 2]))
    for place, (function, argument, expected) in enumerate(rows):
        found = numbers(function(argument))
        assert found == expected, (place, found, expected)


def case_several_threads_follow_one_tensor():
    x, wrong = Tensor([1.0, 2.0]), []

    def work():
        for _ in range(200):
            found = numbers(ms.grad(lambda a: a * x * a)(x))
            if found != [3, 12]:
                wrong.append(found)
    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong, wrong[:3]


def case_containers_and_constants_have_no_gradients():
    """Values of MindSpore 2.10."""
    def product(t):
        return t[0] * t[1]

    def scaled(t, a):
        return t[0] * t[1] * a
    x, y = Tensor([1.0, 2.0]), Tensor([3.0, 4.0])
    pair = (x, y)
    for function in (lambda: ms.grad(product)(pair), lambda: ms.grad(product, (0,))(pair),
                     lambda: ms.grad(product)([x, y]), lambda: ms.grad(product)(ms.mutable(pair)),
                     lambda: ms.value_and_grad(product)(pair)[1], lambda: ops.GradOperation()(product)(pair),
                     lambda: ms.vjp(product, pair)[1](x), lambda: ms.jit(ms.grad(product))(pair),
                     lambda: ms.jit(ms.grad(product, (0,)))(pair), lambda: ms.jit(lambda a: ms.grad(product)(a[0]))((pair, x)),
                     lambda: ms.jit(lambda a: ms.grad(lambda b: b * b)(y))(x),
                     lambda: ms.jit(lambda a: ms.grad(lambda b: b * b)(a[0]))(pair)):
        assert function() == (), function()
    assert numbers(ms.grad(scaled, (0, 1))(pair, x + 0)) == [3, 8]
    for function in (ms.grad(product, ()), ms.jit(ms.grad(product, ()))):
        try:
            function(pair)
            raise AssertionError("no error")
        except RuntimeError as failure:
            assert "grad_position should not be empty" in str(failure)
    rows = ((lambda a: ms.grad(product)((a, a + 1)), x, [[2, 3], [1, 2]]),
            (lambda a: ms.grad(scaled, (0, 1))((a, a + 1), a), x, [[[2, 6], [1, 4]], [2, 6]]),
            (lambda a: ms.grad(product)((x, a)), y, [[0, 0], [1, 2]]),
            (lambda a: ms.grad(lambda b, c: b * c, (0, 1))(x, a), y, [1, 2]),
            (ms.grad(product), ms.mutable(pair), [[3, 4], [1, 2]]))
    for function, argument, expected in rows:
        assert numbers(ms.jit(function)(argument)) == expected, (numbers(ms.jit(function)(argument)), expected)


def case_hooks_inside_of_functions():
    """Values of MindSpore 2.10: a hook changes the whole gradient, of uses before it, too, and stays on an argument."""
    w = Parameter(Tensor([3.0, 5.0]), name="w")

    def late(a):
        b = a * a
        a.register_hook(lambda gradient: gradient * 2)
        return b + a

    def late_inside(a):
        b = a * a
        c = b * 3
        b.register_hook(lambda gradient: gradient * 2)
        return b + c

    def removed(a):
        b = a * a
        a.register_hook(lambda gradient: gradient * 2).remove()
        return b + a

    def of_weight(a):
        w.register_hook(lambda gradient: gradient * 2)
        return a * w

    def nested(a):
        def inner(b):
            b.register_hook(lambda gradient: gradient * 2)
            return b * b
        return ms.grad(inner)(a * a)
    x = Tensor([1.0, 2.0])
    assert numbers(ms.grad(late)(x)) == [6, 10]
    assert numbers(ms.grad(lambda a: a * a)(x)) == [4, 8]
    assert numbers(ms.grad(late_inside)(Tensor([1.0, 2.0]))) == [16, 32]
    assert numbers(ms.grad(removed)(Tensor([1.0, 2.0]))) == [3, 5]
    assert numbers(ms.grad(of_weight, 0, weights=w)(Tensor([1.0, 2.0]))) == [[3, 5], [2, 4]]
    assert numbers(ms.grad(nested)(Tensor([1.0, 2.0]))) == [16, 32]


def case_gradients_inside_of_a_layer_with_a_bprop():
    class Inner(nn.Cell):
        def construct(self, a):
            return ms.grad(lambda b: b * b * b)(a)

        def bprop(self, a, out, dout):
            return (ms.grad(lambda b: b * b)(a) * dout,)

    for found in both(lambda wrap: wrap(ms.value_and_grad(Inner()))(Tensor([2.0]))):
        assert [number(part) for part in found] == [12, 4]
    with no_grad():
        try:
            ms.grad(lambda a: a * a)(Tensor([2.0]))
            raise AssertionError("a gradient inside of no_grad")
        except RuntimeError as failure:
            assert "no_grad" in str(failure)


def case_custom_vjp():
    from mindspore.ops.function.grad.grad_func import custom_vjp

    @custom_vjp
    def product(a, b):
        return a * b

    assert [number(part) for part in ms.grad(product, (0, 1))(Tensor([2.0]), Tensor([3.0]))] == [3, 2]
    product.defbwd(lambda a, b, out, dout: (dout * 7, out))
    for found in both(lambda wrap: wrap(ms.grad(lambda a, b: product(a, b) * 2, (0, 1)))(Tensor([2.0]), Tensor([3.0]))):
        assert [number(part) for part in found] == [14, 6]


def case_jacobians_of_several_results():
    x, y = Tensor([1.0, 2.0]), Tensor([3.0, 4.0])

    def results(x, y):
        return x * y, (x + y).sum()
    by_x, by_y, whole = [[3, 0], [0, 4]], [[1, 0], [0, 2]], [1, 1]
    for jacobian in (ops.jacfwd, ops.jacrev):
        for found in both(lambda wrap: wrap(jacobian(results))(x, y)):
            assert [part.asnumpy().tolist() for part in found] == [by_x, whole]
        for found in both(lambda wrap: wrap(jacobian(results, (0, 1)))(x, y)):
            assert [[part.asnumpy().tolist() for part in pair] for pair in found] == [[by_x, by_y], [whole, whole]]
        assert refusal(lambda: jacobian(results, 2)(x, y)) == "ValueError"


def case_derivatives_by_constants_of_a_graph():
    constant = Tensor([2.0, 3.0])

    def square(x):
        return x * x
    functions = {
        "jvp": lambda v: ops.jvp(square, constant, v)[1], "jacfwd": lambda v: ops.jacfwd(square)(constant).sum(0) * v,
        "jacrev": lambda v: ops.jacrev(square)(constant).sum(0) * v,
        "derivative": lambda v: ops.derivative(lambda x: square(x) * constant, (v,), 1)[1],
        "jet": lambda v: ops.jet(square, (constant,), (v.expand_dims(0),))[1].reshape(-1),
    }
    for name, function in functions.items():
        for found in both(lambda wrap: wrap(function)(Tensor([1.0, 1.0]))):
            assert found.asnumpy().tolist() == [4, 6], name


def refusal(work):
    try:
        return work()
    except Exception as failure:
        return type(failure).__name__


def case_positions_that_no_argument_has():
    square = ops.grad(lambda x: x * x, (0, 1))
    assert refusal(lambda: square(Tensor([2.0]))) == "RuntimeError"
    assert refusal(lambda: ms.jit(square)(Tensor([2.0]))) == "IndexError"
    assert ops.grad(lambda: Tensor([2.0]) * 2)() == ()
    context.set_context(mode=context.GRAPH_MODE)
    assert refusal(lambda: square(Tensor([2.0]))) == "IndexError"
    assert refusal(lambda: ops.grad(lambda: Tensor([2.0]) * 2)()) == "IndexError"


globals()["case_" + sys.argv[1]]()
print("ok")
