# SPDX-License-Identifier: Apache-2.0
"""mindspore.device_context: which devices there are, and settings of their operators."""
from mindspore.device_context import ascend, cpu, gpu
from mindspore._missing import missing_names

__all__ = ["ascend", "cpu", "gpu"]
__getattr__ = missing_names("mindspore.device_context")
