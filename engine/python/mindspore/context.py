# SPDX-License-Identifier: Apache-2.0
"""mindspore.set_context and its settings."""
import os

import _jitscope
from mindspore import _log, _notes
from mindspore._missing import missing_names

__all__ = ["GRAPH_MODE", "PYNATIVE_MODE", "STRICT", "COMPATIBLE", "LAX", "set_context", "get_context", "ParallelMode",
           "set_auto_parallel_context", "get_auto_parallel_context", "reset_auto_parallel_context"]

GRAPH_MODE = 0
PYNATIVE_MODE = 1
STRICT, COMPATIBLE, LAX = 0, 1, 2

_DEFAULTS = {
    "mode": PYNATIVE_MODE,
    "device_target": "CPU",
    "device_id": 0,
    "save_graphs": 0,
    "save_graphs_path": ".",
    "enable_graph_kernel": False,
    "graph_kernel_flags": "",
    "jit_level": "",
    "jit_config": {},
    "jit_syntax_level": LAX,
    "max_call_depth": 1000,
    "pynative_synchronize": False,
    "deterministic": "OFF",
    "precompile_only": False,
    "runtime_num_threads": 30,
    "memory_optimize_level": "O0",
    "max_device_memory": "1024GB",
    "mempool_block_size": "1GB",
    "print_file_path": "",
    "env_config_path": "",
    "compile_cache_path": "",
    "enable_compile_cache": False,
    "debug_level": 0,
    "check_bprop": False,
    "ascend_config": {},
    "gpu_config": {},
}
_settings = dict(_DEFAULTS)
_forced = {}  # by the window or the command line: what a script sets of these is passed over
_passed_over = {}  # that is what the script set of them

_DEPRECATED = {
    "save_graphs": "Please use the env MS_DEV_SAVE_GRAPHS instead.",
    "save_graphs_path": "Please use the env MS_DEV_SAVE_GRAPHS_PATH instead.",
    "runtime_num_threads": "Please use the api mindspore.device_context.cpu.op_tuning.threads_num() instead.",
    "enable_graph_kernel": "Please use jit_config={'jit_level': 'O1'} instead.",
}
_JIT_LEVELS = ["O0", "O1", "O2"]
_MODE_NAMES = {GRAPH_MODE: "graph", PYNATIVE_MODE: "pynative"}


def _check_mode(value):
    if isinstance(value, bool) or value not in (GRAPH_MODE, PYNATIVE_MODE):
        raise ValueError("For 'context.set_context', the argument 'mode' should be context.GRAPH_MODE (0) or "
                         f"context.PYNATIVE_MODE (1), but got {value}.")
    return value


def _refuse_gpu():
    raise RuntimeError(
        "Unsupported device target GPU. This process only supports one of the ['CPU']. Please check whether the GPU "
        "environment is installed and configured correctly, and check whether current mindspore wheel package was built "
        'with "-e GPU". For details, please refer to "Device load error message".')


def _check_device(value):
    if value == "GPU":
        _refuse_gpu()
    if value not in ("CPU", "Ascend", "Davinci"):
        raise ValueError("For 'context.set_context', the argument 'device_target' must be one of "
                         f"['CPU', 'GPU', 'Ascend', 'Davinci'], but got {value}.")
    return "Ascend" if value == "Davinci" else value


def _check_save_graphs(value):
    if isinstance(value, bool):
        return 2 if value else 0
    if value not in (0, 1, 2, 3):
        raise ValueError(f"value for save_graphs should be 0-3 but got '{value}'")
    return value


def _check_jit_config(value):
    if not isinstance(value, dict):
        raise TypeError(f"The parameter 'jit_config' must be <class 'dict'>, but got {type(value)}")
    level = value.get("jit_level", "O0")
    if level not in _JIT_LEVELS:
        raise ValueError("For 'jit_config', the value of argument jit_level must be one of ['O0', 'O1', 'O2'], but got "
                         f"{level}.")
    return value


def _check_syntax_level(value):
    if value not in (STRICT, COMPATIBLE, LAX):
        raise ValueError(f"For 'jit_syntax_level', the value should be context.STRICT or context.LAX, but got {value}.")
    return value


def _check_threads(value):
    if isinstance(value, bool):
        return int(value)
    if _check_type("runtime_num_threads", value) < 0:
        raise ValueError("The num of thread must bigger than or equal to 0.")
    return value


_CHECKS = {
    "jit_syntax_level": _check_syntax_level,
    "runtime_num_threads": _check_threads,
    "mode": _check_mode,
    "device_target": _check_device,
    "save_graphs": _check_save_graphs,
    "jit_config": _check_jit_config,
}


def _check_type(name, value):
    expected = type(_DEFAULTS[name])
    if not isinstance(value, expected) or (expected is int and isinstance(value, bool)):
        raise TypeError(f"The parameter '{name}' must be {expected}, but got {type(value)}")
    return value


def set_context(**settings):
    """Sets what holds for everything that runs afterwards: mode, device_target, save_graphs, save_graphs_path, ..."""
    for name in settings:
        if name not in _DEFAULTS:
            raise ValueError(f"For 'context.set_context', the keyword argument {name} is not recognized! For detailed "
                             "usage of 'set_context', please refer to the Mindspore official website.")
    for name, value in settings.items():
        check = _CHECKS.get(name)
        value = check(value) if check else _check_type(name, value)
        if name in _DEPRECATED:
            _log.warning(f"For 'context.set_context', the parameter '{name}' will be deprecated and removed in a future "
                         f"version. {_DEPRECATED[name]}")
        _set(name, value)


def _set(name, value):
    """What the script says, unless something else is forced."""
    if name in _forced:
        _passed_over[name] = value
    else:
        _apply(name, value)


def _apply(name, value):
    _settings[name] = value
    _jitscope.context_changed()
    if name == "runtime_num_threads":
        _jitscope.limit_threads(min(value or _DEFAULTS[name], 64))
    if name == "device_target":
        _jitscope.record_info("device", value)
    if name == "mode":
        _jitscope.record_info("mode", _MODE_NAMES[value])
        if value == GRAPH_MODE:
            _notes.graph_mode_was_set()


def get_context(attr_key):
    """The setting of that name."""
    if attr_key not in _DEFAULTS:
        raise ValueError(f"For 'context.get_context', the argument {attr_key} is not recognized! For detailed usage of "
                         "'get_context', please refer to the Mindspore official website.")
    return _settings[attr_key]


def set_device(device_target, device_id=None):
    """Chooses the device: "CPU", or "Ascend", whose timeline is simulated."""
    if device_target == "GPU":
        _refuse_gpu()
    if device_target not in ("CPU", "Ascend"):
        raise ValueError("The argument 'device_target' must be one of ['CPU', 'GPU', 'Ascend'], but got "
                         f"{device_target}.")
    _set("device_target", device_target)
    if device_id is not None:
        _settings["device_id"] = _check_type("device_id", device_id)


def get_current_device():
    """(device target, number of the device)"""
    return _settings["device_target"], _settings["device_id"]


def set_deterministic(deterministic):
    """Whether results must be the same in every run; here they are anyway."""
    if not isinstance(deterministic, bool):
        raise TypeError(f"The parameter 'deterministic' must be <class 'bool'>, but got {type(deterministic)}")
    _settings["deterministic"] = "ON" if deterministic else "OFF"


def set_recursion_limit(recursion_limit=1000):
    """How deep calls may be nested inside of graphs."""
    if isinstance(recursion_limit, bool) or not isinstance(recursion_limit, int):
        raise TypeError(f"The input value must be int, but got '{type(recursion_limit).__name__}'")
    if recursion_limit <= 0:
        raise ValueError(f"The input value must be int and must > 0, but got '{recursion_limit}' with type 'int'.")
    _settings["max_call_depth"] = recursion_limit


class ParallelMode:
    """Names of the ways to use several devices. Here everything runs on one: STAND_ALONE."""

    STAND_ALONE = "stand_alone"
    DATA_PARALLEL = "data_parallel"
    HYBRID_PARALLEL = "hybrid_parallel"
    SEMI_AUTO_PARALLEL = "semi_auto_parallel"
    AUTO_PARALLEL = "auto_parallel"
    MODE_LIST = [STAND_ALONE, DATA_PARALLEL, HYBRID_PARALLEL, SEMI_AUTO_PARALLEL, AUTO_PARALLEL]


_PARALLEL_DEFAULTS = {"device_num": 1, "global_rank": 0, "gradients_mean": False,
                      "parallel_mode": ParallelMode.STAND_ALONE, "full_batch": False, "full_batch_is_set": False,
                      "dataset_strategy": "data_parallel",
                      "enable_parallel_optimizer": False, "pipeline_stages": 1,
                      "all_reduce_fusion_config": [], "auto_parallel_new_interface": False, "auto_pipeline": False,
                      "auto_parallel_search_mode": "recursive_programming", "communi_parallel_mode": "all_group_parallel",
                      "dump_device_local_norm": False, "dump_local_norm": False, "dump_local_norm_path": "",
                      "enable_alltoall": False, "force_fp32_communication": False, "grad_accumulation_step": 1,
                      "gradient_fp32_sync": True, "init_param_in_compile": True, "loss_repeated_mean": True,
                      "optimizer_weight_shard_aggregated_save": False, "optimizer_weight_shard_size": -1,
                      "parameter_broadcast": False, "pipeline_interleave": False, "pipeline_result_broadcast": False,
                      "pipeline_scheduler": "1f1b", "search_mode": "recursive_programming", "sharding_propagation": False,
                      "strategy_ckpt_load_file": "", "strategy_ckpt_save_file": ""}
_parallel_settings = dict(_PARALLEL_DEFAULTS)


def set_auto_parallel_context(**settings):
    """Accepts what describes one device; raises ValueError for names or values that ask for more."""
    for name, value in settings.items():
        if name not in _PARALLEL_DEFAULTS:
            raise ValueError(f"For 'set_auto_parallel_context', the keyword argument {name} is not recognized: "
                             "everything runs on one device.")
        if name == "parallel_mode" and value not in ParallelMode.MODE_LIST:
            raise ValueError("For 'context.set_auto_parallel_context', the argument 'parallel_mode' must be one of "
                             f"{ParallelMode.MODE_LIST}, but got {value}.")
        if name in ("device_num", "parallel_mode", "pipeline_stages", "dataset_strategy") and value != _PARALLEL_DEFAULTS[name]:
            raise ValueError(f"For 'set_auto_parallel_context', the '{name}' can only be {_PARALLEL_DEFAULTS[name]!r}, "
                             f"since everything runs on one device, but got {value!r}.")
        _parallel_settings[name] = value


def get_auto_parallel_context(attr_key):
    """The setting of that name."""
    if attr_key not in _PARALLEL_DEFAULTS:
        raise ValueError(f"For 'get_auto_parallel_context', the argument {attr_key} is not recognized.")
    return _parallel_settings[attr_key]


def reset_auto_parallel_context():
    """The defaults again."""
    _parallel_settings.update(_PARALLEL_DEFAULTS)


def _reset(forced):
    """The defaults again, with `forced` settings that a script cannot change; for the begin of a run."""
    _settings.clear()
    _settings.update(_DEFAULTS)
    _jitscope.context_changed()
    _jitscope.limit_threads(_DEFAULTS["runtime_num_threads"])
    _forced.clear()
    _passed_over.clear()
    for name, value in forced.items():
        _apply(name, value)
        _forced[name] = value


def is_graph_mode():
    return _settings["mode"] == GRAPH_MODE


class JitLevel(str):
    """The level of a compilation; `asked` is the one that the script asks for, where another is forced."""

    asked = ""


def jit_level(asked):
    """The JitLevel of a compilation that asks for `asked` ("O0", "O1", "O2", or "" for the context's)."""
    says = asked or _settings["jit_config"].get("jit_level") or _script_says("jit_level")
    if not says:
        says = "O1" if _settings["enable_graph_kernel"] else "O0"
    says = "O1" if says == "O2" else says  # all that there is to fuse is fused
    level = JitLevel(_forced.get("jit_level", says))
    level.asked = says
    return level


def _script_says(name):
    return _passed_over.get(name, _DEFAULTS[name]) if name in _forced else _settings[name]


def forced_aside(level):
    """(mode, jit_level, device_target) as the script says them, for a compilation of that JitLevel; "" where it is
    so."""
    mode, device = _script_says("mode"), _script_says("device_target")
    return ("" if mode == _settings["mode"] else _MODE_NAMES[mode],
            "" if level.asked == level else level.asked,
            "" if device == _settings["device_target"] else device)


def graph_level():
    """How much of the compiled graphs is written as files: 0 nothing, 1 stages, 2 and passes, 3 and every step."""
    level = os.environ.get("MS_DEV_SAVE_GRAPHS") or str(_settings["save_graphs"])
    return int(level) if level in ("1", "2", "3") else 0


def graph_folder():
    """Where compiled graphs are written as .ir files, or None."""
    if graph_level() == 0:
        return None
    return os.environ.get("MS_DEV_SAVE_GRAPHS_PATH") or _settings["save_graphs_path"]


# --- parameter servers ------------------------------------------------------------------------------------------------

_SERVER_DEFAULTS = {"server_mode": "", "ms_role": "", "enable_ps": False, "worker_num": 0, "server_num": 0, "scheduler_ip": "",
                    "scheduler_port": 0, "enable_ssl": False, "config_file_path": ""}
_server_settings = dict(_SERVER_DEFAULTS)


def set_ps_context(**kwargs):
    """
    Settings of a training with parameter servers, which MindSpore reads in a process that has a role among them. They are
    kept for get_ps_context; a process whose environment has such a role (MS_ROLE) raises NotImplementedError.

    Raises ValueError for a setting that is none.
    """
    for name, value in kwargs.items():
        if name not in (*_SERVER_DEFAULTS, "client_password", "server_password"):
            raise ValueError(f"Set PS context keyword {name} is not recognized!")
        if name == "enable_ps" and value and os.environ.get("MS_ROLE"):
            raise NotImplementedError("There are no parameter servers. Instead, run the script in your own MindSpore.")
    _server_settings.update({name: value for name, value in kwargs.items() if name in _SERVER_DEFAULTS})


def get_ps_context(attr_key):
    """A setting of set_ps_context, or what it is without. Raises ValueError for one that is none."""
    if attr_key not in _SERVER_DEFAULTS:
        raise ValueError(f"Get PS context keyword {attr_key} is not recognized!")
    return _server_settings[attr_key]


def reset_ps_context():
    """Settings of parameter servers as they are at first."""
    _server_settings.update(_SERVER_DEFAULTS)


__getattr__ = missing_names("mindspore.context")
