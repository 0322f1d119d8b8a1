# SPDX-License-Identifier: Apache-2.0
"""Gradient descent with momentum."""
import numpy

from mindspore.common.dtype import float32
from mindspore.common.parameter import Parameter
from mindspore.common.tensor import Tensor
from mindspore.nn.optim.optimizer import Optimizer, check_number
from mindspore.ops.primitive import primitive_call as call


class Momentum(Optimizer):
    """v = momentum * v + g, p -= lr * v; with Nesterov p -= lr * (g + momentum * v)."""

    def __init__(self, params, learning_rate, momentum, weight_decay=0.0, loss_scale=1.0, use_nesterov=False):
        super().__init__(learning_rate, params, weight_decay, loss_scale)
        check_number("momentum", "Momentum", momentum, 0.0)
        if not isinstance(use_nesterov, bool):
            raise TypeError(f"For 'Momentum', the 'use_nesterov' must be a bool, but got {type(use_nesterov).__name__}.")
        self.momentum = Parameter(Tensor(momentum, float32), "momentum")
        self.use_nesterov = use_nesterov
        self.moments = self.clone_moments("moments")

    def construct(self, gradients):
        gradients = self.prepared(gradients)
        for parameter, moment, rate, gradient in zip(self.parameters, self.moments, self.rates(), gradients):
            call("ApplyMomentum", parameter, moment, rate, gradient, self.momentum, self.use_nesterov)
        return self.done()


class SGD(Optimizer):
    """Gradient descent with momentum, dampening, weight decay and Nesterov's variant."""

    def __init__(self, params, learning_rate=0.1, momentum=0.0, dampening=0.0, weight_decay=0.0, nesterov=False,
                 loss_scale=1.0):
        super().__init__(learning_rate, params, weight_decay, loss_scale)
        check_number("momentum", "SGD", momentum, 0.0)
        check_number("dampening", "SGD", dampening, 0.0)
        if not isinstance(nesterov, bool):
            raise TypeError(f"For 'SGD', the 'nesterov' must be a bool, but got {type(nesterov).__name__}.")
        if nesterov and (momentum <= 0.0 or dampening != 0.0):
            raise ValueError("For 'SGD', if 'nesterov' is true, 'momentum' must be > 0.0 and 'dampening' must equal to 0.0, "
                             f"but got 'momentum' {momentum}, 'dampening' {dampening}.")
        self.momentum = Parameter(Tensor(momentum, float32), "momentum")
        self.dampening = float(dampening)
        self.nesterov = nesterov
        self.accum = self.clone_moments("accum")
        self.stat = self.parameters.clone("stat", "ones")

    def construct(self, gradients):
        # The operator decays weights by itself; groups may have decays of their own.
        decays = [float(numpy.asarray(decay)) for decay in self._decay_values()]
        gradients = self._checked(gradients)
        for parameter, moment, first, rate, gradient, decay in zip(self.parameters, self.accum, self.stat, self.rates(),
                                                                   gradients, decays):
            call("SGD", parameter, gradient, rate, moment, self.momentum, first, self.dampening, decay, self.nesterov)
        return self.done()

    def _checked(self, gradients):
        decays, self.exec_weight_decay = self.exec_weight_decay, False
        try:
            return self.prepared(gradients)
        finally:
            self.exec_weight_decay = decays
