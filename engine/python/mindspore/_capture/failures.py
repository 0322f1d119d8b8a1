# SPDX-License-Identifier: Apache-2.0
"""analyze_fail.ir: the graphs as far as a capture came when the inference of an operator failed."""
import os

from _jitscope import Symbol

from mindspore._capture.places import PACKAGE, is_package_file

_CAPTURE = os.path.join(PACKAGE, "_capture", "")
_PAGE = "https://www.mindspore.cn/search?inputValue=analyze_fail.ir"


def write_failure(capture, failure):
    """Writes the file and names it in the exception's text; nothing if it was no inference that failed."""
    message = str(failure.args[0]) if len(failure.args) == 1 else str(failure)
    if getattr(failure, "jitscope_written", False):
        return
    text = capture.failure_text(message) or _refusal_text(capture, failure, message)
    if not text:
        return
    path = os.path.abspath(os.path.join(os.environ.get("MS_OM_PATH", "."), "rank_0", "om", "analyze_fail.ir"))
    try:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        if os.path.exists(path):
            os.remove(path)  # it can only be read
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        os.chmod(path, 0o400)
    except OSError:
        return  # a folder that cannot be written to; the message alone says what failed
    failure.jitscope_written = True
    failure.args = (f"{message} (See file '{path}' for more details. Get instructions about `analyze_fail.ir` at "
                    f"{_PAGE})",)


def _refusal_text(capture, failure, message):
    """The same where a function of the package looked at its arguments and raised, before an operator could."""
    frame = _package_frame(failure.__traceback__)
    if frame is None or not isinstance(failure, (TypeError, ValueError)):
        return ""
    code = frame.f_code
    values = tuple(frame.f_locals[name] for name in code.co_varnames[:code.co_argcount] if name in frame.f_locals)
    if not any(isinstance(value, Symbol) for value in values):
        return ""
    capture.note_failure(code.co_name, values, message.partition("\n\n")[0])
    return capture.failure_text(message)


def _package_frame(trace):
    """The frame of the function of the package that the user's code called, if it failed in one."""
    while trace is not None:
        file = trace.tb_frame.f_code.co_filename
        if is_package_file(file) and not file.startswith(_CAPTURE):
            return trace.tb_frame
        trace = trace.tb_next
    return None
