# SPDX-License-Identifier: Apache-2.0
"""What is not there yet says so by name, also in `from mindspore import x`."""
import dis
import sys

_IMPORT_FROM = dis.opmap["IMPORT_FROM"]


def _is_import(frame):
    """Whether the attribute is asked for by `from module import name`, which would hide the text of AttributeError."""
    return frame.f_lasti >= 0 and frame.f_code.co_code[frame.f_lasti] == _IMPORT_FROM


def missing_names(module):
    """The `__getattr__` of a module whose further names are not yet built."""
    def __getattr__(name):
        if name.startswith("__"):
            raise AttributeError(f"module '{module}' has no attribute '{name}'")
        text = f"{module}.{name} is not yet part of JitScope's engine."
        if _is_import(sys._getframe(1)):
            raise ImportError(text, name=module)
        raise AttributeError(text)
    return __getattr__


def not_yet(what):
    """The error for a thing that real MindSpore has."""
    return NotImplementedError(f"{what} is not yet part of JitScope's engine.")
