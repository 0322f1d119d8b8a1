# SPDX-License-Identifier: Apache-2.0
"""Capture by running: the operators that a call runs become the graph of later calls."""
