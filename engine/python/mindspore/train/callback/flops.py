# SPDX-License-Identifier: Apache-2.0
"""FlopsUtilizationCollector: how much of a device's peak the steps of a training or an evaluation use."""
import glob
import math
import os
import re
import time

from mindspore import context
from mindspore.train.callback.callback import Callback
from mindspore.train.checks import check_bool, check_int

_NODE = re.compile(r"^  %\d+\(.*?\) = \S*?(MatMul|BatchMatMul|Conv2D|Conv2DBackpropInput|Conv2DBackpropFilter)\(")
_TENSOR = re.compile(r"Tensor\[\w+\]\]?, \(([\d, ]*)\)")
_FLAGS = re.compile(r"Bool\((\d)\)")


# --- floating point operations of a graph -----------------------------------------------------------------------------

def _sizes(text):
    return [tuple(int(size) for size in found.split(",") if size.strip()) for found in _TENSOR.findall(text)]


def _of_product(kind, inputs, output, arguments):
    """2 * M * N * K for each product of a batch."""
    is_transposed = _FLAGS.findall(arguments)[:1] == ["1"]
    return 2 * math.prod(output) * inputs[0][-2 if is_transposed else -1]


def _of_convolution(kind, inputs, output, arguments):
    """For each place of the smaller image and each pair of channels the elements of a kernel, groups or none."""
    is_filter = kind.endswith("Filter")
    first, second = inputs[:2] if is_filter else (inputs[0], output)
    kernel = output if is_filter else inputs[1]
    places = min(math.prod(image[2:]) for image in (first, second))
    return 2 * first[0] * first[1] * second[1] * places * math.prod(kernel[2:])


def graph_flops(graph):
    """The floating point operations of the products and convolutions of a compiled graph, both ways."""
    import tempfile
    with tempfile.TemporaryDirectory() as folder:
        graph.write_dump(folder, 1, (), 1, 1, 0)
        with open(glob.glob(os.path.join(folder, "*validate*.ir"))[0], encoding="utf-8") as file:
            lines = file.read().splitlines()
    total = 0
    for line, types in zip(lines, lines[1:]):
        node = _NODE.match(line)
        if node is not None:
            inputs, _, output = types.partition(" -> ")
            count = _of_product if node.group(1).endswith("MatMul") else _of_convolution
            total += count(node.group(1), _sizes(inputs), _sizes(output)[0], line[node.end():])
    return float(total)


# --- the callback -----------------------------------------------------------------------------------------------------

def _percent(value):
    """A share as a percentage, cut to two digits."""
    return f"{math.floor(value * 10 ** 4) / 10 ** 2:.2f}%"


class FlopsUtilizationCollector(Callback):
    """
    Prints the floating point operations of a step once, then the time of each step and the share of the peak that it used.
    Products of matrices and convolutions count, forwards and backwards, as compiled for GRAPH_MODE.

    Args:
        data_size (int): the step at which an epoch ends; of its last step no line is printed.
        computility (float): the peak of the device, in operations a second.
        full_flops (bool): whether the operations of all devices are told, which are those of the one here.
        enable_ma_collector (bool): whether operations and times are also written to flops_rank_0.txt and
            time_step_rank_0.txt, in the folder that the variable MA_LOG_DIR names.

    Raises ValueError for a data_size below 1, TypeError for other types; while it trains, ValueError outside of graph mode.
    """

    def __init__(self, data_size, computility=1, full_flops=True, enable_ma_collector=False):
        super().__init__()
        check_bool("full_flops", full_flops)
        check_bool("enable_ma_collector", enable_ma_collector)
        check_int(data_size, 0, ">")
        self._data_size, self._peak, self._tells_all = data_size, computility, full_flops
        self._writes, self._flops, self._begin = enable_ma_collector, None, time.time()
        self._prints = not (computility == 1 and enable_ma_collector)

    def step_begin(self, run_context):
        self._begin = time.time()

    def step_end(self, run_context):
        milliseconds, run = (time.time() - self._begin) * 1000, run_context.original_args()
        if self._flops is None:
            self._flops = self._counted(run)
            self._tell_flops()
        if self._writes:
            self._append("time_step_rank_0.txt", f'time_monitor{{type="per_step_time", rank_id="0"}} {milliseconds}')
        if self._prints and run.cur_step_num % self._data_size:
            share = _percent(1000 * self._flops / self._peak / milliseconds)
            print(f"{run.mode.title()} per step time: {milliseconds:5.3f} ms mfu:{share} hfu:{share}", flush=True)

    def _counted(self, run):
        network = run.train_network if run.mode == "train" else run.eval_network
        entries = getattr(network.compiled() if context.is_graph_mode() else None, "entries", ())
        graph = next((entry.callable for entry in entries if entry.is_graph), None)
        if graph is None:
            raise ValueError("FlopsUtilizationCollector now only support graph mode.")
        return graph_flops(graph)

    def _tell_flops(self):
        if self._writes:
            for kind in ("model", "hardware"):
                self._append("flops_rank_0.txt", f'flops{{type="{kind}_flops", rank_id="0"}} {self._flops}')
        kinds = ("Full model", "Full hardware", "Shard model", "Shard hardware")[0 if self._tells_all else 2:]
        if self._prints:
            print(", ".join(f"{kind} flops is {self._flops}" for kind in kinds) + ".", flush=True)

    @staticmethod
    def _append(name, line):
        with open(os.path.join(os.path.realpath(os.getenv("MA_LOG_DIR", "./")), name), "a", encoding="utf-8") as file:
            file.write(f"{line} {round(time.time() * 1000)}\n")
