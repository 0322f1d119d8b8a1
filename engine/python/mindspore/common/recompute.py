# SPDX-License-Identifier: Apache-2.0
"""mindspore.recompute: a cell whose inner results may be computed again for its gradient instead of kept."""
from mindspore._missing import missing_names
from mindspore.common.cellbase import CellBase

__all__ = ["recompute"]
__getattr__ = missing_names("mindspore.common.recompute")


def recompute(block, *args, **kwargs):
    """block(*args, **kwargs) for a cell. Here inner results are kept: values and gradients are the same, only memory is
    not saved. Raises TypeError for what is no cell."""
    if not isinstance(block, CellBase):
        raise TypeError("Recompute function now only support block which inherited from Cell!")
    return block(*args, **kwargs)
