// SPDX-License-Identifier: Apache-2.0
// A function for each of them; it runs with MindSpore and with our package of that name.
#include "engine/extraction/plainprimitives.h"

#include <algorithm>

namespace jitscope::inline extraction {

namespace {

struct PlainForm {
    std::string_view op, python;
};

constexpr PlainForm forms[] = {
    {"activated", R"py(
def activated(x, kind):
    if kind == "gelu_tanh":
        return ops.gelu(x, approximate="tanh")
    known = {"relu": ops.relu, "gelu": ops.gelu, "tanh": ops.tanh, "sigmoid": ops.sigmoid, "silu": ops.silu}
    return known[kind](x) if kind else x
)py"},
    {"backward", R"py(
def backward(function, dout, *inputs):
    given = ms.vjp(function, *inputs)[1](dout)
    return given[0] if len(inputs) == 1 and isinstance(given, tuple) else given
)py"},
    {"both", R"py(
def both(size):
    return size[0] if isinstance(size, (tuple, list)) and len(size) == 1 else size
)py"},
    {"channels", R"py(
def channels(value, x):
    return ops.reshape(value, (1, -1) + (1,) * (x.ndim - 2))
)py"},
    {"turned", R"py(
def turned(x, transposed):
    return ops.swapaxes(x, -1, -2) if transposed else x
)py"},
    {"AdaptiveAvgPool2D", R"py(
def AdaptiveAvgPool2D(x, output_size):
    return ops.adaptive_avg_pool2d(x, output_size)
)py"},
    {"AdaptiveMaxPool2D", R"py(
def AdaptiveMaxPool2D(x, output_size, return_indices=False):
    return ops.adaptive_max_pool2d(x, output_size, return_indices)
)py"},
    {"AddLayerNorm", R"py(
def AddLayerNorm(x1, x2, gamma, beta, epsilon=1e-5):
    x = x1 + x2
    return (*ops.LayerNorm(-1, -1, epsilon)(x, gamma, beta), x)
)py"},
    {"Argmax", R"py(
def Argmax(x, axis=None, keepdim=False):
    return ops.argmax(x, axis, keepdim)
)py"},
    {"ArgMaxWithValue", R"py(
def ArgMaxWithValue(x, axis=None, keepdims=False):
    return ops.max(x, axis, keepdims)
)py"},
    {"Argmin", R"py(
def Argmin(x, axis=None, keepdim=False):
    return ops.argmin(x, axis, keepdim).astype(ms.int64)
)py"},
    {"ArgMinWithValue", R"py(
def ArgMinWithValue(x, axis=None, keepdims=False):
    return ops.min(x, axis, keepdims)
)py"},
    {"AvgPool", R"py(
def AvgPool(x, kernel_size=1, strides=1, pad_mode="valid", data_format="NCHW"):
    return ops.AvgPool(both(kernel_size), both(strides), pad_mode, data_format)(x)
)py"},
    {"AvgPoolGrad", R"py(
def AvgPoolGrad(x, out, dout, kernel_size=1, strides=1, pad_mode="valid", *others):
    return backward(lambda value: AvgPool(value, kernel_size, strides, pad_mode), dout, x)
)py"},
    {"BatchNorm", R"py(
def BatchNorm(x, scale, bias, mean, variance, is_training=False, epsilon=1e-5, momentum=0.1, data_format="NCHW"):
    axes = (0, *range(2, x.ndim))
    spread = variance
    if is_training:
        mean = ReduceMean(x, axes)
        off = x - channels(mean, x)
        variance = ReduceMean(off * off, axes)
        count = x.size // mean.size
        spread = variance * (count / max(count - 1, 1))
    normal = (x - channels(mean, x)) / ops.sqrt(channels(variance, x) + epsilon)
    return normal * channels(scale, x) + channels(bias, x), mean, spread, mean, variance
)py"},
    {"BatchNormGrad", R"py(
def BatchNormGrad(dout, x, scale, mean, variance, reserve=None, is_training=False, epsilon=1e-5, data_format="NCHW",
                  dmean=None, dvariance=None):
    axes = (0, *range(2, x.ndim))
    rstd = 1 / ops.sqrt(channels(variance, x) + epsilon)
    normal, part = (x - channels(mean, x)) * rstd, dout * channels(scale, x)
    dx = part * rstd
    if is_training:
        dx = rstd * (part - ReduceMean(part, axes, True) - normal * ReduceMean(part * normal, axes, True))
        count = x.size // mean.size
        dx = dx if dmean is None else dx + channels(dmean, x) / count
        dx = dx if dvariance is None else dx + channels(dvariance, x) * (x - channels(mean, x)) * 2 / count
    return dx, ReduceSum(dout * normal, axes), ReduceSum(dout, axes)
)py"},
    {"BatchNormWithActivation", R"py(
def BatchNormWithActivation(x, scale, bias, mean, variance, is_training=False, epsilon=1e-5, momentum=0.1,
                            data_format="NCHW", activation_type="relu"):
    y, *others = BatchNorm(x, scale, bias, mean, variance, is_training, epsilon, momentum, data_format)
    return (activated(y, activation_type), *others)
)py"},
    {"BitwiseNot", R"py(
def BitwiseNot(x):
    return ops.Invert()(x)
)py"},
    {"Cast", R"py(
def Cast(x, dtype):
    return x.astype(dtype) if isinstance(x, Tensor) else Tensor(x, dtype)
)py"},
    {"Clone", R"py(
def Clone(x):
    return x.copy()
)py"},
    {"Conv2D", R"py(
def Conv2D(x, weight, bias=None, stride=1, pad_mode="valid", padding=0, dilation=1, groups=1):
    return ops.conv2d(x, weight, bias, both(stride), pad_mode, both(padding), both(dilation), groups)
)py"},
    {"Conv2DBackpropFilter", R"py(
def Conv2DBackpropFilter(dout, x, filter_sizes, stride=1, pad_mode="valid", padding=0, dilation=1, groups=1):
    def product(weight):
        return Conv2D(x, weight, None, stride, pad_mode, padding, dilation, groups)
    return backward(product, dout, ops.zeros(filter_sizes, dout.dtype))
)py"},
    {"Conv2DBackpropInput", R"py(
def Conv2DBackpropInput(dout, weight, input_sizes, stride=1, pad_mode="valid", padding=0, dilation=1, groups=1):
    def product(x):
        return Conv2D(x, weight, None, stride, pad_mode, padding, dilation, groups)
    return backward(product, dout, ops.zeros(input_sizes, dout.dtype))
)py"},
    {"Conv2DFusion", R"py(
def Conv2DFusion(x, weight, bias=None, stride=1, pad_mode="valid", padding=0, dilation=1, groups=1, scale=None,
                 shift=None, mean=None, variance=None, epsilon=1e-5, activation_type=""):
    y = Conv2D(x, weight, bias, stride, pad_mode, padding, dilation, groups)
    if scale is not None:
        y = (y - channels(mean, y)) / ops.sqrt(channels(variance, y) + epsilon) * channels(scale, y)
        y = y + channels(shift, y)
    return activated(y, activation_type)
)py"},
    {"Conv2DTranspose", R"py(
def Conv2DTranspose(dout, weight, input_sizes, stride=1, pad_mode="valid", padding=0, dilation=1, groups=1):
    return Conv2DBackpropInput(dout, weight, input_sizes, stride, pad_mode, padding, dilation, groups)
)py"},
    {"Eye", R"py(
def Eye(n, m=None, dtype=ms.float32):
    return ops.eye(n, m, dtype)
)py"},
    {"Flatten", R"py(
def Flatten(x, start_dim=1, end_dim=-1):
    return ops.flatten(x, start_dim=start_dim, end_dim=end_dim)
)py"},
    {"Full", R"py(
def Full(size, fill_value, dtype=None):
    return ops.full(size, fill_value, dtype=ms.float32 if dtype is None else dtype)
)py"},
    {"FusedAddReluV2", R"py(
def FusedAddReluV2(x1, x2):
    return ops.relu(x1 + x2)
)py"},
    {"FusedMatMulElemUnary", R"py(
def FusedMatMulElemUnary(x, w, bias=None, transpose_a=False, transpose_b=False, elemwise_type="relu"):
    y = ops.matmul(turned(x, transpose_a), turned(w, transpose_b))
    return activated(y if bias is None else y + bias, elemwise_type)
)py"},
    {"Gather", R"py(
def Gather(x, indices, axis=0, batch_dims=0):
    return ops.gather(x, indices, axis, batch_dims)
)py"},
    {"GatherGrad", R"py(
def GatherGrad(indices, dout, shape, axis=0, batch_dims=0):
    return backward(lambda x: ops.gather(x, indices, axis, batch_dims), dout, ops.zeros(shape, dout.dtype))
)py"},
    {"GeLUGrad", R"py(
def GeLUGrad(dout, x, approximate="none"):
    return backward(lambda value: ops.gelu(value, approximate=approximate), dout, x)
)py"},
    {"LayerNormGrad", R"py(
def LayerNormGrad(x, dout, variance, mean, gamma, begin_norm_axis=1, begin_params_axis=1, epsilon=1e-7, dmean=None,
                  dvariance=None):
    axes = tuple(range(begin_norm_axis % x.ndim, x.ndim))
    rstd = 1 / ops.sqrt(variance + epsilon)
    normal, part = (x - mean) * rstd, dout * gamma
    dx = rstd * (part - ReduceMean(part, axes, True) - normal * ReduceMean(part * normal, axes, True))
    count = x.size // mean.size
    dx = dx if dmean is None else dx + dmean / count
    dx = dx if dvariance is None else dx + dvariance * (x - mean) * 2 / count
    outer = tuple(range(x.ndim - gamma.ndim))
    if not outer:
        return dx, dout * normal, dout
    return dx, ReduceSum(dout * normal, outer), ReduceSum(dout, outer)
)py"},
    {"LinSpace", R"py(
def LinSpace(start, end, steps, dtype=None):
    return ops.linspace(start, end, steps)
)py"},
    {"LogSoftmax", R"py(
def LogSoftmax(x, axis=-1):
    return ops.log_softmax(x, both(axis))
)py"},
    {"LogSoftmaxGrad", R"py(
def LogSoftmaxGrad(out, dout, axis=-1):
    return dout - ops.exp(out) * ReduceSum(dout, axis, True)
)py"},
    {"LogSumExp", R"py(
def LogSumExp(x, axis, keep_dims=False):
    largest = ReduceMax(x, axis, True)
    result = ops.log(ReduceSum(ops.exp(x - largest), axis, True)) + largest
    return result if keep_dims else ops.reshape(result, ReduceMax(x, axis).shape)
)py"},
    {"MatMulBiasAddFusion", R"py(
def MatMulBiasAddFusion(x, w, bias, transpose_a=False, transpose_b=False):
    return ops.matmul(turned(x, transpose_a), turned(w, transpose_b)) + bias
)py"},
    {"MatMulBiasAddReluFusion", R"py(
def MatMulBiasAddReluFusion(x, w, bias, transpose_a=False, transpose_b=False, with_bias_add=True, with_relu=True):
    y = ops.matmul(turned(x, transpose_a), turned(w, transpose_b))
    y = y + bias if with_bias_add else y
    return ops.relu(y) if with_relu else y
)py"},
    {"MaxPool", R"py(
def MaxPool(x, kernel_size=1, strides=1, pad_mode="valid", data_format="NCHW"):
    return ops.MaxPool(both(kernel_size), both(strides), pad_mode, data_format)(x)
)py"},
    {"MaxPoolGrad", R"py(
def MaxPoolGrad(x, out, dout, kernel_size=1, strides=1, pad_mode="valid", *others):
    return backward(lambda value: MaxPool(value, kernel_size, strides, pad_mode), dout, x)
)py"},
    {"NLLLoss", R"py(
def NLLLoss(logits, labels, weight, reduction="mean", ignore_index=-100):
    weight = ops.ones((logits.shape[1],), logits.dtype) if weight is None else weight
    return ops.NLLLoss(reduction, ignore_index)(logits, labels, weight)
)py"},
    {"Ones", R"py(
def Ones(size, dtype=ms.float32):
    return ops.ones(size, dtype)
)py"},
    {"OnesLike", R"py(
def OnesLike(x, dtype=None):
    return ops.ones_like(x, dtype=dtype)
)py"},
    {"PadV3", R"py(
def PadV3(x, paddings, mode="constant", constant_values=None):
    return ops.pad(x, list(paddings), mode, constant_values)
)py"},
    {"PadV3Grad", R"py(
def PadV3Grad(dout, shape, paddings, mode="constant"):
    return backward(lambda x: ops.pad(x, list(paddings), mode), dout, ops.zeros(shape, dout.dtype))
)py"},
    {"PromptFlashAttention", R"py(
def PromptFlashAttention(query, key, value, pse_shift=None, scale_value=1.0):
    groups = query.shape[-3] // key.shape[-3]
    if groups > 1:
        key, value = (ops.repeat_interleave(each, groups, -3) for each in (key, value))
    scores = ops.matmul(query, ops.swapaxes(key, -1, -2)) * scale_value
    return ops.matmul(ops.softmax(scores if pse_shift is None else scores + pse_shift, -1), value)
)py"},
    {"Range", R"py(
def Range(start, end, step=1, dtype=None):
    return ops.arange(start, end, step, dtype=dtype)
)py"},
    {"ReduceAll", R"py(
def ReduceAll(x, axis=None, keep_dims=False):
    return ops.ReduceAll(keep_dims)(x, () if axis is None else axis)
)py"},
    {"ReduceAny", R"py(
def ReduceAny(x, axis=None, keep_dims=False):
    return ops.ReduceAny(keep_dims)(x, () if axis is None else axis)
)py"},
    {"ReduceMax", R"py(
def ReduceMax(x, axis=None, keep_dims=False):
    return ops.ReduceMax(keep_dims)(x, () if axis is None else axis)
)py"},
    {"ReduceMean", R"py(
def ReduceMean(x, axis=None, keep_dims=False):
    return ops.ReduceMean(keep_dims)(x, () if axis is None else axis)
)py"},
    {"ReduceMin", R"py(
def ReduceMin(x, axis=None, keep_dims=False):
    return ops.ReduceMin(keep_dims)(x, () if axis is None else axis)
)py"},
    {"ReduceProd", R"py(
def ReduceProd(x, axis=None, keep_dims=False):
    return ops.ReduceProd(keep_dims)(x, () if axis is None else axis)
)py"},
    {"ReduceSum", R"py(
def ReduceSum(x, axis=None, keep_dims=False):
    return ops.ReduceSum(keep_dims)(x, () if axis is None else axis)
)py"},
    {"RmsNorm", R"py(
def RmsNorm(x, gamma, epsilon=1e-6):
    axes = tuple(range(x.ndim - gamma.ndim, x.ndim))
    rstd = 1 / ops.sqrt(ReduceMean(x * x, axes, True) + epsilon)
    return x * rstd * gamma, rstd
)py"},
    {"RmsNormGrad", R"py(
def RmsNormGrad(dout, x, rstd, gamma, *moments):
    axes = tuple(range(x.ndim - gamma.ndim, x.ndim))
    part = dout * gamma
    dx = rstd * (part - x * rstd * rstd * ReduceMean(part * x, axes, True))
    outer = tuple(range(x.ndim - gamma.ndim))
    return dx, ReduceSum(dout * x * rstd, outer) if outer else dout * x * rstd
)py"},
    {"Round", R"py(
def Round(x):
    return ops.round(x)
)py"},
    {"SelectExtView", R"py(
def SelectExtView(x, dim, index):
    return ops.gather(x, Tensor(index % x.shape[dim], ms.int32), dim)
)py"},
    {"SoftmaxBackward", R"py(
def SoftmaxBackward(dout, out, dim=-1):
    return (dout - ReduceSum(dout * out, dim, True)) * out
)py"},
    {"SparseSoftmaxCrossEntropyWithLogits", R"py(
def SparseSoftmaxCrossEntropyWithLogits(logits, labels, is_grad=False):
    return ops.SparseSoftmaxCrossEntropyWithLogits(is_grad)(logits, labels)
)py"},
    {"SplitTensor", R"py(
def SplitTensor(x, split_size, axis=0):
    return ops.split(x, split_size, axis)
)py"},
    {"Std", R"py(
def Std(x, axis=None, ddof=0, keepdims=False):
    return ops.sqrt(Var(x, axis, ddof, keepdims))
)py"},
    {"StridedSliceGrad", R"py(
def StridedSliceGrad(dout, shape, begin, end, strides, begin_mask=0, end_mask=0, ellipsis_mask=0, new_axis_mask=0,
                     shrink_axis_mask=0):
    masks = (begin_mask, end_mask, ellipsis_mask, new_axis_mask, shrink_axis_mask)
    return backward(lambda x: ops.strided_slice(x, begin, end, strides, *masks), dout, ops.zeros(shape, dout.dtype))
)py"},
    {"TopkExt", R"py(
def TopkExt(x, k, dim=-1, largest=True, sorted=True):
    return ops.topk(x, k, dim, largest, sorted)
)py"},
    {"TrilIndices", R"py(
def TrilIndices(row, col, offset=0, dtype=ms.int64):
    return ops.tril_indices(row, col, offset, dtype=dtype)
)py"},
    {"TriuIndices", R"py(
def TriuIndices(row, col, offset=0, dtype=ms.int64):
    return ops.triu_indices(row, col, offset, dtype=dtype)
)py"},
    {"Var", R"py(
def Var(x, axis=None, ddof=0, keepdims=False):
    off = x - ReduceMean(x, axis, True)
    mean = ReduceMean(off * off, axis, keepdims)
    count = x.size // max(mean.size, 1)
    return mean * (count / (count - int(ddof)))
)py"},
    {"Zeros", R"py(
def Zeros(size, dtype=ms.float32):
    return ops.zeros(size, dtype)
)py"},
    {"ZerosLike", R"py(
def ZerosLike(x, dtype=None):
    return ops.zeros_like(x, dtype=dtype)
)py"},
};

const PlainForm *formOf(std::string_view op) {
    const auto found = std::ranges::find(forms, op, &PlainForm::op);
    return found == std::end(forms) ? nullptr : &*found;
}

/** Whether `python` calls a function of that name which stands alone. */
bool calls(std::string_view python, std::string_view name) {
    const std::string call = std::string(name) + "(";
    for (size_t at = python.find(call); at != std::string_view::npos; at = python.find(call, at + 1))
        if (std::string_view(" (-").find(python[at - 1]) != std::string_view::npos) return true;
    return false;
}

} // namespace

bool hasPlainForm(std::string_view op) {
    return formOf(op) != nullptr;
}

std::string plainForms(const std::set<std::string> &ops) {
    std::set<std::string_view> wanted(ops.begin(), ops.end());
    for (size_t before = 0; before != wanted.size();) {
        before = wanted.size();
        for (const PlainForm &form : forms)
            for (const PlainForm &other : forms)
                if (wanted.contains(form.op) && &form != &other && calls(form.python, other.op))
                    wanted.insert(other.op);
    }
    std::string text;
    for (const PlainForm &form : forms)
        if (wanted.contains(form.op)) text += std::string(form.python.substr(1)) + "\n\n";
    return text;
}

} // namespace jitscope::inline extraction
