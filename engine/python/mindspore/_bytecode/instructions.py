# SPDX-License-Identifier: Apache-2.0
"""The bytecode of a function, decoded once: instructions with jumps by index, places in the source, live locals."""
import dis
import linecache

# Their callers look at the frame they are called from: all its locals must be what Python would have there.
_FRAME_READERS = frozenset(("locals", "vars", "dir", "eval", "exec", "_getframe", "currentframe", "stack",
                            "breakpoint"))
_JUMPS = frozenset(dis.opname[op] for op in (*dis.hasjrel, *dis.hasjabs))
_ENDS = frozenset(("RETURN_VALUE", "RAISE_VARARGS", "RERAISE"))


class Instruction:
    """One instruction; `target` is the index of the one it may jump to, `index` its own."""

    __slots__ = ("index", "name", "arg", "value", "offset", "target", "positions", "place", "variable")

    def __init__(self, index, decoded):
        self.index, self.name, self.arg, self.value = index, decoded.opname, decoded.arg, decoded.argval
        self.offset, self.positions = decoded.offset, decoded.positions
        self.target = None
        self.place = None
        self.variable = ""

    @property
    def line(self):
        return self.positions.lineno or 0


class Code:
    """What the interpreter knows of a code object."""

    def __init__(self, code):
        self.code = code
        decoded = [item for item in dis.get_instructions(code) if item.opname != "EXTENDED_ARG"]
        self.instructions = [Instruction(index, item) for index, item in enumerate(decoded)]
        at = {item.offset: index for index, item in enumerate(decoded)}
        # A jump to an instruction with a long argument goes to the prefix in front of it.
        offsets = sorted(at)
        for instruction in self.instructions:
            if instruction.name in _JUMPS:
                instruction.target = at.get(instruction.value)
                if instruction.target is None:
                    instruction.target = at[next(offset for offset in offsets if offset > instruction.value)]
        self._name_results()
        self.names = slot_names(code)
        self.local_count = len(code.co_varnames)
        self.free_names = frozenset(code.co_freevars)
        self.is_covered, self._handlers = self._exceptions(at, offsets)
        self.reads_frame = bool(_FRAME_READERS.intersection(code.co_names))
        self._live = None
        self.entries = {}  # what resume.py makes of it

    def _name_results(self):
        for instruction, following in zip(self.instructions, self.instructions[1:]):
            if following.name == "STORE_FAST":
                instruction.variable = following.value

    def _exceptions(self, at, offsets):
        """(for each instruction whether a handler of this function covers it, index -> handler's index)."""
        covered = [False] * len(self.instructions)
        handlers = {}
        for entry in dis._parse_exception_table(self.code):
            target = at.get(entry.target) if entry.target in at else at[next(o for o in offsets if o > entry.target)]
            for instruction in self.instructions:
                if entry.start <= instruction.offset < entry.end:
                    covered[instruction.index] = True
                    handlers.setdefault(instruction.index, set()).add(target)
        return covered, handlers

    def place(self, instruction):
        """(file, line, end_line, column, end_column, text) of an instruction."""
        if instruction.place is None:
            spot = instruction.positions
            file = self.code.co_filename
            if spot.lineno is None:
                instruction.place = (file, self.code.co_firstlineno, self.code.co_firstlineno, 0, 0, "")
            else:
                text = linecache.getline(file, spot.lineno).rstrip("\n")
                instruction.place = (file, spot.lineno, spot.end_lineno or spot.lineno, spot.col_offset or 0,
                                     spot.end_col_offset or 0, text)
        return instruction.place

    # -- liveness ----------------------------------------------------------------------------------------------------

    def live(self, index):
        """The slots of plain locals that may still be read from the instruction on."""
        if self.reads_frame:
            return range(self.local_count)
        if self._live is None:
            self._live = self._live_sets()
        return self._live[index]

    def _following(self, instruction):
        following = set(self._handlers.get(instruction.index, ()))
        if instruction.target is not None:
            following.add(instruction.target)
        goes_on = instruction.name not in _ENDS and not instruction.name.startswith(("JUMP_FORWARD", "JUMP_BACKWARD"))
        if goes_on and instruction.index + 1 < len(self.instructions):
            following.add(instruction.index + 1)
        return following

    def _live_sets(self):
        live = [frozenset()] * len(self.instructions)
        changed = True
        while changed:
            changed = False
            for instruction in reversed(self.instructions):
                needed = frozenset().union(*(live[index] for index in self._following(instruction)))
                # A store inside of a try block may not be reached before its handler runs.
                if instruction.name == "STORE_FAST" and not self.is_covered[instruction.index]:
                    needed -= {instruction.arg}
                elif instruction.name in ("LOAD_FAST", "DELETE_FAST", "LOAD_CLOSURE"):
                    needed |= {instruction.arg}
                if needed != live[instruction.index]:
                    live[instruction.index] = needed
                    changed = True
        return live


def slot_names(code):
    """The names of a frame's slots: locals, cells that are no arguments, free variables; as opcodes number them."""
    inner = tuple(name for name in code.co_cellvars if name not in code.co_varnames)
    return code.co_varnames + inner + code.co_freevars


_known = {}  # by id: code objects of two files may be equal


def decoded(code):
    """The Code of a code object."""
    known = _known.get(id(code))
    if known is None:
        known = _known[id(code)] = Code(code)
    return known
