# SPDX-License-Identifier: Apache-2.0
"""Texts: vocabularies, tokenizers and transforms of tokens."""
from mindspore.dataset.text.pieces import (AddToken, Lookup, Ngram, SlidingWindow, ToNumber, ToVectors, Truncate,
                                           TruncateSequencePair)
from mindspore.dataset.text.sentencepiece import (SentencePieceModel, SentencePieceTokenizer, SentencePieceVocab,
                                                  SPieceTokenizerLoadType, SPieceTokenizerOutType)
from mindspore.dataset.text.strings import (CaseFold, FilterWikipediaXML, NormalizeForm, NormalizeUTF8, RegexReplace,
                                            to_bytes, to_str)
from mindspore.dataset.text.tokenizers import (BasicTokenizer, BertTokenizer, PythonTokenizer, RegexTokenizer,
                                               UnicodeCharTokenizer, UnicodeScriptTokenizer, WhitespaceTokenizer,
                                               WordpieceTokenizer)
from mindspore.dataset.text.vectors import CharNGram, FastText, GloVe, Vectors
from mindspore.dataset.text.vocabulary import Vocab
from mindspore._missing import missing_names

__getattr__ = missing_names("mindspore.dataset.text")
