# SPDX-License-Identifier: Apache-2.0
"""MindRecord files that were cut or changed anywhere are told as damaged, or read: nothing else is raised, nothing hangs, and
no length in them makes memory grow.

    damagedrecords.py FOLDER_OF_THE_PACKAGE [ROUNDS]"""
import json
import os
import random
import resource
import struct
import sys
import tempfile

sys.path.insert(0, sys.argv[1])

import numpy as np

from mindspore.mindrecord import FileReader, FileWriter

HEADER, PAGE = 1 << 14, 1 << 15
MOST_MEMORY = 2 << 30
NUMBERS = (0, 1, 7, 2**31 - 1, 2**31, 2**32 - 1, 2**62, 2**63 - 1, 2**64 - 1)


def written(path):
    """The bytes of a good file: three groups of rows with fields of all kinds."""
    writer = FileWriter(path, overwrite=True)
    writer.set_header_size(HEADER)
    writer.set_page_size(PAGE)
    writer.add_schema({"n": {"type": "int32"}, "name": {"type": "string"}, "part": {"type": "float64"},
                       "data": {"type": "bytes"}, "long": {"type": "int64", "shape": [-1]},
                       "grid": {"type": "float32", "shape": [2, 2]}})
    writer.write_raw_data([{"n": n, "name": f"row {n}", "part": n / 3, "data": bytes(2000 + n), "long": np.arange(n) * 99991,
                            "grid": np.ones((2, 2), np.float32)} for n in range(40)])
    writer.commit()
    with open(path, "rb") as file:
        return file.read()


def used_places(data):
    """Where bytes stand that mean something: the header, and the beginnings of pages."""
    length = struct.unpack("<Q", data[:8])[0]
    pages = json.loads(data[8:8 + length])["page"]
    return [(0, 8 + length)] + [(HEADER + page["page_id"] * PAGE, page["page_size"]) for page in pages]


def changed(data, chance):
    """The bytes with one to four changes."""
    data = bytearray(data)
    for _ in range(chance.randint(1, 4)):
        start, count = chance.choice(used_places_of_good)
        place = start + chance.randrange(count)
        kind = chance.randrange(4)
        if kind == 0:
            data[place:place + 1] = bytes([chance.randrange(256)])
        elif kind == 1:
            data[place:place + 8] = struct.pack(chance.choice("<>") + "Q", chance.choice(NUMBERS))
        elif kind == 2:
            del data[place:place + chance.randint(1, 40)]
        else:
            del data[place:]
    return bytes(data)


def changed_header(data, chance):
    """The bytes with another number, or another kind of value, in the header."""
    length = struct.unpack("<Q", data[:8])[0]
    header = json.loads(data[8:8 + length])

    def change(value):
        if isinstance(value, dict) and value:
            key = chance.choice(sorted(value))
            return {**value, key: change(value[key])}
        if isinstance(value, list) and value:
            place = chance.randrange(len(value))
            return [change(item) if i == place else item for i, item in enumerate(value)]
        return chance.choice((*NUMBERS, -1, 0.5, None, [], {}, "int32", "../x", True))
    text = json.dumps(change(header)).encode()
    return struct.pack("<Q", len(text)) + text + data[8 + len(text):]


def read(path):
    """Reads all rows of a file; "" or the sentence that tells what is wrong with it."""
    try:
        reader = FileReader([path])
        for _ in reader.get_next():
            pass
        reader.close()
        return ""
    except RuntimeError as problem:
        assert path in str(problem), problem
        return str(problem)


if __name__ == "__main__":
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 600
    os.chdir(tempfile.mkdtemp())
    good = written("good")
    used_places_of_good = used_places(good)
    assert read("good") == "", read("good")
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    told = 0
    for number in range(rounds):
        chance = random.Random(number)
        with open("bad", "wb") as file:
            file.write((changed if number % 2 else changed_header)(good, chance))
        try:
            told += bool(read("bad"))
        except Exception:
            print(f"round {number}")
            raise
    assert told > rounds // 2, f"only {told} of {rounds} files were told as damaged"
    print(f"{told} of {rounds} changed files were told as damaged, the others could be read")
