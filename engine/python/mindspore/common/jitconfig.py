# SPDX-License-Identifier: Apache-2.0
"""What tells a compilation how to go about it: JitConfig, and the marks jit_class, lazy_inline and no_inline."""
import inspect

from mindspore.common.cellbase import CellBase

__all__ = ["JitConfig", "jit_class", "lazy_inline", "no_inline"]

_CHOICES = {
    "exc_mode": ["auto", "sink", "no_sink"],
    "jit_syntax_level": ["STRICT", "LAX"],  # and, for old scripts, "COMPATIBLE"
    "debug_level": ["RELEASE", "DEBUG"],
    "infer_boost": ["on", "off"],
}


class JitConfig:
    """Settings of one cell's compilation, for Cell.set_jit_config.

    jit_level: "O0" (nothing fused), "O1" (graph kernels), "O2", or "" for the context's; exc_mode: "auto", "sink",
    "no_sink"; jit_syntax_level: "STRICT", "LAX", or "" for the context's; debug_level: "RELEASE", "DEBUG"; infer_boost:
    "on", "off". Raises ValueError for other values; further keywords are kept in jit_config_dict as they are."""

    def __init__(self, jit_level="", exc_mode="auto", jit_syntax_level="", debug_level="RELEASE", infer_boost="off",
                 **kwargs):
        if jit_level not in ("", "O0", "O1", "O2"):
            raise ValueError("For 'jit_level' must be one of ['O0', 'O1', 'O2'].")
        settings = {"exc_mode": exc_mode, "jit_syntax_level": jit_syntax_level, "debug_level": debug_level,
                    "infer_boost": infer_boost}
        for name, value in settings.items():
            is_unlisted = name == "jit_syntax_level" and value in ("", "COMPATIBLE")
            if value not in _CHOICES[name] and not is_unlisted:
                raise ValueError(f"For '{name}' must be one of '{_CHOICES[name]}'.")
        self.jit_config_dict = {**kwargs, "jit_level": jit_level, **settings}


def jit_class(cls):
    """Marks a class whose objects may be made and used inside of graphs; returns it. Raises TypeError for what is no
    class, and for cells, which may be used there anyway."""
    if not inspect.isclass(cls):
        raise TypeError(f"Decorator jit_class can only be used for class type, but got {cls}.")
    if issubclass(cls, CellBase):
        raise TypeError(f"Decorator jit_class is used for user-defined classes and cannot be used for nn.Cell: {cls}.")
    cls.__ms_class__ = True
    return cls


def lazy_inline(fn=None, attrs=None, policy=None):
    """Marks the __init__ of a cell whose graph may stay a sub-graph of its own for long; the results are the same."""
    if fn is None:
        return lambda given: lazy_inline(given, attrs, policy)
    if not callable(fn):
        raise TypeError(f"The function should be callable, but got {type(fn).__name__}.")
    fn.lazy_inline = True
    return fn


def no_inline(fn=None):
    """Marks a function whose graph should stay a sub-graph of its own; the results are the same."""
    if fn is None:
        return no_inline
    fn.no_inline = True
    return fn
