#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Times the eager rows of the benchmarks here and in PyTorch or MindSpore, and prints them side by side with ratios.

    python3 tests/bench/compare.py [--python PYTHON] [--filter REGEX] [--repetitions N] [--threads N] [--json FILE]

PYTHON is the interpreter in which torch or mindspore can be imported (this one by default). Our figures come from the
benchmark program. All run one after the other on the same machine; figures are medians in microseconds."""
import argparse
import json
import pathlib
import re
import statistics
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
DEFAULT_BENCH = HERE.parent.parent / "build" / "bin" / "jitscope_bench"
FRAMEWORKS = ("torch", "mindspore")
MICROSECONDS = {"ns": 1e-3, "us": 1.0, "ms": 1e3, "s": 1e6}
ROUND_SECONDS = 0.2


# --- our own figures --------------------------------------------------------------------------------------------------

def measure_ours(bench, names, repetitions):
    """{row: median microseconds}, by running the benchmark program."""
    wanted = "|".join(re.escape(name) for name in names)
    command = [str(bench), f"--benchmark_filter=^({wanted})(/real_time)?$", f"--benchmark_repetitions={repetitions}",
               "--benchmark_report_aggregates_only=true", "--benchmark_format=json"]
    output = subprocess.run(command, capture_output=True, text=True, check=False)
    if output.returncode != 0:
        raise SystemExit(f"{bench} failed:\n{output.stderr.strip()}")
    rows = json.loads(output.stdout)["benchmarks"]
    return {row["run_name"].removesuffix("/real_time"): row["real_time"] * MICROSECONDS[row["time_unit"]]
            for row in rows if row.get("aggregate_name") == "median" and not row.get("error_occurred")}


# --- theirs, in a process of their own --------------------------------------------------------------------------------

def _waiting(framework, space):
    """What waits until everything asked for has been computed."""
    if framework == "mindspore":
        return space["ms"].runtime.synchronize
    return lambda: None


def _microseconds(loop, wait, repetitions):
    """The median over rounds of at least ROUND_SECONDS."""
    def round_of(count):
        start = time.perf_counter()
        loop(count)
        wait()
        return time.perf_counter() - start
    count = 1
    while (spent := round_of(count)) < ROUND_SECONDS:
        count = max(count * 2, int(count * ROUND_SECONDS / max(spent, 1e-9)))
    return statistics.median(round_of(count) for _ in range(repetitions)) / count * 1e6


def measure_here(framework, names, repetitions, threads):
    """{"version": ..., "rows": {row: median microseconds}, "errors": {row: text}} of a framework in this process."""
    from rows import COMMON, ROWS, TORCH_COMMON
    space = {}
    exec(TORCH_COMMON if framework == "torch" else COMMON, space)
    if framework == "torch":
        space["torch"].set_num_threads(threads)
        version = space["torch"].__version__
    else:
        space["ms"].set_context(runtime_num_threads=threads)
        version = space["ms"].__version__
    wait = _waiting(framework, space)
    rows, errors = {}, {}
    for row in ROWS:
        if row.name not in names:
            continue
        setup, statement = (row.torch_setup, row.torch) if framework == "torch" else (row.setup, row.statement)
        try:
            exec(setup, space)
            exec(f"def __loop(__n):\n    for _ in range(__n):\n        {statement}\n", space)
            rows[row.name] = _microseconds(space["__loop"], wait, repetitions)
        except Exception as failure:  # a row that the framework can not run is told, the others are measured
            errors[row.name] = f"{type(failure).__name__}: {str(failure).splitlines()[0] if str(failure) else ''}"
    return {"version": version, "rows": rows, "errors": errors}


def is_importable(python, framework):
    command = [python, "-c", f"import {framework}"]
    return subprocess.run(command, capture_output=True, check=False, cwd="/").returncode == 0


def measure_theirs(python, framework, names, repetitions, threads):
    command = [python, str(HERE / "compare.py"), "--measure", framework, "--repetitions", str(repetitions), "--threads",
               str(threads), "--rows", *names]
    output = subprocess.run(command, capture_output=True, text=True, check=False)
    if output.returncode != 0:
        raise SystemExit(f"{framework} in {python} failed:\n{output.stderr.strip()}")
    return json.loads(output.stdout.splitlines()[-1])


# --- the table --------------------------------------------------------------------------------------------------------

def _cells(row, ours, theirs):
    cells = [row, f"{ours[row]:.2f}" if row in ours else "failed"]
    for result in theirs.values():
        other = result["rows"].get(row)
        cells.append("failed" if other is None else f"{other:.2f}")
        cells.append(f"{other / ours[row]:.2f}x" if other is not None and row in ours else "-")
    return cells


def print_table(names, ours, theirs):
    """One line for each row; a ratio above 1 means that ours is faster."""
    head = ["row (microseconds)", "JitScope"]
    for framework, result in theirs.items():
        head += [f"{framework} {result['version']}", "ratio"]
    lines = [head] + [_cells(row, ours, theirs) for row in names]
    widths = [max(len(line[i]) for line in lines) for i in range(len(head))]
    for line in lines:
        print("  ".join(cell.ljust(width) if i == 0 else cell.rjust(width)
                        for i, (cell, width) in enumerate(zip(line, widths))))
    for framework, result in theirs.items():
        for row, text in result["errors"].items():
            print(f"{framework} could not run {row}: {text}", file=sys.stderr)


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--python", default=sys.executable, help="the Python with torch or mindspore")
    parser.add_argument("--bench", default=DEFAULT_BENCH, type=pathlib.Path, help="the benchmark program")
    parser.add_argument("--filter", default="", help="only rows whose name has this regular expression")
    parser.add_argument("--repetitions", default=9, type=int)
    parser.add_argument("--threads", default=2, type=int, help="threads that the others may use")
    parser.add_argument("--json", type=pathlib.Path, help="also write the figures to this file")
    parser.add_argument("--measure", choices=FRAMEWORKS, help=argparse.SUPPRESS)
    parser.add_argument("--rows", nargs="*", default=[], help=argparse.SUPPRESS)
    return parser.parse_args()


def main():
    given = arguments()
    sys.path.insert(0, str(HERE))
    if given.measure:
        print(json.dumps(measure_here(given.measure, given.rows, given.repetitions, given.threads)))
        return 0
    from rows import ROWS
    names = [row.name for row in ROWS if row.torch and re.search(given.filter, row.name)]
    if not names:
        print(f"No row that can be compared has a name with {given.filter!r}.", file=sys.stderr)
        return 2
    if not given.bench.exists():
        print(f"There is no {given.bench}; build it with: cmake --build build --target jitscope_bench", file=sys.stderr)
        return 2
    found = [framework for framework in FRAMEWORKS if is_importable(given.python, framework)]
    if not found:
        print(f"Neither torch nor mindspore can be imported by {given.python}; name a Python that can with --python. "
              "Only our own figures follow.", file=sys.stderr)
    ours = measure_ours(given.bench, names, given.repetitions)
    theirs = {framework: measure_theirs(given.python, framework, names, given.repetitions, given.threads)
              for framework in found}
    print_table(names, ours, theirs)
    if given.json:
        given.json.write_text(json.dumps({"JitScope": {"rows": ours}, **theirs}, indent=1), encoding="utf-8")
    return 0 if found else 1


if __name__ == "__main__":
    sys.exit(main())
