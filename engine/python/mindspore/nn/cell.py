# SPDX-License-Identifier: Apache-2.0
"""The base of all layers: keeps their parameters and inner layers, and calls construct."""
import importlib
import inspect
import types
from collections import OrderedDict

import _jitscope
from mindspore import context
from mindspore._capture.current import current_frontend
from mindspore._capture.modes import mode_changed
from mindspore._capture.structure import Outputs, flatten, replace_tensors
from mindspore._jit.wrapping import JitOptions, graph_function
from mindspore._missing import absent_name
from mindspore._trace.layers import layers
from mindspore.common.cellbase import CellBase
from mindspore.common.dtype import Type, bfloat16, float16, float32
from mindspore.common.parameter import Parameter, ParameterTuple, _Buffer
from mindspore.common.tensor import Tensor
from mindspore.nn.hooks import Gates, HookMethods
from mindspore.nn.state import StateMethods
from mindspore.ops.batching import mapping
from mindspore.ops.gradient import fitted_gradient, whole_gradients

_KEPT = ("_params", "_cells", "_param_tuples", "_buffers")
_PRECISIONS = {float16: "fp16", float32: "fp32", bfloat16: "bf16"}


class Cell(StateMethods, HookMethods, CellBase):
    """A layer. A subclass makes its parameters and inner layers in __init__ and says in construct what it computes."""

    def __init__(self, auto_prefix=True, flags=None):
        kept = self.__dict__
        kept["_params"] = OrderedDict()
        kept["_cells"] = OrderedDict()
        kept["_param_tuples"] = OrderedDict()
        kept["_auto_prefix"] = auto_prefix
        kept["_scope_part"] = ""      # "fc-Dense": the name in the outer layer, and the class
        kept["_graphs"] = None        # of this object's construct, once it ran as a graph
        kept["_as_graph"] = None      # the options, when this object was given to mindspore.jit
        kept["_flags"] = {}
        kept["_phase"] = None
        kept["_dynamic_shape_inputs"] = None        # of set_inputs
        kept["_compute_dtype"] = None  # of to_float
        kept["_runs"] = 0             # calls of construct under way, while parameters are seen in _compute_dtype
        kept["training"] = False
        kept["requires_grad"] = False
        kept["param_prefix"] = ""
        kept["cls_name"] = type(self).__name__
        kept["jit_config_dict"] = {}
        self._init_state()
        self._init_hooks()
        self._note_manner()
        if flags:
            self.add_flags(**flags)

    def _note_manner(self):
        """Whether a call is more than a call of construct."""
        self.__dict__["_is_plain"] = not (
            self._has_hooks() or self._compute_dtype is not None or hasattr(self, "bprop"))

    def __getstate__(self):
        return {**self.__dict__, "_graphs": None}

    # -- attributes --------------------------------------------------------------------------------------------------

    def __getattr__(self, name):
        # Parts are in __dict__ as well, where Python finds them first: what comes here is missing, or is a parameter
        # that is to be seen in another dtype.
        kept = self.__dict__
        parameters = kept.get("_params", ())
        if name in parameters:
            return parameters[name] if name in self._kept_dtypes else self._as_computed(parameters[name])
        for part in ("_cells", "_param_tuples"):
            if name in kept.get(part, ()):
                return kept[part][name]
        absent = None if name.startswith("_") else absent_name("mindspore.nn.Cell", name, is_inherited=False)
        if absent is not None:
            return absent
        raise AttributeError(f"The '{type(self).__name__}' object has no attribute '{name}'.")

    _kept_dtypes = ()  # names of parameters that to_float leaves as they are

    def _as_computed(self, parameter):
        """Of a layer with to_float, weights take part in its computations in that dtype, also those that are frozen."""
        wanted = self._compute_dtype
        if not self._runs or wanted is None or parameter is None:
            return parameter
        is_cast = parameter.dtype.is_floating_point and parameter.dtype != wanted
        return parameter.astype(wanted) if is_cast else parameter

    def __setattr__(self, name, value):
        kept = self.__dict__
        if layers.attribute_set is not None:
            layers.attribute_set(self, name)
        if isinstance(value, (Parameter, ParameterTuple, Cell)):
            self._set_part(name, value)
        elif name in kept.get("_params", ()):
            self._set_parameter(name, value)
        elif name in kept.get("_cells", ()):
            self._unset_cell(name, value)
        elif name in kept.get("_buffers", ()):
            self.register_buffer(name, value, name not in self._transient_buffers)
        elif isinstance(value, _Buffer):
            self.register_buffer(name, value, value.persistent)
        elif "_params" in kept:
            self._param_tuples.pop(name, None)
            super().__setattr__(name, value)
        else:
            super().__setattr__(name, value)  # set before Cell.__init__: nothing but parameters and cells needs to be told apart

    def _set_part(self, name, value):
        if "_params" not in self.__dict__:
            if isinstance(value, Cell):
                raise AttributeError(f"The '{type(self).__name__}' object has no attribute '_auto_prefix'.")
            raise AttributeError("For 'insert_param_to_cell', please call Cell.__init__() firstly.")
        is_free = name not in self._params and name not in self._cells
        if is_free:
            self.__dict__.pop(name, None)  # an ordinary attribute of that name gives way
        if isinstance(value, Parameter):
            self.insert_param_to_cell(name, value)
        elif isinstance(value, Cell):
            if name in self._params:
                raise KeyError(f"For 'insert_child_to_cell', the {name} child cell already exists in the network."
                               "Cannot insert another child cell with the same name.")
            self._insert_cell(name, value)
        else:
            self._insert_tuple(name, value)

    def _insert_tuple(self, name, parameters):
        self._param_tuples[name] = parameters
        self.__dict__[name] = parameters
        for parameter in parameters:
            if parameter.name not in self._params:
                self.insert_param_to_cell(parameter.name, parameter, check_name_contain_dot=False)

    def _insert_cell(self, name, cell):
        self._keep_cell(name, cell)
        if self._auto_prefix:
            cell.update_parameters_name(name + ".")

    def _keep_cell(self, name, cell):
        """Keeps an inner layer, whose parameters stay named as they are."""
        self._cells[name] = cell
        self.__dict__[name] = cell
        if cell is not None:
            cell.__dict__["_scope_part"] = f"{name}-{type(cell).__name__}"

    def _set_parameter(self, name, value):
        if value is None:
            self._params[name] = None
            self.__dict__[name] = None
        elif isinstance(value, Tensor) and self._params[name] is not None:
            self._params[name].set_data(value)
        elif self._params[name] is None:
            del self._params[name]
            super().__setattr__(name, value)
        else:
            raise TypeError(f"Parameter '{name}' already exists in network, can not assign this type: '{type(value)}' "
                            "as a parameter.")

    def _unset_cell(self, name, value):
        if value is not None:
            raise TypeError(f"Sub cell '{name}' already exists in network, can not assign this type: '{type(value)}' "
                            "as a cell.")
        self._cells[name] = None
        self.__dict__[name] = None

    def __delattr__(self, name):
        was_kept = any([self.__dict__[part].pop(name, _KEPT) is not _KEPT for part in _KEPT])
        if self.__dict__.pop(name, _KEPT) is _KEPT and not was_kept:
            raise AttributeError(f"The '{type(self).__name__}' object has no attribute '{name}'.")

    # -- parameters --------------------------------------------------------------------------------------------------

    def insert_param_to_cell(self, param_name, param, check_name_contain_dot=True):
        """Keeps a parameter under a name, which it also takes unless it was given one of its own."""
        if not param_name:
            raise KeyError("For 'insert_param_to_cell', the argument 'param_name' should not be None.")
        if check_name_contain_dot and "." in param_name:
            raise KeyError("For 'insert_param_to_cell', the argument 'param_name' should not contain'.' ")
        if "_params" not in self.__dict__:
            raise AttributeError("For 'insert_param_to_cell', please call Cell.__init__() firstly.")
        if param_name not in self._params and hasattr(self, param_name):
            raise KeyError(f"For 'insert_param_to_cell', the {param_name} parameter already exists in the network."
                           "Cannot insert another parameter with the same name.")
        if param is not None and not isinstance(param, Parameter):
            raise TypeError("For 'insert_param_to_cell', the argument 'param' must be 'Parameter' if not None, but got "
                            f"{type(param)}.")
        if param is not None and not param._named_by_user and param.name.startswith("Parameter#"):
            param.rename(param_name)
        self._params[param_name] = param
        if self._compute_dtype is None:
            self.__dict__[param_name] = param

    def update_parameters_name(self, prefix="", recurse=True):
        """Names all parameters by `prefix` and their attributes' path."""
        if not isinstance(prefix, str):
            raise TypeError(f"For 'Cell', the 'prefix' must be a str, but got {type(prefix).__name__}.")
        for name, parameter in self.parameters_and_names(expand=recurse):
            parameter.rename(prefix + name)

    def parameters_and_names(self, name_prefix="", expand=True):
        """(name by attributes, parameter) of this layer and, with `expand`, of those inside it; each parameter once."""
        seen = set()
        for cell_name, cell in (self.cells_and_names(name_prefix=name_prefix) if expand else [(name_prefix, self)]):
            for name, parameter in cell._params.items():
                if parameter is not None and id(parameter) not in seen:
                    seen.add(id(parameter))
                    yield (f"{cell_name}.{name}" if cell_name else name), parameter

    def get_parameters(self, expand=True):
        """The parameters, one by one."""
        for _, parameter in self.parameters_and_names(expand=expand):
            yield parameter

    def trainable_params(self, recurse=True):
        """The parameters that gradients are wanted of."""
        return [parameter for parameter in self.get_parameters(expand=recurse) if parameter.requires_grad]

    def untrainable_params(self, recurse=True):
        """The parameters that stay as they are in training."""
        return [parameter for parameter in self.get_parameters(expand=recurse) if not parameter.requires_grad]

    def parameters_dict(self, recurse=True):
        """Name -> parameter."""
        return OrderedDict((parameter.name, parameter) for parameter in self.get_parameters(expand=recurse))

    def parameters_broadcast_dict(self, recurse=True):
        """The same as parameters_dict, or None without parameters: every device has all of them."""
        return self.parameters_dict(recurse) or None

    def check_names(self):
        """ValueError when two parameters share a name."""
        seen = set()
        for parameter in self.get_parameters():
            if parameter.name in seen:
                raise ValueError(f"The value of {parameter} is {parameter.data}, its name '{parameter.name}' already "
                                 "exists. Please set a unique name for the parameter.")
            seen.add(parameter.name)

    def check_names_and_refresh_name(self):
        """Names all parameters by their attributes' path, and checks that the names differ."""
        for name, parameter in self.parameters_and_names():
            if parameter.name != name and not parameter._named_by_user:
                parameter.rename(name)
        self.check_names()

    def init_parameters_data(self, auto_parallel_mode=False):
        """Parameters have their values from the start; each of them by itself."""
        return {parameter: parameter.init_data() for parameter in self.get_parameters()}

    # -- inner layers ------------------------------------------------------------------------------------------------

    def insert_child_to_cell(self, child_name, child_cell):
        """Keeps an inner layer, or None, under a name; parameters stay named as they are."""
        if not isinstance(child_name, str):
            raise TypeError("For 'insert_child_to_cell', the type of parameter 'child_name' must be str, but got "
                            f"{type(child_name)}.")
        if not child_name or "." in child_name:
            raise KeyError("For 'insert_child_to_cell', the parameter 'child_name' can not be None and can not "
                           "contain '.' ")
        if child_name not in self._cells and hasattr(self, child_name):
            raise KeyError(f"For 'insert_child_to_cell', the {child_name} child cell already exists in the network."
                           "Cannot insert another child cell with the same name.")
        if child_cell is not None and not isinstance(child_cell, Cell):
            raise TypeError("For 'insert_child_to_cell', the argument 'child_cell' must be 'Cell' if not None, but "
                            f"got type {type(child_cell)}.")
        self._keep_cell(child_name, child_cell)

    def cells(self):
        """The inner layers."""
        return self._cells.values()

    def name_cells(self):
        """Name -> inner layer; each once."""
        named = OrderedDict()
        for name, cell in self._cells.items():
            if cell is not None and all(cell is not known for known in named.values()):
                named[name] = cell
        return named

    def cells_and_names(self, cells=None, name_prefix=""):
        """(name by attributes, cell) of this layer and all inside it; each cell once, and none of `cells`."""
        seen = cells if cells is not None else set()
        if self in seen:
            return
        seen.add(self)
        yield name_prefix, self
        for name, cell in self._cells.items():
            if cell is not None:
                yield from cell.cells_and_names(seen, f"{name_prefix}.{name}" if name_prefix else name)

    def apply(self, fn):
        """Calls fn on all inner layers, then on this one."""
        for cell in self.name_cells().values():
            cell.apply(fn)
        fn(self)
        return self

    # -- modes -------------------------------------------------------------------------------------------------------

    @property
    def phase(self):
        """What was set, or else "train" or "predict" once set_train was called."""
        if self._phase is not None:
            return self._phase
        if "training" not in self._flags:
            return ""
        return "train" if self.training else "predict"

    @phase.setter
    def phase(self, text):
        self.__dict__["_phase"] = text

    @property
    def bprop_debug(self):
        """What was set; custom gradients are called as Python in any case."""
        return self.__dict__.get("_bprop_debug", False)

    @bprop_debug.setter
    def bprop_debug(self, value):
        if not isinstance(value, bool):
            raise TypeError(f"For 'Cell', the property 'bprop_debug' must be bool type, but got type {type(value)}.")
        self.__dict__["_bprop_debug"] = value

    def set_train(self, mode=True):
        """Training or evaluation, for this layer and all inside it."""
        for _, cell in self.cells_and_names():
            cell.__dict__["_phase"] = None
            if cell.training != bool(mode):
                mode_changed()
        return self.add_flags_recursive(training=bool(mode))

    def set_grad(self, requires_grad=True):
        """Says that gradients will be wanted; tapes follow them in any case."""
        self.__dict__["requires_grad"] = requires_grad
        return self

    def to_float(self, dst_type):
        """Inputs and weights of this layer and all inside it take part in their computations in that dtype."""
        if dst_type not in _PRECISIONS:
            raise ValueError("For 'to_float', the argument 'dst_type' must be mstype.float32, mstype.float16 or "
                             f"mstype.bfloat16, but got type: {type(dst_type)} and value: {dst_type}.")
        flags = {name: dtype == dst_type for dtype, name in _PRECISIONS.items()}
        for _, cell in self.cells_and_names():
            cell._flags.update(flags)
            cell.__dict__["_compute_dtype"] = dst_type
            for name in cell._params:
                cell.__dict__.pop(name, None)  # from now on __getattr__ decides
            cell._note_manner()
        return self

    def to(self, *args, device=None, dtype=None, non_blocking=False):
        """Floating parameters and buffers of this layer and all inside it converted to a floating dtype; given as
        (device, dtype), (dtype) or (tensor), whose dtype it is. There is one device. TypeError for other dtypes."""
        device = next((given for given in args if isinstance(given, str)), device)
        if device is not None and device not in ("CPU", "Ascend", "GPU"):
            raise ValueError(f"Failed to convert the value \"{device}\" of input 'device' of 'to' to enum.")
        dtype = _wanted_dtype(args, dtype)
        if dtype is None:
            return self
        if not isinstance(dtype, Type) or not dtype.is_floating_point:
            raise TypeError(f"For 'Cell.to', the 'dtype' must be a floating dtype, but got {dtype}.")
        for _, cell in self.cells_and_names():
            for parameter in cell._params.values():
                if parameter is not None and parameter.dtype.is_floating_point:
                    parameter._take_data(parameter.data.astype(dtype))
            for name, tensor in cell._buffers.items():
                if tensor is not None and tensor.dtype.is_floating_point:
                    cell._load_value(name, tensor, tensor.astype(dtype))
        return self

    def add_flags(self, **flags):
        """Sets flags, which are attributes too."""
        self._flags.update(flags)
        self.__dict__.update(flags)
        return self

    def add_flags_recursive(self, **flags):
        """Sets flags of this layer and all inside it."""
        for _, cell in self.cells_and_names():
            cell.add_flags(**flags)
        return self

    def get_flags(self):
        """Name -> value of the flags that were set."""
        return dict(self._flags)

    # -- calls -------------------------------------------------------------------------------------------------------

    def construct(self, *args, **kwargs):
        """What the layer computes; every subclass says it."""
        raise AttributeError("For 'Cell', the method 'construct' is not defined.")

    def __call__(self, *args, **kwargs):
        frontend = current_frontend()
        if frontend is not None:
            return frontend.call_cell(self, args, kwargs)
        if layers.seen is not None:
            layers.seen.append((self, self.training))
        construct = self.construct
        if context.is_graph_mode() or self._as_graph is not None:
            construct = self.compiled()
            if self._dynamic_shape_inputs is not None:
                self._check_inputs(args, kwargs)
        return construct(*args, **kwargs) if self._is_plain else self._run(construct, args, kwargs)

    def _run(self, construct, args, kwargs):
        """A call of `construct` with all that the layer adds to it; also called for layers in captured code."""
        if self._is_plain:
            return construct(*args, **kwargs)
        args, kwargs = self._before_construct(args, kwargs)
        gates = Gates(self) if self._needs_gates() else None
        gated, gated_kwargs = (args, kwargs) if gates is None else gates.entered(args, kwargs)
        try:
            output = self._run_cast(construct, *self._cast(gated, gated_kwargs))
        except Exception:
            self._after_failure(args, kwargs)
            raise
        output = self._after_construct(args, kwargs, output)
        return output if gates is None else gates.left(output)

    def _needs_gates(self):
        """Whether a gradient that is under way goes through hooks of this layer."""
        if not (self._backward_hooks or self._backward_pre_hooks):
            return False
        frontend = current_frontend()
        return _jitscope.is_tape_open() if frontend is None else bool(frontend.own_gradients)

    def _cast(self, args, kwargs):
        wanted = self._compute_dtype
        if wanted is None:
            return args, kwargs

        def cast(tensor):
            return tensor.astype(wanted) if tensor.dtype.is_floating_point and tensor.dtype != wanted else tensor
        return replace_tensors(args, cast), replace_tensors(kwargs, cast)

    def _run_cast(self, construct, args, kwargs):
        self.__dict__["_runs"] += 1
        try:
            # Only tapes need more, and tapes take nothing down while a graph is captured.
            if hasattr(self, "bprop") and current_frontend() is None and _jitscope.is_tape_open():
                construct = self._differentiated(construct)
            return construct(*args, **kwargs)
        finally:
            self.__dict__["_runs"] -= 1

    def _check_bprop(self, count):
        """Raises MindSpore's TypeError when the layer's own bprop can not take `count` inputs, the output and its
        gradient."""
        parameters = inspect.signature(self.bprop).parameters.values()
        is_open = any(parameter.kind == parameter.VAR_POSITIONAL for parameter in parameters)
        if not is_open and len(parameters) != count + 2:
            raise TypeError("The params of function 'bprop' of Primitive or Cell requires the forward inputs as well as the "
                            f"'out' and 'dout': {count + 2} in all, but the bprop of '{type(self).__name__}' takes "
                            f"{len(parameters)}.")

    def _differentiated(self, construct):
        """`construct` with the gradients that the layer's own bprop gives."""
        if hasattr(self.bprop, "__jitscope_graphs__"):
            raise RuntimeError("Decorating bprop with '@jit' is not supported.")

        def run(*args, **kwargs):
            self._check_bprop(len(args) + len(kwargs))
            _jitscope.pause_gradient()
            try:
                outputs = Outputs(construct(*args, **kwargs))
            finally:
                _jitscope.resume_gradient()

            tensors = tuple(flatten(args, kwargs))

            def backward(*gradients):
                whole = whole_gradients(gradients, outputs.tensors)
                found = self.bprop(*args, *kwargs.values(), output, outputs.filled(whole))
                return tuple(map(fitted_gradient, tensors, self._aligned_gradients(args, kwargs, found)))
            output = outputs.filled(_jitscope.record_custom(tensors, tuple(outputs.tensors), backward))
            return output
        return run

    @staticmethod
    def _aligned_gradients(args, kwargs, returned):
        """What bprop returned, as one gradient (or None) for each tensor of the arguments."""
        returned = returned if isinstance(returned, tuple) else (returned,)
        given = (*args, *kwargs.values())
        if len(returned) < len(given):
            raise RuntimeError(f"Grad size should lager than forward inputs, but got {len(returned)} vs {len(given)}")
        return tuple(gradient for value, found in zip(given, returned) for gradient in _aligned(value, found))

    def run_as_graph(self, options):
        """From now on calls of this object are compiled as mindspore.jit was told, in every mode."""
        self.__dict__["_as_graph"] = options

    def compiled(self):
        """This object's construct as a function that runs as a graph."""
        if self._graphs is None:
            construct = type(self).construct
            if not hasattr(construct, "__jitscope_graphs__"):
                construct = graph_function(construct, self._as_graph or JitOptions(), lambda: self.jit_config_dict)
            self.__dict__["_graphs"] = types.MethodType(construct, self)
        return self._graphs

    def compile(self, *args, **kwargs):
        """Compiles construct for calls with such arguments as a graph, without running it."""
        graphs = self.compiled().__jitscope_graphs__
        graphs.entry_for(graphs.bound((self, *args), kwargs)[0])

    def compile_and_run(self, *args, **kwargs):
        """What construct gives, run as a graph, in PyNative mode too."""
        return self.compiled()(*args, **kwargs)

    def _construct_eagerly(self, *args, **kwargs):
        return getattr(type(self).construct, "__wrapped__", type(self).construct)(self, *args, **kwargs)

    # -- accepted for MindSpore's sake -------------------------------------------------------------------------------

    def set_inputs(self, *inputs, **kwargs):
        """
        Says what later calls in graphs are given: tensors, whose shapes may leave sizes open (`Tensor(shape=(None, 3),
        dtype=...)`), by place or by name; None for any. A call that is given something else raises ValueError (shape,
        number) or TypeError (dtype). Graphs are built for the shapes of each call.

        Raises ValueError for both ways at once or an unknown name, TypeError for another number than `construct` takes.
        """
        names = [name for name, parameter in inspect.signature(self.construct).parameters.items()
                 if parameter.kind in (parameter.POSITIONAL_ONLY, parameter.POSITIONAL_OR_KEYWORD)]
        is_open = any(parameter.kind == parameter.VAR_POSITIONAL
                      for parameter in inspect.signature(self.construct).parameters.values())
        if inputs and kwargs:
            raise ValueError("For 'Cell.set_inputs', inputs are told by place or by name, not in both ways.")
        for name in kwargs:
            if name not in names:
                raise ValueError(f"For dict mode, valid key is {names}, but got {name}!")
        if len(inputs) > len(names) and not is_open:
            raise TypeError(f"For 'Cell', the function construct requires {len(names)} positional argument and 0 default "
                            f"argument, total {len(names)}, but got {len(inputs)}.")
        self.__dict__["_dynamic_shape_inputs"] = inputs or tuple(kwargs.get(name) for name in names)

    def _check_inputs(self, args, kwargs):
        openshape = importlib.import_module("mindspore.common.openshape")
        if not kwargs and not mapping.depth:
            openshape.check_inputs(self._dynamic_shape_inputs, args)

    def get_inputs(self):
        """What set_inputs was given."""
        return self._dynamic_shape_inputs

    def recompute(self, **kwargs):
        """Keeps what was computed forwards: memory of one machine is no concern of this engine."""
        self.add_flags(recompute=True)

    def offload(self, backward_prefetch="Auto"):
        """Leaves values where they are: there is one memory. ValueError unless it is "Auto" or an int from 0 on."""
        if isinstance(backward_prefetch, str) and backward_prefetch != "Auto" or not isinstance(backward_prefetch, (str, int)):
            raise ValueError(f"For '{self.cls_name}', the 'backward_prefetch' must be 'Auto' or an int, but got "
                             f"{backward_prefetch}.")
        if not isinstance(backward_prefetch, str) and backward_prefetch < 0:
            raise ValueError(f"For '{self.cls_name}', the 'backward_prefetch' must be int and must be >= 0, but got "
                             f"{backward_prefetch}.")

    def set_data_parallel(self):
        """One device has all of the data."""

    def update_cell_prefix(self):
        """Sets param_prefix of this layer and all inside it to their path of attributes."""
        for name, cell in self.cells_and_names():
            cell.param_prefix = name

    def set_jit_config(self, jit_config):
        """The jit level of a JitConfig holds for this layer's graphs."""
        self.__dict__["jit_config_dict"] = dict(jit_config.jit_config_dict)
        _jitscope.context_changed()

    def set_boost(self, boost_type):
        """Boosts are of the device; nothing differs."""
        return self

    def set_comm_fusion(self, fusion_type, recurse=True):
        """One device has nothing to communicate."""
        return self

    def shard(self, in_strategy, out_strategy=None, parameter_plan=None):
        """How the cell would lie over several devices, which one device does not look at; gives None, as MindSpore does on
        the CPU."""

    # -- text --------------------------------------------------------------------------------------------------------

    def extend_repr(self):
        """What stands between the parentheses besides the inner layers."""
        return ""

    def __repr__(self):
        text = f"{type(self).__name__}("
        extra = self.extend_repr()
        if not self._cells:
            return f"{text}{extra})"
        if extra:
            text += f"\n  {extra}"
        for name, cell in self._cells.items():
            inner = "\n  ".join(repr(cell).splitlines())
            text += f"\n  ({name}): {inner}"
        return text + "\n)"


def _wanted_dtype(args, dtype):
    """The dtype among the arguments of Cell.to, which may name a device before it."""
    for given in args:
        if isinstance(given, (Type, Tensor)):
            return given if isinstance(given, Type) else given.dtype
        if given is not None and not isinstance(given, (str, bool)):
            raise TypeError(f"For 'Cell.to', a device, a dtype or a tensor is wanted, but got {given}.")
    return dtype


def _aligned(value, gradient):
    """For each tensor of an argument the gradient in the same place of what bprop returned for it."""
    if isinstance(value, Tensor):
        return [gradient]
    if isinstance(value, (tuple, list)) and isinstance(gradient, (tuple, list)):
        return [part for inner, found in zip(value, gradient) for part in _aligned(inner, found)]
    return [None for _ in flatten((value,), {})]


CellBase.call_code = Cell.__call__.__code__
