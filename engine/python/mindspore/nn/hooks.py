# SPDX-License-Identifier: Apache-2.0
"""Hooks of layers: functions that are called with what goes into a layer, comes out of it, or flows back through it."""
import _jitscope
from mindspore._capture.current import current_frontend
from mindspore._capture.structure import Outputs, flatten, replace_tensors
from mindspore.ops.tensor_methods.hooks import check_hook


class HookHandle:
    """Takes a hook away again."""

    def __init__(self, hooks, key, changed):
        self._hooks, self._key, self._changed = hooks, key, changed

    def remove(self):
        """The hook is called no more; a second time does nothing."""
        if self._hooks.pop(self._key, None) is not None:
            self._changed()


class _Hook:
    """A function with how it wants to be called."""

    def __init__(self, function, with_kwargs=False, always_call=False):
        self.function, self.with_kwargs, self.always_call = function, with_kwargs, always_call


class HookMethods:
    """The part of Cell that keeps hooks and calls them. Hooks are called in the order of their registration."""

    def _init_hooks(self):
        kept = self.__dict__
        kept["_forward_pre_hooks"] = {}
        kept["_forward_hooks"] = {}
        kept["_backward_pre_hooks"] = {}
        kept["_backward_hooks"] = {}

    def _has_hooks(self):
        return bool(self._forward_pre_hooks or self._forward_hooks or self._backward_pre_hooks or self._backward_hooks)

    def _add_hook(self, hooks, hook, prepend=False):
        check_hook(hook.function)
        key = object()
        earlier = dict(hooks) if prepend else {}
        if prepend:
            hooks.clear()
        hooks[key] = hook
        hooks.update(earlier)
        self._note_manner()
        return HookHandle(hooks, key, self._note_manner)

    def register_forward_pre_hook(self, hook_fn, *, prepend=False, with_kwargs=False):
        """hook_fn(cell, inputs) or, with_kwargs, hook_fn(cell, inputs, kwargs) before construct; what it returns takes
        the place of the inputs, None keeps them. Gives a handle with remove()."""
        return self._add_hook(self._forward_pre_hooks, _Hook(hook_fn, with_kwargs), prepend)

    def register_forward_hook(self, hook_fn, *, prepend=False, with_kwargs=False, always_call=False):
        """hook_fn(cell, inputs, output) or, with_kwargs, hook_fn(cell, inputs, kwargs, output) after construct; what it
        returns takes the place of the output. With always_call also when construct fails."""
        return self._add_hook(self._forward_hooks, _Hook(hook_fn, with_kwargs, always_call), prepend)

    def register_backward_pre_hook(self, hook_fn):
        """hook_fn(cell, grad_output) before a gradient flows back through the layer; may return another grad_output."""
        return self._add_hook(self._backward_pre_hooks, _Hook(hook_fn))

    def register_backward_hook(self, hook_fn):
        """hook_fn(cell, grad_input, grad_output) after a gradient has flowed back through the layer; may return another
        grad_input."""
        return self._add_hook(self._backward_hooks, _Hook(hook_fn))

    # -- calls -------------------------------------------------------------------------------------------------------

    def _before_construct(self, args, kwargs):
        """(args, kwargs) as the hooks want them."""
        for hook in list(self._forward_pre_hooks.values()):
            changed = hook.function(self, args, kwargs) if hook.with_kwargs else hook.function(self, args)
            if changed is None:
                continue
            if not hook.with_kwargs:
                args = changed if isinstance(changed, tuple) else (changed,)
            elif isinstance(changed, tuple) and len(changed) == 2 and isinstance(changed[1], dict):
                args, kwargs = changed
            else:
                raise RuntimeError("forward pre hook with kwargs must return None or a tuple of (new_args, "
                                   f"new_kwargs), but got {changed}.")
        return args, kwargs

    def _after_construct(self, args, kwargs, output):
        for hook in list(self._forward_hooks.values()):
            given = (args, kwargs, output) if hook.with_kwargs else (args, output)
            changed = hook.function(self, *given)
            output = output if changed is None else changed
        return output

    def _after_failure(self, args, kwargs):
        for hook in list(self._forward_hooks.values()):
            if hook.always_call:
                given = (args, kwargs, None) if hook.with_kwargs else (args, None)
                hook.function(self, *given)


class Gates:
    """What gradients come back through in a call of a layer with hooks for them: first the gate behind it, then the one
    before it."""

    def __init__(self, cell):
        self._cell = cell
        self._inputs, self._is_gated = (), False
        self._grad_output = None

    def entered(self, args, kwargs):
        """The arguments behind the gate that is before the layer."""
        self._inputs = tuple(flatten(args, kwargs))
        is_captured = current_frontend() is not None
        self._is_gated = bool(self._inputs) and (is_captured or _jitscope.is_followed(self._inputs))
        if not self._is_gated:
            return args, kwargs
        gated = iter(_behind_gate(self._inputs, self._enter))
        return replace_tensors(args, lambda _: next(gated)), replace_tensors(kwargs, lambda _: next(gated))

    def left(self, output):
        """The result of the layer, with what forward hooks made of it, behind the gate that follows."""
        outputs = Outputs(output)
        tensors = tuple(outputs.tensors)
        return outputs.filled(_behind_gate(tensors, self._leave) if tensors else ())

    def _leave(self, *gradients):
        for hook in list(self._cell._backward_pre_hooks.values()):
            gradients = _replaced(gradients, _called(hook, self._cell, gradients), "pre hook", "output")
        self._grad_output = gradients
        if not self._is_gated:
            # Only weights are followed: nothing flows back further, but the hooks are called.
            self._enter(*(None for _ in self._inputs))
        return gradients

    def _enter(self, *gradients):
        for hook in list(self._cell._backward_hooks.values()):
            changed = _called(hook, self._cell, gradients, self._grad_output)
            gradients = _replaced(gradients, changed, "hook", "grad input")
        return gradients


def _behind_gate(tensors, change):
    """The tensors, to which gradients come back as change(*gradients)."""
    frontend = current_frontend()
    if frontend is None:
        return _jitscope.record_custom(tensors, tensors, change)
    return frontend.pass_gradients(tensors, change)


def _called(hook, *arguments):
    frontend = current_frontend()
    return hook.function(*arguments) if frontend is None else frontend.call_flat(hook.function, arguments, {})


def _replaced(gradients, changed, kind, wanted):
    """What a hook returned in place of the gradients; a single tensor stands for a tuple of one."""
    if changed is None:
        return gradients
    changed = changed if isinstance(changed, tuple) else (changed,)
    if len(changed) != len(gradients):
        raise TypeError(f"The backward {kind} return value size is {len(changed)} not equal to expect {wanted} size "
                        f"{len(gradients)}")
    return changed
