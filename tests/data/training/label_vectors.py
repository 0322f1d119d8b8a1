# Classes as vectors, images mixed with their labels, and pieces of words that are unknown.
import numpy as np

from mindspore.dataset import text, transforms, vision

for shape in ((), (1,), (3,), (3, 1), (1, 1), (3, 2), (3, 1, 1), (2, 1, 3), (1, 3)):
    try:
        print(shape, transforms.OneHot(10)(np.zeros(shape, np.int32)).shape, transforms.OneHot(5, 0.1)(np.zeros(shape, np.int32)).shape)
    except RuntimeError as problem:
        print(shape, "Only support scalar or 1D input, got rank: 2" in str(problem))

images = np.random.RandomState(0).rand(4, 5, 5, 3)
labels = np.eye(4)
mixed, parts = vision.MixUp(4, 0.2)(images, labels)
print(mixed.shape, mixed.dtype, np.allclose(parts.sum(1), 1))
print(all(np.allclose(mixed[i], parts[i, i] * images[i] + parts[i, (i + 1) % 4] * images[(i + 1) % 4]) for i in range(4)))
mix = vision.MixUp(4, 0.2, is_single=False)
first, first_labels = mix(images, labels)
second, second_labels = mix(images[::-1], labels[::-1])
print(np.allclose(first, images), np.allclose(first_labels, labels), np.allclose(second_labels.sum(1), 1))
print(all(np.allclose(second[i], second_labels[i, 3 - i] * images[3 - i] + second_labels[i, i] * images[i]) for i in range(4)))
one, vectors = vision.MixUp(2, 0.2, is_single=False)(images[0], np.array([[0, 1]]))
print(one.shape, vectors.shape)

vocab = text.Vocab.from_list(["book", "era", "##ite"])
print(text.WordpieceTokenizer(vocab, unknown_token="[UNK]")(["happy", "bookite", "eraite", "booky"]))
print(text.WordpieceTokenizer(vocab, unknown_token="")(["happy", "bookite"]))
