# SPDX-License-Identifier: Apache-2.0
"""The frames of a held program: their names as short texts, expressions and assignments in them."""
import ast
import collections
import dataclasses
import dis
import inspect
import linecache
import sys
import time
import traceback
import types

_LONGEST = 200      # characters of a text
_MOST_ITEMS = 8     # of a container that are shown
_DEEPEST = 2        # containers in containers
_SHOWN_ELEMENTS = 6
_HIDDEN_GLOBALS = (types.ModuleType, types.FunctionType, types.BuiltinFunctionType, types.MethodType, type)
_PLAIN = (type(None), bool, float, complex, range, slice, type(Ellipsis), type(NotImplemented))

class TimeLimit(BaseException):
    """An expression took too long and was given up."""

    def __str__(self):
        return "it took longer than 2 s and was given up."


def nothing():
    """Somewhere to raise an exception that came late."""


_inputs = 0
_write_back = None  # write_back(frame): what f_locals holds becomes the frame's own


def start(write_back):
    """Takes the function that changes a frame's fast locals, which Python itself can not."""
    global _write_back
    _write_back = write_back


def _is_a(value, module, name):
    """Whether the value is of a class of a module that the program has loaded; loads nothing."""
    kind = getattr(sys.modules.get(module), name, None)
    return kind is not None and isinstance(value, kind)


def _is_tensor(value):
    return _is_a(value, "mindspore.common.tensor", "Tensor")


def _engine():
    """The native module, or None when the program does not use it."""
    return sys.modules.get("_jitscope")


# -- values as text ----------------------------------------------------------------------------------------------------


def _cut(text):
    return text if len(text) <= _LONGEST else text[:_LONGEST - 1] + "…"


def _one_line(text):
    return _cut(" ".join(text.split()) if "\n" in text else text)


def _items(values, depth):
    """"1, 2, ..." of the first few of an iterable that has a length."""
    texts = []
    for value in values:
        if len(texts) == _MOST_ITEMS:
            texts.append("…")
            break
        texts.append(_short(value, depth + 1))
    return ", ".join(texts)


def _fields(name, pairs, depth):
    texts = []
    for key, value in pairs:
        if len(texts) == _MOST_ITEMS:
            texts.append("…")
            break
        texts.append(f"{key}={_short(value, depth + 1)}")
    return f"{name}({', '.join(texts)})"


def _tensor_text(tensor):
    return f"{type(tensor).__name__} {_engine().brief(tensor, _SHOWN_ELEMENTS)}"


def _array_text(array):
    text = f"ndarray {array.dtype}[{','.join(map(str, array.shape))}]"
    if array.dtype.hasobject or array.size == 0:
        return text
    first = ", ".join(f"{value:g}" if array.dtype.kind == "f" else str(value)
                      for value in array.flat[:_SHOWN_ELEMENTS].tolist())
    return f"{text} {first}{', …' if array.size > _SHOWN_ELEMENTS else ''}"


def _cell_text(cell):
    count = sum(parameter.size for parameter in cell.get_parameters())
    return f"{type(cell).__name__}, {count:,} parameter{'' if count == 1 else 's'}"


def _sequence_text(value, depth):
    if depth > _DEEPEST:
        return "…"
    inner = _items(value, depth)
    if type(value) is tuple:
        return f"({inner},)" if len(value) == 1 else f"({inner})"
    if type(value) is list:
        return f"[{inner}]"
    if isinstance(value, (set, frozenset)):
        inner = f"{{{inner}}}" if value else ""
        return inner if type(value) is set and value else f"{type(value).__name__}({inner})"
    return f"{type(value).__name__}([{inner}])"


def _mapping_text(value, depth):
    if depth > _DEEPEST:
        return "{…}"
    texts = []
    for key, item in value.items():
        if len(texts) == _MOST_ITEMS:
            texts.append("…")
            break
        texts.append(f"{_short(key, depth + 1)}: {_short(item, depth + 1)}")
    inner = "{" + ", ".join(texts) + "}"
    return inner if type(value) is dict else f"{type(value).__name__}({inner})"


def _number_text(value):
    return str(int(value)) if value.bit_length() < 1000 else f"an int of {value.bit_length()} bits"


def _object_text(value, depth):
    """An object of a class that we know nothing of: its attributes, so that no code of the user's runs."""
    kind = type(value)
    if isinstance(value, BaseException):
        return f"{kind.__name__}({_items(value.args, depth)})"
    if dataclasses.is_dataclass(value):
        pairs = [(field.name, value.__dict__.get(field.name, "…")) for field in dataclasses.fields(value)
                 if hasattr(value, "__dict__")]
        return _fields(kind.__name__, pairs, depth)
    kept = getattr(value, "__dict__", None) if isinstance(kind.__repr__, types.FunctionType) else None
    if type(kept) is dict and kept and depth <= _DEEPEST:
        return _fields(kind.__name__, [(key, item) for key, item in kept.items() if key[:1] != "_"], depth)
    return f"<{kind.__module__}.{kind.__qualname__} object>" if kind.__module__ != "builtins" else f"<{kind.__qualname__}>"


def _short(value, depth=0):
    """One line for any value, in bounded time: large ones are never printed whole, and no __repr__ of a user's runs."""
    kind = type(value)
    if kind in _PLAIN:
        return repr(value)
    if kind is str or kind is bytes:
        return repr(value if len(value) <= _LONGEST else value[:_LONGEST])
    if isinstance(value, int) and kind.__repr__ is int.__repr__:
        return _number_text(value)
    if _is_tensor(value):
        return _tensor_text(value)
    if _is_a(value, "mindspore.nn.cell", "Cell"):
        return _cell_text(value)
    if _is_a(value, "numpy", "ndarray"):
        return _array_text(value)
    if _is_a(value, "numpy", "generic"):
        return repr(value)
    if isinstance(value, tuple) and hasattr(value, "_fields") and depth <= _DEEPEST:
        return _fields(kind.__name__, zip(value._fields, tuple.__iter__(value)), depth)
    if kind in (list, tuple, set, frozenset, collections.deque):
        return _sequence_text(value, depth)
    if kind in (dict, collections.OrderedDict, collections.defaultdict, collections.Counter):
        return _mapping_text(value, depth)
    if isinstance(value, type):
        return f"<class '{value.__qualname__}'>"
    if isinstance(value, types.ModuleType):
        return f"<module '{value.__name__}'>"
    if isinstance(value, (types.FunctionType, types.BuiltinFunctionType, types.MethodType)):
        return f"<function {value.__qualname__}>"
    return _object_text(value, depth)


def _text_of(value):
    try:
        return _one_line(_short(value))
    except Exception as failure:  # an object in the middle of its __init__, a broken property
        return f"<{type(value).__name__}: {type(failure).__name__}>"


def _described(name, value, is_global=False):
    """(name, type, text, the recorded tensor's id or -1, is_global)"""
    tensor = _engine().record_tensor(value) if _is_tensor(value) else -1
    return (name, type(value).__name__, _text_of(value), tensor, is_global)


# -- names of frames ---------------------------------------------------------------------------------------------------


def _is_shown_global(name, value):
    is_hidden = isinstance(value, _HIDDEN_GLOBALS) or type(value).__name__ == "mindspore.ops.function"
    return not name.startswith("__") and not is_hidden


def variables(frame, most, cpu_seconds):
    """The frame's own names, then the globals that are the user's; as many as there is time for.

    Time is what this thread computes: on a busy machine a stop shows no less."""
    until = time.thread_time() + cpu_seconds
    space, names = frame.f_globals, frame.f_locals
    is_module = names is space
    found = []

    def add(name, value, is_global):
        if len(found) == most or time.thread_time() > until:
            return False
        found.append(_described(name, value, is_global))
        return True

    for name, value in list(names.items()):
        if name.startswith(".") or (is_module and not _is_shown_global(name, value)):
            continue
        if not add(name, value, False):
            return found
    if is_module:
        return found
    for name, value in list(space.items()):
        if name not in names and _is_shown_global(name, value) and not add(name, value, True):
            break
    return found


# -- expressions and statements ----------------------------------------------------------------------------------------


def _own_names(code):
    return {*code.co_varnames, *code.co_cellvars, *code.co_freevars}


def _has_functions(code):
    """Comprehensions and lambdas see globals alone, not the names of the frame that they are written for."""
    return any(isinstance(constant, types.CodeType) for constant in code.co_consts)


def _declared_globals(tree):
    return {name for node in ast.walk(tree) if isinstance(node, ast.Global) for name in node.names}


def _compute(frame, code, extra=None):
    """The value of an expression's code in the frame."""
    space, names = frame.f_globals, frame.f_locals
    if extra:
        names = {**names, **extra}
    if names is not space and _has_functions(code):
        return eval(code, {**space, **names})
    return eval(code, space, names)


def _value(frame, code, exception, place):
    """What an expression gives in a frame, or at the place of a captured one."""
    if place[1]:
        return _quietly(eval, code, _space_of(frame, *place, code))
    return _quietly(_compute, frame, code, None if exception is None else {"exception": exception})


def _perform(frame, tree, filename, mode="exec"):
    """Runs statements in the frame; what they assign reaches it."""
    code = compile(tree, filename, mode, dont_inherit=True)
    space, names = frame.f_globals, frame.f_locals
    if names is space:
        exec(code, space)
        return
    declared = _declared_globals(tree)
    known = set(names)
    seen = {**space, **names} if _has_functions(code) else None
    before = dict(seen) if seen is not None else None
    try:
        if seen is None:
            exec(code, space, names)
        else:
            exec(code, seen)
    finally:
        if seen is not None:
            _hand_over(seen, before, names, space, declared)
        # A name that was only a global stays one: who changes it by hand means what he sees.
        own = _own_names(frame.f_code)
        for name in [name for name in names if name not in known and name not in own and name in space]:
            space[name] = names.pop(name)
        _write_back(frame)


def _hand_over(seen, before, names, space, declared):
    """What was run on a copy of all names goes back to where each belongs."""
    for name, value in seen.items():
        if name == "__builtins__" or (name in before and before[name] is value):
            continue
        (space if name in declared else names)[name] = value
    for name in before:
        if name not in seen:
            names.pop(name, None)


def _filename(source):
    global _inputs
    _inputs += 1
    filename = f"<console held {_inputs}>"
    linecache.cache[filename] = (len(source), None, source.splitlines(keepends=True), filename)
    return filename


def _quietly(function, *arguments):
    """Calls it so that nothing which follows operators, for gradients or for a graph, takes notice."""
    engine = _engine()
    if engine is None:
        return function(*arguments)
    engine.pause_gradient()
    try:
        return engine.outside_capture(function, *arguments)
    finally:
        engine.resume_gradient()


def evaluate(frame, source, exception=None, place=("", 0)):
    """The value of an expression, described; or what a statement does, and None.

    A `place` with a line is that of a captured frame; see _space_of."""
    text = source.strip()
    filename = _filename(text)
    try:
        code = compile(text, filename, "eval", dont_inherit=True)
    except SyntaxError:
        if place[1]:
            raise
        tree = compile(text, filename, "exec", ast.PyCF_ONLY_AST, dont_inherit=True)
        _perform(frame, tree, filename)
        return _described(source, None)
    return _described(source, _value(frame, code, exception, place))


def assign(frame, target, source):
    """`target = source` in the frame; the new value, described."""
    filename = _filename(f"{target} = {source}")
    place = compile(target.strip(), filename, "eval", ast.PyCF_ONLY_AST, dont_inherit=True).body
    if not isinstance(place, (ast.Name, ast.Attribute, ast.Subscript, ast.Tuple, ast.List)):
        raise SyntaxError(f"cannot assign to {target}")
    value = compile(source.strip(), filename, "eval", ast.PyCF_ONLY_AST, dont_inherit=True).body
    read = compile(ast.Expression(place), filename, "eval", dont_inherit=True)
    stored = compile(target.strip(), filename, "eval", ast.PyCF_ONLY_AST, dont_inherit=True).body
    for node in [stored, *(stored.elts if isinstance(stored, (ast.Tuple, ast.List)) else [])]:
        node.ctx = ast.Store()
    statement = ast.copy_location(ast.Assign([stored], value), stored)
    _perform(frame, ast.fix_missing_locations(ast.Module([statement], [])), filename)
    return _described(target, _quietly(_compute, frame, read))


def is_true(frame, condition, exception, place=("", 0)):
    """The truth of a condition where the program stands."""
    code = compile(condition.strip(), "<condition>", "eval", dont_inherit=True)
    return bool(_value(frame, code, exception, place))


def expand(frame, message, exception, place=("", 0)):
    """A log message with the values of the expressions in its braces."""
    try:
        return _value(frame, compile("f" + repr(message), "<log message>", "eval", dont_inherit=True), exception, place)
    except Exception as failure:
        return f"{message}   ({sentence(failure)})"


def sentence(failure):
    """"NameError: name 'y' is not defined"."""
    message = failure.msg if isinstance(failure, SyntaxError) else str(failure)
    lines = message.strip().splitlines()
    return f"{type(failure).__name__}: {lines[0]}" if lines else type(failure).__name__


def print_log(text):
    sys.stdout.write(text + "\n")


# -- places without a frame: what was captured runs as a graph ---------------------------------------------------------

_modules = {}  # by file: its text and the code that it gives


def _module_code(path):
    text = "".join(linecache.getlines(path))
    known = _modules.get(path)
    if known is None or known[0] != text:
        try:
            code = compile(text, path, "exec", dont_inherit=True) if text else None
        except (SyntaxError, ValueError):
            code = None
        known = _modules[path] = (text, code)
    return known[1]


def _last_line(code):
    """Of the code and of what is defined in it."""
    inner = [_last_line(each) for each in code.co_consts if isinstance(each, types.CodeType)]
    return max([each for _, _, each in code.co_lines() if each] + inner, default=0)


def _holds(code, line):
    return code.co_firstlineno <= line <= _last_line(code)


def _function_at(path, line):
    """The code of the innermost function of the source that has the line, or None."""
    code, inner = None, _module_code(path)
    while inner is not None:
        code = inner
        inner = next((each for each in code.co_consts if isinstance(each, types.CodeType) and _holds(each, line)
                      and each.co_name not in ("<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>")), None)
    return code


def function_name(path, line):
    """Of the innermost function there, as Python's frames call it; "" when the source does not tell."""
    code = _function_at(path, line)
    return "" if code is None else code.co_qualname


def _names_in(code):
    """The names that an expression reads, not those of attributes."""
    names = {each.argval for each in dis.get_instructions(code) if each.opname in ("LOAD_NAME", "LOAD_GLOBAL")}
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            names |= _names_in(constant)
    return names


def _globals_of(frame, path):
    """Of the file's module, which is on the stack or loaded."""
    while frame is not None:
        if frame.f_code.co_filename == path:
            return frame.f_globals
        frame = frame.f_back
    loaded = [vars(module) for module in list(sys.modules.values()) if isinstance(module, types.ModuleType)]
    return next((names for names in loaded if names.get("__file__") == path), {})


def _space_of(frame, path, line, code):
    """The names that the expression may use at a captured place: a graph has none of the function's own."""
    function = _function_at(path, line)
    own = set() if function is None else _own_names(function)
    for name in sorted(_names_in(code) & own):
        raise NameError(f"'{name}' is a name of {function.co_qualname}, which runs as a compiled graph: while that "
                        "runs its Python names do not exist. Ask about the node (op, in[0], out), or in a frame of "
                        "Python")
    return _globals_of(frame, path)


# -- the console of a held program -------------------------------------------------------------------------------------


def _run_console(frame, source):
    import jitscope_commands
    import jitscope_host

    class HeldSpace(jitscope_commands.Space):
        """The names of the frame."""

        def compute(self, code, extra=None):
            return _compute(frame, code, extra)

        def perform(self, tree, filename):
            _perform(frame, tree, filename)

        def show(self, value):
            jitscope_host.show(value)
    jitscope_commands.run_input(HeldSpace(), source, _filename(source))


def console(frame, source):
    """Input while the program is held; gives (exit_code, traceback, message, stopped)."""
    try:
        engine = _engine()
        if engine is None:
            _run_console(frame, source)
        else:
            engine.outside_capture(_run_console, frame, source)
        return (0, "", "", False)
    except KeyboardInterrupt:
        sys.stderr.write("KeyboardInterrupt\n")
        return (1, "", "", True)
    except BaseException as failure:
        import jitscope_host
        trace = jitscope_host._without_our_frames(traceback.TracebackException.from_exception(failure, compact=True))
        text = "".join(trace.format())
        sys.stderr.write(text)
        return (1, text, sentence(failure), False)


def completions(frame, prefix):
    """Names that could follow `prefix` in the frame, without repeats."""
    import jitscope_completion
    return jitscope_completion.completions({**frame.f_globals, **frame.f_locals}, prefix)


def describe(frame, name):
    """(kind, signature or value, documentation) of a name of the frame."""
    import jitscope_completion
    return jitscope_completion.describe({**frame.f_globals, **frame.f_locals}, name)
