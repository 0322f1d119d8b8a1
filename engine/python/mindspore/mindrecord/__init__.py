# SPDX-License-Identifier: Apache-2.0
"""mindspore.mindrecord: files of rows with named values, as MindSpore writes and reads them."""
from mindspore.mindrecord.exceptions import *  # noqa: F403
from mindspore.mindrecord.exceptions import __all__ as _exceptions
from mindspore.mindrecord.filereader import FileReader
from mindspore.mindrecord.filewriter import FileWriter
from mindspore._missing import missing_names

SUCCESS, FAILED = 0, -1

__all__ = ["FileReader", "FileWriter", "SUCCESS", "FAILED", *_exceptions]
__getattr__ = missing_names("mindspore.mindrecord")
