# SPDX-License-Identifier: Apache-2.0
"""Calls every operator of the catalogue with arguments that are mostly wrong: each call must give a result or an
exception.

usage: fuzz_operators.py [SEED] [CALLS] [NAME...]; prints the operator before its calls when JITSCOPE_FUZZ_VERBOSE is
set."""
import os
import random
import resource
import sys

import numpy as np

import _jitscope
import mindspore as ms
from mindspore import Tensor

SEED = int(sys.argv[1]) if len(sys.argv) > 1 else 1
CALLS = int(sys.argv[2]) if len(sys.argv) > 2 else 25
NAMES = sys.argv[3:] or sorted(_jitscope.primitives)

DTYPES = [ms.bool_, ms.int8, ms.int16, ms.int32, ms.int64, ms.uint8, ms.uint16, ms.uint32, ms.uint64, ms.float16,
          ms.bfloat16, ms.float32, ms.float64]
HUGE = [(2**31,), (2**16, 2**16), (2**40, 3)]
SHAPES = [(), (0,), (1,), (3,), (7,), (2, 3), (3, 2), (0, 3), (2, 0, 4), (1, 1, 1), (2, 3, 4), (2, 3, 4, 5),
          (1, 4, 6, 6), (2, 1, 2, 1, 2), (1,) * 8]
# The extreme values break arithmetic on sizes and axes; the plain ones let a call come far enough to matter.
INTS = [0, 1, 2, 3, -1, -2, 5, 8, 31, 63, 64, -9, 2**31 - 1, 2**31, -2**31, 2**62, 2**63 - 1, -2**63, 2**64, 10**30]
FLOATS = [0.0, -0.0, 0.5, 1.0, -1.5, 1e-30, 1e30, 1e300, float("nan"), float("inf"), float("-inf")]
ELEMENTS = [0, 1, 2, -1, 3, 100, -7, 2**31, 1e20, np.nan, np.inf]
TEXTS = ["", "mean", "sum", "none", "floor", "trunc", "same", "valid", "constant", "reflect", "bilinear", "add", "left",
         "\0", "ä" * 40]


def tensor(rng):
    """A small tensor: of any dtype, or a view of one, or one that broadcasting stretches beyond memory."""
    shape = rng.choice(SHAPES)
    count = int(np.prod(shape, dtype=np.int64))
    values = np.array([rng.choice(ELEMENTS) for _ in range(count)], np.float64)
    with np.errstate(all="ignore"):
        made = Tensor(values.reshape(shape).astype(np.float32)).astype(rng.choice(DTYPES))
    kind = rng.random()
    if kind < 0.15 and made.ndim > 1:
        return made.T
    if kind < 0.25 and made.ndim and made.shape[0] > 1:
        return made[::2]
    if kind < 0.29 and count:
        return made.reshape(-1)[:1].reshape(()).broadcast_to(rng.choice(HUGE))
    return made


def ints(rng):
    plain = rng.random() < 0.6
    return tuple(rng.choice(INTS[:6] if plain else INTS) for _ in range(rng.choice([0, 1, 2, 2, 3, 4, 4, 9])))


def tensors(rng):
    return tuple(tensor(rng) for _ in range(rng.randrange(4)))


def an_int(rng):
    return rng.choice(INTS[:8] if rng.random() < 0.7 else INTS)


def anything(rng):
    plain = [*INTS, *FLOATS, *TEXTS, *DTYPES, True, False, None, [], {}, object(), [[1], [2, 3]], np.float32(2)]
    return rng.choice([tensor, tensor, tensors, ints, lambda r: r.choice(plain)])(rng)


FITTING = {
    "Tensor": tensor, "TensorOrScalar": lambda r: tensor(r) if r.random() < 0.7 else r.choice([*INTS, *FLOATS, True]),
    "Tensors": tensors, "Int": an_int, "Float": lambda r: r.choice(FLOATS),
    "Bool": lambda r: r.choice([True, False]), "Ints": ints,
    "IntsOrNone": lambda r: None if r.random() < 0.3 else ints(r), "DType": lambda r: r.choice(DTYPES),
    "DTypeOrNone": lambda r: r.choice([None, *DTYPES]), "Text": lambda r: r.choice(TEXTS), "Any": anything,
}


def arguments(rng, kinds):
    """Mostly of the kinds that the parameters want, else anything; sometimes too few or too many."""
    chosen = [FITTING[kind](rng) if rng.random() < 0.9 else anything(rng) for kind in kinds]
    if rng.random() < 0.05:
        chosen = chosen[:-1] if rng.random() < 0.5 else [*chosen, anything(rng)]
    return chosen


def limit_memory():
    """What is too large for memory fails at once, on every machine: tensors of 2^31 elements and more. Gives the limits
    of before."""
    with open("/proc/self/statm", encoding="ascii") as file:
        used = int(file.read().split()[0]) * resource.getpagesize()
    before = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (used + 2**30, before[1]))
    return before


def shown(argument):
    if isinstance(argument, Tensor):
        return argument.dtype, argument.shape, argument.stride()
    return repr(argument)[:60]


def main():
    verbose = "JITSCOPE_FUZZ_VERBOSE" in os.environ
    good = bad = 0
    for name in NAMES:
        function = _jitscope.primitives[name]
        rng = random.Random(f"{SEED} {name}")
        for number in range(CALLS):
            given = arguments(rng, function.kinds)
            if verbose:
                print(name, number, [shown(argument) for argument in given], flush=True)
            try:
                result = function(*given)
                for value in result if isinstance(result, tuple) else (result,):
                    if isinstance(value, Tensor) and value.size < 10**6:
                        value.asnumpy() if value.dtype != ms.bfloat16 else value.tolist()
                good += 1
            except Exception:  # noqa: BLE001 - what it says is the matter of other tests
                bad += 1
    print(f"{len(NAMES)} operators: {good} results, {bad} exceptions")


limits = limit_memory()
try:
    main()
finally:
    resource.setrlimit(resource.RLIMIT_AS, limits)
