# SPDX-License-Identifier: Apache-2.0
"""Tensors, parameters, dtypes, initializers and jit."""
from mindspore.common import dtype, initializer
from mindspore.common.dtype import *  # noqa: F403
from mindspore.common.generator import (Generator, default_generator, get_rng_state, initial_seed, manual_seed, seed,
                                        set_rng_state)
from mindspore.common.jitconfig import JitConfig, jit_class, lazy_inline, no_inline
from mindspore.common.mutable import mutable
from mindspore.common.parameter import Parameter, ParameterTuple
from mindspore.common.recompute import recompute
from mindspore.common.seed import get_seed, set_seed
from mindspore.common.tensor import Tensor, from_numpy, tensor
from mindspore.common.sparse_tensor import COOTensor, CSRTensor, RowTensor, RowTensorInner, SparseTensor
from mindspore.common.api import jit
from mindspore._missing import missing_names

__getattr__ = missing_names("mindspore.common", elsewhere={"mindspore": "_no_grad", "mindspore.ops.structure": "is_tensor"})
