# SPDX-License-Identifier: Apache-2.0
"""How a function was captured: segments, breaks, calls; and the switch for all bytecode captures."""
from mindspore._bytecode import switch
from mindspore._bytecode.functions import units_of


def get_code_extra(function):
    """What is known of a function that was called under jit(capture_mode="bytecode"); None if it never was.

    {"stat", "break_count_": breaks of its first segment, "compile_count_": compilations from its begin, "code":
    {"call_count_": calls of the entry that was used last, "phase_": a name for its graphs, if there are any}, "breaks":
    texts, "graph_count_": graphs of all segments}."""
    function = getattr(function, "__wrapped__", function)
    function = getattr(function, "__func__", function)
    units = units_of(getattr(function, "__code__", None))
    if not units:
        return None
    unit = units[-1]
    entries = unit.segments.get((0, 0), [])
    last = _last_used(unit, entries)
    segments = [segment for known in unit.segments.values() for segment in known]
    graphs = sum(segment.graph is not None for segment in segments)
    return {
        "stat": "GRAPH_CALLABLE" if entries else "NEVER_COMPILE",
        "break_count_": unit.break_count,
        "compile_count_": len(entries),
        "graph_count_": graphs,
        "code": {"call_count_": last.call_count if last else 0, "compile_count_": len(entries),
                 **({"phase_": _phase_of(function)} if graphs else {})},
        "breaks": [segment.graph_break.text() for segment in segments if segment.graph_break is not None],
    }


def _phase_of(function):
    code = function.__code__
    return f"{code.co_filename}_{code.co_firstlineno}_{code.co_name}.pi_jit"


def _last_used(unit, segments):
    """The segment that the last call began with, as far as native callables tell; None without segments."""
    native = unit.callable.entries if unit.callable is not None else ()
    for segment in segments:
        if native and any(entry is native[0] for entry in segment.entries):
            return segment
    return segments[0] if segments else None


def jit_mode_pi_enable():
    """Functions with jit(capture_mode="bytecode") are captured (as they are from the start)."""
    switch.is_on = True


def jit_mode_pi_disable():
    """They run as Python until jit_mode_pi_enable() is called."""
    switch.is_on = False


def jit_mode_pi_compile(function, *configuration):
    """Nothing is to be prepared: a function is captured when it is called. True, as in MindSpore."""
    return True
