# SPDX-License-Identifier: Apache-2.0
"""What libraries of large models ask of the package's inner modules and layers, and values at the edges of what operators
take, each with what MindSpore 2.10 gives. `edgetests.py [--ours FOLDER]`; FOLDER is build/python without one."""
import argparse
import os
import sys
import unittest

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("--ours", default=os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "build", "python"))
options, rest = parser.parse_known_args()
sys.path.insert(0, os.path.abspath(options.ours))

import numpy as np

import mindspore as ms
from mindspore import Tensor, mint, nn, ops


def numbers(value):
    """A result as plain numbers."""
    if isinstance(value, Tensor):
        return np.round(value.asnumpy().astype(np.float64), 5).tolist()
    return [numbers(item) for item in value] if isinstance(value, (tuple, list)) else value


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


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *rest])
