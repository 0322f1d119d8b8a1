# SPDX-License-Identifier: Apache-2.0
"""Mixed precision: which layers compute in 16 bits, and scales of losses."""
import functools

from mindspore import nn, ops
from mindspore._capture.structure import replace_tensors
from mindspore.common.parameter import Parameter
from mindspore.common.tensor import Tensor
from mindspore.nn.cell import Cell
from mindspore.common.dtype import bfloat16, bool_, float16, float32, int32
from mindspore.ops.finite import all_finite

__all__ = ["auto_mixed_precision", "custom_mixed_precision", "build_train_network", "get_white_list", "get_black_list",
           "all_finite", "LossScaler", "StaticLossScaler", "DynamicLossScaler", "LossScaleManager", "FixedLossScaleManager",
           "DynamicLossScaleManager"]

_WHITE_LIST = ("Conv1d", "Conv2d", "Conv3d", "Conv1dTranspose", "Conv2dTranspose", "Conv3dTranspose", "Dense", "LSTMCell",
               "RNNCell", "GRUCell")
_BLACK_LIST = ("BatchNorm1d", "BatchNorm2d", "BatchNorm3d", "LayerNorm")
_LEVELS = ("O0", "O1", "O2", "O3", "auto")


def _layers(names):
    return [getattr(nn, name) for name in names if getattr(nn, name, None) is not None]


def get_white_list():
    """The layers that compute in 16 bits at level O1."""
    return _layers(_WHITE_LIST)


def get_black_list():
    """The layers that stay in 32 bits at level O2."""
    return _layers(_BLACK_LIST)


def _check_dtype(dtype):
    if dtype not in (float16, bfloat16):
        raise ValueError("The dtype should be one of (mindspore.float16, mindspore.bfloat16), but got "
                         f"{dtype}.")


class _Wrapped(Cell):
    """A layer whose inputs are converted to a dtype, and its results to another."""

    def __init__(self, layer, dtype, result_dtype):
        super().__init__(auto_prefix=False)
        self._backbone = layer
        self._dtype, self._result_dtype = dtype, result_dtype

    def construct(self, *inputs):
        result = self._backbone(*_converted(inputs, self._dtype))
        return _converted(result, self._result_dtype)

    def __getattr__(self, name):
        try:
            return super().__getattr__(name)
        except AttributeError:
            return getattr(super().__getattr__("_backbone"), name)


class _OutputTo16(_Wrapped):
    """Of a layer in 32 bits within a network in 16."""


class _OutputTo32(_Wrapped):
    """Of a network in 16 bits."""


def _converted(value, dtype):
    if isinstance(value, Tensor):
        return value.astype(dtype) if value.dtype.is_floating_point else value
    if isinstance(value, (tuple, list)):
        return type(value)([_converted(item, dtype) for item in value])
    return value


@functools.cache
def _with_casts(kind, dtype):
    """A class of layers under the same name that convert their inputs to the dtype, and their results to Float32."""
    def construct(self, *inputs):
        return _converted(kind.construct(self, *_converted(inputs, dtype)), float32)
    names = {name: getattr(kind, name) for name in ("__module__", "__qualname__", "__doc__")}
    return type(kind.__name__, (kind,), {"construct": construct, **names})


def _cast(network, is_wanted, dtype):
    """Lets the inner layers that are wanted compute in the dtype; they keep their places and names."""
    for cell in list(network.cells()):
        if is_wanted(cell):
            cell.to_float(dtype)
            cell.__class__ = _with_casts(type(cell), dtype)
        else:
            _cast(cell, is_wanted, dtype)
    return network


def _keep(network, kinds, dtype):
    """Lets the inner layers of these kinds compute in Float32 and give the dtype; their parameters keep their names."""
    for name, cell in list(network.name_cells().items()):
        if isinstance(cell, kinds):
            cell.to_float(float32)
            names = [(parameter, parameter.name) for parameter in cell.get_parameters()]
            network._insert_cell(name, _OutputTo16(cell, float32, dtype))
            for parameter, before in names:
                parameter.name = before
            if isinstance(network, nn.SequentialCell):
                network.cell_list = list(network.cells())
        else:
            _keep(cell, kinds, dtype)


def auto_mixed_precision(network, amp_level="O0", dtype=float16):
    """The network with layers in 16 bits: O0 none, O1 (and auto) the white list, O2 all but the black list, O3 all."""
    if not isinstance(network, Cell):
        raise TypeError(f"The network type should be Cell, but got {type(network)}.")
    if amp_level not in _LEVELS:
        raise ValueError(f"The amp level {amp_level} is not supported")
    _check_dtype(dtype)
    if amp_level in ("O1", "auto"):
        wanted = tuple(get_white_list())
        return _cast(network, lambda cell: isinstance(cell, wanted), dtype)
    if amp_level == "O2":
        network.to_float(dtype)
        _keep(network, tuple(get_black_list()), dtype)
        return _OutputTo32(network, dtype, float32)
    if amp_level == "O3":
        network.to_float(dtype)
        return _OutputTo32(network, dtype, float32)
    return network


def custom_mixed_precision(network, *, white_list=None, black_list=None, dtype=float16):
    """The network with the layers of white_list, or all but those of black_list, in 16 bits."""
    if not isinstance(network, Cell):
        raise TypeError(f"The network type should be Cell, but got {type(network)}.")
    if (white_list is None) == (black_list is None):
        raise ValueError("For custom_mixed_precision, one of white_list and black_list must be provided, and not both.")
    _check_dtype(dtype)
    if white_list is not None:
        return _cast(network, lambda cell: isinstance(cell, tuple(white_list)), dtype)
    network.to_float(dtype)
    _keep(network, tuple(black_list), dtype)
    return _OutputTo32(network, dtype, float32)


def build_train_network(network, optimizer, loss_fn=None, level="O0", boost_level="O0", **kwargs):
    """A cell that trains: the network in mixed precision with its loss and a step of the optimizer (with loss scale where
    `loss_scale_manager` says so)."""
    if not isinstance(optimizer, nn.Optimizer):
        raise TypeError(f"For 'build_train_network', the 'optimizer' must be an Optimizer, but got {type(optimizer)}.")
    if level not in _LEVELS:
        raise ValueError(f"The amp level {level} is not supported")
    network = auto_mixed_precision(network, level)
    if loss_fn is not None:
        network = nn.WithLossCell(network, loss_fn)
    manager = kwargs.get("loss_scale_manager")
    if manager is None and level == "O2":
        manager = DynamicLossScaleManager()
    if manager is None:
        return nn.TrainOneStepCell(network, optimizer).set_train()
    update = manager.get_update_cell()
    if update is None:
        return nn.TrainOneStepCell(network, optimizer, manager.get_loss_scale()).set_train()
    return nn.TrainOneStepWithLossScaleCell(network, optimizer, update).set_train()


def _over_gradients(change, inputs):
    """`change` applied to the tensors in a structure."""
    return replace_tensors(inputs, change)


def _grad_scale_map(scale_value, inputs):
    """The tensors of a structure times the scale, in their own dtypes."""
    return _over_gradients(lambda gradient: gradient * scale_value.astype(gradient.dtype), inputs)


def _grad_unscale_map(scale_value, inputs):
    """The tensors of a structure divided by the scale, in their own dtypes."""
    return _over_gradients(lambda gradient: gradient * ops.reciprocal(scale_value).astype(gradient.dtype), inputs)


class LossScaler:
    """What training loops use: scale the loss, unscale the gradients, adjust after each step."""

    def scale(self, inputs):
        """inputs times the scale."""
        raise NotImplementedError(f"{type(self).__name__} does not say how it scales.")

    def unscale(self, inputs):
        """inputs divided by the scale."""
        raise NotImplementedError(f"{type(self).__name__} does not say how it unscales.")

    def adjust(self, grads_finite):
        """After a step: whether the scale changed."""
        raise NotImplementedError(f"{type(self).__name__} does not say how it adjusts.")


def _times(inputs, factor):
    if isinstance(inputs, Tensor):
        return inputs * factor.astype(inputs.dtype)
    return type(inputs)([_times(item, factor) for item in inputs])


class StaticLossScaler(LossScaler):
    """A scale that stays."""

    def __init__(self, scale_value):
        if scale_value <= 0:
            raise ValueError(f"The scale_value must be > 0, but got {scale_value}.")
        self.scale_value = Parameter(Tensor(float(scale_value), float32), "scale_value", requires_grad=False)

    def scale(self, inputs):
        return _times(inputs, self.scale_value)

    def unscale(self, inputs):
        return _times(inputs, 1 / self.scale_value)

    def adjust(self, grads_finite):
        return False


class DynamicLossScaler(StaticLossScaler):
    """A scale divided by scale_factor (not below 1) after an overflow, multiplied by it after scale_window good steps."""

    def __init__(self, scale_value, scale_factor, scale_window):
        super().__init__(scale_value)
        if not isinstance(scale_window, int) or scale_window <= 0:
            raise ValueError(f"The scale_window must be a positive int, but got {scale_window}.")
        self.scale_factor = scale_factor
        self.scale_window = scale_window
        self.counter = Parameter(Tensor(0, int32), "counter", requires_grad=False)

    def adjust(self, grads_finite):
        finite = ops.cast(grads_finite, bool_) if isinstance(grads_finite, Tensor) else Tensor(bool(grads_finite))
        smaller, larger = ops.maximum(self.scale_value / self.scale_factor, 1.0), self.scale_value * self.scale_factor
        grows = ops.logical_and(self.counter >= self.scale_window - 1, ops.isfinite(larger))
        ops.assign(self.scale_value, ops.select(finite, ops.select(grows, larger, self.scale_value * 1), smaller))
        ops.assign(self.counter, (self.counter + 1) % self.scale_window * ops.cast(finite, int32))
        return True


class LossScaleManager:
    """What Model uses: the scale, its update, and the cell that does both in a graph."""

    def get_loss_scale(self):
        """The scale."""
        raise NotImplementedError(f"{type(self).__name__} does not know its scale.")

    def update_loss_scale(self, overflow):
        """After a step."""
        raise NotImplementedError(f"{type(self).__name__} does not say how its scale changes.")

    def get_update_cell(self):
        """The cell for TrainOneStepWithLossScaleCell, or None."""
        return None


class FixedLossScaleManager(LossScaleManager):
    """A scale that stays; with drop_overflow_update, steps with overflowing gradients are left out."""

    def __init__(self, loss_scale=128.0, drop_overflow_update=True):
        if loss_scale < 1:
            raise ValueError("The argument 'loss_scale' must be >= 1, but got {}".format(loss_scale))
        self._loss_scale = loss_scale
        self._drops = drop_overflow_update

    def get_loss_scale(self):
        return self._loss_scale

    def get_drop_overflow_update(self):
        """Whether steps with overflowing gradients are left out."""
        return self._drops

    def update_loss_scale(self, overflow):
        """The scale stays."""

    def get_update_cell(self):
        return nn.FixedLossScaleUpdateCell(self._loss_scale) if self._drops else None


class DynamicLossScaleManager(LossScaleManager):
    """A scale that falls after overflows and rises after scale_window good steps."""

    def __init__(self, init_loss_scale=2 ** 24, scale_factor=2, scale_window=2000):
        if init_loss_scale < 1.0:
            raise ValueError(f"The argument 'init_loss_scale' must be > 1, but got {init_loss_scale}")
        self.loss_scale = init_loss_scale
        self.scale_factor = scale_factor
        self.scale_window = scale_window
        self.increase_ratio = scale_factor
        self.decrease_ratio = 1 / scale_factor
        self.cur_iter = 1
        self.last_overflow_iter = 0

    def get_loss_scale(self):
        return self.loss_scale

    def update_loss_scale(self, overflow):
        if overflow:
            self.loss_scale = max(self.loss_scale * self.decrease_ratio, 1)
            self.last_overflow_iter = self.cur_iter
        elif (self.cur_iter - self.last_overflow_iter) % self.scale_window == 0:
            self.loss_scale *= self.increase_ratio
        self.cur_iter += 1

    def get_drop_overflow_update(self):
        """Steps with overflowing gradients are left out."""
        return True

    def get_update_cell(self):
        return nn.DynamicLossScaleUpdateCell(self.loss_scale, self.scale_factor, self.scale_window)
