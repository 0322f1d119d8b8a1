# SPDX-License-Identifier: Apache-2.0
"""Primitives of the gradients of poolings that are told the places of the largest elements, or the bounds of windows."""
import numpy as np

from mindspore.common.dtype import int64
from mindspore.common.tensor import Tensor
from mindspore.ops import volumes, windows
from mindspore.ops.gradient import vjp
from mindspore.ops.operations._rows import attrs, operator
from mindspore.ops.primitive import primitive_call as call


def _put(gradient, places, shape, axes=2):
    """Zeros of a shape with the gradients added at the flat places of each plane (N, C, ...); of each image for axes=1."""
    planes, count = int(np.prod(shape[:axes])), int(np.prod(shape[axes:]))
    first = Tensor((np.arange(planes) * count).reshape(-1, 1).astype(np.int64))
    at = (places.reshape((planes, -1)).astype(int64) + first).reshape((-1, 1))
    zeros = call("Zeros", (planes * count,), gradient.dtype)
    return call("TensorScatterAdd", zeros, at, gradient.reshape((-1,))).reshape(shape)


def _taken(values, places):
    """The elements of values (N, C, ...) at the flat places of each image."""
    flat = values.reshape((*values.shape[:2], -1))
    at = places.reshape((*places.shape[:2], -1)).astype(int64)
    return call("GatherD", flat, 2, at).reshape(places.shape)


def _largest(axes):
    """The gradient of the gradient of a largest pooling: that of x at the place of each window's largest element."""
    def run(prim, x, out, grad):
        kernel, stride = (windows.sized(value, axes)[-axes:] for value in (prim.kernel_size, prim.strides))
        places = windows.largest_of(x, windows.starts_of(x.shape[2:], kernel, stride, prim.pad_mode), kernel)[1]
        return _taken(grad, places)
    return run


def _bounds(ends, size, overlapping):
    """(beginning, end) of each window of one axis."""
    ends = [int(end) for end in ends.asnumpy()]
    more = 1 if overlapping else 0
    return [(first, min(last + more, size)) for first, last in zip(ends[:-1], ends[1:])]


def _block_matrix(ends, size, overlapping):
    """(windows, size): 1 where an element is in a window."""
    found = np.zeros((len(ends.asnumpy()) - 1, size))
    for row, (first, last) in zip(found, _bounds(ends, size, overlapping)):
        row[first:last] = 1
    return found


def _fractional_mean(prim, shape, dout, row_ends, column_ends):
    """Each gradient in equal parts on the elements of its window; images are (N, H, W, C)."""
    sizes = tuple(shape.tolist()) if isinstance(shape, Tensor) else tuple(shape)
    rows, columns = (_block_matrix(ends, size, prim.overlapping)
                     for ends, size in ((row_ends, sizes[1]), (column_ends, sizes[2])))
    rows, columns = (Tensor(part / part.sum(1, keepdims=True), dout.dtype) for part in (rows, columns))
    along = call("BatchMatMul", dout.transpose((0, 3, 1, 2)), call("BroadcastTo", columns, (
        sizes[0], sizes[3], *columns.shape)))
    whole = call("BatchMatMul", call("BroadcastTo", rows.T, (sizes[0], sizes[3], *rows.T.shape)), along)
    return whole.transpose((0, 2, 3, 1))


def _fractional_largest(prim, x, out, dout, row_ends, column_ends):
    """Each gradient on the first largest element of its window; images are (N, H, W, C)."""
    values = x.asnumpy()
    flat = np.zeros(dout.shape, np.int64)
    for i, (top, bottom) in enumerate(_bounds(row_ends, x.shape[1], prim.overlapping)):
        for j, (left, right) in enumerate(_bounds(column_ends, x.shape[2], prim.overlapping)):
            block = values[:, top:bottom, left:right].reshape(x.shape[0], -1, x.shape[3]).argmax(1)
            flat[:, i, j] = (top + block // (right - left)) * x.shape[2] + left + block % (right - left)
    places = Tensor(np.ascontiguousarray(flat.transpose(0, 3, 1, 2)))
    shape = (x.shape[0], x.shape[3], x.shape[1], x.shape[2])
    return _put(dout.transpose((0, 3, 1, 2)), places, shape).transpose((0, 2, 3, 1))


def _with_argmax(prim, x, grad, argmax):
    return _put(grad, argmax, x.shape)


def _taken_by_image(prim, x, grad, argmax):
    """The elements of grad at places that count through all channels of an image."""
    at = argmax.reshape((argmax.shape[0], -1)).astype(int64)
    return call("GatherD", grad.reshape((grad.shape[0], -1)), 1, at).reshape(argmax.shape)


def _unpooled(prim, x, grads, argmax):
    return _taken(grads, argmax)


def _volume(prim, x, out, grad):
    kernel, stride = (windows.sized(value, 3)[-3:] for value in (prim.kernel_size, prim.strides))
    return vjp(lambda value: volumes.max_pooled(value, kernel, stride, prim.pad_mode.lower()), x)[1](grad)[0]


def _images(record):
    """A record of the gradient of a pooling of images, with the attributes of its primitive."""
    def run(prim, *inputs):
        if getattr(prim, "data_format", "NCHW") != "NCHW":
            raise ValueError(f"For '{prim.name}', the \"NHWC\" format is not supported on CPU.")
        sizes = (value if isinstance(value, int) else tuple(value[-2:]) for value in (prim.kernel_size, prim.strides))
        return call(record, *inputs, *sizes, prim.pad_mode.lower())
    return run


_WINDOWS = dict(kernel_size=1, strides=1, pad_mode="VALID")
_VOLUMES = dict(kernel_size=(1,) * 5, strides=(1,) * 5, pad_mode="VALID")
_UNPOOLING = dict(strides=0, pads=0, output_shape=())

MaxPoolGrad = operator("MaxPoolGrad", attrs(**_WINDOWS, data_format="NCHW"), run=_images("MaxPoolGrad"))
MaxPoolGradGrad = operator("MaxPoolGradGrad", attrs(**_WINDOWS), run=_images("MaxPoolGradGrad"))
AvgPoolGrad = operator("AvgPoolGrad", attrs(**_WINDOWS, data_format="NCHW"), run=_images("AvgPoolGrad"))
MaxPoolGradWithArgmax = operator("MaxPoolGradWithArgmax", attrs(**_WINDOWS, data_format="NCHW"),
                                 run=lambda prim, x, grad, argmax: _put(grad, argmax, x.shape, 1))
MaxPoolGradWithArgmaxV2 = operator("MaxPoolGradWithArgmaxV2", attrs("kernel_size", strides=None, pads=0, dilation=(1, 1),
                                                                    ceil_mode=False, argmax_type=int64), run=_with_argmax)
MaxPool3DGradWithArgmax = operator("MaxPool3DGradWithArgmax", attrs("ksize", "strides", "pads", dilation=(1, 1, 1),
                                                                    ceil_mode=False, data_format="NCDHW"),
                                   run=_with_argmax)
FractionalMaxPoolGradWithFixedKsize = operator("FractionalMaxPoolGradWithFixedKsize", attrs(data_format="NCHW"),
                                               run=_with_argmax)
FractionalMaxPool3DGradWithFixedKsize = operator("FractionalMaxPool3DGradWithFixedKsize", attrs(data_format="NCDHW"),
                                                 run=_with_argmax)
AdaptiveMaxPool3DGrad = operator("AdaptiveMaxPool3DGrad", run=lambda prim, grad, x, argmax: _put(grad, argmax, x.shape))
MaxPoolGradGradWithArgmax = operator("MaxPoolGradGradWithArgmax", attrs(**_WINDOWS), run=_taken_by_image)
MaxUnpool2DGrad = operator("MaxUnpool2DGrad", attrs("ksize", **_UNPOOLING, data_format="NCHW"), run=_unpooled)
MaxUnpool3DGrad = operator("MaxUnpool3DGrad", attrs("ksize", **_UNPOOLING, data_format="NCDHW"), run=_unpooled)
MaxPool3DGradGrad = operator("MaxPool3DGradGrad", attrs(**_VOLUMES, data_format="NCDHW"), run=_largest(3))
MaxPool3DGrad = operator("MaxPool3DGrad", attrs(**_VOLUMES, pad_list=0, data_format="NCDHW"), run=_volume)
FractionalMaxPoolGrad = operator("FractionalMaxPoolGrad", attrs(overlapping=False), run=_fractional_largest)
FractionalAvgPoolGrad = operator("FractionalAvgPoolGrad", attrs(overlapping=False), run=_fractional_mean)
