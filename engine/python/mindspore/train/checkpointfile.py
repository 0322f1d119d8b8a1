# SPDX-License-Identifier: Apache-2.0
"""
The bytes of `.ckpt` files, as real MindSpore writes and reads them.

A file is one protobuf message: Checkpoint{ repeated Value value = 1 }, Value{ string tag = 1; TensorProto tensor = 2 },
TensorProto{ repeated int64 dims = 1; string tensor_type = 2; bytes tensor_content = 3 }. A long tensor stands in
several Values of one tag, each with a slice of the content and the dims of the whole. Texts have the type "str" and
UTF-32 as content. With crc_check, "crc_num" and the message's CRC-32 as a big-endian number of ten bytes follow.

Written by hand because these three messages are less than a protobuf library, and so that files of gigabytes are
neither assembled in memory nor copied while they are read. Files are untrusted: every length is checked before use.
"""
import binascii

from mindspore.train.entries import Entry, Malformed, mapped, write_whole

_SLICE_BYTES = 512 * 2**20
_MAX_RANK = 32
_CRC_MARK = b"crc_num"
_CRC_BYTES = 10
_VARINT, _FIXED_64, _BYTES, _FIXED_32 = 0, 1, 2, 5


# -- writing ---------------------------------------------------------------------------------------------------------

def write_entries(path, entries, crc_check=False):
    """Writes a file as write_whole does."""
    write_whole(path, _with_checksum(entries) if crc_check else (part for entry in entries for part in _parts(entry)))


def _with_checksum(entries):
    checksum = 0
    for entry in entries:
        for part in _parts(entry):
            checksum = binascii.crc32(part, checksum)
            yield part
    yield _CRC_MARK + checksum.to_bytes(_CRC_BYTES, "big")


def _parts(entry):
    """The bytes of an entry's Values; contents are views of what the caller has."""
    content = memoryview(entry.content).cast("B")
    for start in range(0, max(len(content), 1), _SLICE_BYTES):
        piece = content[start:start + _SLICE_BYTES]
        head = b"".join(_tag(1, _VARINT) + _varint(dim) for dim in entry.dims)
        head += _delimited(2, entry.type.encode()) + _tag(3, _BYTES) + _varint(len(piece))
        name = _delimited(1, entry.name.encode("utf-8"))
        tensor_bytes = len(head) + len(piece)
        front = name + _tag(2, _BYTES) + _varint(tensor_bytes)
        yield _tag(1, _BYTES) + _varint(len(front) + tensor_bytes) + front + head
        yield piece


def _tag(number, wire):
    return _varint(number << 3 | wire)


def _delimited(number, data):
    return _tag(number, _BYTES) + _varint(len(data)) + data


def _varint(number):
    """Seven bits a byte, the lowest first; the highest bit says that more follow."""
    encoded = bytearray()
    while number > 0x7F:
        encoded.append(number & 0x7F | 0x80)
        number >>= 7
    encoded.append(number)
    return bytes(encoded)


# -- reading ---------------------------------------------------------------------------------------------------------

def read_entries(path, crc_check=False):
    """
    The entries of a file in its order, slices joined; contents are views of the file, which stays mapped as long as
    they are used. Malformed for anything that is not such a file, OSError if it cannot be read.
    """
    data = _without_checksum(mapped(path), crc_check)
    slices = {}
    for number, value, place in _fields(data, 0):
        if number == 1:
            name, piece = _value(_as_bytes(value, place), place)
            slices.setdefault(name, []).append(piece)
    return [_joined(name, pieces) for name, pieces in slices.items()]


def _without_checksum(data, crc_check):
    end = bytes(data[-len(_CRC_MARK) - _CRC_BYTES:])
    if not end.startswith(_CRC_MARK):
        return data
    data = data[:-len(end)]
    if crc_check and binascii.crc32(data) != int.from_bytes(end[len(_CRC_MARK):], "big"):
        raise Malformed("its checksum is not that of its content")
    return data


def _read_varint(data, position, offset):
    number = 0
    for count in range(10):
        if position + count >= len(data):
            break
        byte = data[position + count]
        number |= (byte & 0x7F) << (7 * count)
        if byte < 0x80:
            return number & (2**64 - 1), position + count + 1
    raise Malformed(f"it ends within a number, or a number is too long, at byte {offset + position}")


def _fields(data, offset):
    """(number, value, place in the file) of each field of a message; values are numbers or views."""
    position = 0
    while position < len(data):
        place = offset + position
        key, position = _read_varint(data, position, offset)
        wire = key & 7
        if wire == _VARINT:
            value, position = _read_varint(data, position, offset)
            yield key >> 3, value, place
            continue
        if wire == _BYTES:
            length, position = _read_varint(data, position, offset)
        elif wire in (_FIXED_64, _FIXED_32):
            length = 8 if wire == _FIXED_64 else 4
        else:
            raise Malformed(f"there is a field of an unknown kind at byte {place}")
        if length > len(data) - position:
            raise Malformed(f"it ends before a field of {length} bytes does, at byte {place}")
        yield key >> 3, data[position:position + length], offset + position
        position += length


def _as_bytes(value, place):
    if isinstance(value, int):
        raise Malformed(f"there is a number where bytes are expected, at byte {place}")
    return value


def _as_text(value, place):
    try:
        return bytes(_as_bytes(value, place)).decode("utf-8")
    except UnicodeDecodeError:
        raise Malformed(f"a name is not UTF-8, at byte {place}") from None


def _value(data, offset):
    """(name, (dims, type, content)) of one Value."""
    name, tensor = "", None
    for number, value, place in _fields(data, offset):
        if number == 1:
            name = _as_text(value, place)
        elif number == 2:
            tensor = _tensor(_as_bytes(value, place), place)
        elif number == 3:
            raise Malformed(f"'{name}' is a map parameter, which JitScope cannot read")
    if not name or tensor is None:
        raise Malformed(f"there is a value without a name or without content, at byte {offset}")
    return name, tensor


def _tensor(data, offset):
    dims, type_name, content = [], "", memoryview(b"")
    for number, value, place in _fields(data, offset):
        if number == 1:
            dims.extend(_dims(value, place))
        elif number == 2:
            type_name = _as_text(value, place)
        elif number == 3:
            content = _as_bytes(value, place)
        if len(dims) > _MAX_RANK:
            raise Malformed(f"a tensor has more than {_MAX_RANK} axes, at byte {place}")
    return tuple(dims), type_name, content


def _dims(value, place):
    """One length of an axis, or several packed ones."""
    if isinstance(value, int):
        numbers = [value]
    else:
        numbers, position = [], 0
        while position < len(value) and len(numbers) <= _MAX_RANK:
            number, position = _read_varint(value, position, place)
            numbers.append(number)
    if any(number >= 2**63 for number in numbers):
        raise Malformed(f"an axis has a negative length, at byte {place}")
    return numbers


def _joined(name, pieces):
    dims, type_name, content = pieces[0]
    if any(piece[:2] != (dims, type_name) for piece in pieces):
        raise Malformed(f"the slices of '{name}' are of different shapes or types")
    if len(pieces) > 1:
        content = memoryview(b"".join(piece[2] for piece in pieces))
    return Entry(name, dims, type_name, content)
