# SPDX-License-Identifier: Apache-2.0
"""
Values as MindRecord files hold them: the small ones of a row as MessagePack, arrays and bytes behind each other, whole
numbers in as many bytes as each needs. Bytes that are read may come from anybody: every length is checked against what is
there, and no value is anything but a number, a text or an array of numbers.
"""
import struct

import numpy as np

PRIMITIVES = {"int32": int, "int64": int, "float32": float, "float64": float, "string": str}
ARRAYS = ("int32", "int64", "float32", "float64")
_PIECE = 1 << 16     # whole numbers that are read at once
_WIDTHS = (1, 2, 4, 8)  # bytes of a whole number, by the two bits that stand for them


class Damaged(Exception):
    """Bytes that are no values, or stop in the middle of one."""


# --- small values: a map of names to numbers and texts ----------------------------------------------------------------

def packed_map(values):
    """The MessagePack of {name: None, bool, int, float or str}, in the order of the names; bytes."""
    parts = [_head(len(values), 0x80, 15, ((0xDE, ">BH"), (0xDF, ">BI")))]
    for name in sorted(values):
        parts += [_packed_text(name), _packed(values[name])]
    return b"".join(parts)


def _head(count, small, most, larger):
    """What stands before `count` bytes or entries: one byte, or a kind and a number of 1, 2 or 4 bytes."""
    if count <= most:
        return bytes([small | count])
    for kind, layout in larger:
        if count < 256 ** (struct.calcsize(layout) - 1):
            return struct.pack(layout, kind, count)
    raise ValueError("A value of a MindRecord file is longer than 4 GB.")


def _packed_text(text):
    data = text.encode("utf-8")
    return _head(len(data), 0xA0, 31, ((0xD9, ">BB"), (0xDA, ">BH"), (0xDB, ">BI"))) + data


def _packed(value):
    if value is None:
        return b"\xc0"
    if isinstance(value, bool):
        return b"\xc3" if value else b"\xc2"
    if isinstance(value, str):
        return _packed_text(value)
    if isinstance(value, float):
        is_short = value != value or abs(value) <= np.finfo(np.float32).max and float(np.float32(value)) == value
        return struct.pack(">Bf", 0xCA, value) if is_short else struct.pack(">Bd", 0xCB, value)
    return _packed_integer(int(value))


def _packed_integer(value):
    if -32 <= value < 128:
        return struct.pack(">b" if value < 0 else ">B", value)
    kinds = ((0xCC, "B"), (0xCD, "H"), (0xCE, "I"), (0xCF, "Q")) if value >= 0 else \
        ((0xD0, "b"), (0xD1, "h"), (0xD2, "i"), (0xD3, "q"))
    for (kind, letter), width in zip(kinds, _WIDTHS):
        if value < 256**width if value >= 0 else value >= -(256**width) // 2:
            return struct.pack(">B" + letter, kind, value)
    raise ValueError(f"{value} does not fit into 64 bits.")


_FIXED = {0xCA: ">f", 0xCB: ">d", 0xCC: ">B", 0xCD: ">H", 0xCE: ">I", 0xCF: ">Q", 0xD0: ">b", 0xD1: ">h", 0xD2: ">i",
          0xD3: ">q"}
_TEXTS = {0xD9: ">B", 0xDA: ">H", 0xDB: ">I"}
_CONSTANTS = {0xC0: None, 0xC2: False, 0xC3: True}


class _Reader:
    def __init__(self, data):
        self._data, self._place = data, 0

    def take(self, count):
        part = self._data[self._place:self._place + count]
        if len(part) < count:
            raise Damaged
        self._place += count
        return part

    def number(self, layout):
        return struct.unpack(layout, self.take(struct.calcsize(layout)))[0]

    def text(self, kind):
        if 0xA0 <= kind <= 0xBF:
            length = kind & 31
        elif kind in _TEXTS:
            length = self.number(_TEXTS[kind])
        else:
            raise Damaged
        try:
            return self.take(length).decode("utf-8")
        except UnicodeDecodeError:
            raise Damaged from None

    def value(self):
        kind = self.number(">B")
        if kind < 0x80:
            return kind
        if kind >= 0xE0:
            return kind - 256
        if kind in _CONSTANTS:
            return _CONSTANTS[kind]
        return self.number(_FIXED[kind]) if kind in _FIXED else self.text(kind)

    def map(self):
        kind = self.number(">B")
        if kind in _CONSTANTS and _CONSTANTS[kind] is None:
            return {}
        if 0x80 <= kind <= 0x8F:
            count = kind & 15
        elif kind in (0xDE, 0xDF):
            count = self.number(">H" if kind == 0xDE else ">I")
        else:
            raise Damaged
        found = {}
        for _ in range(count):  # an entry takes two bytes at least, so a wrong count ends with the data
            name = self.text(self.number(">B"))
            found[name] = self.value()
        return found


def unpacked_map(data):
    """The {name: value} of a MessagePack; Damaged for what is none, or holds more than numbers and texts."""
    return _Reader(data).map()


# --- arrays and bytes -------------------------------------------------------------------------------------------------

def packed_integers(array):
    """
    Whole numbers, each in 1, 2, 4 or 8 bytes: their count in 4 bytes from the highest, two bits for the width of each,
    four to a byte from the highest, and the numbers from their lowest bytes. Bytes.
    """
    flat = np.ascontiguousarray(array).reshape(-1).astype("<i8")
    codes = np.zeros(flat.size, np.uint8)
    for code, width in enumerate(_WIDTHS[:3]):
        limit = 1 << (8 * width - 1)
        codes[(flat < -limit) | (flat >= limit)] = code + 1
    grouped = np.zeros(-(-flat.size // 4) * 4, np.uint8)
    grouped[:flat.size] = codes
    heads = (grouped.reshape(-1, 4) << np.array([6, 4, 2, 0], np.uint8)).sum(axis=1, dtype=np.uint8)
    used = np.arange(8) < np.array(_WIDTHS)[codes][:, None]
    return struct.pack(">I", flat.size) + heads.tobytes() + flat.view(np.uint8).reshape(-1, 8)[used].tobytes()


def unpacked_integers(data, dtype):
    """The numbers, as a new array of one dimension; Damaged where lengths do not fit."""
    if not len(data):
        return np.empty(0, dtype)  # as MindSpore writes an array without elements
    if len(data) < 4:
        raise Damaged
    count = struct.unpack(">I", data[:4])[0]
    heads = -(-count // 4)
    if count > len(data) - 4 - heads:
        raise Damaged
    bits = np.frombuffer(data, np.uint8, heads, 4)
    rest = np.frombuffer(data, np.uint8, offset=4 + heads)
    found, place = np.empty(count, dtype), 0
    for first in range(0, count, _PIECE):  # by pieces, as places of numbers take more memory than the numbers
        part = bits[first // 4:(first + _PIECE) // 4]
        codes = ((part[:, None] >> np.array([6, 4, 2, 0], np.uint8)) & 3).reshape(-1)[:count - first]
        widths = np.array(_WIDTHS)[codes]
        starts = place + np.cumsum(widths) - widths
        place += int(widths.sum())
        if place > rest.size:
            raise Damaged
        for code, width in enumerate(_WIDTHS):
            chosen = codes == code
            if chosen.any():
                parts = np.ascontiguousarray(rest[starts[chosen][:, None] + np.arange(width)])
                found[first:first + _PIECE][chosen] = parts.view(f"<i{width}").reshape(-1)
    if place != rest.size:
        raise Damaged
    return found


def packed_value(value, kind):
    """The bytes of an array or of bytes."""
    if kind == "bytes":
        return bytes(value)
    if kind.startswith("int"):
        return packed_integers(value)
    return np.ascontiguousarray(value, f"<f{kind[5:].replace('32', '4').replace('64', '8')}").tobytes()


def unpacked_value(data, description):
    """Bytes, or the array of a field with that description; Damaged where it does not fit."""
    kind = description["type"]
    if kind == "bytes":
        return bytes(data)
    if kind.startswith("int"):
        array = unpacked_integers(data, kind)
    else:
        if len(data) % np.dtype(kind).itemsize:
            raise Damaged
        array = np.frombuffer(data, np.dtype(kind).newbyteorder("<")).astype(kind)
    try:
        return array.reshape(description["shape"])
    except ValueError:
        raise Damaged from None


def packed_blob(row, schema, names):
    """The fields of a row that are arrays or bytes, each behind its length unless it is the only one."""
    parts = [packed_value(row[name], schema[name]["type"]) for name in names]
    if len(parts) == 1:
        return parts[0]
    return b"".join(struct.pack(">Q", len(part)) + part for part in parts) or bytes(4)


def unpacked_blob(data, schema, names, wanted):
    """{name: bytes or array} of those fields that are wanted."""
    if len(names) == 1:
        return {names[0]: unpacked_value(data, schema[names[0]])} if names[0] in wanted else {}
    reader, found = _Reader(memoryview(data)), {}
    for name in names:
        part = reader.take(reader.number(">Q"))
        if name in wanted:
            found[name] = unpacked_value(part, schema[name])
    return found
