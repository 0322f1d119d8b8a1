# SPDX-License-Identifier: Apache-2.0
"""Training and evaluation of networks: Model, its callbacks and metrics, checkpoints."""
from mindspore import amp
from mindspore.amp import DynamicLossScaleManager, FixedLossScaleManager, LossScaleManager, build_train_network
from mindspore.train import callback, metrics
from mindspore.train.callback import (BackupAndRestore, Callback, CheckpointConfig, EarlyStopping,
                                      FlopsUtilizationCollector, History, LambdaCallback, LearningRateScheduler, LossMonitor, ModelCheckpoint,
                                      OnRequestExit, ReduceLROnPlateau, RunContext, SummaryCollector,
                                      TimeMonitor)
from mindspore.train.conversion import ckpt_to_safetensors, load_checkpoint_async, safetensors_to_ckpt
from mindspore.train.datasethelper import DatasetHelper
from mindspore.train.metrics import *  # noqa: F403
from mindspore.train.model import Model
from mindspore.train.serialization import async_ckpt_thread_status, load_checkpoint, load_param_into_net, save_checkpoint
from mindspore.train.summary import SummaryRecord
from mindspore.train.thorconversion import ConvertModelUtils, ConvertNetUtils
from mindspore._missing import missing_names
from mindspore import _notes
from mindspore import nn as _nn
from mindspore._portability import NAMES as _NAMES

__all__ = ["BackupAndRestore", "Callback", "CheckpointConfig", "ConvertModelUtils", "ConvertNetUtils",
           "DatasetHelper", "DynamicLossScaleManager", "EarlyStopping", "FixedLossScaleManager",
           "FlopsUtilizationCollector", "History", "LambdaCallback", "LearningRateScheduler", "LossMonitor",
           "LossScaleManager", "Model", "ModelCheckpoint", "OnRequestExit", "ReduceLROnPlateau", "RunContext",
           "SummaryCollector", "SummaryRecord", "TimeMonitor", "async_ckpt_thread_status", "build_train_network",
           "ckpt_to_safetensors", "load_checkpoint", "load_checkpoint_async", "load_param_into_net",
           "safetensors_to_ckpt", "save_checkpoint", *metrics.__all__]
_missing = missing_names("mindspore.train", {
    "mindir": "export load", "strategyfile": "get_ckpt_path_with_strategy", "callback.landscape": "SummaryLandscape"},
                         elsewhere={"mindspore.parallel": "merge_sliced_parameter"})


def __getattr__(name):
    if name == "TrainOneStepCell":
        _notes.portability("train.TrainOneStepCell", _NAMES["mindspore.train.TrainOneStepCell"])
        return _nn.TrainOneStepCell
    return _missing(name)
