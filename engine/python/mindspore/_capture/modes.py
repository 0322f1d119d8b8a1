# SPDX-License-Identifier: Apache-2.0
"""How often a training flag of any layer has changed: graphs that were captured before may be of the other mode."""
_changes = 0


def mode_changes():
    """A number that grows with every change."""
    return _changes


def mode_changed():
    """A layer went into training or out of it."""
    global _changes
    _changes += 1
