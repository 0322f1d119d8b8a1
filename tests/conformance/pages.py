# SPDX-License-Identifier: Apache-2.0
"""Compares what the code of documentation pages prints in MindSpore and here: a table by folder, then what differs.

    pages.py REAL OURS [--again REAL] [--pages]
    pages.py REAL OURS --differing

REAL, OURS: what pagerunner.py wrote; the rules are those of examples.py: blocks count that run in the real package, and what
two of its own runs (--again) print differently is compared without its numbers. Differences with a reason stand in
knownpages.txt. With --pages, the table is by page; --differing prints nothing but the pages with blocks that differ. Exit
code 1 if something differs without a reason."""
import argparse
import collections
import os
import sys

import examples

MOST_SHOWN = 1200
HERE = os.path.dirname(os.path.abspath(__file__))


def known():
    with open(os.path.join(HERE, "knownpages.txt"), encoding="utf-8") as file:
        lines = [line.strip() for line in file if line.strip() and not line.startswith("#")]
    return dict(tuple(part.strip() for part in line.split(" | ")) for line in lines)


def table(verdicts, is_by_page):
    counts = collections.defaultdict(collections.Counter)
    for name, verdict in verdicts.items():
        page = name.rpartition("#")[0]
        counts[page if is_by_page else os.path.dirname(page)][verdict] += 1
        counts["all"][verdict] += 1
    yield f"{'':64}{'run there':>10}{'same':>7}{'raise':>7}{'differ':>7}"
    for place, found in sorted(counts.items(), key=lambda item: (item[0] == "all", item[0])):
        yield f"{place:64}{sum(found.values()):10}{found['same']:7}{found['raise']:7}{found['differ']:7}"


def shown(found):
    """The beginning of what a block printed; networks and tensors can be long."""
    return found["output"].rstrip()[:MOST_SHOWN]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("real")
    parser.add_argument("ours")
    parser.add_argument("--again")
    parser.add_argument("--pages", action="store_true")
    parser.add_argument("--differing", action="store_true")
    options = parser.parse_args()
    real, ours = examples.read(options.real), examples.read(options.ours)
    again = examples.read(options.again) if options.again else {}
    verdicts = {name: examples.verdict_of(found, ours.get(name), again.get(name)) for name, found in real.items()
                if "#" in name}
    verdicts = {name: verdict for name, verdict in verdicts.items() if verdict}
    if options.differing:
        print(" ".join(sorted({name.rpartition("#")[0] for name, verdict in verdicts.items() if verdict == "differ"})))
        return 0
    print("\n".join(table(verdicts, options.pages)))
    print("\n".join(examples.causes(verdicts, ours)))
    here_too = sum("error" not in found for name, found in ours.items() if "#" in name)
    print(f"{len(verdicts)} blocks run there, {here_too} here")
    reasons = known()
    different = [name for name, verdict in verdicts.items() if verdict == "differ" and name not in reasons]
    for name in different:
        print(f"\n{name} differs. MindSpore prints\n{shown(real[name])}\nand here it is\n{shown(ours[name])}")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
