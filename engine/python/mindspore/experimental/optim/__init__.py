# SPDX-License-Identifier: Apache-2.0
"""Optimizers with groups of parameters (param_groups) whose learning rates schedulers change."""
from mindspore._missing import missing_names
from mindspore.experimental.optim import lr_scheduler
from mindspore.experimental.optim.optimizer import Optimizer
from mindspore.experimental.optim.rules import (ASGD, Adadelta, Adagrad, Adam, Adamax, AdamW, NAdam, RAdam, RMSprop, Rprop,
                                                SGD)

__all__ = ["ASGD", "Adadelta", "Adagrad", "Adam", "AdamW", "Adamax", "NAdam", "Optimizer", "RAdam", "RMSprop", "Rprop",
           "SGD"]
__getattr__ = missing_names("mindspore.experimental.optim")
