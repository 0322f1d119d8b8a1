# SPDX-License-Identifier: Apache-2.0
"""The mindspore package of JitScope: the names of MindSpore over the engine `_jitscope`."""
from mindspore.common.dtype import *  # noqa: F403
from mindspore.common import dtype
from mindspore.common.dtype import dtype_to_nptype, dtype_to_pytype, pytype_to_dtype
from mindspore.common.tensor import Tensor, tensor
from mindspore.common.parameter import Parameter, ParameterTuple
from mindspore.common.seed import get_seed, set_seed
from mindspore import context
from mindspore.context import GRAPH_MODE, PYNATIVE_MODE, get_context, set_context, set_device
from mindspore import ops
from mindspore.common.api import jit
from mindspore import nn
from mindspore import common
from mindspore import numpy
from mindspore._missing import missing_names

__version__ = "2.7.0"
__getattr__ = missing_names("mindspore")
