#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Times matrix products here, in PyTorch and in oneDNN by turns and prints GFLOP/s and ratios with their spread.

    python3 tests/bench/products.py [--python PYTHON] [--isa avx2] [--filter REGEX] [--rounds N] [--threads N]

PYTHON is an interpreter that can import torch; oneDNN is taken where the system has its library. Each side is a process
of its own that waits while the others compute; a round asks all of them, one after the other, and each answers with the
best of some blocks of calls, which other work of the machine disturbs least. A ratio is the median over the rounds of
their time over ours in the same round (above 1: ours is faster), its spread the middle half of the rounds. The shapes
are squares and those that the networks of the reference scripts record."""
import argparse
import json
import os
import pathlib
import re
import statistics
import subprocess
import sys
import time
from typing import NamedTuple

HERE = pathlib.Path(__file__).resolve().parent
DEFAULT_PACKAGE = HERE.parent.parent / "build" / "python"
BLOCK_SECONDS, BLOCKS = 0.003, 7
ONEDNN_LIBRARY = "libdnnl.so.2"


class Product(NamedTuple):
    """c (batch x rows x columns) = a b; the letters of `turned` say which operands lie transposed in memory."""

    rows: int
    columns: int
    depth: int
    batch: int = 1
    turned: str = ""
    kind: str = "matmul"  # or linear, with a bias, and linear_gelu
    dtype: str = "float32"

    @property
    def name(self):
        sizes = f"{self.rows}x{self.columns}x{self.depth}"
        return " ".join(filter(None, [self.kind, f"{self.batch} of" if self.batch > 1 else "", sizes,
                                      f"{self.turned} turned" if self.turned else "",
                                      self.dtype if self.dtype != "float32" else ""]))

    @property
    def flops(self):
        return 2.0 * self.batch * self.rows * self.columns * self.depth


def linear(rows, depth, columns, kind="linear"):
    """A dense layer: its weight has a row for each column of the result."""
    return Product(rows, columns, depth, turned="b", kind=kind)


ROWS = [Product(n, n, n) for n in (64, 96, 128, 192, 256, 384, 512, 768, 1024, 1536, 2048, 4096)]
ROWS += [Product(n, n, n, turned=turned) for n in (128, 512, 1024, 2048) for turned in ("a", "b", "ab")]
ROWS += [
    # tall, flat and narrow
    Product(4096, 64, 256), Product(64, 4096, 256), Product(4096, 4096, 64), Product(128, 128, 8192),
    Product(50176, 64, 64), Product(1, 1024, 1024), Product(1, 1024, 1024, turned="b"), Product(8, 1024, 1024),
    Product(8, 1024, 1024, turned="b"),
    # a dense layer of 1024 and its gradients, by 32 rows
    linear(32, 1024, 1024), Product(32, 1024, 1024), Product(1024, 1024, 32, turned="a"),
    # a vision transformer: 196 tokens of 256, 8 heads of 32, two pictures
    linear(392, 256, 256), linear(392, 256, 1024), linear(392, 1024, 256), linear(392, 256, 1024, "linear_gelu"),
    Product(196, 196, 32, batch=16, turned="b"), Product(196, 32, 196, batch=16),
    # attention of the Llama kind: 128 tokens of 512, heads of 64
    linear(256, 512, 512), Product(128, 128, 64, batch=16, turned="b"), Product(128, 64, 128, batch=16),
    linear(256, 512, 1376),
    # 1x1 convolutions as products, and a classifier
    Product(64, 3136, 64), Product(256, 784, 128), linear(64, 512, 10), linear(64, 784, 512),
]
ROWS += [Product(n, n, n, dtype="bfloat16") for n in (128, 256, 512, 1024, 2048)]
ROWS += [Product(n, n, n, turned="b", dtype="bfloat16") for n in (512, 1024)]
ROWS += [Product(n, n, n, dtype="float16") for n in (128, 512)]  # PyTorch takes a second for 1024 without AVX512-FP16


# --- one side, in a process of its own ----------------------------------------------------------------------------------

def our_call(product):
    import mindspore
    import numpy as np
    from mindspore import Tensor, ops
    dtype = getattr(mindspore, product.dtype)

    def operand(rows, columns, is_turned):
        shape = (columns, rows) if is_turned else (rows, columns)
        numbers = np.random.rand(*(shape if product.batch == 1 else (product.batch, *shape)))
        return Tensor(numbers.astype(np.float32)).astype(dtype)
    a = operand(product.rows, product.depth, "a" in product.turned)
    b = operand(product.depth, product.columns, "b" in product.turned)
    if product.kind != "matmul":
        bias = Tensor(np.random.rand(product.columns).astype(np.float32))
        dense = lambda: ops.dense(a, b, bias)
        return dense if product.kind == "linear" else lambda: ops.gelu(dense())
    primitive = ops.MatMul if product.batch == 1 else ops.BatchMatMul
    multiply = primitive("a" in product.turned, "b" in product.turned)
    return lambda: multiply(a, b)


def torch_call(product):
    import torch

    def operand(rows, columns, is_turned):
        shape = (columns, rows) if is_turned else (rows, columns)
        matrix = torch.rand(*(shape if product.batch == 1 else (product.batch, *shape))).to(getattr(torch, product.dtype))
        return matrix.transpose(-1, -2) if is_turned else matrix
    a = operand(product.rows, product.depth, "a" in product.turned)
    b = operand(product.depth, product.columns, "b" in product.turned)
    if product.kind != "matmul":
        weight, bias, linear_of = b.transpose(0, 1), torch.rand(product.columns), torch.nn.functional.linear
        if product.kind == "linear":
            return lambda: linear_of(a, weight, bias)
        return lambda: torch.nn.functional.gelu(linear_of(a, weight, bias))
    return lambda: torch.matmul(a, b)


def onednn_call(product):
    """Its product of row-major matrices, and nothing else: batches and dense layers are primitives with a set-up."""
    import ctypes
    import numpy as np
    if product.batch > 1 or product.kind != "matmul" or product.dtype != "float32":
        raise NotImplementedError("plain products only")
    sgemm = ctypes.CDLL(ONEDNN_LIBRARY).dnnl_sgemm
    size, one, zero = ctypes.c_int64, ctypes.c_float(1), ctypes.c_float(0)
    a, b, c = (np.random.rand(n).astype(np.float32) for n in
               (product.rows * product.depth, product.depth * product.columns, product.rows * product.columns))
    lines = (product.rows if "a" in product.turned else product.depth,
             product.depth if "b" in product.turned else product.columns)
    letters = [ctypes.c_char(b"T" if letter in product.turned else b"N") for letter in "ab"]
    address = lambda array: array.ctypes.data_as(ctypes.c_void_p)
    sizes = [size(n) for n in (product.rows, product.columns, product.depth)]
    given = [*letters, *sizes, one, address(a), size(lines[0]), address(b), size(lines[1]), zero, address(c),
             size(product.columns)]

    def multiply(_keep=(a, b, c)):
        sgemm(*given)
    return multiply


SIDES = {"ours": our_call, "torch": torch_call, "onednn": onednn_call}


def serve(side, threads):
    """Answers lines {"row": i} with the seconds of a call."""
    if side == "torch":
        import torch
        torch.set_num_threads(threads)
        torch.set_grad_enabled(False)
    print(json.dumps("ready"), flush=True)
    row, call, count = None, None, 1
    for line in sys.stdin:
        asked = json.loads(line)
        try:
            if asked["row"] != row:
                row, call, count = asked["row"], SIDES[side](ROWS[asked["row"]]), 1
                call()
            count = enough_calls(call, count)
            print(json.dumps(min(timed(call, count) for _ in range(BLOCKS))), flush=True)
        except Exception as failure:  # what a side cannot do is a hole in the table
            print(json.dumps(str(failure)), flush=True)


def timed(call, count):
    start = time.perf_counter()
    for _ in range(count):
        call()
    return (time.perf_counter() - start) / count


def enough_calls(call, count):
    """So many that they take a block; the first calls also wake the side's threads."""
    while (spent := timed(call, count) * count) < BLOCK_SECONDS:
        count = max(count + 1, min(count * 8, int(count * BLOCK_SECONDS / max(spent, 1e-9)) + 1))
    return count


# --- all sides by turns -------------------------------------------------------------------------------------------------

class Side:
    """A process that measures when it is asked."""

    def __init__(self, name, python, given):
        environment = dict(os.environ, JITSCOPE_THREADS=str(given.threads), OMP_NUM_THREADS=str(given.threads))
        if name == "ours":
            environment["PYTHONPATH"] = str(given.package)
        if given.isa == "avx2":
            environment |= {"JITSCOPE_ISA": "avx2", "MKL_ENABLE_INSTRUCTIONS": "AVX2", "DNNL_MAX_CPU_ISA": "AVX2",
                            "ONEDNN_MAX_CPU_ISA": "AVX2", "ATEN_CPU_CAPABILITY": "avx2"}
        command = [python, str(HERE / "products.py"), "--serve", name, "--threads", str(given.threads)]
        self.name = name
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment)
        if not self.process.stdout.readline():
            raise SystemExit(f"{name} in {python} did not start")

    def seconds(self, row):
        """Of a call, or None where this side has no such product."""
        self.process.stdin.write(json.dumps({"row": row}) + "\n")
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline())
        return None if isinstance(answer, str) else answer


def sides(given):
    found = [Side("ours", sys.executable, given)]
    for name, python, probe in (("torch", given.python, "import torch"),
                                ("onednn", sys.executable, f"import ctypes, numpy; ctypes.CDLL('{ONEDNN_LIBRARY}')")):
        if python and subprocess.run([python, "-c", probe], capture_output=True, check=False, cwd="/").returncode == 0:
            found.append(Side(name, python, given))
    return found


def line_of(row, measured):
    """GFLOP/s of each side; the ratios of the others with the middle half of their rounds."""
    cells = [ROWS[row].name]
    for name, rounds in measured.items():
        rate = ROWS[row].flops / statistics.median(rounds) * 1e-9 if None not in rounds else None
        cells.append("-" if rate is None else f"{rate:.0f}" if rate >= 100 else f"{rate:.1f}")
        if name == "ours":
            continue
        if rate is None:
            cells.append("-")
            continue
        low, middle, high = statistics.quantiles([t / o for t, o in zip(rounds, measured["ours"])], n=4)
        cells.append(f"{middle:.2f} ({low:.2f}..{high:.2f})")
    return cells


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--python", help="the Python with torch")
    parser.add_argument("--package", default=DEFAULT_PACKAGE, type=pathlib.Path, help="the folder with our package")
    parser.add_argument("--isa", choices=["best", "avx2"], default="best", help="what all sides are held to")
    parser.add_argument("--filter", default="", help="only rows whose name has this regular expression")
    parser.add_argument("--rounds", default=9, type=int)
    parser.add_argument("--threads", default=2, type=int)
    parser.add_argument("--serve", choices=SIDES, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.serve:
        return serve(given.serve, given.threads)
    taking_part = sides(given)
    head = ["product, GFLOP/s"] + [cell for side in taking_part
                                   for cell in ([side.name] if side.name == "ours" else [side.name, "theirs / ours"])]
    print("| " + " | ".join(head) + " |\n|" + "---|" * len(head))
    for row, product in enumerate(ROWS):
        if not re.search(given.filter, product.name):
            continue
        measured = {side.name: [] for side in taking_part}
        for _ in range(given.rounds):
            for side in taking_part:
                measured[side.name].append(side.seconds(row))
        print("| " + " | ".join(line_of(row, measured)) + " |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
