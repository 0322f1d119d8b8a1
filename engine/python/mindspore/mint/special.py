# SPDX-License-Identifier: Apache-2.0
"""mint.special: the functions of mint that PyTorch keeps in torch.special."""
from mindspore.mint._names import as_they_are, names_of
from mindspore.mint.nn.functional import log_softmax

_SAME = as_they_are("erfc exp2 expm1 log1p round sinc")

__all__ = sorted([*_SAME, "log_softmax"])
__getattr__ = names_of("mindspore.mint.special", _SAME)
