# SPDX-License-Identifier: Apache-2.0
"""Names that are looked up in another module when they are first used."""
import importlib

from mindspore._missing import missing_names


def names_of(module, same, source="mindspore.ops"):
    """The `__getattr__` of `module`, whose names in `same` are those of `source` (name here -> name there)."""
    missing = missing_names(module)

    def __getattr__(name):
        if name not in same:
            return missing(name)
        return getattr(importlib.import_module(source), same[name])
    return __getattr__


def as_they_are(names):
    """Name -> the same name."""
    return {name: name for name in names.split()}
