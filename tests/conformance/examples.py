# SPDX-License-Identifier: Apache-2.0
"""Compares what the examples of MindSpore's docstrings print there and here: a table by module, then what differs.

    examples.py REAL OURS [--again REAL] [--causes] [--only PREFIX]
    examples.py REAL OURS --differing

REAL, OURS: what examplerunner.py wrote. Only examples that run in the real package count. What two of its own runs print
differently (random numbers, times; --again is the second) is compared without its numbers. Differences with a reason
stand in knownexamples.txt. With --causes, what is raised is ranked by how many examples it stops; --only looks at names with a prefix
alone; --differing prints nothing but the names of those that differ. Exit code 1 if something differs without a reason."""
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


def verdict_of(real, ours, again):
    """"same", "raise" or "differ"; nothing where there is nothing to compare."""
    if real is None or "error" in real:
        return None
    if ours is None or "error" in ours:
        return "raise"
    if same(ours["output"], real["output"]):
        return "same"
    is_random = again is not None and "error" not in again and not same(again["output"], real["output"])
    return "same" if is_random and words_of(ours["output"]) == words_of(real["output"]) else "differ"


def module_of(name):
    parts = name.split(".")
    return ".".join(parts[:-2] if len(parts) > 3 and parts[-2][0].isupper() and parts[-2] != "Tensor" else parts[:-1])


def table(verdicts):
    counts = collections.defaultdict(collections.Counter)
    for name, verdict in verdicts.items():
        counts[module_of(name)][verdict] += 1
        counts["all"][verdict] += 1
    yield f"{'module':44}{'run there':>10}{'same':>7}{'raise':>7}{'differ':>7}"
    for module, found in sorted(counts.items(), key=lambda item: sum(item[1].values())):
        yield f"{module:44}{sum(found.values()):10}{found['same']:7}{found['raise']:7}{found['differ']:7}"


def causes(verdicts, ours):
    """What is raised, with the examples that it stops, those of most examples first."""
    stopped = collections.defaultdict(list)
    for name, verdict in verdicts.items():
        if verdict == "raise":
            found = ours.get(name, {"error": "no result", "text": ""})
            stopped[f"{found['error']}: {found['text']}"].append(name)
    for cause, names in sorted(stopped.items(), key=lambda item: -len(item[1])):
        yield f"{len(names):4} {cause[:200]}\n       {' '.join(names)}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("real")
    parser.add_argument("ours")
    parser.add_argument("--again")
    parser.add_argument("--causes", action="store_true")
    parser.add_argument("--only", default="")
    parser.add_argument("--differing", action="store_true")
    options = parser.parse_args()
    real, ours, again = read(options.real), read(options.ours), read(options.again) if options.again else {}
    verdicts = {name: verdict_of(real[name], ours.get(name), again.get(name)) for name in real
                if name.startswith(options.only)}
    verdicts = {name: verdict for name, verdict in verdicts.items() if verdict}
    if options.differing:
        print(" ".join(name for name, verdict in verdicts.items() if verdict == "differ"))
        return 0
    print("\n".join(table(verdicts)))
    if options.causes:
        print("\n".join(causes(verdicts, ours)))
    reasons = known()
    different = [name for name, verdict in verdicts.items() if verdict == "differ" and name not in reasons]
    for name in different:
        print(f"\n{name} differs. MindSpore prints\n{real[name]['output'].rstrip()}\nand here it is\n"
              f"{ours[name]['output'].rstrip()}")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
