# SPDX-License-Identifier: Apache-2.0
"""mindspore.jit: what its parts are and how a call finds its graph."""
