# SPDX-License-Identifier: Apache-2.0
"""What `jitscope bench` asks of a Python: runs a script, keeps the first call of each of its functions, and times them.

Stands alone, so that any Python with MindSpore can run it. One with PyTorch gets what was captured of the functions, as
calls of PyTorch (jitscope_torch.py). Requests are lines of JSON on standard input; each is
answered by one line of JSON. What the script prints goes to standard error."""
import builtins
import contextlib
import functools
import gc
import importlib.util
import inspect
import io
import json
import linecache
import os
import re
import sys
import time
import traceback
import types

_WARM_NS = 2e7      # caches, branch predictors and the processor's frequency settle
_MOST_CALLS = 1 << 20
_OPTIMIZED, _GENERATORS = inspect.CO_OPTIMIZED, inspect.CO_GENERATOR | inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR


class CannotRun(Exception):
    """Why a row has no figures, as a sentence."""


class _Seen(BaseException):
    """All that was asked for has been called: the rest of the script is of no use."""


def sentence(failure):
    """The kind of an error and the first line of what it says."""
    if isinstance(failure, CannotRun):
        return str(failure)
    lines = [line for line in str(failure).strip().splitlines() if line.strip(" -")]
    return f"{type(failure).__name__}: {lines[0]}" if lines else type(failure).__name__


# -- frameworks --------------------------------------------------------------------------------------------------------


class MindSpore:
    """The real one or JitScope's."""

    name = "mindspore"

    def __init__(self):
        import mindspore
        self.module = mindspore
        self.is_jitscope = importlib.util.find_spec("_jitscope") is not None
        self.version = mindspore.__version__

    @property
    def device(self):
        """As the script asked: CPU, Ascend, GPU."""
        return str(self.module.get_context("device_target"))

    def begin(self, path, text, device):
        """A script is about to run."""
        if self.is_jitscope:
            from mindspore import _run
            _run.begin(path, text, "pynative", device, "", 0.0)
        elif device:
            self.module.set_device(device)

    def is_tensor(self, value):
        return isinstance(value, self.module.Tensor)

    def is_weight(self, value):
        return isinstance(value, self.module.Parameter)

    def is_layer(self, value):
        return isinstance(value, self.module.nn.Cell)

    def is_float(self, tensor):
        return "Float" in str(tensor.dtype)

    def ones(self):
        return self.module.ops.ones((2, 3), self.module.float32)

    def described(self, tensor):
        """"Float32[2, 3]"."""
        return f"{tensor.dtype}[{', '.join(str(size) for size in tensor.shape)}]"

    def copied(self, tensor):
        return tensor.copy()

    def array(self, tensor):
        """As NumPy; what it does not know as float32."""
        if "BFloat16" in str(tensor.dtype):
            tensor = tensor.astype(self.module.float32)
        return tensor.asnumpy()

    def weights(self, layer):
        return list(layer.get_parameters())

    def changed(self, tensor):
        """A tensor of the same shape and dtype with other values that the same functions take: real numbers a little
        nearer to 0, all others, which may be indices, in reverse order."""
        import numpy
        array = self.array(tensor)
        other = array * array.dtype.type(0.9375) if array.dtype.kind in "fc" else array[::-1] if array.ndim else array
        return self.module.Tensor(numpy.ascontiguousarray(other), tensor.dtype)

    def set_weight(self, weight, array):
        """In place: graphs hold on to a weight's memory, and with other memory they would be compiled anew."""
        self.module.ops.assign(weight, self.module.Tensor(array, weight.dtype))

    def trainable(self, layer):
        return [] if isinstance(layer, self.module.nn.Optimizer) else list(layer.trainable_params())

    def seed(self):
        self.module.set_seed(1)

    def wait(self):
        """Until everything asked for was computed."""
        runtime = getattr(self.module, "runtime", None)
        if hasattr(runtime, "synchronize") and not self.is_jitscope:
            runtime.synchronize()

    def forget_kernels(self):
        """What earlier rows compiled serves no later one: each pays for its own kernels."""
        if self.is_jitscope:
            import _jitscope
            _jitscope.forget_kernels()

    def with_gradient(self, function, positions, weights):
        """The value of the function and its gradient for the arguments at those positions and the weights."""
        both = self.module.value_and_grad(function, positions or None, weights or None)

        def forward_and_backward(*args):
            return both(*args)
        return forward_and_backward

    @contextlib.contextmanager
    def without_graphs(self):
        """Functions that are decorated with jit run as Python."""
        before = os.environ.get("MS_JIT")
        os.environ["MS_JIT"] = "0"
        try:
            yield
        finally:
            if before is None:
                del os.environ["MS_JIT"]
            else:
                os.environ["MS_JIT"] = before

    @contextlib.contextmanager
    def noting(self, told):
        """`told` hears of each function that the script makes a graph of."""
        plain = self.module.jit

        def jit(function=None, **options):
            if function is None:
                return lambda given: jit(given, **options)
            told(getattr(function, "construct", function) if self.is_layer(function) else function)
            return plain(function, **options)
        jit.__dict__.update(vars(plain))
        self.module.jit = jit
        try:
            yield
        finally:
            self.module.jit = plain

    def version_of(self, function, row):
        """The function as the row runs it."""
        if row["mode"] == "eager":
            return function
        if row["backend"] == "GE" and self.device != "Ascend":
            raise CannotRun(f"backend GE is Ascend's, and the script runs on {self.device}, where MindSpore takes "
                            "ms_backend instead: the row would measure O0 again")
        options = {"capture_mode": row["mode"]}
        options.update({"backend": row["backend"]} if row["backend"] else {"jit_level": row["level"]})
        if row["fullgraph"]:
            options["fullgraph"] = True
        return self.module.jit(**options)(function)


def framework():
    """Which of those that are known this Python has."""
    if importlib.util.find_spec("mindspore") is not None:
        return MindSpore()
    if importlib.util.find_spec("torch") is not None:
        return _torch_module().PyTorch()
    raise CannotRun(f"{sys.executable} cannot import mindspore, nor PyTorch: name a Python that can with --python")


@functools.cache
def _torch_module():
    """jitscope_torch.py, which stands beside this file."""
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "jitscope_torch.py")
    try:
        spec = importlib.util.spec_from_file_location("jitscope_torch", path)
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
    except Exception as failure:
        raise CannotRun(f"{sys.executable} has PyTorch, but it cannot be used: {sentence(failure)}") from failure
    module.CannotRun = CannotRun
    return module


# -- calls -------------------------------------------------------------------------------------------------------------


def replaced(value, make):
    """`value` with each item that is no sequence or dictionary replaced."""
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return type(value)(*(replaced(item, make) for item in value))
    if type(value) in (tuple, list):
        return type(value)(replaced(item, make) for item in value)
    if type(value) is dict:
        return {key: replaced(item, make) for key, item in value.items()}
    return make(value)


def flat(value):
    """All items."""
    items = []
    replaced(value, items.append)
    return items


def _holds(function, names):
    """Whether the cells of a function hold those values."""
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or ()):
        try:
            if name in names and cell.cell_contents is not names[name]:
                return False
        except ValueError:
            return False
    return True


def _function_of(frame):
    """The function object that a frame runs, or None."""
    found = [each for each in gc.get_referrers(frame.f_code)
             if isinstance(each, types.FunctionType) and each.__code__ is frame.f_code]
    return next((each for each in found if _holds(each, frame.f_locals)), found[0] if found else None)


class Call:
    """A function with what it is called with."""

    def __init__(self, library, name, function, args, kwargs, line):
        self.library, self.name, self.function, self.line = library, name, function, line
        self.args, self.kwargs = replaced((tuple(args), dict(kwargs)), self._kept)
        self.count = 1

    def _kept(self, value):
        library = self.library
        return library.copied(value) if library.is_tensor(value) and not library.is_weight(value) else value

    @property
    def takes_tensors(self):
        return any(self.library.is_tensor(item) for item in flat((self.args, self.kwargs)))

    def inputs(self):
        """"a Float32[2, 3], b Float32[3]"."""
        def text(value):
            return self.library.described(value) if self.library.is_tensor(value) else type(value).__name__
        return ", ".join(text(item) for item in flat((self.args, self.kwargs)))

    def layers(self):
        """Those that the function is of, is given, or knows by name."""
        code = getattr(self.function, "__code__", None)
        known = [getattr(self.function, "__self__", None), *flat((self.args, self.kwargs))]
        plain = getattr(self.function, "__func__", self.function)
        for cell in getattr(plain, "__closure__", None) or ():
            with contextlib.suppress(ValueError):
                known.append(cell.cell_contents)
        names = plain.__globals__ if hasattr(plain, "__globals__") else {}
        known += [names[name] for name in (code.co_names if code else ()) if name in names]
        return list({id(each): each for each in known if self.library.is_layer(each)}.values())

    def weights(self):
        """All that a call could write to."""
        found = [weight for layer in self.layers() for weight in self.library.weights(layer)]
        found += [item for item in flat((self.args, self.kwargs)) if self.library.is_weight(item)]
        return list({id(weight): weight for weight in found}.values())

    def differentiated(self):
        """The function with its gradient for all floating-point arguments and weights."""
        library = self.library
        if self.kwargs:
            raise CannotRun("the call has arguments by name, which no gradient is taken through")
        positions = tuple(place for place, arg in enumerate(self.args)
                          if library.is_tensor(arg) and not library.is_weight(arg) and library.is_float(arg))
        weights = [weight for layer in self.layers() for weight in library.trainable(layer)]
        if not positions and not weights:
            raise CannotRun("no argument is a floating-point tensor and there is no weight: "
                            "there is no gradient to take")
        return library.with_gradient(self.function, positions, weights)


class Recorder:
    """Keeps the first call of each function of a script while it runs."""

    def __init__(self, library, path, wanted, needs_all):
        self._library, self._path = library, path
        self._wanted, self._needs_all = wanted, needs_all
        self._jitted = []  # code, in the order in which the script made graphs of it
        self.calls = {}    # code -> Call

    def note(self, function):
        """The script makes a graph of that function."""
        code = getattr(inspect.unwrap(function), "__code__", None)
        if code is not None:
            self._jitted.append(code)

    def __call__(self, frame, event, _):
        code = frame.f_code
        if event != "call" or code.co_filename != self._path:
            return
        if not code.co_flags & _OPTIMIZED or code.co_flags & _GENERATORS or code.co_name.startswith("<"):
            return
        if code in self.calls:
            self.calls[code].count += 1
        else:
            self._keep(frame, code)
        if not self._needs_all and self.chosen() and len(self.chosen()) >= max(1, len(self._wanted)):
            raise _Seen

    def _keep(self, frame, code):
        function = _function_of(frame)
        if function is None:
            return
        names = dict(frame.f_locals)
        count = code.co_argcount
        args = [names[name] for name in code.co_varnames[:count]]
        kwargs = {name: names[name] for name in code.co_varnames[count:count + code.co_kwonlyargcount]}
        after = count + code.co_kwonlyargcount
        if code.co_flags & inspect.CO_VARARGS:
            args += names[code.co_varnames[after]]
            after += 1
        if code.co_flags & inspect.CO_VARKEYWORDS:
            kwargs.update(names[code.co_varnames[after]])
        name = getattr(code, "co_qualname", function.__qualname__).replace("<locals>.", "")
        if args and code.co_varnames[0] == "self":
            function, args = types.MethodType(function, args[0]), args[1:]
        self.calls[code] = Call(self._library, name, function, args, kwargs, code.co_firstlineno)

    def chosen(self):
        """The calls of what was asked for: by name, else the first that the script makes a graph of."""
        if self._wanted:
            found = [next((call for call in self.calls.values() if _is_called(call.name, name)), None)
                     for name in self._wanted]
            return [call for call in found if call is not None]
        return [self.calls[code] for code in self._jitted if code in self.calls][:1]

    def default(self):
        """Where the script makes no graph: the first function that takes tensors."""
        return [call for call in self.calls.values() if call.takes_tensors][:1]


def _is_called(name, wanted):
    return name == wanted or name.endswith("." + wanted)


# -- the answers -------------------------------------------------------------------------------------------------------


class _Nothing(io.TextIOBase):
    """Takes what a function prints while it is timed."""

    def writable(self):
        return True

    def write(self, text):
        return len(text)


class Row:
    """A call as one row of the matrix runs it."""

    def __init__(self, call, row):
        self._call, self._row = call, row
        self._library = call.library
        self._run = None
        self._weights, self._before = [], []
        self._writes = False

    def _mode(self):
        return self._library.without_graphs() if self._row["mode"] == "eager" else contextlib.nullcontext()

    def prepare(self, folder):
        """Makes the function anew, calls it for the first time, and writes what that gave to files in `folder`, with
        what it gives then for other tensors."""
        library, call = self._library, self._call
        self._weights = call.weights()
        self._before = [library.array(weight).copy() for weight in self._weights]
        args, kwargs = replaced((call.args, call.kwargs), call._kept)
        library.seed()
        with self._mode(), contextlib.redirect_stdout(_Nothing()):
            library.wait()
            began = time.perf_counter_ns()
            function = call.differentiated() if self._row["backward"] else call.function
            made = library.version_of(function, self._row)
            result = made(*args, **kwargs)
            library.wait()
            spent = time.perf_counter_ns() - began
        self._run = lambda: made(*args, **kwargs)
        after = [library.array(weight) for weight in self._weights]
        written = [not _same(array, old) for array, old in zip(after, self._before)]
        self._writes = any(written)
        results = self._outcome(result, written, folder)
        self._put_back()
        results += self._changed_outcome(made, written, folder)
        return {"ns": spent, "results": results, "writes": sum(written)}

    def _outcome(self, result, written, folder):
        """Files of what a call gave and of the weights that it wrote."""
        weights = [self._library.array(weight) for weight, is_written in zip(self._weights, written) if is_written]
        return self._saved(result, folder) + _save(weights, folder, "weight", False)

    def _changed_outcome(self, made, written, folder):
        """The same for a call with other tensors, where that can be made: it shows what of the first call is built in."""
        library, call = self._library, self._call
        if not hasattr(library, "changed"):
            return []

        def other(value):
            return library.changed(value) if library.is_tensor(value) and not library.is_weight(value) else value

        folder = os.path.join(folder, "changed")
        os.makedirs(folder, exist_ok=True)
        try:
            args, kwargs = replaced((call.args, call.kwargs), other)
            library.seed()
            with self._mode(), contextlib.redirect_stdout(_Nothing()):
                results = self._outcome(made(*args, **kwargs), written, folder)
        except Exception:
            return []
        finally:
            self._put_back()
        return [{**each, "changed": True} for each in results]

    def _saved(self, result, folder):
        tensors = [item for item in flat(result) if self._library.is_tensor(item)]
        numbers = [item for item in flat(result) if isinstance(item, (int, float)) and not isinstance(item, bool)]
        saved = []
        for place, tensor in enumerate(tensors):
            is_small = "16" in str(tensor.dtype)
            saved += _save([self._library.array(tensor)], folder, f"result{place}_", is_small)
        import numpy
        return saved + _save([numpy.asarray(number, numpy.float64) for number in numbers], folder, "number", False)

    def _put_back(self):
        if self._writes:
            for weight, array in zip(self._weights, self._before):
                self._library.set_weight(weight, array)

    def time(self, calls):
        """Nanoseconds of that many calls."""
        run, library = self._run, self._library
        self._put_back()
        with self._mode(), contextlib.redirect_stdout(_Nothing()):
            gc.disable()
            try:
                library.wait()
                began = time.perf_counter_ns()
                for _ in range(calls):
                    run()
                library.wait()
                return time.perf_counter_ns() - began
            finally:
                gc.enable()

    def warm(self):
        """Calls it until it is warm; nanoseconds of one call then."""
        gc.collect()
        spent, calls = 0, 1
        while spent < _WARM_NS:
            last = self.time(calls)
            spent += last
            per_call = last / calls
            if calls < _MOST_CALLS and last < _WARM_NS / 8:
                calls *= 2
        return per_call

    def close(self):
        self._run = None
        self._put_back()


def _same(one, other):
    import numpy
    return one.shape == other.shape and numpy.array_equal(one, other, equal_nan=one.dtype.kind in "fc")


def _save(arrays, folder, stem, is_small):
    import numpy
    saved = []
    for place, array in enumerate(arrays):
        path = os.path.join(folder, f"{stem}{place}.npy")
        numpy.save(path, array)
        saved.append({"file": path, "small_float": is_small})
    return saved


def _captured(call):
    """The captured graph of a function, as Graph.primitives() tells it; its weights stay as they were."""
    import _jitscope
    import mindspore
    library, graphs, plain = call.library, [], _jitscope.compile
    weights = call.weights()
    before = [library.array(weight).copy() for weight in weights]

    def noted(*arguments):
        graphs.append(plain(*arguments))
        return graphs[-1]

    args, kwargs = replaced((call.args, call.kwargs), call._kept)
    _jitscope.compile = noted
    try:
        with contextlib.redirect_stdout(_Nothing()):
            mindspore.jit(capture_mode="ast", jit_level="O0", fullgraph=True)(call.function)(*args, **kwargs)
    finally:
        _jitscope.compile = plain
        for weight, array in zip(weights, before):
            library.set_weight(weight, array)
    if len(graphs) != 1:
        raise CannotRun(f"it is compiled as {len(graphs)} graphs, not as one")
    return graphs[0].primitives()


def _set_up(request):
    """What a run is asked for beside its script."""
    if folder := request.get("working_folder"):
        os.chdir(folder)
    for setting in request.get("environment", []):
        name, _, value = setting.partition("=")
        os.environ[name] = value
    sys.path[0:0] = [path for path in request.get("paths", []) if path not in sys.path]


class Session:
    """What requests are about: a script that was run, its calls, the rows that were prepared."""

    def __init__(self, library):
        self._library = library
        self._calls = []
        self._rows = {}

    def answer(self, request):
        return getattr(self, "do_" + request["do"])(request)

    def do_hello(self, _):
        library = self._library
        return {"framework": library.name, "version": library.version, "is_jitscope": library.is_jitscope,
                "python": "{}.{}.{}".format(*sys.version_info[:3]), "executable": sys.executable}

    def do_run(self, request):
        """Runs the script until what was asked for has been called."""
        path = os.path.abspath(request["script"])
        _set_up(request)
        text = request.get("text")
        if text is None:
            with open(path, encoding="utf-8-sig") as file:
                text = file.read()
        wanted, expression = request["functions"], request.get("expression", "")
        recorder = Recorder(self._library, path, wanted, bool(expression))
        space, ended = self._run_script(path, text, request, recorder)
        if expression:
            calls = [self._of_expression(expression, space, request["folder"])]
            calls += recorder.chosen() if wanted else []
        else:
            calls = recorder.chosen() or ([] if wanted else recorder.default())
        self._calls = calls
        found = [{"name": call.name, "line": call.line, "inputs": call.inputs()} for call in calls]
        known = list(dict.fromkeys(call.name for call in recorder.calls.values()))
        missing = [name for name in wanted if not any(_is_called(call.name, name) for call in calls)]
        return {"functions": found, "known": known, "missing": missing, "ended": ended, "device": self._library.device}

    def _run_script(self, path, text, request, recorder):
        module = types.ModuleType("__main__")
        module.__dict__.update(__file__=path, __builtins__=__builtins__)
        sys.modules["__main__"] = module
        linecache.cache[path] = (len(text), None, text.splitlines(keepends=True), path)
        sys.argv = [path, *request.get("arguments", [])]
        sys.path.insert(0, os.path.dirname(path))
        self._library.begin(path, text, request.get("device", ""))
        ended = ""
        try:
            code = compile(text, path, "exec", dont_inherit=True)
            with self._library.without_graphs(), self._library.noting(recorder.note):
                sys.setprofile(recorder)
                try:
                    exec(code, module.__dict__)
                finally:
                    sys.setprofile(None)
        except _Seen:
            pass
        except SystemExit as end:
            ended = "" if end.code in (None, 0) else f"the script ended with exit code {end.code}"
        except Exception as failure:
            traceback.print_exc()
            ended = sentence(failure)
        return module.__dict__, ended

    def _of_expression(self, text, space, folder):
        try:
            code = compile(text, "<expression>", "eval", dont_inherit=True)
        except SyntaxError as failure:
            raise CannotRun(f"the expression {text!r} is not Python: {failure.msg}") from None
        missing = [name for name in code.co_names
                   if name not in space and not hasattr(builtins, name) and re.search(rf"(?<![.\w]){name}\b", text)]
        if missing:
            raise CannotRun(f"the expression {text!r} uses {missing[0]!r}, which the script does not define")
        # What a graph reads from a global name is a constant of it: tensors, and those in lists, become arguments.
        arguments, unpacked = {}, ""
        for name in dict.fromkeys(code.co_names):
            value = space.get(name)
            if self._is_plain_tensor(value):
                arguments[name] = value
            elif isinstance(value, (list, tuple)) and value and all(map(self._is_plain_tensor, value)):
                items = {f"{name}_item{place}": item for place, item in enumerate(value)}
                arguments.update(items)
                listed = ", ".join(items)
                unpacked += f"    {name} = [{listed}]\n" if isinstance(value, list) else f"    {name} = ({listed},)\n"
        path = os.path.join(folder, "expression.py")
        source = f"def expression({', '.join(arguments)}):\n{unpacked}    return ({text})\n"
        with open(path, "w", encoding="utf-8") as file:
            file.write(source)
        made = {}
        exec(compile(source, path, "exec", dont_inherit=True), space, made)
        return Call(self._library, text, made["expression"], list(arguments.values()), {}, 0)

    def _is_plain_tensor(self, value):
        return self._library.is_tensor(value) and not self._library.is_weight(value)

    def do_primitives(self, request):
        """What JitScope captures of each function, with its arguments as files: for another library to run."""
        return {"functions": [self._primitives(call, request["folder"], number)
                              for number, call in enumerate(self._calls)]}

    def _primitives(self, call, folder, number):
        import numpy
        try:
            description = _captured(call)
            tensors = [item for item in flat((call.args, call.kwargs))
                       if self._library.is_tensor(item) and not self._library.is_weight(item)]
            if len(tensors) != len(description["parameters"]):
                raise CannotRun("its arguments are not the parameters of the captured graph")
        except Exception as failure:
            return {"name": call.name, "error": sentence(failure)}
        prefix = f"function{number}_"
        arguments = [f"{prefix}argument{place}" for place in range(len(tensors))]
        for name, tensor in [*zip(arguments, tensors),
                             *((prefix + name, tensor) for name, tensor in description.pop("files").items())]:
            numpy.save(os.path.join(folder, name + ".npy"), self._library.array(tensor))
        floats = [id(arg) for arg in call.args if self._library.is_tensor(arg) and self._library.is_float(arg)]
        positions = [place for place, tensor in enumerate(tensors) if id(tensor) in floats]
        trainable = [weight.name for layer in call.layers() for weight in self._library.trainable(layer)]
        primitives = re.findall(r'call\("(\w+)"', description["functions"])
        return {**description, "name": call.name, "line": call.line, "inputs": call.inputs(), "prefix": prefix,
                "arguments": arguments, "positions": positions, "trainable": trainable, "primitives": primitives}

    def do_take(self, request):
        """The functions that JitScope captured take the place of a script."""
        self._calls, found = [], []
        for each in request["functions"]:
            try:
                self._calls += _torch_module().calls(self._library, {**request, "functions": [each]})
                found.append({"name": each["name"], "line": each["line"], "inputs": each["inputs"]})
            except Exception as failure:
                found.append({"name": each["name"], "error": sentence(failure)})
        return {"functions": found, "device": self._library.device}

    def do_settle(self, request):
        """Compiles a function of no use in each way, so that no row pays for what a process does once."""
        def settled(x):
            return x + 1

        x = self._library.ones()
        for row in request["rows"]:
            with contextlib.suppress(Exception):
                self._library.version_of(types.FunctionType(settled.__code__, globals(), "settled"), row)(x)
        return {}

    def do_prepare(self, request):
        key = request["row"]["key"]
        if key in self._rows:
            self._rows.pop(key).close()
        row = Row(self._calls[request["function"]], request["row"])
        if request["cold"]:
            self._library.forget_kernels()
        answer = row.prepare(request["folder"])
        self._rows[key] = row
        return answer

    def do_warm(self, request):
        return {"ns": self._rows[request["key"]].warm()}

    def do_time(self, request):
        return {"ns": self._rows[request["key"]].time(request["calls"])}

    def do_forget(self, _):
        for row in self._rows.values():
            row.close()
        self._rows.clear()
        return {}


def _answers():
    """A stream of its own for answers; whatever else is printed goes to standard error."""
    stream = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    return stream


def _choose_package():
    """The mindspore beside this file is JitScope's own: only who asks for it gets it."""
    here = os.path.dirname(os.path.abspath(__file__))
    sys.path[:] = [folder for folder in sys.path if os.path.abspath(folder or ".") != here]
    if "--own" in sys.argv[1:]:
        sys.path.insert(0, here)


def main():
    _choose_package()
    answers = _answers()
    requests = os.fdopen(os.dup(0), encoding="utf-8")
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    session = None
    for line in requests:
        try:
            if session is None:
                session = Session(framework())
            answer = session.answer(json.loads(line))
        except Exception as failure:
            answer = {"error": sentence(failure)}
        answers.write(json.dumps(answer) + "\n")
        answers.flush()


if __name__ == "__main__":
    main()
