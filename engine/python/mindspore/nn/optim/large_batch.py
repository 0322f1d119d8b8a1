# SPDX-License-Identifier: Apache-2.0
"""Optimizers whose steps are scaled by the norms of whole parameters: Lamb and LARS."""
from mindspore import ops
from mindspore.nn.optim.optimizer import Optimizer, check_number
from mindspore.common.dtype import float32


def _norm(tensor):
    return ops.sqrt((tensor * tensor).sum())


def _ratio(weights, step):
    """|weights| / |step|, or 1 where one of them is zero."""
    one = ops.ones_like(weights)
    safe = ops.select(step > 0, step, one)
    return ops.select(weights > 0, ops.select(step > 0, weights / safe, one), one)


class Lamb(Optimizer):
    """Adam whose step on each parameter has a length in proportion to the parameter's norm."""

    def __init__(self, params, learning_rate, beta1=0.9, beta2=0.999, eps=1e-6, weight_decay=0.0):
        super().__init__(learning_rate, params, weight_decay)
        check_number("eps", "Lamb", eps, 0.0, includes_low=False)
        self.beta1, self.beta2, self.eps = beta1, beta2, eps
        self.moments1 = self.clone_moments("lamb_m")
        self.moments2 = self.clone_moments("lamb_v")

    def construct(self, gradients):
        decays = self._decay_values()
        decays_here, self.exec_weight_decay = self.exec_weight_decay, False
        try:
            gradients = self.prepared(gradients)
        finally:
            self.exec_weight_decay = decays_here
        rates = self.rates()
        step = self.global_step.astype(float32).reshape(())
        for i, (parameter, rate, gradient) in enumerate(zip(self.parameters, rates, gradients)):
            mean, square = self.moments1[i], self.moments2[i]
            ops.assign(mean, mean * self.beta1 + gradient * (1 - self.beta1))
            ops.assign(square, square * self.beta2 + gradient * gradient * (1 - self.beta2))
            change = (mean / (1 - ops.pow(self.beta1, step))) / (ops.sqrt(square / (1 - ops.pow(self.beta2, step))) + self.eps)
            change = change + parameter * decays[i]
            ops.assign_sub(parameter, change * (_ratio(_norm(parameter), _norm(change)) * rate))
        return True


class LARS(Optimizer):
    """Another optimizer whose gradients are scaled by coefficient * |p| / (|g| + decay * |p| + epsilon)."""

    def __init__(self, optimizer, epsilon=1e-05, coefficient=0.001, use_clip=False,
                 lars_filter=lambda parameter: "LayerNorm" not in parameter.name and "bias" not in parameter.name):
        if not isinstance(optimizer, Optimizer):
            raise TypeError(f"For 'LARS', the 'optimizer' must be an Optimizer, but got {type(optimizer).__name__}.")
        super().__init__(0.0, list(optimizer.parameters))
        self.opt = optimizer
        self.epsilon, self.coefficient, self.use_clip = epsilon, coefficient, use_clip
        self._scaled = [lars_filter(parameter) for parameter in optimizer.parameters]
        self._decay = list(optimizer._decays_of)
        optimizer.exec_weight_decay = False  # decays take part in the scale, so they are added here

    def construct(self, gradients):
        changed = []
        rate = self.opt._rates[0].at(self.opt.global_step)
        for parameter, gradient, decay, wanted in zip(self.opt.parameters, gradients, self._decay, self._scaled):
            if not wanted:
                changed.append(gradient + parameter * decay)
                continue
            weights, length = _norm(parameter), _norm(gradient)
            trust = self.coefficient * weights / (length + decay * weights + self.epsilon)
            if self.use_clip:
                trust = ops.minimum(trust / rate, 1.0)
            changed.append((gradient + parameter * decay) * trust)
        return self.opt(tuple(changed))
