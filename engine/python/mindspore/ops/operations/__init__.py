# SPDX-License-Identifier: Apache-2.0
"""Operators as classes: `P.MatMul(transpose_b=True)(x, y)`. A primitive keeps its attributes; its call runs the
engine's record of its name, or the function of mindspore.ops that computes the same."""
from mindspore.ops.controlflow import ForiLoop, Scan, WhileLoop
from mindspore.ops.operations import (_rows, array_ops, comm_ops, custom_ops, image_ops, linalg_ops, math_ops, nn_ops,
                                      other_ops, pool_ops, random_ops, rnn_ops, sequence_ops, sparse_matrix_ops,
                                      sparse_ops, update_ops)
from mindspore.ops.operations import _kernel_ops as kernels
from mindspore.ops.primitive import Primitive, PrimitiveWithCheck, PrimitiveWithInfer, prim_attr_register

_modules = (math_ops, array_ops, nn_ops, random_ops, comm_ops, other_ops, sparse_ops, sparse_matrix_ops, update_ops,
            image_ops, pool_ops, linalg_ops, sequence_ops, custom_ops, rnn_ops)
_primitives = {name: value for module in _modules for name, value in vars(module).items()
               if isinstance(value, type) and issubclass(value, Primitive) and not name.startswith(("Primitive", "_"))}
globals().update(_primitives)
ReduceOp = comm_ops.ReduceOp

__all__ = sorted([*_primitives, "ForiLoop", "ReduceOp", "Scan", "WhileLoop"])
__getattr__ = _rows.module_getattr("mindspore.ops.operations")
