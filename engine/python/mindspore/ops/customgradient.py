# SPDX-License-Identifier: Apache-2.0
"""_Function: a function of tensors whose gradient its author writes."""
import inspect

import _jitscope
from mindspore._capture.current import current_frontend
from mindspore._capture.errors import not_captured
from mindspore.common.tensor import Tensor
from mindspore.ops.gradient import fitted_gradient
from mindspore.ops.primitive import primitive_call as call

__all__ = ["_Function"]


def _as_tuple(value):
    return value if isinstance(value, tuple) else (value,)


class _Function:
    """
    The base of functions with a gradient of their own, outside of graphs: a class of the author's defines `forward(ctx,
    *args)` and `backward(ctx, *gradients of the results)` as static methods and is called by `apply(*args)`.

    forward gives a Tensor or a tuple; backward gives for each argument of forward its gradient, a Tensor, or None for what
    is no tensor or needs none. Both get an object of the class as `ctx`, which keeps what they leave in it. With
    `setup_context(ctx, inputs, output)` forward takes the arguments alone.

    Attributes of ctx: `needs_input_grad` (tuple of bool, for each argument), `saved_tensors`.

    Raises RuntimeError where backward gives fewer gradients, or something else than tensors.
    """

    def __init__(self):
        self.saved_tensors = ()
        self.dirty_tensors = ()
        self.non_differentiable = ()
        self.materialize_grads = True
        self.needs_input_grad = ()

    @staticmethod
    def forward(ctx, *args, **kwargs):
        raise NotImplementedError("forward function should be customized.")

    @staticmethod
    def backward(ctx, *grad_outputs):
        raise NotImplementedError("backward function should be customized.")

    @staticmethod
    def setup_context(ctx, inputs, output):
        raise NotImplementedError("setup_context is not implemented.")

    def save_for_backward(self, *tensors):
        """Keeps tensors, which backward finds in `saved_tensors`."""
        self.saved_tensors = tensors

    def mark_dirty(self, *args):
        """Names the arguments that forward writes to; it must give them as results."""
        self.dirty_tensors = args

    def mark_non_differentiable(self, *args):
        """Names the results that have no gradient."""
        self.non_differentiable = args

    def set_materialize_grads(self, value):
        """Whether backward gets zeros, and not None, for results that nothing flows back to."""
        self.materialize_grads = value

    @classmethod
    def apply(cls, *args, **kwargs):
        """What forward gives for these arguments; gradients go back through backward."""
        if current_frontend() is not None:
            raise not_captured(f"{cls.__name__}, a function with a gradient of its own, inside of a graph")
        context = cls()
        has_setup = cls.setup_context is not _Function.setup_context
        if has_setup:
            bound = inspect.signature(cls.forward).bind(*args, **kwargs)
            bound.apply_defaults()
            args, kwargs = bound.args, bound.kwargs
        context.needs_input_grad = tuple(isinstance(value, Tensor) and _jitscope.is_followed((value,)) for value in args)
        _jitscope.pause_gradient()
        try:
            output = cls.forward(*args, **kwargs) if has_setup else cls.forward(context, *args, **kwargs)
            if has_setup:
                cls.setup_context(context, args, output)
        finally:
            _jitscope.resume_gradient()
        return context._followed(args, output) if any(context.needs_input_grad) else output

    def _followed(self, args, output):
        """The results, with the way back that backward describes."""
        results = _as_tuple(output)
        ends = [place for place, value in enumerate(results) if isinstance(value, Tensor)
                and not any(value is other for other in self.non_differentiable)]
        if any(not any(dirty is value for value in results) for dirty in self.dirty_tensors):
            raise RuntimeError("The dirty tensors must all be outputs of the forward function.")
        tensors = tuple(value for value in args if isinstance(value, Tensor))

        def backward(*gradients):
            given = dict(zip(ends, gradients))
            return self._checked(args, _as_tuple(self.backward(self, *(self._gradient_for(place, value, given)
                                                                       for place, value in enumerate(results)))))
        followed = dict(zip(ends, _jitscope.record_custom(tensors, tuple(results[place] for place in ends), backward)))
        named = [followed.get(place, value) for place, value in enumerate(results)]
        # What has no gradient is a constant, also where forward gave an argument back as it is.
        named = [call("StopGradient", value) if isinstance(value, Tensor) and place not in followed else value
                 for place, value in enumerate(named)]
        return tuple(named) if isinstance(output, tuple) else named[0]

    def _gradient_for(self, place, value, given):
        """What backward gets for one result."""
        if given.get(place) is not None:
            return given[place]
        return _jitscope.functions["zeros_like"](value) if isinstance(value, Tensor) and self.materialize_grads else None

    def _checked(self, args, found):
        """One gradient, or None, for each tensor of the arguments."""
        if len(found) < len(args):
            raise RuntimeError(f"Function backward return a wrong number of gradients, expect: {len(args)} but: {len(found)}")
        for value, gradient in zip(args, found):
            if gradient is not None and not isinstance(value, Tensor):
                raise RuntimeError("Input is not tensor, but gradient is not none")
            if gradient is not None and not isinstance(gradient, Tensor):
                raise RuntimeError("Gradient should be none or tensor, but got type: "
                                   f"{type(gradient).__name__}")
        return tuple(fitted_gradient(value, gradient) for value, gradient in zip(args, found) if isinstance(value, Tensor))
