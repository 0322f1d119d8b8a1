# SPDX-License-Identifier: Apache-2.0
"""One side of the comparison of models: builds them with the mindspore package of this Python and writes down what they
give.

    modelrunner.py FOLDER RESULTS [--write] [--formers] NAME...

The models are those of mindcv in models.txt; with --formers, those of mindformers in formers.txt. FOLDER: where the checkpoints are, one for each model; with --write, they are written there, else they are read. RESULTS: one
JSON object a line, {"name", "step", "seconds", ...}; also what becomes of gradients and of losses where inputs and weights are
moved by a unit in their last place. What the results have of a model already, if it was ended early, is not carried out again.
mindcv and mindformers are imported from PYTHONPATH. Each model runs in a process of its own."""
import collections
import importlib
import json
import os
import resource
import sys
import tempfile
import time

os.environ.setdefault("GLOG_v", "4")
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import numpy as np

SECONDS = 1200  # of the processor's time, for each model: a machine with other work takes longer
MOVED = 2.0 ** -23  # a unit in the last place of Float32: what rounding alone does is seen by values that are moved by it
MOVES = 2  # so many times
SAMPLES = 50  # of each parameter's gradient
CLASSES = 10
TRAINING_STEPS = 3
LEARNING_RATE = 0.01


def rows(kind):
    """{name: the other columns of its row} of a list, "models" or "formers"."""
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), f"{kind}.txt"), encoding="utf-8") as file:
        lines = [line.strip() for line in file if line.strip() and not line.startswith("#")]
    return {name: columns for name, *columns in ([part.strip() for part in line.split(" | ")] for line in lines)}


def told(array):
    """What is compared of an array: its shape, its norm and some of its elements."""
    flat = np.asarray(array, np.float64).reshape(-1)
    at = np.unique(np.linspace(0, flat.size - 1, SAMPLES).astype(int)) if flat.size else []
    return {"shape": list(np.shape(array)), "norm": repr(float(np.linalg.norm(flat))),
            "largest": repr(float(np.abs(flat).max(initial=0))), "items": [repr(float(flat[i])) for i in at]}


class Subject:
    """A model with its inputs; steps are methods that return what is compared. A subclass says how the model is built, what
    goes into it and what its loss is."""

    def __init__(self, name, folder, writes):
        import mindspore as ms
        self._ms = ms
        self._move = 0
        self._checkpoint = os.path.join(folder, f"{name.replace(':', '_')}.ckpt")
        ms.set_seed(1)
        self.net = self._built(name)
        if writes and not os.path.exists(self._checkpoint):
            ms.save_checkpoint(self.net, self._checkpoint)
        for cell in self.net.cells():
            self._without_chance(cell)

    def _built(self, name):
        raise NotImplementedError

    def _arrays(self, is_training):
        """What goes into the model, or into the cell of its loss."""
        raise NotImplementedError

    def _losing(self, net):
        """A cell of those inputs whose result is the loss."""
        raise NotImplementedError

    def _without_chance(self, cell):
        """Dropout draws other numbers in each package."""
        for _, part in cell.cells_and_names():
            if isinstance(part, self._ms.nn.Dropout):
                part.p, part.keep_prob = 0.0, 1.0
            elif type(part).__name__ in ("DropPath", "DropConnect"):
                part.keep_prob = 1.0

    def moved(self, step, move):
        """The step with inputs and weights that are a little others, in another way for each move."""
        self._move = move
        try:
            return getattr(self, step)()
        finally:
            self._move = 0

    def _a_little_other(self, array, random):
        if not self._move or array.dtype != np.float32:
            return array
        return (array * (1 + MOVED * random.standard_normal(array.shape))).astype(np.float32)

    def _inputs(self, is_training):
        random = np.random.RandomState(self._move)
        return [self._ms.Tensor(self._a_little_other(array, random)) for array in self._arrays(is_training)]

    def _loaded(self, is_training):
        ms = self._ms
        weights, random = ms.load_checkpoint(self._checkpoint), np.random.RandomState(self._move)
        for value in weights.values() if self._move else ():
            value.set_data(ms.Tensor(self._a_little_other(value.asnumpy(), random)))
        left_over = ms.load_param_into_net(self.net, weights, strict_load=True)
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
        return self._answer()

    def graph(self):
        self._ms.set_context(mode=self._ms.GRAPH_MODE)
        return self._answer()

    def _answer(self):
        return self._parts(self._loaded(False)(*self._inputs(False)))

    def _parts(self, value):
        if isinstance(value, (tuple, list)):
            return [part for item in value for part in self._parts(item)]
        return [] if value is None else [told(value.asnumpy())]

    def gradient(self):
        ms = self._ms
        ms.set_context(mode=ms.PYNATIVE_MODE)
        net = self._loaded(True)
        loss, weights = self._losing(net), net.trainable_params()
        loss.set_train()
        value, gradients = ms.value_and_grad(loss, None, weights)(*self._inputs(True))
        return [told(value.asnumpy()), *(told(gradient.asnumpy()) for gradient in gradients)]

    def training(self):
        """Moved values take the way without a graph, which gives the same but for rounding and needs no second compilation."""
        ms = self._ms
        ms.set_context(mode=ms.PYNATIVE_MODE if self._move else ms.GRAPH_MODE)
        net = self._loaded(True)
        optimizer = ms.nn.Momentum(net.trainable_params(), LEARNING_RATE, 0.9)
        step = ms.nn.TrainOneStepCell(self._losing(net), optimizer)
        step.set_train()
        return [told(step(*self._inputs(True)).asnumpy()) for _ in range(TRAINING_STEPS)]


class Classifier(Subject):
    """A model of mindcv: images in, logits out."""

    def _built(self, name):
        source, shape = rows("models")[name]
        self._shape = tuple(map(int, shape.split()))
        return eval(source, vars(importlib.import_module(f"mindcv.models.{name.split(':')[0]}")))

    def _arrays(self, is_training):
        images = np.random.RandomState(2).standard_normal(self._shape).astype(np.float32)
        return (images, np.arange(self._shape[0], dtype=np.int32) % CLASSES)[:2 if is_training else 1]

    def _losing(self, net):
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
        return nn.WithLossCell(net, Loss())


def ids(*shape, below=50, seed=1):
    """Numbers of words."""
    return np.random.RandomState(seed).randint(1, below, shape).astype(np.int32)


def image(*shape):
    return np.random.RandomState(2).standard_normal(shape).astype(np.float32)


class Former(Subject):
    """A model of mindformers, whose result in a training is its loss."""

    SPACE = {"np": np, "ids": ids, "image": image,
             "float32": dict.fromkeys(("param_init_type", "compute_dtype", "layernorm_compute_type", "softmax_compute_type"),
                                      "float32")}

    def _built(self, name):
        import mindformers  # takes several seconds, and sets logging up
        source, self._of_training, *further = rows("formers")[name]
        self._of_evaluation = further[0] if further else self._of_training
        module = importlib.import_module(f"{mindformers.__name__}.models.{name.split(':')[0]}")
        return eval(source, {**self.SPACE, **vars(module)})

    def _arrays(self, is_training):
        given = eval(self._of_training if is_training else self._of_evaluation, dict(self.SPACE))
        return given if isinstance(given, tuple) else (given,)

    def _answer(self):
        """The loss, where no inputs of an evaluation are named."""
        is_training = self._of_evaluation is self._of_training
        return self._parts(self._loaded(is_training)(*self._inputs(is_training)))

    def _losing(self, net):
        class Loss(self._ms.nn.Cell):
            """The first result of the model as a number."""

            def __init__(self):
                super().__init__(auto_prefix=False)
                self.net = net

            def construct(self, *inputs):
                result = self.net(*inputs)
                if isinstance(result, (tuple, list)):
                    result = result[0]
                return result.sum()
        return Loss()


STEPS = ("names", "checkpoint", "forward", "gradient", "graph", "training")
LEARNING = ("gradient", "training")  # those that make much of rounding


def attempt(action):
    start = time.perf_counter()
    try:
        return {"parts": action(), "seconds": round(time.perf_counter() - start, 3)}
    except Exception as problem:  # whatever a model meets is a result
        lines = [line for line in str(problem).splitlines() if line.strip() and not line.startswith("---")]
        if os.environ.get("JITSCOPE_TRACEBACKS"):
            import traceback
            traceback.print_exc(file=sys.__stderr__)
        return {"error": type(problem).__name__, "text": lines[0][:300] if lines else ""}


def carry_out(subject, name, folder, writes, done, write):
    os.chdir(tempfile.mkdtemp())  # MindSpore leaves files of failures where it runs
    made = []
    found = attempt(lambda: made.append(subject(name, folder, writes)))
    if "error" in found:
        write({"name": name, "step": "names", **found})
        return

    def one(step, action):
        if step not in done:
            write({"name": name, "step": step, **attempt(action)})
    for step in STEPS:
        for move in range(1, MOVES + 1) if step in LEARNING else ():
            one(f"{step}, moved {move}", lambda: made[0].moved(step, move))
        one(step, getattr(made[0], step))


def steps_of(results_path):
    """{model: its steps that the results have}"""
    found = collections.defaultdict(set)
    if os.path.exists(results_path):
        with open(results_path, encoding="utf-8") as file:
            for item in map(json.loads, file):
                found[item["name"]].add(item["step"])
    return found


def main(arguments):
    writes, subject, kind = "--write" in arguments, Classifier, "models"
    if "--formers" in arguments:
        subject, kind = Former, "formers"
    folder, results_path, *names = [item for item in arguments if item not in ("--write", "--formers")]
    folder = os.path.abspath(folder)
    done = steps_of(results_path)
    with open(results_path, "a", encoding="utf-8") as results:
        def write(item):
            results.write(json.dumps(item) + "\n")
            results.flush()
        for name in names or rows(kind):
            child = os.fork()
            if child:
                os.waitpid(child, 0)
                write({"name": name, "step": "end"})
                continue
            try:
                resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
                carry_out(subject, name, folder, writes, done[name], write)
            finally:
                os._exit(0)


if __name__ == "__main__":
    main(sys.argv[1:])
