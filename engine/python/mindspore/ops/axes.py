# SPDX-License-Identifier: Apache-2.0
"""The axes of a tensor in another order, merged, or one more of them."""
from mindspore.ops.primitive import primitive_call as call

__all__ = ["flatten", "permute", "swapaxes", "swapdims", "transpose", "unsqueeze", "view_as"]


def from_front(axis, rank, error=ValueError):
    """axis counted from the front. Raises `error` for one that no tensor of that rank has."""
    if not -rank <= axis < rank:
        raise error(f"Dimension out of range (expected to be in range of [{-rank}, {rank}), but got {axis})")
    return axis % rank


def flatten(input, order="C", *, start_dim=1, end_dim=-1):
    """The axes from start_dim to end_dim merged into one."""
    if order not in ("C", "F"):
        raise ValueError(f"For 'flatten', the 'order' must be 'C' or 'F', but got '{order}'.")
    if order == "F":
        input = transpose(input, tuple(reversed(range(input.ndim))))
    return call("Flatten", input, start_dim, end_dim)


def transpose(input, input_perm):
    """The axes of input in the order of input_perm."""
    return call("Transpose", input, tuple(input_perm))


def permute(input, axis):
    """The axes of input in the order of axis."""
    return call("Transpose", input, (axis,) if isinstance(axis, int) else tuple(axis))


def swapaxes(input, axis0, axis1):
    """Two axes of input swapped."""
    for name, axis in (("axis0", axis0), ("axis1", axis1)):
        if not isinstance(axis, int):
            raise TypeError(f"For 'swapaxes', '{name}' must be an integer, but got '{type(axis).__name__}'.")
        if not -input.ndim <= axis < input.ndim:
            raise ValueError(f"For 'swapaxes', the axis value must be in [{-input.ndim},{input.ndim}), but got {axis}.")
    order = list(range(input.ndim))
    order[axis0], order[axis1] = order[axis1], order[axis0]
    return call("Transpose", input, tuple(order))


def swapdims(input, dim0, dim1):
    """Two axes of input swapped."""
    return swapaxes(input, dim0, dim1)


def unsqueeze(input, dim):
    """input with an axis of size 1 put in at dim."""
    return call("ExpandDims", input, dim)


def view_as(input, other):
    """The same elements in the shape of other."""
    return call("Reshape", input, other.shape)
