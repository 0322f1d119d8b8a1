# SPDX-License-Identifier: Apache-2.0
"""Losses against NumPy with every reduction, eagerly and as graphs. Run with the name of one case; prints "ok"."""
import sys

import numpy as np

import mindspore as ms
from mindspore import Tensor, nn

generator = np.random.default_rng(11)
x, y = [generator.uniform(-1, 1, (4, 5)).astype(np.float32) for _ in range(2)]
p = generator.uniform(0.05, 0.95, (4, 5)).astype(np.float32)
soft = np.exp(y) / np.exp(y).sum(1, keepdims=True)
signs = np.where(y > 0, 1, -1).astype(np.float32)
bits = (y > 0).astype(np.float32)
classes = np.array([2, 0, 4, 1], np.int32)
rows = np.arange(4)
per_class = np.array([1, 2, 0.5, 1, 3], np.float32)
log_softmax = x - np.log(np.exp(x).sum(1, keepdims=True))


def close(actual, wanted, what):
    assert actual.shape == np.shape(wanted), (what, actual.shape, np.shape(wanted))
    assert np.allclose(actual.asnumpy(), wanted, rtol=1e-4, atol=1e-5), (what, actual, wanted)


def check(make, inputs, wanted, total=None):
    """The loss of each element is `wanted`; the mean is over all of them, or sum(wanted) / total."""
    inputs = [Tensor(value) for value in inputs]
    means = {"none": wanted, "sum": wanted.sum(), "mean": wanted.mean() if total is None else wanted.sum() / total}
    for reduction, value in means.items():
        loss = make(reduction)
        close(loss(*inputs), value, (type(loss).__name__, reduction))

        @ms.jit
        def graph(*args):
            return loss(*args)
        close(graph(*inputs), value, (type(loss).__name__, reduction, "graph"))


def case_losses_of_numbers():
    d = abs(x - y)
    check(lambda r: nn.L1Loss(r), (x, y), d)
    check(lambda r: nn.MAELoss(r), (x, y), d)
    check(lambda r: nn.MSELoss(r), (x, y), d ** 2)
    check(lambda r: nn.SmoothL1Loss(0.3, r), (x, y), np.where(d < 0.3, 0.5 * d ** 2 / 0.3, d - 0.15))
    check(lambda r: nn.HuberLoss(r, 0.3), (x, y), np.where(d < 0.3, 0.5 * d ** 2, 0.3 * (d - 0.15)))
    check(lambda r: nn.KLDivLoss(r), (np.log(p), soft), soft * (np.log(soft) - np.log(p)))
    close(nn.KLDivLoss("batchmean")(Tensor(np.log(p)), Tensor(soft)),
          (soft * (np.log(soft) - np.log(p))).sum() / 4, "batchmean")
    close(nn.RMSELoss()(Tensor(x), Tensor(y)), np.sqrt((d ** 2).mean()), "rmse")
    check(lambda r: nn.PoissonNLLLoss(reduction=r), (x, p), np.exp(x) - p * x)
    check(lambda r: nn.GaussianNLLLoss(reduction=r), (x, y, p), 0.5 * (np.log(p) + d ** 2 / p))


def case_losses_of_classes():
    chosen = -log_softmax[rows, classes]
    check(lambda r: nn.SoftmaxCrossEntropyWithLogits(reduction=r), (x, soft), -(soft * log_softmax).sum(1))
    check(lambda r: nn.SoftmaxCrossEntropyWithLogits(True, r), (x, classes), chosen)
    check(lambda r: nn.CrossEntropyLoss(reduction=r), (x, classes), chosen)
    check(lambda r: nn.CrossEntropyLoss(reduction=r), (x, soft), -(soft * log_softmax).sum(1))
    weighed = chosen * per_class[classes] * (classes != 4)
    check(lambda r: nn.CrossEntropyLoss(Tensor(per_class), 4, r), (x, classes), weighed,
          (per_class[classes] * (classes != 4)).sum())
    check(lambda r: nn.CrossEntropyLoss(reduction=r, label_smoothing=0.1), (x, classes),
          0.9 * chosen - 0.1 * log_softmax.mean(1))
    check(lambda r: nn.NLLLoss(reduction=r), (log_softmax, classes), chosen)


def case_losses_of_images():
    scores = generator.uniform(-1, 1, (2, 5, 3, 4)).astype(np.float32)
    labels = generator.integers(0, 5, (2, 3, 4)).astype(np.int32)
    logs = scores - np.log(np.exp(scores).sum(1, keepdims=True))
    chosen = np.take_along_axis(logs, labels[:, None], 1)[:, 0]
    check(lambda r: nn.CrossEntropyLoss(reduction=r), (scores, labels), -chosen)


def case_losses_of_probabilities():
    check(lambda r: nn.BCELoss(reduction=r), (p, bits), -(bits * np.log(p) + (1 - bits) * np.log(1 - p)))
    ends = Tensor(np.float32([0, 1, 1, 0]))
    close(nn.BCELoss(reduction="none")(ends, Tensor(np.float32([1, 0, 1, 0]))), [27.631021, 27.631021, 0, 0], "surely wrong, right")
    close(ms.grad(nn.BCELoss(reduction="sum"))(ends, Tensor(np.float32([1, 0, 0.3, 0.7]))) / 1e11, [-10, 10, 7, -7], "slopes there")
    sure = 1 / (1 + np.exp(-x))
    both = -(bits * np.log(sure) + (1 - bits) * np.log(1 - sure))
    check(lambda r: nn.BCEWithLogitsLoss(r), (x, bits), both)
    check(lambda r: nn.MultiLabelSoftMarginLoss(reduction=r), (x, bits), both.mean(1))
    check(lambda r: nn.SoftMarginLoss(r), (x, signs), np.log(1 + np.exp(-signs * x)))
    total = (p ** 2).sum() + (bits ** 2).sum() + 1e-5
    close(nn.DiceLoss()(Tensor(p), Tensor(bits)), 1 - 2 * (p * bits).sum() / total, "dice")
    focal = -((1 - np.exp(log_softmax)) ** 2 * log_softmax)[rows, classes]
    check(lambda r: nn.FocalLoss(reduction=r), (x, classes[:, None]), focal)


def case_losses_of_margins():
    margins = np.maximum(1 - x[rows, classes][:, None] + x, 0)
    margins[rows, classes] = 0
    check(lambda r: nn.MultiMarginLoss(reduction=r), (x, classes.astype(np.int64)), margins.sum(1) / 5)
    listed = np.array([[1, 3, -1, 0, 2], [0, -1, 1, 1, 1], [4, 3, 2, 1, 0], [2, -1, -1, -1, -1]], np.int32)
    wanted = []
    for scores, names in zip(x, listed):
        own = [int(name) for name in names[:np.argmax(np.append(names, -1) < 0)]]
        wanted.append(sum(max(0, 1 - scores[j] + scores[i]) for j in own for i in range(5) if i not in own) / 5)
    check(lambda r: nn.MultilabelMarginLoss(r), (x, listed), np.array(wanted))
    check(lambda r: nn.HingeEmbeddingLoss(1.0, r), (x, signs), np.where(signs > 0, x, np.maximum(1 - x, 0)))


def case_losses_of_pairs():
    cosine = (x * y).sum(1) / np.sqrt((x ** 2).sum(1) * (y ** 2).sum(1))
    same = np.array([1, -1, 1, -1], np.int32)
    check(lambda r: nn.CosineEmbeddingLoss(0.1, r), (x, y, same),
          np.where(same > 0, 1 - cosine, np.maximum(cosine - 0.1, 0)))
    check(lambda r: nn.MarginRankingLoss(0.1, r), (x[0], y[0], signs[0]),
          np.maximum(-signs[0] * (x[0] - y[0]) + 0.1, 0))

    def distance(a, b):
        return np.sqrt(((a - b + 1e-6) ** 2).sum(1))
    near, far = distance(x, y), distance(x, p)
    for loss in (nn.TripletMarginLoss, nn.TripletMarginWithDistanceLoss):
        check(lambda r: loss(reduction=r), (x, y, p), np.maximum(near - far + 1, 0))
        check(lambda r: loss(swap=True, reduction=r), (x, y, p),
              np.maximum(near - np.minimum(far, distance(y, p)) + 1, 0))


def case_losses_have_gradients():
    gradient = ms.grad(nn.CrossEntropyLoss())(Tensor(x), Tensor(classes))
    wanted = (np.exp(log_softmax) - np.eye(5)[classes]) / 4
    close(gradient, wanted, "cross entropy")
    close(ms.grad(nn.MSELoss())(Tensor(x), Tensor(y)), 2 * (x - y) / 20, "mse")


def case_own_loss_is_reduced():
    class Quartic(nn.LossBase):
        def construct(self, logits, labels):
            return self.get_loss((logits - labels) ** 4)

    check(lambda r: Quartic(r), (x, y), (x - y) ** 4)


if __name__ == "__main__":
    ms.set_seed(5)  # weights and masks that differ each time would miss a tolerance now and then
    globals()[f"case_{sys.argv[1]}"]()
    print("ok")
