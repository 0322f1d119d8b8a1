# SPDX-License-Identifier: Apache-2.0
"""Loss functions: differences of predictions and targets, joined by `reduction` into one number or left as they are."""
import math

import _jitscope
from mindspore.common.dtype import float16, float32, int64
from mindspore.ops.primitive import primitive_call as call
from mindspore.ops.creation import arange
from mindspore.ops.indexing import cumsum

__all__ = ["binary_cross_entropy", "binary_cross_entropy_with_logits", "cosine_embedding_loss", "cross_entropy",
           "gaussian_nll_loss", "hinge_embedding_loss", "huber_loss", "kl_div", "l1_loss", "margin_ranking_loss",
           "mse_loss", "multi_margin_loss", "multilabel_margin_loss", "multilabel_soft_margin_loss", "nll_loss",
           "smooth_l1_loss", "soft_margin_loss", "triplet_margin_loss"]

_REDUCTIONS = ("none", "mean", "sum")


def _check_reduction(name, reduction):
    if reduction not in _REDUCTIONS:
        raise ValueError(f"For '{name}', the 'reduction' must be str and must be in '['none', 'mean', 'sum']', but got "
                         f"'{reduction}'.")


def _check_tensors(name, **tensors):
    for argument, value in tensors.items():
        if not isinstance(value, _jitscope.Tensor):
            raise TypeError(f"For '{name}', the '{argument}' must be a Tensor, but got '{type(value).__name__}'.")


def _joined(loss, reduction):
    if reduction == "none":
        return loss
    if reduction == "mean":
        return call("ReduceMean", loss)
    total = call("ReduceSum", loss)
    return total if total.dtype == loss.dtype else call("Cast", total, loss.dtype)


def _floating(loss):
    """The losses of integers as Float32, so that their mean is none of integers."""
    return loss if str(loss.dtype).startswith(("Float", "BFloat")) else call("Cast", loss, float32)


# --- distances --------------------------------------------------------------------------------------------------------

def mse_loss(input, target, reduction="mean"):
    """The squares of input - target, which broadcast."""
    _check_tensors("mse_loss", input=input, target=target)
    if reduction not in _REDUCTIONS:
        raise ValueError("For ops.mse_loss, `reduction` value should be either 'mean', 'none' or 'sum'.")
    return _joined(_floating(call("Square", call("Sub", input, target))), reduction)


def l1_loss(input, target, reduction="mean"):
    """The magnitudes of input - target, which broadcast."""
    _check_tensors("l1_loss", input=input, target=target)
    if reduction not in _REDUCTIONS:
        raise ValueError(f"For l1_loss, the 'reduction' must be in ['mean', 'sum', 'none'], but got {reduction!r}.")
    return _joined(call("Abs", call("Sub", input, target)), reduction)


def smooth_l1_loss(input, target, beta=1.0, reduction="none"):
    """The magnitudes of input - target, rounded off by a parabola below beta: d^2 / (2 beta), then |d| - beta / 2."""
    _check_reduction("smooth_l1_loss", reduction)
    size = call("Abs", call("Sub", input, target))
    if beta == 0:
        return _joined(size, reduction)
    near = call("Mul", call("Square", size), 0.5 / beta)
    return _joined(call("Select", call("Less", size, beta), near, size - 0.5 * beta), reduction)


def huber_loss(input, target, reduction="mean", delta=1.0):
    """Half the squares of input - target up to delta, then delta * (|d| - delta / 2)."""
    _check_tensors("huber_loss", input=input, target=target)
    _check_reduction("huber_loss", reduction)
    size = call("Abs", call("Sub", input, target))
    near = call("Mul", call("Square", size), 0.5)
    return _joined(call("Select", call("Less", size, delta), near, (size - 0.5 * delta) * delta), reduction)


# --- probabilities of classes -----------------------------------------------------------------------------------------

def _rows_of_classes(input):
    """input (N, C, d1, ...) as rows of classes, and the shape of its other axes; (C,) is one row."""
    if input.ndim <= 1:
        return call("Reshape", input, (1, -1)), ()
    shape = input.shape[:1] + input.shape[2:]
    if input.ndim > 2:
        input = call("Transpose", input, (0, *range(2, input.ndim), 1))
    return call("Reshape", input, (-1, input.shape[-1])), shape


def nll_loss(inputs, target, weight=None, ignore_index=-100, reduction="mean", label_smoothing=0.0):
    """Minus the log probabilities inputs (C,), (N, C) or (N, C, d1, ...) at the class numbers target (), (N,) or (N,
    d1, ...), times the weight of the class (C,). The mean divides by the sum of weights; ignore_index counts nothing;
    label_smoothing shares that part of the target among all classes."""
    _check_tensors("nll_loss", inputs=inputs, target=target)
    _check_reduction("nll_loss", reduction)
    rows, shape = _rows_of_classes(inputs)
    labels = call("Reshape", target, (-1,))
    if rows.shape[0] != labels.shape[0]:
        raise ValueError(f"For 'nll_loss', the target must have the shape {shape} of the inputs without their classes, "
                         f"but got inputs of shape {inputs.shape} and a target of shape {target.shape}.")
    loss, total = call("NLLLoss", rows, labels, weight, reduction, ignore_index)
    if label_smoothing != 0:
        loss = _smoothed(rows, labels, weight, ignore_index, reduction, label_smoothing, loss, total)
    return call("Reshape", loss, shape) if reduction == "none" else loss


def _smoothed(rows, labels, weight, ignore_index, reduction, label_smoothing, loss, total):
    """The loss with a part of the target spread over all classes."""
    spread = -call("ReduceSum", rows if weight is None else rows * weight, 1)
    spread = call("Select", call("Equal", labels, ignore_index), 0.0, spread)
    if reduction != "none":
        spread = call("ReduceSum", spread)
    if reduction == "mean":
        spread = spread / total
    return loss * (1 - label_smoothing) + spread * (label_smoothing / rows.shape[1])


def cross_entropy(input, target, weight=None, ignore_index=-100, reduction="mean", label_smoothing=0.0):
    """The cross entropy of softmax(input) and target: class numbers (integers, without the class axis of input) or
    probabilities (floating, the shape of input). input is (C,), (N, C) or (N, C, d1, ...); weight (C,)."""
    _check_tensors("cross_entropy_loss", input=input, target=target)
    _check_reduction("cross_entropy_loss", reduction)
    if isinstance(label_smoothing, bool) or not isinstance(label_smoothing, (int, float)):
        raise TypeError(f"For 'cross_entropy_loss', the type of 'label_smoothing' must be float, but got "
                        f"{type(label_smoothing).__name__}.")
    if not 0 <= label_smoothing <= 1:
        raise ValueError(f"For 'cross_entropy_loss', the 'label_smoothing' must be in [0.0, 1.0], but got "
                         f"{label_smoothing}.")
    axis = 0 if input.ndim == 1 else 1
    scores = call("LogSoftmax", input, axis)
    if not str(target.dtype).startswith(("Int", "UInt")):
        return _soft_cross_entropy(scores, target, weight, reduction, label_smoothing, axis)
    return nll_loss(scores, target, weight, ignore_index, reduction, label_smoothing)


def _soft_cross_entropy(scores, target, weight, reduction, label_smoothing, axis):
    if target.shape != scores.shape:
        raise ValueError(f"For 'cross_entropy_loss', probabilities must have the shape of the input, but got input of "
                         f"shape {scores.shape} and a target of shape {target.shape}.")
    classes = scores.shape[axis]
    if label_smoothing != 0:
        target = target * (1 - label_smoothing) + label_smoothing / classes
    product = call("Mul", scores, target)
    if weight is not None:
        product = product * call("Reshape", weight, (classes,) + (1,) * (scores.ndim - 1 - axis))
    loss = -call("ReduceSum", product, axis)
    return _joined(loss, reduction)


def kl_div(logits, labels, reduction="mean"):
    """labels * (log(labels) - logits) with logits as log probabilities; 0 where labels are not positive. reduction
    "batchmean" divides the sum by the first axis."""
    if reduction not in ("none", "mean", "batchmean", "sum"):
        raise ValueError(f"For 'kl_div', the 'reduction' must be str and must be in "
                         f"'['none', 'mean', 'batchmean', 'sum']', but got '{reduction}'.")
    is_positive = call("Greater", labels, 0)
    safe = call("Select", is_positive, labels, 1.0)
    loss = call("Select", is_positive, labels * (call("Log", safe) - logits), 0.0)
    if reduction == "batchmean":
        return call("ReduceSum", loss) / logits.shape[0]
    return _joined(loss, reduction)


# --- probabilities of yes and no --------------------------------------------------------------------------------------

def binary_cross_entropy(logits, labels, weight=None, reduction="mean"):
    """-(labels * log(logits) + (1 - labels) * log(1 - logits)) of probabilities, times weight. As MindSpore on a processor
    does, logarithms are of 1e-12 more (of Float16, whose smallest number that is, 6e-8), so that loss and gradient of 0 and
    1 are finite numbers."""
    _check_tensors("binary_cross_entropy", logits=logits, labels=labels)
    _check_reduction("binary_cross_entropy", reduction)

    least = 6e-8 if logits.dtype == float16 else 1e-12

    def bounded_log(x):
        return call("Log", x + least)
    loss = -(labels * bounded_log(logits) + (1 - labels) * bounded_log(1 - logits))
    return _joined(loss if weight is None else loss * weight, reduction)


def binary_cross_entropy_with_logits(logits, label, weight=None, pos_weight=None, reduction="mean"):
    """binary_cross_entropy of sigmoid(logits), without overflow; pos_weight weighs the targets that are 1."""
    _check_tensors("binary_cross_entropy_with_logits", logits=logits, label=label)
    _check_reduction("binary_cross_entropy_with_logits", reduction)
    negative = call("Softplus", call("Neg", logits))  # -log(sigmoid(logits))
    if pos_weight is None:
        loss = (1 - label) * logits + negative
    else:
        loss = (1 - label) * logits + ((pos_weight - 1) * label + 1) * negative
    return _joined(loss if weight is None else loss * weight, reduction)


def soft_margin_loss(input, target, reduction="mean"):
    """log(1 + exp(-target * input)) of targets -1 and 1."""
    _check_reduction("soft_margin_loss", reduction)
    return _joined(call("Softplus", call("Neg", target * input)), reduction)


def multilabel_soft_margin_loss(input, target, weight=None, reduction="mean"):
    """The mean over the classes (N, C) of the binary cross entropies of sigmoid(input) and targets 0 and 1: (N,)."""
    _check_reduction("multilabel_soft_margin_loss", reduction)
    loss = -(target * call("LogSigmoid", input) + (1 - target) * call("LogSigmoid", -input))
    return _joined(call("ReduceMean", loss if weight is None else loss * weight, -1), reduction)


# --- margins ----------------------------------------------------------------------------------------------------------

def _positive_part(x):
    return call("ReLU", x)


def cosine_embedding_loss(input1, input2, target, margin=0.0, reduction="mean"):
    """1 - cos(input1, input2) along axis 1 where target is 1, max(0, cos - margin) where it is -1."""
    _check_tensors("cosine_embedding_loss", input1=input1, input2=input2, target=target)
    _check_reduction("cosine_embedding_loss", reduction)
    product = call("ReduceSum", input1 * input2, 1)
    lengths = [call("ReduceSum", call("Square", x), 1) + 1e-12 for x in (input1, input2)]
    cosine = product / call("Sqrt", lengths[0] * lengths[1])
    other = call("Select", call("Equal", target, -1), _positive_part(cosine - margin), 0.0)
    return _joined(call("Select", call("Equal", target, 1), 1 - cosine, other), reduction)


def margin_ranking_loss(input1, input2, target, margin=0.0, reduction="mean"):
    """max(0, -target * (input1 - input2) + margin)."""
    _check_tensors("margin_ranking_loss", input1=input1, input2=input2, target=target)
    _check_reduction("margin_ranking_loss", reduction)
    return _joined(_positive_part(-target * (input1 - input2) + margin), reduction)


def hinge_embedding_loss(inputs, targets, margin=1.0, reduction="mean"):
    """inputs where targets are 1, max(0, margin - inputs) where they are -1."""
    _check_reduction("hinge_embedding_loss", reduction)
    other = call("Select", call("Equal", targets, -1), _positive_part(margin - inputs), 0.0)
    return _joined(call("Select", call("Equal", targets, 1), inputs, other), reduction)


def triplet_margin_loss(anchor, positive, negative, margin=1.0, p=2, eps=1e-06, swap=False, reduction="mean"):
    """max(0, d(anchor, positive) - d(anchor, negative) + margin) with the p-norm along the last axis; swap takes the
    smaller of d(anchor, negative) and d(positive, negative)."""
    _check_tensors("triplet_margin_loss", anchor=anchor, positive=positive, negative=negative)
    _check_reduction("triplet_margin_loss", reduction)

    def distance(a, b):
        return call("LpNormV2", a - b + eps, float(p), -1)
    far = distance(anchor, negative)
    if swap:
        far = call("Minimum", far, distance(positive, negative))
    return _joined(_positive_part(distance(anchor, positive) - far + margin), reduction)


def _class_numbers(count):
    return arange(count)


def multi_margin_loss(input, target, p=1, margin=1, weight=None, reduction="mean"):
    """The mean over the other classes of max(0, margin - input[target] + input[c])^p for rows (N, C) and classes
    (N,)."""
    _check_reduction("multi_margin_loss", reduction)
    if p not in (1, 2):
        raise ValueError(f"For 'multi_margin_loss', 'p' must be 1 or 2, but got {p}.")
    classes = input.shape[-1]
    is_target = call("Equal", call("ExpandDims", target, -1), _class_numbers(classes))
    chosen = call("ReduceSum", call("Select", is_target, input, 0.0), -1, True)
    apart = _positive_part(margin - chosen + input)
    if p == 2:
        apart = call("Square", apart)
    if weight is not None:
        apart = apart * call("ReduceSum", call("Select", is_target, weight, 0.0), -1, True)
    loss = call("ReduceSum", call("Select", is_target, 0.0, apart), -1) / classes
    return _joined(loss, reduction)


def multilabel_margin_loss(input, target, reduction="mean"):
    """The sum over pairs of a target class t and another class c of max(0, 1 - (input[t] - input[c])), divided by the
    number of classes. Rows of target list the classes; the first -1 ends them."""
    _check_reduction("multilabel_margin_loss", reduction)
    rows = input if input.ndim == 2 else call("ExpandDims", input, 0)
    labels = target if target.ndim == 2 else call("ExpandDims", target, 0)
    classes = rows.shape[-1]
    ended = cumsum(call("Cast", call("Less", labels, 0), int64), 1)
    counts = call("ExpandDims", call("Equal", ended, 0), -1)
    is_listed = call("LogicalAnd", counts, call("Equal", call("ExpandDims", labels, -1), _class_numbers(classes)))
    is_target = call("ReduceAny", is_listed, 1)  # (N, C)
    pairs = call("LogicalAnd", call("ExpandDims", is_target, 2), call("LogicalNot", call("ExpandDims", is_target, 1)))
    apart = _positive_part(1 - (call("ExpandDims", rows, 2) - call("ExpandDims", rows, 1)))
    loss = call("ReduceSum", call("Select", pairs, apart, 0.0), (1, 2)) / classes
    return _joined(loss if input.ndim == 2 else call("Reshape", loss, ()), reduction)


def gaussian_nll_loss(x, target, var, full=False, eps=1e-6, reduction="mean"):
    """(log(var) + (x - target)^2 / var) / 2 with var at least eps, plus log(2 pi) / 2 if full."""
    _check_reduction("gaussian_nll_loss", reduction)
    bounded = call("ClampScalar", var, eps, None)
    loss = 0.5 * (call("Log", bounded) + call("Square", x - target) / bounded)
    return _joined(loss + 0.5 * math.log(2 * math.pi) if full else loss, reduction)
