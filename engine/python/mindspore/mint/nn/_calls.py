# SPDX-License-Identifier: Apache-2.0
"""mint.nn's layers without parameters: each is a function of mint.nn.functional and the arguments that it keeps."""
from mindspore.mint.nn import functional as F
from mindspore.nn import Cell
from mindspore.ops.activationnames import ROWS
from mindspore.ops.operations._rows import attrs, bound_attributes


def _zero_pad(input, padding):
    """A size for all sides of the last axes, or one for each side."""
    axes = input.ndim - 2
    return F.pad(input, (padding,) * (2 * axes) if isinstance(padding, int) else tuple(padding))


# Functions of layers that are no functions of mint.nn.functional.
_OWN = {
    "upsample_nearest": lambda input, size, scale_factor: F.interpolate(input, size, scale_factor, "nearest"),
    "upsample_bilinear": lambda input, size, scale_factor: F.interpolate(input, size, scale_factor, "bilinear", True),
    "zero_pad": _zero_pad,
}


class _Call(Cell):
    """A function of mint.nn.functional with the arguments that the constructor was given."""

    attributes = {}
    function = ""

    def __init__(self, *args, **kwargs):
        super().__init__()
        self._settings = bound_attributes(type(self).__name__, self.attributes, args, kwargs)
        for name, value in self._settings.items():
            setattr(self, name, value)

    def construct(self, *inputs):
        function = _OWN.get(self.function) or getattr(F, self.function)
        return function(*inputs, **self._settings)

    def extend_repr(self):
        return ", ".join(f"{name}={value}" for name, value in self._settings.items())


# name, function, what the constructor takes, what the layer does
_ROWS = [
    *((row.mint.name, row.function, row.mint.attributes, row.mint.doc) for row in ROWS if row.mint),
    ("Flatten", "flatten", attrs(start_dim=1, end_dim=-1), "The axes from start_dim to end_dim merged into one."),
    ("PixelShuffle", "pixel_shuffle", attrs("upscale_factor"), "Channels rearranged into larger images."),
    ("AdaptiveAvgPool1d", "adaptive_avg_pool1d", attrs("output_size"), "Means of output_size parts."),
    ("AdaptiveAvgPool2d", "adaptive_avg_pool2d", attrs("output_size"), "Means of output_size parts of each axis."),
    ("AdaptiveMaxPool1d", "adaptive_max_pool1d", attrs("output_size", return_indices=False),
     "Maxima of output_size parts."),
    ("AdaptiveMaxPool2d", "adaptive_max_pool2d", attrs("output_size", return_indices=False),
     "Maxima of output_size parts of each axis."),
    ("Unfold", "unfold", attrs("kernel_size", dilation=1, padding=0, stride=1), "The windows of images as columns."),
    ("Fold", "fold", attrs("output_size", "kernel_size", dilation=1, padding=0, stride=1),
     "Columns added up to images."),
    ("Upsample", "interpolate", attrs(size=None, scale_factor=None, mode="nearest", align_corners=None,
                                      recompute_scale_factor=None), "Images enlarged to a size or by a factor."),
    ("UpsamplingNearest2d", "upsample_nearest", attrs(size=None, scale_factor=None),
     "Images enlarged by repetition."),
    ("UpsamplingBilinear2d", "upsample_bilinear", attrs(size=None, scale_factor=None), "Images enlarged by lines."),
    ("ZeroPad1d", "zero_pad", attrs("padding"), "Zeros before and after the last axis."),
    ("ZeroPad3d", "zero_pad", attrs("padding"), "Zeros before and after the last three axes."),
    ("BCELoss", "binary_cross_entropy", attrs(weight=None, reduction="mean"), "The binary cross entropy."),
    ("BCEWithLogitsLoss", "binary_cross_entropy_with_logits", attrs(weight=None, reduction="mean", pos_weight=None),
     "The binary cross entropy of sigmoid(input)."),
    ("CrossEntropyLoss", "cross_entropy", attrs(weight=None, ignore_index=-100, reduction="mean", label_smoothing=0.0),
     "The cross entropy of softmax(input) and classes."),
    ("CosineEmbeddingLoss", "cosine_embedding_loss", attrs(margin=0.0, reduction="mean"),
     "1 - cosine, or the cosine."),
    ("KLDivLoss", "kl_div", attrs(reduction="mean", log_target=False), "The divergence of Kullback and Leibler."),
    ("L1Loss", "l1_loss", attrs(reduction="mean"), "The distance."),
    ("MSELoss", "mse_loss", attrs(reduction="mean"), "The squared distance."),
    ("NLLLoss", "nll_loss", attrs(weight=None, ignore_index=-100, reduction="mean"), "Minus the log-probability."),
    ("SmoothL1Loss", "smooth_l1_loss", attrs(reduction="mean", beta=1.0), "Squared within beta, else straight."),
    ("SoftMarginLoss", "soft_margin_loss", attrs(reduction="mean"), "log(1 + exp(-target * input))."),
]

layers = {name: type(name, (_Call,), {"__doc__": doc, "__module__": "mindspore.mint.nn", "function": function,
                                      "attributes": attributes}) for name, function, attributes, doc in _ROWS}
