# SPDX-License-Identifier: Apache-2.0
"""Reads every import of the mindspore package, also those inside functions, and tells which of them break its order.

A package's __init__ counts as a module of its own: an import of `a.b.c` is one of that module alone, although Python runs
the __init__ of `a` and `a.b` before; `from a import b` is an import of the module a.b where there is one, else of a.
"""
import ast
import pathlib
import sys

# From the bottom to the top: a module imports from its own line and from lines above. The longest name that fits counts.
# What "|" divides in one line stands side by side: neither imports from the other.
ORDER = [
    "_version version _log log _absent _aliases _missing _portability _extends _streams runtime communication device_context _checkparam",
    "_capture.current _capture.places",
    "_notes",
    "context",
    "mindrecord",
    "common",
    "_capture _trace.layers",
    "ops",
    "_jit _trace _bytecode",
    "common.__init__ common.api common._pijit_context common.jit_begin_end _c_expression",
    "nn | numpy | dataset | utils",
    "scipy",
    "experimental",
    "mint",
    "amp | boost",
    "train",
    "parallel | profiler",
    "hal _check _run",
    "__init__",
]

# Imports inside of functions that must stay, with the reason. At most three.
INSIDE = {
    ("nn.__init__", "train.metrics.__init__"): "nn has the names of the metrics as old scripts write them, and train is above it",
}


def name_of(path, root):
    return ".".join(path.relative_to(root).with_suffix("").parts)


def is_module(root, parts):
    """The name of the module that the parts of a name stand for, or None."""
    path = root.joinpath(*parts)
    if path.with_suffix(".py").is_file() and parts:
        return ".".join(parts)
    return ".".join([*parts, "__init__"]) if (path / "__init__.py").is_file() else None


def imported(node, package, root):
    """The modules of the package that an import statement names; `package` is the one that the statement stands in."""
    if isinstance(node, ast.Import):
        for alias in node.names:
            first, *parts = alias.name.split(".")
            if first == "mindspore":
                yield is_module(root, parts) or alias.name
        return
    if node.level:
        parts = package[:len(package) - node.level + 1] + (node.module.split(".") if node.module else [])
    else:
        first, *parts = node.module.split(".")
        if first != "mindspore":
            return
    for alias in node.names:
        yield is_module(root, [*parts, alias.name]) or is_module(root, parts) or ".".join(parts)


def imports_of(path, root):
    """(module, line, whether inside of a function) for each import of a module of the package."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    package = list(path.relative_to(root).parent.parts)
    functions = [node for node in ast.walk(tree) if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))]
    inside = {id(node) for function in functions for node in ast.walk(function)}
    for node in ast.walk(tree):
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            for module in imported(node, package, root):
                yield module, node.lineno, id(node) in inside


def circles_of(edges):
    """The sets of more than one module that all import each other, directly or through others."""
    def reached(start, links):
        seen, waiting = set(), [start]
        while waiting:
            for following in links.get(waiting.pop(), ()):
                if following not in seen:
                    seen.add(following)
                    waiting.append(following)
        return seen
    reach = {module: reached(module, edges) for module in edges}
    left, circles = set(edges), []
    for module in sorted(edges):
        circle = {other for other in reach[module] if module in reach.get(other, ())}
        if module in left and len(circle) > 1:
            circles.append(sorted(circle))
        left -= circle
    return circles


def place(module):
    """(line, part of the line) of a module in the order, or None."""
    fitting = [(len(name), line, part) for line, text in enumerate(ORDER) for part, names in enumerate(text.split("|"))
               for name in names.split() if module == name or module.startswith(name + ".")]
    return max(fitting)[1:] if fitting else None


def against_order(module, target):
    """What an import of the target by the module does against the order, or None."""
    own, other = place(module), place(target)
    if own is None or other is None or other[0] > own[0]:
        return f"which stands above {module}"
    return f"which stands beside {module}" if other[0] == own[0] and other[1] != own[1] else None


def exported(path):
    """The names in the __all__ that a module writes out."""
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "__all__":
            return ast.literal_eval(node.value) if isinstance(node.value, ast.List) else []
    return []


def names_in_two_parts(root):
    """Functions that two modules write: mindspore.ops and mindspore.numpy would have one of them, the other would be
    dead."""
    for package in ("ops", "numpy"):
        owners = {}
        for path in sorted(root.joinpath(package).glob("[a-z]*.py")):
            if path.stem == "functional":  # its names are its own
                continue
            written = {node.name for node in ast.parse(path.read_text(encoding="utf-8")).body
                       if isinstance(node, (ast.FunctionDef, ast.ClassDef))}
            for name in written.intersection(exported(path)):
                if name in owners:
                    yield f"{package}: {name} is written in {owners[name]} and in {path.stem}"
                owners[name] = path.stem


def complaints(root):
    edges = {}
    found = set()
    for path in sorted(root.rglob("*.py")):
        module = name_of(path, root)
        edges[module] = set()
        if place(module) is None:
            yield f"{module} stands in no line of the order"
        for target, line, is_inside in imports_of(path, root):
            where = f"{path.relative_to(root)}:{line}: "
            if is_inside:
                found.add((module, target))
                if (module, target) not in INSIDE:
                    yield where + f"imports {target} inside of a function"
            if target != module:
                edges[module].add(target)
            problem = None if (module, target) in INSIDE else against_order(module, target)
            if problem is not None:
                yield where + f"imports {target}, {problem}"
    yield from (f"a circle of {len(circle)}: {' '.join(circle)}" for circle in circles_of(edges))
    yield from (f"{module} does not import {target} any more" for module, target in sorted(set(INSIDE) - found))
    yield from names_in_two_parts(root)
    if len(INSIDE) > 3:
        yield "more than three imports are allowed inside of functions"
    if len(edges) < 100:
        yield f"only {len(edges)} modules were read"


if __name__ == "__main__":
    told = list(complaints(pathlib.Path(sys.argv[1])))
    print("\n".join(told))
    sys.exit(1 if told else 0)
