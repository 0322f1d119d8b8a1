# SPDX-License-Identifier: Apache-2.0
"""mint's random functions, with `generator`, and what it makes from nothing."""
from mindspore import ops
from mindspore.common.dtype import float32, int64
from mindspore.common.generator import Generator, default_generator
from mindspore.common.tensor import Tensor
from mindspore.ops.primitive import primitive_call as call
from mindspore.ops.random import sizes_of

__all__ = ["bernoulli", "multinomial", "normal", "rand", "rand_like", "randint", "randint_like", "randn", "randn_like",
           "randperm", "empty", "empty_like", "zeros", "ones", "full", "linspace"]


def _drawn(generator):
    """(seed, offset) of a generator; of the process without one."""
    if generator is None or generator is default_generator:
        return None, None
    if not isinstance(generator, Generator):
        raise TypeError(f"The 'generator' must be a Generator, but got '{type(generator).__name__}'.")
    return generator._drawn()


def rand(*size, generator=None, dtype=None, device=None):
    """Numbers evenly in [0, 1); Float32 without dtype."""
    return call("UniformReal", sizes_of(size), dtype or float32, *_drawn(generator))


def randn(*size, generator=None, dtype=None, device=None):
    """Normal numbers of mean 0 and deviation 1; Float32 without dtype."""
    return call("StandardNormal", sizes_of(size), dtype or float32, *_drawn(generator))


def rand_like(input, *, dtype=None, device=None):
    """Numbers evenly in [0, 1) of the shape and (without dtype) the dtype of input."""
    return call("UniformReal", input.shape, dtype or input.dtype)


def randn_like(input, *, dtype=None, device=None):
    """Normal numbers of the shape and (without dtype) the dtype of input."""
    return call("StandardNormal", input.shape, dtype or input.dtype)


def randint(*args, low=None, high=None, size=None, generator=None, dtype=None, device=None):
    """randint(low, high, size) or randint(high, size): whole numbers in [low, high); Int64 without dtype."""
    given = list(args)
    size = given.pop() if given and not isinstance(given[-1], int) else size
    high = given.pop() if given else high
    low = given.pop() if given else low or 0
    return call("UniformInt", tuple(size), low, high, dtype or int64, *_drawn(generator))


def randint_like(input, *args, low=None, high=None, dtype=None, device=None):
    """randint_like(input, low, high) or randint_like(input, high): whole numbers of the shape of input."""
    given = list(args)
    high = given.pop() if given else high
    low = given.pop() if given else low or 0
    return call("UniformInt", input.shape, low, high, dtype or input.dtype)


def randperm(n, *, generator=None, dtype=int64):
    """0 to n - 1 in a random order."""
    return call("RandpermV2", n, dtype, *_drawn(generator))


def bernoulli(input, *, generator=None):
    """1 with the probability that input holds at that place, else 0."""
    return call("Bernoulli", input, input, *_drawn(generator))


def multinomial(input, num_samples, replacement=False, *, generator=None):
    """num_samples classes by the weights in input, (classes,) or (rows, classes); Int64."""
    if not replacement and num_samples > input.shape[-1]:
        raise ValueError("For 'multinomial', the 'num_samples' must be less than the last dimension of input without "
                         f"'replacement', but got 'num_samples': {num_samples} and 'replacement': {replacement}")
    return call("Multinomial", input, num_samples, replacement, int64, *_drawn(generator))


def normal(mean=0.0, std=1.0, size=None, generator=None):
    """Normal numbers; mean and std are tensors, or numbers with a size."""
    if size is None:
        shaped = [part for part in (mean, std) if isinstance(part, Tensor)]
        size = (mean * 0 + std * 0).shape if len(shaped) == 2 else shaped[0].shape if shaped else ()
    return call("StandardNormal", tuple(size), float32, *_drawn(generator)) * std + mean


def zeros(size, *, dtype=None):
    """Zeros of a shape; Float32 without dtype."""
    return ops.zeros(size, dtype)


def ones(size, *, dtype=None):
    """Ones of a shape; Float32 without dtype."""
    return ops.ones(size, dtype)


def full(size, fill_value, *, dtype=None):
    """fill_value in a shape; without dtype that of the value."""
    return ops.full(size, fill_value, dtype=dtype)


def linspace(start, end, steps, *, dtype=None):
    """steps numbers evenly from start to end, both included; Float32 without dtype."""
    result = ops.linspace(start, end, steps)
    return result if dtype is None else call("Cast", result, dtype)


def empty(*size, dtype=None, device=None):
    """A tensor of a shape whose elements nobody should rely on (they are 0); Float32 without dtype."""
    return call("Zeros", sizes_of(size), dtype or float32)


def empty_like(input, *, dtype=None, device=None):
    """empty() of the shape and (without dtype) the dtype of input."""
    return call("Zeros", input.shape, dtype or input.dtype)
