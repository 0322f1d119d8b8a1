# SPDX-License-Identifier: Apache-2.0
"""How the rows of this package become classes: what a primitive takes when it is made, and what its call runs."""
import inspect
import sys

import _jitscope
from mindspore._missing import not_yet
from mindspore._missing import missing_names
from mindspore.common.parameter import Parameter
from mindspore.ops.primitive import Primitive, primitive

_REQUIRED = object()

# Names of one thing: MindSpore's primitives and functions disagree on them.
_SYNONYMS = (("axis", "dim", "dims"), ("keep_dims", "keepdims", "keepdim"), ("kernel_size", "ksize", "ksizes"),
             ("stride", "strides"), ("padding", "pad", "pads"), ("dilation", "dilations"), ("group", "groups"),
             ("epsilon", "eps"), ("is_training", "training"), ("dtype", "output_type", "output_dtype"))

# Attributes that change no result here.
_WITHOUT_EFFECT = {"use_locking", "skip_mode"}


def attrs(*required, **defaults):
    """The arguments of a primitive's constructor: names without and with defaults, in order."""
    return {**{name: _REQUIRED for name in required}, **defaults}


def _listed(names):
    """'a', 'b', and 'c' as Python tells names."""
    quoted = [f"'{name}'" for name in names]
    return " and ".join(quoted) if len(quoted) < 3 else ", ".join(quoted[:-1]) + f", and {quoted[-1]}"


def bound_attributes(name, attributes, args, kwargs):
    """Attribute -> value; raises TypeError as Python does."""
    names = list(attributes)
    required = [key for key, default in attributes.items() if default is _REQUIRED]
    if len(args) > len(names):
        most = len(names) + 1
        taken = f"{most}" if len(required) == len(names) else f"from {len(required) + 1} to {most}"
        raise TypeError(f"{name}.__init__() takes {taken} positional argument{'s' if most > 1 else ''} but "
                        f"{len(args) + 1} were given")
    values = dict(zip(names, args))
    for key, value in kwargs.items():
        if key not in attributes:
            raise TypeError(f"{name}.__init__() got an unexpected keyword argument '{key}'")
        if key in values:
            raise TypeError(f"{name}.__init__() got multiple values for argument '{key}'")
        values[key] = value
    missing = [key for key in required if key not in values]
    if missing:
        raise TypeError(f"{name}.__init__() missing {len(missing)} required positional "
                        f"argument{'s' if len(missing) > 1 else ''}: {_listed(missing)}")
    return {key: values.get(key, default) for key, default in attributes.items()}


def constructor_of(attributes, construct):
    """`construct(self, *args, **kwargs)`, a function of its own, as an __init__ with the signature of the
    attributes."""
    kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
    parameters = [inspect.Parameter(name, kind, default=inspect.Parameter.empty if value is _REQUIRED else value)
                  for name, value in attributes.items()]
    construct.__signature__ = inspect.Signature([inspect.Parameter("self", kind), *parameters])
    return construct


def parameter_for(function, attribute):
    """The parameter of an operator that an attribute sets, or None."""
    known = {name: names[0] for names in function.parameters for name in names}
    for name in next((group for group in _SYNONYMS if attribute in group), (attribute,)):
        if name in known:
            return known[name]
    return known.get(attribute)


class CatalogueOperator(Primitive):
    """A primitive whose call runs a record of the engine's catalogue, with the attributes as its further arguments."""

    __slots__ = ("_keywords",)  # read at the first call: not in the dictionary, which the sides of a branch must leave alike
    attributes = {}
    record = ""
    function = ""
    run = None

    def __init__(self, *args, **kwargs):
        name = type(self).__name__
        super().__init__(name)
        self._keywords = None
        for key, value in bound_attributes(name, self.attributes, args, kwargs).items():
            self.add_prim_attr(key, value)

    def __call__(self, *inputs, **named):
        if self.run is not None:
            return self.run(*inputs, **named)
        if self.function:
            return getattr(sys.modules["mindspore.ops"], self.function)(*inputs, **named, **self.settings)
        if self._keywords is None:
            self._keywords = self._read_keywords(primitive(self.record))
        return primitive(self.record)(*inputs, **named, **self._keywords)

    @property
    def settings(self):
        """What the constructor takes, as it stands now: the attributes without those that a script added, as shard() does."""
        return {name: self.attrs.get(name, default) for name, default in self.attributes.items()}

    def add_prim_attr(self, name, value):
        """Sets an attribute; gives the operator itself."""
        self._keywords = None
        return super().add_prim_attr(name, value)

    def _read_keywords(self, function):
        """The attributes as arguments of the record."""
        keywords = {}
        for attribute, value in self.attrs.items():
            parameter = parameter_for(function, attribute)
            if parameter is not None:
                keywords[parameter] = value
            elif attribute not in _WITHOUT_EFFECT and value != self.attributes.get(attribute, value):
                raise not_yet(f"The operator {self.name} with {attribute}={value!r}")
        return keywords


class UpdatingOperator(CatalogueOperator):
    """One that writes to a Parameter: the call gives its new elements as a Tensor."""

    def __call__(self, *inputs, **named):
        result = super().__call__(*inputs, **named)
        return result._plain() if isinstance(result, Parameter) else result


def operator(name, attributes=None, *, record="", function="", run=None, base=CatalogueOperator):
    """The class of a primitive. Its call runs, of these, the first that is given: `run(primitive, *inputs)`, the
    function of mindspore.ops of that name (the attributes are its keywords), the record of that name or of the class's
    own."""
    doc = f"The primitive {name}; its attributes: {', '.join(attributes) if attributes else 'none'}."
    return type(name, (base,), {"__doc__": doc, "__module__": "mindspore.ops.operations", "run": run,
                                             "attributes": attributes or {}, "record": record or name,
                                             "function": function})


def plain(names):
    """Name -> class, of primitives without attributes whose record has their name."""
    return {name: operator(name) for name in names.split()}


def unlisted(name):
    """The class of a record that no row names (gradients, fused operators), or None."""
    return operator(name) if name in _jitscope.primitives else None


def module_getattr(module):
    """The `__getattr__` of a module of primitives: what only the catalogue knows; else says that it is not there
    yet."""
    missing = missing_names(module)

    def __getattr__(name):
        if name.startswith("__"):
            return missing(name)
        package = sys.modules["mindspore.ops.operations"]
        if name in vars(package).get("__all__", ()):  # which of its modules a primitive is in differs from MindSpore's
            return vars(package)[name]
        found = unlisted(name)
        return missing(name) if found is None else found
    return __getattr__
