# SPDX-License-Identifier: Apache-2.0
"""Layers that look vectors up in a table."""
import functools

import numpy as np

from mindspore import ops
from mindspore.common.dtype import float32
from mindspore.common.initializer import initializer
from mindspore.common.parameter import Parameter
from mindspore.common.tensor import Tensor
from mindspore.nn.cell import Cell
from mindspore.nn.checks import check_bool, check_choice, check_int, check_positive_int

__all__ = ["Embedding", "EmbeddingLookup"]


def padded_table(cls_name, table, padding_idx):
    """`table`, (rows, width), with zeros in the row padding_idx; itself for None. ValueError for a row that is not there."""
    if padding_idx is None:
        return table
    rows = table.shape[0]
    if not 0 <= check_int(cls_name, "padding_idx", padding_idx) < rows:
        raise ValueError(f"For '{cls_name}', the 'padding_idx' must be in range of [0, {rows}), but "
                         f"got {padding_idx} with type 'int'.")
    values = np.array(table.asnumpy())
    values[padding_idx] = 0
    return Tensor(values, table.dtype)


class Embedding(Cell):
    """For each index of ids the row of a table; shape ids.shape + (embedding_size,). The row padding_idx is 0 at first.
    With use_one_hot the rows are found by a product with one-hot vectors."""

    def __init__(self, vocab_size, embedding_size, use_one_hot=False, embedding_table="normal", dtype=float32,
                 padding_idx=None):
        super().__init__()
        self.vocab_size = check_int(self.cls_name, "vocab_size", vocab_size)
        self.embedding_size = check_int(self.cls_name, "embedding_size", embedding_size)
        self.use_one_hot = check_bool(self.cls_name, "use_one_hot", use_one_hot)
        self.dtype, self.padding_idx = dtype, padding_idx
        table = padded_table(self.cls_name, initializer(embedding_table, (vocab_size, embedding_size), dtype), padding_idx)
        self.embedding_table = Parameter(table, name="embedding_table")

    @functools.cached_property
    def gather(self):
        """The primitive: gather(table, ids, axis)."""
        return ops.Gather()

    def construct(self, ids):
        if self.use_one_hot:
            one_hot = ops.one_hot(ids.reshape((-1,)), self.vocab_size, Tensor(1.0, self.dtype), Tensor(0.0, self.dtype))
            rows = ops.matmul(one_hot, self.embedding_table)
        else:
            rows = ops.gather(self.embedding_table, ids.reshape((-1,)), 0)
        return rows.reshape((*ids.shape, self.embedding_size))

    def extend_repr(self):
        return (f"vocab_size={self.vocab_size}, embedding_size={self.embedding_size}, use_one_hot={self.use_one_hot}, "
                f"embedding_table={self.embedding_table}, dtype={self.dtype}, padding_idx={self.padding_idx}")


class EmbeddingLookup(Cell):
    """For each index the row of a table, 0 for indices outside of it; rows longer than max_norm are shortened to it."""

    BATCH_SLICE, FIELD_SLICE, TABLE_ROW_SLICE, TABLE_COLUMN_SLICE = ("batch_slice", "field_slice", "table_row_slice",
                                                                     "table_column_slice")

    def __init__(self, vocab_size, embedding_size, param_init="normal", target="CPU", slice_mode="batch_slice",
                 manual_shapes=None, max_norm=None, sparse=True, dtype=float32):
        super().__init__()
        self.vocab_size = check_positive_int(self.cls_name, "vocab_size", vocab_size)
        self.embedding_size = check_positive_int(self.cls_name, "embedding_size", embedding_size)
        check_choice(self.cls_name, "target", target, ("CPU", "DEVICE"))
        self.target, self.max_norm = target, max_norm
        self.embedding_table = Parameter(initializer(
            param_init, (vocab_size, embedding_size), dtype), name="embedding_table")

    def construct(self, indices):
        inside = ops.logical_and(indices >= 0, indices < self.vocab_size)
        rows = ops.gather(self.embedding_table, ops.select(inside, indices, ops.zeros_like(indices)), 0)
        rows = rows * inside.astype(rows.dtype).expand_dims(-1)
        if self.max_norm is None:
            return rows
        length = ops.sqrt(ops.square(rows).sum(-1, keepdims=True))
        return rows * self.max_norm / ops.maximum(length, self.max_norm * ops.ones_like(length))
