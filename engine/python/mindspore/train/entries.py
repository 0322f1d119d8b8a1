# SPDX-License-Identifier: Apache-2.0
"""What files of parameters have in common: named values as bytes, whole writing, mapped reading."""
import mmap
import os
import stat
from typing import NamedTuple


class Entry(NamedTuple):
    """One named value: its axes, the name of its type ("Float32"), its elements in little-endian bytes."""
    name: str
    dims: tuple
    type: str
    content: memoryview


class Malformed(Exception):
    """What is wrong with a file, and where."""


def write_whole(path, parts):
    """
    Writes bytes to a file that is complete or not there at all: under another name first, which it gives up at the
    end. As in real MindSpore, only the owner may read it and nobody write to it. OSError if that fails.
    """
    temporary = f"{path}.{os.getpid()}.tmp"
    try:
        with open(temporary, "wb") as file:
            for part in parts:
                file.write(part)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(temporary, stat.S_IRUSR)
        os.replace(temporary, path)
    except BaseException:
        if os.path.exists(temporary):
            os.remove(temporary)
        raise


def mapped(path):
    """A view of a file's bytes, which stays mapped as long as views of it are used."""
    with open(path, "rb") as file:
        if os.fstat(file.fileno()).st_size == 0:
            return memoryview(b"")
        return memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
