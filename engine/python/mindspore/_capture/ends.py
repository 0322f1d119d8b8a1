# SPDX-License-Identifier: Apache-2.0
"""How statements end, and what is left to do around them: so that a branch can go on with it alone."""


class Return:
    """`return`: goes through everything up to the function. `place` is its place in the source, or None."""

    def __init__(self, value, place=None):
        self.value, self.place = value, place

    def with_value(self, value):
        return Return(value, self.place)


class Finished:
    """A round of a loop in the graph has come to its end: what the loop gives."""

    def __init__(self, values):
        self.values = values

    def with_value(self, values):
        return Finished(values)


class Jump:
    """Everything up to the frame `level` (not counted) is done already, and ended with `end`."""

    def __init__(self, level, end):
        self.level, self.end = level, end


class Value:
    """The value of an expression; where a function returned it, the place of that."""

    def __init__(self, value, place=None):
        self.value, self.place = value, place

    def with_value(self, value):
        return Value(value, self.place)


class _Named:
    """An end without a value."""

    def __init__(self, name):
        self.name = name

    def __repr__(self):
        return self.name


BREAK, CONTINUE = _Named("break"), _Named("continue")
RAISES = _Named("raise")  # nothing after it is ever reached


class BlockFrame:
    """The statements of a block from `next` on."""

    is_loop = False

    def __init__(self, statements):
        self._statements = statements
        self.next = 0

    @property
    def place(self):
        return id(self._statements), self.next

    def rest(self):
        """The statements that are left."""
        return self._statements[self.next:]

    def resume(self, walker, end):
        return walker.block(self._statements, self.next) if end is None else end


class RoundsFrame:
    """The rounds of an unrolled loop after this one: `go_on(walker)` walks them."""

    is_loop = True

    def __init__(self, go_on):
        self._go_on = go_on

    def resume(self, walker, end):
        if end is BREAK:
            return None
        return self._go_on(walker) if end is None or end is CONTINUE else end


class WithFrame:
    """The end of a `with` block: `leave(walker)` calls its manager's __exit__."""

    is_loop = False

    def __init__(self, leave):
        self._leave = leave

    def resume(self, walker, end):
        self._leave(walker)
        return end


class LoopFrame:
    """Around the body of a loop in the graph: here a round ends."""

    is_loop = True

    def __init__(self, loop):
        self.loop = loop


def is_boundary(frames, level):
    """Whether the frames from `level` on are all of a function's body or of a round."""
    return level == 0 or isinstance(frames[level - 1], LoopFrame)
