# SPDX-License-Identifier: Apache-2.0
"""Whether all numbers of several tensors are finite: what scales of losses are decided by."""
from mindspore.common.tensor import Tensor
from mindspore.ops import catalogue as ops


def all_finite(inputs):
    """A Bool tensor of shape (): whether no element of the tensors is infinite or NaN."""
    finite = True
    for tensor in [inputs] if isinstance(inputs, Tensor) else inputs:
        if tensor.dtype.is_floating_point:
            finite = ops.isfinite(tensor).all() & finite
    return finite if isinstance(finite, Tensor) else Tensor(finite)
