# SPDX-License-Identifier: Apache-2.0
"""Which steps of a training are measured."""
import enum

from mindspore import _log

__all__ = ["ProfilerAction", "Schedule"]


class ProfilerAction(enum.Enum):
    """What is done with a step."""

    NONE = 0
    WARM_UP = 1
    RECORD = 2
    RECORD_AND_SAVE = 3


class Schedule:
    """
    schedule(step) -> the ProfilerAction of a step

    Args:
        wait, warmup, active (int): the steps of a round that are passed over, that warm up, and that are measured.
        repeat (int): the number of rounds, 0 for one after the other without end. skip_first (int): steps before the first.
            A number that is none, is below 0, or an active of 0, is warned of and taken as its default: 1 for active, else 0.

    Raises ValueError for a step below 0.
    """

    def __init__(self, *, wait, active, warmup=0, repeat=0, skip_first=0):
        self.wait, self.warmup = self._number("wait", wait, 0), self._number("warmup", warmup, 0)
        self.active = self._number("active", active, 1)
        self.repeat, self.skip_first = self._number("repeat", repeat, 0), self._number("skip_first", skip_first, 0)

    @staticmethod
    def _number(name, value, least):
        if isinstance(value, int) and not isinstance(value, bool) and value >= least:
            return value
        _log.warning(f"For 'schedule', the argument '{name}' must be an int from {least} on, but got {value}: it is {least}.")
        return least

    def __call__(self, step):
        if step < 0:
            raise ValueError("Invalid parameter step, which must be not less than 0.")
        length = self.wait + self.warmup + self.active
        number, place = divmod(step - self.skip_first, length)
        if step < self.skip_first or 0 < self.repeat <= number or place < self.wait:
            return ProfilerAction.NONE
        if place < self.wait + self.warmup:
            return ProfilerAction.WARM_UP
        return ProfilerAction.RECORD if place < length - 1 else ProfilerAction.RECORD_AND_SAVE

    def to_dict(self):
        """{the name of each argument: its number}"""
        return {"wait": self.wait, "active": self.active, "warmup": self.warmup, "repeat": self.repeat,
                "skip_first": self.skip_first}

    def __repr__(self):
        return f"Schedule({', '.join(f'{name}={value}' for name, value in self.to_dict().items())})"
