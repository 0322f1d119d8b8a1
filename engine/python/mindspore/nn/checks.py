# SPDX-License-Identifier: Apache-2.0
"""Checks of the arguments of layers, with the words that MindSpore has for them."""
from mindspore.common.tensor import Tensor


def is_int(value):
    """An int that is no bool."""
    return isinstance(value, int) and not isinstance(value, bool)


def check_int(layer, name, value):
    """An int; TypeError otherwise."""
    if not is_int(value):
        raise TypeError(f"For '{layer}', the type of '{name}' should be 'int', but got type '{type(value).__name__}'.")
    return value


def check_positive_int(layer, name, value):
    """An int above 0."""
    if not is_int(value):
        raise TypeError(f"For '{layer}', the '{name}' must be int, but got '{type(value).__name__}'")
    if value <= 0:
        raise ValueError(f"For '{layer}', the '{name}' must be int and must > 0, but got '{value}' with type "
                         f"'{type(value).__name__}'.")
    return value


def check_non_negative_int(layer, name, value):
    """An int of at least 0."""
    if not is_int(value):
        raise TypeError(f"For '{layer}', the '{name}' must be int, but got '{type(value).__name__}'")
    if value < 0:
        raise ValueError(f"For '{layer}', the '{name}' must be int and must >= 0, but got '{value}' with type 'int'.")
    return value


def check_bool(layer, name, value):
    """True or False."""
    if not isinstance(value, bool):
        raise TypeError(f"For '{layer}', the '{name}' must be a bool, but got {type(value).__name__}.")
    return value


def check_type(layer, name, value, types):
    """An instance of one of the types."""
    if isinstance(value, bool) and bool not in types or not isinstance(value, tuple(types)):
        named = [one.__name__ for one in types]
        wanted = f"'{named[0]}'" if len(named) == 1 else f"one of '{named}'"
        raise TypeError(f"For '{layer}', the type of '{name}' should be {wanted}, but got type "
                        f"'{type(value).__name__}'.")
    return value


def check_choice(layer, name, value, choices):
    """One of several names."""
    if value not in choices:
        raise ValueError(
            f"For '{layer}', the '{name}' must be str and must be in '{list(choices)}', but got '{value}'.")
    return value


def check_probability(layer, name, value, includes_one=False):
    """A number from 0 to 1; 1 itself only with includes_one."""
    check_type(layer, name, value, (float, int))
    if not (0 <= value < 1 or (includes_one and value == 1)):
        end = "]" if includes_one else ")"
        raise ValueError(f"For '{layer}', the '{name}' must be a number in range [0, 1{end}, but got {value}.")
    return value


def check_rank(layer, x, ranks, name="in_shape"):
    """A tensor with one of the given numbers of axes."""
    if len(x.shape) not in ranks:
        wanted = " or ".join(map(str, ranks))
        raise ValueError(f"For '{layer}', the {name} must have {wanted} dims, but got {len(x.shape)}.")


def check_tensor(layer, name, value):
    """A tensor; TypeError with MindSpore's words otherwise."""
    if not isinstance(value, Tensor):
        raise TypeError(f"For '{layer}', the '{name}' must be a Tensor, but got '{type(value).__name__}'")
    return value


def pair(value):
    """(n, n) of an int; a tuple of two as it is."""
    return expanded(value, 2)


def expanded(value, count):
    """`count` times an int as a tuple; a tuple of that length as it is."""
    if isinstance(value, (tuple, list)):
        if len(value) != count:
            raise TypeError(
                f"When expanding an int number to tuple, input tuple dimension must be {count}, but got {value}")
        return tuple(value)
    if not is_int(value):
        raise TypeError("When expanding an int number to tuple, input type must be integer or tuple[int], but got "
                        f"{type(value)}")
    return (value,) * count
