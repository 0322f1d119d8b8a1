#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Times rows of the benchmarks with one thread, with two, and with two beside a program that keeps the second core busy.

    python3 tests/bench/scaling.py [--filter REGEX] [--rounds N]

Each round times a row in all three ways, one after the other. A figure is the median of the rounds, in microseconds; a ratio
is the median of the ratios of the rounds. "2 by 1" above 1: the second thread costs more than it helps. "busy by 1" above 1:
beside the other program two threads are slower than one would be, because they wait for the core that it has. Exit code 1
where either is so by more than the spread and a twentieth, or by a third for "busy by 1"."""
import argparse
import os
import pathlib
import re
import statistics
import subprocess
import sys

from compare import OURS, Worker, print_table, spread
from rows import ROWS

PYTHON = "/usr/bin/python3"
TOLERATED, TOLERATED_BUSY = 1.05, 4 / 3


def busy_program():
    """Computes on the second core until it is killed."""
    return subprocess.Popen([PYTHON, "-c", "while True: pass"], preexec_fn=lambda: os.sched_setaffinity(0, {1}))


def measure(one, two, name, rounds):
    """[(one thread, two threads, two beside another program)] in microseconds; nothing where the row fails."""
    measured = []
    for worker in (one, two):
        worker.round_of(name)  # sets up
    for _ in range(rounds):
        quiet = [worker.round_of(name) for worker in (one, two)]
        other = busy_program()
        busy = two.round_of(name)
        other.kill()
        other.wait()
        if None in (*quiet, busy):
            return []
        measured.append((quiet[0].us, quiet[1].us, busy.us))
    return measured


def is_above(ratios, limit):
    return statistics.median(ratios) - spread(ratios) > limit


def cells(name, measured):
    """(the line of the table, whether two threads are slower)"""
    if not measured:
        return [name, "failed", "-", "-", "-", "-"], False
    two_by_one = [two / one for one, two, _ in measured]
    busy_by_one = [busy / one for one, _, busy in measured]
    medians = [statistics.median(column) for column in zip(*measured)]
    line = [name, *(f"{each:.2f}" for each in medians), f"{statistics.median(two_by_one):.2f} +-{spread(two_by_one):.2f}",
            f"{statistics.median(busy_by_one):.2f} +-{spread(busy_by_one):.2f}"]
    return line, is_above(two_by_one, TOLERATED) or is_above(busy_by_one, TOLERATED_BUSY)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--filter", default="^(eager|jit/call|jit/gelu|rigid/graph|models/.*(eager|O1))")
    parser.add_argument("--rounds", default=9, type=int)
    parser.add_argument("--ours", default=OURS, type=pathlib.Path, help="the folder of JitScope's package")
    options = parser.parse_args()
    if len(os.sched_getaffinity(0)) < 2:
        sys.exit("Two processors are needed.")
    names = [row.name for row in ROWS if re.search(options.filter, row.name)]
    if not names:
        sys.exit(f"No row has a name with {options.filter!r}.")
    one, two = (Worker(f"{count} threads", PYTHON, "mindspore", count,
                       {"PYTHONPATH": str(options.ours), "JITSCOPE_THREADS": str(count)}) for count in (1, 2))
    lines = [cells(name, measure(one, two, name, options.rounds)) for name in names]
    print_table([["row (microseconds)", "1 thread", "2 threads", "2, busy", "2 by 1", "busy by 1"]] + [line for line, _ in lines])
    return 1 if any(is_slower for _, is_slower in lines) else 0


if __name__ == "__main__":
    sys.exit(main())
