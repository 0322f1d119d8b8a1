# SPDX-License-Identifier: Apache-2.0
"""Primitives of images: colours, other sizes, grids, regions and boxes."""
import sys

import numpy as np

from mindspore.common.dtype import float16, float32, float64
from mindspore.common.tensor import Tensor
from mindspore.ops.deformable import deformed
from mindspore.ops.operations._rows import CatalogueOperator, attrs, module_getattr, operator
from mindspore.ops.primitive import primitive_call as call
from mindspore.ops.products import matmul
from mindspore.ops.resampling import cubic_matrix


def _ops():
    return sys.modules["mindspore.ops"]


def _sizes(size):
    return tuple(int(part) for part in (size.tolist() if isinstance(size, Tensor) else size))


def _select(condition, a, b):
    return call("Select", condition, a, b)


# --- colours ----------------------------------------------------------------------------------------------------------

def _hsv(image):
    """(hue from 0 to 1, saturation, value) of (..., 3)."""
    red, green, blue = image[..., 0], image[..., 1], image[..., 2]
    value = call("Maximum", call("Maximum", red, green), blue)
    span = value - call("Minimum", call("Minimum", red, green), blue)
    safe = _select(call("Greater", span, 0.0), span, call("OnesLike", span))
    hue = _select(call("Equal", value, red), (green - blue) / safe,
                  _select(call("Equal", value, green), (blue - red) / safe + 2, (red - green) / safe + 4)) / 6
    hue = _select(call("Less", hue, 0.0), hue + 1, hue)
    zeros = call("ZerosLike", span)
    hue = _select(call("Greater", span, 0.0), hue, zeros)
    whole = _select(call("Greater", value, 0.0), value, call("OnesLike", value))
    return hue, _select(call("Greater", value, 0.0), span / whole, zeros), value


def _rgb(hue, saturation, value):
    """(..., 3) of hue, saturation and value."""
    turn = hue * 6
    parts = (call("Abs", turn - 3) - 1, 2 - call("Abs", turn - 2), 2 - call("Abs", turn - 4))
    clipped = [call("Maximum", call("Minimum", part, 1.0), 0.0) for part in parts]
    return call("Stack", tuple(((part - 1) * saturation + 1) * value for part in clipped), -1)


def _adjust_hue(prim, image, delta):
    hue, saturation, value = _hsv(image)
    moved = hue + delta
    return _rgb(moved - call("Floor", moved), saturation, value)


def _adjust_saturation(prim, image, scale):
    hue, saturation, value = _hsv(image)
    return _rgb(hue, call("Maximum", call("Minimum", saturation * scale, 1.0), 0.0), value)


# --- bent windows ------------------------------------------------------------------------------------------------------

def _deformable_offsets(prim, x, offsets):
    if prim.data_format != "NCHW" or not prim.modulated:
        raise ValueError("For 'DeformableOffsets', the 'data_format' must be 'NCHW' and 'modulated' True.")
    return deformed(x, offsets, prim.strides, prim.pads, prim.ksize, prim.dilations, prim.deformable_groups)


# --- other sizes ------------------------------------------------------------------------------------------------------

def _mixed(x, axis, matrix):
    """The product of x with a matrix (size, count) along an axis."""
    wide = x.dtype if x.dtype in (float32, float64) else float32
    product = matmul(x.astype(wide).swapaxes(axis, -1), Tensor(matrix.astype(np.float32), wide))
    return product.swapaxes(axis, -1)


def _source(prim, size, count):
    """Where `count` points lie among `size` ones."""
    points = np.arange(count, dtype=np.float64)
    if getattr(prim, "align_corners", False):
        return points * ((size - 1) / (count - 1) if count > 1 else 0)
    return (points + 0.5) * (size / count) - 0.5 if getattr(prim, "half_pixel_centers", False) else points * (size / count)


def _linear(places, size):
    matrix = np.zeros((size, len(places)))
    for column, place in enumerate(np.clip(places, 0, size - 1)):
        low = min(int(place), size - 1)
        matrix[low, column] += 1 - (place - low)
        matrix[min(low + 1, size - 1), column] += place - low
    return matrix


def _resize_bicubic(prim, images, sizes):
    for axis, count in zip((2, 3), _sizes(sizes)):
        size = images.shape[axis]
        images = _mixed(images, axis, cubic_matrix(_source(prim, size, count), size, prim.half_pixel_centers))
    return images


def _resize_linear(prim, x, size):
    modes = {"align_corners": attrs(align_corners=True), "half_pixel": attrs(half_pixel_centers=True), "asymmetric": {}}
    settings = type("Settings", (), modes[prim.coordinate_transformation_mode])
    return _mixed(x, 2, _linear(_source(settings, x.shape[2], _sizes(size)[0]), x.shape[2])).astype(x.dtype)


def _area(prim, size, count):
    """Each column is the mean over the stretch that it covers."""
    scale = (size - 1) / (count - 1) if prim.align_corners and count > 1 else size / count
    matrix = np.zeros((size, count))
    for column in range(count):
        first, last = column * scale, (column + 1) * scale
        for row in range(int(np.floor(first)), int(np.ceil(last))):
            matrix[min(max(row, 0), size - 1), column] += (min(row + 1, last) - max(row, first)) / scale
    return matrix


def _resize_area(prim, images, size):
    for axis, count in zip((1, 2), _sizes(size)):
        images = _mixed(images, axis, _area(prim, images.shape[axis], count))
    return images.astype(float32)


def resized_nearest(prim, images, size):
    """Images (N, C, H, W) in another size, each element that of the nearest one; prim tells how corners lie."""
    for axis, count in zip((2, 3), _sizes(size)):
        length = images.shape[axis]
        places = _source(prim, length, count)
        near = np.floor(places + 0.5) if prim.align_corners or prim.half_pixel_centers else np.floor(places)
        images = call("Gather", images, Tensor(np.clip(near, 0, length - 1).astype(np.int64)), axis)
    return images


def _upsample(mode):
    def run(prim, x, output_size=None, scales=None):
        size = None if output_size is None else _sizes(output_size)
        size = size or tuple(int(length * scale) for length, scale in zip(x.shape[2:], scales))
        return _ops().interpolate(x, size, None, mode, *([prim.align_corners] if mode == "trilinear" else []))
    return run


def _scale_and_translate(prim, images, size, scale, translation):
    """Each axis by a kernel around the point that scale and translation bring to it."""
    scales, shifts = scale.tolist(), translation.tolist()
    for axis, count in zip((1, 2), _sizes(size)):
        images = _mixed(images, axis, _kernel_matrix(prim, images.shape[axis], count, scales[axis - 1], shifts[axis - 1]))
    return images


_KERNELS = {
    "lanczos1": (1, lambda d: np.sinc(d) * np.sinc(d)),
    "lanczos3": (3, lambda d: np.sinc(d) * np.sinc(d / 3)),
    "lanczos5": (5, lambda d: np.sinc(d) * np.sinc(d / 5)),
    "gaussian": (1.5, lambda d: np.exp(-d * d / (2 * 0.5 * 0.5))),
    "box": (0.5, lambda d: 1.0 if abs(d) < 0.5 else 0.5 if abs(d) == 0.5 else 0.0),
    "triangle": (1, lambda d: max(0.0, 1 - abs(d))),
    "keyscubic": (2, lambda d: (1.5 * abs(d) - 2.5) * d * d + 1 if abs(d) <= 1 else
                  ((-0.5 * abs(d) + 2.5) * abs(d) - 4) * abs(d) + 2),
    "mitchellcubic": (2, lambda d: (7 / 6 * abs(d) - 2) * d * d + 8 / 9 if abs(d) <= 1 else
                      ((-7 / 18 * abs(d) + 2) * abs(d) - 10 / 3) * abs(d) + 16 / 9),
}


def _kernel_matrix(prim, size, count, scale, shift):
    reach, kernel = _KERNELS[prim.kernel_type]
    wide = max(1 / scale, 1.0) if prim.antialias else 1.0
    matrix = np.zeros((size, count))
    for column in range(count):
        middle = (column + 0.5 - shift) / scale
        if not 0 <= middle <= size:
            continue
        for row in range(max(int(np.ceil(middle - reach * wide - 0.5)), 0), min(int(middle + reach * wide + 0.5), size)):
            matrix[row, column] = kernel((row + 0.5 - middle) / wide)
        whole = matrix[:, column].sum()
        matrix[:, column] /= whole if abs(whole) >= 1000 * np.finfo(np.float32).tiny else 1
    return matrix


# --- boxes ------------------------------------------------------------------------------------------------------------

def _nms_with_mask(prim, bboxes):
    """(boxes by falling score, their places in that order, which of them stay): a box that shares more than the threshold
    with a better one that stays goes."""
    boxes = bboxes.asnumpy()
    ordered = boxes[np.argsort(-boxes[:, 4], kind="stable")].astype(np.float64)
    areas = np.maximum(ordered[:, 2] - ordered[:, 0], 0) * np.maximum(ordered[:, 3] - ordered[:, 1], 0)
    stays = np.ones(len(ordered), bool)
    for i in range(len(ordered)):
        if not stays[i]:
            continue
        sides = [np.maximum(np.minimum(ordered[i, 2 + k], ordered[:, 2 + k]) - np.maximum(ordered[i, k], ordered[:, k]), 0)
                 for k in (0, 1)]
        shared = sides[0] * sides[1]
        with np.errstate(invalid="ignore", divide="ignore"):
            ratio = shared / (areas[i] + areas - shared)
        stays[i + 1:] &= ~(ratio[i + 1:] > prim.iou_threshold)
    return (Tensor(ordered.astype(boxes.dtype)), Tensor(np.arange(len(ordered), dtype=np.int32)), Tensor(stays))


def _lifted(heap, hole, place, scores):
    """Puts a place into a heap's hole, or above it, where no better one stands above."""
    while hole and scores[heap[(hole - 1) // 2]] < scores[place]:
        heap[hole], hole = heap[(hole - 1) // 2], (hole - 1) // 2
    heap[hole] = place


def _queued(scores):
    """The places by falling score; equal ones come as from libstdc++'s std::priority_queue, which MindSpore takes."""
    heap = []
    for place in range(len(scores)):
        heap.append(place)
        _lifted(heap, place, place, scores)
    while heap:
        yield heap[0]
        last, count, hole = heap.pop(), len(heap), 0
        while count and 2 * hole + 2 < count:  # down to a leaf, then up again
            child = 2 * hole + 2
            child -= scores[heap[child]] < scores[heap[child - 1]]
            heap[hole], hole = heap[child], child
        if count and 2 * hole + 2 == count:
            heap[hole], hole = heap[count - 1], count - 1
        if count:
            _lifted(heap, hole, last, scores)


def _chosen(order, scores, overlap, most, threshold, least):
    """The places of boxes in an order of falling scores, those above `least`, of which none overlaps a better one by more
    than the threshold; `most` at most. overlap: of a box with many, by their places."""
    chosen = []
    for place in order:
        if len(chosen) >= most or not scores[place] > least:
            break
        if not np.any(overlap(place, chosen) > threshold):
            chosen.append(int(place))
    return chosen


def _suppressed(prim, overlaps, scores, max_output_size, overlap_threshold, score_threshold):
    """The places of the boxes that stay, by their overlaps (n, n) and scores (n,), as Int32."""
    table, marks = overlaps.asnumpy().astype(np.float32), scores.asnumpy()
    if table.ndim != 2 or table.shape != marks.shape * 2:
        raise ValueError(f"For '{prim.name}', 'overlaps' must have the shape (n, n) and 'scores' (n,), but got "
                         f"{table.shape} and {marks.shape}.")
    chosen = _chosen(_queued(marks), marks, lambda place, others: table[place, others], int(max_output_size),
                     float(overlap_threshold), float(score_threshold))
    return Tensor(np.array(chosen, np.int32))


def _shared_part(box, others):
    """The shared area of a box and others (n, 4) over the area of both together; corners may come in any order."""
    first, second = ([np.minimum(boxes[..., :2], boxes[..., 2:]), np.maximum(boxes[..., :2], boxes[..., 2:])]
                     for boxes in (box, others))
    shared = np.prod(np.maximum(np.minimum(first[1], second[1]) - np.maximum(first[0], second[0]), 0), -1)
    both = np.prod(first[1] - first[0], -1) + np.prod(second[1] - second[0], -1) - shared
    return np.where(both > 0, shared / np.where(both > 0, both, 1), 0)


def _check_combined(name, boxes, scores, per_class, in_all, threshold):
    if boxes.ndim != 4 or scores.ndim != 3 or boxes.shape[:2] != scores.shape[:2] or boxes.shape[3] != 4 or (
            boxes.shape[2] not in (1, scores.shape[2])):
        raise ValueError(f"For '{name}', 'boxes' must have the shape (batch, n, 1 or classes, 4) and 'scores' (batch, n, "
                         f"classes), but got {boxes.shape} and {scores.shape}.")
    if per_class <= 0 or in_all <= 0 or not 0 <= threshold <= 1:
        raise ValueError(f"For '{name}', the largest sizes must be positive and 'iou_threshold' within [0, 1], but got "
                         f"{per_class}, {in_all} and {threshold}.")


def _combined_suppressed(prim, boxes, scores, max_output_size_per_class, max_total_size, iou_threshold, score_threshold):
    """(boxes (batch, m, 4), scores (batch, m), classes (batch, m), how many there are (batch,)) of the best boxes of all
    classes that stay when each class is looked at by itself; behind them zeros."""
    places, marks = boxes.asnumpy(), scores.asnumpy()
    per_class, in_all, threshold = int(max_output_size_per_class), int(max_total_size), float(iou_threshold)
    _check_combined(prim.name, places, marks, per_class, in_all, threshold)
    batch, _, classes = marks.shape
    size = min(in_all, per_class * classes) if prim.pad_per_class else in_all
    found = [np.zeros((batch, size, 4), np.float32), np.zeros((batch, size), np.float32),
             np.zeros((batch, size), np.float32), np.zeros(batch, np.int32)]
    for sample in range(batch):
        rows = []
        for kind in range(classes):
            own, points = places[sample, :, kind % places.shape[2]], marks[sample, :, kind]
            order = np.argsort(-points, kind="stable")
            chosen = _chosen(order, points, lambda place, others: _shared_part(own[place], own[others]), per_class,
                             threshold, float(score_threshold))
            rows += [(points[place], kind, own[place]) for place in chosen]
        rows = sorted(rows, key=lambda row: -row[0])[:size]
        for at, (mark, kind, box) in enumerate(rows):
            found[0][sample, at] = np.clip(box, 0, 1) if prim.clip_boxes else box
            found[1][sample, at], found[2][sample, at] = mark, kind
        found[3][sample] = len(rows)
    return tuple(map(Tensor, found))


AdjustHue = operator("AdjustHue", run=_adjust_hue)
AdjustSaturation = operator("AdjustSaturation", run=_adjust_saturation)
RGBToHSV = operator("RGBToHSV", run=lambda prim, images: call("Stack", _hsv(images), -1))
HSVToRGB = operator("HSVToRGB", run=lambda prim, x: _rgb(x[..., 0], x[..., 1], x[..., 2]))

ResizeBicubic = operator("ResizeBicubic", attrs(align_corners=False, half_pixel_centers=False), run=_resize_bicubic)
ResizeLinear1D = operator("ResizeLinear1D", attrs(coordinate_transformation_mode="align_corners"), run=_resize_linear)
ResizeArea = operator("ResizeArea", attrs(align_corners=False), run=_resize_area)
ResizeNearestNeighborV2 = operator("ResizeNearestNeighborV2", attrs(align_corners=False, half_pixel_centers=False),
                                   run=resized_nearest)
UpsampleNearest3D = operator("UpsampleNearest3D", run=_upsample("nearest"))
UpsampleTrilinear3D = operator("UpsampleTrilinear3D", attrs(align_corners=False), run=_upsample("trilinear"))
ScaleAndTranslate = operator("ScaleAndTranslate", attrs(kernel_type="lanczos3", antialias=True), run=_scale_and_translate)

AffineGrid = operator("AffineGrid", attrs(align_corners=False),
                      run=lambda prim, theta, size: _ops().affine_grid(theta, _sizes(size), prim.align_corners))
_GRID = attrs(interpolation_mode="bilinear", padding_mode="zeros", align_corners=False)


def _checked_size(name, what, value):
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError(f"For '{name}', the type of '{what}' must be int, but got {type(value).__name__}.")
    if value <= 0:
        raise ValueError(f"For '{name}', the '{what}' must be > 0, but got {value}.")


class PositionRegions(CatalogueOperator):
    """What poolings of regions by position have: their attributes are checked when they are made."""

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        if isinstance(self.spatial_scale, bool) or not isinstance(self.spatial_scale, (int, float)):
            raise TypeError(f"For '{self.name}', the type of 'spatial_scale' must be float, but got "
                            f"{type(self.spatial_scale).__name__}.")
        if self.spatial_scale <= 0:
            raise ValueError(f"For '{self.name}', the 'spatial_scale' must be > 0, but got {self.spatial_scale}.")
        for what in ("group_size", "output_dim"):
            _checked_size(self.name, what, self.attrs[what])
        sizes = self.attrs.get("input_size", 1)
        if isinstance(sizes, tuple) and len(sizes) != 2:
            raise ValueError(f"For '{self.name}', the 'input_size' must be an int or two, but got {sizes}.")
        for size in sizes if isinstance(sizes, tuple) else (sizes,):
            _checked_size(self.name, "input_size", size)


def _part_matrix(first, last, size, parts, margin):
    """(regions, parts, size): 1 / length where an element is in a part of a region, whose parts overlap by less than 2. The
    last `margin` elements are in none."""
    first, last = np.asarray(first, np.float64), np.asarray(last, np.float64)
    length = np.maximum(last - first, 0.1) / parts
    begin = np.floor(np.arange(parts) * length[:, None] + first[:, None])
    end = np.ceil((np.arange(parts) + 1) * length[:, None] + first[:, None])
    begin, end = np.clip(begin, 0, size - margin), np.clip(end, 0, size - margin)
    places = np.arange(size)
    inside = (places >= begin[..., None]) & (places < end[..., None])
    return inside / np.maximum(end - begin, 1)[..., None]


def check_regions(name, x, rois):
    """TypeError unless both are tensors of Float16 or Float32, ValueError unless they have 4 and 3 axes."""
    for what, value, axes in (("x", x, 4), ("rois", rois, 3)):
        if not isinstance(value, Tensor) or value.dtype not in (float16, float32):
            got = value.dtype if isinstance(value, Tensor) else type(value).__name__
            raise TypeError(f"For '{name}', '{what}' must be a Tensor of Float16 or Float32, but got {got}.")
        if value.ndim != axes:
            raise ValueError(f"For '{name}', '{what}' must have {axes} dimensions, but got {value.ndim}.")


def position_pooled(prim, x, rois, margin=1):
    """
    The means of group_size * group_size parts of regions, each part read from channels of its own. As in MindSpore, the last
    row and column of x are in no part; they are for its gradient, which is without a margin.

    Args:
        x (Tensor): (N, output_dim * group_size ** 2, H, W); Float16 or Float32.
        rois (Tensor): (N, 5, regions), of which each five elements in memory are a region: the number of the image, x1, y1,
            x2, y2, which spatial_scale brings to x.

    Returns:
        Tensor (N * regions, output_dim, group_size, group_size).

    Raises TypeError for what is no such tensor, ValueError for another number of axes, RuntimeError for channels that do
    not fit and for as many images as rows of regions.
    """
    check_regions(prim.name, x, rois)
    if x.shape[0] != rois.shape[0]:
        raise RuntimeError(f"For '{prim.name}', the batch number of input 'features' and 'rois' must be equal, but got: "
                           f"{x.shape[0]} and {rois.shape[0]}.")
    group, depth = prim.group_size, prim.output_dim
    if x.shape[1] != depth * group * group:
        raise RuntimeError(f"For '{prim.name}', 'x' must have {depth * group * group} channels, but got {x.shape}.")
    rows = rois.asnumpy().astype(np.float64).reshape(-1, 5)
    edges = np.floor(rows[:, 1:] * prim.spatial_scale + 0.5)
    tall = _part_matrix(edges[:, 1], edges[:, 3], x.shape[2], group, margin)
    wide = _part_matrix(edges[:, 0], edges[:, 2], x.shape[3], group, margin)
    weights = tall[:, :, None, :, None] * wide[:, None, :, None, :]
    weights = weights.reshape(len(rows), 1, group * group, -1).transpose(0, 2, 3, 1)
    seen = call("Gather", x, Tensor(rows[:, 0].astype(np.int64)), 0)
    seen = seen.reshape((len(rows), depth, group * group, -1)).transpose((0, 2, 1, 3))
    found = call("BatchMatMul", seen, Tensor(np.ascontiguousarray(weights), x.dtype))
    return found.reshape((len(rows), group, group, depth)).transpose((0, 3, 1, 2))


def _grid_sample(prim, x, grid):
    return _ops().grid_sample(x, grid, prim.interpolation_mode, prim.padding_mode, prim.align_corners)


GridSampler2D = operator("GridSampler2D", _GRID, run=_grid_sample)
GridSampler3D = operator("GridSampler3D", _GRID, run=_grid_sample)
CropAndResize = operator("CropAndResize", attrs(method="bilinear", extrapolation_value=0.0),
                         run=lambda prim, x, boxes, numbers, size: _ops().crop_and_resize(
                             x, boxes, numbers, _sizes(size), prim.method, prim.extrapolation_value))
ROIAlign = operator("ROIAlign", attrs("pooled_height", "pooled_width", "spatial_scale", sample_num=2, roi_end_mode=1),
                    run=lambda prim, x, rois: _ops().roi_align(x, rois, prim.pooled_height, prim.pooled_width,
                                                               prim.spatial_scale, prim.sample_num, prim.roi_end_mode))

_MEANS = dict(means=(0.0, 0.0, 0.0, 0.0), stds=(1.0, 1.0, 1.0, 1.0))
BoundingBoxEncode = operator("BoundingBoxEncode", attrs(**_MEANS), run=lambda prim, anchors, boxes:
                             _ops().bounding_box_encode(anchors, boxes, prim.means, prim.stds))
BoundingBoxDecode = operator("BoundingBoxDecode", attrs("max_shape", **_MEANS, wh_ratio_clip=0.016),
                             run=lambda prim, anchors, deltas: _ops().bounding_box_decode(
                                 anchors, deltas, prim.max_shape, prim.means, prim.stds, prim.wh_ratio_clip))
CheckValid = operator("CheckValid", function="check_valid")
IOU = operator("IOU", attrs(mode="iou"), function="iou")
NMSWithMask = operator("NMSWithMask", attrs(iou_threshold=0.5), run=_nms_with_mask)
NonMaxSuppressionWithOverlaps = operator("NonMaxSuppressionWithOverlaps", run=_suppressed)
CombinedNonMaxSuppression = operator("CombinedNonMaxSuppression", attrs(pad_per_class=False, clip_boxes=True),
                                     run=_combined_suppressed)

PSROIPooling = operator("PSROIPooling", attrs("spatial_scale", "group_size", "output_dim"),
                        run=lambda prim, x, rois: position_pooled(prim, x, rois), base=PositionRegions)
DeformableOffsets = operator("DeformableOffsets", attrs("strides", "pads", "ksize", dilations=(1, 1, 1, 1),
                                                        data_format="NCHW", deformable_groups=1, modulated=True),
                             run=_deformable_offsets)

__getattr__ = module_getattr("mindspore.ops.operations.image_ops")
