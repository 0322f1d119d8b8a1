# SPDX-License-Identifier: Apache-2.0
"""One side of the comparison of models: builds them with the mindspore package of this Python and writes down what they
give.

    modelrunner.py FOLDER RESULTS [--write] NAME...

FOLDER: where the checkpoints are, one for each model; with --write, they are written there, else they are read. RESULTS: one
JSON object a line, {"name", "step", ...}; with --write also what inputs that are moved a little make of gradients and of
losses. mindcv is imported from PYTHONPATH. Each model runs in a process of its own."""
import importlib
import json
import os
import signal
import sys
import tempfile

os.environ.setdefault("GLOG_v", "4")
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import numpy as np

SECONDS = 600
MOVED = 1e-6  # how far inputs are moved, as a part of each, to see what rounding alone does
SAMPLES = 50  # of each parameter's gradient
CLASSES = 10
TRAINING_STEPS = 3


def rows():
    """{name: (source of the model, shape of its input)}"""
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "models.txt"), encoding="utf-8") as file:
        lines = [line.strip() for line in file if line.strip() and not line.startswith("#")]
    found = {}
    for name, source, shape in (tuple(part.strip() for part in line.split(" | ")) for line in lines):
        found[name] = source, tuple(map(int, shape.split()))
    return found


def told(array):
    """What is compared of an array: its shape, its norm and some of its elements."""
    flat = np.asarray(array, np.float64).reshape(-1)
    at = np.unique(np.linspace(0, flat.size - 1, SAMPLES).astype(int)) if flat.size else []
    return {"shape": list(np.shape(array)), "norm": repr(float(np.linalg.norm(flat))),
            "largest": repr(float(np.abs(flat).max(initial=0))), "items": [repr(float(flat[i])) for i in at]}


class Subject:
    """A model with its input; steps are methods that return what is compared."""

    def __init__(self, name, folder, writes):
        import mindspore as ms
        self._ms = ms
        self._moved = 0.0
        self._source, self._shape = rows()[name]
        self._checkpoint = os.path.join(folder, f"{name}.ckpt")
        ms.set_seed(1)
        self._module = importlib.import_module(f"mindcv.models.{name.split(':')[0]}")
        self.net = eval(self._source, vars(self._module))
        if writes:
            ms.save_checkpoint(self.net, self._checkpoint)
        for cell in self.net.cells():
            self._without_chance(cell)

    def _without_chance(self, cell):
        """Dropout draws other numbers in each package."""
        for _, part in cell.cells_and_names():
            if isinstance(part, self._ms.nn.Dropout):
                part.p, part.keep_prob = 0.0, 1.0
            elif type(part).__name__ in ("DropPath", "DropConnect"):
                part.keep_prob = 1.0

    def moved(self, step):
        """The step with inputs that are a little others."""
        self._moved = MOVED
        try:
            return getattr(self, step)()
        finally:
            self._moved = 0.0

    def _inputs(self):
        random = np.random.RandomState(2)
        images = random.standard_normal(self._shape)
        images = (images * (1 + self._moved * random.standard_normal(self._shape))).astype(np.float32)
        return self._ms.Tensor(images), self._ms.Tensor(np.arange(self._shape[0], dtype=np.int32) % CLASSES)

    def _loaded(self, is_training):
        ms = self._ms
        left_over = ms.load_param_into_net(self.net, ms.load_checkpoint(self._checkpoint), strict_load=True)
        if left_over and any(left_over):
            raise ValueError(f"not loaded: {left_over}")
        self.net.set_train(is_training)
        return self.net

    def names(self):
        return [[name, list(value.shape), str(value.dtype), value.requires_grad]
                for name, value in self.net.parameters_and_names()]

    def checkpoint(self):
        self._loaded(False)
        return [told(value.asnumpy()) for value in self.net.get_parameters()]

    def forward(self):
        self._ms.set_context(mode=self._ms.PYNATIVE_MODE)
        return self._parts(self._loaded(False)(self._inputs()[0]))

    def graph(self):
        self._ms.set_context(mode=self._ms.GRAPH_MODE)
        return self._parts(self._loaded(False)(self._inputs()[0]))

    def _parts(self, value):
        if isinstance(value, (tuple, list)):
            return [part for item in value for part in self._parts(item)]
        return [told(value.asnumpy())]

    def _loss(self):
        nn, ops = self._ms.nn, self._ms.ops

        class Loss(nn.Cell):
            """Cross entropy, of all outputs if there are several."""

            def construct(self, logits, labels):
                if isinstance(logits, (tuple, list)):
                    total = 0.0
                    for part in logits:
                        total = total + ops.cross_entropy(part, labels)
                    return total
                return ops.cross_entropy(logits, labels)
        return Loss()

    def gradient(self):
        ms = self._ms
        ms.set_context(mode=ms.PYNATIVE_MODE)
        net, loss = self._loaded(True), self._loss()
        weights = net.trainable_params()
        value, gradients = ms.value_and_grad(lambda x, y: loss(net(x), y), None, weights)(*self._inputs())
        return [told(value.asnumpy()), *(told(gradient.asnumpy()) for gradient in gradients)]

    def training(self):
        ms = self._ms
        ms.set_context(mode=ms.GRAPH_MODE)
        net = self._loaded(True)
        optimizer = ms.nn.Momentum(net.trainable_params(), 0.01, 0.9)
        step = ms.nn.TrainOneStepCell(ms.nn.WithLossCell(net, self._loss()), optimizer)
        step.set_train()
        return [told(step(*self._inputs()).asnumpy()) for _ in range(TRAINING_STEPS)]


STEPS = ("names", "checkpoint", "forward", "gradient", "graph", "training")
LEARNING = ("gradient", "training")  # those that make much of rounding


def attempt(action):
    try:
        return {"parts": action()}
    except Exception as problem:  # whatever a model meets is a result
        lines = [line for line in str(problem).splitlines() if line.strip() and not line.startswith("---")]
        if os.environ.get("JITSCOPE_TRACEBACKS"):
            import traceback
            traceback.print_exc(file=sys.__stderr__)
        return {"error": type(problem).__name__, "text": lines[0][:300] if lines else ""}


def carry_out(name, folder, writes, write):
    os.chdir(tempfile.mkdtemp())  # MindSpore leaves files of failures where it runs
    made = []
    found = attempt(lambda: made.append(Subject(name, folder, writes)))
    if "error" in found:
        write({"name": name, "step": "names", **found})
        return
    for step in STEPS:
        write({"name": name, "step": step, **attempt(getattr(made[0], step))})
        if writes and step in LEARNING:
            write({"name": name, "step": f"{step}, moved", **attempt(lambda: made[0].moved(step))})


def main(arguments):
    writes = "--write" in arguments
    folder, results_path, *names = [item for item in arguments if item != "--write"]
    folder = os.path.abspath(folder)
    with open(results_path, "a", encoding="utf-8") as results:
        def write(item):
            results.write(json.dumps(item) + "\n")
            results.flush()
        for name in names or rows():
            child = os.fork()
            if child:
                os.waitpid(child, 0)
                write({"name": name, "step": "end"})
                continue
            try:
                signal.alarm(SECONDS)
                carry_out(name, folder, writes, write)
            finally:
                os._exit(0)


if __name__ == "__main__":
    main(sys.argv[1:])
