# SPDX-License-Identifier: Apache-2.0
"""One side of the comparison: carries out calls in the mindspore package of this Python and writes down what they give.

    runner.py PLAN RESULTS

PLAN: JSON, [[number, row, seed], ...]; RESULTS: one JSON object a line. Each call runs in a process of its own, so that
one that crashes or hangs ends no other."""
import ast
import importlib.util
import inspect
import json
import os
import signal
import sys
import tempfile

os.environ.setdefault("GLOG_v", "4")
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import numpy as np

import mindspore as ms
from mindspore import Tensor
from arguments import Arguments

SECONDS = 60
HEADER = """import mindspore as ms
import mindspore.numpy as mnp
from mindspore import Tensor, mint, nn, ops
"""
LETTERS = {name[1:] for name, _ in inspect.getmembers(Arguments, inspect.isfunction) if len(name) == 2}
CONSTANTS = "sat"  # letters that are no tensors: their values stand in the text


class _Constants(ast.NodeTransformer):
    def __init__(self, arguments, bound):
        self._arguments = arguments
        self._bound = bound  # what a lambda of the row calls so is its own
        self._known = {}

    def visit_Name(self, node):
        if node.id not in CONSTANTS or node.id in self._bound:
            return node
        if node.id not in self._known:
            self._known[node.id] = self._arguments.of(node.id)
        return ast.copy_location(ast.Constant(self._known[node.id]), node)


def source_of(row, seed):
    """(text of a function `call`, the arrays of its parameters by letter)"""
    arguments = Arguments(seed)
    body = [part.strip() for part in row.split(";")]
    if not body[-1].startswith("return "):
        body[-1] = f"return {body[-1]}"
    tree = ast.parse("\n".join(body))
    bound = {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)}
    used = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    names = sorted(used & LETTERS - set(CONSTANTS) - bound)
    arrays = {name: arguments.laid_out(arguments.of(name)) for name in names}
    text = ast.unparse(ast.fix_missing_locations(_Constants(arguments, bound).visit(tree)))
    lines = "".join(f"    {line}\n" for line in text.splitlines())
    return f"{HEADER}\n\ndef call({', '.join(names)}):\n{lines}", arrays


def tensors_of(arrays):
    """New tensors: whole ones, or views as the layouts say."""
    made = []
    for array, layout in arrays.values():
        tensor = Tensor(array)
        made.append(tensor.T if layout == "transposed" else tensor[::2] if layout == "strided" else tensor)
    return made


def told(value):
    """A result as JSON."""
    if isinstance(value, Tensor):
        array = value.asnumpy()
        is_float = array.dtype.kind not in "iub"
        flat = array.reshape(-1)
        items = [repr(float(item)) for item in flat.astype(np.float64)] if is_float else flat.tolist()
        return {"dtype": str(value.dtype), "shape": list(array.shape), "items": items}
    if isinstance(value, (tuple, list)):
        return {"kind": type(value).__name__, "parts": [told(item) for item in value]}
    if isinstance(value, dict):
        return {"kind": "dict", "keys": list(map(str, value)), "parts": [told(item) for item in value.values()]}
    if isinstance(value, np.ndarray):
        return {"kind": "ndarray", "value": value.tolist()}
    if value is None or isinstance(value, (bool, int, float, str)):
        return {"kind": type(value).__name__, "value": repr(value)}
    return {"kind": type(value).__name__}


def attempt(action):
    try:
        return action()
    except Exception as problem:
        lines = [line for line in str(problem).splitlines() if line.strip() and not line.startswith("---")]
        return {"error": type(problem).__name__, "text": lines[0][:200] if lines else ""}


def aspects(function, arrays):
    """What the harness compares."""
    def called(wrapped):
        tensors = tensors_of(arrays)
        result = told(wrapped(*tensors))
        return {"result": result, "arguments": [told(tensor) for tensor in tensors]}

    positions = tuple(range(len(arrays)))

    def gradient(wrapped):
        return {"result": told(wrapped(*tensors_of(arrays)))}

    yield "eager", attempt(lambda: called(function))
    yield "graph", attempt(lambda: called(ms.jit(function)))
    if positions:
        yield "gradient", attempt(lambda: gradient(ms.grad(function, positions)))
        yield "graph gradient", attempt(lambda: gradient(ms.jit(ms.grad(function, positions))))


def carry_out(number, row, seed, write):
    text, arrays = source_of(row, seed)
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, f"call{number}.py")
        os.chdir(folder)  # MindSpore leaves files of failures where it runs
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        spec = importlib.util.spec_from_file_location(f"call{number}", path)
        module = importlib.util.module_from_spec(spec)
        sys.modules[spec.name] = module  # graphs look functions up by their module
        spec.loader.exec_module(module)
        common = {"number": number, "text": text.split("def call", 1)[1],
                  "is_empty": any(array.size == 0 for array, _ in arrays.values())}
        for aspect, found in aspects(module.call, arrays):
            write(json.dumps({**common, "aspect": aspect, **found}))


def main(plan_path, results_path):
    with open(plan_path, encoding="utf-8") as file:
        plan = json.load(file)
    with open(results_path, "a", encoding="utf-8") as results:
        for number, row, seed in plan:
            child = os.fork()
            if child:
                os.waitpid(child, 0)
                continue
            signal.alarm(SECONDS)
            sys.stdout = sys.stderr = open(os.devnull, "w", encoding="utf-8")

            def write(line):
                results.write(line + "\n")
                results.flush()
            try:
                carry_out(number, row, seed, write)
            finally:
                os._exit(0)


if __name__ == "__main__":
    main(*sys.argv[1:])
