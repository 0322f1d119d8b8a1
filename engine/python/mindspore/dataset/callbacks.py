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
    """Where one reader of a pipeline is; tells the callbacks."""

    def __init__(self, callbacks):
        self._callbacks = callbacks
        self._epochs = 0
        self._steps = 0  # of all epochs

    def told(self, each, rows):
        """The rows of one epoch: what each(rows) makes of rows."""
        if self._epochs == 0:
            self.tell("ds_begin", DSRunContext(0, 0, 0))
        self._epochs += 1
        epoch = _Epoch(self, self._epochs, self._steps)
        for row in each(epoch.begun(rows)):
            epoch.end_step()
            yield row
        epoch.end()

    def tell(self, event, context):
        for callback in self._callbacks:
            call_user(getattr(callback, event), context)

    def tell_step(self, event, context):
        for callback in self._callbacks:
            if (context.cur_step_num_in_epoch - 1) % callback.step_size == 0:
                call_user(getattr(callback, event), context)

    def reach(self, steps):
        """So many steps of all epochs are done."""
        self._steps = steps


class _Epoch:
    """One epoch. With workers, steps begin in another thread than they end in, and several before the first ends."""

    def __init__(self, progress, number, before):
        self._progress, self._number, self._before = progress, number, before
        self._begun = self._ended = 0
        progress.tell("ds_epoch_begin", self._at(0))

    def _at(self, step):
        return DSRunContext(self._number, step, self._before + step)

    def begun(self, rows):
        """The rows, each as its step begins."""
        for row in rows:
            self._begun += 1
            self._progress.tell_step("ds_step_begin", self._at(self._begun))
            yield row

    def end_step(self):
        self._ended += 1
        self._progress.reach(self._before + self._ended)
        self._progress.tell_step("ds_step_end", self._at(self._ended))

    def end(self):
        self._progress.tell("ds_epoch_end", self._at(self._ended))
