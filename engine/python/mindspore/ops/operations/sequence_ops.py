# SPDX-License-Identifier: Apache-2.0
"""Primitives of sequences, of orders of axes, of summaries, and small ones that are one function each."""
import sys

import numpy as np

from mindspore.common.dtype import int32, int64, uint8
from mindspore.common.tensor import Tensor
from mindspore.ops.gradient import value_and_grad
from mindspore.ops.operations._rows import attrs, module_getattr, operator
from mindspore.ops.primitive import primitive_call as call
from mindspore.ops.sequences import ctc_loss, distance


def _ops():
    return sys.modules["mindspore.ops"]


# --- sequences --------------------------------------------------------------------------------------------------------

def _ctc_loss(prim, x, labels_indices, labels_values, sequence_length):
    """(losses, their gradients) of logits; the last class is the blank."""
    rows, values = labels_indices.asnumpy(), labels_values.asnumpy()
    lengths = np.bincount(rows[:, 0], minlength=x.shape[1])
    targets = np.zeros((x.shape[1], max(int(lengths.max(initial=0)), 1)), np.int64)
    targets[rows[:, 0], rows[:, 1]] = values
    given = Tensor(targets), sequence_length, Tensor(lengths.astype(np.int64))

    def losses(logits):
        return ctc_loss(call("LogSoftmax", logits, -1), *given, x.shape[2] - 1, "none")[0]
    return value_and_grad(losses)(x)


def _edit_distance(prim, hypothesis_indices, hypothesis_values, hypothesis_shape, truth_indices, truth_values, truth_shape):
    """Distances of the sequences along the last axis."""
    shape = tuple(max(a, b) for a, b in zip(hypothesis_shape.tolist()[:-1], truth_shape.tolist()[:-1]))

    def sequences(indices, values):
        found = {}
        for place, value in zip(indices.tolist(), values.tolist()):
            found.setdefault(tuple(place[:-1]), []).append(value)
        return found
    first, second = sequences(hypothesis_indices, hypothesis_values), sequences(truth_indices, truth_values)
    found = np.zeros(shape, np.float32)
    for place in np.ndindex(*shape):
        truth = second.get(place, [])
        steps = distance(first.get(place, []), truth)
        with np.errstate(divide="ignore", invalid="ignore"):
            found[place] = np.float32(steps) / len(truth) if prim.normalize and truth else \
                (np.inf if prim.normalize and steps else steps)
    return Tensor(found)


def _no_repeat(prim, state_seq, log_probs):
    """log_probs with the lowest number for words that would repeat ngram_size words of the sequence."""
    words, size = state_seq.asnumpy(), prim.ngram_size
    barred = np.zeros(log_probs.shape, bool)
    for place in np.ndindex(*words.shape[:-1]):
        line = words[place].tolist()
        tail = line[len(line) - size + 1:]
        for start in range(len(line) - size + 1):
            if line[start:start + size - 1] == tail:
                barred[place + (line[start + size - 1],)] = True
    lowest = call("Full", log_probs.shape, float(np.finfo(np.float32).min), log_probs.dtype)
    return call("Select", Tensor(barred), lowest, log_probs)


# --- orders of axes ---------------------------------------------------------------------------------------------------

def _dim_map(prim, x):
    return call("Gather", Tensor([prim.src_format.index(axis) for axis in prim.dst_format], int32), x, 0)


def _vec_permute(prim, x):
    return call("Gather", x, Tensor([prim.src_format.index(axis) for axis in prim.dst_format], int64), 0)


# --- places -----------------------------------------------------------------------------------------------------------

def _index_put(prim, x1, x2, indices):
    return _ops().index_put(x1, tuple(part.astype(int64) for part in indices), x2, bool(prim.accumulate))


def _inplace_update(prim, x, indices, v):
    places = indices if isinstance(indices, Tensor) else Tensor(np.asarray(indices, np.int64).reshape(-1))
    return call("TensorScatterUpdate", x, places.reshape((-1, 1)), v)


def _scatter_add_axis(prim, x, indices, updates):
    return call("TensorScatterElements", x, indices, updates, prim.axis, "add")


def _sub_and_filter(prim, x, max_num, offset):
    """(what lies from 0 to max_num once offset is taken off, its places)"""
    moved = x.asnumpy() - (offset.asnumpy() if isinstance(offset, Tensor) else offset)
    most = int(max_num.asnumpy()) if isinstance(max_num, Tensor) else max_num
    kept = np.flatnonzero((moved >= 0) & (moved < most))
    return Tensor(moved[kept]), Tensor(kept.astype(moved.dtype))


def _map_uniform(prim, x, per_group_size, group_num):
    size, groups = (int(part.asnumpy()) if isinstance(part, Tensor) else part for part in (per_group_size, group_num))
    return call("FloorMod", x, groups) * size + call("FloorDiv", x, groups)


def _bitpack(prim, x, threshold):
    """Eight comparisons a byte, the first one its highest bit."""
    if x.shape[-1] % 8:
        raise ValueError(f"For 'CompareAndBitpack', the last axis must be a multiple of 8, but got {x.shape[-1]}.")
    bits = call("Greater", x, threshold).astype(int32).reshape((*x.shape[:-1], -1, 8))
    return call("ReduceSum", bits * Tensor(2 ** np.arange(7, -1, -1), int32), -1).astype(uint8)


def _histogram(prim, x):
    counts = call("Histc", x, prim.bins, prim.min, prim.max)
    return counts.astype(x.dtype if x.dtype.is_floating_point else int32)


def _ragged_range(prim, starts, limits, deltas):
    """(where each row begins and the last ends, the rows behind one another) of ranges of different lengths."""
    given = np.broadcast_arrays(*(np.atleast_1d(value.asnumpy()) for value in (starts, limits, deltas)))
    if not (given[2] != 0).all():
        raise ValueError("For 'RaggedRange', no step may be 0.")
    rows = [np.arange(*row) for row in zip(*given)]
    splits = np.cumsum([0, *map(len, rows)])
    return Tensor(splits, prim.Tsplits), Tensor(np.concatenate(rows).astype(given[0].dtype))


def _unseen(prim, name, value):
    """Values of every run are kept anyway: nothing else is written."""


CTCLoss = operator("CTCLoss", attrs(preprocess_collapse_repeated=False, ctc_merge_repeated=True,
                                    ignore_longer_outputs_than_inputs=False), run=_ctc_loss)
CTCLossV2 = operator("CTCLossV2", attrs(blank=0, reduction="none", zero_infinity=False), function="ctc_loss")
CTCGreedyDecoder = operator("CTCGreedyDecoder", attrs(merge_repeated=True), function="ctc_greedy_decoder")
EditDistance = operator("EditDistance", attrs(normalize=True), run=_edit_distance)
NoRepeatNGram = operator("NoRepeatNGram", attrs(ngram_size=1), run=_no_repeat)
DataFormatDimMap = operator("DataFormatDimMap", attrs(src_format="NHWC", dst_format="NCHW"), run=_dim_map)
DataFormatVecPermute = operator("DataFormatVecPermute", attrs(src_format="NHWC", dst_format="NCHW"), run=_vec_permute)
IndexPut = operator("IndexPut", attrs(accumulate=0), run=_index_put)
InplaceUpdateV2 = operator("InplaceUpdateV2", run=_inplace_update)
ParallelConcat = operator("ParallelConcat", run=lambda prim, values: call("Concat", tuple(values), 0))
ScatterAddWithAxis = operator("ScatterAddWithAxis", attrs(axis=0), run=_scatter_add_axis)
SubAndFilter = operator("SubAndFilter", run=_sub_and_filter)
MapUniform = operator("MapUniform", run=_map_uniform)
CompareAndBitpack = operator("CompareAndBitpack", run=_bitpack)
Histogram = operator("Histogram", attrs(bins=100, min=0.0, max=0.0), run=_histogram)
MultiMarginLoss = operator("MultiMarginLoss", attrs(p=1, margin=1.0, reduction="mean"),
                           run=lambda prim, x, target, weight=None: _ops().multi_margin_loss(
                               x, target, prim.p, prim.margin, weight, prim.reduction))
RaggedRange = operator("RaggedRange", attrs("Tsplits"), run=_ragged_range)
ScalarSummary = operator("ScalarSummary", run=_unseen)
TensorSummary = operator("TensorSummary", run=_unseen)
ImageSummary = operator("ImageSummary", run=_unseen)
HistogramSummary = operator("HistogramSummary", run=_unseen)

__getattr__ = module_getattr("mindspore.ops.operations.sequence_ops")
