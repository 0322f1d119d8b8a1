#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Times functions of scripts eagerly and as graphs at O0 and O1, and prints what each level gains.

    python3 tests/bench/levels.py [--seconds S] SCRIPT.py[:FUNCTION] ...

`jitscope bench` runs each script until the function was called (without a name: the first that is made a graph of) and
times all ways in turn with what it was given. Ratios are of medians of the same run: below 1, the level is faster than
what stands before it. Without scripts those of ../shared/seed_scripts are taken, where that is beside the checkout."""
import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile
from typing import NamedTuple

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = ROOT / "build" / "bin" / "jitscope"
SEEDS = ROOT.parent / "shared" / "seed_scripts"
SEED_FUNCTIONS = {  # where the first function that is made a graph of is not what the script is about
    "s0_numpy_in_jit.py": "correct_func",
    "s0_rigid_compute.py": "rigid_compute",
    "s1_graph_mode.py": "custom_operation_fast",
    "s1_jit_train_step.py": "train_step",
    "s1_pynative_debug.py": "custom_operation",
    "s2_mixed_mode.py": "static_attention_compute",
    "s3_network_modes.py": "run",
    "s4_jit_practice.py": "f",
}
DIRECTIONS = ("forward", "forward + backward")
WAYS = ("eager", "ast O0", "ast O1")


class Row(NamedTuple):
    function: str
    direction: str
    microseconds: dict  # by way: the median, or None where that way cannot run


def seed_scripts():
    """The seeds with the functions to be timed."""
    found = []
    for script in sorted(SEEDS.glob("s*.py")):
        function = SEED_FUNCTIONS.get(script.name)
        found.append(f"{script}:{function}" if function else str(script))
    return found


def measured(script, seconds):
    """The rows of one script; ends the program with its message where it cannot be measured."""
    path, _, function = script.partition(":")
    command = [PROGRAM, "bench", os.path.abspath(path), "--rows", "ast O0,ast O1", "--seconds", str(seconds), "--json"]
    if function:
        command += ["--function", function]
    with tempfile.TemporaryDirectory() as folder:  # scripts write dumps and checkpoints where they run
        answer = subprocess.run(command, capture_output=True, text=True, cwd=folder,
                                env={**os.environ, "QT_QPA_PLATFORM": "offscreen"})
    if not answer.stdout.startswith("{"):
        sys.exit(f"{path}: jitscope bench gave no table.\n{answer.stderr.strip()}")
    rows = []
    for each in json.loads(answer.stdout)["functions"]:
        for direction in DIRECTIONS:
            times = {}
            for row in each["rows"]:
                way = " ".join(filter(None, (row["mode"], row["level"])))
                if row["direction"] == direction and not row["fullgraph"]:
                    times[way] = None if row["error"] else row["median_ns"] / 1e3
            rows.append(Row(f"{pathlib.Path(path).stem}: {each['name']}", direction, times))
    return rows


def line(row):
    times = [row.microseconds.get(way) for way in WAYS]
    cells = [f"{each:.3g}" if each else "-" for each in times]
    ratios = [f"{after / before:.2f}" if before and after else "-" for before, after in zip(times, times[1:])]
    return "| " + " | ".join([row.function, row.direction, *cells, *ratios]) + " |"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("scripts", nargs="*")
    parser.add_argument("--seconds", type=float, default=2)
    options = parser.parse_args()
    scripts = options.scripts or seed_scripts()
    if not scripts:
        sys.exit("Name scripts: ../shared/seed_scripts is not beside this checkout.")
    print("| function, us | | eager | O0 | O1 | O0 by eager | O1 by O0 |\n|---|---|---|---|---|---|---|")
    for script in scripts:
        for row in measured(script, options.seconds):
            print(line(row), flush=True)


if __name__ == "__main__":
    main()
