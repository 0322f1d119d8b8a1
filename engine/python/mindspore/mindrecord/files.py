# SPDX-License-Identifier: Apache-2.0
"""
MindRecord files: a header, which is JSON, and pages of equal size. A page holds either the arrays of rows ("blob") or their
small values ("raw"), each row behind its length; a row group is what one blob page holds, in the same order in a raw page.
Beside each file, an SQLite file `.db` says where each row is. It is written for others; here the pages tell as much.
"""
import json
import os
import struct

import numpy as np

from mindspore.mindrecord.fields import ARRAYS, PRIMITIVES, Damaged, unpacked_blob, unpacked_map

HEADER_SIZE, PAGE_SIZE = 1 << 24, 1 << 25
HEADER_SIZES, PAGE_SIZES = (1 << 14, 1 << 27), (1 << 15, 1 << 28)
VERSION = "3.0"
_MOST_ROWS = 10**8  # of a file
_PAGE_NUMBERS = ("page_id", "page_type_id", "page_size", "start_row_id", "end_row_id")


def blob_fields(schema):
    """The names of the fields that are arrays or bytes, in the order in which they are kept."""
    return sorted(name for name, field in schema.items() if field["type"] == "bytes" or "shape" in field)


def damaged(path, why):
    return RuntimeError(f"Invalid file, {path} is damaged, or is no MindRecord file: {why}.")


def is_schema(schema):
    """Whether it says of each field its type and, of arrays, their shape."""
    def fits(field):
        shape = field.get("shape")
        if shape is None:
            return field.get("type") in (*PRIMITIVES, "bytes")
        return field.get("type") in ARRAYS and isinstance(shape, list) and all(
            type(length) is int and -1 <= length < 2**31 for length in shape)
    return isinstance(schema, dict) and bool(schema) and all(
        isinstance(name, str) and isinstance(field, dict) and fits(field) for name, field in schema.items())


def _is_count(value, most=2**62):
    return type(value) is int and 0 <= value <= most


class RecordFile:
    """
    One file that is read: its schema, and where its rows are.

    Args:
        path (str): the file.

    Raises:
        RuntimeError: for a file that is damaged, or is none of these; it names the file.
    """

    def __init__(self, path):
        self.path = path
        if not os.path.isfile(path):
            raise RuntimeError(f"The input: {path} is not exists.")
        self._size = os.path.getsize(path)
        self._file = open(path, "rb")
        self.header = self._read_header()
        self.schema = self.header["schema"][0]["schema"]
        self.description = self.header["schema"][0].get("desc", "")
        self.blobs = self.header["schema"][0]["blob_fields"]
        self._places = self._found_places()

    def close(self):
        self._file.close()

    def __len__(self):
        return len(self._places)

    def _bytes(self, start, count):
        data = os.pread(self._file.fileno(), count, start)
        if len(data) < count:
            raise damaged(self.path, "it ends too early")
        return data

    def _read_header(self):
        if self._size < 8:
            raise damaged(self.path, "it is shorter than 8 bytes")
        length = struct.unpack("<Q", self._bytes(0, 8))[0]
        if length > min(self._size - 8, HEADER_SIZES[1]):
            raise damaged(self.path, "its header is longer than the file")
        try:
            header = json.loads(self._bytes(8, length).decode("utf-8"))
        except (ValueError, RecursionError):
            raise damaged(self.path, "its header is no JSON") from None
        if not self._is_header(header):
            raise damaged(self.path, "its header lacks a schema, pages or their sizes")
        return header

    @staticmethod
    def _is_header(header):
        if not isinstance(header, dict) or not isinstance(header.get("schema"), list) or not header["schema"]:
            return False
        entry = header["schema"][0]
        if not isinstance(entry, dict) or not is_schema(entry.get("schema")):
            return False
        if entry.get("blob_fields") != blob_fields(entry["schema"]):
            return False
        pages = header.get("page")
        return (_is_count(header.get("header_size"), HEADER_SIZES[1]) and _is_count(header.get("page_size"), PAGE_SIZES[1])
                and (pages is None or isinstance(pages, list) and all(isinstance(page, dict) for page in pages)))

    def _found_places(self):
        """int64 <rows, 4>: where the small values of each row and its arrays begin, and how long they are."""
        header = self.header
        raw, blob = {}, []
        for page in header["page"] or ():
            if not all(_is_count(page.get(name)) for name in _PAGE_NUMBERS):
                raise damaged(self.path, "a page lacks its size or its rows")
            start = header["header_size"] + page["page_id"] * header["page_size"]
            if page["page_size"] > header["page_size"] or start + page["page_size"] > self._size:
                raise damaged(self.path, "a page is outside of the file")
            groups = page.get("row_group_ids")
            if not isinstance(groups, list) or not all(isinstance(group, dict) and _is_count(group.get("id"))
                                                       and _is_count(group.get("offset")) for group in groups):
                raise damaged(self.path, "a page lacks its groups of rows")
            if page.get("page_type") == "BLOB_DATA":
                blob.append((page.get("page_type_id"), start, page))
            else:
                raw.update((group["id"], (start + group["offset"], start + page["page_size"])) for group in groups)
        places = [np.zeros((0, 4), np.int64)]
        for group, start, page in blob:
            if group not in raw:
                raise damaged(self.path, "a group of rows has no small values")
            count = page["end_row_id"] - page["start_row_id"]
            if sum(map(len, places)) + count > _MOST_ROWS:
                raise damaged(self.path, f"it says that it has more than {_MOST_ROWS} rows")
            places.append(np.concatenate([self._lengths(*raw[group], count),
                                          self._lengths(start, start + page["page_size"], count)], axis=1))
        return np.concatenate(places)

    def _lengths(self, start, stop, count):
        """int64 <count, 2>: (where the bytes of each of so many rows begin, how many they are)."""
        if not 0 <= count <= min((stop - start) // 8, _MOST_ROWS):
            raise damaged(self.path, "a page is too short for its rows")
        found, place = np.empty((count, 2), np.int64), start
        for i in range(count):
            length = struct.unpack("<Q", self._bytes(place, 8))[0]
            place += 8
            if length > stop - place:
                raise damaged(self.path, f"row {i} of a page is longer than the page")
            found[i] = place, length
            place += length
        return found

    def row(self, index, wanted):
        """{name: number, text, bytes or array} of those fields of a row that are wanted."""
        raw_start, raw_length, blob_start, blob_length = self._places[index].tolist()
        try:
            values = unpacked_map(self._bytes(raw_start, raw_length))
            found = {name: values[name] for name in wanted if name in values and name not in self.blobs}
            if not wanted.isdisjoint(self.blobs):
                found.update(unpacked_blob(self._bytes(blob_start, blob_length), self.schema, self.blobs, wanted))
        except Damaged:
            found = {}
        for name in wanted:
            kind = self.schema[name]["type"]
            if name not in found or kind in PRIMITIVES and "shape" not in self.schema[name] and not _fits(found[name], kind):
                raise damaged(self.path, f"row {index} has no value for the field {name}")
        return found


def _fits(value, kind):
    numbers = (int, float) if kind.startswith("float") else (int,)
    return isinstance(value, str) if kind == "string" else isinstance(value, numbers) and not isinstance(value, bool)


def paths_of(names):
    """The files of a text, which stands for all of its family, or of a list; RuntimeError where there is none."""
    if not isinstance(names, str):
        return list(names)
    first = RecordFile(names)
    first.close()
    family = first.header.get("shard_addresses")
    if not isinstance(family, list) or not all(isinstance(name, str) for name in family):
        raise damaged(names, "it does not say which files belong together")
    folder = os.path.dirname(names)  # files may have been moved together, but never lie outside of that folder
    return [os.path.join(folder, os.path.basename(name)) for name in family]


class RecordFiles:
    """The rows of several files of one schema, behind each other."""

    def __init__(self, names):
        self.files = [RecordFile(path) for path in paths_of(names)]
        self.schema = self.files[0].schema
        for file in self.files[1:]:
            if file.schema != self.schema:
                raise RuntimeError(f"Invalid data, the schema of {file.path} is not that of {self.files[0].path}.")
        self._ends = np.cumsum([len(file) for file in self.files])

    def __len__(self):
        return int(self._ends[-1])

    def counts(self):
        return [len(file) for file in self.files]

    def chosen(self, columns):
        """The set of fields that a list of names, or None, stands for; RuntimeError for an unknown one."""
        for name in columns or ():
            if name not in self.schema:
                raise RuntimeError("Exception thrown from dataset pipeline. Invalid data, column name: "
                                   f"{name} can not found in schema. Please check the 'column_list'.")
        return set(self.schema if columns is None else columns)

    def row(self, index, wanted):
        place = int(np.searchsorted(self._ends, index, "right"))
        return self.files[place].row(index - (int(self._ends[place - 1]) if place else 0), wanted)

    def close(self):
        for file in self.files:
            file.close()
