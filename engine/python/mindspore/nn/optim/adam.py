# SPDX-License-Identifier: Apache-2.0
"""Adam and its kin."""
from mindspore import ops
from mindspore.common.dtype import float32
from mindspore.common.parameter import Parameter
from mindspore.common.tensor import Tensor
from mindspore.nn.optim.optimizer import Optimizer, check_number
from mindspore.ops.primitive import primitive_call as call


def _check_betas(cls, beta1, beta2, eps):
    for name, value in (("beta1", beta1), ("beta2", beta2)):
        if not isinstance(value, float):
            raise TypeError(f"For '{cls}', the type of '{name}' must be 'float', but got '{value}' with type "
                            f"'{type(value).__name__}'.")
        if not 0.0 < value < 1.0:
            raise ValueError(f"For '{cls}', the '{name}' must be in range of (0.0, 1.0), but got {value} with type 'float'.")
    check_number("eps", cls, eps, 0.0, includes_low=False)


class _Powers:
    """The powers of beta1 and beta2 that correct the moments' bias: parameters, so that checkpoints keep them."""

    powers_are_lists = False  # whether their shape is (1,), as some optimizers of MindSpore have it

    def _init_powers(self, beta1, beta2):
        self.beta1_power, self.beta2_power = self._power("beta1_power"), self._power("beta2_power")
        self.beta1, self.beta2 = beta1, beta2

    def _power(self, name):
        return Parameter(Tensor([1] if self.powers_are_lists else 1, float32), name)

    def _next_powers(self):
        return self._raised(self.beta1_power, self.beta1), self._raised(self.beta2_power, self.beta2)

    def _raised(self, power, base):
        """The power, now one higher, of rank 0."""
        ops.assign(power, power * base)
        return power.reshape(()) if self.powers_are_lists else power


class Adam(_Powers, Optimizer):
    """m and v follow the gradient and its square; p -= lr * sqrt(1 - beta2^t) / (1 - beta1^t) * m / (sqrt(v) + eps)."""

    def __init__(self, params, learning_rate=1e-3, beta1=0.9, beta2=0.999, eps=1e-8, use_locking=False, use_nesterov=False,
                 weight_decay=0.0, loss_scale=1.0, use_amsgrad=False, **kwargs):
        super().__init__(learning_rate, params, weight_decay, loss_scale)
        _check_betas("Adam", beta1, beta2, eps)
        self.eps = eps
        self.use_nesterov = use_nesterov
        self.use_amsgrad = use_amsgrad
        self.use_lazy = bool(kwargs.get("use_lazy", False))
        self.use_offload = bool(kwargs.get("use_offload", False))
        self._init_powers(beta1, beta2)
        self.moment1 = self.clone_moments("moment1")
        self.moment2 = self.clone_moments("moment2")
        if use_amsgrad:
            self.vhat = self.clone_moments("vhat")

    def construct(self, gradients):
        gradients = self.prepared(gradients)
        power1, power2 = self._next_powers()
        for i, (parameter, rate, gradient) in enumerate(zip(self.parameters, self.rates(), gradients)):
            if self.use_amsgrad:
                self._amsgrad(i, parameter, rate, gradient, power1, power2)
                continue
            call("Adam", parameter, self.moment1[i], self.moment2[i], power1, power2, rate, self.beta1, self.beta2, self.eps,
                 gradient, False, self.use_nesterov)
        return self.done()

    def _amsgrad(self, i, parameter, rate, gradient, power1, power2):
        """Adam whose step is divided by the largest mean square so far."""
        ops.assign(self.moment1[i], self.moment1[i] * self.beta1 + gradient * (1 - self.beta1))
        ops.assign(self.moment2[i], self.moment2[i] * self.beta2 + gradient * gradient * (1 - self.beta2))
        ops.assign(self.vhat[i], ops.maximum(self.vhat[i], self.moment2[i]))
        corrected = rate * ops.sqrt(1 - power2) / (1 - power1)
        ops.assign_sub(parameter, corrected * self.moment1[i] / (ops.sqrt(self.vhat[i]) + self.eps))


class AdamOffload(Adam):
    """Adam whose moments other devices leave on the host; here all is on the host. Arguments as Adam's first nine."""

    powers_are_lists = True

    def __init__(self, params, learning_rate=1e-3, beta1=0.9, beta2=0.999, eps=1e-8, use_locking=False, use_nesterov=False,
                 weight_decay=0.0, loss_scale=1.0):
        super().__init__(params, learning_rate, beta1, beta2, eps, use_locking, use_nesterov, weight_decay, loss_scale)


class AdamWeightDecay(Optimizer):
    """Adam without bias correction whose weights decay apart from the moments:
    p -= lr * (m / (sqrt(v) + eps) + weight_decay * p)."""

    def __init__(self, params, learning_rate=1e-3, beta1=0.9, beta2=0.999, eps=1e-6, weight_decay=0.0):
        super().__init__(learning_rate, params, weight_decay)
        _check_betas("AdamWeightDecay", beta1, beta2, eps)
        self.beta1, self.beta2, self.eps = beta1, beta2, eps
        self.moments1 = self.clone_moments("adam_m")
        self.moments2 = self.clone_moments("adam_v")

    def construct(self, gradients):
        decays = self._decay_values()
        decays_here, self.exec_weight_decay = self.exec_weight_decay, False
        try:
            gradients = self.prepared(gradients)
        finally:
            self.exec_weight_decay = decays_here
        for i, (parameter, rate, gradient) in enumerate(zip(self.parameters, self.rates(), gradients)):
            call("AdamWeightDecay", parameter, self.moments1[i], self.moments2[i], rate, self.beta1, self.beta2, self.eps,
                 decays[i], gradient)
        return self.done()


class AdaMax(_Powers, Optimizer):
    """Adam with the largest gradient, decaying by beta2, in the place of the mean square."""

    powers_are_lists = True

    def __init__(self, params, learning_rate=0.001, beta1=0.9, beta2=0.999, eps=1e-08, weight_decay=0.0, loss_scale=1.0):
        super().__init__(learning_rate, params, weight_decay, loss_scale)
        _check_betas("AdaMax", beta1, beta2, eps)
        self.eps, self.beta1, self.beta2 = eps, beta1, beta2
        self.beta1_power = self._power("beta1_power")
        self.moment1 = self.clone_moments("moment1")
        self.moment2 = self.clone_moments("moment2")

    def construct(self, gradients):
        gradients = self.prepared(gradients)
        power1 = self._raised(self.beta1_power, self.beta1)
        for parameter, mean, largest, rate, gradient in zip(self.parameters, self.moment1, self.moment2, self.rates(),
                                                            gradients):
            call("ApplyAdaMax", parameter, mean, largest, power1, rate, self.beta1, self.beta2, self.eps, gradient)
        return self.done()
