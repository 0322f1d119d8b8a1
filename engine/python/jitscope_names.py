# SPDX-License-Identifier: Apache-2.0
"""The names of a script: which scope binds each of them and where, read from its text alone."""
import ast
import builtins
import keyword
import re

_MODULE_NAMES = {"__name__", "__file__", "__doc__", "__builtins__", "__spec__", "__loader__", "__package__",
                 "__annotations__", "__class__", "__path__"}


class Scope:
    """A module, a function (lambdas and comprehensions too) or a class."""

    def __init__(self, kind, node, parent):
        self.kind = kind
        self.node = node
        self.parent = parent
        self.bindings = {}      # name -> [(line, column, how)], in the order of the text
        self.declared = {}      # name -> "global" or "nonlocal"


class Use:
    """One place where a name stands; columns count bytes, lines from 1."""

    def __init__(self, name, line, column, scope, is_binding):
        self.name = name
        self.line = line
        self.column = column
        self.scope = scope
        self.is_binding = is_binding

    def covers(self, line, column):
        return self.line == line and self.column <= column <= self.column + len(self.name.encode())


class Names(ast.NodeVisitor):
    """All uses of names in a tree, and the attributes and keywords beside them."""

    def __init__(self, text):
        self.lines = [line.encode() for line in text.splitlines()] or [b""]
        self.tree = ast.parse(text)
        self.uses = []
        self.attributes = []    # (node, scope)
        self.keywords = []      # (keyword node, call, scope)
        self.has_star = False
        self.module = self._scope = Scope("module", self.tree, None)
        self.scopes = [self.module]
        self.visit(self.tree)

    # -- the walk --------------------------------------------------------------------------------------------------

    def _enter(self, kind, node):
        self._scope = Scope(kind, node, self._scope)
        self.scopes.append(self._scope)

    def _leave(self):
        self._scope = self._scope.parent

    def _bind(self, name, line, column, how, scope=None):
        scope = scope or self._scope
        scope.bindings.setdefault(name, []).append((line, column, how))
        self.uses.append(Use(name, line, column, scope, True))

    def _find(self, pattern, line, column, last_line=None):
        """Where the first group of a pattern stands from a place on: (line, column)."""
        for at in range(line, (last_line or line) + 1):
            text = self.lines[at - 1] if at <= len(self.lines) else b""
            found = re.compile(pattern).search(text, column if at == line else 0)
            if found:
                return at, found.start(1)
        return line, column

    def _visit_all(self, nodes):
        for node in nodes:
            if node is not None:
                self.visit(node)

    def _visit_arguments(self, arguments):
        every = [*arguments.posonlyargs, *arguments.args, arguments.vararg, *arguments.kwonlyargs, arguments.kwarg]
        for each in every:
            if each is not None:
                self._bind(each.arg, each.lineno, each.col_offset, "argument")

    def _visit_signature(self, arguments):
        self._visit_all([*arguments.defaults, *arguments.kw_defaults])
        every = [*arguments.posonlyargs, *arguments.args, arguments.vararg, *arguments.kwonlyargs, arguments.kwarg]
        self._visit_all([each.annotation for each in every if each is not None])

    def visit_FunctionDef(self, node):
        self._visit_all(node.decorator_list)
        self._visit_signature(node.args)
        self._visit_all([node.returns])
        line, column = self._find(rb"\bdef\s+(" + node.name.encode() + rb")\b", node.lineno, node.col_offset)
        self._bind(node.name, line, column, "function")
        self._enter("function", node)
        self._visit_arguments(node.args)
        self._visit_all(node.body)
        self._leave()

    visit_AsyncFunctionDef = visit_FunctionDef

    def visit_Lambda(self, node):
        self._visit_signature(node.args)
        self._enter("function", node)
        self._visit_arguments(node.args)
        self.visit(node.body)
        self._leave()

    def visit_ClassDef(self, node):
        self._visit_all([*node.decorator_list, *node.bases, *[each.value for each in node.keywords]])
        line, column = self._find(rb"\bclass\s+(" + node.name.encode() + rb")\b", node.lineno, node.col_offset)
        self._bind(node.name, line, column, "class")
        self._enter("class", node)
        self._visit_all(node.body)
        self._leave()

    def _visit_comprehension(self, node):
        first = node.generators[0]
        self.visit(first.iter)
        self._enter("comprehension", node)
        for generator in node.generators:
            self.visit(generator.target)
            if generator is not first:
                self.visit(generator.iter)
            self._visit_all(generator.ifs)
        self._visit_all([node.key, node.value] if isinstance(node, ast.DictComp) else [node.elt])
        self._leave()

    visit_ListComp = visit_SetComp = visit_GeneratorExp = visit_DictComp = _visit_comprehension

    def visit_NamedExpr(self, node):
        scope = self._scope
        while scope.kind == "comprehension":
            scope = scope.parent
        self._bind(node.target.id, node.target.lineno, node.target.col_offset, "assignment", scope)
        self.visit(node.value)

    def visit_Name(self, node):
        if isinstance(node.ctx, ast.Store):
            self._bind(node.id, node.lineno, node.col_offset, "assignment")
        else:
            self.uses.append(Use(node.id, node.lineno, node.col_offset, self._scope, False))

    def visit_Attribute(self, node):
        self.attributes.append((node, self._scope))
        self.generic_visit(node)

    def visit_Call(self, node):
        self.keywords += [(each, node, self._scope) for each in node.keywords if each.arg]
        self.generic_visit(node)

    def _visit_declaration(self, node):
        kind = "global" if isinstance(node, ast.Global) else "nonlocal"
        for name in node.names:
            self._scope.declared[name] = kind
            line, column = self._find(rb"[\s,](" + name.encode() + rb")\b", node.lineno, node.col_offset)
            self.uses.append(Use(name, line, column, self._scope, False))

    visit_Global = visit_Nonlocal = _visit_declaration

    def visit_Import(self, node):
        for alias in node.names:
            self._visit_alias(alias, f"module {alias.name if alias.asname else alias.name.split('.')[0]}")

    def visit_ImportFrom(self, node):
        module = "." * node.level + (node.module or "")
        for alias in node.names:
            if alias.name == "*":
                self.has_star = True
            else:
                self._visit_alias(alias, f"member {module} {alias.name}")

    def _visit_alias(self, alias, how):
        name = alias.asname or alias.name.split(".")[0]
        column = alias.end_col_offset - len(name.encode()) if alias.asname else alias.col_offset
        self._bind(name, alias.end_lineno if alias.asname else alias.lineno, column,
                   how if alias.asname else how + " as it is")

    def visit_ExceptHandler(self, node):
        self._visit_all([node.type])
        if node.name:
            begin = node.type or node
            line, column = self._find(rb"\bas\s+(" + node.name.encode() + rb")\b", begin.end_lineno
                                      if node.type else node.lineno, begin.end_col_offset if node.type else 0)
            self._bind(node.name, line, column, "assignment")
        self._visit_all(node.body)

    def visit_MatchAs(self, node):
        self._visit_all([node.pattern])
        if node.name:
            self._bind(node.name, node.end_lineno, node.end_col_offset - len(node.name.encode()), "assignment")

    def visit_MatchStar(self, node):
        if node.name:
            self._bind(node.name, node.end_lineno, node.end_col_offset - len(node.name.encode()), "assignment")

    def visit_MatchMapping(self, node):
        self.generic_visit(node)
        if node.rest:
            line, column = self._find(rb"\*\*\s*(" + node.rest.encode() + rb")\b", node.lineno, node.col_offset,
                                      node.end_lineno)
            self._bind(node.rest, line, column, "assignment")

    # -- answers ---------------------------------------------------------------------------------------------------

    def owner(self, scope, name):
        """The scope whose name it is, or None for a builtin or one that nobody binds."""
        declared = scope.declared.get(name)
        if declared == "global":
            return self.module if name in self._bound_globally() else None
        if declared != "nonlocal" and name in scope.bindings:
            return scope
        outer = scope.parent
        while outer is not None:
            if outer.kind != "class" and outer.declared.get(name) == "global":
                return self.module
            if outer.kind != "class" and name in outer.bindings and name not in outer.declared:
                return outer
            outer = outer.parent
        return self.module if name in self._bound_globally() else None

    def _bound_globally(self):
        names = set(self.module.bindings)
        for scope in self.scopes:
            names.update(name for name, kind in scope.declared.items() if kind == "global" and name in scope.bindings)
        return names

    def undefined(self):
        """Uses of names that nothing in the file binds."""
        if self.has_star:
            return []
        known = set(dir(builtins)) | _MODULE_NAMES
        return [use for use in self.uses
                if not use.is_binding and use.name not in known and self.owner(use.scope, use.name) is None]

    def use_at(self, line, column):
        return next((use for use in self.uses if use.covers(line, column)), None)

    def attribute_at(self, line, column):
        for node, scope in self.attributes:
            begin = node.end_col_offset - len(node.attr.encode())
            if node.end_lineno == line and begin <= column <= node.end_col_offset:
                return node, scope
        return None, None

    def bindings_of(self, owner, name):
        """Of a scope, with those that inner scopes make by global and nonlocal."""
        return sorted((use.line, use.column) for use in self.uses
                      if use.is_binding and use.name == name and self.owner(use.scope, name) is owner)

    def how(self, owner, name, place):
        for line, column, how in owner.bindings.get(name, ()):
            if (line, column) == place:
                return how
        return "assignment"

    def binding_for(self, use):
        """The assignment above a use in the same scope, else the first of its scope: (place, how), or (None, "")."""
        owner = self.owner(use.scope, use.name)
        places = self.bindings_of(owner, use.name) if owner else []
        if not places:
            return None, ""
        above = [place for place in places if place < (use.line, use.column)]
        place = above[-1] if above and owner is use.scope else places[0]
        return place, self.how(owner, use.name, place)

    # -- rename ----------------------------------------------------------------------------------------------------

    def _is_written_at(self, line, column, name):
        name = name.encode()
        return line <= len(self.lines) and self.lines[line - 1][column:column + len(name)] == name

    def rename(self, line, column, new):
        """Where a local name stands, to be replaced by `new`: [(line, column, length)]; ValueError says why not."""
        use = self.use_at(line, column)
        if use is None:
            raise ValueError("There is no name here that could be renamed.")
        old, owner = use.name, self.owner(use.scope, use.name)
        if owner is None:
            raise ValueError(f"'{old}' is not defined in this script.")
        if owner.kind not in ("function", "comprehension"):
            raise ValueError(f"'{old}' is not local to a function: other files may use it.")
        if not new.isidentifier() or keyword.iskeyword(new):
            raise ValueError(f"'{new}' is no name.")
        uses = [each for each in self.uses if each.name == old and self.owner(each.scope, old) is owner]
        for line, column, how in owner.bindings[old]:
            if how.endswith("as it is"):
                raise ValueError(f"'{old}' is the name of something imported.")
        for scope in {owner, *(each.scope for each in uses)}:
            if self.owner(scope, new) is owner or any(each.name == new and each.scope is scope for each in self.uses):
                raise ValueError(f"'{new}' is used there already.")
        for each in self.uses:  # a name from outside would be taken by the new one
            if each.name == new and self._is_inside(each.scope, owner):
                raise ValueError(f"'{new}' is used there already.")
        places = {(each.line, each.column) for each in uses}
        places |= self._keyword_places(old, owner)
        if not all(self._is_written_at(*place, old) for place in places):
            raise ValueError(f"'{old}' stands in a text over several lines, where it cannot be renamed safely.")
        return [(*place, len(old.encode())) for place in sorted(places)]

    @staticmethod
    def _is_inside(scope, owner):
        while scope is not None and scope is not owner:
            scope = scope.parent
        return scope is owner

    def _keyword_places(self, name, owner):
        """Where calls of a function say `name=` for its parameter."""
        is_parameter = any(how == "argument" for _, _, how in owner.bindings[name])
        if not is_parameter or isinstance(owner.node, ast.Lambda):
            return set()
        places = set()
        for each, call, scope in self.keywords:
            if each.arg != name:
                continue
            called = call.func
            is_plain = isinstance(called, ast.Name) and called.id == owner.node.name \
                and self.owner(scope, called.id) is owner.parent
            is_method = isinstance(called, ast.Attribute) and called.attr == owner.node.name \
                and owner.parent.kind == "class"
            if is_plain or is_method:
                places.add((each.lineno, each.col_offset))
        return places
