# SPDX-License-Identifier: Apache-2.0
"""AutoParallel: a network with what is said of how it is spread over devices."""
import os

from mindspore.common.api import jit
from mindspore.nn.cell import Cell
from mindspore.parallel.shard import Layout

__all__ = ["AutoParallel"]

_MODES = ["semi_auto", "sharding_propagation", "recursive_programming"]
_SCHEDULERS = ("1f1b", "gpipe", "seqpipe", "seqvpp", "seqsmartvpp", "zero_bubble_v")
_LEVELS = ["level1", "level2", "level3"]


def _check_path(path):
    if not isinstance(path, str):
        raise TypeError(f"the argument 'file_path' must be str, but got the type : {type(path)} .")


def _check_json(path):
    _check_path(path)
    if not os.path.isabs(path):
        raise KeyError("the argument 'file_path' must be an absolute path.")
    if not path.endswith(".json"):
        raise KeyError("File type must be .json")


class AutoParallel(Cell):
    """
    construct(*args, **kwargs) -> what the network gives for them, as a graph

    Args:
        network (Cell, function): what is compiled whole. There is one device: all that the methods set is checked, and
            changes neither what is computed nor which files are written.
        parallel_mode (str): "semi_auto", "sharding_propagation" or "recursive_programming"; ValueError for another.
    """

    def __init__(self, network, parallel_mode="semi_auto"):
        super().__init__(auto_prefix=False)
        if parallel_mode not in _MODES:
            raise ValueError(f"the argument 'parallel_mode' must be one of {_MODES}, but got the value : {parallel_mode} .")
        self.network = network
        self._parallel_mode = parallel_mode
        self._stages = 1

    @jit
    def construct(self, *args, **kwargs):
        return self.network(*args, **kwargs)

    def dataset_strategy(self, config):
        """How batches are divided: "full_batch", "data_parallel", or a tuple with a tuple of int or a Layout for each input.
        Raises TypeError or ValueError for another."""
        if config is None:
            raise ValueError("dataset_strategy is none in config!")
        if isinstance(config, str):
            if config not in ("full_batch", "data_parallel"):
                raise ValueError("For 'AutoParallel.dataset_strategy', the argument 'config' must be 'full_batch' or "
                                 f"'data_parallel', but got the value : {config}.")
            return
        if not isinstance(config, tuple):
            raise TypeError("For 'AutoParallel.dataset_strategy', the argument 'config' must be str or tuple type, but got the "
                            f"type : {type(config)}.")
        for item in config:
            if not isinstance(item, (tuple, Layout)):
                raise TypeError("For 'AutoParallel.dataset_strategy', the element of argument 'config' must be tuple or "
                                f"Layout, but got the type : {type(item)} .")
            for count in item if isinstance(item, tuple) else ():
                if not isinstance(count, int):
                    raise TypeError("For 'AutoParallel.dataset_strategy', the element of argument 'config' must be int type, "
                                    f"but got the type : {type(count)} .")

    def hsdp(self, shard_size=-1, threshold=64, optimizer_level="level1"):
        """How the optimizer's state is spread: over shard_size devices (-1: all), parameters from a threshold of KB on.
        Raises ValueError for other values."""
        if not isinstance(shard_size, int) or shard_size <= 0 and shard_size != -1:
            raise ValueError(f"shard_size must be a positive integer or -1, but got {shard_size}.")
        if not isinstance(threshold, int) or threshold < 0:
            raise ValueError(f"threshold must be a positive integer or 0, but got {threshold}.")
        if optimizer_level not in _LEVELS:
            raise ValueError(f"Optimizer level should in {_LEVELS}, but got {optimizer_level}")

    def pipeline(self, stages=1, output_broadcast=False, interleave=False, scheduler="1f1b"):
        """The number of stages, which get_pipeline_stages gives, and how they would be scheduled. Raises TypeError for other
        types, ValueError for a number below 1 and another scheduler."""
        for name, value, kind in (("stages", stages, int), ("output_broadcast", output_broadcast, bool),
                                  ("interleave", interleave, bool), ("scheduler", scheduler, str)):
            if not isinstance(value, kind):
                raise TypeError(f"For 'AutoParallel.pipeline', the argument '{name}' must be {kind.__name__} type, but got the "
                                f"type : {type(value)}.")
        if stages <= 0:
            raise ValueError("For 'AutoParallel.pipeline', the argument 'stages' must be larger than zero, but got value: "
                             f"{stages}.")
        if scheduler not in _SCHEDULERS:
            raise ValueError("For 'AutoParallel.pipeline', the argument 'scheduler' must be "
                             f"{'/'.join(map(repr, _SCHEDULERS))} , but got the value : {scheduler}.")
        self._stages = stages

    def get_pipeline_stages(self):
        """The number of stages that was set, 1 without."""
        return self._stages

    def comm_fusion(self, config):
        """How what is sent is joined, a dict; TypeError for another."""
        if not isinstance(config, dict):
            raise TypeError(f"The parameter '{config}' must be {dict}, but got {type(config)}.")

    def transformer_opt(self, file_path):
        """A JSON file of what to run at a time, or None. Raises ValueError for one that is not there."""
        if file_path and not os.path.exists(file_path):
            raise ValueError(f"For 'ascend_config', the path to parallel_speed_up_json: {file_path} does not exist, please "
                             "check whether the 'parallel_speed_up_json_path' is correct.")

    def load_param_strategy_file(self, file_path):
        """A file of how parameters are divided, which one device does not ask for. Raises TypeError for no str."""
        _check_path(file_path)

    def save_param_strategy_file(self, file_path):
        """Where to write how parameters are divided: they are not, and nothing is written. Raises TypeError for no str."""
        _check_path(file_path)

    def load_operator_strategy_file(self, file_path):
        """A JSON file of how operators divide their inputs, which one device does not ask for. Raises TypeError for no str,
        KeyError for a relative path or another ending."""
        _check_json(file_path)

    def save_operator_strategy_file(self, file_path):
        """Where to write how operators divide their inputs: they do not. Raises as load_operator_strategy_file."""
        _check_json(file_path)

    def set_group_ckpt_save_file(self, file_path):
        """Where to write which devices are a group: there is one. Raises TypeError for no str."""
        _check_path(file_path)

    def dump_local_norm(self, file_path):
        """Where to write norms of each device's gradients: none are written. Raises TypeError for no str."""
        _check_path(file_path)

    def no_init_parameters_in_compile(self):
        """Parameters are not initialized by a compilation here anyway."""

    def disable_strategy_file_only_for_trainable_params(self):
        """Files of strategies are neither written nor read."""

    def enable_fp32_communication(self):
        """Nothing is sent."""

    def print_local_norm(self):
        """There are no parts of gradients to print norms of."""

    def enable_device_local_norm(self):
        """There are no parts of gradients to print norms of."""

    def enable_gradients_mean(self):
        """The mean over one device is its gradient."""

    def disable_gradient_fp32_sync(self):
        """Gradients are not sent."""

    def disable_loss_repeated_mean(self):
        """The loss is not repeated."""
