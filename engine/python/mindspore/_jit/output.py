# SPDX-License-Identifier: Apache-2.0
"""What a compilation tells: lines of progress, a report of where time went, files of its graphs."""
import datetime
import os

from mindspore import context
from mindspore._extends.parse import compile_config

_written = 0  # graphs that were written to files


def progress(text):
    """A line with the time of day, for MS_JIT_DISPLAY_PROGRESS=1."""
    if os.environ.get("MS_JIT_DISPLAY_PROGRESS") == "1":
        now = datetime.datetime.now()
        print(f"{now:%Y-%m-%d-%H:%M:%S}.{now.microsecond // 1000:03d}.{now.microsecond % 1000:03d}: {text}", flush=True)


_STAGES = {"passes": "Start performing graph optimization.", "codegen": "Start generating kernels."}


def stage(name):
    """A stage of a compilation begins."""
    progress(_STAGES[name])


def compiled(graph):
    """A graph was compiled: what the settings ask for."""
    if _jit_switch("COMPILE_PROFILE") == "1" or os.environ.get("MS_DEV_COMPILE_PROFILE") == "1":
        print(graph.report("profile"), flush=True)
    if "compile_statistics:true" in os.environ.get("MS_DEV_RUNTIME_CONF", "").lower():
        print(graph.report("statistics"), end="", flush=True)
    write_graphs(graph)


def _jit_switch(name):
    """The value of a switch of MS_JIT="NAME:value,NAME:value", else of compile_config, or ""."""
    for part in os.environ.get("MS_JIT", "").split(","):
        key, _, value = part.partition(":")
        if key.strip() == name:
            return value.strip()
    return str(getattr(compile_config, name, ""))


def write_graphs(graph):
    """The graphs of every stage as files, as `save_graphs` and the MS_DEV_ variables ask."""
    global _written
    folder = context.graph_folder()
    if folder is None:
        return
    only = tuple(part for part in os.environ.get("MS_DEV_DUMP_IR_PASSES", "").split(",") if part)
    graph.write_dump(folder, context.graph_level(), only, _number("MS_DEV_DUMP_IR_INTERVAL", 1),
                     _number("MS_DEV_DUMP_IR_FORMAT", 2), _written)
    _written += 1


def _number(variable, default):
    text = os.environ.get(variable, "")
    return int(text) if text.isdigit() else default
