# SPDX-License-Identifier: Apache-2.0
"""Loops as operators: WhileLoop, Scan and ForiLoop. They run as plain Python; while a graph is captured, their rounds
are walked as the user's own loops are: unrolled where the number of rounds is known, else loops of the graph."""
from mindspore._capture.current import current_frontend
from mindspore.common.tensor import Tensor
from mindspore.ops.primitive import Primitive, called
from mindspore._capture.numbers import item_of
from mindspore._capture.places import walked

__all__ = ["WhileLoop", "Scan", "ForiLoop"]


def _check_function(operator, name, value):
    if not callable(value):
        raise TypeError(f"For '{operator}', the type of '{name}' should be one of '['function', 'method']', but got "
                        "type "
                        f"'{type(value).__name__}'.")


def _check_bound(name, bound):
    if not isinstance(bound, (int, Tensor)) or isinstance(bound, bool):
        raise TypeError(f"For 'ForiLoop', the type of '{name}' should be one of '['int', 'Tensor']', but got type "
                        f"'{type(bound).__name__}'.")


def _does_not_fit(why):
    return ValueError(f"Invalid loop_func, please check input arguments and return value, error info: {why}")


def _round(loop_func, *args):
    """One round; a function that does not fit the loop is told as such, errors inside of it are passed on."""
    try:
        return called(loop_func, *args)
    except (TypeError, ValueError) as failure:
        inner = failure.__traceback__.tb_next
        if inner is None or inner.tb_next is None:  # the call itself failed, not what it calls
            raise _does_not_fit(failure) from failure
        raise


@walked
def _while_rounds(cond_func, loop_func, value):
    while cond_func(value):
        value = loop_func(value)
    return value


@walked
def _fori_rounds(lower, upper, loop_func, value):
    i = lower
    while i < upper:
        value = loop_func(i, value)
        i = i + 1
    return value


def _check_order(frontend):
    """RuntimeError for a gradient of a gradient through rounds that are to stay a loop of the graph."""
    if len(frontend.own_gradients) > 1:
        raise RuntimeError("Higher-order differentiation is not supported for the current scenario, reason: Loop op with "
                           "unroll set as false is not allow do higher order grad")


def _number_of_the_graph(bound):
    """A bound that counts as not known, so that the loop is not unrolled."""
    return item_of(bound if isinstance(bound, Tensor) else Tensor(bound))


class WhileLoop(Primitive):
    """WhileLoop()(cond_func, loop_func, init_val): init_val, put through loop_func as long as cond_func says true."""

    def __init__(self):
        super().__init__("WhileLoop")

    def __call__(self, cond_func, loop_func, init_val):
        _check_function(self.name, "cond_func", cond_func)
        _check_function(self.name, "loop_func", loop_func)
        frontend = current_frontend()
        if frontend is not None:
            return frontend.call(_while_rounds, (cond_func, loop_func, init_val), {})
        value = init_val
        while _round(cond_func, value):
            value = _round(loop_func, value)
        return value


class Scan(Primitive):
    """Scan()(loop_func, init, xs, length=None, unroll=True): (the last carry, [what each round gave]).

    Each round is loop_func(carry, x) -> (carry, y), with the elements of xs, or None for each of `length` rounds."""

    def __init__(self):
        super().__init__("Scan")

    def __call__(self, loop_func, init, xs, length=None, unroll=True):
        _check_function(self.name, "loop_func", loop_func)
        if xs is None and length is None:
            raise ValueError("For 'Scan', the 'length' must be given when 'xs' is None.")
        if xs is not None and not isinstance(xs, (list, tuple, Tensor)):
            raise TypeError("For 'Scan', the type of 'xs' should be one of '['list', 'tuple', 'Tensor', 'NoneType']', "
                            "but got "
                            f"type '{type(xs).__name__}'.")
        if current_frontend() is not None and not unroll:
            _check_order(current_frontend())
        items = [None] * length if xs is None else (xs if length is None else xs[:length])
        carry, results = init, []
        for item in items:
            result = _round(loop_func, carry, item)
            if not isinstance(result, (tuple, list)) or len(result) != 2:
                raise _does_not_fit("a round must return two values, the carry and a result.")
            carry = result[0]
            results.append(result[1])
        return carry, results


class ForiLoop(Primitive):
    """ForiLoop()(lower, upper, loop_func, init_val, unroll=True): init_val, put through loop_func(i, value) for every i
    from lower to before upper."""

    def __init__(self):
        super().__init__("ForiLoop")

    def __call__(self, lower, upper, loop_func, init_val, unroll=True):
        _check_bound("lower", lower)
        _check_bound("upper", upper)
        _check_function(self.name, "loop_func", loop_func)
        frontend = current_frontend()
        if frontend is not None:
            if not unroll:
                _check_order(frontend)
            if not unroll or isinstance(lower, Tensor) or isinstance(upper, Tensor):
                lower, upper = _number_of_the_graph(lower), _number_of_the_graph(upper)
            return frontend.call(_fori_rounds, (lower, upper, loop_func, init_val), {})
        value = init_val
        for i in range(int(lower), int(upper)):
            value = _round(loop_func, i, value)
        return value
