# SPDX-License-Identifier: Apache-2.0
"""Interoperation with other libraries."""
from mindspore.utils import dlpack
from mindspore.utils.dlpack import from_dlpack, to_dlpack
from mindspore._missing import missing_names

__all__ = ["dlpack", "from_dlpack", "get_sdc_detect_result", "sdc_detect_start", "sdc_detect_stop", "to_dlpack"]


def sdc_detect_start():
    """Watches the memory of Ascend devices for errors; without one nothing is watched, as in MindSpore."""


def sdc_detect_stop():
    """Ends what sdc_detect_start began."""


def get_sdc_detect_result():
    """Whether an error of a device's memory was found: False, as there is no device that is watched."""
    return False


__getattr__ = missing_names("mindspore.utils")
