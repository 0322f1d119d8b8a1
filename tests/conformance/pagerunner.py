# SPDX-License-Identifier: Apache-2.0
"""Carries out the code of MindSpore's documentation pages in the mindspore package of this Python, and writes down what it
prints.

    pagerunner.py --list FOLDER
    pagerunner.py FOLDER RESULTS [PAGE...]

FOLDER: a copy of the documentation; PAGE: a path in it (Markdown or a notebook), all pages without one. RESULTS: one JSON
object a line, {"name": "PAGE#BLOCK", "output"} or {"name", "error", "text", "output"}, and {"name": "PAGE"} at a page's
end. The blocks of a page run one after the other in one process and an empty folder, those after one that raises too; what
downloads, starts other programs or needs a device is left out."""
import ast
import contextlib
import doctest
import io
import json
import os
import pathlib
import re
import shutil
import signal
import sys
import tempfile
import traceback

os.environ.setdefault("GLOG_v", "4")

SECONDS = 90  # of the processor, for a page
MOST_SECONDS = 1200  # of the clock
PRELUDE = """
import numpy as np
import mindspore
import mindspore as ms
from mindspore import Parameter, Tensor, nn, ops
"""
FOLDERS = ("tutorials/source_en", "docs/mindspore/source_en")
FENCE = re.compile(r"^( *)```[ ]?(?:python|py)\b[^\n]*\n(.*?)^\1```", re.MULTILINE | re.DOTALL)
LEFT_OUT = re.compile(r"\bdownload|\burllib|\brequests\.|\bsubprocess|os\.system|^\s*[!%]|Ascend|\bGPU\b|\bnpu\b|set_device"
                      r"|\bmsrun\b|\bmpirun\b|communication|mint\.distributed|import (?:torch|tensorflow)|from torch|sleep\("
                      r"|multiprocess|mindinsight|mindformers|input\(", re.MULTILINE)


# --- the blocks of a page ---------------------------------------------------------------------------------------------

def pages(folder):
    root = pathlib.Path(folder)
    return sorted(str(path.relative_to(root)) for part in FOLDERS for path in (root / part).rglob("*")
                  if path.suffix in (".md", ".ipynb"))


def without_prompts(text):
    """The statements of a block that shows a session of an interpreter; another block as it is."""
    if not text.lstrip().startswith(">>>"):
        return text
    with contextlib.suppress(ValueError):
        return "".join(example.source for example in doctest.DocTestParser().get_examples(text))
    return text


def dedented(text, margin):
    return "".join(line[len(margin):] if line.startswith(margin) else line for line in text.splitlines(True))


def blocks_of(path):
    """[(number, text), ...] of the code that is carried out."""
    text = pathlib.Path(path).read_text(encoding="utf-8", errors="replace")
    if str(path).endswith(".ipynb"):
        cells = json.loads(text).get("cells", [])
        found = ["".join(cell.get("source", "")) for cell in cells if cell.get("cell_type") == "code"]
    else:
        found = [without_prompts(dedented(block, margin)) for margin, block in FENCE.findall(text)]
    return [(number, block) for number, block in enumerate(found) if block.strip() and not LEFT_OUT.search(block)]


# --- carrying them out ------------------------------------------------------------------------------------------------

def carry_out(text, space, path):
    """As a cell of a notebook: the value of a last expression is shown. Graphs read the source, which stands in a file."""
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    tree = ast.parse(text)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, path, "exec"), space)
    if last is not None:
        shown = eval(compile(ast.Expression(last.value), path, "eval"), space)
        if shown is not None:
            print(repr(shown))


def result_of(text, space, path):
    printed = open(path + ".printed", "w+", encoding="utf-8", errors="replace")
    os.dup2(printed.fileno(), 1)
    sys.stdout, sys.stderr = os.fdopen(os.dup(1), "w", encoding="utf-8", buffering=1), io.StringIO()
    failure = {}
    try:
        carry_out(text, space, path)
    except BaseException as problem:  # also a block that ends the program
        lines = [line for line in str(problem).splitlines() if line.strip() and not line.startswith("---")]
        failure = {"error": type(problem).__name__, "text": lines[0][:300] if lines else ""}
        if os.environ.get("JITSCOPE_TRACEBACKS"):
            traceback.print_exc(file=sys.__stderr__)
    sys.stdout.flush()
    printed.seek(0)
    return {**failure, "output": printed.read()[:20000]}


def run_page(folder, page, write):
    where = tempfile.mkdtemp()
    child = os.fork()
    if child:
        os.waitpid(child, 0)
        write({"name": page})
        shutil.rmtree(where, ignore_errors=True)
        return
    try:
        signal.setitimer(signal.ITIMER_PROF, SECONDS)
        signal.alarm(MOST_SECONDS)
        os.chdir(where)
        if not os.environ.get("JITSCOPE_TRACEBACKS"):
            os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        space = {"__name__": "__main__"}
        exec(PRELUDE, space)  # what pages take for granted
        for number, text in blocks_of(os.path.join(folder, page)):
            path = os.path.join(where, f"block{number}.py")
            space["__file__"] = path
            write({"name": f"{page}#{number}", **result_of(text, space, path)})
    finally:
        os._exit(0)


def main(arguments):
    if arguments[0] == "--list":
        print("\n".join(page for page in pages(arguments[1]) if blocks_of(os.path.join(arguments[1], page))))
        return
    folder, results_path, *chosen = arguments
    folder = os.path.abspath(folder)
    __import__("mindspore")
    with open(results_path, "a", encoding="utf-8") as results:
        def write(item):
            results.write(json.dumps(item) + "\n")
            results.flush()
        for page in chosen or pages(folder):
            run_page(folder, page, write)


if __name__ == "__main__":
    main(sys.argv[1:])
