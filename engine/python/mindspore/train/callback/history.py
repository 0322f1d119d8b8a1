# SPDX-License-Identifier: Apache-2.0
"""Callbacks that keep what happened, or call functions."""
from mindspore.train.callback.callback import Callback, mean_output


class History(Callback):
    """
    In `epoch`, {"epoch": numbers of the epochs}; in `history`, lists with an entry for each of them: "net_output" (the
    last loss) and the metrics of `fit`.
    """

    def __init__(self):
        super().__init__()
        self.epoch, self.history = {"epoch": []}, {}

    def begin(self, run_context):
        self.epoch, self.history = {"epoch": []}, {}

    def on_eval_begin(self, run_context):
        """An evaluation within a training does not begin anew."""

    def on_eval_epoch_end(self, run_context):
        """What an evaluation gave comes with the epoch of the training."""

    def epoch_end(self, run_context):
        run = run_context.original_args()
        self.epoch["epoch"].append(run.get("cur_epoch_num", 1))
        entries = {"net_output": mean_output(run.get("net_outputs")), **(run.get("eval_results") or {})}
        for name, value in entries.items():
            self.history.setdefault(name, []).append(value)


_EVENTS = [f"on_{mode}_{event}" for mode in ("train", "eval")
           for event in ("epoch_begin", "epoch_end", "step_begin", "step_end", "begin", "end")]


class LambdaCallback(Callback):
    """Functions of the run context, under the names of the methods that they stand for."""

    def __init__(self, on_train_epoch_begin=None, on_train_epoch_end=None, on_train_step_begin=None,
                 on_train_step_end=None, on_train_begin=None, on_train_end=None, on_eval_epoch_begin=None,
                 on_eval_epoch_end=None, on_eval_step_begin=None, on_eval_step_end=None, on_eval_begin=None,
                 on_eval_end=None):
        given = locals()
        super().__init__()
        for event in _EVENTS:
            if given[event] is not None:
                setattr(self, event, given[event])
