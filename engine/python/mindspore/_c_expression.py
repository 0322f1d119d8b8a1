# SPDX-License-Identifier: Apache-2.0
"""Names of MindSpore's native module that scripts use to look at bytecode captures."""
from mindspore._bytecode.statistics import get_code_extra, jit_mode_pi_compile, jit_mode_pi_disable, jit_mode_pi_enable

__all__ = ["get_code_extra", "jit_mode_pi_compile", "jit_mode_pi_disable", "jit_mode_pi_enable"]
