# SPDX-License-Identifier: Apache-2.0
"""Gradients of what is captured: the nodes that are followed, and those that go back."""
import contextlib

import _jitscope
from mindspore._capture.structure import returned


class GradientNodes:
    """Follows what is captured: the nodes made from here on."""

    def __init__(self, frontend):
        self._frontend = frontend
        self._first = frontend.capture.next_id()
        self._own = []  # the calls of layers with a bprop: (arguments, results, backward)

    def watch(self, tensor):
        """The same as a value of its own, of which there is a gradient."""
        return _jitscope.primitives["Identity"](tensor)

    def following(self):
        """A context in which operators are followed."""
        return contextlib.nullcontext()

    def run(self, function, args, kwargs, weights):
        """(the function's result, what stands for the weights as sources)"""
        with self.opened():
            return returned(self._frontend.call_flat(function, tuple(args), kwargs)), list(weights)

    @contextlib.contextmanager
    def opened(self):
        """While it is open, layers with a bprop of their own tell of their calls."""
        self._frontend.own_gradients.append(self._own)
        try:
            yield
        finally:
            self._frontend.own_gradients.pop()

    def gradients(self, outputs, seeds, sources):
        """Backwards from the outputs; where a layer with a bprop ends the way, on from its arguments."""
        ends = [result for _, results, _ in self._own for result in results]
        totals = list(self._added(outputs, seeds, (*sources, *ends)))
        place = len(totals)
        for arguments, results, backward in reversed(self._own):
            place -= len(results)
            found = totals[place:place + len(results)]
            if all(gradient is None for gradient in found):
                continue
            found = [_zeros_like(result) if gradient is None else gradient for result, gradient in zip(results, found)]
            pairs = [pair for pair in zip(arguments, backward(found)) if pair[1] is not None]
            if not pairs:
                continue
            further = self._added(*map(tuple, zip(*pairs)), (*sources, *ends[:place - len(sources)]))
            for at, more in enumerate(further):
                totals[at] = more if totals[at] is None else totals[at] if more is None else _sum(totals[at], more)
        return totals[:len(sources)]

    def _added(self, outputs, seeds, sources):
        began = _jitscope.now()
        try:
            return self._frontend.capture.add_gradients(outputs, seeds, sources, self._first)
        except ValueError as failure:  # what has no gradient in a graph may have one on the tape
            raise _jitscope.ValueNeeded(str(failure)) from None
        finally:
            self._frontend.note_outside("make gradients", began)


def _zeros_like(tensor):
    return _jitscope.functions["zeros_like"](tensor)


def _sum(a, b):
    return _jitscope.primitives["Add"](a, b)
