# SPDX-License-Identifier: Apache-2.0
"""mint's functions of shapes, places and order, with `dim`."""
from mindspore import ops
from mindspore.common.tensor import Tensor
from mindspore.ops.primitive import primitive_call as call

__all__ = ["argsort", "cat", "concat", "chunk", "diag", "diff", "flatten", "gather", "histc", "index_add",
           "index_select", "kthvalue", "meshgrid", "narrow", "permute", "repeat_interleave", "reshape", "scatter",
           "scatter_add", "select", "sort", "split", "squeeze", "stack", "t", "tile", "topk", "transpose", "unbind",
           "unsqueeze", "dstack", "hstack", "broadcast_to", "swapaxes"]


def _sizes(sizes):
    return tuple(sizes[0]) if len(sizes) == 1 and isinstance(sizes[0], (tuple, list)) else sizes


def cat(tensors, dim=0):
    """Tensors joined along dim; dtypes are promoted to their common one."""
    return ops.cat(tensors, dim)


concat = cat


def stack(tensors, dim=0):
    """Tensors of one shape joined along a new axis."""
    return call("Stack", tuple(tensors), dim)


def hstack(tensors):
    """Tensors joined along the second axis (the first, of rank 1)."""
    tensors = [call("Reshape", tensor, (1,)) if tensor.ndim == 0 else tensor for tensor in tensors]
    return ops.cat(tensors, 0 if tensors[0].ndim == 1 else 1)


def dstack(tensors):
    """Tensors joined along the third axis."""
    return ops.dstack(tensors)


def chunk(input, chunks, dim=0):
    """At most `chunks` pieces of equal size (but the last) along dim."""
    return ops.chunk(input, chunks, dim)


def split(tensor, split_size_or_sections, dim=0):
    """Pieces of a size, or of the given sizes, along dim."""
    return ops.split(tensor, split_size_or_sections, dim)


def unbind(input, dim=0):
    """The slices along dim."""
    return tuple(select(input, dim, i) for i in range(input.shape[dim]))


def reshape(input, *shape):
    """The same elements in another shape; one size may be -1."""
    return call("Reshape", input, _sizes(shape))


def broadcast_to(input, shape):
    """Stretched to a shape; -1 keeps a size."""
    return call("BroadcastTo", input, tuple(shape))


def permute(input, dims):
    """The axes in another order."""
    return call("Transpose", input, tuple(dims))


def transpose(input, dim0, dim1):
    """Two axes swapped."""
    return ops.swapaxes(input, dim0, dim1)


def swapaxes(input, axis0, axis1):
    """Two axes swapped."""
    return ops.swapaxes(input, axis0, axis1)


def t(input):
    """A matrix transposed; vectors and scalars as they are."""
    if input.ndim > 2:
        raise ValueError(f"For t(), the ndim of input tensor should be less than 2, but got {input.ndim}.")
    return input if input.ndim < 2 else call("Transpose", input, (1, 0))


def flatten(input, start_dim=0, end_dim=-1):
    """The axes from start_dim to end_dim merged into one."""
    if input.ndim == 0:
        return call("Reshape", input, (1,))
    return call("Flatten", input, start_dim, end_dim)


def squeeze(input, dim=None):
    """Without axes of size 1: all, or those of dim that have it."""
    if dim is None:
        return call("Squeeze", input)
    dims = [d % max(input.ndim, 1) for d in ((dim,) if isinstance(dim, int) else dim)]
    return call("Squeeze", input, tuple(d for d in dims if input.shape[d] == 1)) if dims else input


def unsqueeze(input, dim):
    """With an axis of size 1 at dim."""
    return call("ExpandDims", input, dim)


def tile(input, dims):
    """input repeated along each axis."""
    return ops.tile(input, tuple(dims))


def repeat_interleave(input, repeats, dim=None, *, output_size=None):
    """Each element (along dim; of all elements without it) several times."""
    return ops.repeat_interleave(input, repeats, dim)


def narrow(input, dim, start, length):
    """`length` elements from `start` on along dim."""
    return call("Narrow", input, dim, start, length)


def select(input, dim, index):
    """The slice at a place of dim, without that axis."""
    return call("SelectExtView", input, dim, index)


def index_select(input, dim, index):
    """The slices at the places of index along dim."""
    return call("Gather", input, index, dim)


def gather(input, dim, index):
    """Elements at the places of index along dim, the other places being their own."""
    return ops.gather_elements(input, dim, index)


def scatter(input, dim, index, src):
    """input with src (a tensor or a number) at the places of index along dim."""
    if not isinstance(src, Tensor):
        src = call("Full", index.shape, src, input.dtype)
    return ops.scatter(input, dim, index, src)


def scatter_add(input, dim, index, src):
    """input with src added at the places of index along dim."""
    return ops.tensor_scatter_elements(input, index, src, dim, "add")


def index_add(input, dim, index, source, *, alpha=1):
    """input with alpha * source added to the slices at index along dim."""
    return ops.index_add(input, index, source if alpha == 1 else source * alpha, dim)


def sort(input, *, dim=-1, descending=False, stable=False):
    """(the elements in order along dim, the places where they were)."""
    return ops.sort(input, dim, descending)


def argsort(input, dim=-1, descending=False, stable=False):
    """The places of the elements in order along dim; Int64."""
    return ops.sort(input, dim, descending)[1]


def topk(input, k, dim=-1, largest=True, sorted=True):
    """(the k largest or smallest elements along dim, their places)."""
    return ops.topk(input, k, dim, largest, sorted)


def kthvalue(input, k, dim=-1, keepdim=False):
    """(the k-th smallest element along dim, its place); k counts from 1."""
    values, places = ops.sort(input, dim)
    dim = dim % max(input.ndim, 1)
    picked = [call("SelectExtView", part, dim, k - 1) for part in (values, places)]
    return tuple(call("ExpandDims", part, dim) if keepdim else part for part in picked)


def diag(input, diagonal=0):
    """A matrix with the vector on a diagonal, or a diagonal of the matrix."""
    if input.ndim == 2:
        return ops.diagonal(input, diagonal)
    if input.ndim != 1:
        raise ValueError(f"For 'diag', the input must be of rank 1 or 2, but got {input.ndim}.")
    size = input.shape[0] + abs(diagonal)
    places = ops.arange(input.shape[0])
    cells = (places + max(-diagonal, 0)) * size + places + max(diagonal, 0)
    flat = call("Zeros", (size * size,), input.dtype)
    return ops.tensor_scatter_elements(flat, cells, input, 0).reshape((size, size))


def diff(input, n=1, dim=-1, prepend=None, append=None):
    """The differences of neighbours along dim, n times."""
    parts = [part for part in (prepend, input, append) if part is not None]
    input = parts[0] if len(parts) == 1 else ops.cat(parts, dim)
    for _ in range(n):
        size = input.shape[dim]
        input = narrow(input, dim, 1, size - 1) - narrow(input, dim, 0, size - 1)
    return input


def histc(input, bins=100, min=0, max=0):
    """How many elements lie in each of `bins` equal parts of [min, max]."""
    return ops.histc(input, bins, min, max)


def meshgrid(*tensors, indexing=None):
    """Each vector stretched over the axes of all; without indexing "ij"."""
    if len(tensors) == 1 and isinstance(tensors[0], (tuple, list)):
        tensors = tuple(tensors[0])
    return ops.meshgrid(*tensors, indexing=indexing or "ij")
