# SPDX-License-Identifier: Apache-2.0
"""Strategy files of parallel trainings: which ranks hold the same part of a parameter, and so whose checkpoint can be read
in the place of another's."""
import itertools
import math
import os
import re

from mindspore.communication import get_rank
from mindspore.train.mindir import wire

_BESIDE = ("accu_grads", "inputs")  # what stands in a file beside parameters


def _layouts(path):
    """name -> (devices along each axis, axis of the devices for each of the tensor's, step and size of optimizer shards)"""
    with open(path, "rb") as file:
        items = wire.fields(file.read()).get(3, [])
    found = {}
    for item in items:
        parts = wire.fields(item)
        layout = wire.fields(parts[2][0])
        sizes, axes = (wire.wholes(wire.fields(layout[field][0]).get(1, [])) for field in (1, 2))
        found[wire.texts(parts[1])[0]] = sizes, axes, wire.wholes(layout.get(6, [0]))[0], wire.wholes(layout.get(7, [0]))[0]
    return found


def _sharded(groups, step, size):
    """The groups, each in as many as the optimizer spreads its parameters over."""
    if size == 0:
        return groups
    count = size if size != -1 else len(groups) * len(groups[0]) // step
    return tuple(group[first::count] for group in groups if len(group) % count == 0 for first in range(count))


def same_parts(path, first_rank=0):
    """
    Parameter -> tuples of the ranks that hold the same part of it.

    Args:
        path (str): the strategy file. first_rank (int): the first rank of the stage that it describes.
    """
    found = {}
    for name, (sizes, axes, step, size) in _layouts(path).items():
        kept = {len(sizes) - 1 - axis for axis in axes if axis != -1}
        groups = {}
        for rank, place in enumerate(itertools.product(*map(range, sizes)), first_rank):
            groups.setdefault(tuple(at for axis, at in enumerate(place) if axis in kept), []).append(rank)
        found[name] = _sharded(tuple(map(tuple, groups.values())), step, size)
    return found


get_parameter_redundancy = same_parts  # as mindspore.train._utils has it


def _alike(path, rank):
    """The ranks that hold the same as this one in every parameter; itself alone where they differ by parameter."""
    layouts = _layouts(path)
    devices = math.prod(next(iter(layouts.values()))[0]) if layouts else 1
    fewest = ()
    for name, groups in same_parts(path, rank // devices * devices).items():
        for group in groups if not name.startswith(_BESIDE) else ():
            if rank not in group:
                continue
            if fewest and not (set(group) <= set(fewest) if len(group) < len(fewest) else set(fewest) <= set(group)):
                return (rank,)
            fewest = group if not fewest or len(group) < len(fewest) else fewest
    return fewest


def get_ckpt_path_with_strategy(cur_ckpt_path, cur_strategy_path):
    """
    The checkpoint of this rank, or where that is not there of another one that holds the same.

    Args:
        cur_ckpt_path (str): the checkpoint of this rank; its path has "rank_N" for the rank.
        cur_strategy_path (str): the strategy file of the training.

    Returns a path, or None where no such file is there. Raises RuntimeError before mindspore.communication.init().
    """
    rank = get_rank()
    if f"rank_{rank}" in cur_ckpt_path and os.path.isfile(cur_ckpt_path):
        return cur_ckpt_path
    paths = (re.sub(r"rank_\d+", f"rank_{other}", cur_ckpt_path) for other in _alike(cur_strategy_path, rank))
    return next((path for path in paths if os.path.isfile(path)), None)
