# SPDX-License-Identifier: Apache-2.0
"""Callbacks that keep a training from being lost: a copy of its parameters, and an orderly end when it is asked for."""
import json
import os
import signal

from mindspore import _log
from mindspore.train.callback.callback import Callback
from mindspore.train.serialization import load_checkpoint, load_param_into_net, save_checkpoint


def _check(owner, name, value, is_right, words):
    if not is_right:
        raise ValueError(f"For '{owner}', the argument '{name}' must be {words}, but got {value!r}.")


class BackupAndRestore(Callback):
    """
    Saves the network while it trains, and takes what an earlier training has left before it begins.

    Args:
        backup_dir (str): the folder of the file.
        save_freq ("epoch" or int): after each epoch, or each time so many have passed.
        delete_checkpoint (bool): removes the file after the training.

    Raises ValueError for arguments of wrong types.
    """

    def __init__(self, backup_dir, save_freq="epoch", delete_checkpoint=True):
        super().__init__()
        _check("BackupAndRestore", "backup_dir", backup_dir, isinstance(backup_dir, str), "a str")
        is_count = isinstance(save_freq, int) and not isinstance(save_freq, bool) and save_freq > 0
        _check("BackupAndRestore", "save_freq", save_freq, save_freq == "epoch" or is_count, "'epoch' or a positive int")
        _check("BackupAndRestore", "delete_checkpoint", delete_checkpoint, isinstance(delete_checkpoint, bool), "a bool")
        self._path = os.path.realpath(os.path.join(backup_dir, "backup.ckpt"))
        self._between = 1 if save_freq == "epoch" else save_freq
        self._deletes = delete_checkpoint

    def on_train_begin(self, run_context):
        if os.path.isfile(self._path):
            load_param_into_net(run_context.original_args().train_network, load_checkpoint(self._path))

    def on_train_epoch_end(self, run_context):
        run = run_context.original_args()
        if run.cur_epoch_num % self._between == 0:
            os.makedirs(os.path.dirname(self._path), exist_ok=True)
            save_checkpoint(run.train_network, self._path)

    def on_train_end(self, run_context):
        if self._deletes and os.path.isfile(self._path):
            os.remove(self._path)


class OnRequestExit(Callback):
    """
    Ends a run behind the present step, with a checkpoint, when the process gets a signal or a file says so.

    Args:
        save_ckpt (bool): whether the checkpoint is written, rank_0/FILE_NAME.ckpt in the directory.
        save_mindir (bool): models are not written to MindIR; a warning says so where it is not False.
        file_name, directory (str): of the checkpoint.
        config_file (str): a JSON file; {"GracefulExit": 1} in it asks for the end, too.
        sig (int): the signal.

    Raises ValueError for arguments of wrong types, NotImplementedError for save_mindir without save_ckpt.
    """

    def __init__(self, save_ckpt=True, save_mindir=True, file_name="Net", directory="./", config_file=None,
                 sig=signal.SIGTERM):
        super().__init__()
        for name, value, kind in (("save_ckpt", save_ckpt, bool), ("save_mindir", save_mindir, bool),
                                  ("file_name", file_name, str), ("directory", directory, str), ("sig", sig, int)):
            _check("OnRequestExit", name, value, isinstance(value, kind), f"a {kind.__name__}")
        if save_mindir and not save_ckpt:
            raise NotImplementedError("For 'OnRequestExit', models are not written to MindIR: give save_ckpt=True.")
        if save_mindir:
            _log.warning("For 'OnRequestExit', models are not written to MindIR, only the checkpoint is: give "
                         "save_mindir=False.")
        self._path = os.path.join(os.path.realpath(directory), "rank_0", f"{file_name}.ckpt") if save_ckpt else None
        self._config_file, self._signal = config_file, sig
        self._is_asked, self._is_heard, self._previous = False, False, None

    def _ask(self, number, frame):
        self._is_asked = True

    def begin(self, run_context):
        self._is_asked = False
        try:
            self._previous = signal.signal(self._signal, self._ask)
            self._is_heard = True
        except ValueError as failure:  # Python hears signals in its main thread alone
            _log.warning(f"For 'OnRequestExit', no signal ends this run: {failure}.")

    def end(self, run_context):
        if self._is_heard:  # what was not installed from Python is None, and cannot be put back
            signal.signal(self._signal, signal.SIG_DFL if self._previous is None else self._previous)
        self._is_heard = False

    def on_train_step_end(self, run_context):
        if self._must_end():
            self._save(run_context.original_args())
            run_context.request_stop()

    def on_eval_step_end(self, run_context):
        if self._must_end():
            run_context.request_stop()

    def _must_end(self):
        return self._is_asked or self._config_file is not None and self._says_so()

    def _says_so(self):
        """Whether the file asks for the end; one that is not there, or no JSON, does not."""
        try:
            with open(self._config_file, encoding="utf-8") as file:
                return json.load(file).get("GracefulExit") == 1
        except (OSError, ValueError, AttributeError):
            return False

    def _save(self, run):
        if self._path is not None:
            os.makedirs(os.path.dirname(self._path), exist_ok=True)
            save_checkpoint(run.train_network, self._path)
