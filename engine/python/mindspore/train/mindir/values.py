# SPDX-License-Identifier: Apache-2.0
"""Constants and tensors of MindIR: numbers, texts, tuples, tensors and what orders writes."""
import numpy as np

from mindspore.common import dtype as mstype
from mindspore.common.tensor import Tensor, tensor_of_bytes
from mindspore.train.mindir import wire

_FLOAT, _INT64, _STRING, _BOOL, _DOUBLE, _TENSOR, _TENSORS = 1, 7, 8, 9, 11, 17, 19
_TUPLE, _LIST, _UMONAD, _IOMONAD, _NONE, _SCALAR = 20, 21, 23, 24, 25, 39
_WHOLE = (2, 3, 4, 5, 6, 7, 12, 13)
_DTYPES = {1: "float32", 2: "uint8", 3: "int8", 4: "uint16", 5: "int16", 6: "int32", 7: "int64", 9: "bool_", 10: "float16",
           11: "float64", 12: "uint32", 13: "uint64", 16: "bfloat16", 17: "float64"}
CODES = {name: code for code, name in reversed(_DTYPES.items())}


class Monad:
    """The token that orders writes to variables."""

    def __repr__(self):
        return "Monad"


def unreadable(what):
    return NotImplementedError(f"This MindIR file has {what}, which is not read here. Instead, run it in your own MindSpore.")


def tensor_of(message):
    """(name, Tensor) of a TensorProto."""
    found = wire.fields(message)
    code = wire.wholes(found.get(2, [0]))[0]
    if code not in _DTYPES or 12 in found or wire.wholes(found.get(16, [0]))[0]:
        raise unreadable("weights in other files, compressed, or of a dtype that is not there")
    shape = tuple(wire.wholes(found.get(1, [])))
    data = bytes(found.get(9, [b""])[0])
    name = wire.texts(found.get(13, found.get(7, [b""])))[0]
    return name, tensor_of_bytes(data, shape, getattr(mstype, _DTYPES[code]))


def value_of(message):
    """The constant of an AttributeProto."""
    found = wire.fields(message)
    kind = wire.wholes(found.get(16, [0]))[0]
    if kind in (_TUPLE, _LIST):
        items = [value_of(item) for item in found.get(17, [])]
        return tuple(items) if kind == _TUPLE else items
    if kind in (_UMONAD, _IOMONAD):
        return Monad()
    if kind == _NONE:
        return None
    if kind in (_TENSOR, _TENSORS):
        return tensor_of((found.get(12) or found[6])[0])[1]
    if kind == _STRING:
        return wire.texts(found.get(5, found.get(11, [b""])))[0]
    if kind == _BOOL:
        return bool(wire.wholes(found.get(3, found.get(10, [0])))[0])
    if kind in (_FLOAT, _DOUBLE):
        return wire.floats(found.get(2, found.get(8, [b"\0\0\0\0"])))[0] if kind == _FLOAT else \
            wire.floats(found.get(4, found.get(9, [b"\0" * 8])), "d")[0]
    if kind in _WHOLE:
        return wire.wholes(found.get(3, found.get(10, [0])))[0]
    raise unreadable(f"a constant of the kind {kind}")


# --- written ----------------------------------------------------------------------------------------------------------

def tensor_message(name, tensor, key=""):
    """A TensorProto with its elements."""
    code = CODES[str(tensor.dtype).lower().replace("bool", "bool_")]
    raw = tensor.view(mstype.int16) if str(tensor.dtype) == "BFloat16" else tensor
    data = np.ascontiguousarray(raw.asnumpy()).tobytes()
    head = b"".join(wire.whole(1, size) for size in tensor.shape) + wire.whole(2, code)
    return head + (wire.part(7, name) if name else b"") + wire.part(9, data) + (wire.part(13, key) if key else b"")


def type_message(name, shape, dtype):
    """A TensorProto without elements."""
    return b"".join(wire.whole(1, size) for size in shape) + wire.whole(2, CODES[dtype]) + \
        (wire.part(7, name) if name else b"")


def attribute(name, value):
    """An AttributeProto with a constant; TypeError for a value that has no kind in MindIR."""
    head = wire.part(1, name) if name else b""
    if value is None:
        return head + wire.whole(16, _NONE)
    if isinstance(value, bool):
        return head + wire.whole(3, value) + wire.whole(16, _BOOL)
    if isinstance(value, int):
        return head + wire.whole(3, value) + wire.whole(16, _INT64)
    if isinstance(value, float):
        return head + wire.single(2, value) + wire.whole(16, _FLOAT)
    if isinstance(value, str):
        return head + wire.part(5, value) + wire.whole(16, _STRING)
    if isinstance(value, (tuple, list)):
        items = b"".join(wire.part(17, _item(item)) for item in value)
        return head + items + wire.whole(16, _TUPLE if isinstance(value, tuple) else _LIST)
    if isinstance(value, Tensor):
        return head + wire.part(12, tensor_message("value0", value)) + wire.whole(16, _TENSORS)
    raise TypeError(f"A {type(value).__name__} cannot stand in a MindIR file.")


def _item(value):
    """A part of a tuple: numbers and texts stand in the repeated fields there."""
    if isinstance(value, (bool, int)):
        return wire.whole(10, value) + wire.whole(16, _BOOL if isinstance(value, bool) else _INT64)
    if isinstance(value, float):
        return wire.single(8, value) + wire.whole(16, _FLOAT)
    if isinstance(value, str):
        return wire.part(11, value) + wire.whole(16, _STRING)
    return attribute("", value)
