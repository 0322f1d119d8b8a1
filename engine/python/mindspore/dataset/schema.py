# SPDX-License-Identifier: Apache-2.0
"""Which columns data has: their names, types and shapes."""
import json
import os

import numpy as np

from mindspore.common.dtype import Type, dtype_to_nptype
from mindspore.dataset.checks import check_type

_TYPES = ["bool", "int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64", "float16", "float32",
          "float64", "string"]


class Schema:
    """
    Columns of data that does not describe itself; `schema_file` is a file of JSON like
    {"columns": [{"name": "a", "type": "int32", "shape": [2]}]}.
    """

    def __init__(self, schema_file=None):
        self.dataset_type, self.num_rows, self.columns = "", 0, []
        self.schema_file = schema_file or ""
        if schema_file is None:
            return
        check_type(schema_file, [str], "schema_file")
        if not os.path.isfile(schema_file):
            raise ValueError(f"The file {schema_file} does not exist or permission denied!")
        with open(schema_file, encoding="utf-8") as file:
            try:
                content = json.load(file)
            except ValueError as failure:
                raise RuntimeError(f"Invalid file, the schema {schema_file} is no JSON: {failure}") from None
        self.from_json(content)

    def add_column(self, name, de_type, shape=None):
        """
        One more column: its name (str), its type (mindspore.int32 or "int32" and the like), its shape (list[int]; -1
        for a length that is not known, no list where the rank is not known either).
        """
        check_type(name, [str], "name")
        check_type(de_type, [str, Type], "type")
        if shape is not None:
            check_type(shape, [list], "shape")
            for length in shape:
                check_type(length, [int], "shape")
        self.columns.append(_column(name, _type_name(de_type), shape, 1 if shape is None else len(shape)))

    def parse_columns(self, columns):
        """Columns of a list of dicts with name, type and shape, or of a dict {name: dict with type and shape}."""
        check_type(columns, [dict, list], "columns")
        entries = columns if isinstance(columns, list) else [{"name": name, **entry} for name, entry in
                                                             sorted(columns.items())]
        for entry in entries:
            for key in ("name", "type"):
                if key not in entry:
                    raise RuntimeError(f"Column's {key} is missing.")
            shape = entry.get("shape", None if "rank" in entry else [])
            self.columns.append(_column(entry["name"], _type_name(entry["type"]), shape,
                                        entry["rank"] if shape is None else len(shape)))

    def from_json(self, json_obj):
        """The columns, the number of rows and the kind of the data that a dict says."""
        check_type(json_obj, [dict], "json_obj")
        unknown = [key for key in json_obj if key not in ("datasetType", "numRows", "columns")]
        if unknown:
            raise RuntimeError(f"Unknown field {unknown[0]}")
        if not json_obj.get("columns"):
            raise RuntimeError("Columns are missing.")
        self.dataset_type = json_obj.get("datasetType", self.dataset_type)
        self.num_rows = json_obj.get("numRows", self.num_rows)
        if self.num_rows < 0:
            raise RuntimeError("numRows must be greater than or equal to 0")
        self.parse_columns(json_obj["columns"])

    def to_json(self):
        """The text of JSON that from_json takes."""
        content = {"columns": self.columns}
        if self.dataset_type:
            content["datasetType"] = self.dataset_type
        if self.num_rows:
            content["numRows"] = self.num_rows
        return json.dumps(content, indent=2, sort_keys=True)

    def __str__(self):
        return self.to_json()

    @staticmethod
    def get_num_rows(schema):
        """The number of rows that a schema, or the file of one, says."""
        return (schema if isinstance(schema, Schema) else Schema(schema)).num_rows


def _column(name, type_name, shape, rank):
    shaped = {} if shape is None else {"shape": list(shape)}
    return {"name": name, "rank": rank, **shaped, "type": type_name}


def _type_name(given):
    name = str(np.dtype(dtype_to_nptype(given))) if isinstance(given, Type) else given
    if name not in _TYPES:
        raise RuntimeError(f"The type {name} of a column is unknown; it should be one of {', '.join(_TYPES)}.")
    return name
