# SPDX-License-Identifier: Apache-2.0
"""What is known of values, small functions of numbers and tuples, and those that pass a value on."""
import operator

import _jitscope
from _jitscope import Scalar
from mindspore._capture.current import current_frontend
from mindspore.common.dtype import Type, as_dtype, bool_, float32, get_py_obj_dtype, int32, int64
from mindspore.common.tensor import Tensor
from mindspore.ops.primitive import primitive_call as call

__all__ = ["array_to_scalar", "bool_and", "bool_eq", "bool_not", "bool_or", "deepcopy", "depend", "dict_getitem",
           "dict_setitem", "dtype", "dyn_shape", "identity", "in_dict", "is_", "is_floating_point", "is_not",
           "is_sequence_shape_unknown", "is_sequence_value_unknown", "is_tensor", "isconstant", "list_equal",
           "list_getitem", "list_len", "list_setitem", "make_dict", "make_list", "make_range", "make_slice",
           "make_tuple", "move_to", "not_in_dict", "numel", "print_", "rank", "scalar_add", "scalar_cast",
           "scalar_div", "scalar_eq", "scalar_floordiv", "scalar_ge", "scalar_gt", "scalar_le", "scalar_log",
           "scalar_lt", "scalar_max", "scalar_min", "scalar_mod", "scalar_mul", "scalar_ne", "scalar_pow",
           "scalar_sub", "scalar_to_array", "scalar_to_tensor", "scalar_uadd", "scalar_usub", "shape", "shape_mul",
           "size", "stop_gradient", "string_concat", "string_eq", "tuple_div", "tuple_equal", "tuple_getitem",
           "tuple_len", "tuple_reversed", "tuple_setitem", "tuple_to_array", "typeof"]


# --- what is known of a tensor ----------------------------------------------------------------------------------------

def shape(input_x):
    """The sizes of the axes, a tuple of ints. Raises TypeError for what is no Tensor."""
    try:
        return input_x.shape
    except AttributeError:
        raise TypeError(f"For 'Shape', the input must be a Tensor, but got {type(input_x).__name__}.") from None


def is_sequence_value_unknown(x):
    """Whether items of a tuple or list are known only when the graph runs: those of a mutable one; outside of graphs those
    that are tensors."""
    frontend = current_frontend()
    if frontend is None:
        return any(isinstance(item, Tensor) for item in x)
    return any(x is known for known in frontend.mutables) or any(isinstance(item, Scalar) for item in x)


def is_sequence_shape_unknown(x):
    """Whether the length of a tuple or list is known only when the graph runs: it never is, a graph is for one length."""
    return False


def dyn_shape(input_x):
    """The sizes of the axes as a tensor of Int64."""
    return Tensor(list(input_x.shape), int64)


def rank(input_x):
    """The number of axes. TypeError for what is no Tensor."""
    if not isinstance(input_x, Tensor):
        raise TypeError("the input x must be Tensor!")
    return input_x.ndim


def size(input_x):
    """The number of elements."""
    if not isinstance(input_x, Tensor):
        raise TypeError(f"For 'size', the input_x should be tensor, but got {type(input_x)}.")
    return input_x.size


def numel(input):
    """The number of elements."""
    if not isinstance(input, Tensor):
        raise TypeError(f"For 'numel', the input should be tensor, but got {type(input)}.")
    return input.size


def dtype(input_x):
    """The dtype of a tensor."""
    return input_x.dtype


def typeof(*args):
    """The dtype of a number, or the kind of a tensor, text, tuple, list or None. Raises TypeError unless given one
    value."""
    if len(args) != 1:
        raise TypeError(f"The Typeof operator must requires 1 argument, but the size of arguments is {len(args)}.")
    return get_py_obj_dtype(args[0])


def is_tensor(obj):
    """Whether it is a tensor."""
    return isinstance(obj, Tensor)


def is_floating_point(input):
    """Whether the dtype of a tensor is a floating one."""
    return input.dtype.is_floating_point


def isconstant(value):
    """Whether the value is known while a graph is captured; outside of graphs every value is."""
    return not (_jitscope.is_capturing() and isinstance(value, Tensor) and type(value).__name__ == "Symbol")


# --- numbers, tuples, lists, dicts, texts -----------------------------------------------------------------------------

scalar_add, scalar_sub, scalar_mul, scalar_div = operator.add, operator.sub, operator.mul, operator.truediv
scalar_floordiv, scalar_mod, scalar_pow = operator.floordiv, operator.mod, operator.pow
scalar_eq, scalar_ne, scalar_lt, scalar_le = operator.eq, operator.ne, operator.lt, operator.le
scalar_gt, scalar_ge, scalar_uadd, scalar_usub = operator.gt, operator.ge, operator.pos, operator.neg
scalar_max, scalar_min = max, min
is_, is_not, bool_not = operator.is_, operator.is_not, operator.not_
bool_eq = list_equal = tuple_equal = string_eq = operator.eq
string_concat = operator.add
tuple_getitem = list_getitem = dict_getitem = operator.getitem
tuple_len = list_len = len
make_slice, make_range = slice, range


def scalar_log(x):
    """The natural logarithm of a number."""
    import math
    return math.log(x)


def bool_and(x, y):
    """Both are true."""
    return bool(x and y)


def bool_or(x, y):
    """One of both is true."""
    return bool(x or y)


def make_tuple(*items):
    """The arguments as a tuple."""
    return items


def make_list(*items):
    """The arguments as a list."""
    return list(items)


def make_dict(keys, values):
    """A dict of keys and their values."""
    return dict(zip(keys, values))


def tuple_setitem(items, index, value):
    """The tuple with another item at a place."""
    changed = list(items)
    changed[index] = value
    return tuple(changed)


def list_setitem(items, index, value):
    """A list with another item at a place."""
    return list(tuple_setitem(items, index, value))


def dict_setitem(items, key, value):
    """A dict with another value for a key."""
    return {**items, key: value}


def in_dict(key, items):
    """Whether a dict has the key."""
    return key in items


def not_in_dict(key, items):
    """Whether a dict lacks the key."""
    return key not in items


def tuple_reversed(items):
    """The items from the last to the first."""
    return tuple(reversed(items))


def tuple_div(x, y):
    """The items of a tuple of ints divided by those of another.

    Raises RuntimeError for tuples of different lengths, items that are no ints, zeros, and what is no multiple."""
    if len(x) != len(y):
        raise RuntimeError("The size of inputs of 'tuple_div' operator must be the same, but the size of divisor "
                           "tuple is "
                           f"{len(y)}, the size of dividend tuple is {len(x)}.")
    for item in (*x, *y):
        if not isinstance(item, int) or isinstance(item, bool):
            raise RuntimeError("The data type of inputs of 'tuple_div' operator should be an int64 number, but got a "
                               f"{typeof(item)} number {item}.")
    for dividend, divisor in zip(x, y):
        if divisor == 0:
            raise RuntimeError("The divisor value should not be 0!")
        if dividend % divisor:
            raise RuntimeError("The inputs of 'tuple_div' operator should be divisible, but they are not divisible "
                               "now, the "
                               f"dividend is {dividend}, the divisor is {divisor}.")
    return tuple(dividend // divisor for dividend, divisor in zip(x, y))


def shape_mul(shape):
    """The product of a tuple of ints."""
    product = 1
    for size in shape:
        product *= size
    return product


def tuple_to_array(input_x):
    """A tuple of numbers of one kind as a tensor of rank 1: Int32 of ints, Float32 of floats."""
    kinds = {type(item) for item in input_x}
    if len(kinds) != 1 or not kinds <= {int, float}:
        raise TypeError("For 'TupleToArray', all elements of the input must be int or all float, but got "
                        f"{sorted(kind.__name__ for kind in kinds)}.")
    return Tensor(list(input_x), int32 if kinds == {int} else float32)


def scalar_to_tensor(input_x, dtype=float32):
    """A number as a tensor of rank 0."""
    if isinstance(input_x, Scalar):
        return call("ScalarToTensor", input_x, dtype)
    if not isinstance(input_x, (bool, int, float)):
        raise TypeError(f"For 'scalar_to_tensor', the input must be a number, but got '{type(input_x).__name__}'.")
    return Tensor(input_x, dtype)


def scalar_to_array(input_x):
    """A number as a tensor of rank 0: Int64 of an int, Float32 of a float."""
    return Tensor(input_x)


def array_to_scalar(input_x):
    """The number in a tensor of one element."""
    return input_x.item()


def scalar_cast(input_x, input_y):
    """A number converted to the Python type of a dtype."""
    wanted = as_dtype(input_y)
    if wanted == bool_:
        return bool(input_x)
    return float(input_x) if wanted.is_floating_point else int(input_x)


# --- passed on --------------------------------------------------------------------------------------------------------

def deepcopy(input_x):
    """A copy with elements of its own."""
    return input_x.copy()


def depend(value, expr):
    """value, once expr is computed: what is called first runs first anyway."""
    return value


def stop_gradient(value):
    """value itself (a tensor, or a tuple or list of such); no gradient passes through it."""
    if isinstance(value, Tensor):
        return call("StopGradient", value)
    if isinstance(value, (tuple, list)):
        return type(value)([stop_gradient(item) for item in value])
    return value


def print_(*input_x):
    """Prints each argument on its own line: texts bare, tensors as their repr(); in graphs as the operator Print does."""
    frontend = current_frontend()
    if frontend is not None:
        return frontend.call(print, input_x, {})
    if not _jitscope.is_tracing():
        input_x = tuple(repr(item) if isinstance(item, Tensor) else item for item in input_x)
    call("Print", tuple(_printable(item) for item in input_x))


def _printable(item):
    if isinstance(item, (Tensor, bool, int, float, str, Type)) or item is None:
        return item
    if isinstance(item, (tuple, list)):
        return type(item)([_printable(part) for part in item])
    return str(item)


def identity(x):
    """x itself."""
    return x


def move_to(input, to="CPU", blocking=True):
    """The tensor on a device ("CPU" or "Ascend"): all are this one's memory. ValueError for another device."""
    return input.move_to(to, blocking)
