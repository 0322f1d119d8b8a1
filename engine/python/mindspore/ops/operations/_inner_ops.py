# SPDX-License-Identifier: Apache-2.0
"""Primitives that MindSpore uses itself: those of its tests, and what the catalogue has."""
import sys

from mindspore.ops.operations._rows import attrs, module_getattr, operator
from mindspore.ops.primitive import primitive_call as call


def _by_norm(prim, x, clip_norm):
    """x made shorter where its norm, along the axes or of all elements, is above clip_norm."""
    axes = (prim.axis,) if isinstance(prim.axis, int) else tuple(prim.axis or ())
    norm = call("Sqrt", call("ReduceSum", x * x, axes, True))
    return x * clip_norm / call("Maximum", norm, call("Cast", clip_norm, norm.dtype))


# Shapes are those of the values here, so that a value of any shape is the value itself.
ConvertToDynamic = operator("ConvertToDynamic", attrs(is_dynamic_rank=False), run=lambda prim, x: x)
TopTypeof = operator("TopTypeof", run=lambda prim, x: sys.modules["mindspore.ops"].typeof(x))
ClipByNorm = operator("ClipByNorm", attrs(axis=None), run=_by_norm)

__getattr__ = module_getattr("mindspore.ops.operations._inner_ops")
