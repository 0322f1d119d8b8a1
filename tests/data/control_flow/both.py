# SPDX-License-Identifier: Apache-2.0
"""Runs functions eagerly and as graphs, and compares what they give."""
import numpy as np

import mindspore as ms
from mindspore import Tensor


def same(actual, expected):
    """Whether two results agree in structure, types and values; an assertion says where they do not."""
    if isinstance(expected, Tensor):
        assert isinstance(actual, Tensor), f"{actual!r} instead of {expected!r}"
        assert actual.dtype == expected.dtype, f"{actual.dtype} instead of {expected.dtype}"
        np.testing.assert_allclose(actual.asnumpy(), expected.asnumpy(), rtol=1e-5, atol=1e-6)
        assert actual.shape == expected.shape, f"{actual.shape} instead of {expected.shape}"
    elif isinstance(expected, (tuple, list)):
        assert type(actual) is type(expected) and len(actual) == len(expected), f"{actual!r} instead of {expected!r}"
        for mine, theirs in zip(actual, expected):
            same(mine, theirs)
    elif isinstance(expected, dict):
        assert isinstance(actual, dict) and list(actual) == list(expected), f"{actual!r} instead of {expected!r}"
        for key, value in expected.items():
            same(actual[key], value)
    else:
        assert type(actual) is type(expected) and actual == expected, f"{actual!r} instead of {expected!r}"


def both(function, *arguments):
    """The function eagerly and as a graph at both levels; all must give the same."""
    expected = function(*arguments)
    for level in ("O0", "O1"):
        same(ms.jit(function, jit_level=level)(*arguments), expected)
    return expected


def refuses(kind, text, action):
    """`action` must fail with this kind of error and this text in it."""
    try:
        action()
    except kind as failure:
        assert text in str(failure), str(failure)
        return
    raise AssertionError(f"no {kind.__name__}")
