# SPDX-License-Identifier: Apache-2.0
"""The embedded interpreter's own Python: runs scripts and console input, and turns what went wrong into words."""
import _posixsubprocess
import ast
import atexit
import builtins
import codeop
import faulthandler
import functools
import gc
import io
import linecache
import os
import select
import signal
import stat
import sys
import sysconfig
import threading
import traceback
import types

import jitscope_commands
import jitscope_completion
import jitscope_pictures

_console_inputs = 0
_in_user_code = False
_namespace = types.ModuleType("__main__")
_no_place = ("", 0, 0, 0, 0, "")
_most_told, _most_of_sentence = 100_000, 2_000  # characters of an error: a script may say anything
_most_of_name = 200  # of a thread
_most_at_once = 1 << 18  # characters that are handed on: what is longer takes no memory again, and can be stopped
_errors = sys.stderr


class _Stream(io.TextIOBase):
    """Text that the user's program prints, handed on as it comes."""

    encoding = "utf-8"

    def __init__(self, emit, is_error):
        self._emit = emit
        self._is_error = is_error

    def writable(self):
        return True

    def write(self, text):
        if not isinstance(text, str):
            raise TypeError(f"write() argument must be str, not {type(text).__name__}")
        for begin in range(0, len(text), _most_at_once):
            piece = text[begin:begin + _most_at_once]
            self._emit(self._is_error, piece.encode("utf-8", "replace").decode("utf-8"))
        return len(text)


class _Input(io.RawIOBase):
    """Standard input; tells when the program waits for it."""

    def __init__(self, wanted):
        self._wanted = wanted

    def readable(self):
        return True

    def fileno(self):
        return 0

    def readinto(self, buffer):
        waits = not self._is_ready()
        if waits:
            self._wanted(True)
        try:
            data = os.read(0, len(buffer))
        finally:
            if waits:
                self._wanted(False)
        buffer[:len(data)] = data
        return len(data)

    def _is_ready(self):
        """What comes at once nobody waits for: a loop that reads on behind the end would tell of nothing else."""
        asked = select.poll()
        asked.register(0, select.POLLIN)
        return bool(asked.poll(0))


def _command(words):
    return " ".join(os.fsdecode(word).split("\0")[0] for word in words)


def _tell_processes(began):
    """Calls that make a process say which, also when it is gone before anybody looks."""
    def telling(call, command_of):
        @functools.wraps(call)
        def told(*arguments, **named):
            process = call(*arguments, **named)
            number = process[0] if isinstance(process, tuple) else process
            if number > 0:
                try:
                    began(number, command_of(arguments).encode("utf-8", "replace").decode("utf-8"))
                except (TypeError, ValueError, IndexError):
                    began(number, "")
            return process
        return told

    os.fork = telling(os.fork, lambda arguments: "")
    os.forkpty = telling(os.forkpty, lambda arguments: "")
    os.posix_spawn = telling(os.posix_spawn, lambda arguments: _command(arguments[1]))
    os.posix_spawnp = telling(os.posix_spawnp, lambda arguments: _command(arguments[1]))
    _posixsubprocess.fork_exec = telling(_posixsubprocess.fork_exec, lambda arguments: _command(arguments[0]))
    if "subprocess" in sys.modules:
        sys.modules["subprocess"]._fork_exec = _posixsubprocess.fork_exec


def use_own_process(wanted, began):
    """For a process that has nothing but the program: input comes from file 0, a crash writes the stack to file 2."""
    _tell_processes(began)
    sys.stdin = io.TextIOWrapper(io.BufferedReader(_Input(wanted)), encoding="utf-8", errors="replace")
    faulthandler.enable(2, all_threads=False)


def run_exit_handlers():
    """The process is about to end: what programs registered with atexit is called."""
    _guarded(atexit._run_exitfuncs)
    _flush_files()


def _flush_files():
    """Python would, when it ends, write what files that were left open hold back."""
    files = [each for each in gc.get_objects() if type(each) in (io.TextIOWrapper, io.BufferedWriter, io.BufferedRandom)]
    for file in sorted(files, key=lambda each: type(each) is not io.TextIOWrapper):  # texts go through the others
        try:
            # A pipe may have nobody who reads it.
            if not file.closed and file.writable() and stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                file.flush()
        except (OSError, ValueError):
            pass  # nobody is left to be told


def package_folders():
    """Where code stands that is not the user's own."""
    here = os.path.dirname(os.path.abspath(__file__))
    folders = {here, sysconfig.get_path("stdlib"), sysconfig.get_path("platstdlib")}
    folders.update(path for path in sys.path if path.endswith(("-packages",)))
    return sorted(folder for folder in folders if folder)


def _tell_threads(begins, ends):
    """Threads of the program are known by their names from their first moment to their last."""
    bare_begin, bare_end = threading.Thread._set_native_id, threading.Thread._delete

    def begin(self):
        bare_begin(self)
        if not isinstance(self, threading._DummyThread) and self is not threading.main_thread():
            begins(self.name[:_most_of_name])

    def end(self):
        ends()
        bare_end(self)

    threading.Thread._set_native_id, threading.Thread._delete = begin, end


def start(emit, attend, trace_thread, thread_begins, thread_ends, signal_number):
    """Sets up the streams, the handler of the signal that pauses and stops, what new threads call first, and what they
    call when they begin and end; gives the folders of packages."""
    global _errors
    sys.stdout = _Stream(emit, False)
    sys.stderr = _errors = _Stream(emit, True)
    sys.stdin = io.StringIO()
    sys.argv = [""]
    sys.modules["__main__"] = _namespace
    signal.signal(signal_number, attend)
    threading.settrace(trace_thread)
    _tell_threads(thread_begins, thread_ends)
    return package_folders()


def _forget_user_modules():
    """Modules beside the last script are imported anew, as a new process would."""
    folders = tuple(folder + os.sep for folder in package_folders())
    for name, module in list(sys.modules.items()):
        path = getattr(module, "__file__", None)
        if name != "__main__" and isinstance(path, str) and os.path.isabs(path) and not path.startswith(folders):
            del sys.modules[name]


def _new_namespace(path):
    global _namespace
    _namespace = types.ModuleType("__main__")
    _namespace.__dict__.update(__file__=path, __builtins__=builtins)
    sys.modules["__main__"] = _namespace


def _remember_source(name, text):
    """Python's tracebacks and the capture of graphs find the text here; without a time it is never dropped."""
    linecache.cache[name] = (len(text), None, text.splitlines(keepends=True), name)


class _AddJit(ast.NodeTransformer):
    """Puts `@mindspore.jit` on functions of the script ("f", "Net.construct") though it does not say so."""

    def __init__(self, names):
        self._names = set(names)
        self._classes = []
        self.found = set()

    def visit_ClassDef(self, node):
        self._classes.append(node.name)
        self.generic_visit(node)
        self._classes.pop()
        return node

    def visit_FunctionDef(self, node):
        name = ".".join([*self._classes, node.name])
        if name in self._names:
            self.found.add(name)
            decorator = ast.parse("__import__('mindspore').jit", mode="eval").body
            for part in ast.walk(decorator):
                ast.copy_location(part, node)
            node.decorator_list.insert(0, decorator)
        return node


def _compiled(path, text, jit_names):
    tree = jitscope_commands.parsed(text, path)
    if jit_names:
        adder = _AddJit(jit_names)
        tree = adder.visit(tree)
        missing = [name for name in jit_names if name not in adder.found]
        if missing:
            raise LookupError(f"{path} has no function named {', '.join(missing)}, which was to run as a graph.")
    return compile(tree, path, "exec", dont_inherit=True)


def prepare(folder, environment, paths):
    """What a run is asked for beside its script; an unusable folder is an error that names it."""
    if folder:
        os.chdir(folder)
    for setting in environment:
        name, _, value = setting.partition("=")
        os.environ[name] = value
    sys.path[0:0] = [path for path in paths if path not in sys.path]


def _wait_for_threads(known, is_last):
    """As Python at its end: a script has ended when its threads have, but for daemons. Those of a pool only end when the
    process does, which is what the callbacks tell them; while the console goes on they wait for more work."""
    for callback in reversed(threading._threading_atexits) if is_last else ():
        callback()
    pools = getattr(sys.modules.get("concurrent.futures.thread"), "_threads_queues", ())
    while running := [thread for thread in threading.enumerate()
                      if thread not in known and thread not in pools and not thread.daemon]:
        running[0].join()


def run_script(path, text, arguments, jit_names, mode, device, jit_level, tolerance, is_last):
    """Runs a file (or `text` as its content) as `__main__`; gives (exit_code, traceback, message, place, stopped).
    `is_last`: the process ends with it, so handlers of the exit are called."""
    path = os.path.abspath(path)
    threads = {threading.current_thread(), *threading.enumerate()}
    if text is None:
        try:
            with open(path, encoding="utf-8-sig") as file:
                text = file.read()
        except (OSError, UnicodeDecodeError) as failure:
            reason = getattr(failure, "strerror", None) or str(failure)
            return _told(3, f"Cannot read {path}: {reason}.", (path, 0, 0, 0, 0, ""))
    _forget_user_modules()
    _new_namespace(path)
    _remember_source(path, text)
    sys.argv = [path, *arguments]
    folder = os.path.dirname(path)
    sys.path.insert(0, folder)
    try:
        from mindspore import _run
        _run.begin(path, text, mode, device, jit_level, tolerance)
        outcome = _guarded(lambda: exec(_compiled(path, text, jit_names), _namespace.__dict__))
        if not outcome[-1]:  # who was stopped waits for nobody
            waited = _guarded(lambda: _wait_for_threads(threads, is_last))
            outcome = waited if waited[-1] else outcome  # it was stopped while it waited
        if is_last:
            _guarded(atexit._run_exitfuncs)
        else:
            _flush_files()
        _run.finish(path, outcome[0] == 0)
        return outcome
    finally:
        if folder in sys.path:
            sys.path.remove(folder)


def _told(exit_code, message, place):
    text = _bounded(message + "\n", _most_told)
    _write_error(text)
    return (exit_code, text, _bounded(message, _most_of_sentence), place, False)


def _write_error(text):
    """Where errors go, whatever the script put in the place of that."""
    try:
        sys.stderr.write(text)
    except BaseException:
        _errors.write(text)


def _bounded(text, most):
    """Its beginning and its end, as text that is UTF-8 and has no end in the middle."""
    if len(text) > most:
        text = f"{text[:most // 2]} [{len(text) - most} characters left out] {text[-(most - most // 2):]}"
    return text.encode("utf-8", "backslashreplace").decode("utf-8").replace("\0", "\\x00")


def _guarded(body):
    """Runs user code; whatever comes out of it becomes an outcome."""
    global _in_user_code
    try:
        _in_user_code = True
        body()
        _in_user_code = False
        return (0, "", "", _no_place, False)
    except SystemExit as end:
        _in_user_code = False
        return _exited(end.code)
    except KeyboardInterrupt:
        _in_user_code = False
        _write_error("KeyboardInterrupt\n")
        return (1, "", "", _no_place, True)
    except BaseException as failure:
        _in_user_code = False
        return _failed(failure)


def _exited(code):
    if code is None:
        return (0, "", "", _no_place, False)
    if isinstance(code, int):
        return (code & 0xFF, "", "", _no_place, False)
    return _told(1, _said_by(code), _no_place)


def _is_ours(filename):
    folder = os.path.dirname(os.path.abspath(__file__)) + os.sep
    return filename.startswith((folder, "<frozen"))


def _without_our_frames(trace):
    """The summary without the frames of this package, which say nothing to the user."""
    trace.stack = traceback.StackSummary.from_list([frame for frame in trace.stack if not _is_ours(frame.filename)])
    for linked in (trace.__cause__, trace.__context__):
        if linked is not None:
            _without_our_frames(linked)
    return trace


def _failed(failure):
    trace = _without_our_frames(traceback.TracebackException.from_exception(failure, compact=True))
    text = _bounded("".join(trace.format()), _most_told)
    _write_error(text)
    file, *numbers, line = _place(failure, trace)
    place = (_bounded(file, _most_of_sentence), *numbers, _bounded(line, _most_of_sentence))
    return (1, text, _sentence(failure), place, False)


def _sentence(failure):
    """The kind of the error and the first line of what it says."""
    name = type(failure).__name__
    if isinstance(failure, SyntaxError):
        return _bounded(f"{name}: {failure.msg}", _most_of_sentence)
    lines = _said_by(failure)[:2 * _most_of_sentence].strip().splitlines()
    return _bounded(f"{name}: {lines[0]}" if lines else name, _most_of_sentence)


def _said_by(value):
    try:
        return str(value)
    except BaseException:
        return "<str() of it failed>"


def _place(failure, trace):
    """Where to look: the line that does not parse, the line of a captured function, or the innermost user line."""
    if isinstance(failure, SyntaxError) and failure.filename:
        line, column = failure.lineno or 0, max((failure.offset or 1) - 1, 0)
        return (failure.filename, line, failure.end_lineno or line, column, max((failure.end_offset or 1) - 1, column),
                (failure.text or "").rstrip("\n"))
    captured = getattr(failure, "jitscope_place", None)
    if captured is not None:
        return captured
    folders = tuple(folder + os.sep for folder in package_folders())
    user = [frame for frame in trace.stack if not frame.filename.startswith(folders)] or trace.stack
    if not user:
        return _no_place
    frame = user[-1]
    line = linecache.getline(frame.filename, frame.lineno or 0).rstrip("\n")
    return (frame.filename, frame.lineno or 0, getattr(frame, "end_lineno", None) or frame.lineno or 0,
            getattr(frame, "colno", None) or 0, getattr(frame, "end_colno", None) or 0, line)


class _ConsoleSpace(jitscope_commands.Space):
    """The namespace of the last script."""

    def compute(self, code, extra=None):
        return eval(code, _namespace.__dict__, extra)

    def perform(self, tree, filename):
        exec(compile(tree, filename, "exec", dont_inherit=True), _namespace.__dict__)

    def prepared(self, tree, filename):
        code = compile(tree, filename, "exec", dont_inherit=True)
        return lambda: exec(code, _namespace.__dict__)

    def show(self, value):
        show(value)


def show(value):
    """As Python's own console; a tensor with a picture below."""
    sys.displayhook(value)
    jitscope_pictures.draw_result(value)


def run_console(source):
    """Runs input in the namespace of the last script; a place of its own makes `@jit` work on what is typed."""
    global _console_inputs
    _console_inputs += 1
    filename = f"<console {_console_inputs}>"
    _remember_source(filename, source)
    return _guarded(lambda: jitscope_commands.run_input(_ConsoleSpace(), source, filename))


def completeness(source):
    """"complete", "more" or "invalid"."""
    if source.lstrip().startswith("%"):
        return "complete"
    try:
        return "more" if codeop.compile_command(source, "<console>", "exec") is None else "complete"
    except (SyntaxError, OverflowError, ValueError):
        return "invalid"


def completions(prefix):
    """Names that could follow `prefix`, without repeats."""
    return jitscope_completion.completions(_namespace.__dict__, prefix)


def describe(name):
    """(kind, signature or value, documentation) of a name of the console."""
    return jitscope_completion.describe(_namespace.__dict__, name)
