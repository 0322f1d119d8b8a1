# SPDX-License-Identifier: Apache-2.0
"""mindspore.mint: functions and layers with the names and signatures that users of PyTorch know (dim, keepdim,
other)."""
import importlib

from mindspore.mint import _arithmetic, _reductions, _random, _shapes, linalg, nn, special
from mindspore.mint._names import as_they_are, names_of
from mindspore.mint.nn import functional
from mindspore.mint.nn.functional import conv2d

_parts = (_arithmetic, _reductions, _random, _shapes)
for _part in _parts:
    globals().update({name: getattr(_part, name) for name in _part.__all__})

# Of one signature with the function of mindspore.ops.
_SAME = as_they_are(
    "abs acos acosh addbmm addmm addmv arange arccos arccosh arcsinh arctan arctan2 arctanh asin asinh atan atan2 "
    "atanh bincount "
    "bitwise_and bitwise_or bitwise_xor ceil cos cosh cross dot einsum erf erfc erfinv exp exp2 expm1 eye "
    "flip floor full_like gcd imag inverse isclose isfinite isinf log log10 log1p log2 logaddexp logaddexp2 "
    "logical_and "
    "logical_not logical_or logical_xor masked_select matmul maximum minimum mm nan_to_num neg negative nonzero "
    "ones_like outer "
    "polar pow ravel real reciprocal roll round rsqrt searchsorted sigmoid sign sin sinc sinh square take tan tanh "
    "trace tril triu unique unique_consecutive zeros_like") | {"clip": "clamp"}

__all__ = sorted({*(name for _part in _parts for name in _part.__all__), *_SAME, "conv2d"})
_further = names_of("mindspore.mint", _SAME)
_OPTIMIZERS = ("Adam", "AdamW", "SGD")  # read with what stands under them when somebody asks


def __getattr__(name):
    """Layers, their functions and optimizers have a name here, too."""
    if name == "optim" or name in _OPTIMIZERS:
        optim = importlib.import_module("mindspore.mint.optim")
        return optim if name == "optim" else getattr(optim, name)
    home = next((part for part in (nn, functional, linalg) if name in part.__all__), None)
    return _further(name) if home is None else getattr(home, name)
