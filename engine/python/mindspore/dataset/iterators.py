# SPDX-License-Identifier: Apache-2.0
"""Iterators over datasets: epoch after epoch, each row as a list or a dict of its columns."""
import _jitscope

from mindspore.dataset import _workers
from mindspore.dataset.arrays import as_output
from mindspore.dataset.checks import check_columns
from mindspore.dataset.errors import pipeline_error


class Iterator:
    """
    One reader of a dataset. Each `for` over it is one epoch; what is random goes on from epoch to epoch. Rows are made
    when they are asked for, and no earlier, except by operations that a script gave workers: see _workers.
    """

    _pools = ()

    def __init__(self, dataset, num_epochs, output_numpy):
        self.dataset = dataset
        dataset._note_sharing()
        with _workers.collected() as self._pools:
            self._one_pass = dataset.opened()
        self._has_failed = False
        self._epochs_left = num_epochs
        self._output_numpy = output_numpy
        self._rows = None
        self._steps = _steps(dataset)

    def __iter__(self):
        return self

    def __next__(self):
        if _jitscope.is_recording():
            return _jitscope.data_wait(self._next, self._steps)
        return self._next()

    def _next(self):
        if self._has_failed:
            raise StopIteration  # as in real MindSpore, nothing comes behind an error
        if self._rows is None:
            self._rows = self._next_epoch()
        try:
            row = next(self._rows, None)
        except BaseException:
            self._has_failed = True
            self.stop()
            raise
        if row is not None:
            return self._shown([as_output(array, self._output_numpy) for array in row])
        self._rows = None
        if self._epochs_left == 0:
            self.stop()  # workers end with the last epoch
        raise StopIteration

    def _next_epoch(self):
        if self._epochs_left == 0:
            raise pipeline_error("EOF buffer encountered. User tries to fetch data beyond the specified number of "
                                 "epochs.")
        self._epochs_left -= 1
        return iter(self._one_pass())

    def _shown(self, row):
        raise NotImplementedError

    def stop(self):
        """Ends the reading and its workers; what the source holds open is let go."""
        self._epochs_left, self._rows, self._one_pass = 0, None, None
        # Not left to the end of their lives, which a traceback that is kept puts off. All are told before one is waited
        # for, as they wait for each other.
        pools, self._pools = self._pools, ()
        for pool in pools:
            pool.leave()
        for pool in pools:
            pool.end()

    release = __del__ = stop


def _steps(dataset):
    """What happens to a row from its source on, for the eye: GeneratorDataset > map > batch."""
    steps = []
    while dataset.children:
        steps.append(type(dataset).__name__.removesuffix("Dataset").lower())
        dataset = dataset.children[0]
    return " > ".join([type(dataset).__name__, *reversed(steps)])


class TupleIterator(Iterator):
    """Gives each row as a list, of all columns or of the chosen ones in their order."""

    def __init__(self, dataset, columns, num_epochs, output_numpy):
        super().__init__(dataset, num_epochs, output_numpy)
        names = dataset.get_col_names()
        self._places = _shown_places(names) if columns is None else _places(names, check_columns(columns, "columns"))

    def _shown(self, row):
        return [row[place] for place in self._places]


def _shown_places(names):
    """Where the columns are that a user sees unasked: all but those about the data."""
    return [place for place, name in enumerate(names) if not name.startswith("_meta-")]


def _places(available, columns):
    for name in columns:
        if name not in available:
            raise pipeline_error(f"Invalid column, column name: {name} does not exist.")
    return [available.index(name) for name in columns]


class DictIterator(Iterator):
    """Gives each row as a dict: column name -> value."""

    def __init__(self, dataset, num_epochs, output_numpy):
        super().__init__(dataset, num_epochs, output_numpy)
        names = dataset.get_col_names()
        self._places = {names[place]: place for place in _shown_places(names)}

    def _shown(self, row):
        return {name: row[place] for name, place in self._places.items()}
