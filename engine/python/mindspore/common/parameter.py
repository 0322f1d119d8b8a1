# SPDX-License-Identifier: Apache-2.0
"""Parameters of models: tensors with a name that layers own and graphs treat as weights."""
import copy

import _jitscope
from mindspore._capture.current import current_frontend
from mindspore.common.dtype import float32, int32
from mindspore.common.tensor import Tensor
from mindspore.common.initializer import initializer

_unnamed = 0


def forget_names():
    """Numbering of parameters without a name begins anew; at the begin of a run."""
    global _unnamed
    _unnamed = 0


def _default_name():
    global _unnamed
    _unnamed += 1
    return f"Parameter#{_unnamed - 1}"


class _Buffer(Tensor):
    """_Buffer(data, persistent=True): a tensor that a layer it is set in keeps as register_buffer does."""

    def __init__(self, data, *, persistent=True):
        super().__init__(data)
        self.persistent = persistent


_DTYPES = ((int, int32), (float, float32))  # of a number of Python's


class Parameter(Tensor):
    """Parameter(default_input, name=None, requires_grad=True, layerwise_parallel=False, parallel_optimizer=True)"""

    def __init__(self, default_input, name=None, requires_grad=True, layerwise_parallel=False, parallel_optimizer=True,
                 storage_format=""):
        if name is not None and not isinstance(name, str):
            raise ValueError(f"The type of the Parameter's name should be 'string' or 'None', but got {type(name)}.")
        if isinstance(default_input, bool):
            raise ValueError("Parameter data can not be `bool`")
        kind = next((dtype for number, dtype in _DTYPES if isinstance(default_input, number)), None)
        super().__init__(default_input, kind)
        if isinstance(default_input, Tensor):
            # Optimizers write to parameters: what the user passed keeps its elements.
            self._take_data(copy.copy(self._plain()))
        self._become_parameter()
        self._named_by_user = bool(name)
        self.name = name or _default_name()
        self.requires_grad = requires_grad
        self.layerwise_parallel = layerwise_parallel
        self.parallel_optimizer = parallel_optimizer
        self._tell_name()

    def _tell_name(self):
        if _jitscope.is_recording():
            _jitscope.record_tensor_name(self)

    def rename(self, name):
        """Another name, also in what is recorded."""
        self.name = name
        self._tell_name()

    @property
    def param_info(self):
        return self

    @property
    def data(self):
        """The values as a plain tensor over the same memory; can be set to other values."""
        return self._plain() if current_frontend() is None else self

    @data.setter
    def data(self, value):
        self.set_data(value)

    # What a run on several devices sets; one device computes here.
    comm_fusion = 1
    parallel_optimizer_comm_recompute = False
    cache_enable = False
    sliced = False
    key = -1
    cache_shape = ()  # of a cache on hosts, which scripts may set; there is none

    def add_pipeline_stage(self, stage):
        """Nothing: all stages of a pipeline run here."""

    @property
    def has_init(self):
        return False

    @property
    def inited_param(self):
        """The parameter that took this one's place when its values were made: none, values are there from the start."""
        return None

    def init_data(self, layout=None, set_sliced=False):
        """Values are there from the start; nothing is left to do."""
        return self

    def value(self):
        """The values of now as a plain tensor: what is written to the parameter later does not change them."""
        return self._plain().copy() if current_frontend() is None else _jitscope.primitives["Identity"](self)

    def assign_value(self, value):
        """Takes the elements, shape and dtype of another tensor; arrays over the old ones keep those."""
        self._take_elements(value)
        self._tell_name()
        return self

    def __deepcopy__(self, memo):
        return Parameter(self.data, self.name, self.requires_grad)

    def __copy__(self):
        return Parameter(self.data, self.name, self.requires_grad)

    def set_data(self, data, slice_shape=False):
        """Other values: those of `data`, from now on the same memory, and its shape. Where compiled graphs have the weight
        built in, values of the same shape are copied instead: graphs go on with them, and are not compiled anew."""
        if not isinstance(data, Tensor):
            if isinstance(data, bool) or not isinstance(data, (int, float)):
                raise TypeError("Parameter data must be [`Tensor`, `int`, `float`] or a kind of `Tensor` (like "
                                f"`Tensor`). But with type {type(data)}.")
            data = Tensor(data, self.dtype)
        data = data if data.dtype == self.dtype else data.astype(self.dtype)
        if current_frontend() is None and self._holds_place(data):
            _jitscope.primitives["Assign"](self, data)
            return self
        self._take_elements(data)
        self._tell_name()
        return self

    def clone(self, init="same"):
        """A parameter with values of its own."""
        if init != "same":
            return Parameter(initializer(init, self.shape, self.dtype), self.name, self.requires_grad)
        return Parameter(self.copy(), self.name, self.requires_grad)

    def __repr__(self):
        return (f"Parameter (name={self.name}, shape={self.shape}, dtype={self.dtype}, "
                f"requires_grad={self.requires_grad})")

    __str__ = __repr__

    def __reduce__(self):
        return Parameter, (self.data, self.name, self.requires_grad)


class ParameterTuple(tuple):
    """A tuple of parameters with different names."""

    def __new__(cls, iterable):
        parameters = tuple(iterable)
        names = set()
        for parameter in parameters:
            if not isinstance(parameter, Parameter):
                raise TypeError("For ParameterTuple initialization, ParameterTuple input should be 'Parameter' "
                                f"collection, but got a {type(iterable)}.")
            if parameter.name in names:
                raise ValueError(f"The value {parameter} , its name '{parameter.name}' already exists. Please set a "
                                 "unique name for the parameter.")
            names.add(parameter.name)
        return super().__new__(cls, parameters)

    def clone(self, prefix, init="same"):
        """Parameters with values of their own, named with `prefix` before."""
        clones = [parameter.clone(init) for parameter in self]
        for clone in clones:
            clone.rename(f"{prefix}.{clone.name}")
        return ParameterTuple(clones)
