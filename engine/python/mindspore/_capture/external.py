# SPDX-License-Identifier: Apache-2.0
"""Values of a graph that only Python knows when the graph runs: whatever is done with them is done then."""
import operator

import _jitscope
from mindspore._capture.current import current_frontend
from mindspore._capture.errors import not_captured


def attribute_of(owner, name):
    """owner.name; graphs know the method of dictionaries that Python 2 had."""
    return owner.__contains__ if name == "has_key" and isinstance(owner, dict) else getattr(owner, name)


_VIEWS = (type({}.items()), type({}.keys()), type({}.values()))


def listed(value):
    """Views of a dictionary as MindSpore's graphs give them."""
    if not isinstance(value, _VIEWS):
        return value
    return list(value) if isinstance(value, _VIEWS[0]) else tuple(value)


def _current():
    frontend = current_frontend()
    if frontend is None:
        raise RuntimeError("A value of a graph's capture is used after the capture; such a value lives only while the "
                           "graph is captured.")
    return frontend


class External(_jitscope.External):
    """A value that Python gives when the graph runs: whatever is done with it is done then."""

    __slots__ = ()

    def __repr__(self):
        return f"External({self._source_text})"

    def _refuse(self, what):
        raise not_captured(f"{what} '{self._source_text}', a value that only Python knows when the graph runs,")

    def _unknown(self, *_):
        raise _jitscope.ValueNeeded(f"The value of '{self._source_text}' is not known while the graph is captured.")

    __str__ = __format__ = __bool__ = __len__ = __index__ = __int__ = __float__ = __contains__ = __hash__ = _unknown

    def __iter__(self):
        self._refuse("Going through the items of")

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return _current().fallback.attribute(self, name)

    def __call__(self, *args, **kwargs):
        return _current().fallback.execute(_call, (self, *args), kwargs, reason="calls a Python object")


def _call(function, *args, **kwargs):
    return listed(function(*args, **kwargs))


def _operation(function, is_reversed):
    def carry_out(self, *others):
        args = (*others, self) if is_reversed else (self, *others)
        return _current().fallback.compute(function, args, reason="computes with a Python object")
    return carry_out


for _name in ("add sub mul truediv floordiv mod pow matmul and_ or_ xor lshift rshift".split()):
    _plain = _name.rstrip("_")
    setattr(External, f"__{_plain}__", _operation(getattr(operator, _name), False))
    setattr(External, f"__r{_plain}__", _operation(getattr(operator, _name), True))
for _name in "eq ne lt le gt ge neg pos invert abs getitem setitem delitem".split():
    setattr(External, f"__{_name}__", _operation(getattr(operator, _name), False))

_jitscope.register_external(External)

