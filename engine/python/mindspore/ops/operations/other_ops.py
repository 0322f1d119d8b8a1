# SPDX-License-Identifier: Apache-2.0
"""Primitives that pass values on, write to variables, print, or look at gradients."""
import functools
import sys

import numpy as np

import _jitscope
from mindspore._capture.current import current_frontend
from mindspore.common.dtype import NUMBERS, Type
from mindspore.common.tensor import Tensor
from mindspore.ops.gradient import whole_gradients
from mindspore.ops.operations._rows import attrs, module_getattr, operator, plain
from mindspore.ops.primitive import Primitive

__all__ = ["DtypeToEnum", "Print", "HookBackward", "InsertGradientOf", "Morph", "Partial", "PyFunc", "Reusing"]


def _ops():
    return sys.modules["mindspore.ops"]


class Print(Primitive):
    """Print()(*values): prints each on its own line, texts bare, tensors with shape and dtype."""

    def __init__(self):
        super().__init__("Print")
        self.add_prim_attr("side_effect_io", True)

    def __call__(self, *args):
        return _ops().print_(*args)


class Reusing(Primitive):
    """Reusing()(function): the function itself, which MindSpore compiles once for all of its calls."""

    def __init__(self):
        super().__init__("Reusing")

    def __call__(self, x):
        return x


class DtypeToEnum(Primitive):
    """DtypeToEnum()(op_name, arg_name, dtype): the number of a dtype. Raises TypeError for what is no dtype."""

    def __init__(self):
        super().__init__("DtypeToEnum")

    def __call__(self, op_name, arg_name, dtype):
        if not isinstance(dtype, Type):
            raise TypeError(f"For '{op_name}', the input '{arg_name}' should be mindspore dtype, but got {dtype}.")
        return NUMBERS[dtype]


class Partial(Primitive):
    """Partial()(function, *first): the function with its first arguments given."""

    def __init__(self):
        super().__init__("Partial")

    def __call__(self, *args):
        if not args or not callable(args[0]):
            raise TypeError("For 'Partial', the first argument must be a function.")
        return functools.partial(*args)


def _seen_by(function, inputs):
    """The inputs as tensors whose gradients go through `function`."""
    if not all(isinstance(value, Tensor) for value in inputs):
        raise TypeError("Gradients of Tensors only can be looked at.")
    followed = _jitscope.record_custom(tuple(inputs), tuple(inputs),
                                       lambda *gradients: function(*whole_gradients(gradients, inputs)))
    return followed[0] if len(inputs) == 1 else followed


class HookBackward(Primitive):
    """HookBackward(hook_fn)(*tensors): the tensors; hook_fn((gradient, ...)) sees their gradients and may give others. In
    a graph it is not called, as in MindSpore.

    Raises TypeError if hook_fn is no function."""

    def __init__(self, hook_fn, cell_id=""):
        super().__init__("HookBackward")
        if not callable(hook_fn):
            raise TypeError(f"For 'HookBackward', the type of 'hook_fn' must be python function, but got "
                            f"{type(hook_fn)}.")
        self.hook_fn = hook_fn
        self.add_prim_attr("cell_id", cell_id)

    def __call__(self, *inputs):
        def backward(*gradients):
            changed = self.hook_fn(gradients)
            if changed is None:
                return gradients
            return tuple(changed) if isinstance(changed, (tuple, list)) else (changed,)
        if current_frontend() is not None:
            return inputs[0] if len(inputs) == 1 else inputs
        return _seen_by(backward, inputs)


class InsertGradientOf(Primitive):
    """InsertGradientOf(f)(x): x, whose gradient becomes f(gradient)."""

    def __init__(self, f):
        super().__init__("InsertGradientOf")
        self.f = f

    def __call__(self, x):
        frontend = current_frontend()
        if frontend is None or not isinstance(x, _jitscope.Symbol):
            return _seen_by(lambda gradient: (self.f(gradient),), (x,))
        return frontend.pass_gradients((x,), lambda gradient: (frontend.call_flat(self.f, (gradient,), {}),))[0]


class Morph(Primitive):
    """Morph(fn, infer_shape, infer_dtype)(*inputs, **named): fn(*inputs, **named). Shapes and dtypes are those that fn gives.

    Raises TypeError unless all three are functions."""

    def __init__(self, fn, infer_shape, infer_dtype):
        super().__init__("Morph")
        for what, function in (("fn", fn), ("infer_shape", infer_shape), ("infer_dtype", infer_dtype)):
            if not callable(function):
                raise TypeError(f"For 'Morph', the '{what}' must be a function, but got {type(function).__name__}.")
        self.fn = fn

    def __call__(self, *inputs, **named):
        return self.fn(*inputs, **named)


class PyFunc(Primitive):
    """PyFunc(fn, in_types, in_shapes, out_types, out_shapes)((tensor, ...)): what fn gives for the elements as arrays, as
    a tuple of tensors. It has no gradient.

    Raises ValueError where fn gives another number of results than there are types, or another shape."""

    def __init__(self, fn, in_types, in_shapes, out_types, out_shapes, stateful=True):
        super().__init__("PyFunc")
        if not callable(fn):
            raise TypeError(f"For 'PyFunc', the 'fn' must be a function, but got {type(fn).__name__}.")
        self.fn, self.out_types, self.out_shapes = fn, tuple(out_types), tuple(map(tuple, out_shapes))

    def __call__(self, *inputs):
        given = inputs[0] if len(inputs) == 1 and isinstance(inputs[0], (tuple, list)) else inputs
        found = self.fn(*(value.asnumpy() for value in given))
        found = tuple(found) if isinstance(found, (tuple, list)) else (found,)
        shapes = tuple(np.shape(value) for value in found)
        if shapes != self.out_shapes:
            raise ValueError(f"For 'PyFunc', the function gave the shapes {shapes} instead of {self.out_shapes}.")
        return tuple(Tensor(value, dtype) for value, dtype in zip(found, self.out_types))


def _tensor_to_tuple(prim, x):
    """The elements of a tensor of one axis."""
    return tuple(x.tolist())


def _assert(prim, condition, inputs):
    if not bool(condition.item() if isinstance(condition, Tensor) else condition):
        shown = ", ".join(str(value) for value in inputs[:prim.summarize])
        raise RuntimeError(f"assert failed: the condition of 'Assert' is false: [{shown}]")


Assert = operator("Assert", attrs(summarize=3), run=_assert)
TensorDump = operator("TensorDump", attrs(input_output="out"),
                      run=lambda prim, file, x: _ops().tensordump(file, x, prim.input_output))
Depend = operator("Depend", run=lambda prim, value, expr: value)
Load = operator("Load", run=lambda prim, variable, *state: variable)
UpdateState = operator("UpdateState", run=lambda prim, state, *values: state)
TensorToTuple = operator("TensorToTuple", run=_tensor_to_tuple)
MoveTo = operator("MoveTo", run=lambda prim, x, to="CPU", blocking=True: _ops().move_to(x, to, blocking))
globals().update(plain("Assign AssignAdd AssignSub"))

__getattr__ = module_getattr("mindspore.ops.operations.other_ops")
