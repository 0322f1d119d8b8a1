# SPDX-License-Identifier: Apache-2.0
"""Training flags of layers: graphs that were captured before a change may be of the other mode."""
from _jitscope import mode_changed

__all__ = ["mode_changed"]
