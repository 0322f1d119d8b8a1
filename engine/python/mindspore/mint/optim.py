# SPDX-License-Identifier: Apache-2.0
"""mint.optim: the optimizers of mindspore.nn with PyTorch's names of their arguments."""
from mindspore import nn
from mindspore._missing import missing_names, not_yet
from mindspore.ops.primitive import primitive_call as call

__all__ = ["Adam", "AdamW", "SGD"]


def _refuse(name, **settings):
    """What the optimizers of mindspore.nn cannot do."""
    for setting, value in settings.items():
        if value:
            raise not_yet(f"mindspore.mint.optim.{name}({setting}={value})")


class Adam(nn.Adam):
    """Adam(params, lr=0.001, betas=(0.9, 0.999), eps=1e-08, weight_decay=0.0): call it with the gradients."""

    def __init__(self, params, lr=0.001, betas=(0.9, 0.999), eps=1e-08, weight_decay=0.0, amsgrad=False, *,
                 maximize=False):
        _refuse("Adam", maximize=maximize)
        super().__init__(list(params), learning_rate=lr, beta1=betas[0], beta2=betas[1], eps=eps,
                         weight_decay=weight_decay, use_amsgrad=amsgrad)


class AdamW(Adam):
    """AdamW(params, lr=0.001, betas=(0.9, 0.999), eps=1e-08, weight_decay=0.01): Adam whose weights shrink by
    lr * weight_decay apart from the moments; call it with the gradients."""

    def __init__(self, params, lr=0.001, betas=(0.9, 0.999), eps=1e-08, weight_decay=0.01, amsgrad=False, *,
                 maximize=False):
        super().__init__(params, lr, betas, eps, 0.0, amsgrad, maximize=maximize)
        self._shrinks_by = weight_decay

    def construct(self, gradients):
        rate = self.get_lr()
        for parameter in self.parameters:
            call("AssignSub", parameter, parameter * (rate * self._shrinks_by))
        return super().construct(gradients)


class SGD(nn.SGD):
    """SGD(params, lr, momentum=0, dampening=0, weight_decay=0, nesterov=False): call it with the gradients."""

    def __init__(self, params, lr, momentum=0, dampening=0, weight_decay=0, nesterov=False, *, maximize=False):
        _refuse("SGD", maximize=maximize)
        super().__init__(list(params), learning_rate=lr, momentum=float(momentum), dampening=float(dampening),
                         weight_decay=float(weight_decay), nesterov=nesterov)


__getattr__ = missing_names("mindspore.mint.optim")
