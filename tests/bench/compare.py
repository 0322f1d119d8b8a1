#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Times rows of the benchmarks here and in PyTorch or MindSpore, in turns, and prints ratios with their spread.

    python3 tests/bench/compare.py [--python PYTHON] [--filter REGEX] [--rounds N] [--threads N] [--isa ISA] [--json FILE]

PYTHON is the interpreter in which torch or mindspore can be imported (this one by default). Each package works in a
process of its own that stays; a round times a row in each of them, one after the other, in an order that turns from
round to round, so what the machine does meanwhile falls on all. A figure is the median of the rounds, in microseconds; a
ratio is the median of the ratios of the rounds, above 1 where ours is faster, and +- is half the distance between its
quartiles. "cores" are the processor seconds of a round by its seconds, the median: where they fall below what the row can
use, something else had a core, and the ratio says little. Rows of compiled functions are torch.compile's in PyTorch.
The host of a virtual machine may run two processors on one core for seconds, or where they share no cache: a product and a
convolution of ours before and after each round tell, and a round beside which they took long is measured again.
--isa avx2 takes AVX-512 from all of them, as on a machine that has none; --isa baseline from us alone. Exit code 1 where
nothing could be compared."""
import argparse
import json
import os
import pathlib
import re
import statistics
import subprocess
import sys
import time
from typing import NamedTuple

HERE = pathlib.Path(__file__).resolve().parent
OURS = HERE.parent.parent / "build" / "python"
FRAMEWORKS = ("torch", "mindspore")
ROUND_SECONDS = 0.2
# PyTorch's own loops, oneDNN's and MKL's each look into a variable of their own; what TorchInductor writes follows the first.
THEIR_AVX2 = {"ATEN_CPU_CAPABILITY": "avx2", "ONEDNN_MAX_CPU_ISA": "AVX2", "DNNL_MAX_CPU_ISA": "AVX2",
              "MKL_ENABLE_INSTRUCTIONS": "AVX2"}
PROBE_SECONDS = 0.01
DISTURBED = 1.3  # a probe so many times as long as the fastest: on one core, or without a common cache, it is about 2
MOST_ATTEMPTS = 5
PROBE = "probe"
PROBED = """
side, probed_layer = randn(192, 192), nn.Conv2d(128, 128, 3, pad_mode="pad", padding=1)
probed_image = randn(1, 128, 28, 28)
def __probe(n):
    for _ in range(n):
        ops.matmul(side, side)
        probed_layer(probed_image)
"""
PAUSE_SECONDS = 0.02  # threads of the package before may look for work a little longer


class Round(NamedTuple):
    us: float  # of a call
    cores: float  # that were at work meanwhile


# --- in the process of a package --------------------------------------------------------------------------------------

class Package:
    """Times rows in this process."""

    def __init__(self, framework, threads):
        from rows import COMMON, TORCH_COMMON
        self._is_torch = framework == "torch"
        self._space, self._loops = {}, {}
        exec(TORCH_COMMON if self._is_torch else COMMON, self._space)
        if self._is_torch:
            self._space["torch"].set_num_threads(threads)
            self.version = self._space["torch"].__version__
        else:
            self._space["ms"].set_context(runtime_num_threads=threads)
            self.version = self._space["ms"].__version__

    def _wait(self):
        """Until everything asked for has been computed."""
        if not self._is_torch:
            self._space["ms"].runtime.synchronize()

    def _round(self, loop, count):
        start, start_of_work = time.perf_counter(), time.process_time()
        loop(count)
        self._wait()
        seconds = time.perf_counter() - start
        return Round(seconds / count * 1e6, (time.process_time() - start_of_work) / seconds)

    def _loop(self, row):
        """(the loop, how often it runs in a round)"""
        if row.name not in self._loops:
            setup, statement = (row.torch_setup, row.torch) if self._is_torch else (row.setup, row.statement)
            exec(setup, self._space)
            exec(f"def __loop(__n):\n    for _ in range(__n):\n        {statement}\n", self._space)
            loop, count = self._space["__loop"], 1
            while (spent := self._round(loop, count).us * count * 1e-6) < ROUND_SECONDS:
                count = max(count * 2, int(count * ROUND_SECONDS / max(spent, 1e-9)))
            self._loops[row.name] = loop, count
        return self._loops[row.name]

    def round_of(self, row):
        return self._round(*self._loop(row))

    def probe(self):
        """A product that stays in the nearest caches, and a convolution whose threads hand much to each other."""
        if PROBE not in self._loops:
            exec(PROBED, self._space)
            loop = self._space["__probe"]
            loop(20)
            self._loops[PROBE] = loop, max(1, int(PROBE_SECONDS / (self._round(loop, 20).us * 1e-6)))
        return self._round(*self._loops[PROBE])


def serve(framework, threads):
    """Answers names of rows on stdin with {"us": ..., "cores": ...} or {"error": ...}; the first line tells the version."""
    from rows import ROWS
    answers, sys.stdout = sys.stdout, sys.stderr
    package, rows = Package(framework, threads), {row.name: row for row in ROWS}
    print(json.dumps({"version": package.version}), file=answers, flush=True)
    for name in sys.stdin:
        try:
            answer = (package.probe() if name.strip() == PROBE else package.round_of(rows[name.strip()]))._asdict()
        except Exception as failure:  # a row that the package can not run is told, the others are measured
            text = str(failure)
            answer = {"error": f"{type(failure).__name__}: {text.splitlines()[0] if text else ''}"}
        print(json.dumps(answer), file=answers, flush=True)


# --- the process that asks --------------------------------------------------------------------------------------------

class Worker:
    def __init__(self, title, python, framework, threads, environment):
        self.title, self.errors = title, {}
        command = [python, str(HERE / "compare.py"), "--serve", framework, "--threads", str(threads)]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                                         stderr=subprocess.DEVNULL, env={**os.environ, **environment})
        self.version = self._answer().get("version")
        if self.version is None:
            raise SystemExit(f"{title} could not be started by {python}")

    def _answer(self):
        line = self._process.stdout.readline()
        return json.loads(line) if line else {"error": "the process ended"}

    def round_of(self, name):
        """One round; None where it fails, for which the reason is kept."""
        if name in self.errors:
            return None
        try:
            print(name, file=self._process.stdin, flush=True)
            answer = self._answer()
        except BrokenPipeError:
            answer = {"error": "the process ended"}
        time.sleep(PAUSE_SECONDS)
        if "error" in answer:
            self.errors[name] = answer["error"]
            return None
        return Round(**answer)


def is_importable(python, framework):
    command = [python, "-c", f"import {framework}"]
    return subprocess.run(command, capture_output=True, check=False, cwd="/").returncode == 0


def spread(values):
    """Half the distance between the quartiles."""
    if len(values) < 2:
        return float("nan")
    quartiles = statistics.quantiles(values, n=4)
    return (quartiles[2] - quartiles[0]) / 2


class Calm:
    """Tells by a probe whether the processors are each a core of their own just now."""

    def __init__(self, worker):
        self._worker, self._best, self.repeated = worker, float("inf"), 0
        for _ in range(10):
            self.is_now()

    def is_now(self):
        probe = self._worker.round_of(PROBE)
        if probe is None:
            return True
        self._best = min(self._best, probe.us)
        return probe.us < DISTURBED * self._best

    def around(self, measured):
        """What `measured` gives when the machine was calm before and after, or else at the last attempt."""
        before = self.is_now()
        for _ in range(MOST_ATTEMPTS - 1):
            result, after = measured(), self.is_now()
            if before and after:
                return result
            before, self.repeated = after, self.repeated + 1
        return measured()


def measure(workers, name, rounds, calm):
    """The rounds of each worker, in their order; empty where one fails."""
    def one_round(order):
        return [(place, workers[place].round_of(name)) for place in order]

    one_round(range(len(workers)))  # sets up, which takes seconds
    measured = [[] for _ in workers]
    for number in range(rounds):
        order = list(range(len(workers)))
        for place, taken in calm.around(lambda order=order[::1 if number % 2 == 0 else -1]: one_round(order)):
            if taken is not None:
                measured[place].append(taken)
    return measured


def compared(ours, theirs):
    """(median, spread) of their times as a part of ours, round by round; None where one of them failed."""
    if not ours or len(ours) != len(theirs):
        return None
    ratios = [their.us / our.us for our, their in zip(ours, theirs)]
    return statistics.median(ratios), spread(ratios)


def figures(rounds, missing):
    """The median time and cores of some rounds."""
    if not rounds:
        return [missing, "-"]
    return [f"{statistics.median(each.us for each in rounds):.2f}",
            f"{statistics.median(each.cores for each in rounds):.1f}"]


def cells(name, measured):
    ours, *others = measured
    line = [name, *figures(ours, "failed")]
    for other in others:
        ratio = compared(ours, other)
        line += [*figures(other, "-"), f"{ratio[0]:.2f}x +-{ratio[1]:.2f}" if ratio else "-"]
    return line


def print_table(lines):
    widths = [max(len(line[i]) for line in lines) for i in range(len(lines[0]))]
    for line in lines:
        print("  ".join(cell.ljust(width) if i == 0 else cell.rjust(width)
                        for i, (cell, width) in enumerate(zip(line, widths))))


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--python", default=sys.executable, help="the Python with torch or mindspore")
    parser.add_argument("--ours", default=OURS, type=pathlib.Path, help="the folder of JitScope's package")
    parser.add_argument("--ours-python", default="/usr/bin/python3", help="the Python that it is for")
    parser.add_argument("--filter", default="", help="only rows whose name has this regular expression")
    parser.add_argument("--rounds", default=9, type=int)
    parser.add_argument("--threads", default=2, type=int, help="threads that each may use")
    parser.add_argument("--isa", choices=("baseline", "avx2", "avx512"), help="force an instruction set")
    parser.add_argument("--json", type=pathlib.Path, help="also write the times of all rounds to this file")
    parser.add_argument("--serve", choices=FRAMEWORKS, help=argparse.SUPPRESS)
    return parser.parse_args()


def names_for(frameworks, pattern):
    """The rows that one of the frameworks has."""
    from rows import ROWS
    return [row.name for row in ROWS if re.search(pattern, row.name) and not row.name.startswith("numpy/")
            and (row.torch or "mindspore" in frameworks)]


def main():
    given = arguments()
    sys.path.insert(0, str(HERE))
    if given.serve:
        serve(given.serve, given.threads)
        return 0
    if not given.ours.is_dir():
        print(f"There is no {given.ours}; build it with: cmake --build build --target python_package", file=sys.stderr)
        return 2
    found = [framework for framework in FRAMEWORKS if is_importable(given.python, framework)]
    if not found:
        print(f"Neither torch nor mindspore can be imported by {given.python}; name a Python that can with --python. "
              "Only our own figures follow.", file=sys.stderr)
    names = names_for(found, given.filter)
    if not names:
        print(f"No row that can be compared has a name with {given.filter!r}.", file=sys.stderr)
        return 2
    environment = {"PYTHONPATH": str(given.ours), "JITSCOPE_THREADS": str(given.threads), **({"JITSCOPE_ISA": given.isa} if given.isa else {})}
    workers = [Worker("JitScope", given.ours_python, "mindspore", given.threads, environment)]
    theirs = THEIR_AVX2 if given.isa == "avx2" else {}
    workers += [Worker(framework, given.python, framework, given.threads, theirs) for framework in found]
    calm = Calm(workers[0])
    measured = {name: measure(workers, name, given.rounds, calm) for name in names}
    head = ["row (microseconds)", "JitScope", "cores"]
    for worker in workers[1:]:
        head += [f"{worker.title} {worker.version}", "cores", "ratio"]
    print_table([head] + [cells(name, measured[name]) for name in names])
    if calm.repeated:
        print(f"{calm.repeated} rounds were measured again: the processors shared a core or no cache, or something else had one.")
    for worker in workers:
        for name, text in worker.errors.items():
            print(f"{worker.title} could not run {name}: {text}", file=sys.stderr)
    if given.json:
        rounds = {name: {worker.title: [each._asdict() for each in row] for worker, row in zip(workers, rows)}
                  for name, rows in measured.items()}
        given.json.write_text(json.dumps(rounds, indent=1), encoding="utf-8")
    return 0 if found else 1


if __name__ == "__main__":
    sys.exit(main())
