# SPDX-License-Identifier: Apache-2.0
"""FileWriter: writes MindRecord files, and the files beside them that say where rows are."""
import json
import os
import re
import sqlite3
import struct

import numpy as np

from mindspore import log
from mindspore.mindrecord import exceptions
from mindspore.mindrecord.fields import ARRAYS, PRIMITIVES, packed_blob, packed_map
from mindspore.mindrecord.files import (HEADER_SIZE, HEADER_SIZES, PAGE_SIZE, PAGE_SIZES, VERSION, RecordFile,
                                        blob_fields, paths_of)

__all__ = ["FileWriter"]

_MOST_SHARDS = 1000
_MOST_INDEXES = 10
_SQL_TYPES = {"int32": "INTEGER", "int64": "INTEGER", "float32": "REAL", "float64": "REAL", "string": "TEXT"}


def _pipeline_error(text):
    return RuntimeError(f"Exception thrown from dataset pipeline. {text}")


# --- what is given ----------------------------------------------------------------------------------------------------

def _checked_schema(content):
    """The schema itself, or MRMInvalidSchemaError in MindSpore's words."""
    def wrong(text):
        return exceptions.MRMInvalidSchemaError(text)
    if not isinstance(content, dict) or not content:
        raise wrong("Schema content should be dict." if content else "Schema content is empty.")
    for name, field in content.items():
        if not isinstance(name, str) or not re.fullmatch("[0-9a-zA-Z_]+", name):
            raise wrong(f"Field '{name}' should be composed of '0-9' or 'a-z' or 'A-Z' or '_'.")
        if not isinstance(field, dict) or "type" not in field or not set(field) <= {"type", "shape"}:
            raise wrong(f"Field '{field}' contains illegal attributes.")
        if field["type"] not in (*PRIMITIVES, "bytes") or "shape" in field and field["type"] not in ARRAYS:
            raise wrong(f"Field '{name}' contain illegal attribute '{field['type']}'.")
        shape = field.get("shape", [])
        if not isinstance(shape, list) or not all(type(length) is int and length >= -1 for length in shape):
            raise wrong(f"Field '{name}' contain illegal attribute '{shape}'.")
    return content


def _mismatch(row, schema):
    """What is wrong with a row, in MindSpore's words; nothing for one that fits."""
    for name, field in schema.items():
        if name not in row:
            return f"there is not field: '{name}' in the raw data."
        value, kind = row[name], field["type"]
        if isinstance(value, np.ndarray):
            if "shape" not in field:
                return f"data shape for field: '{name}' is not specified."
            if value.dtype != kind:
                return f"data type: '{value.dtype}' for field: '{name}' is not matched."
            if not _fits_shape(value.shape, field["shape"]):
                return f"data shape: '{value.shape}' for field: '{name}' is not matched."
        elif "shape" in field:
            return f"data type: '{type(value).__name__}' for field: '{name}' is not matched."
        elif not _fits_kind(value, kind):
            return f"data type: '{kind}' for field: '{name}' is not matched."
    return ""


def _fits_shape(given, wanted):
    known = int(np.prod([length for length in wanted if length >= 0]))
    count = int(np.prod(given))
    return count == known if -1 not in wanted else count == 0 or known > 0 and count % known == 0


def _fits_kind(value, kind):
    if isinstance(value, np.generic):
        return kind in ARRAYS and value.dtype == kind
    if kind.startswith("int"):
        return isinstance(value, int) and not isinstance(value, bool) and -2**63 <= value < 2**63
    return isinstance(value, bytes if kind == "bytes" else PRIMITIVES[kind])


# --- what is written --------------------------------------------------------------------------------------------------

class _Shard:
    """One file that is written: its pages, and the places of its rows for the file beside it."""

    def __init__(self, path, header_size, page_size):
        self.path, self.header_size, self.page_size = path, header_size, page_size
        self.pages, self.places = [], []
        self._rows = 0           # those of all groups that are written
        self._groups = 0
        self._raw = None         # the raw page that has room left
        self._file = None

    @classmethod
    def of(cls, file):
        """To write behind the rows of a file that was read."""
        shard = cls(file.path, file.header["header_size"], file.header["page_size"])
        shard.pages = list(file.header["page"] or ())
        shard._groups = sum(page["page_type"] == "BLOB_DATA" for page in shard.pages)
        shard._rows = len(file)
        return shard

    def open(self, is_new):
        flags = os.O_RDWR | (os.O_CREAT | os.O_TRUNC if is_new else 0)
        self._file = os.fdopen(os.open(self.path, flags, 0o600), "r+b")

    def _write(self, page, offset, data):
        self._file.seek(self.header_size + page["page_id"] * self.page_size + offset)
        self._file.write(data)
        page["page_size"] = offset + len(data)

    def _new_page(self, kind, **more):
        page = {"page_id": len(self.pages), "page_size": 0, "page_type": kind, **more}
        self.pages.append(page)
        return page

    def add(self, rows):
        """Writes [(small values, arrays, indexed values), ...] as bytes, in groups that fit into pages."""
        group, raw_size, blob_size = [], 0, 0
        for row in rows:
            raw, blob = len(row[0]) + 8, len(row[1]) + 8
            if max(raw, blob) > self.page_size:
                raise _pipeline_error(f"Invalid data, Page size: {self.page_size} is too small to save a row of "
                                      f"{max(raw, blob)} bytes. Please try to use the mindrecord api 'set_page_size(value)' "
                                      "to enlarge the value of page size.")
            if max(raw_size + raw, blob_size + blob) > self.page_size:
                self._add_group(group)
                group, raw_size, blob_size = [], 0, 0
            group.append(row)
            raw_size, blob_size = raw_size + raw, blob_size + blob
        if group:
            self._add_group(group)

    def _add_group(self, rows):
        raw = [struct.pack("<Q", len(row[0])) + row[0] for row in rows]
        blob = [struct.pack("<Q", len(row[1])) + row[1] for row in rows]
        blob_page = self._new_page("BLOB_DATA", start_row_id=self._rows, end_row_id=self._rows + len(rows),
                                   page_type_id=self._groups, row_group_ids=[{"id": 0, "offset": 0}])
        self._write(blob_page, 0, b"".join(blob))
        if self._raw is None or self._raw["page_size"] + sum(map(len, raw)) > self.page_size:
            self._raw = self._new_page("RAW_DATA", start_row_id=0, end_row_id=0, page_type_id=self._groups,
                                       row_group_ids=[])
        offset = self._raw["page_size"]
        self._raw["row_group_ids"].append({"id": self._groups, "offset": offset})
        self._write(self._raw, offset, b"".join(raw))
        blob_offset = 0
        for i, row in enumerate(rows):
            self.places.append((self._rows + i, self._raw["page_id"], offset, offset + len(raw[i]), self._groups,
                                blob_page["page_id"], blob_offset, blob_offset + len(blob[i]), *row[2]))
            offset, blob_offset = offset + len(raw[i]), blob_offset + len(blob[i])
        self._rows, self._groups = self._rows + len(rows), self._groups + 1

    def finish(self, header):
        """Writes the header, a dict, and ends."""
        data = json.dumps(header, separators=(",", ":"), ensure_ascii=False).encode("utf-8")
        if len(data) + 8 > self.header_size:
            raise _pipeline_error(f"Invalid data, header size: {self.header_size} is too small for {len(self.pages)} pages. "
                                  "Please use 'set_header_size' to enlarge it.")
        self._file.seek(0)
        self._file.write(struct.pack("<Q", len(data)) + data)
        self._file.close()


def _write_index(shard, fields, schema, is_new):
    """The SQLite file beside a file: where each row is, and the values of the indexed fields."""
    path = shard.path + ".db"
    if is_new and os.path.exists(path):
        os.remove(path)
    places = ("ROW_ID", "PAGE_ID_RAW", "PAGE_OFFSET_RAW", "PAGE_OFFSET_RAW_END", "ROW_GROUP_ID", "PAGE_ID_BLOB",
              "PAGE_OFFSET_BLOB", "PAGE_OFFSET_BLOB_END")
    columns = [f"{name} INT NOT NULL" for name in places]
    keys = ["ROW_ID"]
    for i, name in enumerate(fields):  # names are letters, digits and underscores
        columns += [f"INC_{i} INT", f"{name}_0 {_SQL_TYPES[schema[name]['type']]}"]
        keys.append(f"INC_{i}")
    try:
        with sqlite3.connect(path) as base:
            if is_new:
                base.execute(f"CREATE TABLE INDEXES({', '.join(columns)}, PRIMARY KEY({', '.join(keys)}))")
                base.execute("CREATE TABLE SHARD_NAME(NAME TEXT NOT NULL)")
                base.execute("INSERT INTO SHARD_NAME VALUES(?)", (os.path.basename(shard.path),))
            base.executemany(f"INSERT INTO INDEXES VALUES({', '.join('?' * len(columns))})", shard.places)
        base.close()
        os.chmod(path, 0o600)
    except sqlite3.Error as failure:
        raise _pipeline_error(f"Failed to write the index {path}: {failure}.") from failure


class FileWriter:
    """
    Writes rows of named values into MindRecord files.

    Args:
        file_name (str): the file; with several, a number is added to each.
        shard_num (int): how many files, from 1 to 1000. The rows of each call are spread over them in their order.
        overwrite (bool): whether files that are there are replaced.

    Raises:
        ParamValueError: for wrong arguments.
        RuntimeError: when written, for files that are there and are not to be replaced.
    """

    def __init__(self, file_name, shard_num=1, overwrite=False):
        self._check_arguments(file_name, shard_num, overwrite)
        self._name, self._count, self._overwrites = file_name, shard_num, overwrite
        digits = len(str(shard_num - 1))
        self._paths = [file_name] if shard_num == 1 else [f"{file_name}{i:0{digits}}" for i in range(shard_num)]
        self._header_size, self._page_size = HEADER_SIZE, PAGE_SIZE
        self._schema, self._description, self._index = None, "", None
        self._shards, self._is_new = None, True
        self._waiting, self._waiting_size = [[] for _ in self._paths], 0
        self._is_finished = False

    @staticmethod
    def _check_arguments(file_name, shard_num, overwrite):
        if not isinstance(file_name, str) or not file_name:
            raise exceptions.ParamValueError(f"File path: {file_name} is not string.")
        if type(shard_num) is not int:
            raise exceptions.ParamValueError("Parameter shard_num is None." if shard_num is None else
                                             "Parameter shard_num's type is not int.")
        if not 1 <= shard_num <= _MOST_SHARDS:
            raise exceptions.ParamValueError(f"Parameter shard_num's value: {shard_num} should between 1 and "
                                             f"{_MOST_SHARDS}.")
        if not isinstance(overwrite, bool):
            raise exceptions.ParamValueError("Parameter overwrite's type is not bool.")

    @classmethod
    def open_for_append(cls, file_name):
        """A writer that adds rows to files that are there; RuntimeError where there are none, or damaged ones."""
        if not isinstance(file_name, str):
            raise exceptions.ParamValueError(f"File path: {file_name} is not string.")
        files = [RecordFile(path) for path in paths_of(file_name)]
        writer = cls(file_name, len(files))
        header = files[0].header
        writer._paths = [file.path for file in files]
        writer._header_size, writer._page_size = header["header_size"], header["page_size"]
        writer._schema, writer._description, writer._is_new = files[0].schema, files[0].description, False
        writer._index = [entry["index_field"] for entry in header.get("index_fields") or ()]
        writer._shards = [_Shard.of(file) for file in files]
        for shard, file in zip(writer._shards, files):
            file.close()
            shard.open(is_new=False)
        return writer

    def add_schema(self, content, desc=None):
        """
        Says what a row holds: {name: {"type": ...}} with int32, int64, float32, float64, string or bytes, and with
        "shape" (a list of lengths, -1 for any) for arrays of numbers.

        Raises:
            MRMInvalidSchemaError: for anything else.
        """
        self._schema = {name: dict(sorted(field.items())) for name, field in sorted(_checked_schema(content).items())}
        self._description = "" if desc is None else str(desc)

    def add_index(self, index_fields):
        """
        The fields, a list of names, by which others may look for rows; without it all numbers and texts.

        Raises:
            ParamTypeError, MRMDefineIndexError, RuntimeError: for no list of names, for arrays, for unknown names.
        """
        if not isinstance(index_fields, list) or not index_fields:
            raise exceptions.ParamTypeError("index_fields", "list")
        chosen = list(self._index or ())
        for name in index_fields:
            if not isinstance(name, str):
                raise exceptions.ParamTypeError("index field", "str")
            if name not in (self._schema or {}):
                raise _pipeline_error(f"Invalid input, 'index_fields': {name} can not found in schema.")
            if name in blob_fields(self._schema):
                raise exceptions.MRMDefineIndexError(f"Failed to set field {name} since it's not primitive type.")
            if name in chosen:
                raise _pipeline_error(f"The 'index_fields': {name} is added repeatedly. Please remove the redundant "
                                      "'add_index' function.")
            chosen.append(name)
        self._index = chosen

    def set_header_size(self, header_size):
        """The bytes that are kept for the header, from 16 KB to 128 MB; RuntimeError for others."""
        if not HEADER_SIZES[0] <= header_size <= HEADER_SIZES[1]:
            raise _pipeline_error(f"Invalid data, header size: {header_size} should be in range [{HEADER_SIZES[0]} bytes, "
                                  f"{HEADER_SIZES[1]} bytes].")
        self._header_size = header_size

    def set_page_size(self, page_size):
        """The bytes of a page, which no row may exceed, from 32 KB to 256 MB; RuntimeError for others."""
        if not PAGE_SIZES[0] <= page_size <= PAGE_SIZES[1]:
            raise _pipeline_error(f"Invalid data, page size: {page_size} should be in range [{PAGE_SIZES[0]} bytes, "
                                  f"{PAGE_SIZES[1]} bytes].")
        self._page_size = page_size

    def open_and_set_header(self):
        """Makes the files; the first rows do that else."""
        if self._schema is None:
            raise _pipeline_error("Invalid data, schema is not found in header, please use 'add_schema' to add a schema for "
                                  "new mindrecord files.")
        if self._shards is not None:
            return
        for path in () if self._overwrites else self._paths:
            if os.path.exists(path) or os.path.exists(path + ".db"):
                raise _pipeline_error(f"Invalid file, mindrecord files already exist. Please check file path: {path}. If you "
                                      "do not want to keep the files, set the 'overwrite' parameter to True and try again.")
        self._shards = [_Shard(path, self._header_size, self._page_size) for path in self._paths]
        for shard in self._shards:
            try:
                shard.open(is_new=True)
            except OSError as failure:
                raise _pipeline_error(f"Invalid file, failed to open {shard.path}: {failure.strerror}.") from failure

    def write_raw_data(self, raw_data, parallel_writer=False):
        """
        Adds rows.

        Args:
            raw_data (list[dict]): the rows; those that do not fit the schema are left out with a warning.
            parallel_writer (bool): accepted; the rows are written in their order.

        Raises:
            ParamTypeError: for other than a list of dicts.
            RuntimeError: where no row fits, after `commit`, and for a row that is longer than a page.
        """
        if not isinstance(parallel_writer, bool):
            raise TypeError("The parameter `parallel_writer` must be bool.")
        if not isinstance(raw_data, list):
            raise exceptions.ParamTypeError("raw_data", "list")
        if self._is_finished:
            raise RuntimeError("Not allowed to call `write_raw_data` on flushed MindRecord files. When creating new "
                               "MindRecord files, please remove `commit` before `write_raw_data`. In other cases, when "
                               "appending to existing MindRecord files, please call `open_for_append` first and then "
                               "`write_raw_data`.")
        if not all(isinstance(row, dict) for row in raw_data):
            raise exceptions.ParamTypeError("raw_data item", "dict")
        self.open_and_set_header()
        rows = [row for number, row in enumerate(raw_data) if self._is_valid(number, row)]
        if not rows:
            raise RuntimeError("There is no valid data which can be written by 'write_raw_data' to mindrecord file. Please "
                               "check the abnormal input data indicated in the warning log above.")
        packed = [self._packed(row) for row in rows]
        ends = [round(len(packed) * (i + 1) / len(self._shards)) for i in range(len(self._shards))]
        for waiting, start, end in zip(self._waiting, [0, *ends], ends):
            waiting += packed[start:end]
        self._waiting_size += sum(len(row[0]) + len(row[1]) for row in packed)
        if self._waiting_size > self._page_size * len(self._shards):
            self._write_waiting()

    def _is_valid(self, number, row):
        problem = _mismatch(row, self._schema)
        if problem:
            log.warning(f"for schema, {number} th data is wrong, {problem}")
        return not problem

    def _index_fields(self):
        if self._index is not None:
            return self._index
        blobs = blob_fields(self._schema)
        return [name for name in sorted(self._schema) if name not in blobs][:_MOST_INDEXES]

    def _packed(self, row):
        """(small values, arrays, indexed values) of a row, as they are written."""
        blobs = blob_fields(self._schema)
        small = {name: PRIMITIVES[field["type"]](row[name]) for name, field in self._schema.items() if name not in blobs}
        blob = packed_blob(row, self._schema, blobs)
        return packed_map(small or {"id": 0}), blob, [part for name in self._index_fields() for part in (0, small[name])]

    def _write_waiting(self):
        for shard, rows in zip(self._shards, self._waiting):
            shard.add(rows)
        self._waiting, self._waiting_size = [[] for _ in self._shards], 0

    def commit(self):
        """Ends the files, and writes the file beside each that says where its rows are; RuntimeError where that fails."""
        if self._is_finished:
            raise _pipeline_error("The MindRecord files were committed already.")
        self.open_and_set_header()
        self._write_waiting()
        self._is_finished = True
        fields = self._index_fields()
        entries = [{"index_field": name, "schema_id": 0} for name in fields] or None
        described = {"blob_fields": blob_fields(self._schema), "desc": self._description, "schema": self._schema}
        names = [os.path.basename(path) for path in self._paths]
        for number, shard in enumerate(self._shards):
            shard.finish({"header_size": shard.header_size, "index_fields": entries,
                          "page": [{**page, "shard_id": number} for page in shard.pages] or None,
                          "page_size": shard.page_size, "compression_size": 0, "schema": [described],
                          "shard_addresses": names, "shard_id": number, "statistics": None, "version": VERSION})
            _write_index(shard, fields, self._schema, self._is_new)
