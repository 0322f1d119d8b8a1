# SPDX-License-Identifier: Apache-2.0
"""Tensor methods that give the same elements in another shape or order, or in parts."""
import _jitscope
from mindspore.ops import catalogue as ops
from mindspore import _notes
from mindspore.common.dtype import Type
from mindspore.ops.primitive import primitive_call as call
from mindspore._portability import EXPAND

__all__ = ["to_coo", "to_csr", "reshape", "reshape_as", "view", "view_as", "resize", "ravel", "broadcast_to",
           "expand", "expand_as", "permute", "transpose", "swapaxes", "swapdims", "diagonal", "moveaxis",
           "movedim",
           "flatten", "squeeze", "unsqueeze", "t", "adjoint", "tile", "repeat", "split", "chunk", "unbind",
           "contiguous", "copy", "clone", "sum_to_size"]


def sizes_of(sizes):
    """reshape(2, 3), reshape((2, 3)), reshape([2, 3]) and reshape(Tensor([2, 3])) mean the same."""
    if len(sizes) == 1 and isinstance(sizes[0], (tuple, list)):
        return tuple(sizes[0])
    if len(sizes) == 1 and isinstance(sizes[0], _jitscope.Tensor):
        return tuple(sizes[0].reshape((-1,)).tolist())
    return sizes


def reshape(self, *sizes, shape=None):
    """The same elements in another shape, reshape(2, 3) or reshape((2, 3)); one size may be -1."""
    shape = sizes if shape is None else (shape,)
    if not shape:
        raise TypeError("reshape() missing 1 required positional argument: shape.")
    return call("Reshape", self, sizes_of(shape))


def reshape_as(self, other):
    """The same elements in the shape of other."""
    return call("Reshape", self, other.shape)


def view(self, *shape):
    """view(*shape): the same elements in another shape; one size may be -1. view(dtype): the same memory as elements of
    another dtype."""
    if len(shape) == 1 and isinstance(shape[0], Type):
        return self._reinterpreted(shape[0])
    return reshape(self, *shape)


def view_as(self, other):
    """The same elements in the shape of other."""
    return view(self, other.shape)


def resize(self, *new_shape):
    """A tensor of another shape of the same elements in row-major order, cut off or continued with zeros."""
    shape = sizes_of(new_shape)
    count = 1
    for size in shape:
        if size < 0:
            raise ValueError(f"For 'Tensor.resize', the sizes must not be negative, but got {shape}.")
        count *= size
    flat = call("Reshape", self, (-1,)) if self.size else self.new_zeros((0,))
    if count > self.size:
        flat = ops.concat((flat, self.new_zeros((count - self.size,))))
    return call("Reshape", flat[:count], shape)


def ravel(self):
    """The elements along one axis."""
    return call("Reshape", self, (self.size,))


def broadcast_to(self, *shape):
    """Stretched to a shape; -1 keeps a size."""
    return call("BroadcastTo", self, sizes_of(shape))


def expand(self, *size):
    """Stretched to a shape; -1 keeps a size."""
    if len(size) != 1 or isinstance(size[0], int):
        _notes.portability("Tensor.expand", EXPAND)
    return call("BroadcastTo", self, sizes_of(size))


def expand_as(self, other):
    """Stretched to the shape of other."""
    return call("BroadcastTo", self, other.shape)


def permute(self, *axis):
    """The axes in another order."""
    return call("Transpose", self, sizes_of(axis))


def transpose(self, *axes, dim0=None, dim1=None):
    """transpose(dim0, dim1) swaps two axes; transpose(*axes), or of a tuple or list of any length, gives the order of
    all; transpose() reverses it."""
    if dim0 is not None and dim1 is not None:
        return ops.swapaxes(self, dim0, dim1)
    if len(axes) == 2 and isinstance(axes[0], int):
        return ops.swapaxes(self, *axes)
    axes = sizes_of(axes) if axes != (None,) else ()
    return call("Transpose", self, axes or tuple(reversed(range(self.ndim))))


def swapaxes(self, axis0, axis1):
    """Two axes swapped."""
    return ops.swapaxes(self, axis0, axis1)


def swapdims(self, dim0, dim1):
    """Two axes swapped."""
    return ops.swapaxes(self, dim0, dim1)


def diagonal(self, offset=0, axis1=0, axis2=1, *, dim1=None, dim2=None):
    """The elements of which the places along two axes differ by offset, as the last axis. As keywords, the axes may be
    called dim1 and dim2, too."""
    return ops.diagonal(self, offset, axis1 if dim1 is None else dim1, axis2 if dim2 is None else dim2)


def moveaxis(self, source, destination):
    """The axes of source at the places of destination; the others keep their order."""
    return ops.movedim(self, source, destination)


def movedim(self, source, destination):
    """The axes of source at the places of destination; the others keep their order."""
    return ops.movedim(self, source, destination)


def flatten(self, *arguments, order="C", start_dim=0, end_dim=-1):
    """flatten(order="C", *, start_dim=0, end_dim=-1) or flatten(start_dim=0, end_dim=-1): the axes from start_dim to
    end_dim merged into one, in row-major ("C") or column-major ("F") order."""
    if arguments and isinstance(arguments[0], str):
        order = arguments[0]
    elif arguments:
        start_dim, end_dim = arguments if len(arguments) == 2 else (arguments[0], end_dim)
    return ops.flatten(self, order, start_dim=start_dim, end_dim=end_dim)


def to_coo(self):
    """The elements that are not 0, as a COOTensor."""
    return ops.dense_to_sparse_coo(self)


def to_csr(self):
    """The elements of a matrix that are not 0, as a CSRTensor."""
    return ops.dense_to_sparse_csr(self)


def squeeze(self, *dims, axis=None, dim=None):
    """Without the axes of size 1: all, or those given."""
    named = dim if axis is None else axis
    along = dims[0] if len(dims) == 1 else dims or named
    return call("Squeeze", self, tuple(along) if isinstance(along, list) else along)


def t(self):
    """The transposed matrix; tensors that are no matrices as they are."""
    return call("Transpose", self, (1, 0)) if self.ndim == 2 else self


def adjoint(self):
    """The last two axes swapped, and complex numbers conjugated."""
    return ops.adjoint(self)


def unsqueeze(self, dim=None, *, axis=None):
    """A new axis of length 1 at dim (or axis), which may be negative."""
    return ops.unsqueeze(self, axis if dim is None else dim)


def tile(self, *dims, reps=None):
    """The tensor repeated as often along each axis as dims (or reps) says: tile((2, 1)), tile(2, 1)."""
    return ops.tile(self, sizes_of(dims if reps is None else (reps,)))


def repeat(self, *repeats):
    """repeat(*repeats): the tensor repeated along its axes, with leading axes as needed, like tile."""
    counts = sizes_of(repeats)
    if len(counts) < self.ndim:
        raise ValueError(f"For 'repeat', the number of repeats must be at least the number of axes, {self.ndim}, but "
                         f"got {counts}.")
    return ops.tile(self, counts)


def split(self, split_size_or_sections=None, axis=0, *, split_size=None, dim=None):
    """Parts along an axis: of one size (the last may be smaller), or of the sizes in a list."""
    sections = split_size if split_size_or_sections is None else split_size_or_sections
    if sections is None:
        raise TypeError("split() missing 1 required positional argument: split_size.")
    return ops.split(self, sections, axis if dim is None else dim)


def chunk(self, chunks, axis=0, *, dim=None):
    """At most `chunks` parts of equal size (the last may be smaller) along an axis."""
    return ops.chunk(self, chunks, axis if dim is None else dim)


def unbind(self, dim=0):
    """The slices along an axis, without it, as a tuple."""
    return ops.unstack(self, dim)


def contiguous(self):
    """The tensor itself when its elements lie row by row in memory, else a copy of which that holds."""
    is_known = not _jitscope.is_capturing()  # how a graph's values lie differs from call to call
    return self if is_known and self.is_contiguous() else call("Contiguous", self)


def copy(self):
    """The elements in memory of their own."""
    return call("Clone", self)


def clone(self):
    """The elements in memory of their own."""
    return call("Clone", self)


def sum_to_size(self, *size):
    """Summed along the axes that broadcasting stretched, down to a shape.

    Raises:
        ValueError: If a tensor of that shape does not broadcast to this one.
    """
    shape = sizes_of(size)
    added = self.ndim - len(shape)
    if added < 0 or any(have != want and want != 1 for have, want in zip(self.shape[max(added, 0):], shape)):
        raise ValueError(f"For sum_to_size, size {shape} is not expandable to the tensor size {self.shape}.")
    leading = tuple(range(added))
    kept = tuple(axis + added for axis, want in enumerate(shape) if want == 1 and self.shape[axis + added] != 1)
    result = ops.sum(self, leading, False) if leading else self
    return ops.sum(result, tuple(axis - added for axis in kept), True) if kept else result


def transposed(self):
    """The axes in reverse order."""
    return self if self.ndim < 2 else call("Transpose", self, tuple(reversed(range(self.ndim))))


def transposed_matrices(self):
    """The last two axes swapped."""
    if self.ndim < 2:
        raise ValueError(f"For 'mT' and 'mH', the tensor must have two axes or more, but got {self.ndim}.")
    return ops.swapaxes(self, -2, -1)


def adjoint_matrices(self):
    """The last two axes swapped, and complex numbers conjugated."""
    return ops.adjoint(self) if self.ndim >= 2 else transposed_matrices(self)


def adjoint_matrix(self):
    """The transposed matrix, its complex numbers conjugated."""
    if self.ndim not in (0, 2):
        raise ValueError(f"For 'H', the tensor must have no or two axes, but got {self.ndim}.")
    return ops.adjoint(self) if self.ndim else self


PROPERTIES = {"T": transposed, "H": adjoint_matrix, "mT": transposed_matrices, "mH": adjoint_matrices}
