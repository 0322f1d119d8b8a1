# SPDX-License-Identifier: Apache-2.0
"""Which capture is under way on this thread: what operators and layers ask at every call."""
import threading


class _Thread(threading.local):
    frontend = None   # found on the class where a thread has none: every call of a layer asks
    under_way = None  # the same, also while what Python computes meanwhile is no part of the graph


current_thread = _thread = _Thread()  # Capture.run sets it, too


def compiled_function():
    """The name of the function that is captured on this thread from its source, or None."""
    return getattr(_thread.under_way, "function_name", None)


def current_frontend():
    """The capture that is under way on this thread, or None."""
    return _thread.frontend


def set_current_frontend(frontend):
    """`frontend` is under way on this thread from here on; None for no capture."""
    _thread.frontend = frontend
