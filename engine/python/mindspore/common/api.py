# SPDX-License-Identifier: Apache-2.0
"""Names of MindSpore's module of this name: jit, and what scripts wait with."""
from mindspore._jit.wrapping import jit
from mindspore._missing import missing_names
from mindspore.common.jitconfig import jit_class
from mindspore.ops.gradient import no_grad as _no_grad

__all__ = ["jit", "jit_class"]


class _EagerExecutor:
    """For scripts that wait for the device: an operator has finished when its call returns, there is nothing to do."""

    def sync(self):
        """Returns once everything has been computed."""

    def set_async_for_graph(self, flag):
        """Accepted: graphs have finished when their calls return, whatever flag is given."""

    def set_creation_type(self, tensor, creation_type):
        """Accepted: how a tensor came to be is no reason here against writing to it."""


_pynative_executor = _EagerExecutor()

__getattr__ = missing_names("mindspore.common.api")
