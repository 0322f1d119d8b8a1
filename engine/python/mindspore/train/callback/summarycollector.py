# SPDX-License-Identifier: Apache-2.0
"""SummaryCollector: loss, pictures and weights of a training as event files, and its weights at steps as checkpoints."""
import json
import os
import re

import numpy as np

from mindspore import _log
from mindspore.common.tensor import Tensor
from mindspore.nn import Optimizer
from mindspore.train.callback.callback import Callback, mean_output
from mindspore.train.checks import check_bool, check_is
from mindspore.train.serialization import save_checkpoint
from mindspore.train.summary import SummaryRecord

_SWITCHES = ("collect_metric", "collect_graph", "collect_train_lineage", "collect_eval_lineage", "collect_input_data",
             "collect_dataset_graph")
_LANDSCAPE = {"landscape_size": 40, "unit": "step", "num_samples": 2048, "create_landscape": {"train": True, "result": True},
              "intervals": [[1, 2, 3, 4, 5, 6, 7, 8, 9], [10, 11, 12, 13, 14, 15, 16, 17, 18, 19]]}
_DEFAULTS = {**dict.fromkeys(_SWITCHES, True), "histogram_regular": None, "collect_landscape": _LANDSCAPE}
_FIRST_PARAMETERS = 5
_MOST_TENSORS = 20


# --- what the user asks for -------------------------------------------------------------------------------------------

def _checked_count(name, value):
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError(f"For 'SummaryCollector', the type of `{name}` should be int, but got {type(value).__name__}.")
    if value <= 0:
        raise ValueError(f'For "SummaryCollector", the value of `{name}` should be greater than 0, but got `{value}`.')
    return value


def _check_known(what, given, known):
    unknown = set(given) - set(known)
    if unknown:
        raise ValueError(f'For "SummaryCollector", the keys {unknown} of `{what}` are unsupported, expect the follow keys: '
                         f"{list(known)}")


def _checked_landscape(landscape):
    if landscape is None:
        return None
    check_is("collect_landscape", landscape, dict, "'dict'")
    _check_known("collect_landscape", landscape, _LANDSCAPE)
    size, unit = landscape.get("landscape_size", 40), landscape.get("unit", "step")
    if not isinstance(size, int) or not 3 <= size <= 256:
        raise ValueError('For "SummaryCollector", the "landscape_size" in collect_specified_data should be less than 256 and '
                         f"more than 3, but got the: {size}")
    if unit not in ("step", "epoch"):
        raise ValueError(f'For "SummaryCollector", unit in collect_specified_data should be step or epoch, but got the: {unit}.')
    _check_known("create_landscape", landscape.get("create_landscape", {}), ("train", "result"))
    for interval in landscape.get("intervals", []):
        if len(interval) < 3:
            raise ValueError('For "SummaryCollector", the length of each list in "intervals" should not be less than three, but '
                             f"got the: {interval}")
    return landscape


def _specified(data, keeps_defaults):
    """What is collected: the defaults with what was given, or what was given alone."""
    check_is("collect_specified_data", data or {}, dict, "'dict'")
    data = {} if data is None else data
    _check_known("collect_specified_data", data, _DEFAULTS)
    for name in _SWITCHES:
        check_bool(name, data.get(name, True))
    pattern = data.get("histogram_regular")
    if pattern is not None:
        try:
            re.compile(pattern)
        except re.error as problem:
            raise ValueError("For `collect_specified_data`, the value of `histogram_regular` is not a valid regular "
                             f"expression. Detail: {problem}.") from None
    found = {**_DEFAULTS, **data} if keeps_defaults or not data else dict(data)
    _checked_landscape(found.get("collect_landscape"))
    return found


# --- the callback -----------------------------------------------------------------------------------------------------

class SummaryCollector(Callback):
    """
    Writes at steps of a training, to event files as SummaryRecord does: the loss ("loss/auto"), the first column of the
    batch where it is pictures ("input_data/auto"), and histograms of the optimizer's parameters ("NAME/auto"). The
    weights of the steps in collect_landscape's intervals become checkpoints in the folder ckpt_dir, from which
    SummaryLandscape draws. Graphs and lineages are not written: JitScope's recording has them.

    Args:
        summary_dir (str): the folder; it is made.
        collect_freq (int): how many steps lie between; the first step is always written.
        num_process (int): accepted; values are written at once.
        collect_specified_data (dict): what is collected: collect_metric, collect_input_data (bool), histogram_regular (a
            pattern for names of parameters; None for the first five), collect_landscape (dict or None; landscape_size, unit
            "step" or "epoch", num_samples, create_landscape, intervals); the other collect_... are accepted.
        keep_default_action (bool): whether what is not in it is collected, too.
        custom_lineage_data (dict): accepted: str -> str, int or float.
        collect_tensor_freq, max_file_size (int): of what SummaryRecord's tensors are; the most bytes of a file.
        export_options (dict): as for SummaryRecord.

    Raises TypeError and ValueError for arguments of other types, numbers below 1 and unknown keys; ValueError while a run
    begins that has several of it.
    """

    def __init__(self, summary_dir, collect_freq=10, num_process=32, collect_specified_data=None, keep_default_action=True,
                 custom_lineage_data=None, collect_tensor_freq=None, max_file_size=None, export_options=None):
        super().__init__()
        check_is("summary_dir", summary_dir, str, "'str'")
        check_bool("keep_default_action", keep_default_action)
        for key, value in (custom_lineage_data or {}).items():
            if not isinstance(key, str) or not isinstance(value, (int, str, float)):
                raise TypeError("For 'SummaryCollector', 'custom_lineage_data' must have texts as keys and int, str or float as "
                                f"values, but got {key!r}: {value!r}.")
        self._folder = os.path.realpath(summary_dir)
        self._frequency, self._most_bytes = _checked_count("collect_freq", collect_freq), _checked_count("max_file_size",
                                                                                                        max_file_size)
        self._tensor_frequency = _checked_count("collect_tensor_freq", collect_tensor_freq)
        self._specified = _specified(collect_specified_data, keep_default_action)
        self._export_options = export_options
        self._record, self._is_first, self._tensor_steps, self._checkpoints = None, True, (), {}
        os.makedirs(self._folder, exist_ok=True)

    def __enter__(self):
        self._record, self._is_first = SummaryRecord(self._folder, max_file_size=self._most_bytes,
                                                     export_options=self._export_options), True
        return self

    def __exit__(self, *failure):
        self._record.close()

    def begin(self, run_context):
        run = run_context.original_args()
        if sum(isinstance(callback, SummaryCollector) for callback in run.list_callback) > 1:
            raise ValueError("There are more than one SummaryCollector instance in callback list,but expected only one "
                             "SummaryCollector instance.")
        self._record.set_mode(run.mode)

    def step_end(self, run_context):
        run = run_context.original_args()
        if run.mode != "train":
            return
        self._collect(run)
        self._keep_weights(run, "step", run.cur_step_num)

    def epoch_end(self, run_context):
        run = run_context.original_args()
        if run.mode == "train":
            self._collect(run)
            self._keep_weights(run, "epoch", run.cur_epoch_num)
        self._record.flush()

    def end(self, run_context):
        run = run_context.original_args()
        if run.mode == "train" and self._specified.get("collect_landscape"):
            self._write_metadata(run.batch_num)

    # -- values by step ----------------------------------------------------------------------------------------------

    def _collect(self, run):
        step = run.cur_step_num
        if self._is_first:
            self._tensor_steps, self._is_first = self._steps_of_tensors(run.epoch_num * run.batch_num), False
            kept = None
        elif step % self._frequency == 0:
            kept = None if step in self._tensor_steps else lambda plugin: plugin != "tensor"
        else:
            if step not in self._tensor_steps:
                return

            def kept(plugin):
                return plugin == "tensor"
        self._add_pictures(run)
        self._add_loss(run)
        self._add_histograms(run)
        self._record.record(step, plugin_filter=kept)

    def _steps_of_tensors(self, total):
        """No more than about twenty steps, unless the user says otherwise."""
        if self._tensor_frequency is not None:
            return range(0, total + 1, self._tensor_frequency)
        if len(range(0, total + 1, self._frequency)) <= _MOST_TENSORS:
            return range(0, total + 1, self._frequency)
        between = total // (_MOST_TENSORS - 1)
        return range(0, total + 1, between)[:_MOST_TENSORS] if between > 1 else range(0, total + 1)[:_MOST_TENSORS + 1]

    def _add_pictures(self, run):
        if not self._specified.get("collect_input_data"):
            return
        batch = run.get("train_dataset_element")
        first = batch[0] if isinstance(batch, (list, tuple)) and batch else batch
        try:
            self._record.add_value("image", "input_data/auto", first)
        except (TypeError, ValueError):
            _log.warning("The input data of network are not image, so will not collect by SummaryCollector.")
            self._specified["collect_input_data"] = False

    def _add_loss(self, run):
        loss = mean_output(run.net_outputs) if self._specified.get("collect_metric") else None
        if loss is not None:
            self._record.add_value("scalar", "loss/auto", Tensor(np.asarray(loss)))

    def _add_histograms(self, run):
        optimizer = self._optimizer(run) if "histogram_regular" in self._specified else None
        if optimizer is None:
            return
        pattern, parameters = self._specified["histogram_regular"], list(optimizer.parameters)
        chosen = parameters[:_FIRST_PARAMETERS] if pattern is None else \
            [value for value in parameters if re.match(pattern, value.name)]
        for parameter in chosen:
            self._record.add_value("histogram", f"{parameter.name}/auto", parameter.value())

    @staticmethod
    def _optimizer(run):
        if isinstance(run.optimizer, Optimizer):
            return run.optimizer
        cells = (cell for _, cell in run.train_network.cells_and_names())
        return next((cell for cell in cells if isinstance(cell, Optimizer)), None)

    # -- weights -----------------------------------------------------------------------------------------------------

    def _keep_weights(self, run, unit, number):
        landscape = self._specified.get("collect_landscape")
        intervals = landscape.get("intervals", []) if landscape else []
        if not landscape or landscape.get("unit", "step") != unit or not any(number in interval for interval in intervals):
            return
        network = run.train_network
        while "network" in network.name_cells():
            network = network.network
        network = getattr(network, "backbone_network", network)
        path = os.path.join(self._folder, "ckpt_dir", f"{type(network).__name__}_{number}_{unit}.ckpt")
        os.makedirs(os.path.dirname(path), exist_ok=True)
        self._checkpoints[str(number)] = path
        save_checkpoint([{"name": value.name, "data": value} for value in network.get_parameters()], path)

    def _write_metadata(self, steps_per_epoch):
        landscape = self._specified["collect_landscape"]
        data = {"epoch_group": dict(enumerate(landscape.get("intervals", []))), "model_params_file_map": self._checkpoints,
                "step_per_epoch": steps_per_epoch, "unit": landscape.get("unit", "step"),
                "num_samples": landscape.get("num_samples", 2048), "landscape_size": landscape.get("landscape_size", 40),
                "create_landscape": landscape.get("create_landscape", {"train": True, "result": True})}
        os.makedirs(os.path.join(self._folder, "ckpt_dir"), exist_ok=True)
        with open(os.path.join(self._folder, "ckpt_dir", "train_metadata.json"), "w", encoding="utf-8") as file:
            json.dump(data, file)
