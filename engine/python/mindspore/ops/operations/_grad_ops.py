# SPDX-License-Identifier: Apache-2.0
"""Primitives of gradients: the records whose names end in Grad, and those that are written with other operators: by the
formula, or as the way back through the function whose gradient they are."""
import sys

from mindspore.common.dtype import float16, float32, float64, int64
from mindspore.common.tensor import Tensor
from mindspore.ops.gradient import vjp
from mindspore.ops.deformable import deformed
from mindspore.ops.operations import array_ops, image_ops, nn_ops
from mindspore.ops.operations._pool_grad_ops import *  # noqa: F403
from mindspore.ops.operations._rows import attrs, module_getattr, operator
from mindspore.ops.primitive import primitive, primitive_call as call


def _ops():
    return sys.modules["mindspore.ops"]


def _by(formula):
    """A primitive without attributes that is this formula of its inputs."""
    return lambda prim, *inputs: formula(*inputs)


def _back(forward, seed, *arguments):
    """The gradients of the arguments, one as it is, for the gradient `seed` of forward's result."""
    found = vjp(forward, *arguments)[1](seed)
    return found[0] if len(found) == 1 else found


def _where(condition, gradient):
    """The gradient where the condition holds, zeros elsewhere."""
    return call("Select", condition, gradient, call("ZerosLike", gradient))


def _root(value):
    return call("Sqrt", 1 - value * value)


def _conjugate(value):
    return call("Conj", value) if value.is_complex() else value


def _elu(dout, out):
    return dout * call("Select", out > 0, call("OnesLike", out), out + 1)


def _relu(dout, out):
    return call("ReluGrad", dout, out) if dout.dtype.is_floating_point else _where(out > 0, dout)


def _of_extremum(compare):
    """The gradients of the gradient of a minimum or maximum: nothing goes back to x and y, what comes for either gradient
    goes where that one's number was taken."""
    def formula(x, y, grad_x, grad_y):
        return call("ZerosLike", x), call("ZerosLike", y), call("Select", call(compare, x, y), grad_x, grad_y)
    return _by(formula)


def _slice(dy, x, begin, size):
    """dy in a tensor of zeros of x's shape, from `begin` on."""
    begin = begin.tolist() if isinstance(begin, Tensor) else begin
    amounts = [(int(first), whole - int(first) - part) for first, whole, part in zip(begin, x.shape, dy.shape)]
    return call("PadV3", dy, tuple(amount for pair in reversed(amounts) for amount in pair), "constant", 0)


def _strided_slice(prim, dy, shape, *bounds):
    """dy, which has as many elements as the part, in a tensor of zeros."""
    part = array_ops.StridedSlice(**prim.settings)
    whole = call("Zeros", _sizes(shape), dy.dtype if dy.dtype.is_floating_point else float64)
    seed = dy.astype(whole.dtype).reshape(part(whole, *bounds).shape)
    return _back(lambda value: part(value, *bounds), seed, whole).astype(dy.dtype)


def _resized(prim, dy, image):
    resize = nn_ops.ResizeBilinearV2(prim.align_corners, prim.half_pixel_centers)
    return _back(lambda value: resize(value, dy.shape[2:]), dy, image)


def _padded(prim, dy, paddings):
    """The gradient of what was padded to dy."""
    amounts = _sizes(paddings)
    shape = list(dy.shape)
    for place in range(len(amounts) // 2):
        shape[-1 - place] -= amounts[2 * place] + amounts[2 * place + 1]
    return _back(lambda value: array_ops.PadV3(prim.mode)(value, amounts), dy, call("Zeros", tuple(shape), dy.dtype))


def _nll(prim, logits, loss_grad, labels, weight, total_weight):
    def forward(value):
        return _ops().nll_loss(value, labels, weight, prim.ignore_index, prim.reduction)
    return _back(forward, loss_grad, logits)


def _batch_norm(prim, dy, x, scale, mean, variance, reserve=None):
    return call("BatchNormGrad", dy, x, scale, mean, variance, reserve, prim.is_training, prim.epsilon, prim.data_format)


def _kl_div(prim, dout, x, y):
    """-y of the mean over all or over the batch, or of the sum."""
    if prim.reduction not in ("none", "mean", "batchmean", "sum"):
        raise ValueError("For 'KLDivLossGrad', the 'reduction' must be 'none', 'mean', 'batchmean' or 'sum', but got "
                         f"'{prim.reduction}'.")
    count = {"mean": x.size, "batchmean": x.shape[0] if x.ndim else 1}.get(prim.reduction, 1)
    return -y * dout / count


def _normalized(prim, x, y, dout):
    return _back(lambda value: _ops().L2Normalize(prim.axis, prim.epsilon)(value), dout, x)


def _local_response(prim, dy, x, y):
    def forward(value):
        return _ops().LRN(prim.depth_radius, prim.bias, prim.alpha, prim.beta)(value)
    return _back(forward, dy, x)


def _loss(name):
    """The gradient of the first argument of a loss of two, an attribute of which is its reduction."""
    def run(prim, prediction, target, dout):
        return _back(lambda value: getattr(_ops(), name)(value, target, **prim.settings), dout, prediction)
    return run


def _cross_entropy(prim, prediction, target, dout, weight=None):
    weight = call("OnesLike", prediction) if weight is None else weight
    return _back(lambda value: _ops().binary_cross_entropy(value, target, weight, prim.reduction), dout, prediction)


def _extreme(chosen, other):
    """The gradients of both arguments of Minimum or Maximum: that of the chosen one, half of it where neither is."""
    def run(prim, x, y, dout):
        first, second = call(chosen, x, y), call(other, x, y)
        none = call("ZerosLike", dout)
        half = (dout / 2).astype(dout.dtype)
        pair = (call("Select", first, dout, call("Select", second, none, half)),
                call("Select", second, dout, call("Select", first, none, half)))
        return tuple(_summed(part, value.shape) for part, value in zip(pair, (x, y)))
    return run


def _summed(gradient, shape):
    """The gradient of what was broadcast from a shape."""
    further = gradient.ndim - len(shape)
    axes = tuple(axis for axis, size in enumerate(gradient.shape)
                 if axis < further or shape[axis - further] == 1 and size != 1)
    return call("ReduceSum", gradient, axes).reshape(shape) if axes else gradient


def _convolution(prim, dout, x, filter_sizes):
    """The gradient of a convolution's weight, whose shape is given."""
    return primitive("Conv2DBackpropFilter")(dout, x, tuple(filter_sizes), **nn_ops.convolution_settings(prim))


def _offsets(prim, tensors):
    """Where each tensor begins in what joining them along the axis gives, a row of Int64 for each."""
    axis, place, found = prim.axis % tensors[0].ndim, 0, []
    for tensor in tensors:
        found.append([place if i == axis else 0 for i in range(tensor.ndim)])
        place += tensor.shape[axis]
    return Tensor(found, int64)


def _distances(prim, grad, x, y, distances):
    """The gradient of x (..., P, M) of its distances (..., P, R) from y (..., R, M)."""
    p = float(prim.p)
    if p == 0:
        return call("ZerosLike", x)
    apart = call("ExpandDims", x, -2) - call("ExpandDims", y, -3)
    length, size = call("ExpandDims", distances, -1), call("Abs", apart)
    if p == float("inf"):
        share = call("Equal", size, length).astype(x.dtype)
    else:
        share = call("Select", call("Equal", length, 0), call("ZerosLike", length), call("Pow", length, 1 - p))
        share = share * call("Pow", size, p - 1)
        # A power below 0 of two elements that are the same has no share in a distance.
        share = call("Select", call("Equal", size, 0), call("ZerosLike", share), share)
    return call("ReduceSum", call("ExpandDims", grad, -1) * share * call("Sign", apart), (-2,))


def _biases(prim, dout):
    """The gradient of a bias: sums over all axes but that of the channels."""
    axis = dout.ndim - 1 if prim.data_format == "NHWC" else 1
    return call("ReduceSum", dout, tuple(place for place in range(dout.ndim) if place != axis))


def _deformed(prim, dout, x, offsets):
    """The gradients of the images and of the offsets of bent windows."""
    is_last = prim.data_format == "NHWC"
    if is_last:
        dout, x, offsets = (value.transpose((0, 3, 1, 2)) for value in (dout, x, offsets))
    # Places are fractions of the image's size, which Float16 is too coarse for.
    given = (value.astype(float32) if value.dtype == float16 else value for value in (dout, x, offsets))
    found = _back(lambda *both: deformed(*both, prim.strides, prim.pads, prim.kernel_size, prim.dilations,
                                         prim.deformable_groups, prim.name, offsets.shape[2:]), *given)
    found = [value.astype(x.dtype) for value in found]
    return tuple(value.transpose((0, 2, 3, 1)) if is_last else value for value in found)


def _sizes(shape):
    return tuple(shape.tolist()) if isinstance(shape, Tensor) else tuple(shape)


def _regions(prim, dy, rois, shape):
    def forward(value):
        return _ops().roi_align(value, rois, prim.pooled_height, prim.pooled_width, prim.spatial_scale, prim.sample_num)
    return _back(forward, dy, call("Zeros", _sizes(shape), dy.dtype))


def _position_regions(prim, *inputs):
    if len(inputs) != 2:
        raise ValueError(f"For '{prim.name}', the number of inputs must be 2, but got {len(inputs)}.")
    dy, rois = inputs
    image_ops.check_regions(prim.name, dy, rois)
    parts = (rois.shape[0] * rois.shape[2], prim.output_dim, prim.group_size, prim.group_size)
    if dy.shape != parts:
        raise RuntimeError(f"For '{prim.name}', the gradient must have the shape {parts}, but got {dy.shape}.")
    size = (prim.input_size,) * 2 if isinstance(prim.input_size, int) else tuple(prim.input_size)
    whole = (rois.shape[0], prim.output_dim * prim.group_size ** 2, *size)
    return _back(lambda value: image_ops.position_pooled(prim, value, rois, 0), dy, call("Zeros", whole, dy.dtype))


def _nearest(prim, grads, size):
    """The gradient of images of `size` that were resized to the size of grads."""
    count = grads.shape[2:]
    shape = (*grads.shape[:2], *_sizes(size)[-2:])
    return _back(lambda value: image_ops.resized_nearest(prim, value, count), grads, call("Zeros", shape, grads.dtype))


def _median(prim, y_grad, x, y, indices):
    """The gradient at the place of each median; without places, of all elements, in equal parts on those that equal it."""
    if prim.global_median:
        same = call("Equal", x, y).astype(x.dtype)
        return same * (y_grad / call("ReduceSum", same))
    if not prim.keep_dims and x.ndim:
        y_grad, indices = call("ExpandDims", y_grad, prim.axis), call("ExpandDims", indices, prim.axis)
    return call("TensorScatterElements", call("ZerosLike", x), indices, y_grad, prim.axis, "none")


def _margins(prim, y_grad, x, target, is_target):
    return _back(lambda value: _ops().multilabel_margin_loss(value, target, prim.reduction), y_grad, x)


def _masked(prim, x, mask, grad):
    return _back(lambda value: _ops().masked_select(value, mask), grad, x)


ACosGrad = operator("ACosGrad", run=_by(lambda x, dout: -dout / _conjugate(_root(x))))
AsinGrad = operator("AsinGrad", run=_by(lambda x, dout: dout / _conjugate(_root(x))))
AtanGrad = operator("AtanGrad", run=_by(lambda x, dout: dout / _conjugate(1 + x * x)))
AcoshGrad = operator("AcoshGrad", run=_by(lambda out, dout: dout / _conjugate(call("Sinh", out))))
AsinhGrad = operator("AsinhGrad", run=_by(lambda out, dout: dout / _conjugate(call("Cosh", out))))
AbsGrad = operator("AbsGrad", run=_by(lambda x, dout: dout * call("Sign", x)))
InvGrad = operator("InvGrad", run=_by(lambda y, dy: -dy * y * y))
ReciprocalGrad = operator("ReciprocalGrad", run=_by(lambda y, dy: -dy * y * y))
RsqrtGrad = operator("RsqrtGrad", run=_by(lambda y, dy: dy * y * y * y * -0.5))
SqrtGrad = operator("SqrtGrad", run=_by(lambda y, dy: dy * 0.5 / y))
ReLU6Grad = operator("ReLU6Grad", run=_by(lambda dy, x: _where(call("LogicalAnd", x > 0, x <= 6), dy)))
EluGrad = operator("EluGrad", run=_by(_elu))
HShrinkGrad = operator("HShrinkGrad", attrs(lambd=0.5), run=lambda prim, dy, x: _where(call("Abs", x) > prim.lambd, dy))
SoftShrinkGrad = operator("SoftShrinkGrad", attrs(lambd=0.5),
                          run=lambda prim, dy, x: _where(call("Abs", x) > prim.lambd, dy))
SoftplusGrad = operator("SoftplusGrad", run=_by(lambda dy, x: dy * call("Sigmoid", x)))
HSigmoidGrad = operator("HSigmoidGrad", run=_by(lambda dy, x: _where(call("Abs", x) < 3, dy / 6)))
HSwishGrad = operator("HSwishGrad", run=_by(lambda dy, x: _back(lambda value: call("HSwish", value), dy, x)))
MinimumGradGrad = operator("MinimumGradGrad", run=_of_extremum("LessEqual"))
MaximumGradGrad = operator("MaximumGradGrad", attrs(grad_x=True, grad_y=True), run=_of_extremum("GreaterEqual"))
ReluGrad = operator("ReluGrad", run=_by(_relu))
GeLUGrad = operator("GeLUGrad", run=_by(lambda dy, x, y: call("GeLUGrad", dy, x, "tanh")))
FastGeLUGrad = operator("FastGeLUGrad", run=_by(lambda dy, x: _back(lambda value: call("FastGeLU", value), dy, x)))
PReLUGrad = operator("PReLUGrad", run=_by(lambda dy, x, weight: _back(lambda *both: _ops().prelu(*both), dy, x, weight)))
SigmoidCrossEntropyWithLogitsGrad = operator("SigmoidCrossEntropyWithLogitsGrad",
                                             run=_by(lambda x, label, dout: (call("Sigmoid", x) - label) * dout))
BinaryCrossEntropyGrad = operator("BinaryCrossEntropyGrad", attrs(reduction="mean"), run=_cross_entropy)
BatchNormGrad = operator("BatchNormGrad", attrs(is_training=False, epsilon=1e-5, data_format="NCHW"), run=_batch_norm)
KLDivLossGrad = operator("KLDivLossGrad", attrs(reduction="mean"), run=_kl_div)
SmoothL1LossGrad = operator("SmoothL1LossGrad", attrs(beta=1.0, reduction="none"), run=_loss("smooth_l1_loss"))
SoftMarginLossGrad = operator("SoftMarginLossGrad", attrs(reduction="mean"), run=_loss("soft_margin_loss"))
NLLLossGrad = operator("NLLLossGrad", attrs(reduction="mean", ignore_index=-100), run=_nll)
L2NormalizeGrad = operator("L2NormalizeGrad", attrs(axis=0, epsilon=1e-4), run=_normalized)
LogSoftmaxGrad = operator("LogSoftmaxGrad", attrs(axis=-1))
LayerNormGrad = operator("LayerNormGrad", attrs(begin_norm_axis=1, begin_params_axis=1))
LRNGrad = operator("LRNGrad", attrs(depth_radius=5, bias=1.0, alpha=1.0, beta=0.5), run=_local_response)
DropoutGrad = operator("DropoutGrad", attrs(keep_prob=0.5), run=lambda prim, dy, mask: dy * mask / prim.keep_prob)
SliceGrad = operator("SliceGrad", run=_by(_slice))
ResizeBilinearGrad = operator("ResizeBilinearGrad", attrs(align_corners=False, half_pixel_centers=False), run=_resized)
StridedSliceGrad = operator("StridedSliceGrad", attrs(begin_mask=0, end_mask=0, ellipsis_mask=0, new_axis_mask=0,
                                                      shrink_axis_mask=0), run=_strided_slice)
PadV3Grad = operator("PadV3Grad", attrs(mode="reflect", paddings_contiguous=True), run=_padded)
MinimumGrad = operator("MinimumGrad", attrs(grad_x=True, grad_y=True), run=_extreme("Less", "Greater"))
MaximumGrad = operator("MaximumGrad", attrs(grad_x=True, grad_y=True), run=_extreme("Greater", "Less"))
CdistGrad = operator("CdistGrad", attrs(p=2.0), run=_distances)
BiasAddGrad = operator("BiasAddGrad", attrs(data_format="NCHW"), run=_biases)
Conv2DBackpropFilter = operator("Conv2DBackpropFilter", nn_ops.Conv2DBackpropInput.attributes, run=_convolution)
ConcatOffset = operator("ConcatOffset", attrs(N=2, axis=0), run=_offsets)

DeformableOffsetsGrad = operator("DeformableOffsetsGrad", attrs("strides", "pads", "kernel_size", dilations=(1, 1, 1, 1),
                                                                data_format="NCHW", deformable_groups=1, modulated=True),
                                 run=_deformed)
ROIAlignGrad = operator("ROIAlignGrad", attrs("pooled_height", "pooled_width", "spatial_scale", sample_num=2), run=_regions)
PSROIPoolingGrad = operator("PSROIPoolingGrad", attrs("input_size", "spatial_scale", "group_size", "output_dim"),
                            run=_position_regions, base=image_ops.PositionRegions)
ResizeNearestNeighborGrad = operator("ResizeNearestNeighborGrad", attrs(align_corners=False, half_pixel_centers=False),
                                     run=_nearest)
ResizeNearestNeighborV2Grad = operator("ResizeNearestNeighborV2Grad", attrs(align_corners=False, half_pixel_centers=False),
                                       run=_nearest)
MedianGrad = operator("MedianGrad", attrs(global_median=False, axis=0, keep_dims=False), run=_median)
MultilabelMarginLossGrad = operator("MultilabelMarginLossGrad", attrs(reduction="mean"), run=_margins)
MaskedSelectGrad = operator("MaskedSelectGrad", run=_masked)
LogitGrad = operator("LogitGrad", attrs(eps=-1.0), run=lambda prim, grad, x: _back(
    lambda value: _ops().logit(value, prim.eps), grad, x))
MvlgammaGrad = operator("MvlgammaGrad", attrs("p"), run=lambda prim, grad, x: _back(
    lambda value: _ops().mvlgamma(value, prim.p), grad, x))
TraceGrad = operator("TraceGrad", run=_by(lambda grad, shape: grad * call("Eye", *_sizes(shape), grad.dtype)))

__getattr__ = module_getattr("mindspore.ops.operations._grad_ops")
