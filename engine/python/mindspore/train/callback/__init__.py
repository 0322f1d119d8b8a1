# SPDX-License-Identifier: Apache-2.0
"""Callbacks: what happens beside training and evaluation."""
from mindspore.train.callback.callback import (Callback, CallbackParameters as _InternalCallbackParam,  # noqa: F401
                                               RunContext, mean_output as _handle_loss)  # noqa: F401
from mindspore.train.callback.checkpoint import CheckpointConfig, ModelCheckpoint
from mindspore.train.callback.flops import FlopsUtilizationCollector
from mindspore.train.callback.history import History, LambdaCallback
from mindspore.train.callback.monitors import LossMonitor, TimeMonitor
from mindspore.train.callback.safety import BackupAndRestore, OnRequestExit
from mindspore.train.callback.schedule import LearningRateScheduler
from mindspore.train.callback.summarycollector import SummaryCollector
from mindspore.train.callback.watching import EarlyStopping, ReduceLROnPlateau
from mindspore._missing import missing_names

__getattr__ = missing_names("mindspore.train.callback", {"landscape": "SummaryLandscape"})
