# SPDX-License-Identifier: Apache-2.0
"""mint.nn's layers whose arguments are PyTorch's: each keeps its attributes and calls mint.nn.functional."""
import math

from mindspore.common.dtype import float32, int64
from mindspore.common.initializer import HeUniform, Normal, Uniform, initializer
from mindspore.common.parameter import Parameter
from mindspore.common.tensor import Tensor
from mindspore.mint.nn import functional as F
from mindspore.nn import Cell

__all__ = ["Linear", "Conv1d", "Conv2d", "Conv3d", "ConvTranspose2d", "BatchNorm1d", "BatchNorm2d", "BatchNorm3d",
           "GroupNorm", "LayerNorm", "Embedding", "Dropout", "Dropout2d", "MaxPool2d", "AvgPool1d", "AvgPool2d",
           "PReLU"]


def _tuple(value, count):
    return (value,) * count if isinstance(value, int) else tuple(value)


def _weight(shape, dtype):
    """Evenly within 1 / sqrt(inputs of an output), PyTorch's default."""
    return Parameter(initializer(HeUniform(math.sqrt(5)), shape, dtype), name="weight")


def _bias(size, inputs, dtype):
    return Parameter(initializer(Uniform(1 / math.sqrt(inputs) if inputs else 0.0), (size,), dtype), name="bias")


def _filled(value, shape, name, dtype, trained=True):
    return Parameter(initializer(value, shape, dtype), name=name, requires_grad=trained)


class Linear(Cell):
    """input @ weight.T + bias; weight is (out_features, in_features)."""

    def __init__(self, in_features, out_features, bias=True, weight_init=None, bias_init=None, dtype=None):
        super().__init__()
        self.in_features, self.out_features, self.has_bias = in_features, out_features, bias
        shape, dtype = (out_features, in_features), dtype or float32
        self.weight = _weight(shape, dtype) if weight_init is None else _filled(weight_init, shape, "weight", dtype)
        self.bias = None
        if bias:
            self.bias = (_bias(out_features, in_features, dtype) if bias_init is None
                         else _filled(bias_init, (out_features,), "bias", dtype))

    def construct(self, input):
        return F.linear(input, self.weight, self.bias)

    def extend_repr(self):
        return (f"input_features={self.in_features}, output_features={self.out_features}, "
                f"has_bias={self.has_bias}")


class _Convolution(Cell):
    """What convolutions share; `_axes` is the number of their spatial axes."""

    _axes = 2

    def __init__(self, in_channels, out_channels, kernel_size, stride=1, padding=0, dilation=1, groups=1, bias=True,
                 padding_mode="zeros", dtype=None):
        super().__init__()
        if padding_mode != "zeros":
            raise ValueError(f"For '{type(self).__name__}', the 'padding_mode' must be 'zeros', but got "
                             f"{padding_mode!r}.")
        if in_channels % groups or out_channels % groups:
            raise ValueError(f"in_channels {in_channels} and out_channels {out_channels} must be divisible by groups "
                             f"{groups}")
        self.in_channels, self.out_channels, self.groups, self.has_bias = in_channels, out_channels, groups, bias
        self.kernel_size, self.stride = _tuple(kernel_size, self._axes), _tuple(stride, self._axes)
        self.padding = padding if isinstance(padding, str) else _tuple(padding, self._axes)
        self.dilation = _tuple(dilation, self._axes)
        inputs = in_channels // groups * math.prod(self.kernel_size)
        self.weight = _weight(self._weight_shape(), dtype or float32)
        self.bias = _bias(out_channels, inputs, dtype or float32) if bias else None

    def _weight_shape(self):
        return self.out_channels, self.in_channels // self.groups, *self.kernel_size

    def extend_repr(self):
        return (f"input_channels={self.in_channels}, output_channels={self.out_channels}, "
                f"kernel_size={self.kernel_size}, "
                f"stride={self.stride}, padding={self.padding}, dilation={self.dilation}, groups={self.groups}, "
                f"bias={self.has_bias}")


class Conv1d(_Convolution):
    """The convolution of (N, in_channels, L)."""

    _axes = 1

    def construct(self, input):
        padding = self.padding if isinstance(self.padding, str) else self.padding[0]
        return F.conv1d(input, self.weight, self.bias, self.stride[0], padding, self.dilation[0], self.groups)


class Conv2d(_Convolution):
    """The convolution of (N, in_channels, H, W); padding is a size, two sizes, "valid" or "same"."""

    def construct(self, input):
        return F.conv2d(input, self.weight, self.bias, self.stride, self.padding, self.dilation, self.groups)


class Conv3d(_Convolution):
    """The convolution of (N, in_channels, D, H, W)."""

    _axes = 3

    def construct(self, input):
        return F.conv3d(input, self.weight, self.bias, self.stride, self.padding, self.dilation, self.groups)


class ConvTranspose2d(_Convolution):
    """The transposed convolution of (N, in_channels, H, W)."""

    def __init__(self, in_channels, out_channels, kernel_size, stride=1, padding=0, output_padding=0, groups=1,
                 bias=True,
                 dilation=1, padding_mode="zeros", dtype=None):
        super().__init__(in_channels, out_channels, kernel_size, stride, padding, dilation, groups, bias, padding_mode,
                         dtype)
        self.output_padding = output_padding

    def _weight_shape(self):
        return self.in_channels, self.out_channels // self.groups, *self.kernel_size

    def construct(self, input):
        return F.conv_transpose2d(input, self.weight, self.bias, self.stride, self.padding, self.output_padding,
                                  self.groups,
                                  self.dilation)


class _BatchNorm(Cell):
    """Each channel with its mean taken away and divided by its deviation; running statistics when not training."""

    _ranks = ()

    def __init__(self, num_features, eps=1e-05, momentum=0.1, affine=True, track_running_stats=True, dtype=None):
        super().__init__()
        dtype, shape = dtype or float32, (num_features,)
        self.num_features, self.eps, self.momentum = num_features, eps, momentum
        self.affine, self.track_running_stats = affine, track_running_stats
        self.weight = _filled("ones", shape, "weight", dtype) if affine else None
        self.bias = _filled("zeros", shape, "bias", dtype) if affine else None
        self.running_mean = _filled("zeros", shape, "running_mean", dtype, False)
        self.running_var = _filled("ones", shape, "running_var", dtype, False)
        self.num_batches_tracked = Parameter(Tensor(0, int64), name="num_batches_tracked", requires_grad=False)

    def construct(self, input):
        if input.ndim not in self._ranks:
            raise ValueError(f"For '{type(self).__name__}', the rank of the input must be one of {list(self._ranks)}, "
                             "but got "
                             f"{input.ndim}.")
        uses_batch = self.training or not self.track_running_stats
        return F.batch_norm(input, self.running_mean, self.running_var, self.weight, self.bias, uses_batch,
                            self.momentum,
                            self.eps)

    def extend_repr(self):
        return (f"num_features={self.num_features}, eps={self.eps}, momentum={self.momentum}, affine={self.affine}, "
                f"track_running_stats={self.track_running_stats}")


class BatchNorm1d(_BatchNorm):
    """Batch normalisation of (N, C) or (N, C, L)."""

    _ranks = (2, 3)


class BatchNorm2d(_BatchNorm):
    """Batch normalisation of (N, C, H, W)."""

    _ranks = (4,)


class BatchNorm3d(_BatchNorm):
    """Batch normalisation of (N, C, D, H, W)."""

    _ranks = (5,)


class GroupNorm(Cell):
    """Groups of channels with their mean taken away and divided by their deviation."""

    def __init__(self, num_groups, num_channels, eps=1e-05, affine=True, dtype=None):
        super().__init__()
        if num_channels % num_groups:
            raise ValueError("For 'GroupNorm', the 'num_channels' must be divided by 'num_groups', but got "
                             f"{num_channels} and {num_groups}.")
        self.num_groups, self.num_channels, self.eps, self.affine = num_groups, num_channels, eps, affine
        self.weight = _filled("ones", (num_channels,), "weight", dtype or float32, affine)
        self.bias = _filled("zeros", (num_channels,), "bias", dtype or float32, affine)

    def construct(self, input):
        return F.group_norm(input, self.num_groups, self.weight, self.bias, self.eps)

    def extend_repr(self):
        return f"num_groups={self.num_groups}, num_channels={self.num_channels}, eps={self.eps}, affine={self.affine}"


class LayerNorm(Cell):
    """The last axes with their mean taken away and divided by their deviation, times weight plus bias."""

    def __init__(self, normalized_shape, eps=1e-5, elementwise_affine=True, bias=True, dtype=None):
        super().__init__()
        shape = (normalized_shape,) if isinstance(normalized_shape, int) else tuple(normalized_shape)
        self.normalized_shape, self.eps, self.elementwise_affine = shape, eps, elementwise_affine
        self.weight = _filled("ones", shape, "weight", dtype or float32) if elementwise_affine else None
        self.bias = _filled("zeros", shape, "bias", dtype or float32) if elementwise_affine and bias else None

    def construct(self, input):
        return F.layer_norm(input, self.normalized_shape, self.weight, self.bias, self.eps)

    def extend_repr(self):
        return f"normalized_shape={self.normalized_shape}, eps={self.eps}, elementwise_affine={self.elementwise_affine}"


class Embedding(Cell):
    """The rows of a table of (num_embeddings, embedding_dim) at the places of its input."""

    def __init__(self, num_embeddings, embedding_dim, padding_idx=None, max_norm=None, norm_type=2.0,
                 scale_grad_by_freq=False,
                 sparse=False, _weight=None, _freeze=False, dtype=None):
        super().__init__()
        if sparse:
            raise ValueError("For Embedding, sparse gradients are not supported.")
        self.num_embeddings, self.embedding_dim, self.padding_idx = num_embeddings, embedding_dim, padding_idx
        self.max_norm, self.norm_type, self.scale_grad_by_freq = max_norm, norm_type, scale_grad_by_freq
        table = initializer(Normal(1.0), (num_embeddings, embedding_dim), dtype or float32) if _weight is None else _weight
        self.weight = Parameter(table, name="weight", requires_grad=not _freeze)

    def construct(self, input):
        return F.embedding(input, self.weight, self.padding_idx, self.max_norm, self.norm_type, self.scale_grad_by_freq)

    def extend_repr(self):
        return (f"num_embeddings={self.num_embeddings}, embedding_dim={self.embedding_dim}, "
                f"padding_idx={self.padding_idx}")


class Dropout(Cell):
    """While training, elements are 0 with probability p, the others divided by 1 - p."""

    def __init__(self, p=0.5, inplace=False):
        super().__init__()
        self.p, self.inplace = p, inplace

    def construct(self, input):
        return F.dropout(input, self.p, self.training, self.inplace)


class Dropout2d(Dropout):
    """While training, whole channels are 0 with probability p, the others divided by 1 - p."""

    def construct(self, input):
        return F.dropout2d(input, self.p, self.training, self.inplace)


class MaxPool2d(Cell):
    """Maxima of windows; without stride the windows do not overlap."""

    def __init__(self, kernel_size=1, stride=None, padding=0, dilation=1, return_indices=False, ceil_mode=False):
        super().__init__()
        self.kernel_size, self.stride, self.padding, self.dilation = kernel_size, stride, padding, dilation
        self.return_indices, self.ceil_mode = return_indices, ceil_mode

    def construct(self, input):
        return F.max_pool2d(input, self.kernel_size, self.stride, self.padding, self.dilation, self.ceil_mode,
                            self.return_indices)


class AvgPool1d(Cell):
    """Means of windows along the last axis; without stride the windows do not overlap."""

    def __init__(self, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True):
        super().__init__()
        self.kernel_size, self.stride, self.padding = kernel_size, stride, padding
        self.ceil_mode, self.count_include_pad = ceil_mode, count_include_pad

    def construct(self, input):
        return F.avg_pool1d(input, self.kernel_size, self.stride, self.padding, self.ceil_mode, self.count_include_pad)


class AvgPool2d(AvgPool1d):
    """Means of windows over the last two axes; without stride the windows do not overlap."""

    def __init__(self, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True,
                 divisor_override=None):
        super().__init__(kernel_size, stride, padding, ceil_mode, count_include_pad)
        self.divisor_override = divisor_override

    def construct(self, input):
        return F.avg_pool2d(input, self.kernel_size, self.stride, self.padding, self.ceil_mode, self.count_include_pad,
                            self.divisor_override)


class PReLU(Cell):
    """input where positive, else a trained weight times input."""

    def __init__(self, num_parameters=1, init=0.25, dtype=None):
        super().__init__()
        self.weight = _filled(init, (num_parameters,), "weight", dtype or float32)

    def construct(self, input):
        return F.prelu(input, self.weight)
