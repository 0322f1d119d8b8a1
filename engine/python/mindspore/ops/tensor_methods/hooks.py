# SPDX-License-Identifier: Apache-2.0
"""Hooks of tensors: functions that are called with the gradient of a tensor and may give another in its place."""
import ast
import types

import _jitscope
from mindspore import context
from mindspore._capture.current import current_frontend
from mindspore._capture.errors import not_captured
from mindspore.common.parameter import Parameter

__all__ = ["register_hook", "hooks"]

_SEVERAL = "It is not supported to register multiple hooks for a Tensor."

# How often hooks of weights came or went: graphs with gradients of weights hold until the next time.
_of_weights = types.SimpleNamespace(changes=0)


class HookHandle:
    """What register_hook gives: remove() ends it."""

    def __init__(self, tensor, hook):
        self._hooks = tensor.__dict__.setdefault("_hooks", {})
        self._is_of_weight = isinstance(tensor, Parameter)
        self._hooks[self] = hook
        self._note_change()

    @property
    def hook(self):
        """The function; None once it was removed."""
        return self._hooks.get(self)

    def remove(self):
        """The hook is called no more."""
        self._hooks.pop(self, None)
        self._note_change()

    def changed(self, gradient):
        """The gradient, or what the hook gives in its place."""
        frontend = current_frontend()
        if self.hook is None:
            return gradient
        changed = self.hook(gradient) if frontend is None else frontend.call_flat(self.hook, (gradient,), {})
        return gradient if changed is None else changed

    def _note_change(self):
        _of_weights.changes += self._is_of_weight


def hooks(self):
    """The functions that register_hook was given and that were not removed, in order."""
    return list(self.__dict__.get("_hooks", {}).values())


def register_hook(self, hook):
    """hook(gradient) is called when the gradient of this tensor is known; what it returns, unless None, takes its
    place.

    The tensor is computed while a gradient is taken (inside the function given to grad or value_and_grad), or it is an
    argument or a weight whose gradient is asked for. RuntimeError for a Parameter without requires_grad and for a second
    hook of one variable of a graph, ValueError for a Parameter inside of a graph, TypeError for a function that is
    compiled.
    """
    check_hook(hook)
    frontend = current_frontend()
    if isinstance(self, Parameter) and not self.requires_grad:
        raise RuntimeError("The tensor requires grad is false, which can not register tensor hook")
    is_in_graph = frontend is not None or context.is_graph_mode() and _jitscope.is_followed((self,))
    if isinstance(self, Parameter) and is_in_graph:
        raise ValueError("Register hook for Parameter inside graph is not supported.")
    if isinstance(self, _jitscope.Symbol):
        _check_first(self, frontend)
    elif is_in_graph and hooks(self):  # what follows gradients in graph mode runs operator by operator
        raise RuntimeError(_SEVERAL)
    handle = HookHandle(self, hook)
    if isinstance(self, _jitscope.Symbol):
        _follow_in_graph(self, handle, frontend)
    elif not _jitscope.is_capturing() and _jitscope.is_followed((self,)):
        _jitscope.hook_gradient(self, lambda gradient: (handle.changed(gradient),))
    return handle


def check_hook(hook):
    """TypeError for what cannot be a hook: no function, or one that is compiled."""
    if not callable(hook):
        raise TypeError(f"Expected a callable hook function, but got {type(hook).__name__}.")
    if hasattr(hook, "__jitscope_graphs__"):
        raise TypeError(f"Decorating hook function {hook.__name__} with '@jit' is not supported.")


def _check_first(symbol, frontend):
    """RuntimeError where the variable of a graph has a hook already; by another name it may get a further one."""
    called = getattr(frontend.node(), "func", None)
    if not isinstance(called, ast.Attribute) or not isinstance(called.value, ast.Name):
        return
    name = called.value.id
    if frontend.hooked.setdefault((name, id(symbol)), None) is symbol:
        raise RuntimeError(f"{_SEVERAL} Your tensor is `{name}`.")
    frontend.hooked[name, id(symbol)] = symbol  # held, so that no other gets its id


def changed_by_hooks(tensor, gradient):
    """The gradient of an argument or a weight, with what the hooks that it has make of it."""
    for handle in list(tensor.__dict__.get("_hooks", ())):
        gradient = handle.changed(gradient)
    return gradient


def rely_on_hooks_of_weights(frontend):
    """What is captured holds as long as no weight has other hooks than now."""
    frontend.rely_on("equals", (_of_weights, ("attr", "changes")), _of_weights.changes, "the hooks of the Parameters")


def _follow_in_graph(symbol, handle, frontend):
    """Gradients under way end at what the symbol stands for from now on, and go on from what it was as the hook says."""
    if not frontend.own_gradients:
        return
    if frontend.conditional:
        raise not_captured("A hook that is registered in a loop or branch of a graph")
    before = symbol._plain()
    symbol._stand_for(_jitscope.primitives["StopGradient"](before))
    for calls in frontend.own_gradients:
        calls.append(((before,), (symbol._plain(),), lambda gradients: (handle.changed(gradients[0]),)))
