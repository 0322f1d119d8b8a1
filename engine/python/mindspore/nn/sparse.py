# SPDX-License-Identifier: Apache-2.0
"""Layers of tensors of which only some elements are kept."""
from mindspore._missing import missing_names
from mindspore.nn.cell import Cell
from mindspore.ops.operations import sparse_ops

__all__ = ["SparseToDense", "SparseTensorDenseMatmul"]


class SparseToDense(Cell):
    """The whole tensor of a COOTensor."""

    def construct(self, coo_tensor):
        return coo_tensor.to_dense()


class SparseTensorDenseMatmul(Cell):
    """The product of a matrix, given by places, values and shape, and a dense one; adjoint_st and adjoint_dt turn them."""

    def __init__(self, adjoint_st=False, adjoint_dt=False):
        super().__init__()
        self.adjoint_st, self.adjoint_dt = adjoint_st, adjoint_dt
        self.product = sparse_ops.SparseTensorDenseMatmul(adjoint_st, adjoint_dt)

    def construct(self, indices, values, sparse_shape, dense):
        return self.product(indices, values, sparse_shape, dense)


__getattr__ = missing_names("mindspore.nn.sparse")
