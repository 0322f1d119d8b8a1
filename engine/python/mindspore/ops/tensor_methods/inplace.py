# SPDX-License-Identifier: Apache-2.0
"""Tensor methods that write to the tensor and give it back: x.add_(y), x.zero_(), x.copy_(y).

Each is one operator that writes, or a computation whose result is written back. A gradient that follows the tensor sees
the new elements as the result of the computation; other tensors over the same memory see them too.
"""
import _jitscope
from mindspore.ops import catalogue as ops
from mindspore.ops.primitive import primitive_call as call
from mindspore.ops.tensor_methods import elements

__all__ = ["add_", "sub_", "mul_", "div_", "floor_divide_", "remainder_", "pow_", "copy_", "fill_", "zero_", "clamp_",
           "exp_", "log_", "floor_", "tanh_", "sigmoid_", "relu_", "sign_", "erfinv_", "addmm_", "masked_fill_",
           "masked_scatter_", "fill_diagonal_", "index_add_", "index_copy_", "index_fill_", "index_put_", "put_",
           "scatter_", "scatter_add_", "uniform_", "normal_", "random_", "bernoulli_", "exponential_", "itemset"]


def _write(self, value, method):
    """Writes a computed value; refuses floating values for tensors of integers, complex ones for tensors of real numbers."""
    loses_fraction = value.dtype.is_floating_point and not (self.dtype.is_floating_point or self.dtype.is_complex)
    if loses_fraction or (value.dtype.is_complex and not self.dtype.is_complex):
        raise TypeError(f"For 'Tensor.{method}', the result of type {value.dtype} cannot be stored in a tensor of type "
                        f"{self.dtype}.")
    if value.shape != self.shape:
        raise ValueError(f"For 'Tensor.{method}', the result of shape {value.shape} does not fit into the tensor of "
                         f"shape {self.shape}.")
    return call("InplaceCopy", self, value)


def add_(self, other, *, alpha=1):
    """Adds alpha * other."""
    return call("InplaceAddExt", self, other, alpha)


def sub_(self, other, *, alpha=1):
    """Subtracts alpha * other."""
    return call("InplaceSubExt", self, other, alpha)


def mul_(self, other):
    """Multiplies by other."""
    return call("InplaceMul", self, other)


def div_(self, other, *, rounding_mode=None):
    """Divides by other; rounds towards zero ("trunc") or down ("floor")."""
    if rounding_mode is None:
        return call("InplaceDiv", self, other)
    if rounding_mode == "floor":
        return call("InplaceFloorDivide", self, other)
    return _write(self, elements.div(self, other, rounding_mode=rounding_mode), "div_")


def floor_divide_(self, other):
    """Divides by other and rounds down."""
    return call("InplaceFloorDivide", self, other)


def remainder_(self, other):
    """Becomes the remainder of the division by other, of the sign of other."""
    return call("InplaceRemainder", self, other)


def pow_(self, exponent):
    """Becomes the power."""
    return _write(self, ops.pow(self, exponent), "pow_")


def copy_(self, src, non_blocking=False):
    """Takes the elements of src, broadcast to its shape and converted to its dtype."""
    return call("InplaceCopy", self, src)


def fill_(self, value):
    """Every element becomes value, a number or a tensor of one element."""
    if isinstance(value, _jitscope.Tensor) and value.ndim:
        raise ValueError(f"For 'Tensor.fill_', the value must be a number or a tensor without axes, but got the shape "
                         f"{value.shape}.")
    return call("InplaceFillScalar", self, value)


def zero_(self):
    """Every element becomes 0."""
    return call("InplaceFillScalar", self, 0)


def clamp_(self, min=None, max=None):
    """Each element not below min and not above max."""
    return _write(self, elements.clamp(self, min, max), "clamp_")


def exp_(self):
    """Becomes its exponential."""
    return call("InplaceExp", self)


def log_(self):
    """Becomes its natural logarithm."""
    return call("InplaceLog", self)


def floor_(self):
    """Becomes rounded down."""
    return call("InplaceFloor", self)


def tanh_(self):
    """Becomes its hyperbolic tangent."""
    return call("InplaceTanh", self)


def sigmoid_(self):
    """Becomes 1 / (1 + exp(-x))."""
    return call("InplaceSigmoid", self)


def relu_(self):
    """Negative elements become 0."""
    return call("InplaceReLU", self)


def sign_(self):
    """Becomes -1, 0 or 1."""
    return _write(self, ops.sign(self), "sign_")


def erfinv_(self):
    """Becomes the inverse of the error function."""
    return _write(self, ops.erfinv(self), "erfinv_")


def addmm_(self, mat1, mat2, *, beta=1, alpha=1):
    """Becomes beta * self + alpha * (mat1 @ mat2)."""
    return _write(self, self * beta + ops.matmul(mat1, mat2) * alpha, "addmm_")


def masked_fill_(self, mask, value):
    """Elements where mask holds become value."""
    return _write(self, ops.masked_fill(self, mask, value), "masked_fill_")


def masked_scatter_(self, mask, source):
    """Elements where mask holds become those of source, in row-major order."""
    return _write(self, ops.masked_scatter(self, mask, source), "masked_scatter_")


def fill_diagonal_(self, fill_value, wrap=False):
    """The main diagonal becomes fill_value."""
    return _write(self, elements.fill_diagonal(self, fill_value, wrap), "fill_diagonal_")


def index_add_(self, dim, index, source, *, alpha=1):
    """Adds alpha * source to the slices of an axis at the places of index."""
    return _write(self, elements.index_add(self, dim, index, source, alpha=alpha), "index_add_")


def _slice_of(self, dim):
    """The beginning of an index whose next item belongs to the axis."""
    if not -self.ndim <= dim < self.ndim:
        raise ValueError(f"The axis must be in [{-self.ndim}, {self.ndim}), but got {dim}.")
    return (slice(None),) * (dim % self.ndim)


def index_copy_(self, dim, index, tensor):
    """The slices of an axis at the places of index become those of tensor."""
    self[_slice_of(self, dim) + (index,)] = tensor
    return self


def index_fill_(self, dim, index, value):
    """The slices of an axis at the places of index become value."""
    self[_slice_of(self, dim) + (index,)] = value
    return self


def index_put_(self, indices, values, accumulate=False):
    """The elements at indices (one tensor an axis) become values, or grow by them."""
    return _write(self, ops.index_put(self, indices, values, accumulate), "index_put_")


def put_(self, index, source, accumulate=False):
    """The elements at places in row-major order become those of source, or grow by them."""
    flat = self.reshape(-1)
    values = source.reshape(-1)
    changed = ops.index_put(flat, (index.reshape(-1),), values, accumulate)
    return _write(self, changed.reshape(self.shape), "put_")


def scatter_(self, dim, index, src=None, *, value=None, reduce=None):
    """The elements at the places of index along an axis become those of src (or a number); with reduce "add" or
    "multiply" they grow by them or are multiplied by them."""
    source = value if src is None else src
    if not isinstance(source, _jitscope.Tensor):
        source = ops.full(index.shape, source, dtype=self.dtype)
    if reduce is None:
        return _write(self, ops.scatter(self, dim, index, source), "scatter_")
    if reduce not in ("add", "multiply"):
        raise ValueError(f"For 'Tensor.scatter_', 'reduce' must be 'add' or 'multiply', but got '{reduce}'.")
    reduced = ops.tensor_scatter_elements(self, index, source, dim, "add" if reduce == "add" else "mul")
    return _write(self, reduced, "scatter_")


def scatter_add_(self, dim, index, src):
    """The elements at the places of index along an axis grow by those of src."""
    return _write(self, ops.tensor_scatter_elements(self, index, src, dim, "add"), "scatter_add_")


def uniform_(self, from_=0, to=1, *, generator=None):
    """Elements become uniformly distributed random numbers in [from_, to)."""
    return call("InplaceCopy", self, ops.rand(self.shape) * (to - from_) + from_)


def normal_(self, mean=0, std=1, *, generator=None):
    """Elements become normally distributed random numbers."""
    return call("InplaceCopy", self, ops.randn(self.shape) * std + mean)


def random_(self, from_=0, to=None, *, generator=None):
    """Elements become random integers in [from_, to); up to what the dtype holds exactly without `to`."""
    if to is None:
        to = 2**24 if self.dtype.is_floating_point else 2**min(8 * self.itemsize - 1, 31) - 1
    return call("InplaceCopy", self, ops.randint(from_, to, self.shape))


def bernoulli_(self, p=0.5, *, generator=None):
    """Elements become 1 with the probability p (a number, or a tensor that broadcasts), else 0."""
    return call("InplaceCopy", self, ops.rand(self.shape) < p)


def exponential_(self, lambd=1, *, generator=None):
    """Elements become exponentially distributed random numbers of the rate lambd."""
    return call("InplaceCopy", self, -ops.log(1 - ops.rand(self.shape)) / lambd)


def itemset(self, *arguments):
    """A copy with one other element. itemset(value): of a tensor of shape (1,); itemset(index, value): at a place in
    row-major order or at a tuple of indices."""
    if len(arguments) == 1:
        if self.shape != (1,):
            raise IndexError("Only tensor which shape is (1,) support 1 arg that means omit index, but the tensor "
                             f"shape is {self.shape} and got 1 input.")
        arguments = (0, *arguments)
    index, value = arguments
    if isinstance(index, tuple):
        if len(index) != self.ndim:
            raise IndexError(f"Tuple index len({len(index)}) is not same to tensor dimension({self.ndim})")
    elif isinstance(index, int):
        index = _place_of(index, self.shape, self.size)
    else:
        raise TypeError("The index object cannot be interpreted as an integer")
    changed = self.copy()
    changed[index or ...] = value
    return changed


def _place_of(index, shape, size):
    """The indices along the axes of the element at a place in row-major order."""
    if not -size <= index < size:
        raise IndexError(f"index {index} is out of bounds for axis 0 with size {size}")
    index %= size
    places = []
    for length in reversed(shape):
        places.append(index % length)
        index //= length
    return tuple(reversed(places))
