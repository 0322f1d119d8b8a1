# SPDX-License-Identifier: Apache-2.0
"""mindspore.parallel.nn: cells that run a network on parts of a batch, one after the other, and add up what it gives."""
from mindspore.nn import GradAccumulationCell, MicroBatchInterleaved, PipelineCell, PipelineGradReducer
from mindspore._missing import missing_names

__all__ = ["GradAccumulation", "MicroBatchInterleaved", "Pipeline", "PipelineCell", "PipelineGradReducer"]


class Pipeline(PipelineCell):
    """PipelineCell under its newer name."""


class GradAccumulation(GradAccumulationCell):
    """GradAccumulationCell under its newer name."""


__getattr__ = missing_names("mindspore.parallel.nn")
