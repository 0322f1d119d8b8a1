# SPDX-License-Identifier: Apache-2.0
"""mindspore.scipy: linear algebra and minima with the names of SciPy."""
from mindspore.scipy import linalg, optimize
from mindspore._missing import missing_names

__all__ = ["linalg", "optimize"]
__getattr__ = missing_names("mindspore.scipy")
