"""f: the graph after opt_a.r1.wrong_rewrite, 1 of its nodes, taken out by JitScope.

Inputs of the function: x, y: as recorded in the first call.
Expected: as the function gives eagerly, operator by operator.

Run it with MindSpore, or with JitScope's package of that name: python3 case.py
Exit code 0: the results are the expected ones; 1: one differs.
python3 case.py --graph compiles the function first (mindspore.jit); so does
jitscope run case.py -- --graph.
"""
import os
import sys

import numpy as np
import mindspore as ms
from mindspore import Parameter, Tensor, ops


FOLDER = os.path.dirname(os.path.abspath(__file__))
TOLERANCE = 1e-4  # of the largest element of each tensor; 16-bit floats get 100 times as much
# Each result has beside it how far rounding alone moves it, which comes on top: a difference of equal numbers, say.


def load(name, dtype):
    return Tensor(np.load(os.path.join(FOLDER, name + ".npy"))).astype(dtype)


def call(primitive, *arguments):
    return ops.Primitive(primitive)(*arguments)


def region(v4, y):
    z = ops.sub(v4, y)  # net2.py:8
    return z


INPUTS = (
    load("input_v4", ms.float32),
    load("input_y", ms.float32),
)
EXPECTED = (
    load("expected_0", ms.float32),
)
ROUNDING = (1.46e-06, )  # of each of them
AFTERWARDS = (
)  # weights that the function writes to


def leaves(value):
    if isinstance(value, (tuple, list)):
        return [leaf for item in value for leaf in leaves(item)]
    return [value]


def numbers(value):
    if not isinstance(value, Tensor):
        return np.asarray(value)
    return (value.astype(ms.float32) if value.dtype == ms.bfloat16 else value).asnumpy()


def differs(name, expected, rounding, actual):
    if expected is None or isinstance(expected, str):
        print(f"{name}: {'same' if expected == actual else f'{actual!r} instead of {expected!r}'}")
        return expected != actual
    if isinstance(expected, Tensor) != isinstance(actual, Tensor):
        print(f"{name}: {actual!r} instead of {expected!r}")
        return True
    if isinstance(expected, Tensor) and (expected.dtype != actual.dtype or expected.shape != actual.shape):
        print(f"{name}: {actual.dtype}{actual.shape} instead of {expected.dtype}{expected.shape}")
        return True
    right, given = numbers(expected).astype(np.float64), numbers(actual).astype(np.float64)
    same = (right == given) | (np.isnan(right) & np.isnan(given))
    with np.errstate(invalid="ignore"):
        off = np.where(same, 0.0, np.abs(right - given))
    off = np.where(np.isnan(off), np.inf, off)
    finite = np.abs(right[np.isfinite(right)])
    allowed = TOLERANCE * (finite.max() if finite.size else 0.0)
    if isinstance(expected, Tensor) and expected.dtype in (ms.float16, ms.bfloat16):
        allowed *= 100
    allowed += rounding
    if isinstance(expected, Tensor) and not expected.is_floating_point():
        allowed = 0.0
    bad = off > allowed
    largest = off.max() if off.size else 0.0
    if not bad.any():
        print(f"{name}: same (off by {largest:g} at most, {allowed:g} allowed)")
        return False
    first = np.unravel_index(int(np.argmax(bad)), bad.shape)
    place = [int(index) for index in first]
    print(f"{name}: {int(bad.sum())} of {bad.size} elements differ, by {largest:g} at most; "
          f"first at {place}: {given[first]:g} instead of {right[first]:g}")
    return True


def main():
    function = region
    if "--graph" in sys.argv:
        function = ms.jit(function, jit_level="O1")
    result = function(*INPUTS)
    expected, actual = leaves(EXPECTED), leaves((result,))
    found = len(expected) != len(actual)
    if found:
        print(f"{len(actual)} results instead of {len(expected)}")
    for number, (right, moved, given) in enumerate(zip(expected, ROUNDING, actual)):
        found = differs(f"result {number}", right, moved, given) or found
    for name, weight, right, moved in AFTERWARDS:
        found = differs(f"{name} afterwards", right, moved, weight) or found
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
