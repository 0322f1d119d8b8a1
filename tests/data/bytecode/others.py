# SPDX-License-Identifier: Apache-2.0
"""Runs a script of other tests with every jit capturing bytecode, and with no jit at all: both must print the same.
Usage: others.py SCRIPT [ARGUMENT...]; prints "ok". A script that fails without jit is about something else."""
import contextlib
import functools
import io
import runpy
import sys

import mindspore as ms

compiled = ms.jit


def by_bytecode(function=None, **options):
    if function is None:
        return functools.partial(by_bytecode, **options)
    return compiled(function, capture_mode="bytecode", jit_level=options.get("jit_level", "O0"))


def plainly(function=None, **options):
    return plainly if function is None else function


def printed(jit):
    ms.jit = jit
    ms.set_context(mode=ms.PYNATIVE_MODE)
    ms.set_seed(1)
    text = io.StringIO()
    with contextlib.redirect_stdout(text):
        runpy.run_path(sys.argv[0], run_name="__main__")
    return text.getvalue()


def main():
    sys.argv = sys.argv[1:]
    try:
        expected = printed(plainly)
    except Exception as failure:
        print(f"ok (without jit: {type(failure).__name__})" if "-v" in sys.argv else "ok")
        return
    found = printed(by_bytecode)
    print("ok" if found == expected else f"{found}\ninstead of\n{expected}")


main()
