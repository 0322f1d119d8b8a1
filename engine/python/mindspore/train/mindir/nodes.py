# SPDX-License-Identifier: Apache-2.0
"""The nodes of a compiled graph, read from the text that the engine prints of it."""
import glob
import os
import re

import numpy as np

from mindspore.common import dtype as mstype
from mindspore.common.tensor import Tensor

_LINE = re.compile(r"^  (%\d+)\(.*?\) = (?:PrimFunc_)?([\w:]+)\((.*)\)$")
_PARAMETER = re.compile(r"^(%para\d+_[^:]+): <(.*)>  ?:")
_TENSOR = re.compile(r"Tensor\[(\w+)\]\]?, \(([\d, ]*)\)")
_SCALAR = re.compile(r"(Bool|[IUF]\d+|BF16)\(([^()]*)\)")
_CONSTANT = re.compile(r"Tensor\(shape=\[([\d, ]*)\], dtype=(\w+), value=\s*(.*)\)$", re.DOTALL)


class Reference(str):
    """The name of a node or a parameter, as an input of another."""


class Graph:
    """parameters: [(name, shape, dtype, key or "")]; nodes: [(name, operator, inputs, shape, dtype)], shape and dtype of a
    tensor or None; output: what it gives."""

    def __init__(self):
        self.parameters, self.nodes, self.output = [], [], None


# --- values -----------------------------------------------------------------------------------------------------------

def _split(text):
    """The parts between commas that stand in no brackets or texts."""
    parts, depth, begin, is_text = [], 0, 0, False
    for place, sign in enumerate(text):
        is_text = is_text != (sign == '"' and (place == 0 or text[place - 1] != "\\"))
        depth += 0 if is_text else (sign in "([") - (sign in ")]")
        if sign == "," and depth == 0 and not is_text:
            parts.append(text[begin:place].strip())
            begin = place + 1
    return [*parts, text[begin:].strip()] if text.strip() else []


def _tensor(text):
    sizes, dtype, elements = _CONSTANT.match(text).groups()
    shape = tuple(map(int, sizes.replace(",", " ").split()))
    if "..." in elements or dtype in ("Float64", "BFloat16"):
        raise NotImplementedError(f"A constant of the shape {shape} and {dtype} is not written to MindIR. Instead, keep it as a "
                                  "mindspore.Parameter of the network.")
    words = elements.replace("[", " ").replace("]", " ").replace(",", " ").split()
    numbers = [word == "True" if word in ("True", "False") else float(word) if "Float" in dtype else int(word)
               for word in words]
    kind = getattr(mstype, "bool_" if dtype == "Bool" else dtype.lower())
    return Tensor(np.array(numbers).reshape(shape), kind)


def value_of(text):
    """A Reference, or the constant that the text stands for."""
    if text.startswith("%"):
        return Reference(text)
    if text == "None":
        return None
    if text.startswith('"'):
        return text[1:-1]
    if text.startswith("Tensor("):
        return _tensor(text)
    scalar = _SCALAR.fullmatch(text)
    if scalar is not None:
        kind, number = scalar.groups()
        return number not in ("0", "False") if kind == "Bool" else float(number) if "F" in kind else int(number)
    if text[:1] in "([":
        return tuple(map(value_of, _split(text[1:-1])))
    if text.startswith(("UMonad", "IOMonad")):
        raise NotImplementedError("A network that writes to its Parameters or prints is not written to MindIR; BatchNorm writes "
                                  "in training: call set_train(False) before. Otherwise, export it in your own MindSpore.")
    raise NotImplementedError(f"A graph with {text[:60]} is not written to MindIR. Instead, export it in your own MindSpore.")


def _described(text):
    """(shape, dtype) of the only tensor that a type speaks of, else (None, None)."""
    found = _TENSOR.findall(text)
    if len(found) != 1 or text.startswith("<Tuple"):
        return None, None
    return tuple(int(size) for size in found[0][1].split(",") if size.strip()), found[0][0].lower().replace("bool", "bool_")


# --- the graph --------------------------------------------------------------------------------------------------------

def _text_of(graph, stage):
    import tempfile
    with tempfile.TemporaryDirectory() as folder:
        graph.write_dump(folder, 1, (), 1, 1, 0)
        with open(glob.glob(os.path.join(folder, f"*{stage}*.ir"))[0], encoding="utf-8") as file:
            return file.read()


def _whole_lines(text):
    """The lines, those of one node with tensors of several rows as one."""
    waiting = None
    for line in text.splitlines():
        if waiting is not None and not line.startswith("      : ("):
            waiting += " " + line.strip()
            continue
        if waiting is not None:
            yield waiting
        waiting = line if line.startswith("  %") else None
        if waiting is None:
            yield line


def nodes_of(graph, stage="validate"):
    """
    The Graph of a compiled graph as it is at a stage.

    Raises NotImplementedError where graphs call each other, or for constants that the text does not tell in full.
    """
    lines, found = list(_whole_lines(_text_of(graph, stage))), Graph()
    if sum(line.startswith("subgraph @") for line in lines) != 1:
        raise NotImplementedError("Control flow on tensors is not written to MindIR. Instead, export the network in your own "
                                  "MindSpore.")
    for line, following in zip(lines, [*lines[1:], ""]):
        parameter, node = _PARAMETER.match(line), _LINE.match(line)
        if parameter is not None:
            key = re.search(r"ref_key=([^,>]+)", parameter.group(2))
            found.parameters.append((parameter.group(1), *_described(f"<{parameter.group(2)}>"), key.group(1) if key else ""))
        elif node is not None:
            name, operator, inputs = node.groups()
            shape, dtype = _described(following.partition(" -> (")[2][:-1])
            found.nodes.append((Reference(name), operator, list(map(value_of, _split(inputs))), shape, dtype))
        elif line.startswith("  Return("):
            found.output = value_of(line.strip()[len("Return("):-1])
        elif line.startswith("  %"):
            raise NotImplementedError(f"A graph with {line.strip()[:60]} is not written to MindIR. Instead, export it in your own "
                                      "MindSpore.")
    return found
