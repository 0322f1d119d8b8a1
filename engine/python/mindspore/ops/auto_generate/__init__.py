# SPDX-License-Identifier: Apache-2.0
"""Functions and primitives of mindspore.ops, under the name of the package of MindSpore that generates them."""
import sys

import _jitscope
from mindspore._missing import missing_names
from mindspore.ops import operations
from mindspore.ops.operations import _grad_ops, _inner_ops, _sequence_ops
from mindspore.ops.primitive import Primitive

_missing = missing_names("mindspore.ops.auto_generate")
_made = {}


def _primitive_of(name):
    """The primitive object that MindSpore keeps as `add_op`, `relu_op`, ..., made of its class the first time; None for
    any other name."""
    if name not in _made and name.endswith("_op"):
        wanted = name.removesuffix("_op").replace("_", "")
        classes = (known for known in (*operations.__all__, *vars(_grad_ops), *_jitscope.primitives)
                   if known.lower() == wanted)
        _made[name] = next((_made_of(_class_of(known)) for known in classes), None)
    return _made.get(name)


def _made_of(kind):
    """A primitive object; None of a class that wants to know more."""
    try:
        return kind()
    except TypeError:
        return None


def _class_of(name):
    """The class of a primitive; None for any other name."""
    for place in (operations, _grad_ops, _inner_ops, _sequence_ops):
        found = vars(place).get(name)
        if isinstance(found, type) and issubclass(found, Primitive):
            return found
    return getattr(operations, name) if name in _jitscope.primitives else None


def __getattr__(name):
    """A primitive, its class, or a function of mindspore.ops."""
    ops = sys.modules["mindspore.ops"]
    primitive = _primitive_of(name)
    if primitive is not None:
        return primitive
    found = _class_of(name)
    if found is not None:
        return found
    if not name.startswith("_") and name in vars(ops):
        return getattr(ops, name)
    return _missing(name)
