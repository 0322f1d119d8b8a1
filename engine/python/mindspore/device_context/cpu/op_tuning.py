# SPDX-License-Identifier: Apache-2.0
"""Settings of the processor's operators."""
import _jitscope
from mindspore._missing import missing_names

__all__ = ["threads_num"]
_set = []


def threads_num(num):
    """
    Lets at most `num` threads work on one operator. There are as many as processors, or JITSCOPE_THREADS as the program
    begins.

    Args:
        num (int): above 0.

    Raises TypeError and ValueError for anything else, RuntimeError for a second call.
    """
    if isinstance(num, bool) or not isinstance(num, int):
        raise TypeError(f"The parameter 'num' must be {int}, but got {type(num)}")
    if _set:
        raise RuntimeError("The 'threads_num' can not be set repeatedly.")
    if num <= 0:
        raise ValueError(f"The 'num' must be int and must > 0, but got '{num}' with type 'int'.")
    _set.append(num)
    _jitscope.limit_threads(min(num, 64))


__getattr__ = missing_names("mindspore.device_context.cpu.op_tuning")
