# SPDX-License-Identifier: Apache-2.0
"""The gradient of a function that is compiled, for a gradient that is being taken around its call.

The captured graph gives the results and, of further parameters for their gradients, the gradients of what is followed.
Cut in two, its halves run forward, and when the gradient around comes back."""
import itertools

import _jitscope
from _jitscope import Tensor
from mindspore._capture.errors import holds_external
from mindspore._capture.gradientnodes import GradientNodes
from mindspore._capture.structure import replace_variables
from mindspore.common.parameter import Parameter


class NoGradientGraph(Exception):
    """Why a gradient around a function goes through its operators one by one: the rest of a sentence."""


class Followed:
    """Which tensors among the arguments of a call open tapes follow. A graph's variables are the tensors and mutable
    numbers of its arguments, containers taken apart."""

    def __init__(self, args):
        self.places = _jitscope.followed_places(args)  # among the arguments
        before = list(itertools.accumulate(map(_variables_in, args), initial=0))
        self.variables = tuple(before[place] for place in self.places)  # the same among the variables
        self.count = before[-1]  # of the variables


class Backward:
    """The half of a capture that gives gradients."""

    def __init__(self, capture, saved, results, gradients):
        self.capture = capture      # as _jitscope.compile takes it
        self.saved = saved          # where what it takes first comes from, as _jitscope.split_gradient gives it
        self.results = results      # how many results the function has
        self.gradients = gradients  # of each followed argument, then weight: the place of its gradient, or -1


class EntryGradient:
    """What of one call is followed, and the nodes that go back."""

    def __init__(self, frontend, args):
        self._frontend = frontend
        self._followed = Followed(args)
        self._sources = []
        self._nodes = self._first = None
        self.arguments = self._followed.variables
        self.weights = ()    # the followed Parameters that the function uses
        self.backward = None

    def entered(self, inside):
        """The arguments of the graph are there: those that are followed are what gradients are asked of."""
        self._nodes = GradientNodes(self._frontend)
        # The objects may stand for other values later.
        self._sources = [inside[place]._plain() for place in self._followed.places]

    def opened(self):
        """While it is open, what is captured is followed."""
        return self._nodes.opened()

    def close(self, results):
        """Closes the entry with these results and the gradients of what is followed, and cuts it in two. Raises
        NoGradientGraph where that cannot be done."""
        capture = self._frontend.capture
        used = {id(weight): weight for weight in (*capture.weights(), *results) if isinstance(weight, Parameter)}
        self.weights = tuple(weight for weight in used.values() if _jitscope.is_followed((weight,)))
        if holds_external(results):
            raise NoGradientGraph("a result is computed by Python when the graph runs")
        outputs = tuple(result for result in results if isinstance(result, Tensor))
        sources = (*self._sources, *self.weights)
        before = _jitscope.mark_capture(capture)
        found = self._gradients(outputs, sources) if outputs and sources else []
        gradients = [gradient for gradient in found if gradient is not None]
        if not gradients:
            _jitscope.rollback_capture(capture, before)
            capture.close_graph(results)
            return
        capture.close_graph((*results, *gradients))
        places = iter(range(len(gradients)))
        try:
            half, saved = _jitscope.split_gradient(capture, self._followed.count, len(results), self._first,
                                                   self.arguments, self.weights)
        except NotImplementedError as failure:
            raise NoGradientGraph(str(failure)) from None
        self.backward = Backward(half, saved, len(results),
                                 tuple(-1 if gradient is None else next(places) for gradient in found))

    def _gradients(self, outputs, sources):
        self._first = self._frontend.capture.next_id()
        seeds = tuple(self._frontend.capture.add_parameter(f"dout{place}", output)
                      for place, output in enumerate(outputs))
        try:
            with self._frontend.flatly():
                return self._nodes.gradients(outputs, seeds, sources)
        except _jitscope.ValueNeeded as failure:
            raise NoGradientGraph(rest_of_sentence(failure)) from None


def _variables_in(value):
    found = []
    replace_variables(value, found.append)
    return len(found)


def rest_of_sentence(failure):
    """The first line of what a failure says, as the end of a sentence."""
    return str(failure).splitlines()[0].rstrip(".")
