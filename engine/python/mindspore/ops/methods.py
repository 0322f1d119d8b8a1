# SPDX-License-Identifier: Apache-2.0
"""Methods of Tensor whose arguments differ from the functions of the same name."""
import _jitscope
from mindspore.common import dtype as dtypes
from mindspore.ops import composed
from mindspore.ops.primitive import primitive_call as call


def _sizes(sizes):
    """reshape(2, 3), reshape((2, 3)) and reshape([2, 3]) mean the same."""
    if len(sizes) == 1 and isinstance(sizes[0], (tuple, list)):
        return tuple(sizes[0])
    return sizes


def reshape(self, *shape):
    """The same elements in another shape; one size may be -1."""
    return call("Reshape", self, _sizes(shape))


def view(self, *shape):
    """The same elements in another shape; one size may be -1."""
    return call("Reshape", self, _sizes(shape))


def view_as(self, other):
    """The same elements in the shape of other."""
    return call("Reshape", self, other.shape)


def broadcast_to(self, *shape):
    """Stretched to a shape; -1 keeps a size."""
    return call("BroadcastTo", self, _sizes(shape))


def expand(self, *size):
    """Stretched to a shape; -1 keeps a size."""
    if len(size) != 1 or isinstance(size[0], int):
        from mindspore import _run
        _run.portability("Tensor.expand", "Tensor.expand takes one argument in real MindSpore 2.7; write x.expand((2, 3)) "
                         "instead of x.expand(2, 3).")
    return call("BroadcastTo", self, _sizes(size))


def expand_as(self, other):
    """Stretched to the shape of other."""
    return call("BroadcastTo", self, other.shape)


def permute(self, *axis):
    """The axes in another order."""
    return call("Transpose", self, _sizes(axis))


def transpose(self, *axes):
    """transpose(dim0, dim1) swaps two axes; transpose(*axes) gives the order of all; transpose() reverses it."""
    axes = _sizes(axes) if axes != (None,) else ()
    if len(axes) == 2 and isinstance(axes[0], int):
        return composed.swapaxes(self, *axes)
    return call("Transpose", self, axes or tuple(reversed(range(self.ndim))))


def reversed_axes(self):
    """The axes in reverse order."""
    return self if self.ndim < 2 else call("Transpose", self, tuple(reversed(range(self.ndim))))


def transposed_matrices(self):
    """The last two axes swapped."""
    return composed.swapaxes(self, -2, -1)


def swapaxes(self, axis0, axis1):
    """Two axes swapped."""
    return composed.swapaxes(self, axis0, axis1)


def flatten(self, start_dim=0, end_dim=-1, *, order="C"):
    """The axes from start_dim to end_dim merged into one."""
    if isinstance(start_dim, str):
        order, start_dim = start_dim, 0
    return composed.flatten(self, order, start_dim=start_dim, end_dim=end_dim)


def squeeze(self, axis=None):
    """Without the axes of size 1 (all, or those given)."""
    return call("Squeeze", self, axis)


def matmul(self, tensor2):
    """The matrix product."""
    return composed.matmul(self, tensor2)


def softmax(self, axis=-1, dtype=None):
    """exp(x) / sum(exp(x)) along an axis."""
    return composed.softmax(self, axis, dtype=dtype)


def square(self):
    """The elements times themselves."""
    return self * self


def astype(self, dtype, copy=True):
    """Converted to a dtype, given as such, by its name, or as a Python or NumPy type."""
    wanted = dtypes.as_dtype(dtype)
    if wanted is None:
        raise TypeError(f"For Tensor.astype, the input type must be one of the dtypes of mindspore, but got '{dtype}'.")
    return self if wanted == self.dtype and not copy else call("Cast", self, wanted)


def to(self, dtype):
    """Converted to a dtype."""
    if not isinstance(dtype, dtypes.Type):
        raise TypeError(f"For 'Tensor.to', the 'dtype' must be a mindspore dtype, but got '{dtype}'.")
    return self if dtype == self.dtype else call("Cast", self, dtype)


def _converter(dtype):
    def convert(self):
        return to(self, dtype)
    convert.__doc__ = f"Converted to {dtype!r}."
    return convert


def data(self):
    """The tensor itself."""
    return self


def value(self):
    """The tensor itself."""
    return self


def installed():
    """Name -> function or property, for the Tensor type."""
    named = {function.__name__: function
             for function in (reshape, view, view_as, broadcast_to, expand, expand_as, permute, transpose, swapaxes, flatten,
                              squeeze, matmul, softmax, square, astype, to, value)}
    named |= {"swapdims": swapaxes, "mm": matmul, "bmm": matmul, "type": astype}
    named |= {name: _converter(dtype) for name, dtype in (
        ("float", dtypes.float32), ("half", dtypes.float16), ("double", dtypes.float64), ("int", dtypes.int32),
        ("long", dtypes.int64), ("bool", dtypes.bool_))}
    return named | {"T": property(reversed_axes), "mT": property(transposed_matrices), "data": property(data)}


def install():
    for name, function in installed().items():
        _jitscope.add_tensor_method(name, function)
    _jitscope.set_matmul(composed.matmul)
