# SPDX-License-Identifier: Apache-2.0
"""Evaluates the rows of a file in mindspore and in NumPy: `expression`, or `expression -> NumPy expression`. A row
without an arrow is evaluated in both as it stands, with np = mindspore.numpy and then NumPy itself. Run with `rows` set
to the path; with `in_graphs` set, each row is compiled as a function of the tensors and must give what it gives
eagerly."""
import importlib.util
import math
import os
import re
import tempfile

import numpy
import mindspore as ms
import mindspore.numpy
from mindspore import Tensor, mint, nn, ops
from mindspore.mint.nn import functional as MF
from mindspore.ops import composite as C
from mindspore.ops import functional as F
from mindspore.ops import operations as P

arrays = {
    "x": numpy.array([[0.5, -1.5, 2.0], [3.0, 0.25, -0.75]], numpy.float32),
    "y": numpy.array([[1.0, 2.0, -0.5], [0.5, 4.0, 1.5]], numpy.float32),
    "u": numpy.array([[0.1, 0.9, 0.4], [0.7, 0.2, 0.6]], numpy.float32),
    "v": numpy.array([3.0, 1.0, 2.0], numpy.float32),
    "m": numpy.array([[2.0, 1.0, 0.5], [0.0, 3.0, 1.0], [1.0, 0.0, 4.0]], numpy.float32),
    "i": numpy.array([[3, -1, 2], [5, 0, 4]], numpy.int32),
    "k": numpy.array([2, 0, 1], numpy.int64),
    "b": numpy.array([[True, False, True], [False, False, True]]),
    "c": numpy.array([[True, True, False], [False, True, True]]),
    "w": numpy.array([numpy.nan, 1.0, numpy.inf, -2.0, numpy.nan], numpy.float32),
    "g": numpy.arange(32, dtype=numpy.float32).reshape(1, 2, 4, 4) / 8 - 2,
}
tensors = {name: Tensor(array) for name, array in arrays.items()}
shared = {"math": math, "numpy": numpy}
ours = {**shared, **tensors, "np": mindspore.numpy, "mint": mint, "MF": MF, "P": P, "F": F, "C": C, "ops": ops,
        "nn": nn, "ms": ms,
        "Tensor": Tensor}
theirs = {**shared, **arrays, "np": numpy}


def plain(value):
    """Tensors as arrays, in tuples and lists too."""
    if isinstance(value, Tensor):
        return value.asnumpy()
    if isinstance(value, (tuple, list)):
        return [plain(item) for item in value]
    return value


def difference(value, reference):
    """In what two values differ, or nothing."""
    if isinstance(value, list):
        reference = list(reference)
        if len(value) != len(reference):
            return f"{value!r} instead of {reference!r}"
        return next(filter(None, (difference(a, b) for a, b in zip(value, reference))), "")
    value, reference = numpy.asarray(value), numpy.asarray(reference)
    if value.shape != reference.shape:
        return f"the shape {value.shape} instead of {reference.shape}"
    if value.dtype.kind in "US" or reference.dtype.kind in "US":
        return "" if value == reference else f"{value} instead of {reference}"
    wide = numpy.complex128 if "c" in (value.dtype.kind, reference.dtype.kind) else numpy.float64
    if not numpy.allclose(value.astype(wide), reference.astype(wide), 2e-5, 2e-6, equal_nan=True):
        return f"{value.tolist()} instead of {reference.tolist()}"
    return ""


def check(row):
    """What is wrong with a row, or nothing."""
    expression, arrow, reference = row.partition(" -> ")
    try:
        value = plain(eval(expression, dict(ours)))
    except Exception as problem:
        return f"{type(problem).__name__}: {str(problem).splitlines()[0]}"
    with numpy.errstate(all="ignore"):
        return difference(value, plain(eval(reference if arrow else expression, dict(theirs))))


# Rows that make objects, take functions or draw numbers are no functions of the tensors alone; those whose result's
# shape hangs on the elements cannot be part of a graph, and say so.
EAGER_ONLY = re.compile("lambda|:=|hasattr|Parameter|grad|rand|Generator")
NEEDS_VALUES = re.compile("depends on the elements|not known while the graph is captured|inside of a graph")
HEADER = """import math, numpy
import mindspore as ms
import mindspore.numpy as np
from mindspore import Tensor, mint, nn, ops
from mindspore.mint.nn import functional as MF
from mindspore.ops import composite as C, functional as F, operations as P
"""


def compiled(expressions):
    """Each expression as a function of the tensors, with source that a graph can be captured from."""
    parts = [f"def row{i}({', '.join(tensors)}):\n    return {text}\n" for i, text in enumerate(expressions)]
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "jitscope_rows.py")
        with open(path, "w", encoding="utf-8") as file:
            file.write(HEADER + "".join(parts))
        spec = importlib.util.spec_from_file_location("jitscope_rows", path)
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        for i in range(len(expressions)):
            yield getattr(module, f"row{i}")


def check_graphs(lines):
    """What is wrong with rows in graphs."""
    expressions = [text for text in (line.partition(" -> ")[0] for line in lines) if not EAGER_ONLY.search(text)]
    for text, function in zip(expressions, compiled(expressions)):
        try:
            problem = difference(plain(ms.jit(function)(*tensors.values())), plain(function(*tensors.values())))
        except Exception as failure:
            told = f"{type(failure).__name__}: {failure}"
            problem = "" if NEEDS_VALUES.search(told) else told.splitlines()[0]
        if problem:
            print(f"{text}: {problem}")
    print("graphs agree")


with open(rows, encoding="utf-8") as file:
    lines = [line.strip() for line in file if line.strip() and not line.startswith("#")]
if in_graphs:
    check_graphs(lines)
else:
    failures = [f"{line}: {problem}" for line in lines if (problem := check(line))]
    for failure in failures:
        print(failure)
    print(f"{len(lines) - len(failures)} of {len(lines)} rows agree")
