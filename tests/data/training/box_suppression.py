# Boxes that stay when those that share too much with better ones go: by a table of overlaps, and class by class.
import numpy as np

import mindspore as ms
from mindspore import Tensor, ops


def scalar(value, dtype):
    return Tensor(value, dtype)


def stay(overlaps, scores, most, threshold, least):
    places = ops.NonMaxSuppressionWithOverlaps()(Tensor(overlaps, ms.float32), Tensor(scores, ms.float32), scalar(most, ms.int32),
                                                 scalar(threshold, ms.float32), scalar(least, ms.float32))
    print(places.dtype, places.asnumpy().tolist())


random = np.random.RandomState(0)
for count, most, threshold, least in ((6, 4, 0.5, 0.1), (8, 3, 0.3, 0.4), (5, 9, 0.7, 0.0), (4, 0, 0.5, 0.1), (5, 5, 0.5, 2.0)):
    stay(random.rand(count, count), np.round(random.rand(count), 1), most, threshold, least)
stay(np.zeros((8, 8)), np.ones(8), 9, 0.5, 0.1)

for kinds, per_class, in_all, pads, clips in ((1, 3, 4, False, True), (2, 2, 5, True, False), (3, 2, 9, True, True)):
    boxes = random.rand(2, 6, kinds, 4) * 1.5 - 0.2
    boxes[..., 2:] = boxes[..., :2] + np.abs(boxes[..., 2:])
    found = ops.CombinedNonMaxSuppression(pads, clips)(Tensor(boxes, ms.float32), Tensor(random.rand(2, 6, max(kinds, 2)), ms.float32),
                                                       scalar(per_class, ms.int32), scalar(in_all, ms.int32),
                                                       scalar(0.1, ms.float32), scalar(0.3, ms.float32))
    for part in found:
        print(part.dtype, part.shape, np.round(part.asnumpy().astype(np.float64), 3).reshape(-1)[:12].tolist())
try:
    ops.NonMaxSuppressionWithOverlaps()(Tensor(np.ones((3, 2)), ms.float32), Tensor(np.ones(3), ms.float32), scalar(1, ms.int32),
                                        scalar(0.5, ms.float32), scalar(0.1, ms.float32)).asnumpy()
except ValueError:
    print("a table has as many columns as rows")
