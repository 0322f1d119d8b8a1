# SPDX-License-Identifier: Apache-2.0
"""The ways to capture a function. Each is a module with capture(cache, args, kwargs, level, reason), which gives the
result of the call and the entry for later calls, or the entry alone (Captured)."""
import importlib
import sys

_MODULES = {"ast": "mindspore._jit.ast_entry", "trace": "mindspore._trace.entry",
            "bytecode": "mindspore._bytecode.entry"}
_BYTECODE_OF = (3, 11)  # the CPython whose instructions mindspore._bytecode knows


def capture_of(mode):
    """The function that captures in that mode."""
    if mode == "bytecode" and sys.version_info[:2] != _BYTECODE_OF:
        known, here = ("%d.%d" % version[:2] for version in (_BYTECODE_OF, sys.version_info))
        raise RuntimeError(f"capture_mode='bytecode' reads the instructions of CPython {known}, but this is CPython "
                           f"{here}. Use capture_mode='ast' or capture_mode='trace'.")
    return importlib.import_module(_MODULES[mode]).capture
