# SPDX-License-Identifier: Apache-2.0
"""Functions that graphs evaluate while they are captured: constexpr; and partial, which keeps first arguments."""
import functools

__all__ = ["constexpr", "partial"]


def constexpr(fn=None, get_instance=True, name=None, reuse_result=True, check=True):
    """The decorator of a function of constants: a graph holds its result, not the call. Eagerly it is called as it is.

    get_instance=False gives a class whose objects are called."""
    if fn is None:
        return lambda given: constexpr(given, get_instance, name, reuse_result, check)

    @functools.wraps(fn)
    def run(*args):
        return fn(*args)
    run.__name__ = name or fn.__name__
    run.is_constexpr = True
    return run if get_instance else lambda: run


def partial(*args, **kwargs):
    """partial(function, *first, **named): the function with its first arguments, and some by name, given."""
    if not args or not callable(args[0]):
        raise TypeError("For 'partial', the first argument must be a function.")
    return functools.partial(*args, **kwargs)
