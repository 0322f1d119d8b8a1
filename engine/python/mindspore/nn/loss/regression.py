# SPDX-License-Identifier: Apache-2.0
"""Losses of numbers against numbers."""
import math

from mindspore import ops
from mindspore.nn.loss.base import LossBase, check_tensors

__all__ = ["L1Loss", "MSELoss", "SmoothL1Loss", "HuberLoss", "MAELoss", "RMSELoss", "PoissonNLLLoss", "GaussianNLLLoss",
           "KLDivLoss"]


class L1Loss(LossBase):
    """|logits - labels|"""

    def construct(self, logits, labels):
        return ops.l1_loss(logits, labels, self.reduction)


class MSELoss(LossBase):
    """(logits - labels) ** 2"""

    def construct(self, logits, labels):
        check_tensors(self.cls_name, logits=logits, labels=labels)
        return self.get_loss(ops.square(logits - labels))


class MAELoss(LossBase):
    """|logits - label|"""

    def construct(self, logits, label):
        check_tensors(self.cls_name, logits=logits, label=label)
        return self.get_loss(ops.abs(logits - label))


class RMSELoss(LossBase):
    """The square root of the mean of (logits - label) ** 2."""

    def __init__(self):
        super().__init__()

    def construct(self, logits, label):
        check_tensors(self.cls_name, logits=logits, label=label)
        return ops.sqrt(ops.square(logits - label).mean())


class SmoothL1Loss(LossBase):
    """0.5 * d ** 2 / beta for d = |logits - labels| below beta, d - 0.5 * beta elsewhere."""

    def __init__(self, beta=1.0, reduction="none"):
        super().__init__(reduction)
        self.beta = beta

    def construct(self, logits, labels):
        return ops.smooth_l1_loss(logits, labels, self.beta, self.reduction)


class HuberLoss(LossBase):
    """0.5 * d ** 2 for d = |logits - labels| up to delta, delta * (d - 0.5 * delta) elsewhere."""

    def __init__(self, reduction="mean", delta=1.0):
        super().__init__(reduction)
        self.delta = delta

    def construct(self, logits, labels):
        return ops.huber_loss(logits, labels, self.reduction, self.delta)


class KLDivLoss(LossBase):
    """labels * (log(labels) - logits), logits being logarithms of probabilities; "batchmean" divides the sum by the
    first size."""

    def __init__(self, reduction="mean"):
        super().__init__("mean")
        if reduction not in ("none", "mean", "batchmean", "sum"):
            raise ValueError("For 'KLDivLoss', the 'reduction' must be in ['none', 'mean', 'batchmean', 'sum'], but "
                             f"got {reduction}.")
        self.reduction = reduction

    def construct(self, logits, labels):
        check_tensors(self.cls_name, logits=logits, labels=labels)
        return ops.kl_div(logits, labels, self.reduction)


class PoissonNLLLoss(LossBase):
    """exp(input) - target * input; input - target * log(input + eps) unless log_input. `full` adds Stirling's
    approximation of log(target!) where target > 1."""

    def __init__(self, log_input=True, full=False, eps=1e-8, reduction="mean"):
        super().__init__(reduction)
        self.log_input, self.full, self.eps = log_input, full, eps

    def construct(self, input, target):
        check_tensors(self.cls_name, input=input, target=target)
        if self.log_input:
            loss = ops.exp(input) - target * input
        else:
            loss = input - target * ops.log(input + self.eps)
        if self.full:
            # Where target is small the logarithm is not looked at, but must be a number for the gradient.
            large = ops.maximum(target, ops.ones_like(target))
            stirling = large * ops.log(large) - large + 0.5 * ops.log(2 * math.pi * large)
            loss = loss + stirling * (target > 1).astype(loss.dtype)
        return self.get_loss(loss)


class GaussianNLLLoss(LossBase):
    """0.5 * (log(var) + (logits - labels) ** 2 / var), var being at least eps; `full` adds 0.5 * log(2 * pi)."""

    def __init__(self, *, full=False, eps=1e-6, reduction="mean"):
        super().__init__(reduction)
        if not isinstance(eps, float):
            raise TypeError(f"For 'GaussianNLLLoss', the type of 'eps' should be 'float', but got type "
                            f"'{type(eps).__name__}'.")
        if eps <= 0:
            raise ValueError("For 'GaussianNLLLoss', the 'eps' must be in range of (0, inf), but got "
                             f"{eps} with type 'float'.")
        self.full, self.eps = full, eps

    def construct(self, logits, labels, var):
        check_tensors(self.cls_name, logits=logits, labels=labels, var=var)
        return ops.gaussian_nll_loss(logits, labels, var, self.full, self.eps, self.reduction)
