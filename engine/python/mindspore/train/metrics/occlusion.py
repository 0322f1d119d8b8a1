# SPDX-License-Identifier: Apache-2.0
"""Which parts of an input a network's answer hangs on."""
import numpy as np

from mindspore.common.cellbase import CellBase
from mindspore.common.tensor import Tensor
from mindspore.train.metrics.metric import Metric, rearrange_inputs


def _check_type(name, value, kinds):
    if not isinstance(value, kinds) or isinstance(value, bool):
        raise TypeError(f"For 'OcclusionSensitivity', the type of '{name}' should be one of "
                        f"{[kind.__name__ for kind in kinds]}, but got '{type(value).__name__}'.")


class OcclusionSensitivity(Metric):
    """
    By how much the answer for a label sinks when the surroundings of each element are covered.

    Args:
        pad_val (float): what covered elements are.
        margin (int, list): how far a cover reaches from its element; at its end not included.
        n_batch (int): how many covered inputs go through the network at once.
        b_box (list): [first, last, ...] for each axis but the batch: only covers around these; a negative last one is
            the end of the axis.
    """

    def __init__(self, pad_val=0.0, margin=2, n_batch=128, b_box=None):
        super().__init__()
        _check_type("pad_val", pad_val, (float,))
        _check_type("margin", margin, (int, list))
        _check_type("n_batch", n_batch, (int,))
        if b_box is not None:
            _check_type("b_box", b_box, (list,))
        self.pad_val, self.margin, self.n_batch, self.b_box = pad_val, margin, n_batch, b_box
        self.clear()

    def clear(self):
        self._baseline = 0
        self._covered = None

    def _box(self, shape):
        """(first places, last places) of the covers."""
        if self.b_box is None:
            return np.zeros(len(shape), int), np.array(shape) - 1
        if len(self.b_box) != 2 * len(shape):
            raise ValueError("For 'OcclusionSensitivity', the bounding box must contain upper and lower for all "
                             f"dimensions (except batch number), but got {len(self.b_box)} numbers for {len(shape)} "
                             "dimensions.")
        first, last = np.maximum(self.b_box[::2], 0), np.array(self.b_box[1::2])
        last = np.where(last < 0, np.array(shape) - 1, last)
        if (last >= shape).any():
            raise ValueError("For 'OcclusionSensitivity', maximum bounding box must be smaller than image size for all "
                             "values.")
        if (first > last).any():
            raise ValueError("For 'OcclusionSensitivity', minimum bounding box must be smaller than maximum bounding "
                             "box for all values.")
        return first, last

    def _with_cover(self, data, place):
        shape = data.shape[1:]
        margins = self.margin if isinstance(self.margin, list) else [self.margin] * len(shape)
        cover = tuple(slice(max(0, i - margin), min(size, i + margin)) for i, margin, size in zip(place, margins, shape))
        covered = data.copy()
        covered[(..., *cover)] = self.pad_val
        return covered

    @rearrange_inputs
    def update(self, *inputs):
        """A network, its input <1,...> and the number of a label; they take the place of earlier ones."""
        if len(inputs) != 3:
            raise ValueError("For 'OcclusionSensitivity.update', it needs 3 inputs (classification model, predicted "
                             f"value, label), but got {len(inputs)}.")
        model, data, label = inputs[0], self._convert_data(inputs[1]), self._convert_data(inputs[2])
        _check_type("model", model, (CellBase,))
        if data.shape[0] > 1:
            raise RuntimeError("For 'OcclusionSensitivity.update', the shape at index 0 of the predicted value "
                               f"(input[1]) must be 1, but got {data.shape[0]}.")
        if label.size != data.shape[0]:
            raise RuntimeError("For 'OcclusionSensitivity.update', the number of the label (input[2]) must be same as "
                               f"the batches, but got the label number {label.size}, and batches {data.shape[0]}.")
        first, last = self._box(data.shape[1:])
        label = int(label.reshape(-1)[0])
        self._baseline = model(Tensor(data)).asnumpy()[0, label].item()
        places = [np.add(place, first) for place in np.ndindex(*(last - first + 1))]
        scores = []
        for begin in range(0, len(places), self.n_batch):
            batch = np.vstack([self._with_cover(data, place) for place in places[begin:begin + self.n_batch]])
            scores.append(model(Tensor(batch)).asnumpy()[:, label])
        self._covered = np.concatenate(scores).reshape(last - first + 1)

    def eval(self):
        """An array of the shape of the box, without axes of length 1; RuntimeError without data."""
        if self._covered is None:
            raise RuntimeError("Please call the 'update' method before calling 'eval' method.")
        return self._baseline - np.squeeze(self._covered)
