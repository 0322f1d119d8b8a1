# SPDX-License-Identifier: Apache-2.0
"""One line about a run of the tests: how many passed, how many were left out, and why.

closing_line.py LOG [REASON...]: LOG is ctest's LastTest.log, a REASON "7 that need ../shared" counts programs that were
not run at all.
"""
import collections
import re
import sys

log = open(sys.argv[1], encoding="utf-8", errors="replace").read()
outcomes = collections.Counter(re.findall(r"^Test (Passed|Failed|Skipped)\b", log, re.MULTILINE))
skipped = collections.Counter(re.findall(r"^SKIP   : \w+::\w+\((?:.*\))? (.*)$", log, re.MULTILINE))
run = log.count("\nCommand: ")
failed = run - outcomes["Passed"] - outcomes["Skipped"]

left_out = sys.argv[2:]
if outcomes["Skipped"]:
    left_out.append(f"{outcomes['Skipped']} that skipped themselves")
parts = [f"{outcomes['Passed']} test programs passed" + (f", {failed} failed" if failed else "")]
if left_out:
    parts.append("left out: " + ", ".join(left_out))
if skipped:
    reasons = ", ".join(f"{count} because {reason}" for reason, count in skipped.most_common())
    parts.append(f"skipped functions: {reasons}")
print("; ".join(parts))
