# SPDX-License-Identifier: Apache-2.0
"""The optimizers: what each does with a parameter and its gradient."""
from mindspore import ops
from mindspore.common.dtype import float32
from mindspore.common.parameter import Parameter
from mindspore.common.tensor import Tensor
from mindspore.experimental.optim.optimizer import Optimizer, checked, mixed

__all__ = ["ASGD", "Adadelta", "Adagrad", "Adam", "AdamW", "Adamax", "NAdam", "RAdam", "RMSprop", "Rprop", "SGD"]


class SGD(Optimizer):
    """p - lr * g; with momentum, g is a running sum of gradients, the last one with a share of 1 - dampening."""

    def __init__(self, params, lr, momentum=0.0, dampening=0.0, weight_decay=0.0, nesterov=False, *, maximize=False):
        checked("SGD", lr=lr, momentum=momentum, weight_decay=weight_decay)
        if nesterov and (momentum <= 0 or dampening != 0):
            raise ValueError("For 'SGD', 'nesterov' needs a 'momentum' above 0 and a 'dampening' of 0.")
        super().__init__(params, dict(lr=lr, momentum=momentum, dampening=dampening, weight_decay=weight_decay,
                                      nesterov=nesterov, maximize=maximize, grad_centralization=False))
        self.accum, self.stat = self.zeros("accum"), self.parameters.clone(prefix="stat", init="ones")

    def construct(self, gradients):
        for place, group, parameter, gradient in self.each(gradients):
            momentum = group["momentum"]
            if momentum:
                # The first gradient counts whole, whatever dampening says.
                share = 1 - group["dampening"] * (1 - self.stat[place])
                ops.assign(self.stat[place], ops.zeros_like(self.stat[place]))
                ops.assign(self.accum[place], self.accum[place] * momentum + gradient * share)
                gradient = gradient + self.accum[place] * momentum if group["nesterov"] else self.accum[place]
            ops.assign_sub(parameter, ops.cast(gradient * group["lr"], parameter.dtype))
        return True


def _betas(cls, betas):
    checked(cls, 0.0, 1.0, beta1=betas[0], beta2=betas[1])
    return tuple(betas)


class Adam(Optimizer):
    """Steps by the running mean of gradients over the root of that of their squares, both freed of their start at 0."""

    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0.0, amsgrad=False, *, maximize=False):
        checked(type(self).__name__, lr=lr, eps=eps, weight_decay=weight_decay)
        super().__init__(params, dict(lr=lr, betas=_betas(type(self).__name__, betas), eps=eps, weight_decay=weight_decay,
                                      amsgrad=amsgrad, maximize=maximize))
        self.exp_avg, self.exp_avg_sq = self.zeros("exp_avg"), self.zeros("exp_avg_sq")
        if self.keeps_largest(amsgrad):
            self.max_exp_avg_sq = self.zeros("max_exp_avg_sq")
        self.state_step = self.counter()

    @staticmethod
    def keeps_largest(amsgrad):
        """Whether there is a state for the largest mean of squares."""
        return True

    def construct(self, gradients):
        step = self.counted(self.state_step)
        for place, group, parameter, gradient in self.each(gradients):
            beta1, beta2 = group["betas"]
            if self.decouples and group["weight_decay"]:
                ops.assign_sub(parameter, parameter * (group["lr"] * group["weight_decay"]))
            mean = mixed(self.exp_avg[place], gradient, beta1)
            square = mixed(self.exp_avg_sq[place], gradient * gradient, beta2)
            if group["amsgrad"]:
                ops.assign(self.max_exp_avg_sq[place], ops.maximum(self.max_exp_avg_sq[place], square))
                square = self.max_exp_avg_sq[place]
            size = ops.sqrt(square) / ops.sqrt(1 - ops.pow(beta2, step)) + group["eps"]
            change = mean / size * (group["lr"] / (1 - ops.pow(beta1, step)))
            ops.assign_sub(parameter, ops.cast(change, parameter.dtype))
        return True


class AdamW(Adam):
    """Adam whose weight decay makes the parameters smaller by themselves, apart from the gradients."""

    decouples = True

    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=1e-2, amsgrad=False, *,
                 maximize=False):
        super().__init__(params, lr, betas, eps, weight_decay, amsgrad, maximize=maximize)


class Adadelta(Optimizer):
    """Gradients scaled by the root of the running mean of past changes over that of past gradients, squared."""

    def __init__(self, params, lr=1.0, rho=0.9, eps=1e-6, weight_decay=0.0, *, maximize=False):
        checked("Adadelta", lr=lr, eps=eps, weight_decay=weight_decay, rho=rho)
        super().__init__(params, dict(lr=lr, rho=rho, eps=eps, weight_decay=weight_decay, maximize=maximize))
        self.accum, self.accum_update = self.zeros("accum"), self.zeros("accum_update")

    def construct(self, gradients):
        for place, group, parameter, gradient in self.each(gradients):
            square = mixed(self.accum[place], gradient * gradient, group["rho"])
            change = ops.sqrt(self.accum_update[place] + group["eps"]) / ops.sqrt(square + group["eps"]) * gradient
            mixed(self.accum_update[place], change * change, group["rho"])
            ops.assign_sub(parameter, ops.cast(change * group["lr"], parameter.dtype))
        return True


class Adagrad(Optimizer):
    """Gradients over the root of the sum of all past ones, squared."""

    def __init__(self, params, lr=1e-2, lr_decay=0.0, weight_decay=0.0, initial_accumulator_value=0.0, eps=1e-10, *,
                 maximize=False):
        checked("Adagrad", lr=lr, lr_decay=lr_decay, weight_decay=weight_decay, eps=eps,
                initial_accumulator_value=initial_accumulator_value)
        super().__init__(params, dict(lr=lr, lr_decay=lr_decay, weight_decay=weight_decay, eps=eps,
                                      initial_accumulator_value=initial_accumulator_value, maximize=maximize))
        self.accum, self.step_t = self.zeros("accum"), self.counter("step_t")
        for accum in self.accum:
            accum.set_data(ops.full_like(accum, initial_accumulator_value))

    def construct(self, gradients):
        before = self.counted(self.step_t) - 1
        for place, group, parameter, gradient in self.each(gradients):
            rate = group["lr"] / (1 + before * group["lr_decay"])
            ops.assign_add(self.accum[place], gradient * gradient)
            change = gradient / (ops.sqrt(self.accum[place]) + group["eps"]) * rate
            ops.assign_sub(parameter, ops.cast(change, parameter.dtype))
        return True


class Adamax(Optimizer):
    """Adam by the largest past gradient (which fades by beta2) instead of the root of squares."""

    def __init__(self, params, lr=2e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0.0, *, maximize=False):
        checked("Adamax", lr=lr, eps=eps, weight_decay=weight_decay)
        super().__init__(params, dict(lr=lr, betas=_betas("Adamax", betas), eps=eps, weight_decay=weight_decay,
                                      maximize=maximize))
        self.step_t, self.exp_avg, self.exp_inf = self.counter("step_t"), self.zeros("exp_avg"), self.zeros("exp_inf")

    def construct(self, gradients):
        step = self.counted(self.step_t)
        for place, group, parameter, gradient in self.each(gradients):
            beta1, beta2 = group["betas"]
            mean = mixed(self.exp_avg[place], gradient, beta1)
            ops.assign(self.exp_inf[place], ops.maximum(self.exp_inf[place] * beta2, ops.abs(gradient) + group["eps"]))
            change = mean / self.exp_inf[place] * (group["lr"] / (1 - ops.pow(beta1, step)))
            ops.assign_sub(parameter, ops.cast(change, parameter.dtype))
        return True


class ASGD(Optimizer):
    """SGD that also keeps the mean of the parameters from step t0 on (`ax`). The rate of a step and the share of its
    parameters in the mean are set by the step before it."""

    def __init__(self, params, lr=1e-2, lambd=1e-4, alpha=0.75, t0=1e6, weight_decay=0.0, maximize=False):
        checked("ASGD", lr=lr, weight_decay=weight_decay)
        super().__init__(params, dict(lr=lr, lambd=lambd, alpha=alpha, t0=t0, weight_decay=weight_decay,
                                      maximize=maximize))
        self.ax, self.step_t = self.zeros("ax"), self.counter("step_t")
        # Lists, as these are no weights of a checkpoint.
        self._etas = [self._of_group("eta", number, group["lr"]) for number, group in enumerate(self.param_groups)]
        self._shares = [self._of_group("mu", number, 1.0) for number in range(len(self.param_groups))]

    @staticmethod
    def _of_group(name, number, value):
        return Parameter(Tensor(float(value), float32), name=f"{name}_{number}", requires_grad=False)

    def construct(self, gradients):
        for place, group, parameter, gradient in self.each(gradients):
            number = self.group_of(place)
            rate, share = self._etas[number], self._shares[number]
            ops.assign(parameter, ops.cast(parameter * (1 - group["lambd"] * rate) - gradient * rate, parameter.dtype))
            ops.assign_add(self.ax[place], (parameter - self.ax[place]) * share)
        step = self.counted(self.step_t)
        for group, rate, share in zip(self.param_groups, self._etas, self._shares):
            ops.assign(rate, group["lr"] / ops.pow(1 + group["lambd"] * group["lr"] * step, group["alpha"]))
            ops.assign(share, 1 / ops.maximum(step - group["t0"], ops.ones_like(step)))
        return True


class NAdam(Optimizer):
    """Adam with Nesterov's momentum, whose share grows with the steps."""

    def __init__(self, params, lr=2e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0.0, momentum_decay=4e-3):
        checked("NAdam", lr=lr, eps=eps, weight_decay=weight_decay, momentum_decay=momentum_decay)
        super().__init__(params, dict(lr=lr, betas=_betas("NAdam", betas), eps=eps, weight_decay=weight_decay,
                                      momentum_decay=momentum_decay))
        self.step_t, self.exp_avg = self.counter("step_t"), self.zeros("exp_avg")
        self.exp_avg_sq = self.zeros("exp_avg_sq")
        self._mu_product = [Parameter(Tensor(1.0, float32), name="mu_product", requires_grad=False)]  # no weight of a checkpoint

    def construct(self, gradients):
        step = self.counted(self.step_t)
        first = self.param_groups[0]
        now, following = (first["betas"][0] * (1 - 0.5 * ops.pow(0.96, (step + more) * first["momentum_decay"]))
                          for more in (0, 1))
        product = self._mu_product[0]
        ops.assign(product, product * now)
        for place, group, parameter, gradient in self.each(gradients):
            beta1, beta2 = group["betas"]
            mean = mixed(self.exp_avg[place], gradient, beta1)
            square = mixed(self.exp_avg_sq[place], gradient * gradient, beta2)
            size = ops.sqrt(square / (1 - ops.pow(beta2, step))) + group["eps"]
            of_gradient = gradient * (1 - now) / (1 - product)
            of_mean = mean * following / (1 - product * following)
            ops.assign_sub(parameter, ops.cast((of_gradient + of_mean) / size * group["lr"], parameter.dtype))
        return True


class RAdam(Optimizer):
    """Adam that leaves the scaling out while too few steps tell of it."""

    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0.0):
        checked("RAdam", lr=lr, eps=eps, weight_decay=weight_decay)
        super().__init__(params, dict(lr=lr, betas=_betas("RAdam", betas), eps=eps, weight_decay=weight_decay))
        self.step_t, self.exp_avg = self.counter("step_t"), self.zeros("exp_avg")
        self.exp_avg_sq = self.zeros("exp_avg_sq")

    def construct(self, gradients):
        step = self.counted(self.step_t)
        for place, group, parameter, gradient in self.each(gradients):
            beta1, beta2 = group["betas"]
            mean = mixed(self.exp_avg[place], gradient, beta1) / (1 - ops.pow(beta1, step))
            square = mixed(self.exp_avg_sq[place], gradient * gradient, beta2)
            power = ops.pow(beta2, step)
            longest = 2 / (1 - beta2) - 1
            length = longest - 2 * step * power / (1 - power)
            factor = (length - 4) * (length - 2) * longest / ((longest - 4) * (longest - 2) * length)
            scaled = ops.sqrt(ops.maximum(factor, ops.zeros_like(factor)))
            scaled = scaled * ops.sqrt(1 - power) / (ops.sqrt(square) + group["eps"])
            change = mean * ops.select(ops.broadcast_to(length > 5, scaled.shape), scaled, ops.ones_like(scaled))
            ops.assign_sub(parameter, ops.cast(change * group["lr"], parameter.dtype))
        return True


class RMSprop(Optimizer):
    """Gradients over the root of the running mean of their squares, freed of their mean if centered."""

    def __init__(self, params, lr=1e-2, alpha=0.99, eps=1e-8, weight_decay=0.0, momentum=0.0, centered=False,
                 maximize=False):
        checked("RMSprop", lr=lr, alpha=alpha, eps=eps, weight_decay=weight_decay, momentum=momentum)
        super().__init__(params, dict(lr=lr, alpha=alpha, eps=eps, weight_decay=weight_decay, momentum=momentum,
                                      centered=centered, maximize=maximize))
        self.mean_grad, self.mean_square, self.moment = map(self.zeros, ("mean_grad", "mean_square", "moment"))

    def construct(self, gradients):
        for place, group, parameter, gradient in self.each(gradients):
            square = mixed(self.mean_square[place], gradient * gradient, group["alpha"])
            if group["centered"]:
                mean = mixed(self.mean_grad[place], gradient, group["alpha"])
                square = square - mean * mean
            change = gradient / (ops.sqrt(square) + group["eps"])
            if group["momentum"]:
                ops.assign(self.moment[place], self.moment[place] * group["momentum"] + change)
                change = self.moment[place]
            ops.assign_sub(parameter, ops.cast(change * group["lr"], parameter.dtype))
        return True


class Rprop(Optimizer):
    """Steps by the signs of gradients: longer while a sign stays, shorter when it changes."""

    def __init__(self, params, lr=1e-2, etas=(0.5, 1.2), step_sizes=(1e-6, 50), *, maximize=False):
        checked("Rprop", lr=lr)
        super().__init__(params, dict(lr=lr, etas=tuple(etas), step_sizes=tuple(step_sizes), weight_decay=0.0,
                                      maximize=maximize))
        self.prev, self.step_size, self.step_t = self.zeros("prev"), self.zeros("step_size"), self.counter("step_t")
        for number, group in enumerate(self.param_groups):
            first = self.group_start_id[number]
            for size in self.step_size[first:first + len(group["params"])]:
                size.set_data(ops.full_like(size, float(group["lr"].asnumpy())))

    def construct(self, gradients):
        self.counted(self.step_t)
        for place, group, parameter, gradient in self.each(gradients):
            shorter, longer = group["etas"]
            least, most = group["step_sizes"]
            agree = ops.sign(gradient * self.prev[place])
            ones = ops.ones_like(agree)
            factor = ops.select(agree > 0, ones * longer, ops.select(agree < 0, ones * shorter, ones))
            ops.assign(self.step_size[place], ops.clamp(self.step_size[place] * factor, least, most))
            gradient = ops.select(agree < 0, ops.zeros_like(gradient), gradient)
            ops.assign_sub(parameter, ops.cast(ops.sign(gradient) * self.step_size[place], parameter.dtype))
            ops.assign(self.prev[place], gradient)
        return True
