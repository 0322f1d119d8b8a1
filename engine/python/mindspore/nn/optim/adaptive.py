# SPDX-License-Identifier: Apache-2.0
"""Optimizers that scale each element's step by its gradients so far: RMSProp, Adagrad, Adadelta, Rprop."""
from mindspore import ops
from mindspore.nn.optim.optimizer import Optimizer, check_number
from mindspore.ops.primitive import primitive_call as call
from mindspore.common.initializer import Constant


class RMSProp(Optimizer):
    """Gradients divided by the root of their mean square (centered: of their variance), with momentum."""

    def __init__(self, params, learning_rate=0.1, decay=0.9, momentum=0.0, epsilon=1e-10, use_locking=False, centered=False,
                 loss_scale=1.0, weight_decay=0.0):
        super().__init__(learning_rate, params, weight_decay, loss_scale)
        check_number("decay", "RMSProp", decay, 0.0)
        check_number("momentum", "RMSProp", momentum, 0.0)
        check_number("epsilon", "RMSProp", epsilon, 0.0, includes_low=False)
        self.decay, self.momentum, self.epsilon, self.centered = decay, momentum, epsilon, centered
        self.ms = self.clone_moments("mean_square", "ones")
        self.moment = self.clone_moments("moment")
        if centered:
            self.mg = self.clone_moments("mean_grad")

    def construct(self, gradients):
        gradients = self.prepared(gradients)
        for i, (parameter, rate, gradient) in enumerate(zip(self.parameters, self.rates(), gradients)):
            if self.centered:
                call("ApplyCenteredRMSProp", parameter, self.mg[i], self.ms[i], self.moment[i], gradient, rate, self.decay,
                     self.momentum, self.epsilon)
            else:
                call("ApplyRMSProp", parameter, self.ms[i], self.moment[i], rate, gradient, self.decay, self.momentum,
                     self.epsilon)
        return self.done()


class Adagrad(Optimizer):
    """Gradients divided by the root of the sum of their squares."""

    def __init__(self, params, accum=0.1, learning_rate=0.001, update_slots=True, loss_scale=1.0, weight_decay=0.0):
        super().__init__(learning_rate, params, weight_decay, loss_scale)
        check_number("accum", "Adagrad", accum, 0.0)
        self.accum = self.clone_moments("accum", Constant(accum))
        self.update_slots = update_slots

    def construct(self, gradients):
        gradients = self.prepared(gradients)
        for parameter, accum, rate, gradient in zip(self.parameters, self.accum, self.rates(), gradients):
            call("ApplyAdagrad", parameter, accum, rate, gradient, self.update_slots)
        return self.done()


class Adadelta(Optimizer):
    """Steps scaled by the steps before, over the gradients before."""

    def __init__(self, params, learning_rate=1.0, rho=0.9, epsilon=1e-6, loss_scale=1.0, weight_decay=0.0):
        super().__init__(learning_rate, params, weight_decay, loss_scale)
        check_number("rho", "Adadelta", rho, 0.0, 1.0)
        check_number("epsilon", "Adadelta", epsilon, 0.0, includes_low=False)
        self.rho, self.epsilon = rho, epsilon
        self.accum = self.clone_moments("accum")
        self.accum_update = self.clone_moments("accum_update")

    def construct(self, gradients):
        gradients = self.prepared(gradients)
        for parameter, accum, change, rate, gradient in zip(self.parameters, self.accum, self.accum_update, self.rates(),
                                                            gradients):
            call("ApplyAdadelta", parameter, accum, change, rate, self.rho, self.epsilon, gradient)
        return self.done()


class Rprop(Optimizer):
    """Step sizes of each element that grow while the gradient keeps its sign and shrink when it turns."""

    def __init__(self, params, learning_rate=0.1, etas=(0.5, 1.2), step_sizes=(1e-6, 50.0), weight_decay=0.0):
        super().__init__(learning_rate, params, weight_decay)
        if not isinstance(etas, tuple) or len(etas) != 2 or not 0.0 < etas[0] < 1.0 < etas[1]:
            raise ValueError(f"For 'Rprop', the 'etas' must be a tuple (a, b) with 0 < a < 1 < b, but got {etas}.")
        if not isinstance(step_sizes, tuple) or len(step_sizes) != 2 or step_sizes[0] > step_sizes[1]:
            raise ValueError(f"For 'Rprop', the 'step_sizes' must be a tuple (smallest, largest), but got {step_sizes}.")
        self.etas, self.step_sizes = etas, step_sizes
        self.prev = self.clone_moments("prev")
        self.step_size = self.clone_moments("step_size")

    def construct(self, gradients):
        gradients = self.prepared(gradients)
        rates = self.rates()
        is_first = self.global_step == 1  # the step is counted already
        for parameter, before, size, rate, gradient in zip(self.parameters, self.prev, self.step_size, rates, gradients):
            ops.assign(size, ops.select(is_first, ops.ones_like(size) * rate, size * 1))
            turned = ops.sign(gradient * before)
            factor = ops.select(turned > 0, ops.ones_like(size) * self.etas[1],
                                ops.select(turned < 0, ops.ones_like(size) * self.etas[0], ops.ones_like(size)))
            ops.assign(size, ops.maximum(ops.minimum(size * factor, self.step_sizes[1]), self.step_sizes[0]))
            gradient = ops.select(turned < 0, ops.zeros_like(gradient), gradient)
            ops.assign_sub(parameter, ops.sign(gradient) * size)
            ops.assign(before, gradient)
        return True
