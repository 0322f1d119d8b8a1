# SPDX-License-Identifier: Apache-2.0
"""Functions that rows of the benchmarks call. They stand in a file, since ast capture reads their source."""
from mindspore import ops


def mul_add(a, b, c):
    return a * b + c


def written_gelu(x):
    """GELU from its parts, which O1 fuses."""
    return 0.5 * x * (1.0 + ops.tanh(0.7978845608 * (x + 0.044715 * x * x * x)))


def rigid(x, y):
    """The product chain of seed 000."""
    z = x
    for _ in range(100):
        z = ops.matmul(z, y)
        z = ops.tanh(z)
    return z


def matmuls(x, y):
    """Only the products of the chain."""
    z = x
    for _ in range(100):
        z = ops.matmul(x, y)
    return z


def fresh_mul_add():
    """A function that no cache knows yet."""
    def fresh(a, b, c):
        return a * b + c
    return fresh


def fresh_rigid():
    """The chain as a function that no cache knows yet."""
    def fresh(x, y):
        z = x
        for _ in range(100):
            z = ops.matmul(z, y)
            z = ops.tanh(z)
        return z
    return fresh


def chain_of_ten(x):
    """Ten element-wise operators in a row."""
    y = x * 0.5
    y = y + 1.0
    y = ops.abs(y)
    y = y * y
    y = ops.maximum(y, x)
    y = y - 0.25
    y = ops.relu(y)
    y = y + x
    y = ops.minimum(y, 4.0 * x)
    return y * 0.125
