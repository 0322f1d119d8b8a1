# SPDX-License-Identifier: Apache-2.0
"""Finding the ast of a function in its file, and what comments say to the capture."""
import ast
import linecache
import re

_trees = {}  # file -> (its lines, its functions)
_SAID_CONDITION = re.compile(r"#\s*@jit\.cond:\s*(True|False)\s*$")


def _functions(filename):
    """What the parsed file has of functions: first line -> their nodes. Parsed again when its text changed."""
    lines = linecache.getlines(filename)
    known = _trees.get(filename)
    if known is not None and (known[0] is lines or known[0] == lines):
        return known[1]
    text = "".join(lines)
    if not text:
        raise OSError("Mindspore can not compile temporary source code in terminal. Please write source code to a python "
                      "file and run the file.")
    functions = {}
    for node in ast.walk(ast.parse(text, filename)):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            functions.setdefault(_first_line(node), []).append(node)
        elif isinstance(node, ast.Lambda):
            functions.setdefault(node.lineno, []).append(node)
    _trees[filename] = (lines, functions)
    return functions


def _first_line(node):
    decorators = getattr(node, "decorator_list", ())
    return min([node.lineno, *(decorator.lineno for decorator in decorators)])


def _parameter_names(node):
    given = node.args
    return [argument.arg for argument in (*given.posonlyargs, *given.args, *given.kwonlyargs)]


def function_node(function):
    """The FunctionDef or Lambda that `function` was made from."""
    code = function.__code__
    linecache.checkcache(code.co_filename)
    names = list(code.co_varnames[:code.co_argcount + code.co_kwonlyargcount])
    for node in _functions(code.co_filename).get(code.co_firstlineno, ()):
        if isinstance(node, ast.Lambda):
            if code.co_name == "<lambda>" and _is_lambda_of(node, code, names):
                return node
        elif node.name == code.co_name:
            return node
    raise OSError(f"The source of {function.__qualname__} cannot be found in {code.co_filename}: the file changed since it "
                  "was loaded.")


def _is_lambda_of(node, code, names):
    """Several lambdas may stand in one line; the place of their bodies tells them apart."""
    if node.lineno != code.co_firstlineno or _parameter_names(node) != names:
        return False
    places = [place for place in code.co_positions() if place[0] is not None and place[2] is not None]
    body = node.body
    return any(place[0] == body.lineno and place[2] == body.col_offset for place in places) or len(places) == 0


def said_condition(filename, node):
    """What a comment `# @jit.cond: True` (or False) at an `if` says about its condition; None without one.

    It ends a line of the condition or is the whole line above; what stands at an inner `if` is not about the outer."""
    head = range(node.lineno, max(node.lineno + 1, _first_line(node.body[0])))
    lines = [linecache.getline(filename, line).strip() for line in head]
    above = linecache.getline(filename, node.lineno - 1).strip()
    comments = [above] if above.startswith("#") else []
    comments += [line for line in lines if not line.startswith("#")]
    found = [match for match in map(_SAID_CONDITION.search, comments) if match]
    return found[-1][1] == "True" if found else None
