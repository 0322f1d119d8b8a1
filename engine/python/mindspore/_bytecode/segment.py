# SPDX-License-Identifier: Apache-2.0
"""A stretch of a function that is one graph: from its begin, or from behind a break, to the next break or the end."""
import types

import _jitscope
from mindspore._bytecode import breaks
from mindspore._bytecode.breaks import Break, GraphBreak, Unsupported, logs
from mindspore._bytecode.bridge import capturing
from mindspore._bytecode.guards import failing_guards, identities
from mindspore._bytecode.machine import Frame
from mindspore._bytecode.opcodes import INSTRUCTIONS, RETURNED
from mindspore._bytecode.rebuild import Rebuilding
from mindspore._bytecode.symbolic import Symbolic
from mindspore._bytecode.values import NULL, UNBOUND, Outer
from mindspore._capture import stages
from mindspore._capture.places import is_package_file
from mindspore._capture.structure import brief, describe

RETURN, BREAK, REST = "return", "break", "rest"  # how it ends; REST: Python runs what follows


class Segment:
    """A captured stretch: runs its graph and gives the state of the frame behind it."""

    def __init__(self, kind, index, machine, rebuilding, result, graph_break, is_inner):
        self.kind, self.index, self.graph_break, self.is_inner = kind, index, graph_break, is_inner
        self.guards = [*machine.guards.values(), *map(_layer_guard, machine.layers.values())]
        self.input_sources = [source for source, _ in machine.inputs]
        self.has_changes = bool(machine.log or machine.changed)
        self.rebuilt = rebuilding.function(result)
        self.has_reads = rebuilding.has_reads
        self.output_count = len(rebuilding.outputs)
        self.is_plain = result == "results[0]" and self.output_count == 1  # the graph's result as it is
        self.graph = None
        self.key = ""       # the types that its graph is for
        self.calls = 0      # that Python carried out
        self.entries = []   # of native callables that run this segment by themselves
        self._kept = list(machine.known.values())  # guards speak of objects by identity
        self._entry = None
        self.pairs = identities(*_pairs(machine))

    @property
    def call_count(self):
        return self.calls + sum(entry.calls for entry in self.entries)

    def finish(self, graph):
        """Takes the compiled graph (None: there is nothing to compute)."""
        self.graph = graph
        inputs = tuple(self.input_sources) if graph is not None else None
        self._entry = _jitscope.GraphEntry(_no_results if graph is None else graph, None, tuple(self.guards), inputs)

    def holds(self, state):
        """Whether it goes on from this state of the frame (a tuple)."""
        return self._entry.holds(state) and (self.pairs is None or self.pairs(state))

    def differences(self, state):
        """What of the state differs, each as a part of a sentence."""
        found = failing_guards(self.guards, state) or self._entry.differences(state)
        return found or (["which arguments are one object"] if self.pairs else [])

    def failing(self, state):
        """The first of them; None for nothing."""
        return next(iter(self.differences(state)), None)

    def run(self, state):
        """The result, or (slots, stack) at the break."""
        self.calls += 1
        results = self._entry.run(state)
        return self.rebuilt(state, (results,) if self.output_count == 1 else results)


def _layer_guard(layer):
    """What a layer changes itself when it is called (a counter) does not count."""
    cell, before = layer
    if hasattr(cell, "training") and any(vars(cell).get(name) is not value for name, value in before.items()):
        return ("is", (cell, ("attr", "training")), cell.training, f"{type(cell).__name__}.training")
    return ("dict", (cell, ("attr", "__dict__")), dict(cell.__dict__), f"an attribute of {type(cell).__name__}")


def _pairs(machine):
    """(pairs of sources that must be one object, pairs that must not), as far as it matters."""
    changed = [machine.mirrors[key] for key in machine.changed]
    cells = [pair for pair in machine.same if _is_of_cells(machine, pair)]
    apart = [(outer.source, other.source) for mirror, outer in changed for copy, other in machine.mirrors.values()
             if type(copy) is type(mirror) and copy is not mirror]
    return cells, apart


def _is_of_cells(machine, pair):
    return any(outer.source in pair for mirror, outer in machine.mirrors.values() if isinstance(mirror, types.CellType))


def _no_results(*state):
    return ()


class _Walk:
    """One attempt: the machine, a frame whose values all come from outside, the instructions done so far."""

    def __init__(self, frame, name):
        self.machine = Symbolic()
        names = frame.code.names
        slots = [self._outer(place, value, names[place]) for place, value in enumerate(frame.slots)]
        stack = [self._outer(place, value, "a value") for place, value in enumerate(frame.stack, len(slots))]
        self.frame = Frame(frame.code, frame.names, slots, stack, frame.index)
        self.name = name
        self.done = 0
        self.place = None  # where it ended

    def _outer(self, place, value, text):
        return value if value is NULL or value is UNBOUND else Outer((place,), value, text)

    def begin(self):
        code = self.frame.code
        place = code.place(code.instructions[self.frame.index])
        self.machine.capture.open_graph(self.name, ("", 0, 0, 0, 0, "") if is_package_file(place[0]) else place)
        self.machine.capture.refuse_writes()
        self.first_id = self.machine.capture.next_id()
        self.machine.enter(code)

    def run(self, most):
        """Walks up to `most` instructions (None: to the end); True at the end. A Break goes out."""
        while most is None or self.done < most:
            if self.machine.advance_frame(self.frame) is RETURNED:
                return True
            self.done += 1
        return False


class _Again(Exception):
    """The walk is to begin anew and to stop after so many instructions; `failure` is why."""

    def __init__(self, most, failure):
        super().__init__(most)
        self.most, self.failure = most, failure


class _NoGraph(Exception):
    """Why the engine can not compile what was walked."""


def capture_segment(frame, name, compile_graph):
    """The Segment that begins at the frame's state. compile_graph(capture, key, graph_break, guards)
    gives the graph."""
    most, failure = None, None
    while True:
        began = _jitscope.now()
        walk = _Walk(frame, name)
        try:
            return capturing(walk.machine, lambda walk=walk: _walked(walk, most, failure, compile_graph))
        except _Again as again:
            most, failure = again.most, again.failure
            stages.note_instead("capture that began anew", began)
        except _NoGraph as reason:
            return _without_graph(frame, name, str(reason).partition("\n")[0])


def _walked(walk, most, failure, compile_graph):
    walk.begin()
    try:
        is_end = walk.run(most)
    except Break as found:
        # Begun again, the walk stops in front: nodes and copies of the failed instruction are gone.
        raise _Again(walk.done, found) from None
    try:
        return _finished(walk, is_end, failure, compile_graph)
    except Break as found:
        if walk.done == 0:
            raise
        failure = failure or found
        failure.places = failure.places or [walk.place]
        raise _Again(walk.done // 2 if walk.done < 8 else walk.done - 4, failure) from None
    except Unsupported:
        raise
    except Exception as reason:
        raise _NoGraph(str(reason)) from None


def _without_graph(frame, name, reason):
    """For what the engine can not compile: Python runs the function from here."""
    walk = _Walk(frame, name)

    def walked():
        walk.begin()
        failure = Break(breaks.NO_GRAPH, reason)
        failure.places = list(walk.machine.places)
        return _finished(walk, False, failure, None)
    segment = capturing(walk.machine, walked)
    segment.kind = REST
    return segment


def _finished(walk, is_end, failure, compile_graph):
    machine, frame = walk.machine, walk.frame
    walk.place = machine.places[-1]
    machine.leave()  # what follows is of no line
    began = _jitscope.now()
    rebuilding = Rebuilding(machine)
    kind, graph_break = RETURN, None
    if not is_end:
        kind = _go_back_to_call(frame)
        graph_break = GraphBreak(failure.reason, failure.hints, failure.places[::-1])
        _log_break(graph_break)
    result = rebuilding.of(frame.result) if is_end else _state(rebuilding, frame)
    is_inner = failure is not None and len(failure.places) > 1
    segment = Segment(kind, frame.index, machine, rebuilding, result, graph_break, is_inner)
    machine.capture.close_graph(tuple(rebuilding.outputs))
    stages.note("make guards and results", began)
    has_nodes = machine.capture.next_id() - walk.first_id > len(machine.inputs)
    graph = None
    if compile_graph is not None and (rebuilding.outputs or has_nodes):
        segment.key = ", ".join(f"{guard[3]}: {brief(guard[2])}" for guard in segment.guards if guard[0] == "tensor")
        graph = compile_graph(machine.capture, segment.key, graph_break, segment.guards)
    segment.finish(graph)
    if logs("guard"):
        for guard in segment.guards:
            print(f"generated guard at {guard[3]}: {guard[0]} {_brief(guard[2])}")
    return segment


def _go_back_to_call(frame):
    """KW_NAMES and PRECALL belong to their CALL. Gives how the segment ends."""
    instructions = frame.code.instructions
    while instructions[frame.index].name in ("CALL", "PRECALL") and \
            instructions[frame.index - 1].name in ("PRECALL", "KW_NAMES"):
        frame.index -= 1
    instruction = instructions[frame.index]
    is_python = frame.code.is_covered[frame.index] or instruction.name not in INSTRUCTIONS
    return REST if is_python else BREAK


def _state(rebuilding, frame):
    """The code of (slots, stack); locals that nobody reads any more are left out."""
    code = frame.code
    live = code.live(frame.index)
    cells = set(code.code.co_cellvars)
    slots = [value if place >= code.local_count or place in live or code.names[place] in cells else UNBOUND
             for place, value in enumerate(frame.slots)]
    return f"[{', '.join(map(rebuilding.of, slots))}], [{', '.join(map(rebuilding.on_stack, frame.stack))}]"


def _brief(value):
    return type(value).__name__ if isinstance(value, (dict, list)) else describe(value)


def _log_break(graph_break):
    if logs("graph_break"):
        print(f"graph break: {graph_break.text()}")
