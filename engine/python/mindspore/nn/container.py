# SPDX-License-Identifier: Apache-2.0
"""Layers that hold layers in order."""
from collections import OrderedDict

from mindspore.nn.cell import Cell


class _Ordered(Cell):
    """Inner layers named "0", "1", ... with the manners of a list."""

    def _append(self, cell, name=None):
        if not isinstance(cell, Cell):
            raise TypeError(f"For '{type(self).__name__}', each cell must be subclass of Cell, but got {type(cell)}.")
        self._insert_cell(str(len(self._cells)) if name is None else name, cell)

    def _refill(self, cells):
        """The same layers numbered anew; parameters keep the names they have."""
        self._cells.clear()
        for index, cell in enumerate(cells):
            self._cells[str(index)] = cell
            cell._scope_part = f"{index}-{type(cell).__name__}"

    def _index(self, index):
        if not isinstance(index, int) or isinstance(index, bool):
            raise TypeError(f"For '{type(self).__name__}', the type of 'index' must be int, but got {type(index).__name__}.")
        if not -len(self) <= index < len(self):
            raise IndexError(f"For '{type(self).__name__}', the value of 'index' must be a number in range "
                             f"[{-len(self)}, {len(self)}), but got {index}.")
        return index % len(self)

    def append(self, cell):
        """Puts a layer at the end."""
        self._append(cell)
        return self

    def __len__(self):
        return len(self._cells)

    def __iter__(self):
        return iter(list(self._cells.values()))

    def __getitem__(self, index):
        if isinstance(index, str):
            return self._cells[index]
        if isinstance(index, slice):
            return type(self)(list(self._cells.values())[index])
        return list(self._cells.values())[self._index(index)]

    def __setitem__(self, index, cell):
        self._insert_cell(list(self._cells)[self._index(index)], cell)

    def __delitem__(self, index):
        cells = list(self._cells.values())
        del cells[index if isinstance(index, slice) else self._index(index)]
        self._refill(cells)


class SequentialCell(_Ordered):
    """Layers that are called one after the other; given as arguments, as a list, or as an OrderedDict."""

    def __init__(self, *args):
        super().__init__()
        if len(args) == 1 and isinstance(args[0], (list, OrderedDict)):
            args = args[0]
        named = args.items() if isinstance(args, OrderedDict) else ((None, cell) for cell in args)
        for name, cell in named:
            self._append(cell, name)

    def construct(self, input):
        for cell in self._cells.values():
            input = cell(input)
        return input


class CellList(_Ordered):
    """A list of layers, for loops and indexing; it cannot be called itself."""

    def __init__(self, *args, **kwargs):
        super().__init__(auto_prefix=kwargs.get("auto_prefix", True))
        if len(args) == 1:
            self.extend(args[0])

    def extend(self, cells):
        """Puts all of a list of layers at the end."""
        if not isinstance(cells, (list, tuple, CellList)):
            raise TypeError(f"For 'CellList', the 'new cells wanted to append' must be instance of list, but got {type(cells)}.")
        for cell in cells:
            self._append(cell)
        return self

    def insert(self, index, cell):
        """Puts a layer before the one at `index`."""
        cells = list(self._cells.values())
        cells.insert(index, cell)
        self._append(cell)
        self._refill(cells)

    def construct(self, *args):
        raise NotImplementedError("For 'CellList', the method 'construct' is not defined: call its cells instead.")
