# SPDX-License-Identifier: Apache-2.0
"""Capture of functions into graphs by walking Python's own ast."""
