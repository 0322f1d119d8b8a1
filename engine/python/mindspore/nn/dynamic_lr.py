# SPDX-License-Identifier: Apache-2.0
"""Learning rates as lists with one number for each step, for optimizers."""
import math

__all__ = ["piecewise_constant_lr", "exponential_decay_lr", "natural_exp_decay_lr", "inverse_decay_lr", "cosine_decay_lr",
           "polynomial_decay_lr", "warmup_lr"]


def _check_int(cls, name, value):
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError(f"For '{cls}', the type of '{name}' must be 'int', but got '{value}' with type "
                        f"'{type(value).__name__}'.")
    if value <= 0:
        raise ValueError(f"For '{cls}', the '{name}' must be int and must > 0, but got '{value}' with type 'int'.")


def _check_float(cls, name, value, may_be_zero=False):
    if not isinstance(value, float):
        raise TypeError(f"For '{cls}', the type of '{name}' must be 'float', but got '{value}' with type "
                        f"'{type(value).__name__}'.")
    if value < 0 or (value == 0 and not may_be_zero):
        raise ValueError(f"For '{cls}', the '{name}' must be {'>=' if may_be_zero else '>'} 0.0, but got {value}.")


def _epochs(cls, total_step, step_per_epoch):
    """The epoch of each step."""
    _check_int(cls, "total_step", total_step)
    _check_int(cls, "step_per_epoch", step_per_epoch)
    return [step // step_per_epoch for step in range(total_step)]


def piecewise_constant_lr(milestone, learning_rates):
    """learning_rates[i] for the steps before milestone[i]."""
    if len(milestone) != len(learning_rates):
        raise ValueError("For 'piecewise_constant_lr', the size of 'milestone' must be same as the size of 'learning_rates', "
                         f"but got 'milestone' size: {len(milestone)}, 'learning_rates' size: {len(learning_rates)}.")
    rates, last = [], 0
    for end, rate in zip(milestone, learning_rates):
        _check_int("piecewise_constant_lr", "milestone", end)
        if end <= last:
            raise ValueError("For 'piecewise_constant_lr', the value of milestone[i] must be greater than milestone[i - 1], "
                             f"but got {end} after {last}.")
        rates += [rate] * (end - last)
        last = end
    return rates


def _checked_decay(cls, learning_rate, decay_rate, decay_epoch):
    _check_float(cls, "learning_rate", learning_rate)
    _check_float(cls, "decay_rate", decay_rate)
    _check_int(cls, "decay_epoch", decay_epoch)


def exponential_decay_lr(learning_rate, decay_rate, total_step, step_per_epoch, decay_epoch, is_stair=False):
    """learning_rate * decay_rate ** (epoch / decay_epoch)"""
    _checked_decay("exponential_decay_lr", learning_rate, decay_rate, decay_epoch)
    return [learning_rate * decay_rate ** (epoch // decay_epoch if is_stair else epoch / decay_epoch)
            for epoch in _epochs("exponential_decay_lr", total_step, step_per_epoch)]


def natural_exp_decay_lr(learning_rate, decay_rate, total_step, step_per_epoch, decay_epoch, is_stair=False):
    """learning_rate * exp(-decay_rate * epoch), the epoch in multiples of decay_epoch when is_stair"""
    _checked_decay("natural_exp_decay_lr", learning_rate, decay_rate, decay_epoch)
    return [learning_rate * math.exp(-decay_rate * (epoch // decay_epoch * decay_epoch if is_stair else epoch))
            for epoch in _epochs("natural_exp_decay_lr", total_step, step_per_epoch)]


def inverse_decay_lr(learning_rate, decay_rate, total_step, step_per_epoch, decay_epoch, is_stair=False):
    """learning_rate / (1 + decay_rate * epoch / decay_epoch)"""
    _checked_decay("inverse_decay_lr", learning_rate, decay_rate, decay_epoch)
    return [learning_rate / (1 + decay_rate * (epoch // decay_epoch if is_stair else epoch / decay_epoch))
            for epoch in _epochs("inverse_decay_lr", total_step, step_per_epoch)]


def cosine_decay_lr(min_lr, max_lr, total_step, step_per_epoch, decay_epoch):
    """From max_lr to min_lr along half a cosine of decay_epoch epochs."""
    _check_float("cosine_decay_lr", "min_lr", min_lr, may_be_zero=True)
    _check_float("cosine_decay_lr", "max_lr", max_lr)
    _check_int("cosine_decay_lr", "decay_epoch", decay_epoch)
    if min_lr >= max_lr:
        raise ValueError(f"For 'cosine_decay_lr', the 'max_lr' must be greater than the 'min_lr', but got 'max_lr' value: "
                         f"{max_lr}, 'min_lr' value: {min_lr}.")
    return [min_lr + 0.5 * (max_lr - min_lr) * (1 + math.cos(math.pi * min(epoch, decay_epoch) / decay_epoch))
            for epoch in _epochs("cosine_decay_lr", total_step, step_per_epoch)]


def polynomial_decay_lr(learning_rate, end_learning_rate, total_step, step_per_epoch, decay_epoch, power,
                        update_decay_epoch=False):
    """From learning_rate to end_learning_rate by (1 - epoch / decay_epoch) ** power."""
    _check_float("polynomial_decay_lr", "learning_rate", learning_rate)
    _check_float("polynomial_decay_lr", "end_learning_rate", end_learning_rate, may_be_zero=True)
    _check_float("polynomial_decay_lr", "power", power)
    _check_int("polynomial_decay_lr", "decay_epoch", decay_epoch)
    rates = []
    for epoch in _epochs("polynomial_decay_lr", total_step, step_per_epoch):
        span = decay_epoch * max(math.ceil(epoch / decay_epoch), 1) if update_decay_epoch else decay_epoch
        left = 1 - min(epoch, span) / span
        rates.append((learning_rate - end_learning_rate) * left ** power + end_learning_rate)
    return rates


def warmup_lr(learning_rate, total_step, step_per_epoch, warmup_epoch):
    """From 0 to learning_rate over warmup_epoch epochs."""
    _check_float("warmup_lr", "learning_rate", learning_rate, may_be_zero=True)
    _check_int("warmup_lr", "warmup_epoch", warmup_epoch)
    return [learning_rate * min(epoch, warmup_epoch) / warmup_epoch
            for epoch in _epochs("warmup_lr", total_step, step_per_epoch)]
