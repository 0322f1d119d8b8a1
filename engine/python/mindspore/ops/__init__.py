# SPDX-License-Identifier: Apache-2.0
"""Functions on tensors: one for each operator of the engine's catalogue, and those composed of several."""
import _jitscope
from mindspore.ops import (activations, batching, clipping, composed, composite, constants, controlflow, creation, elementwise,
                           folds, gradient, indexing, linalg, losses, methods, nnfunctions, patches, random, rearranging,
                           resampling, smallfunctions, structure, volumes)
from mindspore.ops.primitive import Primitive, PrimitiveWithCheck, PrimitiveWithInfer, prim_attr_register
from mindspore._missing import missing_names

# What has a name in Python goes before the record of that name: it has MindSpore's signature.
_parts = (activations, batching, clipping, composed, composite, constants, controlflow, creation, elementwise, folds, gradient,
          indexing, linalg, losses, nnfunctions, patches, random, rearranging, resampling, smallfunctions,
          structure, volumes)
globals().update(_jitscope.functions)
for _part in _parts:
    globals().update({name: getattr(_part, name) for name in _part.__all__})
methods.install()

from mindspore.ops import operations  # noqa: E402  (its rows call the functions above)
from mindspore.ops import auto_generate, function, functional  # noqa: E402
globals().update({name: getattr(operations, name) for name in operations.__all__})
globals().update({name: getattr(functional, name) for name in functional.__all__})

__all__ = sorted({*_jitscope.functions, *(name for _part in _parts for name in _part.__all__),
                  *operations.__all__, *functional.__all__})
__getattr__ = missing_names("mindspore.ops")
