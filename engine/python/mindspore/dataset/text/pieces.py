# SPDX-License-Identifier: Apache-2.0
"""Transforms of arrays of tokens."""
import numpy as np

from mindspore.common.dtype import int32
from mindspore.dataset.arrays import as_array
from mindspore.dataset.checks import check_bool, check_positive, check_type
from mindspore.dataset.errors import pipeline_error
from mindspore.dataset.text.strings import texts_of
from mindspore.dataset.text.vectors import Vectors
from mindspore.dataset.text.vocabulary import Vocab
from mindspore.dataset.transforms.transform import Transform
from mindspore.dataset.transforms.values import numpy_type


class Lookup(Transform):
    """The numbers of words; those that the vocabulary does not have are unknown_token, or an error without one."""

    def __init__(self, vocab, unknown_token=None, data_type=int32):
        check_type(vocab, [Vocab], "vocab")
        if unknown_token is not None:
            check_type(unknown_token, [str], "unknown_token")
            if vocab.number_of(unknown_token) < 0:
                raise pipeline_error(f"Lookup: unknown_token: [{unknown_token}], does not exist in vocab.")
        self.vocab, self.unknown, self.dtype = vocab, unknown_token, numpy_type(data_type)

    def __call__(self, words):
        words = texts_of(words, "Lookup")
        return np.array([self._number(str(word)) for word in words.reshape(-1)], self.dtype).reshape(words.shape)

    def _number(self, word):
        number = self.vocab.number_of(word)
        if number < 0 and self.unknown is not None:
            return self.vocab.number_of(self.unknown)
        if number < 0:
            raise pipeline_error(f"Lookup: word: \"{word}\" doesn't exist in vocab.")
        return number


class Ngram(Transform):
    """Runs of n words as one text each, for a number n or several; pads are (text, how many)."""

    def __init__(self, n, left_pad=("", 0), right_pad=("", 0), separator=" "):
        check_type(n, [int, list], "n")
        self.lengths = [n] if isinstance(n, int) else n
        for length in self.lengths:
            check_positive(length, "n")
        for name, pad in (("left_pad", left_pad), ("right_pad", right_pad)):
            if not isinstance(pad, tuple) or len(pad) != 2:
                raise ValueError(f"{name} needs to be a tuple of (str, int) str is pad token and int is pad_width.")
        self.left, self.right, self.separator = left_pad, right_pad, separator

    def __call__(self, words):
        words = texts_of(words, "Ngram")
        if words.ndim != 1:
            raise pipeline_error(f"Ngram: input is not a 1D data, but got rank {words.ndim}.")
        words, runs = words.tolist(), []
        for length in self.lengths:
            # More pads than a run can take besides one word would only give runs of pads.
            left, right = (min(width, length - 1) for _, width in (self.left, self.right))
            wide = [self.left[0]] * left + words + [self.right[0]] * right
            runs += [self.separator.join(wide[i:i + length]) for i in range(len(wide) - length + 1)] or [""]
        return np.array(runs)


class SlidingWindow(Transform):
    """Runs of `width` elements of an array of one axis, as rows."""

    def __init__(self, width, axis=0):
        check_positive(width, "width")
        check_type(axis, [int], "axis")
        self.width, self.axis = width, axis

    def __call__(self, data):
        data = as_array(data)
        if data.ndim != 1:
            raise pipeline_error(f"SlidingWindow: SlidingWindow supports 1D input only for now, but got rank "
                                 f"{data.ndim}.")
        if self.axis not in (0, -1):
            raise pipeline_error("SlidingWindow: axis supports 0 or -1 only for now.")
        if len(data) < self.width:
            return np.empty((0, self.width), data.dtype)
        return np.lib.stride_tricks.sliding_window_view(data, self.width).copy()


class ToNumber(Transform):
    """The numbers that texts stand for."""

    def __init__(self, data_type):
        self.dtype = numpy_type(data_type)

    def __call__(self, data):
        texts = texts_of(data, "ToNumber")
        return np.array([self._number(str(text)) for text in texts.reshape(-1)], self.dtype).reshape(texts.shape)

    def _number(self, text):
        try:
            number = float(text) if self.dtype.kind == "f" else int(text)
        except ValueError:
            raise pipeline_error(f"ToNumber: it is invalid to convert \"{text}\" to a number.") from None
        if self.dtype.kind in "iu" and not np.iinfo(self.dtype).min <= number <= np.iinfo(self.dtype).max:
            raise pipeline_error(f"ToNumber: string input {text} will be out of bounds if cast to {self.dtype}.")
        return number


class Truncate(Transform):
    """The first max_seq_len elements of the last axis."""

    def __init__(self, max_seq_len):
        check_positive(max_seq_len, "max_seq_len")
        self.length = max_seq_len

    def __call__(self, data):
        data = as_array(data)
        if data.ndim not in (1, 2):
            raise pipeline_error(f"Truncate: the input should be 1D or 2D, but got rank {data.ndim}.")
        return data[..., :self.length]


class TruncateSequencePair(Transform):
    """Two arrays cut until they have max_length elements together: the longer one loses its last ones first."""

    def __init__(self, max_length):
        check_positive(max_length, "max_length")
        self.length = max_length

    def __call__(self, first, second):
        first, second = as_array(first), as_array(second)
        long, other = len(first), len(second)
        while long + other > self.length:
            if long > other:
                long -= 1
            else:
                other -= 1
        return first[:long], second[:other]


class AddToken(Transform):
    """One more token before the others of the last axis, or behind them."""

    def __init__(self, token, begin=True):
        check_type(token, [str], "token")
        check_bool(begin, "begin")
        self.token, self.begin = token, begin

    def __call__(self, data):
        data = texts_of(data, "AddToken")
        if data.ndim not in (1, 2):
            raise pipeline_error(f"AddToken: the input should be 1D or 2D, but got rank {data.ndim}.")
        token = np.full((*data.shape[:-1], 1), self.token)
        return np.concatenate([token, data] if self.begin else [data, token], -1)


class ToVectors(Transform):
    """The vectors of words; unk_init (zeros without it) for those that have none, also in small letters if wanted."""

    def __init__(self, vectors, unk_init=None, lower_case_backup=False):
        check_type(vectors, [Vectors], "vectors")
        check_bool(lower_case_backup, "lower_case_backup")
        if unk_init is not None and len(unk_init) != vectors.length:
            raise pipeline_error(f"ToVectors: unk_init must be the same length as vectors, but got unk_init: "
                                 f"{len(unk_init)} and vectors: {vectors.length}")
        self.vectors, self.backup = vectors, lower_case_backup
        self.unknown = np.zeros(vectors.length, np.float32) if unk_init is None else np.array(unk_init, np.float32)

    def __call__(self, words):
        words = texts_of(words, "ToVectors")
        found = [self.vectors.of(str(word), self.unknown, self.backup) for word in words.reshape(-1)]
        return found[0] if words.ndim == 0 else np.stack(found)
