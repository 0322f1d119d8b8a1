# SPDX-License-Identifier: Apache-2.0
"""Cells around networks, for training and evaluation."""
from mindspore.nn.wrap.cells import (ForwardValueAndGrad, ParameterUpdate, TrainOneStepCell, WithEvalCell, WithGradCell,
                                     WithLossCell)
from mindspore.nn.wrap.grad_reducer import DistributedGradReducer, PipelineGradReducer
from mindspore.nn.wrap.loss_scale import (DynamicLossScaleUpdateCell, FixedLossScaleUpdateCell,
                                          TrainOneStepWithLossScaleCell)
from mindspore.nn.wrap.microbatches import (GradAccumulationCell, MicroBatchInterleaved, PipelineCell,
                                            VirtualDatasetCellTriple)
from mindspore._missing import missing_names

__all__ = ["ForwardValueAndGrad", "ParameterUpdate", "TrainOneStepCell", "WithEvalCell", "WithGradCell", "WithLossCell",
           "DistributedGradReducer", "GradAccumulationCell", "MicroBatchInterleaved", "PipelineCell",
           "PipelineGradReducer", "VirtualDatasetCellTriple", "DynamicLossScaleUpdateCell", "FixedLossScaleUpdateCell",
           "TrainOneStepWithLossScaleCell"]

__getattr__ = missing_names("mindspore.nn.wrap")
