# SPDX-License-Identifier: Apache-2.0
"""Names and their values while a function is captured."""
import ast
import builtins

from mindspore._capture.state import Poison

_missing = object()


class Scope:
    """The names of one function or comprehension; what it does not bind itself is looked for further out."""

    def __init__(self, bound_names, outer, filename):
        self.values = {}
        self._bound_names = bound_names
        self.places = {}  # the statement that assigned each name last
        self._outer = outer
        self.filename = filename

    def get(self, name):
        value = self.values.get(name, _missing)
        if value is not _missing:
            if isinstance(value, Poison):
                raise value.error
            return value
        if name in self._bound_names:
            raise NameError(f"The name '{name}' is not defined, or not supported in graph mode.")
        return self._outer.get(name)

    def set(self, name, value):
        self.values[name] = value

    def module_of(self, name):
        """The names of the module where `name` is found, or None where it is found elsewhere."""
        return None if name in self._bound_names else self._outer.module_of(name)

    def bind_also(self, names):
        """Further names of this scope, which the source does not have."""
        self._bound_names = self._bound_names.union(names)

    def bring_in(self, names, kind):
        """Names of surrounding scopes that this one will assign, too; those with values of a kind."""
        for name in names - self._bound_names:
            value = self._outer.find(name)
            if isinstance(value, kind):
                self.values.setdefault(name, value)

    def find(self, name):
        """What a name means here, or None."""
        return self.values[name] if name in self.values else self._outer.find(name)

    def binds(self, name):
        return name in self._bound_names

    def inner(self, bound_names):
        """The scope of a nested function or comprehension."""
        return Scope(bound_names, self, self.filename)


class FunctionGlobals:
    """What surrounds a Python function: its closure, its module, the builtins."""

    def __init__(self, function):
        code = function.__code__
        self._cells = dict(zip(code.co_freevars, function.__closure__ or ()))
        self._globals = function.__globals__

    def get(self, name):
        cell = self._cells.get(name)
        if cell is not None:
            try:
                return cell.cell_contents
            except ValueError:
                raise NameError(f"The name '{name}' is not defined, or not supported in graph mode.") from None
        if name in self._globals:
            return self._globals[name]
        value = getattr(builtins, name, _missing)
        if value is _missing:
            raise NameError(f"The name '{name}' is not defined, or not supported in graph mode.")
        return value

    def find(self, name):
        """None: values of the graph live in scopes only."""
        return None

    def module_of(self, name):
        return None if name in self._cells else self._globals


class _BoundNames(ast.NodeVisitor):
    """Collects what a function's own body assigns; nested functions and comprehensions have names of their own."""

    def __init__(self):
        self.names = set()
        self.globals = set()

    def visit_Name(self, node):
        if isinstance(node.ctx, (ast.Store, ast.Del)):
            self.names.add(node.id)

    def visit_Global(self, node):
        self.globals.update(node.names)

    def visit_FunctionDef(self, node):
        self.names.add(node.name)

    visit_ClassDef = visit_FunctionDef

    def visit_Lambda(self, node):
        """A scope of its own."""

    visit_ListComp = visit_SetComp = visit_DictComp = visit_GeneratorExp = visit_Lambda


def stored_names(node):
    """The names that a statement assigns; kept on the node."""
    known = getattr(node, "_stored_names", None)
    if known is None:
        visitor = _BoundNames()
        visitor.visit(node)
        known = node._stored_names = frozenset(visitor.names)
    return known


class _ElementNames(ast.NodeVisitor):
    """Collects the names whose elements a function's own body assigns: x of `x[0] = y` and of `x[0][1] += y`."""

    def __init__(self):
        self.names = set()

    def visit_Subscript(self, node):
        base = node
        while isinstance(base, ast.Subscript):
            base = base.value
        if isinstance(node.ctx, ast.Store) and isinstance(base, ast.Name):
            self.names.add(base.id)

    def visit_FunctionDef(self, node):
        """A scope of its own."""

    visit_Lambda = visit_ListComp = visit_SetComp = visit_DictComp = visit_GeneratorExp = visit_FunctionDef


def element_names(node):
    """The names whose elements the statements in a loop or function assign; kept on the node."""
    known = getattr(node, "_element_names", None)
    if known is None:
        visitor = _ElementNames()
        for statement in (*node.body, *getattr(node, "orelse", ())):
            visitor.visit(statement)
        known = node._element_names = frozenset(visitor.names)
    return known


def parameters_of(node):
    """All parameter names of a FunctionDef or Lambda."""
    given = node.args
    names = [argument.arg for argument in (*given.posonlyargs, *given.args, *given.kwonlyargs)]
    return names + [extra.arg for extra in (given.vararg, given.kwarg) if extra is not None]


def bound_names(node):
    """The local names of a FunctionDef or Lambda; kept on the node, which is asked for at every call."""
    known = getattr(node, "_bound_names", None)
    if known is None:
        visitor = _BoundNames()
        for statement in node.body if isinstance(node.body, list) else [node.body]:
            visitor.visit(statement)
        known = node._bound_names = frozenset(visitor.names - visitor.globals) | frozenset(parameters_of(node))
    return known
