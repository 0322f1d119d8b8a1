# SPDX-License-Identifier: Apache-2.0
"""What `map` tells a user's objects while rows go through it: begin and end of epochs and of steps."""
from mindspore.dataset.checks import INT32_MAX, check_range, check_type
from mindspore.dataset.errors import call_user

_EVENTS = ("ds_begin", "ds_epoch_begin", "ds_epoch_end", "ds_step_begin", "ds_step_end")


class DSRunContext:
    """Where a pipeline is: the epoch, the step in it and the step of all epochs, each from 1 on."""

    def __init__(self, cur_epoch_num, cur_step_num_in_epoch, cur_step_num):
        self.cur_epoch_num, self.cur_step_num_in_epoch = cur_epoch_num, cur_step_num_in_epoch
        self.cur_step_num = cur_step_num


class DSCallback:
    """
    The base of objects that `map(..., callbacks=...)` tells what happens: a subclass has one of the methods ds_begin,
    ds_epoch_begin, ds_epoch_end, ds_step_begin and ds_step_end, which get a DSRunContext. A step is a row; the
    first one of every step_size (int) in an epoch is told.
    """

    def __init__(self, step_size=1):
        check_type(step_size, [int], "step_size")
        check_range(step_size, 1, INT32_MAX, "step_size")
        self.step_size = step_size

    def ds_begin(self, ds_run_context):
        """Before the first epoch."""

    def ds_epoch_begin(self, ds_run_context):
        """Before an epoch."""

    def ds_epoch_end(self, ds_run_context):
        """Behind an epoch."""

    def ds_step_begin(self, ds_run_context):
        """Before a step."""

    def ds_step_end(self, ds_run_context):
        """Behind a step."""


def checked_callbacks(callbacks):
    """The list of callbacks of one, several or none; TypeError for others, AttributeError for one without methods."""
    if callbacks is None:
        return []
    callbacks = list(callbacks) if isinstance(callbacks, (list, tuple)) else [callbacks]
    for callback in callbacks:
        check_type(callback, [DSCallback], "callbacks")
        if all(getattr(type(callback), event) is getattr(DSCallback, event) for event in _EVENTS):
            raise AttributeError("Inheriting Callback class without overriding any methods, check the usage of user "
                                 "defined Callback.")
    return callbacks


class Progress:
    """Where one reader of a pipeline is; each method goes on by what it names, and tells the callbacks."""

    def __init__(self, callbacks):
        self._callbacks = callbacks
        self._epoch = self._in_epoch = self._steps = 0

    def begin_epoch(self):
        if self._epoch == 0:
            self._tell("ds_begin")
        self._epoch, self._in_epoch = self._epoch + 1, 0
        self._tell("ds_epoch_begin")

    def begin_step(self):
        self._in_epoch, self._steps = self._in_epoch + 1, self._steps + 1
        self._tell_step("ds_step_begin")

    def end_step(self):
        self._tell_step("ds_step_end")

    def end_epoch(self):
        self._tell("ds_epoch_end")

    def _tell(self, event):
        for callback in self._callbacks:
            self._call(callback, event)

    def _tell_step(self, event):
        for callback in self._callbacks:
            if (self._in_epoch - 1) % callback.step_size == 0:
                self._call(callback, event)

    def _call(self, callback, event):
        call_user(getattr(callback, event), DSRunContext(self._epoch, self._in_epoch, self._steps))
