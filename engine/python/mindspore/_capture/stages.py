# SPDX-License-Identifier: Apache-2.0
"""The time of a first call that is of no line of the user's code, by names: told with the compilation that it led to."""
import threading

import _jitscope

_SHORTEST_NS = 1_000


class _Calls(threading.local):
    def __init__(self):
        self.open = []  # for each first call under way, the outermost first: [its begin or None once told, [(name, begin, time)]]


_calls = _Calls()


class first_call:
    """While it is open, a call that may compile is under way on this thread."""

    def __enter__(self):
        _calls.open.append([_jitscope.now(), []])

    def __exit__(self, *_):
        _calls.open.pop()


def begin():
    """
    When the first call began whose compilation is asked about: that is where its time begins. Of a call that is
    compiled in several pieces only the first begins there.
    """
    began = _calls.open[-1][0] if _calls.open else None
    return _jitscope.now() if began is None else began


def note(name, since):
    """From then until now it was this; gives now."""
    now = _jitscope.now()
    if _calls.open and now - since >= _SHORTEST_NS:
        _calls.open[-1][1].append((name, since, now - since))
    return now


def note_instead(name, since):
    """The same in the place of what was noted since then."""
    if _calls.open:
        noted = _calls.open[-1][1]
        noted[:] = [stage for stage in noted if stage[1] < since]
    return note(name, since)


def tell(capture):
    """What was noted is of this capture. A call that is compiled in several pieces has it with the first."""
    if not _calls.open:
        return
    noted, _calls.open[-1][:] = _calls.open[-1][1], [None, []]
    for stage in noted:
        _jitscope.note_stage(capture, *stage)
