# SPDX-License-Identifier: Apache-2.0
"""Loops on values of the graph: a header that decides, a body that calls the header again, and what comes after.

What changes from round to round must be known before the body is walked. So the body is walked on trial: first with
numbers taken for constants; what turns out to change becomes a variable of the loop, and the walk begins anew.
"""
import ast

import _jitscope
from _jitscope import External, Symbol, Tensor
from mindspore._capture.ends import BREAK, RAISES, Finished, Jump, LoopFrame, Return
from mindspore._capture.errors import not_captured
from mindspore._capture.scope import element_names, stored_names
from mindspore._capture.state import (LEAVES, NUMBERS, JoinError, Kept, Poison, State, StructureError, check_numbers,
                                      check_tensors, copied, different_kinds, filled, is_of_python, is_same_constant,
                                      join_error, number_kind, placeholder, set_contents)
from mindspore._capture.structure import Slot


_ROUNDS = "after a round", "before it"


class Again(BaseException):
    """A plan has grown: the walk must begin anew. (No error of the user's program.)"""

    def __init__(self, plan):
        self.plan = plan


class Plan:
    """What has been found out about a loop so far."""

    def __init__(self):
        self.variables = set()  # (entry, path) of numbers that change
        self.opened = set()     # (entry, path) of tensors whose shape changes, and of what is computed from such ones
        self.containers = {}    # those that change, by id
        self.poisoned = {}      # names whose values of two rounds cannot be joined: the error
        self.kept, self.kept_count = 0, 0  # a list of values from outside that rounds use; 0 is the empty one

    def again(self):
        raise Again(self)

    def add_variable(self, entry, path):
        self.variables.add((entry, path))
        raise Again(self)

    def open(self, entry, path):
        self.opened.add((entry, path))
        raise Again(self)

    def poison(self, name, error):
        self.poisoned[name] = error
        raise Again(self)


class Entry:
    """A name or a container that a loop changes: its template, with a slot for each variable in it."""

    def __init__(self, key, plan, value, variables, names=None, fallback=None):
        self.key = key
        self._fallback = fallback
        self._plan = plan
        self._variables = variables
        self._names = [] if names is None else names
        self.template = self._of(value, ())

    def _of(self, value, path):
        if isinstance(value, tuple):
            items = [self._of(item, (*path, i)) for i, item in enumerate(value)]
            return type(value)(*items) if hasattr(value, "_fields") else tuple(items)
        if isinstance(value, list):
            return [self._of(item, (*path, i)) for i, item in enumerate(value)]
        if isinstance(value, dict):
            return {key: self._of(item, (*path, key)) for key, item in value.items()}
        known = self._plan.variables | self._plan.opened
        is_variable = isinstance(value, LEAVES) or (self.key, path) in known
        if not is_variable:
            return Kept(value)
        self._variables.append(self._known(value, path))
        self._names.append("_".join(map(str, (self.key, *path))))
        return Slot(len(self._variables) - 1)

    def _known(self, value, path):
        """A constant of Python's, or what Python keeps in this loop, as a value that the graph can hand on."""
        if (self.key, path) in self._plan.opened and not isinstance(value, External):
            return self._fallback.execute(copied, (value,), reason="is of no type that is known before the loop runs")
        if self._fallback is None or not is_of_python(value):
            return value
        return self._fallback.execute(copied, (value,), reason="is a constant of Python's that a loop changes")

    def read(self, value, template, variables, values, path=()):
        """Puts what `value` has in the places of the slots into `values`; finds what the plan did not know."""
        if isinstance(template, Slot):
            values[template.index] = self._read_variable(self._known(value, path), variables, template.index, path)
        elif isinstance(template, Kept):
            self._read_constant(value, template.value, path)
        elif isinstance(template, dict):
            if not isinstance(value, dict) or list(value) != list(template):
                raise different_kinds(value, {})
            for key, item in template.items():
                self.read(value[key], item, variables, values, (*path, key))
        else:
            if type(value) is not type(template):
                raise different_kinds(value, template)
            if len(value) != len(template):
                raise join_error(f"Type Join Failed: a {type(value).__name__} has {len(template)} items before a round "
                                f"of the loop and {len(value)} after it.")
            for index, item in enumerate(template):
                self.read(value[index], item, variables, values, (*path, index))

    def _read_variable(self, value, variables, index, path):
        try:
            variables.check_variable(value, index)
        except JoinError as error:
            is_open = isinstance(error, StructureError) or isinstance(value, External)
            if not is_open or self._fallback is None or (self.key, path) in self._plan.opened:
                raise
            self._plan.open(self.key, path)
        return value

    def _read_constant(self, value, before, path):
        if value is before or is_same_constant(value, before):
            return
        if number_kind(value) and isinstance(before, NUMBERS):
            check_numbers(value, before)
            self._plan.add_variable(self.key, path)
        if self._fallback is not None and is_of_python(before) and (isinstance(value, External) or is_of_python(value)):
            self._plan.add_variable(self.key, path)
        if self._fallback is not None and isinstance(value, External):
            self._plan.open(self.key, path)
        raise different_kinds(value, before)


class Variables:
    """What the variables are like: their values must be of the same types in every round."""

    def __init__(self, like):
        self._like = like

    def check_variable(self, value, index):
        like = self._like[index]
        if isinstance(value, External) or isinstance(like, External):
            if not isinstance(like, External):
                raise different_kinds(value, like)
        elif isinstance(value, Tensor) and isinstance(like, Tensor):
            check_tensors(value, like)
        elif number_kind(value) and number_kind(like):
            check_numbers(value, like)
        else:
            raise different_kinds(value, like)


class GraphLoop:
    """One walk of a loop into the graph."""

    def __init__(self, walker, node, plan, start, names):
        self.walker, self.node, self.plan, self.start = walker, node, plan, start
        self.outer = walker.frames
        self.capture = walker.frontend.capture
        self.returns = _has_return(node)
        self.name = None
        self.values = []   # of the variables before the loop
        self.names = []
        self.inside = ()   # of the variables in the header
        self.like = None   # values of the types that the loop gives
        self.result = None  # what the function returns, when the loop returns
        self.result_place = None
        fallback = None if walker.frontend.fallback.is_strict else walker.frontend.fallback
        self.entries = [Entry(name, plan, start.names[name], self.values, self.names, fallback)
                        for name in names if self._is_entry(name)]
        self.contents = [(thing, Entry(key, plan, start.contents[key][1], self.values, self.names, fallback))
                         for key, thing in plan.containers.items()]

    def _is_entry(self, name):
        value = self.start.names.get(name, self)
        return value is not self and not isinstance(value, Poison) and name not in self.plan.poisoned \
            and id(value) not in self.plan.containers

    # -- state -------------------------------------------------------------------------------------------------------

    def set_state(self, values):
        """Names and containers with these values of the variables."""
        own = self.walker.frontend.outside.own
        names = self.walker.scope.values
        for entry in self.entries:
            names[entry.key] = filled(entry.template, values, own)
        for thing, entry in self.contents:
            set_contents(thing, filled(entry.template, values, own))
        for name, error in self.plan.poisoned.items():
            names[name] = Poison(error)

    def current(self):
        """The values of the variables now, at the end of a round or of the loop."""
        now = State(self.walker)
        unknown = {id(thing): thing for thing in now.changed(self.start)}.keys() - self.plan.containers.keys()
        unknown -= {id(self.start.names[entry.key]) for entry in self.entries}
        if unknown:
            self.plan.containers.update({key: now.contents[key][0] for key in unknown})
            self.plan.again()
        values = [None] * len(self.values)
        for entry in self.entries:
            self._read_name(entry, now, values)
        for thing, entry in self.contents:
            try:
                entry.read(now.of_kind(thing), entry.template, Variables(self.inside), values)
            except JoinError as failure:
                raise failure.error() from None
        return tuple(values)

    def _read_name(self, entry, now, values):
        value = now.names.get(entry.key)
        try:
            if not isinstance(value, Poison):
                return entry.read(value, entry.template, Variables(self.inside), values)
            error = value.error
        except JoinError as failure:
            error = failure.error(now.place(entry.key), self.start.place(entry.key), _ROUNDS)
        # No fault as long as nobody reads the name before it is assigned again.
        self.plan.poison(entry.key, error)

    # -- ends --------------------------------------------------------------------------------------------------------

    def finish(self, walker, end):
        """Ends a round: with another one, or by leaving the loop."""
        if end is BREAK:
            return self._leave(None)
        if isinstance(end, Return):
            return self._noted(self._finish_outside(end))
        values = self.current()
        if self.like is None:
            raise not_captured("A loop that is never left, or whose first way out comes after another round,")
        return Finished(_jitscope.call_inner(self.capture, self.name, values, self.like))

    def _leave(self, end):
        """Out of the loop, to what comes after it: a part of the loop where the loop returns from its function."""
        return self._noted(self._finish_outside(end) if self.returns else Finished(self.current()))

    def _noted(self, finished):
        if self.like is None:
            self.like = finished.values
        return finished

    def _finish_outside(self, end):
        """Goes through all that is left to do around the loop, up to the end of the function or of an outer round."""
        walker, level = self.walker, len(self.outer)
        frames = self.outer
        inner = walker.frames
        try:
            while level and not isinstance(frames[level - 1], LoopFrame):
                walker.frames = frames[:level - 1]
                end = frames[level - 1].resume(walker, end)
                level -= 1
                if isinstance(end, Jump):
                    end, level = end.end, end.level
            walker.frames = frames[:level]
            if level and not isinstance(end, Finished):
                return frames[level - 1].loop.finish(walker, end)
            return end if level else self._returned(end)
        finally:
            walker.frames = inner

    def _returned(self, end):
        """The leaves of what the function returns."""
        value = end.value if isinstance(end, Return) else None
        leaves = []
        entry = Entry("return", self.plan, value, leaves)
        if self.result is None:
            self.result, self.result_place = entry, getattr(end, "place", None)
            return Finished(tuple(leaves))
        values = [None] * len(self.like)
        try:
            self.result.read(value, self.result.template, Variables(self.like), values)
        except JoinError as failure:
            raise failure.error(getattr(end, "place", None), self.result_place, _ROUNDS) from None
        return Finished(tuple(values))

    # -- the walk ----------------------------------------------------------------------------------------------------

    def walk(self):
        walker = self.walker
        walker.at(getattr(self.node, "test", self.node))
        self.name = self._open("↵", self.plan.kept)
        self.set_state(self.inside)
        self._walk_header()
        kept, count = _jitscope.borrowed(self.capture)
        if count > self.plan.kept_count:
            self.plan.kept, self.plan.kept_count = kept, count
            self.plan.again()

    def _open(self, sign, kept):
        title = f"{sign}_{self.walker.title}"
        name, self.inside = _jitscope.open_loop(self.capture, title, self.walker.frontend.place(), tuple(self.names),
                                                tuple(self.values), kept)
        return name

    def _walk_header(self):
        walker = self.walker
        condition = walker.condition_of(self.node.test)
        if condition is True:
            self._results = self._walk_body()
            return
        if condition is False:
            raise not_captured("A loop whose condition is only known to be false inside of it")
        at_test = State(walker)
        after = self._part("↓", self._walk_after)
        at_test.restore()
        body = self._part("↻", self._walk_body)
        walker.at(self.node.test)
        self._results = _jitscope.call_switch(self.capture, condition, body, after)

    def _part(self, sign, walk):
        self.walker.open_part(self.node, sign)
        outputs = walk()
        return _jitscope.close_branch(self.capture, tuple(outputs))

    def _walk_after(self):
        end = self.walker.block(self.node.orelse)
        if end is not None and not self.returns:
            raise not_captured("Leaving an outer loop or the function from the else of a loop on a value of the graph")
        return self._leave(end).values

    def _walk_body(self):
        walker = self.walker
        walker.frames = (*self.outer, LoopFrame(self))
        try:
            end = walker.block(self.node.body)
            level = len(walker.frames)
            end = end.end if isinstance(end, Jump) and end.level == level else end
            if end is RAISES:
                return self._placeholders()
            if not isinstance(end, Finished):
                end = self.finish(walker, end)
            return end.values
        finally:
            walker.frames = self.outer

    def _placeholders(self):
        return tuple(map(placeholder, self.like or ()))

    def close(self):
        """Closes the header, calls it, and gives how the loop ends."""
        walker = self.walker
        name = _jitscope.close_branch(self.capture, tuple(self._results))
        self.start.restore()
        walker.at(getattr(self.node, "test", self.node))
        results = _jitscope.call_loop(self.capture, name, tuple(self.values))
        if not self.returns:
            self.set_state(results)
            return None
        if self.result is None:
            level = max(i + 1 for i, frame in enumerate(self.outer) if isinstance(frame, LoopFrame))
            return Jump(level, Finished(results))
        end = Return(filled(self.result.template, results, walker.frontend.outside.own))
        return Jump(0, end) if self.outer else end


class Loops:
    """The part of a walker that knows loops in the graph."""

    def graph_loop(self, node):
        """A `while` whose condition is a value of the graph."""
        start = State(self)
        assigned = {name for name in stored_names(node) if name in start.names or self.scope.binds(name)}
        # Assigning an element of a tensor of the graph assigns the name.
        assigned |= {name for name in element_names(node) if isinstance(start.names.get(name), Symbol)}
        assigned = sorted(assigned)
        plan = Plan()
        mark = _jitscope.mark_capture(self.frontend.capture)
        while True:
            loop = GraphLoop(self, node, plan, start, assigned)
            self.frontend.conditional += 1
            try:
                loop.walk()
            except Again as again:
                if again.plan is not plan:
                    raise
                _jitscope.rollback_capture(self.frontend.capture, mark)
                start.restore()
                continue
            finally:
                self.frontend.conditional -= 1
                self.frames = loop.outer
            end = loop.close()
            for name in assigned:
                if name not in start.names:
                    self.scope.values[name] = Poison(_name_of_the_loop(name))
            return end


def _name_of_the_loop(name):
    return UnboundLocalError(f"The local variable '{name}' defined in the 'while' loop body cannot be used outside of "
                             f"the loop body. Please define variable '{name}' before 'while'.")


def _has_return(node):
    """Whether a return of this function stands in the loop."""
    known = getattr(node, "_has_return", None)
    if known is None:
        known = node._has_return = any(map(_returns, (*node.body, *node.orelse)))
    return known


def _returns(node):
    if isinstance(node, ast.Return):
        return True
    if isinstance(node, (ast.FunctionDef, ast.Lambda)):
        return False
    return any(map(_returns, ast.iter_child_nodes(node)))
