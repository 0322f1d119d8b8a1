# SPDX-License-Identifier: Apache-2.0
"""Optimizers: cells that take gradients and write the parameters in place."""
from mindspore.nn.optim.adam import Adam, AdaMax, AdamOffload, AdamWeightDecay
from mindspore.nn.optim.adafactor import AdaFactor
from mindspore.nn.optim.adaptive import Adadelta, Adagrad, RMSProp, Rprop
from mindspore.nn.optim.asgd import ASGD
from mindspore.nn.optim.large_batch import LARS, Lamb
from mindspore.nn.optim.momentum import SGD, Momentum
from mindspore.nn.optim.optimizer import Optimizer
from mindspore.nn.optim.proximal import FTRL, LazyAdam, ProximalAdagrad
from mindspore.nn.optim.thor import thor
from mindspore._missing import missing_names

__all__ = ["Optimizer", "Momentum", "LARS", "Adam", "AdamWeightDecay", "Lamb", "SGD", "Rprop", "RMSProp", "Adagrad", "AdaMax",
           "Adadelta", "ASGD", "FTRL", "LazyAdam", "ProximalAdagrad",
           "thor", "AdaFactor", "AdamOffload"]
__getattr__ = missing_names("mindspore.nn.optim")
