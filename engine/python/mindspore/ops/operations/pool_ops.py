# SPDX-License-Identifier: Apache-2.0
"""Primitives of poolings with places, of volumes, and of convolutions of volumes."""
import sys

import numpy as np

from mindspore.common.dtype import float64, int32, int64
from mindspore.common.tensor import Tensor
from mindspore.ops import volumes, windows
from mindspore.ops.operations._rows import attrs, module_getattr, operator
from mindspore.ops.primitive import primitive_call as call

_VOLUMES = dict(data_format="NCDHW")


def _ops():
    return sys.modules["mindspore.ops"]


def _last(value, axes=3):
    """The sizes of an attribute without those of batch and channels."""
    return tuple(value[-axes:]) if isinstance(value, (tuple, list)) else (value,) * axes


def _places_dtype(prim):
    return int32 if prim.argmax_type in ("int32", int32) else int64


def _sides(pad):
    """The same padding on both sides of each axis, of an int, three or six numbers."""
    pads = _last(pad, 6) if isinstance(pad, (tuple, list)) and len(pad) == 6 else tuple(
        side for part in _last(pad) for side in (part, part))
    if pads[::2] != pads[1::2]:
        raise ValueError(f"Paddings of a pooling must be the same on both sides, but got {pads}.")
    return pads[::2]


def _avg_pool3d(prim, x):
    mode = prim.pad_mode.lower()
    kernel, stride = _last(prim.kernel_size), _last(prim.strides)
    if mode != "pad":
        return volumes.avg_pooled(x, kernel, stride, mode)
    return volumes.avg_pool3d(x, kernel, stride, _sides(prim.pad), prim.ceil_mode, prim.count_include_pad,
                              prim.divisor_override)


def _max_pool3d(prim, x):
    mode = prim.pad_mode.lower()
    kernel, stride = _last(prim.kernel_size), _last(prim.strides)
    if mode != "pad":
        return volumes.max_pooled(x, kernel, stride, mode)
    return volumes.max_pool3d(x, kernel, stride, _sides(prim.pad_list), 1, bool(prim.ceil_mode))


def _with_places(axes):
    def run(prim, x):
        kernel, pads = prim.attrs["ksize" if axes == 3 else "kernel_size"], prim.pads
        stride = prim.strides
        return windows.pooled_with_places(f"{prim.name}", x, _last(kernel, axes), None if stride is None else
                                          _last(stride, axes), _last(pads, axes), _last(prim.dilation, axes), prim.ceil_mode,
                                          _places_dtype(prim))
    return run


def _max_pool_with_places(prim, x):
    """(the largest elements of windows, their places within all channels of an image as Int32); "same" pads with what is
    never largest."""
    kernel, stride = _last(prim.kernel_size, 2), _last(prim.strides, 2)
    starts = windows.starts_of(x.shape[2:], kernel, stride, prim.pad_mode)
    values, places = windows.largest_of(x, starts, kernel, None, int32)
    first = np.arange(x.shape[1], dtype=np.int32) * (x.shape[2] * x.shape[3])
    return values, places + Tensor(first.reshape(1, -1, 1, 1))


def _unpool(axes):
    def run(prim, x, argmax):
        return windows.unpooled(prim.name, x, argmax, _last(prim.ksize, axes), _last(prim.strides, axes),
                                _last(prim.pads, axes), prim.output_shape, axes)
    return run


def _conv3d(prim, x, weight):
    return volumes.conv3d(x, weight, None, _last(prim.stride), prim.pad_mode, _last(prim.pad, 6) if
                          isinstance(prim.pad, (tuple, list)) and len(prim.pad) == 6 else prim.pad, _last(prim.dilation),
                          prim.group)


def _conv3d_transpose(prim, x, weight):
    return volumes.conv3d_transpose(x, weight, prim.pad_mode, prim.pad, _last(prim.stride), _last(prim.dilation), prim.group,
                                    _last(prim.output_padding))


def _fractional(axes, order):
    def run(prim, x, samples):
        counts = prim.output_shape[-axes:] if isinstance(prim.output_shape, (tuple, list)) else prim.output_shape
        return windows.fractional(prim.name, x, _last(prim.ksize, axes), counts, None, samples, axes, order)
    return run


def _random_bounds(prim, size, ratio, random):
    """Bounds of windows along an axis: as many as size / ratio, lengths differ by one at most, in random order."""
    count = int(size / ratio)
    short = size // count
    lengths = np.full(count, short)
    lengths[:size - short * count] += 1
    if prim.pseudo_random:
        alpha, at = size / count, random.random()
        bounds = [int(alpha * (i + at)) for i in range(count + 1)]
        return np.array([0, *(bound - bounds[0] for bound in bounds[1:-1]), size])
    return np.concatenate([[0], np.cumsum(random.permutation(lengths))])


def _fractional_nhwc(fold):
    """(folded windows, bounds of rows, bounds of columns) of images (N, H, W, C)."""
    def run(prim, x):
        seed = (prim.seed or prim.seed2) if prim.deterministic else int(_ops().randint(0, 2 ** 31 - 1, (1,)).asnumpy()[0])
        random = np.random.RandomState(seed)
        rows, columns = (_random_bounds(prim, x.shape[axis], prim.pooling_ratio[axis], random) for axis in (1, 2))
        more = 1 if prim.overlapping else 0
        parts = []
        for top, bottom in zip(rows[:-1], rows[1:]):
            line = [fold(x[:, int(top):int(bottom) + more, int(left):int(right) + more])
                    for left, right in zip(columns[:-1], columns[1:])]
            parts.append(call("Stack", tuple(line), 1))
        return call("Stack", tuple(parts), 1), Tensor(rows.astype(np.int64)), Tensor(columns.astype(np.int64))
    return run


def _mean(block):
    mean = call("ReduceMean", block if block.dtype.is_floating_point else block.astype(float64), (1, 2))
    return mean.astype(block.dtype)


def _size_list(size):
    return tuple(size.tolist()) if isinstance(size, Tensor) else _last(size)


AdaptiveAvgPool3D = operator("AdaptiveAvgPool3D", attrs("output_size"),
                             run=lambda prim, x: _ops().adaptive_avg_pool3d(x, prim.output_size))
AdaptiveMaxPool3D = operator("AdaptiveMaxPool3D", run=lambda prim, x, size: windows.adaptive_with_places(
    x, _size_list(size), int32))
AvgPool3D = operator("AvgPool3D", attrs(kernel_size=1, strides=1, pad_mode="valid", pad=0, ceil_mode=False,
                                        count_include_pad=True, divisor_override=0, **_VOLUMES), run=_avg_pool3d)
MaxPool3D = operator("MaxPool3D", attrs(kernel_size=1, strides=1, pad_mode="VALID", pad_list=0, ceil_mode=None, **_VOLUMES),
                     run=_max_pool3d)
MaxPoolWithArgmax = operator("MaxPoolWithArgmax", attrs(kernel_size=1, strides=1, pad_mode="valid", data_format="NCHW"),
                             run=_max_pool_with_places)
MaxPool3DWithArgmax = operator("MaxPool3DWithArgmax", attrs("ksize", "strides", "pads", dilation=(1, 1, 1), ceil_mode=False,
                                                            data_format="NCDHW", argmax_type=int64), run=_with_places(3))
MaxPoolWithArgmaxV2 = operator("MaxPoolWithArgmaxV2", attrs("kernel_size", strides=None, pads=0, dilation=(1, 1),
                                                            ceil_mode=False, argmax_type=int64), run=_with_places(2))
MaxUnpool2D = operator("MaxUnpool2D", attrs("ksize", strides=0, pads=0, output_shape=(), data_format="NCHW"), run=_unpool(2))
MaxUnpool3D = operator("MaxUnpool3D", attrs("ksize", strides=0, pads=0, output_shape=(), **_VOLUMES), run=_unpool(3))
Conv3D = operator("Conv3D", attrs("out_channel", "kernel_size", mode=1, pad_mode="valid", pad=0, stride=1, dilation=1,
                                  group=1, **_VOLUMES), run=_conv3d)
Conv3DTranspose = operator("Conv3DTranspose", attrs("in_channel", "out_channel", "kernel_size", mode=1, pad_mode="valid",
                                                    pad=0, stride=1, dilation=1, group=1, output_padding=0, **_VOLUMES),
                           run=_conv3d_transpose)
FractionalMaxPoolWithFixedKsize = operator("FractionalMaxPoolWithFixedKsize", attrs("ksize", "output_shape",
                                                                                    data_format="NCHW"),
                                           run=_fractional(2, (1, 0)))
FractionalMaxPool3DWithFixedKsize = operator("FractionalMaxPool3DWithFixedKsize", attrs("ksize", "output_shape", **_VOLUMES),
                                             run=_fractional(3, (0, 1, 2)))
_RANDOM = attrs("pooling_ratio", pseudo_random=False, overlapping=False, deterministic=False, seed=0, seed2=0)
FractionalMaxPool = operator("FractionalMaxPool", _RANDOM,
                             run=_fractional_nhwc(lambda block: call("ReduceMax", block, (1, 2))))
FractionalAvgPool = operator("FractionalAvgPool", _RANDOM, run=_fractional_nhwc(_mean))
ExtractVolumePatches = operator("ExtractVolumePatches", attrs("kernel_size", "strides", "padding"),
                                run=lambda prim, x: windows.patches_of(x, _last(prim.kernel_size), _last(prim.strides),
                                                                       (1, 1, 1), prim.padding))
Col2Im = operator("Col2Im", attrs("kernel_size", dilation=1, padding=0, stride=1), run=lambda prim, x, size: _ops().col2im(
    x, size, prim.kernel_size, prim.dilation, prim.padding, prim.stride))

__getattr__ = module_getattr("mindspore.ops.operations.pool_ops")
