# SPDX-License-Identifier: Apache-2.0
"""Names of MindSpore's module of this name: the marks around a stretch of code that becomes a graph."""
from mindspore._trace.blocks import _jit_begin, _jit_end

__all__ = ["_jit_begin", "_jit_end"]
