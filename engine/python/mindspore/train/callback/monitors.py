# SPDX-License-Identifier: Apache-2.0
"""Callbacks that print how a run goes."""
import math
import time

from mindspore.train.callback.callback import Callback, mean_output
from mindspore.train.checks import check_count


class LossMonitor(Callback):
    """
    Prints the loss every `per_print_times` steps (0: never) and, in `fit`, the metrics. ValueError stops a training
    whose loss is no number any more.
    """

    def __init__(self, per_print_times=1):
        super().__init__()
        check_count(per_print_times)
        self._steps_between = per_print_times
        self._last_step = 0

    def on_train_begin(self, run_context):
        self._last_step = run_context.original_args().get("cur_step_num", 0)

    def step_end(self, run_context):
        run = run_context.original_args()
        loss = mean_output(run.net_outputs)
        step = (run.cur_step_num - 1) % run.batch_num + 1
        if loss is not None and not math.isfinite(loss):
            raise ValueError(f"In epoch: {run.cur_epoch_num} step: {step}, loss is NAN or INF, training process cannot "
                             "continue, terminating training.")
        if self._steps_between and run.cur_step_num - self._last_step >= self._steps_between:
            self._last_step = run.cur_step_num
            print(f"epoch: {run.cur_epoch_num} step: {step}, loss is {float(loss)}", flush=True)

    def on_eval_step_end(self, run_context):
        """Steps of an evaluation in between are not counted."""

    def on_train_epoch_end(self, run_context):
        run = run_context.original_args()
        if run.get("eval_results"):
            print(f"Eval result: epoch {run.cur_epoch_num}, metrics: {run.metrics}", flush=True)


class TimeMonitor(Callback):
    """
    Prints how long an epoch took, and a step of it. `data_size` is the number of steps, where the dataset does not
    say it; with `data_time`, the time to wait for data is told too.
    """

    def __init__(self, data_size=None, data_time=False):
        super().__init__()
        self._data_size = data_size
        self._tells_data = data_time
        self._start = self._step_end = time.perf_counter()
        self._waited = 0.0

    def epoch_begin(self, run_context):
        self._start = self._step_end = time.perf_counter()
        self._waited = 0.0

    def step_begin(self, run_context):
        self._waited += time.perf_counter() - self._step_end

    def step_end(self, run_context):
        self._step_end = time.perf_counter()

    def epoch_end(self, run_context):
        run = run_context.original_args()
        took = (time.perf_counter() - self._start) * 1000
        steps = self._data_size or run.batch_num
        if not isinstance(steps, int) or steps < 1:
            raise ValueError("data_size must be positive int.")
        data = f" (data time: {self._waited * 1000 / steps:5.3f} ms)" if self._tells_data else ""
        print(f"{run.get('mode', '').title()} epoch time: {took:5.3f} ms, per step time: {took / steps:5.3f} ms{data}",
              flush=True)
