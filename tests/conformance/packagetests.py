# SPDX-License-Identifier: Apache-2.0
"""What scripts of other people met first, each with what MindSpore 2.10 gives: names of its own modules, gradients of
unusual arguments, primitives by other modules. `packagetests.py [--ours FOLDER]`; FOLDER is build/python without one."""
import sys
import unittest

from ourpackage import numbers, take_ours

rest = take_ours(__doc__)

import numpy as np

import mindspore as ms
from mindspore import Tensor, nn, ops
from mindspore.ops.operations import _grad_ops, _inner_ops

HAS_BYTECODE = sys.version_info[:2] == (3, 11)


class Cube(nn.Cell):
    def construct(self, x):
        return x ** 3


class Scaled(nn.Cell):
    """x times a weight that stays and one that is trained."""

    def __init__(self):
        super().__init__()
        self.kept = ms.Parameter(Tensor([2.0]), name="kept", requires_grad=False)
        self.trained = ms.Parameter(Tensor([5.0]), name="trained")

    def construct(self, x):
        return x * self.kept * self.trained


class WithGradient(nn.Cell):
    """A sum with gradients of the test's own."""

    def __init__(self, *gradients):
        super().__init__()
        self.gradients = gradients

    def construct(self, x, y):
        return x + y

    def bprop(self, x, y, out, dout):
        return self.gradients


class Moments(nn.Cell):
    def __init__(self):
        super().__init__()
        self.scale, self.bias, self.mean, self.variance = (ms.Parameter(Tensor([1.0, 1.0]), name=name) for name in "sbmv")
        self.norm = ops.BatchNorm(is_training=True)

    def construct(self, x):
        return self.norm(x, self.scale, self.bias, self.mean, self.variance)[0]


class Twice(ms._Function):
    """2 x y, with a gradient that tells that it was asked: 20 for x, none for y."""

    @staticmethod
    def forward(ctx, x, y):
        ctx.save_for_backward(x)
        ctx.factor = y
        return x * y * 2

    @staticmethod
    def backward(ctx, gradient):
        (x,) = ctx.saved_tensors
        assert ctx.needs_input_grad == (True, False) and ctx.factor == 3
        return gradient * 20 + x * 0, None


class WithSetup(ms._Function):
    @staticmethod
    def forward(x):
        return x + 1

    @staticmethod
    def setup_context(ctx, inputs, output):
        ctx.save_for_backward(*inputs, output)

    @staticmethod
    def backward(ctx, gradient):
        x, output = ctx.saved_tensors
        return gradient * x * output


class TooFew(ms._Function):
    @staticmethod
    def forward(ctx, x, y):
        return x * y

    @staticmethod
    def backward(ctx, gradient):
        return gradient


class Names(unittest.TestCase):
    def test_modules_that_stand_elsewhere_are_found_from_anew(self):
        from mindspore.ops.composite.base import GradOperation
        from mindspore.mint.optim.adamw import AdamW
        from mindspore.train.serialization import export
        self.assertIs(GradOperation, ops.GradOperation)
        self.assertIs(AdamW, ms.mint.optim.AdamW)
        self.assertIs(export, ms.export)

    def test_what_a_device_can_do_is_told(self):
        context = ms.device_context
        self.assertEqual((context.cpu.device_count(), context.cpu.is_available()), (1, True))
        self.assertEqual((context.gpu.device_count(), context.ascend.is_available()), (0, False))
        with self.assertRaises(TypeError):
            context.cpu.op_tuning.threads_num(1.5)
        context.cpu.op_tuning.threads_num(2)
        with self.assertRaisesRegex(RuntimeError, "can not be set repeatedly"):
            context.cpu.op_tuning.threads_num(2)

    def test_what_is_not_there_says_so_when_it_is_used(self):
        from mindspore.common.api import _cell_graph_executor
        with self.assertRaisesRegex(NotImplementedError, "part of MindSpore 2.7 and 2.10, but not of JitScope"):
            _cell_graph_executor.compile(None)

    def test_primitives_are_found_in_whichever_module_mindspore_has_them(self):
        from mindspore.ops.auto_generate import gen_ops_prim
        from mindspore.ops.operations import array_ops, math_ops
        self.assertIs(array_ops.MatrixDiagV3, math_ops.MatrixDiagV3)
        x = Tensor(np.arange(6.0).reshape(2, 3), ms.float32)
        self.assertEqual(numbers(gen_ops_prim.relu_op(-x + 1)), [[1, 0, 0], [0, 0, 0]])
        self.assertEqual(numbers(gen_ops_prim.slice_ext_view_op(x, 1, 0, 3, 2)), [[0, 2], [3, 5]])
        self.assertEqual(numbers(gen_ops_prim.narrow_view_op(x, 1, 1, 2)), [[1, 2], [4, 5]])
        self.assertEqual(gen_ops_prim.expand_dims_view_op(x, 0).shape, (1, 2, 3))
        self.assertIs(gen_ops_prim.relu_op, gen_ops_prim.relu_op)

    def test_primitives_keep_what_the_user_gives_them(self):
        cast = ops.Cast()
        cast.set_user_data("key", 7)
        self.assertEqual((cast.get_user_data("key"), cast.get_user_data("other")), (7, None))

    def test_primitives_of_the_same_attributes_are_made_once(self):
        from mindspore.ops._primitive_cache import _get_cache_prim
        self.assertIs(_get_cache_prim(ops.Softmax)(0), _get_cache_prim(ops.Softmax)(0))
        self.assertIsNot(_get_cache_prim(ops.Softmax)(0), _get_cache_prim(ops.Softmax)(1))

    def test_a_layer_tells_what_it_was_made_with(self):
        from mindspore._extends import cell_attr_register

        class Layer(nn.Cell):
            @cell_attr_register
            def __init__(self, size, name="a"):
                super().__init__()

        class Chosen(nn.Cell):
            @cell_attr_register(attrs=["size"])
            def __init__(self, size):
                super().__init__()
                self.size = size
        self.assertEqual(Layer(3).cell_init_args, "Layerdict_values([3])")
        self.assertEqual(Chosen(4).cell_init_args, "Chosen[4]")

    def test_a_shape_is_asked_of_a_tensor(self):
        with self.assertRaises(TypeError):
            ops.shape([Tensor([1.0])])


class Checks(unittest.TestCase):
    def refuses(self, error, text, call):
        with self.assertRaises(error) as caught:
            call()
        self.assertEqual(str(caught.exception), text)

    def test_arguments_are_checked_with_mindspores_words(self):
        from mindspore import _checkparam as check
        self.assertEqual(check.check_positive_int(3, "n", "Op"), 3)
        self.refuses(ValueError, "For 'Op', the 'n' must be int and must > 0, but got '0' with type 'int'.",
                     lambda: check.check_positive_int(0, "n", "Op"))
        self.refuses(TypeError, "For 'Op', the 'n' must be int, but got 'float'",
                     lambda: check.check_positive_int(1.5, "n", "Op"))
        self.refuses(TypeError, "The 'n' must be int and must > 0, but got 'True' with type 'bool'.",
                     lambda: check.check_positive_int(True, "n"))
        self.refuses(ValueError, "For 'Op', the 'p' must be in range of [0.0, 1.0), but got 1.0 with type 'float'.",
                     lambda: check.check_float_range(1.0, 0.0, 1.0, check.INC_LEFT, "p", "Op"))
        self.refuses(TypeError, "For 'Op', the type of 'x' should be one of '['str', 'float']', but got type 'int'.",
                     lambda: check.check_value_type("x", 1, [str, float], "Op"))
        self.refuses(ValueError, "For 'Op', the 'x' must be str and must be in '['b', 'c']', but got 'a'.",
                     lambda: check.check_string("a", ["b", "c"], "x", "Op"))
        self.refuses(ValueError, "The 'axis' must be in the range of [-2, 2), but got 3.",
                     lambda: check.check_axis_in_range(3, 2))

        @check.args_type_check(count=int)
        def function(count, other=None):
            return count
        self.assertEqual(function(2, "any"), 2)
        self.refuses(TypeError, "The parameter 'count' must be <class 'int'>, but got <class 'float'>",
                     lambda: function(1.0))


@ms.jit
def compiled_hook(*_):
    return None


def doubled(gradient):
    return gradient * 2


class Refusals(unittest.TestCase):
    """What MindSpore refuses, refused here with the same type."""

    def test_hooks_are_plain_functions(self):
        cell, x = nn.ReLU(), Tensor([1.0])
        for register in (cell.register_forward_pre_hook, cell.register_forward_hook, cell.register_backward_hook,
                         cell.register_backward_pre_hook, x.register_hook):
            with self.assertRaisesRegex(TypeError, "Decorating hook function compiled_hook with '@jit' is not supported"):
                register(compiled_hook)
            with self.assertRaisesRegex(TypeError, "Expected a callable hook function, but got str"):
                register("no function")

    def test_a_variable_of_a_graph_has_one_hook(self):
        def twice(x):
            y = x * 2
            y.register_hook(doubled)
            y.register_hook(doubled)
            return y * 3

        def by_two_names(x):
            y = x * 2
            y.register_hook(doubled)
            z = y
            z.register_hook(doubled)
            return y * 3

        def bound_anew(x):
            x.register_hook(doubled)
            x = x * 2
            x.register_hook(doubled)
            return x * 3
        x = Tensor([1.0])
        for call in (ms.jit(twice), ms.jit(ms.grad(twice))):
            with self.assertRaisesRegex(RuntimeError, "It is not supported to register multiple hooks for a Tensor"):
                call(x)
        for function in (by_two_names, bound_anew):
            self.assertEqual(numbers(ms.jit(ms.grad(function))(x)), [24], function.__name__)
        self.assertEqual(numbers(ms.grad(twice)(x)), [24])
        ms.set_context(mode=ms.GRAPH_MODE)
        self.addCleanup(ms.set_context, mode=ms.PYNATIVE_MODE)
        with self.assertRaisesRegex(RuntimeError, "It is not supported to register multiple hooks for a Tensor"):
            ms.grad(ms.jit(twice))(x)

    def test_loops_that_stay_loops_have_no_second_gradient_in_graphs(self):
        x = Tensor([1.0, 2.0])
        rounds = {"fori": lambda x, unroll: ops.ForiLoop()(0, 2, lambda i, y: y * y, x, unroll),
                  "scan": lambda x, unroll: ops.Scan()(lambda y, _: (y * y, y), x, [x, x], 2, unroll)[0]}
        for name, loop in rounds.items():
            def kept(x, loop=loop):
                return loop(x, False)

            def unrolled(x, loop=loop):
                return loop(x, True)
            with self.assertRaisesRegex(RuntimeError, "Loop op with unroll set as false is not allow do higher order grad"):
                ms.jit(ms.grad(ms.grad(kept)))(x)
            self.assertEqual(numbers(ms.jit(ms.grad(kept))(x)), [4, 32], name)
            self.assertEqual(numbers(ms.jit(ms.grad(ms.grad(unrolled)))(x)), [12, 48], name)
            self.assertEqual(numbers(ms.grad(ms.grad(kept))(x)), [12, 48], name)

    def test_graphs_order_tuples_of_numbers_alone(self):
        x = Tensor(1.0)
        for function in (lambda x: (x, 1) < (x, 2), lambda x: [x, 1] >= [x, 2], lambda x: ((1, 2), 3) < ((1, 2), 4)):
            with self.assertRaises(TypeError):
                ms.jit(function)(x)
        self.assertEqual(ms.jit(lambda x: ((1, 2) < (1, 3), [2] >= [3], (1, (2,)) == (1, (2,))))(x), (True, False, True))
        self.assertTrue(ms.jit(lambda x: (1, x) < (2, x))(x))
        self.assertTrue(ms.jit(lambda x: ((x, 1), 3) < ((x + 1, 2), 4))(x))
        self.assertTrue(ms.jit(lambda x: (int(x), 1) < (int(x + 1), 1))(x))

    def test_gradients_of_layers_of_an_author_are_not_compiled(self):
        class Layer(nn.Cell):
            def construct(self, x):
                return x * 2

            @ms.jit
            def bprop(self, x, out, dout):
                return 5 * x
        self.assertEqual(numbers(Layer()(Tensor([1.0]))), [2])
        with self.assertRaisesRegex(RuntimeError, "Decorating bprop with '@jit' is not supported"):
            ms.grad(Layer())(Tensor([1.0]))

    def test_what_a_graph_assigns_has_the_dtype_of_the_weight_first_of_all(self):
        class Layer(nn.Cell):
            def __init__(self):
                super().__init__()
                self.weight = ms.Parameter(Tensor(5.0), name="weight")

            def construct(self, x):
                self.weight = x
                return self.weight
        net = ms.jit(Layer())
        with self.assertRaisesRegex((TypeError, ValueError), "Data type conversion is not supported for a 'Parameter'"):
            net(Tensor([[1.0, 2.0]], ms.float64))

    @unittest.skipUnless(HAS_BYTECODE, "capture_mode='bytecode' reads the instructions of CPython 3.11")
    def test_bytecode_tells_of_a_number_where_a_sequence_was(self):
        @ms.jit(capture_mode="bytecode")
        def total(a, b):
            return a + b
        self.assertEqual(total((1.0,), (2.0,)), (1.0, 2.0))
        self.assertEqual(total(1.0, 2.0), 3.0)


class Joins(unittest.TestCase):
    """Branches that give containers of other lengths or keys: Python makes them."""

    def test_containers_of_other_keys_and_lengths(self):
        def by_name(x, flag):
            if flag > 0:
                y = {"a": x, "b": [1, 2]}
            else:
                y = {"c": x + 1}
            return y

        def by_return(x, flag):
            if flag > 0:
                return x, x + 1
            return (x,)

        def within(x, flag):
            if flag > 0:
                y = {"a": [x, x]}
            else:
                y = {"a": [x]}
            return y

        def of_numbers(x, flag):
            if flag > 0:
                y = [1, 2]
            else:
                y = [1]
            return y
        x, both = Tensor([1.0]), (Tensor(1), Tensor(-1))
        for function in (by_name, by_return, within, of_numbers):
            compiled = ms.jit(function)
            for flag in both:
                for _ in range(2):  # nothing of one call is left in the next
                    found, expected = compiled(x, flag), function(x, flag)
                    self.assertEqual(type(found), type(expected))
                    if isinstance(found, dict):
                        self.assertEqual(list(found), list(expected))
                        found, expected = list(found.values()), list(expected.values())
                    self.assertEqual(numbers(found), numbers(expected), function.__name__)
                    if isinstance(found, list):
                        found.clear()

    def test_what_is_not_read_again_stays_out_of_the_graph(self):
        @ms.jit
        def call(x, flag):
            if flag > 0:
                axes, y = [0, 1], x * 2
            else:
                axes, y = [0], x * 3
            return y
        for _ in range(2):
            self.assertEqual(numbers(ms.jit(ms.grad(call))(Tensor([1.0]), Tensor(1))), [2])


class Gradients(unittest.TestCase):
    def test_arguments_without_gradients_are_left_out(self):
        x = Tensor([3.0])

        def scaled(x, factor):
            return x * factor

        def chosen(x, name):
            return {"a": x}[name]
        for wrap in (lambda function: function, ms.jit):
            self.assertEqual(numbers(ops.grad(wrap(scaled), (0, 1))(x, 2)), [2])
            self.assertEqual(numbers(ops.grad(wrap(chosen), (0, 1))(x, "a")), [1])
            self.assertEqual(ops.grad(wrap(scaled), 1)(x, ms.mutable(2)), ())
            self.assertEqual(ops.grad(wrap(scaled))(2.0, x), ())
        self.assertEqual(ms.jit(ops.grad(scaled, 1))(x, 2), ())

    def setUp(self):
        self.x, self.y = Tensor([1.0, 2.0]), Tensor([3.0, 4.0])

    def test_products_with_a_jacobian_in_a_graph(self):
        @ms.jit
        def product(x, v):
            return ops.jvp(Cube(), x, v)

        @ms.jit
        def products(x, y, v):
            return ops.jvp(lambda x, y: (x * y, y * y), (x, y), (v, v))
        self.assertEqual(numbers(product(self.x, self.y)), [[1, 8], [9, 48]])
        self.assertEqual(numbers(products(self.x, self.y, self.x)), [[[3, 8], [9, 16]], [[4, 12], [6, 16]]])
        self.assertEqual(numbers(ms.jit(ms.grad(lambda x: ops.jvp(Cube(), x, x)[1]))(self.x)), [9, 36])

    def test_the_older_cells_of_products(self):
        self.assertEqual(numbers(nn.Jvp(Cube())(self.x, self.y)), [[1, 8], [9, 48]])
        self.assertEqual(numbers(nn.Vjp(Cube())(self.x, self.y)), [[1, 8], [9, 48]])

    def test_containers_are_left_out_among_several_arguments(self):
        def function(x, pair, y):
            return x * pair[0] * y
        pair = [self.x + 1, self.y]
        expected = [[6, 12], [2, 6]]
        self.assertEqual(numbers(ops.GradOperation(get_all=True)(function)(self.x, pair, self.y)), expected)
        self.assertEqual(numbers(ms.grad(function, (0, 1, 2))(self.x, pair, self.y)), expected)

        @ms.jit
        def in_graph(x, pair, y):
            return ms.grad(function, (0, 1, 2))(x, pair, y)
        self.assertEqual(numbers(in_graph(self.x, tuple(pair), self.y)), expected)
        self.assertEqual(numbers(in_graph(self.x, ms.mutable(tuple(pair)), self.y)), [[6, 12], [[3, 8], [0, 0]], [2, 6]])

    def test_the_gradient_of_the_result_by_name(self):
        gradient = ops.GradOperation(sens_param=True)(Cube())
        self.assertEqual(numbers(gradient(self.x, sens=self.y)), [9, 48])

    def test_weights_that_stay_have_zeros_outside_of_graphs(self):
        net, x = Scaled(), Tensor([3.0])
        weights = [net.kept, net.trained]
        self.assertEqual(numbers(ms.grad(net, None, weights)(x)), [[0], [6]])
        self.assertEqual(numbers(ops.GradOperation(get_by_list=True)(net, weights)(x)), [[0], [6]])

        @ms.jit
        def in_graph(x):
            return ms.grad(net, None, weights)(x)
        self.assertEqual(numbers(in_graph(x)), [[15], [6]])

    def test_gradients_of_a_bprop_get_the_dtype_and_shape_of_its_arguments(self):
        row, square = Tensor([1.0, 1.0]), Tensor([[1.0, 1.0], [1.0, 1.0]])
        net = WithGradient(Tensor([[1, 2], [3, 4]], ms.int64), Tensor([[5, 6], [7, 8]], ms.int64))
        of_row, of_square = ms.grad(net, (0, 1))(row, square)
        self.assertEqual((of_row.dtype, numbers(of_row), numbers(of_square)), (ms.float32, [4, 6], [[5, 6], [7, 8]]))
        with self.assertRaisesRegex(RuntimeError, "grad tensor should be broadcast to expected shape"):
            ms.grad(WithGradient(Tensor([1.0, 2.0, 3.0]), square), (0, 1))(row, square)

    def test_functions_with_a_gradient_of_their_own(self):
        self.assertEqual(numbers(Twice.apply(self.x, 3)), [6, 12])
        self.assertEqual(numbers(ms.grad(lambda x: Twice.apply(x, 3))(self.x)), [20, 20])
        self.assertEqual(numbers(ms.grad(WithSetup.apply)(self.x)), [2, 6])
        with self.assertRaisesRegex(RuntimeError, "return a wrong number of gradients"):
            ms.grad(TooFew.apply)(self.x, self.y)

    def test_a_function_runs_once_for_vjp_and_its_first_way_back(self):
        x = Tensor([[1.0, 1.0], [1.0, 1.0]])
        for calls, expected in ((1, 0.9), (2, 0.81)):
            net = Moments()
            output, back = ops.vjp(net, x)
            for _ in range(calls):
                back(output)
            np.testing.assert_allclose(net.variance.asnumpy(), [expected] * 2, rtol=1e-5)

    def test_a_primitive_batch_norm_moves_its_moments(self):
        x = Tensor([[1.0, 5.0], [3.0, 5.0]])
        for wrap in (lambda function: function, ms.jit):
            net = Moments()
            wrap(lambda x: net(x))(x)
            np.testing.assert_allclose(net.mean.asnumpy(), [1.1, 1.4], rtol=1e-5)


class GradientPrimitives(unittest.TestCase):
    def test_each_is_the_gradient_of_its_function(self):
        inside, above = Tensor([0.2, 0.7]), Tensor([1.5, 3.0])
        seed = Tensor([2.0, -1.0])
        by_argument = (("ACosGrad", ops.acos, inside), ("AsinGrad", ops.asin, inside), ("AtanGrad", ops.atan, above),
                       ("AbsGrad", ops.abs, above))
        by_result = (("AcoshGrad", ops.acosh, above), ("AsinhGrad", ops.asinh, above),
                     ("ReciprocalGrad", ops.reciprocal, above), ("InvGrad", ops.reciprocal, above),
                     ("RsqrtGrad", ops.rsqrt, above), ("SqrtGrad", ops.sqrt, above))
        seed_first = (("ReLU6Grad", ops.relu6, above), ("HSigmoidGrad", ops.hardsigmoid, above),
                      ("HSwishGrad", ops.hardswish, above), ("HShrinkGrad", ops.hardshrink, above),
                      ("SoftShrinkGrad", ops.softshrink, above), ("SoftplusGrad", ops.softplus, above))
        for rows, arguments in ((by_argument, lambda f, x: (x, seed)), (by_result, lambda f, x: (f(x), seed)),
                                (seed_first, lambda f, x: (seed, x))):
            for name, function, x in rows:
                with self.subTest(name):
                    found = getattr(_grad_ops, name)()(*arguments(function, x))
                    expected = ops.vjp(function, x)[1](seed)[0]
                    np.testing.assert_allclose(found.asnumpy(), expected.asnumpy(), rtol=2e-5)
        self.assertEqual(numbers(_grad_ops.EluGrad()(seed, Tensor([-0.5, 3.0]))), [1, -1])

    def test_those_of_several_arguments(self):
        x, y, seed = Tensor([[1.0, 5.0]]), Tensor([[3.0, 4.0]]), Tensor([[2.0, 3.0]])
        self.assertEqual(numbers(_grad_ops.MaximumGrad()(x, y, seed)), [[[0, 3]], [[2, 0]]])
        self.assertEqual(numbers(_grad_ops.SliceGrad()(Tensor([[7.0]]), x, (0, 1), (1, 1))), [[0, 7]])
        self.assertEqual(numbers(_grad_ops.KLDivLossGrad("mean")(Tensor(2.0), x, y)), [[-3, -4]])
        self.assertEqual(numbers(_grad_ops.DropoutGrad(0.5)(seed, Tensor([[1.0, 0.0]]))), [[4, 0]])
        self.assertEqual(numbers(_grad_ops.ConcatOffset(2, 1)((x, y))), [[0, 0], [0, 2]])

    def test_in_graphs(self):
        found = ms.jit(lambda dy, x: _grad_ops.HSwishGrad()(dy, x))(Tensor([1.0]), Tensor([1.0]))
        np.testing.assert_allclose(found.asnumpy(), [5 / 6], rtol=1e-5)


class Inside(unittest.TestCase):
    def test_values_of_open_shapes_are_themselves(self):
        x = Tensor([1.0, 2.0])
        self.assertEqual(numbers(_inner_ops.ConvertToDynamic(is_dynamic_rank=True)(x)), [1, 2])

    def test_norms_are_cut(self):
        x = Tensor([[3.0, 4.0]])
        self.assertEqual(numbers(_inner_ops.ClipByNorm()(x, Tensor(2.0))), [[1.2, 1.6]])
        self.assertEqual(numbers(_inner_ops.ClipByNorm()(x, Tensor(20.0))), [[3, 4]])

    def test_which_sequences_are_known(self):
        from mindspore.ops import functional as F

        def known(x):
            return F.is_sequence_value_unknown(x), F.is_sequence_shape_unknown(x)
        self.assertEqual((known((1, 2)), known((1, Tensor(2)))), ((False, False), (True, False)))
        self.assertEqual(ms.jit(known)((1, 2)), (False, False))
        self.assertEqual(ms.jit(known)(ms.mutable((1, 2))), (True, False))

    def test_a_tensor_among_others_in_a_graph(self):
        @ms.jit
        def is_among(x):
            return x in (1, Tensor([1, 2, 3]), np.array([4, 5, 6]), (7, 8))

        @ms.jit
        def is_not_among(x):
            return x not in (Tensor([1, 2]), [3])
        self.assertEqual([bool(is_among(Tensor(row))) for row in ([1, 2, 3], [4, 5, 6], [1, 2, 4])], [True, True, False])
        self.assertEqual([bool(is_not_among(Tensor(row))) for row in ([1, 2], [2, 1])], [False, True])

    def test_inputs_of_open_and_of_whole_shapes(self):
        net = Cube()
        net.set_inputs(Tensor([[1.0, 2.0]]))
        ms.set_context(mode=ms.GRAPH_MODE)
        self.addCleanup(ms.set_context, mode=ms.PYNATIVE_MODE)
        self.assertEqual(numbers(net(Tensor([[2.0, 1.0]]))), [[8, 1]])
        with self.assertRaises(ValueError):
            net(Tensor([1.0]))

    def test_axes_given_as_a_tensor(self):
        x = Tensor([[1.0, 2.0], [3.0, 4.0]])
        for fold, expected in ((ops.ReduceSum(), [3, 7]), (ops.ReduceMax(), [2, 4]), (ops.ReduceMean(True), [[1.5], [3.5]])):
            for wrap in (lambda function: function, ms.jit):
                self.assertEqual(numbers(wrap(lambda x, axes: fold(x, axes))(x, Tensor([1]))), expected)

    def test_tensors_of_a_sequence_are_added(self):
        from mindspore.ops.operations import _sequence_ops
        x, y = Tensor([[1.0, 2.0]]), Tensor([[3.0, 4.0]])
        self.assertEqual(numbers(_sequence_ops.SequenceAddN()((x, y))), [[4, 6]])
        self.assertEqual(numbers(_sequence_ops.SequenceConcat(1)((x, y))), [[1, 2, 3, 4]])

    def test_the_gradient_of_a_convolutions_weight(self):
        x, dout = Tensor(np.ones((1, 1, 3, 3)), ms.float32), Tensor(np.ones((1, 1, 2, 2)), ms.float32)
        found = _grad_ops.Conv2DBackpropFilter(1, 2)(dout, x, (1, 1, 2, 2))
        self.assertEqual(numbers(found), [[[[4, 4], [4, 4]]]])

    def test_a_bias_of_the_last_axis(self):
        x, bias = Tensor([[[[1.0, 2.0]]]]), Tensor([10.0, 20.0])
        self.assertEqual(numbers(ops.BiasAdd(data_format="NHWC")(x, bias)), [[[[11, 22]]]])

    @unittest.skipUnless(HAS_BYTECODE, "capture_mode='bytecode' reads the instructions of CPython 3.11")
    def test_a_capture_by_bytecode_names_its_graph(self):
        from mindspore._c_expression import get_code_extra

        @ms.jit(capture_mode="bytecode")
        def function(x):
            return x * 2 + 1
        function(Tensor([1.0]))
        self.assertIn("function", get_code_extra(function)["code"]["phase_"])

    def test_a_number_that_is_none_has_no_sign(self):
        x = [float("nan"), -2.0, 0.0, 3.0]
        for dtype in (ms.float16, ms.float32, ms.float64):
            self.assertEqual(numbers(ops.sign(Tensor(x, dtype))), [0, -1, 0, 1])
            self.assertEqual(numbers(ms.jit(lambda t: ops.sign(t), jit_level="O1")(Tensor(x, dtype))), [0, -1, 0, 1])

    def test_inputs_of_any_rank(self):
        net = Cube()
        net.set_inputs(Tensor(shape=None, dtype=ms.float32))
        self.assertEqual(numbers(net(Tensor([2.0]))), [8])
        self.assertEqual(numbers(net(Tensor([[2.0, 1.0]]))), [[8, 1]])

    def test_what_is_said_of_many_devices_on_one(self):
        from mindspore.parallel import Layout, get_algo_parameters, reset_algo_parameters, set_algo_parameters, shard
        from mindspore.parallel.auto_parallel import AutoParallel
        from mindspore.parallel.nn import GradAccumulation, Pipeline
        net, x = Cube(), Tensor([[2.0], [1.0]])
        parallel = AutoParallel(net)
        parallel.pipeline(stages=2)
        parallel.hsdp()
        self.assertEqual((numbers(parallel(x)), parallel.get_pipeline_stages()), ([[8], [1]], 2))
        self.assertEqual(numbers(AutoParallel(ms.jit(lambda x: x + 1))(x)), [[3], [2]])
        for wrapped in (Pipeline(net, 2, stage_config={str(net): 0}), GradAccumulation(net, 2)):
            self.assertEqual(numbers(wrapped(x)), [[9]])
        layout = Layout((2, 4), ("data", "model"))
        self.assertEqual(layout(("data", "model"), "None").to_dict()["tensor_map"], ((1, 0), -1))
        with self.assertRaises(ValueError):
            layout("data", "data")
        self.assertEqual(numbers(shard(net, ((2, 1),))(x)), [[8], [1]])
        self.assertIsNone(net.shard(((1, 1),)))
        self.assertEqual(str(ops.ReLU().shard(((4, 1),))), "Prim[ReLU]<in_strategy=((4, 1),)>")
        self.assertEqual(ops.ReLU().shard((layout("data", "None"),)).in_layout[0]["tensor_map"], (1, -1))
        with self.assertRaises(TypeError):
            ops.ReLU().shard(((2, "1"),))
        set_algo_parameters(tensor_slice_align_size=32)
        self.addCleanup(reset_algo_parameters)
        self.assertEqual((get_algo_parameters("tensor_slice_align_size"), get_algo_parameters("algo_approxi_epsilon")),
                         (32, 0.10000000149011612))

    def test_parts_of_a_parameter_are_joined(self):
        parts = [ms.Parameter(Tensor([[number]]), name="weight") for number in (1.0, 2.0)]
        whole = ms.merge_sliced_parameter(parts)
        self.assertEqual((numbers(whole), whole.name), ([[1], [2]], "weight"))
        with self.assertRaises(NotImplementedError):
            ms.merge_sliced_parameter(parts, {"weight": object()})

    def test_gradients_of_a_pipeline_are_divided_by_their_scale(self):
        weights = ms.ParameterTuple([ms.Parameter(Tensor([1.0]), name="weight")])
        reducer = nn.PipelineGradReducer(weights, 4.0, opt_shard=True)
        self.assertEqual(numbers(ms.jit(lambda *gradients: reducer(gradients))(Tensor([2.0]))), [[0.5]])
        self.assertEqual([value.name for value in reducer.get_parameters()], ["accu_grads.weight", "scale_sense"])

    def test_a_profiler_keeps_to_its_schedule(self):
        from mindspore.profiler import ProfilerLevel, mstx, profile, schedule
        plan = schedule(wait=1, warmup=1, active=2, repeat=2, skip_first=1)
        self.assertEqual([plan(step).value for step in range(11)], [0, 0, 1, 2, 3, 0, 1, 2, 3, 0, 0])
        self.assertEqual(str(plan), "Schedule(wait=1, active=2, warmup=1, repeat=2, skip_first=1)")
        ended = []
        with profile(schedule=schedule(wait=0, active=2, repeat=2), on_trace_ready=lambda _: ended.append(steps)) as profiler:
            for steps in range(6):
                profiler.step()
        self.assertEqual(ended, [1, 3])
        with profile(schedule=schedule(wait=0, active=1), on_trace_ready=lambda _: ended.append("end")) as profiler:
            profiler.step()
        self.assertEqual(ended[2:], ["end", "end"])
        self.assertEqual((mstx.range_start("step"), ProfilerLevel.Level1.value), (0, "Level1"))

    def test_pieces_of_a_signal_are_transformed(self):
        signal = Tensor(np.arange(19), ms.float32)
        expected = [[18, 0], [-12.24264, -8.24264], [4, 6], [-3.75736, -0.24264], [6, 0]]
        for run in (ops.STFT(8, 8, 3, False, True, False), ms.jit(lambda x, w: ops.stft(x, 8, 8, 3, w, center=False))):
            found = run(signal, Tensor([2.0, 2.0, 2.0]))
            self.assertEqual((found.shape, numbers(found[:, 0])), ((5, 2, 2), expected))
        self.assertEqual(ops.stft(Tensor(np.ones((2, 30)), ms.float64), 8).shape, (2, 5, 16, 2))
        with self.assertRaises(ValueError):
            ops.stft(signal, 8, win_length=9)
        whole = ops.stft(signal, 8, return_complex=True)
        self.assertEqual((whole.shape, whole.dtype), ((5, 10), ms.complex64))
        self.assertEqual(numbers(ops.view_as_real(whole)), numbers(ops.stft(signal, 8)))
        with self.assertRaises(ValueError):
            ops.stft(whole[0], 8, onesided=True)

    def test_functions_that_all_ranks_call(self):
        x, gathered = Tensor([1.0, 2.0]), [Tensor([0.0, 0.0])]
        ms.communication.init()
        self.addCleanup(ms.communication.release)
        self.assertIsNone(ops.all_reduce(x, "avg"))
        ops.all_gather(gathered, x, async_op=True).wait()
        self.assertEqual((numbers(x), numbers(gathered)), ([1, 2], [[1, 2]]))
        self.assertEqual((ops.barrier(), ops.broadcast(x, 0)), (None, None))
        self.assertEqual(ops.new_group([0]), "hccl_1_b6589fc6ab0dc82cf12099d1c2d40ab994e8410c")
        ops.set_comm_ops_inplace(False)
        self.addCleanup(ops.set_comm_ops_inplace, True)
        self.assertEqual(numbers(ops.all_reduce(x, "max")), [[1, 2], None])
        for function, error in ((ops.send, ValueError), (ops.recv, NotImplementedError)):
            with self.assertRaises(error):
                function(x, 0)

    def test_numbers_of_dtypes_and_functions_that_stay(self):
        self.assertEqual([ops.DtypeToEnum()("Cast", "dtype", dtype) for dtype in (ms.bool_, ms.int32, ms.bfloat16)], [30, 34, 45])
        self.assertEqual(numbers(ms.jit(lambda x: ops.Reusing()(ops.abs)(x))(Tensor([-1.0]))), [1])

    def test_the_primitive_of_a_convolution_on_a_weight_of_a_subclass(self):
        class Centred(nn.Conv2d):
            def construct(self, x):
                return self.bias_add(self.conv2d(x, self.weight - ops.mean(self.weight)), self.bias)
        for options in ({}, {"pad_mode": "pad", "padding": 1, "stride": 2, "group": 2}, {"pad_mode": "valid", "dilation": 2}):
            net = Centred(2, 4, 3, has_bias=True, **options)
            x = Tensor(np.arange(98).reshape(1, 2, 7, 7) / 98, ms.float32)
            expected = numbers(net(x))
            plain = nn.Conv2d(2, 4, 3, has_bias=True, **options)
            plain.weight.set_data(net.weight - ops.mean(net.weight))
            plain.bias.set_data(net.bias)
            self.assertEqual(expected, numbers(plain(x)))
            self.assertEqual(numbers(ms.jit(lambda x: net(x))(x)), expected)
        dense, x = nn.Dense(3, 2), Tensor([[1.0, 2.0, 3.0]])
        self.assertEqual(numbers(dense.bias_add(dense.matmul(x, dense.weight), dense.bias)), numbers(dense(x)))


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *rest])
