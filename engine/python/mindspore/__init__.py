# SPDX-License-Identifier: Apache-2.0
"""The mindspore package of JitScope: the names of MindSpore over the engine `_jitscope`."""
from mindspore.common.dtype import *  # noqa: F403
from mindspore.common import dtype
from mindspore.common.tensor import Tensor, from_numpy, frombuffer, tensor
from mindspore.common.sparse_tensor import COOTensor, CSRTensor, RowTensor, SparseTensor
from mindspore.common.generator import (Generator, default_generator, get_rng_state, initial_seed, manual_seed, seed,
                                        set_rng_state)
from mindspore.common.jitconfig import JitConfig, jit_class, lazy_inline, no_inline
from mindspore.common.mutable import mutable
from mindspore.common.parameter import Parameter, ParameterTuple
from mindspore.common.recompute import recompute
from mindspore.common.openshape import Symbol
from mindspore.common.seed import get_seed, set_seed
from mindspore.log import get_level, get_log_config
from mindspore import context
from mindspore.context import (COMPATIBLE, GRAPH_MODE, LAX, PYNATIVE_MODE, STRICT, ParallelMode,
                               get_auto_parallel_context, get_context, get_current_device, get_ps_context,
                               reset_auto_parallel_context, set_auto_parallel_context, set_context, set_deterministic,
                               set_device, set_ps_context, set_recursion_limit)
from mindspore import ops
from mindspore.ops.gradient import get_grad, grad, jacfwd, jacrev, jvp, no_grad, value_and_grad, vjp
from mindspore.ops.batching import vmap
from mindspore.ops.structure import is_tensor
from mindspore.common.api import jit
from mindspore import nn
from mindspore import common
from mindspore import mint
from mindspore import numpy
from mindspore import dataset, train
from mindspore.train import *  # noqa: F403
from mindspore import communication, hal, runtime
from mindspore.runtime import *  # noqa: F403
from mindspore import _run  # noqa: F401
from mindspore._check import run_check
from mindspore import utils
from mindspore._version import __version__
from mindspore._missing import missing_names

from mindspore.common.dtype import bool, float, int  # noqa: E402,A004  (the last ones: they hide Python's own)

_no_grad = no_grad
__getattr__ = missing_names("mindspore", {
    "train.mindir": "export load", "train.strategyfile": "get_ckpt_path_with_strategy",
    "train.callback.landscape": "SummaryLandscape", "ops.constants": "constexpr", "ops.customgradient": "_Function",
    "profiler": "Profiler",
    "parallel": "Layout get_algo_parameters load_segmented_checkpoints merge_sliced_parameter parameter_broadcast "
                "rank_list_for_transform reset_algo_parameters set_algo_parameters shard sync_pipeline_shared_parameters"})
