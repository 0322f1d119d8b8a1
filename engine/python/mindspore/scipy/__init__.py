# SPDX-License-Identifier: Apache-2.0
"""mindspore.scipy: linear algebra with the names of SciPy."""
from mindspore.scipy import linalg
from mindspore._missing import missing_names

__all__ = ["linalg"]
__getattr__ = missing_names("mindspore.scipy")
