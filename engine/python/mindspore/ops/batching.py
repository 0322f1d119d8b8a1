# SPDX-License-Identifier: Apache-2.0
"""vmap: a function of one example as a function of a batch. Each example runs by itself and the results are stacked."""
import contextlib
import functools
import inspect

import numpy as np

import _jitscope
from _jitscope import External
from mindspore._capture.current import current_frontend
from mindspore._capture.errors import not_captured
from mindspore.common.tensor import Tensor
from mindspore.ops.primitive import called
from mindspore.ops.reached import reached_parameters

__all__ = ["vmap"]


class mapping:  # noqa: N801
    """How many calls of mapped functions are under way: what is told of a layer's inputs is not told of one example."""

    depth = 0


def _check_axes(name, axes):
    if isinstance(axes, (tuple, list)):
        for axis in axes:
            _check_axes(name, axis)
    elif axes is not None and (not isinstance(axes, int) or isinstance(axes, bool)):
        raise RuntimeError(f"The axis in vmap`s '{name}' can only be of type Int or None, but got {axes!r}.")


def _spread(axes, values, text):
    """One axis for each value; `text` is the error for another number of them."""
    if not isinstance(axes, (tuple, list)):
        return [axes] * len(values)
    if len(axes) != len(values):
        raise RuntimeError(text.format(count=len(values), size=len(axes)))
    return list(axes)


def _in_axes(axes, values):
    return _spread(axes, values,
                   "The size of vmap's 'in_axes' should be equal to the size of the argument: {count}, but got "
                                 "size: {size}.")


def _out_axes(axes, values):
    return _spread(axes, values,
                   "The size of vmap's 'out_axes' should be equal to the result size: {count}, but got size: "
                                 "{size}.")


def _place(name, axis, rank):
    if not -rank <= axis < rank:
        raise RuntimeError(f"The axis: {axis} in '{name}' is out of bounds for array of dimension [{-rank},{rank}).")
    return axis % rank


def _sizes_along(value, axis):
    """The numbers of examples that a value has (it and its axes may be nested tuples)."""
    if axis is None:
        return []
    if isinstance(value, (tuple, list)):
        return [size for item, part in zip(value, _in_axes(axis, value)) for size in _sizes_along(item, part)]
    if not isinstance(value, Tensor):
        raise RuntimeError(f"The orig_abs should be AbstractTensor when corresponding axis is {axis}, but got a "
                           f"{value!r}. "
                           "Tip: Please check the correspondence between vmap's 'in_axes' and inputs. You may want to "
                           f"explicitly specify the 'in_axes' corresponding to {value!r} as 'None' to solve this "
                           "problem.")
    return [value.shape[_place("in_axes", axis, value.ndim)]]


def _example(value, axis, index):
    """The part of a value that belongs to one example."""
    if axis is None:
        return value
    if isinstance(value, (tuple, list)):
        return type(value)([_example(item, part, index) for item, part in zip(value, _in_axes(axis, value))])
    return value[(*(slice(None),) * (axis % value.ndim), index)]


def _stacked(results, axis):
    """The results of all examples as one, with the examples along `axis`."""
    first = results[0]
    if isinstance(first, (tuple, list)):
        axes = _out_axes(axis, first)
        return type(first)([_stacked([result[i] for result in results], part) for i, part in enumerate(axes)])
    if isinstance(first, External):
        return current_frontend().in_python(_stacked, (results, axis), {})
    if isinstance(axis, (tuple, list)):
        axis, = _out_axes(axis, [first])
    if axis is None:
        raise RuntimeError("It is invalid that source is not None and dst is None.")
    if not isinstance(first, Tensor):
        return _stacked([Tensor(result) for result in results], 0)
    return _jitscope.functions["stack"](results, _place("out_axes", axis, first.ndim + 1))


def _argument_count(function, given):
    """How many arguments a function takes by position; `given` when that is not known."""
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return given
    if any(parameter.kind == parameter.VAR_POSITIONAL for parameter in parameters):
        return given
    return sum(parameter.kind in (parameter.POSITIONAL_ONLY,
                                  parameter.POSITIONAL_OR_KEYWORD) for parameter in parameters)


def _example_count(args, axes, cells):
    """The one number of examples that all arguments (and cells) have."""
    sizes = [size for value, axis in zip(args, axes) for size in _sizes_along(value, axis)]
    if cells is not None:
        sizes.append(len(cells))
    if not sizes:
        raise RuntimeError("The 'in_axes' of 'vmap' cannot be all None.")
    for size in sizes[1:]:
        if size != sizes[0]:
            raise RuntimeError("The 'axis_size' of each argument in the scope of 'vmap' should be equal, but got "
                               f"{sizes[0]} and {size}.")
    if sizes[0] == 0:
        raise RuntimeError("The 'axis_size' of the arguments of 'vmap' must be greater than 0.")
    return sizes[0]


class _WrittenWeights:
    """Weights without an axis of examples, which a mapped function writes once, as each example begins with what they were.
    ValueError where what is written hangs on the example."""

    def __init__(self, parameters, args):
        of_examples = {id(value) for value in args}
        self._before = {parameter: parameter.asnumpy().copy() for parameter in parameters
                        if id(parameter) not in of_examples and not parameter.has_init}
        self._first = None  # weight -> (its memory as the first example left it, the values there)

    @contextlib.contextmanager
    def example(self):
        for parameter in self._first or ():
            parameter._take_data(Tensor(self._before[parameter], parameter.dtype))
        yield
        if self._first is None:
            self._first = {parameter: (parameter._plain(), parameter.asnumpy().copy())
                           for parameter, before in self._before.items() if _differ(parameter.asnumpy(), before)}
        elif any(_differ(parameter.asnumpy(), values) for parameter, (_, values) in self._first.items()):
            raise self._mistake()

    def end(self):
        """The weights are the first example's again."""
        for parameter, (memory, _) in (self._first or {}).items():
            parameter._take_data(memory)
        if any(_differ(parameter.asnumpy(), before) for parameter, before in self._before.items()
               if self._first is not None and parameter not in self._first):
            raise self._mistake()

    @staticmethod
    def _mistake():
        return ValueError("The source axis of a weight is None, but the source axis of the value that 'vmap' has written to it is "
                          "not: what is written hangs on the example. Give the weight as an argument with an axis in 'in_axes'.")


def _differ(a, b):
    return not np.array_equal(a, b, equal_nan=a.dtype.kind == "f")


def vmap(fn, in_axes=0, out_axes=0):
    """A function that maps `fn` (a function, a Cell, or a CellList of one cell per example) over an axis of its
    arguments.

    `in_axes` says which axis of each argument counts the examples (None: the argument is the same for all), as one int
    for all, or a tuple with an entry for each argument, which may be nested as the argument is. `out_axes` says where
    that axis stands in the results. Keyword arguments are the same for all examples. Raises RuntimeError when axes do
    not fit the arguments or the numbers of examples differ. """
    cells = list(fn) if isinstance(fn, (list, tuple)) or type(fn).__name__ == "CellList" else None
    if cells is None and not callable(fn):
        raise RuntimeError(f"'VmapOperation' arg0 must be a 'Function' or 'Cell', but got {fn!r}.")
    for name, axes in (("in_axes", in_axes), ("out_axes", out_axes)):
        if axes is None and cells is None:
            raise RuntimeError(f"The '{name}' of 'vmap' cannot be a single None while 'fn' is not a 'CellList'.")
        _check_axes(name, axes)

    def mapped(*args, **kwargs):
        axes = _spread(in_axes, args,
                       "When vmap`s 'in_axes' is a tuple or list, and its size must be equal to the number of "
                                      f"arguments of 'fn': {_argument_count(fn, len(args))}, but got size: {{size}}.")
        count = _example_count(args, axes, cells)
        functions = cells or [fn] * count
        written = _WrittenWeights(() if cells is not None or count == 1 or current_frontend() is not None
                                  else reached_parameters(fn), args)
        mapping.depth += 1
        writes = _jitscope.weight_writes()
        results = []
        try:
            for index, function in enumerate(functions):
                example = [_example(value, axis, index) for value, axis in zip(args, axes)]
                with written.example():
                    results.append(called(function, *example, **kwargs))
                if cells is None and count > 1 and _jitscope.weight_writes() != writes:
                    raise not_captured("vmap, inside of a graph, of a function that writes to weights,")
        finally:
            mapping.depth -= 1
            written.end()
        return _stacked(results, out_axes)
    return functools.wraps(fn)(mapped) if hasattr(fn, "__name__") else mapped
