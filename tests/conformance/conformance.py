# SPDX-License-Identifier: Apache-2.0
"""Calls public functions with random arguments here and in real MindSpore and says where they differ.

    conformance.py --python PYTHON [--rounds 3] [--seed 1] [--only TEXT] [--ours FOLDER]
    conformance.py --check

PYTHON has MindSpore 2.10 (pip install mindspore==2.10.0 "numpy<2"; JITSCOPE_MINDSPORE_PYTHON names it, too); FOLDER is
where JitScope's package lies (build/python). Each row of calls.txt is called eagerly and in a graph, and so are its
gradients; what is compared: kinds, dtypes, shapes, values, and the arguments afterwards. What MindSpore refuses is not
compared. Differences with a reason stand in known.txt. Exit code 1 if there are others, 77 without a PYTHON. --check
looks at the two lists alone."""
import argparse
import ast
import json
import math
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
TOLERANCES = {"Float16": 2e-2, "BFloat16": 2e-2, "Float32": 2e-4, "Float64": 1e-6, "Complex64": 2e-4, "Complex128": 1e-6}
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
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--ours", default=os.path.join(HERE, "..", "..", "build", "python"))
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    if options.check:
        problems = list(check())
        print("\n".join(problems) or "the lists are in order")
        return 1 if problems else 0
    if not options.python:
        print("Give --python or JITSCOPE_MINDSPORE_PYTHON: a Python with MindSpore 2.10.")
        return 77
    chosen = [row for row in rows() if options.only in row]
    plan = [[number, row, options.seed * 1_000_003 + number]
            for number, row in enumerate(row for _ in range(options.rounds) for row in chosen)]
    ours = run("/usr/bin/python3", {"PYTHONPATH": os.path.abspath(options.ours)}, plan)
    real = run(options.python, {"PYTHONPATH": ""}, plan)

    entries, used, counts = known(), set(), {"equal": 0, "known": 0, "differ": 0, "refused by MindSpore": 0}
    for number, row, _ in plan:
        for aspect in ASPECTS:
            mine, theirs = ours.get((number, aspect)), real.get((number, aspect))
            problem = compared(mine, theirs)
            if problem is None:
                counts["refused by MindSpore"] += 1
                continue
            entry = reason_for(aspect, row, problem, entries) if problem else None
            used.add(entry)
            counts["equal" if not problem else "known" if entry else "differ"] += 1
            if problem and not entry:
                print(f"{aspect}: {row}\n    {problem}\n    {theirs['text'].splitlines()[1].strip()}")
    print(", ".join(f"{count} {name}" for name, count in counts.items()))
    for entry in entries:
        if entry not in used and not options.only:
            print(f"not seen this time: {' | '.join(entry)}")
    return 1 if counts["differ"] else 0


if __name__ == "__main__":
    sys.exit(main())
