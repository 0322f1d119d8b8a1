# SPDX-License-Identifier: Apache-2.0
"""Places in the user's source: lines for spans, the text of the call stack in messages."""
import linecache
import os
import sys

PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__))) + os.sep


def is_package_file(filename):
    return filename.startswith(PACKAGE)


def walked(function):
    """Marks one of the package's functions that branches or loops on values of the graph: a capture walks it."""
    function.__jitscope_walked__ = True
    return function


def is_package_function(function):
    """Whether it simply runs in a capture; a few of the package's are walked, since they loop on values of the graph."""
    return is_package_file(function.__code__.co_filename) and not hasattr(function, "__jitscope_walked__")


def caller():
    """(file, line) of the innermost frame outside of this package; ("", 0) for none."""
    frame = sys._getframe(1)
    while frame is not None and is_package_file(frame.f_code.co_filename):
        frame = frame.f_back
    return (frame.f_code.co_filename, frame.f_lineno) if frame is not None else ("", 0)


def place_of(filename, node):
    """The span of an ast node: (file, line, end_line, column, end_column, text of its first line)."""
    text = linecache.getline(filename, node.lineno).rstrip("\n")
    return (filename, node.lineno, node.end_lineno, _characters(text, node.col_offset),
            _characters(linecache.getline(filename, node.end_lineno), node.end_col_offset), text)


def place_of_line(file, line):
    """The span of a whole line."""
    text = linecache.getline(file, line).rstrip("\n") if file else ""
    return file, line, line, len(text) - len(text.lstrip()), len(text), text


def line_columns(file, line, offset):
    """The column in characters of an offset that Python gives in bytes."""
    return _characters(linecache.getline(file, line), offset)


def _characters(text, offset):
    """ast counts columns in bytes of UTF-8; people and editors count characters."""
    if text.isascii():
        return offset
    return len(text.encode("utf-8")[:offset].decode("utf-8", "ignore"))


def place_text(place):
    """A place with its line of source and a mark below it."""
    file, line, end_line, column, end_column, text = place
    lines = f"{line}" if line == end_line else f"{line}~{end_line}"
    last = end_column if line == end_line else len(text)
    marker = " " * column + "^" + "~" * max(last - column - 1, 0)
    return f"In file {file}:{lines}, {column}~{end_column}\n{text}\n{marker}"


def traceback_text(places):
    """The call stack of a failed capture, outermost first, as MindSpore prints it."""
    rule = "-" * 52
    frames = "\n".join(f"# {index} {place_text(place)}" for index, place in enumerate(places))
    return f"\n\n{rule}\n- The Traceback of Net Construct Code:\n{rule}\n{frames}\n"
