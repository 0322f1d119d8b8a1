# SPDX-License-Identifier: Apache-2.0
"""Files of MATLAB 5: the arrays of numbers, cells, structures and sparse matrices in them."""
import struct
import zlib

import numpy as np

from mindspore.dataset.errors import pipeline_error

_NUMBERS = {1: "i1", 2: "u1", 3: "i2", 4: "u2", 5: "i4", 6: "u4", 7: "f4", 9: "f8", 12: "i8", 13: "u8", 16: "u1"}
_CLASSES = {6: "f8", 7: "f4", 8: "i1", 9: "u1", 10: "i2", 11: "u2", 12: "i4", 13: "u4", 14: "i8", 15: "u8"}
_MATRIX, _COMPRESSED = 14, 15
_CELL, _STRUCTURE, _TEXT, _SPARSE = 1, 2, 4, 5


def read_matlab(path):
    """
    {name: value} of a file. Arrays of numbers are arrays of their shape, sparse ones too; texts are texts; cells are
    arrays of objects, structures arrays of dicts. RuntimeError, with the path, for any other file.
    """
    try:
        with open(path, "rb") as file:
            data = file.read()
        order = {b"IM": "<", b"MI": ">"}[data[126:128]]
        return dict(_matrix(kind, body, order) for kind, body in _elements(data[128:], order) if kind == _MATRIX)
    except OSError as failure:
        raise pipeline_error(f"Invalid file, failed to open {path}: {failure.strerror}.") from None
    except (KeyError, ValueError, IndexError, struct.error, zlib.error):
        raise pipeline_error(f"Invalid file, {path} is no file of MATLAB 5, or is damaged.") from None


def _elements(data, order):
    """(kind, bytes) of the elements in some bytes; short ones have kind and length in four bytes."""
    place = 0
    while place + 8 <= len(data):
        kind, length = struct.unpack_from(order + "II", data, place)
        if kind >> 16:
            kind, length = kind & 0xFFFF, kind >> 16
            body, place = data[place + 4:place + 4 + length], place + 8
        else:
            body = data[place + 8:place + 8 + length]
            place += 8 + length + (-length % 8 if kind != _COMPRESSED else 0)
        if len(body) < length:
            raise ValueError
        if kind == _COMPRESSED:
            yield from _elements(zlib.decompress(body), order)
        else:
            yield kind, body


def _values(element, order):
    kind, body = element
    return np.frombuffer(body, np.dtype(order + _NUMBERS[kind]))


def _matrix(kind, body, order):
    """(name, value)"""
    if kind != _MATRIX:
        raise ValueError
    if not body:
        return "", np.zeros((0, 0))
    flags, shape, name, *parts = _elements(body, order)
    kind = int(_values(flags, order)[0]) & 0xFF
    shape = tuple(int(length) for length in _values(shape, order))
    return name[1].decode("ascii"), _readers.get(kind, _numbers)(parts, shape, order, kind)


def _numbers(parts, shape, order, kind):
    return _values(parts[0], order).astype(_CLASSES[kind]).reshape(shape, order="F")


def _text(parts, shape, order, kind):
    return "".join(map(chr, _values(parts[0], order)))


def _objects(items, shape):
    result = np.empty(len(items), object)
    result[:] = items
    return result.reshape(shape, order="F")


def _cell(parts, shape, order, kind):
    items = np.empty(len(parts), object)
    for place, part in enumerate(parts):
        items[place] = _matrix(*part, order)[1]
    return items.reshape(shape, order="F")


def _structure(parts, shape, order, kind):
    width = int(_values(parts[0], order)[0])
    text = parts[1][1]
    names = [text[i:i + width].split(b"\0")[0].decode("ascii") for i in range(0, len(text), width)]
    values = [_matrix(*part, order)[1] for part in parts[2:]]
    return _objects([dict(zip(names, values[i:i + len(names)])) for i in range(0, len(values), len(names))], shape)


def _sparse(parts, shape, order, kind):
    rows, ends, values = (_values(part, order) for part in parts[:3])
    columns = np.repeat(np.arange(shape[1]), np.diff(ends))
    result = np.zeros(shape, values.dtype.newbyteorder("="))
    result[rows[:len(columns)], columns] = values[:len(columns)]
    return result


_readers = {_CELL: _cell, _STRUCTURE: _structure, _TEXT: _text, _SPARSE: _sparse}
