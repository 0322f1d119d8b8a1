# Vocabularies, tokenizers and other transforms of texts.
import os
import tempfile

import mindspore as ms
import mindspore.dataset as ds
import mindspore.dataset.text as text
import numpy as np

os.chdir(tempfile.mkdtemp())
with open("words.vec", "w", encoding="utf-8") as file:
    file.write("2 3\nthe 1 2 3\ncat 4 5 6\n")
vocab = text.Vocab.from_list(["un", "##aff", "##able", "my", "fav", "the", "中", "国", "love", "##s", "[UNK]", "I", "'"])
rows = ds.NumpySlicesDataset((np.array([["a", "b"], ["b", "c"], ["b", "a"]]),), ["t"], shuffle=False)
for made in (vocab, text.Vocab.from_dict({"x": 3, "y": 1}), text.Vocab.from_list(["q"], ["<u>"], False),
             text.Vocab.from_dataset(rows, "t"), text.Vocab.from_dataset(rows, ["t"], (2, 3), 1, ["<p>"])):
    print(sorted(made.vocab().items(), key=lambda item: item[1]))
print(vocab.tokens_to_ids(["un", "zz"]), vocab.ids_to_tokens([0, 5]), vocab.tokens_to_ids("my"))

sentence = np.array("I love the unaffable 中国, my favs [CLS] [unused3]!")
for transform in (text.UnicodeCharTokenizer(True), text.WhitespaceTokenizer(True), text.RegexTokenizer(r"[\s,]", "[,]", True),
                  text.UnicodeScriptTokenizer(), text.UnicodeScriptTokenizer(True, True), text.BasicTokenizer(),
                  text.BertTokenizer(vocab), text.BertTokenizer(vocab, with_offsets=True), text.CaseFold(),
                  text.NormalizeUTF8(text.NormalizeForm.NFD), text.RegexReplace("[aeiou]", "_"),
                  text.PythonTokenizer(lambda line: line.split(" "))):
    result = transform(sentence)
    print(type(transform).__name__, *(part.tolist() for part in (result if isinstance(result, tuple) else (result,))))
words = np.array(["a", "the", "cat", "I"])
for transform in (text.Lookup(vocab, "[UNK]"), text.Lookup(vocab, "[UNK]", ms.int64), text.Ngram(2),
                  text.Ngram([1, 3], ("<", 2), (">", 1), "-"), text.Truncate(2), text.AddToken("X"),
                  text.AddToken("X", False), text.ToVectors(text.FastText.from_file("words.vec")), text.SlidingWindow(3)):
    result = transform(words)
    print(type(transform).__name__, result.dtype.kind, result.tolist())
print(text.ToNumber(ms.int32)(np.array(["1", "-20"])), text.ToNumber(ms.float32)(np.array(["1.5", "2"])))
print([part.tolist() for part in text.TruncateSequencePair(5)(np.array([1, 2, 3, 4]), np.array([7, 8, 9]))])
