# SPDX-License-Identifier: Apache-2.0
"""Interoperation with other libraries."""
from mindspore.utils import dlpack
from mindspore.utils.dlpack import from_dlpack, to_dlpack
from mindspore._missing import missing_names

__all__ = ["dlpack", "from_dlpack", "to_dlpack"]
__getattr__ = missing_names("mindspore.utils")
