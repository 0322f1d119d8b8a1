# SPDX-License-Identifier: Apache-2.0
"""mindspore.version: the version of MindSpore whose names these are."""
from mindspore._version import __version__

__all__ = ["__version__"]
