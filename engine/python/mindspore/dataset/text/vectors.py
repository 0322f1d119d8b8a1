# SPDX-License-Identifier: Apache-2.0
"""Vectors of words in text files: a word and its numbers on each line."""
import os

import numpy as np

from mindspore.dataset.checks import check_type
from mindspore.dataset.errors import pipeline_error


class Vectors:
    """The vectors of words. It is made by from_file."""

    _extensions = None

    def __init__(self):
        self._vectors, self.length = {}, 0

    @classmethod
    def from_file(cls, file_path, max_vectors=None):
        """
        Of a file whose lines are a word and its numbers; a first line of two numbers is left out. The first
        max_vectors of them.

        Raises:
            RuntimeError: for lines with another number of numbers, and for files of another kind.
        """
        check_type(file_path, [str], "file_path")
        if not os.path.isfile(file_path):
            raise ValueError(f"The file {file_path} does not exist or permission denied!")
        if cls._extensions is not None and not file_path.endswith(cls._extensions):
            raise pipeline_error(f"{cls.__name__}: invalid file, the name must end with {cls._extensions}.")
        made = cls()
        with open(file_path, encoding="utf-8") as file:
            for number, line in enumerate(file):
                made._read(line.rstrip("\n").rstrip(" ").split(" "), number)
                if max_vectors and len(made._vectors) == max_vectors:
                    break
        return made

    def _read(self, parts, number):
        if len(parts) == 2 and number == 0 or parts == [""]:
            return
        if self.length and len(parts) - 1 != self.length:
            raise pipeline_error(f"{type(self).__name__}: all vectors must have the same number of dimensions, but got "
                                 f"dim {len(parts) - 1} while expecting {self.length}.")
        self.length = len(parts) - 1
        self._vectors.setdefault(parts[0], np.array([float(part) for part in parts[1:]], np.float32))

    def of(self, word, unknown, has_backup):
        """The vector of a word, or `unknown`; with a backup, that of the word in small letters."""
        word = word.lower() if has_backup and word not in self._vectors else word
        return self._vectors.get(word, unknown)


class GloVe(Vectors):
    """Vectors of GloVe: files glove.*.txt."""

    _extensions = ".txt"

    @classmethod
    def from_file(cls, file_path, max_vectors=None):
        """See Vectors.from_file."""
        if not os.path.basename(file_path).startswith("glove."):
            raise pipeline_error("GloVe: invalid file, the name must start with 'glove.' and end with '.txt'.")
        return super().from_file(file_path, max_vectors)


class FastText(Vectors):
    """Vectors of fastText: files *.vec."""

    _extensions = ".vec"


class CharNGram(Vectors):
    """Vectors of runs of characters; a word's is the mean of those of its runs of 2 to 4 that are there."""

    def of(self, word, unknown, has_backup):
        word = word.lower() if has_backup else word
        characters = ["#BEGIN#", *word, "#END#"]
        runs = [f"{n}gram-{''.join(characters[i:i + n])}" for n in (2, 3, 4)
                for i in range(len(characters) - n + 1)]
        found = [self._vectors[run] for run in runs if run in self._vectors]
        return np.mean(found, 0, dtype=np.float32) if found else unknown
