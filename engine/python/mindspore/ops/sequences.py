# SPDX-License-Identifier: Apache-2.0
"""Sequences of labels: the loss of connectionist temporal classification and its decoding, distances of texts."""
import numpy as np

from mindspore.common.dtype import int64
from mindspore.common.tensor import Tensor
from mindspore.ops.primitive import primitive_call as call

__all__ = ["ctc_loss", "ctc_greedy_decoder"]

_NEVER = -1e30  # stands for log(0), whose gradient would be NaN


def _padded_targets(targets, lengths):
    """(N, S) of targets that may come one behind the other."""
    if targets.ndim == 2:
        return targets
    sizes = lengths.asnumpy()
    table = np.zeros((len(sizes), max(int(sizes.max(initial=0)), 1)), np.int64)
    for row, (end, size) in enumerate(zip(np.cumsum(sizes), sizes)):
        table[row, :size] = np.arange(end - size, end)
    return call("Gather", targets, Tensor(table), 0)


def _added(a, b):
    """log(exp(a) + exp(b))."""
    high, low = call("Maximum", a, b), call("Minimum", a, b)
    return high + call("Log1p", call("Exp", low - high))


def _shifted(alpha, by):
    """alpha of the state `by` places before."""
    lead = call("Full", (alpha.shape[0], by), _NEVER, alpha.dtype)
    return call("Concat", (lead, alpha[:, :-by]), 1)


def _states(targets, blank):
    """(labels of the states: a blank around each target, which states may be reached over the blank before them)"""
    n, s = targets.shape
    blanks = call("Full", (n, s), blank, int64)
    labels = call("Stack", (blanks, targets.astype(int64)), 2).reshape((n, 2 * s))
    labels = call("Concat", (labels, call("Full", (n, 1), blank, int64)), 1)
    before = call("Concat", (call("Full", (n, 2), blank, int64), labels[:, :-2]), 1)
    return labels, call("LogicalAnd", call("NotEqual", labels, blank), call("NotEqual", labels, before))


def ctc_loss(log_probs, targets, input_lengths, target_lengths, blank=0, reduction="mean", zero_infinity=False):
    """(the negative logarithm of how likely the targets are, the logarithms of the states on the way (N, T, 2 S + 1)) for
    log_probs (T, N, C) and targets (N, S) or one behind the other. reduction "none", "sum", or "mean" of the losses over
    the lengths of their targets; zero_infinity makes losses of impossible targets 0."""
    if log_probs.ndim != 3:
        raise ValueError(f"For 'ctc_loss', the dimension of 'log_probs' must be 3, but got {log_probs.ndim}.")
    if reduction not in ("none", "mean", "sum"):
        raise ValueError(f"For 'ctc_loss', the 'reduction' must be 'none', 'mean' or 'sum', but got {reduction!r}.")
    steps, n, classes = log_probs.shape
    if not 0 <= blank < classes:
        raise ValueError(f"For 'ctc_loss', the 'blank' must be from 0 to {classes - 1}, but got {blank}.")
    for what, part in (("input_lengths", input_lengths), ("target_lengths", target_lengths)):
        if not isinstance(part, Tensor) and any(isinstance(length, float) for length in part):
            raise TypeError(f"For primitive[CTCLossV2], the input argument[{what}] must be a type of {{Int32, Int64}}, "
                            "but got Float32.")
    lengths = [part if isinstance(part, Tensor) else Tensor(np.asarray(part, np.int64))
               for part in (input_lengths, target_lengths)]
    labels, may_skip = _states(_padded_targets(targets, lengths[1]), blank)
    count = labels.shape[1]
    ends = lengths[1].astype(int64).reshape((n, 1)) * 2
    inside = call("LessEqual", call("BroadcastTo", Tensor(np.arange(count).reshape(1, -1)), (n, count)), ends)
    labels = call("Select", inside, labels, blank)  # what stands behind the targets may be anything
    never = call("Full", (n, count), _NEVER, log_probs.dtype)
    first = Tensor((np.arange(count) < 2).reshape(1, -1))
    here = call("GatherD", log_probs[0], 1, labels)
    alpha = call("Select", call("LogicalAnd", inside, first), here, never)
    kept = [alpha]
    for step in range(1, steps):
        reached = _added(alpha, _shifted(alpha, 1))
        if count > 2:
            reached = _added(reached, call("Select", may_skip, _shifted(alpha, 2), never))
        new = call("Select", inside, reached + call("GatherD", log_probs[step], 1, labels), never)
        runs = call("Less", step, lengths[0]).reshape((n, 1))
        alpha = call("Select", call("BroadcastTo", runs, alpha.shape), new, alpha)
        kept.append(call("Select", call("BroadcastTo", runs, alpha.shape), new, never))
    last = call("GatherD", alpha, 1, ends)
    before = call("GatherD", alpha, 1, call("Maximum", ends - 1, 0))
    before = call("Select", call("Greater", ends, 0), before, call("Full", before.shape, _NEVER, before.dtype))
    loss = -_added(last, before).reshape((n,))
    impossible = call("Greater", loss, -_NEVER / 2)
    filling = call("Full", (n,), 0.0 if zero_infinity else float("inf"), loss.dtype)
    loss = call("Select", impossible, filling, loss)
    table = call("Stack", tuple(kept), 1)
    table = call("Select", call("Less", table, _NEVER / 2), call("Full", table.shape, float("-inf"), table.dtype), table)
    return _reduced(loss, lengths[1], reduction), table


def _reduced(loss, lengths, reduction):
    if reduction == "none":
        return loss
    if reduction == "sum":
        return call("ReduceSum", loss)
    return call("ReduceMean", loss / call("Maximum", lengths.astype(loss.dtype), 1.0))


def ctc_greedy_decoder(inputs, sequence_length, merge_repeated=True):
    """(places (labels, 2), labels, (N, longest), the negative sum of the largest inputs (N, 1)) of inputs (T, N, C): the
    best class of each step without the last one, the blank, and (with merge_repeated) without repetitions."""
    values, lengths = inputs.asnumpy(), sequence_length.asnumpy()
    blank, places, labels, scores, longest = values.shape[2] - 1, [], [], [], 0
    for row, length in enumerate(lengths):
        if length > len(values):
            raise RuntimeError(f"For 'CTCGreedyDecoder', sequence_length[{row}] {length} should be less than {len(values)}.")
        best = values[:length, row].argmax(-1)
        scores.append(-values[:length, row].max(-1).sum())
        kept = [label for step, label in enumerate(best)
                if label != blank and not (merge_repeated and step and best[step - 1] == label)]
        places += [(row, place) for place in range(len(kept))]
        labels += kept
        longest = max(longest, len(kept))
    return (Tensor(np.array(places, np.int64).reshape(-1, 2)), Tensor(np.array(labels, np.int64)),
            Tensor(np.array([len(lengths), longest], np.int64)), Tensor(np.array(scores, values.dtype).reshape(-1, 1)))


def distance(first, second):
    """The fewest insertions, deletions and changes that make one sequence the other."""
    row = list(range(len(second) + 1))
    for i, a in enumerate(first, 1):
        row, before = [i], row
        for j, b in enumerate(second, 1):
            row.append(min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (a != b)))
    return row[-1]
