# SPDX-License-Identifier: Apache-2.0
"""Tensor methods that tell about the tensor, make others like it, or concern where and how it is kept."""
import _jitscope
from mindspore.ops import catalogue as ops
from mindspore.common.dtype import Type

__all__ = ["dim", "ndimension", "numel", "nelement", "element_size", "is_floating_point", "is_complex", "is_signed",
           "set_dtype",
           "is_pinned", "is_shared", "is_init", "new_zeros", "new_ones", "new_full", "new_empty", "init_data",
           "set_const_arg", "set_init_flag", "move_to", "cpu", "pin_memory", "wait_pipeline", "data_sync",
           "flush_from_cache", "value", "assign_value", "assign_value_cpp", "set_", "to_", "symbolic_shape",
           "requires_grad_"]


def dim(self):
    """The number of axes."""
    return self.ndim


def ndimension(self):
    """The number of axes."""
    return self.ndim


def numel(self):
    """The number of elements."""
    return self.size


def nelement(self):
    """The number of elements."""
    return self.size


def element_size(self):
    """The bytes of one element."""
    return self.itemsize


def is_floating_point(self):
    """Whether the elements are floating-point numbers."""
    return self.dtype.is_floating_point


def is_complex(self):
    """Whether the elements are complex."""
    return self.dtype.is_complex


def is_signed(self):
    """Whether the elements can be negative."""
    return self.dtype.is_signed


def is_pinned(self):
    """Whether the memory is locked for a device: never."""
    return False


def is_shared(self):
    """Whether the memory is shared with other processes: never."""
    return False


def is_init(self):
    """Whether the elements are still to be initialised: never, they are made with the tensor."""
    return False


def _shape(size):
    return (size,) if isinstance(size, int) else tuple(size)


def new_zeros(self, size, dtype=None):
    """A tensor of zeros of that shape, of this dtype unless another is given."""
    return ops.zeros(_shape(size), self.dtype if dtype is None else dtype)


def new_ones(self, size, dtype=None):
    """A tensor of ones of that shape, of this dtype unless another is given."""
    return ops.ones(_shape(size), self.dtype if dtype is None else dtype)


def new_full(self, size, fill_value, *, dtype=None):
    """A tensor of that shape filled with a number, of this dtype unless another is given."""
    return ops.full(_shape(size), fill_value, dtype=self.dtype if dtype is None else dtype)


def new_empty(self, size, *, dtype=None, device=None):
    """A tensor of that shape whose elements are not to be relied on (they are 0), of this dtype unless another is
    given."""
    return new_zeros(self, size, dtype)


def init_data(self, slice_index=None, shape=None, opt_shard_group=None):
    """Values are there from the start; nothing is left to do."""
    return self


def set_const_arg(self, const_arg=True):
    """Marks the tensor as a constant of graphs that take it as an argument; gives it."""
    if not isinstance(const_arg, bool):
        raise TypeError(f"For 'Tensor', the type of 'const_arg' should be 'bool', but got type '{const_arg}' with type "
                        f"'{type(const_arg).__name__}'.")
    self.const_arg = const_arg
    return self


class ConstArgument:
    """Tensor.const_arg: whether graphs take the tensor as a constant; False until it is set."""

    def __get__(self, tensor, owner=None):
        return self if tensor is None else tensor.__dict__.get("const_arg", False)

    def __set__(self, tensor, value):
        tensor.__dict__["const_arg"] = value


def set_init_flag(self, value=False):
    """Accepted; values are there from the start."""


def move_to(self, to, blocking=True):
    """The tensor on a device ("CPU" or "Ascend"): all are this one's memory."""
    if to not in ("CPU", "Ascend"):
        raise ValueError(f"For 'move_to', the argument 'to' must be one of ['CPU', 'Ascend'], but got '{to}'.")
    return self


def cpu(self):
    """The tensor itself: it is in the memory of the CPU."""
    return self


def pin_memory(self):
    """The tensor itself: there is no device that needs locked memory."""
    return self


def wait_pipeline(self):
    """Operators have finished when they return; nothing is left to wait for."""


def data_sync(self, need_wait=True):
    """Operators have finished when they return; nothing is left to wait for."""


def flush_from_cache(self):
    """Accepted; there is no cache on another device."""


def value(self):
    """The elements as a tensor."""
    return self


def assign_value(self, value):
    """Takes the elements, shape and dtype of another tensor; arrays that share this one's memory keep the old ones."""
    self._take_data(value)
    return self


assign_value_cpp = assign_value


def set_(self, source=None, storage_offset=0, size=None, stride=None):
    """Becomes another name of a tensor of the same dtype: changes to one are seen in the other. Without a tensor, it has
    no elements any more.

    Raises RuntimeError for a tensor of another dtype, NotImplementedError for a part of one."""
    if size is not None or stride is not None or storage_offset:
        raise NotImplementedError("Tensor.set_ takes a whole tensor here; for a part of one give a view of it.")
    source = ops.zeros((0,), self.dtype) if source is None else source
    if not isinstance(source, _jitscope.Tensor):
        raise TypeError(f"For 'Tensor.set_', the source must be a Tensor, but got {type(source).__name__}.")
    if source.dtype != self.dtype:
        raise RuntimeError(f"For 'Tensor.set_', the source must have the dtype {self.dtype}, but got {source.dtype}.")
    self._take_data(source)
    return self


def to_(self, device=None, non_blocking=False):
    """The tensor itself on a device, as move_to."""
    return self if device is None else move_to(self, device, not non_blocking)


def symbolic_shape(self):
    """The sizes of the axes."""
    return self.shape


def requires_grad_(self, requires_grad=True):
    """Whether gradients of it are wanted."""
    self.requires_grad = requires_grad
    return self


def data(self):
    """The elements as a tensor."""
    return self


def set_data(self, value):
    """Takes the elements of another tensor."""
    if not isinstance(value, _jitscope.Tensor):
        raise TypeError(f"For 'Tensor.data', a tensor is needed, but got '{type(value).__name__}'.")
    self._take_elements(value)


def no(self):
    """False: what concerns tensors that are initialised later, or kept elsewhere."""
    return False


def none(self):
    """None: there is no initializer left to run."""
    return None


def device(self):
    """The device that holds the elements."""
    return "CPU"


def set_dtype(self, dtype):
    """The elements become those of another dtype; gives the dtype."""
    if not isinstance(dtype, Type):
        raise TypeError(f"For 'Tensor.set_dtype', the dtype must be a mindspore.dtype, but got "
                        f"'{type(dtype).__name__}'.")
    self._take_data(self.astype(dtype))
    return self.dtype
