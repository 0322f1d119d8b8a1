"""A script that ends with an exception. Step back from it to the operator that caused it.

The line that fails is not the line that is wrong: go back (Shift+F10) and look where the shape comes from.
"""
import numpy as np
import mindspore as ms
from mindspore import Tensor, ops

ms.set_context(mode=ms.PYNATIVE_MODE, device_target="CPU")


def keys_of(tokens):
    # The axes were meant to be (1, 0).
    return ops.transpose(tokens, (0, 1))


def attention(queries, tokens):
    keys = keys_of(tokens)
    scale = queries.shape[-1] ** -0.5
    scores = ops.matmul(queries, keys)
    return ops.softmax(scores * scale, axis=-1)


random = np.random.default_rng(1)
tokens = Tensor(random.standard_normal((6, 4)).astype(np.float32))
queries = ops.tanh(tokens)
weights = attention(queries, tokens)
print("weights", weights.shape)
