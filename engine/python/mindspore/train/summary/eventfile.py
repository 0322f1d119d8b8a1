# SPDX-License-Identifier: Apache-2.0
"""
The bytes of event files: records of a length, its checksum, a protobuf message and its checksum, as in TFRecord files.

A message is an event of MindSpore's summary format: when it was, and either the format's version or a step with values.
"""
import os
import socket
import struct
import time
import zlib

VERSION = "MindSpore.Event:1"
_MASK = 0xA282EAD8
_POLYNOMIAL = 0x82F63B78
_CODES = {"bool": 1, "int8": 2, "int16": 3, "int32": 4, "int64": 5, "uint8": 6, "uint16": 7, "uint32": 8, "uint64": 9,
          "float16": 10, "float32": 11, "float64": 12}


# --- checksums --------------------------------------------------------------------------------------------------------

def _table():
    """The CRC-32C of each byte."""
    for byte in range(256):
        for _ in range(8):
            byte = byte >> 1 ^ (_POLYNOMIAL if byte & 1 else 0)
        yield byte


_BYTES = tuple(_table())


def masked_checksum(data):
    """The CRC-32C of bytes, turned and moved as the format wants it."""
    checksum = 0xFFFFFFFF
    for byte in data:
        checksum = checksum >> 8 ^ _BYTES[(checksum ^ byte) & 0xFF]
    checksum ^= 0xFFFFFFFF
    return ((checksum >> 15 | checksum << 17) + _MASK) & 0xFFFFFFFF


def framed(message):
    """A message as a record."""
    length = struct.pack("<Q", len(message))
    return b"".join((length, struct.pack("<I", masked_checksum(length)), message,
                     struct.pack("<I", masked_checksum(message))))


# --- messages ---------------------------------------------------------------------------------------------------------

def _varint(value):
    value &= 0xFFFFFFFFFFFFFFFF
    found = bytearray()
    while value > 0x7F:
        found.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes(found + bytes([value]))


def whole(field, value):
    return _varint(field << 3) + _varint(int(value))


def double(field, value):
    return _varint(field << 3 | 1) + struct.pack("<d", value)


def single(field, value):
    return _varint(field << 3 | 5) + struct.pack("<f", value)


def part(field, content):
    """A text, bytes, or a message in a message."""
    content = content.encode("utf-8") if isinstance(content, str) else content
    return _varint(field << 3 | 2) + _varint(len(content)) + content


def scalar_value(value):
    """A number in field 3."""
    return single(3, value)


def tensor_message(array):
    """An array: its sizes, dtype and elements."""
    sizes = b"".join(whole(1, size) for size in array.shape)
    return sizes + whole(2, _CODES[array.dtype.name]) + part(3, array.tobytes())


def tensor_value(array):
    """An array in field 8."""
    return part(8, tensor_message(array))


def image_value(height, width, png):
    """A picture of three colours in field 4."""
    return part(4, whole(1, height) + whole(2, width) + whole(3, 3) + part(4, png))


def histogram_value(histogram):
    """A histogram in field 9: its buckets (left, width, count), counts of what is no number, and four facts."""
    buckets = b"".join(part(1, double(1, left) + double(2, width) + whole(3, count))
                       for left, width, count in histogram["buckets"])
    invalid = b"".join(whole(field, count) for field, count in zip((2, 3, 4), histogram["invalid"]))
    facts = double(5, histogram["max"]) + double(6, histogram["min"]) + double(7, histogram["sum"])
    return part(9, buckets + invalid + facts + whole(8, histogram["count"]))


def png_of(pixels):
    """A (height, width, 3) array of bytes as a PNG file."""
    def chunk(kind, content):
        return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))
    rows = b"".join(b"\0" + row.tobytes() for row in pixels)
    head = struct.pack(">IIBBBBB", pixels.shape[1], pixels.shape[0], 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


# --- files ------------------------------------------------------------------------------------------------------------

class EventFile:
    """Event files in a folder; the first is made when there is something to write, the next when one would become larger
    than `most` bytes."""

    def __init__(self, folder, prefix, suffix, most):
        self._folder, self._prefix, self._suffix, self._most = folder, prefix, suffix, most
        self._begin, self._count, self._file = int(time.time()), 0, None

    @property
    def path(self):
        """Of the file that is written, or will be."""
        name = f"events.out.{self._prefix}.summary.{self._begin}.{max(self._count - 1, 0)}.{socket.gethostname()}"
        return os.path.join(self._folder, name + self._suffix)

    def write(self, step, values):
        """An event of (tag, field of its value) pairs."""
        content = b"".join(part(1, part(1, tag) + value) for tag, value in values)
        record = framed(double(1, time.time()) + whole(2, step) + part(5, content))
        if self._file is None or self._most and self._file.tell() + len(record) > self._most:
            self._open()
        self._file.write(record)

    def _open(self):
        self.close()
        self._count += 1
        self._file = open(self.path, "ab")
        self._file.write(framed(double(1, time.time()) + part(3, VERSION)))

    def flush(self):
        if self._file is not None:
            self._file.flush()

    def close(self):
        if self._file is not None:
            self._file.close()
        self._file = None
