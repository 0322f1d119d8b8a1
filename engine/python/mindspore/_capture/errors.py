# SPDX-License-Identifier: Apache-2.0
"""What capture says when it cannot go on: the reason, the call stack, and the place for the editor."""
from _jitscope import External, Scalar, Symbol, Tensor

from mindspore._capture.places import traceback_text
from mindspore._capture.structure import holds


class ArgumentWritten(NotImplementedError):
    """Captured code writes in place to a tensor that belongs to its caller."""


def unsupported_syntax(kind, node):
    """The error for syntax that MindSpore itself refuses in graphs."""
    return RuntimeError(f"Unsupported {kind} '{type(node).__name__}'.\n"
                        "More details please refer to syntax support at https://www.mindspore.cn")


def not_captured(what):
    """The error for what real MindSpore can do in graphs and JitScope's capture cannot."""
    return NotImplementedError(f"{what} is not yet part of JitScope's ast capture.")


def annotate(failure, places):
    """Adds the call stack to the text of an exception, once."""
    if getattr(failure, "jitscope_place", None) is not None or not places:
        return
    failure.jitscope_place = places[-1]
    text = str(failure.args[0]) if len(failure.args) == 1 else str(failure)
    failure.args = (text + traceback_text(places),)


def holds_symbol(value):
    """Whether a value of the graph is in it."""
    return holds((Symbol, External, Scalar), value)


def holds_external(value):
    """Whether a value that only Python knows when the graph runs is in it."""
    return holds(External, value)


def is_variable(value):
    """A value that is only known when the graph runs."""
    return isinstance(value, (Symbol, External, Scalar)) or (isinstance(value, Tensor) and hasattr(value, "requires_grad"))


def holds_variable(value):
    """Whether a value of the graph, or a parameter of the model, is in it."""
    if isinstance(value, (tuple, list, set, frozenset)):
        return any(holds_variable(item) for item in value)
    if isinstance(value, dict):
        return any(holds_variable(item) for item in value.values())
    return is_variable(value) or (isinstance(value, slice) and holds_symbol(value))
