# SPDX-License-Identifier: Apache-2.0
"""Primitives of gradients: every record whose name ends in Grad, looked up in the catalogue."""
from mindspore.ops.operations._rows import module_getattr

__getattr__ = module_getattr("mindspore.ops.operations._grad_ops")
