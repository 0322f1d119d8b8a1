# SPDX-License-Identifier: Apache-2.0
"""Operators by their name in the graph, as functions and as objects."""
import functools
import inspect
import sys

import _jitscope
from mindspore._capture.current import current_frontend
from mindspore._missing import not_yet
from mindspore.ops.constants import constexpr

_primexpr = constexpr  # MindSpore's name for those that are not kept from one call to the next


def primitive(name):
    """The function of the operator "MatMul"; an error that names it when the engine has none."""
    function = _jitscope.primitives.get(name)
    if function is None:
        raise not_yet(f"The operator {name}")
    return function


def primitive_call(name, *arguments):
    """Calls it."""
    return primitive(name)(*arguments)


def called(function, *args, **kwargs):
    """The result of a function of the user; its operators become part of the graph while one is captured."""
    frontend = current_frontend()
    return function(*args, **kwargs) if frontend is None else frontend.call(function, args, kwargs)


class Primitive:
    """An operator as an object: `Primitive("Add")(x, y)`. What its constructor was given is its attributes."""

    def __init__(self, name):
        self.name = name
        self.attrs = {}
        self.instance_name = ""
        self._user_data = {}

    def __call__(self, *args):
        if self.name not in _jitscope.primitives:
            kernel = getattr(sys.modules["mindspore.ops.operations"].kernels, self.name, None)
            if kernel is not None:
                return kernel.run(self, *args)
        return primitive_call(self.name, *args)

    def __repr__(self):
        attrs = ", ".join(f"{name}={value}" for name, value in self.attrs.items())
        return f"Prim[{self.name}]" + (f"<{attrs}>" if attrs else "")

    @property
    def init_attrs(self):
        """The arguments of the constructor by name."""
        return self.attrs

    def add_prim_attr(self, name, value):
        """Sets an attribute; gives the operator itself."""
        setattr(self, name, value)
        self.attrs[name] = value
        return self

    def del_prim_attr(self, name):
        """Takes an attribute away; gives the operator itself."""
        if name in self.attrs:
            del self.attrs[name]
            delattr(self, name)
        return self

    def init_prim_io_names(self, inputs, outputs):
        """Names of the inputs and outputs, for who reads the operator."""
        self.add_prim_attr("input_names", inputs)
        self.add_prim_attr("output_names", outputs)

    def set_prim_instance_name(self, name):
        """A name for this use of the operator; gives the operator itself."""
        self.instance_name = name
        return self

    def set_user_data(self, key, value):
        """Keeps any object under a name with the operator."""
        self._user_data[key] = value

    def get_user_data(self, key):
        """What set_user_data keeps under that name; None if there is nothing."""
        return self._user_data.get(key)

    def set_device(self, device_target):
        """There is one device; gives the operator itself."""
        return self.add_prim_attr("primitive_target", device_target)

    def shard(self, in_strategy=None, out_strategy=None):
        """
        Keeps how inputs and outputs would lie over several devices, as attributes; gives the operator itself.

        Args:
            in_strategy, out_strategy (tuple): for each tensor a tuple of int, or for each a mindspore.parallel.Layout.

        Raises TypeError for other types, ValueError for an out_strategy alone or of the other kind.
        """
        kinds = [self._kind_of_strategy(name, strategy) for name, strategy in (("in_strategy", in_strategy),
                                                                              ("out_strategy", out_strategy))]
        if in_strategy is None and out_strategy is not None:
            raise ValueError(f"The out_strategy of {self.name} is {out_strategy}, need to set in_strategy, but got none")
        if None not in kinds and kinds[0] != kinds[1]:
            raise ValueError("The in_strategy type must equal to the out_strategy type, one using tuple(tuple) and the other "
                             "using tuple(Layout) is not allowed.")
        for direction, kind, strategy in zip(("in", "out"), kinds, (in_strategy, out_strategy)):
            if kind == "layout":
                told = [layout.to_dict() for layout in strategy]
                self.add_prim_attr(f"{direction}_layout", tuple({name: value for name, value in layout.items()
                                                                 if name != "rank_list"} for layout in told))
            elif kind is not None:
                self.add_prim_attr(f"{direction}_strategy", strategy)
        return self

    def _kind_of_strategy(self, name, strategy):
        """"layout" or "strategy"; None without one"""
        if strategy is None:
            return None
        if not isinstance(strategy, tuple):
            raise TypeError(f"{name} must be tuple type, but got:{type(strategy)}")
        # A Layout is known by its method: mindspore.parallel stands above the operators.
        for item in strategy:
            if not isinstance(item, tuple) and not hasattr(item, "to_dict"):
                raise TypeError(f"The element of strategy must be tuple/Layout type, but got:{type(item)}")
        if strategy and all(hasattr(item, "to_dict") for item in strategy):
            return "layout"
        for value in (value for item in strategy if isinstance(item, tuple) for value in item):
            if not isinstance(value, (int, tuple)):
                raise TypeError(f"The {name}: {strategy} of {self.name} is not valid, the value of strategy must be int type, "
                                f"but got:{type(value)}")
        return "strategy"

    def recompute(self, mode=True):
        """Results are kept; gives the operator itself."""
        return self

    def set_stage(self, stage):
        """There is one stage; gives the operator itself."""
        return self.add_prim_attr("stage", stage)

    def check_elim(self, *args):
        """(whether the operator can be left out, its result then)."""
        return False, None


class PrimitiveWithCheck(Primitive):
    """A primitive of the user's own that checks its arguments."""


class PrimitiveWithInfer(Primitive):
    """A primitive of the user's own that says the shape and dtype of its result."""


def prim_attr_register(fn):
    """Decorates a primitive's __init__: its arguments become attributes of the primitive, named as the class."""
    @functools.wraps(fn)
    def init(self, *args, **kwargs):
        Primitive.__init__(self, type(self).__name__)
        bound = inspect.signature(fn).bind(self, *args, **kwargs)
        bound.apply_defaults()
        for name, value in list(bound.arguments.items())[1:]:
            self.add_prim_attr(name, value)
        fn(self, *args, **kwargs)
    return init


prim_arg_register = prim_attr_register  # arguments and attributes are one here
