# SPDX-License-Identifier: Apache-2.0
"""Losses of scores against classes."""
from mindspore import ops
from mindspore.common.dtype import float32, int32, int64
from mindspore.common.tensor import Tensor
from mindspore.nn.checks import check_bool
from mindspore.nn.layer.activation import LogSoftmax, activation_of
from mindspore.nn.loss.base import LossBase, check_same_shape, check_tensors
from mindspore.ops.primitive import primitive_call

__all__ = ["SoftmaxCrossEntropyWithLogits", "CrossEntropyLoss", "NLLLoss", "CTCLoss", "BCELoss", "BCEWithLogitsLoss", "FocalLoss",
           "DiceLoss", "MultiClassDiceLoss", "SoftMarginLoss", "MultiLabelSoftMarginLoss", "MultiMarginLoss",
           "MultilabelMarginLoss", "SampledSoftmaxLoss"]


class SoftmaxCrossEntropyWithLogits(LossBase):
    """-sum(labels * log(softmax(logits))) for each sample. logits: (N, C); labels: (N, C), with sparse the classes
    (N,)."""

    def __init__(self, sparse=False, reduction="none"):
        super().__init__(reduction)
        self.sparse = check_bool(self.cls_name, "sparse", sparse)

    def construct(self, logits, labels):
        check_tensors(self.cls_name, logits=logits, labels=labels)
        if self.sparse:
            if labels.dtype not in (int32, int64):
                raise TypeError("For primitive[OneHot], the input argument[indices] must be a type of {Tensor[Int32], "
                                f"Tensor[Int64]}}, but got Tensor[{labels.dtype}].")
            on, off = Tensor(1.0, float32), Tensor(0.0, float32)
            labels = ops.one_hot(labels, logits.shape[-1], on, off)
        loss, _ = primitive_call("SoftmaxCrossEntropyWithLogits", logits, labels)
        return self.get_loss(loss)


class CrossEntropyLoss(LossBase):
    """The cross entropy of logits (N, C, ...) or (C,) and labels: classes (N, ...) of int32, of which ignore_index does
    not count, or probabilities like logits. weight: (C,); label_smoothing moves a part of the labels to all classes."""

    def __init__(self, weight=None, ignore_index=-100, reduction="mean", label_smoothing=0.0):
        super().__init__(reduction)
        if not isinstance(label_smoothing, float):
            raise TypeError("For 'CrossEntropyLoss', the type of 'label_smoothing' should be 'float', but got type "
                            f"'{type(label_smoothing).__name__}'.")
        if not 0 <= label_smoothing <= 1:
            raise ValueError("For 'CrossEntropyLoss', the 'label_smoothing' must be in range of [0.0, 1.0], but got "
                             f"{label_smoothing} with type 'float'.")
        self.weight, self.ignore_index, self.label_smoothing = weight, ignore_index, label_smoothing

    def construct(self, logits, labels):
        check_tensors(self.cls_name, logits=logits, labels=labels)
        if logits.ndim != labels.ndim and labels.dtype not in (int32, int64):
            raise TypeError(f"For 'CrossEntropyLoss', the 'labels' should be Int32, but got '{labels.dtype!r}'.")
        return ops.cross_entropy(logits, labels, self.weight, self.ignore_index, self.reduction, self.label_smoothing)


class NLLLoss(LossBase):
    """-logits of the labels' classes; logits (N, C, ...) are logarithms of probabilities, labels (N, ...) classes."""

    def __init__(self, weight=None, ignore_index=-100, reduction="mean"):
        super().__init__(reduction)
        self.weight, self.ignore_index = weight, ignore_index

    def construct(self, logits, labels):
        check_tensors(self.cls_name, logits=logits, labels=labels)
        return ops.nll_loss(logits, labels, self.weight, self.ignore_index, self.reduction)


class CTCLoss(LossBase):
    """The loss of connectionist temporal classification; see ops.ctc_loss. log_probs may be (T, C) for one sequence."""

    def __init__(self, blank=0, reduction="mean", zero_infinity=False):
        super().__init__(reduction)
        self.blank, self.zero_infinity, self.reduction = blank, zero_infinity, reduction

    def construct(self, log_probs, targets, input_lengths, target_lengths):
        check_tensors(self.cls_name, log_probs=log_probs, targets=targets)
        batched = log_probs if log_probs.ndim == 3 else log_probs.expand_dims(1)
        given = targets.expand_dims(0) if log_probs.ndim == 2 and targets.ndim == 1 else targets
        loss, _ = ops.ctc_loss(batched, given, input_lengths.reshape((-1,)), target_lengths.reshape((-1,)), self.blank,
                               self.reduction, self.zero_infinity)
        return loss.squeeze(0) if log_probs.ndim == 2 and self.reduction == "none" else loss


class BCELoss(LossBase):
    """-(labels * log(logits) + (1 - labels) * log(1 - logits)) for probabilities logits."""

    def __init__(self, weight=None, reduction="mean"):
        super().__init__(reduction)
        self.weight = weight

    def construct(self, logits, labels):
        check_tensors(self.cls_name, logits=logits, labels=labels)
        check_same_shape(self.cls_name, "logits", logits, "labels", labels)
        return ops.binary_cross_entropy(logits, labels, self.weight, self.reduction)


class BCEWithLogitsLoss(LossBase):
    """BCELoss of sigmoid(input); pos_weight multiplies the positive part."""

    def __init__(self, reduction="mean", weight=None, pos_weight=None):
        super().__init__(reduction)
        self.weight, self.pos_weight = weight, pos_weight

    def construct(self, input, target):
        check_tensors(self.cls_name, input=input, target=target)
        return ops.binary_cross_entropy_with_logits(input, target, self.weight, self.pos_weight, self.reduction)


class FocalLoss(LossBase):
    """-(1 - p) ** gamma * log(p), p being the probability of the label. logits: (N, C) or (N, C, ...); labels: classes
    (N, 1, ...), or probabilities like logits, each of which has a loss of its own, (N, C)."""

    def __init__(self, weight=None, gamma=2.0, reduction="mean"):
        super().__init__(reduction)
        if weight is not None and not isinstance(weight, Tensor):
            raise TypeError(f"For 'FocalLoss', the type of 'weight' must be a Tensor, but got {type(weight).__name__}.")
        if isinstance(weight, Tensor) and weight.ndim != 1:
            raise ValueError(f"For 'FocalLoss', the dimension of 'weight' must be 1, but got {weight.ndim}.")
        self.gamma, self.weight = gamma, weight
        self.logsoftmax = LogSoftmax(1)

    def construct(self, logits, labels):
        check_tensors(self.cls_name, logits=logits, labels=labels)
        if labels.ndim not in (2, 3, 4):
            raise ValueError("For 'FocalLoss', the dimensions of 'labels' must be in [2, 4], but got dimension of "
                             f"'labels' {labels.ndim}.")
        if logits.ndim != labels.ndim:
            raise ValueError("For 'FocalLoss', the dim of 'logits' and 'labels' must be equal, but got "
                             f"{logits.ndim} and {labels.ndim}.")
        samples, classes = logits.shape[:2]
        log_p = self.logsoftmax(logits.reshape((samples, classes, -1)))
        has_classes = labels.shape[1] == 1
        if has_classes:
            labels = labels.reshape((samples, -1)).astype(int32)
            labels = ops.one_hot(labels, classes, Tensor(1.0, log_p.dtype), Tensor(0.0, log_p.dtype), 1)
        else:
            labels = labels.reshape((samples, classes, -1))
        if self.weight is not None:
            labels = labels * self.weight.reshape((1, classes, 1))
        loss = -(ops.pow(1 - ops.exp(log_p), self.gamma) * log_p * labels)
        return self.get_loss((loss.sum(1) if has_classes else loss).mean(-1))


class DiceLoss(LossBase):
    """1 - 2 * sum(logits * label) / (sum(logits ** 2) + sum(label ** 2) + smooth)"""

    def __init__(self, smooth=1e-5):
        super().__init__()
        if not isinstance(smooth, float):
            raise TypeError(f"The 'smooth' must be float, but got '{type(smooth).__name__}'")
        if smooth <= 0:
            raise ValueError(f"For 'DiceLoss', the 'smooth' must be greater than 0, but got {smooth}.")
        self.smooth = smooth

    def construct(self, logits, label):
        check_tensors(self.cls_name, logits=logits, label=label)
        if logits.shape != label.shape:
            raise ValueError(f"For 'DiceLoss', the 'logits_shape' should be = label_shape: {label.shape}, but got "
                             f"{logits.shape}.")
        both = (logits.reshape((-1,)) * label.reshape((-1,))).sum()
        total = ops.square(logits.reshape((-1,))).sum() + ops.square(label.reshape((-1,))).sum()
        return 1 - 2 * both / (total + self.smooth)


class MultiClassDiceLoss(LossBase):
    """The mean of the DiceLoss of each class (axis 1) but ignore_indiex, after an activation; weights: (classes,
    ...)."""

    def __init__(self, weights=None, ignore_indiex=None, activation="softmax"):
        super().__init__()
        self.weights, self.ignore_indiex = weights, ignore_indiex
        self.binarydiceloss = DiceLoss()
        self.activation = activation_of(self.cls_name, activation)

    def construct(self, logits, label):
        check_tensors(self.cls_name, logits=logits, label=label)
        check_same_shape(self.cls_name, "logits", logits, "label", label)
        if self.activation is not None:
            logits = self.activation(logits)
        total = 0
        for place in range(label.shape[1]):
            if place != self.ignore_indiex:
                loss = self.binarydiceloss(logits[:, place], label[:, place])
                total = total + (loss if self.weights is None else loss * self.weights[place])
        return total / label.shape[1]


class SoftMarginLoss(LossBase):
    """log(1 + exp(-labels * logits)) for labels 1 and -1."""

    def construct(self, logits, labels):
        check_tensors(self.cls_name, logits=logits, labels=labels)
        return ops.soft_margin_loss(logits, labels, self.reduction)


class MultiLabelSoftMarginLoss(LossBase):
    """The mean over classes of BCEWithLogits of x (N, C) and target (N, C) of 0 and 1."""

    def __init__(self, weight=None, reduction="mean"):
        super().__init__(reduction)
        self.weight = weight

    def construct(self, x, target):
        check_tensors(self.cls_name, x=x, target=target)
        return ops.multilabel_soft_margin_loss(x, target, self.weight, self.reduction)


class MultiMarginLoss(LossBase):
    """sum over the other classes of max(0, weight * (margin - x[y] + x[i])) ** p, divided by C. x: (N, C), target:
    (N,)."""

    def __init__(self, p=1, margin=1.0, reduction="mean", weight=None):
        super().__init__(reduction)
        if p not in (1, 2):
            raise ValueError(f"For 'MultiMarginLoss', the 'p' must be int and must in {{1, 2}}, but got '{p}' with "
                             f"type '{type(p).__name__}'.")
        self.p, self.margin, self.weight = p, margin, weight

    def construct(self, x, target, weight=None):
        check_tensors(self.cls_name, x=x, target=target)
        weight = self.weight if weight is None else weight
        return ops.multi_margin_loss(x, target, self.p, self.margin, weight, self.reduction)


class MultilabelMarginLoss(LossBase):
    """sum over a sample's classes j and the others i of max(0, 1 - (x[j] - x[i])), divided by C. x: (N, C) or (C,);
    target like x lists a sample's classes, up to the first -1."""

    def construct(self, x, target):
        check_tensors(self.cls_name, x=x, target=target)
        return ops.multilabel_margin_loss(x, target, self.reduction)


class SampledSoftmaxLoss(LossBase):
    """
    The cross entropy of each sample's own classes against a few others that are drawn, for very many classes.

    Args:
        num_sampled (int): how many classes are drawn; num_classes (int): how many there are; num_true (int): the classes
            of a sample.
        sampled_values (tuple): what a candidate sampler gave; drawn with equal chances without it.
        remove_accidental_hits (bool): the samples' own classes are not drawn, where enough others are left.
        seed (int): where the drawing begins; 0 goes on in the numbers of the process.
        reduction (str): accepted; the losses are given one by one, as in MindSpore.

    Inputs: weights (num_classes, dim), biases (num_classes,), labels (N,) or (N, num_true) of Int32 or Int64, logits
    (N, dim). Outputs: losses (N,).

    Raises ValueError for numbers that do not fit, TypeError for other types.
    """

    def __init__(self, num_sampled, num_classes, num_true=1, sampled_values=None, remove_accidental_hits=True, seed=0,
                 reduction="none"):
        super().__init__(reduction)
        if num_true < 1 or seed < 0:
            what, least, value = ("num_true", 1, num_true) if num_true < 1 else ("seed", 0, seed)
            raise ValueError(f"For '{self.cls_name}', the '{what}' must be greater than or equal to {least}, but got {value}.")
        for what, value in (("num_sampled", num_sampled), ("num_true", num_true)):
            if value > num_classes:
                raise ValueError(f"For '{self.cls_name}', the '{what}' must be smaller than or equal to 'num_classes', but "
                                 f"got '{what}': {value} and 'num_classes': {num_classes}.")
        if sampled_values is not None and not isinstance(sampled_values, (list, tuple)):
            raise TypeError(f"For '{self.cls_name}', the type of 'sampled_values' must be a list or tuple, but got "
                            f"{type(sampled_values).__name__}.")
        if sampled_values is not None and len(sampled_values) != 3:
            raise ValueError(f"For '{self.cls_name}', the length of 'sampled_values' must be equal to 3,but got "
                             f"{len(sampled_values)}.")
        self.num_true, self.sampled_values = num_true, sampled_values
        self.sampler = ops.UniformCandidateSampler(num_true, num_sampled, True, num_classes, seed, remove_accidental_hits)

    def construct(self, weights, biases, labels, logits):
        check_tensors(self.cls_name, weights=weights, biases=biases, labels=labels, logits=logits)
        if labels.dtype not in (int32, int64):
            raise TypeError(f"For '{self.cls_name}', the 'labels' must be of Int32 or Int64, but got {labels.dtype}.")
        labels = labels.astype(int32).reshape((-1, self.num_true))
        sampled, expected_true, expected = self.sampler(labels) if self.sampled_values is None else self.sampled_values
        own = ops.gather(weights, labels.reshape((-1,)), 0).reshape((-1, self.num_true, weights.shape[1]))
        own = ops.sum(ops.expand_dims(logits, 1) * own, 2) + ops.gather(biases, labels, 0)
        others = ops.matmul(logits, ops.gather(weights, sampled, 0).T) + ops.gather(biases, sampled, 0)
        scores = ops.concat((own - ops.log(expected_true), others - ops.log(expected)), 1)
        # MindSpore adds 1e-20 to each chance, so that a loss is no more than about 46.
        chances = ops.log(ops.softmax(scores, 1) + 1e-20)
        return -ops.sum(chances[:, :self.num_true], 1) / self.num_true
