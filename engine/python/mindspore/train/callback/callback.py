# SPDX-License-Identifier: Apache-2.0
"""The base of all callbacks, what they are told, and the list of them that a run calls."""
import contextlib

import numpy as np

from mindspore.common.tensor import Tensor


class CallbackParameters(dict):
    """What callbacks are told about a run; entries are attributes too."""

    def __getattr__(self, name):
        try:
            return self[name]
        except KeyError:
            raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'") from None

    def __setattr__(self, name, value):
        self[name] = value


class RunContext:
    """What a callback gets: the parameters of the run, and the way to end it."""

    def __init__(self, original_args):
        if not isinstance(original_args, dict):
            raise TypeError("The argument 'original_args' of RunContext should be dict type, but got "
                            f"{type(original_args)}.")
        self._original_args = original_args
        self._stop_requested = False

    def original_args(self):
        """The CallbackParameters: epoch_num, batch_num, cur_epoch_num, cur_step_num, net_outputs, network, ..."""
        return self._original_args

    def request_stop(self):
        """Asks for the end of the run; it comes behind the present step."""
        self._stop_requested = True

    def get_stop_requested(self):
        return self._stop_requested


class Callback:
    """
    Called while Model trains and evaluates. The methods on_train_... and on_eval_... do nothing but call the older
    ones without these words, which do nothing; a subclass overrides those it wants.
    """

    def __enter__(self):
        return self

    def __exit__(self, *failure):
        return None

    def begin(self, run_context):
        """Before the first epoch."""

    def epoch_begin(self, run_context):
        """Before each epoch."""

    def epoch_end(self, run_context):
        """After each epoch."""

    def step_begin(self, run_context):
        """Before each step."""

    def step_end(self, run_context):
        """After each step."""

    def end(self, run_context):
        """After the last epoch."""

    def on_train_begin(self, run_context):
        self.begin(run_context)

    def on_train_epoch_begin(self, run_context):
        self.epoch_begin(run_context)

    def on_train_epoch_end(self, run_context):
        self.epoch_end(run_context)

    def on_train_step_begin(self, run_context):
        self.step_begin(run_context)

    def on_train_step_end(self, run_context):
        self.step_end(run_context)

    def on_train_end(self, run_context):
        self.end(run_context)

    def on_eval_begin(self, run_context):
        self.begin(run_context)

    def on_eval_epoch_begin(self, run_context):
        self.epoch_begin(run_context)

    def on_eval_epoch_end(self, run_context):
        self.epoch_end(run_context)

    def on_eval_step_begin(self, run_context):
        self.step_begin(run_context)

    def on_eval_step_end(self, run_context):
        self.step_end(run_context)

    def on_eval_end(self, run_context):
        self.end(run_context)


class CallbackList(Callback):
    """Several callbacks as one, called in their order."""

    def __init__(self, callbacks):
        given = list(callbacks) if isinstance(callbacks, (list, tuple)) else [] if callbacks is None else [callbacks]
        for callback in given:
            if not isinstance(callback, Callback):
                raise TypeError("When the 'callbacks' is a list, the elements in 'callbacks' must be Callback "
                                "functions.")
        self._callbacks = given
        self._exits = contextlib.ExitStack()

    def __enter__(self):
        for callback in self._callbacks:
            self._exits.enter_context(callback)
        return self

    def __exit__(self, *failure):
        return self._exits.__exit__(*failure)

    def __iter__(self):
        return iter(self._callbacks)

    def call(self, event, run_context):
        """Calls the method of that name on each."""
        for callback in self._callbacks:
            getattr(callback, event)(run_context)


def mean_output(outputs):
    """The loss in what a network gave: the mean of its only or first output, None if that is no number."""
    if isinstance(outputs, (tuple, list)) and outputs and isinstance(outputs[0], (Tensor, np.ndarray)):
        outputs = outputs[0]
    if isinstance(outputs, Tensor):
        outputs = outputs.asnumpy()
    if isinstance(outputs, (np.ndarray, np.number, float, int)):
        return np.mean(outputs)
    return None
