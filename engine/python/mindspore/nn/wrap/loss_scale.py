# SPDX-License-Identifier: Apache-2.0
"""Training with a scaled loss, so that small gradients of 16-bit floats do not vanish."""
from mindspore import ops
from mindspore._capture.places import walked
from mindspore.common.parameter import Parameter
from mindspore.common.tensor import Tensor
from mindspore.nn.cell import Cell
from mindspore.nn.wrap.cells import TrainOneStepCell
from mindspore.common.dtype import bool_, float32, int32
from mindspore.ops.finite import all_finite


class DynamicLossScaleUpdateCell(Cell):
    """construct(loss_scale, overflow) -> overflow; the scale is divided by scale_factor after an overflow and multiplied by
    it after scale_window good steps."""

    def __init__(self, loss_scale_value, scale_factor, scale_window):
        super().__init__()
        self.scale_window = scale_window
        self.scale_factor = scale_factor
        self.loss_scale_value = loss_scale_value
        self.cur_iter = Parameter(Tensor(1, int32), "current_iterator_step")
        self.last_overflow_iter = Parameter(Tensor(0, int32), "last_overflow_iterator_step")

    def get_loss_scale(self):
        """The scale of the begin."""
        return self.loss_scale_value

    def construct(self, loss_scale, overflow):
        overflows = ops.cast(overflow, bool_) if isinstance(overflow, Tensor) else Tensor(overflow)
        is_long_ago = self.cur_iter - self.last_overflow_iter >= self.scale_window
        smaller, larger = ops.maximum(loss_scale / self.scale_factor, 1.0), loss_scale * self.scale_factor
        ops.assign(loss_scale, ops.select(overflows, smaller, ops.select(is_long_ago, larger, loss_scale * 1)))
        changes = ops.logical_or(overflows, is_long_ago)
        ops.assign(self.last_overflow_iter, ops.select(changes, self.cur_iter, self.last_overflow_iter))
        ops.assign_add(self.cur_iter, 1)
        return overflow


class FixedLossScaleUpdateCell(Cell):
    """construct(loss_scale, overflow) -> overflow; the scale stays."""

    def __init__(self, loss_scale_value):
        super().__init__()
        self.loss_scale_value = loss_scale_value

    def get_loss_scale(self):
        """The scale."""
        return self.loss_scale_value

    def construct(self, _, overflow):
        return overflow


class TrainOneStepWithLossScaleCell(TrainOneStepCell):
    """construct(*inputs) -> (loss, whether gradients overflowed, the scale); the step is left out after an overflow.

    scale_sense: a cell as above, or a Tensor of shape () or (1,) with the scale.

    A subclass that has a construct of its own finds start_overflow_check, get_overflow_status and process_loss_scale, and
    hyper_map, beside what TrainOneStepCell has."""

    def __init__(self, network, optimizer, scale_sense):
        super().__init__(network, optimizer, sens=None)
        self.loss_scaling_manager = None
        if isinstance(scale_sense, Cell):
            self.loss_scaling_manager = scale_sense
            scale_sense = Tensor(scale_sense.get_loss_scale(), float32)
        elif not isinstance(scale_sense, Tensor):
            raise TypeError("For 'TrainOneStepWithLossScaleCell', the 'scale_sense' must be Cell or Tensor, but got "
                            f"'scale_sense' type: {type(scale_sense)}.")
        elif scale_sense.shape not in ((), (1,)):
            raise ValueError("For 'TrainOneStepWithLossScaleCell', the shape of 'scale_sense' must be (1,) or (), but got "
                             f"{scale_sense.shape}.")
        self.scale_sense = Parameter(scale_sense, "scale_sense")
        self.hyper_map, self.is_distributed = ops.HyperMap(), False
        self.base, self.reduce_sum, self.less_equal = Tensor(1, float32), ops.ReduceSum(keep_dims=False), ops.LessEqual()

    def start_overflow_check(self, pre_cond, compute_input):
        """(what get_overflow_status is given, compute_input): before gradients are computed. pre_cond is a value that is
        known by then."""
        return Tensor([0] * 8, int32), compute_input

    def get_overflow_status(self, status, compute_output):
        """Whether a tensor, or one of a tuple, has elements that are no finite numbers: a Tensor of Bool."""
        values = compute_output if isinstance(compute_output, (tuple, list)) else (compute_output,)
        return ops.logical_not(all_finite(tuple(values)))

    def process_loss_scale(self, overflow):
        """The overflow again, after the scaling manager, if there is one, has set the scale by it."""
        return overflow if self.loss_scaling_manager is None else self.loss_scaling_manager(self.scale_sense, overflow)

    def set_sense_scale(self, sens):
        """Another scale."""
        if not isinstance(sens, Tensor):
            raise TypeError(f"For 'TrainOneStepWithLossScaleCell', the type of 'sens' must be Tensor, but got {type(sens)}.")
        self.scale_sense.set_data(sens.reshape(self.scale_sense.shape))

    @walked
    def construct(self, *inputs):
        scale = self.scale_sense.reshape(())
        loss, gradients = self._loss_and_gradients(scale, inputs)
        gradients = tuple(gradient / scale.astype(gradient.dtype) for gradient in gradients)
        overflow = self.get_overflow_status(None, gradients)
        overflow = self.process_loss_scale(overflow)
        if not overflow:
            self.optimizer(gradients)
        return loss, overflow, scale
