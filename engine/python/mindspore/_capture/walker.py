# SPDX-License-Identifier: Apache-2.0
"""Walks the statements of one function; loops over constants unroll, branches on constants are taken or left."""
import ast

from mindspore._capture.errors import is_variable, not_captured, unsupported_syntax
from mindspore._capture.expressions import Expressions

_BREAK, _CONTINUE = object(), object()


class _Return:
    """Carries the value of a `return` out of the statements around it."""

    def __init__(self, value):
        self.value = value


class Walker(Expressions):
    """One function body with its names. A statement gives None, or why the ones after it do not run."""

    def run(self, node):
        """The value of a FunctionDef's body or a Lambda's expression."""
        if isinstance(node, ast.AsyncFunctionDef):
            raise unsupported_syntax("statement", node)
        if isinstance(node, ast.Lambda):
            return self.value(node.body)
        end = self._block(node.body)
        return end.value if isinstance(end, _Return) else None

    def _block(self, statements):
        for statement in statements:
            end = self._statement(statement)
            if end is not None:
                return end
        return None

    def _statement(self, node):
        carry_out = _STATEMENTS.get(type(node))
        self.at(node)
        if carry_out is not None:
            return carry_out(self, node)
        if type(node) in _NOT_YET:
            raise not_captured(f"The statement '{type(node).__name__}'")
        raise unsupported_syntax("statement", node)

    def _expression(self, node):
        # A docstring, or a call for its effect.
        if not isinstance(node.value, ast.Constant):
            self.value(node.value)

    def _return(self, node):
        return _Return(None if node.value is None else self.value(node.value))

    def _pass(self, node):
        return None

    def _break(self, node):
        return _BREAK

    def _continue(self, node):
        return _CONTINUE

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
        if not isinstance(target, ast.Name):
            self.check_target(target)
        old = self.value(_as_load(target))
        self.frontend.check_change(old, "Adding in place to the elements")
        new = self.value(node.value)
        self.at(node, getattr(target, "id", ""))
        if isinstance(old, list) and isinstance(node.op, ast.Add):
            old.extend(new)
        else:
            self.assign(target, self.operate(node.op, old, new))

    def check_target(self, target):
        """Names can be assigned, and elements of containers that captured code made itself."""
        if isinstance(target, ast.Attribute):
            raise not_captured(f"Setting the attribute '{target.attr}' of an object inside of a graph")

    def assign(self, target, value):
        """Binds what stands left of an `=`, a loop variable, or a comprehension's."""
        if isinstance(target, ast.Name):
            self.scope.set(target.id, value)
        elif isinstance(target, (ast.Tuple, ast.List)):
            self._unpack(target.elts, value)
        elif isinstance(target, ast.Subscript):
            self._assign_element(target, value)
        else:
            self.check_target(target)
            raise unsupported_syntax("expression", target)

    def _unpack(self, targets, value):
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
        self.frontend.check_change(container, "Assigning to an element")
        container[self.value(target.slice)] = value

    # -- control flow ------------------------------------------------------------------------------------------------

    def truth(self, node):
        """Whether a condition holds; it must be constant."""
        value = self.value(node)
        if is_variable(value):
            self.at(node)
            raise not_captured(f"A condition on the value of a tensor ('{ast.unparse(node)}'), which needs both branches in "
                               "the graph,")
        return bool(value)

    def _if(self, node):
        return self._block(node.body if self.truth(node.test) else node.orelse)

    def _while(self, node):
        while self.truth(node.test):
            end = self._block(node.body)
            if end is _BREAK:
                return None
            if isinstance(end, _Return):
                return end
        return self._block(node.orelse)

    def _for(self, node):
        for item in self.iterated(node.iter):
            self.assign(node.target, item)
            end = self._block(node.body)
            if end is _BREAK:
                return None
            if isinstance(end, _Return):
                return end
        return self._block(node.orelse)

    def _assert(self, node):
        if self.truth(node.test):
            return
        raise AssertionError(*([self.value(node.msg)] if node.msg is not None else []))

    def _raise(self, node):
        if node.exc is None:
            raise unsupported_syntax("statement", node)
        failure = self.value(node.exc)
        if isinstance(failure, type):
            failure = failure()
        raise failure

    # -- definitions -------------------------------------------------------------------------------------------------

    def _define(self, node):
        function = self.function(node)
        for decorator in reversed(node.decorator_list):
            function = self._decorated(self.value(decorator), function)
        self.scope.set(node.name, function)

    def _decorated(self, decorator, function):
        from mindspore.common.api import jit
        # Inside of a graph everything is a graph already.
        return function if decorator is jit else self.frontend.call(decorator, (function,), {})


def _as_load(target):
    return ast.copy_location(type(target)(**{**dict(ast.iter_fields(target)), "ctx": ast.Load()}), target)


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
}
_NOT_YET = {ast.With, ast.Global}
