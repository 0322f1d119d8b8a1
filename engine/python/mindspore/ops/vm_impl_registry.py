# SPDX-License-Identifier: Apache-2.0
"""Python functions that scripts keep by the name or the class of a primitive, and ask for again."""
from mindspore.ops.primitive import Primitive

__all__ = ["get_vm_impl_fn", "vm_impl_registry"]


class _Registry(dict):
    """Name, or identity of a class, -> function."""

    def register(self, prim):
        """Decorates what makes the function for a primitive, given by its name or class."""
        def kept(function):
            if isinstance(prim, str):
                self[prim] = function
            elif issubclass(prim, Primitive):
                self[id(prim)] = self[prim.__name__] = function
            return function
        return kept


vm_impl_registry = _Registry()


def get_vm_impl_fn(prim):
    """The function for a primitive, made by what was registered; None without."""
    made = vm_impl_registry.get(prim)
    return made(prim) if made else None
