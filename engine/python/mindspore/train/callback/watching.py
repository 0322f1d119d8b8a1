# SPDX-License-Identifier: Apache-2.0
"""Callbacks that watch a number from epoch to epoch, and stop or slow down when it gets no better."""
import numpy as np

from mindspore import _log
from mindspore.common.tensor import Tensor
from mindspore.train.callback.callback import Callback, mean_output
from mindspore.train.callback.schedule import learning_rate_of
from mindspore.train.checks import check_bool, check_count, check_is
from mindspore.train.serialization import load_param_into_net

_SMALLER_IS_BETTER = ("hausdorff_distance", "mae", "mse", "loss", "perplexity", "mean_surface_distance",
                      "root_mean_square_distance", "eval_loss")


class _Watcher(Callback):
    """Follows one number: "loss", "eval_loss" or the name of a metric."""

    def __init__(self, monitor, min_delta, patience, verbose, mode):
        super().__init__()
        check_is("monitor", monitor, str, "'str'")
        check_count(patience)
        check_bool("verbose", verbose)
        if mode not in ("auto", "min", "max"):
            raise ValueError(f"mode should be 'auto', 'min' or 'max', but got {mode}.")
        if isinstance(min_delta, bool) or not isinstance(min_delta, (int, float)):
            raise TypeError("The type of 'min_delta' should be 'int' or 'float', but got type "
                            f"'{type(min_delta).__name__}'.")
        self.monitor, self.min_delta, self.patience, self.verbose = monitor, abs(min_delta), patience, verbose
        self._wants_less = mode == "min" or (mode == "auto" and monitor in _SMALLER_IS_BETTER)
        self._restart()

    def _restart(self):
        self.wait = 0
        self.best = np.inf if self._wants_less else -np.inf

    def on_train_begin(self, run_context):
        self._restart()

    def is_improvement(self, value, best):
        """Whether it is better by more than min_delta."""
        return value < best - self.min_delta if self._wants_less else value > best + self.min_delta

    def _current(self, run):
        """The number in this epoch; None, with a warning, if there is none of that name."""
        results = dict(run.get("eval_results") or {})
        if run.get("net_outputs") is not None:
            results.setdefault("loss", mean_output(run.net_outputs))
        value = results.get(self.monitor)
        if value is None:
            _log.warning(f"{self._purpose} is conditioned on {self.monitor}, which is not available. Available choices "
                         f"are: {sorted(results)}")
        return value


class EarlyStopping(_Watcher):
    """
    Ends a training when the number got no better for `patience` epochs.

    Args:
        monitor (str): "loss", "eval_loss" or a metric's name.
        min_delta (float): less of a change is none.
        mode (str): "min" or "max" is better; "auto" knows it by the name.
        baseline (float): what must be beaten to count as better.
        restore_best_weights (bool): the parameters of the best epoch come back at the end.
    """

    _purpose = "Early stopping"

    def __init__(self, monitor="eval_loss", min_delta=0, patience=0, verbose=False, mode="auto", baseline=None,
                 restore_best_weights=False):
        super().__init__(monitor, min_delta, patience, verbose, mode)
        check_bool("restore_best_weights", restore_best_weights)
        self.baseline, self.restore_best_weights = baseline, restore_best_weights
        self.stopped_epoch = 0
        self._best_weights = None

    def on_train_begin(self, run_context):
        super().on_train_begin(run_context)
        self.stopped_epoch = 0
        self._best_weights = None

    def on_train_epoch_end(self, run_context):
        run = run_context.original_args()
        value = self._current(run)
        if value is None:
            return
        if self.restore_best_weights and self._best_weights is None:
            self._best_weights = _copies(run.train_network)
        self.wait += 1
        if self.is_improvement(value, self.best):
            self.best = value
            if self.restore_best_weights:
                self._best_weights = _copies(run.train_network)
            if self.baseline is None or self.is_improvement(value, self.baseline):
                self.wait = 0
        if self.wait >= self.patience and self.wait:
            self.stopped_epoch = run.cur_epoch_num
            run_context.request_stop()
            if self.restore_best_weights:
                if self.verbose:
                    print("Restoring model weights from the end of the best epoch.")
                load_param_into_net(run.train_network, self._best_weights)

    def on_train_end(self, run_context):
        if self.stopped_epoch and self.verbose:
            print(f"Epoch {self.stopped_epoch:05d}: early stopping")


def _copies(network):
    return {parameter.name: parameter.clone() for _, parameter in network.parameters_and_names()}


class ReduceLROnPlateau(_Watcher):
    """
    Multiplies the learning rate with `factor` when the number got no better for `patience` epochs, not below `min_lr`;
    then waits `cooldown` epochs before it counts again.
    """

    _purpose = "Learning rate reduction"

    def __init__(self, monitor="eval_loss", factor=0.1, patience=10, verbose=False, mode="auto", min_delta=1e-4,
                 cooldown=0, min_lr=0):
        super().__init__(monitor, min_delta, patience, verbose, mode)
        if factor >= 1:
            raise ValueError(f"factor should be less than 1.0, but got {factor}.")
        check_count(cooldown)
        self.factor, self.cooldown, self.min_lr = factor, cooldown, min_lr
        self._cooling = 0

    def on_train_begin(self, run_context):
        super().on_train_begin(run_context)
        self._cooling = 0

    def on_train_epoch_end(self, run_context):
        run = run_context.original_args()
        value = self._current(run)
        if value is None:
            return
        if self._cooling > 0:
            self._cooling -= 1
            self.wait = 0
        if self.is_improvement(value, self.best):
            self.best, self.wait = value, 0
        elif self._cooling == 0:
            self.wait += 1
            if self.wait >= self.patience:
                self._reduce(run)
                self._cooling, self.wait = self.cooldown, 0

    def _reduce(self, run):
        rate = learning_rate_of(run.optimizer, "ReduceLROnPlateau")
        old = np.float32(rate.asnumpy())
        if old <= np.float32(self.min_lr):
            return
        new = max(old * np.float32(self.factor), np.float32(self.min_lr))
        rate.set_data(Tensor(np.full(rate.shape, new)))
        if self.verbose:
            print(f"Epoch {run.cur_epoch_num:05d}: ReduceLROnPlateau reducing learning rate to {str(new)}.")
