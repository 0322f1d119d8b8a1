# SPDX-License-Identifier: Apache-2.0
"""Primitives that MindSpore uses itself, looked up in the catalogue."""
from mindspore.ops.operations._rows import module_getattr

__getattr__ = module_getattr("mindspore.ops.operations._inner_ops")
