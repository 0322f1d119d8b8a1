# SPDX-License-Identifier: Apache-2.0
"""Cases about gradients of functions and layers: positions, weights, structures, order, custom rules.
Run with the name of one case; prints "ok"."""
import sys

import numpy as np

import mindspore as ms
from mindspore import Parameter, ParameterTuple, Tensor, nn, ops

x = Tensor(np.array([1.0, 2.0, 3.0], np.float32))
y = Tensor(np.array([4.0, 5.0, 6.0], np.float32))


def same(actual, expected):
    np.testing.assert_allclose(np.asarray(actual.asnumpy()), np.asarray(expected), rtol=1e-5, atol=1e-6)


def refuses(kind, text, action):
    try:
        action()
    except kind as failure:
        assert text in str(failure), str(failure)
        return
    raise AssertionError(f"no {kind.__name__}")


class Line(nn.Cell):
    def __init__(self):
        super().__init__()
        self.w = Parameter(Tensor(np.array([2.0, 3.0, 4.0], np.float32)), name="w")
        self.b = Parameter(Tensor(np.array([1.0], np.float32)), name="b")

    def construct(self, x):
        return self.w * x + self.b


def case_shares_of_the_gamma_integral_by_their_order():
    order, end = Tensor(np.array([1.5, 2.0], np.float32)), Tensor(np.array([0.5, 3.0], np.float32))
    slope = np.array([-0.29409873, -0.19742535])  # as MindSpore 2.10 gives them on the CPU
    same(ms.grad(lambda o: ops.igamma(o, end).sum())(order), slope)
    same(ms.grad(lambda o: ops.igammac(o, end).sum())(order), -slope)
    same(ms.jit(ms.grad(lambda o: ops.igamma(o, end).sum()))(order), slope)


def case_first_argument_is_the_default():
    same(ms.grad(lambda a, b: a * a * b)(x, y), 2 * x.asnumpy() * y.asnumpy())


def case_positions_give_tuples_but_for_one():
    gradients = ms.grad(lambda a, b: a * b, (0, 1))(x, y)
    assert isinstance(gradients, tuple) and len(gradients) == 2
    same(gradients[0], y.asnumpy())
    same(gradients[1], x.asnumpy())
    same(ms.grad(lambda a, b: a * b, (1,))(x, y), x.asnumpy())


def case_weights_alone_and_with_inputs():
    net = Line()
    (value, gradients) = ms.value_and_grad(net, None, net.trainable_params())(x)
    same(value, net.w.asnumpy() * x.asnumpy() + 1)
    same(gradients[0], x.asnumpy())
    same(gradients[1], [3.0])
    of_input, of_weights = ms.grad(net, 0, ParameterTuple(net.trainable_params()))(x)
    same(of_input, net.w.asnumpy())
    same(of_weights[1], [3.0])


def case_further_results_are_handed_through():
    def function(a):
        return (a * a).sum(), a + 1
    gradient, further = ms.grad(function, has_aux=True)(x)
    same(gradient, 2 * x.asnumpy())
    same(further[0], x.asnumpy() + 1)
    (loss, _), gradient = ms.value_and_grad(function, has_aux=True)(x)
    same(loss, 14)


def case_ids_find_gradients():
    net = Line()
    gradients = ms.grad(net, 0, net.trainable_params(), return_ids=True)(x)
    same(ops.get_grad(gradients, 0), net.w.asnumpy())
    same(ops.get_grad(gradients, net.b), [3.0])
    refuses(RuntimeError, "Can not find the gradient", lambda: ops.get_grad(gradients, 7))


def case_structures_of_arguments_keep_their_form():
    gradient = ms.jit(ms.grad(lambda pair: pair[0] * pair[1][0]))(ms.mutable((x, [y])))
    assert isinstance(gradient, tuple) and isinstance(gradient[1], list)
    same(gradient[1][0], x.asnumpy())


def case_what_is_not_used_gets_zeros():
    same(ms.grad(lambda a, b: a + 1, 1)(x, y), [0.0, 0.0, 0.0])


def case_branches_and_loops_follow_the_values():
    def function(a):
        total = a * 0
        for i in range(int(a[0].asnumpy()) + 2):
            total = total + a * (i if i % 2 else -i)
        return total if total.sum() > 0 else -total
    same(ms.grad(function)(x), [1.0, 1.0, 1.0])


def case_gradients_of_gradients():
    cube = lambda a: a * a * a
    second = ms.grad(lambda a: ms.grad(cube)(a))
    same(second(x), 6 * x.asnumpy())
    same(ms.grad(lambda a: second(a))(x), [6.0, 6.0, 6.0])
    mixed = ms.grad(lambda a, b: ms.grad(lambda c, d: c * c * d * d)(a, b), 1)
    same(mixed(x, y), 4 * x.asnumpy() * y.asnumpy())


def case_inner_gradient_keeps_the_outer_tensor_apart():
    same(ms.grad(lambda a: ms.grad(lambda b: a * b)(a.copy()))(x), [1.0, 1.0, 1.0])


def case_stop_gradient_cuts():
    same(ms.grad(lambda a: ops.stop_gradient(a * a) * a)(x), x.asnumpy() ** 2)


def case_no_grad_makes_constants():
    def function(a):
        with ms._no_grad():
            factor = a * a
        return factor * a
    same(ms.grad(function)(x), x.asnumpy() ** 2)

    def inside(a):
        with ms._no_grad():
            return ms.grad(lambda b: b * b)(a)
    refuses(RuntimeError, "In no_grad context, you can not calculate gradient", lambda: inside(x))


def case_grad_operation_in_all_forms():
    net = Line()
    sens = Tensor(np.array([1.0, 0.0, 2.0], np.float32))
    same(ops.GradOperation()(net)(x), net.w.asnumpy())
    assert isinstance(ops.GradOperation(get_all=True)(net)(x), tuple)
    weights = ops.GradOperation(get_by_list=True)(net, ParameterTuple(net.trainable_params()))(x)
    same(weights[0], x.asnumpy())
    inputs, weights = ops.GradOperation(get_all=True, get_by_list=True)(net, net.trainable_params())(x)
    same(inputs[0], net.w.asnumpy())
    same(ops.GradOperation(sens_param=True)(net)(x, sens), net.w.asnumpy() * sens.asnumpy())
    refuses(TypeError, "the 'get_all' should be bool", lambda: ops.GradOperation(get_all=1))


def case_products_with_jacobians():
    value, back = ms.vjp(lambda a, b: a * a * b, x, y)
    same(value, x.asnumpy() ** 2 * y.asnumpy())
    gradients = back(Tensor(np.array([1.0, 0.0, 0.0], np.float32)))
    same(gradients[0], [8.0, 0.0, 0.0])
    value, product = ms.jvp(lambda a: ops.sin(a), x, y)
    same(product, np.cos(x.asnumpy()) * y.asnumpy())
    same(ms.jacrev(lambda a: a * a)(x), np.diag(2 * x.asnumpy()))
    same(ms.jacfwd(lambda a: a * a)(x), np.diag(2 * x.asnumpy()))


def case_bprop_of_a_layer_is_used():
    class Tripled(nn.Cell):
        def construct(self, a):
            return a * a

        def bprop(self, a, out, dout):
            return (3 * dout,)
    same(ms.grad(lambda a: Tripled()(a) * 2)(x), [6.0, 6.0, 6.0])


def case_writes_pass_gradients():
    def function(a):
        b = a * 2
        b.mul_(a)
        b += a
        return b
    same(ms.grad(function)(x), 4 * x.asnumpy() + 1)

    def indexed(a):
        b = a * 1
        b[1] = a[0] * 5
        return b
    same(ms.grad(indexed)(x), [6.0, 0.0, 1.0])


def case_needed_values_must_not_be_overwritten():
    def function(a):
        b = a * 2
        c = b * b
        with ms._no_grad():
            b.copy_(a)
        return c
    refuses(ValueError, "changed in place", lambda: ms.grad(function)(x))


def case_half_precision_keeps_its_dtype():
    half = x.astype(ms.float16)
    assert ms.grad(lambda a: a * y)(half).dtype == ms.float16


def case_wrong_settings_are_told():
    function = lambda a: a * a
    refuses(ValueError, "`grad_position` and `weight` can not be None at the same time.", lambda: ms.grad(function, None))
    refuses(ValueError, "grad_position must be >= 0.", lambda: ms.grad(function, -1))
    refuses(ValueError, "There are duplicate positions in `grad_position`", lambda: ms.grad(function, (0, 0)))
    refuses(TypeError, "the 'grad_position' must be int or tuple.", lambda: ms.grad(function, 1.5))
    refuses(ValueError, "requires more than one outputs", lambda: ms.grad(function, has_aux=True)(x))
    refuses(RuntimeError, "Position index 2 is exceed input size.", lambda: ms.grad(function, 2)(x))
    assert ms.grad(lambda a: x * a)(3) == ()  # numbers are left out, as in MindSpore 2.10


def case_jit_functions_have_gradients():
    @ms.jit
    def function(a, b):
        return ops.tanh(a) * b
    same(ms.grad(function)(x, y), (1 - np.tanh(x.asnumpy()) ** 2) * y.asnumpy())


def case_an_exception_leaves_nothing_open():
    def function(a):
        b = a * a
        raise KeyError(b.shape)
    refuses(KeyError, "(3,)", lambda: ms.grad(function)(x))
    same(ms.grad(lambda a: a * a)(x), 2 * x.asnumpy())


globals()["case_" + sys.argv[1]]()
print("ok")
