# SPDX-License-Identifier: Apache-2.0
"""Callback that writes checkpoints while training."""
import os
import re
import time

from mindspore import _log
from mindspore._missing import not_yet
from mindspore.nn import Cell
from mindspore.train.callback.callback import Callback
from mindspore.train.checks import check_bool, check_count, check_is
from mindspore.train.serialization import save_checkpoint


class CheckpointConfig:
    """
    When checkpoints are written, and which stay.

    Args:
        save_checkpoint_steps, save_checkpoint_seconds (int): how often; the steps count if both are given.
        keep_checkpoint_max (int): how many files stay, the newest ones.
        keep_checkpoint_per_n_minutes (int): without keep_checkpoint_max, one file stays for so many minutes.
        saved_network (Cell): what is saved; the whole training network with its optimizer by default.
        append_info (list): "epoch_num", "step_num" and dicts of more values.
        crc_check (bool): adds a checksum.
        format (str): "ckpt" or "safetensors".
    """

    def __init__(self, save_checkpoint_steps=1, save_checkpoint_seconds=0, keep_checkpoint_max=5,
                 keep_checkpoint_per_n_minutes=0, integrated_save=True, async_save=False, saved_network=None,
                 append_info=None, enc_key=None, enc_mode="AES-GCM", exception_save=False, crc_check=False,
                 remove_redundancy=False, format="ckpt", **kwargs):
        counts = (save_checkpoint_steps, save_checkpoint_seconds, keep_checkpoint_max, keep_checkpoint_per_n_minutes)
        for count in counts:
            if count is not None:
                check_count(count)
        if not any(counts):
            raise ValueError("For 'CheckpointConfig', the input arguments 'save_checkpoint_steps', "
                             "'save_checkpoint_seconds', 'keep_checkpoint_max' and 'keep_checkpoint_per_n_minutes' "
                             "can't be all None or 0.")
        if saved_network is not None:
            check_is("saved_network", saved_network, Cell, "'Cell'")
        if enc_key is not None:
            raise not_yet("CheckpointConfig with enc_key")
        if format not in ("ckpt", "safetensors"):
            raise ValueError(f"For 'CheckpointConfig', the format must be 'safetensors' or 'ckpt', but got {format}.")
        check_bool("integrated_save", integrated_save)
        check_bool("crc_check", crc_check)
        self.save_checkpoint_steps = save_checkpoint_steps
        self.save_checkpoint_seconds = None if save_checkpoint_steps else save_checkpoint_seconds
        self.keep_checkpoint_max = keep_checkpoint_max
        self.keep_checkpoint_per_n_minutes = None if keep_checkpoint_max else keep_checkpoint_per_n_minutes
        if not self.keep_checkpoint_max and not self.keep_checkpoint_per_n_minutes:
            self.keep_checkpoint_max = 1
        self.integrated_save, self.async_save, self.saved_network = integrated_save, async_save, saved_network
        self.append_dict, self.crc_check, self.format = _checked_info(append_info), crc_check, format
        self.enc_key, self.enc_mode = enc_key, enc_mode

    def get_checkpoint_policy(self):
        """The numbers as a dict."""
        names = ("save_checkpoint_steps", "save_checkpoint_seconds", "keep_checkpoint_max",
                 "keep_checkpoint_per_n_minutes", "saved_network")
        return {name: getattr(self, name) for name in names}


def _checked_info(append_info):
    """{name: value} or None; the numbers of the epoch and the step are those of each checkpoint."""
    values = {}
    for item in append_info or ():
        if not isinstance(item, dict) and item not in ("epoch_num", "step_num"):
            raise TypeError("For 'CheckpointConfig', the elements of 'append_info' must be 'epoch_num', 'step_num' or "
                            f"dict, but got {item}.")
        values.update(item if isinstance(item, dict) else {item: 0})
    return values or None


class ModelCheckpoint(Callback):
    """
    Writes <prefix>-<epoch>_<step in the epoch>.ckpt as a CheckpointConfig says, and at the end.

    Args:
        prefix (str, Callable): the beginning of the names, or a function of the run's parameters that gives them; a
            number is added if there are files of that name already.
        directory (str): where; the present folder by default.
        config (CheckpointConfig): when.
    """

    def __init__(self, prefix="CKP", directory=None, config=None):
        super().__init__()
        if not callable(prefix) and (not isinstance(prefix, str) or "/" in prefix):
            raise ValueError("For 'ModelCheckpoint', the argument 'prefix' for checkpoint file name is invalid, it "
                             f"must be callable or string that does not contain '/', but got {prefix}.")
        if directory is not None and not callable(directory) and not isinstance(directory, str):
            raise TypeError("For 'ModelCheckpoint', the argument 'directory' must be callable or string, but got "
                            f"{type(directory)}.")
        if config is not None and not isinstance(config, CheckpointConfig):
            raise TypeError("For 'ModelCheckpoint', the type of argument 'config' should be 'CheckpointConfig', but "
                            f"got {type(config)}.")
        self._prefix = prefix
        self._directory = directory if callable(directory) else os.path.realpath(directory or ".")
        self._config = config or CheckpointConfig()
        self._last_step = 0
        self._last_time = self._last_kept = time.monotonic()
        self._files = []
        self._path = ""
        self._is_named = False

    @property
    def latest_ckpt_file_name(self):
        """The path of the newest checkpoint; "" before there is one."""
        return self._path

    def on_train_begin(self, run_context):
        self._last_time = self._last_kept = time.monotonic()

    def on_eval_step_end(self, run_context):
        """Evaluation changes nothing that would be saved."""

    def on_eval_end(self, run_context):
        """Evaluation changes nothing that would be saved."""

    def step_end(self, run_context):
        run = run_context.original_args()
        if self._is_due(run.cur_step_num):
            self._save(run)

    def end(self, run_context):
        run = run_context.original_args()
        if run.cur_step_num != self._last_step:
            self._save(run)

    def _is_due(self, step):
        if self._config.save_checkpoint_steps:
            return step >= self._last_step + self._config.save_checkpoint_steps
        if self._config.save_checkpoint_seconds:
            return time.monotonic() - self._last_time >= self._config.save_checkpoint_seconds
        return False

    def _save(self, run):
        step = (run.cur_step_num - 1) % run.batch_num + 1
        folder = self._directory(run) if callable(self._directory) else self._directory
        os.makedirs(folder, exist_ok=True)
        if callable(self._prefix):
            name = self._prefix(run)
        else:
            if not self._is_named:
                self._prefix, self._is_named = _unused_prefix(folder, self._prefix), True
            name = f"{self._prefix}-{run.cur_epoch_num}_{step}"
        path = os.path.join(folder, f"{name}.{self._config.format}")
        save_checkpoint(self._config.saved_network or run.train_network, path, self._config.integrated_save,
                        append_dict=self._appended(run), crc_check=self._config.crc_check,
                        format=self._config.format)
        self._last_step, self._path = run.cur_step_num, path
        self._last_time = time.monotonic()
        self._forget_old(path)

    def _appended(self, run):
        present = {"epoch_num": run.cur_epoch_num, "step_num": run.cur_step_num}
        return {name: present.get(name, value) for name, value in (self._config.append_dict or {}).items()}

    def _forget_old(self, path):
        """Removes files that shall not stay; only those of this run are meant."""
        if self._config.keep_checkpoint_max:
            self._files = [file for file in self._files if file != path] + [path]
            while len(self._files) > self._config.keep_checkpoint_max:
                _remove(self._files.pop(0))
            return
        # The newest file stays, and one of each period.
        if self._files:
            _remove(self._files.pop())
        if time.monotonic() - self._last_kept >= 60 * self._config.keep_checkpoint_per_n_minutes:
            self._last_kept = time.monotonic()
        else:
            self._files.append(path)


def _remove(path):
    try:
        os.remove(path)
    except OSError as failure:
        _log.warning(f"The old checkpoint {path} could not be removed: {failure.strerror}.")


def _unused_prefix(folder, prefix):
    """`prefix`, or with _1, _2, ... behind it where there are checkpoints of that name."""
    pattern = re.compile(re.escape(prefix) + r"(?:_(\d+))?-\d+_\d+\.(?:ckpt|safetensors)")
    numbers = [int(match[1] or 0) for match in map(pattern.fullmatch, os.listdir(folder)) if match]
    return f"{prefix}_{max(numbers) + 1}" if numbers else prefix
