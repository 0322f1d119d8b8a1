# SPDX-License-Identifier: Apache-2.0
"""Nested tuples, lists and dictionaries of tensors: taken apart for a graph, put together from what it gives."""
from _jitscope import Tensor

_BRIEF = {"Float32": "f32", "Float64": "f64", "Float16": "f16", "BFloat16": "bf16", "Bool": "bool"}


def brief(tensor):
    """"f32[2,3]"."""
    name = str(tensor.dtype)
    short = _BRIEF.get(name) or name.replace("UInt", "u").replace("Int", "i")
    return f"{short}[{','.join(map(str, tensor.shape))}]"


def describe(value):
    """An argument as messages show it: the type of a tensor, the value of a constant, the class of another object."""
    if isinstance(value, Tensor):
        return brief(value)
    if value is None or isinstance(value, (bool, int, float, str)):
        return repr(value)
    if isinstance(value, (tuple, list)):
        inner = ", ".join(describe(item) for item in value)
        return f"[{inner}]" if isinstance(value, list) else f"({inner})"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key!r}: {describe(item)}" for key, item in value.items()) + "}"
    return type(value).__name__


def flatten(args, kwargs):
    """All tensors of a call in order."""
    tensors = []
    for value in args:
        if isinstance(value, Tensor):
            tensors.append(value)
        elif isinstance(value, (tuple, list, dict)):
            _collect(value, tensors)
    if kwargs:
        _collect(kwargs, tensors)
    return tensors


def _collect(value, tensors):
    if isinstance(value, Tensor):
        tensors.append(value)
    elif isinstance(value, (tuple, list)):
        for item in value:
            _collect(item, tensors)
    elif isinstance(value, dict):
        for item in value.values():
            _collect(item, tensors)


def replace_tensors(value, replace):
    """The same structure with `replace(tensor)` in the place of each tensor."""
    if isinstance(value, Tensor):
        return replace(value)
    if isinstance(value, tuple):
        items = [replace_tensors(item, replace) for item in value]
        return type(value)(*items) if hasattr(value, "_fields") else tuple(items)
    if isinstance(value, list):
        return [replace_tensors(item, replace) for item in value]
    if isinstance(value, dict):
        return {key: replace_tensors(item, replace) for key, item in value.items()}
    return value


class _Slot:
    """The place of a graph's output in a structure."""

    def __init__(self, index):
        self.index = index


class Outputs:
    """What a function returns: constants as they are, tensors by their place among the graph's outputs."""

    def __init__(self, value):
        self.tensors = []
        self._template = self._with_slots(value)
        self.is_single = isinstance(self._template, _Slot)

    def _with_slots(self, value):
        if isinstance(value, Tensor):
            self.tensors.append(value)
            return _Slot(len(self.tensors) - 1)
        if isinstance(value, tuple):
            items = [self._with_slots(item) for item in value]
            return type(value)(*items) if hasattr(value, "_fields") else tuple(items)
        if isinstance(value, list):
            return [self._with_slots(item) for item in value]
        if isinstance(value, dict):
            return {key: self._with_slots(item) for key, item in value.items()}
        return value

    def filled(self, tensors):
        return _fill(self._template, tensors)


def _fill(template, tensors):
    if isinstance(template, _Slot):
        return tensors[template.index]
    if isinstance(template, tuple):
        items = [_fill(item, tensors) for item in template]
        return type(template)(*items) if hasattr(template, "_fields") else tuple(items)
    if isinstance(template, list):
        return [_fill(item, tensors) for item in template]
    if isinstance(template, dict):
        return {key: _fill(item, tensors) for key, item in template.items()}
    return template


def rebuild(outputs, result):
    """What the function returns, from what its graph gave: one tensor, or a tuple of them."""
    tensors = result if isinstance(result, tuple) else (result,)
    return outputs.filled(tensors)
