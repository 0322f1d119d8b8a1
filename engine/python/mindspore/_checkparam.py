# SPDX-License-Identifier: Apache-2.0
"""Checks of arguments, under the names of MindSpore's module, for scripts whose layers check theirs by them."""
import functools
import inspect
import operator

from mindspore._missing import missing_names

EQ, NE, LT, LE, GT, GE = range(1, 7)
INC_NEITHER, INC_LEFT, INC_RIGHT, INC_BOTH = range(7, 11)
IN, NOT_IN = 11, 12

_COMPARISONS = {EQ: ("=", operator.eq), NE: ("!=", operator.ne), LT: ("<", operator.lt), LE: ("<=", operator.le),
                GT: (">", operator.gt), GE: (">=", operator.ge)}
_RANGES = {INC_NEITHER: ("({}, {})", operator.lt, operator.lt), INC_LEFT: ("[{}, {})", operator.le, operator.lt),
           INC_RIGHT: ("({}, {}]", operator.lt, operator.le), INC_BOTH: ("[{}, {}]", operator.le, operator.le)}


def _subject(prim_name, arg_name, without="The input value"):
    """How a text begins: whose argument it is, as far as that is told."""
    if arg_name is None:
        return f"For '{prim_name}', the input value" if prim_name else without
    return f"For '{prim_name}', the '{arg_name}'" if prim_name else f"The '{arg_name}'"


def _is_a(value, kinds):
    """isinstance(), where a bool is no number."""
    kinds = tuple(kinds) if isinstance(kinds, (tuple, list)) else (kinds,)
    return isinstance(value, kinds) and (not isinstance(value, bool) or bool in kinds)


# --- numbers ----------------------------------------------------------------------------------------------------------

def _compared(kind, value, bound, rel, arg_name, prim_name):
    sign, holds = _COMPARISONS[rel]
    must = f"must be {kind.__name__} and must {sign} {bound}"
    if isinstance(value, bool):
        raise TypeError(f"The '{arg_name}' {must}, but got '{value}' with type 'bool'.")
    if not isinstance(value, kind):
        raise TypeError(f"{_subject(prim_name, arg_name)} must be {kind.__name__}, but got '{type(value).__name__}'")
    if not holds(value, bound):
        raise ValueError(f"{_subject(prim_name, arg_name)} {must}, but got '{value}' with type '{type(value).__name__}'.")
    return value


def check_int(arg_value, value, rel, arg_name=None, prim_name=None):
    """The argument, an int in this relation (EQ, NE, LT, LE, GT, GE) to the value. Raises TypeError, ValueError."""
    return _compared(int, arg_value, value, rel, arg_name, prim_name)


def check_float(arg_value, value, rel, arg_name=None, prim_name=None):
    """The argument, a float in this relation to the value. Raises TypeError, ValueError."""
    return _compared(float, arg_value, value, rel, arg_name, prim_name)


def check_equal_int(arg_value, value, arg_name=None, prim_name=None):
    """The argument, an int equal to the value. Raises TypeError, ValueError."""
    return check_int(arg_value, value, EQ, arg_name, prim_name)


def _sign_check(kind, rel, text):
    def check(arg_value, arg_name=None, prim_name=None):
        return _compared(kind, arg_value, kind(0) if kind is int else 0, rel, arg_name, prim_name)
    check.__doc__ = f"The argument, {text}. Raises TypeError, ValueError."
    return check


check_positive_int = _sign_check(int, GT, "an int above 0")
check_negative_int = _sign_check(int, LT, "an int below 0")
check_non_positive_int = _sign_check(int, LE, "an int of at most 0")
check_non_negative_int = _sign_check(int, GE, "an int of at least 0")
check_positive_float = _sign_check(float, GT, "a float above 0")
check_negative_float = _sign_check(float, LT, "a float below 0")
check_non_positive_float = _sign_check(float, LE, "a float of at most 0")
check_non_negative_float = _sign_check(float, GE, "a float of at least 0")


def _of_each(check):
    def check_all(sequence, arg_name=None, prim_name=None):
        for place, value in enumerate(sequence):
            check(value, f"{arg_name or 'input'}[{place}]", prim_name)
        return sequence
    check_all.__doc__ = f"The sequence, for each item of which holds: {check.__doc__[14:]}"
    return check_all


check_positive_int_sequence = _of_each(check_positive_int)
check_non_negative_int_sequence = _of_each(check_non_negative_int)
check_positive_float_sequence = _of_each(check_positive_float)


def check_number(arg_name, arg_value, value, rel, prim_name):
    """The argument, a number in this relation to the value. Raises ValueError."""
    sign, holds = _COMPARISONS[rel]
    if not holds(arg_value, value):
        raise ValueError(f"For '{prim_name}', the argument '{arg_name}' must {sign} {value}, but got {arg_value}.")
    return arg_value


def check(arg_name, arg_value, value_name, value, rel=EQ, prim_name=None, excp_cls=ValueError):
    """The argument, in this relation to another value. Raises excp_cls."""
    sign, holds = _COMPARISONS[rel]
    if not holds(arg_value, value):
        raise excp_cls(f"{_subject(prim_name, arg_name)} should be {sign} {value_name}: {value}, but got {arg_value}.")
    return arg_value


def check_number_range(arg_value, lower_limit, upper_limit, rel, value_type, arg_name=None, prim_name=None):
    """The argument, a number of this type between the limits; rel tells which of them belong to the range (INC_NEITHER,
    INC_LEFT, INC_RIGHT, INC_BOTH). Raises TypeError, ValueError."""
    if not _is_a(arg_value, (value_type, int) if value_type is float else value_type):
        raise TypeError(f"{_subject(prim_name, arg_name)} must be {value_type.__name__}, but got "
                        f"'{type(arg_value).__name__}'.")
    text, above, below = _RANGES[rel]
    if not (above(lower_limit, arg_value) and below(arg_value, upper_limit)):
        raise ValueError(f"{_subject(prim_name, arg_name)} must be in range of {text.format(lower_limit, upper_limit)}, "
                         f"but got {arg_value} with type '{type(arg_value).__name__}'.")
    return arg_value


def check_int_range(arg_value, lower_limit, upper_limit, rel, arg_name=None, prim_name=None):
    """The argument, an int between the limits. Raises TypeError, ValueError."""
    return check_number_range(arg_value, lower_limit, upper_limit, rel, int, arg_name, prim_name)


def check_float_range(arg_value, lower_limit, upper_limit, rel, arg_name=None, prim_name=None):
    """The argument, a float or int between the limits. Raises TypeError, ValueError."""
    return check_number_range(arg_value, lower_limit, upper_limit, rel, float, arg_name, prim_name)


# --- types ------------------------------------------------------------------------------------------------------------

def check_is_number(arg_value, arg_type, arg_name=None, prim_name=None):
    """The argument, of exactly this type of number. Raises TypeError."""
    if not _is_a(arg_value, arg_type):
        whose = f"For '{prim_name}', the" if prim_name else "The"
        raise TypeError(f"{whose} type of '{arg_name}' must be '{arg_type.__name__}', but got "
                        f"'{type(arg_value).__name__}'.")
    return arg_value


def check_is_int(arg_value, arg_name=None, prim_name=None):
    """The argument, an int that is no bool. Raises TypeError."""
    return check_is_number(arg_value, int, arg_name, prim_name)


def check_is_float(arg_value, arg_name=None, prim_name=None):
    """The argument, a float. Raises TypeError."""
    return check_is_number(arg_value, float, arg_name, prim_name)


def check_bool(arg_value, arg_name=None, prim_name=None):
    """The argument, a bool. Raises TypeError."""
    if not isinstance(arg_value, bool):
        raise TypeError(f"{_subject(prim_name, arg_name)} must be a bool, but got {type(arg_value).__name__}.")
    return arg_value


def check_value_type(arg_name, arg_value, valid_types, prim_name=None):
    """The argument, of one of the types (a class, or a list of them); a bool counts as an int only if bool stands in the
    list. Raises TypeError."""
    if _is_a(arg_value, valid_types):
        return arg_value
    kinds = valid_types if isinstance(valid_types, (tuple, list)) else [valid_types]
    names = [getattr(kind, "__name__", str(kind)) for kind in kinds]
    whose = f"For '{prim_name}', the" if prim_name else "The"
    wanted = f"'{names[0]}'" if len(names) == 1 else f"one of '{names}'"
    raise TypeError(f"{whose} type of '{arg_name}' should be {wanted}, but got type '{type(arg_value).__name__}'.")


def check_isinstance(arg_name, arg_value, classes):
    """The argument, of one of the classes. Raises ValueError."""
    if not isinstance(arg_value, classes):
        raise ValueError(f"The parameter '{arg_name}' must be isinstance of {classes}, but got {arg_value}.")
    return arg_value


def check_string(arg_value, valid_values, arg_name=None, prim_name=None):
    """The argument, one of these strings. Raises ValueError."""
    if isinstance(arg_value, str) and arg_value in valid_values:
        return arg_value
    raise ValueError(f"{_subject(prim_name, 'parameter' if arg_name is None else arg_name)} must be str and must be in "
                     f"'{valid_values}', but got '{arg_value}'.")


# --- dtypes -----------------------------------------------------------------------------------------------------------

_DEVICES = ("The supported data types depend on the hardware that executes the operator, for more details, please refer to "
            "the MindSpore official website to get more information about the data type.")


def _told(dtype):
    """A dtype as MindSpore's errors tell it: Float32."""
    name = str(dtype).rpartition(".")[2]
    return name[:1].upper() + name[1:]


def check_tensor_dtype_valid(arg_name, arg_type, valid_dtypes, prim_name):
    """The dtype, one of those. Raises TypeError."""
    if arg_type in valid_dtypes:
        return arg_type
    wanted = ", ".join(f"Tensor[{_told(dtype)}]" for dtype in valid_dtypes)
    wanted = wanted if len(valid_dtypes) == 1 else f"one of {wanted}"
    raise TypeError(f"For '{prim_name}', the element of '{arg_name}' must be {wanted}, but got {_told(arg_type)}."
                    f"{_DEVICES}")


def check_type_name(arg_name, arg_type, valid_types, prim_name):
    """The dtype, one of those. Raises TypeError."""
    kinds = valid_types if isinstance(valid_types, (tuple, list)) else (valid_types,)
    if arg_type in kinds:
        return arg_type
    names = [_told(kind) for kind in kinds]
    wanted = names[0] if len(names) == 1 else f"one of {names}"
    raise TypeError(f"For '{prim_name}', the '{arg_name}' should be {wanted}, but got '{arg_type}'.")


def check_types_same_and_valid(args, valid_values, prim_name):
    """Whether the dtypes in the dict `args` (name -> dtype) are all the same one of those. Raises TypeError."""
    first = None
    for name, dtype in args.items():
        if dtype not in valid_values:
            wanted = ", ".join(map(_told, valid_values))
            raise TypeError(f"For '{prim_name}', the type of '{name}' must be one of {wanted}, but got {_told(dtype)}.")
        if first is None:
            first = name
        elif dtype != args[first]:
            raise TypeError(f"For '{prim_name}', the type of '{name}' should be same as '{first}', but got '{first}' with "
                            f"type {_told(args[first])} and '{name}' with type {_told(dtype)}.")


def check_scalar_or_tensor_types_same(args, valid_values, prim_name, allow_mix=False):
    """Whether the dtypes in the dict `args` (name -> dtype) are all the same one of those. Raises TypeError."""
    for name, dtype in args.items():
        if dtype not in valid_values:
            raise TypeError(f"For '{prim_name}', the type of '{name}' must be in {list(valid_values)}, but got "
                            f"{_told(dtype)}.")
    check_types_same_and_valid(args, valid_values, prim_name)


def is_stub_tensor(tensor):
    """Whether it is a tensor whose value is still to come: none is, an operator has its value when its call returns."""
    return False


# --- axes -------------------------------------------------------------------------------------------------------------

def check_axis_in_range(axis, ndim):
    """The axis, counted from the first, of a tensor with ndim axes. Raises TypeError, ValueError."""
    if not _is_a(axis, int):
        raise TypeError(f"The 'axis' must be int, but got {type(axis).__name__}.")
    if not -ndim <= axis < ndim:
        raise ValueError(f"The 'axis' must be in the range of [-{ndim}, {ndim}), but got {axis}.")
    return axis % ndim


def twice(x):
    """(x, x) of an int; a pair as it is."""
    return x if isinstance(x, tuple) else (x, x)


# --- functions --------------------------------------------------------------------------------------------------------

def args_type_check(*type_args, **type_kwargs):
    """A decorator: calls check that arguments have these types, by place or by name; None stands for "not given". Raises
    TypeError."""
    def decorated(function):
        signature = inspect.signature(function)
        kinds = signature.bind_partial(*type_args, **type_kwargs).arguments

        @functools.wraps(function)
        def checked(*args, **kwargs):
            for name, value in signature.bind(*args, **kwargs).arguments.items():
                if value is not None and name in kinds and not isinstance(value, kinds[name]):
                    raise TypeError(f"The parameter '{name}' must be {kinds[name]}, but got {type(value)}")
            return function(*args, **kwargs)
        return checked
    return decorated


def check_subclass(arg_name, type_, template_types, prim_name, addition_error_info=None):
    """Nothing, if a dtype (or kind of values) is one of the templates. Raises TypeError."""
    templates = tuple(template_types) if isinstance(template_types, (tuple, list)) else (template_types,)
    if any(type_ is template or type_ == template for template in templates):
        return
    one_of = "one of " if len(templates) > 1 else ""
    told = f" {addition_error_info}" if addition_error_info else ""
    raise TypeError(f"For '{prim_name}', the element of '{arg_name}' must be {one_of}{', '.join(map(str, templates))}, but got "
                    f"{type_}{told}.")


__getattr__ = missing_names("mindspore._checkparam")
