# SPDX-License-Identifier: Apache-2.0
"""Padding layers. `padding` is an int for all sides, or (left, right), (left, right, top, bottom), (left, right, top,
bottom, front, back): pairs from the last axis on. Negative sizes crop where the layer pads with a constant."""
from mindspore import ops
from mindspore.nn.cell import Cell
from mindspore.nn.checks import is_int
from mindspore.nn.layer.basic import mirrored, picked

__all__ = ["ConstantPad1d", "ConstantPad2d", "ConstantPad3d", "ReflectionPad1d", "ReflectionPad2d", "ReflectionPad3d",
           "ZeroPad2d", "ReplicationPad1d", "ReplicationPad2d", "ReplicationPad3d"]


def _sizes(layer, padding, axes):
    """(before, after) for each of the last `axes` axes, the last axis first."""
    if is_int(padding):
        return ((padding, padding),) * axes
    if not isinstance(padding, tuple):
        raise TypeError(
            f"For '{layer}', the type of parameter 'padding' must be in [int, float], but got {type(padding)}.")
    if len(padding) % 2 != 0 or len(padding) > 2 * axes:
        raise ValueError(f"For '{layer}', the length of parameter 'padding' with tuple type must be a multiple of 2 "
                         f"and at most {2 * axes}, but got {len(padding)}.")
    if not all(is_int(size) for size in padding):
        raise TypeError(f"For '{layer}', every element in 'padding' must be integer, but got {padding}.")
    return tuple(zip(padding[::2], padding[1::2]))


class _Padding(Cell):
    """Pads the last axes."""

    axes = 0

    def __init__(self, padding):
        super().__init__()
        self.padding = padding
        self._sizes = _sizes(self.cls_name, padding, self.axes)

    def _check_rank(self, x):
        if x.ndim < len(self._sizes):
            raise ValueError(f"For '{self.cls_name}', the dimension of 'x' must be at least {len(self._sizes)}, but "
                             f"got {x.ndim}.")


class _ConstantPad(_Padding):
    def __init__(self, padding, value):
        super().__init__(padding)
        if not isinstance(value, (int, float)) or isinstance(value, bool):
            raise TypeError(f"For '{self.cls_name}', the type of parameter 'value' must be in [int, float], but got "
                            f"{type(value)}.")
        self.value = value

    def construct(self, x):
        self._check_rank(x)
        for place, (before, after) in enumerate(self._sizes):
            if before < 0 or after < 0:
                axis, size = x.ndim - 1 - place, x.shape[x.ndim - 1 - place]
                x = picked(x, axis, list(range(max(-before, 0), size - max(-after, 0))))
        wanted = [max(size, 0) for pair in self._sizes for size in pair]
        return ops.pad(x, wanted, "constant", self.value) if any(wanted) else x


class ConstantPad1d(_ConstantPad):
    """The last axis continued by a number."""

    axes = 1


class ConstantPad2d(_ConstantPad):
    """The last two axes continued by a number."""

    axes = 2


class ConstantPad3d(_ConstantPad):
    """The last three axes continued by a number."""

    axes = 3


class ZeroPad2d(_ConstantPad):
    """The last two axes continued by 0."""

    axes = 2

    def __init__(self, padding):
        super().__init__(padding, 0)


class _ReflectionPad(_Padding):
    def construct(self, x):
        self._check_rank(x)
        for place, (before, after) in enumerate(self._sizes):
            x = mirrored(x, x.ndim - 1 - place, before, after, False)
        return x


class ReflectionPad1d(_ReflectionPad):
    """The last axis continued by its mirror image, without the edge."""

    axes = 1


class ReflectionPad2d(_ReflectionPad):
    """The last two axes continued by their mirror images, without the edges."""

    axes = 2


class ReflectionPad3d(_ReflectionPad):
    """The last three axes continued by their mirror images, without the edges."""

    axes = 3


class _ReplicationPad(_Padding):
    def construct(self, x):
        self._check_rank(x)
        for place, (before, after) in enumerate(self._sizes):
            axis, size = x.ndim - 1 - place, x.shape[x.ndim - 1 - place]
            x = picked(x, axis, [0] * before + list(range(size)) + [size - 1] * after)
        return x


class ReplicationPad1d(_ReplicationPad):
    """The last axis continued by its edges."""

    axes = 1


class ReplicationPad2d(_ReplicationPad):
    """The last two axes continued by their edges."""

    axes = 2


class ReplicationPad3d(_ReplicationPad):
    """The last three axes continued by their edges."""

    axes = 3
