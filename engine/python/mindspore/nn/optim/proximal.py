# SPDX-License-Identifier: Apache-2.0
"""Optimizers that pull parameters towards 0 (FTRL, ProximalAdagrad), and Adam of rows (LazyAdam)."""
from mindspore.common.initializer import Constant
from mindspore.nn.optim.adam import Adam
from mindspore.nn.optim.optimizer import Optimizer, check_number
from mindspore.ops.operations import update_ops


class FTRL(Optimizer):
    """Follow the regularised leader: steps shrink with the sum of squared gradients to the power -lr_power; l1 and l2 pull
    towards 0."""

    def __init__(self, params, initial_accum=0.1, learning_rate=0.001, lr_power=-0.5, l1=0.0, l2=0.0, use_locking=False,
                 loss_scale=1.0, weight_decay=0.0):
        super().__init__(learning_rate, params, weight_decay, loss_scale)
        for name, value in (("initial_accum", initial_accum), ("l1", l1), ("l2", l2)):
            check_number(name, "FTRL", value, 0.0)
        if lr_power > 0:
            raise ValueError(f"For 'FTRL', the 'lr_power' must be at most 0, but got {lr_power}.")
        self.lr_power, self.l1, self.l2 = lr_power, l1, l2
        self.moments = self.clone_moments("moments", Constant(initial_accum))
        self.linear = self.clone_moments("linear")
        self.opt = update_ops.ApplyFtrl(use_locking)

    def construct(self, gradients):
        gradients = self.prepared(gradients)
        for i, (parameter, rate, gradient) in enumerate(zip(self.parameters, self.rates(), gradients)):
            self.opt(parameter, self.moments[i], self.linear[i], gradient, rate, self.l1, self.l2, self.lr_power)
        return self.done()


class ProximalAdagrad(Optimizer):
    """Adagrad whose steps end pulled towards 0 by l1 and l2."""

    def __init__(self, params, accum=0.1, learning_rate=0.001, l1=0.0, l2=0.0, use_locking=False, loss_scale=1.0,
                 weight_decay=0.0):
        super().__init__(learning_rate, params, weight_decay, loss_scale)
        for name, value in (("accum", accum), ("l1", l1), ("l2", l2)):
            check_number(name, "ProximalAdagrad", value, 0.0)
        self.l1, self.l2 = l1, l2
        self.accum = self.clone_moments("accum", Constant(accum))
        self.opt = update_ops.ApplyProximalAdagrad(use_locking)

    def construct(self, gradients):
        gradients = self.prepared(gradients)
        for parameter, accum, rate, gradient in zip(self.parameters, self.accum, self.rates(), gradients):
            self.opt(parameter, accum, rate, self.l1, self.l2, gradient)
        return self.done()


class LazyAdam(Adam):
    """Adam; where gradients are dense, as all are here, every row takes part in each step."""

    powers_are_lists = True

    def __init__(self, params, learning_rate=1e-3, beta1=0.9, beta2=0.999, eps=1e-8, use_locking=False, use_nesterov=False,
                 weight_decay=0.0, loss_scale=1.0):
        super().__init__(params, learning_rate, beta1, beta2, eps, use_locking, use_nesterov, weight_decay, loss_scale)
