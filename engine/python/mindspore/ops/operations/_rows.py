# SPDX-License-Identifier: Apache-2.0
"""How the rows of this package become classes: what a primitive takes when it is made, and what its call runs."""
import sys

import _jitscope
from mindspore._missing import not_yet
from mindspore.ops.primitive import Primitive, primitive
from mindspore._missing import missing_names

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


def bound_attributes(name, attributes, args, kwargs):
    """Attribute -> value; raises TypeError as Python does."""
    names = list(attributes)
    if len(args) > len(names):
        raise TypeError(f"{name}.__init__() takes from 1 to {len(names) + 1} positional arguments but {len(args) + 1} "
                        "were "
                        "given")
    values = dict(zip(names, args))
    for key, value in kwargs.items():
        if key not in attributes:
            raise TypeError(f"{name}.__init__() got an unexpected keyword argument '{key}'")
        if key in values:
            raise TypeError(f"{name}.__init__() got multiple values for argument '{key}'")
        values[key] = value
    for key, default in attributes.items():
        if key not in values and default is _REQUIRED:
            raise TypeError(f"{name}.__init__() missing 1 required positional argument: '{key}'")
    return {key: values.get(key, default) for key, default in attributes.items()}


def parameter_for(function, attribute):
    """The parameter of an operator that an attribute sets, or None."""
    known = {name: names[0] for names in function.parameters for name in names}
    for name in next((group for group in _SYNONYMS if attribute in group), (attribute,)):
        if name in known:
            return known[name]
    return known.get(attribute)


class CatalogueOperator(Primitive):
    """A primitive whose call runs a record of the engine's catalogue, with the attributes as its further arguments."""

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
            return getattr(sys.modules["mindspore.ops"], self.function)(*inputs, **named, **self.attrs)
        if self._keywords is None:
            self._keywords = self._read_keywords(primitive(self.record))
        return primitive(self.record)(*inputs, **named, **self._keywords)

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


def operator(name, attributes=None, *, record="", function="", run=None):
    """The class of a primitive. Its call runs, of these, the first that is given: `run(primitive, *inputs)`, the
    function of mindspore.ops of that name (the attributes are its keywords), the record of that name or of the class's
    own."""
    doc = f"The primitive {name}; its attributes: {', '.join(attributes) if attributes else 'none'}."
    return type(name, (CatalogueOperator,), {"__doc__": doc, "__module__": "mindspore.ops.operations", "run": run,
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
        found = None if name.startswith("__") else unlisted(name)
        return missing(name) if found is None else found
    return __getattr__
