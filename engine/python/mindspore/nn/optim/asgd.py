# SPDX-License-Identifier: Apache-2.0
"""The optimizer ASGD, which also keeps the average of the parameters' values."""
from mindspore import ops
from mindspore.common.dtype import float32
from mindspore.common.parameter import Parameter, ParameterTuple
from mindspore.common.tensor import Tensor
from mindspore.nn.optim.optimizer import Optimizer, check_number


class ASGD(Optimizer):
    """Averaged stochastic gradient descent: a step shrinks the parameter by lambd and goes against the gradient; the
    step size eta falls with the power alpha, and `ax` averages the values from step t0 on."""

    def __init__(self, params, learning_rate=0.1, lambd=1e-4, alpha=0.75, t0=1e6, weight_decay=0.0):
        super().__init__(learning_rate, params, weight_decay)
        for name, value in (("lambd", lambd), ("alpha", alpha), ("t0", t0)):
            check_number(name, "ASGD", value, float("-inf"))
        self.lambd, self.alpha, self.t0 = lambd, alpha, t0
        self.mu = self._scalars("mu", 1.0)
        self.eta = self._scalars("eta", 0.0)
        self.ax = self.clone_moments("ax_")

    def _scalars(self, prefix, value):
        return ParameterTuple([Parameter(Tensor(value, float32), name=f"{prefix}_{parameter.name}")
                               for parameter in self.parameters])

    def construct(self, gradients):
        gradients = self.prepared(gradients)
        rates = self.rates()
        step = self.global_step.astype(float32).reshape(())
        is_first = self.global_step == 1
        of_parameters = zip(self.parameters, gradients, rates, self.mu, self.eta, self.ax)
        for parameter, gradient, rate, mu, eta, average in of_parameters:
            size = ops.select(is_first.reshape(()), rate + eta * 0, eta + 0)
            value = (parameter * (1.0 - self.lambd * size) - size * gradient).astype(parameter.dtype)
            # While mu is 1 the average is the value itself.
            ops.assign(average, (average + (value - average) * mu).astype(average.dtype))
            ops.assign(parameter, value)
            ops.assign(eta, rate / ops.pow(1.0 + self.lambd * rate * step, self.alpha))
            ops.assign(mu, 1.0 / ops.maximum(step - self.t0, 1.0))
        return True
