# SPDX-License-Identifier: Apache-2.0
"""Models of SentencePiece, through its own Python library, which is imported when it is first needed."""
import importlib
import os
import tempfile
from enum import IntEnum

import numpy as np

from mindspore.dataset.checks import check_type
from mindspore.dataset.errors import pipeline_error
from mindspore.dataset.text.strings import text_of
from mindspore.dataset.transforms.transform import Transform


class SentencePieceModel(IntEnum):
    """The kinds of models."""
    UNIGRAM = 0
    BPE = 1
    CHAR = 2
    WORD = 3


class SPieceTokenizerOutType(IntEnum):
    """What a tokenizer gives: pieces or their numbers."""
    STRING = 0
    INT = 1


class SPieceTokenizerLoadType(IntEnum):
    """What a tokenizer is made of."""
    FILE = 0
    MODEL = 1


def _library():
    try:
        return importlib.import_module("sentencepiece")
    except ImportError:
        raise ImportError("The library sentencepiece is not installed: pip install sentencepiece.") from None


class SentencePieceVocab:
    """A model. It is made by one of the class methods."""

    def __init__(self):
        self.model = b""

    @classmethod
    def from_file(cls, file_path, vocab_size, character_coverage, model_type, params):
        """A model trained with the lines of files; `params` goes to the trainer of the library."""
        check_type(file_path, [list], "file_path")
        check_type(model_type, [SentencePieceModel], "model_type")
        with tempfile.TemporaryDirectory() as folder:
            prefix = os.path.join(folder, "model")
            _library().SentencePieceTrainer.train(
                input=file_path, model_prefix=prefix, vocab_size=vocab_size, character_coverage=character_coverage,
                model_type=model_type.name.lower(), **params)
            made = cls()
            with open(prefix + ".model", "rb") as file:
                made.model = file.read()
        return made

    @classmethod
    def from_dataset(cls, dataset, col_names, vocab_size, character_coverage, model_type, params):
        """A model trained with the texts of columns."""
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "texts.txt")
            with open(path, "w", encoding="utf-8") as file:
                for row in dataset.create_dict_iterator(num_epochs=1, output_numpy=True):
                    file.writelines(f"{row[name]}\n" for name in col_names or row)
            return cls.from_file([path], vocab_size, character_coverage, model_type, params)

    @classmethod
    def save_model(cls, vocab, path, filename):
        """Writes a model into a file in the folder `path`."""
        check_type(vocab, [SentencePieceVocab], "vocab")
        with open(os.path.join(path, filename), "wb") as file:
            file.write(vocab.model)


class SentencePieceTokenizer(Transform):
    """The pieces of a text by a model, which is a SentencePieceVocab or the path of a file."""

    def __init__(self, mode, out_type):
        check_type(mode, [str, SentencePieceVocab], "mode")
        check_type(out_type, [SPieceTokenizerOutType], "out_type")
        if isinstance(mode, str) and not os.path.isfile(mode):
            raise pipeline_error(f"SentencePieceTokenizer: load model file failed: {mode} does not exist.")
        given = {"model_file": mode} if isinstance(mode, str) else {"model_proto": mode.model}
        self.processor = _library().SentencePieceProcessor(**given)
        self.is_number = out_type is SPieceTokenizerOutType.INT

    def __call__(self, data):
        text = text_of(data, "SentencePieceTokenizer")
        found = self.processor.encode(text, out_type=int if self.is_number else str)
        return np.array(found, np.int32 if self.is_number else str)
