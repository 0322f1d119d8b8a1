# SPDX-License-Identifier: Apache-2.0
"""Losses of samples against each other."""
from mindspore import ops
from mindspore.common.tensor import Tensor
from mindspore.nn.loss.base import LossBase, check_tensors

__all__ = ["CosineEmbeddingLoss", "MarginRankingLoss", "HingeEmbeddingLoss", "TripletMarginLoss",
           "TripletMarginWithDistanceLoss"]


class CosineEmbeddingLoss(LossBase):
    """1 - cos(x1, x2) where labels are 1, max(0, cos(x1, x2) - margin) where they are -1."""

    def __init__(self, margin=0.0, reduction="mean"):
        super().__init__(reduction)
        if not isinstance(margin, (int, float)) or isinstance(margin, bool):
            raise TypeError("For 'CosineEmbeddingLoss', the type of 'margin' should be 'float', but got type "
                            f"'{type(margin).__name__}'.")
        if not -1 <= margin <= 1:
            raise ValueError("For 'CosineEmbeddingLoss', the 'margin' must be in range of [-1.0, 1.0], but got "
                             f"{margin} with type '{type(margin).__name__}'.")
        self.margin = float(margin)

    def construct(self, logits_x1, logits_x2, labels):
        check_tensors(self.cls_name, logits_x1=logits_x1, logits_x2=logits_x2, labels=labels)
        return ops.cosine_embedding_loss(logits_x1, logits_x2, labels, self.margin, self.reduction)


class MarginRankingLoss(LossBase):
    """max(0, -target * (input1 - input2) + margin)"""

    def __init__(self, margin=0.0, reduction="mean"):
        super().__init__(reduction)
        self.margin = margin

    def construct(self, input1, input2, target):
        check_tensors(self.cls_name, input1=input1, input2=input2, target=target)
        return ops.margin_ranking_loss(input1, input2, target, self.margin, self.reduction)


class HingeEmbeddingLoss(LossBase):
    """logits where labels are 1, max(0, margin - logits) where they are -1."""

    def __init__(self, margin=1.0, reduction="mean"):
        super().__init__(reduction)
        self.margin = margin

    def construct(self, logits, labels):
        check_tensors(self.cls_name, logits=logits, labels=labels)
        return ops.hinge_embedding_loss(logits, labels, self.margin, self.reduction)


def _distance(x, y):
    """The length of x - y along the last axis."""
    return ops.sqrt(ops.square(x - y + 1e-6).sum(-1))


class TripletMarginLoss(LossBase):
    """max(0, |x - positive| - |x - negative| + margin) by the norm p; with swap the negative may be compared with the
    positive instead where that is nearer."""

    def __init__(self, p=2, swap=False, eps=1e-6, reduction="mean", margin=1.0):
        super().__init__(reduction)
        if not isinstance(swap, bool):
            raise TypeError(f"For 'TripletMarginLoss', the type of 'swap' should be 'bool', but got type "
                            f"'{type(swap).__name__}'.")
        if margin <= 0:
            raise ValueError(f"For 'TripletMarginLoss', the 'margin' must be float and must > 0, but got '{margin}'.")
        self.p, self.swap, self.eps, self.margin = p, swap, eps, margin

    def construct(self, x, positive, negative, margin=1.0):
        check_tensors(self.cls_name, x=x, positive=positive, negative=negative)
        margin = margin if isinstance(margin, Tensor) else self.margin
        return ops.triplet_margin_loss(x, positive, negative, margin, self.p, self.eps, self.swap, self.reduction)


class TripletMarginWithDistanceLoss(LossBase):
    """TripletMarginLoss with a distance of one's own: distance_function(a, b)."""

    def __init__(self, distance_function=None, swap=False, reduction="mean", margin=1.0):
        super().__init__(reduction)
        if margin <= 0:
            raise ValueError(f"For 'TripletMarginWithDistanceLoss', the 'margin' must be float and must > 0, but got "
                             f"'{margin}'.")
        self.distance_function, self.swap, self.margin = distance_function, swap, margin

    def _between(self, x, y):
        return self.distance_function(x, y) if self.distance_function is not None else _distance(x, y)

    def construct(self, x, positive, negative):
        check_tensors(self.cls_name, x=x, positive=positive, negative=negative)
        near, far = self._between(x, positive), self._between(x, negative)
        if self.swap:
            far = ops.minimum(far, self._between(positive, negative))
        return self.get_loss(ops.relu(near - far + self.margin))
