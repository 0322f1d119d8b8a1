# SPDX-License-Identifier: Apache-2.0
"""AdaFactor: steps by mean squares of gradients of which, for matrices, the rows' and the columns' alone are kept."""
from mindspore import ops
from mindspore.common.dtype import float16, float32
from mindspore.common.parameter import Parameter, ParameterTuple
from mindspore.common.tensor import Tensor
from mindspore.nn.optim.optimizer import Optimizer


def _rms(x):
    return ops.sqrt(ops.square(x).mean())


def _zeros(shape, dtype, name):
    return Parameter(ops.zeros(shape, dtype), name=name)


class AdaFactor(Optimizer):
    """
    The gradient is divided by the square root of its mean square, limited to a root mean square of clip_threshold, and
    multiplied by the rate; beta1 above 0 follows it with a moment. Mean squares decay by 1 - step ** -decay_rate.

    Args:
        params (list): parameters, or groups of them.
        learning_rate (float, Tensor, LearningRateSchedule): only with relative_step=False.
        eps (tuple): what is added to squares, and the least scale of a parameter.
        scale_parameter (bool): the rate is multiplied by the root mean square of the parameter.
        relative_step (bool): the rate is min(0.01, 1 / sqrt(step)); with warmup_init the first is 1e-6 * step.
        compression (bool): mean squares of vectors are kept in Float16.
        weight_decay (float): parameters shrink by it times the rate. loss_scale (float): what gradients were multiplied by.

    Raises ValueError for options that exclude each other and numbers out of range, TypeError for other types.
    """

    def __init__(self, params, learning_rate=None, eps=(1e-30, 1e-3), clip_threshold=1.0, decay_rate=0.8, beta1=0.9,
                 weight_decay=0.0, scale_parameter=True, relative_step=True, warmup_init=False, compression=False,
                 loss_scale=1.0):
        if learning_rate is not None and relative_step:
            raise ValueError("Cannot combine manual lr and relative_step options", learning_rate)
        if warmup_init and not relative_step:
            raise ValueError("warmup_init requires relative_step=True")
        if learning_rate is None and not relative_step:
            raise ValueError("Cannot learning_rate is None and relative_step=False")
        learning_rate = 0.0 if learning_rate is None else learning_rate
        super().__init__(learning_rate, params, weight_decay, loss_scale)
        self._check(eps, clip_threshold, decay_rate, weight_decay, scale_parameter, compression)
        self.is_fixed = isinstance(learning_rate, (float, int))
        self.eps, self.clip_threshold, self.decay_rate = tuple(eps), clip_threshold, decay_rate
        self.beta1, self.decay = 0.0 if beta1 is None else float(beta1), float(weight_decay)
        self.scale_parameter = scale_parameter and self.is_fixed
        self.relative_step, self.warmup_init = relative_step, warmup_init
        self.exp_avg = self.clone_moments("exp_avg") if self.beta1 > 0 else None
        self._keep_squares(compression)
        self.step = Parameter(Tensor([0], float32), name="afactor_step")

    def _check(self, eps, clip_threshold, decay_rate, weight_decay, scale_parameter, compression):
        if not isinstance(eps, (list, tuple)) or len(eps) != 2:
            raise ValueError("eps must have 2 value: (eps1, eps2).")
        for name, value in (("eps0", eps[0]), ("eps1", eps[1]), ("clip_threshold", clip_threshold), ("decay_rate", decay_rate)):
            if not isinstance(value, float):
                raise TypeError(f"For 'AdaFactor', the type of '{name}' should be 'float', but got type "
                                f"'{type(value).__name__}'.")
            if value < 0:
                raise ValueError(f"For 'AdaFactor', the '{name}' must be at least 0, but got {value}.")
        if not 0 < decay_rate < 1 or not 0 <= weight_decay < 1:
            raise ValueError("For 'AdaFactor', the 'decay_rate' must be in range of (0, 1) and the 'weight_decay' in range of "
                             f"[0, 1), but got {decay_rate} and {weight_decay}.")
        for name, value in (("scale_parameter", scale_parameter), ("compression", compression)):
            if not isinstance(value, bool):
                raise TypeError(f"For 'AdaFactor', the type of '{name}' should be 'bool', but got type "
                                f"'{type(value).__name__}'.")

    def _keep_squares(self, compression):
        """Mean squares by row and by column of a matrix, of each element of a vector; one number where there are none."""
        rows, columns, squares = [], [], []
        for value in self.parameters:
            shape, dtype, name = value.shape, value.dtype, value.name
            is_matrix = len(shape) > 1
            rows.append(_zeros(shape[:-1] if is_matrix else (1,), dtype, f"exp_avg_sq_row_{name}"))
            columns.append(_zeros(shape[:-2] + shape[-1:] if is_matrix else (1,), dtype, f"exp_avg_sq_col_{name}"))
            squares.append(_zeros((1,) if is_matrix else shape, float16 if compression and not is_matrix else dtype,
                                  f"exp_avg_sq_{name}"))
        self.exp_avg_sq_row, self.exp_avg_sq_col = ParameterTuple(rows), ParameterTuple(columns)
        self.exp_avg_sq = ParameterTuple(squares)

    def construct(self, gradients):
        rates = self.rates()
        ops.assign(self.step, self.step + 1)
        if self.is_fixed and self.relative_step:
            least = 1e-6 * self.step if self.warmup_init else ops.ones_like(self.step) * 1e-2
            rates = [ops.minimum(least, 1.0 / ops.sqrt(self.step))] * len(rates)
        kept = 1.0 - ops.pow(self.step, -self.decay_rate)
        for place, (parameter, rate, gradient) in enumerate(zip(self.parameters, rates, gradients)):
            self._write(place, parameter, rate, gradient.astype(float32), kept)
        return self.done()

    def _write(self, place, parameter, rate, gradient, kept):
        value = parameter.astype(float32)
        if self.scale_parameter:
            rate = rate * ops.maximum(Tensor(self.eps[1], float32), _rms(value))
        update = self._normalized(place, gradient, kept)
        update = update / ops.maximum(_rms(update) / self.clip_threshold, Tensor(1.0, float32)) * rate
        if self.exp_avg is not None:
            ops.assign(self.exp_avg[place], (self.exp_avg[place] * self.beta1 + update * (1 - self.beta1)).astype(
                self.exp_avg[place].dtype))
            update = self.exp_avg[place].astype(float32)
        if self.decay:
            value = value - value * self.decay * rate
        ops.assign(parameter, (value - update).astype(parameter.dtype))

    def _normalized(self, place, gradient, kept):
        """The gradient over the root of its mean square."""
        square = ops.square(gradient) + self.eps[0]
        if gradient.ndim < 2:
            return gradient / ops.sqrt(self._followed(self.exp_avg_sq[place], square, kept))
        row = self._followed(self.exp_avg_sq_row[place], square.mean(-1), kept)
        column = self._followed(self.exp_avg_sq_col[place], square.mean(-2), kept)
        of_rows = ops.sqrt(row / row.mean(-1, True)).expand_dims(-1)
        return gradient / (of_rows * ops.sqrt(column).expand_dims(-2))

    @staticmethod
    def _followed(kept_value, value, kept):
        ops.assign(kept_value, (kept_value * kept + value * (1.0 - kept)).astype(kept_value.dtype))
        return kept_value.astype(float32)
