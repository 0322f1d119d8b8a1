# SPDX-License-Identifier: Apache-2.0
"""Compares what the examples of MindSpore's docstrings print there and here: a table by module, then what differs.

    examples.py REAL OURS [--again REAL] [--newer REAL] [--causes] [--only PREFIX]
    examples.py REAL OURS --differing
    examples.py --check

REAL, OURS: what examplerunner.py wrote, --newer what it wrote of the same examples in a newer MindSpore: what that one prints
otherwise than REAL, and as it is here, or raises as it is here, is counted as changed in MindSpore. Only examples that run in
the real package count. What two of its own runs print differently (random numbers, times; --again is the second) is compared
without its numbers. What differs or is raised with a reason stands in knownexamples.txt. With --causes, what is raised is
ranked by how many examples it stops; --only looks at names with a prefix alone; --differing prints nothing but the names of
those that differ or raise; --check looks at that list alone. Exit code 1 if something differs or is raised without a reason."""
import argparse
import collections
import json
import os
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*(?:e[-+]?\d+)?|\.\d+|\binf\b|\bnan\b)", re.IGNORECASE)
ADDRESS = re.compile(r"0x[0-9a-f]{6,}")
SEPARATORS = re.compile(r"[\s]+")


def read(path):
    with open(path, encoding="utf-8") as file:
        return {item["name"]: item for item in map(json.loads, file)}


def known():
    """[(name, reason), ...]"""
    with open(os.path.join(HERE, "knownexamples.txt"), encoding="utf-8") as file:
        lines = [line.strip() for line in file if line.strip() and not line.startswith("#")]
    return dict(tuple(part.strip() for part in line.split(" | ")) for line in lines)


def words_of(text):
    """The text without numbers, white space and addresses."""
    return SEPARATORS.sub("", NUMBER.sub("#", ADDRESS.sub("@", text)))


def numbers_of(text):
    return [float(found) for found in NUMBER.findall(ADDRESS.sub("@", text))]


def near(a, b):
    return a == b or a != a and b != b or abs(a - b) <= 1e-6 + 2e-3 * abs(b)


def same(a, b):
    if words_of(a) != words_of(b):
        return False
    first, second = numbers_of(a), numbers_of(b)
    return len(first) == len(second) and all(map(near, first, second))


# What one example gave: in MindSpore, here, in MindSpore again, and in a newer MindSpore; None where it was not carried out.
Runs = collections.namedtuple("Runs", "real ours again newer")
VERDICTS = ("same", "changed", "raise", "differ")


def verdict_of(runs):
    """One of VERDICTS; nothing where there is nothing to compare."""
    if runs.real is None or "error" in runs.real:
        return None
    if is_changed(runs):
        return "changed"
    if runs.ours is None or "error" in runs.ours:
        return "raise"
    if same(runs.ours["output"], runs.real["output"]):
        return "same"
    is_random = runs.again is not None and "error" not in runs.again and not same(runs.again["output"], runs.real["output"])
    return "same" if is_random and words_of(runs.ours["output"]) == words_of(runs.real["output"]) else "differ"


def is_changed(runs):
    """Whether a newer MindSpore gives something else than the older one, and that is given here, too."""
    if runs.newer is None or runs.ours is None:
        return False
    if "error" in runs.newer or "error" in runs.ours:
        return "error" in runs.newer and "error" in runs.ours
    return not same(runs.newer["output"], runs.real["output"]) and same(runs.ours["output"], runs.newer["output"]) \
        and not same(runs.ours["output"], runs.real["output"])


def unexplained(verdicts, reasons):
    return [name for name, verdict in verdicts.items() if verdict in ("raise", "differ") and name not in reasons]


def module_of(name):
    parts = name.split(".")
    return ".".join(parts[:-2] if len(parts) > 3 and parts[-2][0].isupper() and parts[-2] != "Tensor" else parts[:-1])


def table(verdicts):
    counts = collections.defaultdict(collections.Counter)
    for name, verdict in verdicts.items():
        counts[module_of(name)][verdict] += 1
        counts["all"][verdict] += 1
    yield f"{'module':44}{'run there':>10}" + "".join(f"{verdict:>9}" for verdict in VERDICTS)
    for module, found in sorted(counts.items(), key=lambda item: sum(item[1].values())):
        yield f"{module:44}{sum(found.values()):10}" + "".join(f"{found[verdict]:9}" for verdict in VERDICTS)


def causes(verdicts, ours):
    """What is raised, with the examples that it stops, those of most examples first."""
    stopped = collections.defaultdict(list)
    for name, verdict in verdicts.items():
        if verdict == "raise":
            found = ours.get(name, {"error": "no result", "text": ""})
            stopped[f"{found['error']}: {found['text']}"].append(name)
    for cause, names in sorted(stopped.items(), key=lambda item: -len(item[1])):
        yield f"{len(names):4} {cause[:200]}\n       {' '.join(names)}"


def check():
    """What is wrong with the list of reasons itself."""
    with open(os.path.join(HERE, "knownexamples.txt"), encoding="utf-8") as file:
        rows = [line.strip().split(" | ") for line in file if line.strip() and not line.startswith("#")]
    names = collections.Counter(row[0] for row in rows)
    yield from (f"{' | '.join(row)}: name | reason" for row in rows
                if len(row) != 2 or not row[0].startswith("mindspore.") or len(row[1]) < 6)
    yield from (f"{name} stands there twice" for name, count in names.items() if count > 1)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("real", nargs="?")
    parser.add_argument("ours", nargs="?")
    parser.add_argument("--again")
    parser.add_argument("--newer")
    parser.add_argument("--causes", action="store_true")
    parser.add_argument("--only", default="")
    parser.add_argument("--differing", action="store_true")
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    if options.check:
        problems = list(check())
        print("\n".join(problems) or "the list is in order")
        return 1 if problems else 0
    real, ours = read(options.real), read(options.ours)
    again, newer = read(options.again) if options.again else {}, read(options.newer) if options.newer else {}
    verdicts = {name: verdict_of(Runs(real[name], ours.get(name), again.get(name), newer.get(name))) for name in real
                if name.startswith(options.only)}
    verdicts = {name: verdict for name, verdict in verdicts.items() if verdict}
    if options.differing:
        print(" ".join(name for name, verdict in verdicts.items() if verdict in ("raise", "differ")))
        return 0
    print("\n".join(table(verdicts)))
    if options.causes:
        print("\n".join(causes(verdicts, ours)))
    wrong = unexplained(verdicts, known())
    for name in wrong:
        here = ours.get(name, {"output": ""})
        raised = f"\n{here['error']}: {here['text']}" if "error" in here else ""
        print(f"\n{name} differs. MindSpore prints\n{real[name]['output'].rstrip()}\nand here it is\n"
              f"{here['output'].rstrip()}{raised}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
