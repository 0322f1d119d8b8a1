# SPDX-License-Identifier: Apache-2.0
"""Layers that keep, beside their result, what the second-order optimizer `nn.thor` needs: how their inputs vary with each
other (matrix_a) and how the gradients of their results do (matrix_g)."""
import numpy as np

from mindspore import ops
from mindspore.common.dtype import float16, float32
from mindspore.common.initializer import initializer
from mindspore.common.parameter import Parameter
from mindspore.common.tensor import Tensor
from mindspore.nn.cell import Cell
from mindspore.nn.checks import check_bool, check_choice, check_int, check_positive_int
from mindspore.nn.layer.activation import activation_of
from mindspore.nn.layer.embedding import padded_table

__all__ = ["Conv2dThor", "DenseThor", "EmbeddingLookupThor", "EmbeddingThor"]


def _kept(elements, name):
    return Parameter(Tensor(elements.astype(np.float32)), name=name, requires_grad=False)


def _pair(value):
    return (value, value) if isinstance(value, int) else tuple(value)


class _ThorLayer(Cell):
    """One whose result passes `self.watched`, so that `note(gradient)` sees its gradient. With `thor` set to False
    nothing is kept."""

    def __init__(self):
        super().__init__()
        self.thor = True
        self.watched = ops.InsertGradientOf(self._seen)

    def _seen(self, gradient):
        if self.thor:
            self.note(gradient)
        return gradient

    def _covariance_of_rows(self, rows):
        """How the columns of (N, columns) vary with each other."""
        return ops.matmul(rows.T, rows) / rows.shape[0]


class DenseThor(_ThorLayer):
    """
    nn.Dense for `nn.thor`: x (N, in_channels) @ weight.T + bias, then an activation; (N, out_channels).

    matrix_a is x.T @ x / in_channels, matrix_g the gradient's g.T @ g / N.

    Raises TypeError and ValueError for sizes and initial values as nn.Dense does.
    """

    def __init__(self, in_channels, out_channels, weight_init="normal", bias_init="zeros", has_bias=True, activation=None):
        super().__init__()
        self.in_channels = check_positive_int(self.cls_name, "in_channels", in_channels)
        self.out_channels = check_positive_int(self.cls_name, "out_channels", out_channels)
        self.has_bias = check_bool(self.cls_name, "has_bias", has_bias)
        for value, shape, name in ((weight_init, (out_channels, in_channels), "weight"), (bias_init, (out_channels,), "bias")):
            if isinstance(value, Tensor) and value.shape != shape:
                raise ValueError(f"For '{self.cls_name}', {name} init shape error: '{name}_init' must have the shape {shape}, "
                                 f"but got {value.shape}.")
        self.weight = Parameter(initializer(weight_init, (out_channels, in_channels)), name="weight")
        self.bias = Parameter(initializer(bias_init, (out_channels,)), name="bias") if has_bias else None
        self.activation = activation_of(self.cls_name, activation)
        self.activation_flag = self.activation is not None
        self.matrix_a, self.matrix_g = _kept(np.eye(in_channels), "matrix_a"), _kept(np.eye(out_channels), "matrix_g")

    def note(self, gradient):
        ops.assign(self.matrix_g, self._covariance_of_rows(gradient))

    def construct(self, x):
        if self.thor:
            ops.assign(self.matrix_a, ops.matmul(x.T, x) / self.in_channels)
        x = ops.matmul(x, self.weight.T)
        if self.thor:
            x = self.watched(x)
        if self.has_bias:
            x = ops.bias_add(x, self.bias)
        return self.activation(x) if self.activation_flag else x

    def extend_repr(self):
        text = f"input_channels={self.in_channels}, output_channels={self.out_channels}"
        return text + (", has_bias=True" if self.has_bias else "")


class Conv2dThor(_ThorLayer):
    """
    nn.Conv2d for `nn.thor`: x (N, C, H, W) to (N, out_channels, H', W').

    matrix_a is of the patches of x, meant over N; matrix_g of the gradient, meant over N; a_normalizer and g_normalizer are
    the numbers of places that each was taken of.

    Raises TypeError and ValueError for sizes as nn.Conv2d does.
    """

    def __init__(self, in_channels, out_channels, kernel_size, stride=1, pad_mode="same", padding=0, dilation=1, group=1,
                 has_bias=False, weight_init="normal", bias_init="zeros"):
        super().__init__()
        self.in_channels = check_positive_int(self.cls_name, "in_channels", in_channels)
        self.out_channels = check_positive_int(self.cls_name, "out_channels", out_channels)
        self.group = check_positive_int(self.cls_name, "group", group)
        for name, value in (("in_channels", in_channels), ("out_channels", out_channels)):
            if value % group:
                raise ValueError(f"For '{self.cls_name}', the '{name}' must be divisible by 'group', but got {value} and "
                                 f"{group}.")
        self.kernel_size, self.stride, self.dilation = _pair(kernel_size), _pair(stride), _pair(dilation)
        self.pad_mode, self.padding, self.has_bias = pad_mode, padding, check_bool(self.cls_name, "has_bias", has_bias)
        shape = (out_channels, in_channels // group, *self.kernel_size)
        self.weight = Parameter(initializer(weight_init, shape), name="weight")
        self.bias = Parameter(initializer(bias_init, (out_channels,)), name="bias") if has_bias else None
        self.conv2d = ops.Conv2D(out_channels, self.kernel_size, 1, pad_mode, padding, self.stride, self.dilation, group)
        patch = in_channels * self.kernel_size[0] * self.kernel_size[1]
        self.matrix_a_cov = _kept(np.zeros((patch, patch)), "matrix_a")
        self.matrix_g_cov = _kept(np.zeros((out_channels, out_channels)), "matrix_g")
        self.a_normalizer, self.g_normalizer = _kept(np.ones(1), "a_normalizer"), _kept(np.ones(1), "g_normalizer")

    def _patches(self, x):
        """(N, C * height * width of the kernel, places), as a convolution with the padding "same" meets them."""
        sides = []
        for size, kernel, stride in zip(x.shape[2:], self.kernel_size, self.stride):
            missing = max((-(-size // stride) - 1) * stride + kernel - size, 0)
            sides.append((missing // 2, missing - missing // 2))
        padded = ops.pad(x, (*sides[1], *sides[0]))
        return ops.unfold(padded, self.kernel_size, 1, 0, self.stride)

    def note(self, gradient):
        mean = gradient.mean(0).reshape((self.out_channels, -1))
        ops.assign(self.g_normalizer, Tensor([mean.shape[1]], float32))
        ops.assign(self.matrix_g_cov, ops.matmul(mean, mean.T) / mean.shape[1])

    def construct(self, x):
        if self.thor:
            patches = self._patches(x).mean(0)
            ops.assign(self.a_normalizer, Tensor([patches.shape[1]], float32))
            ops.assign(self.matrix_a_cov, ops.matmul(patches, patches.T) / patches.shape[1])
        output = self.conv2d(x, self.weight)
        if self.thor:
            output = self.watched(output)
        return ops.bias_add(output, self.bias) if self.has_bias else output

    def extend_repr(self):
        return (f"input_channels={self.in_channels}, output_channels={self.out_channels}, kernel_size={self.kernel_size}, "
                f"stride={self.stride}, pad_mode={self.pad_mode}, padding={self.padding}, dilation={self.dilation}, "
                f"group={self.group}, has_bias={self.has_bias}")


class EmbeddingThor(_ThorLayer):
    """
    nn.Embedding for `nn.thor`: for ids of any shape the rows of a table, ids.shape + (embedding_size,).

    matrix_a is how often each row was asked for, matrix_g the gradient's g.T @ g over the number of ids. With use_one_hot
    nothing is kept, as in MindSpore.

    Raises TypeError for sizes that are no int, ValueError for a padding_idx outside the table.
    """

    def __init__(self, vocab_size, embedding_size, use_one_hot=False, embedding_table="normal", dtype=float32,
                 padding_idx=None):
        super().__init__()
        self.vocab_size = check_int(self.cls_name, "vocab_size", vocab_size)
        self.embedding_size = check_int(self.cls_name, "embedding_size", embedding_size)
        self.use_one_hot = check_bool(self.cls_name, "use_one_hot", use_one_hot)
        self.dtype, self.padding_idx = dtype, padding_idx
        table = padded_table(self.cls_name, initializer(embedding_table, (vocab_size, embedding_size)), padding_idx)
        self.embedding_table = Parameter(table, name="embedding_table")
        self.matrix_a = _kept(np.zeros(vocab_size), "matrix_a")
        self.matrix_g = _kept(np.zeros((embedding_size, embedding_size)), "matrix_g")

    def _one_hot(self, ids):
        return ops.one_hot(ids, self.vocab_size, Tensor(1.0, self.dtype), Tensor(0.0, self.dtype))

    def note(self, gradient):
        ops.assign(self.matrix_g, self._covariance_of_rows(gradient))

    def construct(self, ids):
        flat = ids.reshape((-1,))
        if self.use_one_hot:
            rows = ops.matmul(self._one_hot(flat), self.embedding_table)
        else:
            rows = ops.gather(self.embedding_table, flat, 0)
            if self.thor:
                ops.assign(self.matrix_a, self._one_hot(flat).sum(0).astype(float32))
                rows = self.watched(rows)
        return rows.reshape((*ids.shape, self.embedding_size))

    def extend_repr(self):
        return (f"vocab_size={self.vocab_size}, embedding_size={self.embedding_size}, use_one_hot={self.use_one_hot}, "
                f"embedding_table={self.embedding_table}, dtype={self.dtype}, padding_idx={self.padding_idx}")


class EmbeddingLookupThor(_ThorLayer):
    """
    nn.EmbeddingLookup for `nn.thor`: for indices of any shape the rows of a table of Float16, 0 for indices outside of
    it. With target "DEVICE" it keeps what EmbeddingThor keeps, with "CPU" nothing, as in MindSpore.

    Raises TypeError and ValueError for sizes, and for a target that is neither.
    """

    def __init__(self, vocab_size, embedding_size, param_init="normal", target="CPU", slice_mode="batch_slice",
                 manual_shapes=None, max_norm=None, sparse=True):
        super().__init__()
        self.vocab_size = check_positive_int(self.cls_name, "vocab_size", vocab_size)
        self.embedding_size = check_positive_int(self.cls_name, "embedding_size", embedding_size)
        check_choice(self.cls_name, "target", target, ("CPU", "DEVICE"))
        if not check_bool(self.cls_name, "sparse", sparse) and target == "CPU":
            raise ValueError(f"For '{self.cls_name}', embedding_lookup must be sparse when 'target' is CPU, but got 'sparse': "
                             f"{sparse}, 'target': {target}.")
        self.target, self.sparse, self.max_norm, self.dtype = target, sparse, max_norm, float16
        self.embedding_table = Parameter(initializer(param_init, (vocab_size, embedding_size), float16),
                                         name="embedding_table")
        self.matrix_a = _kept(np.zeros(vocab_size), "matrix_a")
        self.matrix_g = _kept(np.zeros((embedding_size, embedding_size)), "matrix_g")

    def note(self, gradient):
        ops.assign(self.matrix_g, self._covariance_of_rows(gradient.reshape((-1, self.embedding_size))).astype(float32))

    def construct(self, indices):
        inside = ops.logical_and(indices >= 0, indices < self.vocab_size)
        found = ops.select(inside, indices, ops.zeros_like(indices))
        rows = ops.gather(self.embedding_table, found, 0) * inside.astype(float16).expand_dims(-1)
        if self.thor and self.target == "DEVICE":
            one_hot = ops.one_hot(indices.reshape((-1,)), self.vocab_size, Tensor(1.0, float32), Tensor(0.0, float32))
            ops.assign(self.matrix_a, one_hot.sum(0))
            rows = self.watched(rows)
        if self.max_norm is None:
            return rows
        length = ops.sqrt(ops.square(rows).sum(-1, keepdims=True))
        return rows * self.max_norm / ops.maximum(length, self.max_norm * ops.ones_like(length))
