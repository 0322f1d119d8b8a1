# SPDX-License-Identifier: Apache-2.0
"""Graphics processors: none is used here. A script that asks for one runs on the processor."""
from mindspore._missing import missing_names

__all__ = ["device_count", "is_available"]


def device_count():
    """How many there are: none."""
    return 0


def is_available():
    """Whether operators can run on one: never."""
    return False


__getattr__ = missing_names("mindspore.device_context.gpu")
