# SPDX-License-Identifier: Apache-2.0
"""The processor, on which everything runs."""
from mindspore.device_context.cpu import op_tuning
from mindspore._missing import missing_names

__all__ = ["device_count", "is_available", "op_tuning"]


def device_count():
    """How many there are: one."""
    return 1


def is_available():
    """Whether operators can run on it: always."""
    return True


__getattr__ = missing_names("mindspore.device_context.cpu")
