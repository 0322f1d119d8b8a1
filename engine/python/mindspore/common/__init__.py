# SPDX-License-Identifier: Apache-2.0
"""Tensors, parameters, dtypes, initializers and jit."""
from mindspore.common import dtype, initializer
from mindspore.common.dtype import *  # noqa: F403
from mindspore.common.parameter import Parameter, ParameterTuple
from mindspore.common.seed import get_seed, set_seed
from mindspore.common.tensor import Tensor, tensor
from mindspore._missing import missing_names

__getattr__ = missing_names("mindspore.common")
