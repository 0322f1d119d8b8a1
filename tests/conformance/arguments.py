# SPDX-License-Identifier: Apache-2.0
"""Random arguments for the rows of calls.txt: what each letter of a row stands for. NumPy alone, so that both sides get
the same numbers."""
import numpy as np

FLOATS = ("float16", "float32", "float64")
INTEGERS = ("int8", "int16", "int32", "int64", "uint8")
SIZES = (0, 1, 1, 2, 2, 3, 3, 4, 5)


class Arguments:
    """The values of one call, by letter. Equal seeds give equal values."""

    def __init__(self, seed):
        self._random = np.random.default_rng(seed)
        rank = int(self._random.choice((0, 1, 1, 2, 2, 2, 3)))
        self._shape = tuple(int(self._random.choice(SIZES)) for _ in range(rank))
        self._float = str(self._random.choice(FLOATS, p=(0.15, 0.7, 0.15)))
        self._integer = str(self._random.choice(INTEGERS, p=(0.1, 0.1, 0.4, 0.3, 0.1)))
        self._layout = str(self._random.choice(("whole", "whole", "transposed", "strided")))

    def of(self, letter):
        return getattr(self, f"_{letter}")()

    def _shared(self, shape):
        """The shape, or one that broadcasts to it."""
        if self._random.random() < 0.6:
            return shape
        shape = tuple(1 if self._random.random() < 0.4 else size for size in shape)
        return shape[int(self._random.integers(0, len(shape) + 1)):] if self._random.random() < 0.4 else shape

    def _floats(self, shape, low=-3.0, high=3.0):
        # Multiples of 1/8 are numbers of every floating dtype, and ties and integers come up.
        return (np.round(self._random.uniform(low, high, shape) * 8) / 8).astype(self._float)

    def _ints(self, shape, low=-4, high=5):
        low = max(low, 0) if self._integer.startswith("u") else low
        return self._random.integers(low, high, shape).astype(self._integer)

    def _x(self):
        """Floating or integer."""
        return self._floats(self._shape) if self._random.random() < 0.7 else self._ints(self._shape)

    def _y(self):
        """Another tensor that broadcasts with x, of any dtype."""
        shape = self._shared(self._shape)
        return self._floats(shape) if self._random.random() < 0.7 else self._ints(shape)

    def _f(self):
        return self._floats(self._shape)

    def _g(self):
        return self._floats(self._shape)

    def _p(self):
        """Positive."""
        return self._floats(self._shape, 0.25, 4.0)

    def _u(self):
        """Inside (-1, 1)."""
        return self._floats(self._shape, -0.9, 0.9)

    def _i(self):
        return self._ints(self._shape)

    def _j(self):
        return self._ints(self._shared(self._shape))

    def _n(self):
        """Integers that are no zero."""
        values = self._ints(self._shape, 1, 5)
        if self._integer.startswith("u"):
            return values
        return values * self._random.choice((-1, 1), self._shape).astype(values.dtype)

    def _b(self):
        return self._random.random(self._shape) < 0.5

    def _c(self):
        return self._random.random(self._shared(self._shape)) < 0.5

    def _v(self):
        """A vector of one to five elements."""
        return self._floats((int(self._random.integers(1, 6)),))

    def _m(self):
        """A matrix of 3 rows and 4 columns."""
        return self._floats((3, 4))

    def _w(self):
        return self._floats((4, 2))

    def _q(self):
        """An image of 2 channels."""
        self._float = "float32"
        return self._floats((1, 2, 5, 6))

    def _k(self):
        """Places along an axis of size 3."""
        return self._random.integers(0, 3, (2,)).astype(self._random.choice(("int32", "int64")))

    def _s(self):
        """A number of Python's."""
        return [2, -3, 1.5, -0.5, True][int(self._random.integers(0, 5))]

    def _a(self):
        """An axis of x, f or i."""
        return int(self._random.integers(-len(self._shape), len(self._shape))) if self._shape else 0

    def _t(self):
        return bool(self._random.random() < 0.5)

    def laid_out(self, array):
        """The same elements as (an array, the view of it that is meant: "transposed", "strided" or "whole")."""
        if self._layout == "transposed" and array.ndim > 1:
            return np.ascontiguousarray(array.T), "transposed"
        if self._layout == "strided" and array.ndim == 1:
            return np.repeat(array, 2), "strided"
        return array, "whole"
