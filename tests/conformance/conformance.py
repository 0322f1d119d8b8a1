# SPDX-License-Identifier: Apache-2.0
"""Calls public functions with random arguments here and in real MindSpore and says where they differ.

    conformance.py --python PYTHON [--newer PYTHON] [--rounds 3] [--seed 1] [--every 1] [--only TEXT] [--ours FOLDER]
    conformance.py --check

PYTHON has MindSpore 2.10 (pip install mindspore==2.10.0 "numpy<2"; JITSCOPE_MINDSPORE_PYTHON names it, too), or 2.7, and
then --newer (JITSCOPE_MINDSPORE_NEWER_PYTHON) one that has 2.10: where the two differ and ours is like the newer one, that
is counted as changed in MindSpore. FOLDER is where JitScope's package lies (build/python). Each row of calls.txt, or every
so manyth (--every), is called eagerly and in a graph, and so are its gradients; what is compared: kinds, dtypes, shapes,
values, and the arguments afterwards. What MindSpore refuses is not compared. Differences with a reason stand in known.txt.
Printed are the differences, a table by family, and the sums. Exit code 1 if there are others, 77 without a PYTHON.
--check looks at the two lists alone."""
import argparse
import ast
import collections
import json
import math
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
TOLERANCES = {"Float16": 2e-2, "BFloat16": 2e-2, "Float32": 2e-4, "Float64": 1e-6, "Complex64": 2e-4, "Complex128": 1e-6}
KINDS = ("equal", "known", "changed", "differ", "refused by MindSpore")
ASPECTS = ("eager", "graph", "gradient", "graph gradient")


def rows():
    with open(os.path.join(HERE, "calls.txt"), encoding="utf-8") as file:
        return [line.strip() for line in file if line.strip() and not line.startswith("#")]


def known():
    """[(aspect or "any", pattern of the row, pattern of the difference, reason), ...]"""
    with open(os.path.join(HERE, "known.txt"), encoding="utf-8") as file:
        lines = [line.strip() for line in file if line.strip() and not line.startswith("#")]
    return [tuple(part.strip() for part in line.split(" | ")) for line in lines]


def run(python, environment, plan):
    """{(number, aspect): what the runner wrote}"""
    with tempfile.TemporaryDirectory() as folder:
        plan_path, results_path = os.path.join(folder, "plan.json"), os.path.join(folder, "results.jsonl")
        with open(plan_path, "w", encoding="utf-8") as file:
            json.dump(plan, file)
        subprocess.run([python, os.path.join(HERE, "runner.py"), plan_path, results_path], check=True,
                       env={**os.environ, **environment}, stderr=subprocess.DEVNULL)
        with open(results_path, encoding="utf-8") as file:
            found = [json.loads(line) for line in file]
    return {(item["number"], item["aspect"]): item for item in found}


def different(ours, real):
    """In what two results differ, or nothing."""
    if ("dtype" in real) != ("dtype" in ours) or real.get("kind") != ours.get("kind"):
        return f"{kind_of(ours)} instead of {kind_of(real)}"
    if "parts" in real:
        if len(real["parts"]) != len(ours["parts"]) or real.get("keys") != ours.get("keys"):
            return f"{len(ours['parts'])} parts instead of {len(real['parts'])}"
        return next(filter(None, map(different, ours["parts"], real["parts"])), "")
    if "dtype" not in real:
        return "" if real.get("value") == ours.get("value") else f"{ours.get('value')} instead of {real.get('value')}"
    if real["dtype"] != ours["dtype"]:
        return f"{ours['dtype']} instead of {real['dtype']}"
    if real["shape"] != ours["shape"]:
        return f"shape {ours['shape']} instead of {real['shape']}"
    tolerance = TOLERANCES.get(real["dtype"], 0)
    if all(near(a, b, tolerance) for a, b in zip(ours["items"], real["items"])):
        return ""
    return f"[{', '.join(map(str, ours['items'][:8]))}] instead of [{', '.join(map(str, real['items'][:8]))}]"


def near(a, b, tolerance):
    if a == b:
        return True
    a, b = float(a), float(b)
    if math.isnan(a) or math.isnan(b) or math.isinf(a) or math.isinf(b):
        return math.isnan(a) and math.isnan(b) or a == b
    return abs(a - b) <= tolerance * (1 + abs(b))


def kind_of(result):
    return result.get("kind") or f"Tensor[{result['dtype']}]"


def compared(ours, real):
    """In what a call differs, or nothing; None where there is nothing to compare."""
    if real is None or "error" in real:
        return None
    if ours is None:
        return "no result"
    problem = problem_of(ours, real)
    return f"{problem} (of no elements)" if problem and real["is_empty"] else problem


def problem_of(ours, real):
    if "error" in ours:
        return f"refused: {ours['error']}: {ours['text']}"
    problem = different(ours["result"], real["result"])
    if problem:
        return problem
    afterwards = map(different, ours.get("arguments", ()), real.get("arguments", ()))
    return next((f"argument {place} afterwards: {text}" for place, text in enumerate(afterwards) if text), "")


def reason_for(aspect, row, problem, entries):
    return next((entry for entry in entries if entry[0] in ("any", aspect) and re.search(entry[1], row)
                 and re.search(entry[2], problem)), None)


# --- what is counted --------------------------------------------------------------------------------------------------

Call = collections.namedtuple("Call", "aspect row ours real newer")


def reason_of(call, entries):
    """(what is to be told of a call: one of KINDS, the difference, the entry of known.txt)"""
    problem = compared(call.ours, call.real)
    if problem is None:
        return "refused by MindSpore", "", None
    if not problem:
        return "equal", "", None
    entry = reason_for(call.aspect, call.row, problem, entries)
    if entry:
        return "known", problem, entry
    return "changed" if is_changed(call, entries) else "differ", problem, None


def is_changed(call, entries):
    """Whether the newer MindSpore differs from the older one as well, and ours is like the newer one, but for what is known."""
    if call.newer is None or not compared(call.newer, call.real):
        return False
    problem = compared(call.ours, call.newer)
    return not problem or reason_for(call.aspect, call.row, problem, entries) is not None


def family_of(row):
    """The module whose function a row calls; the methods of Tensor, or what the language itself has, without one."""
    found = re.search(r"\b(ops|nn|mint|mnp)\.", row.replace("ms.ops", "ops"))
    if found:
        return "mindspore." + found.group(1).replace("mnp", "numpy")
    return "mindspore.Tensor" if re.search(r"\b(?!ms\.)[a-z]\.\w+\(", row) else "expressions"


def table(counts):
    """The lines of what was counted: {family: {kind: number}}."""
    yield "".join([f"{'family':20}", *(f"{kind:>10}" for kind in ("equal", "known", "changed", "differ", "refused"))])
    for family in sorted(counts):
        yield "".join([f"{family:20}", *(f"{counts[family][kind]:10}" for kind in KINDS)])


# --- the lists --------------------------------------------------------------------------------------------------------

def check():
    """What is wrong with the lists themselves."""
    for row in rows():
        try:
            ast.parse(row.replace("; ", "\n").replace("return ", ""))
        except SyntaxError as problem:
            yield f"calls.txt: {row}: {problem}"
    for entry in known():
        if len(entry) != 4 or entry[0] not in ("any", *ASPECTS) or len(entry[3]) < 20:
            yield f"known.txt: {' | '.join(entry)}: aspect | row | difference | reason"
        elif not any(re.search(entry[1], row) for row in rows()):
            yield f"known.txt: no row for {entry[1]}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--python", default=os.environ.get("JITSCOPE_MINDSPORE_PYTHON"))
    parser.add_argument("--newer", default=os.environ.get("JITSCOPE_MINDSPORE_NEWER_PYTHON"))
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--ours", default=os.path.join(HERE, "..", "..", "build", "python"))
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    if options.check:
        problems = list(check())
        print("\n".join(problems) or "the lists are in order")
        return 1 if problems else 0
    if not options.python:
        print("Give --python or JITSCOPE_MINDSPORE_PYTHON: a Python with MindSpore 2.10.")
        return 77
    chosen = [row for row in rows()[::options.every] if options.only in row]
    plan = [[number, row, options.seed * 1_000_003 + number]
            for number, row in enumerate(row for _ in range(options.rounds) for row in chosen)]
    ours = run("/usr/bin/python3", {"PYTHONPATH": os.path.abspath(options.ours)}, plan)
    real = run(options.python, {"PYTHONPATH": ""}, plan)
    newer = run(options.newer, {"PYTHONPATH": ""}, plan) if options.newer else {}

    entries, used, counts = known(), set(), collections.defaultdict(collections.Counter)
    for number, row, _ in plan:
        for aspect in ASPECTS:
            place = number, aspect
            kind, problem, entry = reason_of(Call(aspect, row, ours.get(place), real.get(place), newer.get(place)), entries)
            used.add(entry)
            counts[family_of(row)][kind] += 1
            if kind in ("differ", "changed"):
                print(f"{'changed in MindSpore: ' if kind == 'changed' else ''}{aspect}: {row}\n    {problem}\n    "
                      f"{real[place]['text'].splitlines()[1].strip()}")
    print("\n".join(table(counts)))
    sums = {kind: sum(found[kind] for found in counts.values()) for kind in KINDS}
    print(", ".join(f"{count} {name}" for name, count in sums.items()))
    for entry in entries:
        if entry not in used and not options.only and options.every == 1:
            print(f"not seen this time: {' | '.join(entry)}")
    return 1 if sums["differ"] else 0


if __name__ == "__main__":
    sys.exit(main())
