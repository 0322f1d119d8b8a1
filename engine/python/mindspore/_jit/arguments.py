# SPDX-License-Identifier: Apache-2.0
"""What mindspore.jit accepts, and what it says of anything else."""
from mindspore import _log

CAPTURE_MODES = ["ast", "bytecode", "trace"]
_JIT_LEVELS = ["O0", "O1"]
_BACKENDS = ["ms_backend", "GE"]
_PAGE = "https://www.mindspore.cn/docs/en/master/api_python/mindspore/mindspore.jit.html"
_DEPRECATED = {"mode": "capture_mode", "input_signature": "dynamic", "jit_config": "jit_level, fullgraph or options",
               "compile_once": "", "hash_args": ""}


def _check_choice(name, value, choices):
    if value not in choices:
        raise ValueError(f"For 'jit', the '{name}' must be str and must be in '{choices}', but got '{value}'.")


def check_arguments(capture_mode, jit_level, dynamic, fullgraph, backend):
    """Raises MindSpore's errors for values that no parameter of jit takes."""
    _check_choice("capture_mode", capture_mode, CAPTURE_MODES)
    _check_choice("jit_level", jit_level, _JIT_LEVELS)
    if not isinstance(dynamic, int) or isinstance(dynamic, bool):
        raise TypeError(f"For 'jit', the 'dynamic' must be 'int',  but got '{type(dynamic).__name__}'.")
    if dynamic not in (0, 1):
        raise ValueError("For 'jit', the 'dynamic' must be in range of [0, 1], but got "
                         f"{dynamic} with type '{type(dynamic).__name__}'.")
    if not isinstance(fullgraph, bool):
        raise TypeError(f"For 'jit', the 'fullgraph' must be a bool, but got {type(fullgraph).__name__}.")
    if backend != "":
        _check_choice("backend", backend, _BACKENDS)


def _check_switch(name, value, kind, choices=None):
    if not isinstance(value, kind):
        raise TypeError(f"For 'jit(options)', the type of '{name}' must be {kind.__name__}, but got {type(value)}.")
    if choices is not None and value not in choices:
        raise ValueError(f"For '{name}', the value of '{name}' must be one of {choices}, but got '{value}'.")


def _check_ge_options(name, value):
    _check_switch(name, value, dict)
    for level, settings in value.items():
        if level not in ("global", "session"):
            raise ValueError(f"For '{name}', the key of '{name}' must be one of ['global', 'session'], but got "
                             f"'{level}'.")
        if not isinstance(settings, dict):
            raise TypeError(f"For '{name}', the type of {level} options must be dict, but got {type(settings)}.")


_OPTIONS = {
    "disable_format_transform": lambda name, value: _check_switch(name, value, bool),
    "exec_order": lambda name, value: _check_switch(name, value, str, ["bfs", "dfs"]),
    "ge_options": _check_ge_options,
    "infer_boost": lambda name, value: _check_switch(name, value, str, ["on", "off"]),
}


def check_options(options):
    """Warns of deprecated and unknown keywords; raises for wrong values of the known ones."""
    for name, value in options.items():
        if name in _DEPRECATED:
            instead = _DEPRECATED[name]
            hint = f" Please use the parameter '{instead}' instead. For more details, please refer to {_PAGE}."
            _log.warning(f"For 'jit', the parameter '{name}' has been deprecated.{hint if instead else ''}")
        elif name in _OPTIONS:
            _OPTIONS[name](name, value)
        else:
            _log.warning(f"For 'jit(options)', the option argument '{name}' is not recognized, please check!For "
                         "detailed usage of 'jit(options)', please refer to the Mindspore official website.")


def check_count(function, signature, args, kwargs):
    """Raises MindSpore's words for a wrong number of arguments, Python's for other mistakes."""
    positional = [p for p in signature.parameters.values() if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
    is_variadic = any(p.kind == p.VAR_POSITIONAL for p in signature.parameters.values())
    defaults = sum(p.default is not p.empty for p in positional)
    needed, given = len(positional) - defaults, len(args)
    missing = [p.name for p in positional[given:needed] if p.name not in kwargs]
    if not missing and (given <= len(positional) or is_variadic):
        return
    # A method's own object does not count for its caller.
    own = 1 if positional and positional[0].name == "self" else 0
    total = f" and {defaults} default argument, total {len(positional) - own}" if defaults else ""
    raise TypeError(f"Function {function.__name__} needs {needed - own} positional argument{total}, but got "
                    f"{given - own}.")
