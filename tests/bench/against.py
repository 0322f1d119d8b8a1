#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Times the same benchmarks of two builds in turn and prints the ratio of each row, so that a slow machine slows both.

    python3 tests/bench/against.py OLD_BUILD NEW_BUILD [--filter REGEX] [--rounds N] [--seconds S] [--json FILE]

Every row runs old, new, new, old, ... for `rounds` rounds of at least `seconds`. The ratio is new / old of the medians;
the noise of a row is the larger of both builds' spread (quartile to quartile, by the median). A row is called slower or
faster only when it lies further from 1 than its noise and than 3 %. Exit code 1 when one is slower."""
import argparse
import json
import pathlib
import statistics
import subprocess
import sys

MICROSECONDS = {"ns": 1e-3, "us": 1.0, "ms": 1e3, "s": 1e6}
LEAST_DIFFERENCE = 0.03


def programs(build):
    """The benchmark programs of a build by name."""
    return {path.name: path for path in sorted(pathlib.Path(build, "bin").glob("jitscope_bench*"))}


def rows_of(program, pattern):
    """The names of the benchmarks of a program that match."""
    command = [str(program), "--benchmark_list_tests", f"--benchmark_filter={pattern}"]
    output = subprocess.run(command, capture_output=True, text=True, check=False).stdout
    return [line for line in output.splitlines() if line and " " not in line]


def microseconds(program, row, seconds):
    """The mean of one run of a row, or None when it cannot run."""
    exact = "^" + "".join("\\" + letter if letter in ".+*?()[]{}^$|\\" else letter for letter in row) + "$"
    command = [str(program), f"--benchmark_filter={exact}", f"--benchmark_min_time={seconds}", "--benchmark_format=json"]
    output = subprocess.run(command, capture_output=True, text=True, check=False)
    try:
        found = json.loads(output.stdout)["benchmarks"]
    except ValueError:
        return None
    times = [each["real_time"] * MICROSECONDS[each["time_unit"]] for each in found if not each.get("error_occurred")]
    return times[0] if times else None


def spread(times):
    """Quartile to quartile, by the median."""
    if len(times) < 3:
        return 0.0
    low, _, high = statistics.quantiles(times, n=4)
    return (high - low) / statistics.median(times)


def compare(old, new, row, arguments):
    """The figures of one row, or None when one build cannot run it."""
    times = {old: [], new: []}
    for at in range(arguments.rounds):
        for program in (old, new) if at % 2 == 0 else (new, old):
            time = microseconds(program, row, arguments.seconds)
            if time is None:
                return None
            times[program].append(time)
    noise = max(spread(times[old]), spread(times[new]), LEAST_DIFFERENCE)
    ratio = statistics.median(times[new]) / statistics.median(times[old])
    verdict = "slower" if ratio > 1 + noise else "faster" if ratio < 1 - noise else "same"
    return {"row": row, "old_us": statistics.median(times[old]), "new_us": statistics.median(times[new]),
            "ratio": ratio, "noise": noise, "verdict": verdict}


def main():
    """Prints a line as soon as a row is done."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("old")
    parser.add_argument("new")
    parser.add_argument("--filter", default=".")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=0.2)
    parser.add_argument("--json")
    arguments = parser.parse_args()
    old, new = programs(arguments.old), programs(arguments.new)
    figures = []
    print(f"{'old us':>12} {'new us':>12} {'new/old':>8} {'noise':>6}  row")
    for name in sorted(old.keys() & new.keys()):
        theirs = set(rows_of(old[name], arguments.filter))
        for row in (row for row in rows_of(new[name], arguments.filter) if row in theirs):
            figure = compare(old[name], new[name], row, arguments)
            if figure is None:
                print(f"{'':>12} {'':>12} {'':>8} {'':>6}  {row}: does not run in both", flush=True)
                continue
            figures.append(figure)
            mark = "" if figure["verdict"] == "same" else f"  {figure['verdict']}"
            print(f"{figure['old_us']:12.2f} {figure['new_us']:12.2f} {figure['ratio']:8.3f} {figure['noise']:6.1%}  {row}{mark}",
                  flush=True)
    if arguments.json:
        pathlib.Path(arguments.json).write_text(json.dumps(figures, indent=1), encoding="utf-8")
    slower = sum(figure["verdict"] == "slower" for figure in figures)
    faster = sum(figure["verdict"] == "faster" for figure in figures)
    print(f"{len(figures)} rows: {slower} slower, {faster} faster, the others within their noise")
    return 1 if slower else 0


if __name__ == "__main__":
    sys.exit(main())
