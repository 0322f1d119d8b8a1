# SPDX-License-Identifier: Apache-2.0
"""Marks that a script leaves on a device's timeline."""

__all__ = ["mstx"]


class mstx:
    """Marks and ranges of a device. There is none, so that, as in MindSpore on the CPU, nothing is marked."""

    enable = False

    @staticmethod
    def mark(message, stream=None, domain="default"):
        """Marks a moment; nothing here."""

    @staticmethod
    def range_start(message, stream=None, domain="default"):
        """Begins a range; gives its number, 0 where there is no device."""
        return 0

    @staticmethod
    def range_end(range_id, domain="default"):
        """Ends a range; nothing here."""
