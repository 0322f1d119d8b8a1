# SPDX-License-Identifier: Apache-2.0
"""What probability needs: functions that can be turned round, and distributions."""
from mindspore.nn.probability import bijector, distribution
from mindspore._missing import missing_names

__all__ = ["bijector", "distribution"]
__getattr__ = missing_names("mindspore.nn.probability")
