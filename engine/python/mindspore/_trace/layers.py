# SPDX-License-Identifier: Apache-2.0
"""The layers that a trace of this thread goes through: their training modes are part of what its graph holds for."""
import threading


class _Layers(threading.local):
    seen = None           # a list of (layer, whether it was training) while a trace is under way
    attribute_set = None  # called with a layer and the name of an attribute that is being set


layers = _Layers()
