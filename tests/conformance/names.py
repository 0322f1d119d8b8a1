# SPDX-License-Identifier: Apache-2.0
"""Compares the public names of MindSpore with those here: a table by module, then the names without a reason.

    names.py [--python PYTHON]... [--ours FOLDER] [--missing]
    names.py --check [--ours FOLDER]

Each PYTHON has MindSpore 2.10 or 2.7 (JITSCOPE_MINDSPORE_PYTHON and JITSCOPE_MINDSPORE_2_7_PYTHON name them, too); FOLDER
is where JitScope's package lies (build/python). A name counts as documented where its own docstring names the CPU among
the supported platforms, or names no platforms, is not said to be for Ascend alone, and has an example. --missing lists
those of them that are not there. Exit code 1 if a public name neither is there nor stands in the list of those that are
not (`_absent.py`), or the list says of a version that it has a name, or that it has none, and that is not so; 77 without a
PYTHON. --check looks at the list alone: whether each of its names, by attribute and by import, says that it is not there,
in which MindSpore it is, and what to do instead, by names that are there."""
import argparse
import collections
import importlib
import inspect
import json
import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
MODULES = ("mindspore", "mindspore.amp", "mindspore.boost", "mindspore.common.initializer", "mindspore.communication",
           "mindspore.dataset", "mindspore.dataset.audio", "mindspore.dataset.text", "mindspore.dataset.transforms",
           "mindspore.dataset.vision", "mindspore.experimental.optim", "mindspore.experimental.optim.lr_scheduler",
           "mindspore.hal", "mindspore.mindrecord", "mindspore.mint", "mindspore.mint.linalg", "mindspore.mint.nn",
           "mindspore.mint.nn.functional", "mindspore.mint.optim", "mindspore.mint.special", "mindspore.nn",
           "mindspore.nn.probability.bijector", "mindspore.nn.probability.distribution", "mindspore.numpy",
           "mindspore.numpy.fft", "mindspore.ops", "mindspore.ops.operations", "mindspore.parallel", "mindspore.profiler",
           "mindspore.rewrite", "mindspore.runtime", "mindspore.scipy.linalg", "mindspore.scipy.optimize",
           "mindspore.train", "mindspore.utils")
OBJECTS = {"mindspore.Tensor": "ms.Tensor([[1.0]])", "mindspore.Parameter": "ms.Parameter(ms.Tensor([[1.0]]))",
           "mindspore.nn.Cell": "ms.nn.ReLU()", "mindspore.dataset.Dataset": "ms.dataset.NumpySlicesDataset([1])"}
# Names of the real modules that are no part of what is public: modules and helpers that __all__ or vars() let through.
INTERNAL = {"P", "J", "array_ops", "kernel", "linalg_ops", "other_ops", "get_level", "get_log_config", "identity"}
# What few scripts need, and what takes time to read: `import mindspore` leaves it.
LATE = ("mindspore.dataset.vision", "mindspore.dataset.text", "mindspore.dataset.imagelists", "mindspore.experimental",
        "mindspore.nn.probability")
PLATFORMS = re.compile(r"Supported Platforms:\s*\n\s*(.*)")
TOLD = re.compile(r"is part of MindSpore (2\.7|2\.10|2\.7 and 2\.10), but not of JitScope\. [A-Z].{10,}\. Instead, .{12,}\.$")
NAMED = re.compile(r"mindspore(?:\.\w+)+")
ONLY_ASCEND = re.compile(r"Required for Ascend .* only")
PYTHONS = ("JITSCOPE_MINDSPORE_PYTHON", "JITSCOPE_MINDSPORE_2_7_PYTHON")
MEMBER = (property, staticmethod, classmethod)


# --- both sides: run by the two interpreters --------------------------------------------------------------------------

def is_documented(value):
    """Whether the value's own docstring says that it works on the CPU, or has an example and says nothing of it."""
    text = value.__doc__ if isinstance(getattr(value, "__doc__", None), str) else ""
    is_own = inspect.isclass(value) or isinstance(value, MEMBER) or text != type(value).__doc__
    platforms = PLATFORMS.search(text)
    if not is_own or ONLY_ASCEND.search(text):
        return False
    return "CPU" in platforms.group(1) if platforms else ">>>" in text


def real_names():
    """{module or class: {name: whether it is documented}} of the package of this Python."""
    found = {}
    for module_name in MODULES:
        try:
            module = importlib.import_module(module_name)
        except ModuleNotFoundError:  # not every version has each of them
            continue
        names = getattr(module, "__all__", None) or vars(module)
        values = {name: getattr(module, name, None) for name in names if name.isidentifier() and name[0] != "_"}
        found[module_name] = {name: is_documented(value) for name, value in sorted(values.items())
                              if name not in INTERNAL and value is not None and not inspect.ismodule(value)}
    for name, text in OBJECTS.items():
        owner = type(eval(text, {"ms": importlib.import_module("mindspore")}))
        found[name] = {member: is_documented(inspect.getattr_static(owner, member))
                       for member in dir(owner) if member[0] != "_"}
    return found


def state_of(owner, name, stand_in):
    """"there", "absent" (it says what to use instead) or "unknown"."""
    try:
        value = getattr(owner, name)
    except NotImplementedError:
        return "absent"
    except Exception as problem:
        return "absent" if ", but not of JitScope. " in str(problem) else "unknown"
    return "absent" if isinstance(value, stand_in) else "there"


def our_states(real):
    """{module or class: {name: state}} for the names of the real package."""
    missing = importlib.import_module("mindspore._missing")
    space = {"ms": importlib.import_module("mindspore")}
    found = {}
    for module, names in real.items():
        owner = eval(OBJECTS[module], space) if module in OBJECTS else importlib.import_module(module)
        found[module] = {name: state_of(owner, name, missing.StandIn) for name in names}
    return found


def listed_names():
    """[(module, name)] of the list of what is not there."""
    absent = importlib.import_module("mindspore._absent")
    return [(module, name) for module, subjects in absent.NAMES.items() for names in subjects.values()
            for name in names.split()]


def exists(module, name):
    if module in OBJECTS:
        return name in dir(eval(OBJECTS[module], {"ms": importlib.import_module("mindspore")}))
    try:
        found = importlib.import_module(module)
    except ImportError:
        return False
    return hasattr(found, name) or hasattr(found, "__path__") and importlib.util.find_spec(f"{module}.{name}") is not None


def told(reach):
    """The sentence that is raised when a name is reached, or when what was reached is used."""
    try:
        reach()()
    except (NotImplementedError, AttributeError) as problem:
        return str(problem)
    return ""


def is_there(name):
    """Whether a name that a sentence speaks of can be reached and is no stand-in."""
    missing = importlib.import_module("mindspore._missing")
    found = importlib.import_module("mindspore")
    for part in name.split(".")[1:]:
        found = getattr(found, part, None)
    return found is not None and not isinstance(found, missing.StandIn)


def is_whole(sentence):
    """Whether a sentence has its three parts, and what it says to take can be taken."""
    return TOLD.search(sentence) is not None and all(map(is_there, NAMED.findall(sentence.rpartition("Instead, ")[2])))


def imported(module, name):
    space = {}
    exec(f"from {module} import {name}", space)
    return space[name]


def untold_names():
    """The names of the list, and of its modules, that do not say so."""
    absent = importlib.import_module("mindspore._absent")
    space = {"ms": importlib.import_module("mindspore")}
    early = [f"{module} (it is read when nobody has asked for it)" for module in LATE if module in sys.modules]
    rows = listed_names() + [(module, "Anything") for modules in absent.MODULES.values() for module in modules.split()]
    wrong = []
    for module, name in rows:
        owner = eval(OBJECTS[module], space) if module in OBJECTS else importlib.import_module(module)
        ways = [lambda: getattr(owner, name)] + ([] if module in OBJECTS else [lambda: imported(module, name)])
        wrong += [] if all(is_whole(told(way)) for way in ways) else [f"{module}.{name}"]
    strange = [name for name in absent.INSTEAD if tuple(name.rsplit(".", 1)) not in listed_names()]
    return early + wrong + [f"{name} (it is told what to take instead, and is not listed)" for name in strange]


def told_versions():
    """[((module, name), the versions of MindSpore that the list says to have it)] of the list, and of its modules."""
    absent, missing = importlib.import_module("mindspore._absent"), importlib.import_module("mindspore._missing")
    modules = [tuple(module.rsplit(".", 1)) for modules in absent.MODULES.values() for module in modules.split()]
    return [(row, missing.versions_of(*row)) for row in listed_names() + modules]


def version():
    """The version of the package, without its last number."""
    return ".".join(importlib.import_module("mindspore").__version__.split(".")[:2])


SIDES = {"told": lambda _: told_versions(), "untold": lambda _: untold_names(), "real": lambda _: real_names(),
         "ours": our_states, "exist": lambda rows: [exists(*row) for row in rows], "version": lambda _: version()}


def asked(python, folder, side, data=None):
    """What the interpreter answers."""
    done = subprocess.run([python, os.path.abspath(__file__), "--side", side], input=json.dumps(data), text=True,
                          env={**os.environ, "PYTHONPATH": folder, "GLOG_v": "4"}, stdout=subprocess.PIPE, check=True,
                          stderr=subprocess.DEVNULL)
    return json.loads(next(line for line in done.stdout.splitlines() if line.startswith("ANSWER"))[6:])


# --- the comparison ---------------------------------------------------------------------------------------------------

def table(name, real, ours):
    yield f"{name:44}{'documented for the CPU':>23}{'all':>22}"
    for module in sorted(real):
        documented = [name for name, is_so in real[module].items() if is_so]
        there = {name for name, state in ours[module].items() if state == "there"}
        yield f"{module:44}{share(documented, there):>23}{share(real[module], there):>22}"


def share(names, there):
    count = sum(name in there for name in names)
    return f"{count} of {len(names)} {100 * count / len(names):6.1f} %" if names else "-"


def unlisted(ours):
    """The names that have no reason."""
    for module, states in ours.items():
        unknown = [name for name, state in states.items() if state == "unknown"]
        if unknown:
            yield f"{module}: neither there nor listed: {' '.join(unknown)}"


def untrue(version_name, told, known):
    """What the list says of a version that is not so: `told` as told_versions gives it, and whether it has each of these."""
    for (row, versions), is_known in zip(told, known):
        if is_known != (version_name in versions.split(" and ")):
            yield f"{'.'.join(row)}: MindSpore {version_name} {'has' if is_known else 'does not have'} it"


def compared(python, folder, lists_missing):
    """Prints the table of one MindSpore; gives what has no reason."""
    real, version_name = asked(python, "", "real"), asked(python, "", "version")
    ours = asked("/usr/bin/python3", folder, "ours", real)
    told = asked("/usr/bin/python3", folder, "told")
    print("\n".join(table(f"MindSpore {version_name}", real, ours)))
    for module in sorted(real) if lists_missing else ():
        missing = [name for name, is_so in real[module].items() if is_so and ours[module][name] != "there"]
        print(f"{module}: {' '.join(missing)}" if missing else "", end="\n" if missing else "")
    return [*unlisted(ours), *untrue(version_name, told, asked(python, "", "exist", [row for row, _ in told]))]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--python", action="append")
    parser.add_argument("--ours", default=os.path.join(HERE, "..", "..", "build", "python"))
    parser.add_argument("--missing", action="store_true")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--side", choices=SIDES)
    options = parser.parse_args()
    if options.side:
        print("ANSWER" + json.dumps(SIDES[options.side](json.load(sys.stdin))))
        return 0
    folder = os.path.abspath(options.ours)
    if options.check:
        wrong = asked("/usr/bin/python3", folder, "untold")
        print("".join(f"does not say where it is and what to do instead: {name}\n" for name in wrong) or "the list is in order")
        return 1 if wrong else 0
    pythons = options.python or list(filter(None, map(os.environ.get, PYTHONS)))
    if not pythons:
        print(f"Give --python or {PYTHONS[0]}: a Python with MindSpore 2.10.")
        return 77
    wrong = [line for python in pythons for line in compared(python, folder, options.missing)]
    print("\n".join(wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
