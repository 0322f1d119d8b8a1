# SPDX-License-Identifier: Apache-2.0
"""One line about a run of the tests: how many programs passed, how much was left out, and why.

closing_line.py PROGRAMS FUNCTIONS [REASON...]: PROGRAMS is what ctest wrote, FUNCTIONS its LastTest.log
with the output of all programs, a REASON "7 on ../shared" counts programs that were not begun.
"""
import collections
import re
import sys


def read(path):
    with open(path, encoding="utf-8", errors="replace") as file:
        return file.read()


outcomes = collections.Counter(re.findall(r"^ *\d+/\d+ Test +#\d+: \S+ \.*(?:\*\*\*| +)(Passed|Skipped|\S+)",
                                          read(sys.argv[1]), re.MULTILINE))
passed, skipped = outcomes.pop("Passed", 0), outcomes.pop("Skipped", 0)
functions = collections.Counter(re.findall(r"^SKIP   : [\w:]+\(.*?\) (.*)$", read(sys.argv[2]), re.MULTILINE))

parts = [f"{passed} test programs passed"]
if outcomes:
    parts[0] += f", {sum(outcomes.values())} failed"
left_out = sys.argv[3:] + [f"{skipped} that cannot run here"] * (skipped > 0)
if left_out:
    parts.append("left out: " + ", ".join(left_out))
if functions:
    parts.append("functions skipped: " + ", ".join(f"{count} ({reason})" for reason, count in functions.most_common()))
print("; ".join(parts))
