# SPDX-License-Identifier: Apache-2.0
"""Tensor, and its methods that are composed of several operators."""
from _jitscope import Tensor


def tensor(input_data=None, dtype=None, shape=None, init=None, const_arg=False):
    """A Tensor of the same arguments."""
    return Tensor(input_data, dtype, shape, init)
