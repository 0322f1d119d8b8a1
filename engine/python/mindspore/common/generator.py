# SPDX-License-Identifier: Apache-2.0
"""Generator: the state of random numbers as an object, and the functions of the default one."""
import secrets

import numpy as np

import _jitscope
from mindspore.common.dtype import int64, uint8
from mindspore.common.tensor import Tensor

__all__ = ["Generator", "default_generator", "get_rng_state", "initial_seed", "manual_seed", "seed", "set_rng_state"]


def _packed(state):
    return Tensor(np.array(state, "<u8").view(np.uint8))


def _unpacked(state):
    if not isinstance(state, Tensor):
        raise TypeError(f"For 'set_state', the state must be a Tensor, but got '{type(state).__name__}'.")
    if state.dtype != uint8:
        raise RuntimeError(f"State data type must be UInt8, but got {str(state.dtype)}")
    if state.size != 16:
        raise RuntimeError(f"State must have 16 elements, but got {state.size}")
    return tuple(int(number) for number in state.asnumpy().view("<u8"))


class Generator:
    """A seed and how many operators have drawn numbers under it. Equal states give equal numbers."""

    def __init__(self):
        self._seed, self._offset = 0, 0

    def _state(self):
        return self._seed, self._offset

    def _set(self, seed, offset):
        self._seed, self._offset = seed, offset

    def _drawn(self):
        """(seed, offset) for an operator that draws now."""
        seed, offset = self._state()
        self._set(seed, offset + 1)
        return seed, offset

    def _step(self, step):
        """(seed, offset) as tensors for an operator that draws `step` numbers, a Tensor; the next one draws behind them."""
        seed, offset = self._state()
        self._set(seed, offset + int(step))
        return Tensor(seed, int64), Tensor(offset, int64)

    def initial_seed(self):
        """The seed."""
        return self._state()[0]

    def manual_seed(self, seed):
        """Begins anew with a seed; gives the generator itself. Raises TypeError for what is not an int."""
        if not isinstance(seed, int) or isinstance(seed, bool):
            raise TypeError("Seed must be an integer.")
        self._set(seed % 2**63, 0)
        return self

    def seed(self):
        """Begins anew with a seed that nobody can foresee, and returns it."""
        seed = secrets.randbits(32)
        self._set(seed, 0)
        return seed

    def get_state(self):
        """Seed and offset as a tensor of 16 UInt8."""
        return _packed(self._state())

    def set_state(self, state):
        """Continues where get_state() was called."""
        self._set(*_unpacked(state))


class _DefaultGenerator(Generator):
    """The state of the process, which all operators draw from that are given no seed and no generator."""

    def __init__(self):
        pass

    def _state(self):
        return _jitscope.random_state()

    def _set(self, seed, offset):
        _jitscope.set_random_state(seed, offset)


_DefaultGenerator.__name__ = _DefaultGenerator.__qualname__ = "Generator"  # how MindSpore's is printed
default_generator = _DefaultGenerator()


def seed():
    """Gives the default generator an unforeseeable seed, and returns it."""
    return default_generator.seed()


def manual_seed(seed):
    """Begins the numbers of the default generator anew with a seed; returns the generator."""
    return default_generator.manual_seed(seed)


def initial_seed():
    """The seed of the default generator."""
    return default_generator.initial_seed()


def get_rng_state():
    """The state of the default generator, a tensor of 16 UInt8."""
    return default_generator.get_state()


def set_rng_state(state):
    """The default generator continues where get_rng_state() was called."""
    default_generator.set_state(state)
