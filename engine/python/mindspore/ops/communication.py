# SPDX-License-Identifier: Apache-2.0
"""mindspore.ops.communication: which rank this is among how many, what all ranks reduce or gather, and a store of texts; see
mindspore.communication for which devices there are. There is one process, so nothing is sent to a certain rank."""
import datetime
import hashlib
import threading

from mindspore import _log
from mindspore._missing import missing_names
from mindspore.common.tensor import Tensor
from mindspore.communication import management
from mindspore.communication.management import GlobalComm
from mindspore.ops.primitive import primitive_call as call

__all__ = ["CommHandle", "P2POp", "TCPStore", "all_gather", "all_reduce", "barrier", "broadcast", "destroy_process_group", "get_backend", "get_global_rank", "get_group_rank",
           "get_process_group_ranks", "get_rank", "get_world_size", "init_process_group", "irecv", "is_available",
           "is_initialized", "isend", "new_group", "recv", "send", "set_comm_ops_inplace"]

_BACKENDS = ("hccl", "nccl", "mccl")
_backend = "mccl"


def _group(group):
    if group is not None and not isinstance(group, str):
        raise TypeError(f"For a group of processes, the argument 'group' must be type of string, but got 'group' type : "
                        f"{type(group)}.")
    return GlobalComm.WORLD_COMM_GROUP if group is None else group


# --- which processes there are ----------------------------------------------------------------------------------------

def is_available():
    """Whether processes can be told apart: True."""
    return True


def is_initialized():
    """Whether init_process_group, or mindspore.communication.init, was called."""
    return GlobalComm.INITED


def init_process_group(backend="hccl", init_method=None, timeout=None, world_size=-1, rank=-1, store=None, group_name="",
                       pg_options=None, device_id=None):
    """
    Makes the group of all devices, of which this process is the first.

    Args:
        backend (str): "hccl", "nccl" or "mccl"; what get_backend gives then.
        rank (int): 0, or -1; another one raises NotImplementedError. The other arguments are accepted.

    Raises TypeError or ValueError for a backend that is none.
    """
    global _backend
    if rank not in (-1, 0):
        raise NotImplementedError("There is one process here, of the rank 0. Instead, run the script in your own MindSpore.")
    management.init(backend)
    _backend = backend


def destroy_process_group(group=None):
    """Gives a group up, that of all devices without a name. Raises RuntimeError before there is one."""
    if _group(group) == GlobalComm.WORLD_COMM_GROUP:
        management.release()
    else:
        management.destroy_group(group)


def get_rank(group=None):
    """Which of the group this process is: 0. Raises RuntimeError before there is a group."""
    return management.get_rank(_group(group))


def get_world_size(group=None):
    """How many devices the group has. Raises RuntimeError before there is one."""
    return management.get_group_size(_group(group))


def get_backend(group=None):
    """The name that init_process_group was given. Raises RuntimeError before there is a group."""
    management.get_group_size(_group(group))
    return _backend


def get_process_group_ranks(group=None):
    """The ranks of a group, as a list. Raises RuntimeError before there is one."""
    return management.get_process_group_ranks(_group(group))


def get_global_rank(group, group_rank):
    """The rank among all of one of a group."""
    return management.get_world_rank_from_group_rank(_group(group), group_rank)


def get_group_rank(group, global_rank):
    """The rank in a group of one among all."""
    return management.get_group_rank_from_world_rank(global_rank, _group(group))


def new_group(ranks=None, timeout=None, backend=None, pg_options=None, use_local_synchronization=False, group_desc=None):
    """
    The name of a group of some ranks, that of all without them; "" before there is a group of all.

    Args:
        ranks (list of int). backend (str): "hccl" or "mccl", which the name begins with. The others are accepted.

    Raises TypeError for ranks that are no list and another backend, ValueError for ranks that there are not.
    """
    if ranks is None:
        return GlobalComm.WORLD_COMM_GROUP
    if not isinstance(ranks, list):
        raise TypeError(f"ranks must be list, but got {type(ranks)}")
    backend = "hccl" if backend is None else backend
    if backend not in ("hccl", "mccl"):
        raise TypeError(f"the input backend must be hccl or mccl, but got {backend}")
    ranks = sorted(ranks)
    # MindSpore's name of it: scripts write it into files.
    group = f"{backend}_{len(ranks)}_{hashlib.sha1('_'.join(map(str, ranks)).encode()).hexdigest()}"
    try:
        management.create_group(group, ranks, pg_options)
    except RuntimeError as problem:
        _log.warning(str(problem))
        return ""
    return group


# --- what all ranks reduce or gather ----------------------------------------------------------------------------------

_REDUCTIONS = ("sum", "prod", "min", "max", "avg")
_is_inplace = {"all_reduce": True, "all_gather": True, "broadcast": True}


class CommHandle:
    """What an asynchronous call is waited for with; it has ended when its handle is given."""

    def wait(self):
        """Waits for the end."""


def set_comm_ops_inplace(is_enable, func_list=None):
    """
    Whether functions write to the tensors that they are given, which they do at first, or give others.

    Args:
        is_enable (bool). func_list (list or tuple of str): the functions; all without it.

    Raises TypeError for other types.
    """
    if not isinstance(is_enable, bool):
        raise TypeError("For 'set_comm_ops_inplace', the argument 'is_enable' must be type of bool, but got 'is_enable' type "
                        f": {type(is_enable)}.")
    if func_list is not None and not isinstance(func_list, (list, tuple)):
        raise TypeError(f"Expected list or tuple, but got {type(func_list)}.")
    _is_inplace.update((name, is_enable) for name in (_is_inplace if func_list is None else func_list))


def _size_of(name, tensor, group, is_async):
    """How many ranks a group has; the errors for arguments that are none."""
    if not isinstance(tensor, Tensor):
        raise TypeError(f"For {name}, the input tensor must be tensor")
    if not isinstance(is_async, bool):
        raise TypeError(f"The argument 'async_op' must be a bool, but got {type(is_async)}.")
    return len(management.get_process_group_ranks(_group(group)))


def _checked_inplace(name):
    if not _is_inplace[name]:
        raise ValueError("Non-inplace mode is currently not supported.")


def all_reduce(tensor, op="sum", group=None, async_op=False):
    """
    Writes to a tensor what the tensors of all ranks are together.

    Args:
        op (str): "sum", "prod", "min", "max" or "avg". group (str): the group, that of all without it.
        async_op (bool): whether to give a CommHandle.

    The result is None or a CommHandle; after set_comm_ops_inplace(False) it is (the reduced tensor, that). Raises TypeError
    for other arguments, RuntimeError before there is a group.
    """
    if op not in _REDUCTIONS:
        raise TypeError("For all_reduce, the input op value must be one of sum, prod, min, max, avg")
    size = _size_of("all_reduce", tensor, group, async_op)
    handle = CommHandle() if async_op else None
    reduced = call("AllReduce", tensor, "sum" if op == "avg" else op, size)
    reduced = (reduced / size).astype(tensor.dtype) if op == "avg" else reduced
    if not _is_inplace["all_reduce"]:
        return reduced, handle
    tensor.copy_(reduced)
    return handle


def all_gather(tensor_list, tensor, group=None, async_op=False):
    """
    Writes the tensors of all ranks to those of a list.

    Args:
        tensor_list (list of Tensor): as many as there are ranks, of the shape and dtype of the tensor. The others are those of
            all_reduce.

    Raises TypeError for other arguments and another number of tensors, ValueError for another shape, RuntimeError before
    there is a group.
    """
    _checked_inplace("all_gather")
    if not isinstance(tensor_list, (list, tuple)) or not all(isinstance(item, Tensor) for item in tensor_list):
        raise TypeError("For all_gather, the argument 'tensor_list' must be a list of tensors.")
    size = _size_of("all_gather", tensor, group, async_op)
    if len(tensor_list) != size:
        raise TypeError(f"The len of tensor_list must be equal to group rank size, but got {len(tensor_list)}.")
    for item in tensor_list:
        if item.shape != tensor.shape or item.dtype != tensor.dtype:
            raise (TypeError if item.dtype != tensor.dtype else ValueError)(
                "For all_gather, the tensors of the list must have the shape and dtype of the tensor, but got "
                f"{item.shape} {item.dtype} for {tensor.shape} {tensor.dtype}.")
    for item in tensor_list:
        item.copy_(tensor)
    return CommHandle() if async_op else None


def broadcast(tensor, src, group=None, async_op=False):
    """Writes to a tensor that of the rank `src`, which is as this rank's. Raises TypeError for other types, ValueError for a
    rank that the group does not have, RuntimeError before there is a group."""
    _checked_inplace("broadcast")
    if not isinstance(src, int):
        raise TypeError("For broadcast, the src must be int")
    _size_of("broadcast", tensor, group, async_op)
    management.get_group_rank_from_world_rank(src, _group(group))
    return CommHandle() if async_op else None


def barrier(group=None, async_op=False, device_ids=None):
    """Waits for all ranks: they are here. Raises TypeError for other types, RuntimeError before there is a group."""
    if not isinstance(async_op, bool):
        raise TypeError(f"The argument 'async_op' must be a bool, but got {type(async_op)}.")
    management.get_process_group_ranks(_group(group))
    return CommHandle() if async_op else None


# --- from one process to another --------------------------------------------------------------------------------------

def _check_other(name, argument, tensor, rank):
    if not isinstance(tensor, Tensor):
        raise TypeError(f"For {name}, the input tensor must be tensor")
    if not isinstance(rank, int):
        raise TypeError(f"For {name}, the {argument} must be int")


def send(tensor, dst=0, group=None, tag=0):
    """Sends a tensor to another process; there is none. Raises TypeError for other types, ValueError for this process
    itself, NotImplementedError for another."""
    _check_other("send", "dst", tensor, dst)
    if dst == 0:
        raise ValueError("Invalid destination rank: destination rank should not be the same as the rank of the current "
                         "process.")
    isend(tensor)


def recv(tensor, src=0, group=None, tag=0):
    """Receives a tensor from another process; there is none. Raises TypeError for other types, else NotImplementedError."""
    _check_other("recv", "src", tensor, src)
    irecv(tensor)


def isend(tensor, dst=0, group=None, tag=0):
    """Sends a tensor to another process; there is none: raises NotImplementedError."""
    raise NotImplementedError("There is one process here, which sends nothing. Instead, use the tensor itself.")


def irecv(tensor, src=0, group=None, tag=0):
    """Receives a tensor from another process; there is none: raises NotImplementedError."""
    raise NotImplementedError("There is one process here, which receives nothing. Instead, use the tensor itself.")


class P2POp:
    """
    What one process would send or receive, for batch_isend_irecv.

    Args:
        op (Callable, str): isend or irecv, or its name.
        tensor (Tensor): the tensor. peer (int): the rank of the other. group (str): the group. tag (int): 0.

    Raises TypeError for other types, NotImplementedError for a tag other than 0.
    """

    def __init__(self, op, tensor, peer, group=None, tag=0):
        if op not in ("isend", "irecv", isend, irecv):
            raise TypeError(f"Expected op to be of type isend or irecv, but got {op}")
        if not isinstance(tensor, Tensor):
            raise TypeError(f"Expected tensor to be Tensor, but got {type(tensor)}.")
        if not isinstance(peer, int):
            raise TypeError("For P2POp, the peer must be int")
        if tag != 0:
            raise NotImplementedError("tag is not support yet.")
        self.op, self.tensor, self.peer, self.group, self.tag = op, tensor, peer, group, tag


# --- a store of texts -------------------------------------------------------------------------------------------------

_stores, _changed = {}, threading.Condition()


class TCPStore:
    """
    Texts by key, which the processes of a training agree by. There is one process, so all stores of one host and port are
    the same, and nothing listens on the port.

    Args:
        host_name (str), port (int): where it would be.
        world_size (int): the number of processes, 1 without it. is_master (bool): whether this process keeps it.
        timeout (datetime.timedelta): how long `get` waits for a key. The other arguments are accepted.

    Raises TypeError for other types, ValueError for a port that is none or a world_size below 1.
    """

    def __init__(self, host_name, port, world_size=None, is_master=False, timeout=datetime.timedelta(seconds=300),
                 wait_for_workers=True, multi_tenant=False, master_listen_fd=None, use_libuv=True):
        world_size = 1 if world_size is None else world_size
        for name, value, kind in (("host_name", host_name, str), ("port", port, int), ("is_master", is_master, bool),
                                  ("timeout", timeout, datetime.timedelta), ("wait_for_workers", wait_for_workers, bool),
                                  ("world_size", world_size, int)):
            self._check("TCPStore", name, value, kind)
        if not 0 <= port <= 65535:
            raise ValueError(f"For 'TCPStore', the argument 'port' must be legal, but got {port}.")
        if world_size <= 0:
            raise ValueError(f"For 'TCPStore', the argument 'world_size' must be legal, but got {world_size}.")
        self.host, self.port, self._seconds = host_name, port, timeout.total_seconds()
        self._values = _stores.setdefault((host_name, port), {})

    @staticmethod
    def _check(where, name, value, kind):
        if not isinstance(value, kind):
            raise TypeError(f"For '{where}', the argument '{name}' must be type of {getattr(kind, '__name__', kind)}, but got "
                            f"'{name}' type : {type(value)}.")

    def add(self, key, amount):
        """Adds a whole number to that of a key, 0 before the first time; gives the sum."""
        self._check("TCPStore.add", "key", key, str)
        self._check("TCPStore.add", "amount", amount, int)
        with _changed:
            self._values[key] = str(int(self._values.get(key, b"0")) + amount).encode()
            _changed.notify_all()
            return int(self._values[key])

    def set(self, key, value):
        """Keeps a text or bytes under a key."""
        self._check("TCPStore.set", "key", key, str)
        self._check("TCPStore.set", "value", value, (str, bytes))
        with _changed:
            self._values[key] = value.encode() if isinstance(value, str) else value
            _changed.notify_all()

    def get(self, key):
        """The bytes of a key; waits for another thread to set it, and raises RuntimeError after the timeout."""
        self._check("TCPStore.get", "key", key, str)
        with _changed:
            if not _changed.wait_for(lambda: key in self._values, self._seconds):
                raise RuntimeError(f"For 'TCPStore.get', nobody has set the key '{key}' in {self._seconds} seconds.")
            return self._values[key]

    def delete_key(self, key):
        """Forgets a key; whether there was one."""
        self._check("TCPStore.delete_key", "key", key, str)
        with _changed:
            return self._values.pop(key, None) is not None


__getattr__ = missing_names("mindspore.ops.communication")
