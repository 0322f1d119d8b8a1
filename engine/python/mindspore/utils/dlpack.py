# SPDX-License-Identifier: Apache-2.0
"""DLPack: memory shared with other array libraries without a copy."""
from mindspore.common.tensor import Tensor

__all__ = ["from_dlpack", "to_dlpack"]


def from_dlpack(dlpack):
    """A tensor that shares the memory of a DLPack capsule, or of an array with `__dlpack__` (NumPy, PyTorch).

    Args:
        dlpack (PyCapsule or object): A capsule can be used once.

    Raises:
        TypeError: If it is neither.
        BufferError: If the memory is not the CPU's, the capsule was used before, or the elements are of no dtype of MindSpore.
    """
    return Tensor.from_dlpack(dlpack)


def to_dlpack(tensor):
    """A DLPack capsule that shares the memory of a tensor.

    Raises:
        TypeError: If it is not a tensor.
    """
    if not isinstance(tensor, Tensor):
        raise TypeError(f"For 'to_dlpack', the type of the input must be Tensor, but got {type(tensor).__name__}.")
    return tensor.to_dlpack()
