# SPDX-License-Identifier: Apache-2.0
"""Primitives that are made once for the same attributes, under the names of MindSpore's module."""
from mindspore._missing import missing_names

_made = {}


def _get_cache_prim(cls):
    """
    What makes objects of a class of primitives: one for the same arguments, however often it is asked.

    Args:
        cls (type): the class; arguments are the same where their texts are.
    """
    def made(*args, **kwargs):
        key = (cls, tuple(map(repr, args)), tuple((name, repr(value)) for name, value in sorted(kwargs.items())))
        if key not in _made:
            _made[key] = cls(*args, **kwargs)
        return _made[key]
    return made


__getattr__ = missing_names("mindspore.ops._primitive_cache")
