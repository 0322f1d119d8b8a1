# SPDX-License-Identifier: Apache-2.0
"""mint.nn.functional: the computations of layers as functions, with PyTorch's signatures."""
from mindspore import ops
from mindspore.mint._names import as_they_are, names_of
from mindspore.ops.activationnames import ROWS
from mindspore.ops.primitive import primitive_call as call
from mindspore.common.dtype import int64

__all__ = ["linear", "conv1d", "conv2d", "conv3d", "avg_pool1d", "avg_pool2d", "max_pool2d", "adaptive_max_pool1d",
           "batch_norm", "layer_norm", "group_norm", "dropout", "dropout2d", "softmax", "log_softmax", "relu", "relu_",
           "relu6", "elu", "elu_", "gelu", "glu", "silu", "leaky_relu", "logsigmoid", "hardtanh", "hardtanh_",
           "threshold", "threshold_", "sigmoid_", "binary_cross_entropy", "binary_cross_entropy_with_logits", "kl_div",
           "nll_loss", "smooth_l1_loss", "normalize", "one_hot", "pad", "flatten", "embedding", "prelu", "upsample"]


def _written(input, result, inplace=True):
    """`result`, which also becomes the elements of input when inplace is asked for."""
    return call("InplaceCopy", input, result) if inplace else result


# --- layers -----------------------------------------------------------------------------------------------------------

def linear(input, weight, bias=None):
    """input @ weight.T + bias; weight is (out, in)."""
    result = ops.matmul(input, ops.swapaxes(weight, 0, 1) if weight.ndim == 2 else weight)
    return result if bias is None else result + bias


def _convolution(record_function, input, weight, bias, stride, padding, dilation, groups):
    mode = padding if isinstance(padding, str) else "pad"
    return record_function(input, weight, bias, stride, mode, 0 if isinstance(padding, str) else padding, dilation,
                           groups)


def conv1d(input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1):
    """The convolution of (N, C, L) with (out, C / groups, K); padding is a size, "valid" or "same"."""
    return _convolution(ops.conv1d, input, weight, bias, stride, padding, dilation, groups)


def conv2d(input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1):
    """The convolution of (N, C, H, W) with (out, C / groups, KH, KW); padding is a size or two, "valid" or "same"."""
    if input.ndim == 3:
        return conv2d(call("ExpandDims", input, 0), weight, bias, stride, padding, dilation, groups)[0]
    return _convolution(ops.conv2d, input, weight, bias, stride, padding, dilation, groups)


def conv3d(input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1):
    """The convolution of (N, C, D, H, W) with (out, C / groups, KD, KH, KW)."""
    return _convolution(ops.conv3d, input, weight, bias, stride, padding, dilation, groups)


def avg_pool1d(input, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True):
    """Means of windows along the last axis; without stride the windows do not overlap."""
    return ops.avg_pool1d(input, kernel_size, kernel_size if stride is None else stride, padding, ceil_mode,
                          count_include_pad)


def avg_pool2d(input, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True,
               divisor_override=None):
    """Means of windows over the last two axes; without stride the windows do not overlap."""
    return ops.avg_pool2d(input, kernel_size, kernel_size if stride is None else stride, padding, ceil_mode,
                          count_include_pad,
                          divisor_override or 0)


def max_pool2d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False):
    """Maxima of windows over the last two axes; with return_indices (maxima, their places)."""
    return ops.max_pool2d(input, kernel_size, stride, padding, dilation, return_indices, ceil_mode)


def adaptive_max_pool1d(input, output_size, return_indices=False):
    """Maxima of output_size parts of the last axis."""
    rows = call("ExpandDims", input, -2)
    pooled = ops.adaptive_max_pool2d(rows, (1, output_size), return_indices)
    parts = pooled if return_indices else (pooled,)
    parts = tuple(call("Squeeze", part, -2) for part in parts)
    return parts if return_indices else parts[0]


def batch_norm(input, running_mean, running_var, weight=None, bias=None, training=False, momentum=0.1, eps=1e-05):
    """Each channel with its mean taken away and divided by its deviation; of the batch when training."""
    channels = (input.shape[1],)
    weight = call("Ones", channels, input.dtype) if weight is None else weight
    bias = call("Zeros", channels, input.dtype) if bias is None else bias
    return ops.batch_norm(input, running_mean, running_var, weight, bias, training, momentum, eps)


def layer_norm(input, normalized_shape, weight=None, bias=None, eps=1e-05):
    """The last axes with their mean taken away and divided by their deviation, times weight plus bias."""
    shape = (normalized_shape,) if isinstance(normalized_shape, int) else tuple(normalized_shape)
    weight = call("Ones", shape, input.dtype) if weight is None else weight
    bias = call("Zeros", shape, input.dtype) if bias is None else bias
    return ops.layer_norm(input, shape, weight, bias, eps)


def group_norm(input, num_groups, weight=None, bias=None, eps=1e-05):
    """As layer_norm, over groups of channels."""
    channels = (input.shape[1],)
    weight = call("Ones", channels, input.dtype) if weight is None else weight
    bias = call("Zeros", channels, input.dtype) if bias is None else bias
    return ops.group_norm(input, num_groups, weight, bias, eps)


def _check_chance(p):
    if not 0 <= p <= 1:
        raise ValueError(f"dropout probability has to be between 0 and 1, but got {p}")


def dropout(input, p=0.5, training=True, inplace=False):
    """Elements are 0 with probability p, the others divided by 1 - p; input itself when not training."""
    _check_chance(p)
    if not training or p == 0:
        return input
    result = call("ZerosLike", input) if p == 1 else call("Dropout", input, 1.0 - p)[0]
    return _written(input, result, inplace)


def dropout2d(input, p=0.5, training=True, inplace=False):
    """Whole channels are 0 with probability p, the others divided by 1 - p."""
    _check_chance(p)
    if not training or p == 0:
        return input
    if p == 1:
        return _written(input, call("ZerosLike", input), inplace)
    channels = call("Ones", (*input.shape[:-2], 1, 1), input.dtype)
    return _written(input, input * call("Dropout", channels, 1.0 - p)[0], inplace)


def embedding(input, weight, padding_idx=None, max_norm=None, norm_type=2.0, scale_grad_by_freq=False):
    """The rows of weight at the places of input."""
    if max_norm is None and padding_idx is None:
        return call("Gather", weight, input, 0)
    return ops.embedding(input, weight, padding_idx, max_norm, norm_type, scale_grad_by_freq)


# --- activations ------------------------------------------------------------------------------------------------------

def _softmax_axis(input, dim):
    """Without dim, as PyTorch: the first axis for rank 0, 1 and 3, else the second."""
    return (0 if input.ndim in (0, 1, 3) else 1) if dim is None else dim


def softmax(input, dim=None, dtype=None):
    """exp(input) / sum(exp(input)) along dim."""
    input = input if dtype is None else call("Cast", input, dtype)
    return call("Softmax", input, _softmax_axis(input, dim))


def log_softmax(input, dim=None, *, dtype=None):
    """The logarithm of softmax."""
    input = input if dtype is None else call("Cast", input, dtype)
    return ops.log_softmax(input, _softmax_axis(input, dim))


def relu(input, inplace=False):
    """0 instead of what is less."""
    return _written(input, call("ReLU", input), inplace)


def relu_(input):
    """relu in place."""
    return relu(input, True)


def relu6(input, inplace=False):
    """Not below 0 and not above 6."""
    return _written(input, ops.relu6(input), inplace)


def elu(input, alpha=1.0, inplace=False):
    """input where positive, else alpha * (exp(input) - 1)."""
    return _written(input, ops.elu(input, alpha), inplace)


def elu_(input, alpha=1.0):
    """elu in place."""
    return elu(input, alpha, True)


def gelu(input, *, approximate="none"):
    """input times the normal distribution's share below it; "tanh" approximates that."""
    return call("GeLU", input, approximate)


def glu(input, dim=-1):
    """The first half along dim times the sigmoid of the second."""
    return ops.glu(input, dim)


def silu(input, inplace=False):
    """input * sigmoid(input)."""
    return _written(input, call("SiLU", input), inplace)


def leaky_relu(input, negative_slope=0.01):
    """input where positive, else negative_slope * input."""
    return ops.leaky_relu(input, negative_slope)


def prelu(input, weight):
    """input where positive, else weight * input; weight has one element, or one for each channel."""
    if weight.size > 1:
        weight = call("Reshape", weight, (weight.size,) + (1,) * (input.ndim - 2))
    return call("Select", call("Greater", input, 0), input, input * weight)


def logsigmoid(input):
    """log(sigmoid(input))."""
    return ops.logsigmoid(input)


def hardtanh(input, min_val=-1.0, max_val=1.0, inplace=False):
    """Not below min_val and not above max_val."""
    return _written(input, ops.hardtanh(input, min_val, max_val), inplace)


def hardtanh_(input, min_val=-1, max_val=1):
    """hardtanh in place."""
    return hardtanh(input, min_val, max_val, True)


def threshold(input, threshold, value, inplace=False):
    """input where greater than threshold, else value."""
    return _written(input, ops.threshold(input, threshold, value), inplace)


def threshold_(input, threshold, value):
    """threshold in place."""
    return _written(input, ops.threshold(input, threshold, value))


def sigmoid_(input):
    """sigmoid in place."""
    return _written(input, call("Sigmoid", input))


# --- losses -----------------------------------------------------------------------------------------------------------

def binary_cross_entropy(input, target, weight=None, reduction="mean"):
    """-(target log(input) + (1 - target) log(1 - input)), times weight."""
    return ops.binary_cross_entropy(input, target, weight, reduction)


def binary_cross_entropy_with_logits(input, target, weight=None, reduction="mean", pos_weight=None):
    """binary_cross_entropy of sigmoid(input); pos_weight weighs the positive targets."""
    return ops.binary_cross_entropy_with_logits(input, target, weight, pos_weight, reduction)


def kl_div(input, target, reduction="mean", log_target=False):
    """target * (log(target) - input); with log_target the target is a logarithm, too."""
    if log_target:
        target = call("Exp", target)
    return ops.kl_div(input, target, reduction)


def nll_loss(input, target, weight=None, ignore_index=-100, reduction="mean"):
    """Minus the log-probability of each target class."""
    return ops.nll_loss(input, target, weight, ignore_index, reduction)


def smooth_l1_loss(input, target, reduction="mean", beta=1.0):
    """Half the squared distance over beta where below beta, else the distance less beta / 2."""
    return ops.smooth_l1_loss(input, target, beta, reduction)


# --- further ----------------------------------------------------------------------------------------------------------

def normalize(input, p=2.0, dim=1, eps=1e-12):
    """input divided by its norm along dim (at least eps)."""
    norm = call("Pow", call("ReduceSum", call("Pow", call("Abs", input), p), dim, True), 1 / p)
    return input / call("Maximum", norm, eps)


def one_hot(tensor, num_classes=-1):
    """1 at the place of each class, else 0, along a new last axis; Int64."""
    if num_classes == -1:
        num_classes = int(ops.amax(tensor).item()) + 1
    classes = ops.arange(num_classes)
    return call("Cast", call("Equal", call("ExpandDims", tensor, -1), classes), int64)


def upsample(input, size=None, scale_factor=None, mode="nearest", align_corners=None):
    """Images enlarged to a size or by a factor."""
    return ops.interpolate(input, size, scale_factor, mode, align_corners)


def pad(input, pad, mode="constant", value=None):
    """input with elements before and after its last axes: pad is (last before, last after, second last before, ...)."""
    return ops.pad(input, pad, mode, value)


def flatten(input, start_dim=0, end_dim=-1):
    """The axes from start_dim to end_dim merged into one."""
    return call("Flatten", input, start_dim, end_dim)


_SAME = as_they_are(
    "adaptive_avg_pool1d adaptive_avg_pool2d adaptive_max_pool2d conv_transpose2d "
    "cosine_embedding_loss cross_entropy fold grid_sample interpolate l1_loss mse_loss pixel_shuffle soft_margin_loss "
    "softplus unfold") | {row.function: row.function for row in ROWS if row.mint and row.function not in __all__}

__all__ = sorted([*__all__, *_SAME])
__getattr__ = names_of("mindspore.mint.nn.functional", _SAME)
