# SPDX-License-Identifier: Apache-2.0
"""The random programs of fuzz_programs.py in lock step: every value of the eager run agrees with the graph's.

usage: lockstep_programs.py [SEED] [COUNT]; prints "done" and how many graphs were compared, or what differed."""
import contextlib
import importlib.util
import io
import os
import random
import tempfile

import mindspore as ms
from mindspore import _run


def fuzz_programs():
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "fuzz_programs.py")
    spec = importlib.util.spec_from_file_location("fuzz_programs", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def fault(fuzz, function, args):
    """What differs, or "", and how many graphs were compared."""
    compared = 0
    for mode, level in fuzz.MODES:
        _run._calls.clear()
        compiled = ms.jit(function, capture_mode=mode, jit_level=level)  # its graphs go when it goes
        compiled(*args)
        for call in list(_run._calls.values()):
            compared += 1
            words = call.lockstep()
            if "agree" not in words:
                return f"{mode} {level}: {words}", compared
    return "", compared


def main():
    fuzz, compared = fuzz_programs(), 0
    with tempfile.TemporaryDirectory() as folder:
        for number in range(fuzz.COUNT):
            rng = random.Random(fuzz.SEED * 1_000_003 + number)
            text = fuzz.PREAMBLE + fuzz.Writer(rng).function("program")
            with contextlib.redirect_stderr(io.StringIO()):
                off, count = fault(fuzz, fuzz.load(text, folder, number).program, fuzz.arguments(rng))
            compared += count
            if off:
                print(f"seed {fuzz.SEED} program {number}: {off}\n{text[len(fuzz.PREAMBLE):]}")
                return
    print("done", compared)


main()
