# SPDX-License-Identifier: Apache-2.0
"""Functions on tensors: one for each operator of the engine's catalogue, and those composed of several."""
import _jitscope
from mindspore.ops import composed, methods
from mindspore.ops.primitive import primitive, primitive_call
from mindspore._missing import missing_names

globals().update(_jitscope.functions)
globals().update({name: getattr(composed, name) for name in composed.__all__})
methods.install()

__all__ = sorted({*_jitscope.functions, *composed.__all__})
__getattr__ = missing_names("mindspore.ops")
