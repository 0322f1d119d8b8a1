# SPDX-License-Identifier: Apache-2.0
"""Vocabularies: the numbers of words."""
import collections
import os

import numpy as np

from mindspore.dataset.arrays import is_text
from mindspore.dataset.checks import check_bool, check_columns, check_type
from mindspore.dataset.errors import pipeline_error


class Vocab:
    """The numbers of words. It is made by one of the class methods."""

    def __init__(self):
        self._numbers = {}

    def vocab(self):
        """{word: number}"""
        return dict(self._numbers)

    def number_of(self, word):
        """The number of a word; -1 if it is not there."""
        return self._numbers.get(word, -1)

    def tokens_to_ids(self, tokens):
        """The number of a word, or the list of those of several; -1 for words that are not there."""
        check_type(tokens, [str, list, np.ndarray], "tokens")
        if isinstance(tokens, str):
            return self.number_of(tokens)
        return [self.number_of(str(token)) for token in tokens]

    def ids_to_tokens(self, ids):
        """The word of a number, or the list of those of several; "" for numbers that are not there."""
        words = {number: word for word, number in self._numbers.items()}
        if isinstance(ids, (int, np.integer)) and not isinstance(ids, bool):
            return words.get(int(ids), "")
        check_type(ids, [list, np.ndarray], "ids")
        return [words.get(int(number), "") for number in ids]

    @classmethod
    def from_dict(cls, word_dict):
        """Of a dict {word: number}; numbers must be 0 or more."""
        check_type(word_dict, [dict], "word_dict")
        for word, number in word_dict.items():
            check_type(word, [str], "word")
            check_type(number, [int], "word_id")
            if number < 0:
                raise ValueError("Input word_id is not within the required interval of [0, 2147483647].")
        made = cls()
        made._numbers = dict(word_dict)
        return made

    @classmethod
    def from_list(cls, word_list, special_tokens=None, special_first=True):
        """Of words in their order, with the special tokens in front of them or behind."""
        check_type(word_list, [list], "word_list")
        check_bool(special_first, "special_first")
        for word in word_list:
            check_type(word, [str], "word_list")
        special = list(special_tokens or [])
        if len(set(word_list)) < len(word_list):
            raise pipeline_error("from_list: word_list contains duplicate words.")
        if len(set(special)) < len(special):
            raise ValueError("special_tokens contains duplicate. ")
        if set(special) & set(word_list):
            raise pipeline_error("from_list: special_tokens and word_list contain duplicate words: "
                                 f"{sorted(set(special) & set(word_list))}.")
        words = special + word_list if special_first else word_list + special
        return cls.from_dict({word: number for number, word in enumerate(words)})

    @classmethod
    def from_file(cls, file_path, delimiter="", vocab_size=None, special_tokens=None, special_first=True):
        """Of the lines of a file, up to the delimiter where one is given; the first vocab_size of them."""
        check_type(file_path, [str], "file_path")
        if not os.path.isfile(file_path):
            raise ValueError(f"The file {file_path} does not exist or permission denied!")
        if vocab_size is not None and vocab_size < 1:
            raise ValueError("Input vocab_size must be greater than 0.")
        with open(file_path, encoding="utf-8") as file:
            words = [line.rstrip("\r\n") for line in file]
        words = [word.split(delimiter)[0] if delimiter else word for word in words if word]
        return cls.from_list(words[:vocab_size], special_tokens, special_first)

    @classmethod
    def from_dataset(cls, dataset, columns=None, freq_range=None, top_k=None, special_tokens=None,
                     special_first=True):
        """
        Of the words in the columns (all without names), the most frequent first, equally frequent ones by name;
        freq_range (least, greatest) and top_k say which are kept.
        """
        names = dataset.get_col_names() if not columns else check_columns(columns, "columns")
        counts = collections.Counter()
        for row in dataset.create_dict_iterator(num_epochs=1, output_numpy=True):
            for name in names:
                if name not in row:
                    raise pipeline_error(f"BuildVocab: column: {name} does not exist in the dataset columns.")
                if not is_text(row[name]):
                    raise pipeline_error(f"BuildVocab: the column {name} has no texts.")
                counts.update(str(word) for word in row[name].reshape(-1))
        least, greatest = freq_range or (None, None)
        kept = [word for word, count in counts.items()
                if (least is None or count >= least) and (greatest is None or count <= greatest)]
        ordered = sorted(kept, key=lambda word: (-counts[word], word))
        return cls.from_list(ordered[:top_k], special_tokens, special_first)
