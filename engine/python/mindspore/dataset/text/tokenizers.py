# SPDX-License-Identifier: Apache-2.0
"""Tokenizers: the parts of a text, with the places of their bytes in UTF-8 where these are wanted."""
import itertools
import re
import unicodedata

import numpy as np

from mindspore.dataset.checks import check_bool, check_positive, check_type
from mindspore.dataset.errors import call_user
from mindspore.dataset.text.strings import NormalizeForm, compiled, normal, text_of, texts_of
from mindspore.dataset.text.vocabulary import Vocab
from mindspore.dataset.transforms.transform import Transform


class _Tokenizer(Transform):
    """A subclass says in `_parts` what the parts of a text are: [(start, end), ...]."""

    def __init__(self, with_offsets=False):
        check_bool(with_offsets, "with_offsets")
        self.with_offsets = with_offsets

    def __call__(self, data):
        text = text_of(data, type(self).__name__)
        parts = list(self._parts(text)) or [(0, 0)]
        tokens = np.array([text[start:end] for start, end in parts], str)
        if not self.with_offsets:
            return tokens
        return tokens, *(np.array([len(text[:place].encode()) for place in places], np.uint32)
                         for places in zip(*parts))

    def _parts(self, text):
        raise NotImplementedError(f"{type(self).__name__} does not say what the parts of a text are.")


class UnicodeCharTokenizer(_Tokenizer):
    """Each character."""

    def _parts(self, text):
        return [(i, i + 1) for i in range(len(text))]


class WhitespaceTokenizer(_Tokenizer):
    """What stands between white space."""

    def _parts(self, text):
        return [match.span() for match in re.finditer(r"\S+", text)]


class RegexTokenizer(_Tokenizer):
    """What stands between matches of delim_pattern; matches that keep_delim_pattern matches too are kept."""

    def __init__(self, delim_pattern, keep_delim_pattern="", with_offsets=False):
        super().__init__(with_offsets)
        check_type(delim_pattern, [str], "delim_pattern")
        check_type(keep_delim_pattern, [str], "keep_delim_pattern")
        self.delimiter = compiled(delim_pattern, "RegexTokenizer")
        self.kept = compiled(keep_delim_pattern, "RegexTokenizer") if keep_delim_pattern else None

    def _parts(self, text):
        start = 0
        for match in self.delimiter.finditer(text):
            if match.end() == match.start():
                continue
            if match.start() > start:
                yield start, match.start()
            if self.kept is not None and self.kept.fullmatch(match[0]):
                yield match.span()
            start = match.end()
        if start < len(text):
            yield start, len(text)


_SCRIPTS = ("LATIN", "CJK", "HIRAGANA", "KATAKANA", "HANGUL", "CYRILLIC", "GREEK", "ARABIC", "HEBREW", "THAI",
            "DEVANAGARI", "ARMENIAN", "GEORGIAN", "BENGALI", "TAMIL", "TELUGU", "ETHIOPIC", "KHMER", "LAO", "MYANMAR")


def _script(character):
    """What a character is written in, or "" for those that all scripts share."""
    name = unicodedata.name(character, "")
    first = name.split(" ")[0]
    is_letter = unicodedata.category(character)[0] == "L"
    return first if is_letter and first in _SCRIPTS else ""


class UnicodeScriptTokenizer(_Tokenizer):
    """Runs of one script; what is no letter is a script of its own, and white space is left out unless it is kept."""

    def __init__(self, keep_whitespace=False, with_offsets=False):
        super().__init__(with_offsets)
        check_bool(keep_whitespace, "keep_whitespace")
        self.keep = keep_whitespace

    def _parts(self, text):
        start = 0
        for (is_space, _), run in itertools.groupby(text, lambda c: (c.isspace(), "" if c.isspace() else _script(c))):
            end = start + len(list(run))
            if self.keep or not is_space:
                yield start, end
            start = end


_CJK = ((0x4E00, 0x9FFF), (0x3400, 0x4DBF), (0x20000, 0x2A6DF), (0x2A700, 0x2B73F), (0x2B740, 0x2B81F),
        (0x2B820, 0x2CEAF), (0xF900, 0xFAFF), (0x2F800, 0x2FA1F))


def _stands_alone(character):
    code = ord(character)
    is_ascii_mark = 33 <= code <= 47 or 58 <= code <= 64 or 91 <= code <= 96 or 123 <= code <= 126
    return is_ascii_mark or unicodedata.category(character)[0] == "P" or any(low <= code <= high for low, high in _CJK)


_UNUSED = re.compile(r"\[(?:CLS|SEP|UNK|PAD|MASK|unused\d+)\]")


class BasicTokenizer(_Tokenizer):
    """
    Words, and marks and Chinese characters by themselves. With lower_case, small letters without accents; else a form
    of Unicode. [CLS], [SEP], [UNK], [PAD], [MASK] and [unused0] are kept whole unless preserve_unused_token is False.
    """

    def __init__(self, lower_case=False, keep_whitespace=False, normalization_form=NormalizeForm.NONE,
                 preserve_unused_token=True, with_offsets=False):
        super().__init__(with_offsets)
        for name, value in (("lower_case", lower_case), ("keep_whitespace", keep_whitespace),
                            ("preserve_unused_token", preserve_unused_token)):
            check_bool(value, name)
        check_type(normalization_form, [NormalizeForm], "normalization_form")
        self.lower, self.keep, self.form, self.preserve = (lower_case, keep_whitespace, normalization_form,
                                                           preserve_unused_token)

    def __call__(self, data):
        text = text_of(data, "BasicTokenizer")
        if self.preserve:
            pieces = re.split(f"({_UNUSED.pattern})", text)
            text = "".join(piece if _UNUSED.fullmatch(piece) else self._cleaned(piece) for piece in pieces)
        else:
            text = self._cleaned(text)
        return super().__call__(np.array(text))

    def _cleaned(self, text):
        if self.lower:
            text = unicodedata.normalize("NFD", unicodedata.normalize("NFKC", text).casefold())
            text = "".join(character for character in text if unicodedata.category(character) != "Mn")
        else:
            text = normal(text, self.form)
        return "".join(c for c in text if c in "\t\n\r" or unicodedata.category(c) not in ("Cc", "Cf"))

    def _parts(self, text):
        start = 0
        kept = [match.span() for match in _UNUSED.finditer(text)] if self.preserve else []
        for left, right in [*kept, (len(text), len(text))]:
            yield from self._plain_parts(text, start, left)
            if right > left:
                yield left, right
            start = right

    def _plain_parts(self, text, start, end):
        word = start
        for place in range(start, end):
            is_space = text[place].isspace()
            if not is_space and not _stands_alone(text[place]):
                continue
            if place > word:
                yield word, place
            if self.keep or not is_space:
                yield place, place + 1
            word = place + 1
        if end > word:
            yield word, end


class WordpieceTokenizer(Transform):
    """
    Each word as the longest pieces that the vocabulary has; those that do not begin a word have suffix_indicator in
    front. Words of more than max_bytes_per_token bytes, and those without such pieces, are unknown_token, or
    themselves where that is empty.
    """

    def __init__(self, vocab, suffix_indicator="##", max_bytes_per_token=100, unknown_token="[UNK]",
                 with_offsets=False):
        check_type(vocab, [Vocab], "vocab")
        check_type(suffix_indicator, [str], "suffix_indicator")
        check_positive(max_bytes_per_token, "max_bytes_per_token")
        check_type(unknown_token, [str], "unknown_token")
        check_bool(with_offsets, "with_offsets")
        self.vocab, self.suffix, self.longest = vocab, suffix_indicator, max_bytes_per_token
        self.unknown, self.with_offsets = unknown_token, with_offsets

    def __call__(self, data, *offsets):
        words = texts_of(data, "WordpieceTokenizer").reshape(-1).tolist()
        starts = offsets[0].tolist() if offsets else [0] * len(words)
        found = [(piece, start + left, start + right) for word, start in zip(words, starts)
                 for piece, left, right in self._pieces(word)]
        pieces, lefts, rights = zip(*found or [("", 0, 0)])
        if not self.with_offsets:
            return np.array(pieces)
        return np.array(pieces), np.array(lefts, np.uint32), np.array(rights, np.uint32)

    def _pieces(self, word):
        """[(piece, first byte, byte behind the last), ...]"""
        whole = len(word.encode())
        unknown = [(self.unknown or word, 0, whole)]
        if whole > self.longest:
            return unknown
        pieces, start = [], 0
        while start < len(word):
            end = len(word)
            prefix = self.suffix if start else ""
            while end > start and self.vocab.number_of(prefix + word[start:end]) < 0:
                end -= 1
            if end == start:
                return unknown
            pieces.append((prefix + word[start:end], len(word[:start].encode()), len(word[:end].encode())))
            start = end
        return pieces


class BertTokenizer(Transform):
    """BasicTokenizer and then WordpieceTokenizer."""

    def __init__(self, vocab, suffix_indicator="##", max_bytes_per_token=100, unknown_token="[UNK]", lower_case=False,
                 keep_whitespace=False, normalization_form=NormalizeForm.NONE, preserve_unused_token=True,
                 with_offsets=False):
        self.basic = BasicTokenizer(lower_case, keep_whitespace, normalization_form, preserve_unused_token,
                                    with_offsets)
        self.pieces = WordpieceTokenizer(vocab, suffix_indicator, max_bytes_per_token, unknown_token, with_offsets)

    def __call__(self, data):
        words = self.basic(data)
        return self.pieces(*words) if isinstance(words, tuple) else self.pieces(words)


class PythonTokenizer(Transform):
    """What a function makes of a text: a list of texts."""

    def __init__(self, tokenizer):
        if not callable(tokenizer):
            raise TypeError("tokenizer should be a callable Python function.")
        self.tokenizer = tokenizer

    def __call__(self, data):
        return np.array(call_user(self.tokenizer, text_of(data, "PythonTokenizer")))
