# SPDX-License-Identifier: Apache-2.0
"""Schedulers: each step gives the groups of an optimizer their next learning rates."""
import bisect
import math

from mindspore._missing import missing_names
from mindspore.common.dtype import float32
from mindspore.common.tensor import Tensor
from mindspore.experimental.optim.optimizer import Optimizer

__all__ = ["ConstantLR", "CosineAnnealingLR", "CosineAnnealingWarmRestarts", "CyclicLR", "ExponentialLR", "LRScheduler",
           "LambdaLR", "LinearLR", "MultiStepLR", "MultiplicativeLR", "PolynomialLR", "ReduceLROnPlateau", "SequentialLR",
           "StepLR"]


def _number(value):
    return float(value.asnumpy()) if isinstance(value, Tensor) else float(value)


def _check_optimizer(cls, optimizer):
    if not isinstance(optimizer, Optimizer):
        raise TypeError(f"For '{cls}', the 'optimizer' must be one of mindspore.experimental.optim, but got "
                        f"{type(optimizer).__name__}.")


def _give(parameter, rate):
    parameter.set_data(Tensor(_number(rate), float32))


class LRScheduler:
    """LRScheduler(optimizer, last_epoch=-1): a subclass's get_lr gives the learning rates of the groups for step
    `last_epoch` from `_last_lr`, the optimizer's own Parameters as they stand, and `base_lrs`. Making it does step 0. What
    was written to those Parameters between two steps counts; a number that was put in a group's 'lr' in their place is
    what the optimizer uses from then on, whatever a scheduler gives."""

    def __init__(self, optimizer, last_epoch=-1):
        _check_optimizer(type(self).__name__, optimizer)
        self.optimizer = optimizer
        for group in optimizer.param_groups:
            if last_epoch == -1:
                group.setdefault("initial_lr", Tensor(_number(group["lr"]), float32))
            elif "initial_lr" not in group:
                raise KeyError("param 'initial_lr' is not specified in param_groups when resuming an optimizer")
        self.base_lrs = [_number(group["initial_lr"]) for group in optimizer.param_groups]
        self.groups_num = len(optimizer.param_groups)
        self.last_epoch = last_epoch
        self._last_lr = list(optimizer.lrs)
        self.step()

    def get_lr(self):
        """The rates for step `last_epoch`, of all groups."""
        raise NotImplementedError

    def get_last_lr(self):
        """The rates as they stand, as Tensors."""
        return [rate.value() for rate in self._last_lr]

    def _given(self):
        """The rates as they stand, as numbers."""
        return [_number(rate) for rate in self._last_lr]

    def step(self, epoch=None):
        """Goes to the next step, or to the one with that number."""
        if epoch is None:
            self.last_epoch += 1
            rates = self.get_lr()
        else:
            self.last_epoch = epoch
            rates = self._closed_form() if hasattr(self, "_closed_form") else self.get_lr()
        self._set(rates)
        return True

    def _set(self, rates):
        for parameter, rate in zip(self._last_lr, rates):
            _give(parameter, rate)


def _times(rates, factor):
    return [rate * factor for rate in rates]


class StepLR(LRScheduler):
    """Times gamma every step_size steps."""

    def __init__(self, optimizer, step_size, gamma=0.1, last_epoch=-1):
        if isinstance(step_size, bool) or not isinstance(step_size, int) or step_size < 1:
            raise ValueError(f"For 'StepLR', the 'step_size' must be a positive int, but got {step_size}.")
        self.step_size, self.gamma = step_size, gamma
        super().__init__(optimizer, last_epoch)

    def get_lr(self):
        changes = self.last_epoch > 0 and self.last_epoch % self.step_size == 0
        return _times(self._given(), self.gamma if changes else 1.0)

    def _closed_form(self):
        return _times(self.base_lrs, self.gamma ** (self.last_epoch // self.step_size))


class LinearLR(LRScheduler):
    """The factor goes from start_factor to end_factor in total_iters equal steps."""

    def __init__(self, optimizer, start_factor=1.0 / 3, end_factor=1.0, total_iters=5, last_epoch=-1):
        if not 0 < start_factor <= 1:
            raise ValueError(f"For 'LinearLR', the 'start_factor' must be in (0, 1], but got {start_factor}.")
        if not 0 <= end_factor <= 1:
            raise ValueError(f"For 'LinearLR', the 'end_factor' must be in [0, 1], but got {end_factor}.")
        self.start_factor, self.end_factor, self.total_iters = start_factor, end_factor, total_iters
        super().__init__(optimizer, last_epoch)

    def _factor(self, step):
        return self.start_factor + (self.end_factor - self.start_factor) * min(self.total_iters, step) / self.total_iters

    def get_lr(self):
        if self.last_epoch == 0:
            return _times(self._given(), self.start_factor)
        if self.last_epoch > self.total_iters:
            return self._given()
        return _times(self._given(), self._factor(self.last_epoch) / self._factor(self.last_epoch - 1))

    def _closed_form(self):
        return _times(self.base_lrs, self._factor(self.last_epoch))


class ExponentialLR(LRScheduler):
    """Times gamma at each step."""

    def __init__(self, optimizer, gamma, last_epoch=-1):
        self.gamma = gamma
        super().__init__(optimizer, last_epoch)

    def get_lr(self):
        return _times(self._given(), self.gamma if self.last_epoch > 0 else 1.0)

    def _closed_form(self):
        return _times(self.base_lrs, self.gamma ** self.last_epoch)


class PolynomialLR(LRScheduler):
    """The factor (1 - step / total_iters) ** power, 0 from total_iters on."""

    def __init__(self, optimizer, total_iters=5, power=1.0, last_epoch=-1):
        self.total_iters, self.power = total_iters, power
        super().__init__(optimizer, last_epoch)

    def get_lr(self):
        if self.last_epoch == 0 or self.last_epoch > self.total_iters:
            return self._given()
        left = (1 - self.last_epoch / self.total_iters) / (1 - (self.last_epoch - 1) / self.total_iters)
        return _times(self._given(), left ** self.power)

    def _closed_form(self):
        return _times(self.base_lrs, (1 - min(self.total_iters, self.last_epoch) / self.total_iters) ** self.power)


def _functions(cls, optimizer, given):
    """One function a group."""
    functions = list(given) if isinstance(given, (tuple, list)) else [given] * len(optimizer.param_groups)
    if len(functions) != len(optimizer.param_groups):
        raise ValueError(f"For '{cls}', there must be one function for each of the {len(optimizer.param_groups)} groups, "
                         f"but got {len(functions)}.")
    return functions


class LambdaLR(LRScheduler):
    """The first rates times a function of the step."""

    def __init__(self, optimizer, lr_lambda, last_epoch=-1):
        _check_optimizer("LambdaLR", optimizer)
        self.lr_lambdas = _functions("LambdaLR", optimizer, lr_lambda)
        super().__init__(optimizer, last_epoch)

    def get_lr(self):
        return [rate * function(self.last_epoch) for rate, function in zip(self.base_lrs, self.lr_lambdas)]


class MultiplicativeLR(LRScheduler):
    """The rates times a function of the step, again and again."""

    def __init__(self, optimizer, lr_lambda, last_epoch=-1):
        _check_optimizer("MultiplicativeLR", optimizer)
        self.lr_lambdas = _functions("MultiplicativeLR", optimizer, lr_lambda)
        super().__init__(optimizer, last_epoch)

    def get_lr(self):
        if self.last_epoch == 0:
            return self._given()
        return [rate * function(self.last_epoch) for rate, function in zip(self._given(), self.lr_lambdas)]


class MultiStepLR(LRScheduler):
    """Times gamma at each of the milestones."""

    def __init__(self, optimizer, milestones, gamma=0.1, last_epoch=-1):
        self.milestones, self.gamma = sorted(milestones), gamma
        super().__init__(optimizer, last_epoch)

    def get_lr(self):
        return _times(self._given(), self.gamma ** self.milestones.count(self.last_epoch))

    def _closed_form(self):
        return _times(self.base_lrs, self.gamma ** bisect.bisect_right(self.milestones, self.last_epoch))


class ConstantLR(LRScheduler):
    """Times factor for the first total_iters steps."""

    def __init__(self, optimizer, factor=1.0 / 3, total_iters=5, last_epoch=-1):
        if not 0 <= factor <= 1:
            raise ValueError(f"For 'ConstantLR', the 'factor' must be in [0, 1], but got {factor}.")
        self.factor, self.total_iters = factor, total_iters
        super().__init__(optimizer, last_epoch)

    def get_lr(self):
        if self.last_epoch == 0:
            return _times(self._given(), self.factor)
        return _times(self._given(), 1.0 / self.factor if self.last_epoch == self.total_iters else 1.0)

    def _closed_form(self):
        return _times(self.base_lrs, self.factor if self.last_epoch < self.total_iters else 1.0)


class CosineAnnealingLR(LRScheduler):
    """Half a cosine from the first rates down to eta_min in T_max steps, and up again."""

    def __init__(self, optimizer, T_max, eta_min=0.0, last_epoch=-1):
        self.T_max, self.eta_min = T_max, eta_min
        super().__init__(optimizer, last_epoch)

    def _share(self, step):
        return (1 + math.cos(math.pi * step / self.T_max)) / 2

    def get_lr(self):
        if self.last_epoch == 0:
            return self._given()
        rates, share = self._given(), self._share(self.last_epoch)
        if (self.last_epoch - 1 - self.T_max) % (2 * self.T_max) == 0:  # from the lowest, which is times nothing
            return [rate + (base - self.eta_min) * share for base, rate in zip(self.base_lrs, rates)]
        share /= self._share(self.last_epoch - 1)
        return [self.eta_min + (rate - self.eta_min) * share for rate in rates]

    def _closed_form(self):
        share = self._share(self.last_epoch)
        return [self.eta_min + (rate - self.eta_min) * share for rate in self.base_lrs]


class CosineAnnealingWarmRestarts(LRScheduler):
    """Half a cosine down to eta_min in T_0 steps, then anew from the first rates in T_mult times as many, and so on."""

    def __init__(self, optimizer, T_0, T_mult=1, eta_min=0, last_epoch=-1):
        for name, value in (("T_0", T_0), ("T_mult", T_mult)):
            if isinstance(value, bool) or not isinstance(value, int) or value < 1:
                raise ValueError(f"For 'CosineAnnealingWarmRestarts', the '{name}' must be an int >= 1, but got {value}.")
        self.T_0, self.T_i, self.T_mult, self.eta_min, self.T_cur = T_0, T_0, T_mult, eta_min, last_epoch
        super().__init__(optimizer, last_epoch)

    def get_lr(self):
        share = (1 + math.cos(math.pi * self.T_cur / self.T_i)) / 2
        return [self.eta_min + (rate - self.eta_min) * share for rate in self.base_lrs]

    def step(self, epoch=None):
        """Goes to the next step, or to any one, also between two whole ones."""
        at = self.last_epoch + 1 if epoch is None else epoch
        if at < 0:
            raise ValueError(f"For 'CosineAnnealingWarmRestarts', the 'epoch' must not be negative, but got {epoch}.")
        self.T_cur, self.T_i = at, self.T_0
        while self.T_cur >= self.T_i:
            self.T_cur, self.T_i = self.T_cur - self.T_i, self.T_i * self.T_mult
        self.last_epoch = math.floor(at)
        self._set(self.get_lr())


class CyclicLR(LRScheduler):
    """Up from base_lr to max_lr in step_size_up steps, down again in step_size_down, and so on; mode "triangular2" halves
    the height each time, "exp_range" times gamma each step, scale_fn any way (of cycles or steps by scale_mode)."""

    _SCALES = {"triangular": lambda gamma, cycle, step: 1.0, "triangular2": lambda gamma, cycle, step: 1 / 2 ** (cycle - 1),
               "exp_range": lambda gamma, cycle, step: gamma ** step}

    def __init__(self, optimizer, base_lr, max_lr, step_size_up=2000, step_size_down=None, mode="triangular", gamma=1.0,
                 scale_fn=None, scale_mode="cycle", last_epoch=-1):
        _check_optimizer("CyclicLR", optimizer)
        if mode not in self._SCALES and scale_fn is None:
            raise ValueError(f"For 'CyclicLR', the 'mode' must be one of {list(self._SCALES)}, but got {mode}.")
        count = len(optimizer.param_groups)
        self.lowest, self.max_lrs = (list(map(_number, given)) if isinstance(given, (tuple, list))
                                     else [_number(given)] * count for given in (base_lr, max_lr))
        self.up, self.down = step_size_up, step_size_up if step_size_down is None else step_size_down
        self.mode, self.gamma, self._scale_fn, self.scale_mode = mode, gamma, scale_fn, scale_mode
        for group, parameter, rate in zip(optimizer.param_groups, optimizer.lrs, self.lowest):
            _give(parameter, rate)
            group["initial_lr"] = rate
        super().__init__(optimizer, last_epoch)

    def _scale(self, cycle):
        if self._scale_fn is not None:
            return self._scale_fn(cycle if self.scale_mode == "cycle" else self.last_epoch)
        return self._SCALES[self.mode](self.gamma, cycle, self.last_epoch)

    def get_lr(self):
        whole = self.up + self.down
        cycle = math.floor(1 + self.last_epoch / whole)
        place, rising = 1 + self.last_epoch / whole - cycle, self.up / whole
        height = place / rising if place <= rising else (place - 1) / (rising - 1)
        return [low + (high - low) * height * self._scale(cycle) for low, high in zip(self.lowest, self.max_lrs)]


class SequentialLR:
    """One scheduler after the other: the next begins at each milestone."""

    def __init__(self, optimizer, schedulers, milestones, last_epoch=-1):
        _check_optimizer("SequentialLR", optimizer)
        if any(scheduler.optimizer is not optimizer for scheduler in schedulers):
            raise ValueError("For 'SequentialLR', all schedulers must be those of its optimizer.")
        if len(milestones) != len(schedulers) - 1:
            raise ValueError(f"For 'SequentialLR', there must be {len(schedulers) - 1} milestones between the schedulers, but "
                             f"got {len(milestones)}.")
        self.optimizer, self._schedulers, self._milestones = optimizer, list(schedulers), list(milestones)
        self.last_epoch = last_epoch + 1
        for group, parameter in zip(optimizer.param_groups, optimizer.lrs):
            _give(parameter, group["initial_lr"])
        for scheduler in schedulers:
            scheduler.last_epoch -= 1
        schedulers[0].step()
        self._last_lr = list(optimizer.lrs)

    def step(self):
        """Goes to the next step."""
        self.last_epoch += 1
        number = bisect.bisect_right(self._milestones, self.last_epoch)
        if number and self._milestones[number - 1] == self.last_epoch:
            self._schedulers[number].step(0)
        else:
            self._schedulers[number].step()

    def get_last_lr(self):
        """The rates as they stand, as Tensors."""
        return [rate.value() for rate in self._last_lr]


class ReduceLROnPlateau:
    """Times factor when a metric has not become better (smaller for mode "min", larger for "max") for more than `patience`
    steps; then waits for `cooldown` steps. Better is by more than threshold, relative to the best or absolute."""

    def __init__(self, optimizer, mode="min", factor=0.1, patience=10, threshold=1e-4, threshold_mode="rel", cooldown=0,
                 min_lr=0, eps=1e-8):
        _check_optimizer("ReduceLROnPlateau", optimizer)
        if mode not in ("min", "max") or threshold_mode not in ("rel", "abs"):
            raise ValueError(f"For 'ReduceLROnPlateau', the 'mode' must be 'min' or 'max' and the 'threshold_mode' 'rel' or "
                             f"'abs', but got {mode} and {threshold_mode}.")
        if factor >= 1.0:
            raise ValueError(f"For 'ReduceLROnPlateau', the 'factor' must be < 1.0, but got {factor}.")
        self.optimizer, self.mode, self.factor, self.patience = optimizer, mode, factor, patience
        self.threshold, self.threshold_mode, self.cooldown, self.eps = threshold, threshold_mode, cooldown, eps
        count = len(optimizer.param_groups)
        self.min_lrs = list(min_lr) if isinstance(min_lr, (tuple, list)) else [min_lr] * count
        self.best = math.inf if mode == "min" else -math.inf
        self.num_bad_epochs, self.cooldown_counter, self.last_epoch = 0, 0, 0
        self._last_lr = list(optimizer.lrs)

    @property
    def in_cooldown(self):
        """Whether it waits."""
        return self.cooldown_counter > 0

    def _is_better(self, metric):
        sign = -1 if self.mode == "min" else 1
        margin = self.threshold * (abs(self.best) if self.threshold_mode == "rel" else 1)
        return sign * metric > sign * self.best + margin if math.isfinite(self.best) else sign * metric > sign * self.best

    def step(self, metrics):
        """Takes the metric of this step."""
        metric = _number(metrics)
        self.last_epoch += 1
        better = self._is_better(metric)
        self.best = metric if better else self.best
        self.num_bad_epochs = 0 if better else self.num_bad_epochs + 1
        if self.in_cooldown:
            self.cooldown_counter, self.num_bad_epochs = self.cooldown_counter - 1, 0
        if self.num_bad_epochs > self.patience:
            self._reduce()
            self.cooldown_counter, self.num_bad_epochs = self.cooldown, 0
        return True

    def _reduce(self):
        for parameter, least in zip(self._last_lr, self.min_lrs):
            before = _number(parameter)
            after = max(before * self.factor, least)
            if before - after > self.eps:
                _give(parameter, after)

    def get_last_lr(self):
        """The rates as they stand, as Tensors."""
        return [rate.value() for rate in self._last_lr]


__getattr__ = missing_names("mindspore.experimental.optim.lr_scheduler")
