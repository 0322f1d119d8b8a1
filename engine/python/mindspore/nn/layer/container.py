# SPDX-License-Identifier: Apache-2.0
"""Layers that hold layers: in order, or by name."""
from collections import OrderedDict
from collections.abc import Iterable

from mindspore.nn.cell import Cell
from mindspore.nn.checks import is_int
from mindspore.common.cellbase import CellListBase

__all__ = ["SequentialCell", "CellList", "CellDict"]


class _Ordered(Cell):
    """Inner layers named "0", "1", ... with the manners of a list."""

    def _check_cell(self, cell):
        if not isinstance(cell, Cell):
            raise TypeError(
                f"For '{self.cls_name}', each cell must be subclass of Cell, but got {type(cell).__name__}.")
        return cell

    def _add(self, cell, name=None):
        self._insert_cell(str(len(self._cells)) if name is None else name, self._check_cell(cell))

    def _renumber(self, cells):
        """The layers numbered anew; their parameters take the new names."""
        for name in self._cells:
            self.__dict__.pop(name, None)
        self._cells.clear()
        for index, cell in enumerate(cells):
            self._insert_cell(str(index), cell)

    def _index(self, index, end=0):
        """An index within the list, counted from its beginning; up to `end` places behind it."""
        if not is_int(index):
            raise TypeError(f"For '{self.cls_name}', the type of 'index' must be int, but got {type(index).__name__}.")
        length = len(self) + end
        if not -length <= index < length:
            raise IndexError(f"For '{self.cls_name}', the value of 'index' must be a number in range [{-length}, "
                             f"{length}), but got {index}.")
        return index % length

    def append(self, cell):
        """Puts a layer at the end."""
        self._add(cell)

    def __len__(self):
        return len(self._cells)

    def __bool__(self):
        return bool(self._cells)

    def __iter__(self):
        return iter(list(self._cells.values()))

    def __setitem__(self, index, cell):
        name = list(self._cells)[self._index(index)]
        self._insert_cell(name, self._check_cell(cell))

    def __delitem__(self, index):
        cells = list(self._cells.values())
        del cells[index if isinstance(index, slice) else self._index(index)]
        self._renumber(cells)

    def set_grad(self, flag=True):
        """Says that gradients will be wanted of all inner layers."""
        for cell in self._cells.values():
            cell.set_grad(flag)
        return super().set_grad(flag)


class SequentialCell(_Ordered):
    """Layers that are called one after the other; given as arguments, as a list, or as an OrderedDict with their
    names."""

    def __init__(self, *args):
        super().__init__()
        if len(args) == 1 and not isinstance(args[0], Cell):
            if not isinstance(args[0], (list, OrderedDict)):
                raise TypeError(f"For '{self.cls_name}', the 'args[0]' must be Cell, list or orderedDict, but got "
                                f"{type(args[0]).__name__}")
            args = args[0]
        named = args.items() if isinstance(args, OrderedDict) else ((str(i), cell) for i, cell in enumerate(args))
        for name, cell in named:
            self.insert_child_to_cell(name, cell)

    def __getitem__(self, index):
        if isinstance(index, slice):
            return type(self)(OrderedDict(list(self._cells.items())[index]))
        return list(self._cells.values())[self._index(index)]

    def construct(self, input_data):
        for cell in self._cells.values():
            input_data = cell(input_data)
        return input_data


class CellList(_Ordered, CellListBase):
    """A list of layers, for loops and indexing; it cannot be called itself."""

    def __init__(self, *args, **kwargs):
        super().__init__(auto_prefix=kwargs.get("auto_prefix", True))
        if len(args) == 1:
            self.extend(args[0])

    def __getitem__(self, index):
        if isinstance(index, slice):
            return type(self)(list(self._cells.values())[index])
        return list(self._cells.values())[self._index(index)]

    def __iadd__(self, cells):
        return self.extend(cells)

    def extend(self, cells):
        """Puts all of a list of layers at the end."""
        if not isinstance(cells, Iterable):
            raise TypeError(f"For '{self.cls_name}', the new cells wanted to append should be instance of list, but "
                            f"got {type(cells).__name__}.")
        for cell in cells:
            self._add(cell)
        return self

    def insert(self, index, cell):
        """Puts a layer before the one at `index`."""
        place = self._index(index, end=1)
        self._check_cell(cell)
        cells = list(self._cells.values())
        cells.insert(place, cell)
        self._renumber(cells)

    def construct(self, *inputs):
        raise NotImplementedError


class CellDict(Cell):
    """Layers by name, with the manners of a dictionary; it cannot be called itself."""

    def __init__(self, *args, **kwargs):
        super().__init__(auto_prefix=kwargs.get("auto_prefix", True))
        if len(args) == 1:
            self.update(args[0])

    def _check_key(self, key):
        if not isinstance(key, str):
            raise TypeError(f"For '{self.cls_name}', the type of key should be string but got {type(key).__name__}.")
        if not key or "." in key:
            raise KeyError(f"For '{self.cls_name}', the key must not be empty or contain '.', but got '{key}'.")
        if key not in self._cells and hasattr(self, key):
            raise KeyError(f"For '{self.cls_name}', the key should not be same with the attributes of CellDict, but "
                           f"got '{key}'.")

    def __getitem__(self, key):
        return self._cells[key]

    def __setitem__(self, key, cell):
        self._check_key(key)
        if not isinstance(cell, Cell):
            raise TypeError(f"For '{self.cls_name}', the type of cell should be Cell, but got {type(cell).__name__}.")
        self._insert_cell(key, cell)

    def __delitem__(self, key):
        del self._cells[key]
        self.__dict__.pop(key, None)

    def __len__(self):
        return len(self._cells)

    def __bool__(self):
        return bool(self._cells)

    def __iter__(self):
        return iter(list(self._cells))

    def __contains__(self, key):
        return key in self._cells

    def keys(self):
        """The names."""
        return self._cells.keys()

    def values(self):
        """The layers."""
        return self._cells.values()

    def items(self):
        """(name, layer) of each."""
        return self._cells.items()

    def pop(self, key):
        """Takes a layer out; KeyError when there is none of that name."""
        cell = self._cells[key]
        del self[key]
        return cell

    def clear(self):
        """Takes all layers out."""
        for key in list(self._cells):
            del self[key]

    def update(self, cells):
        """Puts in the layers of a dictionary, a CellDict, or a list of (name, layer)."""
        if not isinstance(cells, Iterable):
            raise TypeError(f"For '{self.cls_name}', the 'cells' should be instance of Iterable, but got "
                            f"{type(cells).__name__}.")
        for key, cell in (cells.items() if hasattr(cells, "items") else cells):
            self[key] = cell

    def construct(self, *inputs):
        raise NotImplementedError
