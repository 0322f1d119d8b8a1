# SPDX-License-Identifier: Apache-2.0
"""load: the graph of a MindIR file."""
import os

from mindspore.nn.graphcell import FuncGraph
from mindspore.train.mindir import values, wire

_FUNCTION = 2  # of primitives: attributes are among the inputs


def _named(message, number=1):
    return wire.texts(wire.fields(message).get(number, [b""]))[0]


def _primitives(messages):
    """name -> (operator, attributes or None)"""
    found = {}
    for message in messages:
        parts = wire.fields(message)
        is_function = wire.wholes(parts.get(5, [1]))[0] == _FUNCTION
        attributes = None if is_function else {_named(item): item for item in parts.get(3, [])}
        name = wire.texts(parts.get(1, [b""]))[0]
        found[name] = wire.texts(parts.get(2, [b""]))[0], attributes
    return found


def _values_of(attributes):
    """Name -> value of those that have one here; what describes names or shapes stays out."""
    left_out = ("input_names", "output_names", "pad_list", "groups", "shape")
    return None if attributes is None else {name: values.value_of(item) for name, item in attributes.items()
                                            if name not in left_out}


def _graph(message, primitives):
    found = wire.fields(message)
    parameters, keys = {}, {}
    for item in found.get(3, []):
        key, tensor = values.tensor_of(item)
        parameters[key] = tensor
        keys[_named(item, 7)] = key
    constants, steps = {}, []
    for item in found.get(1, []):
        parts = wire.fields(item)
        kind, output = wire.texts(parts[4])[0], wire.texts(parts[2])[0]
        if kind == "Constant":
            constants[output] = values.value_of(parts[5][0])
            continue
        name = kind.removeprefix("REF::")
        if name not in primitives:
            raise values.unreadable(f"the call of a graph ({kind})")
        operator, attributes = primitives[name]
        inputs = [keys.get(source, source) for source in wire.texts(parts.get(1, []))]
        steps.append((operator, _values_of(attributes), inputs, output))
    inputs = [_named(item) for item in found.get(5, [])]
    name = wire.texts(found.get(2, [b"graph"]))[0]
    return FuncGraph(name, parameters, inputs, constants, steps, _named(found[6][0]))


def load(file_name, **kwargs):
    """
    The graph of a MindIR file, for nn.GraphCell.

    Args:
        file_name (str): the path of a file that ends with .mindir.
        dec_key, dec_mode, dec_func: of encrypted files; they are not read, so that a key raises NotImplementedError.

    Returns a FuncGraph. Raises ValueError for another ending, a file that is not there or that is none of MindIR;
    NotImplementedError for what is not read: control flow, weights in other files.
    """
    if not isinstance(file_name, str):
        raise ValueError(f"For 'load MindIR', the argument 'file_name' must be string, but got {type(file_name)}.")
    if not file_name.endswith(".mindir"):
        raise ValueError("For 'load MindIR', the argument 'file_name'(MindIR file) should end with '.mindir', please input "
                         "the correct 'file_name'.")
    if not os.path.exists(file_name):
        raise ValueError("For 'load MindIR', the argument 'file_name'(MindIR file) does not exist, please check whether the "
                         "'file_name' is correct.")
    if any(kwargs.get(name) is not None for name in ("dec_key", "dec_func")):
        raise values.unreadable("encrypted weights")
    with open(file_name, "rb") as file:
        data = memoryview(file.read())
    try:
        model = wire.fields(data)
        if 8 in model:
            raise values.unreadable("several graphs that call each other")
        return _graph(model[7][0], _primitives(model.get(12, [])))
    except (ValueError, KeyError, IndexError, UnicodeDecodeError) as problem:
        raise ValueError(f"{file_name} is no MindIR file that can be read: {problem}") from None
