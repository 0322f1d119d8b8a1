# SPDX-License-Identifier: Apache-2.0
"""Tensors written to files."""
import numpy as np

__all__ = ["tensordump"]


def tensordump(file_name, tensor, mode="out"):
    """Writes a tensor to a file of NumPy's format, named with the dtype and a number: "name_float32_0.npy"."""
    global _dumps
    if mode not in ("out", "in", "all"):
        raise ValueError(f"For 'tensordump', the 'mode' must be 'out', 'in' or 'all', but got {mode!r}.")
    name = file_name[:-4] if file_name.endswith(".npy") else file_name
    array = tensor.asnumpy()
    np.save(f"{name}_{array.dtype.name}_{_dumps}.npy", array)
    _dumps += 1


_dumps = 0
