# SPDX-License-Identifier: Apache-2.0
"""What a layer is for the folders below `nn`: the bases of nn.Cell and nn.CellList, to tell layers from other objects."""


class CellBase:
    """The base of nn.Cell, which adds all that a layer does."""

    call_code = None  # the code of nn.Cell.__call__, by which a frame of a layer is known


class CellListBase:
    """The base of nn.CellList."""
