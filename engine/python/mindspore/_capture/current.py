# SPDX-License-Identifier: Apache-2.0
"""Which capture is under way on this thread: what operators and layers ask at every call."""
import threading


class _Thread(threading.local):
    frontend = None  # found on the class where a thread has none: every call of a layer asks


current_thread = _thread = _Thread()  # Capture.run sets it, too


def current_frontend():
    """The capture that is under way on this thread, or None."""
    return _thread.frontend


def set_current_frontend(frontend):
    """`frontend` is under way on this thread from here on; None for no capture."""
    _thread.frontend = frontend
