# SPDX-License-Identifier: Apache-2.0
"""Branches on values of the graph: both sides are walked, each into a graph of its own, and joined where they meet.

Where both sides end alike, they meet behind the statement. Where one leaves its block (break, continue, return) and the
other does not, each goes on alone with what follows, up to the first place where they come to the same point again.
"""
import ast
import operator

import _jitscope
from _jitscope import External, Scalar, Tensor
from mindspore._capture.ends import CONTINUE, RAISES, BlockFrame, Finished, Jump, LoopFrame, Return, Value, is_boundary
from mindspore._capture.errors import is_variable, not_captured
from mindspore._capture.recursion import Unknown
from mindspore._capture.state import (Join, JoinError, Kept, Made, Poison, State, StructureError, copied, filled,
                                       placeholder, set_contents)
from mindspore.common import dtype

_MOST_COPIES = 2000
_NO_BOOL = "Only tensor which shape is () or (1,) can be converted to bool, but got tensor shape is "


class _Branch:
    """One side: its graph, put aside, and where its walk has come to."""

    def __init__(self, end, level):
        self.end, self.level = end, level
        self.graph = self.state = None


class Branches:
    """The part of a walker that knows branches."""

    title = "lambda"  # the function's name, for the names of its branches and loops
    statement = None  # the one at hand
    _copies = None    # how often what follows a statement was walked for one side of a branch
    frames = ()       # what is left to do around the statement at hand, outermost first

    # -- conditions --------------------------------------------------------------------------------------------------

    def condition(self, value):
        """True or False where that is known; else a value of the graph that decides."""
        if isinstance(value, External):
            return self.frontend.fallback.truth(value)
        if isinstance(value, Tensor) and is_variable(value):
            if tuple(value.shape) not in ((), (1,)):
                raise ValueError(_NO_BOOL + "(" + ", ".join(map(str, value.shape)) + ")")
            return value
        return value if isinstance(value, Scalar) else bool(value)

    def condition_of(self, node):
        """The condition that an expression is; `and` and `or` evaluate no more than Python does."""
        if isinstance(node, ast.BoolOp):
            return self._of_several(node, node.values, isinstance(node.op, ast.Or))
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            return self._negated(node, self.condition_of(node.operand))
        value = self.value(node)
        self.at(node)
        return self.condition(value)

    def _of_several(self, node, operands, end):
        first = self.condition_of(operands[0])
        if len(operands) == 1:
            return first
        if isinstance(first, bool):
            return first if first is end else self._of_several(node, operands[1:], end)

        def rest():
            return self._as_bool(self._of_several(node, operands[1:], end))
        sides = (lambda: True, rest) if end else (rest, lambda: False)
        return self.chosen(node, first, *sides)

    def _negated(self, node, condition):
        self.at(node)
        if isinstance(condition, bool):
            return not condition
        if isinstance(condition, External):
            return self.frontend.fallback.execute(operator.not_, (condition,), reason="asks Python whether it is true")
        if isinstance(condition, Scalar):
            return _jitscope.primitives["BoolNot"](condition)
        return _jitscope.primitives["LogicalNot"](condition.astype(dtype.bool_))

    def _as_bool(self, value):
        """A condition as a Python bool, known or not."""
        if isinstance(value, Tensor):
            value = _jitscope.primitives["TensorToScalar"](value)
        if isinstance(value, Scalar) and value.kind is not bool:
                value = _jitscope.primitives["ScalarCast"](value, dtype.bool_)
        return value

    # -- two sides ---------------------------------------------------------------------------------------------------

    def choice(self, node, condition, when_true, when_false, signs=("✓", "✗")):
        """How the statement or expression `node` ends whose two sides are these functions."""
        before = State(self)
        if not self.frontend.recursions:
            return self._choice(node, condition, when_true, when_false, signs, before)
        mark = _jitscope.mark_capture(self.frontend.capture)
        try:
            return self._choice(node, condition, when_true, when_false, signs, before)
        except Unknown as unknown:
            if unknown.call.walker is self:
                self._learn(unknown.call, node, (when_true, when_false), before, mark)
            raise

    def _learn(self, call, node, sides, before, mark):
        """Walks each side alone, to the end of the function: what the one returns that ends is what the call gives."""
        frames = self.frames
        for side in sides:
            _jitscope.rollback_capture(self.frontend.capture, mark)
            self.frames = frames
            try:
                branch = self._walked(node, "✓", side, before)
                if branch.end is RAISES or any(isinstance(frame, LoopFrame) for frame in frames[:branch.level]):
                    continue
                self._go_on(branch, lambda frames, branch=branch: self.advance(branch, frames, 0))
            except Unknown:
                continue
            call.plan.learn(branch.end.value if isinstance(branch.end, Return) else None)

    def _choice(self, node, condition, when_true, when_false, signs, before):
        place = getattr(node, "test", node)
        first = self._walked(place, signs[0], when_true, before)
        second = self._walked(place, signs[1], when_false, before)
        self._bring_together(first, second)
        level = min(first.level, second.level)
        try:
            end = self._joined(node, condition, first, second, before)
        except JoinError as failure:
            self.at(node)
            ends = [getattr(branch.end, "place", None) for branch in (first, second)]
            raise failure.error(*ends) from None
        return end if level == len(self.frames) else Jump(level, end)

    def chosen(self, node, condition, when_true, when_false, signs=("↰", "↱")):
        """The value of an expression that is one of two; functions that give them."""
        end = self.choice(node, condition, lambda: Value(when_true()), lambda: Value(when_false()), signs)
        return end.value

    def open_part(self, node, sign):
        self.at(node)
        self.frontend.capture.open_graph(f"{sign}_{self.title}", self.frontend.place())

    def _walked(self, node, sign, walk, before):
        before.restore()
        self.open_part(node, sign)
        self.frontend.conditional += 1
        try:
            end = walk()
        finally:
            self.frontend.conditional -= 1
        branch = _Branch(end, len(self.frames))
        if isinstance(end, Jump):
            branch.end, branch.level = end.end, end.level
        self._put_aside(branch)
        return branch

    def _put_aside(self, branch):
        branch.state = State(self)
        branch.graph = _jitscope.suspend_graph(self.frontend.capture)

    def _go_on(self, branch, work):
        """Carries `work` out in the branch's graph and state."""
        frames = self.frames
        _jitscope.resume_graph(self.frontend.capture, branch.graph)
        branch.state.restore()
        self.frontend.conditional += 1
        try:
            work(frames)
        finally:
            self.frames = frames
            self.frontend.conditional -= 1
        self._put_aside(branch)

    # -- where they meet ---------------------------------------------------------------------------------------------

    def _bring_together(self, first, second):
        """Lets both go on until they are at the same point, or both at the end of the function or round."""
        while first.end is not RAISES and second.end is not RAISES:
            if first.level == second.level and self._agree(first, second):
                return
            if first.level == second.level and is_boundary(self.frames, first.level):
                return self._finish_both(first, second)
            level = min(first.level, second.level)
            if first.level == second.level:
                level -= 1
            for branch in (first, second):
                if branch.level > level:
                    self._go_on(branch, lambda frames, branch=branch: self.advance(branch, frames, level))
        reached = second if first.end is RAISES else first
        first.level = second.level = reached.level

    def advance(self, branch, frames, level):
        """Does what is left in the frames from `level` on."""
        while branch.level > level:
            index = branch.level - 1
            self._count_copy(frames[index])
            self.frames = frames[:index]
            end = frames[index].resume(self, branch.end)
            branch.end, branch.level = (end.end, end.level) if isinstance(end, Jump) else (end, index)

    def _count_copy(self, frame):
        """What follows a branch with a return is walked for each way that leads there; their number may explode."""
        if not isinstance(frame, BlockFrame):
            return
        self._copies = self._copies or {}
        copies = self._copies[frame.place] = self._copies.get(frame.place, 0) + 1
        if copies > _MOST_COPIES:
            raise not_captured(f"A block of statements that more than {_MOST_COPIES} combinations of branches with "
                               "return, break or continue lead to")

    def _agree(self, first, second):
        ends = [type(branch.end) if isinstance(branch.end, (Return, Finished, Value)) else branch.end
                for branch in (first, second)]
        if ends[0] is ends[1]:
            return True
        level = first.level
        if level and self.frames[level - 1].is_loop:
            ends = [None if end is CONTINUE else end for end in ends]
        return ends[0] is ends[1]

    def _finish_both(self, first, second):
        """At the end of a function both return; at the end of a round both give what the loop gives."""
        if first.level == 0:
            for branch in (first, second):
                branch.end = branch.end if isinstance(branch.end, Return) else Return(None)
            return
        loop = self.frames[first.level - 1].loop

        def finish(branch):
            self._go_on(branch, lambda frames: setattr(branch, "end", loop.finish(self, branch.end)))
        # What leaves the loop tells what the loop gives; another round gives the same.
        for branch in sorted((first, second), key=lambda branch: branch.end is None or branch.end is CONTINUE):
            if not isinstance(branch.end, Finished):
                finish(branch)

    # -- joining -----------------------------------------------------------------------------------------------------

    def _joined(self, node, condition, first, second, before):
        """Closes both sides over what they give, calls the one that is chosen, and puts its results in their places."""
        reached = [branch for branch in (first, second) if branch.end is not RAISES] or [first]
        end, states = reached[0].end, (reached[0].state, reached[-1].state)
        join = Join(*states, not self.frontend.fallback.is_strict, condition)
        value = self._joined_end(join, end, reached[-1].end)
        is_left = end is RAISES or isinstance(end, (Return, Finished))  # nobody reads the names any more
        names, contents = ({}, []) if is_left else self._joined_state(join, states, before)
        outputs = list(join.outputs)
        for index, branch in enumerate((first, second)):
            if branch.end is RAISES:
                outputs[index] = [placeholder(output) for output in outputs[1 - index]]
        closed = [self._closed(branch, given) for branch, given in zip((first, second), outputs)]
        before.restore()
        self.at(node)
        results = _jitscope.call_switch(self.frontend.capture, condition, *closed)
        own = self.frontend.outside.own
        self.scope.values.update({name: filled(template, results, own) for name, template in names.items()})
        for thing, template in contents:
            set_contents(thing, filled(template, results, own))
        return end if value is None else end.with_value(filled(value, results, own))

    @staticmethod
    def _joined_end(join, first, second):
        """A template of what both give, or None where they give nothing."""
        if isinstance(first, (Return, Value)):
            return join.of_any(first.value, second.value)
        return join.of(first.values, second.values) if isinstance(first, Finished) else None

    def _joined_state(self, join, states, before):
        """Templates of the names and of the containers that were changed."""
        first, second = states
        names = {}
        for name in {**first.names, **second.names}:
            try:
                names[name] = self._joined_name(join, name, first.names, second.names, before.names)
            except JoinError as error:
                if isinstance(error, StructureError) and join.is_lax and self._is_read_later(name):
                    names[name] = join.made(first.names[name], second.names[name])
                    continue
                names[name] = Poison(error.error(first.place(name), second.place(name)))
        changed = {id(thing): thing for state in states for thing in state.changed(before)}
        contents = [(thing, join.contents(thing, first.of_kind(thing), second.of_kind(thing)))
                    for thing in changed.values()]
        return names, contents

    @staticmethod
    def _joined_name(join, name, first, second, before):
        for names, side, other in ((first, "true", "false"), (second, "false", "true")):
            if name not in names:
                return Poison(UnboundLocalError(f"The local variable '{name}' is not defined in {side} branch, but "
                                                f"defined in {other} branch."))
            if isinstance(names[name], Poison):
                return names[name]
        is_same = first[name] is second[name] and (not join.is_single or first[name] is before.get(name))
        return Kept(first[name]) if is_same else join.of(first[name], second[name])

    def _is_read_later(self, name):
        """Whether what follows in this function, or in this round of a loop, reads the name."""
        rest = [statement for frame in self.frames if isinstance(frame, BlockFrame) for statement in frame.rest()]
        return any(isinstance(part, ast.Name) and part.id == name and isinstance(part.ctx, ast.Load)
                   for statement in rest for part in ast.walk(statement))

    def _closed(self, branch, outputs):
        _jitscope.resume_graph(self.frontend.capture, branch.graph)
        make = self.frontend.fallback.execute
        outputs = [make(copied, (output.value,), reason="makes what the other branch makes otherwise")
                   if isinstance(output, Made) else output for output in outputs]
        return _jitscope.close_branch(self.frontend.capture, tuple(outputs))
