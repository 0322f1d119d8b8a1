# SPDX-License-Identifier: Apache-2.0
"""Functions that are composed of several operators, against what NumPy says in its own words.

usage: functions.py CASE; prints "ok", or the error.
"""
import sys

import numpy as np

import mindspore as ms
from mindspore import Tensor, ops

a = np.arange(24.0).reshape(2, 3, 4)
m, v, w = a[0], np.array([3.0, 1.0, 2.0, 1.0, 3.0]), np.array([4.0, 5.0])
t, tm, tv, tw = Tensor(a), Tensor(m), Tensor(v), Tensor(w)
image = np.random.default_rng(1).random((2, 8, 4, 6))
blocks = image.reshape(2, 2, 2, 2, 4, 6).transpose(0, 1, 4, 2, 5, 3).reshape(2, 2, 8, 12)
columns = np.stack([image[:, :, i:i + 3, j:j + 4] for i in range(2) for j in range(3)], 2).reshape(2, 48, 12)
dealt = image.reshape(2, 4, 2, 4, 6).transpose(0, 2, 1, 3, 4).reshape(image.shape)
runs = Tensor([1, 1, 2, 2, 3, 1])
PAIRS = {
    "split": (ops.split(t, 3, 2), np.split(a, [3], 2)),
    "split into sizes": (ops.split(t, [1, 2], 1), np.split(a, [1], 1)),
    "tensor_split": (ops.tensor_split(tv, 3), np.array_split(v, 3)),
    "tensor_split at places": (ops.tensor_split(tv, (1, 3)), np.split(v, [1, 3])),
    "hsplit": (ops.hsplit(t, 3), np.hsplit(a, 3)),
    "vsplit": (ops.vsplit(t, 2), np.vsplit(a, 2)),
    "dsplit": (ops.dsplit(t, [1]), np.dsplit(a, [1])),
    "hstack": (ops.hstack((tv, tw)), np.hstack((v, w))),
    "vstack": (ops.vstack((tv, tv)), np.vstack((v, v))),
    "dstack": (ops.dstack((tm, tm)), np.dstack((m, m))),
    "column_stack": (ops.column_stack((tv, tv)), np.column_stack((v, v))),
    "meshgrid": (ops.meshgrid(tv, tw), np.meshgrid(v, w)),
    "meshgrid by rows": (ops.meshgrid(tv, tw, indexing="ij"), np.meshgrid(v, w, indexing="ij")),
    "repeat_interleave": (ops.repeat_interleave(t, [1, 0, 2], 1), np.repeat(a, [1, 0, 2], 1)),
    "repeat_interleave of all": (ops.repeat_interleave(tm, 2), np.repeat(m, 2)),
    "rot90": ([ops.rot90(t, k, (0, 2)) for k in range(-1, 4)], [np.rot90(a, k, (0, 2)) for k in range(-1, 4)]),
    "fliplr": (ops.fliplr(tm), np.fliplr(m)),
    "flipud": (ops.flipud(tm), np.flipud(m)),
    "movedim": (ops.movedim(t, (0, 2), (1, 0)), np.moveaxis(a, (0, 2), (1, 0))),
    "atleast_3d": (ops.atleast_3d((tv, tm)), np.atleast_3d(v, m)),
    "pad": (ops.pad(t, (1, 2, 0, 1), value=5), np.pad(a, ((0, 0), (0, 1), (1, 2)), constant_values=5)),
    "pad mirrored": (ops.pad(t, (2, 3), mode="reflect"), np.pad(a, ((0, 0), (0, 0), (2, 3)), "reflect")),
    "pad prolonged": (ops.pad(t, (2, 3), mode="replicate"), np.pad(a, ((0, 0), (0, 0), (2, 3)), "edge")),
    "pad repeated": (ops.pad(t, (4, 1), mode="circular"), np.pad(a, ((0, 0), (0, 0), (4, 1)), "wrap")),
    "pixel_shuffle": (ops.pixel_shuffle(Tensor(image), 2), blocks),
    "pixel_unshuffle": (ops.pixel_unshuffle(Tensor(blocks), 2), image),
    "channel_shuffle": (ops.channel_shuffle(Tensor(image), 4), dealt),
    "space to depth and back": (ops.depth_to_space(ops.space_to_depth(Tensor(image), 2), 2), image),
    "space to batch and back": (ops.batch_to_space_nd(ops.space_to_batch_nd(Tensor(image), [2, 3], [[0, 0], [2, 1]]),
                                                     [2, 3], [[0, 0], [2, 1]]), image),
    "unfold": (ops.unfold(Tensor(image), (2, 3)), columns),
    "fold": (ops.fold(Tensor(columns), (4, 6), (2, 3))[0, 0, 1:3, 2:4], image[0, 0, 1:3, 2:4] * 6),
    "reverse_sequence": (ops.reverse_sequence(tm, Tensor([1, 2, 3]), 1), [[0, 1, 2, 3], [5, 4, 6, 7], [10, 9, 8, 11]]),
    "diag": (ops.diag(tv), np.diag(v)),
    "diag of a matrix": (ops.diag(tm), np.diag(m.ravel()).reshape(3, 4, 3, 4)),
    "diag_embed": (ops.diag_embed(tm, 1)[2], np.diag(m[2], 1)),
    "diagonal_scatter": (ops.diagonal_scatter(tm, tw, 2), np.where(np.eye(3, 4, 2) > 0, [[4], [5], [0]], m)),
    "select_scatter": (ops.select_scatter(tm, tm[0] * 2, 0, -1), np.stack([m[0], m[1], m[0] * 2])),
    "block_diag": (ops.block_diag(tv, tm).sum(0), np.concatenate([v, m.sum(0)])),
    "cartesian_prod": (ops.cartesian_prod(tw, tw), [[4, 4], [4, 5], [5, 4], [5, 5]]),
    "combinations": (ops.combinations(tw, 2, True), [[4, 4], [4, 5], [5, 5]]),
    "take": (ops.take(t, Tensor([[0, 23], [-1, 5]])), np.take(a, [[0, 23], [-1, 5]])),
    "nonzero": (ops.nonzero(tm, as_tuple=True), np.nonzero(m)),
    "scatter": (ops.scatter(tm, 1, Tensor([[0, 3]]), 9.0)[0], [9, 1, 2, 9]),
    "argsort": (ops.argsort(tv, descending=True), [0, 4, 2, 1, 3]),
    "topk": (ops.topk(tv, 2, largest=False), ([1, 1], [1, 3])),
    "unique": (ops.unique(tv), ([3, 1, 2], [0, 1, 2, 1, 0])),
    "unique_consecutive": (ops.unique_consecutive(runs, True, True), ([1, 2, 3, 1], [0, 0, 1, 1, 2, 3], [2, 2, 1, 1])),
    "unique_with_pad": (ops.unique_with_pad(runs, 9), ([1, 2, 3, 9, 9, 9], [0, 0, 1, 1, 2, 0])),
    "searchsorted": (ops.searchsorted(tw, tv + 2, right=True), np.searchsorted(w, v + 2, "right")),
    "bucketize": (ops.bucketize(tv, [1.0, 2.0]), np.digitize(v, [1.0, 2.0], True)),
    "bincount": (ops.bincount(runs, minlength=5), np.bincount([1, 1, 2, 2, 3, 1], minlength=5)),
    "sequence_mask": (ops.sequence_mask(Tensor([1, 3])), [[True, False, False], [True, True, True]]),
    "cumsum": (ops.cumsum(t, 1, ms.float32), np.cumsum(a, 1)),
    "logcumsumexp": (ops.logcumsumexp(tv, 0), np.logaddexp.accumulate(v)),
    "segments of integers": (ops.unsorted_segment_min(Tensor([5, 4, 7]), Tensor([0, 0, 1]), 2), [4, 7]),
    "index_put": (ops.index_put(tm, [Tensor([0, 0]), Tensor([1, 1])], tw, True)[0, 1], 10),
    "embedding": (ops.embedding(Tensor([[0, 2]]), tm, padding_idx=0), m[[[0, 2]]]),
}


def case_composed_functions_give_numpys_elements():
    for name, (actual, expected) in PAIRS.items():
        parts = zip(actual, expected, strict=True) if isinstance(actual, (tuple, list)) else [(actual, expected)]
        for part, other in parts:
            other = np.asarray(other)
            assert part.shape == other.shape and np.allclose(part.asnumpy(), other), (name, part, other)


if __name__ == "__main__":
    globals()[f"case_{sys.argv[1]}"]()
    print("ok")
