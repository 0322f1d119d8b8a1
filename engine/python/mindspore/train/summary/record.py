# SPDX-License-Identifier: Apache-2.0
"""SummaryRecord: numbers, tensors, histograms and pictures by step, written to event files."""
import os

import numpy as np

from mindspore import _log
from mindspore._missing import not_yet
from mindspore.common.tensor import Tensor
from mindspore.nn import Cell
from mindspore.train.summary import eventfile

_FOREIGN = ("train_lineage", "eval_lineage", "dataset_graph", "custom_lineage_data", "graph", "landscape")
_COLUMNS = 8


# --- what is made of tensors ------------------------------------------------------------------------------------------

def _scalar(name, array):
    if array.size != 1:
        raise ValueError(f'For "SummaryRecord", the {name} rank must be less than or equal to 1, but got {array.size}.')
    return eventfile.scalar_value(float(array.reshape(-1)[0]))


def _tensor(name, array):
    return eventfile.tensor_value(array)


def _bucket_count(count):
    """So many that about ten numbers come into each, no more than 90."""
    if count <= 10:
        return 1 if not count else 2 if count <= 5 else 3
    return min(count // 10 + 1, 90) if count <= 880 else 90


def _buckets(valid):
    low, high = valid.min(), valid.max()
    if not low < high:
        low, high = low - 0.5, high + 0.5
    edges = np.linspace(low, high, _bucket_count(valid.size) + 1, dtype=valid.dtype)
    counts, edges = np.histogram(valid, bins=edges)
    return [(float(left), float(right - left), int(count)) for count, left, right in zip(counts, edges, edges[1:])]


def _histogram(name, array):
    valid = array[np.isfinite(array)] if array.dtype.kind == "f" else array.reshape(-1)
    invalid = [np.count_nonzero(find(array)) for find in (np.isnan, np.isposinf, np.isneginf)] \
        if array.dtype.kind == "f" else [0, 0, 0]
    facts = {"max": float(valid.max()), "min": float(valid.min()), "sum": float(valid.sum(dtype=np.float64))} \
        if valid.size else {"max": 0.0, "min": 0.0, "sum": 0.0}
    return eventfile.histogram_value({**facts, "buckets": _buckets(valid) if valid.size else [], "invalid": invalid,
                                      "count": array.size})


def _canvas(images):
    """(N, C, H, W) beside and below each other, (H, W, 3)."""
    n, _, h, w = images.shape
    columns = min(n, _COLUMNS)
    canvas = np.zeros((3, h * -(-n // columns), w * columns))
    for place, image in enumerate(images):
        top, left = place // columns * h, place % columns * w
        canvas[:, top:top + h, left:left + w] = image
    return canvas.transpose(1, 2, 0)


def _image(name, array):
    if array.ndim != 4 or array.shape[1] not in (1, 3) or array.size == 0:
        raise ValueError(f'For "SummaryRecord", the image {name} must have a shape (N, 1 or 3, H, W), but got {array.shape}.')
    canvas = _canvas(array).astype(np.float32)
    low, high = canvas.min(), canvas.max()
    if low >= 0 and high <= 1:
        low, scale = 0, 255
    else:
        scale = 255 / (high - low + 1) if high != low else 1
    pixels = ((canvas - low) * scale).astype(np.uint8)
    return eventfile.image_value(*pixels.shape[:2], eventfile.png_of(pixels))


_KINDS = {"scalar": _scalar, "tensor": _tensor, "histogram": _histogram, "image": _image}


# --- the record -------------------------------------------------------------------------------------------------------

class SummaryRecord:
    """
    Writes what add_value is given to event files in a folder, at each call of record. What operators as ScalarSummary
    see, graphs and lineages are not among it: JitScope's own recording has the values of every operator and graph.

    Args:
        log_dir (str): the folder; it is made.
        file_prefix, file_suffix (str): parts of the files' names.
        num_process (int): accepted; values are written at once.
        network (Cell): accepted; its graph is not written.
        max_file_size (int): the most bytes of a file; the next one follows.
        raise_exception (bool): whether a file that cannot be written raises OSError, or is told of on stderr.
        export_options (dict): None, or {"tensor_format": None}; other formats raise NotImplementedError.

    Raises TypeError for values of wrong types.
    """

    def __init__(self, log_dir, file_prefix="events", file_suffix="_MS", num_process=32, network=None,
                 max_file_size=None, raise_exception=False, export_options=None):
        for what, value, kinds in (("log_dir", log_dir, (str,)), ("file_prefix", file_prefix, (str,)),
                                   ("file_suffix", file_suffix, (str,)), ("max_file_size", max_file_size, (int, type(None))),
                                   ("raise_exception", raise_exception, (bool,)), ("network", network, (Cell, type(None)))):
            if not isinstance(value, kinds):
                raise TypeError(f"For 'SummaryRecord', the type of '{what}' should be {kinds[0].__name__}, but got "
                                f"{type(value).__name__}.")
        if export_options and any(export_options.values()):
            raise not_yet("SummaryRecord with export_options")
        self._folder = os.path.realpath(log_dir)
        os.makedirs(self._folder, exist_ok=True)
        self._file = eventfile.EventFile(self._folder, file_prefix, file_suffix, max_file_size)
        self._raises, self._mode, self._is_closed = raise_exception, "train", False
        self._waiting = {}  # (plugin, name) -> the newest value

    def __enter__(self):
        if self._is_closed:
            raise ValueError('For "SummaryRecord", the record writer is closed.')
        return self

    def __exit__(self, *failure):
        self.close()

    @property
    def log_dir(self):
        """The path of the file that is written."""
        return self._file.path

    def set_mode(self, mode):
        """"train" or "eval"."""
        if mode not in ("train", "eval"):
            raise ValueError(f'For "SummaryRecord", the mode must be "train" or "eval", but got {mode!r}.')
        self._mode = mode

    def add_value(self, plugin, name, value):
        """
        Keeps a value for the next record.

        Args:
            plugin (str): "scalar", "tensor", "histogram" or "image" (N, 1 or 3, H, W).
            name (str): its tag; of equal ones the newest counts.
            value (Tensor): the value.

        Raises ValueError for another plugin, a name that is no text or a value that does not fit, TypeError for one that
        is no Tensor, NotImplementedError for lineages, graphs and landscapes.
        """
        if plugin in _FOREIGN:
            raise not_yet(f"SummaryRecord.add_value for {plugin}")
        if plugin not in _KINDS:
            raise ValueError(f'For "SummaryRecord.add_value", no such "plugin" of {plugin!r} , expect value is one of '
                             f"[{', '.join(_KINDS)}]")
        if not isinstance(name, str):
            raise ValueError(f'For "SummaryRecord", the parameter "name" type should be str, but got {type(name)}.')
        if not isinstance(value, Tensor):
            raise TypeError(f'For "SummaryRecord", the parameter "value" expect to be Tensor, but got '
                            f"{type(value).__name__}")
        self._waiting[plugin, name] = _KINDS[plugin](name, value.asnumpy())

    def record(self, step, train_network=None, plugin_filter=None):
        """
        Writes what was added since the last time; gives whether it could be written.

        Args:
            step (int): the step.
            train_network (Cell): accepted; its graph is not written.
            plugin_filter (Callable): gets a plugin's name and says whether it is written.

        Raises TypeError for a step that is no int.
        """
        if isinstance(step, bool) or not isinstance(step, int):
            raise TypeError(f"The type of 'step' should be 'int', but got type '{type(step).__name__}'.")
        if self._is_closed:
            _log.warning("For 'SummaryRecord', the record writer is closed: nothing is written.")
            return False
        values = [(name, value) for (plugin, name), value in self._waiting.items()
                  if plugin_filter is None or plugin_filter(plugin)]
        self._waiting = {}
        return self._attempt(lambda: self._file.write(step, values)) if values else True

    def _attempt(self, action):
        try:
            action()
        except OSError as failure:
            if self._raises:
                raise
            _log.warning(f"For 'SummaryRecord', nothing could be written: {failure}")
            return False
        return True

    def flush(self):
        """Brings what was written to the file."""
        self._attempt(self._file.flush)

    def close(self):
        """Ends the file; what comes later is not written."""
        if not self._is_closed:
            self._attempt(self._file.close)
        self._is_closed = True
