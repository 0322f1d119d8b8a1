# SPDX-License-Identifier: Apache-2.0
"""Primitives of optimizers' steps: each writes to its Parameters and gives their new elements. Those of sparse gradients
change the rows that `indices` names alone."""
import numpy as np

from mindspore.common.dtype import int32, int64
from mindspore.common.tensor import Tensor
from mindspore.ops.operations._rows import attrs, module_getattr, operator
from mindspore.ops.primitive import primitive_call as call

_LOCKING = attrs(use_locking=False)


def _written(parameter, value):
    """The new elements of a parameter, which are written to it."""
    return call("Assign", parameter, value.astype(parameter.dtype))


def _sign(x):
    return call("Sign", x)


def _root(x):
    return call("Sqrt", x)


def _shrunk(x, by):
    """x moved towards 0 by a distance, but not beyond."""
    return _sign(x) * call("Maximum", call("Abs", x) - by, call("ZerosLike", x))


# --- Adagrad and what is like it --------------------------------------------------------------------------------------

def _adagrad(epsilon):
    def run(prim, var, accum, lr, grad):
        total = _written(accum, accum + grad * grad) if getattr(prim, "update_slots", True) else accum
        size = _root(total) + prim.epsilon if epsilon else _root(total)
        return _written(var, var - lr * grad / size), total
    return run


def _adagrad_da(prim, var, gradients, squares, grad, lr, l1, l2, steps):
    total = _written(gradients, gradients + grad)
    square = _written(squares, squares + grad * grad)
    pulled = _shrunk(total, l1 * steps)
    return _written(var, -lr * pulled / (l2 * steps * lr + _root(square)))


def _proximal_step(var, step, l1, l2, rate):
    """var - step, pulled towards 0 by l1 and l2 as far as the rate says."""
    return _shrunk(var - step, rate * l1) / (rate * l2 + 1)


def _proximal_adagrad(prim, var, accum, lr, l1, l2, grad):
    total = _written(accum, accum + grad * grad)
    rate = lr / _root(total)
    return _written(var, _proximal_step(var, grad * rate, l1, l2, rate)), total


def _proximal_descent(prim, var, alpha, l1, l2, delta):
    return _written(var, _proximal_step(var, delta * alpha, l1, l2, alpha))


def _ftrl_parts(var, accum, linear, grad, lr, l1, l2, power):
    """(new var, accum, linear) of follow the regularised leader."""
    total = accum + grad * grad
    before, after = (call("Pow", part, -power) for part in (accum, total))
    line = linear + grad - (after - before) / lr * var
    pulled = _sign(line) * l1 - line
    size = after / lr + 2 * l2
    return call("Select", call("Greater", call("Abs", line), l1), pulled / size, call("ZerosLike", var)), total, line


def _ftrl(prim, var, accum, linear, grad, lr, l1, l2, power):
    new = _ftrl_parts(var, accum, linear, grad, lr, l1, l2, power)
    return tuple(map(_written, (var, accum, linear), new))[0]


# --- Adam and what is like it -----------------------------------------------------------------------------------------

def _amsgrad(gives_state):
    def run(prim, var, m, v, vhat, beta1_power, beta2_power, lr, beta1, beta2, epsilon, grad):
        mean = _written(m, m * beta1 + grad * (1 - beta1))
        square = _written(v, v * beta2 + grad * grad * (1 - beta2))
        largest = _written(vhat, call("Maximum", vhat, square))
        rate = lr * (1 - beta2_power) ** 0.5 / (1 - beta1_power)
        new = _written(var, var - mean * rate / (_root(largest) + epsilon))
        return (new, mean, square, largest) if gives_state else new
    return run


def _amsgrad_by_attributes(prim, var, m, v, vhat, beta1_power, beta2_power, lr, grad):
    return _amsgrad(True)(prim, var, m, v, vhat, beta1_power, beta2_power, lr, prim.beta1, prim.beta2, prim.epsilon, grad)


def _adam_step(prim, m, v, beta1_power, beta2_power, lr, beta1, beta2, epsilon, grad):
    """The step that Adam would take."""
    mean = _written(m, m * beta1 + grad * (1 - beta1))
    square = _written(v, v * beta2 + grad * grad * (1 - beta2))
    rate = lr * (1 - beta2_power) ** 0.5 / (1 - beta1_power)
    if prim.use_nesterov:
        mean = mean * beta1 + grad * (1 - beta1)
    return -(mean * rate / (_root(square) + epsilon))


def _cast_adam_decay(prim, var, m, v, lr, beta1, beta2, epsilon, decay, grad, global_norm):
    grad = grad.astype(m.dtype) / global_norm
    mean = _written(m, m * beta1 + grad * (1 - beta1))
    square = _written(v, v * beta2 + grad * grad * (1 - beta2))
    wide = var.astype(m.dtype)
    return _written(var, wide - lr * (mean / (_root(square) + epsilon) + decay * wide)), mean, square


# --- signs and momentum -----------------------------------------------------------------------------------------------

def _add_sign(prim, var, m, lr, alpha, sign_decay, beta, grad):
    mean = _written(m, m * beta + grad * (1 - beta))
    return _written(var, var - lr * (alpha + sign_decay * _sign(grad) * _sign(mean)) * grad), mean


def _power_sign(prim, var, m, lr, logbase, sign_decay, beta, grad):
    mean = _written(m, m * beta + grad * (1 - beta))
    factor = call("Exp", logbase * sign_decay * _sign(grad) * _sign(mean))
    return _written(var, var - lr * factor * grad), mean


def _keras_momentum(prim, var, accum, lr, grad, momentum):
    speed = _written(accum, accum * momentum - grad * lr)
    change = speed * momentum - grad * lr if prim.use_nesterov else speed
    return _written(var, var + change), speed


def _adafactor(prim, epsilon, clip_threshold, beta1, beta2, weight_decay, lr, grad, param, exp_avg, row, column, square):
    """Adam whose squares are kept as means of rows and columns where the parameter has two axes or more."""
    squares = grad * grad + epsilon[0]
    if grad.ndim > 1:
        rows = _written(row, row * beta2 + call("ReduceMean", squares, -1) * (1 - beta2))
        columns = _written(column, column * beta2 + call("ReduceMean", squares, -2) * (1 - beta2))
        share = rows / call("ReduceMean", rows, -1, True)
        update = grad * call("Rsqrt", call("ExpandDims", share, -1) * call("ExpandDims", columns, -2))
    else:
        update = grad * call("Rsqrt", _written(square, square * beta2 + squares * (1 - beta2)))
    strength = _root(call("ReduceMean", update * update)) / clip_threshold
    update = update / call("Maximum", strength, 1.0)
    scale = call("Maximum", _root(call("ReduceMean", param * param)), epsilon[1]) if prim.enable_scale_parameter else 1.0
    update = update * (lr * scale)
    if prim.enable_first_moment:
        update = _written(exp_avg, exp_avg * beta1 + update * (1 - beta1))
    if prim.enable_weight_decay:
        update = update + param * (weight_decay * lr)
    return _written(param, param - update)


# --- gradients of rows ------------------------------------------------------------------------------------------------

def _check_rows(prim, var, grad, indices):
    """TypeError unless indices are a Tensor of Int32 or Int64; ValueError unless there is a row of var's shape for each."""
    for what, value in (("grad", grad), ("indices", indices)):
        if not isinstance(value, Tensor):
            raise TypeError(f"For Primitive[{prim.name}], the input argument[{what}] must be a Tensor, but got "
                            f"{type(value).__name__}.")
    if indices.dtype not in (int32, int64):
        raise TypeError(f"For primitive[{prim.name}], the input argument[indices] must be a type of {{Tensor[Int32], "
                        f"Tensor[Int64]}}, but got Tensor[{indices.dtype}].")
    if indices.ndim != 1:
        raise ValueError(f"For primitive[{prim.name}], the indices rank must be equal to 1, but got {indices.ndim}.")
    if grad.ndim < 1 or grad.shape[0] != indices.shape[0] or grad.shape[1:] != var.shape[1:]:
        raise ValueError(f"For primitive[{prim.name}], the grad must have the shape {(*indices.shape, *var.shape[1:])}, but "
                         f"got {grad.shape}.")


def _summed_rows(prim, var, grad, indices):
    """(the rows of var that are named, each once; the sums of their gradients)"""
    _check_rows(prim, var, grad, indices)
    given, count = indices.asnumpy(), var.shape[0]
    rows, slots = np.unique(given[(given >= 0) & (given < count)], return_inverse=True)
    kept = call("Gather", grad, Tensor(np.flatnonzero((given >= 0) & (given < count)).astype(np.int64)), 0)
    zeros = call("Zeros", (len(rows), *grad.shape[1:]), grad.dtype)
    sums = call("TensorScatterAdd", zeros, Tensor(slots.reshape(-1, 1).astype(np.int64)), kept)
    return Tensor(rows.astype(np.int64)), sums


def _rows_written(parameters, rows, function):
    """Each parameter with its named rows replaced by what the function makes of them; in order."""
    if not rows.shape[0]:
        return tuple(parameter + 0 for parameter in parameters)
    parts = [call("Gather", parameter, rows, 0) for parameter in parameters]
    places = rows.reshape((-1, 1)).astype(int64)
    return tuple(_written(parameter, call("TensorScatterUpdate", parameter + 0, places, new))
                 for parameter, new in zip(parameters, function(*parts)))


def _sparse_ftrl(prim, var, accum, linear, grad, indices):
    rows, sums = _summed_rows(prim, var, grad, indices)
    return _rows_written((var, accum, linear), rows, lambda *parts: _ftrl_parts(
        *parts, sums, prim.lr, prim.l1, prim.l2, prim.lr_power))


def _sparse_adagrad(prim, var, accum, grad, indices):
    rows, sums = _summed_rows(prim, var, grad, indices)

    def step(part, total):
        total = total + sums * sums if prim.update_slots else total
        return part - sums * prim.lr / (_root(total) + getattr(prim, "epsilon", 0.0)), total
    return _rows_written((var, accum), rows, step)


def _sparse_proximal(prim, var, accum, lr, l1, l2, grad, indices):
    rows, sums = _summed_rows(prim, var, grad, indices)

    def step(part, total):
        total = total + sums * sums
        rate = lr / _root(total)
        return _proximal_step(part, sums * rate, l1, l2, rate), total
    return _rows_written((var, accum), rows, step)


def _sparse_adam(prim, var, m, v, beta1_power, beta2_power, lr, beta1, beta2, epsilon, grad, indices):
    """All rows move by the running means, which only the named rows' gradients change."""
    rows, sums = _summed_rows(prim, var, grad, indices)
    whole = call("TensorScatterUpdate", call("ZerosLike", var), rows.reshape((-1, 1)), sums)
    step = _adam_step(prim, m, v, beta1_power, beta2_power, lr, beta1, beta2, epsilon, whole)
    return _written(var, var + step), m + 0, v + 0


def _lazy_adam(prim, var, m, v, beta1_power, beta2_power, lr, beta1, beta2, epsilon, grad, indices):
    rows, sums = _summed_rows(prim, var, grad, indices)
    rate = lr * (1 - beta2_power) ** 0.5 / (1 - beta1_power)

    def step(part, mean, square):
        mean = mean * beta1 + sums * (1 - beta1)
        square = square * beta2 + sums * sums * (1 - beta2)
        moved = mean * beta1 + sums * (1 - beta1) if prim.use_nesterov else mean
        return part - moved * rate / (_root(square) + epsilon), mean, square
    return _rows_written((var, m, v), rows, step)


ApplyAdagradV2 = operator("ApplyAdagradV2", attrs("epsilon", update_slots=True), run=_adagrad(True))
ApplyAdagradDA = operator("ApplyAdagradDA", _LOCKING, run=_adagrad_da)
ApplyProximalAdagrad = operator("ApplyProximalAdagrad", _LOCKING, run=_proximal_adagrad)
ApplyProximalGradientDescent = operator("ApplyProximalGradientDescent", run=_proximal_descent)
ApplyFtrl = operator("ApplyFtrl", _LOCKING, run=_ftrl)
ApplyAdamWithAmsgrad = operator("ApplyAdamWithAmsgrad", attrs(beta1=0.9, beta2=0.999, epsilon=1e-8, use_locking=False),
                                run=_amsgrad_by_attributes)
ApplyAdamWithAmsgradV2 = operator("ApplyAdamWithAmsgradV2", _LOCKING, run=_amsgrad(True))
AdamNoUpdateParam = operator("AdamNoUpdateParam", attrs(use_locking=False, use_nesterov=False), run=_adam_step)
FusedCastAdamWeightDecay = operator("FusedCastAdamWeightDecay", _LOCKING, run=_cast_adam_decay)
ApplyAddSign = operator("ApplyAddSign", run=_add_sign)
ApplyPowerSign = operator("ApplyPowerSign", run=_power_sign)
ApplyKerasMomentum = operator("ApplyKerasMomentum", attrs(use_locking=False, use_nesterov=False), run=_keras_momentum)
FusedAdaFactor = operator("FusedAdaFactor", attrs(enable_scale_parameter=False, enable_first_moment=False,
                                                  enable_weight_decay=False), run=_adafactor)
_FTRL = attrs("lr", "l1", "l2", "lr_power", use_locking=False)
SparseApplyFtrl = operator("SparseApplyFtrl", _FTRL, run=_sparse_ftrl)
FusedSparseFtrl = operator("FusedSparseFtrl", _FTRL, run=_sparse_ftrl)
SparseApplyAdagrad = operator("SparseApplyAdagrad", attrs("lr", update_slots=True, use_locking=False), run=_sparse_adagrad)
SparseApplyAdagradV2 = operator("SparseApplyAdagradV2", attrs("lr", "epsilon", use_locking=False, update_slots=True),
                                run=_sparse_adagrad)
SparseApplyProximalAdagrad = operator("SparseApplyProximalAdagrad", _LOCKING, run=_sparse_proximal)
FusedSparseProximalAdagrad = operator("FusedSparseProximalAdagrad", _LOCKING, run=_sparse_proximal)
FusedSparseAdam = operator("FusedSparseAdam", attrs(use_locking=False, use_nesterov=False), run=_sparse_adam)
FusedSparseLazyAdam = operator("FusedSparseLazyAdam", attrs(use_locking=False, use_nesterov=False), run=_lazy_adam)


def _update_cache(prim, x, indices, update, max_num):
    """Rows of x become those of update, but for indices that are below 0 or not below max_num; gives a 0."""
    places, most = indices.asnumpy().reshape(-1), int(max_num.asnumpy()) if isinstance(max_num, Tensor) else max_num
    kept = np.flatnonzero((places >= 0) & (places < most))
    rows = call("Gather", update.reshape((len(places), *x.shape[1:])), Tensor(kept.astype(np.int64)), 0)
    call("ScatterUpdate", x, Tensor(places[kept].astype(np.int32)), rows)
    return Tensor([0], x.dtype)


UpdateCache = operator("UpdateCache", run=_update_cache)

__getattr__ = module_getattr("mindspore.ops.operations.update_ops")
