# SPDX-License-Identifier: Apache-2.0
"""Custom: an operator that a Python function on arrays, a function of a shared library or a hybrid kernel computes."""
import ctypes
import functools
import json
import math
import os

import numpy as np

import _jitscope
from mindspore.common.tensor import Tensor
from mindspore.ops.gradient import whole_gradients
from mindspore.ops.operations._rows import module_getattr
from mindspore.ops.primitive import Primitive

__all__ = ["Custom", "kernel"]

_KINDS = ("hybrid", "akg", "tbe", "aicpu", "aot", "pyfunc")


def _as_tuple(value):
    return tuple(value) if isinstance(value, (tuple, list)) else (value,)


# --- functions of shared libraries ------------------------------------------------------------------------------------

@functools.lru_cache(maxsize=None)
def _built(source, changed):
    """The library of a C++ source, compiled once for each time that it was changed."""
    import subprocess
    import tempfile
    library = os.path.join(tempfile.mkdtemp(prefix="jitscope-custom-"), "custom.so")
    done = subprocess.run(["g++", "-std=c++17", "--shared", "-fPIC", "-o", library, source], capture_output=True, text=True)
    if done.returncode != 0:
        raise RuntimeError(f"For 'Custom', {source} could not be compiled: {done.stderr.strip()}")
    return library


@functools.lru_cache(maxsize=None)
def _library_function(path, name, changed):
    if path.endswith((".cc", ".cpp")):
        path = _built(path, changed)
    try:
        return getattr(ctypes.CDLL(os.path.abspath(path)), name)
    except AttributeError:
        raise RuntimeError(f"For 'Custom' on CPU, error occurs when fetching function '{name}' of {path}.") from None


class _Ahead:
    """int name(nparam, params, ndims, shapes, dtypes, stream, extra) of a library, called with the inputs, then outputs."""

    def __init__(self, text):
        self.path, self.name = text.rsplit(":", 1)

    def __call__(self, inputs, outputs):
        if not os.path.exists(self.path):
            raise RuntimeError(f"For 'Custom' on CPU, couldn't find the AOT binary file: {self.path}")
        arrays = [*inputs, *outputs]
        count = len(arrays)
        shapes = [(ctypes.c_int64 * max(array.ndim, 1))(*array.shape) for array in arrays]
        code = _library_function(self.path, self.name, os.stat(self.path).st_mtime_ns)(
            ctypes.c_int(count), (ctypes.c_void_p * count)(*(array.ctypes.data for array in arrays)),
            (ctypes.c_int * count)(*(array.ndim for array in arrays)),
            (ctypes.POINTER(ctypes.c_int64) * count)(*(ctypes.cast(shape, ctypes.POINTER(ctypes.c_int64))
                                                       for shape in shapes)),
            (ctypes.c_char_p * count)(*(array.dtype.name.encode() for array in arrays)), None, None)
        if code != 0:
            raise RuntimeError(f"Return value from CPU AOT kernel({self.path})'s function({self.name}) is {code}. Any "
                               "return value not equal to 0 is an error of the user's function.")


# --- hybrid kernels ---------------------------------------------------------------------------------------------------

class _Scope:
    """`with attr(...)` and `with block_realize(x)`, which say how a kernel is compiled and change nothing here."""

    def __call__(self, *args, **kwargs):
        return self

    def __enter__(self):
        return self

    def __exit__(self, *failure):
        return None


def _allocated(shape, dtype="float32", scope="global"):
    return np.zeros(shape, dtype)


_INTRINSICS = {
    "output_tensor": _allocated, "allocate": _allocated, "attr": _Scope(), "block_realize": _Scope(),
    "grid": np.ndindex, "serial": range, "vectorize": range, "parallel": range, "reduce": range, "float16": np.float16,
    "float32": np.float32, "int8": np.int8, "int16": np.int16, "int32": np.int32, "abs": np.abs, "log": np.log,
    "exp": np.exp, "sqrt": np.sqrt, "rsqrt": lambda x: 1 / np.sqrt(x), "floor": np.floor, "ceil": np.ceil,
    "trunc": np.trunc, "round": np.round, "sin": np.sin, "cos": np.cos, "tan": np.tan, "asin": np.arcsin,
    "acos": np.arccos, "atan": np.arctan, "sinh": np.sinh, "cosh": np.cosh, "tanh": np.tanh, "asinh": np.arcsinh,
    "acosh": np.arccosh, "atanh": np.arctanh, "atan2": np.arctan2, "power": np.power, "erf": math.erf, "bitwise_and":
    np.bitwise_and, "bitwise_or": np.bitwise_or, "bitwise_xor": np.bitwise_xor, "bitwise_not": np.bitwise_not}


def kernel(fn=None, reg_info=None, compile_attrs=None):
    """
    Decorates a hybrid kernel: a function of arrays in loops over their elements, which gets the names output_tensor,
    allocate, block_realize, attr, grid, exp, ... to work with. It is run as the Python function that it is.

    Args:
        fn (Callable): the function; without one, a decorator is given.
        reg_info (str, dict, tuple): the description of it, kept as `reg_info`.
        compile_attrs (dict): kept as `compile_attrs`, a JSON text. Its keys are texts.

    Raises TypeError for other types.
    """
    compile_attrs = {} if compile_attrs is None else compile_attrs
    if not isinstance(compile_attrs, dict):
        raise TypeError(f"The input 'compile_attrs' of @kernel must be a dict, but get a {type(compile_attrs)}")
    for key in compile_attrs:
        if not isinstance(key, str):
            raise TypeError(f"The key of 'compile_attrs' of @kernel must be a str, but get a {type(key)}")
    if reg_info is not None and not isinstance(reg_info, (str, dict, tuple)):
        raise TypeError("The input 'reg_info' of @kernel should be one of str, dict and tuple, but get a "
                        f"{type(reg_info)}")

    def decorated(function):
        function.ms_kernel_flag, function.compile_attrs = True, json.dumps(compile_attrs)
        if reg_info is not None:
            function.reg_info = reg_info

        @functools.wraps(function)
        def run(*arrays):
            for name, value in _INTRINSICS.items():
                function.__globals__.setdefault(name, value)
            return function(*arrays)
        return run
    return decorated if fn is None else decorated(fn)


# --- the operator -----------------------------------------------------------------------------------------------------

class Custom(Primitive):
    """
    An operator of the user's own.

    Args:
        func (Callable, str): a function of NumPy arrays that gives one or more; for "aot" the text "library.so:name" or
            "source.cc:name" of a C function `int name(int count, void **data, int *ndims, int64_t **shapes, const char
            **dtypes, void *stream, void *extra)`, which gets the inputs, then the outputs, and gives 0.
        out_shape (tuple, list, Callable): the shape of the result, a tuple of them for several, or a function of the
            inputs' shapes. A hybrid kernel needs none.
        out_dtype (mindspore.dtype, tuple, Callable): its dtype in the same way, by the inputs' dtypes.
        func_type (str): "pyfunc", "aot", or "hybrid" for a function decorated with `ops.kernel`.
        bprop (Callable): the gradients of the inputs: bprop(*inputs, out, dout). Without one, a gradient through the
            operator raises RuntimeError.
        reg_info (dict, str, tuple): a description of CustomRegOp, kept as it is.

    Inputs: tensors of any shapes. Outputs: a Tensor, or a tuple of them.

    Raises TypeError for a func, shape or dtype of another type, ValueError for another func_type or a result of another
    shape than stated, NotImplementedError for "akg", "tbe" and "aicpu", RuntimeError for a library or function that is not
    there or gives another number than 0.
    """

    def __init__(self, func, out_shape=None, out_dtype=None, func_type="pyfunc", bprop=None, reg_info=None):
        super().__init__("Custom")
        self.func, self.func_type, self.bprop = func, func_type, bprop
        self.out_shape, self.out_dtype = out_shape, out_dtype
        self.reg_info = getattr(func, "reg_info", None) if reg_info is None else reg_info
        self._check()
        self.add_prim_attr("func_type", func_type)
        self.add_prim_attr("func_name", func if isinstance(func, str) else getattr(func, "__name__", ""))
        self._ahead = _Ahead(func) if func_type == "aot" and not self._is_of_ascend() else None

    def _is_of_ascend(self):
        """Whether it names a kernel of CANN: such an operator can be made everywhere, and be called on Ascend."""
        return self.func_type == "aot" and isinstance(self.func, str) and self.func.startswith("aclnn") and \
            ":" not in self.func

    def _check(self):
        told = f"For 'Custom', 'func_type': {self.func_type}, 'func': {self.func}"
        if self.func_type not in _KINDS:
            raise ValueError(f"{told}, 'func_type' must be one of {list(_KINDS)}, but got {self.func_type}")
        if self.func_type in ("akg", "tbe", "aicpu"):
            raise NotImplementedError(f"{told}: operators of this kind are compiled for other devices. Instead, use "
                                      "'pyfunc' or 'aot'.")
        if self.func_type == "aot":
            self._check_library(told)
        elif not callable(self.func):
            raise TypeError(f"For 'Custom', 'func' must be of type function or str, but got {type(self.func)}")
        if self.func_type == "hybrid" and not hasattr(self.func, "ms_kernel_flag"):
            raise TypeError(f"{told}, 'func' must be a function decorated by kernel")

    def _check_library(self, told):
        if not isinstance(self.func, str):
            raise TypeError(f"{told}, 'func' must be of type str, but got {type(self.func)}")
        if ":" not in self.func and not self._is_of_ascend():
            raise TypeError(f"{told}, 'func' should be like 'file_name:func_name', but got {self.func}")

    def _stated(self, inputs):
        """The shapes and dtypes of the results; None where a hybrid kernel says neither."""
        if self.func_type == "hybrid" and self.out_shape is None:
            return None
        shape, dtype = self.out_shape, self.out_dtype
        if callable(shape):
            shape = shape(*(value.shape for value in inputs), *self._none_for(shape, inputs))
        if callable(dtype):
            dtype = dtype(*(value.dtype for value in inputs), *self._none_for(dtype, inputs))
        if not isinstance(shape, (tuple, list)):
            raise TypeError(f"For 'Custom', 'func': {self.func}, 'out_shape' must be one of [tuple, list, function], but "
                            f"got {type(shape)}")
        several = isinstance(dtype, (tuple, list))
        return (list(map(tuple, shape)) if several else [tuple(shape)]), list(_as_tuple(dtype))

    @staticmethod
    def _none_for(function, inputs):
        """One None more where the function takes one argument more than there are inputs, as MindSpore's examples have."""
        code = getattr(function, "__code__", None)
        return (None,) * (code is not None and code.co_argcount == len(inputs) + 1)

    def __call__(self, *inputs):
        given = tuple(part for value in inputs for part in _as_tuple(value))
        outputs = self._computed(given)
        tensors = tuple(value for value in given if isinstance(value, Tensor))
        if _jitscope.is_followed(tensors):
            outputs = _jitscope.record_custom(tensors, outputs, lambda *gradients: self._gradients(
                given, outputs, whole_gradients(gradients, outputs)))
        several = isinstance(self.out_dtype, (tuple, list)) or len(outputs) > 1
        return outputs if several else outputs[0]

    def _gradients(self, inputs, outputs, gradients):
        if self.bprop is None:
            raise RuntimeError("Illegal primitive Custom's bprop not defined")
        single = len(outputs) == 1
        return _as_tuple(self.bprop(*inputs, outputs[0] if single else outputs, gradients[0] if single else gradients))

    def _computed(self, given):
        if self._is_of_ascend():
            raise NotImplementedError(f"For 'Custom', {self.func} is a kernel of Ascend devices. Instead, use 'pyfunc', or "
                                      "'aot' with a library of your own.")
        arrays = [value.asnumpy() if isinstance(value, Tensor) else value for value in given]
        stated = self._stated([value for value in given if isinstance(value, Tensor)])
        if self._ahead is not None:
            return self._computed_ahead(arrays, *stated)
        found = _as_tuple(self.func(*arrays))
        if stated is None:
            return tuple(map(Tensor, found))
        return tuple(self._checked(value, shape, dtype) for value, shape, dtype in zip(found, *stated))

    def _checked(self, value, shape, dtype):
        if np.shape(value) != shape and np.size(value) != 1:
            raise ValueError(f"For 'Custom', the function gave the shape {np.shape(value)} instead of {shape}.")
        return Tensor(np.reshape(value, shape or (1,)), dtype)

    def _computed_ahead(self, arrays, shapes, dtypes):
        outputs = [Tensor(np.zeros(shape, np.uint8), dtype).asnumpy().copy() for shape, dtype in zip(shapes, dtypes)]
        self._ahead([np.ascontiguousarray(array) for array in arrays], outputs)
        return tuple(map(Tensor, outputs))


__getattr__ = module_getattr("mindspore.ops.operations.custom_ops")
