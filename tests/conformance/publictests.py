#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs MindSpore's own tests there and here: a table by folder of what passes there and, of these, here; then the errors
that most of the lost cases ended with.

    publictests.py ROOT [--folders compiler,nn] [--sample N] [--python PYTHON] [--ours-python PYTHON] [--ours FOLDER]
                   [--only TEXT] [--causes N] [--losses FILE] [--real-only | --kept-only]

ROOT is a folder that holds `tests/st` of MindSpore's sources, whatever way it came there; nothing is fetched, and ROOT is
only read. PYTHON has MindSpore 2.10 and pytest (JITSCOPE_MINDSPORE_PYTHON names it, too), --ours-python has pytest and
takes the package that lies in FOLDER (build/python). Each file runs in a process of its own, on the CPU, with --noconftest:
that of the bytecode tests would skip them all from Python 3.11 on. --sample takes N files of each folder, always the
same ones for the same N, and those of a smaller N among them. What MindSpore itself gives is kept in the folder that
JITSCOPE_MINDSPORE_TESTS names, by version and contents of the file, and taken from there the next time; with --kept-only, other
files are left out, and said to be. Exit code 77 without a PYTHON."""
import argparse
import collections
import hashlib
import json
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
FOLDERS = "compiler,pynative,pi_jit,nn,ops,optimizer,graph_kernel"
FILE_SECONDS, CASE_SECONDS = 120, 60
ENDED = "the process ended"


def files_of(root, folder, sample):
    """The test files of a folder, relative to ROOT; `sample` of them in an order that hangs on their names alone."""
    start = os.path.join(root, "tests", "st", folder)
    found = [os.path.relpath(os.path.join(place, name), root) for place, _, names in os.walk(start)
             for name in names if name.startswith("test_") and name.endswith(".py")]
    found.sort(key=lambda path: hashlib.sha1(path.encode()).hexdigest())
    return sorted(found[:sample] if sample else found)


def run(python, root, path, extra):
    """{case: (outcome, error)} of one file."""
    with tempfile.TemporaryDirectory() as work:
        results = os.path.join(work, "results.jsonl")
        environment = {**os.environ, **extra, "GLOG_v": "4", "PUBLICCASES_RESULTS": results, "LC_ALL": "C.UTF-8",
                       "PUBLICCASES_SECONDS": str(CASE_SECONDS), "PYTHONDONTWRITEBYTECODE": "1", "DEVICE_TARGET": "CPU"}
        environment["PYTHONPATH"] = os.pathsep.join(filter(None, (root, HERE, extra.get("PYTHONPATH"))))
        command = [python, "-m", "pytest", "-q", "-p", "publiccases", "-p", "no:cacheprovider", "--noconftest",
                   "--rootdir", root, os.path.join(root, path)]
        process = subprocess.Popen(command, cwd=work, env=environment, stdin=subprocess.DEVNULL, start_new_session=True,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        reason = ENDED
        try:
            process.wait(FILE_SECONDS)
        except subprocess.TimeoutExpired:
            reason = f"the file took longer than {FILE_SECONDS} s"
        finally:
            try:
                os.killpg(process.pid, 9)  # also what a test left running
            except ProcessLookupError:
                pass
            process.wait()
        return outcomes_of(results, reason)


def outcomes_of(results, reason):
    found = {}
    if not os.path.exists(results):
        return {"": ("failed", reason)}
    with open(results, encoding="utf-8") as file:
        for record in map(json.loads, file):
            if "outcome" not in record:
                found.setdefault(record["case"], ("failed", reason))
            elif found.get(record["case"], ("", reason))[1] in (reason, ""):  # the first failure stands
                found[record["case"]] = (record["outcome"], record["error"])
    return found


class Kept:
    """What MindSpore itself gave, by version and contents, in a folder; or nowhere."""

    def __init__(self, folder, version):
        self._folder = os.path.join(folder, version) if folder else None
        if self._folder:
            os.makedirs(self._folder, exist_ok=True)

    def _place_of(self, root, path):
        with open(os.path.join(root, path), "rb") as file:
            return os.path.join(self._folder, hashlib.sha1(path.encode() + file.read()).hexdigest() + ".json")

    def get(self, root, path):
        if self._folder is None or not os.path.exists(self._place_of(root, path)):
            return None
        with open(self._place_of(root, path), encoding="utf-8") as file:
            return json.load(file)

    def put(self, root, path, outcomes):
        if self._folder is not None:
            with open(self._place_of(root, path), "w", encoding="utf-8") as file:
                json.dump(outcomes, file)


def lost_cases(real, ours):
    """({case: what it ends with here}, the number of cases that pass there)"""
    passed = [case for case, (outcome, _) in real.items() if outcome == "passed"]
    unread = ours.get("", (None, ENDED))[1]
    return {case: ours.get(case, ("failed", unread))[1] or "skipped" for case in passed
            if ours.get(case, ("failed", ""))[0] != "passed"}, len(passed)


def kind_of(error):
    """An error without what differs from case to case."""
    text = re.sub(r"0x[0-9a-f]+|-?\d+(\.\d+)?(e-?\d+)?", "N", error)
    return re.sub(r"\s+", " ", text)[:150]


def has_pytest(python):
    return subprocess.run([python, "-c", "import pytest"], stderr=subprocess.DEVNULL).returncode == 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("root")
    parser.add_argument("--folders", default=FOLDERS)
    parser.add_argument("--sample", type=int, default=0)
    parser.add_argument("--only", default="")
    parser.add_argument("--python", default=os.environ.get("JITSCOPE_MINDSPORE_PYTHON"))
    parser.add_argument("--ours-python", default="/usr/bin/python3")
    parser.add_argument("--ours", default=os.path.join(HERE, "..", "..", "build", "python"))
    parser.add_argument("--causes", type=int, default=30)
    parser.add_argument("--losses", help="a file that gets each lost case with its error")
    parser.add_argument("--real-only", action="store_true", help="only carry out, and keep, what MindSpore gives")
    parser.add_argument("--kept-only", action="store_true", help="leave out files for which nothing is kept")
    options = parser.parse_args()
    if not options.python:
        print("no Python with MindSpore: name it with --python or JITSCOPE_MINDSPORE_PYTHON")
        return 77
    root = os.path.abspath(options.root)
    for python in (options.python, options.ours_python):
        if not has_pytest(python):
            parser.error(f"{python} has no pytest, which runs the tests: `bash environment 2.10` and `bash environment pytest` make "
                         "Pythons with it")
    version = subprocess.run([options.python, "-c", "import importlib.metadata as m; print(m.version('mindspore'))"],
                             check=True, capture_output=True, text=True).stdout.strip()
    kept = Kept(os.environ.get("JITSCOPE_MINDSPORE_TESTS"), version)
    causes, places, losses, table = collections.Counter(), collections.defaultdict(set), [], []
    for folder in options.folders.split(","):
        passed_there = passed_here = looked_at = 0
        for path in files_of(root, folder, options.sample):
            real = results_there(kept, root, path, options) if options.only in path else None
            looked_at += real is not None
            if options.real_only or real is None or all(outcome != "passed" for outcome, _ in real.values()):
                continue
            ours = run(options.ours_python, root, path, {"PYTHONPATH": os.path.abspath(options.ours)})
            lost, count = lost_cases(real, ours)
            passed_there, passed_here = passed_there + count, passed_here + count - len(lost)
            for case, error in lost.items():
                causes[kind_of(error)] += 1
                places[kind_of(error)].add(path)
                losses.append(f"{path}::{case}\t{error}\n")
        table.append((folder, looked_at, len(files_of(root, folder, 0)), passed_there, passed_here))
        print_row(*table[-1])
    print_row("together", *(sum(column) for column in list(zip(*table))[1:]))
    for kind, count in causes.most_common(options.causes):
        print(f"{count:5} in {len(places[kind]):3}  {kind}  ({min(places[kind])})")
    if options.losses:
        with open(options.losses, "w", encoding="utf-8") as file:
            file.writelines(losses)
    return 0


def results_there(kept, root, path, options):
    """What MindSpore gives for a file, as it is kept or carried out now; nothing where only what is kept counts."""
    found = kept.get(root, path)
    if found is None and not options.kept_only:
        found = run(options.python, root, path, {})
        kept.put(root, path, found)
    return found


def print_row(folder, looked_at, files, there, here):
    share = f"{100 * here / there:.1f} %" if there else "-"
    print(f"{folder:14} {looked_at:5} of {files:5} files {there:6} pass in MindSpore {here:6} here {share:>8}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
