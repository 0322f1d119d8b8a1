# SPDX-License-Identifier: Apache-2.0
"""mindspore.runtime: waiting for the device, which is over at once: operators have finished when their calls return."""
import gc

import _jitscope
from mindspore import _streams
from mindspore._missing import missing_names
from mindspore._streams import *  # noqa: F403

__all__ = ["synchronize", "launch_blocking", "dispatch_threads_num", "empty_cache", "ms_memory_recycle", "set_cpu_affinity",
           "get_device_limit", "set_device_limit", "set_stream_limit", "reset_stream_limit", "set_kernel_launch_capture",
           "set_kernel_launch_group", *_streams.__all__]


def synchronize():
    """Returns once everything has been computed."""


def launch_blocking():
    """Makes every operator finish before its call returns, as it is anyway."""


def dispatch_threads_num(threads_num):
    """How many threads hand operators to the device: the calling one, whatever number is given."""
    if isinstance(threads_num, bool) or not isinstance(threads_num, int):
        raise TypeError("For 'dispatch_threads_num', the type of 'threads_num' must be int, but got "
                        f"{type(threads_num)}.")
    if threads_num < 1:
        raise ValueError(f"For 'dispatch_threads_num', the 'threads_num' must be positive, but got {threads_num}.")


def empty_cache():
    """Accepted: memory of freed tensors is kept for the next ones, and its amount is bounded."""


def ms_memory_recycle():
    """Lets go of what nothing refers to any more, and of compiled kernels that are kept for graphs to come."""
    gc.collect()
    _jitscope.forget_kernels()


def set_cpu_affinity(enable_affinity, affinity_cpu_list=None, module_to_cpu_dict=None, bind_file=None):
    """Accepted: the operating system places the threads."""
    if not isinstance(enable_affinity, bool):
        raise TypeError(f"The parameter 'enable_affinity' must be bool, but got {type(enable_affinity)}.")


def get_device_limit(device):
    """How many cores of a device kernels may use: the processor has none to tell of."""
    return {"cube_core_num": 0, "vector_core_num": 0}


def set_device_limit(device, cube_num=-1, vector_num=-1):
    """Accepted: there are no cores of a device to limit."""


def set_stream_limit(stream, cube_num=-1, vector_num=-1):
    """Accepted: there are no cores of a device to limit."""


def reset_stream_limit(stream):
    """Accepted, as nothing was limited."""


def set_kernel_launch_capture(enable_capture_graph, op_capture_skip=None):
    """Accepted: kernels are launched one by one."""


def set_kernel_launch_group(thread_num=2, kernel_group_num=8):
    """Accepted: kernels are launched one by one."""


__getattr__ = missing_names("mindspore.runtime")
