# SPDX-License-Identifier: Apache-2.0
"""Operators by their name in the graph."""
import _jitscope
from mindspore._missing import not_yet


def primitive(name):
    """The function of the operator "MatMul"; an error that names it when the engine has none."""
    function = _jitscope.primitives.get(name)
    if function is None:
        raise not_yet(f"The operator {name}")
    return function


def primitive_call(name, *arguments):
    """Calls it."""
    return primitive(name)(*arguments)
