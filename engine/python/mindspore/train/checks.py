# SPDX-License-Identifier: Apache-2.0
"""Checks of arguments of training, with MindSpore's words for what is wrong."""


def type_name(value):
    return type(value).__name__


def check_int(value, lowest, relation=">="):
    """TypeError or ValueError unless it is a whole number >= (or with ">" above) `lowest`."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError(f"The input value must be int, but got '{type_name(value)}'")
    if value < lowest or (relation == ">" and value == lowest):
        raise ValueError(f"The input value must be int and must {relation} {lowest}, but got '{value}' with type "
                         f"'{type_name(value)}'.")


def check_count(value):
    """As check_int from 0 on, but all that is wrong is a ValueError."""
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise ValueError(f"The input value must be int and must >= 0, but got '{value}' with type "
                         f"'{type_name(value)}'.")


def check_is(name, value, types, texts):
    """TypeError unless `value` is of one of the types, which the message calls by `texts`."""
    if not isinstance(value, types):
        raise TypeError(f"The type of '{name}' should be {texts}, but got type '{type_name(value)}'.")


def check_bool(name, value):
    check_is(name, value, bool, "'bool'")
