# SPDX-License-Identifier: Apache-2.0
"""Names of MindSpore's module of this name: jit, and what scripts wait with."""
from mindspore._jit.wrapping import jit
from mindspore._missing import missing_names

__all__ = ["jit"]


class _EagerExecutor:
    """For scripts that wait for the device: an operator has finished when its call returns, there is nothing to do."""

    def sync(self):
        """Returns once everything has been computed."""


_pynative_executor = _EagerExecutor()

__getattr__ = missing_names("mindspore.common.api")
