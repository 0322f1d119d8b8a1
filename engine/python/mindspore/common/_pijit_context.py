# SPDX-License-Identifier: Apache-2.0
"""What scripts import of the bytecode capture."""
from mindspore._bytecode.breaks import Unsupported
from mindspore.common.api import jit

__all__ = ["PIJitCaptureContext", "Unsupported"]


class PIJitCaptureContext:
    """A decorator that captures functions by their bytecode; as `with` block it changes nothing: only decorated functions
    are captured."""

    def __init__(self, fullgraph=False, jit_config=None, input_signature=None):
        self._fullgraph = fullgraph
        self.config = dict(jit_config or {})

    def __call__(self, function):
        return jit(function, capture_mode="bytecode", fullgraph=self._fullgraph)

    def __enter__(self):
        return self

    def __exit__(self, *failure):
        return False
