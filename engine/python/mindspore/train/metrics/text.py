# SPDX-License-Identifier: Apache-2.0
"""How well texts are predicted."""
from collections import Counter

import numpy as np

from mindspore.train.metrics.metric import Metric, rearrange_inputs

_LEAST = 1e-10  # a probability of 0 would make all infinite


class Perplexity(Metric):
    """e to the mean of -log p of the true words; words of `ignore_label` do not count."""

    def __init__(self, ignore_label=None):
        super().__init__()
        self.ignore_label = ignore_label
        self.clear()

    def clear(self):
        self._sum = 0.0
        self._words = 0

    @rearrange_inputs
    def update(self, *inputs):
        """Probabilities <...,C> and numbers of the true words <...>."""
        predicted, truth = self._pair(inputs)
        truth = truth.reshape(-1).astype(np.int64)
        if predicted.size != truth.size * predicted.shape[-1]:
            raise RuntimeError("For 'Perplexity.update', predicted value (inputs[0]) and true value (inputs[1]) should "
                               f"have the same number of words, but got shapes {predicted.shape} and "
                               f"{inputs[1].shape}.")
        chosen = predicted.reshape(-1, predicted.shape[-1])[np.arange(truth.size), truth].astype(np.float64)
        if self.ignore_label is not None:
            chosen = chosen[truth != self.ignore_label]
        self._sum -= np.log(np.maximum(chosen, _LEAST)).sum()
        self._words += chosen.size

    def eval(self):
        """A float; RuntimeError without words."""
        self._check_samples(self._words)
        return float(np.exp(self._sum / self._words))


class BleuScore(Metric):
    """How alike translations are to references: shared runs of 1 to n_gram words, less for too short translations."""

    def __init__(self, n_gram=4, smooth=False):
        super().__init__()
        if not isinstance(n_gram, int) or isinstance(n_gram, bool) or not 1 <= n_gram <= 4:
            raise ValueError(f"For 'BleuScore', the argument 'n_gram' must be an int from 1 to 4, but got {n_gram}.")
        self.n_gram, self.smooth = n_gram, smooth
        self.clear()

    def clear(self):
        self._shared, self._all = np.zeros(self.n_gram), np.zeros(self.n_gram)
        self._length = self._reference_length = 0

    @rearrange_inputs
    def update(self, *inputs):
        """Translations (lists of words), and for each of them a list of references."""
        if len(inputs) != 2:
            raise ValueError(f"For 'BleuScore.update', it needs 2 inputs (candidate_corpus, reference_corpus), but got "
                             f"{len(inputs)}.")
        candidates, references = inputs
        if len(candidates) != len(references):
            raise ValueError("For 'BleuScore.update', candidate_corpus (inputs[0]) and reference_corpus (inputs[1]) "
                             f"should have the same length, but got {len(candidates)} and {len(references)}.")
        for words, others in zip(candidates, references):
            self._length += len(words)
            self._reference_length += min((abs(len(words) - len(other)), len(other)) for other in others)[1]
            found = _runs(words, self.n_gram)
            known = Counter()
            for other in others:
                known |= _runs(other, self.n_gram)
            for run, count in found.items():
                self._all[len(run) - 1] += count
                self._shared[len(run) - 1] += min(count, known[run])

    def eval(self):
        """A float from 0 to 1; RuntimeError without translations."""
        self._check_samples(self._length)
        extra = 1 if self.smooth else 0
        if min(self._shared) + extra == 0:
            return np.float64(0)
        shares = (self._shared + extra) / (self._all + extra)
        shortness = 1.0 if self._length > self._reference_length else np.exp(1 - self._reference_length / self._length)
        return shortness * np.exp(np.log(shares).mean())


def _runs(words, longest):
    return Counter(tuple(words[start:start + length]) for length in range(1, longest + 1)
                   for start in range(len(words) - length + 1))
