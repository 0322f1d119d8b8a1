# SPDX-License-Identifier: Apache-2.0
"""What MindSpore keeps apart as experimental: optimizers whose settings are read anew at each step."""
from mindspore._missing import missing_names
from mindspore.experimental import optim

__all__ = ["optim"]
__getattr__ = missing_names("mindspore.experimental")
