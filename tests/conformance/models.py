# SPDX-License-Identifier: Apache-2.0
"""Compares what models give in MindSpore and here: a table of models and steps, then what differs or is raised.

    models.py REAL OURS

REAL, OURS: what modelrunner.py wrote. A step counts where the real package carries it out. Rounding grows on the way back
through a network, most where batches of few samples are normalized, so gradients and losses of a training are compared by what
becomes of MindSpore's own results where inputs and weights are moved by a unit in their last place; the moved ones are compared,
too, as rounding alone can turn a ReLU on in one of them, while what is wrong is so in all. Where a comparison would tell
nothing, the verdict is "chance". Exit code 1 if something differs or is raised here alone."""
import argparse
import json
import math
import sys

import numpy as np

import modelrunner

ROUNDING = 2e-4  # how far results may be apart, as a part of the largest value of the same tensor
HALVES = 2.0 ** -10  # so far where they are Float16, or were on the way: a unit in the last place, whichever way it is rounded
SPREADS = 10  # or so many times as far as MindSpore's own ones, where inputs and weights are moved
CHANCE = 0.5  # where they are that far apart, nothing can be compared


def read(path):
    """{(model, step): what was written of it}"""
    with open(path, encoding="utf-8") as file:
        return {(item["name"], item["step"]): item for item in map(json.loads, file)}


def distance(ours, real, unit):
    """How far two tensors are apart, as a part of the unit."""
    if ours["shape"] != real["shape"]:
        return math.inf
    pairs = [(float(a), float(b)) for a, b in zip(ours["items"], real["items"])]
    if any(math.isnan(a) != math.isnan(b) for a, b in pairs):
        return math.inf
    return max((abs(a - b) / (unit or 1.0) for a, b in pairs if a == a and a != b), default=0.0)


def units(step, parts):
    """What the distances of each value are parts of: its largest element. Losses of a training are measured by how much the
    training changes them, gradients that are nothing but rounding by the largest of all."""
    largest = [float(part["largest"]) for part in parts]
    if step == "training":
        losses = [float(part["items"][0]) for part in parts]
        return largest[:1] + [max(abs(loss - losses[0]) for loss in losses)] * (len(parts) - 1)
    least = max(largest[1:], default=0.0) * 1e-3 if step == "gradient" else 0.0
    return [max(value, least) for value in largest]


def rounding_of(part):
    """How far a tensor may be apart: its elements tell by their digits whether they were ever Float16."""
    items = np.array([float(item) for item in part["items"]])
    with np.errstate(over="ignore"):
        are_halves = items.size > 1 and bool(np.array_equal(items, items.astype(np.float16), equal_nan=True))
    return HALVES if are_halves else ROUNDING


def difference(step, ours, real):
    """(verdict, a sentence where it is not "same"); of both, the results and those with other inputs and weights."""
    if any(len(a) != len(b) for a, b in zip(ours, real)):
        return "differ", f"{len(real[0])} values there, {len(ours[0])} here"
    if step == "names":
        found = next(((a, b) for a, b in zip(ours[0], real[0]) if a != b), None)
        return ("same", "") if found is None else ("differ", f"{found[1]} there, {found[0]} here")
    verdict, told = "same", ""
    for at, unit in enumerate(units(step, real[0])):
        spread = max((distance(moved[at], real[0][at], unit) for moved in real[1:]), default=0.0)
        apart = min(distance(a[at], b[at], unit) for a, b in zip(ours, real))
        if spread > CHANCE:
            verdict, told = "chance", f"value {at} of {len(ours[0])} is {spread:.2g} apart in MindSpore itself, {apart:.2g} here"
        elif apart > max(rounding_of(real[0][at]), SPREADS * spread):
            return "differ", f"value {at} of {len(ours[0])} is {apart:.2g} apart, in MindSpore itself {spread:.2g}"
    return verdict, told


def verdict_of(step, ours, real):
    """("same", "differ", "chance", "raise", or "-" for what MindSpore itself does not do; the reason). ours, real: what was
    written of the step, nothing or more than one, of other inputs and weights."""
    if not real or "error" in real[0]:
        return "-", f"{real[0]['error']}: {real[0]['text']}" if real else ""
    if not ours:
        return "raise", "no result: it took too long, or the process ended"
    if "error" in ours[0]:
        return "raise", f"{ours[0]['error']}: {ours[0]['text']}"
    return difference(step, *([item["parts"] for item in items if "parts" in item] for items in (ours, real)))


def results_of(results, name, step):
    """What was written of a step, then of it with other inputs and weights."""
    labels = (step, *(f"{step}, moved {move}" for move in range(1, modelrunner.MOVES + 1)))
    found = [results.get((name, label)) for label in labels]
    return [] if found[0] is None else [item for item in found if item is not None]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("real")
    parser.add_argument("ours")
    options = parser.parse_args()
    real, ours = read(options.real), read(options.ours)
    reasons, counted, same = [], 0, 0
    print(f"{'model':18}" + "".join(f"{step:>12}" for step in modelrunner.STEPS))
    for name in dict.fromkeys(name for name, _ in ours):
        verdicts = {step: verdict_of(step, results_of(ours, name, step), results_of(real, name, step))
                    for step in modelrunner.STEPS}
        print(f"{name:18}" + "".join(f"{verdict:>12}" for verdict, _ in verdicts.values()))
        reasons += [f"{name} {step} {verdict}: {reason}" for step, (verdict, reason) in verdicts.items() if reason]
        found = {verdict for verdict, _ in verdicts.values()} - {"-", "chance"}
        counted, same = counted + bool(found), same + (found == {"same"})
    print(f"{same} of the {counted} models that MindSpore carries out give the same here\n")
    print("\n".join(reasons))
    return 0 if same == counted else 1


if __name__ == "__main__":
    sys.exit(main())
