# SPDX-License-Identifier: Apache-2.0
"""Random programs of operators, branches, loops and calls: the same result eagerly and as graphs, in every capture mode,
at both levels, and after every single pass.

usage: fuzz_programs.py [SEED] [COUNT]; prints "done" or what differed with the program's source."""
import importlib.util
import io
import contextlib
import os
import random
import sys
import tempfile

import numpy as np

import _jitscope
import mindspore as ms
from mindspore import Tensor

SEED = int(sys.argv[1]) if len(sys.argv) > 1 else 1
COUNT = int(sys.argv[2]) if len(sys.argv) > 2 else 50
TOLERANCE = 1e-3
MODES = [tuple(mode.split(":")) for mode in os.environ.get(
    "JITSCOPE_MODES", "ast:O0,ast:O1,bytecode:O0,bytecode:O1,trace:O0,trace:O1").split(",")]
if sys.version_info[:2] != (3, 11):  # whose instructions bytecode capture reads
    MODES = [mode for mode in MODES if mode[0] != "bytecode"]

UNARY = ["ops.tanh({0})", "ops.sigmoid({0})", "ops.abs({0})", "ops.relu({0})", "-{0}", "ops.exp(ops.tanh({0}))",
         "ops.sqrt(ops.abs({0}) + 0.5)", "ops.square(ops.tanh({0}))", "ops.sin({0})", "ops.gelu({0})",
         "0.5 * {0} + 0.25", "{0} * 1.0", "{0} + 0", "ops.cast({0}, ms.float32)", "ops.silu({0})",
         "ops.softmax({0}, -1) * 3.0", "ops.clamp({0}, -1.0, 1.0)"]
BINARY = ["{0} + {1}", "{0} - {1}", "ops.tanh({0}) * {1}", "ops.maximum({0}, {1})", "ops.minimum({0}, {1})",
          "{0} / (ops.abs({1}) + 1.0)", "ops.select({0} > {1}, {0}, {1})", "ops.where({1} < 0.0, {0}, {1})"]
# What gives another shape: the shape it takes, the shape it gives, the expression.
SHAPES = ["(4, 6)", "(6,)", "(4, 1)", "()"]
MOVING = [("(4, 6)", "(4, 1)", "ops.mean({0}, 1, True)"), ("(4, 6)", "(6,)", "ops.sum({0}, 0) * 0.25"),
          ("(4, 6)", "(4, 1)", "{0}.max(1, keepdims=True)"), ("(4, 6)", "()", "{0}.mean()"),
          ("(6,)", "()", "{0}.sum() * 0.1"), ("(4, 1)", "()", "{0}.max()"),
          ("(4, 6)", "(4, 6)", "ops.tanh(ops.matmul({0}, w))"), ("(4, 6)", "(4, 6)", "{0}.reshape(6, 4).swapaxes(0, 1)"),
          ("(4, 6)", "(6,)", "{0}[1]"), ("(4, 6)", "(4, 1)", "{0}[:, 2:3]"), ("(6,)", "(4, 6)", "{0}.broadcast_to((4, 6))"),
          ("(4, 1)", "(4, 6)", "{0}.broadcast_to((4, 6))"), ("()", "(6,)", "{0} + c"), ("(6,)", "(4, 6)", "{0} + b"),
          ("(4, 6)", "(4, 6)", "ops.cat(({0}[2:], {0}[:2]), 0)"), ("(4, 6)", "(4, 6)", "ops.stack([{0}[0], {0}[1], {0}[2], {0}[3]])")]


class Writer:
    """Writes one function; knows the shape of each variable."""

    def __init__(self, rng):
        self.rng = rng
        self.lines = []
        self.depth = 1
        self.shapes = {"a": "(4, 6)", "b": "(4, 6)", "c": "(6,)", "d": "(4, 1)", "s": "()"}
        self.fresh = 0
        self.loops = 0     # loops around: programs must end soon
        self.budget = rng.randrange(6, 22)

    def line(self, text):
        self.lines.append("    " * self.depth + text)

    def of(self, shape):
        """A variable of that shape."""
        return self.rng.choice([name for name, has in self.shapes.items() if has == shape])

    def expression(self, shape):
        rng, kind = self.rng, self.rng.random()
        if kind < 0.3:
            return rng.choice(UNARY if shape != "()" else UNARY[:-2]).format(self.of(shape))
        if kind < 0.65:
            other = self.of(rng.choice([shape, "()"] if shape != "(4, 6)" else SHAPES))
            return rng.choice(BINARY[:6] if shape == "()" else BINARY).format(self.of(shape), other) \
                if shape == "(4, 6)" or self.shapes[other] in (shape, "()") else self.of(shape)
        moves = [move for move in MOVING if move[1] == shape]
        if moves and kind < 0.9:
            takes, _, text = rng.choice(moves)
            return text.format(self.of(takes))
        return f"helper({self.of(shape)}, {rng.choice([0, 1, 2])})"

    def condition(self):
        rng = self.rng
        name = self.of(rng.choice(SHAPES))
        value = name if self.shapes[name] == "()" else f"{name}.{rng.choice(['mean', 'max', 'min'])}()"
        text = f"{value} {rng.choice(['>', '<', '>=', '<='])} {rng.choice([-0.31, 0.07, 0.43, 1.13])}"
        if rng.random() < 0.2:
            text += f" {rng.choice(['and', 'or'])} {self.of('()')} {rng.choice(['>', '<'])} 0.21"
        return f"not ({text})" if rng.random() < 0.1 else text

    def assignment(self, names=None):
        """Gives a variable a new value of the same shape, or makes a new one."""
        if names or self.rng.random() < 0.6:
            name = self.rng.choice(names or list(self.shapes))
            self.line(f"{name} = {self.expression(self.shapes[name])}")
            return
        shape = self.rng.choice(SHAPES)
        value = self.expression(shape)
        self.fresh += 1
        self.shapes[f"v{self.fresh}"] = shape
        self.line(f"v{self.fresh} = {value}")

    def block(self, statements):
        """Statements that bring no new names to those behind them."""
        self.depth += 1
        before = dict(self.shapes)
        for _ in range(statements):
            self.statement()
        if self.lines[-1].endswith(":"):
            self.line("pass")
        self.shapes = before
        self.depth -= 1

    def statement(self):
        self.budget -= 1
        kind = self.rng.random()
        if self.budget < 0 or self.depth > 3 or kind < 0.55:
            self.assignment()
        elif kind < 0.72:
            self.branch()
        elif kind < 0.82:
            self.counted()
        elif kind < 0.9 and self.loops < 2:
            self.loop()
        elif kind < 0.94:
            self.containers()
        else:
            self.line(f"{self.of('(4, 6)')} += {self.of('(4, 6)')} * 0.5" if self.rng.random() < 0.5
                      else f"s, s_other = {self.of('()')}, {self.of('()')}")

    def branch(self):
        self.line(f"if {self.condition()}:")
        self.block(self.rng.randrange(1, 3))
        if self.rng.random() < 0.25:
            self.line(f"elif {self.condition()}:")
            self.block(1)
        if self.rng.random() < 0.6:
            self.line("else:")
            self.block(self.rng.randrange(1, 3))
        elif self.rng.random() < 0.1 and self.loops == 0:
            self.line(f"if {self.condition()}:")
            self.line(f"    return {self.results()}")

    def counted(self):
        """A loop over constants, which graphs unroll."""
        self.fresh += 1
        index = f"i{self.fresh}"
        self.line(f"for {index} in range({self.rng.randrange(1, 4)}):")
        self.depth += 1
        self.assignment(list(self.shapes))
        if self.rng.random() < 0.5:
            self.line(f"s = s + {index} * 0.125")
        self.depth -= 1

    def loop(self):
        """A loop with a condition on a tensor; it counts its rounds, so it ends."""
        self.fresh += 1
        count, rounds = f"n{self.fresh}", self.rng.randrange(1, 5)
        self.loops += 1
        kind = self.rng.random()
        if kind < 0.5:
            self.line(f"{count} = ops.zeros((), ms.float32)")
            self.line(f"while {count} < {rounds}:")
        else:
            self.line(f"{count} = 0")
            self.line(f"while {count} < {rounds} and {self.of('()')} < 50.0:")
        self.depth += 1
        self.line(f"{count} = {count} + 1")
        self.depth -= 1
        self.block(self.rng.randrange(1, 3))
        self.depth += 1
        if self.rng.random() < 0.3:
            self.line(f"if {self.condition()}:")
            self.line("    " + self.rng.choice(["break", "continue"]))
        self.line(f"s = s + ops.tanh({self.of('()')}) * 0.5")
        self.depth -= 1
        self.loops -= 1

    def containers(self):
        self.fresh += 1
        name = f"l{self.fresh}"
        self.line(f"{name} = [{self.of('(4, 6)')}, {self.of('(4, 6)')}]")
        self.line(f"{name}.append({self.expression('(4, 6)')})")
        self.line(f"a = {name}[{self.rng.choice([0, 1, 2, -1])}] + {{'k': {self.of('(6,)')}}}['k']")

    def results(self):
        return f"a, {self.of('(6,)')}, {self.of('(4, 1)')}, s"

    def function(self, name):
        while self.budget > 0:
            self.statement()
        self.line(f"return {self.results()}")
        return f"def {name}(a, b, c, d, s):\n" + "\n".join(self.lines) + "\n"


PREAMBLE = '''
import numpy as np
import mindspore as ms
from mindspore import Tensor, ops

w = Tensor(np.linspace(-0.5, 0.5, 36).reshape(6, 6).astype(np.float32))


def helper(x, kind):
    if kind == 0:
        return ops.tanh(x)
    return x * 0.5 if kind == 1 else x + 1.0


'''


def load(text, folder, number):
    """The functions of a module with that text; graphs need a file to read their source from."""
    path = os.path.join(folder, f"programs{number}.py")
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    spec = importlib.util.spec_from_file_location(f"programs{number}", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def arguments(rng):
    def numbers(*shape):
        return Tensor(np.array([rng.uniform(-2, 2) for _ in range(int(np.prod(shape)))], np.float32).reshape(shape))
    return numbers(4, 6), numbers(4, 6), numbers(6), numbers(4, 1), numbers()


def difference(expected, actual):
    for place, (right, given) in enumerate(zip(expected, actual, strict=True)):
        right, given = np.asarray(right.asnumpy(), np.float64), np.asarray(given.asnumpy(), np.float64)
        if right.shape != given.shape:
            return f"result {place}: shape {given.shape} instead of {right.shape}"
        if not np.allclose(right, given, TOLERANCE, TOLERANCE * max(1.0, np.max(np.abs(right), initial=0.0)),
                           equal_nan=True):
            return f"result {place}: {given} instead of {right}"
    return ""


def fault(function, args):
    """What is wrong with the graphs of one program, or ""."""
    expected = function(*args)
    for mode, level in MODES:
        _jitscope.take_bisect_findings()
        _jitscope.set_bisecting(TOLERANCE if mode == "ast" else 0.0)
        graph = ms.jit(function, capture_mode=mode, jit_level=level)
        try:
            # A trace is right for the way that its first call took.
            for given in (args, args):
                off = difference(expected, graph(*given))
                if off:
                    return f"{mode} {level}: {off}"
        except Exception as failure:  # a program that runs eagerly must run as a graph
            return f"{mode} {level}: {type(failure).__name__}: {failure}"
        finally:
            _jitscope.set_bisecting(0.0)
        findings = _jitscope.take_bisect_findings()
        if findings:
            return f"{mode} {level}: {findings[0]}"
    return ""


def main():
    faults = 0
    with tempfile.TemporaryDirectory() as folder:
        for number in range(COUNT):
            rng = random.Random(SEED * 1_000_003 + number)
            text = PREAMBLE + Writer(rng).function("program")
            with contextlib.redirect_stderr(io.StringIO()):
                off = fault(load(text, folder, number).program, arguments(rng))
            if off:
                faults += 1
                print(f"seed {SEED} program {number}: {off}\n{text[len(PREAMBLE):]}")
                if faults == 3:
                    return
    if not faults:
        print("done")


if __name__ == "__main__":
    main()
