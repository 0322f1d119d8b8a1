# SPDX-License-Identifier: Apache-2.0
"""Gradients of parallel training: reduced over all devices, or divided by a scale."""
from mindspore import context
from mindspore.common.dtype import float32
from mindspore.common.parameter import Parameter
from mindspore.common.tensor import Tensor
from mindspore.communication.management import GlobalComm, get_group_size
from mindspore.nn.cell import Cell
from mindspore.ops.operations.comm_ops import AllReduce


class DistributedGradReducer(Cell):
    """construct(grads) -> the gradients summed over all devices, divided by `degree` where `mean` is set.

    parameters, fusion_type: accepted, without effect here. degree: an int from 1 on; the size of the group when it is not given.
    Raises RuntimeError before mindspore.communication.init(), ValueError for other degrees."""

    def __init__(self, parameters, mean=None, degree=None, fusion_type=1, group=GlobalComm.WORLD_COMM_GROUP):
        super().__init__(auto_prefix=False)
        size = get_group_size(group)
        if degree is not None and (isinstance(degree, bool) or not isinstance(degree, int) or degree <= 0):
            raise ValueError("For 'DistributedGradReducer', the argument 'degree' must be a positive int, but got "
                             f"{degree}.")
        self.degree = 1.0 / (size if degree is None else degree)
        self.mean = bool(mean)
        self.all_reduce = AllReduce(group=group)

    def construct(self, grads):
        reduced = ()
        for grad in grads:
            total = self.all_reduce(grad)
            if self.mean:
                total = total * self.degree
            reduced = reduced + (total,)
        return reduced


class PipelineGradReducer(Cell):
    """
    construct(grads) -> the gradients divided by `scale_sense`; all stages are on the one device, so nothing is gathered

    Args:
        parameters (ParameterTuple): the weights. `accu_grads` are as many Parameters of zeros, as MindSpore names them in
            checkpoints.
        scale_sense (float): what gradients are divided by, kept as a Parameter.
        opt_shard (bool): whether the optimizer's state is spread, which changes nothing here; what
            set_auto_parallel_context was told without it.
    """

    def __init__(self, parameters, scale_sense=1.0, opt_shard=None):
        super().__init__(auto_prefix=False)
        self.accu_grads = parameters.clone(prefix="accu_grads", init="zeros")
        self.scale_sense = Parameter(Tensor(scale_sense, float32), name="scale_sense")
        self.opt_shard = context.get_auto_parallel_context("enable_parallel_optimizer") if opt_shard is None else opt_shard

    def construct(self, grads):
        scaled = ()
        for grad in grads:
            scaled = scaled + (grad * (1.0 / self.scale_sense).astype(grad.dtype),)
        return scaled
