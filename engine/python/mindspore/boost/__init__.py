# SPDX-License-Identifier: Apache-2.0
"""mindspore.boost: training that leaves a part of the parameters alone for some steps, and optimizers made anew for it."""
from mindspore.boost.grad_accumulation import GradientAccumulation
from mindspore.boost.grad_freeze import FreezeOpt, GradientFreeze, freeze_cell
from mindspore.boost.less_batch_normalization import CommonHeadLastFN, LessBN
from mindspore.boost.base import OptimizerProcess, ParameterProcess
from mindspore.boost.boost_cell_wrapper import BoostTrainOneStepCell
from mindspore._missing import missing_names

__all__ = ["BoostTrainOneStepCell", "FreezeOpt", "GradientAccumulation", "GradientFreeze", "LessBN", "OptimizerProcess",
           "ParameterProcess", "freeze_cell"]
__getattr__ = missing_names("mindspore.boost")
