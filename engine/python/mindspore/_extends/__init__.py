# SPDX-License-Identifier: Apache-2.0
"""Names of MindSpore's package of this name that scripts set switches in, or decorate layers with."""
import functools
import inspect

from mindspore._missing import missing_names

__all__ = ["cell_attr_register"]


def cell_attr_register(fn=None, attrs=None):
    """
    A decorator of a layer's __init__: `cell_init_args` of the layer is the text of its class and, as
    Python prints it, of what it was made with.

    Args:
        fn (function): the __init__; it may be given as `@cell_attr_register` or `@cell_attr_register(attrs=...)`.
        attrs (str or list of str): attributes to tell instead of the arguments.

    Raises ValueError for attrs of another kind.
    """
    if fn is None:
        return functools.partial(cell_attr_register, attrs=attrs)

    @functools.wraps(fn)
    def init(self, *args, **kwargs):
        given = inspect.signature(fn).bind(self, *args, **kwargs).arguments if attrs is None else None
        fn(self, *args, **kwargs)
        self.cell_init_args = type(self).__name__ + str(_told(self, given))

    def _told(cell, arguments):
        if attrs is None:
            return {name: value for name, value in arguments.items() if name != "self"}.values()
        if isinstance(attrs, str):
            return getattr(cell, attrs, [])
        if not isinstance(attrs, list) or not all(isinstance(name, str) for name in attrs):
            raise ValueError("attrs must be list or string")
        return [getattr(cell, name) for name in attrs if hasattr(cell, name)]
    return init


__getattr__ = missing_names("mindspore._extends")
