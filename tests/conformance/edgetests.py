# SPDX-License-Identifier: Apache-2.0
"""What libraries of large models ask of the package's inner modules and layers, and values at the edges of what operators
take, each with what MindSpore 2.10 gives. `edgetests.py [--ours FOLDER]`; FOLDER is build/python without one."""
import sys
import unittest

from ourpackage import numbers, take_ours

rest = take_ours(__doc__)

import numpy as np

import _jitscope
import mindspore as ms
from mindspore import Tensor, mint, nn, numpy as mnp, ops
from mindspore.ops.operations import _grad_ops as G

CAPTURES = ("ast", "bytecode") if sys.version_info[:2] == (3, 11) else ("ast",)  # whose instructions it reads


class WhatLibrariesAsk(unittest.TestCase):
    def test_how_a_network_is_spread_over_one_device(self):
        from mindspore.parallel import _utils
        from mindspore.parallel._auto_parallel_context import auto_parallel_context
        from mindspore.parallel._cost_model_context import _set_multi_subgraphs, _set_rp_matmul_mem_coef
        _set_multi_subgraphs()
        _set_rp_matmul_mem_coef(0.1)
        self.assertEqual((_utils._get_parallel_mode(), _utils._get_device_num(), _utils._get_pipeline_stages()),
                         ("stand_alone", 1, 1))
        self.assertFalse(_utils._is_in_auto_parallel_mode() or _utils._is_sharding_propagation())
        self.assertEqual(auto_parallel_context().get_pipeline_stages(), 1)
        self.assertEqual(ms.get_auto_parallel_context("pipeline_scheduler"), "1f1b")
        with self.assertRaises(AttributeError):
            auto_parallel_context().get_nothing_of_it()

    def test_classes_of_dtypes(self):
        from mindspore._c_expression.typing import BFloat, Float, Int, Number
        self.assertEqual([isinstance(dtype, Float) for dtype in (ms.float16, ms.float64, ms.bfloat16, ms.int32)],
                         [True, True, False, False])
        self.assertTrue(isinstance(ms.bfloat16, BFloat) and isinstance(ms.int8, Int) and isinstance(ms.bool_, Number))
        self.assertIs(Float(16), ms.float16)
        self.assertIs(ms.common.dtype.Float, Float)
        with self.assertRaises(TypeError):
            Int(7)

    def test_modules_of_datasets(self):
        from mindspore.dataset.engine.datasets import BatchDataset, Dataset, RepeatDataset
        from mindspore.dataset.transforms.transforms import PyTensorOperation
        from mindspore.dataset.vision.utils import Inter
        rows = ms.dataset.NumpySlicesDataset([1, 2, 3], shuffle=False)
        self.assertTrue(isinstance(rows, Dataset) and isinstance(rows, ms.dataset.SourceDataset))
        self.assertFalse(isinstance(rows, ms.dataset.VisionBaseDataset))
        self.assertIsInstance(rows.batch(2), BatchDataset)
        self.assertIsInstance(rows.repeat(2), RepeatDataset)
        self.assertIs(Inter, ms.dataset.vision.Inter)

        class Doubled(PyTensorOperation):
            def _execute_py(self, img):
                return img * 2
        self.assertEqual(Doubled()(4), 8)

    def test_what_only_a_device_has_can_be_imported(self):
        from mindspore.nn.wrap.cell_wrapper import _MicroBatch, _VirtualDatasetCell
        from mindspore.ops.auto_generate import GroupedMatmul
        from mindspore.ops.operations.nn_ops import FlashAttentionScore
        for name in (_MicroBatch, _VirtualDatasetCell, GroupedMatmul, FlashAttentionScore):
            with self.assertRaisesRegex(NotImplementedError, "but not of JitScope"):
                name()

    def test_casts_by_the_number_of_a_dtype(self):
        self.assertEqual(ops.Cast()(Tensor([1.5]), 34).dtype, ms.int32)  # as files of graphs have it

    def test_primitives_of_functions_of_mint(self):
        from mindspore.ops.auto_generate import CumsumExt, MeanExt, OneHotExt, Outer, StackExt, SumExt
        x = Tensor([[1.0, 2.0], [3.0, 4.0]])
        self.assertEqual(numbers(SumExt()(x, 1)), [3, 7])
        self.assertEqual(numbers(MeanExt()(x, 0, True)), [[2, 3]])
        self.assertEqual(SumExt()(x, None, False, ms.float16).dtype, ms.float16)
        self.assertEqual(numbers(CumsumExt()(x, 1)), [[1, 3], [3, 7]])
        self.assertEqual(numbers(StackExt(dim=1)((x[0], x[1]))), [[1, 3], [2, 4]])
        self.assertEqual(numbers(Outer()(x[0], x[1])), [[3, 4], [6, 8]])
        self.assertEqual(numbers(OneHotExt()(Tensor([1, 0]), 2)), [[0, 1], [1, 0]])
        self.assertEqual(numbers(ms.jit(lambda x: SumExt()(x, 1))(x)), [3, 7])

    def test_a_check_of_dtypes(self):
        from mindspore import _checkparam
        self.assertIsNone(_checkparam.check_subclass("dtype", ms.float16, ms.common.dtype.number_type, "Layer"))
        with self.assertRaisesRegex(TypeError, "the element of 'dtype' must be one of Float16, Float32, but got Int8"):
            _checkparam.check_subclass("dtype", ms.int8, (ms.float16, ms.float32), "Layer")

    def test_layers_have_their_primitives(self):
        images = Tensor(np.arange(32).reshape(1, 2, 4, 4) / 7 - 2, ms.float32)
        rows = ((nn.Softmax(1), "softmax"), (nn.LogSoftmax(1), "log_softmax"), (nn.ReLU(), "relu"), (nn.ELU(0.5), "elu"),
                (nn.HSwish(), "hswish"), (nn.FastGelu(), "fast_gelu"), (nn.SoftShrink(0.3), "softshrink"),
                (nn.MaxPool2d(2, 2), "max_pool"), (nn.AvgPool2d(2, 1, "same"), "avg_pool"))
        for layer, name in rows:
            primitive = getattr(layer, name).shard(((1, 1, 1, 1),))
            self.assertEqual(numbers(primitive(images)), numbers(layer(images)), name)
        dropout = nn.Dropout(p=0.25)
        left, mask = dropout.dropout(images)
        self.assertEqual(numbers(left), numbers(images * mask / 0.75))
        embedding = nn.Embedding(4, 2)
        self.assertEqual(numbers(embedding.gather(embedding.embedding_table, Tensor([2]), 0)), numbers(embedding(Tensor([2]))))
        line = nn.Conv1d(2, 3, 3)
        self.assertEqual(line.squeeze(line.expand_dims(Tensor(np.ones((1, 2, 5), np.float32)), 2)).shape, (1, 2, 5))

    def test_what_shard_keeps_is_no_setting_of_a_primitive(self):
        x = Tensor(np.arange(12).reshape(3, 4), ms.float32)
        slice_ = ops.StridedSlice().shard(((1, 1),))
        self.assertEqual(numbers(slice_(x, (0, 1), (2, 3), (1, 1))), [[1, 2], [5, 6]])
        self.assertEqual(numbers(ops.GLU(axis=1).shard(((1, 1),))(x)), numbers(ops.GLU(axis=1)(x)))

    def test_numbers_are_cast_to_tensors(self):
        for function in (ops.cast, ops.Cast()):
            self.assertEqual([(str(value.dtype), value.shape, value.item()) for value in
                              (function(1, ms.float32), function(2.5, ms.int32), function(True, ms.int64))],
                             [("Float32", (), 1.0), ("Int32", (), 2), ("Int64", (), 1)])
            with self.assertRaises(TypeError):
                function((1, 2), ms.float32)
        self.assertEqual(numbers(ms.jit(lambda x: ops.cast(x.shape[0], ms.float32) + x)(Tensor([1.0, 2.0]))), [3, 4])


class Writing(nn.Cell):
    """Writes to weights of its own before it uses them."""

    def __init__(self, write):
        super().__init__()
        self.write = write
        self.w = ms.Parameter(Tensor([0.0, 0.0]), name="w")

    def construct(self, x):
        self.write(self.w, x)
        return x * self.w


class Pair(ms._Function):
    """Two results, of which a gradient may flow back to one alone."""

    seen = []

    @staticmethod
    def forward(ctx, x):
        return x * 2, x * 3

    @staticmethod
    def backward(ctx, first, second):
        Pair.seen.append((numbers(first), numbers(second)))
        return first if second is None else first + second * 10


class BarePair(Pair):
    @staticmethod
    def forward(ctx, x):
        ctx.set_materialize_grads(False)
        return x * 2, x * 3


class Scattered(unittest.TestCase):
    """Gradients of what is written to rows of a Parameter: MindSpore has those of scatter_update, and of scatter_max and
    scatter_min where all updates are taken; it refuses the others."""
    weights = Tensor([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])

    def gradients(self, write, updates):
        """(of the Parameter, of the updates)"""
        parameter = ms.Parameter(Tensor([[2.0, 3.0], [4.0, 5.0], [6.0, 7.0]]), name="p")
        places = Tensor([2, 0], ms.int32)
        back = ms.grad(lambda given: (write(parameter, places, given) * self.weights).sum(), 0, (parameter,))
        of_updates, of_parameters = back(Tensor(updates))
        return numbers(of_parameters[0]), numbers(of_updates)

    def test_updates_have_their_rows(self):
        self.assertEqual(self.gradients(ops.scatter_update, [[9.0, 9.0], [9.0, 9.0]]),
                         ([[1, 2], [3, 4], [5, 6]], [[5, 6], [1, 2]]))

    def test_sums_differences_products_and_quotients(self):
        updates = [[2.0, 4.0], [1.0, 2.0]]
        self.assertEqual(self.gradients(ops.scatter_add, updates), ([[1, 2], [3, 4], [5, 6]], [[5, 6], [1, 2]]))
        self.assertEqual(self.gradients(ops.scatter_sub, updates), ([[1, 2], [3, 4], [5, 6]], [[-5, -6], [-1, -2]]))
        self.assertEqual(self.gradients(ops.scatter_mul, updates), ([[1, 4], [3, 4], [10, 24]], [[30, 42], [2, 6]]))
        self.assertEqual(self.gradients(ops.scatter_div, updates),
                         ([[1, 1], [3, 4], [2.5, 1.5]], [[-7.5, -2.625], [-2, -1.5]]))

    def test_the_largest_and_the_smallest(self):
        updates = [[9.0, 1.0], [9.0, 1.0]]
        self.assertEqual(self.gradients(ops.scatter_max, updates), ([[0, 2], [3, 4], [0, 6]], [[5, 0], [1, 0]]))
        self.assertEqual(self.gradients(ops.scatter_min, updates), ([[1, 0], [3, 4], [5, 0]], [[0, 6], [0, 2]]))

    def test_a_cell_as_a_graph(self):
        class Net(nn.Cell):
            def __init__(self):
                super().__init__()
                self.p = ms.Parameter(Tensor([[2.0, 3.0], [4.0, 5.0], [6.0, 7.0]]), name="p")

            def construct(self, updates):
                return ops.scatter_update(self.p, Tensor([2, 0], ms.int32), updates) * Scattered.weights

        ms.set_context(mode=ms.GRAPH_MODE)
        try:
            self.assertEqual(numbers(ms.grad(Net())(Tensor([[9.0, 9.0], [9.0, 9.0]]))), [[5, 6], [1, 2]])
        finally:
            ms.set_context(mode=ms.PYNATIVE_MODE)


class Inverted(unittest.TestCase):
    def test_the_gradient_of_a_pseudo_inverse(self):
        x = Tensor([[1.0, 2.0, 3.0], [4.0, 5.0, 7.0]], ms.float64)
        weights = Tensor(np.arange(6.0).reshape(3, 2))
        back = ms.grad(lambda given: (ops.pinv(given) * weights).sum())
        there = [[3.065306, -1.040816, -1.37551], [-0.948571, 0.342857, 0.354286]]
        self.assertTrue(np.allclose(back(x).asnumpy(), there, atol=1e-5))
        # Equal singular values, by which MindSpore's gradient of the vectors divides: that of an inverse is not so.
        one = Tensor(np.eye(2))
        turned = ms.grad(lambda given: (ops.pinv(given) * Tensor([[1.0, 2.0], [3.0, 4.0]], ms.float64)).sum())
        self.assertEqual(numbers(turned(one)), [[-1, -2], [-3, -4]])


class Adjoint(unittest.TestCase):
    def test_complex_numbers_are_conjugated(self):
        x = Tensor(np.array([[0, 1 + 1j], [2 + 2j, 3 - 3j]]))
        turned = [[0, 2 - 2j], [1 - 1j, 3 + 3j]]
        for found in (ops.adjoint(x), x.adjoint(), x.mH, x.H, ms.jit(ops.adjoint)(x)):
            self.assertEqual(found.asnumpy().tolist(), turned)
        self.assertEqual(x.mT.asnumpy().tolist(), [[0, 2 + 2j], [1 + 1j, 3 - 3j]])
        self.assertEqual(numbers(Tensor([[1.0, 2.0], [3.0, 4.0]]).mH), [[1, 3], [2, 4]])


class MakingOperators(nn.Cell):
    """Makes operators before a branch, whose sides call one of them each."""

    def construct(self, a, b):
        add, quotient, total = ops.Add(), ops.RealDiv(), ops.ReduceSum(keep_dims=True)
        if a.sum() < b.sum():
            a = add(a, b)
        else:
            a = quotient(a, total(b))
        return add(a, b)


class Edges(unittest.TestCase):
    def test_a_request_to_exit_saves_the_checkpoint_alone(self):
        self.assertIsInstance(ms.train.OnRequestExit(file_name="LeNet5"), ms.train.Callback)  # it is asked for a MindIR, too
        with self.assertRaisesRegex(NotImplementedError, "MindIR"):
            ms.train.OnRequestExit(save_ckpt=False)

    def test_operators_that_a_graph_makes_before_a_branch(self):
        low, high = Tensor([1.0, 3.0]), Tensor([2.0, 6.0])
        for net in (MakingOperators(), ms.jit(MakingOperators())):
            self.assertEqual((numbers(net(low, high)), numbers(net(high, low))), ([5, 15], [1.5, 4.5]))

    def test_eigenvalues_of_any_square_matrix(self):
        random = np.random.RandomState(0)
        for dtype, wide in ((ms.float32, ms.complex64), (ms.float64, ms.complex128), (ms.complex64, ms.complex64)):
            x = random.randn(2, 4, 4) + (1j * random.randn(2, 4, 4) if dtype == wide else 0)
            for function in (ops.eig, ms.jit(ops.eig), ops.Eig(True)):
                w, v = function(Tensor(x, dtype))
                self.assertEqual((w.dtype, v.dtype, w.shape, v.shape), (wide, wide, (2, 4), (2, 4, 4)))
                w, v = w.asnumpy(), v.asnumpy()
                np.testing.assert_allclose(x @ v, v * w[:, None], atol=2e-5)
                np.testing.assert_allclose(np.linalg.norm(v, axis=1), 1, rtol=1e-5)
            np.testing.assert_allclose(ops.eigvals(Tensor(x, dtype)).asnumpy(), w, rtol=1e-4)
        np.testing.assert_allclose(ops.eigvals(Tensor([[0.0, 1], [-1, 0]])).asnumpy(), [1j, -1j], rtol=1e-6)
        self.assertTrue(np.isnan(ops.eigvals(Tensor([[np.nan, 1], [1, 2]], ms.float32)).asnumpy()).all())
        self.assertEqual(ops.eig(Tensor(np.zeros((0, 2, 2)), ms.float32))[1].shape, (0, 2, 2))
        for kind, given in ((TypeError, Tensor([[2, 1], [1, 2]])), (ValueError, Tensor(np.ones((2, 3)), ms.float32)),
                            (ValueError, Tensor([1.0]))):
            with self.assertRaisesRegex(kind, "Eig"):
                ops.eig(given)

    def test_dtypes_that_go_without_saying(self):
        for value, dtype in ((-4, ms.int32), (1.5, ms.float32), (np.float64(2), ms.float32), ([1, 2], ms.int64)):
            self.assertEqual(ms.Parameter(value, name="p").dtype, dtype)
        with self.assertRaisesRegex(ValueError, "can not be `bool`"):
            ms.Parameter(True, name="p")
        rows = ((ops.hann_window, ms.float64), (ops.kaiser_window, ms.float64), (ops.hamming_window, ms.float32),
                (mnp.hanning, ms.float32))
        for window, dtype in rows:
            self.assertEqual([window(length).dtype for length in (0, 1, 5)], [dtype] * 3)
        half, whole = Tensor([1, np.nan, 8], ms.float16), Tensor([1, 8], ms.int32)
        for function, dtype in ((mnp.cbrt, ms.float32), (mnp.nanmean, ms.float32), (mnp.nanvar, ms.float32),
                                (mnp.nanmax, ms.float16)):
            self.assertEqual(function(half).dtype, dtype)
        for function in (mnp.nansum, mnp.nanmax, mnp.nanmin):
            self.assertEqual(function(whole).dtype, ms.int32)
        self.assertEqual(mnp.ravel_multi_index((Tensor([1, 2]), Tensor([0, 3])), (3, 4)).dtype, ms.float32)

    def test_equal_elements_share_a_gradient_or_the_first_has_it(self):
        x = Tensor([1.0, 2.0, 3.0])
        updates, indices = Tensor([1.0, 1.0, 5.0]), Tensor([[0], [0], [1]], ms.int32)
        back = ms.grad(ops.tensor_scatter_max, (0, 2))
        for function in (back, ms.jit(lambda *given: back(*given))):
            np.testing.assert_allclose(numbers(function(x, indices, updates)[0]), [1 / 3, 0, 1], rtol=1e-4)
            np.testing.assert_allclose(numbers(function(x, indices, updates)[1]), [1 / 3, 1 / 3, 1], rtol=1e-4)
        x, ids = Tensor([1.0, 4.0, 4.0, 2.0]), Tensor([0, 0, 0, 1], ms.int32)
        self.assertEqual(numbers(ms.grad(lambda x: ops.unsorted_segment_max(x, ids, 2))(x)), [0, 0.5, 0.5, 1])
        volume = np.zeros((1, 1, 2, 2, 2), np.float32)
        volume[0, 0, 0, 0, 1] = volume[0, 0, 1, 0, 0] = 3
        for function in (lambda x: ops.max_pool3d(x, 2), lambda x: ops.max_pool3d(x, 2, return_indices=True)[0],
                         nn.MaxPool3d(2), lambda x: ops.adaptive_max_pool3d(x, 1)):
            gradient = numbers(ms.grad(function)(Tensor(volume)).reshape(-1))
            self.assertEqual(gradient, [0, 1, 0, 0, 0, 0, 0, 0])
        x = Tensor([[[1.0, 1, 2, 2, 2, 2], [3, 3, 3, 1, 5, 5]]])
        self.assertEqual(numbers(ops.adaptive_max_pool1d(x, 2)), [[[2, 2], [3, 5]]])
        self.assertEqual(numbers(ms.grad(lambda x: ops.adaptive_max_pool1d(x, 2))(x)),
                         [[[0, 0, 1, 1, 0, 0], [1, 0, 0, 0, 1, 0]]])

    def test_forms_of_arguments(self):
        x = Tensor(np.arange(12.0).reshape(3, 4), ms.float32)
        for k in (Tensor(2), Tensor([2], ms.int32)):
            for function in (ops.topk, ops.TopK(), ms.jit(ops.topk)):
                self.assertEqual(numbers(function(x, k)[1]), [[3, 2]] * 3)
        volume = Tensor(np.arange(24.0).reshape(1, 2, 3, 4), ms.float32)
        self.assertEqual(numbers(ops.adaptive_avg_pool3d(volume, (1, None, 2))), [[[[6.5, 8.5], [10.5, 12.5], [14.5, 16.5]]]])
        classes = Tensor([[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 0, 1]], ms.int32)
        of_each = numbers(nn.FocalLoss(reduction="none")(x / 5, classes))
        np.testing.assert_allclose(np.sum(of_each, 1), [1.148735, 0.91784, 0.500019], rtol=1e-5)
        np.testing.assert_allclose(numbers(nn.FocalLoss()(x / 5, classes)), 0.213883, rtol=1e-4)
        with self.assertRaisesRegex(IndexError, "must be int or bool type"):
            x[Tensor([0, 1], ms.complex64)]
        image, ones = Tensor(np.arange(8.0).reshape(1, 2, 2, 2), ms.float32), Tensor([1.0, 1.0])
        slopes = G.BatchNormGrad(is_training=False, epsilon=0.0)(image, image, ones * 2, ones * 0, ones, ones)
        self.assertEqual(numbers(slopes), [numbers(image * 2), [14, 126], [6, 22]])

    def test_nan_counts_as_nothing_before_the_dtype_of_the_sum(self):
        x = Tensor([[np.nan, 128.1, -256.9], [np.nan, np.nan, 128]], ms.float32)
        for function in (ops.nansum, ms.jit(ops.nansum)):
            self.assertEqual(numbers(function(x, axis=0, keepdims=True, dtype=ms.int64)), [[0, 128, -128]])

    def test_sizes_that_are_known_when_the_graph_runs(self):
        """Python computes what hangs on them, then."""
        x = Tensor(np.arange(24).reshape(2, 3, 4), ms.float32)
        rows = ((lambda x, n: ops.fft(x, n).abs(), 3), (lambda x, n: ops.rfft2(x, (n, 2)).abs(), 2),
                (lambda x, n: x.reshape(n, -1) * 2, 6), (lambda x, n: ops.concat((x, x), n), 1))
        v = Tensor([3.0, 1.0, 2.0, 1.0])
        for function in (lambda v: mnp.intersect1d(v, v[:2]), lambda v: mnp.setdiff1d(v, v[:1])):
            for mode in CAPTURES:
                self.assertEqual(numbers(ms.jit(function, capture_mode=mode)(v)), numbers(function(v)))
        for function, n in rows:
            expected = numbers(function(x, n))
            graph = ms.jit(function)
            self.assertEqual(numbers(graph(x, ms.mutable(n))), expected)
            np.testing.assert_allclose(numbers(ms.jit(lambda x, n: ms.grad(function)(x, n))(x, ms.mutable(n))),
                                       numbers(ms.grad(function)(x, n)), rtol=1e-4)

    def test_primitives_of_one_seed_have_numbers_of_their_own(self):
        x = Tensor(np.arange(40), ms.float32)
        rows = ((lambda: ops.UniformReal(seed=2), ((4,),)), (lambda: ops.StandardNormal(seed2=3), ((4,),)),
                (lambda: ops.StandardLaplace(2), ((4,),)), (lambda: ops.Multinomial(seed=4), (x, 8)),
                (lambda: ops.RandomShuffle(seed=1), (x,)), (lambda: ops.Dropout(0.5, 1, 2), (x + 1,)),
                (lambda: ops.UniformInt(10), ((8,), Tensor(0, ms.int32), Tensor(1000, ms.int32))))
        for make, given in rows:
            first, second = make(), make()
            drawn = [numbers(primitive(*given)) for primitive in (first, second, first, second)]
            self.assertEqual(drawn[::2], drawn[1::2])
            self.assertNotEqual(drawn[0], drawn[2])
            ms.set_seed(3)
            self.assertEqual(numbers(first(*given)), drawn[0])

    def test_sums_and_products_of_float16_are_rounded_on_the_way(self):
        x = (np.random.RandomState(0).rand(40) * 3).astype(np.float16)
        self.assertEqual(numbers(ops.cumsum(Tensor(x), 0)[-6:]), [58.59375, 60.4375, 62.28125, 64.125, 66.9375, 69.0])
        self.assertEqual(numbers(ops.CumSum(exclusive=True)(Tensor(x), 0)[-3:]), [62.28125, 64.125, 66.9375])
        self.assertEqual(numbers(ops.cumprod(Tensor(x[:12]), 0)[-4:]), [261.0, 300.25, 713.0, 1131.0])

    def test_selu_of_integers(self):
        for dtype in (ms.int8, ms.int32):
            x = Tensor([-100, -3, -1, 0, 1, 20, 120], dtype)
            for function in (ops.selu, ops.SeLU(), nn.SeLU(), ms.jit(ops.selu)):
                result = function(x)
                self.assertEqual((result.dtype, numbers(result)), (dtype, [-1, 0, 0, 0, 1, 20, 120]))
        with self.assertRaises(TypeError):
            ops.selu(Tensor([1], ms.int64))

    def test_gradients_of_maximum_and_minimum(self):
        a, b = Tensor([np.nan, 1, np.nan, 2, 3, np.nan], ms.float32), Tensor([1, np.nan, np.nan, 2, 1, 5], ms.float32)
        for function, expected in ((ops.maximum, [[1, 1, 1, 0.5, 1, 1], [1, 1, 1, 0.5, 0, 1]]),
                                   (ops.minimum, [[1, 1, 1, 0.5, 0, 1], [1, 1, 1, 0.5, 1, 1]]),
                                   (ops.fmax, [[0, 1, 1, 1, 1, 0], [1, 0, 0, 0, 0, 1]])):
            gradient = ms.grad(function, (0, 1))
            self.assertEqual(numbers(gradient(a, b)), expected)
            self.assertEqual(numbers(ms.jit(lambda a, b: gradient(a, b))(a, b)), expected)
        for dtype in (ms.uint8, ms.uint16, ms.uint32, ms.uint64, ms.int8, ms.int32, ms.int64):
            a, b, seed = (Tensor(values, dtype) for values in ([2, 2, 3, 4], [2, 2, 2, 9], [1, 5, 5, 5]))
            back = ops.GradOperation(get_all=True, sens_param=True)(ops.minimum)
            self.assertEqual(numbers(back(a, b, seed)), [[0, 2, 0, 5], [0, 2, 5, 0]], dtype)
        large = Tensor([2 ** 40 + 1], ms.int64)
        back = ops.GradOperation(get_all=True, sens_param=True)(ops.maximum)
        self.assertEqual(back(large, Tensor([3], ms.int64), large)[0].asnumpy().tolist(), [2 ** 40 + 1])

    def test_what_a_mapped_function_writes_to_a_weight_is_written_once(self):
        x = Tensor(np.arange(6).reshape(3, 2), ms.float32)
        net = Writing(lambda w, x: ops.assign_add(w, Tensor([1.0, 1.0])))
        self.assertEqual(numbers(ops.vmap(net)(x)), numbers(x))
        self.assertEqual(numbers(net.w), [1, 1])
        net = Writing(lambda w, x: ops.assign(w, Tensor([2.0, 3.0])))
        self.assertEqual(numbers(ms.grad(ops.vmap(net))(x)), [[2, 3]] * 3)
        net = Writing(lambda w, x: ops.assign(w, x))
        with self.assertRaisesRegex(ValueError, "The source axis"):
            ops.vmap(net)(x)
        net = Writing(lambda w, x: ops.assign_add(w, Tensor([1.0, 1.0])))
        with self.assertRaisesRegex(NotImplementedError, "a function that writes to weights"):
            ms.jit(lambda x: ops.vmap(net)(x))(x)

    def test_axes_of_index_fill_as_a_tensor(self):
        x, index = Tensor(np.arange(6).reshape(2, 3), ms.float32), Tensor([0, 2], ms.int32)
        expected = [[9, 1, 9], [9, 4, 9]]
        for axis in (1, Tensor(1), Tensor(-1, ms.int64)):
            self.assertEqual(numbers(ops.index_fill(x, axis, index, 9)), expected)
            self.assertEqual(numbers(x.index_fill(axis, index, 9)), expected)
            self.assertEqual(numbers(ops.IndexFill()(x, axis, index, Tensor(9.0))), expected)
        self.assertEqual(numbers(ms.grad(lambda x: ops.index_fill(x, Tensor(1), index, 9))(x)), [[0, 1, 0]] * 2)
        for axis in (Tensor([1]), Tensor(1.0)):
            with self.assertRaises(TypeError):
                ops.index_fill(x, axis, index, 9)

    def test_results_that_nothing_flows_back_to(self):
        x = Tensor([1.0, 2.0])
        Pair.seen.clear()
        for function in (Pair, BarePair):
            self.assertEqual(numbers(ms.grad(lambda x: function.apply(x)[0])(x)), [1, 1])
        self.assertEqual(Pair.seen, [([1, 1], [0, 0]), ([1, 1], None)])

        class Cell(nn.Cell):
            def construct(self, x):
                return x * 2, x * 3
        seen, cell = [], Cell()
        cell.register_backward_hook(lambda cell, grad_input, grad_output: seen.append(numbers(grad_output)))
        self.assertEqual(numbers(ms.grad(lambda x: cell(x)[0])(x)), [2, 2])
        self.assertEqual(seen, [[[1, 1], None]])

    def test_transposed_convolutions_of_two_dtypes_are_refused(self):
        x, weight = Tensor(np.ones((1, 2, 4, 4)), ms.float16), Tensor(np.ones((2, 2, 3, 3)), ms.float32)
        for attempt in (lambda: ops.Conv2DTranspose(2, 3)(x, weight, (1, 2, 6, 6)), lambda: ops.Conv2D(2, 3)(x, weight)):
            with self.assertRaisesRegex(TypeError, "the input type must be same"):
                attempt()

    def test_bools_of_numpy_are_bools(self):
        flags, true = Tensor([True, False]), np.bool_(True)
        for result in (ops.mul(flags, true), flags * true, ops.where(flags, true, Tensor([False, False]))):
            self.assertEqual((result.dtype, numbers(result)), (ms.bool_, [True, False]))
        self.assertEqual(ops.add(Tensor([1, 2], ms.int32), true).dtype, ms.int32)

    def test_bools_among_the_parts_of_an_index(self):
        x = Tensor(np.arange(24).reshape(2, 3, 4), ms.float32)
        rows = ((x[0, True, 1], (1, 4)), (x[True, True], (1, 2, 3, 4)), (x[:, True, 0, True], (2, 1, 4)),
                (x[True, :, True], (1, 2, 3, 4)), (x[0, True, :, True], (1, 3, 4)), (x[..., True, True], (2, 3, 4, 1)),
                (x[:, True, None, True], (1, 2, 1, 3, 4)), (x[None, True, True], (1, 1, 2, 3, 4)),
                (x[0:1, True, 1, True, 2], (1, 1)), (x[np.bool_(True)], (1, 2, 3, 4)))
        for at, (part, shape) in enumerate(rows):
            self.assertEqual(part.shape, shape, at)
        self.assertEqual(ms.jit(lambda x: x[1, True, -1, True])(x).shape, (1, 4))
        for index in (False, (0, False), (0, False, 1), Tensor(False), (True, False)):
            y = x.copy()
            y[index] = 9
            self.assertEqual(numbers(y), numbers(x))
        y = x.copy()
        y[True, :, True] = Tensor(np.full((1, 2, 3, 4), 7), ms.float32)
        self.assertEqual(numbers(y.sum()), 7 * 24)

    def test_gradients_by_list_without_weights(self):
        net, x = nn.Dense(2, 1, weight_init="ones"), Tensor([[1.0, 2.0]])
        by_list = ops.GradOperation(get_by_list=True)
        expected = [[[1, 2]], [1]]
        self.assertEqual(numbers(by_list(net)(x)), expected)
        self.assertEqual(numbers(by_list(lambda x: net(x))(x)), expected)
        self.assertEqual(numbers(by_list(net, net.weight)(x)), [[1, 2]])
        ms.set_context(mode=ms.GRAPH_MODE)
        self.addCleanup(ms.set_context, mode=ms.PYNATIVE_MODE)
        self.assertEqual(by_list(lambda x: net(x))(x), ())

    def test_gradients_of_integers_that_a_quotient_makes_floating(self):
        for dtype in (ms.int8, ms.uint8, ms.int64, ms.bool_):
            x = Tensor(np.array([1, 1]), dtype)
            for function, slope in ((lambda x: x / -0.5, -2), (lambda x: 2.0 / x, -2), (lambda x: mint.div(x, 0.5), 2),
                                    (lambda x: x / 2, 0.5)):
                found = ms.grad(function)(x)
                self.assertEqual((found.dtype, numbers(found)), (ms.float32, [slope] * 2))
        self.assertEqual(ms.grad(lambda x: x * 0.5)(Tensor([1, 2])).dtype, ms.int64)

    def test_the_gradient_of_products_of_segments_with_zeros(self):
        ids = Tensor([0, 0, 0, 1], ms.int32)
        back = ms.grad(lambda x: ops.unsorted_segment_prod(x, ids, 2))
        for dtype in (ms.float16, ms.float32, ms.float64):
            for given, slopes in (([0.0, 2, 3, 0], [6, 0, 0, 1]), ([0, 0, 3, 5], [0, 0, 0, 1]), ([1, 2, 4, 1], [8, 4, 2, 1])):
                self.assertEqual(numbers(back(Tensor(given, dtype))), slopes)

    def test_no_gradient_at_zero_of_a_random_slope(self):
        x = Tensor([0.0, -0.0, 1, -1])
        self.assertEqual(numbers(ms.grad(lambda x: ops.rrelu(x, 0.25, 0.25))(x)), [0, 0, 1, 0.25])
        self.assertEqual(numbers(ms.grad(nn.RReLU(0.25, 0.25))(x)), [0, 0, 1, 0.25])

    def test_a_tensor_without_elements_has_none_at_one_place(self):
        empty = ops.broadcast_to(Tensor(np.zeros((1, 0, 1), np.float32)), (2, 0, 3))
        self.assertEqual(ops.assign_add(empty, empty).shape, (2, 0, 3))

    def test_means_of_integers_are_cut_towards_zero(self):
        rows = [[-1, 0, 0, -3], [0, 1, 2, 3], [-5, -2, -2, 0]]
        for dtype in (ms.int8, ms.int32, ms.int64):
            x = Tensor(rows, dtype)
            for found in (x.mean(dim=1), x.T.mean(0), ops.ReduceMean()(x, 1), ms.jit(lambda x: x.mean(1))(x)):
                self.assertEqual((found.dtype, numbers(found)), (dtype, [-1, 1, -2]))
            self.assertEqual(numbers(x.mean()), 0)

    def test_gradients_where_two_lines_or_elements_meet(self):
        x = Tensor([-1.0, 0, 2])
        for function, slopes in ((lambda x: ops.leaky_relu(x, 0.5), [0.5, 0.75, 1]), (nn.LeakyReLU(2), [2, 1.5, 1])):
            for back in (ms.grad(function), ms.jit(ms.grad(function))):
                self.assertEqual(numbers(back(x)), slopes)
        ones = Tensor(np.ones((2, 3)), ms.float32)
        infinite = float("inf")
        for function, order, slopes in ((ops.matrix_norm, 1, [[1, 0, 0]] * 2), (ops.matrix_norm, -1, [[1, 0, 0]] * 2),
                                        (ops.norm, infinite, [[1, 1, 1], [0, 0, 0]]),
                                        (ops.matrix_norm, -infinite, [[1, 1, 1], [0, 0, 0]]),
                                        (ops.vector_norm, infinite, [[1, 0, 0], [0, 0, 0]]),
                                        (ops.vector_norm, -infinite, [[1, 0, 0], [0, 0, 0]])):
            self.assertEqual(numbers(ms.grad(lambda x: function(x, order))(ones)), slopes)
        self.assertEqual(ops.vector_norm(ones, infinite, 1, keepdims=True).shape, (2, 1))

    def test_gradients_of_tensors_in_containers_of_compiled_functions(self):
        x, y = Tensor([1.0, 2, 3]), Tensor([1.0, 1, 1])
        first, named, apart = lambda c, y: 2 * c[0] + y, lambda c, y: 2 * c["a"] + y, lambda *c, y: 2 * c[0][0][0] + y
        for mode in CAPTURES:
            for function, container in ((first, lambda x, y: (x, y)), (first, lambda x, y: [x, 5]), (named, lambda x, y: {"a": x})):
                inner = ms.jit(function, capture_mode=mode)
                back = ms.grad(lambda x, y: inner(container(x * 3, y), y), (0, 1))
                self.assertEqual(numbers(back(x, y)[0]), [6] * 3)
                self.assertEqual(numbers(back(x, y)[1]), [1] * 3)
            inner = ms.jit(apart, capture_mode=mode)
            self.assertEqual(numbers(ms.grad(lambda x: inner(((x * 3,),), y=y))(x)), [6] * 3)
        with self.assertRaisesRegex(RuntimeError, "contains tensor with gradient but can not mutable"):
            ms.grad(lambda x: ms.jit(first)((x * 3, None), y))(x)
        if "bytecode" in CAPTURES:
            back = ms.grad(lambda x: ms.jit(first, capture_mode="bytecode")((x * 3, None), y))
            self.assertEqual(numbers(back(x)), [6] * 3)

    def test_what_is_made_mutable_in_a_graph_has_gradients(self):
        t, u = Tensor([1.0, 2]), Tensor([3.0, 4])
        product = lambda x, y: (x[0] if isinstance(x, (tuple, list)) else x) * y
        alone = ms.jit(lambda y: ms.grad(product)(ms.mutable(t), y))
        self.assertEqual(numbers(alone(u)), [3, 4])
        of_all = ms.jit(lambda y: ms.grad(product, (0, 1))(ms.mutable((t, u)), y))
        (of_t, of_u), of_y = of_all(u)
        self.assertEqual([numbers(of_t), numbers(of_u), numbers(of_y)], [[3, 4], [0, 0], [1, 2]])
        of_list = ms.jit(lambda y: ms.grad(product)(ms.mutable([t, u]), y))(u)
        self.assertIsInstance(of_list, list)
        self.assertEqual(ms.jit(lambda y: ms.grad(product)(t, y))(u), ())

    def test_functions_may_change_the_containers_that_a_gradient_gives_them(self):
        def changed(c):
            first = c[0]
            c[1] = Tensor([3.0, 6])
            return first + (first - c[1])
        given = ms.mutable([Tensor([4.0, 6]), Tensor([1.0, 1])])
        found = ms.jit(lambda c: ms.grad(changed)(c))(given)
        self.assertEqual([numbers(gradient) for gradient in found], [[2, 2], [0, 0]])
        self.assertEqual(numbers(given[1]), [1, 1])

    def test_slots_of_arrays_are_called_in_graphs(self):
        def lengths():
            x = np.array([1, 2, 3, 4])
            return getattr(x, "__len__")(), x.__len__()
        self.assertEqual(ms.jit(lengths)(), (4, 4))

    def test_slices_that_graphs_refuse(self):
        x = Tensor([1.0, 2])
        for function, kind, text in ((lambda x: (x, x)[1:4.5], TypeError, "Slice indices must be integers or bool. But got a Float32"),
                                     (lambda x: [x, x]["a":], TypeError, "But got a String number"),
                                     (lambda x: (x, x)[::0], ValueError, "Slice step cannot be zero"),
                                     (lambda x: x[0:1.5], TypeError, "Slice indices must be integers or bool")):
            with self.assertRaisesRegex(kind, text):
                ms.jit(function)(x)

    def test_maps_of_graphs_take_containers_that_are_alike(self):
        t = Tensor([1.0, 2])
        for kind, text in ((ops.HyperMap, "{} in HyperMap should have the same length"),
                           (ops.Map, "length of {} must be the same")):
            mapped = kind(lambda a, b: a + b)
            both = ms.jit(lambda x, y: mapped(x, y))
            self.assertIsInstance(both([t, t], [t, t]), list)
            self.assertIsInstance(mapped([t, t], [t, t]), tuple)
            self.assertEqual(numbers(both((t, t), ms.ParameterTuple([ms.Parameter(t, name=name) for name in "ab"]))[1]), [2, 4])
            for x, y, problem in (((t, t), [t, t], "types of arguments in"), ((t, 1), (t, 2, 2), text.format("tuples")),
                                  ([t], [t, t], text.format("lists"))):
                self.assertEqual(numbers(mapped(x, y)[0]), [2, 4])
                with self.assertRaisesRegex(RuntimeError, problem):
                    both(x, y)
        nested = ms.jit(lambda x, y: ops.HyperMap(lambda a, b: a[0] + b if isinstance(a, tuple) else a + b)(x, y))
        self.assertEqual(numbers(nested(((t, t), t), (t, t))[0]), [2, 4])

    def test_masks_of_a_graph_choose_what_becomes_a_tensor(self):
        def write(x, mask, value):
            x[mask] = value
            return x + 0
        x = np.arange(24, dtype=np.float32).reshape(2, 3, 4)
        masks = [x % 3 == 0, x[..., 0] % 2 == 0, x[:, 0, 0] > 0]
        values = [Tensor([5.0]), Tensor(7.0), Tensor([3], ms.int32), Tensor([1.0, 2.0, 3.0, 4.0]), Tensor([[1.0, 2.0, 3.0, 4.0]]),
                  Tensor(x[:1])]
        compared = 0
        for mask in masks:
            for value in values:
                if value.ndim > x.ndim - mask.ndim + 1 or value.size > 1 and value.ndim > x.ndim - mask.ndim and len(value) > 1:
                    continue  # so many rows as there are bools
                found = ms.jit(write)(Tensor(x), Tensor(mask), value)
                self.assertEqual(numbers(found), numbers(write(Tensor(x), Tensor(mask), value)))
                compared += 1
        self.assertGreater(compared, 10)
        with self.assertRaisesRegex(_jitscope.ValueNeeded, "Indexing by a tensor of bools"):
            ms.jit(write)(Tensor(x), Tensor(masks[0]), Tensor([1.0, 2.0]))

    def test_tensors_of_a_graph_in_a_tuple_are_written_row_by_row(self):
        class Net(nn.Cell):
            def __init__(self):
                super().__init__()
                self.weight = ms.Parameter(Tensor(np.ones((3, 2)), ms.float32), name="weight")

            def construct(self, places, first, second):
                self.weight[places] = (first, second)
                return self.weight * 2

        def write(x, first, second):
            x[1:] = [first, (second, 7.0)]
            return x * 2
        x, first = Tensor(np.ones((3, 2)), ms.float32), Tensor([5.0, 6.0])
        for level in ("O0", "O1"):
            net = Net()
            self.assertEqual(numbers(ms.jit(net, jit_level=level)(Tensor([2, 0]), first, first + 1)), [[12, 14], [2, 2], [10, 12]])
            self.assertEqual(numbers(net.weight), [[6, 7], [1, 1], [5, 6]])
            self.assertEqual(numbers(ms.jit(write, jit_level=level)(x, first, Tensor(3.0))), [[2, 2], [10, 12], [6, 14]])

    def test_the_dtype_of_a_focal_loss(self):
        for dtype in (ms.float16, ms.float32, ms.float64):
            logits = Tensor(np.ones((3, 4)), dtype)
            self.assertEqual(nn.FocalLoss()(logits, Tensor(np.eye(3, 4), ms.int32)).dtype, dtype)
            self.assertEqual(nn.FocalLoss()(logits, Tensor(np.ones((3, 1)), ms.float32)).dtype, dtype)
        mixed = nn.FocalLoss(weight=Tensor([1.0, 2, 3, 4]))(Tensor(np.ones((3, 4)), ms.float16), Tensor(np.eye(3, 4), ms.int32))
        self.assertEqual(mixed.dtype, ms.float32)

    def test_dtypes_of_folds_and_differences(self):
        half = Tensor([[0, 2], [0, 3]], ms.float16)
        for order in ("nuc", 2, -2):
            self.assertEqual(ops.matrix_norm(half, ord=order).dtype, ms.float32)
        self.assertEqual(ops.matrix_norm(half).dtype, ms.float16)
        for dtype in (ms.int8, ms.int32, ms.int64, ms.float16):
            found = mnp.ediff1d(Tensor([1, 4, 2], dtype), 1.0, Tensor([5.0]))
            self.assertEqual((found.dtype, numbers(found)), (dtype, [5, 3, -2, 1]))
        for dtype in (ms.int8, ms.int64):
            self.assertEqual(mnp.sign(Tensor([-3, 0, 2], dtype)).dtype, ms.float32)
        with self.assertRaises(TypeError):
            mnp.sign(Tensor([True]))

    def test_axes_that_no_tensor_has_are_refused(self):
        x = Tensor(np.arange(8).reshape(2, 4), ms.float32)
        for attempt in (lambda: ops.Split(5, 2)(x), lambda: ops.Unstack(-3)(x), lambda: ops.glu(x, 5), lambda: ops.fftshift(x, 5),
                        lambda: ops.SplitV([2, 2], -3, 2)(x), lambda: ops.tensor_dot(x, x, ((5,), (0,)))):
            with self.assertRaisesRegex(ValueError, "range"):
                attempt()
        with self.assertRaises(RuntimeError):
            ops.renorm(x, 2, -3, 1.0)
        with self.assertRaises(IndexError):
            ops.diff(x, 1, 5)
        for attempt in (lambda: ops.cumsum(x, 2), lambda: ops.median(x, 2), lambda: ops.cummax(x, -3)):
            with self.assertRaisesRegex(ValueError, r"the axis must be in \[-2,2\)"):
                attempt()
        with self.assertRaisesRegex(TypeError, "'axis' should be 'int', but got type 'float'"):
            ops.median(x, 1.5)

    def test_gradients_of_activations_as_primitives(self):
        y, dy = Tensor([[1, 0], [-3, 4]]), Tensor([[1, -2], [3, 4]])
        given = Tensor([[1.0, 2.0], [4.0, 5.0]]), Tensor([[1.0, 3.0]]), Tensor([[10.0, 11.0], [12.0, 13.0]]), Tensor([[20.0, 21.0]])
        self.assertEqual(numbers(G.MinimumGradGrad()(*given)), [[[0, 0], [0, 0]], [[0, 0]], [[10, 11], [20, 21]]])
        self.assertEqual(numbers(G.MaximumGradGrad()(*given)[2]), [[10, 21], [12, 13]])
        for dtype in (ms.int8, ms.int64, ms.float32):
            found = G.ReluGrad()(dy.astype(dtype), y.astype(dtype))
            self.assertEqual((found.dtype, numbers(found)), (dtype, [[1, 0], [0, 4]]))
        found = G.GeLUGrad()(Tensor([1.0, 2.0]), Tensor([1.0, -1.0]), Tensor([0.5, 1.0]))
        np.testing.assert_allclose(found.asnumpy(), [1.082964, -0.165928], rtol=1e-5)

    def test_bounds_of_integers(self):
        x = Tensor([[-60, 3], [70, -1]])
        for dtype in (ms.int8, ms.int64):
            found = ops.hardtanh(x.astype(dtype), -50, 50.5)
            self.assertEqual((found.dtype, numbers(found)), (dtype, [[-50, 3], [50, -1]]))
            self.assertEqual(numbers(nn.Hardtanh()(x.astype(dtype))), [[-1, 1], [1, -1]])

    def test_padding_that_cuts_off(self):
        x = Tensor([[[0.0, 1.0, 2.0, 3.0]]])
        for mode, expected in (("reflect", [3, 2]), ("replicate", [3, 3]), ("circular", [3, 3])):
            self.assertEqual(numbers(ops.pad(x, (-3, 1), mode)), [[expected]])
        for mode, expected in (("reflect", [1, 0, 1, 2]), ("replicate", [0, 0, 1, 2]), ("circular", [2, 0, 1, 2])):
            self.assertEqual(numbers(ops.pad(x, (1, -1), mode)), [[expected]])
        for padding in ((-4, 0), (-5, 1)):
            with self.assertRaisesRegex(ValueError, "PadV3"):
                ops.pad(x, padding, "reflect")

    def test_parts_are_written_whole(self):
        x = Tensor(np.zeros((2, 3)), ms.float32)
        for attempt in (lambda: ops.select_scatter(x, Tensor([1.0]), 0, 1), lambda: ops.slice_scatter(x, Tensor([[1.0]]), 1, 0, 2)):
            with self.assertRaisesRegex(ValueError, "src shape should be equal to the slice size"):
                attempt()
        with self.assertRaises(TypeError):
            ops.select_scatter(1.0, 2, 0, 0)

    def test_random_numbers_like_a_tensor(self):
        half = Tensor(np.ones((2, 2)), ms.float16)
        self.assertEqual((ops.randn_like(half).dtype, ops.rand_like(half).dtype), (ms.float32, ms.float16))
        with self.assertRaises(ValueError):
            ops.randint_like(half, 0, 5)

    def test_bits_of_a_sigmoid_of_straight_lines(self):
        found = ops.hardsigmoid(Tensor([-1.0, -2.0, 2.0])).asnumpy().tolist()
        self.assertEqual(found, np.array([1 / 3, 1 / 6, 5 / 6], np.float32).tolist())

    def test_weights_of_recurrent_layers_are_lists_that_can_be_set(self):
        net, x = nn.LSTM(2, 1, bidirectional=True), Tensor(np.ones((2, 1, 2)), ms.float32)
        names = [f"{kind}_l0{direction}" for kind in ("weight_ih", "weight_hh", "bias_ih", "bias_hh") for direction in ("", "_reverse")]
        self.assertEqual([parameter.name for parameter in net.get_parameters()], names)
        self.assertIs(net.w_hh_list[1], net.weight_hh_l0_reverse)
        before = numbers(net(x)[0])
        net.w_ih_list = ms.ParameterTuple([ms.Parameter(Tensor(np.ones((4, 2)), ms.float32), name=name) for name in names[:2]])
        self.assertNotEqual(numbers(net(x)[0]), before)

    def test_dtypes_that_operators_do_not_take(self):
        x = Tensor([[2, 1], [1, 3]])
        for function in (lambda x: ops.softmax(x), lambda x: ops.det(x), lambda x: ops.celu(x), lambda x: ops.matmul(x, x > 1),
                         lambda x: ops.avg_pool2d(x.reshape(1, 1, 2, 2), 1), lambda x: ops.nanmean(x)):
            for wrap in (lambda function: function, ms.jit):
                with self.assertRaises(TypeError):
                    wrap(function)(x)

    def test_matrices_of_complex_numbers(self):
        a = np.array([[1 + 2j, 3], [0.5j, -1 - 1j]])
        b = np.array([[1], [2j]])
        for dtype in (ms.complex64, ms.complex128):
            x, right = Tensor(a, dtype), Tensor(b, dtype)
            pairs = [(ops.det(x), np.linalg.det(a)), (ops.inverse(x), np.linalg.inv(a)),
                     (ops.MatrixInverse(adjoint=True)(x), np.linalg.inv(a.conj().T)),
                     (ops.matrix_solve(x, right), np.linalg.solve(a, b)),
                     (ops.matrix_solve(x, right, True), np.linalg.solve(a.conj().T, b)),
                     (ops.logdet(x), np.log(np.linalg.det(a))),
                     (ms.grad(lambda x: ops.slogdet(x)[1])(x), np.linalg.inv(a).conj().T),
                     *zip(ops.slogdet(x), np.linalg.slogdet(a)), (ops.det(x * 0), 0)]
            for found, expected in pairs:
                self.assertEqual(found.dtype, dtype)
                np.testing.assert_allclose(found.asnumpy(), expected, atol=1e-6)

    def test_gradients_of_inverse_functions_are_conjugated(self):
        x, dout = np.array([0.3 + 0.2j, -1.1 + 0.4j]), np.array([1 + 2j, 0.5 - 1j])
        root = np.sqrt(1 - x * x)
        slopes = {"AtanGrad": 1 + x * x, "AsinGrad": root, "ACosGrad": -root, "AsinhGrad": np.cosh(x), "AcoshGrad": np.sinh(x)}
        for name, slope in slopes.items():
            found = getattr(G, name)()(Tensor(x, ms.complex128), Tensor(dout, ms.complex128))
            np.testing.assert_allclose(found.asnumpy(), dout / slope.conj(), err_msg=name)

    def test_products_of_complex_vectors_conjugate_the_first(self):
        a, b = np.array([[1 + 2j, 3 - 1j]]), np.array([[2j, 1 + 1j]])
        for dtype in (ms.complex64, ms.complex128):
            np.testing.assert_allclose(ops.vecdot(Tensor(a, dtype), Tensor(b, dtype)).asnumpy(), (a.conj() * b).sum(1))

    def test_primitives_with_attributes_of_their_own(self):
        x = Tensor([[1.0, 2.0], [3.0, 5.0]])
        for axis in (0, 1):
            found = G.LogSoftmaxGrad(axis)(ops.log_softmax(x, axis), x)
            np.testing.assert_allclose(found.asnumpy(), ops.vjp(lambda x: ops.log_softmax(x, axis), x)[1](x)[0].asnumpy(),
                                       atol=1e-6)
        self.assertEqual(numbers(ops.UnsortedSegmentSum()(x, Tensor([0, 0]), Tensor(2))), [[4, 7], [0, 0]])

    def test_more_than_eight_axes_are_refused_in_one_sentence(self):
        x = Tensor(np.ones((1,) * 8), ms.float32)
        for attempt in (lambda: Tensor(np.ones((1,) * 9)), lambda: ops.ones((1,) * 9), lambda: x.expand_dims(0),
                        lambda: x[None], lambda: x.reshape((1,) * 9)):
            with self.assertRaisesRegex((ValueError, IndexError), "(at|more than) .*8 (axes|dimensions)"):
                attempt()


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *rest])
