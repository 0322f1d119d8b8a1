# SPDX-License-Identifier: Apache-2.0
"""The layers by subject."""
from mindspore.nn.layer import (activation, basic, combined, container, conv, conv_transpose, embedding, image, math,
                                normalization, padding, pooling, rnn_cells, rnns, thor_layer, transformer, unpooling)
from mindspore.nn.layer.activation import *  # noqa: F403
from mindspore.nn.layer.basic import *  # noqa: F403
from mindspore.nn.layer.combined import *  # noqa: F403
from mindspore.nn.layer.container import *  # noqa: F403
from mindspore.nn.layer.conv import *  # noqa: F403
from mindspore.nn.layer.conv_transpose import *  # noqa: F403
from mindspore.nn.layer.embedding import *  # noqa: F403
from mindspore.nn.layer.image import *  # noqa: F403
from mindspore.nn.layer.math import *  # noqa: F403
from mindspore.nn.layer.normalization import *  # noqa: F403
from mindspore.nn.layer.padding import *  # noqa: F403
from mindspore.nn.layer.pooling import *  # noqa: F403
from mindspore.nn.layer.rnn_cells import *  # noqa: F403
from mindspore.nn.layer.rnns import *  # noqa: F403
from mindspore.nn.layer.thor_layer import *  # noqa: F403
from mindspore.nn.layer.transformer import *  # noqa: F403
from mindspore.nn.layer.unpooling import *  # noqa: F403
from mindspore._missing import missing_names

__all__ = [name for module in (activation, basic, combined, container, conv, conv_transpose, embedding, image, math,
                               normalization, padding, pooling, rnn_cells, rnns,
                               thor_layer, transformer, unpooling) for name in module.__all__]

__getattr__ = missing_names("mindspore.nn.layer")
