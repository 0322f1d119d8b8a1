# SPDX-License-Identifier: Apache-2.0
"""Model: a network with its loss, its optimizer and its metrics, to train, evaluate and predict with."""
from mindspore import amp, nn
from mindspore.common.tensor import Tensor
from mindspore.dataset import Dataset
from mindspore.nn import Cell
from mindspore.train.callback.callback import CallbackList, CallbackParameters, RunContext
from mindspore.train.checks import check_bool, check_int, check_is, type_name
from mindspore.train.metrics import Loss, get_metrics

_LEVELS = ("O0", "O1", "O2", "O3", "auto")
_WHOLE = (0, 1, 2)  # loss, prediction and truth in what WithEvalCell gives


class Model:
    """
    Args:
        network (Cell): gives a prediction for data; without loss_fn a loss, or without both it trains itself.
        loss_fn (Cell, Callable): gives a loss for prediction and truth.
        optimizer (Optimizer): changes the parameters.
        metrics (dict, set): {name: Metric}, or names of metrics.
        eval_network (Cell): gives what metrics need, for evaluation; by default (loss, prediction, truth).
        eval_indexes (list): where loss, prediction and truth stand in what eval_network gives.
        amp_level (str): "O0" to "O3", "auto": which layers compute with 16 bits.
        loss_scale_manager (LossScaleManager): what the loss is scaled by.
    """

    def __init__(self, network, loss_fn=None, optimizer=None, metrics=None, eval_network=None, eval_indexes=None,
                 amp_level="O0", boost_level="O0", **kwargs):
        check_is("network", network, Cell, "'Cell'")
        if loss_fn is not None and not callable(loss_fn):
            raise TypeError("The type of 'loss_fn' should be 'Cell' or a function, but got type "
                            f"'{type_name(loss_fn)}'.")
        if optimizer is not None:
            check_is("optimizer", optimizer, nn.Optimizer, "one of '['Optimizer']'")
        if eval_network is not None:
            check_is("eval_network", eval_network, Cell, "'Cell'")
        _check_level(amp_level, optimizer)
        for name in kwargs:
            if name not in ("loss_scale_manager", "keep_batchnorm_fp32"):
                raise ValueError("The argument in 'kwargs' should be 'loss_scale_manager' or 'keep_batchnorm_fp32', "
                                 f"but got '{name}'.")
        self._network, self._loss_fn, self._optimizer = network, loss_fn, optimizer
        self._metrics = get_metrics(metrics)
        self._is_in_training = True
        if self._metrics and loss_fn is None and eval_network is None:
            raise ValueError("If `metrics` is set, `eval_network` must not be None where there is no `loss_fn`: give one of "
                             "them, or no `metrics` if nothing shall be evaluated.")
        self._amp_level = amp_level
        self._loss_scale_manager = kwargs.get("loss_scale_manager")
        self._train_network = self._new_train_network()
        self._set_eval_network(eval_network, eval_indexes)

    def _new_train_network(self):
        if self._optimizer is not None:
            return amp.build_train_network(self._network, self._optimizer, self._loss_fn, level=self._amp_level,
                                           loss_scale_manager=self._loss_scale_manager)
        return self._network if self._loss_fn is None else nn.WithLossCell(self._network, self._loss_fn)

    def _set_eval_network(self, network, indexes):
        self._eval_network, self._eval_indexes = network, indexes
        if network is not None:
            if indexes is not None and (not isinstance(indexes, (list, tuple)) or len(indexes) != 3):
                raise ValueError("The argument 'eval_indexes' must be a list or None. If 'eval_indexes' is a list, "
                                 f"length of it must be three. But got 'eval_indexes' {indexes}.")
            return
        if self._metrics and self._loss_fn is not None:
            self._eval_network = nn.WithEvalCell(self._network, self._loss_fn, self._amp_level in ("O2", "O3", "auto"))
            self._eval_indexes = _WHOLE

    @property
    def train_network(self):
        """The cell whose call is one step of training."""
        return self._train_network

    @property
    def eval_network(self):
        """The cell whose call gives what metrics need; None without metrics."""
        return self._eval_network

    @property
    def predict_network(self):
        """The cell whose call gives a prediction."""
        return self._network

    def _set_mode(self, network, is_training):
        network.set_train(is_training)
        self._is_in_training = is_training

    # -- training ----------------------------------------------------------------------------------------------------

    def train(self, epoch, train_dataset, callbacks=None, dataset_sink_mode=False, sink_size=-1, initial_epoch=0):
        """
        Trains for `epoch` epochs (less the `initial_epoch` first ones) with the batches of a dataset.

        dataset_sink_mode and sink_size are accepted; every step is one call here.
        """
        self._check_training("train", epoch, train_dataset, initial_epoch, dataset_sink_mode, sink_size)
        self._run_training(epoch, train_dataset, CallbackList(callbacks), initial_epoch, lambda run: None)

    def fit(self, epoch, train_dataset, valid_dataset=None, valid_frequency=1, callbacks=None, dataset_sink_mode=False,
            valid_dataset_sink_mode=False, sink_size=-1, initial_epoch=0):
        """
        Trains, and evaluates with `valid_dataset` after every `valid_frequency`-th epoch, or after those that a list
        of numbers names; metrics go to the callbacks.
        """
        self._check_training("fit", epoch, train_dataset, initial_epoch, dataset_sink_mode, sink_size)
        callbacks = CallbackList(callbacks)
        if valid_dataset is None:
            self._run_training(epoch, train_dataset, callbacks, initial_epoch, lambda run: None)
            return
        _check_dataset("fit", "valid_dataset", valid_dataset)
        check_bool("valid_dataset_sink_mode", valid_dataset_sink_mode)
        if not self._metrics:
            raise ValueError("For 'Model.fit', if valid_dataset is not None, the model argument 'metrics' can not be"
                             "None or empty, you should set the argument 'metrics' for model.")
        is_due = _frequency(valid_frequency)

        def evaluate(run):
            if is_due(run.cur_epoch_num):
                run["valid_dataset"] = valid_dataset
                self._evaluate(valid_dataset, run, callbacks)
        self._run_training(epoch, train_dataset, callbacks, initial_epoch, evaluate)

    def _check_training(self, method, epoch, dataset, initial_epoch, sink_mode, sink_size):
        check_int(epoch, 0, ">")
        check_int(initial_epoch, 0)
        if initial_epoch >= epoch:
            raise ValueError(f"For 'Model.{method}', the parameter 'epoch' must bigger than parameter 'initial_epoch', "
                             f"but got the parameter 'epoch' is {epoch}, 'initial_epoch' is {initial_epoch}.")
        check_bool("dataset_sink_mode", sink_mode)
        if sink_size != -1:
            check_int(sink_size, 0, ">")
        _check_dataset(method, "train_dataset", dataset)

    def _run_training(self, epochs, dataset, callbacks, initial_epoch, after_epoch):
        """The loop of all epochs; `after_epoch` gets the run's parameters before the callbacks do."""
        self._set_mode(self._train_network, True)
        run = CallbackParameters(
            train_network=self._train_network, network=self._network, loss_fn=self._loss_fn, optimizer=self._optimizer,
            epoch_num=epochs, batch_num=dataset.get_dataset_size(), mode="train", train_dataset=dataset,
            list_callback=list(callbacks), dataset_sink_mode=False, device_number=1, parallel_mode="stand_alone",
            cur_step_num=0, net_outputs=None, eval_results={})
        context = RunContext(run)
        with callbacks:
            callbacks.call("on_train_begin", context)
            batches = dataset.create_tuple_iterator(num_epochs=epochs - initial_epoch)
            for number in range(initial_epoch, epochs):
                run.cur_epoch_num = number + 1
                run.eval_results = {}
                callbacks.call("on_train_epoch_begin", context)
                self._run_epoch(batches, run, context, callbacks)
                if not context.get_stop_requested():
                    after_epoch(run)
                callbacks.call("on_train_epoch_end", context)
                if context.get_stop_requested():
                    break
            callbacks.call("on_train_end", context)

    def _run_epoch(self, batches, run, context, callbacks):
        for batch in batches:
            self._check_batch("train_dataset", batch)
            run.cur_step_num += 1
            run.train_dataset_element = tuple(batch)
            callbacks.call("on_train_step_begin", context)
            if not self._is_in_training:  # a callback may have evaluated
                self._set_mode(self._train_network, True)
            run.net_outputs = self._train_network(*batch)
            callbacks.call("on_train_step_end", context)
            if context.get_stop_requested():
                return

    def _check_batch(self, name, batch):
        if self._loss_fn is not None and len(batch) != 2:
            raise ValueError(f"When 'loss_fn' is not None, '{name}' should return two elements, but got {len(batch)}, "
                             f"please check the number of elements returned by '{name}'")

    # -- evaluation --------------------------------------------------------------------------------------------------

    def eval(self, valid_dataset, callbacks=None, dataset_sink_mode=False):
        """The metrics over the batches of a dataset: {name: value}."""
        _check_dataset("eval", "valid_dataset", valid_dataset)
        check_bool("dataset_sink_mode", dataset_sink_mode)
        if not self._metrics:
            raise ValueError("For Model.eval, the model argument 'metrics' can not be None or empty, you should set "
                             "the argument 'metrics' for model.")
        callbacks = CallbackList(callbacks)
        run = CallbackParameters(network=self._network, valid_dataset=valid_dataset, mode="eval", cur_step_num=0,
                                 dataset_sink_mode=False, list_callback=list(callbacks))
        with callbacks:
            return self._evaluate(valid_dataset, run, callbacks)

    def _evaluate(self, dataset, outer, callbacks):
        """
        One pass over a dataset; callbacks see it through parameters of its own, the results also stand in those of
        the training around it.
        """
        run = CallbackParameters(outer, eval_network=self._eval_network, batch_num=dataset.get_dataset_size(),
                                 mode="eval", cur_step_num=0)
        context = RunContext(run)
        self._set_mode(self._eval_network, False)
        for metric in self._metrics.values():
            metric.clear()
        callbacks.call("on_eval_begin", context)
        callbacks.call("on_eval_epoch_begin", context)
        outputs = None
        for batch in dataset.create_tuple_iterator(num_epochs=1):
            run.cur_step_num += 1
            run.eval_dataset_element = tuple(batch)
            callbacks.call("on_eval_step_begin", context)
            outputs = run.net_outputs = self._eval_network(*batch)
            self._update_metrics(outputs)
            callbacks.call("on_eval_step_end", context)
            if context.get_stop_requested():
                break
        results = {name: metric.eval() for name, metric in self._metrics.items()}
        run.metrics = outer.metrics = results
        run.eval_results = outer.eval_results = {**results, **self._last_loss(outputs)}
        callbacks.call("on_eval_epoch_end", context)
        callbacks.call("on_eval_end", context)
        return results

    def _last_loss(self, outputs):
        """{"eval_loss": the loss of the last batch}, which callbacks can watch."""
        if self._eval_indexes is None or not isinstance(outputs, tuple):
            return {}
        return {"eval_loss": outputs[self._eval_indexes[0]].asnumpy().mean()}

    def _update_metrics(self, outputs):
        outputs = (outputs,) if isinstance(outputs, Tensor) else outputs
        if self._eval_indexes is None:
            for metric in self._metrics.values():
                metric.update(*outputs)
            return
        if len(outputs) < 3:
            raise ValueError("The length of outputs must be greater than or equal to 3, because 'eval_indexes' names "
                             f"the places of loss, predicted value and label in them, but got {len(outputs)}.")
        loss, prediction, truth = (outputs[i] for i in self._eval_indexes)
        for metric in self._metrics.values():
            if isinstance(metric, Loss):
                metric.update(loss)
            elif metric.indexes is not None:
                metric.update(*outputs)
            else:
                metric.update(prediction, truth)

    # -- prediction --------------------------------------------------------------------------------------------------

    def predict(self, *predict_data, backend=None, config=None):
        """What the network gives for the data."""
        if self._is_in_training:
            self._set_mode(self._network, False)
        return self._network(*predict_data)

    def build(self, train_dataset=None, valid_dataset=None, sink_size=-1, epoch=1, sink_mode=True):
        """Graphs are built when they are first needed; nothing has to be done before."""


def _check_level(level, optimizer):
    if level not in _LEVELS:
        raise ValueError(f"The argument 'amp_level' should be one of {list(_LEVELS)}, but got '{level}'.")
    if level != "O0" and optimizer is None:
        raise ValueError("Auto mixed precision will not work because 'optimizer' is None.Please set amp_level='O0' to "
                         "disable auto mixed precision or set 'optimizer' not be None to use auto mixed precision.")


def _check_dataset(method, name, dataset):
    if not isinstance(dataset, Dataset):
        raise TypeError(f"For 'Model.{method}', the type of '{name}' should be 'Dataset', but got type "
                        f"'{type_name(dataset)}'.")


def _frequency(valid_frequency):
    """A function that says of an epoch's number whether it is evaluated."""
    if isinstance(valid_frequency, int) and not isinstance(valid_frequency, bool):
        check_int(valid_frequency, 0, ">")
        return lambda epoch: epoch % valid_frequency == 0
    if isinstance(valid_frequency, (list, tuple)):
        return lambda epoch: epoch in valid_frequency
    raise TypeError("The type of 'valid_frequency' should be 'int' or 'list', but got type "
                    f"'{type_name(valid_frequency)}'.")
