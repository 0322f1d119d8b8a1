# SPDX-License-Identifier: Apache-2.0
"""Whether bytecode captures are made and used (jit_mode_pi_enable, jit_mode_pi_disable)."""
is_on = True
