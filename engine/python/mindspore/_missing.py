# SPDX-License-Identifier: Apache-2.0
"""Names that are not there: those of MindSpore can be imported and say what to do when they are used, others say at
once that they do not exist, also in `from mindspore import x`."""
import dis
import importlib
import importlib.abc
import importlib.machinery
import sys

from mindspore import _absent, _aliases

_IMPORT_FROM = dis.opmap["IMPORT_FROM"]


# --- stand-ins --------------------------------------------------------------------------------------------------------

class StandIn(type):
    """The class of what stands for a name of MindSpore's: to import it, to hand it on, to ask isinstance() is free."""

    def __call__(cls, *args, **kwargs):
        raise NotImplementedError(cls._told)

    def __getattr__(cls, name):
        if name.startswith("__"):
            raise AttributeError(name)
        raise NotImplementedError(cls._told)

    def __repr__(cls):
        return f"<{cls.__module__}.{cls.__name__}, which JitScope does not have>"


def stand_in(module, name, text):
    """What is imported as `name`; to call it, or to read an attribute of it, raises NotImplementedError."""
    return StandIn(name, (), {"__doc__": text, "__module__": module, "_told": text})


def versions_of(owner, name):
    """The versions of MindSpore that were asked for a name of the list and have it."""
    if name in _absent.SINCE.get(owner, "").split():
        return "2.10"
    return "2.7" if name in _absent.UNTIL.get(owner, "").split() else "2.7 and 2.10"


def sentence_of(owner, name, subject, listed_in=None):
    """
    What is told of a name: that it is not there, in which MindSpore it is, and what to do instead.

    Args:
        owner, name (str): the module or class by which it was reached, and the name.
        subject (str): its subject in the list.
        listed_in (str): the module that the list has it for; its owner without one.
    """
    listed_in = listed_in or owner
    why, instead = _absent.SENTENCES[subject]
    nearer = _absent.INSTEAD.get(f"{listed_in}.{name}")
    instead = instead if nearer is None else f"use {nearer}"
    return (f"{owner}.{name} is part of MindSpore {versions_of(listed_in, name)}, but not of JitScope. {why} "
            f"Instead, {instead}.")


def sentence_of_module(module, subject):
    """The same of a module of which nothing is there; it stands for what is asked for in it."""
    return sentence_of(*module.rsplit(".", 1), subject)


def names_of(owner):
    """The names that the list has for a module or a class, in order."""
    return sorted(name for names in _absent.NAMES.get(owner, {}).values() for name in names.split())


def told_of(owner, name):
    """The sentence for a member of a class, or None for one that the list does not have."""
    subject = _subject_in(owner, name)
    return None if subject is None else sentence_of(owner, name, subject)


def _subject_in(module, name):
    """The subject of a name that the list has for this module; None for no such name."""
    return next((subject for subject, names in _absent.NAMES.get(module, {}).items() if name in names.split()), None)


def _place_of(module, name):
    """The module that the list has a name for: this one or one that it is part of; None for no such name."""
    while module and _subject_in(module, name) is None:
        module = module.rpartition(".")[0]
    return module or None


_made = {}


def absent_name(module, name, is_inherited=True):
    """The stand-in for a name of the list, always the same; None for a name that is not in it."""
    if (module, name) not in _made:
        place = _place_of(module, name) if is_inherited else module
        subject = None if place is None else _subject_in(place, name)
        if subject is None:
            return None
        _made[module, name] = stand_in(module, name, sentence_of(module, name, subject, place))
    return _made[module, name]


# --- names of modules -------------------------------------------------------------------------------------------------

def _is_import(frame):
    """Whether the attribute is asked for by `from module import name`, which would hide the text of AttributeError."""
    return frame.f_lasti >= 0 and frame.f_code.co_code[frame.f_lasti] == _IMPORT_FROM


def missing_names(module, late=None, elsewhere=None):
    """
    The `__getattr__` of a module for the names that it does not have, and those that are read only when they are asked
    for.

    Args:
        module (str): the module.
        late (dict): a module in it -> the names of that one in a text, without any for the module itself.
        elsewhere (dict): another module -> the names of that one in a text.
    """
    places = {name: f"{module}.{part}" for part, names in (late or {}).items() for name in names.split() or [part]}
    places.update((name, part) for part, names in (elsewhere or {}).items() for name in names.split())
    if module in _PARENTS:  # Python looks for the modules in it only if it says that it is a package
        vars(sys.modules[module]).setdefault("__path__", [])

    def __getattr__(name):
        if name in places:
            part = importlib.import_module(places[name])
            is_part = places[name] == f"{module}.{name}"
            return part if is_part else vars(sys.modules[module]).setdefault(name, getattr(part, name))
        if name.startswith("__"):
            raise AttributeError(f"module '{module}' has no attribute '{name}'")
        if f"{module}.{name}" in _WHOLE_MODULES:
            return importlib.import_module(f"{module}.{name}")
        found = absent_name(module, name)
        if found is None and module in _aliases.FURTHER:
            found = getattr(importlib.import_module(_aliases.FURTHER[module]), name, None)
        if found is not None:
            return found
        text = _unknown(module, name)
        if _is_import(sys._getframe(1)):
            raise ImportError(text, name=module)
        raise AttributeError(text, name=name, obj=sys.modules[module])
    return __getattr__


def _unknown(module, name):
    """The sentence for a name that neither JitScope nor the list has, which has all public ones of the modules in it."""
    if module in _absent.NAMES and not name.startswith("_"):
        return f"module '{module}' has no attribute '{name}'; MindSpore 2.7 and 2.10 have none of that name either."
    return f"{module}.{name} is not part of JitScope."


def not_yet(what):
    """The error for a thing that real MindSpore has."""
    return NotImplementedError(f"{what} is not yet part of JitScope's engine.")


# --- modules ----------------------------------------------------------------------------------------------------------

_MODULES = {module: subject for subject, modules in _absent.MODULES.items() for module in modules.split()}

_PARENTS = {module.rpartition(".")[0] for module in (*_MODULES, *_aliases.PLACES)}

_WHOLE_MODULES = {*_MODULES, *_aliases.PLACES, *_aliases.LATE}


class _AbsentModules(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Finds the modules of which nothing is there; every name in them is a stand-in."""

    known = _MODULES

    def find_spec(self, fullname, path, target=None):
        if fullname not in self.known:
            return None
        return importlib.machinery.ModuleSpec(fullname, self, is_package=True)

    def create_module(self, spec):
        return None

    def exec_module(self, module):
        name_of = module.__name__
        text = sentence_of_module(name_of, _MODULES[name_of])

        def __getattr__(name):
            if name.startswith("__"):
                raise AttributeError(f"module '{name_of}' has no attribute '{name}'")
            return _made.setdefault((name_of, name), stand_in(name_of, name, f"There is no {name_of}.{name} here. {text}"))
        module.__doc__ = text
        module.__getattr__ = __getattr__


class _AliasModules(_AbsentModules):
    """Finds the modules whose names stand elsewhere here."""

    known = _aliases.PLACES

    def exec_module(self, module):
        places = self.known[module.__name__]
        missing = missing_names(module.__name__)

        def __getattr__(name):
            if name == "__all__":
                return list(importlib.import_module(places[0]).__all__)
            for place in () if name.startswith("__") else map(importlib.import_module, places):
                if name in vars(place) or name in getattr(place, "__all__", ()) or place.__name__ in _aliases.MAKERS:
                    found = getattr(place, name, None)
                    if found is not None:
                        return found
            return missing(name)
        module.__doc__ = f"Names of {', '.join(places)}, as MindSpore's package has them."
        module.__getattr__ = __getattr__


for _finder in (_AbsentModules, _AliasModules):
    if not any(type(found).__name__ == _finder.__name__ for found in sys.meta_path):
        sys.meta_path.append(_finder())
