# SPDX-License-Identifier: Apache-2.0
"""Primitives of tuples and lists."""
import functools
import operator as _operators

from mindspore._capture.numbers import are_some_variable, tensor_of
from mindspore.common.tensor import Tensor
from mindspore.ops.filled import zeros_of
from mindspore.ops.operations._rows import attrs, module_getattr, operator
from mindspore.ops.primitive import primitive_call as call

SequenceLen = operator("sequence_len", run=lambda prim, items: len(items))
SequenceAdd = operator("SequenceAdd", run=lambda prim, x, y: x + y)
SequenceMul = operator("SequenceMul", run=lambda prim, items, times: items * times)
SequenceIndex = operator("SequenceIndex", run=lambda prim, items, value, *ends: items.index(value, *ends))
SequenceCount = operator("SequenceCount", run=lambda prim, items, value: items.count(value))
SequenceMax = operator("SequenceMax", run=lambda prim, items: max(items))
SequenceMin = operator("SequenceMin", run=lambda prim, items: min(items))
SequenceSlice = operator("SequenceSlice", run=lambda prim, items, start, stop, step: items[start:stop:step])
InSequence = operator("InSequence", run=lambda prim, value, items: value in items)
ListAppend = operator("ListAppend", run=lambda prim, items, value: [*items, value])
ListInsert = operator("ListInsert", run=lambda prim, items, place, value: [*items[:place], value, *items[place:]])
SequenceStack = operator("SequenceStack", attrs(axis=0), run=lambda prim, items: call("Stack", tuple(items), prim.axis))
SequenceAddOffset = operator("SequenceAddOffset", run=lambda prim, x, y: (0, len(x)))
SequenceZerosLike = operator("SequenceZerosLike", run=lambda prim, items: zeros_of(items))
SequenceConcat = operator("SequenceConcat", attrs(axis=0), run=lambda prim, items: call("Concat", tuple(items), prim.axis))
SequenceUnstack = operator("SequenceUnstack", attrs(axis=0, num=None), run=lambda prim, x: call("Unstack", x, prim.axis))
SequenceAddN = operator("SequenceAddN", run=lambda prim, items: functools.reduce(lambda x, y: x + y, items))
TupleToTensor = operator("TupleToTensor", run=lambda prim, items, dtype=None: _to_tensor(items, dtype))
ListToTensor = operator("ListToTensor", run=lambda prim, items, dtype=None: _to_tensor(items, dtype))
ScalarToTensor = operator("ScalarToTensor", run=lambda prim, value, dtype=None: _to_tensor(value, dtype))
TensorToTuple = operator("TensorToTuple", run=lambda prim, x: tuple(x.tolist()))
TensorToList = operator("TensorToList", run=lambda prim, x: x.tolist())
TensorToScalar = operator("TensorToScalar", run=lambda prim, x: x.item())


# Comparisons of sequences, whose primitives have the names of functions.
for _kind in ("tuple", "list"):
    for _name, _compare in (("equal", _operators.eq), ("lt", _operators.lt), ("le", _operators.le),
                            ("greater_than", _operators.gt), ("greater_equal", _operators.ge)):
        globals()[f"{_kind}_{_name}"] = operator(f"{_kind}_{_name}", run=lambda prim, x, y, _compare=_compare: _compare(x, y))


def _to_tensor(value, dtype):
    if are_some_variable(value):
        return tensor_of(value, dtype)
    return Tensor(list(value) if isinstance(value, tuple) else value, dtype)


__getattr__ = module_getattr("mindspore.ops.operations._sequence_ops")
