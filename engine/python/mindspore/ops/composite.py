# SPDX-License-Identifier: Apache-2.0
"""Functions that choose by type (MultitypeFuncGraph) or go through structures (HyperMap, Map)."""
import sys

from mindspore._capture.current import current_frontend
from mindspore._missing import missing_names
from mindspore.common.dtype import Type, as_dtype
from mindspore.common.parameter import Parameter
from mindspore.common.sparse_tensor import COOTensor, CSRTensor, RowTensorInner
from mindspore.common.tensor import Tensor
from mindspore.ops.gradient import GradOperation
from mindspore.ops.primitive import called

__all__ = ["GradOperation", "HyperMap", "Map", "MultitypeFuncGraph", "add_flags"]
_missing = missing_names("mindspore.ops.composite")


# --- types of arguments -----------------------------------------------------------------------------------------------

def _is_number(value):
    return isinstance(value, (bool, int, float)) and not isinstance(value, Tensor)


_KINDS = {
    "Tensor": lambda value: isinstance(value, Tensor),
    "Number": _is_number,
    "Bool": lambda value: isinstance(value, bool),
    "Int": lambda value: isinstance(value, int) and not isinstance(value, bool),
    "Float": lambda value: isinstance(value, float),
    "String": lambda value: isinstance(value, str),
    "Tuple": lambda value: isinstance(value, tuple),
    "List": lambda value: isinstance(value, list),
    "Dictionary": lambda value: isinstance(value, dict),
    "None": lambda value: value is None,
    "TypeNone": lambda value: value is None,
    "Ref": lambda value: isinstance(value, Parameter),
    "RowTensor": lambda value: isinstance(value, RowTensorInner),
    "COOTensor": lambda value: isinstance(value, COOTensor),
    "CSRTensor": lambda value: isinstance(value, CSRTensor),
    "Function": callable,
    "Type": lambda value: isinstance(value, Type),
    "Cell": lambda value: hasattr(value, "construct"),
}


def _check_of(given):
    """The test for one type of a signature: a name as above, a dtype (of numbers and tensors) or a class."""
    if isinstance(given, str) and given in _KINDS:
        return _KINDS[given]
    if isinstance(given, type):
        return lambda value: isinstance(value, given)
    dtype = as_dtype(given) if isinstance(given, (str, Type)) else None
    if dtype is not None:
        return lambda value: (value.dtype == dtype if isinstance(value, Tensor)
                              else _is_number(value) and as_dtype(type(value)) == dtype)
    name = getattr(given, "kind_name", None)
    if name in _KINDS:
        return _KINDS[name]
    raise RuntimeError(f"Unsupported type name: {given}!")


def _told(value):
    """An argument's type for the error text."""
    if isinstance(value, Tensor):
        return f"Tensor[{value.dtype}]"
    return type(value).__name__


class MultitypeFuncGraph:
    """A function of several implementations, of which the first runs whose registered types fit the arguments.

    register(*types) is the decorator of one of them; types are "Tensor", "Number", "Tuple", "List", "Dictionary",
    "String", "Bool", "None", dtypes or classes. A call raises ValueError if none fits."""

    def __init__(self, name, read_value=False):
        if not isinstance(name, str):
            raise TypeError(f"For 'MultitypeFuncGraph', the 'name' must be str, but got {type(name).__name__}.")
        self.name = name
        self.read_value = read_value
        self.entries = []

    def register(self, *type_names):
        """The decorator that adds the implementation for arguments of these types."""
        checks = tuple(_check_of(given) for given in type_names)

        def add(function):
            self.entries.append((type_names, checks, function))
            return function
        return add

    def __call__(self, *args):
        # Without a signature there is nothing to choose from, but the one implementation.
        if len(self.entries) == 1 and not self.entries[0][1]:
            return called(self.entries[0][2], *args)
        for _, checks, function in self.entries:
            if len(checks) == len(args) and all(check(value) for check, value in zip(checks, args)):
                return called(function, *args)
        known = [(types, function) for types, _, function in self.entries]
        given = ", ".join(_told(value) for value in args)
        raise ValueError("For 'MultitypeFuncGraph', cannot find fn match given args. Got (sigs, fn): "
                         f"{known}, and (dtype, args): ({given}).")


# --- structures -------------------------------------------------------------------------------------------------------

class _OverSequences:
    """What HyperMap and Map share: the function given to the object, or as the first argument of the call."""

    def __init__(self, ops=None, reverse=False):
        if ops is not None and not callable(ops):
            raise TypeError(f"For '{type(self).__name__}', the 'ops' must be callable, but got {type(ops).__name__}.")
        self.ops = ops
        self.reverse = reverse

    def _split(self, args):
        if self.ops is not None:
            return self.ops, args
        if not args or not callable(args[0]):
            raise TypeError(f"For '{type(self).__name__}', the first argument must be a function when none was given "
                            "to the object.")
        return args[0], args[1:]


def _check_alike(values, inconsistent, unequal):
    """What graphs refuse: containers of several types, or of different lengths."""
    kinds = {next((kind for kind in (tuple, list) if isinstance(value, kind)), type(value)) for value in values}
    if len(kinds) > 1:
        raise RuntimeError(f"{inconsistent} must be consistent, but the types of arguments are inconsistent: "
                           f"{', '.join(map(_told, values))}.")
    for place, value in enumerate(values):
        if len(value) != len(values[0]):
            raise RuntimeError(f"{unequal.format('tuples' if isinstance(value, tuple) else 'lists')} The length of the "
                               f"first is {len(values[0])}, but that of number {place + 1} is {len(value)}.")


class HyperMap(_OverSequences):
    """Calls a function with the corresponding elements of its arguments, down to the innermost elements of tuples and
    lists. Outside of graphs the result is a tuple (of tuples), and the shortest argument ends it. In graphs, as in
    MindSpore, lists give lists, arguments that are containers must be alike, and one that is none is the innermost."""

    def __call__(self, *args):
        function, sequences = self._split(args)
        is_graph = current_frontend() is not None

        def through(*values):
            are_containers = [isinstance(value, (tuple, list)) for value in values]
            if not are_containers[0] or is_graph and not all(are_containers):
                return called(function, *values)
            if is_graph:
                _check_alike(values, "In a nonleaf situation, the types of arguments in HyperMap",
                             "The {} in HyperMap should have the same length.")
            items = map(through, *values)
            return list(items) if is_graph and isinstance(values[0], list) else tuple(items)
        return through(*sequences)


class Map(_OverSequences):
    """Calls a function with the corresponding elements of its arguments, one level deep; the result is a tuple, in
    graphs a list of lists."""

    def __call__(self, *args):
        function, sequences = self._split(args)
        is_graph = current_frontend() is not None
        if is_graph and any(isinstance(value, (tuple, list)) for value in sequences):
            _check_alike(sequences, "The types of arguments in Map", "For 'Map', the length of {} must be the same.")
        if not isinstance(sequences[0], (tuple, list)):
            return called(function, *sequences)
        items = (called(function, *values) for values in zip(*sequences))
        return list(items) if is_graph and isinstance(sequences[0], list) else tuple(items)


def add_flags(fn=None, **flags):
    """Keeps flags with a function or a cell for compilations; returns it."""
    def add(given):
        given._func_graph_flags = {**getattr(given, "_func_graph_flags", {}), **flags}
        return given
    return add if fn is None else add(fn)


def __getattr__(name):
    """A function of mindspore.ops: MindSpore offers its composed ones (C.normal, C.matmul, ...) here, too."""
    ops = sys.modules["mindspore.ops"]
    if not name.startswith("_") and name in vars(ops):
        return getattr(ops, name)
    return _missing(name)
