# SPDX-License-Identifier: Apache-2.0
"""Layers that hold layers: in order, or by name."""
from collections import OrderedDict
from collections.abc import Iterable, Mapping

from mindspore.nn.cell import Cell
from mindspore.common.cellbase import CellListBase

__all__ = ["SequentialCell", "CellList", "CellDict"]


def _place_in_names(cells):
    """(the beginning of a container's parameter names, the place of its layers' own names in them).

    Read from the names of the first two layers that have parameters: the first place at which both tell their layer's
    name, or else the last at which the first does. MindSpore goes by that too: with one block in a container, what a
    second is named by may be found within the names of the first."""
    named = [(key, next(cell.get_parameters()).name.split("."))
             for key, cell in cells.items() if next(cell.get_parameters(), None) is not None][:2]
    places = [place for place, part in enumerate(named[0][1]) if part == named[0][0]] if named else []
    if not places:
        return "", 0
    agreeing = [place for place in places if all(names[place:place + 1] == [key] for key, names in named[1:])]
    place = agreeing[0] if agreeing and len(named) == 2 else places[-1]
    return "".join(part + "." for part in named[0][1][:place]), place


def _rename_within(cell, prefix, place):
    """Names the parameters of a layer by `prefix` and what stands behind `place` in their names."""
    for parameter in cell.get_parameters():
        parameter.rename(prefix + ".".join(parameter.name.split(".")[place + 1:]))


class _Ordered(Cell):
    """Inner layers named "0", "1", ... with the manners of a list."""

    def _check_cell(self, cell):
        if not isinstance(cell, Cell):
            raise TypeError(
                f"For '{self.cls_name}', each cell must be subclass of Cell, but got {type(cell).__name__}.")
        return cell

    def _add(self, cell):
        self._put(str(len(self._cells)), self._check_cell(cell))

    def _put(self, name, cell):
        """Keeps a layer, with parameters named as those of its neighbours."""
        if self._names_parameters():
            cell.update_parameters_name(f"{_place_in_names(self._cells)[0]}{name}.")
        self._keep_cell(name, cell)

    def _names_parameters(self):
        return self._auto_prefix

    def _renumber(self, names, cells):
        """Keeps the layers under other names; parameters of a layer with a number take it over."""
        prefix, place = _place_in_names(dict(zip(names, cells)))
        for name in self._cells:
            self.__dict__.pop(name, None)
        self._cells.clear()
        for index, (name, cell) in enumerate(zip(names, cells)):
            if self._is_numbered(name) and self._names_parameters():
                _rename_within(cell, f"{prefix}{index}.", place)
            self._keep_cell(str(index) if self._is_numbered(name) else name, cell)

    def _is_numbered(self, name):
        return True

    def _index(self, index, wanted="int"):
        """An index within the list, counted from its beginning."""
        if not isinstance(index, int):
            raise TypeError(f"For '{self.cls_name}', the type of 'index' must be {wanted}, but got "
                            f"{type(index).__name__}.")
        length = len(self)
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

    def _removed(self, index):
        """Takes out the layer or the slice of layers at a checked index."""
        names, cells = list(self._cells), list(self._cells.values())
        del names[index], cells[index]
        self._renumber(names, cells)

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
        self.__dict__["_given_names"] = frozenset()
        if len(args) == 1 and not isinstance(args[0], Cell):
            if not isinstance(args[0], (list, OrderedDict)):
                raise TypeError(f"For '{self.cls_name}', the 'args[0]' must be Cell, list or orderedDict, but got "
                                f"{type(args[0]).__name__}")
            args = args[0]
        if isinstance(args, OrderedDict):
            self.__dict__["_given_names"] = frozenset(args)
        for name, cell in args.items() if isinstance(args, OrderedDict) else ((str(i), cell) for i, cell in enumerate(args)):
            self.insert_child_to_cell(name, cell)
            cell.update_parameters_name(name + ".")

    def _names_parameters(self):
        return True

    def _is_numbered(self, name):
        return name not in self._given_names

    def __getitem__(self, index):
        if isinstance(index, slice):
            return type(self)(OrderedDict(list(self._cells.items())[index]))
        return list(self._cells.values())[self._index(index)]

    def __setitem__(self, index, cell):
        self._check_cell(cell)
        self._put(list(self._cells)[self._index(index)], cell)

    def __delitem__(self, index):
        if not isinstance(index, (int, slice)):
            raise TypeError(f"For '{self.cls_name}', the type of index must be int type or slice type, but got "
                            f"{type(index).__name__}")
        self._removed(index if isinstance(index, slice) else self._index(index))

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
            return CellList(list(self._cells.values())[index])
        return list(self._cells.values())[self._index(index, wanted="int or slice")]

    def __setitem__(self, index, cell):
        place = self._index(index)
        self._put(str(place), self._check_cell(cell))

    def __delitem__(self, index):
        self._removed(index if isinstance(index, slice) else self._index(index, wanted="int or slice"))

    def __iadd__(self, cells):
        return self.extend(cells)

    def extend(self, cells):
        """Puts all of a list of layers at the end."""
        if not isinstance(cells, list):
            raise TypeError(f"For '{self.cls_name}', the new cells wanted to append should be instance of list, but "
                            f"got {type(cells).__name__}.")
        prefix = _place_in_names(self._cells)[0]
        for cell in cells:
            if isinstance(cell, CellDict):
                raise TypeError(f"For '{self.cls_name}', the type of cell can not be CellDict, but got CellDict.")
            name = str(len(self))
            if self._names_parameters():
                self._check_cell(cell).update_parameters_name(f"{prefix}{name}.")
            self._keep_cell(name, self._check_cell(cell))
        return self

    def insert(self, index, cell):
        """Puts a layer before the one at `index`; IndexError from behind the end on."""
        length = len(self)
        if not isinstance(index, int):
            raise TypeError(f"For '{self.cls_name}', the type of 'index' must be int, but got {type(index).__name__}.")
        if not -length <= index <= length:
            raise IndexError(f"For '{self.cls_name}', the value of 'index' must be a number in range [{-length}, "
                             f"{length}], but got {index}.")
        self._check_cell(cell)
        index = index % length if length and index != length else index
        prefix, place = _place_in_names(self._cells)
        for behind in range(length - 1, index - 1, -1):
            moved = self._cells[str(behind)]
            if self._names_parameters():
                _rename_within(moved, f"{prefix}{behind + 1}.", place)
            self._keep_cell(str(behind + 1), moved)
        if self._names_parameters():
            cell.update_parameters_name(f"{prefix}{index}.")
        self._keep_cell(str(index), cell)

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
        if key not in self._cells and hasattr(self, key):
            raise KeyError(f"For '{self.cls_name}', the key can not be same with the attributes of Cell, but got key "
                           f"{key}.")
        if "." in key:
            raise KeyError(f"For '{self.cls_name}', key can not contain \".\", but got key {key}")
        if not key:
            raise KeyError(f"For '{self.cls_name}', key can not be empty string \"\", but got key {key}")

    def _check_cell(self, cell):
        if cell is None:
            raise TypeError(f"For '{self.cls_name}', cell can not be None.")
        if not isinstance(cell, Cell):
            raise TypeError(f"For '{self.cls_name}', the type of cell should be Cell, but got {type(cell).__name__}.")
        if isinstance(cell, (CellDict, CellList, SequentialCell)):
            raise TypeError(f"For '{self.cls_name}', the type of cell can not be CellDict, CellList or SequentialCell, "
                            f"but got {type(cell).__name__}.")

    def __getitem__(self, key):
        return self._cells[key]

    def __setitem__(self, key, cell):
        self._check_key(key)
        self._check_cell(cell)
        if self._auto_prefix:
            cell.update_parameters_name(f"{_place_in_names(self._cells)[0]}{key}.")
        self._keep_cell(key, cell)

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
            raise TypeError("CellDict.update() should be called with an iterable of key-value pairs, but got "
                            f"{type(cells).__name__}")
        pairs = list(cells.items()) if isinstance(cells, (Mapping, CellDict)) else cells
        for place, pair in enumerate(pairs):
            if not isinstance(pair, Iterable):
                raise TypeError(f"CellDict update sequence element #{place} should be Iterable; but got "
                                f"{type(pair).__name__}")
            if len(pair) != 2:
                raise ValueError(f"CellDict update sequence element #{place}, length should be 2; but has length "
                                 f"{len(pair)}")
            self[pair[0]] = pair[1]

    def construct(self, *inputs):
        raise NotImplementedError
