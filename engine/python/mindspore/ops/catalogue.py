# SPDX-License-Identifier: Apache-2.0
"""All functions on tensors under their names: the operators of the engine's catalogue, and those made of several."""
import _jitscope
from mindspore.ops import (activations, batching, clipping, composed, composite, constants, controlflow, creation,
                           elementwise, gradient, indexing, linalg, losses, nnfunctions, patches, random, rearranging,
                           reductions, resampling, smallfunctions, structure, volumes)

# What has a name in Python goes before the record of that name: it has MindSpore's signature.
_parts = (activations, batching, clipping, composed, composite, constants, controlflow, creation, elementwise,
          reductions, gradient, indexing, linalg, losses, nnfunctions, patches, random, rearranging, resampling,
          smallfunctions, structure, volumes)
globals().update(_jitscope.functions)
for _part in _parts:
    globals().update({name: getattr(_part, name) for name in _part.__all__})

__all__ = sorted({*_jitscope.functions, *(name for _part in _parts for name in _part.__all__)})
