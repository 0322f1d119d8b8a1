# SPDX-License-Identifier: Apache-2.0
"""The ways to capture a function. Each is a module with capture(cache, args, kwargs, level, reason), which gives the
result of the call and the entry for later calls, or the entry alone (Captured)."""
import importlib

_MODULES = {"ast": "mindspore._jit.ast_entry", "trace": "mindspore._trace.entry",
            "bytecode": "mindspore._bytecode.entry"}


def capture_of(mode):
    """The function that captures in that mode."""
    return importlib.import_module(_MODULES[mode]).capture
