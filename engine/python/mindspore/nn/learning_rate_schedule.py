# SPDX-License-Identifier: Apache-2.0
"""Learning rates as functions of the step, for optimizers."""
import math

from mindspore import ops
from mindspore.common.dtype import float32
from mindspore.nn.cell import Cell

__all__ = ["LearningRateSchedule", "ExponentialDecayLR", "NaturalExpDecayLR", "InverseDecayLR", "CosineDecayLR",
           "PolynomialDecayLR", "WarmUpLR"]


def _check_steps(cls, name, value):
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError(f"For '{cls}', the type of '{name}' must be 'int', but got '{value}' with type "
                        f"'{type(value).__name__}'.")
    if value <= 0:
        raise ValueError(f"For '{cls}', the '{name}' must be int and must > 0, but got '{value}' with type 'int'.")


def _check_float(cls, name, value, low=0.0, includes_low=False):
    if not isinstance(value, float):
        raise TypeError(f"For '{cls}', the type of '{name}' must be 'float', but got '{value}' with type "
                        f"'{type(value).__name__}'.")
    if value < low or (value == low and not includes_low):
        raise ValueError(f"For '{cls}', the '{name}' must be {'>=' if includes_low else '>'} {low}, but got {value}.")


class LearningRateSchedule(Cell):
    """The base: construct(global_step) gives the rate; global_step is a Tensor of shape (1,) or ()."""

    def construct(self, global_step):
        raise NotImplementedError(f"{type(self).__name__} does not say how its rate depends on the step.")


class _Decay(LearningRateSchedule):
    """What the decaying schedules share: the steps, counted in wholes when `is_stair`."""

    def __init__(self, learning_rate, decay_rate, decay_steps, is_stair=False):
        super().__init__()
        cls = type(self).__name__
        _check_float(cls, "learning_rate", learning_rate)
        _check_float(cls, "decay_rate", decay_rate)
        _check_steps(cls, "decay_steps", decay_steps)
        if not isinstance(is_stair, bool):
            raise TypeError(f"For '{cls}', the 'is_stair' must be a bool, but got {type(is_stair).__name__}.")
        self.learning_rate, self.decay_rate, self.decay_steps, self.is_stair = learning_rate, decay_rate, decay_steps, is_stair

    def _periods(self, global_step):
        periods = global_step.astype(float32) / self.decay_steps
        return ops.floor(periods) if self.is_stair else periods


class ExponentialDecayLR(_Decay):
    """learning_rate * decay_rate ** (step / decay_steps)"""

    def construct(self, global_step):
        return self.learning_rate * ops.pow(self.decay_rate, self._periods(global_step))


class NaturalExpDecayLR(_Decay):
    """learning_rate * exp(-decay_rate * step), the step in multiples of decay_steps when is_stair"""

    def construct(self, global_step):
        step = self._periods(global_step) * self.decay_steps if self.is_stair else global_step.astype(float32)
        return self.learning_rate * ops.exp(-self.decay_rate * step)


class InverseDecayLR(_Decay):
    """learning_rate / (1 + decay_rate * step / decay_steps)"""

    def construct(self, global_step):
        return self.learning_rate / (1.0 + self.decay_rate * self._periods(global_step))


class CosineDecayLR(LearningRateSchedule):
    """From max_lr to min_lr along half a cosine of decay_steps steps."""

    def __init__(self, min_lr, max_lr, decay_steps):
        super().__init__()
        _check_float("CosineDecayLR", "min_lr", min_lr, includes_low=True)
        _check_float("CosineDecayLR", "max_lr", max_lr)
        _check_steps("CosineDecayLR", "decay_steps", decay_steps)
        if min_lr >= max_lr:
            raise ValueError(f"For 'CosineDecayLR', the 'max_lr' must be greater than the 'min_lr', but got 'max_lr' value: "
                             f"{max_lr}, 'min_lr' value: {min_lr}.")
        self.min_lr, self.max_lr, self.decay_steps = min_lr, max_lr, decay_steps

    def construct(self, global_step):
        part = ops.minimum(global_step.astype(float32), float(self.decay_steps)) / self.decay_steps
        return self.min_lr + 0.5 * (self.max_lr - self.min_lr) * (1.0 + ops.cos(part * math.pi))


class PolynomialDecayLR(LearningRateSchedule):
    """From learning_rate to end_learning_rate by (1 - step / decay_steps) ** power; again and again over longer spans when
    update_decay_steps."""

    def __init__(self, learning_rate, end_learning_rate, decay_steps, power, update_decay_steps=False):
        super().__init__()
        _check_float("PolynomialDecayLR", "learning_rate", learning_rate)
        _check_float("PolynomialDecayLR", "end_learning_rate", end_learning_rate, includes_low=True)
        _check_steps("PolynomialDecayLR", "decay_steps", decay_steps)
        _check_float("PolynomialDecayLR", "power", power)
        self.start, self.end, self.decay_steps = learning_rate, end_learning_rate, decay_steps
        self.power, self.extends = power, update_decay_steps

    def construct(self, global_step):
        step = global_step.astype(float32)
        steps = float(self.decay_steps)
        if self.extends:
            steps = ops.maximum(ops.ceil(step / steps), 1.0) * steps
        left = 1.0 - ops.minimum(step, steps) / steps
        return (self.start - self.end) * ops.pow(left, self.power) + self.end


class WarmUpLR(LearningRateSchedule):
    """From 0 to learning_rate over warmup_steps steps, then learning_rate."""

    def __init__(self, learning_rate, warmup_steps):
        super().__init__()
        _check_float("WarmUpLR", "learning_rate", learning_rate, includes_low=True)
        _check_steps("WarmUpLR", "warmup_steps", warmup_steps)
        self.learning_rate, self.warmup_steps = learning_rate, warmup_steps

    def construct(self, global_step):
        return self.learning_rate * ops.minimum(global_step.astype(float32), float(self.warmup_steps)) / self.warmup_steps
