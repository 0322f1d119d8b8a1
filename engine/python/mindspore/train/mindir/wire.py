# SPDX-License-Identifier: Apache-2.0
"""The bytes of protobuf messages: fields of a number and a kind, read without a schema."""
import struct

from mindspore.train.summary.eventfile import double, part, single, whole

__all__ = ["double", "fields", "part", "single", "texts", "whole", "wholes"]


def _varint(data, place):
    value = shift = 0
    while True:
        byte = data[place]
        place += 1
        value |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            return value, place
        if shift > 63:
            raise ValueError("a number of more than ten bytes")


def fields(data):
    """
    Field number -> its values in order: ints, or bytes of texts, messages and floating point numbers.

    Raises ValueError where the bytes are no message.
    """
    found, place, end = {}, 0, len(data)
    try:
        while place < end:
            key, place = _varint(data, place)
            kind = key & 7
            if kind == 0:
                value, place = _varint(data, place)
            elif kind in (1, 5):
                size = 8 if kind == 1 else 4
                value, place = bytes(data[place:place + size]), place + size
            elif kind == 2:
                size, place = _varint(data, place)
                value, place = data[place:place + size], place + size
            else:
                raise ValueError(f"a field of the kind {kind}")
            if place > end:
                raise ValueError("a field that ends behind the message")
            found.setdefault(key >> 3, []).append(value)
    except IndexError:
        raise ValueError("a message that ends too early") from None
    return found


def texts(values):
    """The texts of a field."""
    return [bytes(value).decode("utf-8") for value in values]


def wholes(values):
    """The whole numbers of a field, with sign, written one by one or packed."""
    found = []
    for value in values:
        if isinstance(value, int):
            found.append(value)
            continue
        place = 0
        while place < len(value):
            number, place = _varint(value, place)
            found.append(number)
    return [number - (1 << 64) if number >= 1 << 63 else number for number in found]


def floats(values, form="f"):
    """The floating point numbers of a field, written one by one or packed; form "d" for those of 8 bytes."""
    return [number for value in values for number in struct.unpack(f"<{len(value) // struct.calcsize(form)}{form}", value)]
