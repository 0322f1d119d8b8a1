# SPDX-License-Identifier: Apache-2.0
"""Primitives that devices compute together; see mindspore.communication for which devices there are."""
from mindspore.communication.management import GlobalComm, get_group_size
from mindspore.ops.operations import _rows
from mindspore.ops.operations._rows import attrs
from mindspore.ops.primitive import primitive_call as call


class ReduceOp:
    """How AllReduce and ReduceScatter join the tensors of all ranks."""

    SUM = "sum"
    MAX = "max"
    MIN = "min"
    PROD = "prod"


class _Collective(_rows.CatalogueOperator):
    """What the primitives share: the group, and its size as the attribute rank_size. Raises RuntimeError before
    mindspore.communication.init()."""

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.add_prim_attr("rank_size", get_group_size(self.group))


class AllReduce(_Collective):
    """AllReduce(op=ReduceOp.SUM)(input_x): the tensors of all ranks reduced; the shape of input_x."""

    attributes = attrs(op=ReduceOp.SUM, group=GlobalComm.WORLD_COMM_GROUP)

    def __call__(self, input_x):
        return call("AllReduce", input_x, self.op, self.rank_size)


class AllGather(_Collective):
    """AllGather()(input_x): the tensors of all ranks along the first axis, (n, ...) -> (rank_size * n, ...)."""

    attributes = attrs(group=GlobalComm.WORLD_COMM_GROUP)

    def __call__(self, input_x):
        return call("AllGather", input_x, self.rank_size)


class ReduceScatter(_Collective):
    """ReduceScatter(op=ReduceOp.SUM)(input_x): this rank's part of the reduced tensors,
    (n, ...) -> (n / rank_size, ...)."""

    attributes = attrs(op=ReduceOp.SUM, group=GlobalComm.WORLD_COMM_GROUP)

    def __call__(self, input_x):
        return call("ReduceScatter", input_x, self.op, self.rank_size)


class Broadcast(_Collective):
    """Broadcast(root_rank)((tensor, ...)): the tensors of that rank."""

    attributes = attrs("root_rank", group=GlobalComm.WORLD_COMM_GROUP)

    def __call__(self, input_x):
        return tuple(call("Broadcast", x, self.root_rank, self.rank_size) for x in input_x)


__getattr__ = _rows.module_getattr("mindspore.ops.operations.comm_ops")
