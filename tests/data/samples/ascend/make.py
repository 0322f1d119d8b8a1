# SPDX-License-Identifier: Apache-2.0
"""Writes the profiles beside this file: one small training step as the profilers write it, as text and as a database,
at three levels; the ranks 0, 1 and 3 of a group without a timeline; the forms of MindSpore up to 2.2 and of operator
tuning.

    /usr/bin/python3 tests/data/samples/ascend/make.py

The statistics that a producer writes beside its events are counted here, from the same events.
"""
import os
import shutil
import sys

sys.dont_write_bytecode = True
from databaseform import write_database
from legacyform import write_legacy
from step import Ranks, Step
from textform import write, write_rank, write_text
from tuningform import write_logs, write_tuning

here = os.path.dirname(os.path.abspath(__file__))


def main():
    for folder in ("torch_npu_text", "torch_npu_db", "torch_npu_ranks", "mindspore_old", "msopprof"):
        shutil.rmtree(f"{here}/{folder}", ignore_errors=True)
    counts = []
    for level in range(3):
        text, database = Step(seed=level), Step(seed=10 + level)
        write_text(f"{here}/torch_npu_text/level{level}/rank0_ascend_pt", text, level)
        write_database(f"{here}/torch_npu_db/level{level}/rank0_ascend_pt", database, level)
        counts.append([f"torch_npu_text/level{level}", *map(round, text.idle())])
        counts.append([f"torch_npu_db/level{level}", *map(round, database.idle())])
    for rank in (0, 1, 3):
        ranks = Ranks(seed=20, rank=rank)
        write_rank(f"{here}/torch_npu_ranks/rank_{rank}_ascend_pt", ranks)
        if rank == 0:
            overlap = ranks.step_time()
            counts.append(["torch_npu_ranks", overlap["Stage"], ranks.least_waits(), overlap["Free"]])
    write_legacy(f"{here}/mindspore_old/profiler", Step(seed=30, rank=1))
    write_tuning(f"{here}/msopprof/onboard/visualize_data.bin")
    write_logs(f"{here}/msopprof/simulator")
    rows = [["sample", "extent", "waits", "free"]] + counts
    write(f"{here}/idle.tsv", "".join("\t".join(map(str, row)) + "\n" for row in rows))


main()