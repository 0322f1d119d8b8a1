# SPDX-License-Identifier: Apache-2.0
"""Cells that run a network on parts of a batch, one after the other, and add up what it gives."""
from mindspore.nn.cell import Cell

__all__ = ["GradAccumulationCell", "MicroBatchInterleaved", "PipelineCell", "VirtualDatasetCellTriple"]


def _check_number(cls, name, value):
    if not isinstance(value, int):
        raise TypeError(f"For '{cls}', the argument '{name}' must be integer, but got the type : {type(value)}.")
    if value <= 0:
        raise ValueError(f"For '{cls}', the argument '{name}' must be large than 0, but got {value}.")


class _InParts(Cell):
    """construct(*inputs) -> the sum of what the network gives for `_parts` equal parts of each input's first axis"""

    def __init__(self, network, name, parts):
        super().__init__(auto_prefix=False)
        if not isinstance(network, Cell):
            raise TypeError(f"For '{self.cls_name}', the argument 'network' must cell type, but got the type : "
                            f"{type(network)}.")
        _check_number(self.cls_name, name, parts)
        self.network = network
        self._parts = parts

    def _part(self, tensor, number):
        size, rest = divmod(tensor.shape[0], self._parts)
        if rest:
            raise ValueError(f"For micro batch initialization, the 0th dimension shape of input({tensor.shape[0]}) must be "
                             f"divided by micro size({self._parts})")
        return tensor[size * number:size * (number + 1)]

    def construct(self, *inputs):
        total = self.network(*[self._part(tensor, 0) for tensor in inputs])
        for number in range(1, self._parts):
            total = total + self.network(*[self._part(tensor, number) for tensor in inputs])
        return total


class GradAccumulationCell(_InParts):
    """The network on `micro_size` parts of a batch; its results, as losses, add up, and so do their gradients."""

    def __init__(self, network, micro_size):
        super().__init__(network, "micro_size", micro_size)
        self.micro_size = micro_size


class MicroBatchInterleaved(_InParts):
    """The network on `interleave_num` parts of a batch, whose results add up."""

    def __init__(self, network, interleave_num=2):
        super().__init__(network, "interleave_num", interleave_num)
        self.interleave_num = interleave_num


class PipelineCell(_InParts):
    """The network on `micro_size` parts of a batch. All of its stages are on the one device: `stage_config` and
    `segment_config` give cells, by their names, a number that nothing here goes by. KeyError for a name of no cell."""

    def __init__(self, network, micro_size, stage_config=None, segment_config=None):
        super().__init__(network, "micro_size", micro_size)
        self.micro_size = micro_size
        for option, attribute, config in (("stage_config", "pipeline_stage", stage_config),
                                          ("segment_config", "pipeline_segment", segment_config)):
            self._mark(option, attribute, config or {})

    def _mark(self, option, attribute, config):
        cells = {**{name: cell for name, cell in self.network.cells_and_names() if name}, str(self.network): self.network}
        unknown = {name: number for name, number in config.items() if name not in cells}
        for name, number in config.items():
            if name in cells:
                setattr(cells[name], attribute, number)
        if unknown:
            raise KeyError(f"For 'PipelineCell', the argument '{option}' : {unknown} is not found in 'network' : "
                           f"{self.network}")


class VirtualDatasetCellTriple(Cell):
    """construct(a, b, c) -> what the network gives for them; deprecated in MindSpore"""

    def __init__(self, backbone):
        super().__init__(auto_prefix=False)
        self._backbone = backbone

    def construct(self, a, b, c):
        return self._backbone(a, b, c)
