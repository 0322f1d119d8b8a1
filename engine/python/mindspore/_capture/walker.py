# SPDX-License-Identifier: Apache-2.0
"""Walks the statements of one function; loops over constants unroll, branches on constants are taken or left."""
import ast
import operator

import _jitscope
from _jitscope import External, Scalar, Symbol, Tensor
from mindspore import _notes
from mindspore._capture.errors import ArgumentWritten, holds_symbol, not_captured, unsupported_syntax
from mindspore._capture.branches import Branches
from mindspore._capture.chosen import Choices
from mindspore._capture.ends import BREAK, CONTINUE, RAISES, BlockFrame, Jump, Return, RoundsFrame, WithFrame
from mindspore._capture.expressions import Expressions
from mindspore._capture.loops import Loops
from mindspore._capture.numbers import VariableRange
from mindspore._capture.places import place_of
from mindspore._capture.scope import element_names
from mindspore._capture.sources import said_condition
from mindspore._portability import FOR_ELSE
from mindspore.common.dtype import bool_


class Walker(Expressions, Branches, Choices, Loops):
    """One function body with its names. A statement gives None, or why the ones after it do not run."""

    def run(self, node):
        """The value of a FunctionDef's body or a Lambda's expression."""
        if isinstance(node, ast.AsyncFunctionDef):
            raise unsupported_syntax("statement", node)
        if isinstance(node, ast.Lambda):
            return self.value(node.body)
        self.title = node.name
        self.scope.bring_in(element_names(node), Symbol)
        end = self.block(node.body)
        if isinstance(end, Jump):
            end = end.end
        self.frontend.last_return = getattr(end, "place", None)
        return end.value if isinstance(end, Return) else None

    def block(self, statements, start=0):
        """Walks the statements from `start` on."""
        outer, frame = self.frames, BlockFrame(statements)
        self.frames = (*outer, frame)
        try:
            for index in range(start, len(statements)):
                frame.next = index + 1
                end = self._ended(self._statement(statements[index]))
                if end is not None:
                    return end
            return None
        finally:
            self.frames = outer

    def _ended(self, end):
        """How what stands in the innermost frame ended, if it brought its own frames to their end."""
        return end.end if isinstance(end, Jump) and end.level == len(self.frames) else end

    def _statement(self, node):
        carry_out = _STATEMENTS.get(type(node))
        self.statement = node
        self.at(node)
        if carry_out is not None:
            return carry_out(self, node)
        raise unsupported_syntax("statement", node)

    def _expression(self, node):
        # A docstring, or a call for its effect.
        if not isinstance(node.value, ast.Constant):
            self.value(node.value)

    def _return(self, node):
        value = None if node.value is None else self.value(node.value)
        return Return(value, place_of(self.scope.filename, node))

    def _pass(self, node):
        return None

    def _break(self, node):
        return BREAK

    def _continue(self, node):
        return CONTINUE

    # -- assignments -------------------------------------------------------------------------------------------------

    def _assign(self, node):
        first = node.targets[0]
        value = self.value(node.value, first.id if isinstance(first, ast.Name) else "")
        for target in node.targets:
            self.assign(target, value)

    def _annotated(self, node):
        if node.value is not None:
            self.assign(node.target, self.value(node.value, getattr(node.target, "id", "")))

    def _augmented(self, node):
        target = node.target
        old = self.value(_as_load(target))
        self.frontend.outside.check_change(old)
        new = self.value(node.value)
        self.at(node, getattr(target, "id", ""))
        if isinstance(old, list) and isinstance(node.op, ast.Add):
            self.frontend.outside.set_apart(old)
            old.extend(new)
            self.assign(target, old)
        else:
            self.assign(target, self.operate(node.op, old, new))

    def assign(self, target, value):
        """Binds what stands left of an `=`, a loop variable, or a comprehension's."""
        if isinstance(target, ast.Name):
            module = self.scope.module_of(target.id)
            if module is None:
                self.scope.set(target.id, value)
                self.scope.places[target.id] = self.statement
            else:
                self.frontend.outside.set_global(module, target.id, value)
        elif isinstance(target, (ast.Tuple, ast.List)):
            self._unpack(target.elts, value)
        elif isinstance(target, ast.Subscript):
            self._assign_element(target, value)
        elif isinstance(target, ast.Attribute):
            owner = self.value(target.value)
            self.at(target)
            self.frontend.outside.set_attribute(owner, target.attr, value)
        else:
            raise unsupported_syntax("expression", target)

    def _unpack(self, targets, value):
        if isinstance(value, External) and not any(isinstance(target, ast.Starred) for target in targets):
            value = self.frontend.fallback.unpacked(value, len(targets))
        try:
            values = list(value)
        except TypeError:
            raise TypeError(f"cannot unpack non-iterable {type(value).__name__} object") from None
        starred = [i for i, target in enumerate(targets) if isinstance(target, ast.Starred)]
        if starred:
            after = len(targets) - starred[0] - 1
            if len(values) < len(targets) - 1:
                raise ValueError(f"not enough values to unpack (expected at least {len(targets) - 1}, got {len(values)})")
            end = len(values) - after
            middle = self.frontend.own(values[starred[0]:end])
            values = [*values[:starred[0]], middle, *values[end:]]
            targets = [target.value if isinstance(target, ast.Starred) else target for target in targets]
        if len(values) != len(targets):
            few = "not enough" if len(values) < len(targets) else "too many"
            got = f", got {len(values)}" if len(values) < len(targets) else ""
            raise ValueError(f"{few} values to unpack (expected {len(targets)}{got})")
        for target, item in zip(targets, values):
            self.assign(target, item)

    def _assign_element(self, target, value):
        container = self.value(target.value)
        self.frontend.outside.check_change(container)
        index = self.value(target.slice)
        if isinstance(container, list):
            self.frontend.outside.set_apart(container)
        if isinstance(container, tuple):
            raise TypeError("'tuple' object does not support item assignment")
        if holds_symbol(value) or holds_symbol(index):
            self.frontend.outside.check_made_anew(container)
        if isinstance(container, list) and isinstance(index, (Symbol, Scalar)):
            return self._assign_some(container, index, value)
        if isinstance(container, Symbol) and not self._is_only_here(target.value, container) and \
                self._can_assign(target.value):
            return self._assign_changed(target.value, container, index, value)
        if isinstance(container, Tensor):
            value = _value_for(container, value)
        try:
            container[index] = value
        except (ArgumentWritten, _jitscope.ValueNeeded):  # the caller's tensor stays as it is, as in MindSpore's graphs
            self._assign_changed(target.value, container, index, value)

    def _assign_some(self, items, index, value):
        """An item of a list at an index that is only known when the graph runs."""
        fallback, reason = self.frontend.fallback, "sets an item at an index of the graph"
        changed = fallback.compute(_with_item, (items, index, value), reason=reason)
        items[:] = [fallback.compute(operator.getitem, (changed, place), reason=reason) for place in range(len(items))]

    def _is_only_here(self, target, tensor):
        """Whether a tensor may change in place: one name has it, and no other way through the function sees it."""
        if self.frontend.conditional or self.frontend.flat or not isinstance(target, ast.Name):
            return False
        return self.scope.binds(target.id) and sum(value is tensor for value in self.scope.values.values()) == 1

    def _can_assign(self, target):
        """Whether what holds a tensor can be given another one, at no cost of a second evaluation."""
        if isinstance(target, ast.Name):
            return True
        if not isinstance(target, ast.Subscript) or not isinstance(target.slice, (ast.Constant, ast.Name)):
            return False
        return isinstance(self.value(target.value), (list, dict, Symbol)) and self._can_assign(target.value)

    def _assign_changed(self, target, tensor, index, value):
        """Values of a graph do not change: what holds the tensor gets another one, with that element."""
        changed = _with_element(tensor, index, value)
        self.assign(target, changed)

    # -- control flow ------------------------------------------------------------------------------------------------

    def truth(self, node):
        """Whether a condition holds; it must be constant."""
        condition = self.condition_of(node)
        if not isinstance(condition, bool):
            self.at(node)
            raise not_captured(f"A condition on a value of the graph ('{ast.unparse(node)}') in a comprehension, "
                               "whose length would depend on it,")
        return condition

    def _if(self, node):
        condition = said_condition(self.scope.filename, node)
        if condition is None:
            condition = self.condition_of(node.test)
        if isinstance(condition, bool):
            return self.block(node.body if condition else node.orelse)
        return self.choice(node, condition, lambda: self.block(node.body), lambda: self.block(node.orelse))

    def _while(self, node):
        while True:
            mark = _jitscope.mark_capture(self.frontend.capture)
            condition = self.condition_of(node.test)
            if not isinstance(condition, bool):
                _jitscope.rollback_capture(self.frontend.capture, mark)
                return self.graph_loop(node)
            if not condition:
                return self.block(node.orelse)
            end = self._round(node.body, lambda walker: walker._while_again(node))
            if end is BREAK:
                return None
            if end is not None and end is not CONTINUE:
                return end

    def _while_again(self, node):
        """Another round on one side of a branch: an endless loop that a branch leaves is a loop of the graph."""
        is_endless = isinstance(node.test, ast.Constant) and bool(node.test.value)
        return self.graph_loop(node) if is_endless else self._while(node)

    def _for(self, node):
        if node.orelse:
            _notes.portability("for with else", FOR_ELSE)
        iterable = self.value(node.iter)
        self.at(node.iter)
        if isinstance(iterable, VariableRange):
            return self._for_range(node, iterable)
        return self._for_rounds(node, Items(self.frontend.outside.items_seen(iterable)), 0)

    def _for_range(self, node, bounds):
        """A loop over a range that is only known when the graph runs: a `while` with a counter of its own."""
        if not isinstance(bounds.step, int):
            raise ValueError("A loop over a range() in a graph needs a constant step.")
        loop = getattr(node, "_as_while", None)
        if loop is None:
            loop = node._as_while = _as_while(node, ast.Lt() if bounds.step > 0 else ast.Gt())
        counter, stop, step = _range_names(node)
        self.scope.bind_also((counter, stop, step))
        self.scope.values.update({counter: bounds.start, stop: bounds.stop, step: bounds.step})
        return self._while(loop)

    def _for_rounds(self, node, items, index):
        while items.has(index):
            self.assign(node.target, items[index])
            index += 1
            end = self._round(node.body, lambda walker, next=index: walker._for_rounds(node, items, next))
            if end is BREAK:
                return None
            if end is not None and end is not CONTINUE:
                return end
        return self.block(node.orelse)

    def _round(self, body, go_on):
        """One round of an unrolled loop; `go_on` walks the ones after it."""
        outer = self.frames
        self.frames = (*outer, RoundsFrame(go_on))
        try:
            return self._ended(self.block(body))
        finally:
            self.frames = outer

    def _assert(self, node):
        condition = self.condition_of(node.test)
        if isinstance(condition, bool):
            return None if condition else self._failed(node)
        return self.choice(node, condition, lambda: None, lambda: self._failed(node))

    def _failed(self, node):
        failure = AssertionError(*([self.value(node.msg)] if node.msg is not None else []))
        return self._raised(failure)

    def _raise(self, node):
        if node.exc is None:
            raise unsupported_syntax("statement", node)
        failure = self.value(node.exc)
        return self._raised(failure)

    def _raised(self, failure):
        """Raises it now, or when the graph comes here."""
        if self.frontend.conditional or (isinstance(failure, Exception) and holds_symbol(failure.args)):
            self.frontend.fallback.raising(failure)
            return RAISES
        if isinstance(failure, type):
            failure = failure()
        raise failure

    def _with(self, node, index=0):
        if index == len(node.items):
            return self.block(node.body)
        item = node.items[index]
        manager = self.value(item.context_expr)
        self.at(node)
        entered = self.frontend.call(_method_of(manager, "__enter__"), (manager,), {})
        if item.optional_vars is not None:
            self.assign(item.optional_vars, entered)
        outer = self.frames
        leave = _method_of(manager, "__exit__")
        frame = WithFrame(lambda walker: walker.frontend.call(leave, (manager, None, None, None), {}))
        self.frames = (*outer, frame)
        try:
            end = self._ended(self._with(node, index + 1))
        finally:
            self.frames = outer
        # Where a branch has gone on alone to below this frame, it has left the block there.
        return end if isinstance(end, Jump) or end is RAISES else frame.resume(self, end)

    # -- definitions -------------------------------------------------------------------------------------------------

    def _define(self, node):
        function = self.function(node)
        for decorator in reversed(node.decorator_list):
            function = self._decorated(self.value(decorator), function)
        self.scope.set(node.name, function)

    def _decorated(self, decorator, function):
        # Inside of a graph everything is a graph already.
        return function if getattr(decorator, "__jitscope_is_jit__", False) is True else self.frontend.call(decorator, (function,), {})


class Items:
    """The items of a loop one by one, kept so that another branch can go through them again."""

    def __init__(self, iterator):
        self._iterator = iterator
        self._known = []

    def has(self, index):
        while len(self._known) <= index:
            try:
                self._known.append(next(self._iterator))
            except StopIteration:
                return False
        return True

    def __getitem__(self, index):
        return self._known[index]


def _range_names(node):
    """Names that no program has, for the counter and the bounds of a loop over a range."""
    return [f".{name}_{node.lineno}_{node.col_offset}" for name in ("counter", "stop", "step")]


def _as_while(node, comparison):
    counter, stop, step = _range_names(node)

    def load(name):
        return ast.Name(name, ast.Load())
    body = [ast.Assign([node.target], load(counter)),
            ast.Assign([ast.Name(counter, ast.Store())], ast.BinOp(load(counter), ast.Add(), load(step)))]
    loop = ast.While(ast.Compare(load(counter), [comparison], [load(stop)]), [*body, *node.body], node.orelse)
    for part in (loop.test, *body):
        for piece in ast.walk(part):
            if not hasattr(piece, "lineno"):
                ast.copy_location(piece, node.iter)
    return ast.copy_location(loop, node)


def _as_load(target):
    return ast.copy_location(type(target)(**{**dict(ast.iter_fields(target)), "ctx": ast.Load()}), target)


def _method_of(manager, name):
    method = getattr(type(manager), name, None)
    if method is None:
        raise TypeError(f"'{type(manager).__name__}' object does not support the context manager protocol")
    return method


_STATEMENTS = {
    ast.Expr: Walker._expression,
    ast.Return: Walker._return,
    ast.Pass: Walker._pass,
    ast.Break: Walker._break,
    ast.Continue: Walker._continue,
    ast.Assign: Walker._assign,
    ast.AnnAssign: Walker._annotated,
    ast.AugAssign: Walker._augmented,
    ast.If: Walker._if,
    ast.While: Walker._while,
    ast.For: Walker._for,
    ast.Assert: Walker._assert,
    ast.Raise: Walker._raise,
    ast.FunctionDef: Walker._define,
    ast.With: Walker._with,
    ast.Global: Walker._pass,
}


def _with_item(items, index, value):
    """A list with another item at an index."""
    place, count = int(index), len(items)
    if not -count <= place < count:
        raise ValueError(f"idx is out of range: {-count} <= idx < {count}, but got {place}.")
    items = list(items)
    items[place] = value
    return items


def _value_for(tensor, value):
    """What is assigned to elements of a tensor: tensors of a graph in a tuple or list lie along a first axis of their own."""
    if not isinstance(value, (tuple, list)) or not holds_symbol(value):
        return value
    items = [_value_for(tensor, item) for item in value]
    return _jitscope.primitives["Stack"](tuple(item if isinstance(item, Tensor) else Tensor(item, tensor.dtype)
                                               for item in items), 0)


def _chosen_value(tensor, mask, value):
    """What elements chosen by a mask of the graph become, where that does not hang on how many they are; else None."""
    if isinstance(value, (bool, int, float)):
        return Tensor(value, tensor.dtype)
    if not isinstance(value, Tensor):
        return None
    rest = tensor.ndim - mask.ndim  # the axes behind the mask's, after one of as many elements as it chooses
    if value.ndim == rest + 1 and value.shape[0] == 1:
        value = _jitscope.primitives["Reshape"](value, tuple(value.shape[1:]))
    if value.ndim > rest or any(own not in (1, size) for own, size in
                                zip(reversed(value.shape), reversed(tensor.shape))):
        return None
    return value.astype(tensor.dtype)


def _with_element(tensor, index, value):
    """A tensor whose elements at the index are others."""
    if isinstance(index, Symbol) and index.dtype == bool_ and index.ndim and index.shape == tensor.shape[:index.ndim]:
        chosen = _chosen_value(tensor, index, value)
        if chosen is not None:
            rest = tensor.ndim - index.ndim
            mask = _jitscope.primitives["Reshape"](index, (*index.shape, *[1] * rest)) if rest else index
            return _jitscope.primitives["Select"](mask, chosen, tensor)
    changed = _jitscope.primitives["Identity"](tensor)
    changed[index] = value
    return changed
