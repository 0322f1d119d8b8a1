# SPDX-License-Identifier: Apache-2.0
"""FileReader: the rows of MindRecord files, one after the other."""
from mindspore.mindrecord import exceptions
from mindspore.mindrecord.files import RecordFiles

__all__ = ["FileReader"]


class FileReader:
    """
    Reads MindRecord files.

    Args:
        file_name (str, list[str]): a file, which stands for all that were written with it, or a list of files.
        num_consumer (int): accepted; rows come in their order.
        columns (list[str]): which fields; all of them without it.

    Raises:
        RuntimeError: for files that are not there or damaged, and for unknown fields.
    """

    def __init__(self, file_name, num_consumer=4, columns=None, operator=None):
        if columns is not None and not isinstance(columns, list):
            raise exceptions.ParamTypeError("columns", "list")
        self._files = RecordFiles(file_name)
        self._wanted = self._files.chosen(columns)

    def get_next(self):
        """The rows, each a dict of names to int, float, str, bytes and arrays; an iterator."""
        blobs = self._files.files[0].blobs
        order = [name for name in sorted(self._wanted) if name not in blobs]
        order += [name for name in blobs if name in self._wanted]
        for index in range(len(self._files)):
            row = self._files.row(index, self._wanted)
            yield {name: row[name] for name in order}

    def schema(self):
        """{name: {"type": ..., "shape": ...}}"""
        return {name: dict(sorted(field.items())) for name, field in sorted(self._files.schema.items())}

    def len(self):
        """The number of rows."""
        return len(self._files)

    def close(self):
        """Lets go of the files."""
        self._files.close()
