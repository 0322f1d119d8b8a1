# SPDX-License-Identifier: Apache-2.0
"""Names of MindSpore's native module that scripts use to look at bytecode captures, or ask for the class of tensors."""
import enum

from _jitscope import Tensor as TensorPy
from mindspore._bytecode.statistics import get_code_extra, jit_mode_pi_compile, jit_mode_pi_disable, jit_mode_pi_enable
from mindspore._missing import missing_names

__all__ = ["CreationType", "MSContext", "TensorPy", "function_id", "get_code_extra", "jit_mode_pi_compile",
           "jit_mode_pi_disable", "jit_mode_pi_enable", "security", "update_pijit_default_config"]


class CreationType(enum.IntEnum):
    """How a view came to be."""
    DEFAULT = 0
    NO_GRAD_MODE = 1
    MULTI_OUTPUT = 2
    CUSTOM_BPROP = 3


class MSContext:
    """What the native module knows of the machine: there is no Ascend device."""

    @staticmethod
    def get_instance():
        return _context

    def get_ascend_soc_version(self):
        """The name of the device's chip: none."""
        return ""

    def is_ascend_plugin_loaded(self):
        return False


_context = MSContext()


class security:
    """What a build without logs and dumps says of itself: this is none."""

    @staticmethod
    def enable_security():
        return False


def function_id(function):
    """A number that is the same for the same function: also for two bound methods of one function."""
    return id(getattr(function, "__func__", function))


def update_pijit_default_config(**options):
    """Accepted: captures by bytecode have no options but those of jit."""


__getattr__ = missing_names("mindspore._c_expression")
