# SPDX-License-Identifier: Apache-2.0
"""What runs here and would not in real MindSpore, or would do less than it seems: told when it runs, and seen in the
text of a script before."""
import ast
import sys

NAMES = {
    "mindspore.nn.Parameter": "Real MindSpore has no nn.Parameter; write mindspore.Parameter instead.",
    "mindspore.train.TrainOneStepCell": "Real MindSpore has no train.TrainOneStepCell; write nn.TrainOneStepCell "
                                        "instead.",
}
EXPAND = "Tensor.expand takes one argument in real MindSpore 2.7; write x.expand((2, 3)) instead of x.expand(2, 3)."
RANGE = ("Real MindSpore refuses range() of a Tensor in a graph; give an int to the function, or count in a `while` of your "
         "own.")
FOR_ELSE = "Real MindSpore compiles no for with an else; put what stands in it behind the loop."
NOTHING_COMPILED = ("GRAPH_MODE was set, but nothing was compiled: it concerns calls of nn.Cell only, a plain function "
                    "stays eager in it. Put @mindspore.jit on the function to run it as a graph.")
_NOTHING_TO_COMPILE = NOTHING_COMPILED.replace("was set, but nothing was", "is set, but nothing here is")


def _dotted(names, node, scope):
    """"mindspore.nn.Dense" of an expression whose first name was imported; "" for others."""
    if isinstance(node, ast.Attribute):
        outer = _dotted(names, node.value, scope)
        return f"{outer}.{node.attr}" if outer else ""
    if not isinstance(node, ast.Name):
        return ""
    owner = names.owner(scope, node.id)
    bound = owner.bindings.get(node.id, [(0, 0, "")]) if owner else [(0, 0, "")]
    return _imported(bound[0][2])


def _imported(how):
    words = how.removesuffix(" as it is").split(" ")
    if words[0] == "module":
        return words[1]
    return f"{words[1]}.{words[2]}" if words[0] == "member" else ""


def _aliases(tree):
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module and not node.level:
            for alias in node.names:
                yield f"{node.module}.{alias.name}", alias
        elif isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.name, alias


def _graph_mode_notes(names, used):
    """GRAPH_MODE in a script that imports nothing of its author's and has neither cells nor graphs."""
    known = {*sys.stdlib_module_names, "mindspore", "numpy"}
    imported = [name for name, _ in _aliases(names.tree)]
    has_own = any(isinstance(node, ast.ImportFrom) and node.level for node in ast.walk(names.tree))
    if has_own or any(name.split(".")[0] not in known for name in imported):
        return
    parts = [part for name in [*imported, *used.values()] for part in name.split(".")]
    if "jit" in parts or "nn" in parts or "ms_function" in parts or "Cell" in parts:
        return
    for node, name in used.items():
        if name.endswith(".GRAPH_MODE") and name.startswith("mindspore."):
            yield _NOTHING_TO_COMPILE, node
            return


def notes(names):
    """(message, node) of each place in a script's names (jitscope_names.Names)."""
    used = {node: _dotted(names, node, scope) for node, scope in names.attributes}
    for node, name in used.items():
        if name in NAMES:
            yield NAMES[name], node
    for name, alias in _aliases(names.tree):
        if name in NAMES:
            yield NAMES[name], alias
    for node in ast.walk(names.tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "expand" \
                and len(node.args) > 1 and not _dotted_call(used, node):
            yield EXPAND, node.func
    yield from _graph_mode_notes(names, used)


def _dotted_call(used, node):
    """Whether a function of a module is called, not a method."""
    return bool(used.get(node.func))
