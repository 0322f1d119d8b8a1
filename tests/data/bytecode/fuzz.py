# SPDX-License-Identifier: Apache-2.0
"""Random functions of tensors, numbers, containers, closures, prints, try blocks and objects with attributes, called
several times: results, prints, failures and changed arguments must be those of plain Python.
Usage: fuzz.py [SEED] [COUNT]; prints "done" or what differed with the function's source."""
import contextlib
import importlib.util
import io
import os
import random
import sys
import tempfile
import traceback

import numpy as np

import mindspore as ms
from mindspore import Tensor

SEED = int(sys.argv[1]) if len(sys.argv) > 1 else 1
COUNT = int(sys.argv[2]) if len(sys.argv) > 2 else 25
HEAD = '''import mindspore as ms
from mindspore import Tensor, ops
shared = {"calls": 0}


class Box:
    def __init__(self, value):
        self.value, self.count, self.seen = value, 0, []

    @property
    def twice(self):
        return self.value * 2

    def step(self, a):
        self.count += 1
        self.value = a + self.count
        return self.value


def helper(a, n=2, *rest):
    if n > 3:
        print("helper", n)
    return a * n + len(rest)


def pairs(n):
    for i in range(n):
        yield i, i * 2


'''
TENSORS = ["{0} + {1}", "{0} * 0.5", "ops.tanh({0})", "{0} - {1} * 2", "helper({0})", "helper({0}, n)",
           "helper({0}, n, 1, 2)",
           "box.twice + {0}", "box.step({0})", "(lambda q, k=n: q + k)({0})", "items[0] + {0}",
           "sum(t * 2 for t in items[:2])",
           "[t + 1 for t in items][-1]", "names['t'] + {0}", "{0} if n > 2 else {1}", "ops.relu({0}) / (abs(n) + 1)",
           "add({0})", "max(items, key=lambda t: 0) + {0}", "{0}[:2].sum() + {1}", "Tensor({0}.asnumpy() + 1)",
           "float({0}.sum() * 0 + 1) * {1}", "({0} > 0).astype(ms.float32) + {1}",
           "{0}.view(3)", "{0} * 1", "{0}[1:].sum() + {1}"]
NUMBERS = ["n + 1", "len(items)", "n * 2 % 5", "names.get('k', 4)", "box.count", "shared['calls'] % 3",
           "sum(i * j for i, j in pairs(3))",
           "{0}.shape[0]", "total % 7", "int(ops.sum({0}) > 0)", "min(n, 3)", "sorted([n, 1, 2])[1]"]
STATEMENTS = ["print('here', n)", "items.append({0})", "items[0] = {0}", "names['t'] = {0}", "names['k'] = n",
              "box.value = {0}",
              "box.seen.append(n)", "shared['calls'] = shared['calls'] + 1", "total += n", "del items[1:]",
              "items += [{0}]",
              "first, *others = [*items, {0}]", "names.update(k=n, m=n)", "box.count = n", "assert n < 9, 'too large'",
              "print(f'{{n:>3}}', len(names))", "add = (lambda k: lambda q: q + k)(n)",
              "{0}.add_(1)", "{0}[0] = 2.5", "items[-1].mul_(0.5)"]
BLOCKS = ["if n > 2:", "if {0}.sum() > 0:", "for i in range(n % 4):", "for t in list(items):", "while total < 6:",
          "for k, (i, j) in enumerate(zip([1, 2], (3, 4))):", "try:", "for key, value in list(names.items()):"]


class Writer:
    def __init__(self, rng):
        self.rng, self.lines, self.tensors = rng, [], ["a", "b"]
        self.depth, self.loops, self.budget, self.fresh = 1, 0, rng.randrange(4, 18), 0

    def line(self, text):
        self.lines.append("    " * self.depth + text)

    def filled(self, choices):
        return self.rng.choice(choices).format(self.rng.choice(self.tensors), self.rng.choice(self.tensors))

    def statement(self):
        self.budget -= 1
        kind = self.rng.random()
        if kind < 0.4:
            self.fresh += 1
            self.line(f"v{self.fresh} = {self.filled(TENSORS)}")
            self.tensors.append(f"v{self.fresh}")
        elif kind < 0.5:
            self.line(f"n = {self.filled(NUMBERS)}")
        elif kind < 0.8 or self.depth > 3:
            self.line(self.filled(STATEMENTS))
        else:
            self.block()

    def block(self):
        head = self.filled(BLOCKS)
        if head.startswith(("for", "while")) and self.loops:
            return
        known = list(self.tensors)
        self.line(head)
        self.depth += 1
        self.loops += head.startswith(("for", "while"))
        self.line("total += 1")
        for _ in range(self.rng.randrange(1, 4)):
            self.statement()
        if self.loops and self.rng.random() < 0.3:
            self.line(self.rng.choice(["break", "continue", f"return {self.rng.choice(known)}, n"]))
        self.loops -= head.startswith(("for", "while"))
        self.depth -= 1
        self.tensors = known
        if head == "try:":
            self.line("except (AssertionError, IndexError, KeyError) as failure:")
            self.line("    print('caught', type(failure).__name__)")

    def function(self):
        for text in ("add = lambda q: q - 1", "total = 0"):
            self.line(text)
        while self.budget > 0:
            self.statement()
        if self.rng.random() < 0.4:
            self.line("def last(q):")
            self.line("    nonlocal total")
            self.line("    total = total + 1")
            self.line(f"    return q + total + {self.rng.choice(self.tensors)}")
            self.line("print('before last', total)")
            self.line("a = last(last(a))")
        self.line(f"return {', '.join(self.tensors[-3:])}, n, total, items, names")
        return "def program(a, b, n, items, names, box):\n" + "\n".join(self.lines) + "\n"


def plain(value):
    if isinstance(value, Tensor):
        return str(value.dtype), value.shape, np.round(value.asnumpy().astype(np.float64), 2).tolist()
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    if type(value).__name__ == "Box":
        return plain(vars(value))
    return value


def arguments(module, rng):
    numbers = np.random.default_rng(rng.randrange(1000))

    def tensor():
        return Tensor(numbers.normal(size=(3,)).astype(np.float32))
    return [tensor(), tensor(), rng.randrange(1, 5), [tensor() for _ in range(rng.randrange(2, 4))], {"t": tensor()},
            module.Box(tensor())]


def outcome(module, function, args):
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        try:
            result = plain(function(*args))
        except Exception as failure:
            places = traceback.extract_tb(failure.__traceback__)
            lines = [place.lineno for place in places if place.filename == module.__file__]
            result = f"{type(failure).__name__}: {str(failure).splitlines()[:1]} in lines {lines}"
    return result, printed.getvalue(), plain(args), dict(module.shared)


def module_of(text, folder, name):
    path = os.path.join(folder, name + ".py")
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def check(seed, folder):
    rng = random.Random(seed)
    text = HEAD + Writer(rng).function()
    calls = [rng.randrange(1 << 30) for _ in range(3)]
    calls = [*calls, calls[0], calls[1]]
    outcomes = []
    for level in ("", "O0", "O1"):
        module = module_of(text, folder, f"program_{seed}_{level}")
        run = ms.jit(module.program, capture_mode="bytecode", jit_level=level) if level else module.program
        # A box lives through all calls, as a layer does.
        box = module.Box(Tensor(np.ones(3, np.float32)))
        outcomes.append([outcome(module, run, [*arguments(module, random.Random(call))[:5], box]) for call in calls])
    for level, found in zip(("O0", "O1"), outcomes[1:]):
        for index, (one, other) in enumerate(zip(outcomes[0], found)):
            if one != other:
                print(f"seed {seed} at {level}, call {index}:\n{other}\ninstead of\n{one}\n{text[len(HEAD):]}")
                return False
    return True


def main():
    with tempfile.TemporaryDirectory() as folder:
        good = [check(seed, folder) for seed in range(SEED * 1000, SEED * 1000 + COUNT)]
    print("done" if all(good) else f"{good.count(False)} of {len(good)} differ")


main()
