# SPDX-License-Identifier: Apache-2.0
"""mindspore.parallel: how MindSpore spreads a network over devices.

One device computes here. What is said of the others is checked and kept, and the network runs whole, as MindSpore has it on
one device; what reads or writes the parts that several devices hold says that it is not there."""
from mindspore.parallel.algo_parameter_config import get_algo_parameters, reset_algo_parameters, set_algo_parameters
from mindspore.parallel.checkpoint_transform import (load_segmented_checkpoints, merge_sliced_parameter, parameter_broadcast,
                                                     rank_list_for_transform, set_op_strategy_config,
                                                     sync_pipeline_shared_parameters)
from mindspore.parallel.shard import Layout, shard
from mindspore._missing import missing_names

__all__ = ["Layout", "get_algo_parameters", "load_segmented_checkpoints", "merge_sliced_parameter", "parameter_broadcast",
           "rank_list_for_transform", "reset_algo_parameters", "set_algo_parameters", "set_op_strategy_config", "shard",
           "sync_pipeline_shared_parameters"]
__getattr__ = missing_names("mindspore.parallel", {"nn": "", "auto_parallel": ""})
