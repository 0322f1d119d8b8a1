# SPDX-License-Identifier: Apache-2.0
"""The commands of the console that begin with %: what each is called with, does and says about itself."""
import ast
import contextlib
import inspect
import io
import math
import shlex
import sys
import time
import types

import jitscope_pictures

_REPEAT_SECONDS = 0.5
_COMPARE_SECONDS = 0.3
_MOST_RUNS = 10000
_SHORTEST_SAMPLE = 50e-6    # seconds; shorter calls are timed several at once


class Space:
    """Where input works: the names it sees and how its value is shown. One for the console, one for a held frame."""

    def compute(self, code, extra=None):
        """The value of an expression's code."""
        raise NotImplementedError

    def perform(self, tree, filename):
        """Runs statements."""
        raise NotImplementedError

    def prepared(self, tree, filename):
        """A call that runs statements, with as much as can be done before."""
        return lambda: self.perform(tree, filename)

    def show(self, value):
        """As Python's own console, and tensors with a picture."""
        raise NotImplementedError


class Command:
    """A record: `run(space, text, filename)` with the text behind the name."""

    def __init__(self, name, usage, summary, details, run):
        self.name = name
        self.usage = usage
        self.summary = summary
        self.details = details
        self.run = run


def parsed(text, filename, mode="exec"):
    """ast.parse without a frame of the ast module in the traceback of a SyntaxError."""
    return compile(text, filename, mode, ast.PyCF_ONLY_AST, dont_inherit=True)


def run_input(space, source, filename):
    """Statements, the value of the last expression, or a command."""
    name, text = split(source)
    if name is not None:
        return _COMMANDS[name].run(space, text, filename)
    return _run_plain(space, source, filename)


def _run_plain(space, text, filename):
    tree = parsed(text, filename)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    if tree.body:
        space.perform(tree, filename)
    if last is not None:
        space.show(space.compute(compile(ast.Expression(last.value), filename, "eval", dont_inherit=True)))


def split(source):
    """The name of a command and what it is called with; (None, source) for other input."""
    stripped = source.strip()
    if not stripped.startswith("%"):
        return None, source
    name, _, text = stripped[1:].partition(" ")
    if name not in _COMMANDS:
        known = ", ".join(f"%{each}" for each in _COMMANDS)
        raise SyntaxError(f"There is no console command %{name}; there are {known}.")
    if not text.strip() and name != "help":
        raise SyntaxError(f"%{name} needs an expression, such as {_COMMANDS[name].usage}.")
    return name, text.strip()


def names():
    return list(_COMMANDS)


def describe(name):
    """(usage, what it does) of a command."""
    command = _COMMANDS[name]
    return command.usage, f"{command.summary}\n\n{command.details}".strip()


# -- %graph, %pynative, %lockstep, %variant ----------------------------------------------------------------------------


def _call_as(mode):
    def run(space, text, filename):
        from mindspore import _run
        tree = parsed(text, filename, "eval")
        if not isinstance(tree.body, ast.Call):
            raise SyntaxError(f"%{mode} needs a call, such as %{mode} f(x).")
        function = tree.body.func
        wrapper = ast.copy_location(ast.Name("__jitscope_as__", ast.Load()), function)
        tree.body.func = ast.copy_location(ast.Call(wrapper, [function], []), function)
        code = compile(ast.fix_missing_locations(tree), filename, "eval")
        space.show(space.compute(code, {"__jitscope_as__": _run.as_graph if mode == "graph" else _run.as_python}))
    return run


def _lockstep(space, text, filename):
    from mindspore import _run
    print(_run.lockstep(text))


def _words(text):
    """As a shell cuts them."""
    try:
        return shlex.split(text)
    except ValueError as error:
        raise SyntaxError(f"%variant: {error}.") from None


def _variant(space, text, filename):
    from mindspore import _run
    words = _words(text)
    begin = next((place for place, word in enumerate(words) if word.startswith("--")), len(words))
    options = words[begin:]
    if begin == 0 or len(options) % 2 or not all(name.startswith("--") for name in options[::2]):
        raise SyntaxError("%variant needs a function, then options with a value each, such as "
                          "%variant f --without cse --refuse 'x + 0 -> x@%12'.")
    print(_run.variant(" ".join(words[:begin]), list(zip(options[::2], options[1::2]))), end="")


# -- times -------------------------------------------------------------------------------------------------------------


def time_text(seconds):
    """"12.4 µs", as everywhere in the program."""
    if seconds < 1e-6:
        return f"{seconds * 1e9:.0f} ns"
    if seconds < 1e-3:
        return f"{seconds * 1e6:.{1 if seconds < 1e-4 else 0}f} µs"
    return f"{seconds * 1e3:.2f} ms" if seconds < 1 else f"{seconds:.2f} s"


class Spread:
    """Sorted times of one call, in seconds, each of a sample of `batch` calls. `printed`: characters that they printed."""

    def __init__(self, times, batch, printed=0):
        self.times = sorted(times)
        self.runs = len(times) * batch
        self.printed = printed

    def _at(self, share):
        place = share * (len(self.times) - 1)
        below = math.floor(place)
        above = min(below + 1, len(self.times) - 1)
        return self.times[below] + (place - below) * (self.times[above] - self.times[below])

    @property
    def median(self):
        return self._at(0.5)

    @property
    def least(self):
        return self.times[0]

    @property
    def p90(self):
        return self._at(0.9)


def _unrecorded(function):
    """Repetitions are for the clock alone: the recording would fill with them and slow them down."""
    engine = sys.modules.get("_jitscope")
    return engine.unrecorded(function) if engine is not None else function()


class _Unshown(io.TextIOBase):
    """What repetitions print: thousands of copies of what the first run showed."""

    def __init__(self):
        self.count = 0

    def writable(self):
        return True

    def write(self, text):
        self.count += len(text)
        return len(text)


_UNSHOWN_TEXT = "what the repetitions print is not shown, and the times are without showing it"


def measured(run, first_seconds, limit_seconds, overhead=0.0):
    """Runs until the limit; None where one run is longer than that. A first run, its time given, was before. `overhead`
    is no part of what is measured."""
    if first_seconds >= limit_seconds:
        return None

    def repeat():
        batch = max(1, math.ceil(_SHORTEST_SAMPLE / max(first_seconds, 1e-9))) if first_seconds < _SHORTEST_SAMPLE else 1
        times = []
        unshown = _Unshown()
        with contextlib.redirect_stdout(unshown):
            until = time.perf_counter() + limit_seconds
            while len(times) < 2 or (time.perf_counter() < until and len(times) < _MOST_RUNS):
                times.append(max(0.0, _timed(run, batch) - overhead))
        return Spread(times, batch, unshown.count)
    return _unrecorded(repeat)


def _prepared(space, text, filename):
    """A call that runs the text once and gives its value; None of statements."""
    try:
        code = compile(text, filename, "eval", dont_inherit=True)
    except SyntaxError:
        return space.prepared(parsed(text, filename), filename)
    return lambda: space.compute(code)


def _cost_of_nothing(space, filename):
    """What calling an expression costs by itself, in seconds."""
    run = _prepared(space, "None", filename)
    return min(_timed(run, 1000) for _ in range(5))


def _timed(run, times):
    began = time.perf_counter()
    for _ in range(times):
        run()
    return (time.perf_counter() - began) / times


def _time(space, text, filename):
    run = _prepared(space, text, filename)
    began = time.perf_counter()
    value = run()
    first = time.perf_counter() - began
    space.show(value)
    del value
    spread = measured(run, first, _REPEAT_SECONDS, _cost_of_nothing(space, filename))
    if spread is None:
        print(f"{time_text(first)} in one run, too long to be repeated: it may include work that only a first run has")
        return
    print(f"median {time_text(spread.median)}, min {time_text(spread.least)}, p90 {time_text(spread.p90)} of "
          f"{spread.runs:,} runs; warm-up excluded: the first run took {time_text(first)}")
    if spread.printed:
        print(_UNSHOWN_TEXT)


# -- %compare ----------------------------------------------------------------------------------------------------------


def _call_of(text, filename):
    """The call that "f(x, y)", "f x, y" or "f x y" mean."""
    for attempt in _readings(text):
        with contextlib.suppress(SyntaxError):
            tree = parsed(attempt, filename, "eval")
            if isinstance(tree.body, ast.Call):
                return tree.body
    raise SyntaxError("%compare needs a function and what it is called with, such as %compare f x.")


def _readings(text):
    yield text
    name, _, rest = text.partition(" ")
    yield f"{name}({rest})"
    yield f"{name}({', '.join(rest.split())})"


def _at_level(function, level):
    """`function` as a graph of that level, apart from graphs that it has already."""
    from mindspore._jit.cache import JitOptions
    from mindspore._jit.wrapping import _as_function, graph_function
    from mindspore.nn import Cell
    if isinstance(function, Cell):
        return types.MethodType(_at_level(type(function).construct, level), function)
    if inspect.ismethod(function):
        return types.MethodType(_at_level(function.__func__, level), function.__self__)
    graphs = getattr(function, "__jitscope_graphs__", None)
    if graphs is not None:
        return graph_function(graphs.function, graphs.options._replace(jit_level=level))
    plain = function if inspect.isfunction(function) else _as_function(function)
    return graph_function(plain, JitOptions(jit_level=level))


@contextlib.contextmanager
def _levels_as_asked():
    """A level that the tool bar forces on scripts would make one thing of all, and graphs that are made for comparison
    are nothing to be warned of."""
    from mindspore import _notes, context
    level = context._forced.pop("jit_level", None)
    known = dict(_notes.compiled_places)
    _notes.compiled_places.clear()
    try:
        yield
    finally:
        _notes.compiled_places.clear()
        _notes.compiled_places.update(known)
        if level is not None:
            context._forced["jit_level"] = level


def _copied(value):
    """Arguments that may be written to."""
    import _jitscope
    from mindspore._capture.structure import replace_tensors
    from mindspore.common.parameter import Parameter
    return replace_tensors(value, lambda tensor: tensor if isinstance(tensor, Parameter) else _jitscope.cloned(tensor))


def _numbers(result):
    from mindspore._capture.structure import Outputs
    return [jitscope_pictures.numbers(tensor) for tensor in Outputs(result).tensors]


def difference_text(wanted, found):
    """The largest difference of two lists of arrays, beside the largest magnitude."""
    import numpy
    if [array.shape for array in wanted] != [array.shape for array in found]:
        return "other shapes"
    largest, magnitude = 0.0, 0.0
    for one, other in zip(wanted, found):
        if not one.size:
            continue
        if (numpy.isnan(one) != numpy.isnan(other)).any() or (numpy.isinf(one) != numpy.isinf(other)).any():
            return "other places of NaN or infinity"
        finite = numpy.isfinite(one)
        if (one[~finite & ~numpy.isnan(one)] != other[~finite & ~numpy.isnan(one)]).any():
            return "infinities of another sign"
        if finite.any():
            largest = max(largest, float(numpy.abs(one[finite] - other[finite]).max()))
            magnitude = max(magnitude, float(numpy.abs(one[finite]).max()))
    return "none" if largest == 0 else f"{largest:.3g} where values reach {magnitude:.3g}"


def _version(function, args, kwargs):
    """(first call in seconds, its Spread or None, its numbers)"""
    given = _copied((args, kwargs))
    began = time.perf_counter()
    result = function(*given[0], **given[1])
    first = time.perf_counter() - began
    numbers = _numbers(result)
    again = _copied((args, kwargs))
    return first, measured(lambda: function(*again[0], **again[1]), first, _COMPARE_SECONDS), numbers


def _row(name, first, spread, difference):
    if spread is None:
        return [name, time_text(first), "too long to repeat", "", "", "", difference]
    return [name, time_text(first), time_text(spread.median), time_text(spread.least), time_text(spread.p90),
            f"{spread.runs:,}", difference]


def _table(rows):
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    for row in rows:
        cells = [row[0].ljust(widths[0]), *[text.rjust(width) for text, width in zip(row[1:-1], widths[1:-1])], row[-1]]
        print("  ".join(cells).rstrip())


def _compare(space, text, filename):
    from mindspore import _run
    call = _call_of(text, filename)

    def value_of(tree):
        expression = ast.fix_missing_locations(ast.copy_location(ast.Expression(tree), tree))
        return space.compute(compile(expression, filename, "eval", dont_inherit=True))
    function = value_of(call.func)
    packed = ast.copy_location(ast.Call(ast.Name("__jitscope_pack__", ast.Load()), call.args, call.keywords), call)
    expression = ast.fix_missing_locations(ast.Expression(packed))
    args, kwargs = space.compute(compile(expression, filename, "eval"),
                                 {"__jitscope_pack__": lambda *args, **kwargs: (args, kwargs)})
    rows = [["", "first call", "median", "min", "p90", "runs", "largest difference"]]
    failures, prints = [], False
    wanted = None
    for name in ("eager", "O0", "O1"):
        with _levels_as_asked():
            made = _run.as_python(function) if name == "eager" else _at_level(function, name)
            try:
                first, spread, numbers = _version(made, args, kwargs)
            except Exception as failure:
                if name == "eager":
                    raise
                failures.append(f"{name} does not run: {type(failure).__name__}: {failure}")
                continue
            wanted = numbers if name == "eager" else wanted
            prints = prints or (spread is not None and spread.printed > 0)
            rows.append(_row(name, first, spread, "" if name == "eager" else difference_text(wanted, numbers)))
    _table(rows)
    for sentence in failures:
        print(sentence)
    print("times per call without the first, which compiles; differences are against eager")
    if prints:
        print(_UNSHOWN_TEXT)


# -- %plot, %help ------------------------------------------------------------------------------------------------------


def _plot(space, text, filename):
    value = space.compute(compile(text, filename, "eval", dont_inherit=True))
    reason = jitscope_pictures.draw(value, text)
    if reason:
        raise TypeError(reason)


def _help(space, text, filename):
    name = text.lstrip("%").strip()
    if not name:
        width = max(len(command.usage) for command in _COMMANDS.values())
        for command in _COMMANDS.values():
            print(f"{command.usage.ljust(width)}  {command.summary}")
        print("%help NAME says more of one; Tab completes, Up and Ctrl+R find earlier input.")
        return
    if name not in _COMMANDS:
        raise SyntaxError(f"There is no console command %{name}; %help lists them.")
    usage, words = describe(name)
    print(f"{usage}\n{words}")


_COMMANDS = {command.name: command for command in (
    Command("help", "%help", "Lists these commands; %help time says more of one.", "", _help),
    Command("graph", "%graph f(x)", "Calls a function as a compiled graph, though it is not decorated.",
            "The graph appears in Passes and Graph.", _call_as("graph")),
    Command("pynative", "%pynative f(x)", "Calls a function as plain Python, though it is decorated with jit.",
            "Every operator runs on its own and is recorded.", _call_as("pynative")),
    Command("time", "%time f(x)", "Measures an expression with its spread.",
            "It runs once as warm-up, which is excluded, and is then repeated for about half a second: median, minimum, "
            "90th percentile, number of runs. Repetitions are not recorded. What the expression changes is changed as "
            "often as it runs.", _time),
    Command("compare", "%compare f x", "Runs a call eagerly, as a graph at O0 and at O1, and sets them beside each other.",
            "Time of the first call (which compiles), median, minimum and 90th percentile of further ones, and the "
            "largest difference of the results against eager. %compare f(x, y) and %compare f x y mean the same. "
            "A level that the tool bar forces does not count here.", _compare),
    Command("lockstep", "%lockstep f", "Repeats the first call of a graph, node by node beside the eager function.",
            "The panel Lock step shows both sides.", _lockstep),
    Command("variant", "%variant f --without cse", "Compiles a graph anew with other decisions and sets both beside each "
            "other.",
            "Options as of jitscope variant: --without PASS, --refuse RULE@NODE, --keep-out NODE, --fuse NODE+NODE, "
            "--repeat PASS@PLACE, --move PASS@PLACE, --end PASS, --dtype float16@NODE, --compile-at O0. It runs on what "
            "the first call was given; the panel Variants gets a row.", _variant),
    Command("plot", "%plot x", "Draws a tensor or an array below: a curve for one axis, a heat picture for two, else a "
            "histogram.", "Values that are not finite stand in a colour of their own.", _plot),
)}
