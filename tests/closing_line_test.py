# SPDX-License-Identifier: Apache-2.0
"""The closing line of tests/run counts what ctest and the programs wrote."""
import pathlib
import subprocess
import sys
import tempfile

PROGRAMS = """
  1/6 Test  #2: style ............................   Passed    1.32 sec
  2/6 Test #11: diff .............................***Failed    0.10 sec
  3/6 Test #12: ops ..............................***Not Run   0.00 sec
  4/6 Test #13: window ...........................***Timeout 300.00 sec
  5/6 Test #155: conformance .....................***Skipped   0.06 sec
  6/6 Test #15: run ..............................   Passed   10.02 sec
"""
FUNCTIONS = """
PASS   : TestOps::opIsDescribed(Add)
SKIP   : TestOps::resultIsNumpys(Sum(all)) numpy is not installed
SKIP   : TestOps::resultIsNumpys(Add) numpy is not installed
SKIP   : StyleTest::everySourceIsFormatted() clang-format-14 is not installed
"""


def line(programs, functions, *reasons):
    with tempfile.TemporaryDirectory() as folder:
        paths = [pathlib.Path(folder, name) for name in ("programs", "functions")]
        for path, text in zip(paths, (programs, functions)):
            path.write_text(text)
        script = pathlib.Path(__file__).with_name("closing_line.py")
        return subprocess.run([sys.executable, script, *paths, *reasons], capture_output=True, text=True).stdout


assert line(PROGRAMS, FUNCTIONS, "7 on ../shared (not beside this checkout)", "2 long (-L long)") == (
    "2 test programs passed, 3 failed; left out: 7 on ../shared (not beside this checkout), 2 long (-L long), "
    "1 that cannot run here; functions skipped: 2 (numpy is not installed), 1 (clang-format-14 is not installed)\n")
assert line(PROGRAMS.splitlines()[1], "") == "1 test programs passed\n"
