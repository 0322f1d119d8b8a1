# SPDX-License-Identifier: Apache-2.0
"""What a run of a script notes down for its end: what was compiled, and what real MindSpore would not do."""
import _jitscope
from mindspore._capture.places import caller

_graph_mode_place = None
_compilations = 0
_noted = set()
compiled_places = {}  # where a function stands -> the numbers of its objects that were compiled


def forget():
    """A run begins: nothing is noted yet."""
    global _graph_mode_place, _compilations
    _graph_mode_place, _compilations = None, 0
    _noted.clear()
    compiled_places.clear()


def graph_mode_was_set():
    """Remembers the line, for the note that nothing was compiled."""
    global _graph_mode_place
    if _graph_mode_place is None:
        _graph_mode_place = caller()


def was_compiled():
    global _compilations
    _compilations += 1


def graph_mode_in_vain():
    """(file, line) where graph mode was set, when nothing was compiled; else None."""
    return _graph_mode_place if _compilations == 0 else None


def is_compiled_anew(place, number):
    """Whether a function at that place was compiled before as another object; `number` tells objects apart."""
    known = compiled_places.setdefault(place, set())
    is_anew = bool(known) and number not in known
    known.add(number)
    return is_anew


def portability(kind, message):
    """What runs here and would not in real MindSpore; told once for each kind in a run."""
    if kind in _noted:
        return
    _noted.add(kind)
    _jitscope.record_note("portability", message, *caller())


def runs_in_gradient(name, reason):
    """A jit function of that name was called inside of a gradient, which takes its operators down for that reason (the rest
    of a sentence); told once in a run."""
    if ("gradient", name) in _noted:
        return
    _noted.add(("gradient", name))
    _jitscope.record_note("gradient", f"'{name}' runs operator by operator here, so no graph of it is made: {reason}. "
                          "MindSpore compiles it. To see its graph, put value_and_grad or grad inside of the jit "
                          "function.", *caller())
