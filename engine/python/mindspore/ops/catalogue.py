# SPDX-License-Identifier: Apache-2.0
"""All functions on tensors under their names: the operators of the engine's catalogue, and those made of several."""
import _jitscope
from mindspore.ops import (activations, adaptivepooling, axes, batching, candidates, clipping, composite, constants,
                           controlflow, creation, deformable, derivatives, diagonals, dumps, elementwise, factors,
                           frequencies, gradient, indexing, inplace, linalg, losses, normalization, patches,
                           products, random, rearranging, reductions, resampling, sampling,
                           sequences, sparse, structure, transposedconvolution, volumes, windows)

# What has a name in Python goes before the record of that name: it has MindSpore's signature.
_parts = (activations, adaptivepooling, axes, batching, candidates, clipping, composite, constants, controlflow,
          creation, deformable, derivatives, diagonals, dumps, elementwise, factors, frequencies, gradient, indexing, inplace,
          linalg, losses, normalization, patches, products, random, rearranging, reductions, resampling, sampling,
          sequences, sparse, structure, transposedconvolution, volumes, windows)
globals().update(_jitscope.functions)
for _part in _parts:
    globals().update({name: getattr(_part, name) for name in _part.__all__})

__all__ = sorted({*_jitscope.functions, *(name for _part in _parts for name in _part.__all__)})
