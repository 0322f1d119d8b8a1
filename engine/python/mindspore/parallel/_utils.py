# SPDX-License-Identifier: Apache-2.0
"""What MindSpore's own modules, and scripts that copy from them, ask about the way a network is spread: one device computes
here, so nothing is."""
from mindspore.context import ParallelMode, get_auto_parallel_context

__all__ = []


def _get_parallel_mode():
    """"stand_alone"."""
    return get_auto_parallel_context("parallel_mode")


def _is_in_mode(*modes):
    return _get_parallel_mode() in modes


def _is_sharding_propagation():
    return False


def _is_in_auto_parallel_mode():
    return _is_in_mode(ParallelMode.SEMI_AUTO_PARALLEL, ParallelMode.AUTO_PARALLEL)


def _is_parallel_mode():
    return not _is_in_mode(ParallelMode.STAND_ALONE)


def _is_in_data_parallel_mode():
    return _is_in_mode(ParallelMode.DATA_PARALLEL)


def _is_in_hybrid_parallel_mode():
    return _is_in_mode(ParallelMode.HYBRID_PARALLEL)


def _get_full_batch():
    return get_auto_parallel_context("full_batch")


def _get_pipeline_stages():
    return get_auto_parallel_context("pipeline_stages")


def _get_gradients_mean():
    return get_auto_parallel_context("gradients_mean")


def _get_device_num():
    return get_auto_parallel_context("device_num")


def _get_stage_device_num():
    return _get_device_num() // _get_pipeline_stages()


def _get_global_rank():
    return 0


def _get_parameter_broadcast():
    return False


def _get_enable_parallel_optimizer():
    return get_auto_parallel_context("enable_parallel_optimizer")


def _get_grad_accumulation_shard():
    return False
