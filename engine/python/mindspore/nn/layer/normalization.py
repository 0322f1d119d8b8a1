# SPDX-License-Identifier: Apache-2.0
"""Normalization layers."""
from mindspore import ops
from mindspore.common.dtype import float32
from mindspore.common.initializer import initializer
from mindspore.common.parameter import Parameter
from mindspore.nn.cell import Cell
from mindspore.nn.checks import (check_bool, check_choice, check_int, check_positive_int, check_probability, check_rank,
                                 check_type)
from mindspore.ops.primitive import primitive_call

__all__ = ["BatchNorm1d", "BatchNorm2d", "BatchNorm3d", "LayerNorm", "GroupNorm", "SyncBatchNorm", "InstanceNorm1d",
           "InstanceNorm2d", "InstanceNorm3d"]


def _check_features(layer, num_features, momentum):
    check_int(layer, "num_features", num_features)
    if num_features < 1:
        raise ValueError(f"For '{layer}', the 'num_features' must be at least 1, but got {num_features}.")
    if not 0 <= momentum <= 1:
        raise ValueError(f"For '{layer}', the 'momentum' must be a number in range [0, 1], but got {momentum}.")


class _Statistics(Cell):
    """The parameters of layers that keep moving statistics of their channels."""

    _kept_dtypes = ("moving_mean", "moving_variance")

    def _make_parameters(self, num_features, eps, momentum, affine, gamma_init, beta_init, mean_init, variance_init,
                         dtype):
        _check_features(self.cls_name, num_features, momentum)
        self.num_features, self.eps, self.momentum, self.affine = num_features, eps, momentum, affine
        for attribute, name, init, trains in (("moving_mean", "mean", mean_init, False),
                                              ("moving_variance", "variance", variance_init, False),
                                              ("gamma", "gamma", gamma_init, affine), ("beta", "beta", beta_init,
                                                                                       affine)):
            setattr(self, attribute, Parameter(initializer(init, (num_features,), dtype), name=name,
                                               requires_grad=trains))

    def extend_repr(self):
        return (f"num_features={self.num_features}, eps={self.eps}, momentum={self.momentum}, gamma={self.gamma}, "
                f"beta={self.beta}, moving_mean={self.moving_mean}, moving_variance={self.moving_variance}")


class _BatchNorm(_Statistics):
    """(x - mean) / sqrt(variance + eps) * gamma + beta for each channel (axis 1).

    In training mean and variance are those of the batch, and moving_mean and moving_variance become momentum times
    themselves plus (1 - momentum) times those; in evaluation the moving ones are taken. use_batch_statistics = True or
    False decides for both modes.
    """

    ranks = ()

    def __init__(self, num_features, eps=1e-5, momentum=0.9, affine=True, gamma_init="ones", beta_init="zeros",
                 moving_mean_init="zeros", moving_var_init="ones", use_batch_statistics=None, data_format="NCHW",
                 dtype=float32):
        super().__init__()
        check_bool(self.cls_name, "affine", affine)
        check_choice(self.cls_name, "format", data_format, ("NCHW", "NHWC"))
        if use_batch_statistics is not None and not isinstance(use_batch_statistics, bool):
            raise ValueError(f"For '{self.cls_name}', the 'use_batch_statistics' must be a boolean value or None, but "
                             f"got {use_batch_statistics}.")
        self.data_format, self.use_batch_statistics = data_format, use_batch_statistics
        self._make_parameters(num_features, eps, momentum, affine, gamma_init, beta_init, moving_mean_init,
                              moving_var_init,
                              dtype)

    def _check_input(self, x):
        check_rank(self.cls_name, x, self.ranks)

    def construct(self, x):
        self._check_input(x)
        if self.data_format == "NHWC" and x.ndim == 4:
            return self._normalized(x.transpose((0, 3, 1, 2))).transpose((0, 2, 3, 1))
        return self._normalized(x)

    def _normalized(self, x):
        uses_batch = self.training if self.use_batch_statistics is None else self.use_batch_statistics
        # As a momentum of the operator counts: the weight of what is new.
        return ops.batch_norm(x, self.moving_mean, self.moving_variance, self.gamma, self.beta, uses_batch,
                              1.0 - self.momentum, self.eps)


class BatchNorm1d(_BatchNorm):
    """Batch normalization of (N, C) or (N, C, L)."""

    def _check_input(self, x):
        if x.ndim not in (2, 3):
            raise ValueError(f"For '{self.cls_name}', the must have 2 dims or 3 dims, but got {x.ndim}.")


class BatchNorm2d(_BatchNorm):
    """Batch normalization of (N, C, H, W)."""

    ranks = (4,)


class SyncBatchNorm(_BatchNorm):
    """Batch normalization over all devices; this engine has one."""

    ranks = (2, 4)

    def __init__(self, num_features, eps=1e-5, momentum=0.9, affine=True, gamma_init="ones", beta_init="zeros",
                 moving_mean_init="zeros", moving_var_init="ones", use_batch_statistics=None, process_groups=None,
                 dtype=float32):
        super().__init__(num_features, eps, momentum, affine, gamma_init, beta_init, moving_mean_init, moving_var_init,
                         use_batch_statistics, dtype=dtype)
        self.process_groups = process_groups


class BatchNorm3d(Cell):
    """Batch normalization of (N, C, D, H, W)."""

    def __init__(self, num_features, eps=1e-5, momentum=0.9, affine=True, gamma_init="ones", beta_init="zeros",
                 moving_mean_init="zeros", moving_var_init="ones", use_batch_statistics=None, dtype=float32):
        super().__init__()
        self.bn2d = BatchNorm2d(num_features, eps, momentum, affine, gamma_init, beta_init, moving_mean_init,
                                moving_var_init,
                                use_batch_statistics, dtype=dtype)

    def construct(self, x):
        check_rank(self.cls_name, x, (5,))
        n, c, d, h, w = x.shape
        return self.bn2d(x.reshape((n, c, d * h, w))).reshape((n, c, d, h, w))


class LayerNorm(Cell):
    """(x - mean) / sqrt(variance + epsilon) * gamma + beta over the axes from begin_norm_axis on. gamma and beta have
    the shape normalized_shape, which is that of the axes from begin_params_axis on."""

    def __init__(self, normalized_shape, begin_norm_axis=-1, begin_params_axis=-1, gamma_init="ones", beta_init="zeros",
                 epsilon=1e-7, dtype=float32):
        super().__init__()
        if not isinstance(normalized_shape, (tuple, list)):
            raise TypeError(f"For '{self.cls_name}', the type of 'normalized_shape' must be tuple[int] or list[int], "
                            f"but got {normalized_shape} and the type is {type(normalized_shape)}.")
        if not normalized_shape:
            raise ValueError("Expected normalized_shape to be at least 1-dimensional, i.e., containing at least one "
                             f"element, but got normalized_shape = {normalized_shape}")
        self.normalized_shape, self.epsilon = normalized_shape, epsilon
        self.begin_norm_axis, self.begin_params_axis = begin_norm_axis, begin_params_axis
        self.gamma = Parameter(initializer(gamma_init, normalized_shape, dtype), name="gamma")
        self.beta = Parameter(initializer(beta_init, normalized_shape, dtype), name="beta")
        # Layers that are derived from this one call the operator by this name.
        self.layer_norm = ops.LayerNorm(begin_norm_axis, begin_params_axis, epsilon)

    def construct(self, input_x):
        normalized, _, _ = primitive_call("LayerNorm", input_x, self.gamma, self.beta, self.begin_norm_axis,
                                          self.begin_params_axis, self.epsilon)
        return normalized

    def extend_repr(self):
        return (f"normalized_shape={self.normalized_shape}, begin_norm_axis={self.begin_norm_axis}, "
                f"begin_params_axis={self.begin_params_axis}, gamma{self.gamma}, beta={self.beta}")


class GroupNorm(Cell):
    """Normalization over the channels of each of num_groups groups, for x (N, C, ...); gamma and beta for each
    channel."""

    def __init__(self, num_groups, num_channels, eps=1e-5, affine=True, gamma_init="ones", beta_init="zeros",
                 dtype=float32):
        super().__init__()
        self.num_groups = check_positive_int(self.cls_name, "num_groups", num_groups)
        self.num_channels = check_positive_int(self.cls_name, "num_channels", num_channels)
        if num_channels % num_groups != 0:
            raise ValueError(f"For '{self.cls_name}', the 'num_channels' must be divided by 'num_groups', but got "
                             f"'num_channels': {num_channels}, 'num_groups': {num_groups}.")
        self.eps = check_type(self.cls_name, "eps", eps, (float,))
        self.affine = check_bool(self.cls_name, "affine", affine)
        self.gamma = Parameter(initializer(gamma_init, (num_channels,), dtype), name="gamma", requires_grad=affine)
        self.beta = Parameter(initializer(beta_init, (num_channels,), dtype), name="beta", requires_grad=affine)

    def construct(self, x):
        return ops.group_norm(x, self.num_groups, self.gamma, self.beta, self.eps)

    def extend_repr(self):
        return f"num_groups={self.num_groups}, num_channels={self.num_channels}"


class _InstanceNorm(_Statistics):
    """(x - mean) / sqrt(variance + eps) * gamma + beta for each channel of each sample; the statistics are those of the
    sample in both modes."""

    rank = 0

    def __init__(self, num_features, eps=1e-5, momentum=0.1, affine=True, gamma_init="ones", beta_init="zeros",
                 dtype=float32):
        super().__init__()
        check_bool(self.cls_name, "affine", affine)
        check_probability(self.cls_name, "momentum", momentum, includes_one=True)
        self._make_parameters(num_features, eps, momentum, affine, gamma_init, beta_init, "zeros", "ones", dtype)

    def construct(self, x):
        check_rank(self.cls_name, x, (self.rank,))
        # A group for each channel is a sample's channel by itself.
        return ops.group_norm(x, self.num_features, self.gamma, self.beta, self.eps)


class InstanceNorm1d(_InstanceNorm):
    """Instance normalization of (N, C, L)."""

    rank = 3


class InstanceNorm2d(_InstanceNorm):
    """Instance normalization of (N, C, H, W)."""

    rank = 4


class InstanceNorm3d(_InstanceNorm):
    """Instance normalization of (N, C, D, H, W)."""

    rank = 5
