# SPDX-License-Identifier: Apache-2.0
"""Transforms of an image together with boxes in it: rows (left, top, width, height, ...) of an array <N,4 or more>."""
import numpy as np

from mindspore.dataset.arrays import as_array
from mindspore.dataset.checks import check_type
from mindspore.dataset.errors import pipeline_error
from mindspore.dataset.transforms.transform import RandomTransform, Transform
from mindspore.dataset.vision.chance import RandomResizedCrop, drawn_part
from mindspore.dataset.vision.geometry import Border, RandomCrop
from mindspore.dataset.vision.image import as_image, check_probability
from mindspore.dataset.vision.resize import Inter, Resize, resized


def as_boxes(boxes, image):
    """A copy of the boxes as float32; RuntimeError unless they lie in the image."""
    boxes = np.array(as_array(boxes), np.float32)
    if boxes.ndim != 2 or boxes.shape[1] < 4:
        raise pipeline_error("Boxes should be an array <N,4> or wider, but got shape " f"{list(boxes.shape)}")
    ends = boxes[:, :2] + boxes[:, 2:4]
    if (boxes[:, :4] < 0).any() or (ends > np.array(image.shape[1::-1])).any():
        raise pipeline_error("Invalid bounding box: it goes beyond the edges of the image.")
    return boxes


class _Flip(RandomTransform):
    """A flip of the image and its boxes, with a probability."""

    def __init__(self, prob=0.5):
        check_probability(prob)
        self.prob = prob

    def __call__(self, image, bboxes):
        image = as_image(image, type(self).__name__)
        boxes = as_boxes(bboxes, image)
        if not self.chance(self.prob):
            return image, boxes
        axis = self._axis
        boxes[:, 1 - axis] = image.shape[axis] - boxes[:, 1 - axis] - boxes[:, 3 - axis]
        return np.ascontiguousarray(np.flip(image, axis)), boxes


class RandomHorizontalFlipWithBBox(_Flip):
    """Left and right exchanged, with a probability."""

    _axis = 1


class RandomVerticalFlipWithBBox(_Flip):
    """Top and bottom exchanged, with a probability."""

    _axis = 0


def _scaled(boxes, before, after):
    """Boxes after a resize from one (height, width) to another."""
    boxes[:, 0::2][:, :2] *= np.float32(after[1] / before[1])
    boxes[:, 1::2][:, :2] *= np.float32(after[0] / before[0])
    return boxes


class ResizeWithBBox(Transform):
    """Resize of an image and its boxes."""

    def __init__(self, size, interpolation=Inter.BILINEAR):
        self.resize = Resize(size, interpolation)

    def __call__(self, image, bboxes):
        image = as_image(image, "ResizeWithBBox")
        boxes = as_boxes(bboxes, image)
        result = self.resize(image)
        return result, _scaled(boxes, image.shape[:2], result.shape[:2])


class RandomResizeWithBBox(RandomTransform):
    """ResizeWithBBox with a random interpolation."""

    def __init__(self, size):
        self.ways = [ResizeWithBBox(size, way) for way in (Inter.BILINEAR, Inter.NEAREST, Inter.BICUBIC, Inter.AREA)]

    def __call__(self, image, bboxes):
        return self.ways[self.random().integer(0, 3)](image, bboxes)


def _cut(boxes, top, left, height, width):
    """The boxes as far as they lie in a part of the image; one of no size at the origin where none does."""
    start = np.maximum(boxes[:, :2], [left, top])
    end = np.minimum(boxes[:, :2] + boxes[:, 2:4], [left + width, top + height])
    kept = (end > start).all(1)
    if not kept.any():
        return np.zeros((1, boxes.shape[1]), np.float32)
    boxes = boxes[kept]
    boxes[:, :2], boxes[:, 2:4] = start[kept] - [left, top], (end - start)[kept]
    return boxes


class RandomCropWithBBox(RandomCrop):
    """RandomCrop of an image and its boxes."""

    def __init__(self, size, padding=None, pad_if_needed=False, fill_value=0, padding_mode=Border.CONSTANT):
        super().__init__(size, padding, pad_if_needed, fill_value, padding_mode)

    def __call__(self, image, bboxes):
        image = as_image(image, "RandomCropWithBBox")
        boxes = as_boxes(bboxes, image)
        wide, offset = self.padded(image)
        boxes[:, :2] += offset
        top, left = self.place(wide)
        height, width = self.size
        return np.ascontiguousarray(wide[top:top + height, left:left + width]), _cut(boxes, top, left, height, width)


class RandomResizedCropWithBBox(RandomResizedCrop):
    """RandomResizedCrop of an image and its boxes."""

    def __call__(self, image, bboxes):
        image = as_image(image, "RandomResizedCropWithBBox")
        boxes = as_boxes(bboxes, image)
        top, left, high, wide = drawn_part(self.random(), *image.shape[:2], self.scale, self.ratio, self.attempts)
        part = image[top:top + high, left:left + wide]
        boxes = _scaled(_cut(boxes, top, left, high, wide), (high, wide), self.size)
        return resized(part, self.size, self.interpolation), boxes


class BoundingBoxAugment(RandomTransform):
    """A transform of the insides of a part (`ratio`) of the boxes, chosen at random; the boxes stay."""

    def __init__(self, transform, ratio=0.3):
        if not callable(transform):
            raise TypeError("transform should be a transform of an image.")
        check_type(ratio, [int, float], "ratio")
        check_probability(ratio)
        self.transform, self.ratio = transform, ratio

    def __call__(self, image, bboxes):
        image = as_image(image, "BoundingBoxAugment").copy()
        boxes = as_boxes(bboxes, image)
        left_over = list(range(len(boxes)))
        for _ in range(int(len(boxes) * self.ratio)):
            number = left_over.pop(self.random().below(len(left_over)))
            left, top, width, height = boxes[number, :4].astype(int)
            part = self.transform(np.ascontiguousarray(image[top:top + height, left:left + width]))
            part = part if part.shape[:2] == (height, width) else resized(part, (height, width), Inter.BILINEAR)
            image[top:top + height, left:left + width] = part
        return image, boxes
