# SPDX-License-Identifier: Apache-2.0
"""
The bytes of `.safetensors` files: the length of the header as 8 bytes, the header, the elements of all tensors.

The header is JSON: for each name its dtype, shape and place among the elements, and texts under "__metadata__".
"""
import json
import struct

from mindspore.train.entries import Entry, Malformed, mapped, write_whole

_TYPES = {"Bool": "BOOL", "Int8": "I8", "Int16": "I16", "Int32": "I32", "Int64": "I64", "UInt8": "U8", "UInt16": "U16",
          "UInt32": "U32", "UInt64": "U64", "Float16": "F16", "Float32": "F32", "Float64": "F64", "BFloat16": "BF16"}
_NAMES = {code: name for name, code in _TYPES.items()}
_TEXT = "str"
_MOST_HEADER = 100 * 2**20  # what other readers of such files take, too


def write_entries(path, entries):
    """Writes a file as write_whole does."""
    metadata, header, contents, end = {"format": "ms"}, {}, [], 0
    # Large elements first keep all of them where their size divides the address.
    for entry in sorted(entries, key=lambda entry: -_bits_each(entry)):
        if entry.type == _TEXT:
            metadata[entry.name] = bytes(entry.content).decode("utf-32-le")
            continue
        start, end = end, end + len(entry.content)
        header[entry.name] = {"dtype": _TYPES[entry.type], "shape": list(entry.dims), "data_offsets": [start, end]}
        contents.append(entry.content)
    text = json.dumps({"__metadata__": metadata, **header}, separators=(",", ":"), ensure_ascii=False).encode("utf-8")
    text += b" " * (-len(text) % 8)
    write_whole(path, [struct.pack("<Q", len(text)), text, *contents])


def _bits_each(entry):
    code = _TYPES.get(entry.type, "U8")
    return int("".join(digit for digit in code if digit.isdigit()) or 8)


def read_entries(path):
    """The entries of a file; contents are views of it. Malformed for anything that is not such a file."""
    data = mapped(path)
    if len(data) < 8:
        raise Malformed("it ends within the length of its header")
    length = struct.unpack("<Q", data[:8])[0]
    if length > min(len(data) - 8, _MOST_HEADER):
        raise Malformed(f"its header of {length} bytes does not fit into it")
    try:
        header = json.loads(bytes(data[8:8 + length]).decode("utf-8"))
    except (ValueError, RecursionError):
        raise Malformed("its header is not JSON") from None
    if not isinstance(header, dict):
        raise Malformed("its header is not an object of names")
    elements = data[8 + length:]
    metadata = header.pop("__metadata__", {})
    entries = [_entry(name, record, elements) for name, record in header.items()]
    return entries + [Entry(name, (0,), _TEXT, memoryview(text.encode("utf-32-le"))) for name, text in _texts(metadata)]


def _texts(metadata):
    if not isinstance(metadata, dict) or not all(isinstance(text, str) for text in metadata.values()):
        raise Malformed("its metadata are not texts")
    return [(name, text) for name, text in metadata.items() if name != "format"]


def _is_list_of_counts(value):
    return isinstance(value, list) and all(type(count) is int and 0 <= count < 2**63 for count in value)


def _entry(name, record, elements):
    if not isinstance(record, dict) or record.get("dtype") not in _NAMES:
        raise Malformed(f"'{name}' is of a type that JitScope does not know")
    shape, place = record.get("shape"), record.get("data_offsets")
    if not _is_list_of_counts(shape) or not _is_list_of_counts(place) or len(place) != 2:
        raise Malformed(f"the shape or the place of '{name}' is not a list of numbers")
    if not place[0] <= place[1] <= len(elements):
        raise Malformed(f"the elements of '{name}' are not within the file")
    return Entry(name, tuple(shape), _NAMES[record["dtype"]], elements[place[0]:place[1]])
