# SPDX-License-Identifier: Apache-2.0
"""Where a traced program stands: the user's lines from the innermost out to the traced function, and the layers."""
import functools
import linecache
import sys

from mindspore._capture.places import is_package_file, line_columns
from mindspore.common.cellbase import CellBase


@functools.lru_cache(maxsize=None)
def _positions(code):
    return tuple(code.co_positions())


@functools.lru_cache(maxsize=4096)
def _place(code, instruction):
    line, end_line, column, end_column = _positions(code)[instruction]
    file = code.co_filename
    if line is None:
        return file, 0, 0, 0, 0, ""
    text = linecache.getline(file, line).rstrip("\n")
    begin, end = line_columns(file, line, column or 0), line_columns(file, end_line or line, end_column or 0)
    return file, line, end_line or line, begin, end, text


def frames_until(outermost):
    """(places, scope): of the user's frames from the innermost up to the one below a frame of code `outermost`."""
    call = CellBase.call_code
    places, parts = [], []
    frame = sys._getframe(1)
    while frame is not None and frame.f_code is not outermost:
        code = frame.f_code
        if code is call:
            part = frame.f_locals["self"]._scope_part
            if part:
                parts.append(part)
        elif not is_package_file(code.co_filename):
            places.append(_place(code, frame.f_lasti // 2))
        frame = frame.f_back
    return tuple(places), "/".join(["Default", *reversed(parts)])
