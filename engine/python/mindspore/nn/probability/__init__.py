# SPDX-License-Identifier: Apache-2.0
"""What probability needs: functions that can be turned round."""
from mindspore.nn.probability import bijector
from mindspore._missing import missing_names

__all__ = ["bijector"]
__getattr__ = missing_names("mindspore.nn.probability")
