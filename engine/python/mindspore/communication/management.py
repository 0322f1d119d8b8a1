# SPDX-License-Identifier: Apache-2.0
"""The group of all devices: its size comes from the environment, as launchers of MindSpore set it."""
import os

import _jitscope
from mindspore._missing import missing_names, not_yet

HCCL_WORLD_COMM_GROUP = "hccl_world_group"
NCCL_WORLD_COMM_GROUP = "nccl_world_group"
MCCL_WORLD_COMM_GROUP = "mccl_world_group"

_MOST_RANKS = 1024
_SIZES = ("RANK_SIZE", "MS_WORKER_NUM")

_size = None  # of the group; None before init()
_groups = {}  # those of the script's own: name -> ranks


class GlobalComm:
    """The name of the group of all devices."""

    BACKEND = "hccl"
    WORLD_COMM_GROUP = HCCL_WORLD_COMM_GROUP
    INITED = False


def init(backend_name=None):
    """Makes the group of all devices. Raises TypeError or ValueError for a backend that is none, and ValueError for a
    number of ranks in the environment that is none."""
    global _size
    if backend_name is not None and not isinstance(backend_name, str):
        raise TypeError(f"For 'init', the argument 'backend_name' must be a string, but got {type(backend_name)}.")
    if backend_name not in (None, "hccl", "nccl", "mccl"):
        raise ValueError("For 'init', the argument 'backend_name' must be one of 'hccl', 'nccl' and 'mccl', but got "
                         f"{backend_name}.")
    _size = _size_of_environment()
    GlobalComm.INITED = True
    _jitscope.record_info("ranks", str(_size))


def _is_initialized():
    """Whether init() made the group, and release() did not give it up."""
    return GlobalComm.INITED


def release():
    """Gives the group up; init() makes it again. Raises RuntimeError before init()."""
    _checked("release", None)
    _reset()


def get_group_size(group=GlobalComm.WORLD_COMM_GROUP):
    """How many devices there are. Raises RuntimeError before init()."""
    return _checked("get_group_size", group)


def get_rank(group=GlobalComm.WORLD_COMM_GROUP):
    """Which of them this is: 0. Raises RuntimeError before init()."""
    _checked("get_rank", group)
    return 0


def get_local_rank_size(group=GlobalComm.WORLD_COMM_GROUP):
    """The devices of this machine: all. Raises RuntimeError before init()."""
    return _checked("get_local_rank_size", group)


def get_local_rank(group=GlobalComm.WORLD_COMM_GROUP):
    """Which of this machine's devices this is: 0. Raises RuntimeError before init()."""
    return get_rank(group)


def _size_of_environment():
    for name in _SIZES:
        text = os.environ.get(name, "")
        if not text:
            continue
        if not text.isdecimal() or not 1 <= int(text) <= _MOST_RANKS:
            raise ValueError(f"For 'init', the environment variable {name} must be a number of devices from 1 to "
                             f"{_MOST_RANKS}, but got '{text}'.")
        return int(text)
    return 1


def _checked(function, group):
    """The size of the group; an error where it is not made, or where it is another one."""
    if _size is None:
        raise RuntimeError(f"For '{function}', distributed communication is not initialized: call "
                           "mindspore.communication.init() first.")
    if group not in (None, HCCL_WORLD_COMM_GROUP, NCCL_WORLD_COMM_GROUP, MCCL_WORLD_COMM_GROUP):
        raise not_yet(f"A communication group of your own ('{group}')")
    return _size


def create_group(group, rank_ids, options=None):
    """Names some of the devices. Collectives of such a group are not there: what asks for one raises
    NotImplementedError.

    Raises TypeError for ranks that are no list, ValueError for ranks that there are not, RuntimeError before init()."""
    size = _checked("create_group", None)
    if not isinstance(group, str) or not group:
        raise TypeError(f"For 'create_group', the argument 'group' must be a string, but got {group!r}.")
    if not isinstance(rank_ids, list):
        raise TypeError(f"For 'create_group', the argument 'rank_ids' must be a list, but got {type(rank_ids)}.")
    if not rank_ids or len(set(rank_ids)) != len(rank_ids) or any(rank not in range(size) for rank in rank_ids):
        raise ValueError(f"For 'create_group', the argument 'rank_ids' must have different ranks from 0 to {size - 1}, but "
                         f"got {rank_ids}.")
    _groups[group] = list(rank_ids)


def destroy_group(group):
    """Forgets a group that create_group has named. ValueError for another."""
    _ranks_of("destroy_group", group)
    if group not in _groups:
        raise ValueError("For 'destroy_group', the group of all devices cannot be destroyed.")
    del _groups[group]


def get_process_group_ranks(group=GlobalComm.WORLD_COMM_GROUP):
    """The ranks of a group, in its order."""
    return list(_ranks_of("get_process_group_ranks", group))


def get_world_rank_from_group_rank(group, group_rank_id):
    """The rank among all devices of a group's rank. ValueError for a rank that the group does not have."""
    ranks = _ranks_of("get_world_rank_from_group_rank", group)
    if group_rank_id not in range(len(ranks)):
        raise ValueError(f"For 'get_world_rank_from_group_rank', there is no rank {group_rank_id} in group '{group}'.")
    return ranks[group_rank_id]


def get_group_rank_from_world_rank(world_rank_id, group):
    """The rank in a group of a device. ValueError for one that the group does not have."""
    ranks = _ranks_of("get_group_rank_from_world_rank", group)
    if world_rank_id not in ranks:
        raise ValueError(f"For 'get_group_rank_from_world_rank', there is no device {world_rank_id} in group '{group}'.")
    return ranks.index(world_rank_id)


def _ranks_of(function, group):
    if group in _groups and _size is not None:
        return _groups[group]
    return range(_checked(function, group))


def _reset():
    """No group; for the begin of a run."""
    global _size
    _size = None
    _groups.clear()
    GlobalComm.INITED = False


__getattr__ = missing_names("mindspore.communication.management")
