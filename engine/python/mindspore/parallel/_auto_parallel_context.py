# SPDX-License-Identifier: Apache-2.0
"""The settings of how a network is spread as MindSpore's own modules ask for them: auto_parallel_context().get_...()."""
from mindspore.context import get_auto_parallel_context, set_auto_parallel_context

__all__ = []


class _AutoParallelContext:
    """get_NAME() and set_NAME(value) of each setting that mindspore.set_auto_parallel_context knows. AttributeError for
    others."""

    def __getattr__(self, name):
        verb, _, setting = name.partition("_")
        try:
            get_auto_parallel_context(setting)
        except ValueError:
            raise AttributeError(f"There is no setting of one device for '{name}'.") from None
        if verb == "get":
            return lambda: get_auto_parallel_context(setting)
        if verb == "set":
            return lambda value: set_auto_parallel_context(**{setting: value})
        raise AttributeError(f"There is no setting of one device for '{name}'.")


_context = _AutoParallelContext()


def auto_parallel_context():
    """The settings, one object for all."""
    return _context
