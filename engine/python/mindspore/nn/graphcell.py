# SPDX-License-Identifier: Apache-2.0
"""GraphCell: a layer that computes what a graph of a MindIR file does."""
import functools
import importlib
import inspect
import linecache
import re
import sys

import _jitscope
from mindspore._missing import StandIn
from mindspore.common.dtype import NUMBERS, Type
from mindspore.common.parameter import Parameter
from mindspore.common.tensor import Tensor
from mindspore.nn.cell import Cell
from mindspore.ops.operations._rows import CatalogueOperator

__all__ = ["GraphCell"]

# What MindSpore has in a graph that orders writes, and what stands for its result here.
_PASSED_ON = {"Load": 0, "Depend": 0}
_FORMATS = {0: "NCHW", 1: "NHWC", 14: "NCDHW"}
_ENUMERATIONS = {"data_format": _FORMATS, "reduction": {0: "sum", 1: "mean", 2: "none"},
                 "pad_mode": {0: "pad", 1: "same", 2: "valid"}, "rounding_mode": {1: "trunc", 2: "floor"},
                 "approximate": {0: "none", 1: "tanh"}, "padding_mode": {0: "zeros", 1: "border", 2: "reflection"}}
_DTYPES = {number: dtype for dtype, number in NUMBERS.items()}
# MindSpore's names of operators one of whose inputs is a number.
_OF_NUMBERS = {"Adds": "Add", "Subs": "Sub", "Muls": "Mul", "Divs": "Div", "PowTensorScalar": "Pow",
               "RemainderTensorScalar": "FloorMod"}
_TYPED = ("dtype", "dst_type", "output_dtype")


class FuncGraph:
    """
    A graph as data: what `mindspore.load` gives.

    Args:
        name (str): its name.
        parameters (dict): name -> the elements of a weight, a Tensor.
        inputs (list): the names of its arguments.
        constants (dict): name -> value.
        steps (list): (operator, attributes or None where they are among the inputs, names of inputs, name of the result).
        output (str): the name of what it gives.
    """

    def __init__(self, name, parameters, inputs, constants, steps, output):
        self.name, self.parameters, self.inputs = name, parameters, inputs
        self.constants, self.steps, self.output = constants, steps, output


# --- operators --------------------------------------------------------------------------------------------------------

def _named(argument, value):
    """What a file has as a number, as Python's arguments have it."""
    if isinstance(value, int) and not isinstance(value, bool):
        if argument in _ENUMERATIONS:
            return _ENUMERATIONS[argument][value]
        if argument in _TYPED:
            return _DTYPES[value]
    return value


def _for_planes(name, value):
    """The sizes for height and width of an attribute that a file has for all four axes."""
    is_whole = name in ("kernel_size", "stride", "strides", "dilation") and isinstance(value, tuple) and len(value) == 4
    return value[2:] if is_whole else value


def _operator_of(name, attributes, constants):
    """(what to call, how many of the inputs it takes): the other inputs, constants, are its attributes."""
    operations = sys.modules["mindspore.ops.operations"]
    name = _OF_NUMBERS.get(name, name)
    found = getattr(operations, name, None)
    if isinstance(found, type) and not isinstance(found, StandIn) and issubclass(found, CatalogueOperator):
        known = list(found.attributes)
        if attributes is not None:
            given = {**attributes, **({"data_format": attributes["format"]} if "format" in attributes else {})}
            return found(**{key: _for_planes(key, given[key]) for key in known if key in given}), len(constants)
        values = constants[len(constants) - len(known):] if known else []
        if len(values) == len(known) and all(value is not Ellipsis for value in values):
            return found(*map(_named, known, values)), len(constants) - len(known)
    if attributes is None and (extended := _extended(name)) is not None:
        return _with_constants(extended, constants)
    function = _jitscope.primitives.get(name)
    if name == "Round" and constants[1:] == [0]:
        return function, 1
    if function is None or attributes:
        raise NotImplementedError(f"The operator {name} of this MindIR file is not part of JitScope's engine. Instead, run the "
                                  "graph in your own MindSpore.")
    return function, len(constants)


def _extended(name):
    """The function of mint that "SumExt" or "LogAddExp" stands for, or None."""
    if name in _jitscope.primitives:
        return None
    words = re.sub("(?<!^)(?=[A-Z])", "_", name).lower() + ("_ext" if name in ("Max", "Min") else "")
    if not words.endswith("_ext"):
        return None
    place = importlib.import_module("mindspore.ops.auto_generate")
    found = (getattr(place, words, None), getattr(place, words[:-4].replace("_", "") + "_ext", None))
    return next((function for function in found if function is not None and not isinstance(function, StandIn)), None)


def _with_constants(function, constants):
    """(the function with the constants behind its tensors by name, how many tensors it takes)"""
    count = next((place for place, value in enumerate(constants) if value is not Ellipsis), len(constants))
    if Ellipsis in constants[count:]:
        raise NotImplementedError(f"{function.__name__} with a tensor behind a constant is not read from MindIR. Instead, run the "
                                  "graph in your own MindSpore.")
    names = list(inspect.signature(function).parameters)
    given = {name: _named(name, value) for name, value in zip(names[count:], constants[count:])}
    return functools.partial(function, **given), count


def _argument_names(name):
    return [names[0] for names in getattr(_jitscope.primitives.get(name), "parameters", ())]


# --- the layer --------------------------------------------------------------------------------------------------------

class GraphCell(Cell):
    """
    Computes what a graph does that `mindspore.load` gave; its weights are parameters of the layer.

    Args:
        graph (FuncGraph): the graph.
        params_init (dict): name -> Tensor or Parameter: other weights than those of the file, of the same shapes and
            dtypes.
        obf_random_seed (int): accepted as None alone, since obfuscated files are not read.

    Inputs and outputs: those of the graph.

    Raises TypeError for another type of graph or params_init, RuntimeError for a weight of another shape or dtype,
    NotImplementedError for a graph with operators that are not there.
    """

    def __init__(self, graph, params_init=None, obf_random_seed=None):
        super().__init__(auto_prefix=True)
        if not isinstance(graph, FuncGraph):
            raise TypeError(f"For 'GraphCell', the argument 'graph' must be a FuncGraph loaded from MindIR, but got type "
                            f"{type(graph)}.")
        if params_init is not None and not isinstance(params_init, dict):
            raise TypeError(f"For 'GraphCell', the argument 'params_init' must be a dict, but got {type(params_init)}.")
        if obf_random_seed is not None:
            raise NotImplementedError("Obfuscated MindIR files are not read. Instead, run them in your own MindSpore.")
        self.graph = graph
        self._places = {}
        self._keep_weights(params_init or {})
        self._keep_constants()
        self._write_construct()

    def _keep_weights(self, given):
        for place, (name, value) in enumerate(self.graph.parameters.items()):
            other = given.get(name, value)
            if not isinstance(other, Tensor):
                raise TypeError(f"For 'GraphCell', the values of 'params_init' must be Parameter or Tensor, but got "
                                f"{type(other)} for {name}.")
            if other.shape != value.shape or other.dtype != value.dtype:
                raise RuntimeError(f"For 'GraphCell', the weight {name} is {value.shape} of {value.dtype}, but 'params_init' "
                                   f"has {other.shape} of {other.dtype}.")
            self.insert_param_to_cell(name, Parameter(other, name=name), check_name_contain_dot=False)
            self.__dict__[f"weight_{place}"] = self._params[name]
            self._places[name] = f"self.weight_{place}"

    def _keep_constants(self):
        for place, (name, value) in enumerate(self.graph.constants.items()):
            self.__dict__[f"constant_{place}"] = value
            self._places[name] = f"self.constant_{place}"

    def _write_construct(self):
        """Writes the steps as a function in Python, which runs by itself or becomes a graph as others do."""
        places = {**self._places, **{name: f"x{place}" for place, name in enumerate(self.graph.inputs)}}
        lines = [f"def construct({', '.join(['self', *(places[name] for name in self.graph.inputs)])}):"]
        for place, step in enumerate(self.graph.steps):
            try:
                places[step[3]] = self._written(place, step, places, lines)
            except (KeyError, IndexError, TypeError) as problem:
                raise ValueError(f"The step {step[0]} of this MindIR file cannot be carried out: {problem}") from None
        if self.graph.output not in places:
            raise ValueError(f"This MindIR file has no value {self.graph.output}, which it gives.")
        lines.append(f"    return {places[self.graph.output]}")
        path = f"<MindIR graph {self.graph.name} {id(self)}>"
        linecache.cache[path] = (1, None, [f"{line}\n" for line in lines], path)
        space = {}
        exec(compile("\n".join(lines) + "\n", path, "exec"), space)
        self.__class__ = type("GraphCell", (GraphCell,), {"construct": space["construct"], "__module__": __name__,
                                                           "__doc__": GraphCell.__doc__})

    def _place_in_tuple(self, inputs):
        """Of the result that a TupleGetItem takes. Nothing else of a file gets into the written function than numbers."""
        place = self.graph.constants.get(inputs[1])
        if isinstance(place, bool) or not isinstance(place, int):
            raise ValueError(f"A TupleGetItem of this MindIR file takes the element {place!r}.")
        return int(place)

    def _written(self, place, step, places, lines):
        """Adds the line of a step; the expression of its result."""
        name, attributes, inputs, _ = step
        if name == "UpdateState":
            return "None"
        if name in _PASSED_ON:
            return places[inputs[_PASSED_ON[name]]]
        values = [places[source] for source in inputs]
        result = f"v{place}"
        if name in ("MakeTuple", "make_tuple"):
            lines.append(f"    {result} = ({''.join(f'{value}, ' for value in values)})")
        elif name in ("TupleGetItem", "tuple_getitem"):
            lines.append(f"    {result} = {values[0]}[{self._place_in_tuple(inputs)}]")
        else:
            known = [self.graph.constants.get(source, Ellipsis) for source in inputs]
            called, count = _operator_of(name, attributes, known)
            self.__dict__[f"step_{place}"] = called
            told = _argument_names(name) if called is _jitscope.primitives.get(name) else []
            for position, (argument, value) in enumerate(zip(told, known)):
                if value is not Ellipsis and not isinstance(value, Tensor) and _named(argument, value) is not value:
                    self.__dict__[f"named_{place}_{position}"] = _named(argument, value)
                    values[position] = f"self.named_{place}_{position}"
            lines.append(f"    {result} = self.step_{place}({', '.join(values[:count])})")
        return result
