# SPDX-License-Identifier: Apache-2.0
"""Cells around a network: with its loss, with its gradients, with a step of its optimizer."""
from mindspore import ops
from mindspore.common.parameter import Parameter, ParameterTuple
from mindspore.nn.cell import Cell
from mindspore.nn.layer.basic import Identity
from mindspore.common.dtype import float32


def _check_cell(cls, name, value):
    if not isinstance(value, Cell):
        raise TypeError(f"For '{cls}', the '{name}' must be a Cell, but got {type(value).__name__}.")


class WithLossCell(Cell):
    """construct(data, label) -> loss_fn(backbone(data), label)"""

    def __init__(self, backbone, loss_fn):
        super().__init__(auto_prefix=False)
        _check_cell("WithLossCell", "backbone", backbone)
        self._backbone = backbone
        self._loss_fn = loss_fn

    def construct(self, data, label):
        return self._loss_fn(self._backbone(data), label)

    @property
    def backbone_network(self):
        return self._backbone


class WithEvalCell(Cell):
    """construct(data, label) -> (loss, network(data), label)"""

    def __init__(self, network, loss_fn, add_cast_fp32=False):
        super().__init__(auto_prefix=False)
        _check_cell("WithEvalCell", "network", network)
        self._network = network
        self._loss_fn = loss_fn
        self.add_cast_fp32 = add_cast_fp32

    def construct(self, data, label):
        outputs = self._network(data)
        if self.add_cast_fp32:
            outputs, label = outputs.astype(float32), label.astype(float32)
        return self._loss_fn(outputs, label), outputs, label


class WithGradCell(Cell):
    """construct(data, label) -> the gradients of the weights of the loss (times sens)"""

    def __init__(self, network, loss_fn=None, sens=None):
        super().__init__(auto_prefix=False)
        _check_cell("WithGradCell", "network", network)
        self.network = network
        self.loss_fn = loss_fn
        self.weights = ParameterTuple(network.trainable_params())
        self.sens = sens
        self._target = network if loss_fn is None else WithLossCell(network, loss_fn)

    def construct(self, *inputs):
        grad = ops.GradOperation(get_by_list=True, sens_param=self.sens is not None)(self._target, self.weights)
        return grad(*inputs) if self.sens is None else grad(*inputs, self.sens)


class ForwardValueAndGrad(Cell):
    """construct(*inputs[, sens]) -> (network(*inputs), gradients of the inputs, of the weights, or of both)"""

    def __init__(self, network, weights=None, get_all=False, get_by_list=False, sens_param=False):
        super().__init__(auto_prefix=False)
        self.network = network
        self.weights = weights
        self.get_all, self.get_by_list, self.sens_param = get_all, get_by_list, sens_param

    def construct(self, *inputs):
        seeds = None
        if self.sens_param:
            *inputs, seeds = inputs

        def forward(*arguments):
            output = self.network(*arguments)
            return scaled(output, seeds), output
        position = tuple(range(len(inputs))) if self.get_all else None if self.get_by_list else 0
        weights = None
        if self.get_by_list:
            weights = self.network.trainable_params() if self.weights is None else self.weights
        (_, output), gradients = ops.value_and_grad(forward, position, weights, has_aux=True)(*inputs)
        if self.get_all and len(inputs) == 1:  # get_all gives a tuple, also of one
            gradients = ((gradients[0],), gradients[1]) if self.get_by_list else (gradients,)
        return output, gradients


def scaled(output, factor):
    """output * factor, item by item of a tuple; output itself without a factor."""
    if factor is None:
        return output
    if isinstance(output, tuple):
        return tuple(item * part for item, part in zip(output, factor))
    return output * factor


class TrainOneStepCell(Cell):
    """construct(*inputs) -> the loss, after a step of the optimizer (with return_grad: and the gradients by name)

    sens: what the gradient of the loss is scaled by, 1 when None; an optimizer with a loss_scale divides by that. ValueError
    for 0.

    A subclass that has a construct of its own finds what it needs: grad(network, weights)(*inputs, sens) and
    grad_no_sens(network, weights)(*inputs) give the gradients, grad_reducer gives them as they are, on one device."""

    def __init__(self, network, optimizer, sens=None, return_grad=False):
        super().__init__(auto_prefix=False)
        _check_cell("TrainOneStepCell", "network", network)
        self.network = network
        self.optimizer = optimizer
        self.weights = getattr(optimizer, "parameters", None) or ParameterTuple(network.trainable_params())
        if sens == 0:
            raise ValueError("The input argument of 'sens' can not be 0.")
        self.sens = 1.0 if sens is None else float(sens)
        self.return_grad = return_grad
        self.grad = ops.GradOperation(get_by_list=True, sens_param=True)
        self.grad_no_sens = ops.GradOperation(get_by_list=True)
        self.grad_reducer, self.reducer_flag = Identity(), False
        self.sense_flag, self.parallel_mode = sens is not None, "stand_alone"
        network.set_grad()

    def construct(self, *inputs):
        loss, gradients = self._loss_and_gradients(self.sens, inputs)
        self.optimizer(gradients)
        if self.return_grad:
            return loss, {parameter.name: gradient for parameter, gradient in zip(self.weights, gradients)}
        return loss

    def _loss_and_gradients(self, scale, inputs):
        if isinstance(scale, float) and scale == 1.0:
            return ops.value_and_grad(self.network, None, self.weights)(*inputs)

        def forward(*arguments):
            loss = self.network(*arguments)
            return loss * scale, loss
        (_, loss), gradients = ops.value_and_grad(forward, None, self.weights, has_aux=True)(*inputs)
        return loss, gradients


class ParameterUpdate(Cell):
    """construct(x) -> x, after it was written to the parameter"""

    def __init__(self, param):
        super().__init__(auto_prefix=False)
        if not isinstance(param, Parameter):
            raise TypeError(f"For 'ParameterUpdate', 'param' must be 'Parameter', but got {type(param)}.")
        self._param = param

    def construct(self, x):
        ops.assign(self._param, x)
        return x
