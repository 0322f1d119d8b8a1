# SPDX-License-Identifier: Apache-2.0
"""mint.optim: optimizers that are made and called as PyTorch's are, with the states of MindSpore's."""
from mindspore import ops
from mindspore._missing import missing_names
from mindspore.common.dtype import float32
from mindspore.common.parameter import Parameter
from mindspore.common.tensor import Tensor
from mindspore.experimental import optim
from mindspore.experimental.optim.optimizer import Optimizer, checked

__all__ = ["Adam", "AdamW", "SGD"]


class _AdamStates:
    """The names and shapes of the states that mint's optimizers keep."""

    def counter(self, name="state_step"):
        """A Parameter that counts steps, Float32 of shape (1,)."""
        return Parameter(Tensor([0.0], float32), name=name)

    @staticmethod
    def keeps_largest(amsgrad):
        """Whether there is a state for the largest mean of squares."""
        return amsgrad


class Adam(_AdamStates, optim.Adam):
    """Adam(params, lr=0.001, betas=(0.9, 0.999), eps=1e-08, weight_decay=0.0, amsgrad=False, *, maximize=False): call it
    with the gradients, a tuple in the order of the parameters. `param_groups` has the settings of each group."""


class AdamW(_AdamStates, optim.AdamW):
    """AdamW(params, lr=0.001, betas=(0.9, 0.999), eps=1e-08, weight_decay=0.01, amsgrad=False, *, maximize=False): Adam
    whose weights shrink by lr * weight_decay apart from the moments; call it with the gradients."""


class SGD(Optimizer):
    """SGD(params, lr, momentum=0, dampening=0, weight_decay=0, nesterov=False, *, maximize=False): call it with the
    gradients, a tuple in the order of the parameters."""

    def __init__(self, params, lr, momentum=0, dampening=0, weight_decay=0, nesterov=False, *, maximize=False):
        checked("SGD", lr=lr, momentum=momentum, weight_decay=weight_decay)
        if nesterov and (momentum <= 0 or dampening != 0):
            raise ValueError("For 'SGD', 'nesterov' needs a 'momentum' above 0 and a 'dampening' of 0.")
        super().__init__(params, dict(lr=lr, momentum=momentum, dampening=dampening, weight_decay=weight_decay,
                                      nesterov=nesterov, maximize=maximize))
        self.momentum_buf, self.step_t = self.zeros("momentum_buf"), self.counter("step_t")

    def construct(self, gradients):
        is_later = ops.cast(self.counted(self.step_t) > 1, float32)
        for place, group, parameter, gradient in self.each(gradients):
            if momentum := group["momentum"]:
                # The first gradient counts whole, whatever dampening says.
                share = 1 - group["dampening"] * is_later
                mean = self.momentum_buf[place]
                ops.assign(mean, mean * momentum + gradient * share)
                gradient = gradient + mean * momentum if group["nesterov"] else mean
            ops.assign_sub(parameter, ops.cast(gradient * group["lr"], parameter.dtype))
        return True


__getattr__ = missing_names("mindspore.mint.optim")
