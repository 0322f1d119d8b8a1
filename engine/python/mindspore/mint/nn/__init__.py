# SPDX-License-Identifier: Apache-2.0
"""mint.nn: layers with PyTorch's names and arguments."""
from mindspore.mint._names import as_they_are, names_of
from mindspore.mint.nn import _calls, _layers, functional
from mindspore.mint.nn._layers import *  # noqa: F403
from mindspore.nn import Cell

globals().update(_calls.layers)

# Of one signature with the layer of mindspore.nn.
_SAME = as_they_are("ConstantPad1d ConstantPad2d ConstantPad3d Identity ReflectionPad1d ReflectionPad2d "
                    "ReflectionPad3d "
                    "ReplicationPad1d ReplicationPad2d ReplicationPad3d ZeroPad2d")

__all__ = sorted(["Cell", *_layers.__all__, *_calls.layers, *_SAME])
__getattr__ = names_of("mindspore.mint.nn", _SAME, "mindspore.nn")
