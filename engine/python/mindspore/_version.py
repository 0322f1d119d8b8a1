# SPDX-License-Identifier: Apache-2.0
"""The version of MindSpore whose names this package has."""

__version__ = "2.7.0"
