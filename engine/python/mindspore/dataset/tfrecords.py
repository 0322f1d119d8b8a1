# SPDX-License-Identifier: Apache-2.0
"""Files of TFRecord: records of named lists of numbers or bytes."""
import math
import os
import struct

import numpy as np

from mindspore.dataset.checks import check_bool, check_columns
from mindspore.dataset.errors import pipeline_error
from mindspore.dataset.fileorder import RowsOfFiles, Shuffle, found_files
from mindspore.dataset.schema import Schema
from mindspore._missing import not_yet

_BYTES, _FLOATS, _INTEGERS = 1, 2, 3  # the kinds of lists, as tf.train.Feature numbers them


def records_of(path):
    """The bytes of each record of a file; RuntimeError, with the path and the number of the record, if damaged."""
    size, number = os.path.getsize(path), 0
    with open(path, "rb") as file:
        while head := file.read(12):  # the length and its checksum
            length = struct.unpack("<Q", head[:8])[0] if len(head) == 12 else size
            if length > size - file.tell() - 4:
                raise pipeline_error(f"Invalid TFRecord file, {path} is damaged, or is none, at record {number}.")
            yield file.read(length)
            file.seek(4, os.SEEK_CUR)
            number += 1


def _varint(data, place):
    """(number, the place behind it)"""
    number = shift = 0
    while True:
        byte = data[place]
        number |= (byte & 127) << shift
        place, shift = place + 1, shift + 7
        if byte < 128:
            return number, place


def _fields(data):
    """(number of the field, kind of coding, value) of a message of protocol buffers."""
    place = 0
    while place < len(data):
        key, place = _varint(data, place)
        kind = key & 7
        if kind == 0:
            value, place = _varint(data, place)
        else:
            length, place = _varint(data, place) if kind == 2 else ({1: 8, 5: 4}[kind], place)
            value, place = data[place:place + length], place + length
            if len(value) < length:
                raise ValueError
        yield key >> 3, kind, value


def parsed_example(data):
    """{name: (kind, list)} of the bytes of a tf.train.Example."""
    features = {}
    for entry in (entry for _, _, features_ in _fields(data) for number, _, entry in _fields(features_) if number == 1):
        parts = {number: value for number, _, value in _fields(entry)}
        features[bytes(parts[1]).decode("utf-8")] = _feature(parts.get(2, b""))
    return features


def _feature(data):
    for kind, _, items in _fields(data):
        if kind == _BYTES:
            return kind, [bytes(value) for number, _, value in _fields(items) if number == 1]
        values = []
        for _, coding, value in _fields(items):
            values += _packed(value) if kind == _INTEGERS and coding == 2 else [value] if kind == _INTEGERS else \
                np.frombuffer(value, "<f4").tolist()
        return kind, [value - 2**64 if value >= 2**63 else value for value in values] if kind == _INTEGERS else values
    return _INTEGERS, []


def _packed(data):
    values, place = [], 0
    while place < len(data):
        value, place = _varint(data, place)
        values.append(value)
    return values


class TFRecordDataset(RowsOfFiles):
    """
    The records of TFRecord files.

    Args:
        dataset_files (str, list[str]): patterns of paths.
        schema (str, Schema): the columns with types and shapes; without it all features of the first record in the
            order of their names: int64 and float32 <N>, bytes as uint8 <N>, of all of a list behind each other.
        columns_list (list[str]): which columns, in which order.
        num_samples, shuffle: see TextFileDataset.
        num_shards, shard_id (int): every num_shards-th file, or with shard_equal_rows equal parts of the records.

    Raises:
        RuntimeError: when read, for damaged files and for records without a column; it names the file.
    """

    def __init__(self, dataset_files, schema=None, columns_list=None, num_samples=None, num_parallel_workers=None,
                 shuffle=Shuffle.GLOBAL, num_shards=None, shard_id=None, shard_equal_rows=False, cache=None,
                 compression_type=None):
        check_bool(shard_equal_rows, "shard_equal_rows")
        if compression_type:
            raise not_yet("TFRecordDataset of compressed files")
        self._paths = found_files(dataset_files)
        if num_shards is not None and shard_id is not None and not shard_equal_rows:
            if len(self._paths) < num_shards:
                raise pipeline_error(f"TFRecordNode: Invalid file, numbers of tfrecord files should not less than "
                                     f"num_shards, but got numbers of tfrecord file: {len(self._paths)}, num_shards: "
                                     f"{num_shards}.")
            self._paths, num_shards, shard_id = self._paths[shard_id::num_shards], None, None
        super().__init__(self._paths, num_samples, num_parallel_workers, shuffle, num_shards, shard_id, cache)
        self._schema = schema if schema is None or isinstance(schema, Schema) else Schema(schema)
        self._chosen = None if columns_list is None else check_columns(columns_list, "columns_list")
        self._described = None

    def _column_list(self):
        """[{"name": ..., "type": ..., "shape": ...}, ...]"""
        if self._described is None:
            found = self._described_columns()
            for name in self._chosen or ():
                if name not in found:
                    raise pipeline_error(f"Invalid columns_list, tfrecord file failed to find column name: {name}")
            self._described = [found[name] for name in self._chosen or found]
        return self._described

    def _described_columns(self):
        if self._schema is not None:
            return {column["name"]: column for column in self._schema.columns}
        for path in self._paths:
            for data in records_of(path):
                return {name: {"name": name} for name in sorted(self._parsed(data, path, 0))}
        raise pipeline_error(f"Invalid data, no record was found in {self._paths}.")

    def _parsed(self, data, path, number):
        try:
            return parsed_example(data)
        except (ValueError, KeyError, IndexError, TypeError):
            raise pipeline_error(f"Invalid data, failed to parse record {number} of tfrecord file: {path}") from None

    def _columns(self):
        return [column["name"] for column in self._column_list()]

    def _count_of(self, path):
        return sum(1 for _ in records_of(path))

    def _rows_of(self, path):
        for number, data in enumerate(records_of(path)):
            features = self._parsed(data, path, number)
            yield [self._array(features, column, f"record {number} of {path}") for column in self._column_list()]

    def _array(self, features, column, where):
        if column["name"] not in features:
            raise pipeline_error(f"Invalid columns_list, column name: {column['name']} does not exist in {where}.")
        kind, values = features[column["name"]]
        array = _made(kind, values, column.get("type"), where)
        shape = column.get("shape")
        if shape is None:
            return array
        known = math.prod(length for length in shape if length >= 0)
        if math.prod(array.shape) != known if -1 not in shape else known == 0 or array.size % known:
            raise pipeline_error(f"Invalid shape, {column['name']} of {where} has {array.size} values, which do not "
                                 f"fill the shape {shape}.")
        return array.reshape(shape)


def _made(kind, values, type_name, where):
    if kind != _BYTES:
        wanted = {_FLOATS: "float32", _INTEGERS: "int64"}[kind]
        return np.array(values, wanted).astype(type_name or wanted)
    if type_name == "string":
        return np.array([value.decode("utf-8") for value in values])
    if type_name not in (None, "uint8", "int8"):
        raise pipeline_error(f"Invalid datatype, bytes of {where} can be int8, uint8 or string, but got {type_name}.")
    return np.frombuffer(b"".join(values), type_name or "uint8").copy()
