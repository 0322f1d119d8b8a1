# SPDX-License-Identifier: Apache-2.0
"""Compares what models give in MindSpore and here: a table of models and steps, then what differs or is raised.

    models.py REAL OURS

REAL, OURS: what modelrunner.py wrote. A step counts where the real package carries it out. Exit code 1 if something
differs or is raised here alone."""
import argparse
import json
import math
import sys

import modelrunner

FORWARD = 2e-4  # as a part of the largest value of the same tensor
LEARNING = 5e-3  # gradients and losses: what rounding becomes in them
ROUNDING = 20  # or so many times what becomes of inputs that are moved by a millionth, in MindSpore itself


def read(path):
    """{(model, step): what was written of it}"""
    with open(path, encoding="utf-8") as file:
        return {(item["name"], item["step"]): item for item in map(json.loads, file)}


def distance(ours, real, scale):
    """How far two tensors are apart, as a part of the larger of the real one's largest value and of the scale."""
    if ours["shape"] != real["shape"]:
        return math.inf
    largest = max(float(real["largest"]), scale)
    pairs = [(float(a), float(b)) for a, b in zip(ours["items"], real["items"])]
    if any(math.isnan(a) != math.isnan(b) for a, b in pairs):
        return math.inf
    return max((abs(a - b) / largest if largest else abs(a - b) for a, b in pairs if a == a and a != b), default=0.0)


def difference(step, ours, real, moved):
    """A sentence, or nothing where both are the same; `moved` is the real one with other inputs, if there is one."""
    if len(ours) != len(real):
        return f"{len(real)} values there, {len(ours)} here"
    if step == "names":
        found = next(((a, b) for a, b in zip(ours, real) if a != b), None)
        return "" if found is None else f"{found[1]} there, {found[0]} here"
    limit = LEARNING if step in ("gradient", "training") else FORWARD
    # A gradient that is nothing but rounding is measured by the largest of all.
    scale = max((float(part["largest"]) for part in real[1:]), default=0.0) * 1e-3 if step == "gradient" else 0.0
    far = [distance(a, b, scale) for a, b in zip(ours, real)]
    worst = max(range(len(far)), key=far.__getitem__, default=None)
    if moved and worst is not None:
        limit = max(limit, ROUNDING * max(distance(a, b, scale) for a, b in zip(moved, real)))
    return "" if worst is None or far[worst] <= limit else f"value {worst} of {len(far)} is {far[worst]:.2g} apart"


def verdict_of(step, ours, real, moved):
    """(same, differ, raise or what MindSpore itself does not do, the reason)"""
    if real is None or "error" in real:
        return "-", "" if real is None else f"{real['error']}: {real['text']}"
    if ours is None:
        return "raise", "no result: it took too long, or the process ended"
    if "error" in ours:
        return "raise", f"{ours['error']}: {ours['text']}"
    found = difference(step, ours["parts"], real["parts"], (moved or {}).get("parts"))
    return ("differ", found) if found else ("same", "")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("real")
    parser.add_argument("ours")
    options = parser.parse_args()
    real, ours = read(options.real), read(options.ours)
    reasons, counted, same = [], 0, 0
    print(f"{'model':18}" + "".join(f"{step:>12}" for step in modelrunner.STEPS))
    for name in dict.fromkeys(name for name, _ in ours):
        verdicts = {step: verdict_of(step, ours.get((name, step)), real.get((name, step)), real.get((name, f"{step}, moved")))
                    for step in modelrunner.STEPS}
        print(f"{name:18}" + "".join(f"{verdict:>12}" for verdict, _ in verdicts.values()))
        reasons += [f"{name} {step} {verdict}: {reason}" for step, (verdict, reason) in verdicts.items() if reason]
        found = {verdict for verdict, _ in verdicts.values()} - {"-"}
        counted, same = counted + bool(found), same + (found == {"same"})
    print(f"{same} of the {counted} models that MindSpore carries out give the same here\n")
    print("\n".join(reasons))
    return 0 if same == counted else 1


if __name__ == "__main__":
    sys.exit(main())
