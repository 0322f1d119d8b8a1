# SPDX-License-Identifier: Apache-2.0
"""Transforms of the characters of texts."""
import re
import unicodedata
from enum import IntEnum

import numpy as np

from mindspore.dataset.arrays import as_array, is_text
from mindspore.dataset.checks import check_bool, check_type
from mindspore.dataset.errors import pipeline_error
from mindspore.dataset.transforms.transform import Transform


def texts_of(data, name):
    """The array of texts; RuntimeError for anything else."""
    data = as_array(data)
    if not is_text(data):
        raise pipeline_error(f"{name}: the input shape or type is not correct, it should be string, but got: "
                             f"{data.dtype}.")
    return np.char.decode(data, "utf8") if data.dtype.kind == "S" else data


def text_of(data, name):
    """The text that an array holds alone; RuntimeError for anything else."""
    texts = texts_of(data, name)
    if texts.size != 1 or texts.ndim > 1:
        raise pipeline_error(f"{name}: the input should be a single text, but got shape {list(texts.shape)}.")
    return str(texts.reshape(-1)[0])


class TextTransform(Transform):
    """A subclass says in `_changed` what becomes of each text."""

    def __call__(self, data):
        texts = texts_of(data, type(self).__name__)
        return np.array([self._changed(str(text)) for text in texts.reshape(-1)], str).reshape(texts.shape)

    def _changed(self, text):
        raise NotImplementedError(f"{type(self).__name__} does not say what it does.")


class CaseFold(TextTransform):
    """Letters without their case, in compatible forms."""

    def _changed(self, text):
        return unicodedata.normalize("NFKC", text).casefold()


class NormalizeForm(IntEnum):
    """The forms of Unicode texts."""
    NONE = 0
    NFC = 1
    NFKC = 2
    NFD = 3
    NFKD = 4


def normal(text, form):
    """A text in a form."""
    return text if form is NormalizeForm.NONE else unicodedata.normalize(form.name, text)


class NormalizeUTF8(TextTransform):
    """A form of Unicode."""

    def __init__(self, normalize_form=NormalizeForm.NFKC):
        check_type(normalize_form, [NormalizeForm], "normalize_form")
        self.form = normalize_form

    def _changed(self, text):
        return normal(text, self.form)


def compiled(pattern, name):
    """A regular expression; RuntimeError if it is none."""
    try:
        return re.compile(pattern)
    except re.error as failure:
        raise pipeline_error(f"{name}: invalid pattern {pattern!r}: {failure}.") from None


class RegexReplace(TextTransform):
    """What a regular expression matches, everywhere or only first, replaced; $1 stands for what a group matched."""

    def __init__(self, pattern, replace, replace_all=True):
        check_type(pattern, [str], "pattern")
        check_type(replace, [str], "replace")
        check_bool(replace_all, "replace_all")
        self.pattern = compiled(pattern, "RegexReplace")
        self.replace, self.count = re.sub(r"\$(\d)", r"\\g<\1>", replace), 0 if replace_all else 1

    def _changed(self, text):
        return self.pattern.sub(self.replace, text, self.count)


_DIGITS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]

# What is left of the mark-up of Wikipedia: (what goes, what takes its place), in turn.
_WIKIPEDIA = [(re.compile(pattern, re.IGNORECASE), text) for pattern, text in (
    (r"<.*>", ""), ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">"), (r"<ref[^<]*</ref>", ""), (r"<[^>]*>", ""),
    (r"\[http:[^] ]*", "["), (r"\|thumb", ""), (r"\|left", ""), (r"\|right", ""), (r"\|\d+px", ""),
    (r"\[\[image:[^\[\]]*\|", ""), (r"\[\[category:([^|\]]*)[^]]*\]\]", r"[[\1]]"), (r"\[\[[a-z\-]*:[^\]]*\]\]", ""),
    (r"\[\[[^\|\]]*\|", "[["), (r"\{\{[^\}]*\}\}", ""), (r"\{[^\}]*\}", ""), (r"\[", ""), (r"\]", ""),
    (r"&[^;]*;", " "))]


class FilterWikipediaXML(TextTransform):
    """Only small letters, with digits in words, of the mark-up of a page of Wikipedia."""

    def _changed(self, text):
        for pattern, replacement in _WIKIPEDIA:
            text = pattern.sub(replacement, text)
        text = re.sub(r"\d", lambda digit: f" {_DIGITS[int(digit[0])]} ", text.lower())
        return re.sub(r"\s+", " ", re.sub(r"[^a-z\n]+", " ", text)).strip()


def _arrays_of_texts(array, kind):
    if not isinstance(array, np.ndarray):
        raise TypeError("input should be a NumPy array.")
    if array.dtype.kind not in kind:
        raise TypeError(f"input should be an array of {'texts' if kind == 'U' else 'bytes'}.")
    return array


def to_bytes(array, encoding="utf8"):
    """The bytes of an array of texts."""
    return np.char.encode(_arrays_of_texts(array, "U"), encoding)


def to_str(array, encoding="utf8"):
    """The texts of an array of bytes."""
    return np.char.decode(_arrays_of_texts(array, "S"), encoding)
