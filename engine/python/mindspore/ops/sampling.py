# SPDX-License-Identifier: Apache-2.0
"""Elements of images and volumes between their points: grids, boxes, regions; and the arithmetic of boxes."""
import numpy as np

from mindspore.common.dtype import float32, int32, int64
from mindspore.common.tensor import Tensor
from mindspore.ops.primitive import primitive_call as call
from mindspore.ops.products import matmul

__all__ = ["affine_grid", "grid_sample", "crop_and_resize", "roi_align", "bounding_box_encode", "bounding_box_decode",
           "check_valid", "iou"]


# --- grids ------------------------------------------------------------------------------------------------------------

def _points(size, align_corners):
    """`size` points from -1 to 1: at the ends, or in the middle of as many equal parts."""
    if size == 1:
        return np.zeros(1, np.float32)
    points = np.linspace(-1, 1, size, dtype=np.float32)
    return points if align_corners else points * np.float32((size - 1) / size)


def affine_grid(theta, size, align_corners=False):
    """The places (N, H, W, 2) that the maps theta (N, 2, 3) give the points of images of `size` (N, C, H, W); of volumes
    (N, D, H, W, 3) by (N, 3, 4)."""
    axes = len(size) - 2
    if theta.ndim != 3 or theta.shape[1:] != (axes, axes + 1):
        raise ValueError(f"For 'affine_grid', 'theta' must have the shape ({size[0]}, {axes}, {axes + 1}), but got "
                         f"{theta.shape}.")
    grids = np.meshgrid(*(_points(int(length), align_corners) for length in size[2:]), indexing="ij")
    places = np.stack([*reversed(grids), np.ones_like(grids[0])], -1).reshape(1, -1, axes + 1)
    flat = matmul(Tensor(places.astype(np.float32), theta.dtype), theta.swapaxes(1, 2))
    return flat.reshape((theta.shape[0], *map(int, size[2:]), axes))


def _reflected(place, low, high):
    """Places mirrored at both ends until they lie between them."""
    span = high - low
    if span <= 0:
        return call("ZerosLike", place)
    distance = call("Abs", place - low)
    turns = call("Floor", distance / span)
    rest = distance - turns * span
    return call("Select", call("Equal", turns - call("Floor", turns / 2) * 2, 0.0), rest + low, high - rest)


def _unscaled(place, size, align_corners, padding_mode):
    """Places from -1 to 1 as those of elements."""
    at = (place + 1) * ((size - 1) / 2) if align_corners else ((place + 1) * size - 1) / 2
    if padding_mode == "reflection":
        at = _reflected(at, 0, size - 1) if align_corners else _reflected(at, -0.5, size - 0.5)
    return call("Maximum", call("Minimum", at, float(size - 1)), 0.0) if padding_mode != "zeros" else at


def _taken(flat, indices, sizes):
    """(the elements at whole places, which of them lie inside): flat (N, C, elements), indices of (N, P) by axis."""
    place, inside = None, None
    for index, size in zip(indices, sizes):
        within = call("LogicalAnd", call("GreaterEqual", index, 0.0), call("LessEqual", index, float(size - 1)))
        near = call("Maximum", call("Minimum", index, float(size - 1)), 0.0)
        place = near if place is None else place * size + near
        inside = within if inside is None else call("LogicalAnd", inside, within)
    n, c, _ = flat.shape
    places = call("ExpandDims", place.astype(int64), 1)
    found = call("GatherD", flat, 2, call("BroadcastTo", places, (n, c, places.shape[2])))
    return found, call("ExpandDims", inside.astype(flat.dtype), 1)


def _corners(at):
    """[(whole place, its weight)] of the two neighbours of a place."""
    low = call("Floor", at)
    return [(low, 1 - (at - low)), (low + 1, at - low)]


def _cubic(at):
    """The same of the four neighbours of a cubic curve."""
    low, a = call("Floor", at), -0.75
    part = at - low

    def near(d):
        return ((a + 2) * d - (a + 3)) * d * d + 1

    def far(d):
        return ((a * d - 5 * a) * d + 8 * a) * d - 4 * a
    weights = far(part + 1), near(part), near(1 - part), far(2 - part)
    return [(low + offset, weight) for offset, weight in zip((-1, 0, 1, 2), weights)]


def grid_sample(input, grid, mode="bilinear", padding_mode="zeros", align_corners=False):
    """The elements of images input (N, C, H, W) at the places grid (N, H', W', 2), each (x, y) from -1 to 1; of volumes
    (N, C, D, H, W) at (N, D', H', W', 3). mode "bilinear", "nearest" or (images) "bicubic"; outside are zeros, the border
    or the reflection."""
    axes = input.ndim - 2
    if axes not in (2, 3) or grid.ndim != input.ndim or grid.shape[-1] != axes or grid.shape[0] != input.shape[0]:
        raise ValueError(f"For 'grid_sample', the 'grid' must have {axes} numbers for each place and the batch of 'input', "
                         f"but got {grid.shape} for {input.shape}.")
    if mode not in ("bilinear", "nearest", "bicubic") or (mode == "bicubic" and axes == 3):
        raise ValueError(f"For 'grid_sample', 'mode' must be 'bilinear', 'nearest' or (for images) 'bicubic', but got {mode}.")
    if padding_mode not in ("zeros", "border", "reflection"):
        raise ValueError("For 'grid_sample', 'padding_mode' must be 'zeros', 'border' or 'reflection', but got "
                         f"{padding_mode}.")
    sizes = input.shape[2:]
    flat = input.reshape((*input.shape[:2], -1))
    places = grid.reshape((grid.shape[0], -1, axes))
    at = [_unscaled(places[..., axes - 1 - axis], size, align_corners, padding_mode if mode != "bicubic" else "zeros")
          for axis, size in enumerate(sizes)]
    parts = [[(call("Round", place), None)] if mode == "nearest" else _cubic(place) if mode == "bicubic"
             else _corners(place) for place in at]
    total = _weighted(flat, parts, sizes, padding_mode, mode, align_corners)
    return total.reshape((*input.shape[:2], *grid.shape[1:-1]))


def _weighted(flat, parts, sizes, padding_mode, mode, align_corners):
    total = None
    for choice in np.ndindex(*map(len, parts)):
        chosen = [part[i] for part, i in zip(parts, choice)]
        indices = [index for index, _ in chosen]
        if mode == "bicubic" and padding_mode == "reflection":
            indices = [_reflected(index, 0, size - 1) if align_corners else _reflected(index, -0.5, size - 0.5)
                       for index, size in zip(indices, sizes)]
        found, inside = _taken(flat, indices, sizes)
        found = found * inside if padding_mode == "zeros" else found
        for _, weight in chosen:
            found = found if weight is None else found * call("ExpandDims", weight, 1).astype(flat.dtype)
        total = found if total is None else total + found
    return total


# --- boxes of images --------------------------------------------------------------------------------------------------

def crop_and_resize(image, boxes, box_indices, crop_size, method="bilinear", extrapolation_value=0.0):
    """The parts boxes (B, 4) (y1, x1, y2, x2 from 0 to 1) of the images box_indices (B,) of image (N, H, W, C), resampled
    to crop_size: (B, h, w, C). method "bilinear", "nearest" or "bilinear_v2" (points in the middle of what they stand for,
    without extrapolation); Float32."""
    if image.ndim != 4 or boxes.ndim != 2 or boxes.shape[1] != 4:
        raise ValueError(f"For 'crop_and_resize', 'image' must have 4 dimensions and 'boxes' the shape (boxes, 4), but got "
                         f"{image.shape} and {boxes.shape}.")
    if method not in ("bilinear", "nearest", "bilinear_v2"):
        raise ValueError(f"For 'crop_and_resize', 'method' must be 'bilinear', 'nearest' or 'bilinear_v2', but got {method}.")
    at = [_box_points(boxes, axis, image.shape[1 + axis], crop_size[axis], method) for axis in (0, 1)]
    chosen = call("Gather", image.astype(float32), box_indices, 0).transpose((0, 3, 1, 2))
    sizes, count = image.shape[1:3], boxes.shape[0]
    y, x = (call("BroadcastTo", part, (count, *crop_size)).reshape((count, -1))
            for part in (call("ExpandDims", at[0], 2), call("ExpandDims", at[1], 1)))
    inside = None
    for place, size in zip((y, x), sizes):
        within = call("LogicalAnd", call("GreaterEqual", place, 0.0), call("LessEqual", place, float(size - 1)))
        inside = within if inside is None else call("LogicalAnd", inside, within)
    if method == "bilinear_v2":
        y, x = (call("Maximum", call("Minimum", place, float(size - 1)), 0.0) for place, size in zip((y, x), sizes))
    parts = [[(call("Floor", place + 0.5), None)] if method == "nearest" else _corners(place) for place in (y, x)]
    flat = chosen.reshape((*chosen.shape[:2], -1))
    found = _weighted(flat, parts, sizes, "border", method, True)
    if method != "bilinear_v2":
        found = call("Select", call("BroadcastTo", call("ExpandDims", inside, 1), found.shape), found,
                     call("Full", found.shape, extrapolation_value, float32))
    return found.reshape((count, image.shape[3], *crop_size)).transpose((0, 2, 3, 1))


def _box_points(boxes, axis, size, count, method):
    """Where the points of each box lie along an axis: (boxes, count)."""
    begin, end = boxes[:, axis:axis + 1], boxes[:, axis + 2:axis + 3]
    steps = Tensor(np.arange(count, dtype=np.float32).reshape(1, -1))
    if method == "bilinear_v2":
        # Whole elements of the image, both ends with it: at least one.
        first, last = ((edge * size).astype(int32).astype(float32) for edge in (begin, end))
        span = call("Maximum", last - first + 1, 1.0)
        within = call("Maximum", (steps + 0.5) * (span / count) - 0.5, 0.0)
        return first + call("Minimum", within, span - 1)
    if count == 1:
        return (begin + end) * ((size - 1) / 2)
    return begin * (size - 1) + steps * ((end - begin) * ((size - 1) / (count - 1)))


def roi_align(features, rois, pooled_height, pooled_width, spatial_scale, sample_num=2, roi_end_mode=1):
    """Means of sample_num * sample_num points in each of pooled_height * pooled_width parts of regions rois (R, 5) (number
    of the image, x1, y1, x2, y2 times spatial_scale) of features (N, C, H, W). sample_num 0 or less takes as many as one part
    of the region has whole elements; of a part with none the mean is NaN. roi_end_mode 1: regions end one element further;
    0: they are at least one element long."""
    pooled, end = (pooled_height, pooled_width), float(roi_end_mode)
    begins = [rois[:, place:place + 1] * spatial_scale for place in (2, 1)]
    ends = [(rois[:, place:place + 1] + end) * spatial_scale for place in (4, 3)]
    spans = [last - first if roi_end_mode else call("Maximum", last - first, 1.0) for first, last in zip(begins, ends)]
    if sample_num > 0 or not rois.shape[0]:
        return _region_means(features, rois, begins, spans, pooled, (max(sample_num, 1),) * 2)
    sizes = [np.floor(span.asnumpy().astype(np.float32) / parts).astype(int) for span, parts in zip(spans, pooled)]
    found = []
    for place, counts in enumerate(zip(*(size.reshape(-1).tolist() for size in sizes))):
        region, *lines = (value[place:place + 1] for value in (rois, *begins, *spans))
        if min(counts) > 0:
            found.append(_region_means(features, region, lines[:2], lines[2:], pooled, counts))
        else:
            empty = 0.0 if counts[0] * counts[1] else float("nan")
            found.append(call("Full", (1, features.shape[1], *pooled), empty, features.dtype))
    return call("Concat", tuple(found), 0)


def _region_means(features, rois, begins, spans, pooled, counts):
    """Of regions that begin there and are so long (each along y and x), with counts points in each part."""
    batch = rois[:, 0].astype(int32)
    height, width = features.shape[2:]
    y, x = (_region_points(first, span, parts, count) for first, span, parts, count in zip(begins, spans, pooled, counts))
    shape = (rois.shape[0], y.shape[1], x.shape[1])
    at = [call("BroadcastTo", part, shape).reshape((shape[0], -1))
          for part in (call("ExpandDims", y, 2), call("ExpandDims", x, 1))]
    inside = None
    for place, size in zip(at, (height, width)):
        within = call("LogicalAnd", call("GreaterEqual", place, -1.0), call("LessEqual", place, float(size)))
        inside = within if inside is None else call("LogicalAnd", inside, within)
    clipped = [call("Maximum", call("Minimum", place, float(size - 1)), 0.0) for place, size in zip(at, (height, width))]
    chosen = call("Gather", features, batch, 0)
    flat = chosen.reshape((*chosen.shape[:2], -1))
    found = _weighted(flat, [_corners(place) for place in clipped], (height, width), "border", "bilinear", True)
    found = found * call("ExpandDims", inside.astype(found.dtype), 1)
    blocks = found.reshape((*chosen.shape[:2], pooled[0], counts[0], pooled[1], counts[1]))
    return call("ReduceMean", blocks, (3, 5))


def _region_points(first, span, parts, count):
    steps = (np.arange(parts * count, dtype=np.float32) + 0.5) / (parts * count)
    return first + span * Tensor(steps.reshape(1, -1), span.dtype)


# --- arithmetic of boxes ----------------------------------------------------------------------------------------------

def _middles(box):
    """(x, y, width, height) of boxes (x1, y1, x2, y2) whose ends count."""
    width, height = box[:, 2] - box[:, 0] + 1, box[:, 3] - box[:, 1] + 1
    return (box[:, 0] + box[:, 2]) * 0.5, (box[:, 1] + box[:, 3]) * 0.5, width, height


def bounding_box_encode(anchor_box, groundtruth_box, means=(0.0, 0.0, 0.0, 0.0), stds=(1.0, 1.0, 1.0, 1.0)):
    """How boxes (N, 4) lie to anchors (N, 4): shifts in units of their size, logarithms of the ratios of sizes; less means,
    divided by stds."""
    ax, ay, aw, ah = _middles(anchor_box)
    gx, gy, gw, gh = _middles(groundtruth_box)
    deltas = (gx - ax) / aw, (gy - ay) / ah, call("Log", gw / aw), call("Log", gh / ah)
    return call("Stack", tuple((delta - mean) / std for delta, mean, std in zip(deltas, means, stds)), -1)


def bounding_box_decode(anchor_box, deltas, max_shape, means=(0.0, 0.0, 0.0, 0.0), stds=(1.0, 1.0, 1.0, 1.0),
                        wh_ratio_clip=0.016):
    """The boxes (N, 4) that deltas make of anchors (N, 4), inside of images of max_shape (height, width); ratios of sizes
    lie between wh_ratio_clip and its inverse."""
    ax, ay, aw, ah = _middles(anchor_box)
    dx, dy, dw, dh = (deltas[:, i] * stds[i] + means[i] for i in range(4))
    most = abs(float(np.log(wh_ratio_clip)))
    width, height = (call("Exp", call("Maximum", call("Minimum", delta, most), -most)) * size
                     for delta, size in ((dw, aw), (dh, ah)))
    x, y = ax + aw * dx, ay + ah * dy
    sides = (x - width * 0.5 + 0.5, y - height * 0.5 + 0.5, x + width * 0.5 - 0.5, y + height * 0.5 - 0.5)
    limits = (max_shape[1] - 1, max_shape[0] - 1) * 2
    return call("Stack", tuple(call("Maximum", call("Minimum", side, float(limit)), 0.0)
                               for side, limit in zip(sides, limits)), -1)


def check_valid(bboxes, img_metas):
    """Which boxes (N, 4) lie inside of an image of (height, width) times a ratio."""
    height, width = img_metas[0] * img_metas[2], img_metas[1] * img_metas[2]
    checks = (call("GreaterEqual", bboxes[:, 0], 0.0), call("GreaterEqual", bboxes[:, 1], 0.0),
              call("LessEqual", bboxes[:, 2], width - 1), call("LessEqual", bboxes[:, 3], height - 1))
    valid = checks[0]
    for check in checks[1:]:
        valid = call("LogicalAnd", valid, check)
    return valid


def iou(anchor_boxes, gt_boxes, mode="iou"):
    """(boxes M, anchors N): the area that two boxes share over that of both together; mode "iof": over that of the second
    one. Ends of boxes count."""
    if mode not in ("iou", "iof"):
        raise ValueError(f"For 'iou', 'mode' must be 'iou' or 'iof', but got {mode}.")
    anchors, boxes = call("ExpandDims", anchor_boxes, 0), call("ExpandDims", gt_boxes, 1)
    low = call("Maximum", anchors[..., :2], boxes[..., :2])
    high = call("Minimum", anchors[..., 2:], boxes[..., 2:])
    sides = call("Maximum", high - low + 1, 0.0)
    shared = sides[..., 0] * sides[..., 1]
    areas = [(part[..., 2] - part[..., 0] + 1) * (part[..., 3] - part[..., 1] + 1) for part in (anchors, boxes)]
    return shared / (areas[0] + areas[1] - shared if mode == "iou" else areas[1])
