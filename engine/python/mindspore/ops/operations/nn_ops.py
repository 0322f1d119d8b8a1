# SPDX-License-Identifier: Apache-2.0
"""Primitives of layers: convolution, pooling, normalisation, activations, losses, optimizers' updates."""
import sys

from mindspore.common.dtype import bool_, float16, float32, int64
from mindspore.common.tensor import Tensor
from mindspore.ops import random
from mindspore.ops.activationnames import ROWS
from mindspore.common.parameter import Parameter
from mindspore.ops.normalization import update_moments
from mindspore.ops.operations.image_ops import resized_nearest
from mindspore.ops.operations._rows import UpdatingOperator, attrs, module_getattr, operator, plain
from mindspore.ops.primitive import primitive, primitive_call as call


def _ops():
    return sys.modules["mindspore.ops"]


def _sizes_last(value):
    """The sizes for height and width of an attribute that may be an int, two ints, or four for NCHW."""
    if isinstance(value, int):
        return value
    return tuple(value[-2:]) if len(value) == 4 else tuple(value)


def _refuse_format(prim):
    if getattr(prim, "data_format", "NCHW") not in ("NCHW", "NCDHW"):
        raise ValueError(f"For '{prim.name}', the \"NHWC\" format is not supported on CPU.")


def _conv2d(prim, x, weight):
    _refuse_format(prim)
    if weight.shape[0] != prim.out_channel:
        raise ValueError(f"For 'Conv2D', the first size of the weight must be out_channel {prim.out_channel}, but got "
                         f"{weight.shape[0]}.")
    return primitive("Conv2D")(x, weight, **convolution_settings(prim))


def convolution_settings(prim):
    """The attributes of a convolution as the engine's records name them."""
    return {"stride": _sizes_last(prim.stride), "pad_mode": prim.pad_mode.lower(), "padding": prim.pad,
            "dilation": _sizes_last(prim.dilation), "groups": prim.group}


def _conv2d_backward(prim, dout, weight, input_sizes):
    return primitive("Conv2DBackpropInput")(dout, weight, tuple(input_sizes), **convolution_settings(prim))


def _pool(record):
    def run(prim, x):
        _refuse_format(prim)
        return primitive(record)(x, _sizes_last(prim.kernel_size), _sizes_last(prim.strides), prim.pad_mode.lower())
    return run


def _bias_add(prim, x, bias):
    return x + bias if prim.data_format == "NHWC" else call("BiasAdd", x, bias)


def _batch_norm(prim, x, scale, bias, mean, variance):
    """In training, mean and variance take the part momentum of those of the batch, where they are Parameters."""
    _refuse_format(prim)
    result = primitive("BatchNorm")(x, scale, bias, mean, variance, prim.is_training, prim.epsilon, prim.momentum)
    if prim.is_training and isinstance(mean, Parameter) and isinstance(variance, Parameter):
        update_moments(mean, variance, result, prim.momentum)
    return result


def _l2_normalize(prim, x):
    squares = call("ReduceSum", x * x, prim.axis, True)
    return x / call("Sqrt", call("Maximum", squares, prim.epsilon))


def _smooth_l1(prim, prediction, target):
    return _ops().smooth_l1_loss(prediction, target, prim.beta, prim.reduction)


def _kl_div(prim, x, target):
    return _ops().kl_div(x, target, prim.reduction)


def _binary_cross_entropy(prim, x, target, weight=None):
    return _ops().binary_cross_entropy(x, target, weight, prim.reduction)


def _bce_with_logits(prim, x, target, weight=None, pos_weight=None):
    ones = call("OnesLike", target)
    return _ops().binary_cross_entropy_with_logits(x, target, ones if weight is None else weight,
                                                   ones if pos_weight is None else pos_weight, prim.reduction)


def _sparse_cross_entropy_with_gradient(prim, features, labels):
    """(the loss of each row, its gradient)."""
    logarithms = call("LogSoftmax", features, -1)
    losses = -call("GatherD", logarithms, 1, labels.astype(int64).expand_dims(1)).reshape(labels.shape)
    chosen = call("OneHot", labels, features.shape[1], Tensor(1, features.dtype), Tensor(0, features.dtype), -1)
    return losses, call("Exp", logarithms) - chosen


def _sparse_cross_entropy(prim, logits, labels):
    if prim.is_grad:
        classes = logits.shape[1]
        chosen = _ops().one_hot(labels, classes, Tensor(1.0), Tensor(0.0))
        return (call("Softmax", logits, -1) - chosen) / logits.shape[0]
    return _ops().cross_entropy(logits, labels)


def _sigmoid_cross_entropy(prim, logits, label):
    """max(x, 0) - x y + log(1 + exp(-|x|))."""
    return call("ReLU", logits) - logits * label + call("Log1p", call("Exp", -call("Abs", logits)))


def _pad(prim, x):
    if min((size for pair in prim.paddings for size in pair), default=0) < 0:
        raise ValueError(f"For 'Pad', all elements of 'paddings' must be >= 0, but got {prim.paddings}")
    return _ops().pad(x, [size for pair in reversed(prim.paddings) for size in pair])


def _source_places(prim, size, wanted):
    """Where each of `wanted` pixels lies among `size` ones."""
    if prim.align_corners:
        return [i * (size - 1) / max(wanted - 1, 1) for i in range(wanted)]
    offset = 0.5 if prim.half_pixel_centers else 0.0
    return [max((i + offset) * size / wanted - offset, 0.0) for i in range(wanted)]


def _resized(prim, image, size):
    """Each axis by lines between neighbouring pixels; Float16 is computed in Float32."""
    dtype = image.dtype
    image = image.astype(float32) if dtype == float16 else image
    for axis, wanted in zip((2, 3), size.tolist() if isinstance(size, Tensor) else size):
        length = image.shape[axis]
        places = _source_places(prim, length, wanted)
        low = [min(int(place), length - 1) for place in places]
        high = [min(place + 1, length - 1) for place in low]
        share = Tensor([place - first for place, first in zip(places, low)], image.dtype)
        share = call("Reshape", share, (wanted,) + (1,) * (3 - axis))
        first, second = (call("Gather", image, Tensor(chosen), axis) for chosen in (low, high))
        image = first + (second - first) * share
    return image.astype(dtype)


def _mirror_pad(prim, x, paddings):
    """REFLECT leaves the edge out, SYMMETRIC repeats it."""
    edge = 1 if prim.mode == "REFLECT" else 0
    for axis, (before, after) in enumerate(paddings.tolist()):
        size = x.shape[axis]
        if max(before, after) > size - edge:
            raise ValueError(f"For 'MirrorPad', the paddings {[before, after]} are too large for axis {axis} of size "
                             f"{size}.")
        places = [*range(before - 1 + edge, edge - 1, -1), *range(size),
                  *range(size - 1 - edge, size - 1 - edge - after, -1)]
        x = call("Gather", x, Tensor(places), axis) if before or after else x
    return x


def _dropout(prim, x):
    return call("Dropout", x, prim.keep_prob, *random.own_draw(prim, prim.Seed0 or prim.Seed1))


def _dropout_channels(prim, x):
    """(x without some of its channels, which elements are kept)."""
    dtype = x.dtype if x.dtype.is_floating_point else float32
    ones = call("Ones", (*x.shape[:2], *(1,) * (x.ndim - 2)), dtype)
    dropped, mask = (ones * 0, ones * 0) if prim.keep_prob == 0 else call("Dropout", ones, prim.keep_prob)
    return (x * dropped).astype(x.dtype), call("Cast", call("BroadcastTo", mask, x.shape), bool_)


def _l2_loss(prim, x):
    return call("ReduceSum", x * x) / 2


_POOL = attrs(kernel_size=1, strides=1, pad_mode="valid", data_format="NCHW")
_CONV = attrs("out_channel", "kernel_size", mode=1, pad_mode="valid", pad=0, stride=1, dilation=1, group=1,
              data_format="NCHW")

globals().update(plain("SoftmaxCrossEntropyWithLogits"))
globals().update({row.operator.name: operator(row.operator.name, row.operator.attributes)
                  for row in ROWS if row.operator is not None})

SeLU = operator("SeLU", function="selu")
PReLU = operator("PReLU", function="prelu")
Dense = operator("Dense", function="dense")
FastGelu = operator("FastGelu", record="FastGeLU")
GeLU = operator("GeLU", run=lambda prim, x: call("GeLU", x, "tanh"))
Gelu = operator("Gelu", run=lambda prim, x: call("GeLU", x, "tanh"))
GLU = operator("GLU", attrs(axis=-1), function="glu")

Conv2D = operator("Conv2D", _CONV, run=_conv2d)
Conv2DBackpropInput = operator("Conv2DBackpropInput", attrs("out_channel", "kernel_size", pad_mode="valid", pad=0,
                                                            pad_list=None, mode=1, stride=1, dilation=1, group=1,
                                                            data_format="NCHW"), run=_conv2d_backward)
Conv2DTranspose = operator("Conv2DTranspose", Conv2DBackpropInput.attributes, run=_conv2d_backward)
BiasAdd = operator("BiasAdd", attrs(data_format="NCHW"), run=_bias_add)
MaxPool = operator("MaxPool", _POOL, run=_pool("MaxPool"))
AvgPool = operator("AvgPool", _POOL, run=_pool("AvgPool"))
AdaptiveAvgPool2D = operator("AdaptiveAvgPool2D", attrs("output_size"),
                             run=lambda prim, x: _ops().adaptive_avg_pool2d(x, prim.output_size))
AdaptiveMaxPool2D = operator("AdaptiveMaxPool2D", attrs("output_size"),
                             run=lambda prim, x: _ops().adaptive_max_pool2d(x, prim.output_size, True))
ResizeBilinearV2 = operator("ResizeBilinearV2", attrs(align_corners=False, half_pixel_centers=False), run=_resized)
ResizeNearestNeighbor = operator("ResizeNearestNeighbor", attrs("size", align_corners=False, half_pixel_centers=False),
                                 run=lambda prim, x: resized_nearest(prim, x, prim.size))
Pad = operator("Pad", attrs("paddings"), run=_pad)
MirrorPad = operator("MirrorPad", attrs(mode="REFLECT"), run=_mirror_pad)

BatchNorm = operator("BatchNorm", attrs(is_training=False, epsilon=1e-5, momentum=0.1, data_format="NCHW"),
                     run=_batch_norm)
LayerNorm = operator("LayerNorm", attrs(begin_norm_axis=1, begin_params_axis=1, epsilon=1e-7))
RmsNorm = operator("RmsNorm", attrs(epsilon=1e-6))
L2Normalize = operator("L2Normalize", attrs(axis=0, epsilon=1e-4), run=_l2_normalize)
LRN = operator("LRN", attrs(depth_radius=5, bias=1.0, alpha=1.0, beta=0.5, norm_region="ACROSS_CHANNELS"),
               function="lrn")

Dropout = operator("Dropout", attrs(keep_prob=0.5, Seed0=0, Seed1=0), run=_dropout)
Dropout2D = operator("Dropout2D", attrs(keep_prob=0.5), run=_dropout_channels)
Dropout3D = operator("Dropout3D", attrs(keep_prob=0.5), run=_dropout_channels)

L2Loss = operator("L2Loss", run=_l2_loss)
SmoothL1Loss = operator("SmoothL1Loss", attrs(beta=1.0, reduction="none"), run=_smooth_l1)
SoftMarginLoss = operator("SoftMarginLoss", attrs(reduction="mean"), function="soft_margin_loss")
KLDivLoss = operator("KLDivLoss", attrs(reduction="mean"), run=_kl_div)
NLLLoss = operator("NLLLoss", attrs(reduction="mean", ignore_index=-100))
BinaryCrossEntropy = operator("BinaryCrossEntropy", attrs(reduction="mean"), run=_binary_cross_entropy)
BCEWithLogitsLoss = operator("BCEWithLogitsLoss", attrs(reduction="mean"), run=_bce_with_logits)
SparseSoftmaxCrossEntropyWithLogits = operator("SparseSoftmaxCrossEntropyWithLogits", attrs(is_grad=False),
                                               run=_sparse_cross_entropy)
SparseSoftmaxCrossEntropyWithLogitsV2 = operator("SparseSoftmaxCrossEntropyWithLogitsV2",
                                                 run=_sparse_cross_entropy_with_gradient)
SigmoidCrossEntropyWithLogits = operator("SigmoidCrossEntropyWithLogits", run=_sigmoid_cross_entropy)

LogSoftmaxExt = operator("LogSoftmaxExt", run=lambda prim, x, dim=None, dtype=None: _ops().log_softmax(
    x if dtype is None else call("Cast", x, dtype), (0 if x.ndim in (0, 1, 3) else 1) if dim is None else dim))
TripletMarginLoss = operator("TripletMarginLoss", attrs(p=2, swap=False, eps=1e-6, reduction="mean"),
                             run=lambda prim, x, positive, negative, margin: _ops().triplet_margin_loss(
                                 x, positive, negative, float(margin), prim.p, prim.eps, prim.swap, prim.reduction))
ApplyGradientDescent = operator("ApplyGradientDescent",
                                run=lambda prim, var, alpha, delta: call("AssignSub", var, delta * alpha))
ApplyMomentum = operator("ApplyMomentum", attrs(use_nesterov=False, use_locking=False, gradient_scale=1.0), base=UpdatingOperator)
SGD = operator("SGD", attrs(dampening=0.0, weight_decay=0.0, nesterov=False), base=UpdatingOperator)
Adam = operator("Adam", attrs(use_locking=False, use_nesterov=False))
AdamWeightDecay = operator("AdamWeightDecay", attrs(use_locking=False))
ApplyAdaMax = operator("ApplyAdaMax")
ApplyRMSProp = operator("ApplyRMSProp", attrs(use_locking=False), base=UpdatingOperator)
ApplyCenteredRMSProp = operator("ApplyCenteredRMSProp", attrs(use_locking=False), base=UpdatingOperator)
ApplyAdagrad = operator("ApplyAdagrad", attrs(update_slots=True))
ApplyAdadelta = operator("ApplyAdadelta")

__getattr__ = module_getattr("mindspore.ops.operations.nn_ops")
