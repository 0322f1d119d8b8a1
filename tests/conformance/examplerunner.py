# SPDX-License-Identifier: Apache-2.0
"""Carries out the examples of docstrings in the mindspore package of this Python, and writes down what they print.

    examplerunner.py --list EXAMPLES
    examplerunner.py EXAMPLES RESULTS [NAME...]

With --list: writes the examples of the package, {name: source}, each text once; the name is that by which users reach it.
Else: one JSON object a line, {"name", "output"} or {"name", "error", "text", "output"}. Each example runs in a process of
its own, in an empty folder."""
import doctest
import importlib
import inspect
import io
import json
import os
import shutil
import signal
import sys
import tempfile

os.environ.setdefault("GLOG_v", "4")
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

SECONDS = 40
MODULES = ("mindspore.ops", "mindspore.nn", "mindspore.mint", "mindspore.mint.nn", "mindspore.mint.nn.functional",
           "mindspore.mint.optim", "mindspore.mint.linalg", "mindspore.mint.special", "mindspore.numpy",
           "mindspore.scipy.linalg", "mindspore.amp", "mindspore.train", "mindspore.common.initializer",
           "mindspore.experimental.optim", "mindspore.experimental.optim.lr_scheduler", "mindspore.runtime",
           "mindspore.hal", "mindspore.profiler", "mindspore.dataset.transforms", "mindspore.dataset.vision",
           "mindspore.dataset.text", "mindspore.dataset", "mindspore.nn.utils", "mindspore.nn.probability.distribution",
           "mindspore.nn.probability.bijector", "mindspore.ops.function", "mindspore.ops.operations", "mindspore.rewrite",
           "mindspore.scipy.optimize", "mindspore.numpy.fft", "mindspore.communication", "mindspore.utils",
           "mindspore.boost", "mindspore.parallel", "mindspore")
CLASSES = {"mindspore": ("Tensor", "Parameter", "ParameterTuple"), "mindspore.nn": ("Cell", "SequentialCell", "CellList")}
PRELUDE = """
import numpy as np
import mindspore
import mindspore as ms
from mindspore import Parameter, ParameterTuple, Tensor, nn, ops
from prelude import LeNet5, create_dataset
"""


# --- the examples of a package ----------------------------------------------------------------------------------------

def sources_of(text):
    """The statements of a docstring's example, as they are typed; nothing for a docstring without one."""
    try:
        return [example.source for example in doctest.DocTestParser().get_examples(text or "")]
    except ValueError:  # a prompt without a blank after it
        return []


def documented():
    """(name, docstring) for the public names of the modules and the methods of their main classes."""
    for module_name in MODULES:
        module = importlib.import_module(module_name)
        for name in sorted(getattr(module, "__all__", None) or vars(module)):
            value = getattr(module, name, None)
            if name[0] == "_" or inspect.ismodule(value) or value is None:
                continue
            yield f"{module_name}.{name}", value.__doc__ if isinstance(value.__doc__, str) else ""
            if name in CLASSES.get(module_name, ()) or module_name == "mindspore.train":
                yield from methods_of(f"{module_name}.{name}", value)


def methods_of(name, owner):
    for method in sorted(vars(owner) if inspect.isclass(owner) else ()):
        value = inspect.getattr_static(owner, method)
        if method[0] != "_" and isinstance(getattr(value, "__doc__", None), str):
            yield f"{name}.{method}", value.__doc__


def examples():
    seen, found = set(), {}
    for name, text in documented():
        sources = sources_of(text)
        if sources and tuple(sources) not in seen:
            seen.add(tuple(sources))
            found[name] = sources
    return found


# --- carrying them out ------------------------------------------------------------------------------------------------

def written_file(sources, folder):
    """The source with the echo of expressions, in a file, since graphs read the source of functions."""
    path = os.path.join(folder, "example.py")
    with open(path, "w", encoding="utf-8") as file:
        file.write("".join(sources))
    return path


def names_of_prelude():
    """What MindSpore's pages take for granted: its usual imports, and a network and a data set for it."""
    space = {}
    exec(PRELUDE, space)
    return space


def carry_out(sources, folder):
    path = written_file(sources, folder)
    space = {**names_of_prelude(), "__name__": "__main__", "__file__": path}
    line = 0
    for source in sources:
        code = compile("\n" * line + source, path, "single")
        line += source.count("\n")
        exec(code, space)


def result_of(sources, folder):
    os.chdir(folder)
    printed = open(os.path.join(folder, "printed"), "w+", encoding="utf-8", errors="replace")
    os.dup2(printed.fileno(), 1)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
    sys.stdout, sys.stderr = os.fdopen(1, "w", encoding="utf-8", buffering=1), io.StringIO()
    failure = {}
    try:
        carry_out(sources, folder)
    except BaseException as problem:  # an example may end the process
        lines = [line for line in str(problem).splitlines() if line.strip() and not line.startswith("---")]
        failure = {"error": type(problem).__name__, "text": lines[0][:300] if lines else ""}
    sys.stdout.flush()
    printed.seek(0)
    return {**failure, "output": printed.read()[:20000]}


def run_one(name, sources, results):
    folder = tempfile.mkdtemp()
    child = os.fork()
    if child:
        state = os.waitpid(child, 0)[1]
        if state:
            results.write(json.dumps({"name": name, "error": "Ended", "text": f"state {state}", "output": ""}) + "\n")
        results.flush()
        shutil.rmtree(folder, ignore_errors=True)
        return
    try:
        signal.alarm(SECONDS)
        results.write(json.dumps({"name": name, **result_of(sources, folder)}) + "\n")
        results.flush()
    finally:
        os._exit(0)


def main(arguments):
    if arguments[0] == "--list":
        with open(arguments[1], "w", encoding="utf-8") as file:
            json.dump(examples(), file, indent=0)
        return
    with open(arguments[0], encoding="utf-8") as file:
        plan = json.load(file)
    with open(arguments[1], "a", encoding="utf-8") as results, tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)  # MindSpore keeps checkpoints without a folder where it was imported
        importlib.import_module("mindspore")
        for name in arguments[2:] or plan:
            run_one(name, plan[name], results)


if __name__ == "__main__":
    main(sys.argv[1:])
