# SPDX-License-Identifier: Apache-2.0
"""The base of all layers: keeps their parameters and inner layers, and calls construct."""
from collections import OrderedDict

from mindspore import context
from mindspore._capture.frontend import current_frontend
from mindspore.common.parameter import Parameter, ParameterTuple
from mindspore.common.tensor import Tensor

_OWN = frozenset(("_params", "_cells", "_param_tuples"))


class Cell:
    """A layer. A subclass makes its parameters and inner layers in __init__ and says in construct what it computes."""

    def __init__(self, auto_prefix=True, flags=None):
        set_ = super().__setattr__
        set_("_params", OrderedDict())
        set_("_cells", OrderedDict())
        set_("_param_tuples", OrderedDict())
        set_("_auto_prefix", auto_prefix)
        set_("_scope_part", "")   # "fc-Dense": the name in the outer layer, and the class
        set_("_graphs", None)     # of this object's construct, once it ran as a graph
        set_("_as_graph", None)   # the jit level, when this object was given to mindspore.jit
        set_("training", False)
        set_("requires_grad", False)
        set_("param_prefix", "")
        set_("cls_name", type(self).__name__)
        if flags:
            self.add_flags(**flags)

    # -- attributes --------------------------------------------------------------------------------------------------

    def __getattr__(self, name):
        for kept in ("_params", "_cells", "_param_tuples"):
            values = self.__dict__.get(kept)
            if values is not None and name in values:
                return values[name]
        raise AttributeError(f"The '{type(self).__name__}' object has no attribute '{name}'.")

    def __setattr__(self, name, value):
        if isinstance(value, (Parameter, Cell, ParameterTuple)):
            self._check_ready()
            self._forget(name)
            self._keep(name, value)
        elif name in self.__dict__.get("_params", ()) and value is not None:
            self._set_parameter(name, value)
        else:
            if "_params" in self.__dict__:
                self._forget(name)
            super().__setattr__(name, value)

    def __delattr__(self, name):
        if not self._forget(name):
            super().__delattr__(name)

    def _check_ready(self):
        if "_auto_prefix" not in self.__dict__:
            raise AttributeError(f"The '{type(self).__name__}' object has no attribute '_auto_prefix'.")

    def _forget(self, name):
        """Takes the name away from wherever it was kept; True if it was kept as a part of this layer."""
        for kept in ("_params", "_cells", "_param_tuples"):
            if self.__dict__[kept].pop(name, None) is not None:
                return True
        self.__dict__.pop(name, None)
        return False

    def _keep(self, name, value):
        if isinstance(value, Parameter):
            self.insert_param_to_cell(name, value)
        elif isinstance(value, ParameterTuple):
            self._param_tuples[name] = value
            for parameter in value:
                self.insert_param_to_cell(parameter.name, parameter, check_name_contain_dot=False)
        else:
            self._insert_cell(name, value)

    def _insert_cell(self, name, cell):
        self._cells[name] = cell
        cell._scope_part = f"{name}-{type(cell).__name__}"
        if self._auto_prefix:
            cell.update_parameters_name(name + ".")
        cell.param_prefix = name

    def _set_parameter(self, name, value):
        if not isinstance(value, Tensor):
            raise TypeError(f"For 'Cell', the type of {name} should be 'Parameter', but got '{type(value).__name__}'.")
        self._params[name].set_data(value)

    # -- parameters --------------------------------------------------------------------------------------------------

    def insert_param_to_cell(self, param_name, param, check_name_contain_dot=True):
        """Keeps a parameter under a name, which it also takes unless it was given one of its own."""
        if not param_name:
            raise KeyError("For 'insert_param_to_cell', the argument 'param_name' should not be None.")
        if check_name_contain_dot and "." in param_name:
            raise KeyError("For 'insert_param_to_cell', the argument 'param_name' should not contain \".\"")
        if not param._named_by_user and param.name.startswith("Parameter#"):
            param.rename(param_name)
        self._params[param_name] = param

    def update_parameters_name(self, prefix="", recurse=True):
        """Puts `prefix` before the names of all parameters."""
        for parameter in self.get_parameters(expand=recurse):
            parameter.rename(prefix + parameter.name)

    def parameters_and_names(self, name_prefix="", expand=True):
        """(name by attributes, parameter) of this layer and, with `expand`, of those inside it; each parameter once."""
        seen = set()
        for cell_name, cell in (self.cells_and_names(name_prefix) if expand else [(name_prefix, self)]):
            for name, parameter in cell._params.items():
                if parameter is not None and id(parameter) not in seen:
                    seen.add(id(parameter))
                    yield (f"{cell_name}.{name}" if cell_name else name), parameter

    def get_parameters(self, expand=True):
        for _, parameter in self.parameters_and_names(expand=expand):
            yield parameter

    def trainable_params(self, recurse=True):
        return [parameter for parameter in self.get_parameters(expand=recurse) if parameter.requires_grad]

    def untrainable_params(self, recurse=True):
        return [parameter for parameter in self.get_parameters(expand=recurse) if not parameter.requires_grad]

    def parameters_dict(self, recurse=True):
        return OrderedDict((parameter.name, parameter) for parameter in self.get_parameters(expand=recurse))

    # -- inner layers ------------------------------------------------------------------------------------------------

    def cells(self):
        return self._cells.values()

    def name_cells(self):
        return OrderedDict(self._cells)

    def cells_and_names(self, name_prefix=""):
        """(name by attributes, cell) of this layer and all inside it; each cell once."""
        yield from self._named_cells(name_prefix, set())

    def _named_cells(self, prefix, seen):
        if id(self) in seen:
            return
        seen.add(id(self))
        yield prefix, self
        for name, cell in self._cells.items():
            yield from cell._named_cells(f"{prefix}.{name}" if prefix else name, seen)

    def apply(self, fn):
        """Calls fn on all inner layers, then on this one."""
        for cell in self.cells():
            cell.apply(fn)
        fn(self)
        return self

    # -- modes -------------------------------------------------------------------------------------------------------

    @property
    def phase(self):
        return "train" if self.training else ""

    def set_train(self, mode=True):
        """Training or evaluation, for this layer and all inside it."""
        for _, cell in self.cells_and_names():
            cell.__dict__["training"] = mode
        return self

    def set_grad(self, requires_grad=True):
        for _, cell in self.cells_and_names():
            cell.__dict__["requires_grad"] = requires_grad
        return self

    def add_flags(self, **flags):
        self.__dict__.setdefault("_flags", {}).update(flags)
        return self

    def get_flags(self):
        return dict(self.__dict__.get("_flags", {}))

    # -- calls -------------------------------------------------------------------------------------------------------

    def construct(self, *args, **kwargs):
        raise AttributeError("For 'Cell', the method 'construct' is not defined.")

    def __call__(self, *args, **kwargs):
        frontend = current_frontend()
        if frontend is not None:
            return frontend.call_cell(self, args, kwargs)
        if context.is_graph_mode() or self._as_graph is not None:
            return self.compiled()(*args, **kwargs)
        return self.construct(*args, **kwargs)

    def run_as_graph(self, jit_level):
        """From now on calls of this object are compiled at that level, in every mode."""
        self.__dict__["_as_graph"] = jit_level

    def compiled(self):
        """This object's construct as a function that runs as a graph."""
        if self._graphs is None:
            from mindspore.common.api import GraphCache
            construct = type(self).construct
            own = getattr(construct, "__jitscope_graphs__", None)
            self.__dict__["_graphs"] = own or GraphCache(construct, self._as_graph or "")
        return lambda *args, **kwargs: self._graphs((self, *args), kwargs)

    def _construct_eagerly(self, *args, **kwargs):
        return getattr(type(self).construct, "__wrapped__", type(self).construct)(self, *args, **kwargs)

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
