# SPDX-License-Identifier: Apache-2.0
"""Buffers of layers, and their state as a dictionary."""
from collections import OrderedDict, namedtuple

from mindspore.common.parameter import Parameter
from mindspore.common.tensor import Tensor


class _IncompatibleKeys(namedtuple("IncompatibleKeys", ["missing_keys", "unexpected_keys"])):
    def __repr__(self):
        return super().__repr__() if self.missing_keys or self.unexpected_keys else "<All keys matched successfully>"

    __str__ = __repr__


class _HookOfState:
    """A hook in a list of them."""

    def __init__(self, hooks, hook):
        self._hooks, self._hook = hooks, hook

    def remove(self):
        """Takes the hook away; a second time nothing."""
        if self._hook in self._hooks:
            self._hooks.remove(self._hook)


class StateMethods:
    """The part of Cell with buffers (tensors that belong to a layer and are no weights) and state dictionaries."""

    def _init_state(self):
        kept = self.__dict__
        kept["_buffers"] = {}
        kept["_transient_buffers"] = set()
        kept["_save_hooks"] = []
        kept["_before_save_hooks"] = []
        kept["_load_hooks"] = []
        kept["_after_load_hooks"] = []

    # -- buffers -----------------------------------------------------------------------------------------------------

    def register_buffer(self, name, tensor, persistent=True):
        """Keeps a tensor (or None) under a name; a persistent one is part of state_dict."""
        if not isinstance(name, str):
            raise TypeError(f"buffer name should be a string. But got {type(name).__name__}")
        if "." in name:
            raise KeyError('buffer name can\'t contain "."')
        if name == "":
            raise KeyError('buffer name can\'t be empty string ""')
        if hasattr(self, name) and name not in self._buffers:
            raise KeyError(f"attribute '{name}' already exists")
        if tensor is not None and not isinstance(tensor, Tensor):
            raise TypeError(f"cannot assign '{type(tensor).__name__}' object to buffer '{name}' (mindspore Tensor or "
                            "None required)")
        self._buffers[name] = tensor
        self.__dict__[name] = tensor
        (self._transient_buffers.discard if persistent else self._transient_buffers.add)(name)

    def named_buffers(self, name_prefix="", recurse=True, remove_duplicate=True):
        """(name, tensor) of this layer's buffers and, with recurse, of those inside it."""
        seen = set()
        for cell_name, cell in (self.cells_and_names(name_prefix=name_prefix) if recurse else [(name_prefix, self)]):
            for name, tensor in cell._buffers.items():
                if tensor is None or (remove_duplicate and id(tensor) in seen):
                    continue
                seen.add(id(tensor))
                yield (f"{cell_name}.{name}" if cell_name else name), tensor

    def buffers(self, recurse=True):
        """The tensors of named_buffers."""
        for _, tensor in self.named_buffers(recurse=recurse):
            yield tensor

    def get_buffer(self, target):
        """The buffer with that path, as "body.running"."""
        path, _, name = target.rpartition(".")
        cell = self.get_sub_cell(path)
        if name not in cell._buffers:
            raise AttributeError(f"{type(cell).__name__} has no attribute `{name}`" if not hasattr(cell, name)
                                 else f"`{name}` is not a buffer")
        return cell._buffers[name]

    def get_sub_cell(self, target):
        """The inner layer with that path, as "body.0"; the layer itself for an empty path."""
        cell = self
        for name in target.split(".") if target else ():
            if name not in cell._cells:
                raise AttributeError(f"`{name}` is not an nn.Cell" if hasattr(cell, name) else
                                     f"{type(cell).__name__} has no attribute `{name}`")
            cell = cell._cells[name]
        return cell

    # -- state -------------------------------------------------------------------------------------------------------

    def get_extra_state(self):
        """What else belongs to the layer's state; a subclass that has some says it here."""
        raise RuntimeError("`get_extra_state` is to be defined by the layer that has extra state.")

    def set_extra_state(self, state):
        """Takes back what get_extra_state gave."""
        raise RuntimeError("`set_extra_state` is to be defined by the layer that has extra state.")

    def _has_extra_state(self):
        return type(self).get_extra_state is not StateMethods.get_extra_state

    def state_dict(self, *args, destination=None, prefix="", keep_vars=False):
        """Name by attributes -> the Parameters and persistent buffers themselves, of all layers. keep_vars changes
        nothing."""
        destination = OrderedDict() if destination is None else destination
        for hook in self._before_save_hooks:
            hook(self, prefix, keep_vars)
        for name, parameter in self._params.items():
            if parameter is not None:
                destination[prefix + name] = parameter
        for name, tensor in self._buffers.items():
            if tensor is not None and name not in self._transient_buffers:
                destination[prefix + name] = tensor
        if self._has_extra_state():
            destination[prefix + "_extra_state"] = self.get_extra_state()
        for name, cell in self._cells.items():
            if cell is not None:
                cell.state_dict(destination=destination, prefix=f"{prefix}{name}.", keep_vars=keep_vars)
        for hook in self._save_hooks:
            hook(self, destination, prefix, {})
        return destination

    def load_state_dict(self, state_dict, strict=True):
        """Gives parameters and buffers the values of a dictionary as state_dict makes it. RuntimeError with all that
        does not fit: missing and unexpected names (only if strict) and other shapes."""
        if not isinstance(state_dict, dict):
            raise TypeError(f"Expected state_dict to be dict-like, but got {type(state_dict)}.")
        missing, unexpected, faults = [], [], []
        self._load_state(dict(state_dict), "", strict, missing, unexpected, faults)
        if strict:
            quoted = [", ".join(f'"{name}"' for name in names) for names in (missing, unexpected)]
            if missing:
                faults.insert(0, f"Missing key(s) in state_dict: {quoted[0]}. ")
            if unexpected:
                faults.insert(0 if not missing else 1, f"Unexpected key(s) in state_dict: {quoted[1]}. ")
        if faults:
            raise RuntimeError(f"Error(s) in loading state_dict for {type(self).__name__}:\n\t" + "\n\t".join(faults))
        return _IncompatibleKeys(missing, unexpected)

    def _load_state(self, given, prefix, strict, missing, unexpected, faults):
        for hook in self._load_hooks:
            hook(self, given, prefix, {}, strict, missing, unexpected, faults)
        own = {name: parameter for name, parameter in self._params.items() if parameter is not None}
        own |= {name: tensor for name, tensor in self._buffers.items()
                if tensor is not None and name not in self._transient_buffers}
        for name, kept in own.items():
            key = prefix + name
            if key not in given:
                missing.append(key)
            elif not isinstance(given[key], Tensor):
                faults.append(f'For parameter named "{key}", expected a Tensor, but got {type(given[key])}. ')
            elif given[key].shape != kept.shape:
                faults.append(f"For {key}, the shape of the loaded tensor {given[key].shape} differs from the shape "
                              f"{kept.shape} in the current model. ")
            else:
                self._load_value(name, kept, given[key])
        if self._has_extra_state() and prefix + "_extra_state" in given:
            self.set_extra_state(given[prefix + "_extra_state"])
        first = [key[len(prefix):].partition(".")[0] for key in given if key.startswith(prefix)]
        known = {*own, *self._cells, "_extra_state"}
        unexpected += [prefix + name for name in dict.fromkeys(first) if name not in known]
        for name, cell in self._cells.items():
            if cell is not None:
                cell._load_state(given, f"{prefix}{name}.", strict, missing, unexpected, faults)
        for hook in self._after_load_hooks:
            hook(self, _IncompatibleKeys(missing, unexpected))

    def _load_value(self, name, kept, value):
        if isinstance(kept, Parameter):
            kept.set_data(value)
        else:
            tensor = value.data if isinstance(value, Parameter) else value  # as checkpoints hold it
            self._buffers[name] = tensor
            self.__dict__[name] = tensor

    def register_state_dict_pre_hook(self, hook):
        """hook(cell, prefix, keep_vars) before state_dict."""
        return self._kept_hook(self._before_save_hooks, hook)

    def register_state_dict_post_hook(self, hook):
        """hook(cell, state_dict, prefix, local_metadata) after state_dict."""
        return self._kept_hook(self._save_hooks, hook)

    def register_load_state_dict_pre_hook(self, hook):
        """hook(cell, state_dict, prefix, local_metadata, strict, missing, unexpected, errors) before loading."""
        return self._kept_hook(self._load_hooks, hook)

    def register_load_state_dict_post_hook(self, hook):
        """hook(cell, incompatible_keys) after loading."""
        return self._kept_hook(self._after_load_hooks, hook)

    @staticmethod
    def _kept_hook(hooks, hook):
        """Adds a hook to a list; its remove() takes it away again."""
        hooks.append(hook)
        return _HookOfState(hooks, hook)
