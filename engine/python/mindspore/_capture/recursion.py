# SPDX-License-Identifier: Apache-2.0
"""Functions that call themselves on one side of a branch on values of the graph: their graph calls itself.

A call of a function with the constants and types of a call that is under way, from a branch that the graph decides, is
a call of the same graph. What that graph gives must be known before; a branch that returns without such a call tells.
"""
import ast

import _jitscope
from _jitscope import External, Scalar, Symbol
from mindspore._capture.loops import Again, Entry, Plan, Variables
from mindspore._capture.state import Contents, JoinError, filled, is_same_constant, number_kind
from mindspore._capture.structure import Slot, replace_tensors

_ENDLESS = "There isn't any branch that can be evaluated: '{}' calls itself on every side of its branches."


class Unknown(BaseException):
    """What a call of this function gives is not known yet. (No error of the user's program.)"""

    def __init__(self, call):
        self.call = call


def calls_itself(node):
    """Whether a FunctionDef calls what has its own name; kept on the node."""
    known = getattr(node, "_calls_itself", None)
    if known is None:
        called = (part.func for part in ast.walk(node) if isinstance(part, ast.Call))
        names = {getattr(function, "id", getattr(function, "attr", None)) for function in called}
        known = node._calls_itself = getattr(node, "name", None) in names
    return known


class _RecursionPlan(Plan):
    """What has been found out about a function that calls itself."""

    def __init__(self):
        super().__init__()
        self.is_recursive = False
        self.result = None  # an Entry of what it returns
        self.like = ()      # values of the types of the leaves of that

    def learn(self, value):
        """`value` is what one branch returns."""
        leaves = []
        self.result, self.like = Entry("return", self, value, leaves), tuple(leaves)
        raise Again(self)

    def add_variable(self, entry, path):
        self.result = None
        super().add_variable(entry, path)


class Call:
    """A call under way of a function that calls itself."""

    def __init__(self, function, args, kwargs, plan, conditional):
        self.function, self.plan, self.conditional = function, plan, conditional
        self.leaves = []
        self.arguments = replace_tensors((args, kwargs), self._slot)
        self.graph = None
        self.walker = None  # of the function's body

    def _slot(self, value):
        if not isinstance(value, (Symbol, External, Scalar)):
            return value
        self.leaves.append(value)
        return Slot(len(self.leaves) - 1)

    def is_like(self, other):
        """Whether the same graph carries both out."""
        return self.function is other.function and _alike(self.arguments, other.arguments) and \
            all(map(_same_type, self.leaves, other.leaves))


def _alike(a, b):
    if a is b:
        return True
    if isinstance(a, Slot):
        return isinstance(b, Slot)
    if isinstance(a, (tuple, list)) and type(a) is type(b):
        return len(a) == len(b) and all(map(_alike, a, b))
    if isinstance(a, dict) and isinstance(b, dict):
        return list(a) == list(b) and all(_alike(value, b[key]) for key, value in a.items())
    return is_same_constant(a, b)


def _same_type(a, b):
    if isinstance(a, Symbol) and isinstance(b, Symbol):
        return a.dtype == b.dtype and tuple(a.shape) == tuple(b.shape)
    if isinstance(a, Scalar) and isinstance(b, Scalar):
        return number_kind(a) is number_kind(b)
    return isinstance(a, External) and isinstance(b, External)


class Recursions:
    """The part of a capture that knows recursion."""

    def call_recursive(self, function, name, args, kwargs, body, plainly):
        """A call of a function that may call itself; `plainly` carries a call out that is no further round."""
        plan = _RecursionPlan()
        call = Call(function, args, kwargs, plan, self.conditional)
        for outer in reversed(self.recursions):
            if self.conditional > outer.conditional and call.is_like(outer):
                return self._inner_call(outer, call)
        mark, contents = _jitscope.mark_capture(self.capture), Contents(self)
        while True:
            self.recursions.append(call)
            call.walker = None
            try:
                return self._as_graph(call, name, body) if plan.is_recursive else plainly()
            except Again as again:
                if again.plan is not plan:
                    raise
                plan.is_recursive = True
                _jitscope.rollback_capture(self.capture, mark)
                contents.restore()
            except Unknown as unknown:
                if unknown.call is not call:
                    raise
                raise RuntimeError(_ENDLESS.format(name)) from None
            finally:
                self.recursions.remove(call)

    def _inner_call(self, outer, call):
        plan = outer.plan
        if not plan.is_recursive:
            raise Again(plan)
        if plan.result is None:
            raise Unknown(outer)
        results = _jitscope.call_inner(self.capture, outer.graph, tuple(call.leaves), plan.like)
        return filled(plan.result.template, results, self.outside.own)

    def _as_graph(self, call, name, body):
        plan, own = call.plan, self.outside.own
        names = tuple(f"x{index}" for index in range(len(call.leaves)))
        call.graph, inside = _jitscope.open_loop(self.capture, name, self.place(), names, tuple(call.leaves), plan.kept)
        value = body(*filled(call.arguments, inside, own))
        if plan.result is None:
            plan.learn(value)  # it ended without a branch that could tell before
        outputs = [None] * len(plan.like)
        try:
            plan.result.read(value, plan.result.template, Variables(plan.like), outputs)
        except JoinError as failure:
            raise failure.error() from None
        kept, count = _jitscope.borrowed(self.capture)
        if count > plan.kept_count:
            plan.kept, plan.kept_count = kept, count
            plan.again()
        graph = _jitscope.close_branch(self.capture, tuple(outputs))
        results = _jitscope.call_loop(self.capture, graph, tuple(call.leaves))
        return filled(plan.result.template, results, own)
