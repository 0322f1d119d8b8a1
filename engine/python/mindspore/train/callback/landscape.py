# SPDX-License-Identifier: Apache-2.0
"""SummaryLandscape: the loss around the weights of a training, along two directions in which they moved."""
import json
import os
import shutil

import numpy as np

from mindspore.common.parameter import Parameter
from mindspore.common.tensor import Tensor
from mindspore.train.callback.summarycollector import _LANDSCAPE, _check_known, _checked_landscape
from mindspore.train.metrics import get_metrics
from mindspore.train.serialization import load_checkpoint, load_param_into_net
from mindspore.train.summary import eventfile

_MARGIN = 0.2       # of the width of the path, on each side
_RANDOM_WIDTH = 5


# --- directions -------------------------------------------------------------------------------------------------------

def _is_moved(name):
    return ("weight" in name or "bias" in name) and "moment" not in name


def _flat(weights):
    """The elements of the weights and biases of {name: array}, one behind the other."""
    return np.concatenate([value.ravel() for name, value in weights.items() if _is_moved(name)])


def _normalized(direction, weights):
    """{name: the direction's part for it, as long as the weight is}; 0 for what is no weight."""
    found, place = {}, 0
    for name, value in weights.items():
        if not _is_moved(name):
            found[name] = np.zeros_like(value, np.float32)
            continue
        part = direction[place:place + value.size].reshape(value.shape).astype(np.float32)
        place += value.size
        found[name] = part * (np.linalg.norm(value) / np.linalg.norm(part))
    return found


def _principal(steps):
    """The two directions (elements, 2) along which the steps (steps, elements) reach farthest."""
    moves = steps.T - steps.T.mean(axis=0)
    left, lengths, _ = np.linalg.svd(moves, full_matrices=False)
    signs = np.sign(left[np.abs(left).argmax(axis=0), range(left.shape[1])])
    return (left * signs * np.where(lengths == 0, 1e-19, lengths))[:, :2]


# --- the loss at points -----------------------------------------------------------------------------------------------

class _Losses:
    """The loss of a network with the weights `weights + x * first + y * second`."""

    def __init__(self, made, weights, directions, sample_count):
        self._model, self._network, dataset, metrics = made
        self._dataset = dataset.take(sample_count // dataset.get_batch_size())
        self._metrics = get_metrics(metrics)
        self._weights, self._directions = weights, directions

    def at(self, x, y):
        first, second = self._directions
        moved = {name: value + x * first[name] + y * second[name] for name, value in self._weights.items()}
        load_param_into_net(self._network, {name: Parameter(Tensor(value.astype(np.float32)), name=name)
                                            for name, value in moved.items()})
        network = self._model.train_network
        network.set_train(True)
        for metric in self._metrics.values():
            metric.clear()
        for batch in self._dataset.create_tuple_iterator(num_epochs=1):
            output = network(*batch)
            for metric in self._metrics.values():
                metric.update(output[0] if isinstance(output, tuple) else output)
        return float(np.mean({name: metric.eval() for name, metric in self._metrics.items()}["Loss"]))

    def over(self, xs, ys):
        """(len(ys), len(xs)); says how far it is."""
        rows = []
        for row, y in enumerate(ys, 1):
            print(f"Drawing landscape total progress: {row}/{len(ys)}.", flush=True)
            rows.append([self.at(x, y) for x in xs])
        return np.array(rows)


# --- what is written --------------------------------------------------------------------------------------------------

def _point(x, y, z):
    return b"".join(eventfile.part(field, eventfile.tensor_message(np.asarray(values, np.float32)))
                    for field, values in ((1, x), (2, y), (3, z)))


def _message(grid, path, end, interval, decomposition, data):
    """A LossLandscape: the grid, the path of the training with its steps, where it ends, and how it came about."""
    steps = b"".join(eventfile.whole(1, step) for step in interval)
    told = eventfile.part(1, decomposition) + eventfile.part(2, data["unit"]) + eventfile.whole(3, data["step_per_epoch"])
    return eventfile.part(10, eventfile.part(1, _point(*grid)) + (
        eventfile.part(2, steps + eventfile.part(2, _point(*path))) if path is not None else b"") + eventfile.part(3, told) +
        eventfile.part(4, _point(*end)))


class SummaryLandscape:
    """
    Draws loss landscapes of what SummaryCollector kept: for each interval along the two principal directions of its
    weights, with the path of the training, and of the last weights along two random ones.

    Args:
        summary_dir (str): the folder that SummaryCollector wrote to.
    """

    def __init__(self, summary_dir):
        self._folder = os.path.realpath(summary_dir)
        self._weights_folder = os.path.join(self._folder, "ckpt_dir")
        os.makedirs(self._weights_folder, exist_ok=True)

    def clean_ckpt(self):
        """Removes the checkpoints."""
        shutil.rmtree(self._weights_folder, ignore_errors=True)

    def gen_landscapes_with_multi_process(self, callback_fn, collect_landscape=None, device_ids=None, output=None):
        """
        Computes the landscapes and writes them to an event file. Everything runs in this process, on the CPU.

        Args:
            callback_fn (Callable): gives a Model, its network, a dataset and metrics {"Loss": train.Loss()}.
            collect_landscape (dict): settings to change: landscape_size, unit, num_samples, create_landscape, intervals.
            device_ids (list): ints from 0 to 7; accepted.
            output (str): the folder of the event file; that of the summaries without it.

        Raises TypeError and ValueError for arguments and settings of other types or out of range, FileNotFoundError where
        SummaryCollector wrote nothing.
        """
        for device in device_ids or []:
            if not isinstance(device, int):
                raise TypeError('For "SummaryLandscape.gen_landscapes_with_multi_process", the parameter "device_ids" type should '
                                f"be int, but got the: {type(device)}.")
            if not 0 <= device <= 7:
                raise ValueError('For "SummaryLandscape.gen_landscapes_with_multi_process", the parameter "device_ids" should be '
                                 f"between 0 and 7, but got {device}.")
        data = self._settings(collect_landscape or {})
        folder = self._folder if output is None else os.path.realpath(output)
        os.makedirs(folder, exist_ok=True)
        file = eventfile.EventFile(folder, "events", "_MS", None)
        for interval, message in self._landscapes(callback_fn, data):
            file.write(0, [(f"landscape_{interval}", message)])
            file.flush()
        file.close()

    def _settings(self, changes):
        path = os.path.join(self._weights_folder, "train_metadata.json")
        if not os.path.exists(path):
            raise FileNotFoundError(f'For "SummaryLandscape", train_metadata.json file path of {path} not exists.')
        _check_known("collect_landscape", changes, _LANDSCAPE)
        _checked_landscape(changes)
        with open(path, encoding="utf-8") as file:
            data = json.load(file)
        data.update({name: value for name, value in changes.items() if name in data})
        if "intervals" in changes:
            data["epoch_group"] = dict(enumerate(changes["intervals"]))
        for interval in data["epoch_group"].values():
            for number in interval:
                if str(number) not in data["model_params_file_map"]:
                    raise ValueError('For "SummaryLandscape", the "model_params_file_map" in train_metadata.json does not exist '
                                     f"{number}th checkpoint in intervals.")
        return data

    def _weights_at(self, data, number):
        kept = load_checkpoint(data["model_params_file_map"][str(number)])
        return {name: value.asnumpy() for name, value in kept.items()}

    def _landscapes(self, made, data):
        """([first, last], message) of each; one [last] of the result."""
        intervals, wanted = list(data["epoch_group"].values()), data["create_landscape"]
        for interval in intervals if wanted["train"] else []:
            yield [interval[0], interval[-1]], self._of_path(made, data, interval)
        if wanted["result"]:
            yield [intervals[-1][-1]], self._of_result(made, data, intervals[-1][-1])

    def _of_path(self, made, data, interval):
        steps = [self._weights_at(data, number) for number in interval]
        final, flat = steps[-1], np.stack([_flat(step) for step in steps]).astype(np.float64)
        directions = [_normalized(direction, final) for direction in _principal(flat[:-1] - flat[-1]).T]
        basis = np.stack([_flat(direction) for direction in directions], axis=1)
        places = np.array([np.linalg.lstsq(basis, step - flat[-1], rcond=None)[0] for step in flat])
        axes = [np.linspace(along.min() - _MARGIN * np.ptp(along), along.max() + _MARGIN * np.ptp(along),
                            data["landscape_size"]) for along in places.T]
        losses = _Losses(made(), final, directions, data["num_samples"])
        path = np.array([losses.at(*place) for place in places])
        grid = (*axes, losses.over(*axes))
        return _message(grid, (*places.T, path), ([0], [0], [path[-1]]), interval, "PCA", data)

    def _of_result(self, made, data, number):
        final = self._weights_at(data, number)
        count = sum(value.size for value in final.values())
        directions = [_normalized(np.random.normal(size=count), final) for _ in range(2)]
        axis = np.linspace(-_MARGIN * _RANDOM_WIDTH, _MARGIN * _RANDOM_WIDTH, data["landscape_size"])
        losses = _Losses(made(), final, directions, data["num_samples"]).over(axis, axis)
        middle = len(axis) // 2
        end = [axis[middle]], [axis[middle]], [losses[middle][middle]]
        return _message((axis, axis, losses), None, end, [number], "Random", data)
