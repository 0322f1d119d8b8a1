# SPDX-License-Identifier: Apache-2.0
"""What the editor asks about a script without running it, in a process of its own: a request as JSON on the standard
input, the answer as JSON on the standard output."""
import ast
import importlib.util
import json
import os
import sys
import warnings

_here = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, _here)  # an isolated Python does not look beside the script

import jitscope_names  # noqa: E402


def _portability():
    """The module of the package, which is not imported with it: that would take longer than all else here."""
    spec = importlib.util.spec_from_file_location("_portability", os.path.join(_here, "mindspore", "_portability.py"))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _problem(severity, message, line, column, end_line, end_column):
    return {"severity": severity, "message": message, "line": line, "column": column, "endLine": end_line,
            "endColumn": end_column}


def _bytes_before(text, line, character):
    """The columns of SyntaxError count characters."""
    lines = text.splitlines()
    return len(lines[line - 1][:character].encode()) if 0 < line <= len(lines) else 0


def _syntax_error(text, failure):
    line = min(failure.lineno or 1, len(text.splitlines()) or 1)
    column = _bytes_before(text, line, max((failure.offset or 1) - 1, 0))
    end_line = max(failure.end_lineno or line, line)
    end = _bytes_before(text, end_line, max((failure.end_offset or 0) - 1, 0))
    if (end_line, end) <= (line, column):  # Python does not say how far it reaches
        end_line, end = line, column + 1
    return _problem("error", failure.msg, line, column, end_line, end)


def _of_node(severity, message, node):
    if isinstance(node, ast.Attribute):
        begin = node.end_col_offset - len(node.attr.encode())
        return _problem(severity, message, node.end_lineno, begin, node.end_lineno, node.end_col_offset)
    return _problem(severity, message, node.lineno, node.col_offset, node.end_lineno, node.end_col_offset)


def check(text, path):
    """Syntax errors, what Python itself warns of, names that nothing defines, and what real MindSpore would refuse."""
    problems = []
    try:
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            compile(text, path, "exec", dont_inherit=True)
        names = jitscope_names.Names(text)
    except SyntaxError as failure:
        return [_syntax_error(text, failure)]
    except (ValueError, RecursionError, MemoryError) as failure:
        return [_problem("error", str(failure) or type(failure).__name__, 1, 0, 1, 0)]
    lines = text.splitlines()
    for each in caught:
        line = min(max(each.lineno, 1), len(lines) or 1)
        width = len(lines[line - 1].encode()) if lines else 0
        indent = width - len(lines[line - 1].lstrip().encode()) if lines else 0
        problems.append(_problem("warning", str(each.message), line, indent, line, width))
    for use in names.undefined():
        problems.append(_problem("warning", f"name '{use.name}' is not defined in this script", use.line, use.column,
                                 use.line, use.column + len(use.name.encode())))
    problems += [_of_node("note", message, node) for message, node in _portability().notes(names)]
    return sorted(problems, key=lambda each: (each["line"], each["column"]))


# -- definitions -------------------------------------------------------------------------------------------------------


class NotFound(Exception):
    """Why nothing can be gone to, in one sentence."""


def _place(path, line, column):
    return {"file": path, "line": line, "column": column}


def _module_file(path, module):
    """The file of a module beside the script, without importing it; None for installed ones."""
    folder = os.path.dirname(path)
    level = len(module) - len(module.lstrip("."))
    for _ in range(level - 1):
        folder = os.path.dirname(folder)
    base = os.path.join(folder, *[part for part in module.lstrip(".").split(".") if part])
    return next((file for file in (base + ".py", os.path.join(base, "__init__.py")) if os.path.isfile(file)), None)


def _names_of_file(file):
    try:
        with open(file, encoding="utf-8-sig") as opened:
            return jitscope_names.Names(opened.read())
    except (OSError, UnicodeDecodeError, SyntaxError, ValueError, RecursionError) as failure:
        raise NotFound(f"{file} cannot be read.") from failure


def _member(path, module, name):
    file = _module_file(path, module)
    if file is None:
        return None
    names = _names_of_file(file)
    bound = names.module.bindings.get(name)
    if bound:
        return _place(file, *bound[0][:2])
    submodule = _module_file(path, module + "." + name if module.strip(".") else module + name)
    return _place(submodule, 1, 0) if submodule else None


def _class_member(names, scope, attribute, seen=()):
    """A method, or what a method assigns to `self.attribute`, of a class or one of its bases in the same file."""
    if attribute in scope.bindings:
        return scope.bindings[attribute][0][:2]
    stores = [node for node, where in names.attributes
              if node.attr == attribute and isinstance(node.ctx, ast.Store) and isinstance(node.value, ast.Name)
              and node.value.id == "self" and _class_around(where) is scope]
    if stores:
        first = min(stores, key=lambda node: (node.lineno, node.col_offset))
        return first.end_lineno, first.end_col_offset - len(attribute.encode())
    for base in scope.node.bases:
        inner = _class_named(names, base.id) if isinstance(base, ast.Name) else None
        if inner is not None and inner not in seen:
            place = _class_member(names, inner, attribute, (*seen, scope))
            if place:
                return place
    return None


def _class_around(scope):
    while scope is not None and scope.kind != "class":
        scope = scope.parent
    return scope


def _class_named(names, name):
    return next((scope for scope in names.scopes if scope.kind == "class" and scope.node.name == name), None)


def _attribute_place(names, path, node, scope):
    value = node.value
    if isinstance(value, ast.Name):
        around = _class_around(scope)
        if value.id in ("self", "cls") and around is not None:
            place = _class_member(names, around, node.attr)
            if place:
                return _place(path, *place)
        use = jitscope_names.Use(value.id, value.lineno, value.col_offset, scope, False)
        _, how = names.binding_for(use)
        words = how.removesuffix(" as it is").split(" ")
        if words[0] == "module" and (found := _member(path, words[1], node.attr)):
            return found
        if words[0] == "member" and (found := _member(path, f"{words[1]}.{words[2]}", node.attr)):
            return found
        if how == "class" and (inner := _class_named(names, value.id)):
            place = _class_member(names, inner, node.attr)
            if place:
                return _place(path, *place)
    classes = [scope for scope in names.scopes if scope.kind == "class" and node.attr in scope.bindings]
    if len(classes) == 1:  # whatever the object is, there is one method of that name
        return _place(path, *classes[0].bindings[node.attr][0][:2])
    raise NotFound(f"Where '{node.attr}' is defined cannot be told from the text of this script.")


def definition(text, path, line, column):
    """Where the name at a place comes from: in this file, or in a module beside it."""
    try:
        names = jitscope_names.Names(text)
    except (SyntaxError, ValueError, RecursionError) as failure:
        raise NotFound("The script has a syntax error: nothing can be looked up in it.") from failure
    node, scope = names.attribute_at(line, column)
    if node is not None:
        return _attribute_place(names, path, node, scope)
    use = names.use_at(line, column)
    if use is None:
        raise NotFound("There is no name here.")
    place, how = names.binding_for(use)
    if place is None:
        raise NotFound(f"'{use.name}' is not defined in this script.")
    words = how.removesuffix(" as it is").split(" ")
    if words[0] == "member" and (found := _member(path, words[1], words[2])):
        return found
    if words[0] == "module" and (file := _module_file(path, words[1])):
        return _place(file, 1, 0)
    return _place(path, *place)


def rename(text, line, column, new):
    """[line, column, length] of each place."""
    try:
        names = jitscope_names.Names(text)
    except (SyntaxError, ValueError, RecursionError) as failure:
        raise NotFound("The script has a syntax error: nothing can be renamed in it.") from failure
    try:
        return names.rename(line, column, new)
    except ValueError as failure:
        raise NotFound(str(failure)) from failure


def answer(request):
    kind, text = request["ask"], request["text"]
    try:
        if kind == "check":
            return {"problems": check(text, request["path"])}
        if kind == "definition":
            return {"place": definition(text, request["path"], request["line"], request["column"])}
        return {"places": rename(text, request["line"], request["column"], request["name"])}
    except NotFound as failure:
        return {"reason": str(failure)}


if __name__ == "__main__":
    json.dump(answer(json.loads(sys.stdin.buffer.read().decode("utf-8"))), sys.stdout)
