# SPDX-License-Identifier: Apache-2.0
"""Where and why a graph breaks: MindSpore's reasons, the error of fullgraph=True, the logs that users switch on."""
import os

from mindspore._capture.places import place_text

UNKNOWN = "Cannot infer the execution result"
LOOP = "Loop control flow is not supported"
ITERABLE = "Unsupported iterable type for loop control flow"
CONDITION = "Data-dependent conditional control flow is not supported"
ARGUMENT = "Unsupported function argument"
FUNCTION = "Unsupported function"
CALL = "Trace function call failed"
BYTECODE = "Unsupported bytecode"
FREE_VARIABLE = "Assignment or deletion of free variables is not supported"
NO_GRAPH = "No graph captured"
EXCEPTION = "with blocks, try-except-finally blocks, and exception raising are not supported"
OUTPUT = "This data type is not supported as an output of graph"
DELETED_GLOBAL = "Attempt to read a deleted global variable"
DELETED_ATTRIBUTE = "Attempt to read a deleted attribute"
YIELD = "Yield from iterator is not supported"
DATA_TYPE = "Unsupported data type in graph"
NEW_CELL = "Can not create nn.Cell in graph"


class Unsupported(RuntimeError):
    """A function that must be one graph (fullgraph=True) can not be."""


class Break(Exception):
    """The instruction can not be part of the graph: it runs in Python."""

    def __init__(self, reason, *hints):
        super().__init__(reason)
        self.reason, self.hints = reason, hints
        self.places = []  # of the frames between the outermost and the one it came from, innermost first


class GraphBreak:
    """One place where a graph ended: for reports."""

    def __init__(self, reason, hints, places):
        self.reason, self.hints, self.places = reason, tuple(hints), tuple(places)

    @property
    def line(self):
        return self.places[-1][1] if self.places else 0

    def text(self):
        """"Unsupported function (print) at script.py:12"."""
        hint = f" ({self.hints[0]})" if self.hints else ""
        where = f" at {os.path.basename(self.places[-1][0])}:{self.line}" if self.places else ""
        return f"{self.reason}{hint}{where}"

    def error(self):
        """What fullgraph=True raises."""
        hints = "".join(f"\n  Hint: {hint}" for hint in self.hints)
        frames = "\n".join(f"# {index} {place_text(place)}" for index, place in enumerate(self.places))
        return Unsupported(f"{self.reason}{hints}\n\nFrom user code:\n{frames}\n")


def logs(kind):
    """Whether MS_JIT_BYTECODE_LOGS asks for "bytecode", "guard" or "graph_break"."""
    wanted = os.environ.get("MS_JIT_BYTECODE_LOGS", "")
    return bool(wanted) and ("all" in wanted.split(",") or kind in wanted.split(","))
