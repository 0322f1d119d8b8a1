# SPDX-License-Identifier: Apache-2.0
"""Weights by which MindSpore searches for a way to spread a network over devices. One device computes here: there is nothing
to search for, and what is set is forgotten."""
__all__ = []


def _set_multi_subgraphs(multi_subgraph=True):
    """Accepted."""


def _set_algo_single_loop(single_loop=True):
    """Accepted."""


def _set_rp_matmul_mem_coef(coef):
    """Accepted."""
