# SPDX-License-Identifier: Apache-2.0
"""thor: gradient descent with momentum, with gradients multiplied by inverses of what the layers keep about them."""
from mindspore import ops
from mindspore.common.dtype import float32, int32
from mindspore.common.parameter import Parameter
from mindspore.common.tensor import Tensor
from mindspore.nn.layer.normalization import LayerNorm
from mindspore.nn.layer.thor_conversion import ConvertNetUtils
from mindspore.nn.layer.thor_layer import Conv2dThor, DenseThor, EmbeddingLookupThor, EmbeddingThor
from mindspore.nn.optim.optimizer import Optimizer
from mindspore.ops.primitive import primitive_call as call

_BLOCK = 128  # matrices are inverted in blocks of so many rows along their diagonal


def _inverse(matrix):
    """The inverse of the blocks along a matrix's diagonal, with zeros beside them."""
    size, rows = matrix.shape[0], []
    for begin in range(0, size, _BLOCK):
        end = min(begin + _BLOCK, size)
        block = ops.inverse(matrix[begin:end, begin:end])
        parts = (ops.zeros((end - begin, begin), float32), block, ops.zeros((end - begin, size - end), float32))
        rows.append(ops.concat(tuple(part for part in parts if part.shape[1]), 1))
    return rows[0] if len(rows) == 1 else ops.concat(tuple(rows), 0)


def _damped(matrix, damping):
    return matrix + ops.sqrt(damping) * ops.eye(matrix.shape[0], matrix.shape[0], float32)


class Thor(Optimizer):
    """The optimizer that `thor` gives; see there. `thor` set to False uses the inverses of the last time."""

    def __init__(self, net, learning_rate, damping, momentum, weight_decay, loss_scale, batch_size, use_nesterov,
                 decay_filter, enable_clip_grad, frequency):
        super().__init__(learning_rate, [value for value in net.get_parameters() if value.requires_grad], 0.0, loss_scale)
        self.momentum = Parameter(Tensor(momentum, float32), "momentum")
        self.use_nesterov, self.frequency, self.enable_clip_grad = use_nesterov, frequency, enable_clip_grad
        self.moments = self.clone_moments("moments")
        self.damping, self.batch_size, self.scale = damping, float(batch_size), float(loss_scale)
        self.decay, self.decay_flags = weight_decay, [bool(decay_filter(value)) for value in self.parameters]
        self.cov_step = Parameter(Tensor([0], int32), name="cov_step", requires_grad=False)
        self.thor = True
        layers = [cell for _, cell in net.cells_and_names()]
        weights = [(id(value), cell) for cell in layers for value in _weights_of(cell)]
        self._layers = [dict(weights).get(id(value)) for value in self.parameters]
        self._inverses = [None] * len(self._layers)

    def get_frequency(self):
        """How many steps the inverses are used for."""
        return self.frequency

    def _inverses_of(self, layer, damping):
        """(for the inputs, for the results) of a layer."""
        scale = self.batch_size * self.batch_size / (self.scale * self.scale)
        if isinstance(layer, Conv2dThor):
            factor = ops.sqrt(1.0 / layer.a_normalizer)
            first = _inverse(_damped(layer.matrix_a_cov, damping / layer.a_normalizer))
            second = _inverse(_damped(layer.matrix_g_cov * scale, damping / layer.g_normalizer))
            return first * factor, second * factor
        second = _inverse(_damped(layer.matrix_g * scale, damping))
        if isinstance(layer, DenseThor):
            return _inverse(_damped(layer.matrix_a, damping)), second
        return 1.0 / (layer.matrix_a / self.batch_size + ops.sqrt(damping)), second

    def _changed(self, place, layer, gradient, damping):
        """The gradient of a weight as the layer's inverses turn it."""
        if layer is None:
            return gradient
        if isinstance(layer, LayerNorm):
            return gradient / (ops.square(gradient) / self.batch_size + ops.sqrt(damping))
        if self.thor or self._inverses[place] is None:
            self._inverses[place] = self._inverses_of(layer, damping)
        first, second = self._inverses[place]
        if isinstance(layer, (EmbeddingThor, EmbeddingLookupThor)):
            return ops.matmul(first.expand_dims(1) * gradient, second.astype(gradient.dtype))
        flat = gradient.reshape((gradient.shape[0], -1))
        return ops.matmul(ops.matmul(second, flat), first).reshape(gradient.shape)

    def construct(self, gradients):
        gradients = self.scale_grad(gradients)
        step = int(self.cov_step.asnumpy()[0])
        damping = self.damping.reshape((-1,))[min(step, self.damping.size - 1)].astype(float32)
        gradients = [self._changed(place, layer, gradient, damping)
                     for place, (layer, gradient) in enumerate(zip(self._layers, gradients))]
        ops.assign(self.cov_step, self.cov_step + 1)
        if self.decay > 0:
            gradients = [gradient + parameter * self.decay if is_decayed else gradient
                         for gradient, parameter, is_decayed in zip(gradients, self.parameters, self.decay_flags)]
        gradients = ops.clip_by_global_norm(tuple(gradients), 1.0) if self.enable_clip_grad else gradients
        for parameter, moment, rate, gradient in zip(self.parameters, self.moments, self.rates(), gradients):
            call("ApplyMomentum", parameter, moment, rate, gradient, self.momentum, self.use_nesterov)
        return True


def _weights_of(cell):
    """The parameters whose gradients a layer changes."""
    if isinstance(cell, (DenseThor, Conv2dThor)):
        return (cell.weight,)
    if isinstance(cell, (EmbeddingThor, EmbeddingLookupThor)):
        return (cell.embedding_table,)
    return (cell.gamma, cell.beta) if isinstance(cell, LayerNorm) else ()


def thor(net, learning_rate, damping, momentum, weight_decay=0.0, loss_scale=1.0, batch_size=32, use_nesterov=False,
         decay_filter=lambda parameter: parameter.name not in [], split_indices=None, enable_clip_grad=False,
         frequency=100):
    """
    A second-order optimizer for a network, whose Dense, Conv2d and Embedding layers are put into those of `nn.DenseThor`
    and its like. The gradient of a weight becomes inv(G) @ gradient @ inv(A), with A and G of what the layer keeps, damped by
    sqrt(damping) along their diagonals and inverted in blocks of 128; then momentum.

    Args:
        net (Cell): the network; it is changed.
        learning_rate, damping (Tensor): by step, of one axis; after its last number that one stays.
        momentum (float): at least 0.
        weight_decay (float): added to the gradients of parameters for which decay_filter(parameter) holds.
        loss_scale, batch_size (float): what gradients were multiplied by, and the number of samples.
        use_nesterov, enable_clip_grad (bool): Nesterov's momentum; whether gradients are kept to a norm of 1 together.
        split_indices (list): accepted; there is one device.
        frequency (int): how many steps an inverse is used for by ConvertModelUtils' model, at least 2.

    Returns an Optimizer. Raises TypeError for another type of momentum, frequency or learning_rate, ValueError below the
    least. MindSpore has it for Ascend and GPU; a step runs outside of graphs here.
    """
    for name, value, kind in (("momentum", momentum, float), ("frequency", frequency, int), ("learning rate",
                                                                                              learning_rate, Tensor)):
        if not isinstance(value, kind) or isinstance(value, bool):
            raise TypeError(f"For 'thor', the type of '{name}' should be '{kind.__name__}', but got type "
                            f"'{type(value).__name__}'.")
    for name, value, least in (("momentum", momentum, 0.0), ("frequency", frequency, 2)):
        if value < least:
            raise ValueError(f"For 'thor', the argument '{name}' must be at least {least}, but got '{name}' {value}.")
    ConvertNetUtils().convert_to_thor_net(net)
    return Thor(net, learning_rate, damping, momentum, weight_decay, loss_scale, batch_size, use_nesterov, decay_filter,
                enable_clip_grad, frequency)
