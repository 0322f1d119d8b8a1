# SPDX-License-Identifier: Apache-2.0
"""Gradients of data-parallel training: reduced over all devices."""
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
