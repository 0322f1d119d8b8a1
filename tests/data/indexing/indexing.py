# SPDX-License-Identifier: Apache-2.0
"""Indexing of tensors, read and written: against NumPy on random shapes and indices, gradients by differences.

usage: indexing.py CASE; prints "ok", or the error.
"""
import random
import sys

import numpy as np

import mindspore as ms
from mindspore import Tensor, ops

rng, numbers = random.Random(7), np.random.default_rng(7)


def random_shape():
    return tuple(0 if rng.random() < 0.05 else rng.randint(1, 4) for _ in range(rng.randint(1, 4)))


def random_slice(size):
    bound = lambda: None if rng.random() < 0.3 else rng.randint(-size - 2, size + 2)
    return slice(bound(), bound(), rng.choice([None, 1, 2, -1, -2, 3]))


def random_index(shape):
    items, axis, had_ellipsis = [], 0, False
    block = rng.choice([(), (2,), (3,), (2, 2)])
    has_arrays = rng.random() < 0.6
    while axis < len(shape):
        kind, size = rng.random(), shape[axis]
        if kind < 0.1 and sum(item is None for item in items) < 2:
            items.append(None)
        elif kind < 0.2 and not had_ellipsis:
            items.append(Ellipsis)
            had_ellipsis = True
            axis += rng.randint(1, len(shape) - axis)
        elif kind < 0.3:
            break
        elif kind < 0.5 and size > 0:
            items.append(rng.randint(-size - (rng.random() < 0.1), size - 1))
            axis += 1
        elif kind < 0.75 or size == 0 or not has_arrays:
            items.append(random_slice(size))
            axis += 1
        elif kind < 0.85:
            rank = rng.randint(1, min(2, len(shape) - axis))
            items.append(numbers.random(shape[axis:axis + rank]) < 0.5)
            axis += rank
        else:
            items.append(numbers.integers(-size, size, rng.choice([block, block, (1,)]) if block else ()))
            axis += 1
    return tuple(items)


def as_given(item):
    if not isinstance(item, np.ndarray):
        return item
    form = rng.random()
    if form < 0.6:
        return Tensor(item)
    return item.tolist() if form < 0.8 and item.ndim and item.size else item


def made_of(array):
    return Tensor(np.ascontiguousarray(array.T)).T if rng.random() < 0.3 and array.ndim > 1 else Tensor(array.copy())


def outcome(action):
    try:
        return action(), False
    except (IndexError, ValueError, TypeError):
        return None, True


def write(target, index, value):
    target[index] = value
    return target


def case_random_indices_give_numpys_elements():
    compared = written = 0
    for _ in range(1500):
        array = numbers.random(random_shape()).astype(np.float32)
        plain = random_index(array.shape)
        index = tuple(as_given(item) for item in plain)
        expected, fails = outcome(lambda: array[plain])
        actual, refuses = outcome(lambda: made_of(array)[index])
        assert fails == refuses, (array.shape, plain)
        if fails:
            continue
        assert actual.shape == expected.shape and np.array_equal(actual.asnumpy(), expected), (array.shape, plain)
        compared += 1
        shape = tuple(size if rng.random() < 0.7 else 1 for size in expected.shape)[rng.randint(0, 1):]
        value = 2.5 if rng.random() < 0.3 else numbers.random(shape).astype(np.float32)
        copy, fails = outcome(lambda: write(array.copy(), plain, value))
        tensor_value = value if isinstance(value, float) else Tensor(value)
        changed, refuses = outcome(lambda: write(made_of(array), index, tensor_value))
        assert fails == refuses, (array.shape, plain, np.shape(value))
        if not fails:
            assert np.array_equal(changed.asnumpy(), copy), (array.shape, plain, np.shape(value))
            written += 1
    assert compared > 1000 and written > 900, (compared, written)


# --- gradients --------------------------------------------------------------------------------------------------------

weights = Tensor(np.random.default_rng(3).random(64))


def weighed(y):
    """A sum in which every element counts differently."""
    return (y * weights[:y.size].reshape(y.shape)).sum()
a, b = (np.random.default_rng(seed).random((3, 4)) for seed in (1, 2))
rows, columns, mask = Tensor([0, 2]), Tensor([1, 3]), Tensor(a > 0.5)


def assigned(index, part):
    def function(x, y):
        z = x * 1
        z[index] = part(y)
        return weighed(z * z)
    return function


def chained(x, y):
    z = x * 1
    z[0] = z[1]
    z[2] += z[0] * 2 + y[0]
    return weighed(z * z)


def into_constant(x, y):
    z = ops.zeros((3, 4), ms.float64)
    for k in range(3):
        z[k, 1:] = x[k, :3] * k
    return weighed(z * y)


FUNCTIONS = {
    "slices": lambda x, y: weighed(x[::-1, 1:3] * y[1:, ::2].sum()),
    "one index": lambda x, y: weighed(x[1] * y[-1]),
    "new axes": lambda x, y: weighed(x[None, ..., 1] * y[..., 0]),
    "tensors": lambda x, y: weighed(x[rows, columns] * y[[0, 0], 1:3]),
    "one tensor": lambda x, y: weighed(x[:, [0, 0, 2]] * y[:, 1:]),
    "mask": lambda x, y: weighed(x[mask] * y[mask]),
    "rows of a loop": lambda x, y: sum((weighed(row * row) for row in x), weighed(y)),
    "assigned slice": assigned((slice(1, None), slice(1, 3)), lambda y: y[:2, :2]),
    "assigned rows": assigned(rows, lambda y: y[:2]),
    "assigned block": assigned((slice(1, None), [0, 2]), lambda y: y[1:, :2]),
    "assigned mask": assigned(mask, lambda y: y[0, 0]),
    "assigned from itself": chained,
    "assigned into a constant": into_constant,
    "second order": lambda x, y: weighed(ms.grad(lambda z: weighed(z[[0, 0, 1]] ** 3))(x) * y),
}


def differences(function, arguments, which):
    slope = np.zeros_like(arguments[which])
    for place in np.ndindex(slope.shape):
        ends = []
        for step in (1e-6, -1e-6):
            moved = [argument.copy() for argument in arguments]
            moved[which][place] += step
            ends.append(float(function(*map(Tensor, moved)).asnumpy()))
        slope[place] = (ends[0] - ends[1]) / 2e-6
    return slope


def case_gradients_agree_with_finite_differences():
    for name, function in FUNCTIONS.items():
        for which, gradient in enumerate(ms.grad(function, (0, 1))(Tensor(a), Tensor(b))):
            assert np.allclose(gradient.asnumpy(), differences(function, [a, b], which), atol=1e-6), (name, which)


if __name__ == "__main__":
    globals()[f"case_{sys.argv[1]}"]()
    print("ok")
